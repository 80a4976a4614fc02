"""The largest set that may be released with a guarantee: a false-pass rate of at most α.

Learn then Test (A. N. Angelopoulos, S. Bates, E. J. Candès, M. I. Jordan and L. Lei, 2021,
arXiv:2110.01052): candidate cuts are fixed on the dev side, and tested on the held-out side one
after the other, the strictest first, by the exact binomial p-value of "the rate is over α", until
one fails (fixed sequence). With confidence 1 − δ the cut that is chosen has a rate of at most α.

The rate is over all bad items, with a score or without: what has none is not released. Items of
one source err together, so hits and items are divided by the design effect (`bounds.Grouped`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, Final

from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.statistics.bounds import Grouped
from adjudge_engine.calibration.statistics.passing import (
    at_most,
    fewest_clean,
    passed_in_order,
    upper_bound,
)

#: How many cuts are tested, at equal shares of the dev side's scores.
STEPS: Final = 200
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Guarantee:
    """The cut (scores up to it are released), and what was released with it on the held-out side.

    `cut` None: no set has the guarantee. `tested`: cuts up to the first failure; `fewest`: bad
    held-out items without which none can have it; `p_value` is that of the last cut that held, or
    of the first, where none did; `bound`: the upper bound of its rate; `effect`: its design effect.
    """

    alpha: float
    confidence: float
    cut: float | None
    tested: int
    rows: int
    bad: int
    released: int
    released_bad: int
    fewest: int
    p_value: float | None
    bound: float
    effect: float = 1.0

    def to_dict(self) -> dict[str, Any]:
        """The guarantee as JSON values."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__} | {
            "method": "Learn then Test, fixed sequence, exact binomial over items ÷ design effect"
        }


def guarantee(
    dev: Sequence[Labelled], held_out: Sequence[Labelled], alpha: float, confidence: float = 0.95
) -> Guarantee:
    """The largest cut with the guarantee; cuts are of the dev side alone."""
    cuts = cuts_of(dev)
    bad = sum(one.truth == "bad" for one in held_out)
    counts = _Counts.of(held_out)
    kept = passed_in_order((counts.at(cut)[:2] for cut in cuts), alpha, confidence) if bad else 0
    hits, n, effect = counts.at(cuts[max(0, kept - 1)]) if cuts and bad else (None, 0, 1.0)
    cut = cuts[kept - 1] if kept else None
    released = [one for one in held_out if cut is not None and is_released(one, cut)]
    return Guarantee(
        alpha=alpha,
        confidence=confidence,
        cut=cut,
        tested=min(kept + 1, len(cuts)) if bad else 0,
        rows=len(held_out),
        bad=bad,
        released=len(released),
        released_bad=sum(one.truth == "bad" for one in released),
        fewest=fewest_clean(alpha, confidence),
        p_value=None if hits is None else at_most(hits, n, alpha),
        bound=upper_bound(hits, n, confidence) if kept and hits is not None else 1.0,
        effect=effect,
    )


@dataclass(frozen=True, slots=True)
class _Counts:
    """The bad items by group: the scores of those that have one, in order, and how many."""

    groups: tuple[tuple[list[float], int], ...]

    @classmethod
    def of(cls, rows: Sequence[Labelled]) -> _Counts:
        found: dict[str, list[float | None]] = {}
        for one in rows:
            if one.truth == "bad":
                found.setdefault(one.group, []).append(one.score)
        return cls(
            tuple(
                (sorted(one for one in scores if one is not None), len(scores))
                for scores in found.values()
            )
        )

    def at(self, cut: float) -> tuple[int, int, float]:
        """Bad items released at the cut and all bad ones, both ÷ the design effect; that effect."""
        grouped = Grouped.of((bisect_right(scores, cut), n) for scores, n in self.groups)
        effect = grouped.effect
        return (
            ceil(grouped.hits / effect - _ROUNDING),
            floor(grouped.n / effect + _ROUNDING),
            effect,
        )


def cuts_of(rows: Sequence[Labelled], steps: int = STEPS) -> list[float]:
    """Scores at equal shares of the rows that have one, the lowest first, each once."""
    scores = sorted(one.score for one in rows if one.score is not None)
    if not scores:
        return []
    places = (round(step * (len(scores) - 1) / (steps - 1)) for step in range(steps))
    return list(dict.fromkeys(scores[place] for place in places))


def is_released(row: Labelled, cut: float) -> bool:
    """Whether a row goes out with this cut; one without a score never does."""
    return row.score is not None and row.score <= cut
