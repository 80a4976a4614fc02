"""Curves and intervals drawn with characters, to be read without colour.

A curve is drawn in braille, two dots wide and four high a cell; its axes, marks and levels are
characters of their own, so that each can be told from the others by its shape alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

_BRAILLE: Final = 0x2800
#: The bit of a dot by its column and row in a cell.
_BITS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_BAND_STEP: Final = 3  # every so many columns of dots the edge of a band has one


class Dot(NamedTuple):
    """A point of a curve; `low` and `high` None: nothing is known of its spread."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


class Axis(NamedTuple):
    """From where to where, and what stands at the ends; `name` says what it measures."""

    low: float
    high: float
    first: str
    last: str
    name: str = ""

    def share(self, value: float) -> float:
        """Where a value lies between the ends, 0 … 1; what lies beyond stays at the end."""
        if self.high <= self.low:
            return 0.5
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))


class Canvas:
    """Cells of braille dots with characters over them."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(1, width), max(1, height)
        self._dots = [[0] * self.width for _ in range(self.height)]
        self._over: dict[tuple[int, int], str] = {}

    def dot(self, x: int, y: int) -> None:
        """Set the dot in column `x` from the left and row `y` from the top, both in dots."""
        column, row = x // 2, y // 4
        if 0 <= column < self.width and 0 <= row < self.height:
            self._dots[row][column] |= _BITS[x % 2][y % 4]

    def over(self, column: int, row: int, sign: str) -> None:
        """Put a character over a cell."""
        if 0 <= column < self.width and 0 <= row < self.height:
            self._over[column, row] = sign

    def empty(self, column: int, row: int) -> bool:
        """Whether nothing is drawn in a cell."""
        return not self._dots[row][column] and (column, row) not in self._over

    def rows(self) -> list[str]:
        """The rows as text; empty cells are blanks."""
        return [
            "".join(
                self._over.get((column, row)) or (chr(_BRAILLE + bits) if bits else " ")
                for column, bits in enumerate(cells)
            )
            for row, cells in enumerate(self._dots)
        ]


def plot(
    dots: Sequence[Dot],
    size: tuple[int, int],
    x: Axis,
    y: Axis,
    *,
    marks: Mapping[str, Dot] | None = None,
    levels: Iterable[float] = (),
    uprights: Iterable[float] = (),
) -> list[str]:
    """A framed curve of at most `size` (cells, rows), axes and labels included; the lines.

    The curve goes level from a dot to the x of the next: what lies between two was not measured.
    `levels` are dashed lines at a y, `uprights` lines at an x, `marks` signs at a dot.
    """
    edge = max(cell_len(y.first), cell_len(y.last))
    width, height = max(4, size[0] - edge - 2), max(2, size[1] - 2)
    canvas = Canvas(width, height)
    places = [_place(canvas, x, y, one.x, one.y) for one in dots]
    _draw_band(canvas, dots, x, y)
    for (left, up), (right, down) in pairwise(places):
        _draw_step(canvas, left, up, right, down)
    if places:
        canvas.dot(*places[-1])
    _draw_lines(canvas, x, y, levels, uprights)
    for sign, one in (marks or {}).items():
        left, up = _place(canvas, x, y, one.x, one.y)
        canvas.over(left // 2, up // 4, sign)
    return _framed(canvas, x, y, edge)


def _place(canvas: Canvas, x: Axis, y: Axis, at: float, value: float) -> tuple[int, int]:
    """Where a point lies, in dots from the upper left."""
    column = round(x.share(at) * (2 * canvas.width - 1))
    return column, round((1 - y.share(value)) * (4 * canvas.height - 1))


def _draw_step(canvas: Canvas, left: int, up: int, right: int, down: int) -> None:
    """Level to the next column, then up or down to it."""
    for column in range(left, right + 1):
        canvas.dot(column, up)
    for row in range(min(up, down), max(up, down) + 1):
        canvas.dot(right, row)


def _draw_band(canvas: Canvas, dots: Sequence[Dot], x: Axis, y: Axis) -> None:
    """Both edges of what is likely, as single dots apart from each other."""
    last = -_BAND_STEP
    for one in dots:
        if one.low is None or one.high is None:
            continue
        column, low = _place(canvas, x, y, one.x, one.low)
        if column - last >= _BAND_STEP:
            last = column
            canvas.dot(column, low)
            canvas.dot(*_place(canvas, x, y, one.x, one.high))


def _draw_lines(
    canvas: Canvas, x: Axis, y: Axis, levels: Iterable[float], uprights: Iterable[float]
) -> None:
    for level in levels:
        row = _place(canvas, x, y, x.low, level)[1] // 4
        for column in range(canvas.width):
            if column % 2 == 0 and canvas.empty(column, row):
                canvas.over(column, row, "╌")
    for upright in uprights:
        column = _place(canvas, x, y, upright, y.low)[0] // 2
        for row in range(canvas.height):
            if canvas.empty(column, row):
                canvas.over(column, row, "┊")


def _framed(canvas: Canvas, x: Axis, y: Axis, edge: int) -> list[str]:
    lines = []
    rows = canvas.rows()
    for number, row in enumerate(rows):
        label = y.last if number == 0 else y.first if number == len(rows) - 1 else ""
        lines.append(f"{right(label, edge)} {'┤' if label else '│'}{row.rstrip()}")
    lines.append(f"{'':{edge}} └{'─' * canvas.width}")
    room = canvas.width - cell_len(x.first) - cell_len(x.last)
    name = x.name if cell_len(x.name) + 2 <= room else ""
    before = (room - cell_len(name)) // 2
    middle = " " * max(1, before) + name
    gap = " " * max(1, canvas.width - cell_len(x.first + middle + x.last))
    lines.append(f"{'':{edge}}  {x.first}{middle}{gap}{x.last}")
    return lines


def right(text: str, cells: int) -> str:
    """The text at the right end of so many cells."""
    return " " * max(0, cells - cell_len(text)) + text


def bar(value: float | None, between: tuple[float, float] | None, top: float, width: int) -> str:
    """An interval on a line from 0 to `top` of `width` cells: `├━━◆━━┤`; blank without a value."""
    cells = ["·"] * max(2, width)
    axis = Axis(0.0, top, "", "")

    def column(at: float) -> int:
        return round(axis.share(at) * (len(cells) - 1))

    if value is None:
        return " " * len(cells)
    if between is not None:
        low, high = column(between[0]), column(between[1])
        cells[low : high + 1] = ["━"] * (high - low + 1)
        cells[low], cells[high] = "├", "┤"
    cells[column(value)] = "◆"
    return "".join(cells)


def scale(first: str, last: str, width: int) -> str:
    """What stands at the ends of a line of bars."""
    return first + " " * max(1, width - cell_len(first) - cell_len(last)) + last


def columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Cells side by side: the first to the left, the others to the right, two blanks between."""
    parts = [
        set_cell_size(cell, width) if place == 0 else right(cell, width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(parts).rstrip()


def round_up(value: float) -> float:
    """The top of an axis of shares: the next of 5, 10, 20, 50, 100 %."""
    return next((one for one in (0.05, 0.1, 0.2, 0.5) if value <= one), 1.0)
