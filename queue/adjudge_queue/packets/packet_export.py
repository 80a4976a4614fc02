"""Making a packet: items are given to a reviewer and copied to a file that they take away.

The file is a queue of its own. In it is what the reviewer may be shown, and nothing else: the text
of sources that are not for them is left out, and nobody else's word on an item goes with it, so a
second reviewer decides as blindly as at the desk. The file takes its name before the queue commits
that it was made: what is given out is never out of reach.
"""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from adjudge_engine.errors import DecisionError, QueueError
from adjudge_queue.file import opening
from adjudge_queue.file.jsontext import pack, unpack
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.finding import listing
from adjudge_queue.items import admission, enqueue, itemstate
from adjudge_queue.items.itemstate import Cause
from adjudge_queue.packets import packet_origin
from adjudge_queue.packets.packet_records import Packed
from adjudge_queue.people.team import Member, Team
from adjudge_queue.records import Filter, Record
from adjudge_queue.viewing import masks, reading
from adjudge_queue.viewing.sight import Sight

#: More items than anybody decides on away from the desk: the queue waits while they are copied.
MOST: Final = 5000
#: The states in which an item can be given away.
FREE_STATES: Final = ("pending", "needs_second")
_AT_ONCE: Final = 500

_SKIPPED: Final = "SELECT 1 FROM skips WHERE reviewer = ? AND item_id = ?"
_LABELLED: Final = (
    "SELECT 1 FROM planted p JOIN golden_rows g ON g.id = p.row"
    " JOIN decisions d ON d.item_id = g.item_id WHERE p.item_id = ? AND d.reviewer = ?"
)
#: Whether an item is in a packet that is out and has not brought a word on it.
IN_PACKET: Final = (
    "SELECT 1 FROM packet_items i JOIN packets p ON p.id = i.packet"
    " WHERE i.item_id = ? AND p.withdrawn IS NULL AND p.reviewer = ?"
)


class _Chosen(NamedTuple):
    item_id: int
    evaluation_id: int


def export(
    store: Store, team: Team, path: Path, reviewer: str, count: int, by: str, where: Filter
) -> Packed:
    """Give the first `count` items that match to `reviewer`, in a new file at `path`."""
    speaker, member = team.speaker(by), team.member(reviewer)
    if reviewer != by:
        team.lead(by, "giving items to others")
    if not 1 <= count <= MOST:
        raise DecisionError(f"a packet has 1 to {MOST:,} items", "Make several of them.")
    _refuse_place(store, path)
    name = uuid.uuid4().hex
    part = path.with_name(f"{path.name}.part")
    with _not_left_behind(part, path) as keep:
        with store.write() as tx:
            chosen = _choose(store, tx, Sight(member, meets_copies=True), count, where)
            records = [_record(store, team, member, name, one) for one in chosen]
            events, head = _write(part, name, member, speaker.name, reading.head(store), records)
            event = _assign(tx, name, member, speaker, chosen, head, events)
            _take_name(part, path)
            keep.callback(path.unlink, missing_ok=True)
        keep.pop_all()
    return Packed(name, reviewer, path, tuple(one.item_id for one in chosen), head, event)


def _refuse_place(store: Store, path: Path) -> None:
    if packet_origin.origin(store) is not None:
        raise QueueError(
            f"{store.path} is a packet itself", "Packets are made from the queue that it is of."
        )
    if path.exists() or path.is_symlink():
        raise QueueError(f"{path} is there already", "Name a new file; nothing was given out.")


@contextlib.contextmanager
def _not_left_behind(part: Path, path: Path) -> Iterator[contextlib.ExitStack]:
    """What was begun is removed where it does not come to its end."""
    for one in _beside(part):
        one.unlink(missing_ok=True)
    try:
        with contextlib.ExitStack() as keep:
            yield keep
    except OSError as error:
        raise QueueError(
            f"{path} cannot be written: {error.strerror or error}", "Nothing was given out."
        ) from error
    finally:
        for one in _beside(part):
            one.unlink(missing_ok=True)


def _beside(part: Path) -> list[Path]:
    return [Path(f"{part}{end}") for end in ("", "-wal", "-shm", "-lock")]


def _choose(
    store: Store, tx: Transaction, sight: Sight, count: int, where: Filter
) -> list[_Chosen]:
    """The first items of the queue that wait for this reviewer, or for anybody."""
    member = sight.member
    found: list[_Chosen] = []
    after: int | None = None
    while len(found) < count:
        page = listing.page(store, where, "priority", after, _AT_ONCE, sight)
        for item_id in page:
            if len(found) < count and _is_for(tx, item_id, member):
                row = tx.one("SELECT evaluation_id FROM items WHERE id = ?", (item_id,))
                assert row is not None  # it has just been listed
                found.append(_Chosen(item_id, row[0]))
        if len(page) < _AT_ONCE:
            break
        after = page[-1]
    if not found:
        raise DecisionError(
            f"no item waits for {member.name} that could be given away",
            "Items that somebody holds, has put off or was given are left out.",
        )
    return found


def _is_for(tx: Transaction, item_id: int, member: Member) -> bool:
    now = itemstate.load(tx, item_id)
    if now.state not in FREE_STATES or now.assigned not in (None, member.name):
        return False
    if not admission.may_take(tx, now, member):
        return False
    name = pack(member.name)
    return not (
        tx.one(_SKIPPED, (name, item_id))
        or tx.one(_LABELLED, (item_id, name))
        or (now.assigned is not None and tx.one(IN_PACKET, (item_id, name)))
    )


def _record(store: Store, team: Team, member: Member, packet: str, one: _Chosen) -> Record:
    """An item as the reviewer may see it, under its own id; its version is named by its event."""
    item = reading.item(store, one.item_id, team, member.name)
    row = store.one(
        "SELECT i.case_id, i.case_hash, e.key, e.report, e.hash FROM items i"
        " JOIN evaluations e ON e.id = ? WHERE i.id = ?",
        (one.evaluation_id, one.item_id),
    )
    assert row is not None  # it has just been read
    case = dict(item.case)
    if item.masked:
        contexts = [{k: v for k, v in c.items() if k != "masked"} for c in case["contexts"]]
        case["contexts"] = contexts
    return Record(
        case_id=unpack(row[0]),
        case_hash=row[1],
        key=unpack(row[2]),
        case=case,
        evaluation=item.evaluation,
        report=b"{}" if item.masked else bytes(row[3]),
        due=item.row.due,
        sources=masks.sources_of(store.one, one.item_id, one.evaluation_id),
        origin={"packet": packet, "item": str(one.item_id), "evaluation": row[4]},
    )


def _write(
    part: Path,
    name: str,
    member: Member,
    by: str,
    origin: tuple[int, str | None],
    records: list[Record],
) -> tuple[int, str]:
    """The packet's file under a name of its own; the number and the hash of its last event."""
    with contextlib.closing(opening.open_store(part, create=True, readonly=False)) as packet:
        with packet.write() as tx:
            tx.event(
                packet_origin.KIND, by, packet_origin.told(name, member, *origin, len(records))
            )
            for record in records:
                # Whatever the policy says of it, it waits for the reviewer.
                enqueue.new_item(tx, enqueue.prepare(record)._replace(route="review"), by)
        events, head = reading.head(packet)
        packet.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    assert head is not None  # its first event has just been written
    return events, head


def _assign(
    tx: Transaction,
    name: str,
    member: Member,
    speaker: Member,
    chosen: list[_Chosen],
    head: str,
    events: int,
) -> int:
    """Say in the queue that the items were given out; the number of the packet's event."""
    body: dict[str, Any] = {
        "packet": name,
        "reviewer": member.name,
        "head": head,
        "events": events,
        "items": [list(one) for one in chosen],
    }
    event = tx.event("packed", speaker.name, body)
    tx.insert(
        "packets",
        id=name,
        reviewer=pack(member.name),
        at=tx.at,
        actor=pack(speaker.name),
        head=head,
        event=event,
    )
    for one in chosen:
        tx.insert("packet_items", packet=name, **one._asdict())
        before = itemstate.load(tx, one.item_id)
        if before.assigned != member.name:
            told = {"to": member.name, "note": None, "packet": name}
            after = before._replace(assigned=member.name)
            itemstate.change(tx, one.item_id, before, after, Cause("assigned", speaker.name, told))
    return event


def _take_name(part: Path, path: Path) -> None:
    """Let the whole file have its name, over no other one."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    try:
        os.link(part, path)
    except FileExistsError:
        raise QueueError(f"{path} is there already", "Nothing was given out.") from None
    except OSError:  # a file system without links, as on a stick
        if path.exists():
            raise QueueError(f"{path} is there already", "Nothing was given out.") from None
        os.rename(part, path)
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
