"""Two reviews as text: beside each other where there is room, else one under the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from adjudge_tui.desk.doc import Doc, DocBuilder, Lines, Mark
from adjudge_tui.display import cut
from adjudge_tui.leading.differing import Cell, Difference
from adjudge_tui.wording.strings import say

#: From this width on the two stand beside each other.
BESIDE: Final = 90
_TONES: Final = ("good", "warn", "bad", "muted")
_BAR: Final = " │ "
_SLACK: Final = 2  # cells by which a terminal may measure hostile text differently


class Versus(NamedTuple):
    """The document, and for each difference the range of its title in it."""

    doc: Doc
    titles: tuple[tuple[int, int], ...]


def versus(
    listed: Sequence[Difference], width: int, own: Sequence[str] = (), left_out: str = ""
) -> Versus:
    """The differences in lines of at most `width` cells; `own`: the lead's word on each, if any.

    `left_out` is a last sentence on what is not shown.
    """
    out, titles = DocBuilder(), []
    beside = width >= BESIDE
    if beside and listed:
        column = (width - len(_BAR)) // 2
        head = f"  {say('differ.first')}"
        out.write(_filled(head, column), "heading")
        out.line(f"{_BAR}{say('differ.second')}", "heading")
    for place, each in enumerate(listed):
        mine = own[place] if place < len(own) else ""
        said = f"  → {mine}" if mine else ""
        title = cut(each.title, width - cell_len(said) - _SLACK)
        start = out.write(title, "heading")
        titles.append((start, start + len(title)))
        out.line(said, "good" if said else "")
        (_beside if beside else _under)(out, each.cells, width)
    if left_out:
        out.line()
        out.line(left_out, "muted")
    return Versus(out.build(), tuple(titles))


def _beside(out: DocBuilder, cells: tuple[Cell, Cell], width: int) -> None:
    column = (width - len(_BAR)) // 2
    one, other = (_wrapped(cell, column - 2 - _SLACK) for cell in cells)
    for row in range(max(len(one), len(other))):
        _put(out, cells[0], one, row, "  ")
        start, end = one[row] if row < len(one) else (0, 0)
        out.write(_filled("", column - 2 - cell_len(cells[0].text[start:end])))
        out.write(_BAR, "muted")
        _put(out, cells[1], other, row, "")
        out.line()


def _under(out: DocBuilder, cells: tuple[Cell, Cell], width: int) -> None:
    """One under the other; two short ones share a line, so that more is in sight."""
    half = width // 2 - 4 - _SLACK
    if all("\n" not in cell.text and cell_len(cell.text) <= half for cell in cells):
        for number, cell in enumerate(cells, 1):
            _put(out, cell, [(0, len(cell.text))], 0, f"  {number} ")
            out.write(" " * (half - cell_len(cell.text)) if number == 1 else "\n")
        return
    for number, cell in enumerate(cells, 1):
        rows = _wrapped(cell, width - 4 - _SLACK)
        for row in range(len(rows)):
            _put(out, cell, rows, row, f"  {number} " if row == 0 else "    ")
            out.line()


def _wrapped(cell: Cell, width: int) -> list[tuple[int, int]]:
    lines = Lines(cell.text, max(8, width))
    return [lines[at] for at in range(len(lines))]


def _put(out: DocBuilder, cell: Cell, rows: list[tuple[int, int]], row: int, before: str) -> None:
    """One row of a cell, with its tone, and the part marked that differs."""
    out.write(before)
    if row >= len(rows):
        return
    start, end = rows[row]
    at = out.write(cell.text[start:end], cell.tone if cell.tone in _TONES else "")
    first, last = max(start, cell.apart[0]), min(end, cell.apart[1])
    if first < last:
        out.marks.append(Mark(at + first - start, at + last - start, "hit"))


def _filled(text: str, width: int) -> str:
    return text + " " * max(0, width - cell_len(text))
