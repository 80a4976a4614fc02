"""Labels as a yardstick: what counts as good and bad, and what is left out by name."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.calibration.raters.people import (
    label_says,
    labels_of,
    people_say,
    people_say_of_claims,
)
from adjudge_engine.case import Case, Label
from adjudge_engine.claims import split_claims

ANSWER = "The pump weighs 12 kg. It is blue. It runs on 24 V."
CLAIMS = split_claims(ANSWER)
WEIGHT, COLOUR, VOLTAGE = CLAIMS


def label(value: str | int | float | None = None, **other: Any) -> Label:
    """A label on faithfulness."""
    return Label.model_validate({"criterion": "faithfulness", "value": value} | other)


def verdict(start: int, end: int, said: str) -> dict[str, Any]:
    """A person's verdict on a span."""
    return {"start": start, "end": end, "verdict": said}


@pytest.mark.parametrize(
    ("given", "truth"),
    [
        (label("faithful"), "good"),
        (label(" Faithful "), "good"),
        (label("supported"), "good"),
        (label("unfaithful"), "bad"),
        (label("partial"), "bad"),
        (label("faithful", undetermined=True), "undetermined"),
        (label(), "no_label"),
        (label(claims=[verdict(0, 5, "supported")]), "no_label"),
        (label(claims=[verdict(0, 5, "supported"), verdict(6, 9, "contradicted")]), "bad"),
        (label(4), "other_scale"),
        (label("answerable"), "other_scale"),
        (Label(criterion="answerability", value="answerable"), "good"),
        (Label(criterion="answerability", value="unanswerable"), "bad"),
        (Label(criterion="correctness", value=3), "good"),
        (Label(criterion="correctness", value=3.0), "good"),
        (Label(criterion="correctness", value=2), "bad"),
        (Label(criterion="tone", value="pass"), "good"),
        (Label(criterion="tone", value="no"), "bad"),
        (Label(criterion="tone", value=3), "other_scale"),
    ],
)
def test_one_label(given: Label, truth: str) -> None:
    assert label_says(given) == truth


@pytest.mark.parametrize(
    ("given", "truth"),
    [
        ([], "no_label"),
        ([label("faithful"), label("faithful")], "good"),
        ([label("faithful"), label("partial")], "people_disagree"),
        ([label("unfaithful"), label("partial")], "bad"),
        ([label("faithful"), label(undetermined=True)], "good"),
        ([label(undetermined=True), label(4), label()], "undetermined"),
        ([label(4), label()], "other_scale"),
    ],
)
def test_several_people(given: list[Label], truth: str) -> None:
    assert people_say(given) == truth


def test_a_persons_last_label_counts_and_other_criteria_do_not() -> None:
    case = Case(
        id="n",
        labels=(
            label("unfaithful", by="ines"),
            label("faithful", by="omar"),
            Label(criterion="relevance", value=5, by="ines"),
            label("faithful", by="ines"),
            label("partial"),
            label("unfaithful"),
        ),
    )
    values = [(one.by, one.value) for one in labels_of(case, "faithfulness")]
    assert values == [
        ("ines", "faithful"),
        ("omar", "faithful"),
        (None, "partial"),
        (None, "unfaithful"),
    ]


def test_in_a_good_answer_claims_without_a_verdict_are_supported() -> None:
    said = people_say_of_claims([label("faithful")], CLAIMS)
    assert said == {WEIGHT.id: "good", COLOUR.id: "good", VOLTAGE.id: "good"}


def test_in_a_bad_answer_claims_without_a_verdict_are_unknown() -> None:
    assert people_say_of_claims([label("unfaithful")], CLAIMS) == {}
    given = label("unfaithful", claims=[verdict(COLOUR.start, COLOUR.end, "not_mentioned")])
    assert people_say_of_claims([given], CLAIMS) == {COLOUR.id: "bad"}


@pytest.mark.parametrize(
    ("said", "truth"),
    [
        ("supported", "good"),
        ("partial", "bad"),
        ("not_mentioned", "bad"),
        ("contradicted", "bad"),
        ("undetermined", None),
    ],
)
def test_verdicts_by_id_and_by_span(said: str, truth: str | None) -> None:
    expected = {COLOUR.id: truth} if truth else {}
    by_id = label("unfaithful", claims=[{"claim_id": COLOUR.id, "verdict": said}])
    by_span = label("unfaithful", claims=[verdict(COLOUR.start + 2, COLOUR.end - 2, said)])
    stale_id = label(
        "unfaithful", claims=[verdict(COLOUR.start, COLOUR.end, said) | {"claim_id": "gone"}]
    )
    for one in (by_id, by_span, stale_id):
        assert people_say_of_claims([one], CLAIMS) == expected


def test_a_span_falls_on_every_claim_that_it_overlaps_and_on_no_neighbour() -> None:
    over_two = label("unfaithful", claims=[verdict(WEIGHT.end - 1, COLOUR.start + 1, "partial")])
    assert people_say_of_claims([over_two], CLAIMS) == {WEIGHT.id: "bad", COLOUR.id: "bad"}
    between = label("unfaithful", claims=[verdict(WEIGHT.end, COLOUR.start, "partial")])
    assert people_say_of_claims([between], CLAIMS) == {}
    beyond = label("unfaithful", claims=[verdict(10_000, 10_010, "partial")])
    assert people_say_of_claims([beyond], CLAIMS) == {}


def test_the_worst_verdict_on_a_claim_wins_and_its_own_verdict_beats_the_answers() -> None:
    both = label(
        "unfaithful",
        claims=[verdict(0, 4, "supported"), verdict(5, 9, "contradicted")],
    )
    assert people_say_of_claims([both], CLAIMS) == {WEIGHT.id: "bad"}
    unclear = label("faithful", claims=[verdict(0, 4, "supported"), verdict(5, 9, "undetermined")])
    assert people_say_of_claims([unclear], CLAIMS) == {COLOUR.id: "good", VOLTAGE.id: "good"}
    bad_part = label("faithful", claims=[verdict(0, 4, "contradicted")])
    assert people_say_of_claims([bad_part], CLAIMS)[WEIGHT.id] == "bad"


def test_claims_on_which_people_differ_are_left_out() -> None:
    one = label("unfaithful", claims=[verdict(0, 4, "contradicted")], by="ines")
    other = label(
        "unfaithful",
        claims=[verdict(0, 4, "supported"), verdict(COLOUR.start, COLOUR.end, "partial")],
        by="omar",
    )
    assert people_say_of_claims([one, other], CLAIMS) == {COLOUR.id: "bad"}


def test_many_verdicts_on_many_claims_take_no_quadratic_time() -> None:
    answer = "It is blue. " * 5_000
    claims = split_claims(answer)
    spans = [verdict(one.start, one.end, "partial") for one in claims]
    said = people_say_of_claims([label("unfaithful", claims=spans)], claims)
    assert len(said) == len(claims) == 5_000


def test_a_withdrawn_golden_row_labels_nothing() -> None:
    row = {
        "id": "a",
        "answer": "It lasts.",
        "labels": [{"criterion": "faithfulness", "value": "faithful"}],
        "metadata": {"golden": {"name": "g", "version": 1}},
    }
    assert len(labels_of(Case.model_validate(row), "faithfulness")) == 1
    row["metadata"] = {"golden": {"name": "g", "version": 1, "withdrawn": 17}}
    assert labels_of(Case.model_validate(row), "faithfulness") == []
