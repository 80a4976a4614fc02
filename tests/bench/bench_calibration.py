"""Prints what the figures of 10,000 labelled items cost, groups redrawn 2,000 times.

`python tests/bench/bench_calibration.py [--items N] [--resamples N]`: CPU seconds of every part,
and of all together as a multiple of a bare numpy loop that redraws the same groups and adds up
their counts, without any statistic.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random

import numpy as np

from adjudge_engine.calibration.measures.counting import as_ratings, counts_by_group
from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.measures.measuring import measure
from adjudge_engine.calibration.measures.risk import abstentions, risk_coverage
from adjudge_engine.calibration.measures.slices import by_slice
from adjudge_engine.calibration.measures.splits import split_of
from adjudge_engine.calibration.raters.coefficient import Resampling
from adjudge_engine.calibration.raters.krippendorff import krippendorff
from adjudge_engine.calibration.raters.multirater import gwet
from adjudge_engine.calibration.statistics.confusion import Said


def samples(items: int) -> list[Labelled]:
    """Made-up rows: a third of the items share their group with others, one in five is bad."""
    random = Random(1)
    rows = []
    for number in range(items):
        group = f"document {random.randrange(items)}"
        bad = random.random() < 0.2
        score = min(1.0, max(0.0, random.gauss(0.6 if bad else 0.3, 0.2)))
        said: Said = "abstain" if 0.4 < score < 0.5 else "fail" if score >= 0.5 else "pass"
        slices = {"language": f"language {number % 5}", "generator": f"model {number % 7}"}
        rows.append(
            Labelled(
                f"case {number}",
                group,
                "bad" if bad else "good",
                said,
                score,
                slices,
                split_of(group),
            )
        )
    return rows


def bare(counts: list[list[int]], resamples: int) -> None:
    """What cannot be saved: draw, count, add up."""
    table, generator = np.array(counts, dtype=float), np.random.default_rng(1)
    for _ in range(resamples):
        drawn = generator.integers(0, len(table), len(table))
        np.bincount(drawn, minlength=len(table)) @ table


def seconds(run: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    began = time.process_time()
    run()
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--resamples", type=int, default=2_000)
    given = parser.parse_args()
    rows, resamples = samples(given.items), given.resamples
    counts, ratings = counts_by_group(rows), as_ratings(rows)
    how = Resampling(resamples=resamples)
    print(f"{len(rows):,} items in {len(counts):,} groups, {resamples:,} resamples; CPU seconds")
    unit = seconds(lambda: bare(counts, resamples))
    print(f"  bare numpy loop    {unit:6.2f}")
    parts: dict[str, Callable[[], object]] = {
        "AC1": lambda: gwet(ratings, scale=("bad", "good"), how=how),
        "alpha": lambda: krippendorff(ratings, how=how),
        "risk and coverage": lambda: risk_coverage(rows, resamples=resamples),
        "abstentions": lambda: abstentions(rows, resamples=resamples),
        "slices": lambda: by_slice(rows, resamples=resamples),
        "all of one level": lambda: measure(rows, resamples=resamples),
    }
    for name, run in parts.items():
        took = seconds(run)
        print(f"  {name:18} {took:6.2f}   {took / unit:5.1f} × the bare loop")


if __name__ == "__main__":
    main()
