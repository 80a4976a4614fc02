"""One run over a stream of records: what is known, what is under way, what is done, in order."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, Final, Protocol

from adjudge_engine.case import Case, case_hash
from adjudge_engine.judges.running import look_ahead
from adjudge_engine.reading import Reject, RejectsFile
from adjudge_tui.running.tally import Tally, reason_class
from adjudge_tui.running.under_way import Finished, Read, Rules, Twice, UnderWay, begun_on
from adjudge_tui.running.unknown import unknown_keys

if TYPE_CHECKING:
    from adjudge_tui.running.evaluating_apart import Apart

#: Cases looked at together, and the most that one transaction stores.
BATCH: Final = 50
#: Seconds after which what is evaluated is stored, however little it is.
PATIENCE: Final = 2.0
#: Different unknown keys that are counted; a file whose keys are data has no end of them.
MOST_KEYS: Final = 1_000
#: Ids that are remembered, to say which came with different answers.
MOST_IDS: Final = 100_000
#: Characters of records that are looked ahead at the most, whatever their number.
MOST_CHARS: Final = 64_000_000

#: A record with its file, line and raw text.
Numbered = tuple[str, int, str, Case | Reject]


class Store(Protocol):
    """Where evaluations go, by case id and key (`Queue`, or a shard's ledger)."""

    def known(self, pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """Those of the pairs that need not be evaluated."""

    def enqueue(self, records: Sequence[Any]) -> object:
        """Keeps records, or what `form` made of them, all or none."""


class SameIds:
    """Which ids came with more than one answer. Past `MOST_IDS` no more ids are remembered."""

    def __init__(self) -> None:
        self._first: dict[int, int] = {}

    def is_another(self, case_id: str, content: str) -> bool:
        """Whether the id came before, with another case than this one."""
        mine = hash(content)
        if len(self._first) < MOST_IDS:
            return self._first.setdefault(hash(case_id), mine) != mine
        return self._first.get(hash(case_id), mine) != mine


class Run:
    """The state of one run.

    `line` holds, in the order of the input, what is not dealt with yet: rejects, cases under way,
    and cases that need nothing more than to be counted.
    """

    def __init__(
        self,
        store: Store,
        rules: Rules,
        tally: Tally,
        rejects: RejectsFile,
        order: IO[str],
        tick: Callable[[Tally], None],
        apart: Apart | None = None,
    ) -> None:
        self.store = store
        self.rules = rules
        self.tally = tally
        self.rejects = rejects
        self.order = order
        self.tick = tick
        if rules.ranking is not None and rules.ranking.judge is not None:
            rules.ranking.tell(tally.judging.ranking(rules.ranking.judge))
        self.apart = apart
        self.ahead = max(look_ahead(rules.judges), BATCH if rules.ranking is not None else 0)
        if apart is not None:
            self.ahead = max(self.ahead, apart.ahead)
        self.ids = SameIds()
        self.line: deque[Reject | Read | Twice | UnderWay] = deque()
        self.chars = 0  # of the records in the line
        #: What the queue could not know when the batch was looked up.
        self.fresh: dict[tuple[str, str], UnderWay] = {}
        self.ready: list[tuple[UnderWay, Any]] = []
        self.stored_at = time.monotonic()

    def run(self, records: Iterator[Numbered]) -> None:
        """Deals with everything there is to read; stopped half-way, stores what is finished."""
        try:
            while batch := list(islice(records, BATCH)):
                self._batch([self._sorted_out(one) for one in batch])
            self._advance(leave=0)
        except BaseException:
            self._give_up()
            raise
        self._store()

    def _sorted_out(self, record: Numbered) -> Read | Reject:
        file, line, raw, found = record
        if isinstance(found, Reject):
            return found
        keys = self.tally.unknown_keys
        keys.update(key for key in unknown_keys(found, raw) if key in keys or len(keys) < MOST_KEYS)
        known_hash = case_hash(found)
        if self.ids.is_another(found.id, known_hash):
            self.tally.same_id += 1
        return Read(file, line, raw, found, self.rules.key(found, known_hash), known_hash)

    def _batch(self, batch: list[Read | Reject]) -> None:
        self.fresh = {pair: one for pair, one in self.fresh.items() if not one.stored}
        known = self.store.known(one.pair for one in batch if isinstance(one, Read))
        for one in batch:
            if isinstance(one, Reject) or one.pair in known:
                self.line.append(one)
            elif one.pair in self.fresh:
                self.line.append(Twice(one, self.fresh[one.pair]))
            else:
                self.line.append(self._begin(one))
            self.chars += len(one.raw)
            self._advance(leave=self.ahead)

    def _begin(self, one: Read) -> UnderWay | Reject:
        begun = begun_on(one, self.rules) if self.apart is None else self.apart.begin(one)
        if not isinstance(begun, Reject):
            self.fresh[one.pair] = begun
        return begun

    def _advance(self, leave: int) -> None:
        """Deals with the head of the line, waiting for it until no more than `leave` are left."""
        while self.line:
            head = self.line[0]
            if not isinstance(head, Reject | Read | Twice) and not head.done:
                if len(self.line) <= leave and self.chars <= MOST_CHARS:
                    return
                self._wait(head)
            self.line.popleft()
            self.chars -= len(_raw(head))
            self._deal_with(head)

    def _wait(self, head: UnderWay) -> None:
        """Waits; what is ready meanwhile is stored in time."""
        while not head.wait(PATIENCE):
            if self.ready:
                self._store()
            self.tick(self.tally)

    def _deal_with(self, one: Reject | Read | Twice | UnderWay) -> None:
        if isinstance(one, Reject):
            self._reject(one)
        elif isinstance(one, Read):
            self._known(one, one.key)
        elif not isinstance(one, Twice):
            self._finish(one)
        elif one.first.key is not None:
            self._known(one.read, one.first.key)
        else:  # the first broke the engine, and so does this one
            again = self._begin(one.read)
            if not isinstance(again, Reject):
                self._wait(again)
            self._deal_with(again)

    def _known(self, one: Read, key: str) -> None:
        self.tally.known += 1
        self._written(one, key)

    def _finish(self, one: UnderWay) -> None:
        """Keeps a case that is done."""
        found = one.finished()
        if not isinstance(found, Finished):
            self._reject(found)
            return
        one.key = found.key
        self.ready.append((one, found.record))
        self.tally.evaluated += 1
        self.tally.unfinished += found.key != one.read.key
        self.tally.judging.add(found.judgments)
        self.tally.routes[found.route] += 1
        if len(self.ready) >= BATCH or time.monotonic() - self.stored_at > PATIENCE:
            self._store()
        self._written(one.read, found.key)

    def _written(self, one: Read, key: str) -> None:
        self.order.write(json.dumps((one.case.id, key)) + "\n")
        self.tick(self.tally)

    def _store(self) -> None:
        self.store.enqueue([record for _, record in self.ready])
        for one, _ in self.ready:
            one.stored = True
        self.ready = []
        self.stored_at = time.monotonic()
        self.tick(self.tally)

    def _give_up(self) -> None:
        """Stores what is finished, in its order, and gives up the rest."""
        under_way = [one for one in self.line if not isinstance(one, Reject | Read | Twice)]
        finished = [one for one in under_way if one.done]
        for one in under_way:
            one.cancel()
        records = [record for _, record in self.ready]
        for one in finished:
            with suppress(Exception):  # the error that ends the run is the one to tell
                found = one.finished()
                records += [found.record] if isinstance(found, Finished) else []
        with suppress(Exception):
            self.store.enqueue(records)

    def _reject(self, reject: Reject) -> None:
        self.rejects.add(reject)
        self.tally.rejected += 1
        reason = reason_class(reject)
        self.tally.reasons[reason] += 1
        self.tally.first.setdefault(reason, (reject.file, reject.line, reject.place))
        self.tick(self.tally)


def _raw(one: Reject | Read | Twice | UnderWay) -> str:
    return one.raw if isinstance(one, Reject | Read) else one.read.raw
