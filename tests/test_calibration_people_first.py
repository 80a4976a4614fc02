"""People against people, and scales: by hand, by golden rounds, against scipy and scikit-learn."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.calibration.measures.calibrate import calibrate_recorded
from adjudge_engine.calibration.raters.coefficient import Resampling
from adjudge_engine.calibration.raters.people_first import human_agreement
from adjudge_engine.calibration.raters.scales import OnScale, measure_scale, number_of
from adjudge_engine.case import Case, Label

QUICK = Resampling(resamples=0)


def label(value: Any, by: str | None = None, **more: Any) -> dict[str, Any]:
    """A label on faithfulness unless another criterion is named."""
    return {"criterion": "faithfulness", "value": value, "by": by} | more


def case(name: str, *labels: dict[str, Any], **other: Any) -> Case:
    """A case with these labels."""
    data = {"id": name, "answer": "It is.", "contexts": [{"id": "c", "text": name}]}
    return Case.model_validate(data | {"labels": labels} | other)


def two_people(table: dict[tuple[str, str], int], **more: Any) -> list[Case]:
    """Cases labelled by ines and omar, so many with each pair of words."""
    pairs = [pair for pair, count in table.items() for _ in range(count)]
    return [
        case(str(at), label(one, "ines", **more), label(other, "omar", **more))
        for at, (one, other) in enumerate(pairs)
    ]


GOOD, BAD = "faithful", "unfaithful"


def test_people_who_agree_make_the_task_clear() -> None:
    found = human_agreement(
        two_people({(GOOD, GOOD): 20, (BAD, BAD): 10, (GOOD, BAD): 2}), "faithfulness"
    )
    assert (found.verdict, found.raters, found.items) == ("clear", 2, 32)
    assert found.agreement.value == pytest.approx(30 / 32)
    assert found.kappa.value is not None
    assert found.kappa.value > 0.8
    assert found.kappa.interval is not None
    assert "94 % of 32 answers, κ 0.86" in found.sentence


@pytest.mark.parametrize(
    "table",
    [
        {(GOOD, GOOD): 10, (BAD, BAD): 10, (GOOD, BAD): 6},
        {(GOOD, GOOD): 90, (BAD, BAD): 1, (GOOD, BAD): 4, (BAD, GOOD): 4},
    ],
    ids=["77 % agree", "92 % agree, by chance"],
)
def test_the_guideline_is_to_be_fixed_first(table: dict[tuple[str, str], int]) -> None:
    found = human_agreement(two_people(table), "faithfulness")
    assert found.verdict == "ambiguous"
    assert found.sentence.endswith("Fix the guideline, not the judge.")
    assert found.to_dict()["verdict"] == "ambiguous"


def test_what_is_not_known_is_not_called_clear() -> None:
    alone = [case(str(at), label(GOOD, "ines")) for at in range(9)]
    assert human_agreement(alone, "faithfulness").verdict == "one_person"
    assert human_agreement([], "faithfulness").verdict == "one_person"
    same = human_agreement(two_people({(GOOD, GOOD): 30}), "faithfulness")
    assert (same.verdict, same.kappa.value) == ("undefined", None)
    assert "whether they can tell good from bad is not known" in same.sentence
    other = human_agreement(two_people({(GOOD, GOOD): 30}), "relevance")
    assert other.verdict == "one_person"


def test_missing_raters_and_labels_that_say_nothing() -> None:
    cases = [
        case("a", label(GOOD, "ines"), label(GOOD, "omar"), label(BAD, "zoe")),
        case("b", label(BAD, "ines"), label(BAD, "zoe")),
        case("c", label(GOOD, "omar"), label(None, "zoe", undetermined=True)),
        case("d", label("four stars", "ines"), label(GOOD, "omar")),
        case("e", label(GOOD), label(BAD)),
    ]
    found = human_agreement(cases, "faithfulness", QUICK)
    assert found.items == 3, "c and d have one word each"
    assert found.raters == 5, "labels without a name are people too"
    assert found.kappa.name == "Fleiss' κ"
    assert found.agreement.value == pytest.approx((1 / 3 + 1 + 0) / 3)


def test_a_name_like_a_place_is_another_person() -> None:
    found = human_agreement([case("a", label(GOOD, "unnamed 1"), label(GOOD))], "faithfulness")
    assert (found.raters, found.items) == (2, 1)


def test_the_rounds_of_a_golden_row_are_its_two_people() -> None:
    def golden(at: int, first: str, second: str) -> Case:
        rounds = [
            {"round": "first", "reviewer": "ines", "labels": [label(first)]},
            {"round": "second", "reviewer": "omar", "labels": [label(second)]},
            {"round": "adjudication", "reviewer": "zoe", "labels": [label(first)]},
        ]
        return case(str(at), label(first, "zoe"), metadata={"golden": {"rounds": rounds}})

    words = [(GOOD, GOOD), (BAD, BAD), (GOOD, BAD), (GOOD, GOOD)]
    found = human_agreement([golden(at, *pair) for at, pair in enumerate(words)], "faithfulness")
    assert (found.raters, found.items) == (2, 4)
    assert found.agreement.value == 0.75


@pytest.mark.parametrize(
    "rounds",
    [
        7,
        [7],
        [{}],
        [{"labels": 7}],
        [{"labels": [{"value": 1}], "reviewer": 3}],
        [{"labels": [None]}],
    ],
    ids=["number", "numbers", "empty", "no list", "no criterion", "null"],
)
def test_a_damaged_provenance_is_no_word_of_anybody(rounds: Any) -> None:
    one = case("a", label(GOOD, "ines"), metadata={"golden": {"rounds": rounds}})
    assert human_agreement([one], "faithfulness").verdict == "one_person"


def test_comparisons_have_people_too() -> None:
    table = {("A", "A"): 20, ("B", "B"): 20, ("tie", "A"): 3}
    found = human_agreement(two_people(table, criterion="preference"), "preference")
    assert (found.verdict, found.items) == ("clear", 43)


def test_on_a_scale_within_one_point_is_agreement() -> None:
    numbers = [(1, 2), (2, 2), (3, 4), (4, 4), (5, 4), (5, 5), (1, 1), (2, 1)]
    cases = [
        case(
            str(at),
            label(one, "ines", criterion="relevance"),
            label(other, "omar", criterion="relevance"),
        )
        for at, (one, other) in enumerate(numbers)
    ]
    found = human_agreement(cases, "relevance")
    assert found.agreement.value == 1
    assert found.kappa.name == "Cohen's κ, quadratic weights"
    assert found.verdict == "clear"


# Scales: a judge beside people -------------------------------------------------------------


def relevance(number: int, people: Any, judge: float | None, **more: Any) -> Case:
    """A case whose people and judge give a number from 1 to 5."""
    said = {"criterion": "relevance", "judge": "m", "value": judge, "score": 0.5}
    if judge is not None:
        said["strict"] = float(judge >= 4)
    labels = [{"criterion": "relevance", "value": people}]
    return case(str(number), *labels, judgments=[said | more])


def test_a_scale_by_hand() -> None:
    numbers = [(5, 5), (4, 5), (3, 1), (1, 1), (2, 2), (4, 4)]
    cases = [relevance(at, one, other) for at, (one, other) in enumerate(numbers)]
    cases.append(relevance(9, 5, None))
    found = calibrate_recorded(cases, "m", criterion="relevance")
    assert found.scale is not None
    assert (found.scale.exact.value, found.scale.near.value) == (4 / 6, 5 / 6)
    assert found.scale.without == 1
    # From 4 on it is enough, for people as for the judge.
    assert found.answer.confusion.counts == (0, 3, 0, 3, 0, 1)
    assert found.to_dict()["scale"]["kappa_quadratic"]["n"] == 6


def test_numbers_of_a_criterion_that_nothing_is_known_of_still_measure_the_scale() -> None:
    def tone(at: int, people: int, judge: int) -> Case:
        said = {"criterion": "tone", "judge": "m", "value": judge, "score": judge / 7}
        return case(str(at), label(people, criterion="tone"), judgments=[said])

    found = calibrate_recorded([tone(1, 7, 6), tone(2, 1, 1)], "m", criterion="tone")
    assert found.left_out == {"other_scale": 2}
    assert found.scale is not None
    assert found.compared
    assert found.scale.near.value == 1


@pytest.mark.parametrize(
    ("values", "number"),
    [
        ([3, 5], 3),
        ([1, 4, 5], 4),
        (["4"], 4),
        ([" 2 "], 2),
        ([2.5], 2.5),
        (["٤"], None),
        (["9999"], None),
        ([float("nan")], None),
        (["good"], None),
        ([], None),
    ],
    ids=["two", "three", "text", "spaces", "half", "digits", "long", "nan", "word", "none"],
)
def test_the_number_of_several_people_is_the_middle_one(
    values: list[Any], number: float | None
) -> None:
    labels = [Label.model_construct(criterion="relevance", value=one) for one in values]
    assert number_of(labels) == number


PAIRS = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=25)


@settings(deadline=None, max_examples=50)
@given(PAIRS)
def test_scales_against_scipy_and_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    stats, metrics = pytest.importorskip("scipy.stats"), pytest.importorskip("sklearn.metrics")
    found = measure_scale([OnScale("c", "g", one, other) for one, other in pairs], QUICK)
    assert found is not None
    people, judge = [one for one, _ in pairs], [other for _, other in pairs]
    if found.rho.value is None:
        assert len(set(people)) == 1 or len(set(judge)) == 1
    else:
        theirs = stats.spearmanr(people, judge).statistic
        assert found.rho.value == pytest.approx(float(theirs), abs=1e-9)
    if found.kappa.value is not None:
        weighted = metrics.cohen_kappa_score(
            people, judge, weights="quadratic", labels=[1, 2, 3, 4, 5]
        )
        assert found.kappa.value == pytest.approx(float(weighted), abs=1e-9)
    assert found.exact.value == sum(one == other for one, other in pairs) / len(pairs)
    assert found.near.value == sum(abs(one - other) < 2 for one, other in pairs) / len(pairs)


def test_a_judge_without_a_number_has_no_figures_of_a_scale() -> None:
    assert measure_scale([]) is None
    assert measure_scale([OnScale("c", "g", 3, None)]) is None
