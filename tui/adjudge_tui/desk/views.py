"""What the review screen shows of one item: plain values, display-safe, without Textual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudge_queue.records import OPEN_STATES
from adjudge_tui.desk.doc import Mark
from adjudge_tui.desk.judged import Opinion
from adjudge_tui.desk.passages import Link, Passage
from adjudge_tui.desk.said import OUTCOME_GLYPHS, Said
from adjudge_tui.wording.strings import say

JSON = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CheckView:
    """What one rule found. `shown` is its message; `facing` what was expected and observed."""

    outcome: str
    code: str
    shown: str
    claim_id: str | None
    facing: str = ""


@dataclass(frozen=True, slots=True)
class GateView:
    """One gate: outcome, and its checks, worst first."""

    name: str
    outcome: str
    checks: tuple[CheckView, ...]

    @property
    def glyph(self) -> str:
        """The outcome's sign; never without its word beside it."""
        return OUTCOME_GLYPHS[self.outcome]

    @property
    def word(self) -> str:
        """The outcome in words."""
        return say(f"outcome.{self.outcome}")


@dataclass(frozen=True, slots=True)
class ClaimView:
    """One claim: where it stands in the answer, what code and judges say, its evidence.

    `judge` is None while the judge is hidden.
    """

    number: int
    id: str
    text: str
    start: int
    end: int
    check: Said
    judge: Said | None
    links: tuple[Link, ...]
    nearest: Link | None = None


@dataclass(frozen=True, slots=True)
class ReasonView:
    """One entry of the three lists."""

    message: str
    glyph: str
    claim: int | None
    gate: str | None
    action: str | None


@dataclass(frozen=True, slots=True)
class ItemView:
    """One item, ready to be drawn.

    `lead` is the reason to show first, `against` how many listed ones speak against the answer;
    `raw_claims` are what a label record is made from. With `hidden` nothing is in it that a judge
    had a part in: no opinions, links, reasons, no route (""). `masked` contexts are not open to
    the viewer. `handed_on`: who escalated it and what they asked. `adjudication`: two
    differ on it, and a lead settles that. `as_written`: of the answer every character is shown as
    itself. `purged`: its texts are gone.
    """

    item_id: int
    case_id: str
    question: str
    answer: str
    answer_marks: tuple[Mark, ...]
    answer_abstained: bool
    claims: tuple[ClaimView, ...]
    passages: tuple[Passage, ...]
    evidence: str
    evidence_marks: tuple[Mark, ...]
    gates: tuple[GateView, ...]
    opinions: tuple[Opinion, ...]
    proved: tuple[ReasonView, ...]
    judged: tuple[ReasonView, ...]
    uncertain: tuple[ReasonView, ...]
    lead: ReasonView | None
    against: int
    route: str
    risk: str
    state: str
    priority_reason: str
    decided_by: str | None
    action: str | None
    evaluation_hash: str
    history: tuple[str, ...]
    handed_on: str
    raw_claims: tuple[JSON, ...]
    hidden: bool = False
    masked: int = 0
    adjudication: bool = False
    as_written: bool = True
    purged: bool = False

    @property
    def answer_to_edit(self) -> str:
        """The answer; empty where what is shown in its place would be kept as a correction."""
        return self.answer if self.as_written else ""

    @property
    def open(self) -> bool:
        """Somebody still has to decide it."""
        return self.state in OPEN_STATES

    def is_of_same(self, other: ItemView | None) -> bool:
        """Whether both are of one evaluation of one item, so that claims have the same places."""
        mine = (self.item_id, self.evaluation_hash)
        return other is not None and mine == (other.item_id, other.evaluation_hash)

    @property
    def settled(self) -> bool:
        """The policy alone has spoken; a person may overrule it without holding the item."""
        return self.state in ("released", "blocked")
