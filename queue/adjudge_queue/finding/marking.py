"""Where the words of a search stand in a text as it was given, by offsets into that text.

SQLite itself says which words count as equal: the few texts of one page are put into an index of
their own in memory, cut as `search` cuts them, and what it marks there is traced back.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge_queue.file import driver
from adjudge_queue.finding import search

#: Characters of a text that are looked through, and those that a passage shows.
LONGEST: Final = 20_000
WINDOW: Final = 240
_BEFORE: Final = 60
#: Code points that are no characters: two that a text does not hold can mark places in it.
_MARKS: Final = tuple(map(chr, range(0xFDD0, 0xFDF0)))


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a text with hits in it.

    `field` is `question`, `answer`, `claims` or `notes`; `start` is where the part begins in that
    text as it was given, in characters. `marks` are (start, end) of the hits within `text`.
    """

    field: str
    start: int
    text: str
    marks: tuple[tuple[int, int], ...]


_TABLE: Final = (
    "CREATE VIRTUAL TABLE hits USING fts5("
    "text, open UNINDEXED, close UNINDEXED, tokenize='unicode61 remove_diacritics 2')"
)
_MARKED: Final = "SELECT rowid, highlight(hits, 0, open, close) FROM hits WHERE hits MATCH ?"


def passages(
    originals: Sequence[Mapping[str, str]], phrases: Sequence[str]
) -> list[tuple[Passage, ...]]:
    """For each item's texts the passages with any of the FTS5 `phrases`, one per text."""
    found: list[list[Passage]] = [[] for _ in originals]
    places = [(at, field) for at, texts in enumerate(originals) for field in texts]
    for number, marked in _marked([originals[at][field] for at, field in places], phrases):
        at, field = places[number]
        found[at].append(_passage(field, originals[at][field][:LONGEST], marked))
    return [tuple(one) for one in found]


def _marked(
    texts: Sequence[str], phrases: Sequence[str]
) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Of each text that has a hit its number, and where the hits are in it."""
    if not phrases:
        return
    with contextlib.closing(driver.scratch()) as scratch:
        scratch.execute(_TABLE)
        for number, text in enumerate(texts):
            cut = search.segment(text[:LONGEST])
            free = [mark for mark in _MARKS if mark not in cut]
            if text and len(free) > 1:
                row = (number, cut, free[0], free[1])
                scratch.execute("INSERT INTO hits(rowid, text, open, close) VALUES (?,?,?,?)", row)
        for number, marked in scratch.execute(_MARKED, (" OR ".join(phrases),)).fetchall():
            cut = search.segment(texts[number][:LONGEST])
            first, last = [mark for mark in _MARKS if mark not in cut][:2]
            spans = _spans(marked, first, last)
            yield number, _traced_back(texts[number][:LONGEST], cut, spans)


def _spans(marked: str, first: str, last: str) -> list[tuple[int, int]]:
    """The offsets between the marks, in the text without them."""
    places = [found.start() for found in re.finditer(f"[{first}{last}]", marked)]
    without = [place - before for before, place in enumerate(places)]
    return list(zip(without[::2], without[1::2], strict=True))


def _traced_back(text: str, cut: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Offsets into `cut` as offsets into the text that it was made of; neighbours become one."""
    origin = None if len(cut) == len(text) else _origins(text)
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if origin is not None:
            start, end = origin[start], origin[end - 1] + 1
        if found and found[-1][1] == start:
            start = found.pop()[0]
        found.append((start, end))
    return found


def _origins(text: str) -> list[int]:
    """For each character of the cut text the one that it comes from."""
    unspaced = re.compile(search.UNSPACED)
    origins: list[int] = []
    for at, character in enumerate(text):
        origins += [at] * (3 if unspaced.match(character) else 1)
    return origins


def _passage(field: str, text: str, spans: list[tuple[int, int]]) -> Passage:
    """The part of the text around its first hit."""
    start = max(0, spans[0][0] - _BEFORE)
    part = text[start : start + WINDOW]
    marks = tuple(
        (first - start, min(last - start, len(part)))
        for first, last in spans
        if first - start < len(part)
    )
    return Passage(field, start, part, marks)
