"""A word that came in a packet and that its reviewer no longer holds to there.

It must not stand in the queue as if they did: it is undone as they could undo it here, by an event
in their name. What was only kept beside another word changes nothing, and stays.
"""

from __future__ import annotations

from adjudge_queue.decisions import undoing
from adjudge_queue.file.jsontext import pack, unpack
from adjudge_queue.file.store import Transaction
from adjudge_queue.items import itemstate
from adjudge_queue.items.claiming import rested
from adjudge_queue.items.itemstate import Cause
from adjudge_queue.people.team import Member


def take_back(tx: Transaction, item_id: int, member: Member, former: frozenset[str]) -> int | None:
    """Undo the reviewer's decisions that count on the item and whose keys are among `former`.

    The number of the first one that was undone, None if there was none. Raises DecisionError
    where somebody else is at the item.
    """
    found = None
    while (number := _standing(tx, item_id, member, former)) is not None:
        undoing.undo_in(tx, member, item_id)
        found = number if found is None else found
    now = itemstate.load(tx, item_id)
    if found is not None and now.holder == member.name:  # they work in the packet, not here
        itemstate.change(tx, item_id, now, rested(now), Cause("returned", member.name))
    return found


def _standing(tx: Transaction, item_id: int, member: Member, former: frozenset[str]) -> int | None:
    """The reviewer's last decision on the item, if it counts and is a former one in the packet."""
    row = tx.one(
        "SELECT id, key FROM decisions WHERE item_id = ? AND reviewer = ? AND undone IS NULL"
        " ORDER BY id DESC LIMIT 1",
        (item_id, pack(member.name)),
    )
    if row is None or unpack(row[1]) not in former:
        return None
    now = itemstate.load(tx, item_id)
    return int(row[0]) if row[0] in (now.standing, now.first, now.second) else None
