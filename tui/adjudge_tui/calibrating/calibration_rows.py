"""The labelled rows of a golden set as one reviewer may see them, and whose judgments they hold.

Runs in a process of its own, see `calibration_apart`. A row counts only where nothing is given away
by it: not while its item, or a copy of it, is open to the reviewer without its judge, and not while
two people still decide on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from adjudge_engine.errors import AdjudgeError
from adjudge_queue.records import OPEN_STATES
from adjudge_tui.desk.blinding import Eyes
from adjudge_tui.leading.audit_events import closed_items

if TYPE_CHECKING:
    from adjudge_engine.case import Case
    from adjudge_queue import Queue

JSON = Mapping[str, Any]
_BATCH: Final = 200


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled case. `item`: where it can be looked at; None: it is no item of this queue."""

    case: Case
    item: int | None


@dataclass(slots=True)
class GoldenRows:
    """Reads the rows of a version. `closed` counts those that were left out, `withdrawn` too."""

    queue: Queue
    eyes: Eyes
    name: str
    version: int
    closed: int = 0
    withdrawn: int = 0
    _drawn: dict[int, bool] = field(default_factory=dict)

    def read(self, tell: Callable[[int], None]) -> Iterator[Row]:
        """The rows that may be seen; `tell` hears how many have been read."""
        from adjudge_engine.case import Case

        copies, done = self.queue.golden_copies(), 0
        exported = self.queue.golden_export(self.name, self.version)
        while batch := list(islice(exported, _BATCH)):
            places = [self._places(row, copies) for row in batch]
            hidden = hidden_items(
                self.queue, self.eyes, [one for found in places for one in found], self._drawn
            )
            for row, found in zip(batch, places, strict=True):
                if _told(row).get("withdrawn"):
                    self.withdrawn += 1
                elif hidden.isdisjoint(found):
                    yield Row(Case.model_validate(row), found[0] if found else None)
                else:
                    self.closed += 1
            done += len(batch)
            tell(done)

    def _places(self, row: JSON, copies: Mapping[int, Sequence[int]]) -> list[int]:
        """The items that a row speaks of: its own, the one of its case, and their copies."""
        item = _told(row).get("item")
        named = item_of_case(self.queue, str(row.get("id")))
        items = [one for one in (item, named) if isinstance(one, int)]
        return [*items, *(copy for one in items for copy in copies.get(one, ()))]


def _told(row: JSON) -> JSON:
    found = (row.get("metadata") or {}).get("golden")
    return found if isinstance(found, Mapping) else {}


def item_of_case(queue: Queue, case_id: str) -> int | None:
    """The newest item of a case; None where the queue has none."""
    if case_id.startswith("#"):  # which would be taken for the number of another one
        return None
    try:
        return queue.find(case_id)
    except AdjudgeError:
        return None


def hidden_items(
    queue: Queue, eyes: Eyes, ids: Iterable[int], drawn: dict[int, bool]
) -> frozenset[int]:
    """Those of the items on which neither the judge's word nor people's may be told this viewer."""
    wanted = sorted(set(ids))
    undecided = {
        row.item_id
        for row in queue.rows(wanted, eyes.reviewer)
        if row.second and row.state in OPEN_STATES
    }
    return closed_items(queue, eyes, wanted, drawn) | undecided
