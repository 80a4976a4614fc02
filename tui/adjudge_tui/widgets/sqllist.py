"""The queue's list: items in a row each, or in two where it is narrow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.cells import cell_len, set_cell_size

from adjudge_engine.vocabulary import GATES
from adjudge_queue.records import ItemRow
from adjudge_tui.desk.marks import Marks
from adjudge_tui.desk.said import OUTCOME_GLYPHS
from adjudge_tui.display import cut, one_line
from adjudge_tui.listing.columns import fit
from adjudge_tui.widgets.rowlist import RowList
from adjudge_tui.wording.strings import say

_NARROW = 60  # below this an item is two rows
_MARK = "x"
_GATE = max(map(len, GATES)) + 1  # a sign and the longest name


class SqlList(RowList[ItemRow]):
    """Any number of items by id, of which `fetch(ids, reply)` brings a page.

    With `marks` a column shows which items are marked.
    """

    def __init__(
        self,
        name: str,
        fetch: Callable[[Sequence[int], Callable[[list[ItemRow]], None]], None],
        *,
        marks: Marks | None = None,
    ) -> None:
        def by_id(ids: Sequence[int], reply: Callable[[Mapping[int, ItemRow]], None]) -> None:
            fetch(ids, lambda rows: reply({row.item_id: row for row in rows}))

        super().__init__(name, by_id, lambda row, width: (_wide_row(row), ""), lambda item: "")
        self.marks = marks

    @property
    def tall(self) -> int:
        """Two lines where one has no room for both the item and what is asked."""
        return 2 if self.scrollable_content_region.width < _NARROW else 1

    def line(self, index: int, part: int, width: int) -> tuple[str, str]:
        """What is marked, then the item; in the second line of two the question."""
        item_id, row = self.numbers[index], self._row(index)
        marked = part == 0 and self.marks is not None and item_id in self.marks
        bar = "" if self.marks is None else f"{_MARK} " if marked else "  "
        if row is None:
            return (f"{bar}#{item_id} …" if part == 0 else bar), ""
        if self.tall == 1:
            return fit(bar + _wide_row(row), width), ""
        if part == 0:
            head = f"{bar}{say(f'state.{row.state}')[:1]} {_worst(row)} "
            return head + cut(one_line(row.case_id[:400]), width - cell_len(head)), ""
        question = one_line(row.question[:400]) or say("question.none")
        return f"{bar}  {cut(question, width - len(bar) - 2)}", "muted"


def _worst(row: ItemRow) -> str:
    """The first gate that does not pass; where all do, the route."""
    for gate, outcome in row.gates.items():
        if outcome in OUTCOME_GLYPHS:
            return set_cell_size(f"{OUTCOME_GLYPHS[outcome]}{gate}", _GATE)
    return set_cell_size(say(f"route.{row.route}") if row.route else "", _GATE)


def _wide_row(row: ItemRow) -> str:
    """Signs and closed words first, free text last, so that nothing hostile moves a column."""
    reason = one_line(row.priority_reason[:200])
    who = row.holder if row.state == "claimed" else row.decided_by
    if row.action:
        reason = say(
            "decision.by",
            action=say(f"decision.{row.action}"),
            who=one_line(row.decided_by or "?"),
        )
    elif row.state == "claimed" and who:
        reason = say("queue.held", who=one_line(who))
    return " ".join(
        (
            set_cell_size(say(f"state.{row.state}"), 12),
            set_cell_size(say(f"route.{row.route}") if row.route else "", 7),
            set_cell_size(say(f"risk_word.{row.risk}"), 8),
            set_cell_size(cut(one_line(row.case_id[:400]), 20), 20),
            set_cell_size(cut(reason, 32), 32),
            one_line(row.question[:300]),
        )
    )
