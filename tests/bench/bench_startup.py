"""Prints what starting costs, as ratios of CPU time: machines differ, ratios less.

`python tests/bench/bench_startup.py`: the command's help against a bare Python, and the review's
first screen against a Textual app with one widget, both headless, imports included. Each is the
best of several runs.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

RUNS = 7
ONE_WIDGET = """
import asyncio
from textual.app import App
from textual.widgets import Static

class One(App):
    def compose(self):
        yield Static("one")

async def main():
    async with One().run_test(size=(80, 24)) as pilot:
        await pilot._wait_for_screen()

asyncio.run(main())
"""
FIRST_SCREEN = """
import asyncio, sys
from pathlib import Path
from adjudge_tui.desk.app import ReviewApp

async def main():
    app = ReviewApp(Path(sys.argv[1]), "bench")
    async with app.run_test(size=(80, 24)) as pilot:
        while app.desk.session.view is None:
            if app.desk.session.problem:
                sys.exit(app.desk.session.problem)
            await asyncio.sleep(0.001)
        await pilot._wait_for_screen()
    app.desk.session.close()

asyncio.run(main())
"""


def cpu(*command: str) -> float:
    """The least CPU seconds (user and system) of several runs of a Python command."""
    best = float("inf")
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], check=True, capture_output=True, timeout=60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, used)
    return best


def _queue(folder: Path, items: int) -> Path:
    from tui_samples import build, northwind, plain

    every = [northwind("first", risk="high"), *(plain(f"item-{n}") for n in range(items - 1))]
    return build(folder / f"{items}.db", every)


def main() -> None:
    """Measure and print."""
    bare = cpu("-c", "pass")
    shown = cpu("-c", "from adjudge_tui.cli import main; main()", "--help")
    print(f"python -c pass             {bare * 1000:7.0f} ms")
    print(f"adjudge --help             {shown * 1000:7.0f} ms   {shown / bare:.1f} times")
    one = cpu("-c", ONE_WIDGET)
    print(f"Textual, one widget        {one * 1000:7.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        for items in (10, 5_000):
            first = cpu("-c", FIRST_SCREEN, str(_queue(Path(folder), items)))
            label = f"first screen of {items:,}"
            print(f"{label:<26} {first * 1000:7.0f} ms   {first / one:.2f} times")


if __name__ == "__main__":
    main()
