"""Whether a cell of a source's own table holds what a citation says."""

from __future__ import annotations

from adjudge_engine.case import Citation
from adjudge_engine.document import Document
from adjudge_engine.evaluation import Check, Where
from adjudge_engine.gates.citing.cells import compare_cell, holds
from adjudge_engine.gates.citing.locators import on_citation
from adjudge_engine.gates.citing.scopes import Trouble, table_of, unreadable_table
from adjudge_engine.gates.words import shortened


def check_source_cell(citation: Citation, document: Document) -> Check:
    """The check of a cited cell against the table of the source."""
    row, column = citation.row, citation.column
    if row is None or column is None:
        message = "the cell has no row or column"
        return on_citation(citation, "no_locator", message, check="cell")
    table = table_of(citation, document)
    if isinstance(table, Trouble):
        return on_citation(citation, *table, check="cell")
    grid, source_id = document.grid(table.id), document.source.source_id
    name = f"table {shortened(table.id)} of {shortened(source_id)}"
    if table.unreadable:
        return on_citation(citation, *unreadable_table(table, name), check="cell")
    if (row, column) in grid.disputed:
        why = f"two of its cells are at row {row}, column {column}"
        message = f"{name} could not be read: {why}"
        return on_citation(citation, "source_unreadable", message, check="cell")
    text = grid.at(row, column)
    if text is None:
        message = f"{name} has no cell at row {row}, column {column} (counted from 0)"
        return on_citation(citation, "cell_missing", message, check="cell")
    before = grid.at(row - 1, column - 1)
    instead = ""
    if before is not None and holds(before, citation):
        instead = f"; row {row - 1}, column {column - 1} has it: they count from 0"
    where = Where(
        part="source",
        id=source_id,
        page=table.page,
        element_id=table.id,
        path=f"/cells/{row}/{column}",
    )
    return compare_cell(citation, text, where, name, instead)
