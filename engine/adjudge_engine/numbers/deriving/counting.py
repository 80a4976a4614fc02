"""Numbers that count what is listed: the items after a colon, the bullets under a sentence."""

from __future__ import annotations

import re
from typing import Final

_COLON = re.compile(r"[^.!?\n:：]{0,160}[:：]")
#: "The four parts – a lid, a seal … –" and "four parts (a lid, a seal …)".
_ASIDE = re.compile(r"[^.!?\n:：(–—]{0,60}?(?:\s[-–—]\s|\s?[(（])([^.!?\n()（）–—]{1,400})")
_CLAUSE = re.compile(r"[.!?:;\n]|\b(?:that|which|because|since)\b")
_LINK = re.compile(r"\s(?:are|were|sind|sont|son)\s(?:the\s|all\s|both\s)?\Z")
_SENTENCE = re.compile(r"[^.!?\n。]{1,600}")
_SPLIT = re.compile(
    r"[,;、，；]\s*(?:and|or|und|oder|et|ou|y|o|и)?\s*|\s(?:and|or|und|oder|et|ou|y|и)\s"
)
_BULLET = re.compile(r"[ \t>]{0,8}(?:[-*•·–]|\(?[0-9]{1,3}[.):]|\(?[a-z][.)])[ \t*]")
#: How many lines of a list are read.
_LINES: Final = 60
MOST: Final = 30


def counts_following(text: str, end: int, value: int) -> bool:
    """Whether `text` goes on after `end` to list `value` items."""
    if not 2 <= value <= MOST:
        return False
    if _listed(text, end) == value or _bullets(text, end) == value:
        return True
    aside = _ASIDE.match(text, end)
    return aside is not None and _items(aside[1].split(" - ")[0]) == value


def counts_before(text: str, start: int, value: int) -> bool:
    """Whether `text` names `value` things right before: "A, B and C are three"."""
    if not 2 <= value <= MOST:
        return False
    link = _LINK.search(text, max(0, start - 24), start)
    if link is None:
        return False
    head = text[max(0, link.start() - 300) : link.start()]
    return value in (_items(head), _items(_CLAUSE.split(head)[-1]))


def counts_in(lower: str, noun: str, value: int) -> bool:
    """Whether a text lists `value` things after "noun …:" (both in lower case)."""
    if not 2 <= value <= MOST or len(noun) < 3:
        return False
    at = lower.find(noun)
    for _ in range(20):
        if at < 0:
            return False
        if _listed(lower, at + len(noun), reach=40) == value:
            return True
        at = lower.find(noun, at + len(noun))
    return False


def _listed(text: str, end: int, reach: int = 160) -> int:
    colon = _COLON.match(text, end, min(len(text), end + reach))
    if colon is None:
        return 0
    sentence = _SENTENCE.match(text, colon.end())
    if sentence is None:
        return 0
    return _items(sentence.group())


def _items(text: str) -> int:
    return sum(bool(part.strip()) for part in _SPLIT.split(text))


def _bullets(text: str, end: int) -> int:
    """How many list items stand in the lines after the one that `end` is in."""
    at = text.find("\n", end, end + 400)
    found = 0
    for _ in range(_LINES):
        if at < 0:
            break
        line_end = text.find("\n", at + 1)
        if _BULLET.match(text, at + 1):
            found += 1
        elif found and text[at + 1 : line_end if line_end >= 0 else len(text)][:200].strip():
            break
        at = line_end
    return found
