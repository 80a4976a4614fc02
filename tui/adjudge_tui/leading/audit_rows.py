"""The rows of the audit's lists as text: numbers and closed words first, free text last.

Nothing hostile can so move a column.
"""

from __future__ import annotations

from typing import Final

from rich.cells import set_cell_size

from adjudge_tui.display import cut
from adjudge_tui.leading.audit_events import EventRow
from adjudge_tui.leading.audit_lists import StaleRow

#: From this width on times are whole.
_WIDE: Final = 100
_KIND, _WHO, _CASE, _WHY = 12, 12, 20, 28


def row_text(row: EventRow | StaleRow, width: int) -> tuple[str, str]:
    """A row of one of the lists, and the kind of its look."""
    return _event(row, width) if isinstance(row, EventRow) else (_stale(row), "")


def _event(row: EventRow, width: int) -> tuple[str, str]:
    at = row.at if width >= _WIDE else row.at[5:16]
    item = "" if row.item_id is None else f"#{row.item_id}"
    kind, who = set_cell_size(row.kind, _KIND), set_cell_size(cut(row.who, _WHO), _WHO)
    text = f"{row.seq:>7}  {at}  {kind} {item:<8} {who}  {row.what}"
    return text, "muted" if row.veiled else ""


def _stale(row: StaleRow) -> str:
    case = set_cell_size(cut(row.case_id, _CASE), _CASE)
    why = set_cell_size(cut(row.why, _WHY), _WHY)
    return f"#{row.item_id:<6} {row.at[:16]:<16}  {why}  {case}  {row.decision}"
