"""A packet comes back: its words are merged with what was said in the queue meanwhile.

| in the queue meanwhile | the packet's word |
|---|---|
| nobody has decided | is taken over, with its own time and what was seen |
| the item was evaluated anew | is taken over on its own version, as stale as that makes it |
| one of two has spoken | is the second: equal, or to adjudication |
| somebody is at the item | is the first, and they are the second |
| somebody has decided, the same | is kept beside that |
| somebody has decided otherwise | is the second of two who differ: to adjudication |
| somebody has decided otherwise, on a newer version | is kept beside that, as stale |
| two have settled it, or wait for a lead | is kept beside that |
| the policy blocks it now | is kept beside that, unless a lead lifted it with a note |
| the reviewer has decided on it here | stays in the packet's chain alone |
| it came before, and was undone in the packet since | is undone here too |
| it came before as one of two, and is another one now | is undone here, and comes anew |

It is one transaction: all of a packet or nothing. The packet's whole chain is kept, and one event
holds its head, its hash and what became of each item, so that `audit` covers it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from adjudge_engine.errors import DecisionError, QueueError
from adjudge_queue.decisions import deciding, first_words, rounds, staleness
from adjudge_queue.file import opening
from adjudge_queue.file.jsontext import load, pack, unpack
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.items import admission, itemstate, outcomes
from adjudge_queue.items.claiming import reap_in
from adjudge_queue.items.itemstate import ItemState
from adjudge_queue.packets import packet_chain, packet_words
from adjudge_queue.packets.bringing import Brought, Manner
from adjudge_queue.packets.packet_records import ItemOutcome, Merged, Unpacked
from adjudge_queue.packets.packet_words import Content, Word
from adjudge_queue.packets.taking_back import take_back
from adjudge_queue.people.team import Member, Team
from adjudge_queue.purging import purged
from adjudge_queue.records import OPEN_STATES


class _Given(NamedTuple):
    """A packet as the queue knows it."""

    name: str
    reviewer: str
    head: str
    withdrawn: int | None
    events: int


def import_packet(
    store: Store, team: Team, path: Path, by: str, *, withdrawn: bool = False
) -> Unpacked:
    """Merge the packet at `path`; see `Queue.import_packet`."""
    speaker = team.speaker(by)
    with contextlib.closing(opening.open_store(path, create=False, readonly=True)) as packet:
        name = packet_words.name_of(packet)
        given = _given(store, name)
        content = packet_words.read(packet, name, given.reviewer, given.events, given.head)
    if given.reviewer != speaker.name:
        team.lead(by, "taking somebody else's packet in")
    member = team.member(given.reviewer)
    with store.write() as tx:
        _refuse_withdrawn(_given(store, name), team, by, withdrawn)
        before = _came_before(tx, content)
        if before is not None:
            return before
        merged = tuple(_Merging(tx, content.packet, member).item(word) for word in content.words)
        return _told(tx, content, speaker.name, merged)


def _refuse_withdrawn(given: _Given, team: Team, by: str, wanted: bool) -> None:
    if given.withdrawn is None:
        return
    if not wanted:
        raise QueueError(
            f"packet {given.name[:12]} was withdrawn (event {given.withdrawn})",
            "Nothing was taken from it. A lead takes it in all the same with --withdrawn.",
        )
    team.lead(by, "taking in a packet that was withdrawn")


def _given(store: Store, name: str) -> _Given:
    row = store.one(
        "SELECT p.id, p.reviewer, p.head, p.withdrawn, e.body FROM packets p"
        " JOIN events e ON e.seq = p.event WHERE p.id = ?",
        (pack(name),),
    )
    if row is None:
        raise QueueError(
            f"packet {name[:12]!r} was not made from {store.path}",
            "Name the queue that it was made from with --db.",
        )
    return _Given(row[0], unpack(row[1]), row[2], row[3], int(load(row[4], dict)["events"]))


_CHAINS: Final = "SELECT event, body FROM packet_chains WHERE packet = ? ORDER BY event DESC"


def _came_before(tx: Transaction, content: Content) -> Unpacked | None:
    """What a packet that holds nothing new did when it came; None if there is something new.

    QueueError for one that parts from what came before: two copies of it were worked on.
    """
    row = tx.one(f"{_CHAINS} LIMIT 1", (content.packet,))
    if row is None:
        return None
    event, kept = row
    before = packet_chain.hashes(kept)
    if content.head in before:
        name, reviewer = content.packet, content.reviewer
        return Unpacked(name, reviewer, before[-1], len(before), event, repeated=True)
    now = packet_chain.hashes(content.chain)
    if now[: len(before)] != before:
        raise QueueError(
            f"packet {content.packet[:12]} came back before, with other decisions (event {event})",
            "Two copies of it were worked on apart. Nothing was taken from this one.",
        )
    return None


def _told(tx: Transaction, content: Content, by: str, merged: tuple[Merged, ...]) -> Unpacked:
    """Keep the chain, and say in one event what came of it."""
    event = tx.event(
        "unpacked",
        by,
        {
            "packet": content.packet,
            "head": content.head,
            "events": content.events,
            "chain": packet_chain.digest(content.chain),
            "items": [[one.item_id, one.outcome, one.decision_id] for one in merged],
        },
    )
    tx.insert("packet_chains", event=event, packet=content.packet, body=content.chain)
    return Unpacked(content.packet, content.reviewer, content.head, content.events, event, merged)


class _Merging:
    """One packet's words, on their way into the queue in one transaction."""

    def __init__(self, tx: Transaction, packet: str, member: Member) -> None:
        self._tx = tx
        self._packet = packet
        self._member = member

    def item(self, word: Word) -> Merged:
        """What became of one item."""
        row = self._tx.one(
            "SELECT evaluation_id FROM packet_items WHERE packet = ? AND item_id = ?",
            (self._packet, word.item_id),
        )
        assert row is not None  # the packet's first events are those that were given out
        reap_in(self._tx, word.item_id)
        outcome: ItemOutcome
        decision_id, problem = None, word.problem
        try:
            outcome, decision_id = ("refused", None) if problem else self._taken(word, row[0])
        except DecisionError as error:
            outcome, problem = "refused", error.message
        now = itemstate.load(self._tx, word.item_id)
        case = self._tx.one("SELECT case_id FROM items WHERE id = ?", (word.item_id,))
        assert case is not None  # its state has just been read
        where = (now.state, now.disposition)
        return Merged(word.item_id, unpack(case[0]), outcome, *where, decision_id, problem)

    def _taken(self, word: Word, evaluation_id: int) -> tuple[ItemOutcome, int | None]:
        tx, decision = self._tx, word.decision
        if decision is None and word.first is None and not word.former:
            return "undecided", None
        purged.refuse(tx, word.item_id)
        if word.first is not None:
            self._first_word(word, evaluation_id)
        if decision is None:
            undone = take_back(tx, word.item_id, self._member, word.former)
            return ("undecided" if undone is None else "taken_back"), undone
        before = tx.one("SELECT id FROM decisions WHERE key = ?", (pack(decision.key),))
        if before is not None:
            undone = take_back(tx, word.item_id, self._member, word.former)
            return ("known", before[0]) if undone is None else ("taken_back", undone)
        if decision.action not in outcomes.FINAL_ACTIONS:
            take_back(tx, word.item_id, self._member, word.former)
            return self._handed_on(word, itemstate.load(tx, word.item_id), evaluation_id)
        now = itemstate.load(tx, word.item_id)
        if now.first is not None:  # one of two is not replaced: it goes, and the word comes anew
            take_back(tx, word.item_id, self._member, word.former)
            now = itemstate.load(tx, word.item_id)
        outcome, manner = self._manner(word, now, evaluation_id)
        if manner is None:
            return outcome, None
        number, after = self._write(word, evaluation_id, manner)
        return outcome if outcome != "taken" else _as_it_turned_out(after), number

    def _first_word(self, word: Word, evaluation_id: int) -> None:
        first = word.first
        assert first is not None
        told = self._of_packet(first.event, first.at)
        said = (first.action, first.labels, first.evidence)
        who = self._member.name
        first_words.brought(self._tx, word.item_id, who, *said, evaluation_id, told)

    def _of_packet(self, event: int, at: str) -> Mapping[str, Any]:
        """What an event says of a word that came in a packet."""
        return {"packet": {"name": self._packet, "event": event}, "taken_at": at}

    def _handed_on(
        self, word: Word, now: ItemState, evaluation_id: int
    ) -> tuple[ItemOutcome, int | None]:
        """An escalation or a skip counts as long as nobody else is at the item."""
        name = self._member.name
        waits = now.state in OPEN_STATES and now.holder in (None, name)
        if not waits or not admission.may_take(self._tx, now, self._member):
            return "moot", None
        number, _ = self._write(word, evaluation_id, "alone")
        return "handed_on", number

    def _manner(
        self, word: Word, now: ItemState, evaluation_id: int
    ) -> tuple[ItemOutcome, Manner | None]:
        """How a final word meets what stands: its outcome, and the manner of taking it."""
        tx, name, decision = self._tx, self._member.name, word.decision
        assert decision is not None
        said, route = deciding.word_on(tx, word.item_id, decision, evaluation_id)
        if name in self._spoken(now):
            again = now.first is None and self._is_of_packet(now.standing)
            return ("taken", "alone") if again else ("yours", None)
        if now.first is not None and (now.second is not None or not now.under_review):
            return "beside", "beside"
        if now.state == "decided":
            assert now.standing is not None
            if rounds.same(rounds.stored_word(tx, now.standing, route), said):
                return "agreed", "beside"
            if not self._is_current(word.item_id, evaluation_id):
                return "stale", "beside"
            return "differs", "against"
        if decision.action == "approve" and route == "block" and not self._may_lift(word):
            return "beside", "beside"
        if now.holder not in (None, name):
            return "taken", "alone" if now.first is not None else "before"
        return "taken", "alone"

    def _spoken(self, now: ItemState) -> list[str]:
        """Whose words count on the item now."""
        found = []
        for number in {now.standing, now.first, now.second} - {None}:
            row = self._tx.one("SELECT reviewer, action FROM decisions WHERE id = ?", (number,))
            if row is not None and row[1] in outcomes.FINAL_ACTIONS:
                found.append(unpack(row[0]))
        return found

    def _is_of_packet(self, decision_id: int | None) -> bool:
        """Whether a decision came in this packet before: its reviewer may think again."""
        row = self._tx.one(
            "SELECT e.body FROM decisions d JOIN events e ON e.seq = d.event WHERE d.id = ?",
            (decision_id,),
        )
        told = load(row[0], dict).get("packet") if row else None
        return isinstance(told, dict) and told.get("name") == self._packet

    def _is_current(self, item_id: int, evaluation_id: int) -> bool:
        row = self._tx.one("SELECT evaluation_id FROM items WHERE id = ?", (item_id,))
        return row is not None and row[0] == evaluation_id

    def _may_lift(self, word: Word) -> bool:
        """Whether the policy's block is lifted as it has to be."""
        assert word.decision is not None
        try:
            deciding.refuse_lifting(word.item_id, word.decision, self._member)
        except DecisionError:
            return False
        return True

    def _write(self, word: Word, evaluation_id: int, manner: Manner) -> tuple[int, ItemState]:
        """The number of the decision, and the item after it."""
        tx, decision = self._tx, word.decision
        assert decision is not None
        number = tx.next_id("decisions")
        told = self._of_packet(word.event, word.at)
        brought = Brought(evaluation_id, word.masked, told, manner)
        deciding.bring_in(tx, word.item_id, decision, self._member, brought)
        after = itemstate.load(tx, word.item_id)
        if manner != "beside" and not self._is_current(word.item_id, evaluation_id):
            staleness.follow(tx, word.item_id, after, self._member.name, after.twice)
            after = itemstate.load(tx, word.item_id)
        return number, after


def _as_it_turned_out(after: ItemState) -> ItemOutcome:
    """What a word that was taken over is, now that it counts."""
    if after.first is None:
        return "taken"
    if after.second is None:
        return "first"
    return "differs" if after.under_review else "second"
