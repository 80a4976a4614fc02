"""What a command did about batches, as people read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudge_tui.cli.common import counted

if TYPE_CHECKING:
    from adjudge_engine.judges.llm.batches import Step


def batch_lines(step: Step) -> Iterator[str]:
    """A line for each batch, and what to do next."""
    for one in step.sent:
        yield f"batch {one.name}: {counted(one.requests, 'request')} sent to {one.model}"
    for one in step.waiting:
        yield f"batch {one.name}: not done yet ({counted(one.requests, 'request')})"
    for one, outcome in step.collected:
        failed = ", ".join(f"{code} {count:,}" for code, count in outcome.failures.items())
        lost = f"; without one: {failed}" if failed else ""
        yield f"batch {one.name} is {outcome.status}: {outcome.stored:,} replies{lost}"
    if not step.may_go_on:
        yield "Nothing is evaluated yet. Replies come within a day: run the same command again."
