"""How far an optimisation is: a bar on a terminal, a line a candidate elsewhere; on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from adjudge_engine.optimizing.setting import Listener
from adjudge_tui.display import display_safe

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from adjudge_engine.optimizing.history import History


@contextmanager
def progress(history: History, run: str, *, quiet: bool) -> Iterator[Listener]:
    """What hears how the run goes. `quiet`: programs read the output; only a terminal sees it."""
    if not sys.stderr.isatty():
        yield _Lines(history, run, quiet)
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True, markup=False, highlight=False)
    with Progress(*columns(), console=console, transient=True) as bar:
        yield Bar(history, run, bar)


def columns() -> tuple[ProgressColumn, ...]:
    """What is being done, the bar, how many cases, the best so far and its cost."""
    from rich.progress import BarColumn, TextColumn

    return (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[count]}", markup=False),
        TextColumn("{task.fields[so_far]}", markup=False),
    )


def spent_words(history: History, run: str) -> str:
    """`$0.0132`, `at least $0.0132`; the number of calls where no price is known."""
    spent = history.spent(run)
    if spent.unpriced and not spent.usd:
        return f"{spent.calls:,} calls, price unknown"
    return f"{'at least ' * spent.unpriced}${spent.usd:.4f}"


def aligned(value: float | None) -> str:
    """An alignment in words."""
    return "undefined" if value is None else f"{value:.3f}".replace("-", "−")


class _Lines:
    """A line for each candidate."""

    def __init__(self, history: History, run: str, quiet: bool) -> None:
        self._history, self._run, self._quiet = history, run, quiet

    def working(self, what: str, done: int, total: int, best: float | None) -> None:
        """Nothing: a log has no use for it."""

    def finished(self, what: str, outcome: str, alignment: float | None, best: bool) -> None:
        """One line."""
        if not self._quiet:
            click.echo(_line(self._history, self._run, what, outcome, alignment, best), err=True)


class Bar:
    """A bar of the candidate at hand; finished ones stand above it."""

    def __init__(self, history: History, run: str, bar: Progress) -> None:
        self._history, self._run, self._bar = history, run, bar
        self._task = bar.add_task("starting", total=None, count="", so_far="")

    def working(self, what: str, done: int, total: int, best: float | None) -> None:
        """Moves the bar."""
        so_far = f"best {aligned(best)} · {spent_words(self._history, self._run)}"
        count = f"{done:,} of {total:,}" if total else ""
        total_or_none = total or None
        self._bar.update(
            self._task,
            description=what,
            completed=done,
            total=total_or_none,
            count=count,
            so_far=so_far,
        )

    def finished(self, what: str, outcome: str, alignment: float | None, best: bool) -> None:
        """A line above the bar."""
        self._bar.console.print(
            _line(self._history, self._run, what, outcome, alignment, best), markup=False
        )


def _line(
    history: History, run: str, what: str, outcome: str, alignment: float | None, best: bool
) -> str:
    scored = outcome in ("start", "candidate", "not comparable")
    said = f"alignment {aligned(alignment)}" if scored else outcome.replace("_", " ")
    more = ", the best so far" if best else ", not comparable" * (outcome == "not comparable")
    return display_safe(f"{what}: {said}{more} · {spent_words(history, run)}")
