"""How quick the queue is: `python tests/bench/bench_queue.py [--million] [--folder F] [ITEMS …]`.

10,000 and 100,000 items by default. Durable writes are given as multiples of a bare `fdatasync`
on the same disk, measured in turn with them in the same run; name a folder on the disk that is
meant, since a folder in memory knows no durability.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench_queue_cases import ABSENT, RARE, UNCOMMON, WORDS, sample
from bench_queue_load import claimers, deciders, share
from queue_samples import decision

from adjudge_queue import Queue
from adjudge_queue.file import driver
from adjudge_queue.finding import filtertext
from adjudge_queue.records import Order

#: Lists as the interface asks for them; some match nothing, or one in ten thousand.
LISTS = (
    "",
    "state:all",
    "state:pending",
    "risk:low",
    "gate:numbers",
    "gate:numbers risk:high",
    "gate:contract",
    "gate:identity",
    "tag:topic3",
    "tag:recall",
    "tag:nothing",
    "route:block",
    "disposition:released route:review",
    "by:nobody",
    "since:2100-01-01",
    f"{WORDS[0]}",
    f"{WORDS[0]} risk:high",
    UNCOMMON,
    ABSENT,
)
#: Searches: common words, beginnings of one letter and more, other scripts, rare and absent words.
SEARCHES = (
    WORDS[0],
    f"{WORDS[0]} {WORDS[1]}",
    "b",
    "ba",
    "bab",
    "babe",
    UNCOMMON,
    RARE,
    ABSENT,
    "東京",
)


def timed(call: Callable[[], object], times: int) -> tuple[float, float, float]:
    """Median and slowest wall time, and the least CPU time, in seconds; the first call warms up."""
    call()
    walls, cpu = [], []
    for _ in range(times):
        start, used = time.perf_counter(), time.process_time()
        call()
        cpu.append(time.process_time() - used)
        walls.append(time.perf_counter() - start)
    return share(walls, 50), max(walls), min(cpu)


def told(name: str, call: Callable[[], object], times: int = 9) -> float:
    """Print how long a reading call takes; its CPU time."""
    middle, last, cpu = timed(call, times)
    print(f"  {name:48}{middle * 1e3:9.2f} ms{last * 1e3:9.2f} ms at most{cpu * 1e3:9.2f} ms CPU")
    return cpu


def fill(queue: Queue, items: int) -> None:
    """Bring the file to so many items; not durably, since that is measured by itself."""
    connection = queue._store.connection
    connection.execute("PRAGMA synchronous=OFF")
    start, used, first = time.perf_counter(), time.process_time(), queue.counts()
    have = sum(first.states.values())
    spent = 0.0
    for begin in range(have, items, 500):
        batch = [sample(number) for number in range(begin, min(begin + 500, items))]
        begun = time.process_time()
        queue.enqueue(batch)
        spent += time.process_time() - begun
    connection.execute("PRAGMA synchronous=FULL")
    if items > have:
        count = items - have
        print(
            f"  filled with {count} items in {time.perf_counter() - start:.0f} s"
            f" ({time.process_time() - used:.0f} s CPU, of which enqueue"
            f" {spent / count * 1e6:.0f} us per item)"
        )


def durable(queue: Queue, folder: Path, items: int) -> None:
    """Writes that are on the disk when they return, each beside a bare one."""
    bare: list[float] = []
    names = ("enqueue of 1", "enqueue of 100", "claim", "decide", "undo")
    found: dict[str, list[float]] = {name: [] for name in names}
    fresh = iter(range(10**9, 10**9 + 10**6))
    with open(folder / "bare", "wb", buffering=0) as file:
        file.write(b"-" * 4096 * 200)
        os.fsync(file.fileno())
        file.seek(0)
        for turn in range(200):
            batch = [sample(next(fresh)) for _ in range(100 if turn % 10 == 0 else 1)]
            start = time.perf_counter()
            file.write(b"x" * 4096)
            os.fdatasync(file.fileno())
            bare.append(time.perf_counter() - start)
            start = time.perf_counter()
            queue.enqueue(batch)
            found[f"enqueue of {len(batch)}"].append(time.perf_counter() - start)
            start = time.perf_counter()
            item = queue.claim_next("ann")
            found["claim"].append(time.perf_counter() - start)
            assert item is not None
            number = item.row.item_id
            start = time.perf_counter()
            queue.decide(number, decision("approve", key=f"bench-{items}-{number}-{turn}"))
            found["decide"].append(time.perf_counter() - start)
            if turn % 4 == 0:
                start = time.perf_counter()
                queue.undo("ann")
                found["undo"].append(time.perf_counter() - start)
    unit, worst = share(bare, 50), share(bare, 99)
    print(f"  bare fdatasync of 4 kB: p50 {unit * 1e3:.2f} ms, p99 {worst * 1e3:.2f} ms")
    for name, times in found.items():
        middle, last = share(times, 50), share(times, 99)
        print(
            f"  {name:16} p50 {middle * 1e3:7.2f} ms {middle / unit:6.2f} x fdatasync"
            f"   p99 {last * 1e3:7.2f} ms {last / worst:6.2f} x its p99"
        )
    rate = 100 / share(found["enqueue of 100"], 50)
    print(f"  durable enqueue in hundreds: {rate:.0f} items/s")


def reading(queue: Queue, items: int) -> None:
    """What a person at the desk waits for."""
    orders: tuple[Order, ...] = ("priority", "oldest")
    slowest = 0.0
    middle = queue.ids()[len(queue.ids()) // 2]
    for order in orders:
        for line in LISTS:
            where = filtertext.parse(line)
            name = f"page by {order}: {line or 'open'}"
            slowest = max(slowest, told(name, lambda: queue.page(where, order=order)))  # noqa: B023
        name = f"page by {order} in the middle"
        slowest = max(slowest, told(name, lambda: queue.page(order=order, after=middle)))  # noqa: B023
    for text in SEARCHES:
        slowest = max(slowest, told(f"search {text}", lambda: queue.search(text)))  # noqa: B023
    print(f"  the slowest list or search by recency takes {slowest * 1e3:.1f} ms of CPU")
    for text in SEARCHES:
        told(f"search {text}, ranked", lambda: queue.search(text, ranked=True), 3)  # noqa: B023
    told("two common parts that never meet (not bounded)",
         lambda: queue.page(filtertext.parse("gate:numbers tag:topic3")), 3)  # fmt: skip
    told("one item", lambda: queue.item(middle))
    told("counts", queue.counts)
    told("known, 100 pairs", lambda: queue.known((f"case-{n}", "k1") for n in range(100)))
    told("feed, 1,000 from the middle", lambda: queue.feed(items // 2))
    told("all ids of the open items", queue.ids, 3)


def audit(queue: Queue) -> None:
    """The whole audit."""
    start = time.process_time()
    found = queue.verify()
    spent = time.process_time() - start
    assert found.ok, found.problems
    each = spent / found.events
    print(f"  verify: {spent:.1f} s CPU for {found.events} events, {each * 1e6:.0f} us per event")


def measure(path: Path, items: int, *, load: bool) -> None:
    """Everything, on one file that is filled up to so many items."""
    print(f"{items} items")
    with Queue.open(path, create=True) as queue:
        fill(queue, items)
        size = path.stat().st_size
        print(f"  the file has {size / 1e6:.0f} MB, {size / items / 1e3:.1f} kB per item")
        reading(queue, items)
        durable(queue, path.parent, items)
        audit(queue)
    middle, last, _ = timed(lambda: Queue.open(path).close(), 20)
    print(f"  open and close: {middle * 1e3:.2f} ms, {last * 1e3:.2f} ms at most")
    if load:
        claimers(path, 16, 8 if items > 20_000 else 2)  # there must be enough to claim
        deciders(path, 8, 16, 0.1)


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("items", nargs="*", type=int, default=[])
    parser.add_argument("--million", action="store_true", help="1,000,000 items as well")
    parser.add_argument("--folder", help="where to put the file (default: the temporary folder)")
    parser.add_argument("--no-load", action="store_true", help="leave out the many processes")
    given = parser.parse_args()
    sizes = sorted(given.items or [10_000, 100_000]) + ([1_000_000] if given.million else [])
    print(f"SQLite {driver.VERSION}, Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for items in sizes:
            measure(Path(folder) / "q.db", items, load=not given.no_load)


if __name__ == "__main__":
    main()
