"""Intervals of agreement: what they cover, what widens them, where there is none."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import exp, pi, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.calibration.raters.coefficient import Coefficient, Resampling
from adjudge_engine.calibration.raters.cohen import cohen
from adjudge_engine.calibration.raters.krippendorff import krippendorff
from adjudge_engine.calibration.raters.multirater import fleiss, gwet, percent_agreement
from adjudge_engine.calibration.raters.ordinal import spearman, within
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.calibration.statistics import bootstrap
from adjudge_engine.calibration.statistics.agreement import kappa_of_table
from adjudge_engine.calibration.statistics.bootstrap import GroupSums, expanded_tail, resample
from adjudge_engine.calibration.statistics.intervals import Interval, wilson

Measure = Callable[..., Coefficient]
ALL: tuple[Measure, ...] = (
    percent_agreement,
    cohen,
    fleiss,
    gwet,
    krippendorff,
    spearman,
    within,
)


def noisy(items: int, seed: int, *, wrong: float = 0.1, group: int = 1) -> Ratings:
    """Two raters who see the same and each say otherwise now and then, on groups that do so."""
    random = Random(seed)
    first: list[int] = []
    second: list[int] = []
    for _ in range(items // group):
        seen = random.randrange(2)
        said = [seen ^ (random.random() < wrong) for _ in range(2)]
        first += [said[0]] * group
        second += [said[1]] * group
    return Ratings.paired(first, second, [str(place // group) for place in range(len(first))])


def width(interval: Interval | None) -> float:
    assert interval is not None
    return interval.high - interval.low


@pytest.mark.parametrize("measure", ALL)
def test_the_interval_holds_the_value_and_narrows_with_more_items(measure: Measure) -> None:
    few, many = measure(noisy(40, 3)), measure(noisy(640, 3))
    for found in (few, many):
        assert found.interval is not None
        assert found.value is not None
        assert found.interval.low <= found.value <= found.interval.high <= 1
    if measure is not within:  # on a scale of two neighbours everything is within one
        assert width(many.interval) < 0.5 * width(few.interval)


@pytest.mark.parametrize("measure", ALL[:-1])
def test_items_that_go_together_are_no_more_proof(measure: Measure) -> None:
    alone, together = measure(noisy(60, 5)), measure(noisy(600, 5, group=10))
    assert (together.n, together.groups) == (600, 60)
    assert alone.value == pytest.approx(together.value, abs=0.01)
    assert width(together.interval) > 0.9 * width(alone.interval)


@pytest.mark.parametrize("measure", ALL)
def test_the_interval_depends_on_nothing_but_the_ratings_and_the_seed(measure: Measure) -> None:
    ratings = noisy(50, 7)
    first, second = ratings.raters
    backwards = Ratings(
        {name: dict(reversed(list(ratings.by_rater[name].items()))) for name in (first, second)},
        {item: ("renamed", group) for item, group in ratings.group_of.items()},
    )
    assert measure(ratings) == measure(backwards)
    assert measure(ratings, how=Resampling(resamples=0)).interval is None
    if measure is not within:
        assert measure(ratings).interval != measure(ratings, how=Resampling(seed=2)).interval


def test_a_figure_that_no_version_of_python_may_change() -> None:
    found = cohen(noisy(50, 7)).interval
    assert found is not None
    assert (found.low, found.high) == (0.28, 0.7960848287112561)


@pytest.mark.parametrize("groups", [1, 3, 20])
def test_full_agreement_is_never_certain(groups: int) -> None:
    said = [1, 2] * groups
    ratings = Ratings.paired(said, said, [place // 2 for place in range(2 * groups)])
    bounds = wilson(groups, groups)
    assert bounds is not None
    percent, kappa = percent_agreement(ratings), cohen(ratings)
    assert percent.interval is not None
    assert (percent.interval.low, percent.interval.high) == pytest.approx((bounds.low, 1))
    assert kappa.interval is not None
    assert kappa.interval.high == 1
    assert kappa.interval.low == pytest.approx(1 - (1 - bounds.low) / 0.5)
    assert "chance held" in kappa.interval.method
    assert kappa.analytic is None  # its variance is nothing, which is not certainty


def test_no_agreement_at_all_has_an_upper_bound() -> None:
    found = percent_agreement(Ratings.paired([1] * 9, [2] * 9)).interval
    bounds = wilson(0, 9)
    assert found is not None
    assert bounds is not None
    assert found.low == 0
    assert found.high == pytest.approx(bounds.high)


def test_groups_that_only_one_person_rated_prove_nothing() -> None:
    both: dict[Hashable, Value] = {item: item % 2 for item in range(6)}
    one_more: dict[Hashable, Value] = both | {item: item % 2 for item in range(6, 1_000)}
    found = percent_agreement(Ratings({"a": both, "b": one_more}))
    assert (found.n, found.groups) == (6, 6)
    assert found.interval == percent_agreement(Ratings({"a": both, "b": both})).interval
    mixed = fleiss(Ratings({"a": both, "b": one_more | {0: 1}}))
    assert mixed.groups == 6
    assert width(mixed.interval) > 0.5


def test_rows_that_bear_on_nothing_do_not_narrow_the_tails() -> None:
    rows = [[place % 3, 3] for place in range(40)]

    def share(sums: list[int]) -> float:
        return sums[0] / sums[1]

    assert width(resample(rows, share, groups=6)) > 1.2 * width(resample(rows, share))
    assert resample(rows, share, groups=4) is None
    assert resample(rows, share, groups=400) == resample(rows, share)


def test_wilson_is_for_two_ratings_on_every_item() -> None:
    two: dict[str, list[Value | None]] = {"a": [1, 2, 1, 1], "b": [1, 2, 2, None]}
    found = percent_agreement(Ratings.from_rows(two)).analytic
    assert found == wilson(2, 3)
    assert percent_agreement(Ratings.from_rows(two | {"c": [1, 1, 1, 1]})).analytic is None


def test_fewer_than_five_groups_say_nothing_of_others() -> None:
    ratings = noisy(100, 7)
    for groups, known in ((4, False), (5, True)):
        found = cohen(Ratings(ratings.by_rater, {item: item % groups for item in range(100)}))
        assert found.groups == groups
        assert found.value is not None
        assert (found.interval is not None) == known


def test_no_interval_where_redrawing_loses_the_statistic() -> None:
    one_bad = Ratings.paired([1] * 9 + [2], [1] * 8 + [2, 2])
    assert cohen(one_bad).value is not None
    assert cohen(one_bad).interval is None


def test_too_many_sums_are_kept_together_and_not_resampled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ratings = noisy(60, 5)
    whole = cohen(ratings)
    monkeypatch.setattr(bootstrap, "MOST_CELLS", 100)
    found = cohen(ratings)
    assert (found.value, found.groups, found.analytic) == (whole.value, 60, whole.analytic)
    assert found.interval is None
    assert GroupSums("abc", 40).total == [0] * 40


@pytest.mark.parametrize(
    ("groups", "student"),
    [(5, 2.776), (6, 2.571), (11, 2.228), (21, 2.086), (101, 1.984), (10**6, 1.960)],
)
def test_the_tails_are_students(groups: int, student: float) -> None:
    wanted = student * sqrt(groups / (groups - 1))
    assert expanded_tail(groups, 0.95) == pytest.approx(normal_tail(wanted), rel=5e-3)


def normal_tail(z: float) -> float:
    """P(Z > z) by adding up thin slices of the density."""
    step = 1e-3
    slices = (exp(-((z + (i + 0.5) * step) ** 2) / 2) for i in range(6_000))
    return sum(slices) * step / sqrt(2 * pi)


def test_resampling_sums_that_need_many_bits() -> None:
    large = 10**25
    rows = [[large * (place % 2), large] for place in range(60)]
    small = [[place % 2, 1] for place in range(60)]

    def share(sums: list[int]) -> float:
        return sums[0] / sums[1]

    assert resample(rows, share) == resample(small, share)


def test_resampling_without_sense() -> None:
    rows = [[place] for place in range(9)]
    for confidence, resamples in ((0.0, 10), (1.0, 10), (0.95, 0)):
        with pytest.raises(ValueError, match="confidence lies between"):
            resample(rows, lambda sums: sums[0], confidence=confidence, resamples=resamples)
    assert resample(rows, lambda sums: None) is None
    assert resample([], lambda sums: 1.0) is None


TABLES = st.lists(st.integers(2, 40), min_size=9, max_size=9)


@settings(max_examples=40, deadline=None)
@given(TABLES)
def test_the_variance_of_kappa_is_that_of_its_slope(counts: list[int]) -> None:
    """The delta method, with slopes by small steps instead of the formula."""
    cells = [(one, other) for one in "abc" for other in "abc"]
    n = sum(counts)

    def kappa(shares: list[float]) -> float:
        table = {cell: round(share * 10**15) for cell, share in zip(cells, shares, strict=True)}
        found = kappa_of_table(table)
        assert found is not None
        return found

    shares = [count / n for count in counts]
    step = 1e-5
    slopes = [
        (kappa([s + step * (i == place) for i, s in enumerate(shares)]) - kappa(shares)) / step
        for place in range(9)
    ]
    mean = sum(slope * share for slope, share in zip(slopes, shares, strict=True))
    variance = sum((slope - mean) ** 2 * share for slope, share in zip(slopes, shares, strict=True))
    pairs = [cell for cell, count in zip(cells, counts, strict=True) for _ in range(count)]
    found = cohen(
        Ratings.paired([one for one, _ in pairs], [other for _, other in pairs]),
        how=Resampling(resamples=0),
    )
    assert found.analytic is not None
    assert found.value is not None
    error = (found.value - found.analytic.low) / 1.959964
    assert error == pytest.approx((variance / n) ** 0.5, rel=1e-3)


def covered(groups: int, per_group: int, samples: int, measure: Measure) -> float:
    """How often the interval holds κ as it is in the endless supply that samples come from."""
    wrong = 0.15
    same = wrong**2 + (1 - wrong) ** 2
    true = 2 * same - 1  # both ratings are equally frequent: chance is one half
    hits = 0
    for seed in range(samples):
        ratings = noisy(groups * per_group, seed, wrong=wrong, group=per_group)
        interval = measure(ratings, how=Resampling(resamples=200)).interval
        hits += interval is not None and interval.low <= true <= interval.high
    return hits / samples


def test_intervals_cover_what_they_claim() -> None:
    # Three standard errors of 150 trials at 95 %, and what 200 resamples leave open.
    assert covered(40, 3, 150, cohen) >= 0.95 - 3 * (0.95 * 0.05 / 150) ** 0.5


@pytest.mark.stress
@pytest.mark.parametrize("measure", [cohen, fleiss, gwet, krippendorff])
@pytest.mark.parametrize("groups", [10, 30, 100])
def test_intervals_cover_what_they_claim_for_any_number_of_groups(
    measure: Measure, groups: int
) -> None:
    assert covered(groups, 2, 1_000, measure) >= 0.95 - 0.03


def test_full_agreement_on_something_rare_in_one_document_says_nothing() -> None:
    said = [1] * 19 + [2]
    found = cohen(Ratings.paired(said, said, ["one"] * 20))
    assert found.value == 1
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == (-1, 1)
