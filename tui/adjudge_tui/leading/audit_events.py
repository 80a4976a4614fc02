"""The trail as a list: who did what, when, and with what in sight; free of Textual.

Of an item whose judge the reviewer may not be shown yet only who and when is told: what was said of
it, how it was routed and what has changed since may all tell of the judge.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudge_queue.records import OPEN_STATES
from adjudge_tui.desk.blinding import Eyes, case_hash_of
from adjudge_tui.desk.doc import Doc, DocBuilder
from adjudge_tui.desk.event_words import MOST, kind_said, moment, seen_said, what_said
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue

JSON = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event in the list, display-safe. `who` and `what` are of any length."""

    seq: int
    at: str
    who: str
    kind: str
    item_id: int | None
    what: str
    veiled: bool = False


def closed_items(
    queue: Queue, eyes: Eyes, ids: Iterable[int], drawn: dict[int, bool]
) -> frozenset[int]:
    """Those of the items whose judge may not be shown to this reviewer now.

    `drawn` remembers which were not drawn; only one thread may use it.
    """
    blinding = eyes.blinding
    if not (blinding.all or blinding.asked or blinding.share):
        return frozenset()
    closed = set()
    for row in queue.rows(sorted(set(ids)), eyes.reviewer):
        if blinding.asked and row.item_id not in eyes.shown:
            closed.add(row.item_id)
        elif row.state in OPEN_STATES and row.item_id not in eyes.seen:
            if not drawn.get(row.item_id, True):
                continue
            item = queue.item(row.item_id, eyes.reviewer)
            drawn[row.item_id] = blinding.drawn(case_hash_of(item))
            if eyes.word_due(item):
                closed.add(row.item_id)
    return frozenset(closed)


def read_events(
    queue: Queue,
    eyes: Eyes,
    numbers: Sequence[int],
    item_id: int | None,
    drawn: dict[int, bool],
) -> dict[int, EventRow]:
    """The events of these numbers (of one item, or of all), those left out that are not for the
    reviewer.
    """
    if not numbers:
        return {}
    low, high = min(numbers), max(numbers)
    found = queue.events(after=low - 1, limit=high - low + 1, item_id=item_id, viewer=eyes.reviewer)
    events = [event for event in found if event["seq"] <= high]
    ids = [event["item_id"] for event in events if event["item_id"] is not None]
    closed = closed_items(queue, eyes, ids, drawn)
    return {event["seq"]: event_row(event, event["item_id"] in closed) for event in events}


def event_row(event: JSON, veiled: bool) -> EventRow:
    """One event as its row."""
    what = say("audit.veiled") if veiled else " · ".join(what_said(event))
    return EventRow(
        event["seq"],
        moment(event["at"]),
        one_line(str(event["actor"])[:MOST]),
        kind_said(event["kind"]),
        event["item_id"],
        what,
        veiled,
    )


def event_doc(queue: Queue, eyes: Eyes, seq: int, drawn: dict[int, bool]) -> Doc:
    """One event whole: who, when, what, what was seen, and its body as it is stored."""
    out = DocBuilder()
    found = queue.events(after=seq - 1, limit=1, viewer=eyes.reviewer)
    if not found or found[0]["seq"] != seq:
        out.line(say("audit.not_for_you"), "muted")
        return out.build()
    event = found[0]
    ids = [] if event["item_id"] is None else [event["item_id"]]
    veiled = bool(closed_items(queue, eyes, ids, drawn))
    row = event_row(event, veiled)
    out.line(f"{seq}  {row.kind}", "heading")
    out.line(say("audit.when", at=row.at))
    out.line(say("audit.who", who=row.who))
    if row.item_id is not None:
        out.line(say("audit.item", item=row.item_id))
    if veiled:
        out.line()
        out.line(say("audit.veiled_whole"), "muted")
        return out.build()
    _whole(out, event)
    return out.build()


def _whole(out: DocBuilder, event: JSON) -> None:
    what = " · ".join(what_said(event))
    if what:
        out.line(say("audit.what", what=what))
    if event.get("note"):
        out.line()
        out.line(say("audit.note"), "heading")
        out.line(display_safe(str(event["note"])))
    seen = event["body"].get("seen")
    if isinstance(seen, Mapping):
        out.line()
        out.line(say("audit.seen"), "heading")
        for words in seen_said(event["body"]):
            out.line(f"  {words}")
        for place in seen.get("evidence") or ():
            out.line(f"    {one_line(str(place))}", "muted")
    out.line()
    out.line(say("audit.body"), "heading")
    out.line(display_safe(json.dumps(event["body"], indent=2, ensure_ascii=False)))
    out.line()
    out.line(say("audit.hash", hash=one_line(str(event["hash"]))), "muted")
