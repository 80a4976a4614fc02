"""Where an answer puts words in quotation marks: "…", “…”, «…», „…“, 「…」, ‚…‘.

Marks pair within a line. Apostrophes, inches and seconds, code and JSON are none.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from adjudge_engine.gates.citing.marks import code_spans
from adjudge_engine.text.boundary import is_unspaced

#: Opening mark → the marks that close it.
_CLOSERS: Final = {
    '"': '"',
    "“": "”",
    "„": "“”",
    "‟": "”",
    "«": "»",
    "»": "«",
    "‹": "›",
    "›": "‹",
    "「": "」",
    "『": "』",
    "‚": "‘’",
    "‘": "’",
}
_JSON: Final = re.compile(r"\s*+(?:\{|\[\s*+[\"{\[])")
_ANY: Final = re.compile('["“”„‟«»‹›「」『』‚‘’\n]')
_TYPOGRAPHIC: Final = "“„«»「『‚‘‹"
_ALONE: Final = '"‘’‹›»«'  # which words may touch from the wrong side
_SPACED: Final = "‹›»«"  # which French parts from the words within
_WORD: Final = re.compile(r"\w++(?:[’'-]\w++)*+")
#: Four words are as much as six characters of a script without spaces.
_OF_WORD, _OF_UNSPACED, _FEWEST = 3, 2, 12
_LONGEST: Final = 1_000
MOST_QUOTATIONS: Final = 200


class Quotation(NamedTuple):
    """The words between two marks: `answer[start:end]`."""

    start: int
    end: int


def has_quotations(answer: str) -> bool:
    """Whether there is a mark that may open a quotation."""
    return '"' in answer or (not answer.isascii() and any(map(answer.__contains__, _TYPOGRAPHIC)))


def find_quotations(answer: str) -> list[Quotation]:
    """The quotations of at least 4 words or 6 unspaced characters, in order; the first 200.

    Those longer than 1,000 characters are left out. Linear in the answer.
    """
    if _JSON.match(answer) is not None:
        return []
    code = code_spans(answer)
    found: list[Quotation] = []
    opened, closers = -1, ""
    for match in _ANY.finditer(answer):
        at, mark = match.start(), match.group()
        while code and code[0][1] <= at:
            code.pop(0)
        if mark == "\n" or (code and code[0][0] <= at):
            opened, closers = -1, ""
        elif opened >= 0 and mark in closers and _may_close(answer, at):
            if at - opened <= _LONGEST and _is_long(answer[opened + 1 : at]):
                found.append(Quotation(opened + 1, at))
                if len(found) == MOST_QUOTATIONS:
                    break
            opened, closers = -1, ""
        elif (opened < 0 or mark == '"') and mark in _CLOSERS and _may_open(answer, at):
            opened, closers = at, _CLOSERS[mark]
    return found


def _may_open(answer: str, at: int) -> bool:
    """Whether the mark stands before words and not behind one: no inches, no apostrophe."""
    if answer[at] not in _ALONE:
        return True
    before, after = answer[at - 1 : at], answer[at + 1 : at + 2]
    return not (_is_letter(before) or before in ("=", "\\")) and (
        answer[at] in _SPACED or bool(after.strip())
    )


def _may_close(answer: str, at: int) -> bool:
    if answer[at] not in _ALONE:
        return True
    before, after = answer[at - 1 : at], answer[at + 1 : at + 2]
    return (answer[at] in _SPACED or bool(before.strip())) and not _is_letter(after)


def _is_letter(character: str) -> bool:
    return character.isalnum() and not is_unspaced(character)


def _is_long(text: str) -> bool:
    """Whether so many words are a quotation rather than a term."""
    size = 0
    for match in _WORD.finditer(text):
        size += _OF_UNSPACED * sum(map(is_unspaced, match.group())) or _OF_WORD
        if size >= _FEWEST:
            return True
    return False
