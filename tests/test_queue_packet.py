"""Packets between hosts: given out, decided on apart, merged; nobody's word lost."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from packet_samples import BLOCKED, back, decide, packed, team_queue
from queue_samples import Clock, decision, record
from team_samples import CLOSED, OPEN, TEAM, made

from adjudge_engine.errors import DecisionError, QueueError
from adjudge_queue import Queue
from adjudge_queue.records import Filter, Seen


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with team_queue(tmp_path / "team.db") as queue:
        yield queue


def states(queue: Queue) -> list[str]:
    return [row.state for row in queue.rows(range(1, 100))]


def test_three_packets_reviewed_apart_are_merged_and_a_conflict_is_settled(
    queue: Queue, tmp_path: Path
) -> None:
    one = packed(queue, tmp_path, "ann", 2)
    queue.unassign(2, by="lea")  # ann has it in her packet all the same
    two = packed(queue, tmp_path, "bob", 2)
    three = packed(queue, tmp_path, "max", 2)
    assert (one.items, two.items, three.items) == ((1, 2), (2, 3), (4, 5))
    decide(one.path, "ann", {"case-1": "approve", "case-2": "approve"})
    decide(two.path, "bob", {"case-2": "relabel", "case-3": "block"})
    decide(three.path, "max", {"case-4": "approve", "case-5": "escalate"})
    assert back(queue, one).counts == {"taken": 2}
    found = back(queue, two)
    assert found.counts == {"differs": 1, "taken": 1}
    assert back(queue, three, by="max").counts == {"taken": 1, "handed_on": 1}
    assert states(queue)[:5] == ["decided", "adjudication", "decided", "decided", "escalated"]
    assert queue.disposition(2) == "pending"
    apart = queue.adjudication(2, "lea")
    assert [side["action"] for side in apart.sides] == ["approve", "relabel"]
    queue.decide(2, decision("block", "lea"))
    assert queue.disposition(2) == "blocked"
    assert queue.verify().problems == ()
    assert [one.state for one in queue.packets()] == ["done", "done", "done"]
    assert [one.conflicts for one in queue.packets()] == [0, 1, 0]


def test_a_word_comes_with_its_own_time_and_what_was_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    with team_queue(tmp_path / "team.db", 1) as queue:
        packet = packed(queue, tmp_path, "ann", 1)
        clock.forward(3600)
        decide(packet.path, "ann", {"case-1": "relabel"}, seconds=12.5, note="see page 3")
        clock.forward(86400)
        assert back(queue, packet).counts == {"taken": 1}
        item = queue.item(1)
        assert item.note == "see page 3"
        assert item.labels[0]["note"] == BLOCKED["note"]
        assert item.labels[0]["at"] == "2026-03-01T10:30:00.000000Z"
        event = item.history[-1]
        assert event["at"] == "2026-03-02T10:30:00.000000Z"
        assert event["body"]["taken_at"] == item.labels[0]["at"]
        assert event["body"]["seen"]["evaluation_hash"] == item.evaluation_hash
        assert event["body"]["seen"]["evidence"] == ["c1:0:6"]
        assert event["body"]["seconds"] == 12.5
        [said] = queue.review_decisions()
        assert said.at.isoformat() == "2026-03-01T10:30:00+00:00"


def test_again_it_changes_nothing(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 3)
    decide(packet.path, "ann", {"case-1": "approve", "case-2": "skip"})
    first = back(queue, packet)
    before = (queue.head(), states(queue))
    again = back(queue, packet)
    assert (again.repeated, again.event) == (True, first.event)
    assert (queue.head(), states(queue)) == before


def test_it_may_come_back_in_part_and_its_reviewer_may_think_again(
    queue: Queue, tmp_path: Path
) -> None:
    packet = packed(queue, tmp_path, "ann", 3)
    decide(packet.path, "ann", {"case-1": "approve", "case-2": "block"})
    older = tmp_path / "older.db"
    shutil.copy(packet.path, older)
    assert back(queue, packet).counts == {"taken": 2, "undecided": 1}
    assert queue.packets()[0].state == "back"
    assert queue.packets()[0].waiting == 1
    decide(packet.path, "ann", {"case-3": "approve"})
    with Queue.open(packet.path) as desk:
        desk.decide(1, decision("block", "ann"))
    assert back(queue, packet).counts == {"known": 1, "taken": 2}
    assert [queue.disposition(number) for number in (1, 2, 3)] == ["blocked", "blocked", "released"]
    assert queue.packets()[0].state == "done"
    assert back(queue, replace(packet, path=older)).repeated


def test_a_word_that_is_taken_back_in_the_packet_does_not_stand_here(
    queue: Queue, tmp_path: Path
) -> None:
    """A released answer must not stay so when the one who approved it no longer does."""
    packet = packed(queue, tmp_path, "ann", 3)
    decide(packet.path, "ann", {"case-1": "approve", "case-2": "escalate", "case-3": "approve"})
    assert back(queue, packet).counts == {"taken": 2, "handed_on": 1}
    queue.golden_create("g", actor="max", include_approved=True)
    with Queue.open(packet.path) as desk:
        for number in (1, 2):
            desk.undo("ann", item_id=number)
            desk.release(number, "ann")
    assert back(queue, packet).counts == {"taken_back": 2, "known": 1}
    assert [queue.disposition(one) for one in (1, 2, 3)] == ["pending", "pending", "released"]
    assert states(queue)[:3] == ["pending", "pending", "decided"]
    assert [one["kind"] for one in queue.item(1).history[-2:]] == ["undone", "returned"]
    assert queue.golden_list()[0]["withdrawn"] == 1
    assert (queue.packets()[0].state, queue.packets()[0].waiting) == ("back", 2)
    assert queue.verify().problems == ()


def test_a_word_under_a_later_one_stands_again_when_that_is_taken_back(
    queue: Queue, tmp_path: Path
) -> None:
    packet = packed(queue, tmp_path, "ann", 3)
    decide(packet.path, "ann", {"case-1": "block"})
    back(queue, packet)
    with Queue.open(packet.path) as desk:
        desk.decide(1, decision("approve", "ann"))
    assert back(queue, packet).counts == {"taken": 1, "undecided": 2}
    with Queue.open(packet.path) as desk:
        desk.undo("ann", item_id=1)
    assert back(queue, packet).counts == {"taken_back": 1, "undecided": 2}
    assert queue.disposition(1) == "blocked"
    assert queue.verify().problems == ()


def test_what_is_put_off_after_all_is_no_longer_decided(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 3)
    decide(packet.path, "ann", {"case-1": "approve", "case-2": "approve"})
    back(queue, packet)
    with Queue.open(packet.path) as desk:
        for number, action in ((1, "snooze"), (2, "escalate")):
            desk.undo("ann", item_id=number)
            desk.decide(number, decision(action, "ann"))
    assert back(queue, packet).counts == {"taken_back": 1, "handed_on": 1, "undecided": 1}
    assert states(queue)[:3] == ["pending", "escalated", "pending"]
    assert queue.verify().problems == ()


def test_the_first_of_two_is_taken_back_and_not_the_second(tmp_path: Path) -> None:
    with made(tmp_path / "team.db") as queue:
        queue.enqueue([replace(record(f"case-{one}"), second="drawn") for one in (1, 2)])
        packet = packed(queue, tmp_path, "ann", 2)
        decide(packet.path, "ann", {"case-1": "approve", "case-2": "approve"})
        assert back(queue, packet).counts == {"first": 2}
        queue.decide(1, decision("approve", "bob"))
        queue.claim(2, "bob")
        with Queue.open(packet.path) as desk:
            for number in (1, 2):
                desk.undo("ann", item_id=number)
                desk.release(number, "ann")
        found = back(queue, packet)
        assert found.counts == {"taken_back": 1, "refused": 1}
        assert [one.problem is None for one in found.items] == [True, False]
        assert queue.disposition(1) == "pending"
        assert states(queue) == ["needs_second", "claimed"]
        assert queue.verify().problems == ()


@pytest.mark.parametrize("undo", [True, False], ids=["undone", "replaced"])
@pytest.mark.parametrize("spoken", [False, True], ids=["first", "second"])
def test_one_of_two_who_says_otherwise_is_not_counted_as_before(
    tmp_path: Path, undo: bool, spoken: bool
) -> None:
    """What ann no longer says must not release with bob's word what she blocks by now."""
    with made(tmp_path / "team.db") as queue:
        queue.enqueue([replace(record("case-1"), second="drawn")])
        packet = packed(queue, tmp_path, "ann", 1)
        decide(packet.path, "ann", {"case-1": "approve"})
        assert back(queue, packet).counts == {"first": 1}
        if spoken:
            assert queue.decide(1, decision("approve", "bob")).disposition == "released"
        with Queue.open(packet.path) as desk:
            if undo:
                desk.undo("ann", item_id=1)
            desk.decide(1, decision("block", "ann"))
        assert back(queue, packet).counts == ({"differs": 1} if spoken else {"first": 1})
        if not spoken:
            queue.decide(1, decision("approve", "bob"))
        assert (states(queue), queue.disposition(1)) == (["adjudication"], "pending")
        assert queue.verify().problems == ()


def test_what_two_differed_on_is_settled_when_one_comes_round(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 1)
    decide(packet.path, "ann", {"case-1": "approve"})
    queue.unassign(1, by="lea")
    queue.decide(1, decision("block", "bob"))
    assert back(queue, packet).counts == {"differs": 1}
    with Queue.open(packet.path) as desk:
        desk.undo("ann", item_id=1)
        desk.decide(1, decision("block", "ann"))
    assert back(queue, packet).counts == {"second": 1}
    assert queue.disposition(1) == "blocked"


def test_what_a_lead_has_settled_stays_whatever_is_taken_back(tmp_path: Path) -> None:
    with made(tmp_path / "team.db") as queue:
        queue.enqueue([replace(record("case-1"), second="drawn")])
        packet = packed(queue, tmp_path, "ann", 1)
        decide(packet.path, "ann", {"case-1": "approve"})
        back(queue, packet)
        for name, action in (("bob", "block"), ("lea", "approve")):
            queue.decide(1, decision(action, name))
        with Queue.open(packet.path) as desk:
            desk.undo("ann", item_id=1)
        assert back(queue, packet).counts == {"taken_back": 1}
        assert back(queue, packet).repeated
        assert (states(queue), queue.disposition(1)) == (["decided"], "released")


def test_a_word_on_what_was_purged_since_is_not_taken_back(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 2)
    decide(packet.path, "ann", {"case-1": "block"})
    back(queue, packet)
    queue.purge(by="lea", why="asked for", items=[1])
    with Queue.open(packet.path) as desk:
        desk.undo("ann", item_id=1)
    assert back(queue, packet).counts == {"refused": 1, "undecided": 1}
    assert queue.disposition(1) == "blocked"


def test_two_copies_worked_on_apart_are_told_apart(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 2)
    copy = tmp_path / "copy.db"
    shutil.copy(packet.path, copy)
    decide(packet.path, "ann", {"case-1": "approve"})
    decide(copy, "ann", {"case-1": "block"})
    back(queue, packet)
    head = queue.head()
    with pytest.raises(QueueError, match=f"packet {packet.packet[:12]} came back before"):
        queue.import_packet(copy, by="lea")
    assert queue.head() == head


def test_what_somebody_said_meanwhile_stands(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 5)
    words = dict.fromkeys((f"case-{number}" for number in range(1, 6)), "approve")
    decide(packet.path, "ann", words)
    queue.decide(1, decision("approve", "lea"))  # the same
    queue.decide(2, decision("block", "lea"))  # something else
    queue.enqueue([record("case-3", key="k2")])  # evaluated anew, nothing changed
    evaluation = {"policy": {"name": "p", "version": "2", "hash": "sha256:q", "tier": "standard"}}
    newer = record("case-4", key="k2")
    newer = replace(newer, evaluation={**newer.evaluation, **evaluation})
    queue.enqueue([newer])
    queue.decide(4, decision("block", "max"))
    queue.decide(5, decision("block", "ann"))  # ann herself, at the desk
    found = back(queue, packet)
    assert [one.outcome for one in found.items] == ["agreed", "differs", "taken", "stale", "yours"]
    assert states(queue)[:5] == ["decided", "adjudication", "decided", "decided", "decided"]
    assert [queue.item(number).row.decided_by for number in (1, 3, 4, 5)] == [
        "lea",
        "ann",
        "max",
        "ann",
    ]
    assert queue.disposition(4) == "blocked"
    said = [(one.reviewer, one.item) for one in queue.review_decisions()]
    assert {("ann", "1"), ("ann", "4")} <= set(said)  # kept beside what stands


def test_a_word_on_a_version_that_has_changed_is_stale_as_the_rules_have_it(
    tmp_path: Path,
) -> None:
    with made(tmp_path / "team.db") as queue:
        queue.enqueue([record("low"), record("high", risk="high")])
        packet = packed(queue, tmp_path, "ann", 2)
        decide(packet.path, "ann", {"low": "approve", "high": "approve"})
        for name, risk in (("low", "standard"), ("high", "high")):
            newer = record(name, key="k2", risk=risk)
            policy = {"name": "p", "version": "2", "hash": "sha256:q", "tier": "standard"}
            queue.enqueue([replace(newer, evaluation={**newer.evaluation, "policy": policy})])
        found = back(queue, packet)
        assert {one.case_id: one.state for one in found.items} == {
            "low": "decided",
            "high": "pending",
        }
        assert list(queue.ids(Filter(states=("decided",), stale=True))) == [1]
        kinds = [event["kind"] for event in queue.history(2)]
        assert kinds[-2:] == ["decided", "stale"]


def test_who_is_at_an_item_becomes_its_second(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 1)
    decide(packet.path, "ann", {"case-1": "approve"})
    queue.claim(1, "lea")
    assert back(queue, packet).counts == {"first": 1}
    assert queue.held("lea") == [1]
    assert queue.decide(1, decision("block", "lea")).state == "adjudication"
    assert queue.verify().problems == ()


def test_double_review_goes_on_between_hosts(tmp_path: Path) -> None:
    with made(tmp_path / "team.db") as queue:
        queue.enqueue([replace(record("case-1"), second="drawn")])
        one = packed(queue, tmp_path, "ann", 1)
        decide(one.path, "ann", {"case-1": "approve"}, note="a private word")
        assert back(queue, one).counts == {"first": 1}
        with pytest.raises(DecisionError, match="no item waits for ann"):
            packed(queue, tmp_path, "ann", 1)
        two = packed(queue, tmp_path, "bob", 1)
        assert b"private" not in two.path.read_bytes()
        with Queue.open(two.path) as desk:
            assert [one["kind"] for one in desk.history(1)] == ["enqueued"]
        decide(two.path, "bob", {"case-1": "approve"})
        assert back(queue, two).counts == {"second": 1}
        assert queue.disposition(1) == "released"


def test_a_blind_first_word_comes_along(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 2)
    with Queue.open(packet.path) as desk:
        seen = Seen(desk.item(1).evaluation_hash, (), "hidden")
        desk.first_word(1, "ann", "relabel", [BLOCKED], seen)
        desk.decide(1, decision("approve", "ann"))
        desk.first_word(2, "ann", "block")
    assert back(queue, packet).counts == {"taken": 1, "undecided": 1}
    [said] = queue.review_decisions(blind=True)
    assert said.verdicts == {"answer": "unfaithful"}
    assert [event["kind"] for event in queue.history(1)][-2:] == ["first_word", "decided"]


def test_the_text_of_a_closed_source_never_leaves(tmp_path: Path) -> None:
    sources = {"open": {"groups": [OPEN]}, "closed": {"groups": [CLOSED]}}
    contexts = [
        {"id": "c1", "text": "seen by all", "source_id": "open"},
        {"id": "c2", "text": "zanzibar secret", "source_id": "closed"},
    ]
    with made(tmp_path / "team.db") as queue:
        one = record("case-1", contexts=contexts)
        queue.enqueue([replace(one, sources=sources, report=b'{"quote":"zanzibar"}')])
        packet = packed(queue, tmp_path, "cat", 1)
        assert b"zanzibar" not in packet.path.read_bytes()
        with Queue.open(packet.path) as desk:
            item = desk.item(1, "cat")
            assert item.masked == 1
            assert [context["text"] for context in item.case["contexts"]] == ["seen by all", ""]
        decide(packet.path, "cat", {"case-1": "approve"})
        back(queue, packet)
        body = queue.history(1)[-1]["body"]
        assert (body["informed"], body["masked"]) == ("partial", 1)


def test_nobody_else_works_in_a_packet_and_no_settings_widen_it(
    queue: Queue, tmp_path: Path
) -> None:
    packet = packed(queue, tmp_path, "cat", 1)
    with Queue.open(packet.path, team=TEAM) as desk:
        assert list(desk.team.members) == ["cat"]
        with pytest.raises(DecisionError, match="not one of the reviewers") as refused:
            desk.decide(1, decision("approve", "lea"))
        assert str(refused.value.hint).startswith("This is a packet, for cat:")
        with pytest.raises(DecisionError, match="for leads"):
            desk.purge(by="cat", why="no", items=[1])
        with pytest.raises(QueueError, match="is a packet itself"):
            desk.export_packet(tmp_path / "more.db", "cat", 1, by="cat")


def test_who_may_give_out_and_take_in(queue: Queue, tmp_path: Path) -> None:
    with pytest.raises(DecisionError, match="for leads"):
        queue.export_packet(tmp_path / "a.db", "bob", 1, by="ann")
    own = queue.export_packet(tmp_path / "a.db", "ann", 1, by="ann")
    decide(own.path, "ann", {"case-1": "approve"})
    with pytest.raises(DecisionError, match="for leads"):
        queue.import_packet(own.path, by="bob")
    assert queue.import_packet(own.path, by="ann").counts == {"taken": 1}


def test_a_filter_and_a_number_say_which_items(tmp_path: Path) -> None:
    with made(tmp_path / "team.db") as queue:
        queue.enqueue(
            [record(str(number), tags=["a" if number % 2 else "b"]) for number in range(8)]
        )
        queue.claim(2, "bob")
        queue.assign(4, "bob", by="lea")
        found = packed(queue, tmp_path, "ann", 9, where=Filter(tag="a"))
        assert found.items == (6, 8)
        with pytest.raises(DecisionError, match="no item waits"):
            packed(queue, tmp_path, "ann", 9, where=Filter(tag="a"))
        with pytest.raises(DecisionError, match="1 to 5,000"):
            packed(queue, tmp_path, "ann", 0)


def test_a_packet_that_cannot_be_written_gives_nothing_out(queue: Queue, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("mine")
    head = queue.head()
    for path in (there, tmp_path / "no folder" / "p.db"):
        with pytest.raises(QueueError):
            queue.export_packet(path, "ann", 1, by="lea")
    assert there.read_text() == "mine"
    assert queue.head() == head
    assert sorted(one.name for one in tmp_path.iterdir() if "team" not in one.name) == ["there.db"]


def test_a_withdrawn_packet_waits_for_a_lead(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 3)
    decide(packet.path, "ann", {"case-1": "approve"})
    back(queue, packet)
    decide(packet.path, "ann", {"case-2": "approve"})
    with pytest.raises(DecisionError, match="there is no packet"):
        queue.withdraw_packet("nothing", by="lea")
    assert queue.withdraw_packet(packet.packet[:8], by="lea") == 2
    assert [row.assigned_to for row in queue.rows((2, 3))] == [None, None]
    with pytest.raises(QueueError, match="was withdrawn"):
        queue.import_packet(packet.path, by="lea")
    with pytest.raises(DecisionError, match="for leads"):
        queue.import_packet(packet.path, by="ann", withdrawn=True)
    queue.decide(2, decision("block", "bob"))
    found = queue.import_packet(packet.path, by="lea", withdrawn=True)
    assert found.counts == {"known": 1, "differs": 1, "undecided": 1}
    assert [one.state for one in queue.packets()] == ["withdrawn"]
    with pytest.raises(DecisionError, match="withdrawn already"):
        queue.withdraw_packet(packet.packet, by="lea")
    assert queue.verify().problems == ()


def test_a_purged_item_takes_no_word(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 2)
    decide(packet.path, "ann", {"case-1": "approve", "case-2": "approve"})
    queue.purge(by="lea", why="asked for", items=[1])
    found = back(queue, packet)
    assert [one.outcome for one in found.items] == ["refused", "taken"]
    assert "purged" in (found.items[0].problem or "")
    assert queue.disposition(1) == "blocked"


def test_what_the_policy_blocks_by_now_is_not_released_by_an_older_word(
    queue: Queue, tmp_path: Path
) -> None:
    packet = packed(queue, tmp_path, "ann", 1)
    decide(packet.path, "ann", {"case-1": "approve"}, note="looks right")
    queue.enqueue([record("case-1", "block", key="k2")])
    assert back(queue, packet).counts == {"beside": 1}
    assert queue.disposition(1) == "blocked"


def test_a_third_word_is_kept_beside_two(tmp_path: Path) -> None:
    with team_queue(tmp_path / "team.db", 2) as queue:
        packet = packed(queue, tmp_path, "ann", 2)
        decide(packet.path, "ann", {"case-1": "block", "case-2": "approve"})
        queue.enqueue([replace(record(f"case-{n}", key="k2"), second="drawn") for n in (1, 2)])
        for number, words in ((1, ("approve", "approve")), (2, ("approve", "block"))):
            for name, word in zip(("lea", "max"), words, strict=True):
                queue.decide(number, decision(word, name))
        assert back(queue, packet).counts == {"beside": 2}
        assert states(queue) == ["decided", "adjudication"]
        assert queue.disposition(1) == "released"


def test_a_conflict_can_be_undone_by_either(queue: Queue, tmp_path: Path) -> None:
    packet = packed(queue, tmp_path, "ann", 1)
    decide(packet.path, "ann", {"case-1": "block"})
    queue.decide(1, decision("approve", "lea"))
    back(queue, packet)
    assert queue.undo("ann", item_id=1).state in ("needs_second", "claimed")
    assert queue.verify().problems == ()
    queue.release(1, "ann")
    queue.undo("lea", item_id=1)
    assert queue.verify().problems == ()
