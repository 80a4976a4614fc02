"""Intervals and agreement: known answers, defining equations, edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.calibration.statistics.agreement import (
    agreement_of_table,
    in_words,
    kappa_of_table,
)
from adjudge_engine.calibration.statistics.bootstrap import draws, resample, totals
from adjudge_engine.calibration.statistics.intervals import Interval, wilson

RATINGS = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=40)


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """κ of two rows of ratings."""
    return kappa_of_table(Counter(zip(first, second, strict=True)))


def bootstrap(
    tallies: Mapping[str, list[int]], statistic: Callable[[list[int]], float | None], seed: int = 1
) -> Interval | None:
    """The interval of groups by name."""
    return resample(list(tallies.values()), statistic, seed=seed)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [  # as R's prop.test(hits, n, correct = FALSE) gives them
        (8, 10, 0.4901625, 0.9433178),
        (50, 100, 0.4038315, 0.5961685),
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (1, 1, 0.2065493, 1.0),
    ],
)
def test_wilson_known_answers(hits: int, n: int, low: float, high: float) -> None:
    interval = wilson(hits, n)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-7)
    assert (interval.method, interval.confidence) == ("wilson", 0.95)


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 5_000), st.data())
def test_wilson_bounds_are_where_the_score_test_turns(n: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, n))
    confidence, z = data.draw(st.sampled_from([(0.9, 1.6448536), (0.95, 1.959964), (0.99, 2.5758)]))
    interval = wilson(hits, n, confidence)
    assert interval is not None
    assert 0 <= interval.low <= hits / n <= interval.high <= 1
    for bound in (interval.low, interval.high):
        if 0 < bound < 1:
            distance = abs(hits / n - bound)
            assert distance == pytest.approx(z * sqrt(bound * (1 - bound) / n), rel=1e-3)


def test_a_higher_confidence_is_wider_and_more_items_are_narrower() -> None:
    def width(hits: int, n: int, confidence: float) -> float:
        interval = wilson(hits, n, confidence)
        assert interval is not None
        return interval.high - interval.low

    assert width(3, 10, 0.8) < width(3, 10, 0.95) < width(3, 10, 0.99)
    assert width(300, 1_000, 0.95) < width(30, 100, 0.95) < width(3, 10, 0.95)


def test_wilson_without_items_or_sense() -> None:
    assert wilson(0, 0) is None
    for hits, n, confidence in ((-1, 3, 0.95), (4, 3, 0.95), (1, 3, 1.0), (1, 3, 0.0)):
        with pytest.raises(ValueError, match="between"):
            wilson(hits, n, confidence)


def test_kappa_known_answer() -> None:
    human, judge = [3, 1, 2, 3, 3, 1, 2], [3, 1, 3, 3, 2, 1, 2]
    assert cohen_kappa(human, judge) == pytest.approx(0.5625, abs=1e-15)
    assert agreement_of_table(Counter(zip(human, judge, strict=True))) == pytest.approx(5 / 7)


def test_kappa_of_a_textbook_table() -> None:
    # Two readers of 50 proposals: both yes 20, both no 15, only the first 5, only the second 10.
    table = {("y", "y"): 20, ("n", "n"): 15, ("y", "n"): 5, ("n", "y"): 10}
    assert kappa_of_table(table) == pytest.approx(0.4)


def test_kappa_edges() -> None:
    assert cohen_kappa([], []) is None
    assert agreement_of_table({}) is None
    assert cohen_kappa([1], [1]) is None  # only one thing was ever said
    assert cohen_kappa([1, 1], [1, 1]) is None
    assert cohen_kappa([1], [2]) == 0.0
    assert cohen_kappa([1, 1, 1], [1, 1, 2]) == 0.0  # a rater who never varies agrees by chance
    assert cohen_kappa([1, 2], [2, 1]) == -1.0
    assert cohen_kappa(["good", "bad"], ["good", "bad"]) == 1.0


@settings(max_examples=100, deadline=None)
@given(RATINGS)
def test_kappa_does_not_depend_on_order_names_or_who_is_first(
    pairs: list[tuple[int, int]],
) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    kappa = cohen_kappa(first, second)
    assert cohen_kappa(second, first) == kappa
    assert cohen_kappa(first[::-1], second[::-1]) == kappa
    assert cohen_kappa([f"grade {a}" for a in first], [f"grade {b}" for b in second]) == kappa
    assert kappa is None or -1 <= kappa <= 1
    assert (kappa == 1) == (first == second and len(set(first)) > 1)


@settings(max_examples=100, deadline=None)
@given(RATINGS)
def test_kappa_follows_its_definition(pairs: list[tuple[int, int]]) -> None:
    n = len(pairs)
    observed = sum(a == b for a, b in pairs) / n
    chance = sum(
        sum(a == rating for a, _ in pairs) * sum(b == rating for _, b in pairs)
        for rating in range(1, 5)
    ) / (n * n)
    kappa = cohen_kappa([a for a, _ in pairs], [b for _, b in pairs])
    if kappa is None:
        assert chance == 1
    else:
        assert kappa == pytest.approx((observed - chance) / (1 - chance))


@pytest.mark.parametrize(
    ("kappa", "words"),
    [
        (None, "undefined"),
        (0.61, "substantial"),
        (0.6, "moderate"),
        (0.4, "moderate"),
        (0.39, "not the same thing measured"),
        (-0.2, "not the same thing measured"),
    ],
)
def test_kappa_in_words(kappa: float | None, words: str) -> None:
    assert in_words(kappa) == words


def share(cells: list[int]) -> float | None:
    """The first cell's share of both."""
    return cells[0] / sum(cells) if sum(cells) else None


def test_the_bootstrap_of_independent_items_is_as_wide_as_theory_says() -> None:
    tallies = {str(one): [1, 0] if one < 80 else [0, 1] for one in range(200)}
    interval = bootstrap(tallies, share)
    assert interval is not None
    half = 1.96 * sqrt(0.4 * 0.6 / 200)
    assert interval.low == pytest.approx(0.4 - half, abs=0.015)
    assert interval.high == pytest.approx(0.4 + half, abs=0.015)
    assert "200 groups" in interval.method


def test_groups_that_err_together_widen_the_bootstrap() -> None:
    alone = {str(one): [1, 0] if one % 2 else [0, 1] for one in range(200)}
    together = {str(one): [20, 0] if one % 2 else [0, 20] for one in range(10)}
    narrow, wide = bootstrap(alone, share), bootstrap(together, share)
    assert narrow is not None
    assert wide is not None
    assert wide.high - wide.low > 3 * (narrow.high - narrow.low)


def test_the_bootstrap_is_the_same_whatever_the_order_and_follows_its_seed() -> None:
    names = [str(one) for one in range(30)]
    tallies = {name: [int(name) % 3, int(name) % 5] for name in names}
    Random(5).shuffle(names)
    shuffled = {name: tallies[name] for name in names}
    assert bootstrap(tallies, share) == bootstrap(shuffled, share)
    assert bootstrap(tallies, share) != bootstrap(tallies, share, seed=2)


def test_the_bootstrap_is_silent_where_it_knows_nothing() -> None:
    assert bootstrap({}, share) is None
    assert bootstrap({str(one): [3, 4] for one in range(4)}, share) is None  # too few groups
    half = {str(one): [0, 0] for one in range(5)} | {"x": [1, 0]}
    assert bootstrap(half, share) is None  # most resamples leave the share undefined
    assert bootstrap({str(one): [1, 0] for one in range(9)}, share) is None  # nothing differs


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 10**6), min_size=2, max_size=2), min_size=1, max_size=9),
    st.integers(0, 3),
    st.sampled_from([1, 10**9, 10**15]),
)
def test_sums_of_redrawn_groups_are_exact_and_follow_pythons_own_generator(
    rows: list[list[int]], seed: int, scale: int
) -> None:
    rows = [[one * scale + place for place, one in enumerate(row)] for row in rows]
    ordered = sorted(rows, key=lambda row: row[::-1])
    random = Random(seed)
    expected = []
    for _ in range(7):
        drawn = [ordered[int(random.random() * len(rows))] for _ in rows]
        expected.append([sum(column) for column in zip(*drawn, strict=True)])
    assert list(totals(rows, 7, seed)) == expected
    assert list(totals(rows[::-1], 7, seed)) == expected


def test_draws_come_in_pieces_that_say_the_same() -> None:
    whole = [row.tolist() for counts in draws(50, 30, 1) for row in counts]
    pieces = [row.tolist() for counts in draws(50, 30, 1, items=1 << 17) for row in counts]
    assert whole == pieces
    assert len(whole) == 30
    assert {sum(row) for row in whole} == {50}
