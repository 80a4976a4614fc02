"""Whether a judge's figures earn it a release: admitted, refused, or not to be told yet.

Each demand of the policy is a limit on a rate. It is met where the one-sided bound of the rate
lies within the limit, missed where the other bound lies beyond it, and open in between. All met:
admitted. One missed: refused. Else inconclusive, with how many more labels would settle it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final, Literal

from adjudge_engine.calibration.statistics.bootstrap import FEWEST_GROUPS
from adjudge_engine.calibration.statistics.bounds import POWER, Grouped, more_needed
from adjudge_engine.calibration.statistics.confusion import CELLS, Confusion, Rate
from adjudge_engine.policy import Admission

Outcome = Literal["admitted", "refused", "inconclusive"]
#: Rates of `Confusion`, by their names there.
What = Literal["false_pass", "false_pass_of_all", "bad_among_passed", "false_reject", "abstention"]

#: Items of one source err together, and how much so is not to be told by few of them: each demand
#: has to be met on so many sources.
FEWEST_SOURCES: Final = 20

#: Each group's six counts, in the order of `CELLS` (`counting.counts_by_group`).
Tallies = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class More:
    """How many more labels would settle a demand with the chance `POWER`.

    `items`: of those that the rate is over, `of` says which; `labels`: held-out labels of all
    kinds that bring as many, None where none so far tells the share; `settles` says as what.
    """

    items: int
    of: str
    labels: int | None
    settles: Outcome

    def to_dict(self) -> dict[str, Any]:
        """The numbers as JSON values."""
        return {
            "items": self.items,
            "of": self.of,
            "labels": self.labels,
            "settles": self.settles,
            "chance": POWER,
        }


@dataclass(frozen=True, slots=True)
class Demand:
    """One demand and what became of it; the rate lies between the bounds `least` and `bound`.

    `of` says what the rate's items are.
    """

    what: What
    of: str
    limit: float
    found: Grouped
    least: float
    bound: float
    outcome: Outcome
    more: More | None

    def to_dict(self) -> dict[str, Any]:
        """The demand as JSON values."""
        return {
            "what": self.what,
            "of": self.of,
            "limit": self.limit,
            "value": self.found.rate,
            **self.found.to_dict(),
            "lower_bound": self.least,
            "upper_bound": self.bound,
            "method": "Wilson, one-sided, over items ÷ design effect",
            "outcome": self.outcome,
            "more": self.more.to_dict() if self.more else None,
        }


@dataclass(frozen=True, slots=True)
class Weighed:
    """The figures against all demands. `labels`: items with a verdict; `short`: how many lack."""

    outcome: Outcome
    demands: tuple[Demand, ...]
    labels: int
    short: int
    groups: int
    why: str

    @property
    def more(self) -> int | None:
        """Held-out labels that would settle every open demand; None where that cannot be said."""
        open_ones = [one for one in self.demands if one.outcome == "inconclusive"]
        found = [one.more.labels if one.more else None for one in open_ones]
        known = [one for one in found if one is not None]
        return max([self.short, *known]) if len(known) == len(found) else None

    def to_dict(self) -> dict[str, Any]:
        """The weighing as JSON values."""
        return {
            "outcome": self.outcome,
            "why": self.why,
            "labels": self.labels,
            "groups": self.groups,
            "more": self.more,
            "demands": [one.to_dict() for one in self.demands],
        }


def weigh(tallies: Tallies, admission: Admission) -> Weighed:
    """The figures of one judge, by group, against what the policy demands."""
    total = [sum(column) for column in zip(*tallies, strict=True)] or [0] * len(CELLS)
    labels = total[0] + total[1] + total[3] + total[4]
    demands = tuple(
        _demand(what, limit, tallies, sum(total), admission.confidence)
        for what, limit in _limits(admission)
    )
    groups = len(tallies)
    short = max(0, admission.minimum_labels - labels)
    narrow = [one for one in demands if one.found.n and one.found.groups < FEWEST_SOURCES]
    missed = [one for one in demands if one.outcome == "refused"]
    open_ones = [one for one in demands if one.outcome == "inconclusive"]
    outcome: Outcome = "inconclusive"
    if short:
        why = f"{labels} held-out labels with a verdict; {admission.minimum_labels} are the least"
    elif groups < FEWEST_GROUPS:
        why = f"the labels are on {groups} sources; {FEWEST_GROUPS} are the least"
    elif missed:
        outcome, why = "refused", in_words(missed[0])
    elif open_ones:
        why = in_words(open_ones[0])
    elif narrow:
        what, found = narrow[0].what.replace("_", " "), narrow[0].found
        short = FEWEST_SOURCES - found.groups  # a label on each, at the least
        why = f"{what} rests on {found.groups} sources; {FEWEST_SOURCES} are the least"
    else:
        outcome, why = "admitted", in_words(demands[0])
    return Weighed(outcome, demands, labels, short, groups, why)


def in_words(one: Demand) -> str:
    """ "false pass 3 of 240 bad, with a verdict: at most 3.6 %, allowed 5 %"."""
    name = one.what.replace("_", " ")
    counts = f"{name} {one.found.hits:,} of {one.found.n:,} {one.of}"
    bound = (
        f"at least {100 * one.least:.1f}"
        if one.outcome == "refused"
        else (f"at most {100 * one.bound:.1f}")
    )
    return f"{counts}: {bound} %, allowed {100 * one.limit:.3g} %"


def _limits(admission: Admission) -> list[tuple[What, float]]:
    """The demands as upper limits of rates, the one that matters first."""
    first: What = "false_pass" if admission.false_pass_of == "judged" else "false_pass_of_all"
    coverage = admission.coverage_lower
    every: list[tuple[What, float | None]] = [
        (first, admission.false_pass_upper),
        ("bad_among_passed", admission.bad_among_passed_upper),
        ("false_reject", admission.false_reject_upper),
        ("abstention", None if coverage is None else 1 - coverage),
    ]
    return [(what, limit) for what, limit in every if limit is not None]


def _demand(what: What, limit: float, tallies: Tallies, rows: int, confidence: float) -> Demand:
    rates = [_rate(what, counts) for counts in tallies]
    found = Grouped.of((one.hits, one.n) for one in rates)
    of = _rate(what, (0,) * len(CELLS)).of
    side = found.side(limit, confidence)
    outcome: Outcome = (
        "admitted" if side == "below" else "refused" if side == "above" else "inconclusive"
    )
    more = _more(of, limit, found, rows, confidence) if side == "open" else None
    bounds = found.lower(confidence), found.upper(confidence)
    return Demand(what, of, limit, found, *bounds, outcome, more)


def _rate(what: What, counts: Sequence[int]) -> Rate:
    rate: Rate = getattr(Confusion(*counts), what)
    return rate


def _more(of: str, limit: float, found: Grouped, rows: int, confidence: float) -> More | None:
    items = more_needed(found, limit, confidence)
    if items is None:
        return None
    labels = ceil(items * rows / found.n) if found.n else None
    settles: Outcome = "refused" if found.rate is not None and found.rate > limit else "admitted"
    return More(items, of, labels, settles)
