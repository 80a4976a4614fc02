"""Corrected production rates: the published formulas, what is missing, and coverage simulated."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.calibration.statistics.bounds import Grouped
from adjudge_engine.calibration.watching.rates import (
    Corrected,
    Looked,
    from_flags,
    from_sample,
    together,
)

TAKEN = 0.95


def grouped(hits: int, n: int) -> Grouped:
    return Grouped(hits, n, n, 1.0)


def test_rogan_and_gladen() -> None:
    found = from_flags("all", 200, 1000, grouped(90, 100), grouped(190, 200))
    assert found.raw == 0.2
    assert found.value == pytest.approx((0.2 + 0.95 - 1) / (0.9 + 0.95 - 1))
    assert found.interval is not None
    assert found.interval.low < 0.17 < 0.18 < found.interval.high


def test_lang_and_reiczigel_of_a_perfect_test_is_near_wald_with_pseudo_counts() -> None:
    found = from_flags("all", 100, 1000, grouped(10**6, 10**6), grouped(10**6, 10**6))
    assert found.interval is not None
    centre = (100 + 1.9208) / (1000 + 3.8415)
    half = 1.96 * (centre * (1 - centre) / 1003.8415) ** 0.5
    assert found.interval.low == pytest.approx(centre - half, abs=1e-4)
    assert found.interval.high == pytest.approx(centre + half, abs=1e-4)


@pytest.mark.parametrize(
    ("n", "caught", "cleared", "why"),
    [
        (0, grouped(9, 10), grouped(9, 10), "no answer in production"),
        (9, grouped(0, 0), grouped(9, 10), "no bad answer"),
        (9, grouped(9, 10), grouped(0, 0), "no good answer"),
        (9, grouped(5, 10), grouped(5, 10), "hardly more often"),
        (9, grouped(2, 10), grouped(3, 10), "hardly more often"),
    ],
    ids=["none", "no bad", "no good", "coin", "upside down"],
)
def test_what_cannot_be_told_is_undefined(
    n: int, caught: Grouped, cleared: Grouped, why: str
) -> None:
    found = from_flags("all", 0, n, caught, cleared)
    assert found.value is None
    assert found.interval is None
    assert why in found.why


def test_a_sample_of_all_is_known_for_certain() -> None:
    found = from_sample("x", [Looked(0.0, at < 3, 1.0) for at in range(12)])
    assert found.value == 0.25
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == (0.25, 0.25)


def test_words_on_answers_that_were_not_drawn_do_not_count() -> None:
    answers = [Looked(0.0, True, None)] * 50 + [Looked(0.0, False, 0.5)] * 50
    found = from_sample("x", answers)
    assert (found.labelled, found.value) == (50, 0.0)
    assert from_sample("x", answers[:50]).value is None
    assert "none was drawn" in from_sample("x", answers[:50]).why
    assert "decided yet" in from_sample("x", [Looked(0.0, None, 0.5)]).why
    assert from_sample("x", []).why == "there is no such answer"


def test_no_bad_one_found_is_not_nothing_bad() -> None:
    found = from_sample("x", [Looked(0.0, False, 0.1)] * 30 + [Looked(0.0)] * 270)
    assert found.value == 0.0
    assert found.interval is not None
    assert 0.05 < found.interval.high < 0.2


def test_undecided_ones_are_counted_and_the_worst_is_told() -> None:
    answers = [Looked(0.0, False, 0.5)] * 30 + [Looked(0.0, None, 0.5)] * 10 + [Looked(0.0)] * 40
    found = from_sample("x", answers)
    assert found.undecided == 10
    assert found.worst == pytest.approx(0.25)
    assert found.assumes


def test_a_judge_that_is_right_narrows_the_interval_and_a_coin_does_not() -> None:
    random = Random(1)
    truths = [random.random() < 0.3 for _ in range(2000)]
    drawn = [at % 10 == 0 for at in range(2000)]

    def width(flag: Callable[[bool], float]) -> float:
        answers = [
            Looked(flag(bad), bad if one else None, 0.1 if one else None)
            for bad, one in zip(truths, drawn, strict=True)
        ]
        found = from_sample("x", answers)
        assert found.interval is not None
        return found.interval.high - found.interval.low

    coin = width(lambda _: float(random.random() < 0.5))
    right = width(lambda bad: float(bad != (random.random() < 0.05)))
    nothing = width(lambda _: 0.0)
    assert right < 0.75 * nothing
    assert coin < 1.1 * nothing


@given(
    st.lists(
        st.tuples(
            st.sampled_from([0.0, 0.5, 1.0]),
            st.sampled_from([True, False, None]),
            st.sampled_from([None, 0.05, 0.5, 1.0]),
        ),
        max_size=40,
    )
)
def test_an_estimate_lies_within_its_interval_and_within_0_and_1(
    drawn: list[tuple[float, bool | None, float | None]],
) -> None:
    found = from_sample("x", [Looked(*one) for one in drawn])
    if found.value is None or found.interval is None:
        assert found.why
        return
    assert 0 <= found.interval.low <= found.value + 1e-9
    assert found.value - 1e-9 <= found.interval.high <= 1


def test_strata_are_weighed_by_their_size_and_none_may_be_missing() -> None:
    small = from_sample("small", [Looked(0.0, True, 1.0)] * 10)
    large = from_sample("large", [Looked(0.0, False, 0.5)] * 45 + [Looked(0.0)] * 45)
    both = together("both", [small, large])
    assert both.value == pytest.approx(0.1)
    assert both.interval is not None
    assert 0.1 < both.interval.high < 0.2
    unseen = from_sample("unseen", [Looked(0.0)] * 5)
    found = together("all", [small, unseen])
    assert found.value is None
    assert found.why.startswith("of the unseen (5)")
    assert together("none", []).value is None


def covered(times: int, make: Callable[[Random], tuple[float, Corrected]], seed: int) -> float:
    random = Random(seed)
    hits = 0
    for _ in range(times):
        truth, found = make(random)
        assert found.interval is not None
        hits += found.interval.low - 1e-12 <= truth <= found.interval.high + 1e-12
    return hits / times


def flags(share: float, finds: float, clears: float) -> Callable[[Random], tuple[float, Corrected]]:
    def make(random: Random) -> tuple[float, Corrected]:
        def count(n: int, chance: float) -> int:
            return sum(random.random() < chance for _ in range(n))

        flagged = count(600, share * finds + (1 - share) * (1 - clears))
        caught, cleared = grouped(count(60, finds), 60), grouped(count(140, clears), 140)
        return share, from_flags("x", flagged, 600, caught, cleared)

    return make


def sampled(
    share: float, wrong: float, chance: float
) -> Callable[[Random], tuple[float, Corrected]]:
    """What the judge flags is drawn twice as often, so the chances differ."""

    def make(random: Random) -> tuple[float, Corrected]:
        answers, bads = [], 0
        for _ in range(500):
            bad = random.random() < share
            bads += bad
            flag = bad != (random.random() < wrong)
            drawn = chance * (2 if flag else 1)
            if random.random() < drawn:
                answers.append(Looked(float(flag), bad, drawn))
            else:
                answers.append(Looked(float(flag)))
        return bads / 500, from_sample("x", answers)

    return make


CASES = [
    pytest.param(flags(0.1, 0.9, 0.95), id="flags-rare"),
    pytest.param(flags(0.3, 0.8, 0.9), id="flags-often"),
    pytest.param(sampled(0.1, 0.1, 0.15), id="sample-rare"),
    pytest.param(sampled(0.3, 0.5, 0.2), id="sample-coin"),
]


@pytest.mark.parametrize("make", CASES)
def test_intervals_cover_the_truth(make: Callable[[Random], tuple[float, Corrected]]) -> None:
    assert covered(150, make, 11) >= TAKEN - 3 * (TAKEN * (1 - TAKEN) / 150) ** 0.5


@pytest.mark.stress
@pytest.mark.parametrize("make", CASES)
def test_intervals_cover_the_truth_in_many_samples(
    make: Callable[[Random], tuple[float, Corrected]],
) -> None:
    assert covered(2000, make, 12) >= TAKEN - 3 * (TAKEN * (1 - TAKEN) / 2000) ** 0.5
