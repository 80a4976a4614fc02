"""LangSmith: runs as its SDK sends them (`post` and `patch`), and single runs of that shape.

A run that was posted and patched is one. The topmost run of a trace is the case; its answer is that
of its outputs, else of the last call of a model below it. Field names: payloads that the SDK's own
tests record. Feedback, examples and data sets have no file that was seen: read them with `--map`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from adjudge_engine.judges.scores.values import Fields, known, text_of
from adjudge_engine.reading.foreign import wordings
from adjudge_engine.reading.foreign.base import Head, Row
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.foreign.spans import moment
from adjudge_engine.reading.foreign.traces import Gathered
from adjudge_engine.reading.problems import Problem

Run = dict[str, Any]
_MARKS: Final = frozenset({"run_type", "trace_id", "inputs", "dotted_order"})
_PARTS: Final = ("post", "patch")
_LONGEST_ID: Final = 200
_LONGEST_RAW: Final = 20_000


class LangSmith:
    """Payloads of runs."""

    name = "langsmith"
    title = "LangSmith"

    def recognises(self, head: Head) -> bool:
        """By a batch of posted and patched runs, or by the marks of a run."""
        record = head.record
        if head.kind not in ("json", "jsonl"):
            return False
        posted = [record.get(name) for name in _PARTS]
        runs = [one[0] for one in posted if isinstance(one, list) and one]
        return any(isinstance(one, dict) and "dotted_order" in one for one in runs) or (
            record.keys() >= _MARKS
        )

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each trace, in the order in which they appear."""
        with Gathered() as gathered:
            for entry in opened.records(nan=True):
                problem = entry.problem
                if problem is None and not isinstance(entry.value, dict):
                    problem = Problem("", "is no run")
                if problem is not None:
                    yield entry.refused(problem)
                else:
                    yield from _gather(gathered, entry.value, entry.place)
            for trace, texts, left in gathered.groups():
                yield _row(trace, texts, left, opened.note)

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return (
            "retrieved documents, feedback and examples: give them with --map",
            "no citations and no documents: no evidence pane",
        )


def _gather(gathered: Gathered, value: Run, place: str) -> Iterator[Row]:
    """Keeps the runs of a batch, or a single run, by their trace; what is no run is a row."""
    parts = [value.get(name) for name in _PARTS]
    batched = [one for part in parts if isinstance(part, list) for one in part]
    for one in batched if any(isinstance(part, list) for part in parts) else [value]:
        if not isinstance(one, dict) or not isinstance(one.get("id"), str):
            yield Row(place, None, Problem("id", "is missing: a run has one"))
            continue
        trace = str(one.get("trace_id") or one["id"])[:_LONGEST_ID]
        gathered.add(trace, json.dumps(one))


def _row(trace: str, texts: list[str], left: int, note: Callable[[str], None]) -> Row:
    runs: dict[str, Run] = {}
    for text in texts:
        one = json.loads(text)
        run = runs.setdefault(one["id"], {})
        run |= {name: part for name, part in one.items() if part not in (None, {}, [])}
    place, raw = f"trace {trace}", (texts or [""])[0][:_LONGEST_RAW]
    try:
        if left:
            raise Problem("", f"the trace is too large: {left:,} of its runs were not read")
        return Row(place, _record(list(runs.values()), note), None, raw)
    except Problem as problem:
        return Row(place, None, problem, raw)


def _record(runs: list[Run], note: Callable[[str], None]) -> Fields:
    """The runs of one trace as a native record. Raises Problem where it answers nothing."""
    ids = {one["id"] for one in runs}
    runs = sorted(runs, key=lambda one: str(one.get("dotted_order", "~")))
    root = next((one for one in runs if str(one.get("parent_run_id")) not in ids), runs[0])
    calls = [one for one in runs if one.get("run_type") == "llm"]
    answer = None
    for one in (root, *reversed(calls)):
        answer = answer if answer is not None else _answer(one.get("outputs"))
    if answer is None:
        error = text_of(root.get("error"))
        told = f"; it failed: {error.splitlines()[0][:200]}" if error else ""
        raise Problem("outputs", f"the run has no answer{told}")
    question = None
    for one in (root, *calls):
        question = question if question is not None else _question(one.get("inputs"))
    if len(runs) > 1:
        note("runs below the topmost one are read for a question or an answer alone")
    source = known(tool="langsmith", trace_id=text_of(root.get("trace_id")))
    out: Fields = {
        "id": root["id"],
        "question": question,
        "answer": answer,
        "generator": next((name for one in calls if (name := _model(one))), None),
        "created_at": moment(root.get("start_time")) or None,
        "metadata": {
            "source": source | known(run_id=root["id"], project=_text(root, "session_name")),
            "langsmith": known(name=_text(root, "name"), run_type=_text(root, "run_type")),
        }
        | known(trace_id=text_of(root.get("trace_id"))),
    }
    return {key: one for key, one in out.items() if one is not None}


def _question(inputs: Any) -> str | None:
    return wordings.question_in(inputs) if isinstance(inputs, dict) else None


def _answer(outputs: Any) -> str | None:
    return wordings.answer_in(outputs) or None if isinstance(outputs, dict) else None


def _model(run: Run) -> str | None:
    """The model that a call names: of its outputs, else of its metadata."""
    outputs, extra = run.get("outputs"), run.get("extra")
    metadata = extra.get("metadata") if isinstance(extra, dict) else None
    told = outputs.get("model") if isinstance(outputs, dict) else None
    named = metadata.get("ls_model_name") if isinstance(metadata, dict) else None
    return text_of(told) or text_of(named)


def _text(run: Run, name: str) -> str | None:
    return text_of(run.get(name))


FORMATS: Final = (LangSmith(),)
