"""What the writer's thread does for a sitting: take an item, build its view, say what came out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudge_engine.errors import AdjudgeError, DecisionError, QueueError
from adjudge_queue.records import OPEN_STATES, Counts, Decided, Decision, Filter
from adjudge_tui.said import problem_said
from adjudge_tui.state import build_view
from adjudge_tui.views import ItemView

if TYPE_CHECKING:
    from adjudge_queue import Queue

LEASE_SECONDS = 900.0


@dataclass(frozen=True, slots=True)
class Unsent:
    """A decision that could not be written, kept with its key until it is."""

    item_id: int
    case_id: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class Laid:
    """What a job brings back: the item now on the desk (None: nothing left) and the counts."""

    view: ItemView | None
    held: bool
    counts: Counts
    problem: str = ""
    decided: Decided | None = None


def take_next(
    queue: Queue, reviewer: str, where: Filter | None, leaving: int | None, decided: Decided | None
) -> Laid:
    """The next free item; `leaving` is given back first.

    `decided` has been written by then, so an error here must not look as if it had not.
    """
    try:
        if leaving is not None:
            queue.release(leaving, reviewer)
        item = queue.claim_next(reviewer, where=where, lease_seconds=LEASE_SECONDS)
        view = build_view(item) if item else None
        return Laid(view, view is not None, queue.counts(), "", decided)
    except AdjudgeError as error:
        if decided is None:
            raise
        return Laid(None, False, Counts(), problem_said(error, queue.path), decided)


def take(
    queue: Queue,
    reviewer: str,
    item_id: int,
    leaving: int | None = None,
    decided: Decided | None = None,
) -> Laid:
    """One item, to decide if it is open and nobody else has it, else to read."""
    if leaving is not None:
        queue.release(leaving, reviewer)
    item, held, problem = queue.item(item_id), False, ""
    if item.row.state in OPEN_STATES:
        try:
            item = queue.claim(item_id, reviewer, lease_seconds=LEASE_SECONDS)
            held = True
        except DecisionError as error:
            problem = problem_said(error, queue.path)
    return Laid(build_view(item), held, queue.counts(), problem, decided)


def write(queue: Queue, reviewer: str, unsent: Unsent, *, again: bool) -> Decided:
    """Write a decision; `again`: the lease may have been lost since it was first tried.

    DecisionError if it can never be written; QueueError while it cannot, so also while somebody
    else holds the item.
    """
    if again and queue.item(unsent.item_id).row.state in OPEN_STATES:
        try:
            queue.claim(unsent.item_id, reviewer, lease_seconds=LEASE_SECONDS)
        except DecisionError as error:
            raise QueueError(error.message, error.hint) from error
    return queue.decide(unsent.item_id, unsent.decision)
