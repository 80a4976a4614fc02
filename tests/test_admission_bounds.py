"""One-sided bounds over groups, and how many more labels settle a limit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.calibration.statistics.bounds import MOST, Grouped, more_needed, upper_wilson
from adjudge_engine.calibration.statistics.intervals import wilson
from adjudge_engine.calibration.statistics.passing import at_most, passed_in_order, upper_bound


@pytest.mark.parametrize(("hits", "n"), [(0, 20), (3, 61), (40, 41), (500, 1000)])
def test_the_bounds_are_the_ends_of_a_two_sided_interval(hits: int, n: int) -> None:
    found = Grouped(hits, n, n, 1.0)
    both = wilson(hits, n, 0.90)
    assert both is not None
    assert found.upper(0.95) == pytest.approx(both.high)
    assert found.lower(0.95) == pytest.approx(both.low)


def test_nothing_seen_bounds_nothing() -> None:
    none = Grouped.of([])
    assert (none.rate, none.upper(0.95), none.lower(0.95)) == (None, 1.0, 0.0)
    assert none.side(0.05, 0.95) == "open"
    assert more_needed(none, 0.05, 0.95) == 52
    assert upper_wilson(0, 51, 0.95) > 0.05 >= upper_wilson(0, 52, 0.95)


def test_items_of_one_source_count_for_fewer() -> None:
    alone = Grouped.of([(1, 1)] * 10 + [(0, 1)] * 90)
    assert alone.effect == 1.0
    together = Grouped.of([(10, 10)] + [(0, 10)] * 9)
    assert together.effect == pytest.approx(99 / 9, rel=0.02)
    assert together.upper(0.95) > alone.upper(0.95)
    even = Grouped.of([(1, 10)] * 100)
    assert 1 < even.effect < 1.1


def test_without_a_hit_sources_count_and_not_their_items() -> None:
    none = Grouped.of([(0, 5)] * 20)
    assert none.effect == pytest.approx(5)
    assert none.upper(0.95) == pytest.approx(upper_wilson(0, 20, 0.95))
    every = Grouped.of([(5, 5)] * 20)
    assert every.lower(0.95) == pytest.approx(1 - upper_wilson(0, 20, 0.95))
    assert Grouped.of([(0, 1)] * 60).effect == 1.0


def test_each_hit_that_stands_alone_lets_items_count_for_more() -> None:
    effects = [
        Grouped.of([(1, 5)] * hits + [(0, 5)] * (60 - hits)).effect for hits in (0, 1, 5, 30)
    ]
    assert effects == sorted(effects, reverse=True)
    assert 1 < effects[-1] < 1.5 < 4.5 < effects[0]


@given(st.lists(st.integers(0, 6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))))
def test_bounds_hold_the_rate_and_never_leave_the_unit_interval(
    tallies: list[tuple[int, int]],
) -> None:
    found = Grouped.of(tallies)
    assert found.effect >= 1
    assert 0 <= found.lower(0.95) <= (found.rate or 0.0) + 1e-12
    assert (1.0 if found.rate is None else found.rate) - 1e-12 <= found.upper(0.95) <= 1
    assert found.groups == sum(1 for _, n in tallies if n)


def test_how_many_more_stops_where_no_number_would_do() -> None:
    assert more_needed(Grouped(5, 100, 100, 1.0), 0.05, 0.95) is None
    assert more_needed(Grouped(4_999, 100_000, 100, 30.0), 0.05, 0.95) is None
    settled = Grouped(0, 200, 200, 1.0)
    assert more_needed(settled, 0.05, 0.95) == 0
    needed = more_needed(Grouped(30, 500, 500, 1.0), 0.05, 0.95)
    assert needed is not None
    assert 0 < needed <= MOST


def test_a_greater_design_effect_asks_for_more() -> None:
    few = more_needed(Grouped(1, 61, 61, 1.0), 0.05, 0.95)
    more = more_needed(Grouped(1, 61, 20, 2.0), 0.05, 0.95)
    assert few is not None
    assert more is not None
    assert more > few > 0


def test_the_fixed_sequence_stops_at_the_first_that_fails() -> None:
    assert passed_in_order([(0, 100), (1, 100), (9, 100), (0, 100)], 0.05) == 2
    assert passed_in_order([(0, 10)], 0.05) == 0
    assert passed_in_order([], 0.05) == 0


@given(st.integers(0, 40), st.integers(1, 60))
def test_a_test_passes_exactly_where_the_exact_bound_is_within_the_target(
    hits: int, n: int
) -> None:
    bound = upper_bound(min(hits, n), n)
    passed = passed_in_order([(min(hits, n), n)], 0.2) == 1
    assert passed == (bound <= 0.2) or bound == pytest.approx(0.2, abs=1e-9)


def test_the_binomial_is_scipys() -> None:
    stats = pytest.importorskip("scipy.stats")
    for hits, n, rate in ((0, 5, 0.3), (3, 61, 0.05), (20, 400, 0.05), (7, 7, 0.4), (2, 9, 0.0)):
        assert at_most(hits, n, rate) == pytest.approx(float(stats.binom.cdf(hits, n, rate)))
