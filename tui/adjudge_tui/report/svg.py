"""Small plots as inline SVG: no script, no link, colours by classes of the page.

Every coordinate lies within the view box: what lies outside the axes is drawn at their edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import Final, NamedTuple

from adjudge_tui.report.html import Html, esc, tag

WIDTH: Final = 640
HEIGHT: Final = 280
_LEFT: Final = 64
_RIGHT: Final = 28
_TOP: Final = 28
_BOTTOM: Final = 44
_TICKS: Final = 4
_ROW: Final = 22
_LABEL: Final = 220  # of a row of intervals
_SIGNS: Final = 34  # that such a label has room for


class Dot(NamedTuple):
    """A point; `low` and `high` are its interval, None where it has none."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


class Axes(NamedTuple):
    """What the two axes show, from where to where, and whether in percent."""

    x: str
    y: str
    left: float = 0.0
    right: float = 1.0
    bottom: float = 0.0
    top: float = 1.0
    x_percent: bool = True
    y_percent: bool = True

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point is drawn."""
        across = _share(x, self.left, self.right)
        up = _share(y, self.bottom, self.top)
        return (
            _LEFT + across * (WIDTH - _LEFT - _RIGHT),
            HEIGHT - _BOTTOM - up * (HEIGHT - _TOP - _BOTTOM),
        )


def rounded_up(value: float) -> float:
    """A round number that is no less, for the end of an axis from 0 on."""
    if value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    return next(one * power for one in (1, 2, 4, 6, 8, 10, 20) if one * power >= value)


def _share(value: float, low: float, high: float) -> float:
    if high <= low:
        return 0.5
    return min(1.0, max(0.0, (value - low) / (high - low)))


def curve(
    title: str,
    axes: Axes,
    dots: Sequence[Dot],
    *,
    marks: Sequence[tuple[Dot, str]] = (),
    levels: Sequence[tuple[float, str]] = (),
    verticals: Sequence[tuple[float, str]] = (),
    joined: bool = True,
    diagonal: bool = False,
) -> Html:
    """A curve with its band, or single points with their intervals (`joined` false).

    `marks` are points with a name, `levels` and `verticals` lines across and down with theirs.
    """
    parts = [_grid(axes)]
    if diagonal:
        parts.append(_line(axes, (axes.left, axes.bottom), (axes.right, axes.top), "guide"))
    for level, name in levels:
        parts.append(_line(axes, (axes.left, level), (axes.right, level), "guide"))
        parts.append(_note(axes, axes.left, level, name))
    for cut, name in verticals:
        parts.append(_line(axes, (cut, axes.bottom), (cut, axes.top), "guide"))
        parts.append(_note(axes, cut, axes.top, name, below=True))
    parts += _joined(axes, dots) if joined else _single(axes, dots)
    for dot, name in marks:
        x, y = axes.place(dot.x, dot.y)
        box = f'<rect class="mark" x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10"/>'
        parts += [Html(box), _note(axes, dot.x, dot.y, name)]
    return _svg(title, WIDTH, HEIGHT, parts)


def _joined(axes: Axes, dots: Sequence[Dot]) -> list[Html]:
    known = [one for one in dots if one.low is not None and one.high is not None]
    parts = []
    if len(known) > 1:
        upper = [axes.place(one.x, one.high or 0.0) for one in known]
        lower = [axes.place(one.x, one.low or 0.0) for one in reversed(known)]
        parts.append(Html(f'<polygon class="band" points="{_points([*upper, *lower])}"/>'))
    if len(dots) > 1:
        line = _points([axes.place(one.x, one.y) for one in dots])
        parts.append(Html(f'<polyline class="curve" points="{line}"/>'))
    return parts or _single(axes, dots)


def _single(axes: Axes, dots: Sequence[Dot]) -> list[Html]:
    parts = []
    for one in dots:
        if one.low is not None and one.high is not None:
            parts.append(_line(axes, (one.x, one.low), (one.x, one.high), "spread"))
        x, y = axes.place(one.x, one.y)
        parts.append(Html(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'))
    return parts


def intervals(title: str, rows: Sequence[tuple[str, Dot, bool]]) -> Html:
    """Rates with their intervals, one below the other, from 0 to 100 %.

    A row is its name, its value as `y` of a dot, and whether it is to stand out.
    """
    height = _TOP + _ROW * max(1, len(rows)) + _BOTTOM
    inside = WIDTH - _LABEL - _RIGHT
    parts = []
    for tick in range(_TICKS + 1):
        x = _LABEL + inside * tick / _TICKS
        parts.append(
            Html(
                f'<line class="grid" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" '
                f'y2="{height - _BOTTOM}"/>'
            )
        )
        parts.append(_text(x, height - _BOTTOM + 18, f"{100 * tick / _TICKS:.0f} %", "middle"))
    for place, (name, dot, stands_out) in enumerate(rows):
        y = _TOP + _ROW * (place + 0.5)
        shown = name if len(name) <= _SIGNS else name[: _SIGNS - 1] + "…"
        parts.append(_text(_LABEL - 10, y + 4, shown, "end"))
        kind = "spread loud" if stands_out else "spread"
        if dot.low is not None and dot.high is not None:
            left, right = (_LABEL + inside * _share(one, 0, 1) for one in (dot.low, dot.high))
            parts.append(
                Html(
                    f'<line class="{kind}" x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" '
                    f'y2="{y:.1f}"/>'
                )
            )
        x = _LABEL + inside * _share(dot.y, 0, 1)
        parts.append(Html(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'))
    return _svg(title, WIDTH, height, parts)


def _grid(axes: Axes) -> Html:
    parts = []
    for tick in range(_TICKS + 1):
        share = tick / _TICKS
        x = axes.left + share * (axes.right - axes.left)
        y = axes.bottom + share * (axes.top - axes.bottom)
        parts.append(_line(axes, (x, axes.bottom), (x, axes.top), "grid"))
        parts.append(_line(axes, (axes.left, y), (axes.right, y), "grid"))
        across, up = axes.place(x, axes.bottom)[0], axes.place(axes.left, y)[1]
        if tick or axes.left < axes.right:
            parts.append(_text(across, HEIGHT - _BOTTOM + 16, _tick(x, axes.x_percent), "middle"))
        parts.append(_text(_LEFT - 6, up + 4, _tick(y, axes.y_percent), "end"))
    parts.append(_text(_LEFT + (WIDTH - _LEFT - _RIGHT) / 2, HEIGHT - 8, axes.x, "middle"))
    parts.append(_text(4, 12, axes.y, "start"))
    return Html("".join(parts))


def _tick(value: float, percent: bool) -> str:
    if percent:
        return f"{100 * value:.3g} %"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _line(axes: Axes, start: tuple[float, float], end: tuple[float, float], kind: str) -> Html:
    (x1, y1), (x2, y2) = axes.place(*start), axes.place(*end)
    return Html(f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')


def _note(axes: Axes, x: float, y: float, name: str, *, below: bool = False) -> Html:
    """A name beside a point, on the side where there is room."""
    across, up = axes.place(x, y)
    end = across > WIDTH / 2
    down = 14 if below else -8
    return _text(across + (-8 if end else 8), up + down, name, "end" if end else "start")


def _text(x: float, y: float, value: str, anchor: str) -> Html:
    return Html(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{esc(value)}</text>')


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _svg(title: str, width: int, height: int, parts: Sequence[Html]) -> Html:
    head = f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{esc(title)}">'
    inner = "".join([tag("title", title), *parts])
    return tag("figure", Html(f"{head}{inner}</svg>{tag('figcaption', title)}"))
