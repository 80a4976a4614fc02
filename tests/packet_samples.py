"""Packets for the tests: a team's queue, packets of it, and reviewers who work on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from queue_samples import decision, record
from team_samples import TEAM, made

from adjudge_queue import Queue
from adjudge_queue.packets.packet_records import Packed, Unpacked
from adjudge_queue.records import Seen

BLOCKED = {"criterion": "faithfulness", "value": "unfaithful", "note": "the dose is wrong"}


def team_queue(path: Path, items: int = 6, **parts: Any) -> Queue:
    """A queue with that many items that wait."""
    queue = made(path)
    queue.enqueue([record(f"case-{number}", **parts) for number in range(1, items + 1)])
    return queue


def packed(queue: Queue, folder: Path, reviewer: str, count: int, **parts: Any) -> Packed:
    """A packet for a reviewer, given out by the lead."""
    path = folder / f"{reviewer}-{len(queue.packets())}.packet.db"
    return queue.export_packet(path, reviewer, count, by="lea", **parts)


def decide(packet: Path, reviewer: str, words: dict[str, str], **parts: Any) -> None:
    """Decide on the packet's cases as the reviewer does at the desk."""
    with Queue.open(packet) as desk:
        for case_id, action in words.items():
            number = desk.find(case_id)
            item = desk.claim(number, reviewer)
            seen = Seen(item.evaluation_hash, ("c1:0:6",))
            labels = [BLOCKED] if action == "relabel" else []
            desk.decide(number, decision(action, reviewer, seen=seen, labels=labels, **parts))


def back(queue: Queue, packet: Packed, by: str = "lea") -> Unpacked:
    """The packet taken in; the chain must hold."""
    found = queue.import_packet(packet.path, by=by)
    assert queue.verify().problems == ()
    return found


__all__ = ["BLOCKED", "TEAM", "back", "decide", "packed", "team_queue"]
