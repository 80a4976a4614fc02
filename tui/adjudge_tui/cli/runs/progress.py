"""How far a run is: a bar on a terminal, a line now and then elsewhere; always on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click

from adjudge_tui.running.tally import Tally

_EVERY: Final = 5.0


@contextmanager
def progress(total: int | None) -> Iterator[Callable[[Tally], None]]:
    """A function to call as the run goes on; `total` is None where nobody knows it."""
    if sys.stderr.isatty():
        with _bar(total) as tick:
            yield tick
    else:
        yield _lines(total)


def _lines(total: int | None) -> Callable[[Tally], None]:
    started = last = time.monotonic()

    def tick(tally: Tally) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _EVERY:
            last = now
            of = "" if total is None else f" of {total:,}"
            known = f", {tally.known:,} known" if tally.known else ""
            rejected = f", {tally.rejected:,} rejected" if tally.rejected else ""
            spent = tally.judging.spent
            cost = f", {spent}" if spent else ""
            speed = pace(tally, total, now - started)
            said = f"evaluated {tally.evaluated:,}{of}{known}{rejected}{cost} … {speed}"
            click.echo(said.rstrip(), err=True)

    return tick


@contextmanager
def _bar(total: int | None) -> Iterator[Callable[[Tally], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,}" if total else "{task.completed:,}"),
        TextColumn("{task.fields[pace]}"),
    )
    started = time.monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("evaluating", total=total, pace="")

        def tick(tally: Tally) -> None:
            said = (pace(tally, total, time.monotonic() - started), tally.judging.spent)
            words = " · ".join(filter(None, said))
            bar.update(task, completed=tally.done, pace=words)

        yield tick


def pace(tally: Tally, total: int | None, seconds: float) -> str:
    """How many answers a second are evaluated, and how long the rest will take: "42/s · 0:17".

    What was known already cost no time and counts for neither. Empty until there is something
    to measure; without a total only the first.
    """
    if seconds <= 0 or not tally.evaluated:
        return ""
    speed = tally.evaluated / seconds
    said = f"{speed:,.1f}/s" if speed < 10 else f"{speed:,.0f}/s"
    if total is None or tally.done > total:
        return said
    left = round((total - tally.done) / speed)
    minutes, clock = left // 60, f"{left // 60}:{left % 60:02}"
    if minutes >= 60:
        clock = f"{minutes // 60}:{minutes % 60:02}:{left % 60:02}"
    return f"{said} · {clock} left"
