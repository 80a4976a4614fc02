"""Coefficients of agreement: published values, their definitions written out, edges, symmetries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from math import inf, nan, sqrt
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from line_count import lines_run

from adjudge_engine.calibration.raters.coefficient import Coefficient, Resampling
from adjudge_engine.calibration.raters.cohen import cohen
from adjudge_engine.calibration.raters.krippendorff import Level, krippendorff
from adjudge_engine.calibration.raters.multirater import fleiss, gwet, percent_agreement
from adjudge_engine.calibration.raters.ordinal import spearman, within
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.calibration.raters.scale import Weights
from adjudge_engine.calibration.statistics.agreement import kappa_of_table

QUICK = Resampling(resamples=0)
_: Final = None

#: Four observers, twelve units (Krippendorff 2011, section on missing data; also in Gwet's book).
FOUR_OBSERVERS: Final[dict[str, list[Value | None]]] = {
    "a": [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    "b": [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    "c": [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    "d": [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
}
#: Ten subjects, fourteen raters, five categories (Fleiss's calculation, often reprinted).
FOURTEEN_RATERS = [
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
]
#: 100 cases, two abstractors, three diagnoses (Gwet's example).
ABSTRACTORS = {("e", "e"): 13, ("a", "a"): 20, ("a", "n"): 7, ("n", "a"): 4, ("n", "n"): 56}


def of_counts(rows: Sequence[Sequence[int]]) -> Ratings:
    """Anonymous raters from how many gave which rating to each item."""
    listed = [[place for place, count in enumerate(row) for _ in range(count)] for row in rows]
    return Ratings.of(
        (str(rater), item, value)
        for item, values in enumerate(listed)
        for rater, value in enumerate(values)
    )


def of_table(table: dict[tuple[str, str], int]) -> Ratings:
    pairs = [pair for pair, count in table.items() for _ in range(count)]
    return Ratings.paired([one for one, _ in pairs], [other for _, other in pairs])


def error(one: Coefficient) -> float:
    """The standard error behind a large-sample interval."""
    assert one.analytic is not None
    assert one.value is not None
    return (one.value - one.analytic.low) / 1.959964


def test_krippendorff_of_his_own_example() -> None:
    ratings = Ratings.from_rows(FOUR_OBSERVERS)
    found = {
        level: krippendorff(ratings, level, how=QUICK).value
        for level in ("nominal", "ordinal", "interval")
    }
    assert found == {
        "nominal": pytest.approx(0.743, abs=5e-4),
        "ordinal": pytest.approx(0.815, abs=5e-4),
        "interval": pytest.approx(0.849, abs=5e-4),
    }


def test_gwets_example_with_missing_ratings() -> None:
    ratings = Ratings.from_rows(FOUR_OBSERVERS)
    percent, kappa, ac1 = (f(ratings, how=QUICK) for f in (percent_agreement, fleiss, gwet))
    assert percent.value == pytest.approx(0.8181818)
    assert ac1.n == 11
    assert ac1.value == pytest.approx(0.77544, abs=5e-6)
    assert ac1.expected == pytest.approx(0.1903212)
    assert error(ac1) == pytest.approx(0.14295, abs=5e-6)
    assert kappa.value == pytest.approx(0.76117, abs=5e-6)
    assert kappa.expected == pytest.approx(0.2387153)
    assert error(kappa) == pytest.approx(0.15302, abs=5e-6)


def test_two_abstractors() -> None:
    ratings = of_table(ABSTRACTORS)
    kappa, ac1 = cohen(ratings, how=QUICK), gwet(ratings, how=QUICK)
    assert kappa.value == pytest.approx(0.7964094, abs=5e-8)
    assert error(kappa) == pytest.approx(0.05891072, abs=5e-8)
    assert ac1.value == pytest.approx(0.8493305, abs=5e-8)
    # Gwet divides by n for a table and by n − 1 for ratings item by item.
    assert error(ac1) * sqrt(99 / 100) == pytest.approx(0.04321747, abs=5e-8)
    assert krippendorff(ratings, how=QUICK).value == pytest.approx(0.7972585, abs=5e-8)


def test_fleiss_of_fourteen_raters() -> None:
    found = fleiss(of_counts(FOURTEEN_RATERS), how=QUICK)
    assert found.observed == pytest.approx(0.378, abs=5e-4)
    assert found.expected == pytest.approx(0.213, abs=5e-4)
    assert found.value == pytest.approx(0.210, abs=5e-4)


def test_the_toy_vector() -> None:
    ratings = Ratings.paired([3, 1, 2, 3, 3, 1, 2], [3, 1, 3, 3, 2, 1, 2])
    found = cohen(ratings, how=QUICK)
    assert found.value == 0.5625
    assert (found.n, found.observed, found.name) == (7, 5 / 7, "Cohen's κ")
    assert within(ratings, how=QUICK).value == 1
    assert within(ratings, 0, how=QUICK).value == 5 / 7


# The definitions, written out with no care for time. Distances are functions of two ratings.

Distance = Callable[[int, int], Fraction]


def distance(weights: str, values: Sequence[int]) -> Distance:
    """1 − the weight of Cohen (1968) on the ratings seen."""
    ends = max(values, default=0) - min(values, default=0) or 1
    if weights == "identity":
        return lambda one, other: Fraction(one != other)
    power = 1 if weights == "linear" else 2
    return lambda one, other: Fraction(abs(one - other), ends) ** power


def cohen_by_definition(pairs: Sequence[tuple[int, int]], weights: str) -> Fraction | None:
    apart = distance(weights, [value for pair in pairs for value in pair])
    observed = Fraction(sum(apart(*pair) for pair in pairs), len(pairs))
    expected = sum(apart(one, other) for one, _ in pairs for _, other in pairs)
    return 1 - observed * len(pairs) ** 2 / expected if expected else None


def multirater_by_definition(
    items: Sequence[Sequence[int]], weights: str, chance: str
) -> Fraction | None:
    seen = sorted({value for item in items for value in item})
    apart = distance(weights, seen)
    paired = [item for item in items if len(item) > 1]
    if not paired:
        return None
    differing = [
        Fraction(sum(apart(*two) for two in permutations(item, 2)), len(item) * (len(item) - 1))
        for item in paired
    ]
    agree = 1 - Fraction(sum(differing), len(paired))
    rated = [item for item in items if item]
    share = {
        v: sum(Fraction(item.count(v), len(item)) for item in rated) / len(rated) for v in seen
    }
    if chance == "fleiss":
        expected = sum((1 - apart(k, m)) * share[k] * share[m] for k in seen for m in seen)
    elif len(seen) < 2:
        return None
    else:
        weight = sum(1 - apart(k, m) for k in seen for m in seen)
        mixed = sum(share[k] * (1 - share[k]) for k in seen)
        expected = Fraction(weight * mixed) / (len(seen) * (len(seen) - 1))
    return 1 - Fraction(1 - agree) / Fraction(1 - expected) if expected != 1 else None


def alpha_by_definition(items: Sequence[Sequence[int]], level: str) -> Fraction | None:
    paired = [item for item in items if len(item) > 1]
    every = [value for item in paired for value in item]

    def apart(one: int, other: int) -> Fraction:
        if level == "nominal":
            return Fraction(one != other)
        if level == "interval":
            return Fraction(one - other) ** 2
        low, high = min(one, other), max(one, other)
        between = sum(low <= value <= high for value in every)
        return (between - Fraction(every.count(one) + every.count(other), 2)) ** 2

    n = len(every)
    observed = sum(
        apart(*two) / (len(item) - 1) for item in paired for two in permutations(item, 2)
    )
    expected = sum(apart(*two) for two in permutations(every, 2))
    return 1 - observed * (n - 1) / expected if expected else None


PAIRS = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=12)
ITEMS = st.lists(st.lists(st.integers(1, 5), max_size=4), min_size=1, max_size=8)
WEIGHTS: tuple[Weights, ...] = ("identity", "linear", "quadratic")
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval")


def of_items(items: Sequence[Sequence[Value]]) -> Ratings:
    return Ratings.of(
        (str(rater), place, value)
        for place, item in enumerate(items)
        for rater, value in enumerate(item)
    )


def same(found: float | None, wanted: Fraction | None) -> bool:
    """Both undefined, or equal to the last bit: the product divides once, at the end."""
    return found == (None if wanted is None else float(wanted))


@settings(max_examples=80, deadline=None)
@given(PAIRS)
def test_cohen_follows_its_definition(pairs: list[tuple[int, int]]) -> None:
    ratings = Ratings.paired([one for one, _ in pairs], [other for _, other in pairs])
    for weights in WEIGHTS:
        found = cohen(ratings, weights, how=QUICK).value
        assert same(found, cohen_by_definition(pairs, weights)), weights
    plain = kappa_of_table(Counter(pairs))
    assert cohen(ratings, how=QUICK).value == plain


@settings(max_examples=80, deadline=None)
@given(ITEMS)
def test_fleiss_gwet_and_krippendorff_follow_their_definitions(items: list[list[int]]) -> None:
    ratings = of_items(items)
    for weights in WEIGHTS:
        kappa = multirater_by_definition(items, weights, "fleiss")
        assert same(fleiss(ratings, weights, how=QUICK).value, kappa), weights
        ac = multirater_by_definition(items, weights, "gwet")
        assert same(gwet(ratings, weights, how=QUICK).value, ac), weights
    for level in LEVELS:
        wanted = alpha_by_definition(items, level)
        assert same(krippendorff(ratings, level, how=QUICK).value, wanted), level


NOMINAL: tuple[Callable[[Ratings], Coefficient], ...] = (
    lambda ratings: percent_agreement(ratings, how=QUICK),
    lambda ratings: fleiss(ratings, how=QUICK),
    lambda ratings: gwet(ratings, how=QUICK),
    lambda ratings: krippendorff(ratings, how=QUICK),
)
ORDERED: tuple[Callable[[Ratings], Coefficient], ...] = (
    lambda ratings: fleiss(ratings, "quadratic", how=QUICK),
    lambda ratings: gwet(ratings, "linear", how=QUICK),
    lambda ratings: krippendorff(ratings, "ordinal", how=QUICK),
    lambda ratings: krippendorff(ratings, "interval", how=QUICK),
)


@settings(max_examples=60, deadline=None)
@given(ITEMS, st.permutations(range(4)), st.permutations(range(1, 6)))
def test_neither_who_is_first_nor_what_ratings_are_called_matters(
    items: list[list[int]], raters: list[int], names: list[int]
) -> None:
    rows: dict[str, list[Value | None]] = {
        str(rater): [item[rater] if rater < len(item) else None for item in items]
        for rater in range(4)
    }
    ratings = Ratings.from_rows(rows)
    shuffled = Ratings.from_rows({str(one): rows[str(one)][::-1] for one in raters})
    renamed = of_items([[f"is {names[value - 1]}" for value in item] for item in items])
    for measure in (*NOMINAL, *ORDERED):
        found = measure(ratings)
        assert found == measure(shuffled)
        assert found.value is None or found.value <= 1
        assert (found.value is None) == (found.undefined is not None)
    for measure in NOMINAL:
        assert measure(ratings) == measure(renamed)


@settings(max_examples=60, deadline=None)
@given(PAIRS)
def test_two_raters_in_either_order(pairs: list[tuple[int, int]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    there, back = Ratings.paired(one, other), Ratings.paired(other, one)
    for measure in (cohen, spearman, within):
        assert measure(there, how=QUICK) == measure(back, how=QUICK)
    for weights in WEIGHTS:
        assert cohen(there, weights, how=QUICK) == cohen(back, weights, how=QUICK)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 5), min_size=2, max_size=8), st.integers(2, 4))
def test_full_agreement_is_one_if_two_things_were_said(said: list[int], raters: int) -> None:
    ratings = of_items([[value] * raters for value in said])
    wanted = 1 if len(set(said)) > 1 else None
    for measure in (*NOMINAL[1:], *ORDERED):
        found = measure(ratings)
        assert found.value == wanted
        assert found.undefined == (None if wanted else "one_value")
    assert NOMINAL[0](ratings).value == 1
    if raters == 2:
        assert cohen(ratings, how=QUICK).value == wanted
        assert cohen(ratings, "quadratic", how=QUICK).value == wanted
        assert spearman(ratings, how=QUICK).value == wanted


@pytest.mark.parametrize("rows", [{"a": [], "b": []}, {"a": [1, _], "b": [_, 2]}, {"a": [_]}])
def test_nothing_rated_by_two_is_undefined(rows: dict[str, list[Value | None]]) -> None:
    for measure in (*NOMINAL, *ORDERED):
        found = measure(Ratings.from_rows(rows))
        assert (found.n, found.groups, found.value, found.observed) == (0, 0, None, None)
        assert (found.undefined, found.interval, found.analytic) == ("no_items", None, None)
    if len(rows) == 2:
        for two in (cohen, spearman, within):
            assert two(Ratings.from_rows(rows)).undefined == "no_items"


def test_no_raters_at_all() -> None:
    assert fleiss(Ratings.of([])).undefined == "no_items"
    with pytest.raises(ValueError, match="0 raters where two are compared"):
        cohen(Ratings.of([]))


def test_one_item() -> None:
    differ, agree = Ratings.paired([1], [2]), Ratings.paired([1], [1])
    assert cohen(differ).value == 0
    assert krippendorff(differ).value == 0
    assert fleiss(differ).value == -1
    assert cohen(agree).undefined == krippendorff(agree).undefined == "one_value"
    assert spearman(differ).undefined == "one_value"


def test_ac1_stays_defined_with_a_scale_where_only_one_thing_was_said() -> None:
    ratings = Ratings.paired(["good"] * 9, ["good"] * 9)
    assert gwet(ratings).undefined == "one_value"
    assert gwet(ratings, scale=("bad", "good")).value == 1


def test_a_rater_who_never_varies_agrees_by_chance_and_proves_nothing() -> None:
    found = cohen(Ratings.paired([1] * 20, [1, 2] * 10))
    assert (found.value, found.interval) == (0, None)


def test_missing_is_none_or_nan_and_never_a_rating() -> None:
    ratings = Ratings.from_rows({"a": [1, nan, 2, _], "b": [1, 1, nan, 2], "c": [_, 1, 2, _]})
    assert [unit.values for unit in ratings.units()] == [[1, 1], [2, 2], [1, 1], [2]]
    assert percent_agreement(ratings, how=QUICK).n == 3
    assert cohen(ratings, raters=("a", "b"), how=QUICK).n == 1


def test_ratings_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="a rated 7 twice"):
        Ratings.of([("a", 7, 1), ("a", 7, 2)])
    with pytest.raises(ValueError, match="inf is no rating"):
        Ratings.of([("a", 7, inf)])
    with pytest.raises(ValueError, match="2 ratings against 1"):
        Ratings.paired([1, 2], [1])
    with pytest.raises(ValueError, match="1 groups for 2 items"):
        Ratings.paired([1, 2], [1, 2], ["a"])
    with pytest.raises(ValueError, match="there is no rater 'c'"):
        cohen(Ratings.paired([1], [1]), raters=("first", "c"))
    with pytest.raises(ValueError, match="3 raters where two"):
        cohen(Ratings.from_rows({"a": [1], "b": [1], "c": [1]}))


def test_words_have_no_order_of_their_own() -> None:
    ratings = Ratings.paired(["none", "full", "partial"], ["none", "partial", "partial"])
    for measure in (cohen, fleiss, gwet):
        with pytest.raises(ValueError, match="name the scale"):
            measure(ratings, "quadratic", how=QUICK)
        assert measure(ratings, "quadratic", scale=("none", "partial", "full"), how=QUICK).value
    with pytest.raises(ValueError, match="name the scale"):
        krippendorff(ratings, "ordinal")
    with pytest.raises(ValueError, match="'full' is not on the scale"):
        cohen(ratings, scale=("none", "partial"))
    with pytest.raises(ValueError, match="names a rating twice"):
        cohen(ratings, scale=("none", "partial", "full", "none"))


def test_a_scale_counts_steps_and_numbers_count_as_they_are() -> None:
    ratings = Ratings.paired([0, 1, 10, 10, 0], [1, 1, 10, 1, 0])
    steps = Ratings.paired([0, 1, 2, 2, 0], [1, 1, 2, 1, 0])
    by_steps = cohen(ratings, "quadratic", scale=(0, 1, 10), how=QUICK)
    assert by_steps.value == cohen(steps, "quadratic", how=QUICK).value
    assert by_steps.value != cohen(ratings, "quadratic", how=QUICK).value
    assert within(ratings, how=QUICK).value == 0.8
    assert within(ratings, scale=(0, 1, 10), how=QUICK).value == 1


@settings(max_examples=60, deadline=None)
@given(PAIRS, st.integers(-9, 9), st.sampled_from([0.5, 2**-40, 3, 10**30]))
def test_the_unit_of_a_scale_does_not_matter(
    pairs: list[tuple[int, int]], zero: int, unit: float
) -> None:
    whole = Ratings.paired([a for a, _ in pairs], [b for _, b in pairs])
    other = Ratings.paired([unit * a + zero for a, _ in pairs], [unit * b + zero for _, b in pairs])
    for weights in WEIGHTS:
        assert cohen(whole, weights, how=QUICK) == cohen(other, weights, how=QUICK)
    assert krippendorff(whole, "interval", how=QUICK) == krippendorff(other, "interval", how=QUICK)
    assert spearman(whole, how=QUICK) == spearman(other, how=QUICK)


def test_equal_numbers_are_one_rating_however_they_are_written() -> None:
    found = cohen(Ratings.paired([1, 2, True], [1.0, 2.0, 1]), how=QUICK)
    assert (found.value, found.observed) == (1, 1)


def test_words_and_numbers_side_by_side_are_so_many_ratings() -> None:
    said: list[Value] = ["unclear", 1, 2, "", 0.5]
    for measure in (cohen, fleiss, gwet):
        assert measure(Ratings.paired(said, said), how=QUICK).value == 1
    with pytest.raises(ValueError, match="'unclear' has no place in an order"):
        spearman(Ratings.paired(said, said))


def test_spearman_known_answers() -> None:
    assert spearman(Ratings.paired([1, 2, 3, 4], [1, 4, 9, 16]), how=QUICK).value == 1
    assert spearman(Ratings.paired([1, 2, 3, 4], [4, 3, 2, 1]), how=QUICK).value == -1
    # 1 − 6 Σ d² / (n (n² − 1)), as there are no ties: d = 1, 1, 0, 0, 2, 2.
    untied = Ratings.paired([1, 2, 3, 4, 5, 6], [2, 1, 3, 4, 7, 5.5])
    assert spearman(untied, how=QUICK).value == pytest.approx(1 - 6 * 4 / 210)


def test_results_are_json_values() -> None:
    found = fleiss(Ratings.from_rows(FOUR_OBSERVERS)).to_dict()
    assert list(found) == [
        "name", "n", "groups", "observed", "expected", "value", "undefined", "interval", "analytic",
    ]  # fmt: skip
    assert found["analytic"]["method"] == "large sample"
    assert "11 groups" in found["interval"]["method"]


def grades(items: int) -> Ratings:
    return Ratings.from_rows(
        {str(rater): [(item * (rater + 7)) % 5 for item in range(items)] for rater in range(3)}
    )


@pytest.mark.parametrize(
    "measure",
    [
        lambda ratings: fleiss(ratings, "linear", how=QUICK),
        lambda ratings: gwet(ratings, how=QUICK),
        lambda ratings: krippendorff(ratings, "ordinal", how=QUICK),
        lambda ratings: cohen(ratings, "quadratic", raters=("0", "1"), how=QUICK),
        lambda ratings: spearman(ratings, raters=("0", "1"), how=QUICK),
    ],
)
def test_time_grows_with_the_items(measure: Callable[[Ratings], Coefficient]) -> None:
    few, many = grades(500), grades(1_000)
    once, twice = lines_run(lambda: measure(few)), lines_run(lambda: measure(many))
    assert twice < 2.2 * once


@pytest.mark.parametrize(
    "measure",
    [
        lambda ratings: krippendorff(ratings, "ordinal", how=QUICK),
        lambda ratings: krippendorff(ratings, "interval", how=QUICK),
        lambda ratings: fleiss(ratings, "quadratic", how=QUICK),
        lambda ratings: cohen(ratings, "linear", how=QUICK),
    ],
)
def test_time_grows_with_the_items_where_no_two_ratings_are_alike(
    measure: Callable[[Ratings], Coefficient],
) -> None:
    def measured(n: int) -> int:
        ratings = Ratings.paired([one / 7 for one in range(n)], [one / 9 for one in range(n)])
        return lines_run(lambda: measure(ratings))

    once, twice = measured(400), measured(800)
    assert twice < 2.2 * once
