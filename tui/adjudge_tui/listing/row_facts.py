"""What the queue says of the item under the cursor: why it is here, who has it, till when."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from adjudge_queue.records import ItemRow
from adjudge_tui.display import cut, one_line
from adjudge_tui.wording.strings import say

_LONGEST: Final = 600  # characters of a free text in a line


def reason_pieces(row: ItemRow) -> list[tuple[str, str]]:
    """One line: why it is here; where that is not to be seen, what was asked."""
    return [(f" {one_line((row.priority_reason or row.question)[:_LONGEST])}", "bold")]


def facts_pieces(row: ItemRow | None, reviewer: str, refused: str = "") -> list[tuple[str, str]]:
    """One line: why the last action left it alone, lease, assignment, due date, the question."""
    if row is None:
        return [("", "")]
    pieces = [(" ", "")]
    if refused:
        pieces.append((f"✗ {cut(one_line(refused), 120)}  ", "bold $error"))
    facts = [f"#{row.item_id}"]
    if row.state == "claimed" and row.holder == reviewer:
        facts.append(say("facts.yours"))
    elif row.state == "claimed" and row.holder:
        until = local_minute(row.lease_until)
        facts.append(say("facts.held", who=_who(row.holder), until=until))
    if row.state == "snoozed" and row.lease_until:
        facts.append(say("facts.snoozed", until=local_minute(row.lease_until)))
    if row.assigned_to:
        facts.append(say("facts.assigned", who=_who(row.assigned_to)))
    if row.due:
        facts.append(say("facts.due", date=one_line(row.due)[:10]))
    if row.second:
        facts.append(say("facts.second"))
    if row.stale:
        facts.append(say("facts.stale"))
    pieces.append((" · ".join(facts), "$desk-muted"))
    if row.priority_reason:
        pieces.append((f"  {one_line(row.question[:_LONGEST])}", ""))
    return pieces


def _who(name: str) -> str:
    return cut(one_line(name), 30)


def local_minute(moment: str | None) -> str:
    """A stored moment by the clock of this machine, to the minute; as it is if it is none."""
    if not moment:
        return "?"
    try:
        return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return one_line(moment)[:20]
