"""Spans with OpenInference attributes and Phoenix' annotations: one trace is one case."""

from __future__ import annotations

import base64
import random
from pathlib import Path
from typing import Any

import pytest
import trace_samples as made
from trace_samples import (
    ANSWER,
    PASSAGES,
    QUESTION,
    TRACE,
    Read,
    root,
    span,
    write_json,
    write_lines,
)

from adjudge_queue.exports import phoenix


def spans_of(trace: str = TRACE, first: int = 1) -> list[dict[str, Any]]:
    """A trace whose root ends last: retrieval, a call of the model, the chain."""
    call = {
        "openinference.span.kind": "LLM",
        "llm.model_name": "tern-2",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": QUESTION,
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": ANSWER,
    }
    return [
        span(first + 1, made.documents(), parent=first, trace=trace, start="2031-03-01T08:00:01Z"),
        span(first + 2, call, parent=first, trace=trace, start="2031-03-01T08:00:02Z"),
        root(first, trace=trace),
    ]


def annotation(name: str, kind: str, label: Any, **more: Any) -> dict[str, Any]:
    """An annotation of the root."""
    result = {
        "label": label,
        "score": more.pop("score", None),
        "explanation": more.pop("why", None),
    }
    place = more.pop("place", {"span_id": made.span_id(1)})
    return {"name": name, "annotator_kind": kind, "result": result, "metadata": {}, **place} | more


def test_a_trace_is_one_case(tmp_path: Path) -> None:
    read = Read(write_lines(tmp_path / "spans.jsonl", spans_of()))
    case = read.only
    assert read.about.format == "openinference"
    assert (case.id, case.question, case.answer) == (TRACE, QUESTION, ANSWER)
    assert [(one.id, one.text) for one in case.contexts] == [
        ("doc-1", PASSAGES[0]),
        ("doc-2", PASSAGES[1]),
    ]
    assert case.contexts[0].score == 0.9
    assert case.generator == "tern-2"
    assert case.created_at == "2031-03-01T08:00:00.000000Z"
    assert case.metadata["trace_id"] == TRACE
    assert case.metadata["span_id"] == made.span_id(1)
    source = case.metadata["source"]
    assert isinstance(source, dict)
    assert source["service.name"] == "ferry-desk"


def test_traces_between_each_other_stay_apart(tmp_path: Path) -> None:
    traces = [f"{number:032x}" for number in range(1, 8)]
    lines = [one for trace in traces for one in spans_of(trace)]
    random.Random(3).shuffle(lines)
    cases = Read(write_lines(tmp_path / "spans.jsonl", lines)).cases
    assert sorted(one.id for one in cases) == traces
    assert {(one.question, one.answer, len(one.contexts)) for one in cases} == {
        (QUESTION, ANSWER, 2)
    }
    ids = [line["context"]["trace_id"].removeprefix("0x") for line in lines]
    assert [one.id for one in cases] == list(dict.fromkeys(ids))


def test_contexts_come_in_the_order_in_which_the_retrievals_began(tmp_path: Path) -> None:
    late = span(
        5, made.documents(["Dogs need a muzzle."], 7), parent=1, start="2031-03-01T09:00:00Z"
    )
    path = write_lines(tmp_path / "spans.jsonl", [late, *spans_of()])
    assert [one.id for one in Read(path).only.contexts] == ["doc-1", "doc-2", "doc-8"]


def test_the_same_document_twice_is_one_and_another_text_gets_another_id(tmp_path: Path) -> None:
    again = span(
        5, made.documents([PASSAGES[0], "Changed."]), parent=1, start="2031-03-02T08:00:00Z"
    )
    case = Read(write_lines(tmp_path / "spans.jsonl", [*spans_of(), again])).only
    assert [one.id for one in case.contexts] == ["doc-1", "doc-2", "doc-2 (2)"]


def test_a_reranker_gives_the_passages_where_no_retriever_does(tmp_path: Path) -> None:
    reranked = {
        "openinference.span.kind": "RERANKER",
        "reranker.output_documents.0.document.content": PASSAGES[0],
    }
    path = write_lines(tmp_path / "spans.jsonl", [span(2, reranked, parent=1), root()])
    assert [one.text for one in Read(path).only.contexts] == [PASSAGES[0]]


def test_a_missing_root_is_said(tmp_path: Path) -> None:
    lines = [root(2, parent=1), span(3, made.documents(), parent=2)]
    read = Read(write_lines(tmp_path / "spans.jsonl", lines))
    assert read.only.answer == ANSWER
    assert read.says("root is not in the file")


def test_of_several_roots_the_one_with_an_answer_is_the_case(tmp_path: Path) -> None:
    lines = [span(8, {"openinference.span.kind": "TOOL"}), *spans_of()]
    read = Read(write_lines(tmp_path / "spans.jsonl", lines))
    assert read.only.answer == ANSWER
    assert read.says("several roots")


def test_the_model_s_call_answers_where_the_root_says_nothing(tmp_path: Path) -> None:
    lines = [*spans_of()[:2], span(1, {"openinference.span.kind": "CHAIN"})]
    case = Read(write_lines(tmp_path / "spans.jsonl", lines)).only
    assert (case.question, case.answer) == (QUESTION, ANSWER)


@pytest.mark.parametrize(
    ("name", "value", "kind", "text"),
    [
        ("output", '{"answer": "By noon."}', "application/json", "By noon."),
        ("output", '{"choices": [{"message": {"role": "assistant", "content": "By noon."}}]}',
         "application/json", "By noon."),
        ("output", '{"a": 1, "b": 2}', "application/json", '{"a": 1, "b": 2}'),
        ("output", '{"answer": "By noon."}', "text/plain", '{"answer": "By noon."}'),
        ("input", '{"messages": [{"role": "user", "content": [{"text": "When?"}]}]}',
         "application/json", "When?"),
        ("input", '{"query": "When?"}', "application/json", "When?"),
        ("input", '{"query": ', "application/json", '{"query": '),
    ],
    ids=["answer", "choices", "schema", "plain", "messages", "query", "broken"],
)  # fmt: skip
def test_values_in_json_give_their_text(
    tmp_path: Path, name: str, value: str, kind: str, text: str
) -> None:
    attributes = {f"{name}.value": value, f"{name}.mime_type": kind}
    path = write_lines(tmp_path / "spans.jsonl", [root(attributes=attributes)])
    case = Read(path).only
    assert (case.answer if name == "output" else case.question) == text


def test_a_trace_without_an_answer_is_refused_with_its_failure(tmp_path: Path) -> None:
    failed = span(
        1,
        {"openinference.span.kind": "CHAIN", "input.value": QUESTION},
        status={"status_code": "ERROR", "description": "the model is away"},
    )
    other = span(
        1, {"openinference.span.kind": "EVALUATOR", "output.value": "fine"}, trace="b" * 32
    )
    empty = span(1, {"openinference.span.kind": "CHAIN"}, trace="c" * 32)
    read = Read(write_lines(tmp_path / "spans.jsonl", [failed, other, empty]))
    assert not read.cases
    assert read.why == [
        "the trace has no answer; it failed: the model is away",
        "is the trace of an evaluator, not of an answer",
        "the trace has no answer: neither its root nor a call of a model has an output",
    ]


def test_a_span_written_twice_counts_once(tmp_path: Path) -> None:
    early = root(attributes={"output.value": "On Sundays"})
    early["end_time"] = "2031-03-01T07:59:59Z"
    read = Read(write_lines(tmp_path / "spans.jsonl", [*spans_of(), early]))
    assert read.only.answer == ANSWER
    assert read.says("stand twice")


def otlp(lines: list[dict[str, Any]], ids: str) -> dict[str, Any]:
    """Spans as an OTLP export; ids in hexadecimal or, as protobuf's JSON has them, in Base64."""

    def id_of(text: str | None) -> str | None:
        if text is None or ids == "hex":
            return text and text.removeprefix("0x")
        return base64.b64encode(bytes.fromhex(text.removeprefix("0x"))).decode()

    def typed(value: Any) -> dict[str, Any]:
        kinds: dict[type, str] = {str: "stringValue", float: "doubleValue", bool: "boolValue"}
        if isinstance(value, list):
            return {"arrayValue": {"values": [typed(one) for one in value]}}
        return {kinds[type(value)]: value} if type(value) in kinds else {"intValue": str(value)}

    spans = [
        {
            "traceId": id_of(one["context"]["trace_id"]),
            "spanId": id_of(one["context"]["span_id"]),
            "parentSpanId": id_of(one["parent_id"]),
            "name": one["name"],
            "startTimeUnixNano": str(1_930_000_000_000_000_000 + at),
            "attributes": [
                {"key": name, "value": typed(value)} for name, value in one["attributes"].items()
            ],
        }
        for at, one in enumerate(lines)
    ]
    return {"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}


@pytest.mark.parametrize("ids", ["hex", "base64"])
@pytest.mark.parametrize("lines", [False, True], ids=["document", "lines"])
def test_otlp_says_the_same(tmp_path: Path, ids: str, lines: bool) -> None:
    export = otlp(spans_of(), ids)
    more = otlp(spans_of("b" * 32), ids)
    path = tmp_path / "otlp.json"
    path = write_lines(path, [export, more]) if lines else write_json(path, export)
    case = Read(path).cases[0]
    plain = Read(write_lines(tmp_path / "spans.jsonl", spans_of())).only
    assert (case.id, case.question, case.answer) == (plain.id, plain.question, plain.answer)
    assert case.contexts == plain.contexts
    assert case.generator == plain.generator


def test_people_label_and_models_judge(tmp_path: Path) -> None:
    attributes = {
        "annotations.0.annotation.name": "faithfulness",
        "annotations.0.annotation.label": "unfaithful",
        "annotations.0.annotation.annotator_kind": "HUMAN",
        "annotations.0.annotation.explanation": "no tram there",
        "evaluations.0.evaluation.name": "relevance",
        "evaluations.0.evaluation.label": "relevant",
        "evaluations.0.evaluation.score": 1,
        "evaluations.0.evaluation.annotator_kind": "LLM",
        "evaluations.1.evaluation.name": "length",
        "evaluations.1.evaluation.score": 45,
        "evaluations.1.evaluation.annotator_kind": "CODE",
        "annotation.name": "tone",
        "annotation.label": "good",
    }
    read = Read(write_lines(tmp_path / "spans.jsonl", [root(attributes=attributes)]))
    case = read.only
    (label,) = case.labels
    assert (label.criterion, label.value, label.note) == (
        "faithfulness",
        "unfaithful",
        "no tram there",
    )
    first, second = case.judgments
    assert (first.criterion, first.strict, first.score, first.value) == ("relevance", 1, 1, 1)
    assert (second.criterion, second.strict, second.score, second.value) == (
        "length",
        None,
        None,
        45,
    )
    assert not first.admitted
    assert read.says("does not say who gave it")
    told = case.metadata["trace"]
    assert isinstance(told, dict)
    assert "tone" in str(told["feedback"])


def test_feedback_on_a_step_is_no_word_on_the_answer(tmp_path: Path) -> None:
    lines = spans_of()
    lines[0]["attributes"] |= {
        "annotations.0.annotation.name": "faithfulness",
        "annotations.0.annotation.label": "faithful",
        "annotations.0.annotation.annotator_kind": "HUMAN",
    }
    read = Read(write_lines(tmp_path / "spans.jsonl", lines))
    assert read.only.labels == ()
    assert read.says("single steps")


def test_annotations_among_the_spans_are_theirs(tmp_path: Path) -> None:
    about = annotation("faithfulness", "HUMAN", "faithful", user_id="mori", score=1)
    about["trace_id"] = TRACE
    judged = annotation("hallucination", "LLM", "hallucinated", place={"trace_id": TRACE}, score=1)
    path = write_lines(tmp_path / "spans.jsonl", [*spans_of(), about, judged])
    case = Read(path).only
    assert [(one.criterion, one.value, one.by) for one in case.labels] == [
        ("faithfulness", "faithful", "mori")
    ]
    (judgment,) = case.judgments
    assert (judgment.criterion, judgment.strict, judgment.score) == ("hallucination", 0, None)


def test_annotations_alone_are_labelled_cases_without_answers(tmp_path: Path) -> None:
    made_of = [
        annotation("correctness", "HUMAN", "incorrect", why="it is 9:40"),
        annotation("correctness", "LLM", None, score=0.25),
        annotation("relevance", "LLM", None),
        annotation("chunk", "HUMAN", "bad", document_position=2),
        annotation("mood", "HUMAN", "bad", place={"session_id": "s1"}),
    ]
    read = Read(write_json(tmp_path / "annotations.json", {"data": made_of}))
    (case,) = read.cases
    assert (case.id, case.answer) == (made.span_id(1), None)
    assert [(one.criterion, one.value, one.note) for one in case.labels] == [
        ("correctness", "incorrect", "it is 9:40")
    ]
    scored, silent = case.judgments
    assert (scored.value, scored.strict, scored.score) == (0.25, None, None)
    assert silent.abstained
    assert silent.abstention is not None
    assert silent.abstention.code == "unreadable_record"
    assert read.why == ["is about one document, a session, or from nobody known"]


def test_what_we_export_comes_back(tmp_path: Path) -> None:
    row = {
        "id": "ferry-1",
        "question": QUESTION,
        "answer": ANSWER,
        "metadata": {
            "golden": {"split": "dev", "case_hash": "sha256:00", "name": "ferries", "version": "1"}
        },
        "labels": [
            {
                "criterion": "faithfulness",
                "value": "unfaithful",
                "by": "mori",
                "note": "wrong hour",
                "missing": ["the pier"],
                "corrected_answer": "It leaves at 9:50.",
                "claims": [
                    {"claim_id": "k1", "start": 0, "end": 45, "text": ANSWER,
                     "verdict": "contradicted"}
                ],
            },
            {"criterion": "clarity", "value": 4, "by": "aoki"},
            {"criterion": "tone", "undetermined": True, "by": "aoki"},
        ],
    }  # fmt: skip
    path = tmp_path / "annotations.json"
    path.write_text("".join(phoenix.write([row])), encoding="utf-8")
    assert '"start":0' in path.read_text("utf-8")
    case = Read(path).only
    assert case.id == "ferry-1"
    back = [one.model_dump(exclude_defaults=True, mode="json") for one in case.labels]
    assert back == row["labels"]


def test_a_record_of_another_kind_is_refused_alone(tmp_path: Path) -> None:
    nameless = span(3)
    nameless["context"]["trace_id"] = 7
    path = write_lines(tmp_path / "spans.jsonl", [*spans_of(), {"hello": 1}, [1], nameless])
    read = Read(path)
    assert len(read.cases) == 1
    assert [(one.line, one.field) for one in read.refused] == [
        (4, ""), (5, ""), (6, "context.trace_id"),
    ]  # fmt: skip


def test_phoenix_spans_by_its_interface(tmp_path: Path) -> None:
    line = root(attributes={"metadata": {"ticket": 7}, "tag": {"tags": ["ferry", "sunday"]}})
    line |= {"status_code": "OK", "status": None, "start_time": "2031-03-01T08:00:00+00:00"}
    case = Read(write_json(tmp_path / "spans.json", {"data": [line], "next_cursor": None})).only
    assert case.answer == ANSWER
    assert case.tags == ("ferry", "sunday")
