"""One item with the two reviews that differ on it: read for a lead, and a lead's word written."""

from __future__ import annotations

import contextlib
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudge_engine.errors import DecisionError
from adjudge_queue.records import Adjudication, Decided, Filter, Order
from adjudge_tui.desk.blinding import Eyes
from adjudge_tui.desk.laying import Unsent
from adjudge_tui.desk.state import build_view
from adjudge_tui.desk.views import ItemView
from adjudge_tui.leading.differing import Difference, differences, same_said

if TYPE_CHECKING:
    from adjudge_queue import Queue


@dataclass(frozen=True, slots=True)
class Pair:
    """One item with its two reviews. `view` has nothing of a judge in it.

    With `hidden` the judge is not to be told to this lead yet, and `listed` lacks notes and
    reasons. `withheld`: the policy blocks it, so an approval needs a reason.
    """

    view: ItemView
    found: Adjudication
    listed: tuple[Difference, ...]
    both: str
    hidden: bool
    word_due: bool
    withheld: bool


def read_list(
    queue: Queue, lead: str, order: tuple[Order, str | None], at: int | None
) -> array[int] | None:
    """The items on which two differ, as `array('q')`; None if that is not for this reviewer.

    An item that the lead holds waits for nobody else; `at` is among them if two differ on it.
    """
    if not queue.team.speaker(lead).lead:
        return None
    ids = queue.ids(Filter(states=("adjudication",)), *order)
    if at is not None and at not in ids:
        with contextlib.suppress(DecisionError):
            queue.adjudication(at, lead)
            return array("q", [at, *ids])
    return ids


def read_pair(queue: Queue, eyes: Eyes, item_id: int) -> Pair:
    """One item and what two say differently on it. DecisionError if it waits for somebody else."""
    found = queue.adjudication(item_id, eyes.reviewer)
    item = queue.item(item_id, eyes.reviewer)
    hidden, view = eyes.hides(item), build_view(item, hidden=True)
    return Pair(
        view,
        found,
        differences(found, view, hidden=hidden),
        same_said(found),
        hidden,
        eyes.word_due(item),
        not hidden and item.row.route == "block",
    )


def write_word(queue: Queue, unsent: Unsent, *, first: bool) -> Decided:
    """Write a lead's decision; before it, as their first word, what it says."""
    decision = unsent.decision
    if first:
        # What it refuses is refused again below, save that the word was said before.
        with contextlib.suppress(DecisionError):
            queue.first_word(
                unsent.item_id, decision.reviewer, decision.action, decision.labels, decision.seen
            )
    return queue.decide(unsent.item_id, decision)
