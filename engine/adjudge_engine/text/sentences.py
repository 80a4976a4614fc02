"""Sentences of running text, with exact spans.

A scan over terminators, each looked at with a bounded view of its neighbours, so the time is
linear in the text whatever it holds. Offsets are code points of the text given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from adjudge_engine.text.abbreviations import (
    AFTER_ORDINAL,
    BEFORE_NUMBER,
    CONNECTORS,
    FINITE,
    MAYBE_LAST,
    MAYBE_LAST_UNITS,
    NEVER_LAST,
    STARTERS,
)
from adjudge_engine.text.plain_sentences import MAY_GO_ON, Range, plain_sentences

_FULL: Final = "。！？｡︒﹒"  # end a sentence wherever they stand
_OTHER: Final = "؟۔।॥።։។॰"  # the same in Arabic, Urdu, Indic, Ethiopic, Armenian, Khmer
_FULL_OR_OTHER: Final = frozenset(_FULL + _OTHER)
_STOP: Final = re.compile(f"[.!?…‼⁇⁈⁉{_FULL}{_OTHER}]+|\n")
_CLOSERS: Final = "\"'”’»)]}*_`」』）】〉》〗›"
_OPENERS: Final = "\"'“‘«([{*_`「『（【〈《¿¡‹„"
_SEMICOLON: Final = re.compile("[;；؛]")
_WORD: Final = re.compile(r"\w+(?:['’]\w+)?")
_ASCII_WORD: Final = re.compile("[0-9A-Za-z_]+(?:'[0-9A-Za-z_]+)?")
_VIEW: Final = 40  # how far a decision may look, in code points

#: `[1]`, `[2, 3]`, `[^4]`, `【5†x】`, `(Passage 3)`, `¹`: bounded, and no part can match twice.
_MARKS: Final = re.compile(
    r"[ \t]{0,3}(?:\[\^?\d{1,4}(?:[ ,;–-]{1,3}\d{1,4}){0,20}\]|【[^【】\n]{1,40}】|[¹²³⁰⁴-⁹]{1,4}"
    r"|\((?i:passages?|sources?|pages?|documents?|docs?|contexts?|sections?|see|refs?|pp?)\b"
    r"[^()\n]{0,80}\)\.?)"
)


def sentences(text: str, start: int = 0, end: int | None = None) -> list[Range]:
    """The sentences of `text[start:end]`: ordered, disjoint, trimmed of white space, not blank.

    Semicolons part independent clauses. A line break ends a sentence unless the line before
    runs on (see `_line_ends`).
    """
    stop = len(text) if end is None else end
    plain = plain_sentences(text, start, stop)
    return sentences_of_any(text, start, stop) if plain is None else plain


def sentences_of_any(text: str, start: int, stop: int) -> list[Range]:
    """`sentences`, however they end."""
    found: list[Range] = []
    parted = _SEMICOLON.search(text, start, stop) is not None
    for left, right in _pieces(text, start, stop):
        left, right = trim(text, left, right)
        if left < right:
            found += _clauses(text, left, right) if parted else ((left, right),)
    return found


def without_marks(text: str) -> str:
    """`text` with each citation mark (`[1]`, `(Passage 3)`, `¹`) replaced by a space."""
    return _MARKS.sub(" ", text)


def trim(text: str, start: int, end: int) -> Range:
    """`start, end` without the white space at either side; equal when nothing is left."""
    if start < end and not (text[start].isspace() or text[end - 1].isspace()):
        return start, end
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    return left, max(left, start + len(piece.rstrip()))


def _pieces(text: str, start: int, end: int) -> Iterator[Range]:
    left = line = start
    number = 0
    for match in _STOP.finditer(text, start, end):
        at = match.start()
        if at < left:
            continue  # inside a mark that was taken with the sentence before
        if text[at] == "\n":
            if _line_ends(text, line, at, end):
                yield left, at
                left = at
            line = at + 1
            continue
        if _ends_plainly(text, at, left, end):
            yield left, at + 1
            left = at + 1
            continue
        marker = _marker(text, match, left, number) if text[at - 1 : at].isdigit() else None
        if marker is not None:
            at, number = marker
            yield left, at
            left = at
            continue
        after = _after_stop(text, match, left, end)
        if after is not None:
            yield left, after
            left = after
    if left < end:
        yield left, end


def _ends_plainly(text: str, at: int, left: int, end: int) -> bool:
    """Whether a full stop at `at` stands after a plain word and before a capital letter.

    Most sentences end so, and need no closer look; what `_after_stop` would say is the same.
    """
    if not text.startswith(". ", at, end - 1) or not "A" <= text[at + 2] <= "Z":
        return False
    word = text[max(left, at - _VIEW) : at].rpartition(" ")[2]
    return len(word) > 1 and word.isalpha() and word.isascii() and word.lower() not in MAY_GO_ON


def _after_stop(text: str, match: re.Match[str], left: int, end: int) -> int | None:
    """Where the sentence ends that `match` terminates, or None if it goes on."""
    at, after = match.span()
    run = match.group()
    closed = after
    while closed < end and text[closed] in _CLOSERS and closed - after < 8:
        closed += 1
    if run[-1] in _FULL_OR_OTHER:
        # 「はい。」と答えた: the quotation is part of the sentence around it
        quoted = closed > after and closed < end and "ぁ" <= text[closed] <= "ゖ"
        return None if quoted else _with_marks(text, closed, end)
    marked = _with_marks(text, closed, end)
    if marked < end and not text[marked].isspace():
        glued = marked == after and run == "." and _glued(text, at, after, end)
        return marked if glued or marked > closed else None
    following = _next_word(text, marked, end)
    if not following:
        return marked
    if run == "." and not _full_stop_ends(text, at, left, following, closed > after):
        return None
    if run != "." and following[0].islower():
        return None  # "Why?" he asked; wait … what
    return marked


def _marker(text: str, match: re.Match[str], left: int, last: int) -> tuple[int, int] | None:
    """An inline list number ("two steps: 1. Open … 2. Close"): where it starts, and which it is.

    It opens the next sentence. `last` is the number before it in this text, 0 if there is none.
    """
    if match.group() != ".":
        return None
    at = match.start()
    view = text[max(left, at - 6) : at]
    digits = view[len(view.rstrip("0123456789")) :]
    before = text[max(0, at - 9) : at - len(digits)]
    if not 1 <= len(digits) <= 2 or not before[-1:].isspace():
        return None
    number = int(digits)
    listed = before.rstrip()[-1:] in (":", ";", ".", "!", "?", ")") or number == last + 1 > 1
    return (at - len(digits), number) if listed and number <= last + 1 else None


def _with_marks(text: str, at: int, end: int) -> int:
    """`at`, moved past the citation marks that follow the sentence."""
    for _ in range(20):
        match = _MARKS.match(text, at, end)
        if match is None:
            return at
        at = match.end()
    return at


def _next_word(text: str, at: int, end: int) -> str:
    """The first word or sign after `at` within view, without opening quotes and brackets."""
    match = _WORD.match(text, at + 1, min(end, at + _VIEW)) if text[at : at + 1] == " " else None
    if match is not None:
        return match.group()
    view = text[at : min(end, at + _VIEW)].lstrip().lstrip(_OPENERS)
    match = _WORD.match(view)
    return match.group() if match else view[:1]


def _glued(text: str, at: int, after: int, end: int) -> bool:
    """A space forgotten between sentences: "household.The next", not "System.Out" or a host."""
    before = text[max(0, at - 3) : at]
    word = _WORD.match(text, after, min(end, after + _VIEW))
    return (
        len(before) == 3
        and before.isalpha()
        and before.islower()
        and word is not None
        and word.group()[0].isupper()
        and (word.group()[1:].islower() or word.group().lower() in STARTERS)
        and (word.end() == end or text[word.end()].isspace() or text[word.end()] == ",")
    )


def _full_stop_ends(text: str, at: int, left: int, following: str, closed: bool) -> bool:
    """Whether the single full stop at `at`, before white space, ends the sentence."""
    token = _token_before(text, at, left)
    bare = token.lower().lstrip(_OPENERS)
    first = following[0]
    if bare in NEVER_LAST or first in ".!?…":
        return False
    if bare in BEFORE_NUMBER and (first.isdigit() or len(following) == 1):
        return False
    if bare.isdecimal() and len(bare) <= 3 and following.lower() in AFTER_ORDINAL:
        return False
    if bare in MAYBE_LAST_UNITS:
        return first.isupper() and not (len(following) > 1 and following.isupper())
    dotted = "." in bare and any(map(str.isalpha, bare))
    if bare in MAYBE_LAST or dotted or (len(bare) == 1 and bare.isalpha() and bare.isascii()):
        return first.isupper() and following.lower() in STARTERS
    if first.islower():  # prose written without capitals
        return not closed and len(bare) >= 4 and bare.isalpha() and bare == token
    return True


def _token_before(text: str, at: int, left: int) -> str:
    """The run without white space that ends at `at`, at most `_VIEW` code points of it."""
    view = text[max(left, at - _VIEW) : at]
    return view.rsplit(None, 1)[-1] if view and not view[-1].isspace() else ""


def _line_ends(text: str, line: int, at: int, end: int) -> bool:
    """Whether a sentence ends with the line `text[line:at]`.

    It runs on where the next line starts in lower case, or where the line is long enough to
    have been wrapped and has neither a terminator nor a colon at its end.
    """
    view = text[max(line, at - _VIEW) : at].rstrip()
    if not view or view[-1] in ".!?…:;" or view[-1] in _FULL or view[-1] in _OTHER:
        return True
    following = text[at + 1 : min(end, at + 1 + _VIEW)]
    stripped = following.lstrip(" \t\r")
    if not stripped or stripped[0] == "\n":
        return True
    return not (stripped[0].islower() or (at - line >= 60 and stripped[0].isalnum()))


def _clauses(text: str, start: int, end: int) -> list[Range]:
    """A sentence cut at semicolons between independent clauses; the semicolon stays left."""
    if _SEMICOLON.search(text, start, end) is None:
        return [(start, end)]
    found: list[Range] = []
    left, depth = start, 0
    held = False  # whether text[left:…] is a clause
    parts = _parts(text, start, end)
    for index, (first, last) in enumerate(parts):
        own = _independent(text, first, last)
        if index and depth <= 0 and held and own:
            found.append(trim(text, left, first))
            left, held = first, False
        held = held or own
        depth += text.count("(", first, last) - text.count(")", first, last)
    found.append(trim(text, left, end))
    return [one for one in found if one[0] < one[1]]


def _parts(text: str, start: int, end: int) -> list[Range]:
    edges = [start, *(match.end() for match in _SEMICOLON.finditer(text, start, end)), end]
    return [(a, b) for a, b in pairwise(edges) if a < b]


def _independent(text: str, start: int, end: int) -> bool:
    """Whether a piece can stand as a statement: some words and a finite verb among them."""
    piece = text[start:end]
    if piece.isascii():
        words = _ASCII_WORD.findall(piece.lower())
    else:
        words = [word.lower() for word in _WORD.findall(piece)]
        if words and any("぀" <= ch <= "鿿" for ch in piece):
            return end - start >= 6
    if len(words) < 4:
        return False
    return words[0] in CONNECTORS or not FINITE.isdisjoint(words)
