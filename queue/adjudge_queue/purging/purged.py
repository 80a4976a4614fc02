"""What is left of an item whose text was purged, and that nothing more can be done with it.

The item, its events, its decisions' actions and its evaluations' hashes stay; in the place of each
text stands `{"purged": N}`, N being the event that tells of it. Whoever reads the item gets a case
and an evaluation in their usual shape, empty, with that number in `purged`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from adjudge_engine.errors import DecisionError
from adjudge_queue.file.jsontext import dump, load
from adjudge_queue.file.store import Transaction

#: What lists show as the question, and as the reason of the priority.
QUESTION: Final = "(purged)"
REASON: Final = "purged"

#: Whether the text is gone from a place. `not reached` has its reason.
Outcome = Literal["removed", "not there", "not reached"]


@dataclass(frozen=True, slots=True)
class Place:
    """One place where a purged text could be."""

    place: str
    outcome: Outcome
    why: str = ""


@dataclass(frozen=True, slots=True)
class Purge:
    """What a purge did: the items whose text is gone, and what became of every other place.

    `already` are items that were purged before.
    """

    items: tuple[int, ...]
    already: tuple[int, ...]
    places: tuple[Place, ...]


def tombstone(event: int) -> str:
    """What stands in the place of a case or an evaluation."""
    return dump({"purged": event})


def event_in(body: str) -> int | None:
    """The purge that a stored case or evaluation speaks of; None for one that is there."""
    if not body.startswith('{"purged":') or len(body) > 40:
        return None
    value = load(body, dict)
    event = value["purged"]
    return event if len(value) == 1 and type(event) is int else None


def event_of(one: Callable[[str, Sequence[Any]], Any], item_id: int) -> int | None:
    """The event that purged an item, by a store's or a transaction's `one`; None if none did."""
    row = one("SELECT event FROM purged WHERE item_id = ?", (item_id,))
    return None if row is None else int(row[0])


def refuse(tx: Transaction, item_id: int) -> None:
    """DecisionError if the item was purged: nobody can say anything on it any more."""
    if event_of(tx.one, item_id) is not None:
        raise DecisionError(
            f"the text of item #{item_id} was purged: there is nothing left to decide on",
            "`adjudge show` tells when and by whom.",
        )


def case_of(event: int, case_id: str) -> dict[str, Any]:
    """A case that says nothing but that it was purged."""
    return {"id": case_id, "question": QUESTION, "answer": "", "contexts": [], "purged": event}


def evaluation_of(event: int, case_id: str, case_hash: str, route: str) -> dict[str, Any]:
    """An evaluation that says nothing but its route, and that it was purged."""
    return {
        "schema": "adjudge.evaluation/1",
        "case_id": case_id,
        "case_hash": case_hash,
        "route": route,
        "reasons": {"proved": [], "judged": [], "uncertain": []},
        "gates": {},
        "claims": [],
        "judgments": [],
        "purged": event,
    }


def read_case(body: str, case_id: str) -> Mapping[str, Any]:
    """A stored case, or what stands for it."""
    event = event_in(body)
    case: Mapping[str, Any] = load(body, dict) if event is None else case_of(event, case_id)
    return case


def read_evaluation(body: str, case_id: str, case_hash: str, route: str) -> Mapping[str, Any]:
    """A stored evaluation, or what stands for it."""
    event = event_in(body)
    if event is not None:
        return evaluation_of(event, case_id, case_hash, route)
    evaluation: Mapping[str, Any] = load(body, dict)
    return evaluation
