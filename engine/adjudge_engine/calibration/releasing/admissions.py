"""The admissions file: which judge has earned what, on which labels, and what was withdrawn.

Read by every evaluation, written by `adjudge admit` alone. A judge is its fingerprint: one entry
stands for one fingerprint on one criterion, read in one way, with one minimum. What is not in the
file, or stands there as anything but admitted, releases nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from stat import S_IWOTH
from typing import Any, Final, Literal

from pydantic import Field, JsonValue, ValidationError

from adjudge_engine.calibration.releasing.entries import Earlier as Earlier
from adjudge_engine.calibration.releasing.entries import Entry as Entry
from adjudge_engine.calibration.releasing.entries import Standing as Standing
from adjudge_engine.calibration.releasing.looks import LabelSet as LabelSet
from adjudge_engine.calibration.releasing.looks import Look, with_looks
from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import InputError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.models import Frozen
from adjudge_engine.policy import Admission, Criterion
from adjudge_engine.reading.atomic import AtomicFile

try:
    import fcntl
except ImportError:  # Windows: two that admit at the same moment may lose one of the two entries
    fcntl = None  # type: ignore[assignment]

ADMISSIONS_SCHEMA: Final = "adjudge.admissions/1"
#: Its usual name, beside the database.
FILE: Final = "adjudge-admissions.json"

_LARGEST: Final = 20_000_000  # bytes
_KEPT: Final = 100  # earlier outcomes of an entry
_HINT: Final = "`adjudge admit` writes it; remove it to have no judge admitted."


class _File(Frozen):
    schema_: Literal["adjudge.admissions/1"] = Field(alias="schema")
    admissions: tuple[Entry, ...] = ()
    looks: tuple[Look, ...] = ()

    model_config = Frozen.model_config | {"populate_by_name": True, "serialize_by_alias": True}


@dataclass(frozen=True)
class AdmissionsBook:
    """The entries of a file, as an evaluation asks them; `looks`: what else was seen of labels."""

    entries: tuple[Entry, ...] = ()
    looks: tuple[Look, ...] = ()

    @cached_property
    def stamp(self) -> JsonValue:
        """What evaluations rest on, as one hash: everything but when it was entered, by whom, and
        what was there before.

        Without an entry `{}`, as without a file.
        """
        passing = {"at", "by", "earlier", "recorded"}
        rows = [one.model_dump(mode="json", exclude=passing) for one in self._ordered]
        return canonical_hash(rows) if rows else {}

    def why_not(self, judgment: Judgment, needed: Criterion | None, demands: Admission) -> str:
        """Why this judgment releases nothing; empty where its judge is admitted.

        `needed`: what the tier asks of the criterion; None, where it asks nothing, stands for
        `strict` ≥ 1. An entry counts only if it was held to demands no laxer than `demands`.
        """
        wanted = needed or Criterion(minimum=1.0)
        on_it = [one for one in self._ordered if one.criterion == judgment.criterion]
        same = [one for one in on_it if one.fingerprint == judgment.fingerprint]
        if not same:
            known = any(one.judge == judgment.judge for one in on_it)
            return "its fingerprint has changed since" if known else "no admission is on file"
        exact = [
            one for one in same if (one.reading, one.minimum) == (wanted.reading, wanted.minimum)
        ]
        if not exact:
            other = ", ".join(f"{one.reading} ≥ {one.minimum:g}" for one in same[:3])
            return (
                f"it was measured at {other}, the policy reads "
                f"{wanted.reading} ≥ {wanted.minimum:g}"
            )
        for one in exact:
            if one.outcome != "admitted":
                return f"{one.outcome}: {one.why}"
            if not as_strict(one.demands, demands):
                return "the policy demands more than it was admitted by"
        return ""

    def with_entry(self, entry: Entry) -> AdmissionsBook:
        """The same with `entry` in the place of the one like it."""
        others = [one for one in self.entries if one.place != entry.place]
        return AdmissionsBook((*others, entry), self.looks)

    def remembering(self, entry: Entry) -> Entry:
        """The new entry with what stands in its place now as the last of its `earlier`."""
        for old in self.entries:
            if old.place == entry.place:
                last = Earlier(outcome=old.outcome, labels=old.labels, at=old.at, by=old.by)
                return entry.model_copy(update={"earlier": (*old.earlier, last)[-_KEPT:]})
        return entry

    def others_on(self, entry: Entry) -> int:
        """How many other versions, readings or minimums of the judge met the same labels, be it
        only to be looked at."""
        met: tuple[Entry | Look, ...] = (*self.entries, *self.looks)
        places = {
            one.place
            for one in met
            if (one.judge, one.criterion, one.labels.hash)
            == (entry.judge, entry.criterion, entry.labels.hash)
        }
        return len(places - {entry.place})

    def looks_at(self, entry: Entry) -> int:
        """How often the figures of the entry's place were shown on these labels before."""
        return sum(
            one.times
            for one in self.looks
            if (one.place, one.labels.hash) == (entry.place, entry.labels.hash)
        )

    @cached_property
    def _ordered(self) -> Sequence[Entry]:
        return sorted(self.entries, key=lambda one: one.place)


def as_strict(given: Admission, asked: Admission) -> bool:
    """Whether what held under `given` holds under `asked` too."""
    limits = ("false_pass_upper", "bad_among_passed_upper", "false_reject_upper")
    for name in limits:
        want, had = getattr(asked, name), getattr(given, name)
        if want is not None and (had is None or had > want):
            return False
    want, had = asked.coverage_lower, given.coverage_lower
    if want is not None and (had is None or had < want):
        return False
    return (
        given.level == asked.level
        and (given.false_pass_of == asked.false_pass_of or given.false_pass_of == "judged")
        and given.confidence >= asked.confidence
        and given.minimum_labels >= asked.minimum_labels
    )


def admissions_at(named: Path | None, db: Path) -> Path | None:
    """The file that is named, else the usual one beside the database; None if that is not there."""
    usual = db.with_name(FILE)
    return named or (usual if usual.exists() else None)


def load_admissions(path: Path) -> AdmissionsBook:
    """The file's entries. InputError, with what and where, for one that cannot be relied on."""
    try:
        told = path.stat()
        if os.name == "posix" and path.is_file() and told.st_mode & S_IWOTH:
            raise InputError(
                f"Anybody on this machine may write {path}, which says what is released.",
                f"chmod o-w {path}, if what it says is yours.",
            )
        if told.st_size > _LARGEST:
            raise InputError(f"{path} is too large to be an admissions file.", _HINT)
        raw = path.read_bytes()
    except FileNotFoundError:
        raise InputError(
            f"There is no admissions file {path}.",
            "`adjudge admit` makes one; without --admissions the one beside the database counts.",
        ) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.", _HINT) from None
    found = _parsed(raw, path)
    return AdmissionsBook(found.admissions, found.looks)


def _parsed(raw: bytes, path: Path) -> _File:
    try:
        data: Any = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        raise InputError(f"{path} is not JSON, or not UTF-8.", _HINT) from None
    if not isinstance(data, dict) or data.get("schema") != ADMISSIONS_SCHEMA:
        raise InputError(f"{path}: its schema is not {ADMISSIONS_SCHEMA}.", _HINT)
    try:
        return _File.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise InputError(f"{path}: {place}: {first['msg']}.", _HINT) from None


def save_admissions(path: Path, book: AdmissionsBook) -> None:
    """Writes the file whole or not at all; lone surrogates and controls stay escapes."""
    rows = [one.model_dump(mode="json") for one in sorted(book.entries, key=lambda one: one.place)]
    told: dict[str, Any] = {"schema": ADMISSIONS_SCHEMA, "admissions": rows}
    if book.looks:
        told["looks"] = [one.model_dump(mode="json") for one in book.looks]
    with AtomicFile(path) as file:
        file.write(json.dumps(told, indent=1) + "\n")


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keeps others from changing the file between reading and writing it, by its folder's lock."""
    if fcntl is None or not path.parent.is_dir():
        yield
        return
    handle = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def enter(path: Path, entries: Sequence[Entry]) -> AdmissionsBook:
    """Puts entries into the file, each in the place of the one like it; the book as it is then."""
    with alone(path):
        book = load_admissions(path) if path.exists() else AdmissionsBook()
        for one in entries:
            book = book.with_entry(book.remembering(one))
        save_admissions(path, book)
    return book


def enter_looks(path: Path, looks: Sequence[Look]) -> AdmissionsBook:
    """Writes down that figures on held-out labels were shown; the book as it is then."""
    with alone(path):
        book = load_admissions(path) if path.exists() else AdmissionsBook()
        book = AdmissionsBook(book.entries, with_looks(book.looks, looks))
        save_admissions(path, book)
    return book


def withdraw(
    path: Path,
    judge: str,
    criterion: str | None,
    *,
    why: str,
    at: str,
    by: str,
    recorded: bool = False,
) -> int:
    """Takes back what the judge was admitted for, on one criterion or all; how many entries.

    `recorded`: what its records were admitted for alone.
    """
    with alone(path):
        book, count = load_admissions(path), 0
        for one in book.entries:
            if one.judge != judge or criterion not in (None, one.criterion):
                continue
            if recorded and not one.recorded:
                continue
            if one.outcome == "admitted":
                update = {"outcome": "withdrawn", "why": why, "at": at, "by": by}
                book, count = book.with_entry(one.model_copy(update=update)), count + 1
        if count:
            save_admissions(path, book)
    return count
