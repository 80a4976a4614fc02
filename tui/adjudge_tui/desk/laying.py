"""What the writer's thread does for a sitting: take an item, build its view, say what came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from adjudge_engine.errors import AdjudgeError, DecisionError, QueueError
from adjudge_queue.records import (
    OPEN_STATES,
    Counts,
    Decided,
    Decision,
    Filter,
    Item,
    ItemRow,
    Seen,
)
from adjudge_tui.desk.blinding import Eyes, case_hash_of
from adjudge_tui.desk.said import problem_said
from adjudge_tui.desk.state import build_view, handed_on_said, history_said, is_in_adjudication
from adjudge_tui.desk.views import ItemView
from adjudge_tui.display import one_line

if TYPE_CHECKING:
    from adjudge_queue import Queue

LEASE_SECONDS = 900.0


@dataclass(frozen=True, slots=True)
class Unsent:
    """A decision that could not be written, kept with its key until it is.

    `amends`: it says again, with more, what its reviewer has decided on the item already.
    """

    item_id: int
    case_id: str
    decision: Decision
    amends: bool = False


class Refused(DecisionError):
    """A decision that nothing but another decision can mend: the item is there to be decided."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What a job brings back: the item now on the desk (None: nothing left) and the counts.

    `word_due`: a first word is to be said on it before its judge is shown.
    """

    view: ItemView | None
    held: bool
    counts: Counts
    problem: str = ""
    decided: Decided | None = None
    word_due: bool = False
    drawn: bool = False  # it is not the reviewer's own wish that the word comes first
    ready: bool = False  # its view had been built before it was asked for


@dataclass(frozen=True, slots=True)
class Lost:
    """A hold that is lost: why, and the item's row now (None: it is gone)."""

    problem: str
    row: ItemRow | None


@dataclass(frozen=True, slots=True)
class Ready:
    """A view that was built before it was asked for, and of which evaluation."""

    evaluation_id: int
    view: ItemView


@dataclass(frozen=True, slots=True)
class Taking:
    """How items are taken: by whom, of which filter, and what has been built ahead."""

    eyes: Eyes
    where: Filter | None
    ahead: Mapping[int, Ready] = field(default_factory=dict)

    def laid(
        self,
        queue: Queue,
        item: Item,
        held: bool,
        problem: str = "",
        decided: Decided | None = None,
    ) -> Laid:
        """The item as it is laid on the desk."""
        due = self.eyes.word_due(item)
        drawn = due and self.eyes.blinding.drawn(case_hash_of(item))
        view = self.view(item)
        ready = self.built(item) is not None
        return Laid(view, held, queue.counts(), problem, decided, due, drawn, ready)

    def built(self, item: Item) -> ItemView | None:
        """The view that was built ahead, if it is of what the item is now."""
        ready = self.ahead.get(item.row.item_id)
        if ready is None or ready.evaluation_id != item.evaluation_id:
            return None
        same = (self.eyes.hides(item), item.masked) == (ready.view.hidden, ready.view.masked)
        return ready.view if same else None

    def view(self, item: Item) -> ItemView:
        """The item's view, new or from ahead with what may have changed since."""
        built, row = self.built(item), item.row
        if built is None:
            return build_view(item, hidden=self.eyes.hides(item))
        return replace(
            built,
            state=row.state,
            action=row.action,
            decided_by=one_line(row.decided_by) if row.decided_by else None,
            adjudication=is_in_adjudication(item),
            history=() if built.hidden else history_said(item),
            handed_on="" if built.hidden else handed_on_said(item),
        )


def take_next(queue: Queue, how: Taking, leaving: int | None, decided: Decided | None) -> Laid:
    """The next free item; `leaving` is given back first.

    `decided` has been written by then, so an error here must not look as if it had not.
    """
    eyes = how.eyes
    order, seed = eyes.blinding.order
    try:
        if leaving is not None:
            queue.release(leaving, eyes.reviewer)
        item = queue.claim_next(
            eyes.reviewer,
            where=how.where,
            lease_seconds=LEASE_SECONDS,
            order=order,
            seed=seed,
        )
        if item is None:
            return Laid(None, False, queue.counts(), "", decided)
        return how.laid(queue, item, True, "", decided)
    except AdjudgeError as error:
        if decided is None:
            raise
        return Laid(None, False, Counts(), problem_said(error, queue.path), decided)


def take(
    queue: Queue,
    how: Taking,
    item_id: int,
    leaving: int | None = None,
    decided: Decided | None = None,
) -> Laid:
    """One item, to decide if it is open and nobody else has it, else to read."""
    reviewer = how.eyes.reviewer
    if leaving is not None:
        queue.release(leaving, reviewer)
    item, held, problem = queue.item(item_id, reviewer), False, ""
    if item.row.state in OPEN_STATES:
        try:
            item = queue.claim(item_id, reviewer, lease_seconds=LEASE_SECONDS)
            held = True
        except DecisionError as error:
            problem = problem_said(error, queue.path)
    return how.laid(queue, item, held, problem, decided)


def first_word(queue: Queue, eyes: Eyes, view: ItemView, word: Decision) -> Laid:
    """Write a first word, then read the item with its judge."""
    seen = word.seen or Seen(view.evaluation_hash, judge="hidden")
    queue.first_word(view.item_id, eyes.reviewer, word.action, word.labels, seen)
    return look_again(queue, eyes, view.item_id)


def hold_longer(queue: Queue, item_id: int, reviewer: str) -> Lost | None:
    """Prolong the hold on an item; where it is lost, what has become of that item."""
    try:
        queue.renew(item_id, reviewer, lease_seconds=LEASE_SECONDS)
    except DecisionError as error:
        rows = queue.rows([item_id])
        return Lost(problem_said(error, queue.path), rows[0] if rows else None)
    return None


def take_again(queue: Queue, how: Taking, at: int | None) -> Laid:
    """Redo the reviewer's last undo, else the one on the item `at`; then that item's successor.

    An item at hand that was not the one stays there.
    """
    reviewer = how.eyes.reviewer
    try:
        decided = queue.redo(reviewer)
    except DecisionError:
        if at is None:
            raise
        decided = queue.redo(reviewer, item_id=at)
    if at is None or at == decided.item_id:
        return take_next(queue, how, None, decided)
    return take(queue, how, at, None, decided)


def find(queue: Queue, text: str) -> int:
    """The item of a case id, of `#12`, or of a number that is no case id. DecisionError."""
    try:
        return queue.find(text)
    except DecisionError:
        if text.isascii() and text.isdigit():
            return queue.find(f"#{text}")
        raise


def look_again(queue: Queue, eyes: Eyes, item_id: int) -> Laid:
    """The item at hand anew, with more or less of it to be seen."""
    item = queue.item(item_id, eyes.reviewer)
    held = item.row.state in OPEN_STATES and item.row.holder == eyes.reviewer
    return Taking(eyes, None).laid(queue, item, held)


def write(queue: Queue, reviewer: str, unsent: Unsent, *, again: bool) -> Decided:
    """Write a decision; `again`: the lease may have been lost since it was first tried.

    DecisionError if it can never be written, as Refused where the item could still be decided
    otherwise; QueueError while it cannot, so also while somebody
    else holds the item.
    """
    if unsent.amends:
        return queue.amend(unsent.item_id, unsent.decision)
    if again and queue.item(unsent.item_id).row.state in OPEN_STATES:
        try:
            queue.claim(unsent.item_id, reviewer, lease_seconds=LEASE_SECONDS)
        except DecisionError as error:
            raise QueueError(error.message, error.hint) from error
    try:
        return queue.decide(unsent.item_id, unsent.decision)
    except DecisionError as error:
        row = queue.item(unsent.item_id).row
        if row.holder == reviewer or row.state in ("released", "blocked"):
            raise Refused(error.message, error.hint) from error
        raise
