"""What the numbers of a claim say about the result of the calculation that it states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from adjudge_engine.calculations import changes, ratios, sums
from adjudge_engine.calculations.claimed import FEW, Finding, Stated

_WORK: Final[dict[str, Callable[[Stated], Finding]]] = {
    "total": sums.total,
    "average": sums.average,
    "difference": sums.difference,
    "conclusion": sums.conclusion,
    "change": changes.change,
    "ratio": ratios.ratio,
}


def find(stated: Stated) -> Finding:
    """Whether the claim's own numbers give its result; `few` where it does not have them."""
    work = _WORK.get(stated.operation)
    return work(stated) if work is not None else FEW
