"""Which reader a file goes to: our own, another tool's, or the one that a map makes."""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.foreign import formats, named, recognise_head
from adjudge_engine.reading.foreign.base import Foreign, Head
from adjudge_engine.reading.foreign.content import WithContent
from adjudge_engine.reading.foreign.mapping import CaseMap
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.foreign.tables import NativeTable
from adjudge_engine.reading.sniff import FORMATS, READ

#: How a file is to be read: detected (None), by the name of a format, by a map, with a store.
Way = str | CaseMap | WithContent | None

Reader = Foreign | CaseMap | NativeTable | WithContent

_TABLES: Final = ("csv", "parquet")
_ENDLESS: Final = float("inf")
_WORDS: Final = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}
#: Names that only a record of our own has beside its answer.
_OURS: Final = frozenset(
    {"citations", "expect", "requester", "labels", "judgments", "human", "context_spans", "cases"}
)
_PLAIN: Final = frozenset(
    {"id", "question", "answer", "answers", "contexts", "generator", "risk", "tags", "metadata"}
    | {"created_at", "meta", "judge", *_OURS}
)


def reader_for(opened: Opened, way: Way) -> Reader | None:
    """The reader of an open file; None for our own in JSON. Raises InputError where none is it."""
    if isinstance(way, CaseMap | WithContent):
        return way
    head = opened.head
    found = named(way) if way is not None and way not in FORMATS else None
    if way is None:
        found = None if is_native(head) else recognise_head(head)
        if found is None:
            _refuse_tasks(head)
    elif way in FORMATS:
        _check_container(head, way)
    if found is not None:
        return found
    if head.kind == "folder":
        raise InputError(
            f"{head.path} is a folder, and no format that is known.", "Name the files in it."
        )
    if head.kind == "zip" and head.first is None:
        next(opened.members(), None)  # says what is damaged
    if head.kind not in _TABLES:
        return None
    table = NativeTable()
    table.check(opened)
    return table


def _refuse_tasks(head: Head) -> None:
    """Raises InputError for what Prodigy writes: `answer` is a person's click there."""
    record = head.record
    if "_task_hash" in record and record.get("answer") in ("accept", "reject", "ignore"):
        raise InputError(
            f"{head.path} holds tasks of Prodigy, whose `answer` is what a person clicked.",
            "Say with --map which part of a record is what; docs/formats.md has the map.",
        )


def check_way(way: Way) -> None:
    """Raises InputError for the name of a format that does not exist."""
    if not isinstance(way, str) or way in FORMATS or named(way) is not None:
        return
    others = ", ".join(one.name for one in formats())
    raise InputError(
        f"Unknown format {way!r}.",
        f"This version reads {READ}{f', and {others}' if others else ''}; leave --format out, or "
        "say with --map which part of a record is what.",
    )


def is_native(head: Head) -> bool:
    """Whether the first record is one of ours: it has an answer, and names that are ours alone."""
    if head.kind == "json" and isinstance(head.first, dict) and "cases" in head.first:
        return isinstance(head.first["cases"], list)
    names = head.columns
    if not names & {"answer", "answers"}:
        return False
    return bool(names & _OURS) or names <= _PLAIN


def _check_container(head: Head, way: str) -> None:
    table = head.kind in _TABLES
    if (way in _TABLES and way != head.kind) or (way in ("json", "jsonl") and table):
        raise InputError(
            f"{head.path} is no {way.upper()} file.", "Leave --format out: content is detected."
        )


def plain_floats(record: dict[str, Any]) -> dict[str, Any]:
    """The record without NaN and infinities, which no case can hold.

    Among judgments and metadata they become words (`NaN`: the judge gave no score), elsewhere None.
    """
    todo: list[tuple[Any, bool]] = [(record, False)]
    while todo:
        one, kept = todo.pop()
        places = list(one.items() if isinstance(one, dict) else enumerate(one))
        for place, inner in places:
            inside = kept or (one is record and place in ("judgments", "metadata"))
            if isinstance(inner, float) and (inner != inner or inner in (_ENDLESS, -_ENDLESS)):
                one[place] = _WORDS.get(str(inner)) if inside else None
            elif isinstance(inner, dict | list):
                todo.append((inner, inside))
    return record
