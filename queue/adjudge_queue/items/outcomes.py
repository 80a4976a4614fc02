"""The one table of what follows from what: route → state, decision → state and disposition.

| from | to | disposition |
|---|---|---|
| route release | `released` | released |
| route block | `blocked` | blocked |
| route review | `pending` | pending |
| approve | `decided` | released |
| block | `decided` | blocked |
| relabel | `decided` | as its labels say, see `relabelled` |
| escalate | `escalated` | pending |
| snooze | `snoozed` | pending |
| skip | where it came from | pending |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from adjudge_engine.vocabulary import Disposition
from adjudge_queue.records import Action, State


class Outcome(NamedTuple):
    """An item's state and what a waiting system is told."""

    state: State
    disposition: Disposition


BY_ROUTE: Final[Mapping[str, Outcome]] = {
    "release": Outcome("released", "released"),
    "block": Outcome("blocked", "blocked"),
    "review": Outcome("pending", "pending"),
}

#: Decisions whose outcome does not depend on labels.
BY_ACTION: Final[Mapping[Action, Outcome]] = {
    "approve": Outcome("decided", "released"),
    "block": Outcome("decided", "blocked"),
    "escalate": Outcome("escalated", "pending"),
    "snooze": Outcome("snoozed", "pending"),
}

#: The actions that end the review of an item.
FINAL_ACTIONS: Final[tuple[Action, ...]] = ("approve", "block", "relabel")
ACTIONS: Final[tuple[Action, ...]] = (*FINAL_ACTIONS, "escalate", "skip", "snooze")


def relabelled(labels: Sequence[Mapping[str, Any]], *, route: str, corrected: bool) -> Outcome:
    """What a relabel means for the answer as it stands.

    Released only if it is called faithful, every labelled claim is supported, nothing was left
    open, nothing is said to be missing or corrected, and the policy did not block it. A label
    left open (undetermined), with nothing against the answer, keeps it pending. All else blocks.
    """
    verdicts = [claim["verdict"] for label in labels for claim in label.get("claims", ())]
    against = (
        corrected
        or route == "block"
        or any(verdict not in ("supported", "undetermined") for verdict in verdicts)
        or any(label.get("missing") for label in labels)
        or any(_is(label, "unfaithful") for label in labels)
    )
    if against:
        return Outcome("decided", "blocked")
    if "undetermined" in verdicts or any(label.get("undetermined") for label in labels):
        return Outcome("decided", "pending")
    if any(_is(label, "faithful") for label in labels):
        return Outcome("decided", "released")
    return Outcome("decided", "blocked")


def _is(label: Mapping[str, Any], value: str) -> bool:
    return label["criterion"] == "faithfulness" and label.get("value") == value
