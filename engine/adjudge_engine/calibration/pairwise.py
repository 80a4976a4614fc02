"""Comparisons of two answers against people: agreement, and how much the order decides.

A judge that prefers whichever answer is shown first agrees with people half the time and is worth
nothing; so agreement stands beside consistency (both orders give one verdict) and the share of
verdicts that the first place wins (a half if position plays no part, and no ties).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from adjudge_engine.calibration.agreement import agreement_of_table, kappa_of_table
from adjudge_engine.calibration.people import labels_of
from adjudge_engine.case import Case
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.preference import as_preferred, orders_of
from adjudge_engine.vocabulary import PREFERENCE

_Table = Counter[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """`n` comparisons with a verdict of people and of the judge; None without any."""

    n: int
    agree: float | None
    kappa: float | None

    @classmethod
    def of(cls, table: _Table) -> Agreement:
        """From counts by (people's, judge's)."""
        return cls(sum(table.values()), agreement_of_table(table), kappa_of_table(table))

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {"n": self.n, "agree": self.agree, "kappa": self.kappa}


@dataclass(frozen=True, slots=True)
class PairwiseCalibration:
    """How one judge compares. Shares are 0 … 1, None where nothing was counted.

    `comparisons` are those with a judgment of the judge, `both_orders` those of them with a
    verdict in both, `one_order` with a verdict in one. Over `both_orders`: `consistent`,
    `contradiction` (the rest) and `first_position_wins`, and against people `order_ab`,
    `order_ba`; `counted` are the consistent ones alone, what the product lets count.
    `own_order` is over every verdict with A shown first, whether or not the other is known.
    """

    judge: str
    comparisons: int
    both_orders: int
    one_order: int
    consistent: float | None
    contradiction: float | None
    first_position_wins: float | None
    order_ab: Agreement
    order_ba: Agreement
    counted: Agreement
    own_order: Agreement

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        out: dict[str, Any] = {}
        for name in self.__slots__:
            value = getattr(self, name)
            out[name] = value.to_dict() if isinstance(value, Agreement) else value
        return out


def calibrate_pairwise(cases: Iterable[Case], judge: str) -> PairwiseCalibration:
    """The recorded preferences of `judge` against the labels on the criterion `preference`.

    A label that nobody gave, or on which people differ, leaves a comparison out of the agreement
    alone. Several judgments of one judge on a case count one by one.
    """
    tally = _Tally()
    for case in cases:
        labels = [one for one in labels_of(case, PREFERENCE) if not one.undetermined]
        people = {as_preferred(one.value) for one in labels}
        truth = people.pop() if len(people) == 1 else None
        for one in case.judgments:
            if one.judge == judge and one.criterion == PREFERENCE:
                tally.add(one, truth)
    return tally.result(judge)


class _Tally:
    """What has been counted so far."""

    def __init__(self) -> None:
        self.comparisons = self.both = self.one = self.same = self.first = 0
        self.ab: _Table = Counter()
        self.ba: _Table = Counter()
        self.counted: _Table = Counter()
        self.own: _Table = Counter()

    def add(self, judgment: Judgment, truth: str | None) -> None:
        """Count one judgment."""
        orders = orders_of(judgment)
        self.comparisons += 1
        if truth is not None and orders.ab is not None:
            self.own[truth, orders.ab] += 1
        if orders.ab is None or orders.ba is None:
            self.one += orders.ab is not None or orders.ba is not None
            return
        self.both += 1
        self.same += orders.ab == orders.ba
        self.first += (orders.ab == "A") + (orders.ba == "B")
        if truth is not None:
            self.ab[truth, orders.ab] += 1
            self.ba[truth, orders.ba] += 1
            if orders.ab == orders.ba:
                self.counted[truth, orders.ab] += 1

    def result(self, judge: str) -> PairwiseCalibration:
        """The figures."""
        both = self.both
        return PairwiseCalibration(
            judge=judge,
            comparisons=self.comparisons,
            both_orders=both,
            one_order=self.one,
            consistent=self.same / both if both else None,
            contradiction=1 - self.same / both if both else None,
            first_position_wins=self.first / (2 * both) if both else None,
            order_ab=Agreement.of(self.ab),
            order_ba=Agreement.of(self.ba),
            counted=Agreement.of(self.counted),
            own_order=Agreement.of(self.own),
        )
