"""What an optimisation did, kept step by step in a file to which things are only ever added.

Every rubric with its parent, every score, what each rewriting came to, what was spent, why it
stopped and the one measurement on the held-out side. A run that is killed is taken up from here.
The file is private to its user: reasons of judges in it quote cases.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from adjudge_engine.errors import InputError
from adjudge_engine.judges.rubrics.load import parse_rubric
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.optimizing.history_file import opened
from adjudge_engine.optimizing.revisions import to_toml
from adjudge_engine.optimizing.scores import Score


class Step(NamedTuple):
    """What one rewriting came to: `candidate`, `tried` (known already), or an abstention's code.

    `prompt` is the hash of what was asked; `again`: it was asked a second time, the error said.
    """

    round: int
    strategy: str
    outcome: str
    message: str
    hash: str | None
    prompt: str
    again: bool


class Revision(NamedTuple):
    """A rubric of a run, and where it came from; `alignment` None: not scored, or not defined."""

    run: str
    hash: str
    parent: str | None
    round: int
    strategy: str
    toml: str
    at: str
    scored: bool
    alignment: float | None

    @property
    def rubric(self) -> Rubric:
        """The rubric itself."""
        return parse_rubric(self.toml.encode(), f"revision {self.hash[7:19]}")


class Spending(NamedTuple):
    """What calls took so far. `unpriced`: some had no known price and are not in `usd`."""

    usd: float
    tokens_in: int
    tokens_out: int
    calls: int
    unpriced: bool


class Measured(NamedTuple):
    """The one measurement of a run on the held-out side."""

    hash: str
    score: Score
    at: str


class History:
    """The file of all runs, made where it is not there.

    InputError for a file that is another program's, damaged, or cannot be used. For any thread.
    """

    def __init__(self, path: Path, *, readonly: bool = False) -> None:
        self.path = path
        self._lock = threading.Lock()
        if readonly and not path.exists():
            raise InputError(
                f"There is no history {path}.", "adjudge optimize makes one; --history names it."
            )
        with self._guarded():
            self._file = opened(path, readonly)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def begin(self, run: str, settings: Mapping[str, Any], labels: str) -> bool:
        """Notes a run by its settings; whether it was there already."""
        known = bool(self._rows("SELECT 1 FROM runs WHERE run = ?", run))
        self._add("runs", run, json.dumps(settings, sort_keys=True), labels, _now())
        return known

    def add_rubric(
        self, run: str, rubric: Rubric, parent: str | None, round_number: int, strategy: str
    ) -> None:
        """Keeps a rubric under its hash; one that is there stays as it is."""
        toml = to_toml(rubric)
        self._add("rubrics", run, rubric.hash, parent, round_number, strategy, toml, _now())

    def add_step(self, run: str, step: Step) -> None:
        """Keeps what a rewriting came to."""
        self._add("steps", run, *step[:6], int(step.again), _now())

    def add_score(self, run: str, rubric_hash: str, score: Score) -> None:
        """Keeps the score of a rubric on the dev side."""
        body = json.dumps(score.to_dict())
        self._add("scores", run, rubric_hash, score.alignment, body, _now())

    def add_spent(
        self, run: str, what: str, usd: float | None, tokens_in: int | None, tokens_out: int | None
    ) -> None:
        """Keeps what calls took. `what`: a rubric's hash, `rewriting`, or `held-out`."""
        self._add("spent", None, run, what, usd, tokens_in, tokens_out)

    def add_stop(self, run: str, rule: str, message: str) -> None:
        """Keeps why the loop stopped."""
        self._add("stops", None, run, rule, message, _now())

    def add_opening(self, run: str, labels: str, rubric_hash: str) -> None:
        """Notes that the held-out side is about to be read, and for which rubric."""
        self._add("openings", run, labels, rubric_hash, _now())

    def add_measured(self, run: str, rubric_hash: str, score: Score) -> Measured:
        """Keeps the measurement on the held-out side; the first one of a run, whoever asks."""
        self._add("measured", run, rubric_hash, json.dumps(score.to_dict()), _now())
        found = self.measured(run)
        assert found is not None
        return found

    def step(self, run: str, round_number: int, strategy: str) -> Step | None:
        """What a rewriting came to, if it was done."""
        where = "run = ? AND round = ? AND strategy = ?"
        found = self._steps(where, run, round_number, strategy)
        return found[0] if found else None

    def steps(self, run: str) -> list[Step]:
        """Every rewriting of a run, in order."""
        return self._steps("run = ?", run)

    def score(self, run: str, rubric_hash: str) -> Score | None:
        """The score of a rubric on the dev side, if it has one."""
        rows = self._rows("SELECT body FROM scores WHERE run = ? AND hash = ?", run, rubric_hash)
        return self._score(rows[0][0]) if rows else None

    def revision(self, run: str, rubric_hash: str) -> Revision | None:
        """A rubric of a run by its whole hash."""
        found = self._revisions("r.run = ? AND r.hash = ?", run, rubric_hash)
        return found[0] if found else None

    def revisions(self, run: str) -> list[Revision]:
        """The rubrics of a run, in order."""
        return self._revisions("r.run = ?", run)

    def named(self, start: str) -> Revision:
        """The one rubric, of any run, of that version, or whose hash begins so.

        InputError for none, or several.
        """
        every = self._revisions("1")
        found = {one.hash: one for one in every if one.rubric.version == start}
        if not found:
            wanted = "sha256:" + start.removeprefix("sha256:").lower()
            found = {one.hash: one for one in every if one.hash.startswith(wanted)}
        if len(found) == 1:
            return next(iter(found.values()))
        what = "Several revisions are" if found else "No revision is"
        raise InputError(
            f"{what} called {start[:80]!r} in {self.path}.", "adjudge optimize --log lists them."
        )

    def runs(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Every run: its key, when it began, its settings."""
        rows = self._rows("SELECT run, at, settings FROM runs ORDER BY rowid")
        return [(row[0], row[1], json.loads(row[2])) for row in rows]

    def spent(self, run: str, what: str | None = None) -> Spending:
        """What the calls of a run took, or those for one thing."""
        sql = (
            "SELECT coalesce(sum(usd), 0.0), coalesce(sum(tokens_in), 0),"
            " coalesce(sum(tokens_out), 0), count(*), count(*) - count(usd)"
            " FROM spent WHERE run = ? AND what = coalesce(?, what)"
        )
        ((usd, came, went, calls, unpriced),) = self._rows(sql, run, what)
        return Spending(usd, came, went, calls, bool(unpriced))

    def last_stop(self, run: str) -> tuple[str, str] | None:
        """The rule and the sentence by which a run last stopped."""
        sql = "SELECT rule, message FROM stops WHERE run = ? ORDER BY number DESC LIMIT 1"
        rows = self._rows(sql, run)
        return (rows[0][0], rows[0][1]) if rows else None

    def measured(self, run: str) -> Measured | None:
        """The measurement of a run, if there is one."""
        rows = self._rows("SELECT hash, body, at FROM measured WHERE run = ?", run)
        return Measured(rows[0][0], self._score(rows[0][1]), rows[0][2]) if rows else None

    def openings(self, labels: str, run: str) -> int:
        """How many other runs have read the held-out side of the same labels."""
        sql = "SELECT count(*) FROM openings WHERE labels = ? AND run <> ?"
        return int(self._rows(sql, labels, run)[0][0])

    def _steps(self, where: str, *values: object) -> list[Step]:
        sql = (
            "SELECT round, strategy, outcome, message, hash, prompt, again FROM steps"
            f" WHERE {where} ORDER BY rowid"
        )
        return [_step(row) for row in self._rows(sql, *values)]

    def _revisions(self, where: str, *values: object) -> list[Revision]:
        sql = (
            "SELECT r.run, r.hash, r.parent, r.round, r.strategy, r.toml, r.at,"
            " s.hash IS NOT NULL, s.alignment FROM rubrics r"
            f" LEFT JOIN scores s ON s.run = r.run AND s.hash = r.hash WHERE {where}"
            " ORDER BY r.rowid"
        )
        return [_revision(row) for row in self._rows(sql, *values)]

    def _score(self, body: str) -> Score:
        try:
            return Score.of_dict(json.loads(body))
        except (ValueError, TypeError, KeyError):
            raise InputError(
                f"A score in {self.path} cannot be read.", "Name another file with --history."
            ) from None

    def _add(self, table: str, *values: object) -> None:
        """Adds a row; one with the same key stays as it is."""
        marks = ", ".join("?" * len(values))
        with self._guarded():
            self._file.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", values)

    def _rows(self, sql: str, *values: object) -> Sequence[tuple[Any, ...]]:
        with self._guarded():
            return self._file.execute(sql, values).fetchall()

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except (sqlite3.Error, OSError) as error:
            what = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise InputError(
                f"The history {self.path} cannot be used: {what}.",
                "Name another file with --history; a run without its history begins anew.",
            ) from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _step(row: tuple[Any, ...]) -> Step:
    number, strategy, outcome, message, found, prompt, again = row
    return Step(number, strategy, outcome, message, found, prompt, bool(again))


def _revision(row: tuple[Any, ...]) -> Revision:
    run, found, parent, number, strategy, toml, at, scored, alignment = row
    return Revision(run, found, parent, number, strategy, toml, at, bool(scored), alignment)
