"""Which packets are out, which came back, and no longer waiting for one."""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.errors import DecisionError
from adjudge_queue.file.jsontext import load, pack, unpack
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.items import itemstate
from adjudge_queue.items.itemstate import Cause
from adjudge_queue.packets.packet_records import CONFLICTS, SETTLED, PacketRow, PacketState
from adjudge_queue.people.team import Team
from adjudge_queue.records import OPEN_STATES

_PACKETS: Final = (
    "SELECT p.id, p.reviewer, p.actor, p.at, p.withdrawn,"
    " (SELECT count(*) FROM packet_items i WHERE i.packet = p.id) FROM packets p"
    " ORDER BY p.event DESC"
)
_CAME: Final = (
    "SELECT e.body FROM packet_chains c JOIN events e ON e.seq = c.event"
    " WHERE c.packet = ? ORDER BY c.event"
)


def listing(store: Store) -> list[PacketRow]:
    """Every packet that was made, the newest first."""
    with store.snapshot():
        return [_row(store, row) for row in store.rows(_PACKETS)]


def _row(store: Store, row: Any) -> PacketRow:
    name, reviewer, actor, at, withdrawn, items = row
    came = outcomes_of(store.rows(_CAME, (name,)))
    waiting = items - sum(one in SETTLED for one in came.values())
    conflicts = sum(one in CONFLICTS for one in came.values())
    if withdrawn is not None:
        return PacketRow(
            name, unpack(reviewer), unpack(actor), at, "withdrawn", items, 0, conflicts
        )
    state: PacketState = "done" if not waiting else "back" if came else "out"
    return PacketRow(name, unpack(reviewer), unpack(actor), at, state, items, waiting, conflicts)


def outcomes_of(came: list[Any]) -> dict[int, str]:
    """Item → what became of it, by the events of a packet's returns, oldest first."""
    found: dict[int, str] = {}
    for (body,) in came:
        for item_id, outcome, _ in load(body, dict)["items"]:
            if outcome not in ("known", "undecided"):
                found[item_id] = outcome
    return found


def withdraw(store: Store, team: Team, packet: str, by: str) -> int:
    """Free a packet's items that nothing was said on; how many."""
    speaker = team.speaker(by)
    with store.write() as tx:
        name, reviewer = _named(tx, packet)
        if reviewer != by:
            team.lead(by, "taking items from somebody else")
        event = tx.event("packet_withdrawn", speaker.name, {"packet": name})
        tx.run("UPDATE packets SET withdrawn = ? WHERE id = ?", (event, name))
        came = outcomes_of(tx.rows(_CAME, (name,)))
        freed = 0
        sql = "SELECT item_id FROM packet_items WHERE packet = ? ORDER BY item_id"
        for (item_id,) in tx.rows(sql, (name,)):
            before = itemstate.load(tx, item_id)
            its = before.assigned == reviewer and before.state in OPEN_STATES
            if its and came.get(item_id) not in SETTLED:
                after = before._replace(assigned=None)
                cause = Cause("unassigned", speaker.name, {"from": reviewer, "packet": name})
                itemstate.change(tx, item_id, before, after, cause)
                freed += 1
    return freed


def _named(tx: Transaction, packet: str) -> tuple[str, str]:
    """The packet of that name, or of the only one that begins so, and its reviewer."""
    sql = "SELECT id, reviewer, withdrawn FROM packets WHERE substr(id, 1, ?) = ? ORDER BY id"
    found = tx.rows(sql, (len(packet), pack(packet))) if packet else []
    if len(found) != 1:
        what = "there is no packet" if not found else "several packets begin with"
        raise DecisionError(f"{what} {packet[:40]!r}", "`adjudge packets` lists them.")
    name, reviewer, withdrawn = found[0]
    if withdrawn is not None:
        raise DecisionError(
            f"packet {name[:12]} was withdrawn already (event {withdrawn})",
            "`adjudge packets` lists those that are out.",
        )
    return name, unpack(reviewer)
