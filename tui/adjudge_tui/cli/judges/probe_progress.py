"""How far a probing run is and what it has cost: a bar on a terminal, a line now and then else."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import click

from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.running import callers_among
from adjudge_engine.probing.asking import Answer
from adjudge_tui.running.judge_usage import JudgeUsage

_EVERY: Final = 5.0


class Spending:
    """What the answers so far took; `show` is told of every one."""

    def __init__(self, judge: Judge) -> None:
        self.usage = JudgeUsage(callers_among((judge,)))
        self.done = 0
        self.show: Callable[[Spending], None] = lambda _: None

    def tick(self, answer: Answer) -> None:
        """Counts one answer."""
        self.done += 1
        self.usage.add(answer.judgments or ())
        self.show(self)

    @property
    def words(self) -> str:
        """What was spent, as `JudgeUsage.spent`."""
        return self.usage.spent

    def to_dict(self) -> dict[str, Any]:
        """The sums as JSON values; an unknown cost is null."""
        usage = self.usage
        return {"calls": usage.calls, "cost_usd": None if usage.unpriced else usage.cost_usd}


@contextmanager
def progress(judge: Judge, total: int, *, quiet: bool = False) -> Iterator[Spending]:
    """Counts the answers of a run and shows how far it is, on stderr."""
    spending = Spending(judge)
    if sys.stderr.isatty():
        with _bar(spending, total):
            yield spending
    else:
        if not quiet:
            spending.show = _lines(total)
        yield spending


def _lines(total: int) -> Callable[[Spending], None]:
    last = time.monotonic()

    def show(spending: Spending) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _EVERY:
            last = now
            cost = f", {spending.words}" if spending.words else ""
            click.echo(f"judged {spending.done:,} of {total:,}{cost} …", err=True)

    return show


@contextmanager
def _bar(spending: Spending, total: int) -> Iterator[None]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("probing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[cost]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("probing", total=total, cost="")
        spending.show = lambda one: bar.update(task, completed=one.done, cost=one.words)
        yield
