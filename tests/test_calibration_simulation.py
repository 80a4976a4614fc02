"""Nominal 95 % intervals, simulated: they hold the truth in 95 % of samples, within chance.

The short versions see a wrong interval (half as wide, or of items taken as independent); the long
ones, marked stress, see one that is off by about three in a hundred.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import sqrt
from random import Random

import pytest
from calibration_samples import drawn_rows

from adjudge_engine.calibration.measures.counting import confusion_of, counts_by_group
from adjudge_engine.calibration.measures.ensemble import alignment_of, measures
from adjudge_engine.calibration.statistics.bootstrap import resample
from adjudge_engine.calibration.statistics.confusion import Confusion
from adjudge_engine.calibration.statistics.intervals import wilson

NOMINAL = 0.95
#: Standard errors of a simulated share that chance alone will not exceed here.
ERRORS = 3.5


def kappa(counts: list[int]) -> float | None:
    return measures(counts)["kappa"]


def false_pass(counts: list[int]) -> float | None:
    return Confusion(*counts).false_pass.value


MEASURES: dict[str, Callable[[list[int]], float | None]] = {
    "false pass": false_pass,
    "kappa": kappa,
    "alignment": alignment_of,
}


@cache
def population() -> list[int]:
    """The counts of so many groups that their figures are taken as the true ones."""
    return list(confusion_of(drawn_rows(60_000, Random(99))).counts)


def held(groups: int, samples: int, resamples: int, measure: str) -> float:
    """The share of simulated samples whose interval holds the true figure."""
    statistic = MEASURES[measure]
    truth = statistic(population())
    assert truth is not None
    hits = 0
    for seed in range(samples):
        counts = counts_by_group(drawn_rows(groups, Random(seed)))
        interval = resample(counts, statistic, resamples=resamples, seed=seed)
        assert interval is not None
        hits += interval.low <= truth <= interval.high
    return hits / samples


def slack(samples: int) -> float:
    return ERRORS * sqrt(NOMINAL * (1 - NOMINAL) / samples)


@pytest.mark.parametrize("measure", list(MEASURES))
def test_redrawn_groups_hold_the_truth(measure: str) -> None:
    samples = 60
    assert abs(held(80, samples, 200, measure) - NOMINAL) <= slack(samples)


@pytest.mark.stress
@pytest.mark.parametrize("groups", [40, 100, 300])
@pytest.mark.parametrize("measure", list(MEASURES))
def test_redrawn_groups_hold_the_truth_in_many_samples(measure: str, groups: int) -> None:
    samples = 600
    share = held(groups, samples, 500, measure)
    # Intervals of few groups are known to be a little too narrow: two in a hundred are granted.
    assert NOMINAL - 0.02 - slack(samples) <= share <= NOMINAL + slack(samples), share


@pytest.mark.parametrize(
    ("n", "rate"),
    [(30, 0.05), (30, 0.3), (200, 0.02), (200, 0.5)],
    ids=["30 at 5 %", "30 at 30 %", "200 at 2 %", "200 at 50 %"],
)
def test_wilsons_interval_holds_the_rate_as_often_as_it_says(n: int, rate: float) -> None:
    """Exactly, from the binomial distribution: no sample, no chance."""
    stats = pytest.importorskip("scipy.stats")
    share = 0.0
    for hits in range(n + 1):
        interval = wilson(hits, n)
        assert interval is not None
        if interval.low <= rate <= interval.high:
            share += float(stats.binom.pmf(hits, n, rate))
    assert share == pytest.approx(NOMINAL, abs=0.035)


def test_items_of_one_group_taken_as_independent_would_hold_too_seldom() -> None:
    """What is guarded against is there: in these samples groups do err together."""
    random = Random(3)
    narrow = wide = 0.0
    for _ in range(20):
        rows = drawn_rows(60, random, per_group=(24, 36))
        by_group = resample(counts_by_group(rows), false_pass, resamples=200)
        alone = confusion_of(rows).false_pass.interval
        assert by_group is not None
        assert alone is not None
        wide += by_group.high - by_group.low
        narrow += alone.high - alone.low
    assert wide > 1.2 * narrow
