"""How quick the queue is: `python tests/bench/bench_queue.py [ITEMS]`, 10,000 by default.

Durable writes are given as multiples of a bare `fdatasync` on the same disk, in the same run.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from queue_samples import decision, record

from adjudge_queue import Queue
from adjudge_queue.records import Filter, Record

CHANCE = random.Random(1)
WORDS = [f"word{number}" for number in range(3000)]


def sample(number: int) -> Record:
    """A case of about 3 kB."""
    return record(
        f"case-{number}",
        CHANCE.choice(("review", "review", "review", "release", "block")),
        risk=CHANCE.choice(("low", "standard", "high")),
        gates={"numbers": CHANCE.choice(("fail", "pass"))},
        question=" ".join(CHANCE.choices(WORDS, k=12)),
        answer=" ".join(CHANCE.choices(WORDS, k=60)),
        contexts=[{"id": "c", "text": " ".join(CHANCE.choices(WORDS, k=250))}],
    )


def timed(name: str, call: Callable[[], object], times: int, unit: float | None = None) -> float:
    """Print the median and the slowest of `times` calls; the median in seconds."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        found.append(time.perf_counter() - start)
    found.sort()
    middle, last = found[len(found) // 2], found[-1]
    multiple = f"{middle / unit:8.1f} x fdatasync" if unit else ""
    print(f"{name:28}{middle * 1e3:10.2f} ms{last * 1e3:10.2f} ms at most {multiple}")
    return middle


def fdatasync(folder: str) -> float:
    """The price of one durable write of 4 kB to a file that does not grow, as a WAL mostly is."""
    with open(Path(folder) / "bare", "wb", buffering=0) as file:
        file.write(b"-" * 4096 * 100)
        os.fsync(file.fileno())
        file.seek(0)

        def write() -> None:
            file.write(b"x" * 4096)
            os.fdatasync(file.fileno())

        return timed("bare fdatasync", write, 100)


def main(items: int) -> None:
    """Fill a queue and time what people and engines do with it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "q.db"
        unit = fdatasync(folder)
        with Queue.open(path, create=True) as queue:
            spent = 0.0
            for first in range(0, items, 100):
                batch = [sample(number) for number in range(first, min(first + 100, items))]
                start = time.perf_counter()
                queue.enqueue(batch)
                spent += time.perf_counter() - start
            size = path.stat().st_size / 1e6
            print(f"enqueue: {items / spent:.0f} items/s in hundreds; the file has {size:.0f} MB")
            extra = iter(range(items, items + 1000))
            timed("one durable enqueue", lambda: queue.enqueue([sample(next(extra))]), 50, unit)
            held: list[int] = []

            def claim() -> None:
                item = queue.claim_next("ann")
                held.extend([item.row.item_id] if item else [])

            timed("claim", claim, 100, unit)
            work = iter(held)
            timed("decide", lambda: queue.decide(next(work), decision("approve")), 100, unit)
            timed("undo", lambda: queue.undo("ann"), 50, unit)
            middle = queue.ids()[items // 3]
            timed("first page", queue.page, 50)
            timed("page in the middle", lambda: queue.page(after=middle), 50)
            timed(
                "page by gate and risk", lambda: queue.page(Filter(gate="numbers", risk="low")), 5
            )
            timed("page by text", lambda: queue.page(Filter(text="word170 word5")), 5)
            timed("one item", lambda: queue.item(middle), 50)
            timed("counts", queue.counts, 50)
            timed("all ids", queue.ids, 3)
            timed("audit verify", queue.verify, 1)
        timed("open and close", lambda: Queue.open(path).close(), 50)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
