"""Where the cycle stands: what has gone stale, and how many labels are missing for a bound.

An admission is of one fingerprint, on one version of the labels, under one policy. Whatever of
these has moved on is said by name; what cannot be told counts as stale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from adjudge_engine.calibration.releasing.admissions import Entry, as_strict
from adjudge_engine.calibration.statistics.bounds import POWER, Grouped, more_needed
from adjudge_engine.policy import Admission, Policy
from adjudge_engine.vocabulary import Reading

#: (judge, criterion) → its fingerprint as of now; None: such a judge cannot be made here.
Fingerprints = Mapping[tuple[str, str], str | None]
#: A third of all sources is held out, so of labels three times as many are needed.
SIDES: Final = 3

Why = Literal[
    "never_measured",
    "fingerprint_changed",
    "fingerprint_unknown",
    "golden_newer",
    "policy_changed",
    "withdrawn",
    "older_than_the_judge",
]


@dataclass(frozen=True, slots=True)
class Stale:
    """One thing that no longer counts as it stands. `what`: admission, calibration or probes."""

    what: Literal["admission", "calibration", "probes"]
    judge: str
    criterion: str
    why: Why
    message: str

    def to_dict(self) -> dict[str, str]:
        """It as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Missing:
    """Labels that would settle a judge's admission, with the chance `POWER`.

    `items` of the kind `of` would; `labels`: held-out labels of all kinds that bring as many, and
    `all_labels` labels on both sides. None where it cannot be said. `from_nothing`: no label so
    far, so a judge without an error is supposed.
    """

    judge: str
    criterion: str
    reading: str
    minimum: float
    outcome: str
    items: int | None
    of: str
    labels: int | None
    from_nothing: bool

    @property
    def all_labels(self) -> int | None:
        """On both sides of the split."""
        return None if self.labels is None else SIDES * self.labels

    def to_dict(self) -> dict[str, Any]:
        """The numbers as JSON values."""
        own = {name: getattr(self, name) for name in self.__slots__}
        return own | {"all_labels": self.all_labels, "chance": POWER}


def asked_of(policy: Policy) -> list[tuple[str, Reading, float]]:
    """(criterion, reading, minimum) in every way in which a tier asks for one, in order."""
    asked = [
        (name, one.reading, one.minimum)
        for tier in policy.tiers.values()
        for name, one in tier.required_criteria.items()
    ]
    return list(dict.fromkeys(asked))


def stale_admissions(
    entries: Sequence[Entry], policy: Policy, now: Fingerprints, newest: Mapping[str, int]
) -> list[Stale]:
    """Entries that no longer count, or no longer rest on the newest labels.

    `newest`: golden set → its newest version. Of one judge, criterion and way to read it only
    the entry of its fingerprint now is weighed, where there is one.
    """
    found = []
    asked = asked_of(policy)
    for one in _latest(entries, now):
        for why, message in _why_stale(one, policy, asked, now, newest):
            found.append(Stale("admission", one.judge, one.criterion, why, message))
    return found


def _latest(entries: Sequence[Entry], now: Fingerprints) -> list[Entry]:
    """Of each way to read a judge the entry of its fingerprint now, else the newest."""
    best: dict[tuple[str, str, str, float], Entry] = {}
    for one in sorted(entries, key=lambda entry: (entry.at, entry.place)):
        place = (one.judge, one.criterion, one.reading, one.minimum)
        had, current = best.get(place), now.get((one.judge, one.criterion))
        if had is None or had.fingerprint != current:
            best[place] = one
    return [best[place] for place in sorted(best)]


def _why_stale(
    one: Entry,
    policy: Policy,
    asked: Sequence[tuple[str, Reading, float]],
    now: Fingerprints,
    newest: Mapping[str, int],
) -> list[tuple[Why, str]]:
    found: list[tuple[Why, str]] = []
    current = now.get((one.judge, one.criterion))
    if one.outcome == "withdrawn":
        found.append(("withdrawn", f"withdrawn: {one.why}"))
    if current is None:
        found.append(("fingerprint_unknown", "whether it is still the same judge cannot be told"))
    elif current != one.fingerprint:
        message = f"measured was {short(one.fingerprint)}, the judge is now {short(current)}"
        found.append(("fingerprint_changed", message))
    name = one.labels.name.partition("@")[0]
    last = newest.get(name) if one.labels.version is not None else None
    if last is not None and one.labels.version is not None and last > one.labels.version:
        found.append(("golden_newer", f"measured on {name}@{one.labels.version}, there is @{last}"))
    if (one.criterion, one.reading, one.minimum) not in asked:
        message = f"no tier asks for {one.criterion} at {one.reading} ≥ {one.minimum:g} any more"
        found.append(("policy_changed", message))
    elif not as_strict(one.demands, policy.admission):
        found.append(("policy_changed", "the policy demands more than it was held to"))
    return found


def stale_files(
    what: Literal["calibration", "probes"], said: Sequence[Mapping[str, Any]], now: Fingerprints
) -> list[Stale]:
    """Of calibrations or probes kept as JSON those of a judge that is another now."""
    found = []
    for one in said:
        judge, criterion = str(one.get("judge")), str(one.get("criterion"))
        current = now.get((judge, criterion))
        if current is None:
            message = "whether it is still the same judge cannot be told"
            found.append(Stale(what, judge, criterion, "fingerprint_unknown", message))
        elif one.get("fingerprint") != current:
            message = f"the judge is now {short(current)}"
            found.append(Stale(what, judge, criterion, "older_than_the_judge", message))
    return found


def never_measured(
    entries: Sequence[Entry], policy: Policy, judges: Sequence[tuple[str, str]]
) -> list[Stale]:
    """Judges on criteria that a tier asks for, in ways in which they were never measured."""
    return [
        Stale("admission", judge, criterion, "never_measured", f"never at {reading} ≥ {minimum:g}")
        for judge, criterion, reading, minimum in _unmeasured(entries, policy, judges)
    ]


def _unmeasured(
    entries: Sequence[Entry], policy: Policy, judges: Sequence[tuple[str, str]]
) -> list[tuple[str, str, Reading, float]]:
    done = {(one.judge, one.criterion, one.reading, one.minimum) for one in entries}
    return [
        (judge, criterion, reading, minimum)
        for judge, criterion in judges
        for name, reading, minimum in asked_of(policy)
        if name == criterion and (judge, criterion, reading, minimum) not in done
    ]


def missing_labels(
    entries: Sequence[Entry],
    policy: Policy,
    now: Fingerprints,
    judges: Sequence[tuple[str, str]],
) -> list[Missing]:
    """For every judge that is not settled how many labels would settle it.

    Of an inconclusive entry these are the numbers of `adjudge admit`; one that was never measured
    is supposed to make no error.
    """
    found = [
        _of_entry(one)
        for one in _latest(entries, now)
        if one.outcome == "inconclusive"
        and now.get((one.judge, one.criterion)) in (None, one.fingerprint)
    ]
    items = from_nothing(policy.admission)
    found += [
        Missing(*place, "never measured", items, "bad, with a verdict", None, True)
        for place in _unmeasured(entries, policy, judges)
    ]
    return found


def _of_entry(one: Entry) -> Missing:
    figures = one.figures
    demands = figures.get("demands")
    told: list[tuple[int, str]] = []
    for demand in demands if isinstance(demands, list) else ():
        more = demand.get("more") if isinstance(demand, dict) else None
        if isinstance(more, dict) and isinstance(more.get("items"), int):
            told.append((int(str(more["items"])), str(more.get("of"))))
    items, of = max(told, default=(None, "labels"))
    labels = figures.get("more")
    return Missing(
        one.judge,
        one.criterion,
        one.reading,
        one.minimum,
        one.outcome,
        items,
        of,
        labels if isinstance(labels, int) else None,
        False,
    )


def from_nothing(demands: Admission) -> int | None:
    """How many bad items a judge without an error must have caught to be admitted."""
    needed = more_needed(Grouped(0, 0, 0, 1.0), demands.false_pass_upper, demands.confidence)
    return None if needed is None else max(needed, 1)


def short(fingerprint: str) -> str:
    """The first signs of a fingerprint, enough to tell two apart."""
    return fingerprint.removeprefix("sha256:")[:12]
