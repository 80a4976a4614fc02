"""Invented spans, annotations and logs as tracing tools write them, and reading them as cases."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from adjudge_engine.case import Case
from adjudge_engine.reading import Reject, read_labelled
from adjudge_engine.reading.about import About

QUESTION: Final = "When does the ferry to Aldra leave on Sundays?"
ANSWER: Final = "On Sundays the ferry to Aldra leaves at 9:40."
PASSAGES: Final = (
    "The ferry to Aldra leaves at 9:40 on Sundays and at 8:10 on all other days.",
    "Bicycles travel free of charge; tandems pay 4 crowns.",
)
TRACE: Final = "0af7651916cd43dd8448eb211c80319c"


def span_id(number: int) -> str:
    """A span's id."""
    return f"{number:016x}"


def span(
    number: int,
    attributes: dict[str, Any] | None = None,
    *,
    parent: int | None = None,
    trace: str = TRACE,
    start: Any = "2031-03-01T08:00:00.000000Z",
    **more: Any,
) -> dict[str, Any]:
    """A span as the SDK writes it."""
    return {
        "name": f"step {number}",
        "context": {"trace_id": f"0x{trace}", "span_id": f"0x{span_id(number)}"},
        "parent_id": None if parent is None else f"0x{span_id(parent)}",
        "start_time": start,
        "end_time": start,
        "status": {"status_code": "UNSET"},
        "attributes": attributes or {},
        "events": [],
        "resource": {"attributes": {"service.name": "ferry-desk"}},
    } | more


def root(number: int = 1, **more: Any) -> dict[str, Any]:
    """The root's attributes with question and answer, and a span of it."""
    attributes = {
        "openinference.span.kind": "CHAIN",
        "input.value": QUESTION,
        "output.value": ANSWER,
    } | more.pop("attributes", {})
    return span(number, attributes, **more)


def documents(texts: Iterable[str] = PASSAGES, start: int = 0) -> dict[str, Any]:
    """A retriever's flattened attributes."""
    out: dict[str, Any] = {"openinference.span.kind": "RETRIEVER", "input.value": QUESTION}
    for at, text in enumerate(texts):
        out[f"retrieval.documents.{at}.document.id"] = f"doc-{start + at + 1}"
        out[f"retrieval.documents.{at}.document.content"] = text
        out[f"retrieval.documents.{at}.document.score"] = 0.9 - at / 10
    return out


def write_lines(path: Path, values: Iterable[Any]) -> Path:
    """A JSON Lines file."""
    path.write_text("".join(json.dumps(one) + "\n" for one in values), encoding="utf-8")
    return path


def write_json(path: Path, value: Any) -> Path:
    """A JSON document over several lines."""
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return path


class Read:
    """What came of a file: its cases, its refused records, and the sentences about it."""

    def __init__(self, path: Path, format: str | None = None) -> None:  # noqa: A002
        self.about = About()
        self.cases: list[Case] = []
        self.refused: list[Reject] = []
        for one in read_labelled(path, format=format, about=self.about):
            if isinstance(one, Case):
                self.cases.append(one)
            else:
                self.refused.append(one)

    @property
    def only(self) -> Case:
        """The one case of a file that holds nothing else."""
        assert not self.refused, self.refused
        assert len(self.cases) == 1, [one.id for one in self.cases]
        return self.cases[0]

    @property
    def why(self) -> list[str]:
        """The reasons of what was refused."""
        return [one.reason for one in self.refused]

    def says(self, part: str) -> bool:
        """Whether one of the sentences holds `part`."""
        return any(part in one for one in self.about.sentences)
