"""Whether the rows of a context's table stand in a table of the source that it names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge_engine.case import Context
from adjudge_engine.document import Document
from adjudge_engine.gates.identifying.contexts import Finding
from adjudge_engine.gates.words import shortened
from adjudge_engine.grids import Grid
from adjudge_engine.text.normalise import normalise

#: How many cells the contexts of a case may have compared.
_MOST_COMPARED: Final = 5_000_000

#: The cells of a row that say something, as (column, normalised text).
Row = list[tuple[int, str]]


class Cells:
    """Compares the tables of contexts with those of sources; a budget bounds it for one case."""

    def __init__(self) -> None:
        self._left = _MOST_COMPARED

    def check(self, context: Context, documents: Sequence[Document]) -> Finding | None:
        """Whether the rows stand, in their order, in one table; None for a context without."""
        if not context.cells:
            return None
        name = shortened(context.source_id or "")
        able = [one for one in documents if one.source.capabilities.tables]
        if not able:
            message = f"the registry has no tables of {name} to compare context {context.id} with"
            return Finding("text_unavailable", message)
        rows = [row for row in map(_said, Grid.of(context.cells).rows()) if row]
        if not rows:
            return Finding("cells_found", f"the cells of context {context.id} say nothing")
        for document in able:
            for table_id in _candidates(context, rows, document):
                if self._has_rows(document, table_id, rows):
                    said = f"the cells of context {context.id} stand in table"
                    return Finding("cells_found", f"{said} {shortened(table_id)} of {name}")
        if self._left < 0:
            return Finding("search_limit", "the contexts ask for too much searching")
        return _nowhere(context, able, name)

    def _has_rows(self, document: Document, table_id: str, rows: list[Row]) -> bool:
        grid, left = document.grid(table_id), iter(rows)
        wanted = next(left, None)
        for number, texts in document.cell_texts[table_id].items():
            if wanted is None:
                return True
            self._left -= 1 + len(wanted)
            if self._left < 0:
                return False
            if all(
                (
                    texts[column]
                    if column in texts
                    else normalise(grid.at(number, column) or "").text
                )
                == text
                for column, text in wanted
            ):
                wanted = next(left, None)
        return wanted is None


def _said(row: tuple[int, list[tuple[int, str]]]) -> Row:
    found = [(column, normalise(text).text) for column, text in row[1]]
    return [(column, text) for column, text in found if text]


def _candidates(context: Context, rows: list[Row], document: Document) -> Sequence[str]:
    """The table that the context names, else those with its first cell."""
    if context.element_id in document.tables:
        return (context.element_id,)
    return document.tables_by_cell.get(rows[0][0][1], ())


def _nowhere(context: Context, documents: list[Document], name: str) -> Finding:
    for table in (table for document in documents for table in document.source.tables):
        if table.unreadable:
            what = f"table {shortened(table.id)} of {name} could not be read: {table.unreadable}"
            return Finding("text_unavailable", f"the cells of context {context.id}: {what}")
    message = f"no table of {name} has the cells of context {context.id}"
    return Finding("cells_altered", message)
