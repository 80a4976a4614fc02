"""Giving an item to a reviewer by name, and taking that back.

What is given to somebody comes first for them and to nobody else; a lead may take it all the same.
A decision on the item ends it.
"""

from __future__ import annotations

from adjudge_engine.errors import DecisionError
from adjudge_queue.decisions import texts
from adjudge_queue.file.store import Store
from adjudge_queue.items import admission, itemstate
from adjudge_queue.items.itemstate import Cause
from adjudge_queue.people.team import Team
from adjudge_queue.purging import purged
from adjudge_queue.records import OPEN_STATES, Assigned


def assign(
    store: Store, team: Team, item_id: int, to: str, by: str, note: str | None = None
) -> Assigned:
    """Give an open item to `to`. A reviewer may take one for themselves; the rest is for leads."""
    speaker, receiver = team.speaker(by), team.member(to)
    with store.write() as tx:
        purged.refuse(tx, item_id)
        before = itemstate.load(tx, item_id)
        if to != by or before.assigned not in (None, by):
            team.lead(by, "giving items to others")
        if before.state not in OPEN_STATES:
            raise DecisionError(
                f"item #{item_id} is {before.state}: nobody has to look at it",
                "Undo the decision to take it up again.",
            )
        if not admission.may_take(tx, before, receiver):
            raise DecisionError(
                f"item #{item_id} cannot be given to {to}: it waits for somebody else",
                "Two reviewers decide on it apart, and a lead who is neither where they differ.",
            )
        if before.assigned == to:
            return Assigned(item_id, to, itemstate.last_event(tx, item_id))
        body = {"to": to, "note": texts.keep(tx, item_id, "note", note or None)}
        after = before._replace(assigned=to)
        event = itemstate.change(tx, item_id, before, after, Cause("assigned", speaker.name, body))
        return Assigned(item_id, to, event)


def unassign(store: Store, team: Team, item_id: int, by: str) -> Assigned:
    """Let anybody have an item again: one's own, or as a lead anybody's."""
    team.speaker(by)
    with store.write() as tx:
        before = itemstate.load(tx, item_id)
        if before.assigned is None:
            raise DecisionError(
                f"item #{item_id} was given to nobody", "Whoever comes first takes it."
            )
        if before.assigned != by:
            team.lead(by, "taking an item from somebody else")
        cause = Cause("unassigned", by, {"from": before.assigned})
        event = itemstate.change(tx, item_id, before, before._replace(assigned=None), cause)
        return Assigned(item_id, None, event)
