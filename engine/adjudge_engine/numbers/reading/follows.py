"""What follows a figure and belongs to it, as it is put together piece by piece."""

from __future__ import annotations

from typing import NamedTuple

from adjudge_engine.numbers.model import Bound, Direction, Kind


class After(NamedTuple):
    """`end` is where the number ends with all that belongs to it; `power` is its scale's."""

    end: int
    kind: Kind = "plain"
    power: int = 0
    scale: str = ""
    currency: str = ""
    unit: str = ""
    per: str = ""
    noun: str = ""
    other_power: int = 0
    bound: Bound | None = None
    #: The figure stands alone in parentheses and its scale behind them: "(0.4) million".
    closes: bool = False
    direction: Direction | None = None
