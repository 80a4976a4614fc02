"""What goes in and out of the queue: plain records, cheap to import.

The interface's first screen is built from these, so nothing here may pull in pydantic,
sqlite-utils or a judge. Cases and evaluations travel as JSON values
(`Case.to_dict()`, `Evaluation.to_dict()`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from adjudge_engine.vocabulary import Disposition

State = Literal[
    "pending",
    "claimed",
    "snoozed",
    "escalated",
    "needs_second",
    "adjudication",
    "decided",
    "released",
    "blocked",
]
#: An item somebody still has to look at.
OPEN_STATES: Final[tuple[State, ...]] = (
    "pending",
    "claimed",
    "snoozed",
    "escalated",
    "needs_second",
    "adjudication",
)

Action = Literal["approve", "block", "relabel", "escalate", "skip", "snooze"]
Order = Literal["priority", "oldest", "random", "informative"]
#: Which of the decisions on an item one is: the only one needed, or one of a double review.
Round = Literal["only", "first", "second", "adjudication"]

REASON_CODES: Final[tuple[str, ...]] = (
    "evidence_missing",
    "ambiguous_question",
    "guideline_gap",
    "out_of_my_access",
    "judge_wrong",
    "check_wrong",
)


@dataclass(frozen=True, slots=True)
class Record:
    """One evaluated case on its way into the queue.

    `key` says what the evaluation rests on (case, policy, engine, judges, sources): the same
    key is the same evaluation, however often it is enqueued. `report` is the canonical report.
    `second` says why two people must agree on it ("" if one is enough), `due` when it should be
    decided (ISO 8601). `sources` has, for each source of its contexts that a registry knows,
    `groups` (who may read it; null is open to everybody) and `hash` (its versions). `origin` is
    the file of results that it came in by, with its shard; its event keeps that.
    """

    case_id: str
    case_hash: str
    key: str
    case: Mapping[str, Any]
    evaluation: Mapping[str, Any]
    report: bytes
    second: str = ""
    due: str | None = None
    sources: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    origin: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EnqueueResult:
    """How many of a batch were new items, new evaluations of known items, or already there."""

    items: int = 0
    evaluations: int = 0
    known: int = 0


@dataclass(frozen=True, slots=True)
class Filter:
    """Which items; every given part must hold. `text` searches question, answer, claims, notes.

    `since` and `until` bound the time of coming in (ISO 8601; the first is included, the last is
    not). `decided_by` is the reviewer of the decision in force. `disposition` is what a waiting
    system is told: it leaves out known items that were planted, for which none waits.
    """

    states: tuple[State, ...] = OPEN_STATES
    route: str | None = None
    risk: str | None = None
    gate: str | None = None  # items whose current evaluation has this gate fail or unavailable
    tag: str | None = None
    disposition: Disposition | None = None
    text: str | None = None
    assigned_to: str | None = None
    stale: bool | None = None
    decided_by: str | None = None
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One line of the queue list."""

    item_id: int
    case_id: str
    state: State
    route: str
    risk: str
    disposition: Disposition
    priority: int
    priority_reason: str
    question: str
    gates: Mapping[str, str]  # gate → outcome, only those that fail or are unavailable
    holder: str | None
    lease_until: str | None
    created_at: str
    decided_by: str | None
    action: str | None
    assigned_to: str | None = None
    due: str | None = None
    stale: bool = False  # what its decision rests on has changed since
    second: bool = False  # two people must agree on it


@dataclass(frozen=True, slots=True)
class Item:
    """One item whole: its row, the case and the current evaluation as JSON values, history."""

    row: ItemRow
    case: Mapping[str, Any]
    evaluation: Mapping[str, Any]
    evaluation_id: int
    evaluation_hash: str
    history: tuple[Mapping[str, Any], ...]  # its events, oldest first: seq, at, kind, actor, body
    labels: tuple[Mapping[str, Any], ...] = ()  # of the standing decision
    note: str | None = None  # of the standing decision
    masked: int = 0  # contexts whose text is not for the viewer, and is not in here


@dataclass(frozen=True, slots=True)
class Seen:
    """What the reviewer had before them when they decided."""

    evaluation_hash: str
    evidence: tuple[str, ...] = ()  # "context_id:start:end" of the evidence shown
    judge: Literal["revealed", "hidden"] = "revealed"


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's word on one item, to be written.

    `key` makes it idempotent: the same key twice is one decision. `labels` are label records
    (criterion, value, claims, missing, undetermined …), needed for `relabel` alone.
    """

    action: Action
    reviewer: str
    key: str
    labels: Sequence[Mapping[str, Any]] = ()
    corrected_answer: str | None = None
    reason_codes: tuple[str, ...] = ()
    note: str | None = None
    seconds: float | None = None
    seen: Seen | None = None
    until: str | None = None  # snooze: when it comes back (ISO 8601); without it, in a day


@dataclass(frozen=True, slots=True)
class Decided:
    """What a decision (or its undo) did: the item's new state and disposition, the event.

    `action` is the decision's; of an undo it is `undo approve` and so on. `decided_by` is whoever
    took the decision, also where somebody else has undone it.
    """

    item_id: int
    case_id: str
    action: str
    state: State
    disposition: Disposition
    event: int
    decided_by: str
    repeated: bool = False  # the key was known already; nothing was written


@dataclass(frozen=True, slots=True)
class Adjudication:
    """What two reviewers of an item say differently; only that.

    `sides` are the first and the second decision, each with `action`, `labels`, `note`,
    `reason_codes` and `corrected_answer`, the last four only where they differ; of the labels only
    those criteria and claims. Who said which is not told: that must not weigh. `whole` are the two
    with what they have in common, for a lead who takes one of them as it is.
    """

    item_id: int
    sides: tuple[Mapping[str, Any], Mapping[str, Any]]
    claims: tuple[str, ...]  # the ids of the claims on which they differ
    whole: tuple[Mapping[str, Any], Mapping[str, Any]] = field(repr=False)  # not to be shown


@dataclass(frozen=True, slots=True)
class Assigned:
    """What an assignment did: whose the item is now (None: anybody's), and the event."""

    item_id: int
    assigned_to: str | None
    event: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How many items there are, by state, route and disposition (kept, not scanned).

    Dispositions are what waiting systems are told: known items that were planted to see how
    people decide are left out of them.
    """

    states: Mapping[str, int] = field(default_factory=dict)
    routes: Mapping[str, int] = field(default_factory=dict)
    dispositions: Mapping[str, int] = field(default_factory=dict)

    @property
    def open(self) -> int:
        """Items somebody still has to look at."""
        return sum(self.states.get(state, 0) for state in OPEN_STATES)


@dataclass(frozen=True, slots=True)
class Verification:
    """The state of the audit trail. `problems` name the event or item, first one first."""

    events: int
    head: str | None
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Nothing was found to be wrong."""
        return not self.problems
