"""The same figures from well-known libraries; skipped without the `oracles` extra."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

import pytest

from adjudge_engine.calibration.raters.coefficient import Resampling
from adjudge_engine.calibration.raters.cohen import cohen
from adjudge_engine.calibration.raters.krippendorff import Level, krippendorff
from adjudge_engine.calibration.raters.ordinal import spearman
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.calibration.raters.scale import Weights
from adjudge_engine.calibration.statistics.bootstrap import expanded_tail

QUICK = Resampling(resamples=0)


def oracle(name: str) -> Any:
    pytest.importorskip(name.partition(".")[0])
    return importlib.import_module(name)


def rated(seed: int, raters: int, items: int, missing: float) -> list[list[int | None]]:
    """Rows of ratings 1 … 5 that follow each other now and then."""
    random = Random(seed)
    truth = [random.randint(1, 5) for _ in range(items)]
    return [
        [
            None
            if random.random() < missing
            else one
            if random.random() < 0.6
            else random.randint(1, 5)
            for one in truth
        ]
        for _ in range(raters)
    ]


def of_rows(rows: list[list[int | None]]) -> Ratings:
    named: dict[str, list[Value | None]] = {str(rater): list(row) for rater, row in enumerate(rows)}
    return Ratings.from_rows(named)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("weights", "theirs"), [("identity", None), ("linear", "linear"), ("quadratic", "quadratic")]
)
def test_kappa_is_that_of_scikit_learn(weights: Weights, theirs: str | None, seed: int) -> None:
    metrics = oracle("sklearn.metrics")
    rows = rated(seed, 2, 60, 0)
    wanted = metrics.cohen_kappa_score(*rows, weights=theirs, labels=[1, 2, 3, 4, 5])
    assert cohen(of_rows(rows), weights, how=QUICK).value == pytest.approx(wanted)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
@pytest.mark.parametrize("missing", [0, 0.4])
def test_alpha_is_that_of_krippendorff(level: Level, missing: float, seed: int) -> None:
    theirs = oracle("krippendorff")
    rows = rated(seed, 4, 40, missing)
    data = [[float("nan") if one is None else float(one) for one in row] for row in rows]
    wanted = theirs.alpha(reliability_data=data, level_of_measurement=level)
    assert krippendorff(of_rows(rows), level, how=QUICK).value == pytest.approx(wanted)


@pytest.mark.parametrize("seed", range(5))
def test_rank_correlation_is_that_of_scipy(seed: int) -> None:
    stats = oracle("scipy.stats")
    rows = rated(seed, 2, 60, 0)
    wanted = stats.spearmanr(*rows).statistic
    assert spearman(of_rows(rows), how=QUICK).value == pytest.approx(float(wanted))


@pytest.mark.parametrize("confidence", [0.8, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("groups", [5, 8, 20, 200])
def test_tails_are_those_of_students_t(groups: int, confidence: float) -> None:
    stats = oracle("scipy.stats")
    student = stats.t.ppf((1 + confidence) / 2, groups - 1) * (groups / (groups - 1)) ** 0.5
    assert expanded_tail(groups, confidence) == pytest.approx(
        stats.norm.sf(student), rel=0.05, abs=2e-6
    )
