"""The confusion matrix: every rate by hand, abstentions apart, edges undefined."""

from __future__ import annotations

import json
from itertools import chain, repeat
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.calibration.statistics.confusion import CELLS, RATES, Confusion

MATRIX = Confusion(bad_pass=2, bad_fail=6, bad_abstain=2, good_pass=9, good_fail=3, good_abstain=8)


BY_HAND = [
    ("false_pass", 2, 8),
    ("false_pass_of_all", 2, 10),
    ("false_reject", 3, 12),
    ("false_reject_of_all", 3, 20),
    ("bad_among_passed", 2, 11),
    ("abstention", 10, 30),
    ("coverage", 20, 30),
    ("accuracy", 15, 20),
    ("precision", 6, 9),
    ("recall", 6, 8),
    ("specificity", 9, 12),
]


@pytest.mark.parametrize(("name", "hits", "n"), BY_HAND)
def test_rates_by_hand(name: str, hits: int, n: int) -> None:
    rate = getattr(MATRIX, name)
    assert (rate.hits, rate.n) == (hits, n)
    assert rate.value == pytest.approx(hits / n)
    assert rate.interval.low < hits / n < rate.interval.high


def test_every_rate_is_checked_by_hand() -> None:
    assert {name for name, _, _ in BY_HAND} == set(RATES)


def test_f1_mcc_agreement_and_kappa_by_hand() -> None:
    precision, recall = 6 / 9, 6 / 8
    assert MATRIX.f1 == pytest.approx(2 * precision * recall / (precision + recall))
    assert MATRIX.mcc == pytest.approx((6 * 9 - 2 * 3) / sqrt(8 * 12 * 9 * 11))
    assert MATRIX.agreement == pytest.approx(15 / 20)
    chance = (8 * 9 + 12 * 11) / 400
    assert MATRIX.kappa == pytest.approx((0.75 - chance) / (1 - chance))


def test_abstaining_more_changes_no_rate_of_verdicts_but_lowers_those_of_all() -> None:
    shy = Confusion(
        bad_pass=2, bad_fail=6, bad_abstain=92, good_pass=9, good_fail=3, good_abstain=88
    )
    for name in ("false_pass", "false_reject", "accuracy", "precision", "recall", "specificity"):
        assert getattr(shy, name) == getattr(MATRIX, name)
    assert (shy.kappa, shy.mcc, shy.f1) == (MATRIX.kappa, MATRIX.mcc, MATRIX.f1)
    assert shy.false_pass_of_all.value == 0.02
    assert shy.coverage.value == 0.1


def test_nothing_is_undefined_not_zero() -> None:
    nothing = Confusion()
    assert nothing.n == 0
    for name in RATES:
        rate = getattr(nothing, name)
        assert rate.value is None
        assert rate.interval is None
    assert (nothing.f1, nothing.mcc, nothing.kappa, nothing.agreement) == (None,) * 4


def test_all_abstained() -> None:
    silent = Confusion(bad_abstain=3, good_abstain=4)
    assert silent.abstention.value == 1.0
    assert silent.false_pass.value is None
    assert silent.false_pass_of_all.value == 0.0
    assert silent.accuracy.value is None
    assert silent.kappa is None


def test_one_class_only() -> None:
    only_good = Confusion(good_pass=5)
    assert only_good.false_pass.value is None
    assert only_good.false_reject.value == 0.0
    assert (only_good.kappa, only_good.mcc, only_good.f1) == (None, None, None)
    assert Confusion(good_pass=5, good_fail=2, bad_abstain=3).kappa is None
    lenient = Confusion(good_pass=5, bad_pass=5)
    assert lenient.false_pass.value == 1.0
    assert (lenient.kappa, lenient.mcc, lenient.f1) == (0.0, None, 0.0)


def test_perfect_and_perfectly_wrong() -> None:
    right = Confusion(bad_fail=4, good_pass=4)
    wrong = Confusion(bad_pass=4, good_fail=4)
    assert (right.kappa, right.mcc, right.f1) == (1.0, 1.0, 1.0)
    assert (wrong.kappa, wrong.mcc, wrong.f1) == (-1.0, -1.0, 0.0)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=6, max_size=6))
def test_counting_pairs_gives_the_matrix_and_rates_add_up(counts: list[int]) -> None:
    pairs = chain.from_iterable(repeat(cell, n) for cell, n in zip(CELLS, counts, strict=True))
    matrix = Confusion.of(pairs)
    assert matrix == Confusion(*counts)
    assert list(matrix.counts) == counts
    assert matrix.n == sum(counts)
    assert matrix.abstention.hits + matrix.coverage.hits == matrix.n
    assert matrix.recall.hits + matrix.false_pass.hits == matrix.recall.n
    assert matrix.specificity.hits + matrix.false_reject.hits == matrix.specificity.n
    assert matrix.agreement == matrix.accuracy.value
    for rate in (getattr(matrix, name) for name in RATES):
        assert 0 <= rate.hits <= rate.n <= matrix.n


def test_to_dict_is_json_and_says_what_each_rate_is_of() -> None:
    values = json.loads(json.dumps(MATRIX.to_dict()))
    assert values["matrix"]["bad"] == {"pass": 2, "fail": 6, "abstain": 2}
    assert values["false_pass"]["of"] == "bad, with a verdict"
    assert values["false_pass"]["interval"]["method"] == "wilson"
    assert values["n"] == 30
