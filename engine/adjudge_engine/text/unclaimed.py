"""What of an answer stands in no claim and is no markup either: headings, headers, symbols.

Nobody checks such text, so an answer that has any cannot go out on the strength of its claims.
Bullets, numbering, hashes, pipes, rules, bare fences and citation marks say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from adjudge_engine.text.sentences import without_marks

_MARKUP: Final = re.compile(
    r"[ \t]*(?:>[ \t]*)*(?:#{1,6}(?=[ \t])|[-*+•·▪▫◦‣⁃–—●○■□➢►・]|\(?\d{1,3}[.)](?=[ \t]|$)"
    r"|\(?[A-Za-z][.)](?=[ \t]|$)|\(?[ivx]{1,4}[.)](?=[ \t]|$)|[①-⑳])?[ \t]*"
)
_FENCE: Final = re.compile(r"(?:`{3,}|~{3,})(?i:json|text|txt|markdown|md)?")
_NOTHING: Final = " \t\r|*_`=:-–—,;.。、，；：'\""


class Unclaimed(NamedTuple):
    """A piece of the answer at `start:end`."""

    start: int
    end: int


def unclaimed(answer: str, claimed: Sequence[tuple[int, int]]) -> list[Unclaimed]:
    """The pieces of `answer` outside the ordered, disjoint ranges `claimed` that say something.

    One for each line of a gap; linear in the answer.
    """
    found: list[Unclaimed] = []
    at = 0
    for start, end in (*claimed, (len(answer), len(answer))):
        found += _in_gap(answer, at, start)
        at = max(at, end)
    return found


def _in_gap(answer: str, start: int, end: int) -> list[Unclaimed]:
    found = []
    at = start
    for line in answer[start:end].split("\n"):
        if line.strip(_NOTHING) and _says_something(line, whole=at == 0 or answer[at - 1] == "\n"):
            left = at + len(line) - len(line.lstrip())
            found.append(Unclaimed(left, left + len(line.strip())))
        at += len(line) + 1
    return found


def _says_something(line: str, *, whole: bool) -> bool:
    """Whether anything is left of a line without its markup; `whole`: it begins its line."""
    bare = line.strip()
    if _FENCE.fullmatch(bare):
        return False
    if whole:
        markup = _MARKUP.match(line)
        bare = line[markup.end() :] if markup else line
    return bool(without_marks(bare).strip(_NOTHING))
