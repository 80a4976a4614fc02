"""Spans after the GenAI conventions of OpenTelemetry, with and without a content store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from trace_samples import ANSWER, PASSAGES, QUESTION, Read, span, write_json, write_lines

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.reading import About, read_numbered
from adjudge_engine.reading.foreign.content import with_content
from adjudge_tui.cli import main


def message(role: str, text: str) -> dict[str, Any]:
    """A message of the conventions."""
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def call(**more: Any) -> dict[str, Any]:
    """The attributes of a chat with recorded messages."""
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "tern-2",
        "gen_ai.input.messages": json.dumps([message("system", "Hi."), message("user", QUESTION)]),
        "gen_ai.output.messages": json.dumps([message("assistant", ANSWER)]),
    } | more  # fmt: skip


def retrieval(content: bool) -> dict[str, Any]:
    """The attributes of a retrieval, its texts recorded or not."""
    found = [
        {"id": f"doc-{at}", "score": 0.5} | ({"content": text} if content else {})
        for at, text in enumerate(PASSAGES)
    ]
    return {"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": json.dumps(found)}


def test_messages_and_documents_make_a_case(tmp_path: Path) -> None:
    lines = [span(2, retrieval(True), parent=1), span(3, call(), parent=1), span(1)]
    read = Read(write_lines(tmp_path / "spans.jsonl", lines))
    case = read.only
    assert read.about.format == "otel"
    assert (case.question, case.answer, case.generator) == (QUESTION, ANSWER, "tern-2")
    assert [(one.id, one.text) for one in case.contexts] == [
        ("doc-0", PASSAGES[0]),
        ("doc-1", PASSAGES[1]),
    ]


def test_ids_alone_need_a_content_store(tmp_path: Path) -> None:
    lines = [span(2, retrieval(False), parent=1), span(3, call(), parent=1), span(1)]
    read = Read(write_lines(tmp_path / "spans.jsonl", lines))
    assert read.only.contexts == ()
    assert read.says("needs a content store (--content FILE")


def test_a_content_store_gives_the_texts(tmp_path: Path) -> None:
    lines = [span(2, retrieval(False), parent=1), span(3, call(), parent=1), span(1)]
    path = write_lines(tmp_path / "spans.jsonl", lines)
    store = write_json(tmp_path / "store.json", {"doc-1": PASSAGES[1], "other": "x"})
    about = About()
    (case,) = read_cases_with(path, store, about)
    assert [(one.id, one.text) for one in case.contexts] == [("doc-1", PASSAGES[1])]
    assert any("needs a content store" in one for one in about.sentences)  # doc-0 is not in it
    write_json(store, {f"doc-{at}": text for at, text in enumerate(PASSAGES)})
    about = About()
    (case,) = read_cases_with(path, store, about)
    assert tuple(one.text for one in case.contexts) == PASSAGES
    assert not any("needs a content store" in one for one in about.sentences)


def read_cases_with(path: Path, store: Path, about: About) -> list[Case]:
    """The cases of a file of spans, read with a content store."""
    found = [one for _, _, one in read_numbered(path, format=with_content(store), about=about)]
    return [one for one in found if isinstance(one, Case)]


@pytest.mark.parametrize(
    ("value", "said"),
    [([1], "must be an object, not a list"), ({"doc-1": 3}, "'doc-1' must be text, not a number")],
    ids=["list", "number"],
)
def test_a_store_that_is_none_is_refused(tmp_path: Path, value: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        with_content(write_json(tmp_path / "store.json", value))


def test_the_command_takes_a_content_store(tmp_path: Path) -> None:
    lines = [span(2, retrieval(False), parent=1), span(3, call(), parent=1), span(1)]
    spans = str(write_lines(tmp_path / "spans.jsonl", lines))
    texts = {f"doc-{at}": text for at, text in enumerate(PASSAGES)}
    store = str(write_json(tmp_path / "store.json", texts))
    out, db = str(tmp_path / "out.jsonl"), str(tmp_path / "a.db")
    command = ["evaluate", spans, "--content", store, "--db", db, "--out", out, "--judge", "none"]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    assert "no mark for a person" in done.output
    refused = CliRunner().invoke(main, [*command, "--map", "answer=a"])
    assert refused.exit_code == 2
    assert "--content goes with spans alone" in refused.output


@pytest.mark.parametrize("form", ["list", "flattened", "event", "older"])
def test_messages_in_every_form(tmp_path: Path, form: str) -> None:
    plain = {"gen_ai.operation.name": "chat"}
    asked, said = message("user", QUESTION), message("assistant", ANSWER)
    both = {"gen_ai.input.messages": [asked], "gen_ai.output.messages": [said]}
    name = "gen_ai.client.inference.operation.details"
    one = {
        "list": span(1, plain | both),
        "flattened": span(1, plain | both),
        "event": span(1, plain, events=[{"name": name, "attributes": both}]),
        "older": span(
            1,
            plain
            | {
                "gen_ai.prompt.0.role": "user",
                "gen_ai.prompt.0.content": QUESTION,
                "gen_ai.completion.0.role": "assistant",
                "gen_ai.completion.0.content": ANSWER,
            },
        ),
    }[form]
    if form == "flattened":
        one["attributes"] = plain | {
            f"gen_ai.{side}.messages.0.{name}": value
            for side, text, role in (("input", QUESTION, "user"), ("output", ANSWER, "assistant"))
            for name, value in (("role", role), ("parts.0.type", "text"), ("parts.0.content", text))
        }
    case = Read(write_lines(tmp_path / "spans.jsonl", [one])).only
    assert (case.question, case.answer) == (QUESTION, ANSWER)


def test_evaluation_results_are_judgments(tmp_path: Path) -> None:
    def result(**values: Any) -> dict[str, Any]:
        attributes = {f"gen_ai.evaluation.{name}": one for name, one in values.items()}
        return {"name": "gen_ai.evaluation.result", "attributes": attributes}

    why = {"explanation": "o"}
    events = [
        result(name="Relevance", **{"score.value": 1.0, "score.label": "relevant"}, **why),
        result(name="Relevance", **{"score.value": 4.0}),
        result(name="Relevance"),
        {"name": "gen_ai.evaluation.result",
         "attributes": {"gen_ai.evaluation.name": "Relevance", "error.type": "timeout"}},
        {"name": "other", "attributes": {}},
    ]  # fmt: skip
    case = Read(write_lines(tmp_path / "spans.jsonl", [span(1, call(), events=events)])).only
    assert case.labels == ()
    good, number, silent, failed = case.judgments
    assert (good.criterion, good.strict, good.score, good.rationale) == ("relevance", 1, 1, "o")
    assert (number.value, number.score, number.strict) == (4, None, None)
    assert silent.abstained
    assert failed.abstained
    assert failed.abstention is not None
    assert "timeout" in failed.abstention.message


def test_spans_without_any_content_are_refused(tmp_path: Path) -> None:
    one = span(1, {"gen_ai.operation.name": "chat", "gen_ai.request.model": "tern-2"})
    read = Read(write_lines(tmp_path / "spans.jsonl", [one]))
    assert not read.cases
    assert "has no answer" in read.why[0]
    assert read.says("only if their recording was switched on")
