"""Calculations that a claim states: it relates quantities by an operation, and says the result.

The claim is first reduced to its outline, in which each quantity is one sign; a word that merely
stands near a number ("each change costs $15", "twice a day", "0.85 euros per share") is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from adjudge_engine.numbers.model import SHARES
from adjudge_engine.numbers.operations import EASTERN, SPACED
from adjudge_engine.numbers.scan import iter_scan

#: The signs of an outline (private use): a quantity, a share.
_QUANTITY, _SHARE = "\ue000", "\ue001"

#: The parts of a pattern that bear on its alternatives: escapes and classes are passed over.
_SYNTAX = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]])*\]|[()|]")
_SIGNS = re.compile(
    r"[0-9)%€$£¥]\s{0,2}(?:\+\s{0,2}[(€$£¥]?[0-9]|[-−–×*÷/x]\s{0,2}[(€$£¥]?[0-9][^=\n]{0,60}=)"
)


def _compiled(table: dict[str, tuple[str, ...]]) -> tuple[re.Pattern[str], ...]:
    """One pattern of what begins with a word, one of what begins with a sign: both search fast."""
    words: dict[str, list[str]] = {}
    signs: dict[str, list[str]] = {}
    for name, patterns in table.items():
        for pattern in chain.from_iterable(map(_branches, patterns)):
            starts = words if pattern.startswith(r"\b") else signs
            starts.setdefault(name, []).append(pattern.removeprefix(r"\b"))
    return tuple(
        re.compile(lead + _spelled(f"(?:{_named(group)})"), re.IGNORECASE)
        for lead, group in ((r"\b(?=\w)", words), ("", signs))
        if group
    )


def _named(group: dict[str, list[str]]) -> str:
    return "|".join(f"(?P<{name}>{'|'.join(parts)})" for name, parts in group.items())


def _branches(pattern: str) -> Iterator[str]:
    """The alternatives of a pattern; those within parentheses are left alone."""
    depth, start = 0, 0
    for match in _SYNTAX.finditer(pattern):
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        if match.group() == "|" and not depth:
            yield pattern[start : match.start()]
            start = match.end()
    yield pattern[start:]


def _spelled(pattern: str) -> str:
    """The pattern with its shorthands written out; "#" inside a class stands for both signs."""
    pattern = pattern.replace("[^#", f"[^{_QUANTITY}{_SHARE}").replace(r"\w+", r"\w{1,30}+")
    pattern = pattern.replace("#", f"[{_QUANTITY}{_SHARE}]").replace("%", _SHARE)
    pattern = pattern.replace("~", r"[^.;!?\n]{0,40}?").replace("≈", r"[^.;!?\n]{0,80}?")
    return pattern.replace("_ ?", r"(?: [\w-]{1,30}+){0,3}? ?")


_CALCULATION: Final = _compiled(SPACED)
_EASTERN_CALCULATION: Final = _compiled(EASTERN)
#: More of a claim is not read; so long a sentence is a table or no sentence at all.
_LONGEST: Final = 4_000


def calculation_in(claim: str) -> str | None:
    """The first operation that a claim states between quantities, or None."""
    claim = claim[:_LONGEST]
    outline, count = _outline(claim)
    if not count:
        return None
    patterns = _CALCULATION if claim.isascii() else _CALCULATION + _EASTERN_CALCULATION
    for pattern in patterns:
        match = pattern.search(outline)
        if match is not None:
            return match.lastgroup
    return "sum" if count > 1 and _SIGNS.search(claim) is not None else None


def _outline(claim: str) -> tuple[str, int]:
    """The claim with one sign for each quantity, and how many there are."""
    parts, end, count = [], 0, 0
    for number in iter_scan(claim):
        if not number.is_quantity or number.weak or number.kind in ("ordinal", "label"):
            continue
        sign = _SHARE if number.kind in SHARES - {"fraction"} else _QUANTITY
        parts += [claim[end : number.start], sign]
        end, count = number.end, count + 1
    parts.append(claim[end:])
    return "".join(parts), count
