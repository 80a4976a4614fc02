"""A judge now against the same judge's baseline: figures paired case by case.

Both said something of the same items, so whole source groups are drawn anew for both at once:
what a source makes hard cancels out. Where that gives no interval of a rate (few groups, or all
changed alike) the items that turned are counted, see `regression.paired_shares`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.calibration.measures.counting import PLACES
from adjudge_engine.calibration.measures.ensemble import measures
from adjudge_engine.calibration.statistics.bootstrap import GroupSums, interval_of, totals
from adjudge_engine.calibration.statistics.confusion import CELLS
from adjudge_engine.calibration.statistics.intervals import SEED, Interval
from adjudge_engine.calibration.watching.baseline import Baseline, KeptRow
from adjudge_engine.calibration.watching.regression import (
    Better,
    Finding,
    Regression,
    confidence_of,
    paired_shares,
    tolerances,
    weigh,
)
from adjudge_engine.errors import InputError

LEVELS: Final = ("answer", "claim")
#: The figures that are watched unless others are named.
USUAL: Final = ("false_pass", "false_reject", "abstention", "kappa", "alignment")
#: Figure → which way is good.
DIRECTIONS: Final[Mapping[str, Better]] = {
    "false_pass": "lower",
    "false_reject": "lower",
    "abstention": "lower",
    "accuracy": "higher",
    "precision": "higher",
    "recall": "higher",
    "specificity": "higher",
    "f1": "higher",
    "kappa": "higher",
    "mcc": "higher",
    "alignment": "higher",
}
RESAMPLES: Final = 4_000
_NAMED: Final = 20  # cases that are named with a figure
_WIDTH: Final = len(CELLS)
_ALIKE: Final = ("criterion", "reading", "minimum", "split")

#: Rate → the cells of its hits, the cells of its items, in the order of `CELLS`.
_RATES: Final[Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "false_pass": ((0,), (0, 1)),
    "false_reject": ((4,), (3, 4)),
    "abstention": ((2, 5), (0, 1, 2, 3, 4, 5)),
    "accuracy": ((1, 3), (0, 1, 3, 4)),
    "precision": ((1,), (1, 4)),
    "recall": ((1,), (0, 1)),
    "specificity": ((3,), (3, 4)),
}

Key = tuple[str, str | None, int]


def values_of(names: Sequence[str], counts: Sequence[int]) -> dict[str, float | None]:
    """Figures from six counts in the order of `CELLS`; None where one is undefined."""
    whole: Mapping[str, float | None] = {}
    if any(name not in _RATES for name in names):
        whole = measures(counts)
    return {name: _rate(name, counts) if name in _RATES else whole[name] for name in names}


def _rate(name: str, counts: Sequence[int]) -> float | None:
    hits, items = _RATES[name]
    n = sum(counts[at] for at in items)
    return sum(counts[at] for at in hits) / n if n else None


def against_baseline(
    before: Baseline,
    now: Baseline,
    *,
    names: Sequence[str] = USUAL,
    tolerance: Mapping[str, float] | None = None,
) -> Regression:
    """The judge's figures now against those of the baseline.

    InputError where the two were not read alike (criterion, reading, minimum, split), or a name
    is no figure.
    """
    check_alike(dict(before), dict(now), "Read both alike, or write another baseline.")
    check_figures(names)
    levels = [one for one in LEVELS if before.rows(one) is not None or now.rows(one) is not None]
    whole = [f"{level}.{name}" for level in levels for name in names]
    allowed = tolerances(tolerance or {}, whole)
    findings: list[Finding] = []
    problems: list[str] = []
    compared = 0
    for level in levels:
        pairs = _Pairs.of(before.rows(level), now.rows(level))
        problems += pairs.problems(level)
        compared += len(pairs.both)
        findings += _level(level, names, pairs, allowed, len(whole))
    notes = []
    if before.fingerprint != now.fingerprint:
        notes.append("the judge's fingerprint is another than the baseline's")
    return Regression(
        what=f"{now.judge} on {now.criterion}",
        before=before.labels,
        now=now.labels,
        compared=compared,
        findings=tuple(findings),
        problems=tuple(problems),
        notes=tuple(notes),
    )


def undefined_in(baseline: Baseline, names: Sequence[str] = USUAL) -> list[str]:
    """The figures of a baseline that have no value, by their whole names."""
    found = []
    for level in LEVELS:
        rows = baseline.rows(level)
        if rows is not None:
            values = values_of(names, _counts(rows))
            found += [f"{level}.{one}" for one in names if values[one] is None]
    return found


def check_alike(before: Mapping[str, Any], now: Mapping[str, Any], hint: str) -> None:
    """InputError where the two were not read alike (criterion, reading, minimum, split)."""
    for name in _ALIKE:
        was, here = before.get(name), now.get(name)
        if was != here:
            raise InputError(
                f"The baseline's {name} is {str(was)[:80]}, here it is {str(here)[:80]}.", hint
            )


def check_figures(names: Sequence[str]) -> None:
    """InputError for a name that is no figure."""
    for name in names:
        if name not in DIRECTIONS:
            raise InputError(f"There is no figure {name[:80]!r}.", f"Take {', '.join(DIRECTIONS)}.")


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Items by key on both sides. `both`: those with the same content and the same label."""

    before: Mapping[Key, KeptRow]
    now: Mapping[Key, KeptRow]
    both: tuple[tuple[KeptRow, KeptRow], ...]
    lost: bool

    @classmethod
    def of(cls, before: Sequence[KeptRow] | None, now: Sequence[KeptRow] | None) -> _Pairs:
        old, new = _keyed(before or ()), _keyed(now or ())
        both = tuple(
            (row, new[key])
            for key, row in old.items()
            if key in new and (new[key].mark, new[key].truth) == (row.mark, row.truth)
        )
        return cls(old, new, both, before is not None and now is None)

    def problems(self, level: str) -> list[str]:
        """What keeps the labels from being the same, in words."""
        told = []
        if self.lost:
            told.append(f"the judge gives no verdicts by {level} any more")
        gone = sum(key not in self.now for key in self.before)
        new = sum(key not in self.before for key in self.now)
        changed = len(self.before) - gone - len(self.both)
        if gone:
            told.append(f"fewer cases: {gone:,} of {len(self.before):,} {level}s are not there now")
        if changed:
            told.append(f"changed labels: {changed:,} {level}s have another label or content")
        if new:
            told.append(f"changed labels: {new:,} {level}s were not in the baseline")
        return told


def _keyed(rows: Sequence[KeptRow]) -> dict[Key, KeptRow]:
    """Rows by case, claim, and how often that came before."""
    seen: Counter[tuple[str, str | None]] = Counter()
    found = {}
    for one in rows:
        place = (one.case_id, one.claim_id)
        found[(*place, seen[place])] = one
        seen[place] += 1
    return found


def _level(
    level: str, names: Sequence[str], pairs: _Pairs, allowed: Mapping[str, float], family: int
) -> list[Finding]:
    """The findings of one level, all from the same redrawn groups."""
    sums = GroupSums((old.group for old, _ in pairs.both), 2 * _WIDTH)
    for old, new in pairs.both:
        sums[old.group][PLACES[old.truth, old.said]] += 1
        sums[old.group][_WIDTH + PLACES[new.truth, new.said]] += 1
    total = sums.total or [*_counts(pairs.before.values()), *_counts(pairs.now.values())]
    drawn = totals(sums.rows, RESAMPLES, SEED) if sums.rows else ()
    shifts = [_shifts(names, one) for one in drawn]
    was, now = values_of(names, total[:_WIDTH]), values_of(names, total[_WIDTH:])
    found = []
    for name in names:
        better = DIRECTIONS[name]
        confidence = confidence_of(better, family)
        around = interval_of(
            (one[name] for one in shifts),
            len(sums.rows),
            confidence=confidence,
            resamples=RESAMPLES,
        )
        if around is None:
            around = _by_items(name, pairs, confidence)
        whole = f"{level}.{name}"
        turned = _turned(name, pairs)
        found.append(
            weigh(whole, better, was[name], now[name], around, allowed.get(whole, 0.0), turned)
        )
    return found


def _counts(rows: Iterable[KeptRow]) -> list[int]:
    """The six counts of rows, in the order of `CELLS`."""
    counted = Counter((one.truth, one.said) for one in rows)
    return [counted[cell] for cell in CELLS]


def _shifts(names: Sequence[str], counts: Sequence[int]) -> dict[str, float | None]:
    """How much each figure differs between the two halves of the counts."""
    was, now = values_of(names, counts[:_WIDTH]), values_of(names, counts[_WIDTH:])
    return {
        name: None if (old := was[name]) is None or (new := now[name]) is None else new - old
        for name in names
    }


def _by_items(name: str, pairs: _Pairs, confidence: float) -> Interval | None:
    """A rate's interval from the items that it is over both times; None for other figures."""
    if name not in _RATES:
        return None
    hits, items = _RATES[name]
    gained = lost = n = 0
    for old, new in pairs.both:
        was, now = PLACES[old.truth, old.said], PLACES[new.truth, new.said]
        if was in items and now in items:
            n += 1
            gained += now in hits and was not in hits
            lost += was in hits and now not in hits
    return paired_shares(gained, lost, n, confidence)


def _turned(name: str, pairs: _Pairs) -> tuple[str, ...]:
    """The first cases that turned the wrong way for a rate, in order."""
    if name not in _RATES:
        return ()
    hits, items = _RATES[name]
    bad_way = DIRECTIONS[name] == "lower"
    found: dict[str, None] = {}
    for old, new in pairs.both:
        was, now = PLACES[old.truth, old.said], PLACES[new.truth, new.said]
        if was != now and now in items and (now in hits) == bad_way and (was in hits) != bad_way:
            found[new.case_id] = None
    return tuple(list(found)[:_NAMED])
