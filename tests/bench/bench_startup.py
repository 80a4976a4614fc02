"""Prints what starting costs, as ratios of CPU time: machines differ, ratios less.

`python tests/bench/bench_startup.py`: the command's help against a bare Python, and the review's
first screen against a Textual app with one widget, both headless, imports included, up to the
first paint. Each is the best of several runs.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

RUNS = 9
_UNCOMPILED = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
ONE_WIDGET = """
import asyncio, time
from textual.app import App
from textual.widgets import Static

class One(App):
    def compose(self):
        yield Static("one")

async def main():
    async with One().run_test(size=(80, 24)) as pilot:
        await pilot._wait_for_screen()
        print(time.process_time())

asyncio.run(main())
"""
FIRST_SCREEN = """
import asyncio, sys, time
from pathlib import Path
from adjudge_tui.desk.app import ReviewApp

async def main():
    app = ReviewApp(Path(sys.argv[1]), "bench")
    async with app.run_test(size=(80, 24)) as pilot:
        while app.desk.session.view is None:
            if app.desk.session.problem:
                sys.exit(app.desk.session.problem)
            await asyncio.sleep(0.005)
        await pilot._wait_for_screen()
        print(time.process_time())
    app.desk.session.close()

asyncio.run(main())
"""


def cpu(*commands: tuple[str, ...]) -> list[float]:
    """The least CPU seconds (user and system) of several runs of each Python command, in turns.

    Those that it prints, if it does: what comes after the first screen is not counted. A first
    run compiles the modules, as an installation does.
    """
    best = [float("inf")] * len(commands)
    with tempfile.TemporaryDirectory() as compiled:
        env = {name: said for name, said in os.environ.items() if name not in _UNCOMPILED}
        env["PYTHONPYCACHEPREFIX"] = compiled
        for run in range(RUNS + 1):
            for place, command in enumerate(commands):
                used = _used([sys.executable, *command], env)
                best[place] = min(best[place], used) if run else best[place]
    return best


def _used(words: list[str], env: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, check=True, capture_output=True, timeout=60, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    with suppress(ValueError):
        return float(done.stdout)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _queue(folder: Path, items: int) -> Path:
    from tui_samples import build, northwind, plain

    every = [northwind("first", risk="high"), *(plain(f"item-{n}") for n in range(items - 1))]
    return build(folder / f"{items}.db", every)


def main() -> None:
    """Measure and print."""
    help_ = "from adjudge_tui.cli import main; main()"
    bare, shown = cpu(("-c", "pass"), ("-c", help_, "--help"))
    print(f"python -c pass             {bare * 1000:7.0f} ms")
    print(f"adjudge --help             {shown * 1000:7.0f} ms   {shown / bare:.1f} times")
    with tempfile.TemporaryDirectory() as folder:
        counts = (10, 5_000)
        places = [str(_queue(Path(folder), items)) for items in counts]
        screens = [("-c", FIRST_SCREEN, place) for place in places]
        one, *found = cpu(("-c", ONE_WIDGET), *screens)
        print(f"Textual, one widget        {one * 1000:7.0f} ms")
        for items, first in zip(counts, found, strict=True):
            label = f"first screen of {items:,}"
            print(f"{label:<26} {first * 1000:7.0f} ms   {first / one:.2f} times")


if __name__ == "__main__":
    main()
