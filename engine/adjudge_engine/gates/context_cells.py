"""Whether the rows of a context's table stand in a table of the source that it names."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge_engine.case import Context
from adjudge_engine.document import Document
from adjudge_engine.gates.contexts import Finding
from adjudge_engine.gates.words import shortened
from adjudge_engine.grids import Grid
from adjudge_engine.text.normalise import normalise


def check_cells(context: Context, documents: Sequence[Document]) -> Finding | None:
    """Whether the rows of a context's table stand, in their order, in a table of the source."""
    if not context.cells:
        return None
    name = shortened(context.source_id or "")
    able = [one for one in documents if one.source.capabilities.tables]
    if not able:
        message = f"the registry has no tables of {name} to compare context {context.id} with"
        return Finding("text_unavailable", message)
    rows = [_texts(cells) for _, cells in Grid.of(context.cells).rows()]
    for document in able:
        names = list(document.tables)
        if context.element_id in document.tables:
            names = [context.element_id]
        for table_id in names:
            if _has_rows(document.grid(table_id), rows):
                message = f"the cells of context {context.id} stand in table {shortened(table_id)}"
                return Finding("cells_found", message)
    for table in (table for document in able for table in document.source.tables):
        if table.unreadable:
            what = f"table {shortened(table.id)} of {name} could not be read: {table.unreadable}"
            return Finding("text_unavailable", f"the cells of context {context.id}: {what}")
    message = f"no table of {name} has the cells of context {context.id}"
    return Finding("cells_altered", message)


def _texts(cells: list[tuple[int, str]]) -> list[tuple[int, str]]:
    found = [(column, normalise(text).text) for column, text in cells]
    return [(column, text) for column, text in found if text]


def _has_rows(grid: Grid, rows: list[list[tuple[int, str]]]) -> bool:
    left = iter([row for row in rows if row])
    wanted = next(left, None)
    for number, _ in grid.rows():
        if wanted is None:
            return True
        if all(normalise(grid.at(number, column) or "").text == text for column, text in wanted):
            wanted = next(left, None)
    return wanted is None
