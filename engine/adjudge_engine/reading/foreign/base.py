"""What a reader of another tool's files gets and gives: a look at the file, rows of cases to be.

A module of this folder holds the readers of one tool in `FORMATS`, a tuple of objects of the shape
`Foreign`; `adjudge_engine.reading.foreign` lists the modules. A reader turns what the tool wrote
into records of our own shape (`docs/case-format.md`) and does no more: ids, labels, judgments and
shapes are checked in one place for all. What people said goes to `labels`, what tools scored to
`judgments`; what has no place goes to `metadata.<tool>` or is named by `Opened.note`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from adjudge_engine.reading.problems import Problem

if TYPE_CHECKING:
    from adjudge_engine.reading.foreign.opened import Opened

Kind = Literal["json", "jsonl", "csv", "parquet", "zip", "folder", "other"]


@dataclass(frozen=True, slots=True)
class Head:
    """What a reader may look at to recognise its file; never the whole of it.

    `first` is, by `kind`:
    - `json`: the document's own value (an object or a list). Of a document that goes on after
      `start` it is what could be read: lists end early, members are missing. JSON Lines of a
      single line are `json` as well.
    - `jsonl`: the value of the first line.
    - `csv`, `parquet`: the names of the columns, a list of texts.
    - `zip`: the names of the members, a list of texts; `folder`: the names of the files in it.
    - `other`: None. None too wherever nothing could be read.
    """

    path: Path
    #: At most the first 64 KiB, as they are.
    start: bytes
    first: Any
    kind: Kind

    @property
    def record(self) -> dict[str, Any]:
        """The first object: of a line, of a list, or the document; empty where there is none."""
        first = self.first
        if isinstance(first, list) and first and self.kind == "json":
            first = first[0]
        return first if isinstance(first, dict) else {}

    @property
    def columns(self) -> frozenset[str]:
        """The names of a table's columns, or of the first object's members."""
        if self.kind in ("csv", "parquet") and isinstance(self.first, list):
            return frozenset(map(str, self.first))
        return frozenset(self.record)


@dataclass(frozen=True, slots=True)
class Row:
    """One case to be: a record of our own shape before it is checked, or why there is none.

    `place` says where a human finds it (`line 7`, `row 3`, `$.testCases[2]`,
    `samples/3_epoch_1.json`); `raw` is the record as text, for the file of rejects.
    """

    place: str
    value: dict[str, Any] | None
    problem: Problem | None = None
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One record as the file has it: a line, a row, an item of a list.

    `number` counts from 1; of a line it is its line. `value` is None where there is a `problem`.
    """

    number: int
    place: str
    value: Any
    problem: Problem | None
    raw: str

    def row(self, value: dict[str, Any]) -> Row:
        """The row that this entry becomes as `value`."""
        return Row(self.place, value, None, self.raw)

    def refused(self, problem: Problem | None = None) -> Row:
        """The row of an entry that is none, for `problem` or its own."""
        found = problem or self.problem or Problem("", "cannot be read")
        return Row(self.place, None, found, self.raw)

    def read(self, record_of: Callable[[Any], dict[str, Any]]) -> Row:
        """The row of what `record_of` makes of the value, refused where that raises Problem."""
        if self.problem is not None:
            return self.refused()
        try:
            return self.row(record_of(self.value))
        except Problem as problem:
            return self.refused(problem)


@dataclass(frozen=True, slots=True)
class Member:
    """One file inside an archive. `read` raises Problem where it is too large or damaged."""

    name: str
    size: int
    read: Callable[[], bytes]


class Foreign(Protocol):
    """A reader of the files of one tool, without state: one object serves every file."""

    @property
    def name(self) -> str:
        """As `--format` names it: `ragas`."""
        ...

    @property
    def title(self) -> str:
        """As people call it: `RAGAS`."""
        ...

    def recognises(self, head: Head) -> bool:
        """Whether the file is this tool's, by its content; names and suffixes only hint."""
        ...

    def rows(self, opened: Opened) -> Iterator[Row]:
        """The file's cases, one by one. Raises InputError where the file as a whole is none."""
        ...

    def cannot_serve(self) -> tuple[str, ...]:
        """What none of the tool's files can serve: `no document text: no evidence pane`."""
        ...
