"""What the reader's thread does for a sitting: rows of the list, and the views that come next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from adjudge_queue.records import OPEN_STATES, Filter, ItemRow
from adjudge_tui.desk.blinding import Eyes, case_hash_of, veil_rows
from adjudge_tui.desk.laying import Ready, Taking
from adjudge_tui.desk.state import build_view

if TYPE_CHECKING:
    from adjudge_queue import Queue
    from adjudge_tui.desk.sitting import Sitting


#: So many rows are looked at for the next item that this reviewer has not skipped.
_LOOKED_AT: Final = 4


def call_ahead(sitting: Sitting) -> None:
    """Have the views built that most likely come next, while the item at hand is read."""
    view, place, listed = sitting.view, sitting.place, None
    if view is None:
        return
    if place and sitting.snapshot is not None and place < len(sitting.snapshot):
        listed = sitting.snapshot[place]
    how, item_id, skipped = sitting.taking, view.item_id, frozenset(sitting.skipped_here)

    def done(ready: dict[int, Ready]) -> None:
        if sitting.view is view:
            sitting.ahead = ready

    sitting.reader.submit(
        lambda queue: look_ahead(queue, how, item_id, listed, skipped),
        done,
        lambda _error: None,  # it is then built when it is asked for
    )


def look_ahead(
    queue: Queue, how: Taking, item_id: int, listed: int | None, skipped: frozenset[int]
) -> dict[int, Ready]:
    """The views of the items that most likely follow the one at hand.

    These are the next one listed, the one after it in the queue's order, and that order's first.
    Where each item is blind the order is drawn anew each time, so there the list alone tells.
    """
    wanted = [] if listed is None else [listed]
    if how.eyes.blinding.order[0] == "priority":
        where = replace(how.where or Filter(), states=("pending",))
        for after in (item_id, None):
            rows = queue.page(where, after=after, limit=_LOOKED_AT)
            ids = (row.item_id for row in rows)
            wanted += islice((one for one in ids if one not in skipped and one != item_id), 1)
    ready: dict[int, Ready] = {}
    for one in dict.fromkeys(wanted):
        known = how.ahead.get(one)  # whether it is still good is seen when it is asked for
        if known is None:
            item = queue.item(one, how.eyes.reviewer)
            known = Ready(item.evaluation_id, build_view(item, hidden=how.eyes.hides(item)))
        ready[one] = known
    return ready


def rows_shown(
    queue: Queue, eyes: Eyes, ids: Sequence[int], drawn: dict[int, bool]
) -> list[ItemRow]:
    """Rows of the list without what the judge had a part in, where a first word is still due.

    `drawn` remembers of which items that is known; only this thread uses it.
    """
    rows, blinding = queue.rows(ids, eyes.reviewer), eyes.blinding
    closed: set[int] = set()
    if not blinding.all and (blinding.asked or blinding.share):
        for row in rows:
            if row.state not in OPEN_STATES or row.item_id in eyes.seen:
                continue
            if blinding.asked or drawn.get(row.item_id, True):
                item = queue.item(row.item_id, eyes.reviewer)
                drawn[row.item_id] = blinding.drawn(case_hash_of(item))
                closed |= {row.item_id} if eyes.word_due(item) else set()
    return veil_rows(rows, blinding, closed)
