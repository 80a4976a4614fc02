"""Label Studio and Argilla: our own exports, taken back with their labels.

Only records that carry a row of a golden set are read here, and only while they show what the row
says; what else these tools hold is for `--map` (docs/formats.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.reading.foreign.base import Head, Row
from adjudge_engine.reading.foreign.carried import CARRIED, EDITED, carried_row
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.foreign.shapes import list_in, object_in
from adjudge_engine.reading.problems import Problem

_NONE: Final = Problem("", f"carries no {CARRIED}: only our own export is read; use --map")
_EDITED: Final = Problem("", EDITED)

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Exported:
    """A tool whose records carry the row under `member`; `shown` gives its texts, `said` its words.

    A person's words are pairs of criterion and value as text.
    """

    name: str
    title: str
    member: str
    beside: str
    shown: Callable[[Record], Record]
    said: Callable[[Record], set[tuple[str, str]]]

    def recognises(self, head: Head) -> bool:
        """By the row that the first record carries."""
        record = head.record if head.kind in ("json", "jsonl") else {}
        return self.beside in record and CARRIED in object_in(record.get(self.member))

    def rows(self, opened: Opened) -> Iterator[Row]:
        """The rows that the records carry."""
        for one in opened.records():
            if one.problem is not None:
                yield one.refused()
                continue
            record = object_in(one.value)
            text = object_in(record.get(self.member)).get(CARRIED)
            row = carried_row(text, self.shown(record))
            if row is None or self.said(record) != _labels(row):
                yield one.refused(_NONE if text is None else _EDITED)
            else:
                yield one.row(row)

    def cannot_serve(self) -> tuple[str, ...]:
        """What the reader leaves to maps."""
        return (f"what {self.title} itself made of a record is not read: our own rows alone are",)


def _labels(row: Record) -> set[tuple[str, str]]:
    found = set()
    for one in list_in(row.get("labels")):
        label = object_in(one)
        value = "undetermined" if label.get("undetermined") else label.get("value")
        if value is not None:
            found.add((str(label.get("criterion")), str(value)))
    return found


def _task_shown(task: Record) -> Record:
    data = object_in(task.get("data"))
    texts = [object_in(one).get("text") for one in list_in(data.get("contexts"))]
    return {**_asked(data), "contexts": texts}


def _task_said(task: Record) -> set[tuple[str, str]]:
    found = set()
    for annotation in list_in(task.get("annotations")):
        for one in list_in(object_in(annotation).get("result")):
            result = object_in(one)
            for choice in list_in(object_in(result.get("value")).get("choices")):
                found.add((str(result.get("from_name")), str(choice)))
    return found


def _record_shown(record: Record) -> Record:
    fields = object_in(record.get("fields"))
    return {**_asked(fields), "contexts": fields.get("contexts")}


def _record_said(record: Record) -> set[tuple[str, str]]:
    found = set()
    for response in list_in(record.get("responses")):
        for name, one in object_in(object_in(response).get("values")).items():
            value = object_in(one).get("value")
            if not isinstance(value, list):  # spans of claims
                found.add((name, str(value)))
    return found


def _asked(texts: Record) -> Record:
    return {name: texts.get(name) or "" for name in ("question", "answer")}


FORMATS: Final = (
    Exported("label-studio", "Label Studio", "data", "annotations", _task_shown, _task_said),
    Exported("argilla", "Argilla", "metadata", "fields", _record_shown, _record_said),
)
