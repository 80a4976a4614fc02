"""One action on many items: in small pieces on the writer's thread, to be stopped at any time.

Every item is its own transaction with its own event, so each can be undone by itself and nobody
waits long: a piece ends after `_BUDGET` seconds or `CHUNK` items, and what else is to be written,
a decision, a lease, comes before the next one.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal

from adjudge_engine.errors import AdjudgeError, DecisionError
from adjudge_queue.records import OPEN_STATES, Action, Decision, Item, Seen
from adjudge_tui.desk.blinding import Eyes
from adjudge_tui.desk.laying import LEASE_SECONDS
from adjudge_tui.desk.said import problem_said
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue
    from adjudge_tui.desk.session import Session

CHUNK: Final = 100
_BUDGET: Final = 0.05
#: Refusals that are kept with their reason; beyond that they are only counted.
MOST_REFUSALS: Final = 10_000
Kind = Literal["approve", "block", "snooze", "assign", "release"]


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done: by whom, to whom it is given, until when it is put off.

    `drafts` are items on which something of one's own is unsent: nothing is decided over it.
    """

    kind: Kind
    eyes: Eyes
    to: str = ""
    until: str | None = None
    drafts: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Piece:
    """What a job has done, refused and left; `problem`: why nothing more can be written."""

    done: tuple[int, ...]
    refused: tuple[tuple[int, str], ...]
    left: tuple[int, ...]
    problem: str = ""


def work_off(queue: Queue, work: Work, ids: Sequence[int]) -> Piece:
    """Do as many of these as fit into one piece, the first in any case."""
    done: list[int] = []
    refused: list[tuple[int, str]] = []
    end = time.monotonic() + _BUDGET
    for place, item_id in enumerate(ids):
        if place and time.monotonic() > end:
            return Piece(tuple(done), tuple(refused), tuple(ids[place:]))
        try:
            why = _one(queue, work, item_id)
        except DecisionError as error:
            why = problem_said(error, queue.path)
        except AdjudgeError as error:
            problem = problem_said(error, queue.path)
            return Piece(tuple(done), tuple(refused), tuple(ids[place:]), problem)
        if why:
            refused.append((item_id, why))
        else:
            done.append(item_id)
    return Piece(tuple(done), tuple(refused), ())


def _one(queue: Queue, work: Work, item_id: int) -> str:
    """Do it to one item; why not, where the desk itself refuses. Raises what the queue raises."""
    who = work.eyes.reviewer
    if work.kind == "assign":
        queue.assign(item_id, work.to, by=who)
        return ""
    if work.kind == "release":
        return _release(queue, who, item_id)
    item = queue.item(item_id, who)
    why = _refusal(work, item)
    if why:
        return why
    held = item.row.holder == who
    queue.claim(item_id, who, lease_seconds=LEASE_SECONDS)
    try:
        queue.decide(item_id, _decision(work, work.kind, item))
    except AdjudgeError:
        if not held:
            queue.release(item_id, who)
        raise
    return ""


def _release(queue: Queue, who: str, item_id: int) -> str:
    """Let anybody have it: give one's lease back, take the name off it."""
    rows = queue.rows([item_id], who)
    if not rows:
        return say("bulk.gone")
    released = rows[0].holder == who and queue.release(item_id, who)
    if rows[0].assigned_to is not None:
        queue.unassign(item_id, by=who)
        released = True
    return "" if released else say("bulk.nobody")


def _refusal(work: Work, item: Item) -> str:
    """What must not be decided without having been looked at."""
    row = item.row
    if row.state not in OPEN_STATES:
        return say("bulk.not_open")
    if row.item_id in work.drafts:
        return say("bulk.draft")
    if work.kind == "snooze":
        return ""
    if work.eyes.word_due(item):
        return say("bulk.word_due")
    if work.kind == "approve" and row.route == "block":
        return say("bulk.by_policy")
    return say("bulk.adjudication") if row.state == "adjudication" else ""


def _decision(work: Work, action: Action, item: Item) -> Decision:
    """The decision on one of many; what it was seen of the item is: no passage."""
    judge: Literal["hidden", "revealed"] = "hidden" if work.eyes.hides(item) else "revealed"
    return Decision(
        action=action,
        reviewer=work.eyes.reviewer,
        key=uuid.uuid4().hex,
        note=say("bulk.note"),
        seen=Seen(item.evaluation_hash, (), judge),
        until=work.until if action == "snooze" else None,
    )


@dataclass(slots=True)
class Bulk:
    """An action on its way through the marked items. `show` is called after every piece.

    `done` and `refused` count; `reasons` say why of an item, `last` what the last piece did.
    """

    session: Session
    work: Work
    total: int
    ids: Iterator[int]
    show: Callable[[], None]
    done: int = 0
    refused: int = 0
    reasons: dict[int, str] = field(default_factory=dict)
    last: tuple[int, ...] = ()
    changed: set[int] = field(default_factory=set)
    running: bool = True
    cancelled: bool = False
    problem: str = ""
    _left: tuple[int, ...] = ()

    def go_on(self) -> None:
        """Have the next piece done, or end."""
        if self.cancelled or self.problem:
            return self._end()
        left = self._left

        def job(queue: Queue) -> Piece | None:
            # The list is looked through here: it may be long, with few marks in it.
            ids = (*left, *islice(self.ids, CHUNK - len(left)))
            return work_off(queue, self.work, ids) if ids else None

        return self.session.writer.submit(job, self._done, self._fail)

    def _end(self) -> None:
        self.running = False
        self.show()

    def cancel(self) -> None:
        """Stop before the next piece."""
        self.cancelled = True

    def _done(self, piece: Piece | None) -> None:
        if piece is None:
            return self._end()
        self.done += len(piece.done)
        self.refused += len(piece.refused)
        if len(self.reasons) < MOST_REFUSALS:
            self.reasons.update(piece.refused)
        self.last, self._left, self.problem = piece.done, piece.left, piece.problem
        desk = self.session.view
        if desk is not None and desk.item_id in piece.done:
            self.changed.add(desk.item_id)
        self.show()
        return self.go_on()

    def _fail(self, error: AdjudgeError) -> None:
        self.problem = self.session.said(error)
        self._end()
