"""What a run of probes found: one row a probe, the repeats, how scores cluster, what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log2
from typing import Any, Final, Literal

from adjudge_engine.calibration.measures.spread import RepeatSpread
from adjudge_engine.calibration.statistics.intervals import Interval
from adjudge_engine.probing.alterations import Wanted
from adjudge_engine.probing.paired import LEVEL, METHOD, Paired

PROBE_SCHEMA: Final = "adjudge.probe/1"

#: `moves`: beyond the placebo. `none`: no effect shown. `untested`: there was nothing to compare.
Finding = Literal["moves", "none", "untested"]
_ROUND: Final = 0.1
_NEAR: Final = 1e-9


@dataclass(frozen=True, slots=True)
class ProbeFigures:
    """One probe. `shifts` counts the changes by "pass→fail" and the like; `void` why it could not
    be applied, by reason; `lost` the codes of verdicts that could not be had; `q` is p after the
    correction for the family; `least` the smallest effect that this n could have shown.

    `still_pass`: of the cases that passed before, those that pass still.
    """

    name: str
    title: str
    wanted: Wanted
    paired: Paired
    shifts: Mapping[str, int]
    void: Mapping[str, int]
    lost: Mapping[str, int]
    passed: int = 0
    still_pass: int = 0
    q: float | None = None
    least: float | None = None

    @property
    def finding(self) -> Finding:
        """Whether the alteration moves the judge, beyond what nothing at all moves it."""
        if self.paired.n == 0 or self.q is None:
            return "untested"
        beyond = self.paired.changed > self.paired.noise
        return "moves" if beyond and self.q <= LEVEL else "none"

    @property
    def worrying(self) -> bool:
        """Whether the judge moved where it should not; or passes still all that it should not."""
        if self.wanted == "same":
            return self.finding == "moves"
        return self.finding == "none" and 0 < self.passed == self.still_pass

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON values."""
        return {
            "probe": self.name,
            "title": self.title,
            "wanted": self.wanted,
            "finding": self.finding,
            "worrying": self.worrying,
            **self.paired.to_dict(),
            "q": self.q,
            "least_effect_shown": self.least,
            "shifts": dict(self.shifts),
            "passed": self.passed,
            "still_pass": self.still_pass,
            "void": dict(self.void),
            "lost": dict(self.lost),
        }


@dataclass(frozen=True, slots=True)
class RepeatFigures:
    """The same text judged `runs` times: `unsteady` of `n` cases got more than one verdict.

    `flagged` cases got `fail` in at least one run, `detected` ones in every run: what is flagged
    in some only is no detection.
    """

    runs: int
    n: int
    unsteady: int
    interval: Interval | None
    flagged: int
    detected: int
    spread: RepeatSpread
    lost: Mapping[str, int]

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            "runs": self.runs,
            "n": self.n,
            "unsteady": self.unsteady,
            "interval": self.interval.to_dict() if self.interval else None,
            "flagged_in_any": self.flagged,
            "detected_in_all": self.detected,
            "spread": self.spread.to_dict(),
            "lost": dict(self.lost),
        }


@dataclass(frozen=True, slots=True)
class Clustering:
    """How a judge's scores cluster: `n` scores of `distinct` values, `entropy` in bits (at most
    log2 of n), the share of the commonest value and of those at tenths (0, 0.1 … 1)."""

    n: int
    distinct: int
    entropy: float
    commonest: float | None
    commonest_share: float
    round_share: float

    @classmethod
    def of(cls, scores: Iterable[float]) -> Clustering:
        """Of scores from 0 to 1, or on any scale; values nearer than 1e-9 are one."""
        values = Counter(round(one, 9) for one in scores)
        n = values.total()
        if not n:
            return cls(0, 0, 0.0, None, 0.0, 0.0)
        value, most = min(values.items(), key=lambda pair: (-pair[1], pair[0]))
        entropy = -sum(count / n * log2(count / n) for count in values.values())
        tenths = sum(count for one, count in values.items() if _is_round(one))
        return cls(n, len(values), abs(entropy), value, most / n, tenths / n)

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


def counts_of(counted: Mapping[str, int]) -> dict[str, int]:
    """What was met at all, by name."""
    return {name: count for name, count in sorted(counted.items()) if count}


def _is_round(value: float) -> bool:
    return abs(value / _ROUND - round(value / _ROUND)) < _NEAR / _ROUND


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """All probes of one judge on one criterion. `left_out`: cases that no probe could use."""

    judge: str
    fingerprint: str
    criterion: str
    cases: int
    left_out: Mapping[str, int]
    words: Mapping[str, int]
    seed: int
    may_change: bool
    repeats: RepeatFigures
    clustering: Clustering
    probes: tuple[ProbeFigures, ...]
    first_place: Mapping[str, int] = field(default_factory=dict)

    @property
    def doubtful(self) -> bool:
        """Whether something moves the judge that should not, or nobody can tell.

        Nobody can where verdicts were lost and none is left to compare, or nothing was tested.
        """
        moved = any(one.finding == "moves" and one.wanted == "same" for one in self.probes)
        untold = any(one.finding == "untested" and one.lost for one in self.probes)
        return moved or untold or all(one.finding == "untested" for one in self.probes)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "schema": PROBE_SCHEMA,
            "judge": self.judge,
            "fingerprint": self.fingerprint,
            "criterion": self.criterion,
            "cases": self.cases,
            "left_out": dict(self.left_out),
            "verdicts": dict(self.words),
            "seed": self.seed,
            "may_change": self.may_change,
            "level": LEVEL,
            "method": METHOD,
            "repeats": self.repeats.to_dict(),
            "clustering": self.clustering.to_dict(),
            "first_place": dict(self.first_place),
            "probes": [one.to_dict() for one in self.probes],
        }
