"""The desk on a queue of 1,000,000 items: `python tests/bench/bench_desk_million.py FILE [ITEMS]`.

Fills FILE with short invented cases until it has so many (some take part in each list and search
of the queue's own benchmark), then sits at a real desk, headless, at 120×36: first paint beside
that of a one-widget app, scrolling, filters, search, a jump to the end, decisions. For each: the
time from key to rest, and the longest time for which one call kept the event loop from the next
one, by the clock and by the processor; at the end the memory. Times of the clock grow with
whatever else the machine does.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench_desk import Gaps, as_at_a_desk
from bench_queue_cases import RARE, UNCOMMON, WORDS, sample
from bench_startup import FIRST_SCREEN, ONE_WIDGET, cpu
from tui_desk import Desk, desk

from adjudge_queue import Queue

SIZE = (120, 36)
BATCH = 500
#: What is done, and the keys for it.
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("queue opened", ("Q",)),
    ("20 lines down", ("j",) * 20),
    ("10 pages down", ("space",) * 10),
    ("to the end", ("end",)),
    ("10 pages up", ("pageup",) * 10),
    ("filter risk:high", ("f", *"risk:high", "enter")),
    ("filter gate:contract", ("f", *(["backspace"] * 12), *"gate:contract", "enter")),
    ("filter, a common word", ("f", *(["backspace"] * 20), *WORDS[0], "enter")),
    ("filter, empty", ("f", *(["backspace"] * 20), "enter")),
    ("search, a common word", ("slash", *WORDS[0], "enter")),
    ("search, an uncommon one", ("escape", "slash", *UNCOMMON, "enter")),
    ("search, a rare one", ("escape", "slash", *RARE, "enter")),
    ("hit opened", ("enter",)),
    ("10 decisions", ("a", "b") * 5),
    ("10 items on", ("right_square_bracket",) * 10),
    ("audit opened", ("L",)),
    ("its events", ("e",)),
    ("20 events down", ("j",) * 20),
    ("10 pages of events", ("space",) * 10),
    ("to the last event", ("end",)),
    ("20 events up", ("k",) * 20),
    ("figures of reviewers", ("f",)),
)


def fill(path: Path, items: int) -> None:
    """Add what is missing."""
    with Queue.open(path, create=True) as queue:
        queue._store.connection.execute("PRAGMA synchronous=OFF")  # that is measured elsewhere
        start = sum(queue.counts().states.values())
        began = time.perf_counter()
        for first in range(start, items, BATCH):
            last = min(first + BATCH, items)
            queue.enqueue([sample(number, 10) for number in range(first, last)])
            if first // BATCH % 100 == 0:
                print(f"  {last:,} items after {time.perf_counter() - began:.0f} s", flush=True)


async def steps(path: Path) -> None:
    """Each step: time, hold-ups."""
    async with desk(path, size=SIZE) as one:
        as_at_a_desk(one)
        for name, keys in STEPS:
            await _step(one, name, keys)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"memory at most {peak:.0f} MB")


async def _step(one: Desk, name: str, keys: tuple[str, ...]) -> None:
    began = time.perf_counter()
    with Gaps() as gaps:
        await one.press(*keys)
    took = 1000 * (time.perf_counter() - began)
    print(f"  {name}: {took:7.0f} ms ({len(keys)} keys); longest hold-up {gaps}", flush=True)


def main() -> None:
    """Fill, then measure."""
    path = Path(sys.argv[1])
    fill(path, int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000)
    with Queue.open(path, readonly=True) as queue:
        print(f"{sum(queue.counts().states.values()):,} items, {path.stat().st_size / 1e9:.2f} GB")
    size = ("80, 24", ", ".join(map(str, SIZE)))
    screens = ONE_WIDGET.replace(*size), FIRST_SCREEN.replace(*size)
    base, first = cpu(("-c", screens[0]), ("-c", screens[1], str(path)))
    print(f"first paint: {first:.2f} s of processor, {first / base:.2f}× a one-widget app")
    asyncio.run(steps(path))


if __name__ == "__main__":
    main()
