"""Langfuse: scores as they are read from its interface, our own exported ones among them.

`source` ANNOTATION is a person, EVAL a judge; API says nothing of who gave a score. Those that
`adjudge golden export` wrote say the person and the split in their metadata, and are labels.
Names: `fern/apis/server/definition/commons.yml`. Traces and data set items have no file that was
seen: read them with `--map`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.judges.scores.values import Fields, known, text_of
from adjudge_engine.reading.foreign import said
from adjudge_engine.reading.foreign.base import Entry, Head, Row
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.foreign.spans import moment
from adjudge_engine.reading.foreign.traces import Gathered
from adjudge_engine.reading.problems import Problem

_KEY: Final = re.compile(r"[0-9a-f]{32}")
_SPLITS: Final = ("dev", "held-out", "unassigned")
_CLAIM: Final = ".claim"
_CORRECTED: Final = ".corrected_answer"


class Langfuse:
    """Scores of traces."""

    name = "langfuse"
    title = "Langfuse"

    def recognises(self, head: Head) -> bool:
        """By the names of a score."""
        return head.kind in ("json", "jsonl") and _is_score(_first(head))

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A labelled case without an answer for each trace that has scores."""
        with Gathered() as gathered:
            paged = isinstance(opened.head.record.get("data"), list)
            for entry in opened.items("data", nan=True) if paged else opened.records(nan=True):
                refused = _gather(entry, gathered)
                if refused is not None:
                    yield refused
            for trace, texts, left in gathered.groups():
                yield _row(trace, texts, left, opened)

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return (
            "scores alone: no question, answer or passages; labels and judgments by trace id",
            "traces and data set items: give them with --map",
        )


def _first(head: Head) -> Any:
    data = head.record.get("data")
    return data[0] if isinstance(data, list) and data else head.record


def _is_score(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and {"traceId", "name", "dataType"} <= value.keys()
        and ("value" in value or "stringValue" in value)
    )


def _gather(entry: Entry, gathered: Gathered) -> Row | None:
    value = entry.value
    if entry.problem is not None:
        return entry.refused()
    if not _is_score(value) or not isinstance(value["name"], str):
        return entry.refused(Problem("", "is no score"))
    target = value.get("traceId")
    if not isinstance(target, str) or not target:
        return entry.refused(Problem("traceId", "is missing: scores of sessions are not read"))
    gathered.add(target, json.dumps([entry.place, value]))
    return None


def _row(trace: str, texts: list[str], left: int, opened: Opened) -> Row:
    scores = [json.loads(text) for text in texts]
    place = scores[0][0] if scores else f"trace {trace}"
    if left:
        return Row(place, None, Problem("", f"{left:,} scores of the trace were too many"))
    labels: list[Fields] = []
    judgments: list[Fields] = []
    rest: list[Any] = []
    for _, score in scores:
        if _is_person(score):
            label = _label(score)
            (labels if said.tells(label) else rest).append(label)
        elif score.get("source") == "EVAL":
            judgments.append(_judgment(score))
        else:
            rest.append(said.short(score))
    if rest:
        opened.note("scores that do not say who gave them are kept in the metadata")
    if not labels and not judgments:
        return Row(place, None, Problem("source", "no score says that a person or a judge gave it"))
    metadata: Fields = {"source": {"tool": "langfuse", "trace_id": trace}, "trace_id": trace}
    metadata |= {"langfuse": {"scores": said.short(rest)}} if rest else {}
    record = {"id": trace, "labels": said.merged(labels), "judgments": judgments}
    return Row(place, {k: v for k, v in record.items() if v} | {"metadata": metadata})


def _is_person(score: dict[str, Any]) -> bool:
    """Whether a person gave the score: an annotation, or a label that we exported."""
    source, metadata, id_ = score.get("source"), score.get("metadata"), score.get("id")
    if source == "ANNOTATION":
        return True
    ours = isinstance(metadata, dict) and metadata.get("split") in _SPLITS
    keyed = isinstance(id_, str) and _KEY.fullmatch(id_) is not None
    return source in (None, "API") and ours and keyed


def _value(score: dict[str, Any]) -> Any:
    text, kind = score.get("stringValue"), score.get("dataType")
    if kind == "BOOLEAN" and isinstance(score.get("value"), bool | int | float):
        return bool(score["value"])
    return text if isinstance(text, str) and text else score.get("value")


def _label(score: dict[str, Any]) -> Fields:
    name, value, note = score["name"], _value(score), score.get("comment")
    metadata = score.get("metadata")
    about = metadata if isinstance(metadata, dict) else {}
    by = about.get("by") or score.get("authorUserId")
    at = moment(score.get("timestamp"))
    start = about.get("start")
    if score.get("dataType") == "CORRECTION":
        label = said.label(name.removesuffix(_CORRECTED), None, by=by, at=at)
        return label | known(corrected_answer=text_of(value))
    if name.endswith(_CLAIM) and isinstance(start, int):
        claim = known(
            claim_id=text_of(about.get("claim_id")),
            start=start,
            end=about.get("end"),
            text=text_of(note),
            verdict=value,
        )
        return said.label(name.removesuffix(_CLAIM), None, by=by, at=at) | {"claims": [claim]}
    return said.label(name, value, by=by, at=at, note=note)


def _judgment(score: dict[str, Any]) -> Fields:
    value = _value(score)
    text = isinstance(value, str | bool)
    return said.judgment(
        score["name"],
        tool="langfuse",
        number=None if text else value,
        word=value if text else None,
        reason=score.get("comment"),
        score_id=text_of(score.get("id")),
    )


FORMATS: Final = (Langfuse(),)
