"""The share of bad answers in production, corrected for what the judge gets wrong.

*By the judge's error rates* (`from_flags`): what the judge flags among all answers, turned into
what is bad by its rates on labelled answers (W. J. Rogan and B. Gladen, American Journal of
Epidemiology 107 (1978)). It rests on the judge erring in production as it does on the labels.

*By people's word on some* (`from_sample`): prediction-powered inference (A. N. Angelopoulos et
al., Science 382 (2023)) with its power tuning (A. N. Angelopoulos, J. C. Duchi, T. Zrnic, PPI++,
arXiv 2311.01453): the judge's word on all answers plus how far people differ from it on those
that they looked at, each weighed by 1 ÷ the chance that it was drawn. It rests on those being
drawn by chance, and on nothing about the judge: a poor one only widens the interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite, sqrt
from statistics import NormalDist
from typing import Any, Final, Literal, NamedTuple

from adjudge_engine.calibration.statistics.bounds import Grouped, upper_wilson
from adjudge_engine.calibration.statistics.intervals import CONFIDENCE, Interval

#: How far sensitivity + specificity must lie above 1 for the judge to tell anything at all.
_TELLS: Final = 0.05

Method = Literal["Rogan–Gladen", "prediction-powered", "looked at"]


@dataclass(frozen=True, slots=True)
class Corrected:
    """A corrected share of bad answers among `n`; `value` None: `why` it cannot be told.

    `raw`: the share that the judge flags. `labelled`: answers that people's word is known of.
    `undecided`: drawn, but not yet decided; `worst` is the share if all of those were bad.
    """

    what: str
    method: Method
    n: int
    labelled: int
    raw: float | None
    value: float | None
    interval: Interval | None
    why: str = ""
    undecided: int = 0
    worst: float | None = None
    assumes: str = ""
    parts: Mapping[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The estimate as JSON values."""
        return {
            "what": self.what,
            "method": self.method,
            "n": self.n,
            "labelled": self.labelled,
            "raw": self.raw,
            "value": self.value,
            "interval": self.interval.to_dict() if self.interval else None,
            "why": self.why,
            "undecided": self.undecided,
            "worst": self.worst,
            "assumes": self.assumes,
            **self.parts,
        }


def from_flags(
    what: str,
    flagged: int,
    n: int,
    caught: Grouped,
    cleared: Grouped,
    confidence: float = CONFIDENCE,
) -> Corrected:
    """Rogan and Gladen's estimate from `flagged` of `n` answers.

    `caught`: bad labelled answers that the judge flags (sensitivity), `cleared`: good ones that it
    does not (specificity), both over all labelled ones, so that an abstention is no flag. The
    interval (Z. Lang and J. Reiczigel, Preventive Veterinary Medicine 113 (2014)) has the
    uncertainty of all three rates; items of one source count for fewer (`bounds.Grouped`).
    """
    raw = flagged / n if n else None
    assumes = "the judge errs in production as it does on the labels"
    none = Corrected(
        what, "Rogan–Gladen", n, caught.n + cleared.n, raw, None, None, "", 0, None, assumes
    )
    if raw is None:
        return replace(none, why="no answer in production has been judged")
    if caught.rate is None or cleared.rate is None:
        missing = "bad" if caught.rate is None else "good"
        return replace(none, why=f"no {missing} answer is among the labels")
    tells = caught.rate + cleared.rate - 1
    if tells < _TELLS:
        return replace(none, why="the judge flags bad answers hardly more often than good ones")
    value = min(1.0, max(0.0, (raw + cleared.rate - 1) / tells))
    between = _lang_reiczigel(raw, n, caught, cleared, confidence)
    parts = {"sensitivity": caught.rate, "specificity": cleared.rate}
    return replace(none, value=value, interval=between, parts=parts)


def _lang_reiczigel(
    raw: float, n: int, caught: Grouped, cleared: Grouped, confidence: float
) -> Interval:
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    many = n + z * z
    share = (n * raw + z * z / 2) / many
    bad, good = caught.n / caught.effect + 2, cleared.n / cleared.effect + 2
    finds = (caught.hits / caught.effect + 1) / bad
    clears = (cleared.hits / cleared.effect + 1) / good
    tells = finds + clears - 1
    method = "Lang and Reiczigel"
    if tells <= 0:
        return Interval(0.0, 1.0, confidence, method)
    value = (share + clears - 1) / tells
    of_finds, of_clears = finds * (1 - finds) / bad, clears * (1 - clears) / good
    spread = share * (1 - share) / many + value**2 * of_finds + (1 - value) ** 2 * of_clears
    moved = 2 * z * z * (value * of_finds - (1 - value) * of_clears)
    half = z * sqrt(spread) / tells
    low, high = (min(1.0, max(0.0, value + moved + side)) for side in (-half, half))
    return Interval(low, high, confidence, method)


class Looked(NamedTuple):
    """One answer of production. `flag`: how bad the judge takes it to be, 0 … 1.

    `bad` is people's word, None without one. `chance`: with which it was drawn to be looked at;
    None: it was not drawn. What was drawn and has no word yet is undecided.
    """

    flag: float
    bad: bool | None = None
    chance: float | None = None


def from_sample(what: str, answers: Iterable[Looked], confidence: float = CONFIDENCE) -> Corrected:
    """The prediction-powered share of bad ones among all `answers` of one stratum.

    The word of a person on an answer that was not drawn does not count: who picks answers picks
    the bad ones. Answers drawn but not decided are taken to be as those that are; `worst` is
    without that. The interval is Wilson's over the effective number of answers looked at, less
    what is known for certain (finite population).
    """
    every = list(answers)
    n = len(every)
    drawn = [one for one in every if one.chance is not None and 0 < one.chance <= 1]
    known = [one for one in drawn if one.bad is not None]
    raw = sum(one.flag for one in every) / n if n else None
    none = Corrected(
        what, "prediction-powered", n, len(known), raw, None, None, "", len(drawn) - len(known)
    )
    if not n:
        return replace(none, why="there is no such answer")
    if not known:
        why = (
            "none of those drawn is decided yet"
            if drawn
            else "none was drawn for people to look at"
        )
        return replace(none, why=why)
    found = _powered(every, known)
    between = _effective(found, len(known) / n, confidence)
    unknown = sum(1 / one.chance for one in drawn if one.bad is None and one.chance)
    decided = sum(1 / one.chance for one in known if one.chance)
    worst = (found.value * decided + unknown) / (decided + unknown) if unknown else None
    method: Method = "prediction-powered" if found.power else "looked at"
    return replace(
        none,
        method=method,
        value=found.value,
        interval=between,
        worst=worst,
        assumes="the undecided are as the decided" if none.undecided else "",
        parts={"power": found.power},
    )


class _Estimate(NamedTuple):
    """`variance` of the value, infinite population; `size`: answers looked at, by their weights."""

    value: float
    variance: float
    size: float
    power: float


def _powered(every: Sequence[Looked], known: Sequence[Looked]) -> _Estimate:
    """PPI++: mean of λ·flag over all + weighed mean of (bad − λ·flag) over the known."""
    weights = [1 / one.chance for one in known if one.chance]
    total = sum(weights)
    size = total**2 / sum(one**2 for one in weights)  # Kish
    flags, words = [one.flag for one in known], [float(bool(one.bad)) for one in known]
    n = len(every)
    mean = sum(one.flag for one in every) / n
    flag, word = _mean(flags, weights), _mean(words, weights)
    together = _mean([(f - flag) * (w - word) for f, w in zip(flags, words, strict=True)], weights)
    spread = sum((one.flag - mean) ** 2 for one in every) / n
    power = together / ((1 + size / n) * spread) if spread > 1e-12 else 0.0
    power = min(1.0, max(0.0, power))
    rest = [w - power * f for f, w in zip(flags, words, strict=True)]
    value = power * mean + _mean(rest, weights)
    centre = _mean(rest, weights)
    more = size / max(size - 1, 1)
    variance = more * _mean([(one - centre) ** 2 for one in rest], weights) / size
    return _Estimate(min(1.0, max(0.0, value)), variance + power**2 * spread / n, size, power)


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    total = sum(weights)
    return sum(v * w for v, w in zip(values, weights, strict=True)) / total


def _effective(found: _Estimate, share: float, confidence: float) -> Interval:
    """Wilson's interval over as many independent answers as would have this variance."""
    value, size = found.value, found.size
    inner = value * (1 - value)
    if inner > 0 and found.variance > 0 and isfinite(found.variance):
        # Never more than the judge can add: with few hits the variance itself is a guess.
        size = min(inner / found.variance, 4 * found.size)
    else:
        value = round(value)
    tail = (1 + confidence) / 2
    low = 1 - upper_wilson((1 - value) * size, size, tail)
    high = upper_wilson(value * size, size, tail)
    left = sqrt(max(0.0, 1 - share))
    low, high = found.value - (found.value - low) * left, found.value + (high - found.value) * left
    method = "Wilson over the effective number looked at, finite population"
    return Interval(max(0.0, low), min(1.0, high), confidence, method)


def together(what: str, strata: Sequence[Corrected], confidence: float = CONFIDENCE) -> Corrected:
    """The share over several strata, each weighed by its number of answers.

    Undefined where a stratum with answers is. The interval adds the strata's by square-and-add
    (G. Y. Zou and A. Donner, Statistics in Medicine 27 (2008)).
    """
    parts = [one for one in strata if one.n]
    n, labelled = sum(one.n for one in parts), sum(one.labelled for one in parts)
    flagged = sum(one.n * (one.raw or 0.0) for one in parts)
    none = Corrected(
        what,
        "prediction-powered",
        n,
        labelled,
        flagged / n if n else None,
        None,
        None,
        "",
        sum(one.undecided for one in parts),
    )
    if not parts:
        return replace(none, why="there is no such answer")
    for one in parts:
        if one.value is None:
            return replace(none, why=f"of the {one.what} ({one.n:,}) {one.why}")
    shares = [(one.n / n, one.value or 0.0, one.interval, one.worst) for one in parts]
    value = sum(part * at for part, at, _, _ in shares)
    below = sqrt(sum((part * (at - i.low)) ** 2 for part, at, i, _ in shares if i))
    above = sqrt(sum((part * (i.high - at)) ** 2 for part, at, i, _ in shares if i))
    between = Interval(
        max(0.0, value - below), min(1.0, value + above), confidence, "square-and-add of strata"
    )
    worst = sum(part * (at if most is None else most) for part, at, _, most in shares)
    return replace(
        none,
        value=value,
        interval=between,
        worst=worst if none.undecided else None,
        assumes="the undecided are as the decided" if none.undecided else "",
    )
