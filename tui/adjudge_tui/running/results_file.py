"""The file that a shard leaves: evaluations as a queue takes them, whole or refused.

JSON Lines, compressed where its name ends in `.gz`; a Parquet table of the same lines where it ends
in `.parquet`, see `results_table`. The first line says what it is, then one
evaluation a line, and the last line has the SHA-256 of all lines before it (uncompressed): what
was cut off, joined or altered on its way is noticed before anything of it is taken.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, NamedTuple, Self, cast

from pydantic import ValidationError

from adjudge_engine.canonical import digest
from adjudge_engine.case import Case, case_hash
from adjudge_engine.errors import InputError
from adjudge_engine.evaluation import Evaluation
from adjudge_engine.reading.atomic import AtomicFile
from adjudge_queue.file.jsontext import dump
from adjudge_queue.records import Record
from adjudge_tui.running.results_table import MAGIC, TableSink, is_table, lines_of_table

#: What the first line calls itself.
SCHEMA: Final = "adjudge.results/1"
#: What the last line calls itself.
END: Final = "adjudge.results.end/1"
#: Bytes of the longest line that is read.
_LONGEST: Final = 256 * 1024 * 1024
_GZIP: Final = b"\x1f\x8b"
_HINT: Final = "Run its shard again: what is finished of it is not evaluated twice."


class Packed(NamedTuple):
    """A record as a ledger keeps it; `body` is its line, compressed by itself."""

    case_id: str
    key: str
    body: bytes


def packed(record: Record) -> Packed:
    """A record's line, compressed: a member of its own in a gzip file."""
    line = {
        "case": record.case,
        "case_hash": record.case_hash,
        "evaluation": record.evaluation,
        "key": record.key,
        "report": record.report.decode("utf-8"),
        "second": record.second,
        "sources": record.sources,
    }
    return Packed(record.case_id, record.key, _member(f"{dump(line)}\n".encode()))


def _member(line: bytes) -> bytes:
    return gzip.compress(line, compresslevel=1, mtime=0)


class ResultsWriter:
    """Writes a results file, which takes its name only when it is complete and on the disk."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self._file = AtomicFile(path)
        self._sink = TableSink(self._file) if is_table(path) else _Lines(self._file)
        self._sum = hashlib.sha256()
        self._count = 0
        self._frame({"schema": SCHEMA, **about})

    def add(self, body: bytes) -> None:
        """Writes one packed record."""
        line = gzip.decompress(body)
        self._sum.update(line)
        self._sink.row(line, body)
        self._count += 1

    def _frame(self, said: Mapping[str, Any]) -> None:
        line = f"{dump(said)}\n".encode()
        self._sum.update(line)
        self._sink.frame(line)

    def close(self, rejected: int) -> None:
        """Writes the last line and puts the file in place. InputError where it cannot."""
        end = {
            "schema": END,
            "evaluated": self._count,
            "rejected": rejected,
            "sha256": self._sum.hexdigest(),
        }
        self._frame(end)
        self._sink.close()
        self._file.close(keep=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.drop()  # nothing, once it is closed


class _Lines:
    """Lines on their way into a file of lines, compressed or not."""

    def __init__(self, file: AtomicFile) -> None:
        self._file = file
        self._compressed = file.path.suffix == ".gz"

    def frame(self, line: bytes) -> None:
        """The first line, or the last one."""
        self.row(line, _member(line) if self._compressed else b"")

    def row(self, line: bytes, member: bytes) -> None:
        """One evaluation, as a line and as a member of a gzip file."""
        self._file.write_bytes(member if self._compressed else line)

    def close(self) -> None:
        """Nothing waits."""


@dataclass(frozen=True)
class Results:
    """A results file that is whole. `sha256` is that of its lines, `about` its first line."""

    path: Path
    about: Mapping[str, Any]
    evaluated: int
    rejected: int
    sha256: str

    @property
    def shard(self) -> str:
        """Which of how many: "2/8"."""
        return str(self.about.get("shard", ""))[:40]


class Arrived(NamedTuple):
    """One evaluation of a results file."""

    record: Record
    evaluation: Evaluation


def checked(path: Path) -> Results:
    """Reads the file to its end. InputError where it is no results file, or not a whole one."""
    found: dict[str, Any] = {}
    total = hashlib.sha256()
    about: dict[str, Any] = {}
    count = -1
    with _opened(path) as lines:
        for line in lines:
            if found:
                raise _torn(path, "something follows its last line")
            if count < 0:
                about = _head(line, path)
            elif line.startswith(b'{"evaluated":') and b'"schema":"%b"' % END.encode() in line:
                found = _object(line, path)
                continue
            count += 1
            total.update(line)
    if not found:
        raise _torn(path, "its last line is missing")
    if found.get("sha256") != total.hexdigest() or found.get("evaluated") != count:
        raise _torn(path, "it is not what was written: its checksum differs")
    rejected = found.get("rejected")
    rejected = rejected if isinstance(rejected, int) else 0
    return Results(path, about, count, rejected, total.hexdigest())


def arrived(results: Results) -> Iterator[Arrived]:
    """The evaluations of a file that was checked. InputError where one does not hold together."""
    origin = {"results": f"sha256:{results.sha256}", "shard": results.shard}
    with _opened(results.path) as lines:
        next(lines, None)
        for number, line in enumerate(lines, 2):
            if number > results.evaluated + 1:
                return
            yield _arrived(_object(line, results.path), f"{results.path}, line {number}", origin)


def _arrived(line: Mapping[str, Any], where: str, origin: Mapping[str, str]) -> Arrived:
    try:
        case = Case.model_validate(line["case"])
        evaluation = Evaluation.model_validate(line["evaluation"])
        report = str(line["report"]).encode("utf-8")
        sources = line["sources"]
        said = (line["case_hash"], evaluation.case_hash, evaluation.case_id, evaluation.report_hash)
        if said != (case_hash(case), case_hash(case), case.id, digest(report)):
            raise ValueError("its hashes are of another case or report")
        if not isinstance(sources, dict) or not all(
            isinstance(one, dict) for one in sources.values()
        ):
            raise ValueError("its sources are no objects")
        record = Record(
            case_id=case.id,
            case_hash=evaluation.case_hash,
            key=str(line["key"]),
            case=line["case"],
            evaluation=line["evaluation"],
            report=report,
            second=str(line["second"]),
            sources=sources,
            origin=origin,
        )
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        why = "its case or evaluation is none" if isinstance(error, ValidationError) else str(error)
        raise InputError(f"{where} is no evaluation: {why[:200]}.", _HINT) from None
    return Arrived(record, evaluation)


def _head(line: bytes, path: Path) -> dict[str, Any]:
    about = _object(line, path) if line.startswith(b"{") else {}
    if about.get("schema") != SCHEMA:
        raise InputError(
            f"{path} is no file of results.",
            "`adjudge evaluate --shard` writes them; answers go to `adjudge evaluate` itself.",
        )
    return about


def _object(line: bytes, path: Path) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _torn(path, "a line is no JSON object")
    return found


def _torn(path: Path, why: str) -> InputError:
    return InputError(f"{path} is not whole: {why}. Nothing of it was taken.", _HINT)


def _lines(file: IO[bytes], path: Path) -> Iterator[bytes]:
    try:
        while line := file.readline(_LONGEST):
            if not line.endswith(b"\n"):
                raise _torn(path, "a line has no end")
            yield line
    except (OSError, EOFError, zlib.error) as error:
        raise _torn(path, str(error) or type(error).__name__) from None


@contextmanager
def _opened(path: Path) -> Iterator[Iterator[bytes]]:
    """The lines of the file."""
    try:
        with path.open("rb") as raw:
            magic = raw.read(len(MAGIC))
            raw.seek(0)
            if magic == MAGIC:
                yield lines_of_table(raw, path)
            elif magic.startswith(_GZIP):
                with gzip.open(raw, "rb") as inner:
                    yield _lines(cast(IO[bytes], inner), path)
            else:
                yield _lines(raw, path)
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.", "Name files of results.") from None
    except OSError as error:
        said = error.strerror or str(error)
        raise InputError(f"{path} cannot be read: {said}.", "Name files of results.") from None
