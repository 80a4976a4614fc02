"""How soon a key shows: from the key to the painted next item, over fifty real answers.

`python tests/bench/bench_desk_keys.py` sits at a real desk on a real file, headless, and decides
on 50 items (the real answers beside the repository where they are, else invented ones) with the
keys of a working day: approve, block, one claim flipped and submitted, undo, redo, what is
missing. For each it prints the median and the worst time from its last key until the next item
(or the same one, changed) is painted, and the processor time, which does not grow with whatever
else the machine does.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench_desk import ITEMS, REAL, as_at_a_desk, painted, real_items
from tui_desk import Desk, desk
from tui_samples import build, plain

SIZES = ((80, 24), (120, 36))
#: What is done, in turn: its name, and its keys; the time counts from the last one.
WAYS = (
    ("approve", ("a",)),
    ("block", ("b",)),
    ("flip and submit", ("4", "r")),
    ("undo", ("u",)),
    ("redo", ("U",)),
)


async def sitting(path: Path, size: tuple[int, int]) -> None:
    """Decide on all items and print how long each way took."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name, _ in WAYS}
    async with desk(path, size=size) as one:
        as_at_a_desk(one)
        turn = 0
        while one.session.mine < ITEMS:
            name, keys = WAYS[turn % len(WAYS)]
            turn += 1
            view = one.session.view
            if name == "flip and submit" and not (view and view.claims):
                continue
            await at_rest(one)
            if keys[:-1]:
                await one.press(*keys[:-1])
                await at_rest(one)
            before = one.session.view
            begin, processor = time.perf_counter(), time.process_time()
            await painted(one, keys[-1], partial(changed, one, before))
            spent = (time.perf_counter() - begin, time.process_time() - processor)
            taken[name].append((1000 * spent[0], 1000 * spent[1]))
    print(f"{size[0]}×{size[1]}: from the last key to the painted next item")
    for name, both in taken.items():
        clock, work = zip(*both, strict=True)
        print(
            f"  {name:<16} {len(both):>3} times: median {statistics.median(clock):.0f} ms"
            f" (worst {max(clock):.0f}), processor {statistics.median(work):.0f} ms"
        )
    every = [one for both in taken.values() for one, _ in both]
    print(f"  {'all':<16} {len(every):>3} times: median {statistics.median(every):.0f} ms")


def changed(one: Desk, view: object) -> bool:
    """Whether another view is on the desk."""
    return one.session.view is not view


async def at_rest(one: Desk) -> None:
    """One reads for a while before one decides."""
    while not one.session.idle:
        await asyncio.sleep(0.005)
    await asyncio.sleep(0.02)


def main() -> None:
    """Print all of it."""
    real = REAL.is_file()
    count = ITEMS + 1
    items = real_items(count) if real else [plain(f"water-{number}") for number in range(count)]
    print(f"{ITEMS} {'real' if real else 'invented'} items")
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            asyncio.run(sitting(build(Path(folder) / f"q{size[0]}.db", items), size))


if __name__ == "__main__":
    main()
