"""Which records of the input are a shard's: by their number, modulo the number of shards.

Neighbours go to different shards, so that a stretch of long answers is shared out, nobody has to
count the records first, and no shard rests on another. The lines of other shards are passed over
without being read as JSON.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self, cast

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.reading import Reject, Way, read_numbered
from adjudge_engine.reading.choosing import reader_for
from adjudge_engine.reading.files import Record, lines_of, shape_of
from adjudge_engine.reading.foreign.opened import opened_at
from adjudge_engine.reading.native import to_case
from adjudge_engine.reading.problems import Problem
from adjudge_engine.reading.sniff import Shape
from adjudge_tui.running.one_run import Numbered

#: The most shards of one input.
MOST: int = 100_000


class Share(NamedTuple):
    """Shard `number` (from 1) of `of`."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """`2/8`. InputError for anything else."""
        number, _, of = text.strip().partition("/")
        plain = all(one.isascii() and one.isdigit() and len(one) < 7 for one in (number, of))
        if not plain or not 1 <= int(number) <= int(of) <= MOST:
            raise InputError(
                f"{text[:40]!r} is no shard.",
                f"Write which of how many, 1/8 to 8/8; {MOST:,} are the most.",
            )
        return cls(int(number), int(of))

    def has(self, number: int) -> bool:
        """Whether the record of that number (from 0) is in it."""
        return number % self.of == self.number - 1

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def shared(files: Sequence[Path], share: Share, way: Way = None) -> Iterator[Numbered]:
    """The shard's records, each with its file, line and raw text; the files stand in a row.

    In JSON Lines of our own the number is that of the line, in other files that of the record.
    """
    for place, file in enumerate(files):
        mine = Share((share.number - 1 - place) % share.of + 1, share.of)
        if share.of == 1 or not file.is_file():
            yield from _counted(file, mine, way)
            continue
        with opened_at(file) as opened:
            native = reader_for(opened, way) is None
            if native and shape_of(opened.file, file) is Shape.LINES:
                yield from _lines(opened.file, file, mine)
                continue
        yield from _counted(file, mine, way)


def _counted(file: Path, share: Share, way: Way) -> Iterator[Numbered]:
    for number, (line, raw, found) in enumerate(read_numbered(file, format=way)):
        if share.has(number):
            yield str(file), line, raw, found


def _lines(opened: BinaryIO, file: Path, share: Share) -> Iterator[Numbered]:
    for record in lines_of(cast(BinaryIO, _Thinned(opened, share))):
        yield str(file), record.line, record.text, _case(record, str(file))


def _case(record: Record, file: str) -> Case | Reject:
    problem = record.problem
    if problem is None:
        try:
            return to_case(record.value)
        except Problem as found:
            problem = found
    return Reject(file, record.line, problem.field, problem.reason, record.text)


class _Thinned(io.BufferedIOBase):
    """A file whose lines are empty where they are another shard's; none is held whole for that."""

    def __init__(self, file: BinaryIO, share: Share) -> None:
        self._file = file
        self._share = share
        self._number = 0
        self._inside = False  # of a line that is the shard's and has been given in part

    def readline(self, size: int | None = -1) -> bytes:
        """The next line, or as much of it as `size`; a mere line end for another shard's."""
        limit = -1 if size is None else size
        line = self._file.readline(limit)
        if not line:
            return b""
        ended = line.endswith(b"\n")
        mine = self._inside or self._share.has(self._number)
        self._number += ended
        self._inside = mine and not ended
        if mine:
            return line
        while not ended and (line := self._file.readline(limit)):
            ended = line.endswith(b"\n")
            self._number += ended
        return b"\n"
