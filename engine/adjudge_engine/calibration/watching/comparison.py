"""Several judges on the same labels: which is best, which is cheapest, and what is only chance.

Differences are paired: whole sources are drawn anew for both judges at once, so what a source
makes hard for all cancels out. A judge is *not worse* than the best where the lower bound of its
alignment less the best's lies above −margin; not to be shown worse is not enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any, Final, Literal

from adjudge_engine.calibration.measures.counting import PLACES, confusion_of, counts_by_group
from adjudge_engine.calibration.measures.ensemble import Ensemble, alignment_of, ensemble
from adjudge_engine.calibration.measures.labelled import Compared, Labelled
from adjudge_engine.calibration.statistics.bootstrap import resample
from adjudge_engine.calibration.statistics.confusion import CELLS, Confusion
from adjudge_engine.calibration.statistics.differences import Difference, difference
from adjudge_engine.calibration.statistics.intervals import RESAMPLES, Interval

#: How much alignment a cheaper judge may lack and still count as not worse.
MARGIN: Final = 0.05

Level = Literal["answer", "claim"]


@dataclass(frozen=True, slots=True)
class Figures:
    """One judge. `cost` in USD per 1,000 judgments and `latency_ms` (median): None if unknown.

    Both are over the judgments that say; one that does not say what it cost makes it unknown.
    """

    judge: str
    fingerprint: str | None
    matrix: Confusion
    ensemble: Ensemble
    interval: Interval | None
    cost: float | None
    latency_ms: float | None


@dataclass(frozen=True, slots=True)
class Against:
    """A judge's alignment less the best one's, over the items that both were given."""

    judge: str
    items: int
    difference: Difference
    not_worse: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """Judges in the order given. `best` has the highest alignment; None if none has one.

    `choice`: the cheapest of those not worse than the best; None where no cost is known.
    """

    level: Level
    margin: float
    judges: tuple[Figures, ...]
    best: str | None
    against: tuple[Against, ...]
    choice: str | None

    def to_dict(self) -> dict[str, Any]:
        """The comparison as JSON values."""
        return {
            "schema": "adjudge.comparison/1",
            "level": self.level,
            "margin": self.margin,
            "judges": [
                {
                    "judge": one.judge,
                    "fingerprint": one.fingerprint,
                    "ensemble": one.ensemble.to_dict(),
                    "alignment_interval": one.interval.to_dict() if one.interval else None,
                    **one.matrix.to_dict(),
                    "cost_per_1000_usd": one.cost,
                    "latency_ms": one.latency_ms,
                }
                for one in self.judges
            ],
            "best": self.best,
            "against_best": [
                {
                    "judge": one.judge,
                    "items": one.items,
                    **one.difference.to_dict(),
                    "not_worse": one.not_worse,
                }
                for one in self.against
            ],
            "choice": self.choice,
        }


def compare(
    compared: Sequence[Compared], level: Level = "answer", margin: float = MARGIN
) -> Comparison:
    """The judges side by side, each against the best."""
    rows = {one.judge: one.claim if level == "claim" else one.answer for one in compared}
    figures = tuple(_figures(one, rows[one.judge]) for one in compared)
    ranked = [one for one in figures if one.ensemble.alignment is not None]
    if not ranked:
        return Comparison(level, margin, figures, None, (), None)
    best = max(ranked, key=lambda one: one.ensemble.alignment or 0.0)
    against = tuple(
        _against(one.judge, rows[one.judge], rows[best.judge], margin)
        for one in figures
        if one is not best
    )
    fair = {best.judge} | {one.judge for one in against if one.not_worse}
    priced = [(one.cost, one.judge) for one in figures if one.cost is not None]
    cheapest = min(((cost, judge) for cost, judge in priced if judge in fair), default=None)
    return Comparison(
        level, margin, figures, best.judge, against, cheapest[1] if cheapest else None
    )


def _figures(compared: Compared, rows: Sequence[Labelled]) -> Figures:
    matrix = confusion_of(rows)
    return Figures(
        judge=compared.judge,
        fingerprint=compared.fingerprint,
        matrix=matrix,
        ensemble=ensemble(matrix),
        interval=resample(counts_by_group(rows), alignment_of, resamples=RESAMPLES),
        cost=_cost(compared),
        latency_ms=_latency(compared),
    )


def _cost(compared: Compared) -> float | None:
    told = [None if one is None else one.cost_usd for one in compared.usage]
    known = [one for one in told if one is not None]
    return 1_000 * fmean(known) if known and len(known) == len(told) else None


def _latency(compared: Compared) -> float | None:
    known = [
        one.latency_ms for one in compared.usage if one is not None and one.latency_ms is not None
    ]
    return median(known) if known else None


def _against(
    judge: str, rows: Sequence[Labelled], best: Sequence[Labelled], margin: float
) -> Against:
    """Paired by item: an item that one of the two was not given counts for neither."""
    mine = {(one.case_id, one.claim_id): one for one in rows}
    width = len(CELLS)
    sums: dict[str, list[int]] = {}
    items = 0
    for other in best:
        own = mine.get((other.case_id, other.claim_id))
        if own is None:
            continue
        items += 1
        into = sums.setdefault(other.group, [0] * (2 * width))
        into[PLACES[own.truth, own.said]] += 1
        into[width + PLACES[other.truth, other.said]] += 1

    def less(counts: list[int]) -> float | None:
        first, second = alignment_of(counts[:width]), alignment_of(counts[width:])
        return None if first is None or second is None else first - second

    found = difference([sums[name] for name in sorted(sums)], less, resamples=RESAMPLES)
    same = found.value == 0.0 and found.interval is None and items > 0
    not_worse = same or (found.interval is not None and found.interval.low > -margin)
    return Against(judge, items, found, not_worse)
