"""The case's shape: what its hash covers, what it refuses, and that it cannot be changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from adjudge_engine.case import Case, Citation, Context, Label, LabelClaim, Span, case_hash
from adjudge_engine.evaluation import Judgment


def full_case() -> dict[str, Any]:
    """A case with every part that its hash covers."""
    return {
        "id": "pump-7",
        "question": "How long is the warranty of the Aster pump?",
        "answer": "The Aster pump has a warranty of 24 months [1].",
        "contexts": [
            {"id": "c1", "text": "Aster pump: warranty 24 months.", "source_id": "pumps", "page": 3}
        ],
        "citations": [{"id": "1", "context_id": "c1", "kind": "quote", "quote": "24 months"}],
        "expect": {"answerable": True, "facts": [{"value": "24 months", "aliases": ["2 years"]}]},
        "requester": {"id": "ines", "groups": ["service"]},
        "risk": "high",
        "generator": "model-a",
    }


GOLDEN = "sha256:2373319ae173671f36a36388e07a278c64022039a502b9bf27f535a85f0e7b45"

# What is hashed, written by hand: keys in order, nothing empty, no id.
HASHED = (
    '{"answer":"The Aster pump has a warranty of 24 months [1].",'
    '"citations":[{"context_id":"c1","id":"1","kind":"quote","quote":"24 months"}],'
    '"contexts":[{"id":"c1","page":3,"source_id":"pumps",'
    '"text":"Aster pump: warranty 24 months."}],'
    '"expect":{"answerable":true,"facts":[{"aliases":["2 years"],"value":"24 months"}]},'
    '"generator":"model-a",'
    '"question":"How long is the warranty of the Aster pump?",'
    '"requester":{"groups":["service"],"id":"ines"},'
    '"risk":"high"}'
)


def test_the_hash_of_a_known_case_never_changes() -> None:
    assert case_hash(Case.model_validate(full_case())) == GOLDEN
    assert "sha256:" + hashlib.sha256(HASHED.encode()).hexdigest() == GOLDEN


@pytest.mark.parametrize(
    "beside",
    [
        {"id": "another"},
        {"created_at": "2026-02-03T10:00:00Z"},
        {"tags": ["warranty", "pump"]},
        {"metadata": {"group": "g1", "note": [1, {"a": None}]}},
        {"labels": [{"criterion": "faithfulness", "value": "faithful", "by": "ines"}]},
        {"judgments": [{"criterion": "faithfulness", "judge": "other", "score": 0.5}]},
    ],
)
def test_what_stands_beside_the_content_does_not_change_the_hash(beside: dict[str, Any]) -> None:
    assert case_hash(Case.model_validate(full_case() | beside)) == GOLDEN


def test_metadata_of_a_context_does_not_change_the_hash() -> None:
    data = full_case()
    data["contexts"][0]["metadata"] = {"rank": 1}
    assert case_hash(Case.model_validate(data)) == GOLDEN


@pytest.mark.parametrize(
    "change",
    [
        {"question": "How long is the warranty of the Aster pump"},
        {"question": None},
        {"answer": "The Aster pump has a warranty of 24 months [2]."},
        {"answer": None, "answers": ["24 months", "2 years"]},
        {"contexts": []},
        {"contexts": [{"id": "c1", "text": "Aster pump: warranty 24 months.", "page": 3}]},
        {"citations": []},
        {"citations": [{"id": "1", "context_id": "c1", "kind": "quote", "quote": "24  months"}]},
        {"expect": {}},
        {"expect": {"answerable": False}},
        {"requester": None},
        {"requester": {"id": "ines", "groups": []}},
        {"risk": "standard"},
        {"generator": "model-b"},
    ],
)
def test_a_change_of_the_content_changes_the_hash(change: dict[str, Any]) -> None:
    assert case_hash(Case.model_validate(full_case() | change)) != GOLDEN


def test_the_order_of_contexts_is_content() -> None:
    one, two = {"id": "a", "text": "x"}, {"id": "b", "text": "y"}
    forth = Case.model_validate({"id": "n", "contexts": [one, two]})
    back = Case.model_validate({"id": "n", "contexts": [two, one]})
    assert case_hash(forth) != case_hash(back)


def test_values_that_equal_their_defaults_are_not_hashed() -> None:
    spelled_out = Case.model_validate(
        {
            "id": "n",
            "answer": "x",
            "risk": "standard",
            "expect": {"facts": []},
            "contexts": [{"id": "a", "text": "", "truncated": False}],
        }
    )
    short = Case(id="n", answer="x", contexts=(Context(id="a"),))
    assert case_hash(spelled_out) == case_hash(short)


@pytest.mark.parametrize(
    "text", ["", "\x00", "\ud800 alone", "\u202e[bold]\x1b[31m", "日本語" * 100]
)
def test_hostile_text_can_be_hashed_and_stored(text: str) -> None:
    case = Case(id="n", question=text, answer=text, contexts=(Context(id="a", text=text),))
    assert case_hash(case) == case_hash(Case.model_validate(case.to_dict()))


@pytest.mark.parametrize(
    "where",
    [
        lambda data: data,
        lambda data: data["contexts"][0],
        lambda data: data["citations"][0],
        lambda data: data["expect"],
        lambda data: data["expect"]["facts"][0],
        lambda data: data["requester"],
    ],
)
def test_unknown_keys_are_refused_everywhere(
    where: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    data = full_case()
    where(data)["surprise"] = 1
    with pytest.raises(ValidationError, match="surprise"):
        Case.model_validate(data)


def test_records_cannot_be_changed() -> None:
    case = Case.model_validate(full_case())
    for record, name in ((case, "answer"), (case.contexts[0], "text"), (case.expect, "facts")):
        with pytest.raises(ValidationError, match="frozen"):
            setattr(record, name, "other")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"risk": "extreme"}, "risk"),
        ({"contexts": [{"id": "a"}, {"id": "a"}]}, "two contexts have the id"),
        ({"contexts": [{"id": "a", "page": 0}]}, "page"),
        ({"contexts": [{"id": "a", "score": float("nan")}]}, "score"),
        ({"citations": [{"id": "1", "span": {"start": 4, "end": 3}}]}, "end lies before start"),
        ({"labels": [{"criterion": "faithfulness", "claims": [{"verdict": "unsure"}]}]}, "verdict"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(change: dict[str, Any], named: str) -> None:
    with pytest.raises(ValidationError, match=named):
        Case.model_validate(full_case() | change)


def test_errors_do_not_repeat_the_text_of_the_case() -> None:
    with pytest.raises(ValidationError) as caught:
        Case.model_validate(full_case() | {"risk": "a secret of the customer"})
    assert "a secret of the customer" not in str(caught.value)


def test_to_dict_leaves_out_what_is_empty_and_comes_back() -> None:
    case = Case(
        id="n",
        answer="x",
        citations=(Citation(id="1", claim=Span(start=0, end=1)),),
        labels=(
            Label(
                criterion="faithfulness",
                value="unfaithful",
                claims=(LabelClaim(start=0, end=1, verdict="contradicted"),),
            ),
        ),
        judgments=(Judgment(criterion="faithfulness", judge="other", score=0.0),),
    )
    assert case.to_dict() == {
        "id": "n",
        "answer": "x",
        "citations": [{"id": "1", "claim": {"start": 0, "end": 1}}],
        "labels": [
            {
                "criterion": "faithfulness",
                "value": "unfaithful",
                "claims": [{"start": 0, "end": 1, "verdict": "contradicted"}],
            }
        ],
        "judgments": [{"criterion": "faithfulness", "judge": "other", "score": 0.0}],
    }
    assert Case.model_validate(case.to_dict()) == case


def test_the_group_is_given_or_the_source_or_the_contexts() -> None:
    contexts = (Context(id="a", text="x"), Context(id="b", text="y", source_id="manual"))
    assert Case(id="n", contexts=contexts, metadata={"group": "g"}).group == "g"
    assert Case(id="n", contexts=contexts, metadata={"group": 12}).group == "12"
    assert Case(id="n", contexts=contexts).group == "manual"
    same = Case(id="n", contexts=(Context(id="other", text="x"),))
    assert same.group == Case(id="m", contexts=contexts[:1]).group
    assert same.group != Case(id="n").group
