"""Checking packets: what was given out and what came back is what the events say."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge_queue.file.store import Store
from adjudge_queue.packets import packet_chain
from adjudge_queue.trail.audit_content import plain
from adjudge_queue.trail.replay import Trail


def findings(store: Store, trail: Trail) -> Iterator[str]:
    """Everything about packets that does not agree with the trail."""
    yield from _packets(store, trail)
    yield from _items(store, trail)
    yield from _chains(store, trail)


def _packets(store: Store, trail: Trail) -> Iterator[str]:
    seen = set()
    sql = "SELECT id, reviewer, at, actor, head, event, withdrawn FROM packets ORDER BY id"
    for name, reviewer, at, actor, head, event, withdrawn in store.stream(sql):
        seen.add(name)
        number, told = trail.packets.get(name, (None, {}))
        wanted = [told.get(one) for one in ("reviewer", "at", "actor", "head")]
        if number is None or number != event:
            yield f"packet {name!s:.40}: event {event} does not tell of it"
        elif [plain(reviewer), at, plain(actor), head] != wanted:
            yield f"packet {name}: whose it is, who made it, when or how is not what its event says"
        elif withdrawn != trail.packets_withdrawn.get(name):
            yield f"packet {name}: the events disagree on whether it was withdrawn"
    for name in sorted(trail.packets.keys() - seen):
        yield f"packet {name} is missing, though event {trail.packets[name][0]} made it"


def _items(store: Store, trail: Trail) -> Iterator[str]:
    stored: dict[object, dict[object, object]] = {}
    for name, item_id, rated in store.stream(
        "SELECT packet, item_id, evaluation_id FROM packet_items"
    ):
        stored.setdefault(name, {})[item_id] = rated
    for name in sorted(stored.keys() | trail.packets.keys(), key=repr):
        told = trail.packets[name][1]["items"] if name in trail.packets else {}
        if stored.get(name, {}) != told:
            yield f"packet {name!s:.40}: its items are not what its event says"


def _chains(store: Store, trail: Trail) -> Iterator[str]:
    seen = set()
    sql = "SELECT event, packet, body FROM packet_chains ORDER BY event"
    for event, name, body in store.stream(sql):
        seen.add(event)
        if event not in trail.unpacked or trail.unpacked[event][0] != name:
            yield f"the chain of packet {name!s:.40}: event {event} does not tell of it"
        elif not isinstance(body, str) or packet_chain.digest(body) != trail.unpacked[event][1]:
            yield f"the chain of packet {name} is not what event {event} says"
        else:
            told = trail.told(event)
            problem = packet_chain.problem(body, told["events"], told["head"])
            if problem:
                yield f"the chain of packet {name} (event {event}): {problem}"
    for event in sorted(trail.unpacked.keys() - seen):
        yield f"the chain of packet {trail.unpacked[event][0]} is missing (event {event})"
