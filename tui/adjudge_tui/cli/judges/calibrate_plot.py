"""Risk against coverage as a small plot of plain characters."""

from __future__ import annotations

from bisect import bisect_left
from math import ceil
from typing import Final

from adjudge_engine.calibration.measures.risk import Curve

WIDTH: Final = 60
HEIGHT: Final = 7

_CURVE: Final = "•"
_VERDICTS: Final = "◆"


def plot(curve: Curve, width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """The lines of the plot; none where there is no curve, but only the point of the verdicts.

    A column holds the risk of the first point that reaches its coverage: what lies between two
    points cannot be let through.
    """
    if curve.aurc is None or len(curve.points) < 2:
        return []
    risks = [_risk_at(curve, (column + 1) / width) for column in range(width)]
    known = [one for one in (*risks, curve.verdicts.risk) if one is not None]
    top = _round_up(max(known, default=0.0))
    cells = [[" "] * width for _ in range(height)]
    for column, risk in enumerate(risks):
        if risk is not None:
            cells[_row(risk, top, height)][column] = _CURVE
    stands = curve.verdicts
    if stands.risk is not None:
        column = min(width - 1, max(0, ceil(stands.coverage * width) - 1))
        cells[_row(stands.risk, top, height)][column] = _VERDICTS
    middle = height // 2
    marks = {0: top, middle: top * (height - 1 - middle) / (height - 1), height - 1: 0.0}
    lines = [
        f" {f'{100 * marks[at]:.1f} %' if at in marks else '':>7} {'┤' if at in marks else '│'}"
        f"{''.join(row).rstrip()}"
        for at, row in enumerate(cells)
    ]
    lines.append(f" {'':>7} └{'─' * width}")
    half = width // 2
    lines.append(f" {'':>8} 0 %{'50 %':>{half - 2}}{'100 %':>{width - half}}")
    return lines


def _risk_at(curve: Curve, coverage: float) -> float | None:
    """The risk of the first point with that coverage; None beyond the last."""
    at = bisect_left(curve.points, coverage - 1e-9, key=lambda point: point.coverage)
    return curve.points[at].risk if at < len(curve.points) else None


def _row(risk: float, top: float, height: int) -> int:
    """The row of a risk, 0 the uppermost."""
    return min(height - 1, max(0, round((1 - risk / top) * (height - 1))))


def _round_up(risk: float) -> float:
    """The top of the axis: the next of 1, 2, 5, 10, 20, 50, 100 %."""
    steps = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
    return next((one for one in steps if risk <= one), 1.0)
