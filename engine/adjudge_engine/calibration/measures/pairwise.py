"""Comparisons of two answers against people: agreement, and how much the order decides.

A judge that prefers whichever answer is shown first agrees with people half the time and is worth
nothing; so agreement stands beside consistency (both orders give one verdict) and the share of
verdicts that the first place wins (a half if position plays no part, and no ties).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NamedTuple

from adjudge_engine.calibration.measures.judgments import JudgmentSource, Pending, Recorded
from adjudge_engine.calibration.measures.splits import Split, group_of, split_of
from adjudge_engine.calibration.raters.coefficient import Resampling
from adjudge_engine.calibration.raters.people import labels_of
from adjudge_engine.calibration.raters.people_first import (
    HumanAgreement,
    PersonsWord,
    agreement_of_people,
    words_of,
)
from adjudge_engine.calibration.statistics.bootstrap import GroupSums, resample
from adjudge_engine.calibration.statistics.intervals import RESAMPLES, Interval
from adjudge_engine.case import Case, Label
from adjudge_engine.judges.preference import Orders, as_preferred, orders_of
from adjudge_engine.vocabulary import PREFERENCE, PREFERRED, Preferred

PAIRWISE_SCHEMA: Final = "adjudge.pairwise-calibration/1"

_REDRAWN: Final = 2 * RESAMPLES
_SIDE: Final = len(PREFERRED)
_CELLS: Final = {pair: at for at, pair in enumerate(product(PREFERRED, PREFERRED))}


@dataclass(frozen=True, slots=True)
class Agreement:
    """`n` comparisons with a verdict of people and of the judge; None without any.

    The intervals redraw the groups.
    """

    n: int
    agree: float | None
    kappa: float | None
    agree_interval: Interval | None
    kappa_interval: Interval | None

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            "n": self.n,
            "agree": self.agree,
            "kappa": self.kappa,
            "agree_interval": _as_value(self.agree_interval),
            "kappa_interval": _as_value(self.kappa_interval),
        }


@dataclass(frozen=True, slots=True)
class PairwiseCalibration:
    """How one judge compares. Shares are 0 … 1, None where nothing was counted.

    `comparisons` are those with a judgment of the judge, `both_orders` those of them with a
    verdict in both, `one_order` with a verdict in one. Over `both_orders`: `consistent`,
    `contradiction` (the rest) and `first_position_wins`, and against people `order_ab`,
    `order_ba`; `counted` are the consistent ones alone, what the product lets count.
    `own_order` is over every verdict with A shown first, whether or not the other is known.
    `intervals` has those of `consistent` and `first_position_wins`. `cases` counts all that were
    read, `without_people` those without one word of people; `people`: how far these agree.
    """

    judge: str
    fingerprint: str | None
    split: Split | None
    cases: int
    without_people: int
    comparisons: int
    both_orders: int
    one_order: int
    consistent: float | None
    contradiction: float | None
    first_position_wins: float | None
    intervals: Mapping[str, Interval | None]
    order_ab: Agreement
    order_ba: Agreement
    counted: Agreement
    own_order: Agreement
    people: HumanAgreement

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        out: dict[str, Any] = {"schema": PAIRWISE_SCHEMA, "criterion": PREFERENCE}
        for name in self.__slots__:
            value = getattr(self, name)
            out[name] = value.to_dict() if isinstance(value, Agreement | HumanAgreement) else value
        out["split"] = self.split or "all"
        out["intervals"] = {name: _as_value(one) for name, one in self.intervals.items()}
        return out


def calibrate_pairwise(
    cases: Iterable[Case], judge: str, *, resamples: int = _REDRAWN
) -> PairwiseCalibration:
    """The recorded preferences of `judge` against the labels on the criterion `preference`."""
    return calibrate_pairwise_source(cases, Recorded(judge, PREFERENCE), resamples=resamples)


def calibrate_pairwise_source(
    cases: Iterable[Case],
    source: JudgmentSource,
    *,
    split: Split | None = None,
    resamples: int = _REDRAWN,
) -> PairwiseCalibration:
    """The preferences of any source against the labels on the criterion `preference`.

    A label that nobody gave, or on which people differ, leaves a comparison out of the agreement
    alone. Several judgments of one judge on a case count one by one. With 0 `resamples` there are
    no intervals.
    """
    tally = _Tally(resamples)
    waiting: deque[tuple[str, Preferred | None, Pending]] = deque()
    for case in cases:
        if split is not None and split_of(group_of(case)) != split:
            continue
        waiting.append((group_of(case), tally.truth(case), source.begin(case, ())))
        if len(waiting) > source.ahead:
            tally.add(*waiting.popleft())
    while waiting:
        tally.add(*waiting.popleft())
    return tally.result(source, split)


class _Row(NamedTuple):
    """One judgment on one comparison."""

    group: str
    truth: Preferred | None
    orders: Orders

    @property
    def both(self) -> bool:
        """A verdict in either order."""
        return self.orders.consistent is not None


class _Tally:
    """What has been counted so far."""

    def __init__(self, resamples: int) -> None:
        self.resamples = resamples
        self.cases = self.without_people = 0
        self.rows: list[_Row] = []
        self.people: list[PersonsWord] = []

    def truth(self, case: Case) -> Preferred | None:
        """What people prefer; None where they say nothing, or not one thing."""
        self.cases += 1
        labels = labels_of(case, PREFERENCE)
        self.people += words_of(case, labels, self.cases)
        told = _preferred(labels)
        self.without_people += told is None
        return told

    def add(self, group: str, truth: Preferred | None, pending: Pending) -> None:
        """Count the judgments on one comparison."""
        self.rows += [
            _Row(group, truth, orders_of(one)) for one in pending() if one.criterion == PREFERENCE
        ]

    def result(self, source: JudgmentSource, split: Split | None) -> PairwiseCalibration:
        """The figures."""
        both = [one for one in self.rows if one.both]
        one_order = [one for one in self.rows if not one.both and one.orders != Orders(None, None)]
        same = sum(map(_same, both))
        first = sum(map(_first_wins, both))
        return PairwiseCalibration(
            judge=source.name,
            fingerprint=source.fingerprint,
            split=split,
            cases=self.cases,
            without_people=self.without_people,
            comparisons=len(self.rows),
            both_orders=len(both),
            one_order=len(one_order),
            consistent=same / len(both) if both else None,
            contradiction=1 - same / len(both) if both else None,
            first_position_wins=first / (2 * len(both)) if both else None,
            intervals={
                "consistent": self._share(both, _same, 1),
                "first_position_wins": self._share(both, _first_wins, 2),
            },
            order_ab=self._agreement(both, lambda one: one.orders.ab),
            order_ba=self._agreement(both, lambda one: one.orders.ba),
            counted=self._agreement(both, lambda one: one.orders.preferred),
            own_order=self._agreement(self.rows, lambda one: one.orders.ab),
            people=agreement_of_people(self.people, Resampling(resamples=self.resamples)),
        )

    def _share(
        self, rows: Sequence[_Row], hits: Callable[[_Row], int], of_each: int
    ) -> Interval | None:
        """The interval of the hits in `of_each` chances a row, groups redrawn."""
        sums = GroupSums((one.group for one in rows), 2)
        for one in rows:
            sums[one.group][0] += hits(one)
            sums[one.group][1] += of_each
        return self._interval(sums.rows, lambda total: total[0] / total[1])

    def _agreement(
        self, rows: Sequence[_Row], said: Callable[[_Row], Preferred | None]
    ) -> Agreement:
        """People against one verdict of each row, where both are there."""
        sums = GroupSums((one.group for one in rows), len(_CELLS))
        for one in rows:
            verdict = said(one)
            if one.truth is not None and verdict is not None:
                sums[one.group][_CELLS[one.truth, verdict]] += 1
        drawn = [row for row in sums.rows if any(row)]
        total = sums.total
        return Agreement(
            sum(total),
            _agree(total),
            _kappa(total),
            self._interval(drawn, _agree),
            self._interval(drawn, _kappa),
        )

    def _interval(
        self, rows: Sequence[Sequence[int]], figure: Callable[[list[int]], float | None]
    ) -> Interval | None:
        return resample(rows, figure, resamples=self.resamples) if self.resamples else None


def _preferred(labels: Sequence[Label]) -> Preferred | None:
    told = {as_preferred(one.value) for one in labels if not one.undetermined}
    return told.pop() if len(told) == 1 else None


def _same(row: _Row) -> bool:
    """Whether both orders give one verdict."""
    return row.orders.consistent is True


def _first_wins(row: _Row) -> int:
    """In how many of the two orders the answer shown first was preferred."""
    return (row.orders.ab == "A") + (row.orders.ba == "B")


def _agree(cells: list[int]) -> float | None:
    """The share on the diagonal."""
    n = sum(cells)
    return sum(cells[:: _SIDE + 1]) / n if n else None


def _kappa(cells: list[int]) -> float | None:
    """Cohen's κ of the cells, as `agreement.kappa_of_table` has it of a table."""
    n = sum(cells)
    chance = sum(sum(cells[at * _SIDE :][:_SIDE]) * sum(cells[at::_SIDE]) for at in range(_SIDE))
    return (n * sum(cells[:: _SIDE + 1]) - chance) / (n * n - chance) if n * n != chance else None


def _as_value(interval: Interval | None) -> dict[str, Any] | None:
    return interval.to_dict() if interval else None
