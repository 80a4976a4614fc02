"""Whether figures have got worse than they were by more than noise: what a gate in CI asks.

Each figure is held against its earlier self in the direction that is worse for it. It is *worse*
where the interval of the difference leaves zero out on that side and the drop is beyond what is
tolerated. Several figures are looked at, so each has its share of the false alarms (Bonferroni):
where nothing changed, the whole gate fails in at most `FALSE_ALARMS` of runs. What is missing, is
undefined now, or rests on other labels never passes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, Final, Literal

from adjudge_engine.calibration.statistics.intervals import Interval
from adjudge_engine.errors import InputError

REGRESSION_SCHEMA: Final = "adjudge.regression/1"
#: How often a whole gate may fail by chance.
FALSE_ALARMS: Final = 0.05

#: Which way is good; `either`: a shift both ways is to be looked at.
Better = Literal["higher", "lower", "either"]
#: `worse`, `untold`, `undefined` and `missing` fail.
Status = Literal["same", "better", "worse", "untold", "undefined", "missing"]
FAILS: Final[tuple[Status, ...]] = ("worse", "untold", "undefined", "missing")


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure then and now. `interval` is that of `now` − `before`."""

    name: str
    better: Better
    before: float | None
    now: float | None
    interval: Interval | None
    tolerance: float
    status: Status
    turned: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether this alone fails the gate."""
        return self.status in FAILS

    @property
    def difference(self) -> float | None:
        """Now − before; None where one is undefined."""
        return None if self.before is None or self.now is None else self.now - self.before

    @property
    def sentence(self) -> str:
        """What the status means, in words without figures."""
        return {
            "same": "no drop beyond noise",
            "better": "shown to be better",
            "worse": "worse by more than noise",
            "untold": "worse, and whether that is noise cannot be told",
            "undefined": "undefined now: nothing left to measure it by",
            "missing": "the baseline has no value for it",
        }[self.status]

    def to_dict(self) -> dict[str, Any]:
        """The finding as JSON values."""
        return {
            "name": self.name,
            "better": self.better,
            "before": self.before,
            "now": self.now,
            "difference": self.difference,
            "interval": self.interval.to_dict() if self.interval else None,
            "tolerance": self.tolerance,
            "status": self.status,
            "failed": self.failed,
            "turned": list(self.turned),
        }


@dataclass(frozen=True, slots=True)
class Regression:
    """The whole comparison. `problems`: why it cannot pass, whatever the figures say."""

    what: str
    before: str
    now: str
    compared: int
    findings: tuple[Finding, ...]
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Nothing is worse, nothing is missing, and something was compared."""
        return bool(self.findings) and not self.problems and not self.failures

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The findings that fail the gate."""
        return tuple(one for one in self.findings if one.failed)

    def to_dict(self) -> dict[str, Any]:
        """The comparison as JSON values."""
        return {
            "schema": REGRESSION_SCHEMA,
            "what": self.what,
            "ok": self.ok,
            "before": self.before,
            "now": self.now,
            "compared": self.compared,
            "false_alarms": FALSE_ALARMS,
            "problems": list(self.problems),
            "notes": list(self.notes),
            "findings": [one.to_dict() for one in self.findings],
        }


def confidence_of(better: Better, family: int) -> float:
    """The confidence of one two-sided interval, so that `family` of them share the false alarms."""
    share = FALSE_ALARMS / max(1, family)
    return 1 - (share if better == "either" else 2 * share)


def weigh(
    name: str,
    better: Better,
    before: float | None,
    now: float | None,
    interval: Interval | None,
    tolerance: float = 0.0,
    turned: Sequence[str] = (),
) -> Finding:
    """One figure's finding. `interval` of now − before, None where noise cannot be told."""
    status: Status = "same"
    if before is None:
        status = "missing"
    elif now is None:
        status = "undefined"
    else:
        status = _status(better, now - before, interval, tolerance)
    return Finding(name, better, before, now, interval, tolerance, status, tuple(turned))


def _status(better: Better, shift: float, interval: Interval | None, tolerance: float) -> Status:
    drop = {"higher": -shift, "lower": shift, "either": abs(shift)}[better]
    if drop > tolerance + 1e-12:
        if interval is None:
            return "untold"
        away = interval.low > 0 if shift > 0 else interval.high < 0
        return "worse" if away else "same"
    gain = better != "either" and drop < 0 and interval is not None
    if gain and interval is not None and (interval.low > 0 or interval.high < 0):
        return "better"
    return "same"


def tolerances(given: Mapping[str, float], names: Sequence[str]) -> dict[str, float]:
    """Tolerance by figure. A name without its level stands for all levels.

    InputError for a name that no figure has.
    """
    found: dict[str, float] = {}
    for name, value in given.items():
        meant = [one for one in names if name in (one, one.partition(".")[2])]
        if not meant:
            raise InputError(
                f"No figure that is compared is called {name[:80]!r}.",
                f"There are: {_list(names)}.",
            )
        found |= dict.fromkeys(meant, value)
    return found


def _list(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


def independent(
    before: float,
    around: Interval,
    now: float,
    around_now: Interval,
    confidence: float,
) -> Interval:
    """The interval of now − before from the intervals of two samples that have nothing in common.

    Square-and-add (R. G. Newcombe, Statistics in Medicine 17 (1998); G. Y. Zou and A. Donner, 27
    (2008)). Intervals at another confidence are stretched by the ratio of normal quantiles.
    """
    wide, other = (
        _stretch(around.confidence, confidence),
        _stretch(around_now.confidence, confidence),
    )
    below = sqrt((other * (now - around_now.low)) ** 2 + (wide * (around.high - before)) ** 2)
    above = sqrt((other * (around_now.high - now)) ** 2 + (wide * (before - around.low)) ** 2)
    shift = now - before
    return Interval(shift - below, shift + above, confidence, "difference of independent intervals")


def _stretch(have: float, want: float) -> float:
    normal = NormalDist()
    return normal.inv_cdf((1 + want) / 2) / normal.inv_cdf((1 + have) / 2)


def paired_shares(gained: int, lost: int, n: int, confidence: float) -> Interval | None:
    """The interval of a difference of two shares of the same `n` items; None for n = 0.

    `gained` items have it only now, `lost` ones only then. Wald's interval after half an item is
    added to each of the four cells (A. Agresti and Y. Min, Statistics in Medicine 24 (2005)).
    """
    if n <= 0:
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    up, down, of = gained + 0.5, lost + 0.5, n + 2
    centre = (up - down) / of
    half = z * sqrt(max(0.0, up + down - (up - down) ** 2 / of)) / of
    low, high = max(-1.0, centre - half), min(1.0, centre + half)
    return Interval(low, high, confidence, "paired shares, Agresti and Min")
