"""How many things a text lists: numbered lines, bullets, names set off by a comma."""

from __future__ import annotations

import re
from typing import Final

_ITEM = re.compile(r"^[ \t]{0,8}(?:(?P<number>\d{1,2})[.)]|[-*•·▪–])[ \t]+\S", re.MULTILINE)
#: Between two bullets of one list stand at most so many characters (an item's own text).
_GAP: Final = 1_200
#: So many items are looked at.
_MOST: Final = 2_000
_APPOSED = re.compile(r"[^,.;:!?\n()]{1,60},\s(?P<names>[^.;:!?\n()]{3,200})")
_LINK = re.compile(r",\s(?:and|und|et|y|e)\s|,\s|\s(?:and|und|et|y|e)\s")


def list_lengths(text: str) -> frozenset[int]:
    """The lengths of the lists of `text`: the last number of a run, the bullets in a row."""
    lengths: set[int] = set()
    numbered, bullets, last = 0, 0, -_GAP
    for count, match in enumerate(_ITEM.finditer(text)):
        if count >= _MOST:
            break
        figure = match["number"]
        if figure is None:
            apart = match.start() - last > _GAP
            lengths.add(bullets)
            bullets, last = (1 if apart else bullets + 1), match.end()
        elif int(figure) == numbered + 1:
            numbered += 1
        else:
            lengths.add(numbered)
            numbered = 1 if int(figure) == 1 else 0
    return frozenset(lengths | {numbered, bullets}) - {0, 1}


def in_apposition(text: str, end: int, count: int) -> bool:
    """Whether `count` names follow the number that ends at `end`: "Two friends, Ann and Bob,"."""
    match = _APPOSED.match(text, end)
    if match is None:
        return False
    names = match["names"]
    links = list(_LINK.finditer(names))[: count + 1]
    parts, first = [], 0
    for link in links:
        parts.append(names[first : link.start()])
        first = link.end()
    parts.append(names[first:])
    named = 0
    for part in parts:
        if not part[:1].isupper():
            break
        named += 1
    return named == count
