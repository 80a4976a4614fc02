"""From files of cases to a filled queue: read, check, judge, route, enqueue, write out.

The run can be stopped at any moment and repeated: what the queue knows is not evaluated again,
and `--out` and the rejects file are made anew from the whole input each time.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from adjudge_engine.canonical import canonical_json
from adjudge_engine.case import Case
from adjudge_engine.judges.base import Judge
from adjudge_engine.pipeline import canonical_report_of, evaluate, evaluation_key, sources_digest
from adjudge_engine.policy import Policy
from adjudge_engine.reading import Reject, RejectsFile, read_numbered
from adjudge_engine.reading.atomic import AtomicFile
from adjudge_engine.registry import Registry
from adjudge_queue import Queue
from adjudge_queue.records import Record
from adjudge_tui.unknown import unknown_keys

#: Cases looked at together, and the most that one transaction stores.
BATCH: Final = 50
#: Seconds after which what is evaluated is stored, however little it is.
PATIENCE: Final = 2.0
#: Different unknown keys that are counted; a file whose keys are data has no end of them.
MOST_KEYS: Final = 1_000


@dataclass(frozen=True)
class Rules:
    """What every case of a run is evaluated by."""

    policy: Policy
    judges: Sequence[Judge] = ()
    sources: Registry | None = None

    def key(self, case: Case, digest: str | None) -> str:
        """The evaluation's key; `digest` is the sources' (worked out once a run)."""
        return evaluation_key(case, self.policy, self.judges, digest)


@dataclass
class Tally:
    """How far a run is, and in the end what it did."""

    evaluated: int = 0
    known: int = 0
    rejected: int = 0
    routes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    #: Reason → file and line of the first record rejected for it.
    first: dict[str, tuple[str, int]] = field(default_factory=dict)
    unknown_keys: Counter[str] = field(default_factory=Counter)

    @property
    def done(self) -> int:
        """Records that are dealt with."""
        return self.evaluated + self.known + self.rejected


class _Read(NamedTuple):
    """A case with where it came from."""

    file: str
    line: int
    raw: str
    case: Case
    key: str

    @property
    def pair(self) -> tuple[str, str]:
        return self.case.id, self.key


def evaluate_files(
    queue: Queue,
    files: Iterable[Path],
    rules: Rules,
    *,
    rejects: Path,
    out: Path | None = None,
    format: str | None = None,  # noqa: A002
    tick: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Evaluates every case that the queue does not know yet, and enqueues it.

    `rejects` gets what could not be read or evaluated (no file without any); `out` all
    evaluations of the input, in its order, from committed rows (untouched if there are none).
    `tick` is called as the run goes on. Raises InputError and QueueError; what is stored by then
    stays.
    """
    tally = Tally()
    with ExitStack() as stack:
        written = AtomicFile(out) if out else None
        if written is not None:
            stack.callback(written.drop)
        order = stack.enter_context(tempfile.TemporaryFile("w+", encoding="ascii"))
        rejected = stack.enter_context(RejectsFile(rejects))
        run = _Run(queue, rules, tally, rejected, order, tick)
        run.run(chain.from_iterable(_records(file, format) for file in files))
        if written is not None and order.tell():
            _write_out(queue, order, written)
    return tally


def _records(file: Path, format_name: str | None) -> Iterator[tuple[str, int, str, Case | Reject]]:
    for line, raw, found in read_numbered(file, format=format_name):
        yield str(file), line, raw, found


class _Run:
    """The state of one run."""

    def __init__(
        self,
        queue: Queue,
        rules: Rules,
        tally: Tally,
        rejects: RejectsFile,
        order: IO[str],
        tick: Callable[[Tally], None],
    ) -> None:
        self.queue = queue
        self.rules = rules
        self.tally = tally
        self.rejects = rejects
        self.order = order
        self.tick = tick
        self.digest = sources_digest(rules.sources)
        self.ready: list[Record] = []
        self.stored_at = time.monotonic()

    def run(self, records: Iterator[tuple[str, int, str, Case | Reject]]) -> None:
        """Deals with everything there is to read."""
        while batch := list(islice(records, BATCH)):
            cases = [one for one in map(self._sorted_out, batch) if one is not None]
            self._batch(cases)
        self._store()

    def _sorted_out(self, record: tuple[str, int, str, Case | Reject]) -> _Read | None:
        file, line, raw, found = record
        if isinstance(found, Reject):
            self._reject(found)
            return None
        keys = self.tally.unknown_keys
        keys.update(key for key in unknown_keys(found, raw) if key in keys or len(keys) < MOST_KEYS)
        return _Read(file, line, raw, found, self.rules.key(found, self.digest))

    def _batch(self, cases: list[_Read]) -> None:
        known = self.queue.known(one.pair for one in cases)
        for one in cases:
            if one.pair in known:
                self.tally.known += 1
            elif not self._evaluate(one):
                continue
            known.add(one.pair)
            self.order.write(json.dumps(one.pair) + "\n")
            self.tick(self.tally)

    def _evaluate(self, one: _Read) -> bool:
        """Evaluates a case; one that breaks the engine is rejected and the run goes on."""
        try:
            record = _record(one, self.rules)
        except Exception as error:  # the worker boundary: a defect of ours must not end the run
            said = f"engine error: {type(error).__name__}: {error}"
            self._reject(Reject(one.file, one.line, "", said, one.raw))
            return False
        self.ready.append(record)
        self.tally.evaluated += 1
        self.tally.routes[str(record.evaluation["route"])] += 1
        if len(self.ready) >= BATCH or time.monotonic() - self.stored_at > PATIENCE:
            self._store()
        return True

    def _store(self) -> None:
        self.queue.enqueue(self.ready)
        self.ready = []
        self.stored_at = time.monotonic()
        self.tick(self.tally)

    def _reject(self, reject: Reject) -> None:
        self.rejects.add(reject)
        self.tally.rejected += 1
        reason = reason_class(reject)
        self.tally.reasons[reason] += 1
        self.tally.first.setdefault(reason, (reject.file, reject.line))
        self.tick(self.tally)


def _record(one: _Read, rules: Rules) -> Record:
    evaluation = evaluate(one.case, rules.policy, rules.judges, rules.sources)
    return Record(
        case_id=one.case.id,
        case_hash=evaluation.case_hash,
        key=one.key,
        case=one.case.to_dict(),
        evaluation=evaluation.to_dict(),
        report=canonical_json(canonical_report_of(evaluation)),
    )


def _write_out(queue: Queue, order: IO[str], out: AtomicFile) -> None:
    order.seek(0)
    for line in order:
        case_id, key = json.loads(line)
        stored = queue.evaluation_json(case_id, key)
        assert stored is not None, "it has just been stored"
        out.write(stored + "\n")
    out.close(keep=True)


def reason_class(reject: Reject) -> str:
    """A reject's reason as it is counted: without the places and values of one line."""
    reason, _, detail = reject.reason.partition(": ")
    if reason in ("not JSON", "not UTF-8", "engine error"):
        return f"{reason}: {detail.partition(' at ')[0]}"[:200] if detail else reason
    return f"{_pattern(reject.field)}: {reject.reason}" if reject.field else reject.reason


def _pattern(field_path: str) -> str:
    """`contexts[2].page` → `contexts[].page`."""
    parts = field_path[:200].split("[")
    return "[]".join([parts[0], *(part.partition("]")[2] for part in parts[1:])])


def as_json(tally: Tally) -> dict[str, Any]:
    """A tally as JSON values, reasons most frequent first."""
    return {
        "evaluated": tally.evaluated,
        "known": tally.known,
        "rejected": tally.rejected,
        "routes": dict(tally.routes),
        "reasons": [
            {"reason": one, "count": n, "file": tally.first[one][0], "line": tally.first[one][1]}
            for one, n in tally.reasons.most_common()
        ],
        "unknown_keys": dict(tally.unknown_keys.most_common()),
    }
