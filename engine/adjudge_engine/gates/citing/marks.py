"""Citation marks of an answer: `[1]`, `[2,3]`, `[1-3]`, `【4】`, `[k7]`, each naming citation ids.

A mark is only a mark when it looks like one. Brackets in code, indices (`rows[0].name`), values
of an array, intervals, link texts and years are none, unless they name a known citation.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from adjudge_engine.text.offsets import Edits

_BRACKET: Final = re.compile(
    r"\[([^\[\]\n]{1,80})\]|【(\d{1,4}(?::\d{1,4})?)(?:†[^【】\n]{0,80})?】"
)
_PART: Final = re.compile(r"\^?([\w.-]{1,40})")
_RANGE: Final = re.compile(r"([^\W\d_]{0,12}?)(\d{1,4})\s?[-–—]\s?\1?(\d{1,4})")
_CLOCK: Final = re.compile(r"[0-9]{1,2}:[0-5][0-9]")
_CODE: Final = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_IDENTIFIER_BEFORE: Final = re.compile(r"[A-Za-z0-9_)\]]")
_VALUE_BEFORE: Final = re.compile(r'(?:[=∈{\[]|":)\s?$')
_INTERVAL_BEFORE: Final = re.compile(r"(?:[:(]|\b(?:interval|range|in|between|array|list))\s?$")
_WIDEST_RANGE: Final = 200
#: Stars and backticks at the edge of words; those between numbers or letters are text: 2*3.
_EMPHASIS: Final = re.compile(r"(?<![\w*`])[*`]++(?=\S)|(?<![*`\s])[*`]++(?!\w)")


class Mark(NamedTuple):
    """A mark at `answer[start:end]` and the citation ids it names."""

    start: int
    end: int
    ids: tuple[str, ...]


def find_marks(answer: str, known: Collection[str]) -> list[Mark]:
    """The citation marks of `answer`, in order; `known` are the ids of the case's citations."""
    if "[" not in answer and "【" not in answer:
        return []
    known = frozenset(known)
    prefixes = {_prefix(one) for one in known} - {""}
    code = code_spans(answer)
    marks: list[Mark] = []
    for match in _BRACKET.finditer(answer):
        while code and code[0][1] <= match.start():
            code.pop(0)
        inside_code = bool(code) and code[0][0] <= match.start()
        inside = match.group(1) or match.group(2)
        clock = match.group(1) is not None and _CLOCK.fullmatch(inside.strip()) is not None
        ids = () if clock and inside.strip() not in known else _ids(inside, known)
        if ids and not inside_code:
            resolved = all(one in known for one in ids)
            if resolved or _looks_like_mark(answer, match, ids, prefixes, marks):
                marks.append(Mark(match.start(), match.end(), ids))
    return marks


def code_spans(answer: str) -> list[tuple[int, int]]:
    """Where the answer has code between backticks, in order."""
    return [match.span() for match in _CODE.finditer(answer)] if "`" in answer else []


def unmarked(answer: str, marks: list[Mark]) -> tuple[str, Edits]:
    """The answer without its marks, the space before them, and emphasis; with its offset map."""
    edits, out, last = Edits(), [], 0
    cuts = [(mark.start, mark.end, True) for mark in marks]
    cuts += [(*match.span(), False) for match in _EMPHASIS.finditer(answer)]
    for start, end, is_mark in sorted(cuts):
        if start < last:
            continue
        while is_mark and start > last and answer[start - 1] == " ":
            start -= 1
        edits.add(start, end, 0)
        out.append(answer[last:start])
        last = end
    out.append(answer[last:])
    return "".join(out), edits


def _ids(inside: str, known: frozenset[str]) -> tuple[str, ...]:
    """The ids that a bracket names; none if it is no list of ids."""
    inside = inside.strip()
    if inside in known:
        return (inside,)
    message, colon, _ = inside.partition(":")
    if colon and message.isdecimal():  # 【4:0†source】
        inside = message
    ids: list[str] = []
    for piece in re.split(r"[,;、，；]", inside):
        piece = piece.strip()
        between = _RANGE.fullmatch(piece)
        single = _PART.fullmatch(piece)
        if between is not None and piece not in known:
            first, last = int(between.group(2)), int(between.group(3))
            if not first <= last <= first + _WIDEST_RANGE:
                return ()
            ids += [f"{between.group(1)}{at}" for at in range(first, last + 1)]
        elif single is not None:
            ids.append(piece if piece in known else single.group(1))
        else:
            return ()
    return tuple(ids)


def _looks_like_mark(
    answer: str,
    match: re.Match[str],
    ids: tuple[str, ...],
    prefixes: set[str],
    marks: list[Mark],
) -> bool:
    """Whether a bracket that names an unknown id is a mark all the same."""
    numeric = all(one.isdecimal() for one in ids)
    if not numeric and not all(one.isdecimal() or _prefix(one) in prefixes for one in ids):
        return False
    if any(one.isdecimal() and (int(one) == 0 or len(one) > 3) for one in ids):
        return False
    before = answer[max(0, match.start() - 12) : match.start()]
    after = answer[match.end() : match.end() + 2]
    if after[:1] == "(" or (after[:1] == ":" and before.rstrip(" ")[-1:] in ("", "\n")):
        return False  # a link, or the definition of one
    if marks and marks[-1].end == match.start():
        return True
    if before and _IDENTIFIER_BEFORE.fullmatch(before[-1]):
        return not (after[:1] in ("[", "=") or after == " =" or re.fullmatch(r"\.\w", after))
    if _VALUE_BEFORE.search(before):
        return False
    return len(ids) < 2 or _INTERVAL_BEFORE.search(before) is None


def _prefix(identifier: str) -> str:
    """`k` of `k12`: what ids of one kind have in common; empty for any other form."""
    match = re.fullmatch(r"([^\W\d_]{1,12}[-_.]?)\d{1,6}", identifier)
    return match.group(1) if match else ""
