"""What the audit screen reads beside the events: stale decisions, proofs; free of Textual."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, get_args

from adjudge_engine.errors import DecisionError
from adjudge_queue.records import Filter, State
from adjudge_tui.desk.blinding import Eyes
from adjudge_tui.desk.doc import Doc
from adjudge_tui.desk.event_words import changes_said, moment
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.leading.audit_events import closed_items
from adjudge_tui.leading.chain_check import Checker
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue

_STALE: Final = Filter(states=get_args(State), stale=True)


@dataclass(frozen=True, slots=True)
class StaleRow:
    """An item whose decision rests on what has changed since, display-safe."""

    item_id: int
    case_id: str
    decision: str
    why: str
    at: str


def event_numbers(queue: Queue, item_id: int | None, viewer: str) -> Sequence[int]:
    """The numbers of all events, or of those of one item, newest first."""
    if item_id is None:
        return range(queue.last_event(), 0, -1)
    history = queue.history(item_id, viewer)
    return array("q", [event["seq"] for event in reversed(history)])


def stale_items(queue: Queue) -> array[int]:
    """The items whose decision is stale, most urgent first."""
    return queue.ids(_STALE)


def read_stale(
    queue: Queue, eyes: Eyes, ids: Sequence[int], drawn: dict[int, bool]
) -> dict[int, StaleRow]:
    """Stale decisions with the reason, which is left out where it may tell of the judge."""
    closed = closed_items(queue, eyes, ids, drawn)
    found = {}
    for row in queue.rows(ids, eyes.reviewer):
        history = queue.history(row.item_id, eyes.reviewer)
        told = [one for one in history if one["kind"] == "stale" or one["body"].get("what")]
        last = told[-1] if told else None
        why = changes_said(None if last is None else last["body"].get("what"))
        hidden = row.item_id in closed
        action = say(f"decision.{row.action}") if row.action else say(f"state.{row.state}")
        by = one_line(row.decided_by or "")
        found[row.item_id] = StaleRow(
            row.item_id,
            one_line(row.case_id),
            "" if hidden else say("decision.by", action=action, who=by) if by else action,
            say("audit.veiled") if hidden else why,
            "" if last is None else moment(last["at"]),
        )
    return found


def proof_doc(
    queue: Queue, eyes: Eyes, item_id: int, drawn: dict[int, bool], apart: Checker
) -> Doc:
    """The proof of an item as one page, made in another process. DecisionError while its judge is
    hidden, and for who may not see all of it.
    """
    queue.team.speaker(eyes.reviewer)
    if closed_items(queue, eyes, [item_id], drawn):
        raise DecisionError(say("audit.proof_veiled", item=item_id))
    return Doc(display_safe(apart.proof(queue.path, item_id, eyes.reviewer)))
