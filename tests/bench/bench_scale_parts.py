"""Where the CPU time of a case goes, beside the bare engine; part of `bench_scale.py parts`.

All is done in one process, chunk by chunk in turns, so that a machine with other work to do slows
both sides alike.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from time import process_time

from adjudge_engine.case import Case, case_hash
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.pipeline import evaluate
from adjudge_engine.policy import default_policy
from adjudge_engine.reading import read_cases
from adjudge_queue import Queue
from adjudge_queue.items.enqueue import ready
from adjudge_tui.running.evaluating_apart import CHUNK, Setup, Task, handle
from adjudge_tui.running.under_way import Finished, Rules


class Clock:
    """CPU seconds by name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def on(self, name: str) -> Iterator[None]:
        began = process_time()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + process_time() - began


def spent(path: Path, folder: Path, judge: str) -> dict[str, float]:
    """Milliseconds a case: the bare loop, a worker, and what the main process does.

    The bare loop has the second half of the cases: what the engine remembers of a text must help
    neither side. `per_core`: the bare loop's time over that of all parts together.
    """
    clock, judges, count = Clock(), make_judges(judge), 0
    rules = Rules(default_policy(), judges)
    setup = Setup(rules, ready)
    half = sum(1 for _ in read_cases(path)) // 2
    records = islice(read_cases(path), half)
    bare = islice(read_cases(path), half, None)
    with Queue.open(folder / "parts.db", create=True) as queue:
        while True:
            with clock.on("main: read, key, known"):
                tasks = [_task(one, rules) for one in islice(records, CHUNK)]
                queue.known([(one.case.id, one.key) for one in tasks])
            if not tasks:
                break
            count += len(tasks)
            with clock.on("pipes"):
                tasks = pickle.loads(pickle.dumps(tasks))
            with clock.on("worker"):
                done = [handle(setup, one) for one in tasks]
            with clock.on("pipes"):
                done = pickle.loads(pickle.dumps(done))
            with clock.on("main: enqueue"):
                queue.enqueue([one.record for one in done if isinstance(one, Finished)])
            with clock.on("bare"):
                for case in islice(bare, len(tasks)):
                    assert isinstance(case, Case)
                    evaluate(case, rules.policy, judges)
    every = sum(seconds for name, seconds in clock.seconds.items() if name != "bare")
    found = {name: round(taken / count * 1000, 3) for name, taken in clock.seconds.items()}
    return found | {"per_core": round(clock.seconds["bare"] / every, 3)}


def _task(found: object, rules: Rules) -> Task:
    assert isinstance(found, Case)
    known = case_hash(found)
    return Task(found, known, rules.key(found, known))
