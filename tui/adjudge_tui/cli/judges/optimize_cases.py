"""Labelled cases of a file or a golden set, as the optimiser takes them: dev first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from adjudge_engine.calibration.measures.splits import Split, group_of, split_of
from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.optimizing.sides import Sides
from adjudge_engine.reading import Reject, read_labelled
from adjudge_tui.cli.common import golden_reference


class ReadSides(Sides, Protocol):
    """Both sides, and the records that could not be read."""

    @property
    def rejects(self) -> Sequence[Reject]: ...


def sides_of(labels: Path | None, golden: str | None, db: Path) -> ReadSides:
    """The cases of the file, else of the golden set."""
    if labels is not None:
        return FileSides(labels)
    return GoldenSides(str(golden), db)


class FileSides:
    """A file of labelled cases; where a case belongs is told by its source document."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self.held_out_count = 0
        self.rejects: list[Reject] = []
        self._path = path

    def dev(self) -> Sequence[Case]:
        """The dev side. Of the others only the number is kept."""
        self.rejects, self.held_out_count, kept = [], 0, []
        for record in read_labelled(self._path):
            if isinstance(record, Reject):
                self.rejects.append(record)
            elif split_of(group_of(record)) == "dev":
                kept.append(record)
            else:
                self.held_out_count += 1
        return kept

    def held_out(self) -> Iterable[Case]:
        """The other side: the file is read again for it."""
        for record in read_labelled(self._path):
            if isinstance(record, Case) and split_of(group_of(record)) == "held-out":
                yield record


class GoldenSides:
    """A golden set; the queue hands out one side at a time. Its version is settled at once."""

    def __init__(self, reference: str, db: Path) -> None:
        from adjudge_queue import Queue

        name, version = golden_reference(reference)
        with Queue.open(db, readonly=True) as queue:
            known = [one for one in queue.golden_list() if one["name"] == name]
        found = [one for one in known if version in (None, one["version"])]
        if not found:
            raise InputError(
                f"There is no golden set {reference[:80]} in {db}.",
                "adjudge golden list shows what there is.",
            )
        newest = max(found, key=lambda one: int(one["version"]))
        self.rejects: Sequence[Reject] = ()
        self.held_out_count = int(newest["held_out"])
        self._set, self._version, self._db = name, int(newest["version"]), db
        self.name = f"golden set {name}@{self._version}"

    def dev(self) -> Sequence[Case]:
        """The rows of the dev side."""
        return list(self._rows("dev"))

    def held_out(self) -> Iterable[Case]:
        """The rows of the other side."""
        return self._rows("held-out")

    def _rows(self, split: Split) -> Iterator[Case]:
        from adjudge_queue import Queue

        with Queue.open(self._db, readonly=True) as queue:
            for row in queue.golden_export(self._set, self._version, split=split):
                try:
                    yield Case.model_validate(row)
                except ValidationError as error:
                    raise InputError(
                        f"A row of {self.name} cannot be read: {error.errors()[0]['msg']}.",
                        "It may come from a newer version of this program.",
                    ) from None
