"""From files of cases to a filled queue: read, check, judge, route, enqueue, write out.

The run can be stopped at any moment and repeated: what the queue knows is not evaluated again,
and `--out` and the rejects file are made anew from the whole input each time. Where judges wait
for replies, cases are checked ahead meanwhile; everything is stored and written in the order of
the input, whatever the order of the replies.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from itertools import chain, islice
from pathlib import Path
from typing import IO, Final

from adjudge_engine.case import Case
from adjudge_engine.judges.running import callers_among, look_ahead
from adjudge_engine.pipeline import sources_digest
from adjudge_engine.reading import Reject, RejectsFile, read_numbered
from adjudge_engine.reading.atomic import AtomicFile
from adjudge_queue import Queue
from adjudge_queue.records import Record
from adjudge_tui.judge_usage import JudgeUsage
from adjudge_tui.tally import Tally, reason_class
from adjudge_tui.under_way import Begun, Read, Rules, Twice, begun_on, engine_error, record_of
from adjudge_tui.unknown import unknown_keys

#: Cases looked at together, and the most that one transaction stores.
BATCH: Final = 50
#: Seconds after which what is evaluated is stored, however little it is.
PATIENCE: Final = 2.0
#: Different unknown keys that are counted; a file whose keys are data has no end of them.
MOST_KEYS: Final = 1_000


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
    tally = Tally(judging=JudgeUsage(callers_among(rules.judges)))
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
    """The state of one run.

    `line` holds, in the order of the input, what is not dealt with yet: rejects, cases under way,
    and cases that need nothing more than to be counted.
    """

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
        if rules.ranking is not None and rules.ranking.judge is not None:
            rules.ranking.tell(tally.judging.ranking(rules.ranking.judge))
        self.ahead = max(look_ahead(rules.judges), BATCH if rules.ranking is not None else 0)
        self.line: deque[Reject | Read | Twice | Begun] = deque()
        #: What the queue could not know when the batch was looked up.
        self.fresh: dict[tuple[str, str], Begun] = {}
        self.ready: list[tuple[Begun, Record]] = []
        self.stored_at = time.monotonic()

    def run(self, records: Iterator[tuple[str, int, str, Case | Reject]]) -> None:
        """Deals with everything there is to read; stopped half-way, stores what is finished."""
        try:
            while batch := list(islice(records, BATCH)):
                self._batch([self._sorted_out(one) for one in batch])
            self._advance(leave=0)
        except BaseException:
            self._give_up()
            raise
        self._store()

    def _sorted_out(self, record: tuple[str, int, str, Case | Reject]) -> Read | Reject:
        file, line, raw, found = record
        if isinstance(found, Reject):
            return found
        keys = self.tally.unknown_keys
        keys.update(key for key in unknown_keys(found, raw) if key in keys or len(keys) < MOST_KEYS)
        return Read(file, line, raw, found, self.rules.key(found, self.digest))

    def _batch(self, batch: list[Read | Reject]) -> None:
        self.fresh = {pair: one for pair, one in self.fresh.items() if not one.stored}
        known = self.queue.known(one.pair for one in batch if isinstance(one, Read))
        for one in batch:
            if isinstance(one, Reject) or one.pair in known:
                self.line.append(one)
            elif one.pair in self.fresh:
                self.line.append(Twice(one, self.fresh[one.pair]))
            else:
                self.line.append(self._begin(one))
            self._advance(leave=self.ahead)

    def _begin(self, one: Read) -> Begun | Reject:
        begun = begun_on(one, self.rules)
        if isinstance(begun, Begun):
            self.fresh[one.pair] = begun
        return begun

    def _advance(self, leave: int) -> None:
        """Deals with the head of the line, waiting for it until no more than `leave` are left."""
        while self.line:
            head = self.line[0]
            if isinstance(head, Begun) and not head.done:
                if len(self.line) <= leave:
                    return
                self._wait(head)
            self.line.popleft()
            self._deal_with(head)

    def _wait(self, head: Begun) -> None:
        """Waits; what is ready meanwhile is stored in time."""
        while not head.wait(PATIENCE):
            if self.ready:
                self._store()
            self.tick(self.tally)

    def _deal_with(self, one: Reject | Read | Twice | Begun) -> None:
        if isinstance(one, Reject):
            self._reject(one)
        elif isinstance(one, Begun):
            self._finish(one)
        elif isinstance(one, Read):
            self._known(one, one.key)
        elif one.first.key is not None:
            self._known(one.read, one.first.key)
        else:  # the first broke the engine, and so does this one
            self._deal_with(self._begin(one.read))

    def _known(self, one: Read, key: str) -> None:
        self.tally.known += 1
        self._written(one, key)

    def _finish(self, one: Begun) -> None:
        """Routes a case whose judgments are there."""
        try:
            record = record_of(one, self.rules)
        except Exception as error:  # the worker boundary, as above
            self._reject(engine_error(one.read, error))
            return
        one.key = record.key
        self.ready.append((one, record))
        self.tally.evaluated += 1
        self.tally.unfinished += record.key != one.read.key
        self.tally.judging.add(one.asked.result())
        self.tally.routes[str(record.evaluation["route"])] += 1
        if len(self.ready) >= BATCH or time.monotonic() - self.stored_at > PATIENCE:
            self._store()
        self._written(one.read, record.key)

    def _written(self, one: Read, key: str) -> None:
        self.order.write(json.dumps((one.case.id, key)) + "\n")
        self.tick(self.tally)

    def _store(self) -> None:
        self.queue.enqueue([record for _, record in self.ready])
        for one, _ in self.ready:
            one.stored = True
        self.ready = []
        self.stored_at = time.monotonic()
        self.tick(self.tally)

    def _give_up(self) -> None:
        """Stores what is finished, in its order, and gives up the rest."""
        begun = [one for one in self.line if isinstance(one, Begun)]
        finished = [one for one in begun if one.done]
        for one in begun:
            one.cancel()
        with suppress(Exception):  # the error that ends the run is the one to tell
            records = [record_of(one, self.rules) for one in finished]
            self.queue.enqueue([*(record for _, record in self.ready), *records])

    def _reject(self, reject: Reject) -> None:
        self.rejects.add(reject)
        self.tally.rejected += 1
        reason = reason_class(reject)
        self.tally.reasons[reason] += 1
        self.tally.first.setdefault(reason, (reject.file, reject.line))
        self.tick(self.tally)


def _write_out(queue: Queue, order: IO[str], out: AtomicFile) -> None:
    order.seek(0)
    for line in order:
        case_id, key = json.loads(line)
        stored = queue.evaluation_json(case_id, key)
        assert stored is not None, "it has just been stored"
        out.write(stored + "\n")
    out.close(keep=True)
