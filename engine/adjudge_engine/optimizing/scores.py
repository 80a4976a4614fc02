"""What a rubric is worth on one side of the split, and the form in which that is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

from adjudge_engine.calibration.measures.ensemble import Ensemble, alignment_of, ensemble
from adjudge_engine.calibration.statistics.bootstrap import resample
from adjudge_engine.calibration.statistics.confusion import CELLS, Confusion, Said, Truth
from adjudge_engine.calibration.statistics.intervals import Interval
from adjudge_engine.calibration.watching.regression import independent

Level = Literal["answer", "claim"]
LEVELS: Final[tuple[Level, ...]] = ("answer", "claim")


class Item(NamedTuple):
    """One compared answer or claim."""

    item: str
    group: str
    truth: Truth
    said: Said


class Differing(NamedTuple):
    """A case on which judge and people differ, and the judge's reasons.

    `weight`: how many items of the case differ; the more, the worse.
    """

    case_id: str
    truth: Truth
    said: Said
    weight: int
    words: str


@dataclass(frozen=True)
class Score:
    """One rubric on one side of the split.

    `items` are all compared items, `differing` the disagreements, worst first, `silent` the
    judge's abstentions by code.
    """

    items: tuple[Item, ...]
    differing: tuple[Differing, ...] = ()
    silent: Mapping[str, int] = field(default_factory=dict)

    @property
    def confusion(self) -> Confusion:
        """The matrix over all items."""
        return Confusion.of((one.truth, one.said) for one in self.items)

    @property
    def ensemble(self) -> Ensemble:
        """The seven metrics, the failure being positive: what stopping rules read."""
        return ensemble(self.confusion, positive="bad")

    @property
    def alignment(self) -> float | None:
        """The mean of the seven; None where one of them is undefined."""
        return self.ensemble.alignment

    @property
    def coverage(self) -> float:
        """Items with a verdict ÷ all items; 0 without items."""
        return self.confusion.coverage.value or 0.0

    def interval(self) -> Interval | None:
        """The interval of the alignment, whole groups drawn anew."""
        rows = [tally for _, tally in sorted(self._tallies().items())]
        return resample(rows, alignment_of) if rows else None

    def _tallies(self) -> dict[str, list[int]]:
        counts: dict[str, Counter[tuple[Truth, Said]]] = {}
        for one in self.items:
            counts.setdefault(one.group, Counter())[one.truth, one.said] += 1
        return {group: [counter[cell] for cell in CELLS] for group, counter in counts.items()}

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON values, as the history keeps it."""
        return {
            "items": [list(one) for one in self.items],
            "differing": [list(one) for one in self.differing],
            "silent": dict(self.silent),
        }

    @classmethod
    def of_dict(cls, said: Mapping[str, Any]) -> Score:
        """What `to_dict` gave. ValueError, TypeError or KeyError for anything else."""
        return cls(
            tuple(Item(*map(_word, one)) for one in said["items"]),  # type: ignore[arg-type]
            tuple(Differing(*one) for one in said["differing"]),
            {str(code): int(count) for code, count in said["silent"].items()},
        )


def gain_interval(before: Score, after: Score) -> Interval | None:
    """The interval of what `after` gains over `before` on the same cases, drawn in pairs."""
    first, second = before._tallies(), after._tallies()
    groups = sorted({*first, *second})
    none = [0] * len(CELLS)
    rows = [[*first.get(one, none), *second.get(one, none)] for one in groups]

    def gain(sums: list[int]) -> float | None:
        was, now = alignment_of(sums[: len(CELLS)]), alignment_of(sums[len(CELLS) :])
        return None if was is None or now is None else now - was

    return resample(rows, gain) if rows else None


def difference(dev: Score, held_out: Score) -> tuple[float, Interval | None] | None:
    """Over-fit: the alignment on dev less that on held-out, with its interval.

    None where one of the two is undefined. The interval puts those of the two independent sides
    together (MOVER; G. Y. Zou and A. Donner, Statistics in Medicine 27 (2008)).
    """
    one, other = dev.alignment, held_out.alignment
    if one is None or other is None:
        return None
    first, second = dev.interval(), held_out.interval()
    gap = one - other
    if first is None or second is None:
        return gap, None
    around = independent(other, second, one, first, first.confidence)
    return gap, replace(around, method=f"MOVER of {first.method}")


def worst_first(differing: Sequence[Differing]) -> tuple[Differing, ...]:
    """The disagreements in order: those that differ in most items, false passes before others."""
    return tuple(sorted(differing, key=lambda one: (-one.weight, one.said != "pass", one.case_id)))


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a kept item is of four texts")
    return value
