"""Labelled rows: what becomes one, with which score, slices and side of the split."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.calibration.measures.calibrate import calibrate_source
from adjudge_engine.calibration.measures.judgments import Asked, Recorded
from adjudge_engine.calibration.measures.kinds import language_of, slices_of
from adjudge_engine.calibration.measures.labelled import Labelled, label_rows
from adjudge_engine.calibration.measures.splits import SPLITS, group_of, split_of
from adjudge_engine.case import Case
from adjudge_engine.judges.local.judge import LocalJudge
from adjudge_engine.vocabulary import Reading
from adjudge_queue.golden_sets import golden, golden_rows

CONTEXT = "The Aster pump weighs 12 kg. It runs on 24 V and is painted blue."


def case(number: int, value: Any, *said: dict[str, Any], **other: Any) -> Case:
    """A case with a label and the judgments of the judge `m`."""
    data: dict[str, Any] = {
        "id": f"pump-{number}",
        "question": "What about the pump?",
        "answer": "The Aster pump weighs 12 kg.",
        "contexts": [{"id": "c1", "text": CONTEXT, "source_id": f"doc-{number}"}],
        "labels": [{"criterion": "faithfulness", "value": value}] if value is not None else [],
        "judgments": [{"criterion": "faithfulness", "judge": "m"} | one for one in said],
    }
    return Case.model_validate(data | other)


def rows(cases: list[Case], reading: Reading = "score", minimum: float = 0.5) -> list[Labelled]:
    """The answers' rows of the recorded judge."""
    source = Recorded("m", "faithfulness")
    return label_rows(cases, source, reading=reading, minimum=minimum).answer


@pytest.mark.parametrize(
    ("group", "split"),
    [("doc-0", "held-out"), ("doc-1", "dev"), ("15126", "dev"), ("", "dev"), ("é\ud800", "dev")],
    ids=["doc-0", "doc-1", "number", "empty", "surrogate"],
)
def test_sides_of_the_split_are_what_they_always_were(group: str, split: str) -> None:
    """Golden sets in use were split by these: another value would mix both sides."""
    assert split_of(group) == split


def test_the_group_of_a_stored_case_is_that_of_the_case() -> None:
    assert golden.split_of is split_of
    for given_ in ({}, {"metadata": {"group": 7}}, {"contexts": [{"id": "a", "text": "x"}]}):
        one = case(1, "faithful", **given_)
        assert group_of(one) == golden_rows.group_of(one.model_dump())


def test_what_splits_and_slices_import_is_light() -> None:
    """The queue imports both; the desk's first screen must not wait for them."""
    import adjudge_engine.calibration.measures.kinds as kinds
    import adjudge_engine.calibration.measures.splits as splits

    for module in (kinds, splits):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        names = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
        assert names <= {
            "__future__",
            "collections",
            "collections.abc",
            "typing",
            "adjudge_engine.canonical",
        }


@pytest.mark.parametrize(
    ("said", "reading", "score"),
    [
        ([{"score": 0.25}], "score", 0.75),
        ([{"strict": 0.0, "score": 0.25}], "strict", 1.0),
        ([{"score": 0.5}, {"score": 1.0}], "score", 0.25),
        ([{"score": 0.5}, {"score": 0.5, "abstained": True}], "score", None),
        ([{"score": 0.5, "abstained": True}], "score", None),
        ([{"strict": 1.0}], "score", None),
        ([{"score": 7.0}], "score", None),
    ],
    ids=["one", "strict", "repeats", "one repeat abstains", "abstains", "no reading", "no share"],
)
def test_the_score_is_one_minus_the_reading(
    said: list[dict[str, Any]], reading: Reading, score: float | None
) -> None:
    (found,) = rows([case(1, "faithful", *said)], reading)
    assert found.score == score


def test_a_row_tells_what_its_case_is() -> None:
    told = {
        "tags": ["leaflet", "2031", "leaflet"],
        "risk": "high",
        "generator": "model-a",
        "metadata": {"question_type": " number ", "doc_type": "leaflet", "lang": "EN"},
    }
    (found,) = rows([case(1, "unfaithful", {"score": 0.75}, **told)])
    assert found == Labelled(
        case_id="pump-1",
        group="doc-1",
        truth="bad",
        said="pass",
        score=0.25,
        slices={
            "question_type": "number",
            "document_type": "leaflet",
            "risk": "high",
            "language": "en",
            "generator": "model-a",
        },
        split=split_of("doc-1"),
        tags=("leaflet", "2031"),
    )


def test_contexts_of_one_kind_are_the_document_type_where_nothing_else_says_it() -> None:
    def of(*kinds: str | None) -> str | None:
        contexts = [{"id": str(at), "text": "x", "kind": one} for at, one in enumerate(kinds)]
        return slices_of(case(1, None, contexts=contexts)).get("document_type")

    assert of("table", "table") == "table"
    assert of("table", "text") is None
    assert of(None) is None
    assert of() is None


@given(st.dictionaries(st.sampled_from(["lang", "language"]), st.text()), st.text(max_size=99))
def test_any_text_has_a_language(metadata: dict[str, str], text: str) -> None:
    assert language_of(metadata, text, None)
    assert slices_of(case(1, None, metadata=metadata, question=text))["language"]


def test_what_is_left_out_and_why_the_judge_is_silent() -> None:
    undetermined = [{"criterion": "faithfulness", "undetermined": True}]
    found = label_rows(
        [
            case(1, "faithful", {"strict": 1.0}),
            case(2, "faithful", {"abstained": True, "abstention": {"code": "slow", "message": ""}}),
            case(3, "faithful", {"strict": 1.0}, {"strict": 0.0}),
            case(4, "faithful", {"score": 1.0}),
            case(5, "faithful", {"abstained": True}),
            case(6, None),
            case(7, None, labels=undetermined),
            case(8, "four stars"),
            case(9, "faithful"),
        ],
        Recorded("m", "faithfulness"),
    )
    assert [one.said for one in found.answer] == ["pass", *["abstain"] * 4]
    assert found.silent == {"slow": 1, "repeats_differ": 1, "no_reading": 1, "abstained": 1}
    assert found.left_out == {
        "no_label": 1,
        "undetermined": 1,
        "other_scale": 1,
        "no_judgment": 1,
    }
    assert (found.cases, found.without_reading, found.scored_by) == (9, 1, "1 - strict")
    assert len(found.usage) == 6


def test_cases_of_one_name_stay_apart() -> None:
    same = [case(1, "faithful", {"score": 1.0}), case(1, "unfaithful", {"score": 0.0})]
    assert [(one.truth, one.said) for one in rows(same)] == [("good", "pass"), ("bad", "fail")]
    assert calibrate_source(same, Recorded("m", "faithfulness")).people.verdict == "one_person"


def test_the_local_judges_score_is_its_risk_also_where_it_abstains() -> None:
    answers = {
        "word for word": "The Aster pump weighs 12 kg.",
        "invented": "The Aster pump weighs 12 kg. It was designed by Ines Rhodes in Lisbon.",
    }
    cases = [case(at, "faithful", answer=one) for at, one in enumerate(answers.values())]
    found = label_rows(cases, Asked(LocalJudge(), "faithfulness"))
    assert found.scored_by == "risk"
    low, high = (one.score for one in found.answer)
    assert low is not None
    assert high is not None
    assert 0 <= low < high <= 1
    by_claim = [one.score for one in found.claim if one.case_id == "pump-1"]
    assert all(one is not None for one in by_claim)
    assert max(one for one in by_claim if one is not None) == high
    assert all(one.claim_id for one in found.claim)


def test_only_the_side_that_is_asked_for_is_judged() -> None:
    cases = [case(number, "faithful", {"strict": 1.0}) for number in range(30)]
    for split in SPLITS:
        source = Recorded("m", "faithfulness")
        found = calibrate_source(cases, source, split=split)
        wanted = [one for one in cases if split_of(one.group) == split]
        assert 0 < len(wanted) < 30
        assert found.cases == found.answer.confusion.n == source.seen["m"] == len(wanted)
        assert found.to_dict()["split"] == split
    assert calibrate_source(cases, Recorded("m", "faithfulness")).to_dict()["split"] == "all"


def test_a_comparison_without_an_answer_makes_no_row_of_faithfulness() -> None:
    two = case(1, "faithful", answer=None, answers=("a", "b"))
    found = label_rows([two], Asked(LocalJudge(), "faithfulness"))
    assert found.answer == []
    assert found.left_out == {"no_judgment": 1}


def test_of_comparisons_a_is_the_good_one_and_only_both_orders_count() -> None:
    """A preference is a row: people's A is good, B bad, a tie left out; one order abstains."""
    said = [("A", "A", "A"), ("A", "B", "B"), ("B", "B", "B"), ("B", "A", "B"), ("tie", "A", "A")]
    cases = [
        Case.model_validate(
            {
                "id": f"c{number}",
                "answers": ["one", "two"],
                "labels": [{"criterion": "preference", "value": people, "by": "ida"}],
                "judgments": [
                    {
                        "criterion": "preference",
                        "judge": "duo",
                        "parameters": {
                            "order_ab": ab,
                            "order_ba": ba,
                            "preferred": ab if ab == ba else None,
                        },
                    }
                ],
            }
        )
        for number, (people, ab, ba) in enumerate(said)
    ]
    rows = label_rows(cases, Recorded("duo", "preference"), criterion="preference")
    assert [(one.truth, one.said, one.score) for one in rows.answer] == [
        ("good", "pass", 0.0),
        ("good", "fail", 1.0),
        ("bad", "fail", 1.0),
        ("bad", "abstain", None),
    ]
    assert rows.left_out["other_scale"] == 1
