"""promptfoo: results of version 3 and 2 (JSON), rows (JSON Lines), the table (CSV), our own tests.

Names: `src/types/index.ts` of promptfoo. What a model graded is a judgment; a component result of
the type `human` is a person's rating, made in the viewer, and a label.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from adjudge_engine.reading.foreign import promptfoo_rows as parts
from adjudge_engine.reading.foreign.base import Entry, Head, Row
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.problems import Problem, kind_of

_ROW: Final = frozenset({"gradingResult", "testCase", "promptIdx", "testIdx"})
#: The members of a test (`TestCase`); a record with any other one is something else.
_TEST: Final = frozenset(
    {"description", "vars", "assert", "metadata", "options", "provider", "prompts", "threshold"}
)
_LEFT: Final = "the configuration, the prompts and the sums of the run are left out"


class Promptfoo:
    """What `promptfoo eval --output` writes, and the tests that our golden sets are exported as."""

    name = "promptfoo"
    title = "promptfoo"

    def recognises(self, head: Head) -> bool:
        """By a run's members, a row's, a test's, or by the columns of the table."""
        if head.kind in ("csv", "parquet"):
            return parts.is_table(head.first)
        if head.kind not in ("json", "jsonl"):
            return False
        names = head.record
        return _is_run(names) or _is_row(names) or _is_test(names)

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each answer: of each test, by each prompt and provider."""
        if opened.head.kind in ("csv", "parquet"):
            opened.note("the table says no more of a grader than its reason: no judgments")
            return _of_table(opened)
        if opened.head.kind == "json" and _is_run(opened.head.record):
            opened.note(_LEFT)
            return _of_run(opened)
        return (_row(one, opened) for one in opened.records(nan=True))

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return (
            "passages are one text there, parted at blank lines: no page, no document behind them",
            "assertions that code decides are no judge's word and give no judgment",
            "a comment without a rating is no label, and stays in metadata.promptfoo",
        )


def _is_run(names: dict[str, Any]) -> bool:
    results = names.get("results")
    if isinstance(results, list):
        return "evalId" in names or "shareableUrl" in names
    own = names.keys() & {"evalId", "config", "shareableUrl"}
    return isinstance(results, dict) and ("version" in results or bool(own))


def _is_row(names: dict[str, Any]) -> bool:
    return isinstance(names.get("vars"), dict) and len(names.keys() & _ROW) > 1


def _is_test(names: dict[str, Any]) -> bool:
    return isinstance(names.get("vars"), dict) and len(names) > 1 and names.keys() <= _TEST


def _row(entry: Entry, opened: Opened, run: dict[str, Any] | None = None) -> Row:
    def record(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Problem("", f"a result must be an object, not {kind_of(value)}")
        read = parts.of_result if _is_row(value) or "response" in value else parts.of_test
        return read(value, run or {}, opened.note)

    return entry.read(record)


def _of_run(opened: Opened) -> Iterator[Row]:
    """The rows of a run; of version 2 its table, where ratings are kept."""
    head = opened.head.record
    results = head.get("results")
    run = {"eval": head.get("evalId")}
    if isinstance(results, dict) and (results.get("version") == 2 or "table" in results):
        yield from _of_body(opened, run)
        return
    way = ("results",) if isinstance(results, list) else ("results", "results")
    for one in opened.items(*way, nan=True):
        yield _row(one, opened, run)


def _of_body(opened: Opened, run: dict[str, Any]) -> Iterator[Row]:
    """Version 2: each row of the table by each of its outputs."""
    head: Any = opened.json()
    for member in ("results", "table", "head"):
        head = head.get(member) if isinstance(head, dict) else None
    names = head.get("vars") if isinstance(head, dict) else None
    prompts = head.get("prompts") if isinstance(head, dict) else None
    for one in opened.items("results", "table", "body", nan=True):
        if one.problem is not None or not isinstance(one.value, dict):
            yield one.refused(one.problem or Problem("", "a row of the table must be an object"))
            continue
        outputs = one.value.get("outputs")
        for at, output in enumerate(outputs if isinstance(outputs, list) else [None]):
            place = f"{one.place}.outputs[{at}]"
            entry = Entry(one.number, place, None, None, one.raw)
            try:
                result = parts.result_of_output(one.value, output, at, names, prompts)
                yield entry.row(parts.of_result(result, run, opened.note))
            except Problem as problem:
                yield entry.refused(problem)


def _of_table(opened: Opened) -> Iterator[Row]:
    columns = [str(one) for one in opened.head.first or ()]
    outputs = parts.outputs_of(columns)
    for one in opened.table():
        if one.problem is not None:
            yield one.refused()
            continue
        for at in range(len(outputs)):
            try:
                result = parts.result_of_cells(one.value, columns, outputs, at)
                row = one.row(parts.of_result(result, {}, opened.note))
                yield (
                    row
                    if len(outputs) == 1
                    else replace(row, place=f"{row.place}, output {at + 1}")
                )
            except Problem as problem:
                yield one.refused(problem)


FORMATS: Final = (Promptfoo(),)
