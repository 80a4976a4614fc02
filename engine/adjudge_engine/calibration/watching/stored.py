"""Two calibrations that were kept as JSON, one against the other: no cases, so nothing is paired.

The difference has the interval that two independent samples give, which is wider than a paired
one: the same judge on the same labels shows less here than against a baseline with its rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Final

from adjudge_engine.calibration.measures.calibrate import CALIBRATION_SCHEMA
from adjudge_engine.calibration.statistics.intervals import CONFIDENCE, Interval, wilson
from adjudge_engine.calibration.watching.baseline import read_json
from adjudge_engine.calibration.watching.gating import (
    DIRECTIONS,
    LEVELS,
    USUAL,
    check_alike,
    check_figures,
)
from adjudge_engine.calibration.watching.regression import (
    Finding,
    Regression,
    confidence_of,
    independent,
    tolerances,
    weigh,
)
from adjudge_engine.errors import InputError

_HINT: Final = "adjudge calibrate --json prints one."
#: Figures that the JSON has as counts; all others as a value with its interval.
_COUNTED: Final = (
    "false_pass",
    "false_reject",
    "abstention",
    "accuracy",
    "precision",
    "recall",
    "specificity",
)


def read_calibration(path: Path) -> dict[str, Any]:
    """A calibration's JSON. InputError for a file that is none."""
    data = read_json(path, "a calibration", _HINT)
    if data.get("schema") != CALIBRATION_SCHEMA:
        raise InputError(f"{path}: its schema is not {CALIBRATION_SCHEMA}.", _HINT)
    for name in ("judge", "criterion"):
        if not isinstance(data.get(name), str):
            raise InputError(f"{path}: {name} is not there, or no text.", _HINT)
    for level in LEVELS:
        if not isinstance(data.get(level), Mapping | None):
            raise InputError(f"{path}: {level} is no object.", _HINT)
    return data


def against_stored(
    before: Mapping[str, Any],
    now: Mapping[str, Any],
    *,
    names: Sequence[str] = USUAL,
    tolerance: Mapping[str, float] | None = None,
) -> Regression:
    """The figures of one stored calibration against those of an earlier one.

    InputError where the two were not read alike, or a name is no figure.
    """
    check_alike(before, now, "Calibrate both alike.")
    check_figures(names)
    levels = [one for one in LEVELS if before.get(one) or now.get(one)]
    whole = [f"{level}.{name}" for level in levels for name in names]
    allowed = tolerances(tolerance or {}, whole)
    findings, problems = [], []
    for level in levels:
        old, new = before.get(level) or {}, now.get(level) or {}
        problems += _problems(level, old, new)
        findings += [
            _finding(f"{level}.{name}", name, old, new, allowed, len(whole)) for name in names
        ]
    notes = []
    if before.get("fingerprint") != now.get("fingerprint"):
        notes.append("the judge's fingerprint is another than the baseline's")
    return Regression(
        what=f"{now.get('judge')} on {now.get('criterion')}",
        before=str(before.get("labels") or "a stored calibration"),
        now=str(now.get("labels") or "a stored calibration"),
        compared=sum(_n(now.get(level) or {}) for level in levels),
        findings=tuple(findings),
        problems=tuple(problems),
        notes=tuple(notes),
    )


def _problems(level: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What shows that the labels are others: all that can be told without the cases."""
    if old and not new:
        return [f"the judge gives no verdicts by {level} any more"]
    told = []
    if _n(new) < _n(old):
        told.append(f"fewer cases: {_n(new):,} {level}s now, {_n(old):,} then")
    if (_n(new), _bad(new)) != (_n(old), _bad(old)):
        told.append(
            f"changed labels: {_bad(new):,} of {_n(new):,} {level}s are bad now, "
            f"{_bad(old):,} of {_n(old):,} then"
        )
    return told


def _finding(
    whole: str,
    name: str,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    allowed: Mapping[str, float],
    family: int,
) -> Finding:
    better = DIRECTIONS[name]
    confidence = confidence_of(better, family)
    (was, around), (now, around_now) = (_read(name, one, confidence) for one in (old, new))
    between = None
    if was is not None and now is not None and around and around_now:
        between = independent(was, around, now, around_now, confidence)
    return weigh(whole, better, was, now, between, allowed.get(whole, 0.0))


def _read(
    name: str, level: Mapping[str, Any], confidence: float
) -> tuple[float | None, Interval | None]:
    """A figure and its interval; (None, None) where the JSON has none that can be read."""
    if name in _COUNTED:
        rate = level.get(name)
        hits, n = (_count(rate, key) for key in ("hits", "n"))
        if not n or hits > n:
            return None, None
        return hits / n, wilson(hits, n, confidence)
    bad = _object(_object(level, "ensembles"), "bad")
    value = _figure(bad.get(name))
    said = _object(_object(bad, "intervals"), name)
    low, high = _figure(said.get("low")), _figure(said.get("high"))
    if value is None or low is None or high is None or not low <= value <= high:
        return value, None
    at = _figure(said.get("confidence")) or CONFIDENCE
    return value, Interval(low, high, at if 0 < at < 1 else CONFIDENCE, str(said.get("method")))


def _object(value: Any, key: str) -> Mapping[str, Any]:
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _figure(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < 1e15 and isfinite(value) else None


def _count(value: Any, key: str) -> int:
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if type(found) is int and 0 <= found < 10**15 else 0


def _n(level: Mapping[str, Any]) -> int:
    return _count(level, "n")


def _bad(level: Mapping[str, Any]) -> int:
    return sum(
        _count(_object(_object(level, "matrix"), "bad"), key) for key in ("pass", "fail", "abstain")
    )
