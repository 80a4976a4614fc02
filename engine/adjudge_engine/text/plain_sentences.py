"""Sentences of plain prose at a glance: full stops behind plain words, before capitals.

Most answers are of such sentences alone. What it finds is what `sentences` finds; where anything
else could end a sentence, or a full stop might not, it finds nothing.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.text.abbreviations import (
    BEFORE_NUMBER,
    MAYBE_LAST,
    MAYBE_LAST_UNITS,
    NEVER_LAST,
)

Range = tuple[int, int]

#: Words whose full stop need not end a sentence.
MAY_GO_ON: Final = NEVER_LAST | BEFORE_NUMBER | MAYBE_LAST | MAYBE_LAST_UNITS
_LONGEST: Final = 40  # letters of a word


def plain_sentences(text: str, start: int, end: int) -> list[Range] | None:
    """The sentences where all end plainly and nothing else could end one; None: look closer.

    Every line but the last has to end with a full stop, with which its last sentence ends.
    """
    body = text[start:end].rstrip(" ")
    if not body.isascii() or "!" in body or "?" in body or ";" in body:
        return None
    found: list[Range] = []
    *lines, last = body.split("\n")
    at = start
    for line in lines:
        if line[-1:] != "." or not _add_plain(found, line, at):
            return None
        at += len(line) + 1
    return found if _add_plain(found, last, at) else None


def _add_plain(found: list[Range], line: str, at: int) -> bool:
    """Add the sentences of a line that begins at `at`; False if one of them may end otherwise."""
    parts = line.split(". ")
    last = parts.pop()
    end = at + len(line)
    if last[-1:] == ".":
        last = last[:-1]
    if not (line[:1].isalnum() and last[-1:].isalpha()) or "." in last:
        return False
    for part in parts:
        word = part.rpartition(" ")[2]
        if not 1 < len(word) < _LONGEST or not word.isalpha() or word.lower() in MAY_GO_ON:
            return False
        after = at + len(part) + 1
        if "." in part or not "A" <= line[after + 1 - end] <= "Z":
            return False
        found.append((at, after))
        at = after + 1
    found.append((at, end))
    return True
