"""A curve with its band, drawn with characters: for a terminal, and for a page of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

_HEIGHT: Final = 12
_WIDTH: Final = 60


class Dot(NamedTuple):
    """A point of a curve; `low` and `high` None: nothing is known of its spread."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


def plot(
    dots: Sequence[Dot], *, x: str, y: str, mark: float | None = None, lines: Sequence[float] = ()
) -> list[str]:
    """Lines of text: `●` the curve, `░` its band, `│` at the x of `mark`, `─` at the y of `lines`.

    Points are put into columns by their x; of several in one column the last is drawn.
    """
    if not dots:
        return []
    left, right = min(one.x for one in dots), max(one.x for one in dots)
    ends = [*(one.y for one in dots), *lines]
    ends += [one for dot in dots for one in (dot.low, dot.high) if one is not None]
    low, high = min(ends), max(ends)
    grid = [[" "] * _WIDTH for _ in range(_HEIGHT)]

    def column(value: float) -> int:
        return round((value - left) / (right - left) * (_WIDTH - 1)) if right > left else 0

    def row(value: float) -> int:
        share = (value - low) / (high - low) if high > low else 0.5
        return round((1 - share) * (_HEIGHT - 1))

    for level in lines:
        grid[row(level)] = ["─"] * _WIDTH
    for dot in dots:
        if dot.low is not None and dot.high is not None:
            for at in range(row(dot.high), row(dot.low) + 1):
                grid[at][column(dot.x)] = "░"
    if mark is not None and left <= mark <= right:
        for cells in grid:
            if cells[column(mark)] in " ─":
                cells[column(mark)] = "│"
    for dot in dots:
        grid[row(dot.y)][column(dot.x)] = "●"
    return _framed(grid, (low, high), (left, right), x, y)


def _framed(
    grid: Sequence[Sequence[str]],
    ys: tuple[float, float],
    xs: tuple[float, float],
    x: str,
    y: str,
) -> list[str]:
    low, high = _figure(ys[0]), _figure(ys[1])
    edge = max(len(low), len(high))
    out = [f"{'':{edge}}  {y}"]
    for number, cells in enumerate(grid):
        label = high if number == 0 else low if number == len(grid) - 1 else ""
        out.append(f"{label:>{edge}} ┤{''.join(cells)}".rstrip())
    first, last = _figure(xs[0]), _figure(xs[1])
    out.append(f"{'':{edge}} └{'─' * _WIDTH}")
    gap = _WIDTH - len(first) - len(last)
    out.append(f"{'':{edge}}  {first}{x:^{max(gap, len(x))}}{last}")
    return out


def _figure(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
