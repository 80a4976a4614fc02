"""The seven measures and their mean: by hand, against scikit-learn, and where undefined."""

from __future__ import annotations

import warnings

import pytest
from calibration_samples import MATRICES
from hypothesis import given, settings

from adjudge_engine.calibration.measures.ensemble import MEASURES, alignment_of, ensemble, measures
from adjudge_engine.calibration.statistics.confusion import Confusion, Truth

#: Of ten bad ones six are failed, of twenty good ones sixteen are passed; three have no verdict.
MATRIX = Confusion(bad_pass=4, bad_fail=6, bad_abstain=1, good_pass=16, good_fail=4, good_abstain=2)


def test_by_hand_with_the_failure_positive() -> None:
    found = ensemble(MATRIX, "bad")
    assert found.accuracy == pytest.approx(22 / 30)
    assert found.precision == pytest.approx(6 / 10)
    assert found.recall == pytest.approx(6 / 10)
    assert found.specificity == pytest.approx(16 / 20)
    assert found.f1 == pytest.approx(0.6)
    assert found.kappa == pytest.approx(0.4)  # chance: (10·10 + 20·20) ÷ 900 = 5/9
    assert found.mcc == pytest.approx((6 * 16 - 4 * 4) / 200)
    parts = (22 / 30, 0.6, 0.6, 0.8, 0.6, 0.4, 0.4)
    assert found.alignment == pytest.approx(sum(parts) / 7)
    assert found.undefined == ()


def test_by_hand_with_the_good_answer_positive() -> None:
    found = ensemble(MATRIX, "good")
    assert (found.precision, found.recall, found.f1) == pytest.approx((0.8, 0.8, 0.8))
    assert found.specificity == pytest.approx(0.6)
    assert found.alignment == pytest.approx((22 / 30 + 0.8 * 3 + 0.6 + 0.4 * 2) / 7)
    assert found.to_dict()["positive"] == "good"


@pytest.mark.parametrize(
    ("matrix", "positive", "undefined"),
    [
        (Confusion(), "bad", [f"{name}: nothing has a verdict" for name in MEASURES]),
        (
            Confusion(bad_abstain=3, good_abstain=2),
            "good",
            [f"{name}: nothing has a verdict" for name in MEASURES],
        ),
        (
            Confusion(good_pass=5, good_fail=1),
            "bad",
            [
                "recall: nothing bad has a verdict",
                "kappa: nothing bad has a verdict",
                "mcc: nothing bad has a verdict",
            ],
        ),
        (
            Confusion(bad_pass=5, bad_fail=1),
            "bad",
            [
                "specificity: nothing good has a verdict",
                "kappa: nothing good has a verdict",
                "mcc: nothing good has a verdict",
            ],
        ),
        (
            Confusion(bad_pass=2, good_pass=9),
            "bad",
            ["precision: the judge failed nothing", "mcc: the judge failed nothing"],
        ),
        (Confusion(bad_pass=2, good_pass=9), "good", ["mcc: the judge failed nothing"]),
        (Confusion(bad_fail=2, good_fail=9), "bad", ["mcc: the judge passed nothing"]),
        (
            Confusion(good_pass=1),
            "bad",
            [
                "precision: the judge failed nothing",
                "recall: nothing bad has a verdict",
                "f1: nothing bad has a verdict; the judge failed nothing",
                "kappa: nothing bad has a verdict; the judge failed nothing",
                "mcc: nothing bad has a verdict; the judge failed nothing",
            ],
        ),
    ],
    ids=[
        "empty",
        "all abstained",
        "all good",
        "all bad",
        "fails nothing",
        "fails nothing, good positive",
        "passes nothing",
        "one item",
    ],
)
def test_what_is_undefined_says_what_is_missing(
    matrix: Confusion, positive: Truth, undefined: list[str]
) -> None:
    found = ensemble(matrix, positive)
    assert list(found.undefined) == undefined
    assert found.alignment is None, "such a judge cannot be compared"
    for name in MEASURES:
        assert (getattr(found, name) is None) == any(
            one.startswith(f"{name}:") for one in undefined
        )


@settings(deadline=None)
@given(MATRICES)
def test_they_are_the_matrix_own_figures(matrix: Confusion) -> None:
    found = measures(matrix.counts)
    for name in ("accuracy", "precision", "recall", "specificity"):
        assert found[name] == getattr(matrix, name).value
    assert found["f1"] == matrix.f1
    assert found["mcc"] == pytest.approx(matrix.mcc)
    assert found["kappa"] == pytest.approx(matrix.kappa)
    assert found["alignment"] == alignment_of(matrix.counts)


@settings(deadline=None)
@given(MATRICES)
def test_the_other_convention_turns_everything_round(matrix: Confusion) -> None:
    turned = Confusion(
        matrix.good_fail,
        matrix.good_pass,
        matrix.good_abstain,
        matrix.bad_fail,
        matrix.bad_pass,
        matrix.bad_abstain,
    )
    assert measures(matrix.counts, "good") == measures(turned.counts, "bad")


@settings(deadline=None, max_examples=25)
@given(MATRICES)
def test_against_scikit_learn(matrix: Confusion) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    people = [1] * (matrix.bad_pass + matrix.bad_fail) + [0] * (matrix.good_pass + matrix.good_fail)
    judge = [0] * matrix.bad_pass + [1] * matrix.bad_fail
    judge += [0] * matrix.good_pass + [1] * matrix.good_fail
    if not people:
        return
    for positive, one in (("bad", 1), ("good", 0)):
        found = ensemble(matrix, "bad" if positive == "bad" else "good")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # theirs say what is undefined in their own way
            theirs = {
                "accuracy": metrics.accuracy_score(people, judge),
                "precision": metrics.precision_score(people, judge, pos_label=one),
                "recall": metrics.recall_score(people, judge, pos_label=one),
                "specificity": metrics.recall_score(people, judge, pos_label=1 - one),
                "f1": metrics.f1_score(people, judge, pos_label=one),
                "kappa": metrics.cohen_kappa_score(people, judge),
                "mcc": metrics.matthews_corrcoef(people, judge),
            }
        for name, value in theirs.items():
            ours = getattr(found, name)
            if ours is not None:
                assert ours == pytest.approx(float(value), abs=1e-12), (positive, name)
