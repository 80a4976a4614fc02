"""How far a run is: a bar on a terminal, a line every few seconds elsewhere; always on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click

from adjudge_tui.evaluating import Tally

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
    last = time.monotonic()

    def tick(tally: Tally) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _EVERY:
            last = now
            of = "" if total is None else f" of {total:,}"
            known = f", {tally.known:,} known" if tally.known else ""
            rejected = f", {tally.rejected:,} rejected" if tally.rejected else ""
            click.echo(f"evaluated {tally.evaluated:,}{of}{known}{rejected} …", err=True)

    return tick


@contextmanager
def _bar(total: int | None) -> Iterator[Callable[[Tally], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,}" if total else "{task.completed:,}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("evaluating", total=total)
        yield lambda tally: bar.update(task, completed=tally.done)
