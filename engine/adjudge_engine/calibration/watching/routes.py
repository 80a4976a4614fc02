"""Two runs of evaluations, one against the other: routes, and what the gates of code found.

Cases are paired by their ids. Where all of them are the same answers, only the checks, the judges
or the policy can have changed, and a rate of failures that falls is a check that finds less as
likely as anything: so either way counts. Where answers have changed, more failures, more reviews
and fewer releases are worse.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

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
from adjudge_engine.vocabulary import GATES, ROUTES

_HINT: Final = "adjudge evaluate --out FILE.jsonl writes one."
_NAMED: Final = 20
_UNTOLD: Final = ("fail", "unavailable")

#: Figure → which way is good where answers have changed.
DIRECTIONS: Final[Mapping[str, Better]] = {
    "route.release": "higher",
    "route.review": "lower",
    "route.block": "lower",
    **{f"{gate}.{outcome}": "lower" for gate in GATES for outcome in _UNTOLD},
}


class Evaluated(NamedTuple):
    """What one evaluation comes to: the answer's hash, and those of the figures that it has."""

    case_hash: str
    has: frozenset[str]


@dataclass(frozen=True, slots=True)
class Run:
    """The evaluations of a file by case id. `gates`: those that the file tells of."""

    name: str
    by_case: Mapping[str, Evaluated]
    gates: frozenset[str]


def read_run(path: Path) -> Run:
    """The evaluations of a JSON Lines file; of several of one case the last counts.

    InputError, with the line, for one that is no evaluation: nothing is left out silently.
    """
    found: dict[str, Evaluated] = {}
    gates: set[str] = set()
    for number, data in _lines(path):
        where = f"{path}, line {number}"
        case_id, route = data.get("case_id"), data.get("route")
        said = data.get("gates")
        if not isinstance(case_id, str) or route not in ROUTES or not isinstance(said, Mapping):
            raise InputError(f"{where} is no evaluation.", _HINT)
        gates |= said.keys() & set(GATES)
        found[case_id] = Evaluated(str(data.get("case_hash")), _figures(str(route), said))
    if not found:
        raise InputError(f"{path} has no evaluation.", _HINT)
    return Run(str(path), found, frozenset(gates))


def _figures(route: str, gates: Mapping[str, Any]) -> frozenset[str]:
    has = {f"route.{route}"}
    for gate in GATES:
        told = gates.get(gate)
        outcome = told.get("outcome") if isinstance(told, Mapping) else None
        if outcome in _UNTOLD:
            has.add(f"{gate}.{outcome}")
    return frozenset(has)


def _lines(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(file, 1):
                if not raw.strip():
                    continue
                data = json.loads(raw.decode("utf-8"))
                if not isinstance(data, dict):
                    raise InputError(f"{path}, line {number} is no evaluation.", _HINT)
                yield number, data
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.", _HINT) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.", _HINT) from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is not JSON Lines, or not UTF-8.", _HINT) from None


def against_run(
    before: Run,
    now: Run,
    *,
    names: Sequence[str] = (),
    tolerance: Mapping[str, float] | None = None,
) -> Regression:
    """One run's routes and gates against an earlier one's, over the cases of both."""
    for name in names:
        if name not in DIRECTIONS:
            raise InputError(
                f"There is no figure {name[:80]!r}.", "Take route.release, numbers.fail and so on."
            )
    both = [one for one in before.by_case if one in now.by_case]
    pairs = [(one, before.by_case[one], now.by_case[one]) for one in both]
    same = all(old.case_hash == new.case_hash for _, old, new in pairs)
    watched = tuple(names) or _usual(before, now)
    allowed = tolerances(tolerance or {}, watched)
    findings = [_finding(one, pairs, before, now, same, allowed, len(watched)) for one in watched]
    problems = []
    if gone := len(before.by_case) - len(both):
        problems.append(f"fewer cases: {gone:,} of {len(before.by_case):,} are not there now")
    notes = ["the same answers: a shift either way counts" if same else "the answers have changed"]
    if new := len(now.by_case) - len(both):
        notes.append(f"{new:,} cases are new and not compared")
    return Regression(
        what="evaluations",
        before=before.name,
        now=now.name,
        compared=len(both),
        findings=tuple(findings),
        problems=tuple(problems),
        notes=tuple(notes),
    )


def _usual(before: Run, now: Run) -> tuple[str, ...]:
    """The figures that some evaluation has, or whose gate only one of the runs tells of.

    What no evaluation has cannot differ, so it takes no share of the false alarms (R. E. Tarone,
    Biometrics 46 (1990)). The share reviewed is what the other two routes leave.
    """
    seen = {name for run in (before, now) for one in run.by_case.values() for name in one.has}
    apart = before.gates ^ now.gates
    usual = ("route.release", "route.block")
    return tuple(
        name
        for name in DIRECTIONS
        if name in usual
        or (name != "route.review" and (name in seen or name.partition(".")[0] in apart))
    )


def _finding(
    name: str,
    pairs: Sequence[tuple[str, Evaluated, Evaluated]],
    before: Run,
    now: Run,
    same: bool,
    allowed: Mapping[str, float],
    family: int,
) -> Finding:
    better: Better = "either" if same else DIRECTIONS[name]
    n = len(pairs)
    gained = [one for one, old, new in pairs if name in new.has and name not in old.has]
    lost = [one for one, old, new in pairs if name in old.has and name not in new.has]
    was = sum(name in old.has for _, old, _ in pairs)
    gate = name.partition(".")[0]
    known_then, known_now = (gate == "route" or gate in run.gates for run in (before, now))
    between = paired_shares(len(gained), len(lost), n, confidence_of(better, family))
    worse = lost if better == "higher" else gained if better == "lower" else [*gained, *lost]
    return weigh(
        name,
        better,
        was / n if n and known_then else None,
        (was + len(gained) - len(lost)) / n if n and known_now else None,
        between,
        allowed.get(name, 0.0),
        worse[:_NAMED],
    )
