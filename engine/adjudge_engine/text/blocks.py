"""The plain structure of a text: which lines are prose, list items, headings, rows, code.

A single pass over the lines, each looked at a bounded number of times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

Kind = Literal["prose", "item", "heading", "row", "header", "rule", "fence", "code"]


class Block(NamedTuple):
    """Lines of one kind; `start:end` leaves out bullets, `#`, `>` and a row's outer pipes."""

    kind: Kind
    start: int
    end: int


class _Line(NamedTuple):
    start: int
    end: int
    kind: Kind | Literal["blank", "divider"]
    joins: bool = True  # may go on with the line before


_QUOTE: Final = re.compile(r"[ \t]{0,8}(?:>[ \t]{0,4}){1,8}")
_BULLET: Final = re.compile(
    r"[ \t]*(?:[-*+•·▪▫◦‣⁃–—●○■□➢►✓✔]|\d{1,3}[.)]|\(\d{1,3}\)|[a-z][.)]|\([a-z]\)|[A-Z]\)"
    r"|[ivx]{1,4}[.)]|[①-⑳])(?:[ \t]+\[[ xX]\])?[ \t]+|[ \t]*[・①-⑳●■]"
)
_HASHES: Final = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+")
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_DIVIDER: Final = frozenset("|:-–— \t\r")
_RULE: Final = frozenset("-*_=~ \t\r")


def blocks(text: str) -> list[Block]:
    """The blocks of `text`, in order and disjoint. Blank lines part paragraphs and vanish."""
    found: list[Block] = []
    table = False
    for line in _lines(text):
        kind, last = line.kind, found[-1] if found else None
        if kind == "blank":
            table = False
            if last is None or last.start < last.end:
                found.append(Block("rule", line.end, line.end))
            continue
        table = kind == "divider" or (table and text.find("|", line.start, line.end) >= 0)
        if kind == "prose" and table:
            kind = "row"
        if last is None or not line.joins:
            pass
        elif kind == "divider" or (kind == "rule" and text[line.end - 1] == "="):
            _name_above(found, text, "header" if kind == "divider" else "heading")
        elif (kind == "prose" and last.kind in ("prose", "item")) or kind == last.kind == "code":
            found[-1] = Block(last.kind, last.start, line.end)
            continue
        found.append(Block("rule" if kind == "divider" else kind, line.start, line.end))
    return [block for block in found if block.start < block.end]


def _name_above(found: list[Block], text: str, kind: Kind) -> None:
    """Make the line above a table's divider its header, the one above `===` a heading."""
    last = found[-1]
    if last.kind not in ("prose", "row"):
        return
    line = text.rfind("\n", last.start, last.end) + 1
    if line > last.start:
        found[-1] = last._replace(end=line)
        found.append(Block(kind, line, last.end))
    else:
        found[-1] = last._replace(kind=kind)


def _lines(text: str) -> Iterator[_Line]:
    at, fence, quotes = 0, "", ">" in text
    joins = "|" not in text  # without tables lines of prose that follow one another are one block
    while at <= len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        if stop == at:
            yield _Line(at, at, "code" if fence else "blank")
            at += 1
            continue
        if not fence and _is_prose(text, at):
            start = at
            at = stop + 1
            while joins and at < len(text) and _is_prose(text, at):
                stop = text.find("\n", at)
                stop = len(text) if stop < 0 else stop
                at = stop + 1
            yield _Line(start, stop, "prose")
            continue
        quoted = _QUOTE.match(text, at, stop) if quotes and not fence else None
        start = quoted.end() if quoted else at
        head = text[start : min(stop, start + 12)].lstrip(" \t")
        if fence:
            if head.startswith(fence) and not text[start:stop].strip(" \t\r`~"):
                fence = ""
                yield _Line(start, stop, "fence")
            else:
                yield _Line(start, stop, "code")
        elif head.startswith(("```", "~~~")):
            fence = head[:3]
            yield _Line(start, stop, "fence")
        else:
            yield _plain(text, start, stop, quoted is None)
        at = stop + 1


def _is_prose(text: str, at: int) -> bool:
    """A quick look whether a line begins as a word does, and as no "a)" and no "iv."."""
    if text[at] not in _LETTERS:
        return False
    head = text[at + 1 : at + 5]
    return "." not in head and ")" not in head


def _plain(text: str, start: int, end: int, joins: bool) -> _Line:
    """A line outside code, without its bullet, hashes, stars or outer pipes."""
    body = text[start:end].strip()
    if not body:
        return _Line(start, end, "blank", joins)
    first = body[0]
    if first in "|:-–—" and "-" in body and "|" in body and _DIVIDER.issuperset(body):
        return _Line(start, end, "divider", joins)
    if first in "-*_=~" and len(body) >= 3 and _RULE.issuperset(body):
        return _Line(start, end, "rule", joins)
    if first == "|":
        left = text.index("|", start) + 1
        right = start + len(text[start:end].rstrip())
        right = right - 1 if right > left and text[right - 1] == "|" else right
        return _Line(left, right, "row", joins)
    if first == "#" and (hashes := _HASHES.match(text, start, end)):
        return _Line(hashes.end(), end, "heading", joins)
    if body.startswith("**") and body.rstrip(":").endswith("**") and body.count("**") == 2:
        left = text.index("**", start) + 2
        return _Line(left, max(left, text.rindex("**", start, end)), "heading", joins)
    if bullet := _BULLET.match(text, start, end):
        return _Line(bullet.end(), end, "item", joins)
    return _Line(start, end, "prose", joins)
