"""An open file as readers of other tools' formats see it: its records, guarded.

Whatever the container, a record that cannot be read is an entry with its problem, and a file that
cannot be read is an InputError: never another exception.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.files import lines_of, open_bytes
from adjudge_engine.reading.foreign import archive, delimited, document, parquet
from adjudge_engine.reading.foreign.base import Entry, Head, Member
from adjudge_engine.reading.foreign.look import head_of, head_of_folder
from adjudge_engine.reading.problems import Problem
from adjudge_engine.reading.sniff import check_encoding

#: Bytes of the beginning by which the encoding is judged.
_HEAD: Final = 1024 * 1024
_MOST_NOTES: Final = 50


class Opened:
    """One open file or folder. `path` is its name; `notes` is what readers found worth saying."""

    def __init__(self, path: Path, file: BinaryIO | None) -> None:
        self.path = path
        self._file = file
        self._notes: dict[str, None] = {}

    @cached_property
    def head(self) -> Head:
        """The look at its beginning."""
        return head_of_folder(self.path) if self._file is None else head_of(self.path, self._file)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was noted so far, each sentence once."""
        return tuple(self._notes)

    def note(self, sentence: str) -> None:
        """Keeps a sentence for the user: what this file lacks, what of it was left out."""
        if len(self._notes) < _MOST_NOTES:
            self._notes.setdefault(sentence)

    @property
    def file(self) -> BinaryIO:
        """The file's bytes, at their start. Raises InputError for a folder."""
        if self._file is None:
            raise InputError(f"{self.path} is a folder.", "Name the files in it.")
        self._file.seek(0)
        return self._file

    def json(self) -> Any:
        """The JSON document, whole (512 MB at most): NaN as a float, of double keys the last.

        Raises InputError where it is none.
        """
        return document.value_of(self._text(), str(self.path), self.note)

    def items(self, *members: str, nan: bool = False) -> Iterator[Entry]:
        """The items of the list under `members` of a JSON document (its own, without any).

        `items("results", "results")` gives `$.results.results[0]` and so on. `nan`: NaN and
        infinities come as floats instead of as a problem. Nothing where there is no such list.
        """
        return document.items_of(self._text(), members, str(self.path), nan=nan)

    def lines(self, *, nan: bool = False) -> Iterator[Entry]:
        """The values of JSON Lines, streamed; blank lines are passed over."""
        for record in lines_of(self._checked(), Decoder(nan=nan)):
            place = f"line {record.line:,}"
            yield Entry(record.line, place, record.value, record.problem, record.text)

    def table(self) -> Iterator[Entry]:
        """The rows of a CSV or Parquet table as objects by column, streamed.

        A cell of a CSV is text, empty where there is nothing; one of Parquet has its own type,
        None where there is nothing.
        """
        self.check_table()
        for name, other in delimited.named_twice(self.head.first or ()):
            self.note(f"two columns are called {name!r}: the first counts, the other is {other!r}")
        rows_of = parquet.rows_of if self.head.kind == "parquet" else delimited.rows_of
        return rows_of(self.file, str(self.path))

    def check_table(self) -> None:
        """Raises InputError where the beginning shows already that no table can be read."""
        if self.head.kind == "parquet":
            parquet.check(self.file, str(self.path))
        elif not self.head.start.startswith((b"\xff\xfe", b"\xfe\xff")):
            self._checked()

    def records(self, *, nan: bool = False) -> Iterator[Entry]:
        """The records, whichever way they lie: lines, a JSON list, one object, a table."""
        kind = self.head.kind
        if kind in ("csv", "parquet"):
            return self.table()
        if kind == "jsonl":
            return self.lines(nan=nan)
        if kind == "json":
            return self._only(nan) if isinstance(self.head.first, dict) else self.items(nan=nan)
        raise InputError(f"{self.path} holds no records ({kind}).", "Name a JSON file or a table.")

    def members(self) -> Iterator[Member]:
        """The members of a zip archive, within its limits."""
        return archive.members_of(self.file, str(self.path))

    def member_json(self, member: Member, *, nan: bool = False) -> Any:
        """The JSON value that a member of an archive is. Raises Problem."""
        return document.decoded(member.read(), nan=nan)

    def _only(self, nan: bool) -> Iterator[Entry]:
        """The one entry of a document that is an object."""
        text = self._text()
        try:
            yield Entry(1, "$", Decoder(nan=nan).decode(text), None, text)
        except Problem as problem:
            yield Entry(1, "$", None, problem, text)

    def _text(self) -> str:
        return document.text_of(self._checked(), str(self.path))

    def _checked(self) -> BinaryIO:
        """The file at its start, which is UTF-8 as far as its beginning tells."""
        file = self.file
        check_encoding(file.read(_HEAD), str(self.path))
        file.seek(0)
        return file


@contextmanager
def opened_at(path: Path) -> Iterator[Opened]:
    """Opens a file or a folder. Raises InputError where it cannot be."""
    if path.is_dir():
        yield Opened(path, None)
        return
    with open_bytes(path) as file:
        yield Opened(path, file)


def look(path: Path) -> Head:
    """The head of a file or folder."""
    with opened_at(path) as opened:
        return opened.head
