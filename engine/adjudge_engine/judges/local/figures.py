"""The numbers and dates of an answer, traced by the engine's own gates, claim by claim.

A number counts as there because it was traced: with its unit and scale, converted, rounded,
counted or derived, never because its digits stand somewhere.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Check, Claim, GateResult
from adjudge_engine.gates.dates import check_dates
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.subject import Subject
from adjudge_engine.text.abbreviations import words
from adjudge_engine.text.tokens import fold
from adjudge_engine.vocabulary import Gate

#: An answer with no digit and none of these has no number to trace.
_WORDED: Final = frozenset(
    fold(word)
    for word in words(
        """half third quarter dozen twice double triple thirteen fourteen fifteen sixteen seventeen
        eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
        million billion trillion percent"""
    )
)
#: Codes by which a number or date stands in no context at all.
_NOWHERE: Final = frozenset({"untraced", "question_only"})


class Found(NamedTuple):
    """A number that was traced: as the answer writes it, and where it stands, if it does."""

    text: str
    context_id: str
    start: int


@dataclass
class Figures:
    """What became of a claim's numbers and dates, each as the answer writes it.

    `wrong`: those of another unit, sign, owner or date than in the contexts; `nowhere`: those that
    no context has. `unknown` counts those that nothing could be said of.
    """

    wrong: list[str] = field(default_factory=list)
    nowhere: list[str] = field(default_factory=list)
    unknown: int = 0
    found: list[Found] = field(default_factory=list)

    @property
    def missing(self) -> int:
        """How many the contexts do not have so."""
        return len(self.wrong) + len(self.nowhere)


def figures_of(
    case: Case,
    claims: Sequence[Claim],
    said: Iterable[str],
    gates: Mapping[Gate, GateResult] | None = None,
) -> dict[str, Figures]:
    """Claim id → its figures, for the claims of `case.answer` that have any.

    `claims` are in order and do not overlap. `said`: the folded words of the answer. `gates`: what
    the gates found already; None: they are asked.
    """
    if not any(word[:1].isdigit() or word in _WORDED for word in said):
        return {}
    ends = [claim.end for claim in claims]
    found: dict[str, Figures] = {}
    for check in _checks(case, gates):
        place = check.observed
        if place is None or place.start is None:
            continue
        at = bisect_right(ends, place.start)
        if at < len(claims) and claims[at].start <= place.start:
            _add(found.setdefault(claims[at].id, Figures()), check, place.text)
    return found


def _checks(case: Case, gates: Mapping[Gate, GateResult] | None) -> Iterable[Check]:
    if gates is not None and "numbers" in gates and "dates" in gates:
        return (*gates["numbers"].checks, *gates["dates"].checks)
    subject = Subject(case)
    return (*check_numbers(subject), *check_dates(subject))


def _add(figures: Figures, check: Check, text: str) -> None:
    if check.outcome == "fail":
        (figures.nowhere if check.code in _NOWHERE else figures.wrong).append(text)
    elif check.outcome == "unavailable":
        figures.unknown += 1
    else:
        place = check.expected
        if place is None or place.where is None or place.start is None:
            figures.found.append(Found(text, "", -1))
        else:
            figures.found.append(Found(text, place.where.id or "", place.start))
