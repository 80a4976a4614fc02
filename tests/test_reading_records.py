"""One record becomes one case: aliases, ids, labels, citations; nothing of it is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shared_data import SHARED, needs_shared

from adjudge_engine.case import Case, Span, case_hash
from adjudge_engine.claims import split_claims
from adjudge_engine.reading import Reject, read_cases, read_labelled
from adjudge_engine.reading.native import to_case
from adjudge_engine.reading.problems import Problem


def test_names_of_other_tools() -> None:
    wanted = to_case({"question": "q", "answer": "a", "contexts": ["c"], "expect": {}})
    ragas = {"user_input": "q", "response": "a", "retrieved_contexts": ["c"]}
    deepeval = {"input": "q", "actual_output": "a", "retrieval_context": ["c"]}
    other = {"query": "q", "prediction": "a", "passages": [{"page_content": "c"}]}
    for record in (ragas, deepeval, other):
        assert to_case(record) == wanted
    assert to_case({**ragas, "reference": "r"}).expect.reference == "r"
    assert to_case({**deepeval, "expected_output": "r"}).expect.reference == "r"
    assert to_case({**ragas, "model": "m-1"}).generator == "m-1"


@pytest.mark.parametrize("name", ["id", "doc_id", "source_id", "element_id"])
def test_an_id_without_end_is_refused(name: str) -> None:
    """Every finding repeats it, so a small file could become gigabytes of findings."""
    to_case({"answer": "a", "contexts": [{"text": "t", name: "x" * 2_000}]})
    with pytest.raises(Problem, match="is longer than 2,000 characters") as found:
        to_case({"answer": "a", "contexts": [{"text": "t", name: "x" * 2_001}]})
    assert found.value.field == f"contexts[0].{name}"


def test_a_name_that_loses_is_kept() -> None:
    case = to_case(
        {"answer": "a", "response": "b", "retrieval_context": ["r"], "context": ["gold"]}
    )
    assert case.answer == "a"
    assert [one.text for one in case.contexts] == ["r"]
    assert case.metadata == {"response": "b", "context": ["gold"]}


def test_an_alias_with_a_value_beats_a_null() -> None:
    assert to_case({"answer": None, "response": "b"}).answer == "b"


def test_unknown_keys_are_kept_where_they_stood() -> None:
    case = to_case(
        {
            "id": "x",
            "answer": "a b",
            "latency": 12,
            "metadata": {"team": "blue", "lang": "de"},
            "lang": "en",
            "contexts": [{"id": 7, "text": "t", "vector": [1], "metadata": {"file": "f.pdf"}}],
            "citations": [{"id": 1, "context_id": 7, "confidence": 0.5}],
            "expect": {"facts": [{"value": 5, "weight": 2}], "note": "n"},
            "requester": {"id": 3, "groups": "staff", "ip": "::1"},
            "labels": [{"criterion": "clarity", "value": 4, "hours": 1}],
        }
    )
    assert case.contexts[0].id == "7"
    assert case.contexts[0].metadata == {"vector": [1], "file": "f.pdf"}
    assert (case.citations[0].id, case.citations[0].context_id) == ("1", "7")
    assert case.expect.facts[0].value == "5"
    assert case.requester is not None
    assert (case.requester.id, case.requester.groups) == ("3", ("staff",))
    assert case.metadata == {
        "team": "blue",
        "lang": "de",
        "record.lang": "en",
        "latency": 12,
        "citations_extra": {"citations[0].confidence": 0.5},
        "expect_extra": {"expect.facts[0].weight": 2, "expect.note": "n"},
        "requester_extra": {"requester.ip": "::1"},
        "labels_extra": {"labels[0].hours": 1},
    }


def test_ids() -> None:
    assert to_case({"id": 12, "answer": "a"}).id == "12"
    one, two = to_case({"answer": "a"}), to_case({"answer": "a", "tags": "t"})
    assert one.id == two.id == "case-" + case_hash(one)[7:19]
    assert to_case({"answer": "b"}).id != one.id
    contexts = to_case({"answer": "a", "contexts": ["x", {"text": "y"}, {"id": "c1", "text": "z"}]})
    assert [one.id for one in contexts.contexts] == ["c1_", "c2", "c1"]


def test_the_same_context_twice_is_one() -> None:
    same = {"id": "k", "text": "t", "page": 2}
    case = to_case({"answer": "a", "contexts": [same, {**same, "score": 0.3}, dict(same)]})
    assert [one.id for one in case.contexts] == ["k"]
    assert case.metadata == {"contexts_extra": {"contexts[1].score": 0.3}}
    with pytest.raises(Problem, match="two different contexts"):
        to_case({"answer": "a", "contexts": [same, {**same, "page": 3}]})


def test_contexts_may_be_one_text_or_a_table() -> None:
    assert to_case({"answer": "a", "context": "t"}).contexts[0].text == "t"
    rows = to_case({"answer": "a", "contexts": [{"id": "t", "cells": [["a", 1.5], [None, 2]]}]})
    assert rows.contexts[0].cells == (("a", "1.5"), ("", "2"))
    cells = [{"row": 0, "column": 1, "text": "x", "colour": "red"}]
    case = to_case({"answer": "a", "contexts": [{"id": "t", "cells": cells}]})
    assert case.contexts[0].to_dict()["cells"] == [{"row": 0, "column": 1, "text": "x"}]
    assert case.metadata["contexts_extra"] == {"contexts[0].cells[0].colour": "red"}


def test_expectations_may_be_short() -> None:
    case = to_case(
        {
            "answer": "a",
            "expect": {
                "facts": ["500 mg", {"value": "x", "aliases": "y"}],
                "criteria": "covers the dose",
                "allowed_numbers": [3, "4.5"],
                "calculations": [{"claimed": 3, "formula": "a+b", "values": {"a": 1, "b": 2.5}}],
                "answerable": "unknown",
            },
        }
    )
    facts, calculation = case.expect.facts, case.expect.calculations[0]
    assert [(one.value, one.aliases) for one in facts] == [("500 mg", ()), ("x", ("y",))]
    assert case.expect.criteria == ("covers the dose",)
    assert case.expect.allowed_numbers == ("3", "4.5")
    assert (calculation.claimed, calculation.values) == ("3", {"a": "1", "b": "2.5"})
    assert case.expect.answerable == "unknown"


def test_a_claim_span_may_carry_its_text() -> None:
    claim = {"start": 0, "end": 1, "text": "a"}
    case = to_case({"answer": "a", "citations": [{"id": "1", "claim": claim}]})
    assert case.citations[0].claim == Span(start=0, end=1)
    assert case.metadata["citations_extra"] == {"citations[0].claim.text": "a"}


def test_surrogates_and_nul_survive() -> None:
    record = json.loads(r'{"answer": "x\ud800y\u0000", "k\udc00": "v\ud83d"}')
    case = to_case(record)
    assert case.answer == "x\ud800y\0"
    assert case.metadata == {"k\\udc00": "v\ud83d"}
    assert Case.model_validate(case.to_dict()) == case


def test_a_file_cannot_admit_its_own_judge() -> None:
    judgment = {"criterion": "faithfulness", "judge": "mine", "strict": 1, "admitted": True}
    case = to_case({"answer": "a", "judgments": [judgment]})
    assert case.judgments[0].admitted is False
    assert case.metadata["judgments_extra"] == {"judgments[0].admitted": True}


ANSWER = "The lamp is red. It weighs two kilos. It was made in Porto."


def item(**changes: Any) -> dict[str, Any]:
    human = {"label": "unfaithful", "spans": [], "source": "two readers"}
    base = {"id": "i", "question": "q", "answer": ANSWER, "contexts": ["c"], "citations": []}
    return {**base, "human": human, "meta": {"group": "g", "model": "m-2"}, **changes}


def span(text: str, kind: str) -> dict[str, Any]:
    start = ANSWER.index(text)
    return {"start": start, "end": start + len(text), "text": text, "type": kind}


def verdicts(record: dict[str, Any]) -> dict[str, str]:
    (label,) = to_case(record).labels
    assert label.criterion == "faithfulness"
    claims = {claim.id: claim for claim in split_claims(ANSWER)}
    for one in label.claims:
        assert one.start is not None
        assert one.end is not None
        assert ANSWER[one.start : one.end] == one.text
        if one.claim_id is not None:
            assert claims[one.claim_id].text == one.text
    return {str(one.text): one.verdict for one in label.claims}


def test_spans_fall_on_the_claims_that_they_overlap() -> None:
    red, kilos, porto = "The lamp is red.", "It weighs two kilos.", "It was made in Porto."
    spans = [
        span("red", "evident_baseless"),
        span("is red. It weighs", "subtle_conflict"),
        span("Porto", "replace"),
    ]
    found = verdicts(item(human={"label": "unfaithful", "spans": spans}))
    assert found == {red: "contradicted", kilos: "contradicted", porto: "undetermined"}
    found = verdicts(item(human={"label": "partial", "spans": [span("two", "not_supported")]}))
    assert found == {kilos: "not_mentioned"}


@pytest.mark.parametrize("kind", ["irrelevance", "incomplete_ans", "incompleteness"])
def test_spans_about_other_matters_say_nothing_here(kind: str) -> None:
    assert verdicts(item(human={"label": "unfaithful", "spans": [span("red", kind)]})) == {}


def test_spans_outside_the_answer_are_only_kept() -> None:
    human = {"label": "unfaithful", "spans": [{"start": 3, "end": 999, "type": "x"}, 7, {}]}
    case = to_case(item(human=human))
    assert case.labels[0].claims == ()
    assert case.metadata["human"] == human


def test_claims_of_people_keep_their_offsets() -> None:
    claims = [
        {"start": 0, "end": 16, "label": "Supported"},
        {"start": 17, "end": 40, "label": "Neither"},
        {"start": 41, "end": 59, "label": "who knows"},
        {"text": "no place", "label": "Supported"},
    ]
    case = to_case(item(human={"label": "unfaithful", "claims": claims}))
    found = [(one.claim_id is not None, one.text, one.verdict) for one in case.labels[0].claims]
    assert found == [
        (True, "The lamp is red.", "supported"),
        (False, ANSWER[17:40], "not_mentioned"),
    ]


@pytest.mark.parametrize("label", [None, "benign", "questionable", 3, ["faithful"]])
def test_no_label_is_no_label(label: Any) -> None:
    human = {"label": label, "spans": [span("red", "evident_conflict")]}
    case = to_case(item(human=human))
    assert case.labels == ()
    assert case.metadata["human"] == human


def test_what_people_said_is_kept_whole() -> None:
    case = to_case(item(lang="pt", split="dev", dataset="lamps", licence="CC0", task="qa"))
    assert case.generator == "m-2"
    assert case.group == "g"
    assert case.labels[0].note == "two readers"
    assert case.labels[0].value == "unfaithful"
    assert case.metadata == {
        "human": {"label": "unfaithful", "spans": [], "source": "two readers"},
        "group": "g",
        "lang": "pt",
        "split": "dev",
        "dataset": "lamps",
        "licence": "CC0",
        "task": "qa",
    }


def test_a_generator_in_the_record_leaves_the_meta_alone() -> None:
    case = to_case(item(generator="own"))
    assert (case.generator, case.metadata["model"]) == ("own", "m-2")


def test_answerability_is_its_own_criterion() -> None:
    (label,) = to_case(item(human={"label": "unanswerable"})).labels
    assert (label.criterion, label.value) == ("answerability", "unanswerable")
    both = to_case(item(human={"label": "faithful", "answerable": "TRUE"})).labels
    assert [(one.criterion, one.value) for one in both] == [
        ("faithfulness", "faithful"),
        ("answerability", "answerable"),
    ]


def test_marks_become_citations() -> None:
    answer = "Red [2]. Heavy [2][1,3]. Old (see)."
    marks = [
        {"start": 4, "end": 7, "text": "[2]", "context_ids": ["b"]},
        {"start": 15, "end": 18, "text": "[2]", "context_ids": ["b"]},
        {"start": 18, "end": 23, "text": "[1,3]", "context_ids": ["a", "c"], "doc_ref": "1"},
        {"start": 30, "end": 34, "text": "(se", "context_ids": []},
    ]
    case = to_case(item(answer=answer, citations=marks))
    assert [one.to_dict() for one in case.citations] == [
        {"id": "2", "claim": {"start": 4, "end": 7}, "context_id": "b", "kind": "presence"},
        {"id": "2.2", "claim": {"start": 15, "end": 18}, "context_id": "b", "kind": "presence"},
        {"id": "cite-3", "claim": {"start": 18, "end": 23}, "context_id": "a", "kind": "presence"},
        {
            "id": "cite-3.2",
            "claim": {"start": 18, "end": 23},
            "context_id": "c",
            "kind": "presence",
        },
        {"id": "cite-4", "claim": "(se", "kind": "presence"},
    ]
    assert case.metadata["citations_extra"] == {"citations[2].doc_ref": "1"}


def test_many_marks_and_spans_take_linear_time() -> None:
    count = 20_000  # quadratic code would take minutes
    mark = {"start": 0, "end": 3, "text": "[2]", "context_ids": ["b"]}
    other = {"context_id": "z", "start": 0, "end": 1, "text": "z"}
    human = {
        "label": "unfaithful",
        "spans": [{"start": n, "end": 3 * count, "type": "a_conflict"} for n in range(count)],
    }
    record = item(
        answer="x. " * count, citations=[mark] * count, context_spans=[other] * count, human=human
    )
    case = to_case(record)
    assert len({one.id for one in case.citations}) == count
    assert len(case.labels[0].claims) == len(split_claims("x. " * count))


def test_context_spans_make_quotes() -> None:
    mark = {"start": 0, "end": 3, "text": "The", "context_ids": ["p"]}
    spans = [
        {"context_id": "p", "start": 18, "end": 20, "text": "xy"},
        {"context_id": "q", "start": 0, "end": 1, "text": "z"},
    ]
    case = to_case(item(citations=[mark], context_spans=spans))
    (one,) = case.citations
    assert (one.kind, one.quote, one.span) == ("quote", "xy", Span(start=18, end=20))
    assert case.metadata["context_spans"] == spans[1:]


def test_judges_words_become_judgments_where_they_are_clear() -> None:
    judge = {
        "big": {"verdict": "supported", "raw": "All of it."},
        "small": {"verdict": "partially_supported"},
        "shy": {"verdict": "unclear", "raw": "…"},
        "odd": {"verdict": "7/10"},
        "metric": {"score": 0.4},
    }
    case = to_case(item(judge=judge))
    found = {one.judge: one for one in case.judgments}
    assert found["big"].strict == 1
    assert found["big"].rationale == "All of it."
    assert found["small"].strict == 0
    assert found["shy"].abstained
    assert found["shy"].strict is None
    assert {one.criterion for one in case.judgments} == {"faithfulness"}
    assert case.metadata["judge"] == {"odd": judge["odd"], "metric": judge["metric"]}
    pair = {"x": {"verdict": "A"}, "y": {"order_ab": {"verdict": "B"}}}
    assert to_case(item(judge=pair)).metadata["judge"] == pair


def labelled_lines(path: Path, *records: dict[str, Any]) -> list[Case | Reject]:
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return list(read_labelled(path))


def test_records_without_an_answer_still_carry_labels(tmp_path: Path) -> None:
    unanswered = item(answer=None, human={"label": "answerable"}, judge={"j": {"verdict": "x"}})
    pair = {"id": "p", "answer": None, "answers": [{"id": "A", "text": "1"}, "2"]}
    path = tmp_path / "set.jsonl"
    one, two = labelled_lines(path, unanswered, pair)
    assert isinstance(one, Case)
    assert isinstance(two, Case)
    assert (one.answer, one.labels[0].value) == (None, "answerable")
    assert two.answers == ("1", "2")
    assert two.metadata == {"answers_extra": {"answers[0].id": "A"}}
    rejects = list(read_cases(path))
    assert str(rejects[0]).endswith("is null: there is no answer to evaluate")
    assert rejects[1] == two


@needs_shared
@pytest.mark.parametrize("path", sorted((SHARED / "items").glob("*.jsonl")), ids=str)
def test_no_real_record_is_lost(path: Path) -> None:
    raw = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    out = list(read_cases(path))
    assert len(out) == len(raw)
    for record, one in zip(raw, out, strict=True):
        if record["answer"] is None:
            assert isinstance(one, Reject)
            continue
        assert isinstance(one, Case)
        assert (one.id, one.answer) == (record["id"], record["answer"])
        assert one.metadata["human"] == record["human"]
        assert len(one.contexts) == len(record["contexts"])
        wanted = sum(max(1, len(mark["context_ids"])) for mark in record["citations"])
        assert len(one.citations) == wanted
        value = record["human"]["label"]
        if value in ("faithful", "unfaithful", "partial"):
            assert one.labels[0].value == value


@needs_shared
def test_real_comparisons_are_cases_with_a_preferred_answer() -> None:
    for path in (SHARED / "pairwise").glob("*.jsonl"):
        found = list(read_cases(path))
        for one in found:
            assert isinstance(one, Case)
            assert one.is_comparison
            assert {label.criterion for label in one.labels} == {"preference"}
