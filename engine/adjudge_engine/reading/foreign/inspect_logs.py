"""Inspect: evaluation logs as `.eval` archives and as `.json`.

A sample is a case, its scores are judgments. A score that a person edited keeps what the scorer
said as the judgment, and what the person said as the label. Names: `src/inspect_ai/log/_log.py`,
`log/_edit.py` and `scorer/_metric.py`; C, I, P and N mean correct, incorrect, partial, no answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.reading.foreign.base import Entry, Head, Member, Row
from adjudge_engine.reading.foreign.inspect_samples import record_of
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.problems import Problem, kind_of

_SAMPLES: Final = "samples/"
_HEADERS: Final = ("header.json", "_journal/start.json")


class Inspect:
    """Logs of `inspect eval`."""

    name = "inspect"
    title = "Inspect"

    def recognises(self, head: Head) -> bool:
        """By the members of the archive, or by the parts of the document."""
        if head.kind == "zip" and isinstance(head.first, list):
            return any(one in head.first for one in _HEADERS)
        log = head.record
        described = log.get("eval")
        return (
            head.kind in ("json", "jsonl")
            and isinstance(described, dict)
            and "task" in described
            and "status" in log
        )

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each sample; one in place of them where the log has none."""
        archived = opened.head.kind == "zip"
        log = _archived_header(opened) if archived else opened.head.record
        found = _archived(opened, log) if archived else _document(opened, log)
        empty = True
        for row in found:
            empty = False
            yield row
        if empty:
            status = str(log.get("status", "unknown"))[:40]
            reason = f"the log has no samples (status: {status})"
            opened.note(f"{reason}: it was stopped, or written without them")
            yield Row("$.samples", None, Problem("samples", reason))

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return (
            "passages only where the samples' metadata has contexts; no citations, no documents",
            "events, tool calls and other attempts of a sample are left out",
        )


def _document(opened: Opened, log: dict[str, Any]) -> Iterator[Row]:
    for entry in opened.items("samples", nan=True):
        yield _row(entry, log, opened)


def _archived_header(opened: Opened) -> dict[str, Any]:
    """What describes the log; the last one holds, since a stopped run has only the first."""
    log: dict[str, Any] = {}
    for member in opened.members():
        if member.name in _HEADERS:
            log = _member_header(opened, member) or log
    return log


def _archived(opened: Opened, log: dict[str, Any]) -> Iterator[Row]:
    number = 0
    for member in opened.members():
        if member.name.startswith(_SAMPLES) and member.name.endswith(".json"):
            number += 1
            yield _member_row(opened, member, number, log)


def _member_header(opened: Opened, member: Member) -> dict[str, Any] | None:
    try:
        value = opened.member_json(member, nan=True)
    except Problem as problem:
        opened.note(f"{member.name} {problem.reason}")
        return None
    return value if isinstance(value, dict) else None


def _member_row(opened: Opened, member: Member, number: int, log: dict[str, Any]) -> Row:
    try:
        value = opened.member_json(member, nan=True)
    except Problem as problem:
        return Row(member.name, None, problem)
    return _row(Entry(number, member.name, value, None, ""), log, opened)


def _row(entry: Entry, log: dict[str, Any], opened: Opened) -> Row:
    def record(sample: Any) -> dict[str, Any]:
        if not isinstance(sample, dict):
            raise Problem("", f"a sample must be an object, not {kind_of(sample)}")
        return record_of(sample, log, opened.note)

    return entry.read(record)


FORMATS: Final = (Inspect(),)
