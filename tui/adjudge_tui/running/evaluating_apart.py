"""Cases evaluated in worker processes, in chunks; what waits for replies stays in this one.

Where every judge only computes, a worker does the whole case up to the form in which it is
stored. Otherwise it checks the case and asks the judges that compute, and the others are asked
here, side by side in the one event loop, as soon as a chunk has come back.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, NamedTuple

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import Judge, WaitingJudge
from adjudge_engine.judges.running import Asked, begin
from adjudge_engine.pipeline import Assessment, assess
from adjudge_engine.reading import Reject
from adjudge_queue.records import Record
from adjudge_tui.running.pool import Killed, Pool
from adjudge_tui.running.under_way import (
    Begun,
    Finished,
    Read,
    Rules,
    begun_on,
    broken,
    engine_error,
    judged_on,
)

#: The most cases in a chunk, and the characters of their records after which it is sent anyway.
CHUNK: Final = 16
CHUNK_CHARS: Final = 1_000_000
#: Chunks looked ahead for each worker: one in hand, one that waits, the others coming and going.
AHEAD: Final = 4

#: What a store makes of a record, in the process that made the record.
Form = Callable[[Record], Any]


class Task(NamedTuple):
    """A case as a worker is given it."""

    case: Case
    case_hash: str | None
    key: str


class Setup(NamedTuple):
    """What workers are given once. `form` None: they check and ask, and conclude nothing."""

    rules: Rules
    form: Form | None


class Checked(NamedTuple):
    """What a worker found where others have yet to be asked; one `said` for each of its judges."""

    assessment: Assessment
    said: tuple[tuple[Judgment, ...], ...]


class Broke(NamedTuple):
    """In the place of a result: how the case broke the engine."""

    what: str


Outcome = Finished | Checked | Broke | Killed


def handle(setup: Setup, task: Task) -> Finished | Checked | Broke:
    """One case, in a worker."""
    rules = setup.rules
    try:
        if setup.form is None:
            assessment = assess(task.case, rules.sources, task.case_hash)
            said = tuple(begin(assessment, [judge]).result() for judge in rules.judges)
            return Checked(assessment, said)
        begun = begun_on(Read("", 0, "", task.case, task.key, task.case_hash), rules)
        found = begun.finished() if isinstance(begun, Begun) else begun
        if isinstance(found, Reject):
            return Broke(found.reason.removeprefix("engine error: "))
        record = setup.form(found.record)
        return found._replace(record=record, judgments=tuple(map(_counted, found.judgments)))
    except Exception as error:  # the worker boundary: a defect of ours must not end the run
        return Broke(f"{type(error).__name__}: {error}")


def _counted(judgment: Judgment) -> Judgment:
    """What the run's figures need of a judgment; the rest is in the record."""
    return Judgment(
        criterion=judgment.criterion,
        judge=judgment.judge,
        abstained=judgment.abstained,
        abstention=judgment.abstention,
        usage=judgment.usage,
    )


@dataclass
class Chunk:
    """Cases that go to a worker together; `chars` is the length of their records."""

    cases: list[Sent] = field(default_factory=list)
    chars: int = 0
    sent: Future[None] | None = None


@dataclass(eq=False)
class Sent:
    """A case that a worker has, or will have."""

    read: Read
    chunk: Chunk
    home: Apart
    outcome: Outcome | Reject | None = None
    #: With those judges that are asked here.
    begun: Begun | None = None
    key: str | None = None
    stored: bool = False

    @property
    def done(self) -> bool:
        """Whether nothing is still to come."""
        sent = self.chunk.sent
        return sent is not None and sent.done() and (self.begun is None or self.begun.done)

    def wait(self, seconds: float) -> bool:
        """Waits at most so long for each part; whether it is done then."""
        self.home.send(self.chunk)
        assert self.chunk.sent is not None, "it has just been sent"
        wait([self.chunk.sent], timeout=seconds)
        if self.chunk.sent.done() and self.begun is not None:
            self.begun.wait(seconds)
        return self.done

    def cancel(self) -> None:
        """Gives up what has not come yet."""
        if self.begun is not None:
            self.begun.cancel()

    def finished(self) -> Finished | Reject:
        """The outcome. PoolError where no worker could be had."""
        assert self.chunk.sent is not None, "asked of those that are done"
        self.chunk.sent.result()
        if self.begun is not None:
            return self.begun.finished()
        if isinstance(self.outcome, Finished | Reject):
            return self.outcome
        if isinstance(self.outcome, Broke):
            return broken(self.read, self.outcome.what)
        assert isinstance(self.outcome, Killed)
        return broken(self.read, f"its worker was killed every time ({self.outcome.how})")


class Apart:
    """Where cases are sent to workers. Used by one thread, and closed at the end."""

    def __init__(self, rules: Rules, jobs: int, form: Form) -> None:
        self.rules = rules
        self.ahead = AHEAD * CHUNK * jobs
        self._far = [isinstance(one, WaitingJudge) or not _may_go(one) for one in rules.judges]
        near = [one for one, far in zip(rules.judges, self._far, strict=True) if not far]
        whole = not any(self._far) and rules.ranking is None
        given = Rules(rules.policy, near, rules.sources, None, rules.admissions)
        self._pool = Pool(handle, Setup(given, form if whole else None), jobs)
        self._open = Chunk()
        self._asking = Lock()

    def begin(self, read: Read) -> Sent:
        """Puts a case into the chunk that goes next."""
        chunk = self._open
        case = Sent(read, chunk, self)
        chunk.cases.append(case)
        chunk.chars += len(read.raw)
        if len(chunk.cases) >= CHUNK or chunk.chars >= CHUNK_CHARS:
            self.send(chunk)
        return case

    def send(self, chunk: Chunk) -> None:
        """Sends a chunk, be it full or not; nothing where it has been sent."""
        if chunk.sent is not None:
            return
        if chunk is self._open:
            self._open = Chunk()
        tasks = [Task(one.read.case, one.read.case_hash, one.read.key) for one in chunk.cases]
        chunk.sent = self._pool.submit(tasks, lambda found: self._arrived(chunk.cases, found))

    def _arrived(self, cases: list[Sent], found: Sequence[Outcome]) -> None:
        for case, outcome in zip(cases, found, strict=True):
            case.outcome = outcome
            if isinstance(outcome, Checked):
                self._ask(case, outcome)
        cases.clear()  # no ring of references: what is done with is freed at once

    def _ask(self, case: Sent, checked: Checked) -> None:
        """Asks here whoever was not asked there."""
        said = iter(checked.said)
        assessment = checked.assessment
        try:
            with self._asking:  # a judge that computes here is used by one thread at a time
                parts = [
                    begin(assessment, [judge]) if far else Asked(next(said))
                    for judge, far in zip(self.rules.judges, self._far, strict=True)
                ]
                case.begun = judged_on(case.read, assessment, Asked.joined(parts), self.rules)
            case.outcome = None
        except Exception as error:  # the worker boundary, as above
            case.outcome = engine_error(case.read, error)

    def close(self) -> None:
        """Ends the workers."""
        self._pool.close()


def _may_go(judge: Judge) -> bool:
    """Whether a judge can be sent to another process."""
    try:
        pickle.dumps(judge)
    except Exception:  # foreign code, which may do what it likes
        return False
    return True
