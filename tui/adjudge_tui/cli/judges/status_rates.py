"""Corrected production rates: the queue's items, people's word on some of them, a calibration.

A *released* answer is one that the policy let out, or would have but for drawing it to be looked
at; a *reviewed* one went to people for a reason. Blocked ones nobody looks at: no share of them
is estimated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pydantic import ValidationError

from adjudge_engine.calibration.raters.people import people_say
from adjudge_engine.calibration.statistics.bounds import Grouped
from adjudge_engine.calibration.watching.rates import (
    Corrected,
    Looked,
    from_flags,
    from_sample,
    together,
)
from adjudge_engine.case import Label
from adjudge_engine.policy import Criterion, Policy
from adjudge_queue.records import Item
from adjudge_tui.report.values import at

if TYPE_CHECKING:
    from adjudge_queue import Queue

_SILENT: Final = 0.5  # how bad an answer is taken to be on which the judge says nothing
RELEASED: Final = "released"
REVIEWED: Final = "reviewed"
BLOCKED: Final = "blocked"


class Seen(NamedTuple):
    """One item of production: its stratum, what the judge says (`pass` …), and what people do."""

    stratum: str
    said: str
    bad: bool | None
    chance: float | None


@dataclass
class Production:
    """The items as one judge on one criterion sees them."""

    judge: str
    criterion: str
    fingerprints: Counter[str] = field(default_factory=Counter)
    items: list[Seen] = field(default_factory=list)

    def of(self, stratum: str) -> list[Looked]:
        """The answers of one stratum."""
        flag = {"pass": 0.0, "fail": 1.0}
        return [
            Looked(flag.get(one.said, _SILENT), one.bad, one.chance)
            for one in self.items
            if one.stratum == stratum
        ]


def read_production(queue: Queue, policy: Policy, criterion: str, judge: str | None) -> Production:
    """Every item; without a `judge` the one that speaks most often on the criterion."""
    from adjudge_tui.cli.judges.status_queue import every_item

    every = list(every_item(queue))
    spoke = Counter(str(judgment.get("judge")) for one in every for judgment in _on(one, criterion))
    name = judge or min(spoke, key=lambda one: (-spoke[one], one), default="")
    found = Production(name, criterion)
    for one in every:
        found.items.append(_seen(one, policy, found))
    return found


def _on(item: Item, criterion: str) -> list[Mapping[str, Any]]:
    return [
        one for one in item.evaluation.get("judgments", ()) if one.get("criterion") == criterion
    ]


def _seen(item: Item, policy: Policy, found: Production) -> Seen:
    route = item.evaluation.get("route")
    reasons = item.evaluation.get("reasons", {}).get("uncertain", ())
    drawn = next((one for one in reasons if one.get("code") == "sampled"), None)
    chance: float | None = None
    if drawn is not None:
        stratum, chance = RELEASED, drawn.get("inclusion_probability")
    elif route == "release":
        stratum = RELEASED
    elif route == "block":
        stratum = BLOCKED
    else:
        stratum, chance = REVIEWED, 1.0
    tier = next((one for name, one in policy.tiers.items() if name == item.row.risk), None)
    needed = tier.required_criteria.get(found.criterion) if tier else None
    said = "abstain"
    for one in _on(item, found.criterion):
        if one.get("judge") == found.judge:
            said = _said(one, needed or Criterion(minimum=1.0))
            found.fingerprints[str(one.get("fingerprint"))] += 1
    return Seen(stratum, said, _bad(item, found.criterion), chance)


def _said(judgment: Mapping[str, Any], needed: Criterion) -> str:
    value = None if judgment.get("abstained") else judgment.get(needed.reading)
    if not isinstance(value, int | float):
        return "abstain"
    return "pass" if value >= needed.minimum else "fail"


def _bad(item: Item, criterion: str) -> bool | None:
    """People's word: blocked, or labelled bad, is bad; None where nobody has said either."""
    if item.row.state != "decided":
        return None
    if item.row.action in ("approve", "block"):
        return item.row.action == "block"
    labels = []
    for one in item.labels:
        try:
            label = Label.model_validate(one)
        except ValidationError:
            continue
        if label.criterion == criterion:
            labels.append(label)
    said = people_say(labels)
    return said == "bad" if said in ("good", "bad") else None


def corrected(production: Production, calibrations: Sequence[Mapping[str, Any]]) -> list[Corrected]:
    """The share of bad answers among the released, the reviewed, both, and by the judge alone."""
    strata = [from_sample(f"{name} answers", production.of(name)) for name in (RELEASED, REVIEWED)]
    both = together("answers that were not blocked", strata)
    return [*strata, both, by_flags(production, calibrations)]


def by_flags(production: Production, calibrations: Sequence[Mapping[str, Any]]) -> Corrected:
    """Rogan and Gladen's estimate over all answers, by the first calibration that fits."""
    flagged = sum(one.said == "fail" for one in production.items)
    nobody = Grouped(0, 0, 0, 1.0)
    caught, cleared = next(
        (
            _rates(one)
            for one in calibrations
            if one.get("criterion") == production.criterion
            and one.get("judge") == production.judge
            and one.get("fingerprint") in production.fingerprints
        ),
        (nobody, nobody),
    )
    what = f"all answers, by what {production.judge or 'a judge'} flags"
    return from_flags(what, flagged, len(production.items), caught, cleared)


def _rates(calibration: Mapping[str, Any]) -> tuple[Grouped, Grouped]:
    """Sensitivity and specificity over all labelled answers, an abstention being no flag."""
    groups = at(calibration, "answer", "groups")
    found = []
    for truth in ("bad", "good"):
        counts = _counts(at(calibration, "answer", "matrix", truth))
        n, flagged = sum(counts), counts[1]
        hits = flagged if truth == "bad" else n - flagged
        found.append(Grouped(hits, n, groups if isinstance(groups, int) else 0, 1.0))
    return found[0], found[1]


def _counts(row: Any) -> list[int]:
    values = (at(row, name) for name in ("pass", "fail", "abstain"))
    return [one if type(one) is int and one >= 0 else 0 for one in values]
