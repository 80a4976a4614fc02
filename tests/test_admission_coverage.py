"""Bounds, guarantee and numbers of labels hold what they promise, in simulated samples."""

from __future__ import annotations

from random import Random

import pytest

from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.measures.splits import SPLITS, Split
from adjudge_engine.calibration.releasing.admission import weigh
from adjudge_engine.calibration.releasing.guarantee import guarantee
from adjudge_engine.calibration.statistics.bounds import POWER, Grouped, more_needed
from adjudge_engine.calibration.statistics.confusion import Truth
from adjudge_engine.policy import Admission

LIMIT = 0.05


def admitted_by_mistake(samples: int, groups: int, size: int, seed: int) -> float:
    """How often a judge exactly at the limit is admitted; items of a group share a rate."""
    random = Random(seed)
    mistakes = 0
    for _ in range(samples):
        tallies = []
        for _ in range(groups):
            rate = LIMIT if size == 1 else random.betavariate(0.5, 0.5 * (1 - LIMIT) / LIMIT)
            tallies.append((sum(random.random() < rate for _ in range(size)), size))
        mistakes += Grouped.of(tallies).side(LIMIT, 0.95) == "below"
    return mistakes / samples


def settled(samples: int, hits: int, n: int, seed: int, part: float = 1.0) -> float:
    """How often that part of the further labels asked for, at the rate so far, settles it."""
    random = Random(seed)
    more = more_needed(Grouped(hits, n, n, 1.0), LIMIT, 0.95)
    assert more is not None
    more = int(more * part)
    done = 0
    for _ in range(samples):
        further = sum(random.random() < hits / n for _ in range(more))
        done += Grouped(hits + further, n + more, n + more, 1.0).side(LIMIT, 0.95) != "open"
    return done / samples


def rows(random: Random, count: int, split: Split, size: int = 1) -> list[Labelled]:
    """Bad ones score higher, but not by much; some have no score. Those of one source share what
    is chance in their scores."""
    out = []
    shared = 0.0
    for number in range(count):
        bad = random.random() < 0.4
        shared = random.gauss(0.0, 1.0) if number % size == 0 else shared
        score: float | None = shared + (0.8 if bad else 0.0)
        score = None if random.random() < 0.05 else score
        truth: Truth = "bad" if bad else "good"
        group = f"{number // size}"
        out.append(Labelled(f"{number}", group, truth, "abstain", score, {}, split))
    return out


def broken(samples: int, count: int, alpha: float, seed: int, size: int = 1) -> tuple[float, float]:
    """How often the set released has a true rate over alpha, and how often there was a set."""
    from statistics import NormalDist

    random = Random(seed)
    over = there = 0
    for _ in range(samples):
        dev, kept = (rows(random, count, side, size) for side in SPLITS)
        found = guarantee(dev, kept, alpha)
        if found.cut is not None:
            there += 1
            over += 0.95 * NormalDist(0.8, 1.0).cdf(found.cut) > alpha
    return over / samples, there / samples


@pytest.mark.parametrize(("groups", "size"), [(60, 1), (400, 1), (200, 5)])
def test_a_judge_at_the_limit_is_seldom_admitted(groups: int, size: int) -> None:
    assert admitted_by_mistake(150, groups, size, seed=groups + size) <= 0.05 + 0.06


def together(samples: int, groups: int, size: int, seed: int) -> float:
    """How often a judge at the limit is admitted by so few groups, each all hits or none."""
    random = Random(seed)
    demands = Admission(false_pass_upper=LIMIT)
    mistakes = 0
    for _ in range(samples):
        tallies = []
        for _ in range(groups):
            hits = size if random.random() < LIMIT else 0
            tallies.append([hits, size - hits, 0, 0, 0, 0])
        mistakes += weigh(tallies, demands).outcome == "admitted"
    return mistakes / samples


@pytest.mark.parametrize(("groups", "size"), [(20, 3), (30, 20), (60, 5)])
def test_few_sources_with_many_items_admit_no_more_often(groups: int, size: int) -> None:
    assert together(200, groups, size, seed=groups + size) <= 0.05 + 0.05


@pytest.mark.parametrize(("hits", "n"), [(1, 61), (2, 100), (7, 82)])
def test_so_many_more_labels_settle_it(hits: int, n: int) -> None:
    assert settled(120, hits, n, seed=n) >= POWER - 0.12


@pytest.mark.parametrize("size", [1, 5])
def test_the_guarantee_is_kept(size: int) -> None:
    over, there = broken(60, 300, 0.1, seed=5, size=size)
    assert over <= 0.05 + 0.08
    assert there > 0.5


@pytest.mark.stress
@pytest.mark.parametrize(("groups", "size"), [(60, 1), (120, 1), (400, 1), (100, 5), (200, 5)])
def test_a_judge_at_the_limit_is_seldom_admitted_in_many_samples(groups: int, size: int) -> None:
    """Wilson's bound is not exact: small samples may pass up to 2.5 points more than nominal."""
    assert admitted_by_mistake(4_000, groups, size, seed=groups * size) <= 0.05 + 0.025 + 0.007


@pytest.mark.stress
@pytest.mark.parametrize(("hits", "n"), [(0, 20), (1, 61), (2, 100), (5, 58), (7, 82), (30, 500)])
def test_so_many_more_labels_settle_it_in_many_samples(hits: int, n: int) -> None:
    assert settled(2_000, hits, n, seed=n) >= POWER - 0.03
    assert settled(2_000, hits, n, seed=n, part=0.7) < POWER  # and fewer would not do


@pytest.mark.stress
@pytest.mark.parametrize(
    ("count", "alpha", "size"), [(200, 0.05, 1), (300, 0.1, 1), (1_000, 0.05, 1), (300, 0.1, 5)]
)
def test_the_guarantee_is_kept_in_many_samples(count: int, alpha: float, size: int) -> None:
    over, _ = broken(600, count, alpha, seed=count, size=size)
    assert over <= 0.05 + 0.02
