"""The figures of each slice of the labelled rows, and the slice in which the judge does worst.

Worst is the slice with the highest *upper bound* of the false-pass rate: what could be let through
there, not what happened to be. A handful of bad items leaves every bound high, which would always
name the smallest slice; so slices with fewer than `FEWEST_BAD` bad items with a verdict are flagged
and named apart: of them it is not known how the judge does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.calibration.measures.counting import PLACES, confusion_of
from adjudge_engine.calibration.measures.kinds import KINDS
from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.statistics.bootstrap import GroupSums
from adjudge_engine.calibration.statistics.confusion import CELLS, Confusion
from adjudge_engine.calibration.statistics.differences import Difference, difference
from adjudge_engine.calibration.statistics.intervals import CONFIDENCE, RESAMPLES, SEED

#: Bad items with a verdict below which a slice's false-pass rate says nothing.
FEWEST_BAD: Final = 10


@dataclass(frozen=True, slots=True)
class Slice:
    """The rows with one value of one kind; `groups` counts their source groups."""

    kind: str
    value: str
    confusion: Confusion
    groups: int

    @property
    def small(self) -> bool:
        """Too few bad items with a verdict for a false-pass rate."""
        return self.confusion.false_pass.n < FEWEST_BAD

    @property
    def upper(self) -> float:
        """The upper bound of the false-pass rate (Wilson); 1 where nothing is known."""
        interval = self.confusion.false_pass.interval
        return 1.0 if interval is None else interval.high

    def to_dict(self) -> dict[str, Any]:
        """The slice as JSON values."""
        matrix = self.confusion
        return {
            "kind": self.kind,
            "value": self.value,
            "n": matrix.n,
            "groups": self.groups,
            "bad": matrix.bad,
            "good": matrix.good,
            "false_pass": matrix.false_pass.to_dict(),
            "false_reject": matrix.false_reject.to_dict(),
            "abstention": matrix.abstention.to_dict(),
            "kappa": matrix.kappa,
            "small": self.small,
        }


@dataclass(frozen=True, slots=True)
class Slices:
    """All slices, kind by kind, and the worst of those that are not small.

    `against_rest`: its false-pass rate − that of all other rows. It was picked out of several, so
    that interval is at 1 − 5 % ÷ their number (Bonferroni).
    """

    slices: tuple[Slice, ...]
    worst: Slice | None
    against_rest: Difference | None

    @property
    def small(self) -> tuple[Slice, ...]:
        """Those of which it is not known how the judge does."""
        return tuple(one for one in self.slices if one.small)

    def to_dict(self) -> dict[str, Any]:
        """The slices as JSON values."""
        worst = self.worst
        return {
            "slices": [one.to_dict() for one in self.slices],
            "worst": None if worst is None else {"kind": worst.kind, "value": worst.value},
            "against_rest": self.against_rest.to_dict() if self.against_rest else None,
        }


def by_slice(rows: Sequence[Labelled], *, resamples: int = RESAMPLES, seed: int = SEED) -> Slices:
    """The slices of the rows. A kind of which all rows have one value, or none, is no slice."""
    found: dict[tuple[str, str], list[Labelled]] = {}
    for one in rows:
        for place in _slices_of(one):
            found.setdefault(place, []).append(one)
    order = {kind: at for at, kind in enumerate(KINDS)}
    parts = [place for place in found if len(found[place]) < len(rows)]
    parts.sort(key=lambda place: (order.get(place[0], len(order)), *place))
    slices = tuple(
        Slice(*place, confusion_of(found[place]), len({one.group for one in found[place]}))
        for place in parts
    )
    candidates = [one for one in slices if not one.small]
    if not candidates:
        return Slices(slices, None, None)
    worst = max(candidates, key=lambda one: (one.upper, one.confusion.false_pass.n))
    apart = _against_rest(rows, worst, 1 - (1 - CONFIDENCE) / len(candidates), resamples, seed)
    return Slices(slices, worst, apart)


def _slices_of(row: Labelled) -> list[tuple[str, str]]:
    return [*row.slices.items(), *(("tag", tag) for tag in row.tags)]


def _against_rest(
    rows: Sequence[Labelled], worst: Slice, confidence: float, resamples: int, seed: int
) -> Difference:
    """The slice's false-pass rate − that of the rest, whole groups redrawn."""
    width = len(CELLS)
    sums = GroupSums((one.group for one in rows), 2 * width)
    for one in rows:
        outside = (worst.kind, worst.value) not in _slices_of(one)
        sums[one.group][PLACES[one.truth, one.said] + width * outside] += 1

    def apart(counts: list[int]) -> float | None:
        here, there = Confusion(*counts[:width]), Confusion(*counts[width:])
        inside, outside = here.false_pass.value, there.false_pass.value
        return None if inside is None or outside is None else inside - outside

    return difference(sums.rows, apart, confidence=confidence, resamples=resamples, seed=seed)
