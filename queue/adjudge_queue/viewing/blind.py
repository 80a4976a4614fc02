"""What of an item its viewer may not know yet: the other's decision in a double review.

While two have to agree and the item is not decided, nobody is shown what another has decided on
it. Only a declared lead who does not hold the item sees everything. Where no team is declared
everybody leads, so there is nobody who may look. The same events are left out for everybody below
a lead that would tell a planted item from an ordinary one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudge_queue.file.store import Store
from adjudge_queue.items import itemstate
from adjudge_queue.items.itemstate import ItemState
from adjudge_queue.people.team import Team
from adjudge_queue.viewing import masks

#: Kinds of events that tell what somebody thinks of an item.
_WORDS: Final = frozenset({"decided", "undone"})
#: What an event says of the decisions of a double review.
_NUMBERS: Final = frozenset({"first", "second"})


class Blinds:
    """Whether events may be shown to one viewer. None sees all: the audit."""

    def __init__(self, store: Store, team: Team, viewer: str | None) -> None:
        self._store = store
        self._viewer = viewer
        self._oversees = viewer is not None and team.oversees(viewer)
        self._states: dict[int, ItemState | None] = {}
        self._team = team
        self._closed: dict[int, bool] = {}

    def hides(self, event: Mapping[str, Any]) -> bool:
        """Whether the viewer must not see this event (as `standing.trail` gives it)."""
        if self._viewer is None:
            return False
        if event["kind"] == "planted":
            return not self._oversees
        if event["kind"] == "first_word":
            return self._blinded(event["item_id"]) and event["actor"] != self._viewer
        if event["kind"] not in _WORDS or event["body"].get("round", "only") == "only":
            return False
        author = event["body"].get("decided_by", event["actor"])
        return author != self._viewer and self._blinded(event["item_id"])

    def shown(self, event: dict[str, Any]) -> dict[str, Any]:
        """An event without the numbers of decisions that are hidden."""
        if self._viewer is None or not _NUMBERS & event["body"].keys():
            return event
        if not self._blinded(event["item_id"]):
            return event
        body = {name: one for name, one in event["body"].items() if name not in _NUMBERS}
        return event | {"body": body}

    def unread(self, event: Mapping[str, Any]) -> bool:
        """Whether what was written with this event may repeat a source that is not for the viewer.

        One's own words, and those with which somebody was given the item, are for them.
        """
        if self._viewer is None or event["item_id"] is None:
            return False
        if event["actor"] == self._viewer or event["kind"] == "assigned":
            return False
        item_id = event["item_id"]
        if item_id not in self._closed:
            member = self._team.member(self._viewer)
            self._closed[item_id] = masks.closed(self._store.one, item_id, member) > 0
        return self._closed[item_id]

    def _blinded(self, item_id: int) -> bool:
        """Whether the item is under a double review that the viewer may not look into."""
        if item_id not in self._states:
            row = self._store.one(itemstate.LOAD, (item_id,))
            self._states[item_id] = None if row is None else itemstate.of_row(row)
        now = self._states[item_id]
        if now is None or not now.under_review:
            return False
        return not self._oversees or now.holder == self._viewer
