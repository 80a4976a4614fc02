"""Packets that were altered, imports that are killed, imports in any order."""

from __future__ import annotations

import itertools
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packet_samples import back, decide, packed, team_queue
from queue_samples import decision, record
from team_samples import TEAM

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from adjudge_queue.file import driver, events, schema
from adjudge_queue.packets.packet_records import Packed

ALTERED = {
    "a word": "UPDATE decisions SET action = 'block' WHERE id = 1",
    "a time": "UPDATE decisions SET at = '2020-01-01T00:00:00.000000Z' WHERE id = 1",
    "an item's text": "UPDATE payloads SET body = replace(body, '500', '900') WHERE item_id = 2",
    "an evaluation": "UPDATE evaluations SET body = replace(body, 'review', 'block')",
    "an event": "UPDATE events SET body = replace(body, 'approve', 'block')",
    "the reviewer": "UPDATE events SET body = replace(body, '\"ann\"', '\"bob\"') WHERE seq = 1",
    "an event gone": "DELETE FROM events WHERE seq = 2",
    "a decision gone": "DELETE FROM decisions",
}


def untied(path: Path, *statements: str) -> None:
    """What somebody does who opens the file with other tools."""
    with closing(driver.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        for name in schema.TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        for sql in statements:
            assert connection.execute(sql).rowcount
        for sql in schema.TRIGGERS.values():
            connection.execute(sql)


@pytest.mark.parametrize("what", ALTERED)
def test_a_packet_that_was_altered_is_refused_by_its_name(tmp_path: Path, what: str) -> None:
    with team_queue(tmp_path / "team.db", 2) as queue:
        packet = packed(queue, tmp_path, "ann", 2)
        decide(packet.path, "ann", {"case-1": "approve"})
        head = queue.head()
        untied(packet.path, ALTERED[what])
        with pytest.raises(QueueError, match=f"packet {packet.packet[:12]} was altered"):
            queue.import_packet(packet.path, by="lea")
        assert queue.head() == head


def rechained(path: Path, old: str, new: str) -> None:
    """Give the events that say `old` other words, with all hashes worked out anew."""
    with closing(driver.connect(path)) as connection:
        rows = connection.execute(f"{events.SELECT} ORDER BY seq").fetchall()
        for name in schema.TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("DELETE FROM events")
        prev = ""
        for row in rows:
            columns = (*row[:7], row[7].replace(old, new), prev)
            prev = events.event_hash(columns)
            connection.execute(events.INSERT, (*columns, prev))
        for sql in schema.TRIGGERS.values():
            connection.execute(sql)


def test_other_items_under_a_whole_chain_are_found(tmp_path: Path) -> None:
    """Who forges the whole file still has to forge what the queue knows of it."""
    with team_queue(tmp_path / "team.db", 2) as queue:
        packet = packed(queue, tmp_path, "ann", 1)
        decide(packet.path, "ann", {"case-1": "approve"})
        rechained(packet.path, '"item":"1"', '"item":"2"')
        with Queue.open(packet.path) as desk:
            assert desk.verify().problems == ()
        with pytest.raises(QueueError, match="its items are not those that were given out"):
            queue.import_packet(packet.path, by="lea")


def test_what_is_no_packet_of_this_queue_is_refused(tmp_path: Path) -> None:
    with team_queue(tmp_path / "team.db") as queue, team_queue(tmp_path / "b.db") as other:
        foreign = packed(other, tmp_path, "ann", 1)
        for path, why in ((foreign.path, "was not made from"), (tmp_path / "b.db", "is no packet")):
            with pytest.raises(QueueError, match=why):
                queue.import_packet(path, by="lea")
        (tmp_path / "junk.db").write_bytes(b"junk" * 2000)
        with pytest.raises(QueueError):
            queue.import_packet(tmp_path / "junk.db", by="lea")


def test_a_packet_comes_back_though_what_the_queue_was_made_of_is_gone(tmp_path: Path) -> None:
    """The chain of a packet stays in the queue: the file itself is not needed any more."""
    with team_queue(tmp_path / "team.db", 1) as queue:
        packet = packed(queue, tmp_path, "ann", 1)
        decide(packet.path, "ann", {"case-1": "approve"})
        back(queue, packet)
        packet.path.unlink()
        assert queue.verify().problems == ()
        run = queue._store.connection.execute
        run("DROP TRIGGER packet_chains_no_update")
        run("UPDATE packet_chains SET body = replace(body, 'approve', 'block')")
        assert any("chain of packet" in one for one in queue.verify().problems)


IMPORTER = """
import sys
from adjudge_queue import Queue
print("begun", flush=True)
with Queue.open(sys.argv[1]) as queue:
    for path in sys.argv[2:]:
        queue.import_packet(path, by="lea")
        print("imported", flush=True)
"""


def killed_imports(folder: Path, rounds: int, chance: random.Random) -> int:
    """Kill processes that import packets; how many were killed before they were done."""
    master = folder / "master.db"
    with team_queue(master, 60) as queue:
        packets = [packed(queue, folder, name, 20) for name in ("ann", "bob", "max")]
        for packet in packets:
            words = {queue.rows([one])[0].case_id: "approve" for one in packet.items}
            decide(packet.path, packet.reviewer, words)
    early = 0
    for number in range(rounds):
        path = folder / f"team-{number}.db"
        shutil.copy(master, path)
        arguments = [sys.executable, "-c", IMPORTER, str(path), *(str(p.path) for p in packets)]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(0.2 * chance.random())
            process.send_signal(signal.SIGKILL)
            said = process.stdout.read().count("imported\n")
        early += said < len(packets)
        with Queue.open(path, team=TEAM) as queue:
            assert queue.verify().problems == ()
            decided = queue.counts().states.get("decided", 0)
            assert decided % 20 == 0  # a packet is in as a whole, or not at all
            assert decided >= 20 * said
            for packet in packets:
                assert len(back(queue, packet).items) in (0, 20)
            assert queue.counts().states == {"decided": 60}
    return early


def test_a_killed_import_loses_nothing_and_halves_nothing(tmp_path: Path) -> None:
    assert killed_imports(tmp_path, 3, random.Random(1)) >= 1


@pytest.mark.stress
def test_a_storm_of_killed_imports_loses_nothing(tmp_path: Path) -> None:
    early = killed_imports(tmp_path, 60, random.Random(2))
    print(f"\n60 imports killed, {early} before they were done")
    assert early > 20


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Packed]]:
    """A queue with three packets of the same three items, and what each reviewer said."""
    folder = tmp_path_factory.mktemp("apart")
    said = (
        ("ann", ("approve", "approve", "block")),
        ("bob", ("approve", "block", "block")),
        ("max", ("block", "approve", "block")),
    )
    packets = []
    with team_queue(folder / "team.db", 3) as queue:
        queue.enqueue([replace(record("case-4"), second="drawn")])
        for name, words in said:
            packet = packed(queue, folder, name, 4)
            for number in packet.items:
                queue.unassign(number, by="lea")
            cases = {f"case-{place}": word for place, word in enumerate(words, 1)}
            decide(packet.path, name, cases | {"case-4": words[0]})
            packets.append(packet)
    return folder / "team.db", packets


@settings(max_examples=12, deadline=None)
@given(order=st.permutations(range(3)), twice=st.sets(st.integers(0, 2)), early=st.booleans())
def test_in_whatever_order_packets_come_nothing_is_lost(
    apart: tuple[Path, list[Packed]], order: list[int], twice: set[int], early: bool
) -> None:
    path, packets = apart
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(path, Path(folder) / "team.db")
        with Queue.open(Path(folder) / "team.db", team=TEAM) as queue:
            if early:
                queue.decide(3, decision("approve", "lea"))
            for place in itertools.chain(order, sorted(twice)):
                back(queue, packets[place])
            spoken = {(one.reviewer, one.item) for one in queue.review_decisions()}
            assert spoken >= {(p.reviewer, str(n)) for p in packets for n in range(1, 5)}
            # Two differ on 1, 2 and 4, whoever came first; on 3 all say the same, save the lead.
            found = [row.state for row in queue.rows(range(1, 5))]
            firsts = {packets[place].reviewer for place in order[:2]}
            settled = "decided" if firsts == {"ann", "bob"} else "adjudication"
            assert found == [
                "adjudication",
                "adjudication",
                "adjudication" if early else "decided",
                settled,
            ]
            assert [queue.disposition(number) for number in (1, 2)] == ["pending", "pending"]
