"""What agents may ask: check an answer, look up a decision, see how the queue stands.

All three only read. Whatever texts go out are data: made visible, bounded, and for one reviewer,
who is not shown what is not for them. Whatever comes in is bounded before it is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudge_engine.errors import InputError
from adjudge_tui.display import display_safe

if TYPE_CHECKING:
    from adjudge_engine.integrations.grounding import Checked
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.policy import Policy
    from adjudge_queue import Queue
    from adjudge_queue.records import Item

#: Characters that one call may bring, in all, and passages.
MOST_TEXT: Final = 2_000_000
MOST_PASSAGES: Final = 500
#: Characters of one text that goes out, and entries of one list.
MOST_SHOWN: Final = 2_000
MOST_LISTED: Final = 50
MOST_HITS: Final = 20

_LABEL: Final = ("criterion", "value", "undetermined", "missing", "corrected_answer", "by", "at")


@dataclass(frozen=True)
class Tools:
    """The answers to an agent's questions. `reviewer` decides what of the queue may be read."""

    db: Path
    reviewer: str
    policy: Policy
    judges: tuple[Judge, ...] = ()

    def check_answer(
        self,
        answer: str,
        contexts: list[str],
        question: str | None = None,
        facts: list[str] | None = None,
        citations: list[dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """The checks on an answer. Raises InputError for too much, and for what is no case."""
        from adjudge_engine.integrations.grounding import case_of, check_case

        given = (answer, question or "", *contexts, *(facts or ()), *map(str, citations or ()))
        if sum(map(len, given)) > MOST_TEXT or len(contexts) > MOST_PASSAGES:
            raise InputError(
                f"That is more than {MOST_TEXT:,} characters or {MOST_PASSAGES} passages.",
                "Give only the passages that the answer was drawn from.",
            )
        passages = [{"id": f"c{at}", "text": one} for at, one in enumerate(contexts, 1)]
        case = case_of(
            answer, passages, question=question, facts=facts or (), citations=citations or ()
        )
        return bounded(_checked(check_case(case, policy=self.policy, judges=self.judges)))

    def find_decision(
        self, case: str | None = None, words: str | None = None, limit: int = 5
    ) -> dict[str, Any]:
        """What was decided on a case (its id, or #12), or on those with the words.

        Raises QueueError where the queue cannot be read.
        """
        if (case is None) == (words is None):
            raise InputError("Give either a case or words.", "case is an id, or #12 for an item.")
        with self._queue() as queue:
            viewer = queue.team.speaker(self.reviewer).name
            if case is not None:
                numbers, more = _items_of(queue, case, viewer), False
            else:
                most = max(1, min(limit, MOST_HITS))
                found = queue.search((words or "")[:MOST_SHOWN], limit=most, viewer=viewer)
                numbers = [one.row.item_id for one in found.hits]
                more = found.more is not None
            items = [_decision(queue.item(one, viewer)) for one in numbers]
        return bounded({"found": len(items), "items": items, "more": more})

    def queue_status(self) -> dict[str, Any]:
        """How many items there are, by state, route and disposition."""
        with self._queue() as queue:
            counts = queue.counts()
            events = queue.last_event()
        return {
            "open": counts.open,
            "states": dict(counts.states),
            "routes": dict(counts.routes),
            "dispositions": dict(counts.dispositions),
            "events": events,
        }

    def _queue(self) -> Queue:
        from adjudge_tui.desk.reviewers import open_queue

        return open_queue(self.db, readonly=True)


def bounded(value: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON object with every text made visible and cut, and every list cut at its bound."""
    return {name: _bounded(one, 12) for name, one in value.items()}


def _bounded(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        cut = value if len(value) <= MOST_SHOWN else value[: MOST_SHOWN - 1] + "…"
        return display_safe(cut)
    if depth == 0:
        return None
    if isinstance(value, Mapping):
        return {
            display_safe(str(key))[:200]: _bounded(one, depth - 1) for key, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [_bounded(one, depth - 1) for one in value[:MOST_LISTED]]
    return value


def _checked(checked: Checked) -> dict[str, Any]:
    findings = [
        {name: getattr(one, name) for name in one.__dataclass_fields__} for one in checked.findings
    ]
    claims = [
        {
            "text": claim.text,
            "proved": claim.proved,
            "evidence": [
                {"passage": one.context_id, "text": one.text, "score": one.score}
                for one in claim.evidence
            ],
        }
        for claim in checked.evaluation.claims
    ]
    return {
        "nothing_against_it": checked.passed,
        "route": checked.route,
        "gates": dict(checked.outcomes),
        "findings": findings,
        "findings_in_all": len(findings),
        "claims": claims,
        "claims_in_all": len(claims),
        "judged": bool(checked.evaluation.judgments),
        "policy": {"name": checked.evaluation.policy.name, "hash": checked.evaluation.policy.hash},
    }


def _items_of(queue: Queue, reference: str, viewer: str) -> list[int]:
    from adjudge_engine.errors import DecisionError

    try:
        first = queue.find(reference)
    except DecisionError:
        return []
    if reference == f"#{first}":
        return [first]
    return [one.item_id for one in queue.namesakes(first, viewer)][:MOST_HITS]


def _decision(item: Item) -> dict[str, Any]:
    """An item as far as an agent needs it: what was asked and answered, and the last word on it."""
    row = item.row
    decided = row.state == "decided"
    return {
        "item": row.item_id,
        "case": row.case_id,
        "state": row.state,
        "route": row.route,
        "disposition": row.disposition,
        "action": row.action if decided else None,
        "decided_by": row.decided_by if decided else None,
        "stale": row.stale,
        "risk": row.risk,
        "question": item.case.get("question"),
        "answer": item.case.get("answer"),
        "labels": [{name: one[name] for name in _LABEL if name in one} for one in item.labels],
        "note": item.note,
        "passages_not_for_you": item.masked,
    }
