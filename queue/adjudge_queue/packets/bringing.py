"""A decision that was taken elsewhere, in a packet: on which state of the item it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from adjudge_queue.decisions import rounds
from adjudge_queue.items import outcomes
from adjudge_queue.items.itemstate import ItemState
from adjudge_queue.records import Action, Round

Manner = Literal["alone", "against", "before", "beside"]


class Brought(NamedTuple):
    """A decision that was taken elsewhere, on an evaluation that need not be the item's any more.

    `told` is what its event says of that, `taken_at` among it; `masked` what was hidden there.
    `manner`: `alone`, as if taken here; `against` another one's, which stands; `before` the one
    who is looking at the item now; `beside` what stands, which it does not change.
    """

    evaluation_id: int
    masked: int
    told: Mapping[str, Any]
    manner: Manner


#: Why two decide on an item on which two have spoken apart.
TWICE: Final = "packet"


def ground(before: ItemState, brought: Brought | None) -> ItemState:
    """The state that a decision is to be taken on.

    What was brought against another one's word makes that one the first of two.
    """
    if brought is None or brought.manner in ("alone", "beside"):
        return before
    twice = before.twice or TWICE
    if brought.manner == "before":
        return before._replace(twice=twice)
    return before._replace(first=before.standing, standing=None, twice=twice, state="needs_second")


def round_of(before: ItemState, action: Action, brought: Brought | None) -> Round:
    """Which round a decision on an item in this state is; only a final one can be one of two."""
    if action not in outcomes.FINAL_ACTIONS:
        return "only"
    if brought is not None and brought.manner == "beside":
        # While two are not settled, a third one's word is hidden as theirs are.
        return "second" if before.under_review else "only"
    return rounds.round_of(ground(before, brought))
