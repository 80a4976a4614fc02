"""The statistics of probes: McNemar's mid-p against scipy, the family's false discoveries."""

from __future__ import annotations

from itertools import product
from math import comb, isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from adjudge_engine.probing.figures import Clustering, ProbeFigures
from adjudge_engine.probing.paired import (
    LEVEL,
    Paired,
    adjusted,
    fewest_shown,
    mid_p,
    rate_interval,
)
from adjudge_engine.probing.run import with_family

counts = st.integers(min_value=0, max_value=300)


@given(counts, counts)
def test_mid_p_is_the_exact_one_less_half_the_observed(one: int, other: int) -> None:
    n = one + other
    if one == other:
        assert mid_p(one, other) == 1.0
        return
    exact = binomtest(one, n, 0.5).pvalue
    assert isclose(mid_p(one, other), exact - binom.pmf(one, n, 0.5), rel_tol=1e-9)


@given(counts, counts)
def test_mid_p_is_a_share_symmetric_and_falls_with_imbalance(one: int, other: int) -> None:
    found = mid_p(one, other)
    assert 0 < found <= 1
    assert found == mid_p(other, one)
    if one >= other:
        assert mid_p(one + 1, other) < found


def test_mid_p_by_hand() -> None:
    assert mid_p(5, 0) == 1 / 32
    assert mid_p(1, 0) == 0.5
    assert mid_p(0, 0) == 1.0
    with pytest.raises(ValueError, match="negative"):
        mid_p(-1, 2)


def rejected(n: int, level: float) -> float:
    """How likely mid-p rejects a true null hypothesis with n discordant pairs, exactly."""
    hits = sum(comb(n, one) for one in range(n + 1) if mid_p(one, n - one) <= level)
    return float(hits / 2**n)


@pytest.mark.parametrize("level", [0.05, 0.01])
def test_mid_p_is_not_anticonservative_beyond_its_bound(level: float) -> None:
    """Given the discordant pairs at most 2α; over all samples of a size hardly above α."""
    conditional = [rejected(n, level) for n in range(121)]
    assert max(conditional) <= 2 * level
    for size, share in product((20, 60, 120), (0.05, 0.2, 0.5)):
        weights = binom.pmf(range(size + 1), size, share)
        total = sum(w * one for w, one in zip(weights, conditional, strict=False))
        assert total <= level * 1.15, (size, share)


def test_adjusted_by_hand() -> None:
    assert adjusted([]) == []
    assert adjusted([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.16 / 3, 0.16 / 3, 0.5])


@given(st.integers(0, 60), st.integers(0, 10))
def test_the_fewest_shown_are_the_fewest(n: int, other: int) -> None:
    found = fewest_shown(n, other, LEVEL)
    enough = [one for one in range(other + 1, n - other + 1) if mid_p(one, other) <= LEVEL]
    assert found == (enough[0] if enough else None)


def rows(moved: int, noisy: int, both: int, still: int) -> list[tuple[str, bool, bool]]:
    flags = [(True, False)] * moved + [(False, True)] * noisy
    flags += [(True, True)] * both + [(False, False)] * still
    return [(f"g{at}", altered, noise) for at, (altered, noise) in enumerate(flags)]


def figures(found: Paired) -> ProbeFigures:
    return ProbeFigures("x", "x", "same", found, {}, {}, {})


def test_a_probe_moves_a_judge_only_beyond_its_placebo() -> None:
    strong, noisy, less = (
        Paired.of(rows(*cells)) for cells in [(12, 0, 0, 8), (6, 5, 5, 4), (0, 12, 0, 8)]
    )
    found = with_family([figures(one) for one in (strong, noisy, less)])
    assert [one.finding for one in found] == ["moves", "none", "none"]
    assert found[2].q is not None
    assert found[2].q <= LEVEL, "significant, but the placebo changes more"
    assert (noisy.rate, noisy.noise_rate) == (0.55, 0.5)


def test_nothing_compared_is_no_finding() -> None:
    (found,) = with_family([figures(Paired.of([]))])
    assert (found.finding, found.q, found.least, found.paired.p) == ("untested", None, None, None)
    assert not found.worrying


def test_the_least_effect_is_the_one_that_would_have_been_shown() -> None:
    (one,) = with_family([figures(Paired.of(rows(0, 0, 0, 20)))])
    assert one.least == 5 / 20
    (five,) = with_family([figures(Paired.of(rows(5, 0, 0, 15)))])
    (four,) = with_family([figures(Paired.of(rows(4, 0, 0, 16)))])
    assert (five.finding, four.finding) == ("moves", "none")


def test_intervals_go_by_groups_where_cases_share_them() -> None:
    alone = rate_interval([(f"g{at}", at < 8) for at in range(40)])
    shared = rate_interval([(f"g{at // 4}", at < 8) for at in range(40)])
    assert alone is not None
    assert shared is not None
    assert alone.method == "wilson"
    assert "10 groups" in shared.method
    assert shared.high - shared.low > alone.high - alone.low
    assert rate_interval([]) is None


def family(random: Random, probes: int, cases: int, noise: float) -> bool:
    """Whether any of a family of probes that alter nothing is said to move a noisy judge."""
    found: list[list[tuple[str, bool, bool]]] = [[] for _ in range(probes)]
    for at in range(cases):
        share = noise if random.random() < 0.5 else 1 - noise
        base, again = random.random() < share, random.random() < share
        for one in found:
            one.append((f"g{at}", (random.random() < share) != base, again != base))
    made = with_family([figures(_quick(one)) for one in found])
    return any(one.finding == "moves" for one in made)


def _quick(given_rows: list[tuple[str, bool, bool]]) -> Paired:
    """Without the interval, which no finding rests on."""
    only = sum(a and not b for _, a, b in given_rows), sum(b and not a for _, a, b in given_rows)
    return Paired(
        len(given_rows),
        sum(a for _, a, _ in given_rows),
        sum(b for _, _, b in given_rows),
        *only,
        None,
        mid_p(*only),
    )


def simulated(families: int) -> None:
    """Where nothing has an effect, any finding is a false discovery: at most 5 % of families.

    Three standard errors of the simulation are allowed for.
    """
    random = Random(20)
    for noise in (0.05, 0.2):
        false = sum(family(random, 12, 60, noise) for _ in range(families))
        allowed = LEVEL + 3 * (LEVEL * (1 - LEVEL) / families) ** 0.5
        assert false / families <= allowed, noise


def test_false_discoveries_stay_within_the_level() -> None:
    simulated(150)


@pytest.mark.stress
def test_false_discoveries_stay_within_the_level_over_many_families() -> None:
    simulated(4_000)


def test_clustering_by_hand() -> None:
    found = Clustering.of([0.8, 0.8, 0.85, 1.0])
    assert (found.n, found.distinct, found.entropy) == (4, 3, 1.5)
    assert (found.commonest, found.commonest_share, found.round_share) == (0.8, 0.5, 0.75)
    assert Clustering.of([]).n == 0
    assert Clustering.of([0.3, 0.1 + 0.2]).distinct == 1
