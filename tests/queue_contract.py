"""What every store of a queue has to do: checks against `QueueStorage` alone.

Each takes `open_`, which opens the same store anew, as another process would. A new store is held
to them by adding it to `STORES` of tests/test_queue_contract.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from queue_samples import decision, record

from adjudge_engine.errors import DecisionError, QueueError
from adjudge_queue import Queue
from adjudge_queue.exports import trail
from adjudge_queue.records import Filter
from adjudge_queue.storage import QueueStorage

#: Opens the store under test.
Open = Callable[[], QueueStorage]


def check_enqueue(open_: Open, folder: Path) -> None:
    """All or none, once for each key, and there for whoever opens it next."""
    with closing(open_()) as one, closing(open_()) as other:
        done = one.enqueue([record("a"), record("b", "release"), record("a")])
        assert (done.items, done.evaluations, done.known) == (2, 0, 1)
        assert one.enqueue([record("a", key="k2")]).evaluations == 1
        with pytest.raises(QueueError):
            one.enqueue([record("c"), record("d", "nowhere")])
        assert other.counts().states == {"pending": 1, "released": 1}
        assert other.verify().problems == ()


def check_claim(open_: Open, folder: Path) -> None:
    """One holder at a time, whoever asks; a lease is renewed by its holder alone."""
    with closing(open_()) as one, closing(open_()) as other:
        one.enqueue([record(str(number)) for number in range(4)])
        taken: list[int] = []

        def take(queue: QueueStorage, name: str) -> None:
            while (item := queue.claim_next(name)) is not None:
                taken.append(item.row.item_id)

        people = [Thread(target=take, args=pair) for pair in ((one, "ann"), (other, "bob"))]
        for person in people:
            person.start()
        for person in people:
            person.join()
        assert sorted(taken) == [1, 2, 3, 4]
        holder = one.item(1).row.holder
        stranger = "bob" if holder == "ann" else "ann"
        with pytest.raises(DecisionError):
            one.claim(1, stranger)
        with pytest.raises(DecisionError):
            one.renew(1, stranger)
        assert holder is not None
        before = one.item(1).row.lease_until
        assert one.renew(1, holder, lease_seconds=5000) > (before or "")
        assert not one.release(1, stranger)
        assert one.release(1, holder)
        assert other.claim(1, stranger).row.holder == stranger


def check_decide(open_: Open, folder: Path) -> None:
    """Once for each key, validated, undone by an event; a refusal changes nothing."""
    with closing(open_()) as queue:
        queue.enqueue([record("a"), record("b")])
        said = decision("approve", note="fine")
        done = queue.decide(1, said)
        assert (done.state, done.disposition, done.repeated) == ("decided", "released", False)
        assert queue.decide(1, said).repeated
        head = queue.head()
        unknown = {"criterion": "faithfulness", "claims": [{"claim_id": "x", "verdict": "partial"}]}
        for item_id, wrong in ((1, decision("block", "bob")), (2, decision("relabel")), (9, said)):
            with pytest.raises(DecisionError):
                queue.decide(item_id, wrong)
        with pytest.raises(DecisionError):
            queue.decide(2, decision("relabel", labels=[unknown]))
        assert queue.head() == head
        assert queue.undo("ann").state == "claimed"
        assert queue.verify().problems == ()
    with closing(open_()) as queue:
        assert queue.item(1).row.holder == "ann"


def check_pages(open_: Open, folder: Path) -> None:
    """No gap and no repeat, in every order that has pages, while others decide."""
    with closing(open_()) as queue:
        risks = ("high", "low", "standard")
        queue.enqueue([record(str(number), risk=risks[number % 3]) for number in range(12)])
        for order in ("priority", "oldest"):
            seen: list[int] = []
            after = None
            while rows := queue.page(order=order, after=after, limit=3):
                seen += [row.item_id for row in rows]
                after = seen[-1]
            assert sorted(seen) == list(range(1, 13))
            assert order != "oldest" or seen == sorted(seen)
        queue.decide(1, decision("approve"))
        assert len(queue.page(Filter(risk="high"))) == 3
        assert [row.item_id for row in queue.page(Filter(states=("decided",)))] == [1]


def check_search(open_: Open, folder: Path) -> None:
    """All words, the newest first, scripts without spaces too; notes as soon as they are kept."""
    with closing(open_()) as queue:
        queue.enqueue([record("a", question="How hot is it?"), record("b", question="気温は何度?")])
        queue.decide(1, decision("block", note="thermometer"))
        for words, found in (("hot dose", [1]), ("気温", [2]), ("thermometer", [1]), ("no", [])):
            assert [hit.row.item_id for hit in queue.search(words).hits] == found


def check_trail(open_: Open, folder: Path) -> None:
    """Counts, feed and trail agree; the trail is checked without the store."""
    with closing(open_()) as queue:
        queue.enqueue([record("a"), record("b", "release")])
        queue.decide(1, decision("block"))
        assert queue.counts().dispositions == {"blocked": 1, "released": 1}
        changes, cursor = queue.feed()
        assert [one["disposition"] for one in changes] == ["pending", "released", "blocked"]
        assert queue.feed(cursor) == ([], cursor)
        tail = queue.events(after=2)
        assert [one["kind"] for one in tail] == ["decided"]
        lines = list(queue.trail())
        assert json.loads(lines[-1])["head"] == queue.head()[1] == tail[-1]["hash"]
        assert trail.check(lines).problems == ()
        assert queue.verify(head=tail[-1]["hash"]).problems == ()
        assert not queue.verify(head="0" * 64).ok


def check_packets(open_: Open, folder: Path) -> None:
    """What is given out comes back, once, beside what was said meanwhile."""
    with closing(open_()) as queue:
        queue.enqueue([record("a"), record("b")])
        packet = queue.export_packet(folder / "p.db", "ann", 2, by="ann")
        with Queue.open(packet.path) as desk:
            for number in (1, 2):
                desk.decide(number, decision("approve", "ann"))
        queue.decide(2, decision("block", "bob"))
        assert queue.import_packet(packet.path, by="ann").counts == {"taken": 1, "differs": 1}
        assert queue.import_packet(packet.path, by="ann").repeated
        assert queue.verify().problems == ()


CHECKS: tuple[Callable[[Open, Path], None], ...] = (
    check_enqueue,
    check_claim,
    check_decide,
    check_pages,
    check_search,
    check_trail,
    check_packets,
)
