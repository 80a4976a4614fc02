"""A queue with golden sets, for pictures: three versions that differ in every way."""

from __future__ import annotations

import uuid
from pathlib import Path

from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Decision, Filter

_TAGS = (["water"], ["water", "units"], ["units"], ["long"])


def relabel(queue: Queue, case_id: str, value: str, who: str) -> None:
    """Decide on an item by a label."""
    item = queue.find(case_id)
    queue.claim(item, who)
    labels = ({"criterion": "faithfulness", "value": value},)
    queue.decide(item, Decision("relabel", who, uuid.uuid4().hex, labels=labels))


def sets(path: Path) -> Path:
    """`handbook@1` to `handbook@3` of what ana and bob decided, and one set of a row."""
    items = [
        plain(f"boiling-{n:02}", tags=_TAGS[n % 4], risk=("standard", "high")[n % 2])
        for n in range(14)
    ]
    for number, (case, _evaluation) in enumerate(items):
        case["contexts"][0]["source_id"] = f"handbook-{number}"
    build(path, [northwind(), *items])
    with Queue.open(path) as queue:
        for n in range(9):
            value = "unfaithful" if n % 3 == 2 else "faithful"
            relabel(queue, f"boiling-{n:02}", value, ("ana", "bob")[n % 2])
        queue.golden_create("handbook", actor="ana")
        for n, value in ((3, "unfaithful"), (9, "faithful"), (10, "unfaithful")):
            if n < 9:
                queue.undo("bob", item_id=queue.find(f"boiling-{n:02}"))
            relabel(queue, f"boiling-{n:02}", value, "bob")
        queue.golden_withdraw(
            "handbook", None, queue.find("boiling-04"), by="ana", why="the page was torn"
        )
        queue.golden_create("handbook", actor="ana")
        relabel(queue, "boiling-11", "faithful", "ana")
        queue.golden_create("handbook", actor="bob")
        queue.golden_create("trial", actor="bob")
        queue.claim(queue.find("boiling-12"), "bob")
        queue.save_filter("flaws", "ana", Filter(gate="numbers"))
        queue.save_filter("mine", "bob", Filter(assigned_to="me"))
        queue.save_filter("urgent", "bob", Filter(risk="high", text="boils"))
    return path
