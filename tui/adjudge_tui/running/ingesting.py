"""Results of shards into the queue: in batches, each durable, every evaluation exactly once.

A file is read to its end before anything of it is taken. What the queue has had under the same
key is passed over, be it the current evaluation or an earlier one; so a file may be ingested any
number of times, also with shards that overlap, also after a later run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

from adjudge_queue import Queue
from adjudge_tui.running.judge_usage import JudgeUsage
from adjudge_tui.running.results_file import Arrived, Results, arrived, checked
from adjudge_tui.running.tally import Tally

#: The most that one transaction stores, so that nobody at the desk waits for it.
BATCH: Final = 50


@dataclass
class Ingested:
    """What came in: new items, new evaluations of items, and what the queue had already."""

    files: int = 0
    items: int = 0
    evaluations: int = 0
    known: int = 0
    rejected: int = 0
    routes: Counter[str] = field(default_factory=Counter)
    judging: JudgeUsage = field(default_factory=JudgeUsage)

    @property
    def taken(self) -> int:
        """Evaluations that were stored."""
        return self.items + self.evaluations

    def to_dict(self) -> dict[str, Any]:
        """The counts as JSON values."""
        return {
            "files": self.files,
            "items": self.items,
            "evaluations": self.evaluations,
            "known": self.known,
            "rejected": self.rejected,
            "routes": dict(sorted(self.routes.items())),
        }

    def as_tally(self) -> Tally:
        """The same as a run's tally."""
        tally = Tally(self.taken, self.known, self.rejected, judging=self.judging)
        tally.routes.update(self.routes)
        return tally


def ingest(
    queue: Queue,
    files: Iterable[Path | Results],
    tick: Callable[[Ingested], None] = lambda ingested: None,
    into: Ingested | None = None,
) -> Ingested:
    """Takes files of results into the queue. Raises InputError and QueueError.

    All files are checked before the first is taken, but those that `checked` has given; what is
    stored by the time of an error stays, and the same call goes on.
    """
    counts = Ingested() if into is None else into
    for results in [one if isinstance(one, Results) else checked(one) for one in files]:
        _take(queue, results, counts, tick)
        counts.files += 1
        counts.rejected += results.rejected
    return counts


def _take(
    queue: Queue, results: Results, counts: Ingested, tick: Callable[[Ingested], None]
) -> None:
    found = arrived(results)
    while batch := list(islice(found, BATCH)):
        new = [one for one in batch if not _had(queue, one)]
        done = queue.enqueue([one.record for one in new])
        counts.items += done.items
        counts.evaluations += done.evaluations
        counts.known += done.known + len(batch) - len(new)
        for one in new:
            counts.routes[one.evaluation.route] += 1
            counts.judging.add(one.evaluation.judgments)
        tick(counts)


def _had(queue: Queue, one: Arrived) -> bool:
    return queue.evaluation_json(one.record.case_id, one.record.key) is not None
