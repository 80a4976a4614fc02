"""Spans that the real OpenTelemetry SDK writes, read back; skipped where it is not installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from trace_samples import ANSWER, PASSAGES, QUESTION, Read

trace = pytest.importorskip("opentelemetry.sdk.trace")
export = pytest.importorskip("opentelemetry.sdk.trace.export")


def written(path: Path, record: Any) -> Path:
    """The spans that `record` makes with a tracer, as the SDK's exporter writes them."""
    provider = trace.TracerProvider()
    with path.open("w", encoding="utf-8") as file:
        exporter = export.ConsoleSpanExporter(
            out=file, formatter=lambda span: span.to_json(indent=None) + "\n"
        )
        provider.add_span_processor(export.SimpleSpanProcessor(exporter))
        record(provider.get_tracer("ferry-desk"))
        provider.shutdown()
    return path


def test_openinference_spans_of_the_sdk(tmp_path: Path) -> None:
    def record(tracer: Any) -> None:
        with tracer.start_as_current_span("ask") as top:
            top.set_attribute("openinference.span.kind", "CHAIN")
            top.set_attribute("input.value", QUESTION)
            with tracer.start_as_current_span("find") as found:
                found.set_attribute("openinference.span.kind", "RETRIEVER")
                for at, text in enumerate(PASSAGES):
                    found.set_attribute(f"retrieval.documents.{at}.document.content", text)
            top.set_attribute("output.value", ANSWER)

    read = Read(written(tmp_path / "spans.jsonl", record))
    case = read.only
    assert read.about.format == "openinference"
    assert (case.question, case.answer) == (QUESTION, ANSWER)
    assert tuple(one.text for one in case.contexts) == PASSAGES
    assert len(case.id) == 32


def test_genai_spans_of_the_sdk(tmp_path: Path) -> None:
    def message(role: str, text: str) -> str:
        return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])

    def record(tracer: Any) -> None:
        with tracer.start_as_current_span("chat tern-2") as call:
            call.set_attribute("gen_ai.operation.name", "chat")
            call.set_attribute("gen_ai.input.messages", message("user", QUESTION))
            call.set_attribute("gen_ai.output.messages", message("assistant", ANSWER))
            call.add_event(
                "gen_ai.evaluation.result",
                {
                    "gen_ai.evaluation.name": "Correctness",
                    "gen_ai.evaluation.score.value": 0.0,
                    "gen_ai.evaluation.score.label": "incorrect",
                },
            )

    read = Read(written(tmp_path / "spans.jsonl", record))
    case = read.only
    assert read.about.format == "otel"
    assert (case.question, case.answer) == (QUESTION, ANSWER)
    (judgment,) = case.judgments
    assert (judgment.criterion, judgment.strict, judgment.score) == ("correctness", 0, 0)
