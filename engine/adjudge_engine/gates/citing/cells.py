"""Table cells: the cell of a context's table at a cited row and column, merged ones resolved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from adjudge_engine.case import Cell, Citation, Context
from adjudge_engine.evaluation import Check, Place, Where
from adjudge_engine.gates.citing.locators import cited_text, named, on_citation
from adjudge_engine.gates.holding import best, lacks_unit
from adjudge_engine.gates.words import quoted
from adjudge_engine.text.find import find_all
from adjudge_engine.text.normalise import Normalised, normalise
from adjudge_engine.text.quantities import Valued


def cell_text(context: Context, row: int, column: int) -> str | None:
    """The text of the cell that covers (row, column), counted from 0; None without such a cell."""
    cells = context.cells or ()
    if row < 0 or column < 0:
        return None
    if cells and not isinstance(cells[0], Cell):
        entries = cells[row] if row < len(cells) else ()
        return str(entries[column]) if column < len(entries) else None
    for cell in cells:
        if isinstance(cell, Cell) and _covers(cell, row, column):
            return cell.text
    return None


#: A table's text by row and column.
At = Callable[[int, int], str | None]


def cells_of(context: Context) -> At:
    """The context's table, to be asked for cells."""
    return partial(cell_text, context)


def is_asked_for(at: At, citation: Citation, question: str) -> bool:
    """Whether the question names the row of the cited cell, and of several columns the column.

    A bare "345 euros" says of what only by the question: the cell of another row is no answer.
    """
    row, column = citation.row, citation.column
    if row is None or column is None or column == 0:
        return False
    asked = normalise(question, fold_case=True)
    if not _is_named(at(row, 0), asked):
        return False
    alone = at(row, 2) is None
    return alone or _is_named(at(0, column), asked)


def _is_named(label: str | None, asked: Normalised) -> bool:
    wanted = normalise(label or "", fold_case=True)
    return bool(wanted.text) and bool(find_all(wanted, asked, 1))


def _covers(cell: Cell, row: int, column: int) -> bool:
    down, right = row - cell.row, column - cell.column
    return 0 <= down < cell.row_span and 0 <= right < cell.col_span


def check_cell(citation: Citation, contexts: tuple[Context, ...]) -> Check:
    """The check of a cited cell against the table that one of `contexts` carries."""
    row, column = citation.row, citation.column
    if row is None or column is None:
        return on_citation(citation, "no_locator", "the cell has no row or column", check="cell")
    tables = [context for context in contexts if _is_table(context, citation)]
    if len(tables) != 1:
        what = citation.table_id or "the table"
        return on_citation(
            citation,
            "source_unread",
            f"no context holds the cells of {what}, and no registry has its source",
            check="cell",
        )
    text = cell_text(tables[0], row, column)
    if text is None:
        return on_citation(
            citation,
            "cell_missing",
            f"context {tables[0].id} has no cell at row {row}, column {column}",
            check="cell",
        )
    where = Where(part="context", id=tables[0].id, path=f"/cells/{row}/{column}")
    return compare_cell(citation, text, where, f"context {tables[0].id}")


def compare_cell(
    citation: Citation, text: str, where: Where, name: str, instead: str = ""
) -> Check:
    """The check of the citation's value against the text of the cell that it names.

    `name` is the table in words; `instead` is added where the cell holds something else.
    """
    said = citation.value if citation.value is not None else citation.quote
    needle, cell = normalise(said or ""), normalise(text)
    place = f"row {citation.row}, column {citation.column} of {name}"
    observed = Place(text=text, where=where)
    if said is None and citation.kind == "presence":
        return on_citation(citation, "resolved", f"{named(citation)} leads to {place}")
    if not needle.text:
        return on_citation(citation, "quote_empty", "the cell's value is blank", check="cell")
    found = best(needle, Valued(cell))
    verbatim = citation.kind == "quote" and citation.quote is not None
    if verbatim and found is not None and not find_all(needle, cell, 1):
        found = None  # the same value in other words is no quote
    if found is not None and not found.unsigned:
        message = f"{quoted(needle.source)} stands in {place}"
        return on_citation(citation, "cell_found", message, check="cell", observed=observed)
    code, why = "cell_mismatch", instead
    if found is not None:
        code, why = "sign_unclear", ", which may be negative"
    elif lacks_unit(needle, cell):
        code, why = "unit_unstated", "; the cell does not say of what"
    return on_citation(
        citation,
        code,
        f"{quoted(needle.source)}: {place} holds {quoted(text)}{why}",
        check="cell",
        expected=cited_text(citation, needle.source),
        observed=observed,
    )


def holds(text: str, citation: Citation) -> bool:
    """Whether a cell of that text holds what the citation says."""
    said = citation.value if citation.value is not None else citation.quote
    needle = normalise(said or "")
    return bool(needle.text) and best(needle, Valued(normalise(text))) is not None


def _is_table(context: Context, citation: Citation) -> bool:
    """Whether the context holds the cited table; without its name only a cited context does."""
    if context.cells is None:
        return False
    if citation.table_id is None:
        return citation.context_id is not None
    return citation.table_id in (context.element_id, context.id) or (
        citation.context_id is not None and context.element_id is None
    )
