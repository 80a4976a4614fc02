"""What to label next: answers on which the judge is near its threshold, and thin slices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, Final, NamedTuple

from adjudge_engine.policy import Policy

#: Held-out rows of a slice below which little can be said of it.
THIN: Final = 10


class Near(NamedTuple):
    """An open item and how far the judge's score lies from the least value; None: it abstained."""

    item_id: int
    case_id: str
    judge: str
    criterion: str
    score: float | None
    minimum: float

    @property
    def distance(self) -> float:
        """How far from the threshold; an abstention lies on it."""
        return 0.0 if self.score is None else abs(self.score - self.minimum)

    def to_dict(self) -> dict[str, Any]:
        """It as JSON values."""
        return self._asdict() | {"distance": self.distance}


class Thin(NamedTuple):
    """A slice with few rows on the held-out side: `rows` there, `waiting` open items of it."""

    kind: str
    value: str
    rows: int
    waiting: int
    filter: str | None

    def to_dict(self) -> dict[str, Any]:
        """It as JSON values."""
        return self._asdict()


class Wide(NamedTuple):
    """A slice whose false-pass rate is least known: `low` … `high` of `n` bad ones."""

    judge: str
    criterion: str
    level: str
    kind: str
    value: str
    n: int
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """It as JSON values."""
        return self._asdict()


def near_of(
    item_id: int, case_id: str, evaluation: Mapping[str, Any], policy: Policy, risk: str
) -> Near | None:
    """The judgment of an item that lies nearest to what the tier asks; None where none counts.

    Where the reading has two values (`strict`) the score is taken, as it tells more; of answers
    that pass by it nothing is left open.
    """
    tier = next((one for name, one in policy.tiers.items() if name == risk), None)
    asked = tier.required_criteria if tier else {}
    found: list[Near] = []
    judgments = evaluation.get("judgments")
    for one in judgments if isinstance(judgments, Sequence) else ():
        criterion = one.get("criterion") if isinstance(one, Mapping) else None
        needed = asked.get(criterion) if isinstance(criterion, str) else None
        if needed is None:
            continue
        score = None
        if not one.get("abstained"):
            names = (needed.reading, "score") if needed.reading != "strict" else ("score",)
            score = next((v for v in map(one.get, names) if _number(v)), None)
            sure = needed.reading == "strict" and score is not None and score >= needed.minimum
            if score is None or sure:
                continue
        found.append(
            Near(item_id, case_id, str(one.get("judge")), str(criterion), score, needed.minimum)
        )
    return min(found, key=lambda near: near.distance, default=None)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def nearest(candidates: Iterable[Near], most: int) -> list[Near]:
    """Those nearest to their threshold; scored ones first, then abstentions."""
    order = sorted(candidates, key=lambda one: (one.score is None, one.distance, one.item_id))
    return order[:most]


def thin_slices(
    rows: Mapping[tuple[str, str], int], waiting: Mapping[tuple[str, str], int], most: int
) -> list[Thin]:
    """Slices with fewer than `THIN` held-out rows of which items wait, the emptiest first.

    Both count by (kind, value); a slice of which nothing waits cannot be labelled.
    """
    found = [
        Thin(kind, value, rows.get((kind, value), 0), count, _filter(kind, value))
        for (kind, value), count in waiting.items()
        if rows.get((kind, value), 0) < THIN
    ]
    return sorted(found, key=lambda one: (one.rows, -one.waiting, one.kind, one.value))[:most]


def _filter(kind: str, value: str) -> str | None:
    """The filter of `adjudge list` that finds the slice; None where there is none."""
    if kind not in ("risk", "tag") or value == "(none)":  # that is no tag, but that there is none
        return None
    if any(one.isspace() or one == '"' for one in value):
        quoted = value.replace('"', '""')
        return f'{kind}:"{quoted}"'
    return f"{kind}:{value}"


def widest(calibrations: Iterable[Mapping[str, Any]], most: int) -> list[Wide]:
    """The slices of calibrations kept as JSON whose false-pass intervals are widest."""
    found = [one for said in calibrations for one in _slices(said)]
    return sorted(found, key=lambda one: (one.low - one.high, one[:5]))[:most]


def _slices(said: Mapping[str, Any]) -> Iterable[Wide]:
    for level in ("answer", "claim"):
        by_slice = _object(_object(said.get(level)).get("by_slice")).get("slices")
        for one in by_slice if isinstance(by_slice, list) else ():
            rate = _object(_object(one).get("false_pass"))
            around, n = _object(rate.get("interval")), rate.get("n")
            low, high = around.get("low", 0.0), around.get("high", 1.0)
            if isinstance(n, int) and _number(low) and _number(high):
                place = (level, str(one.get("kind")), str(one.get("value")))
                yield Wide(str(said.get("judge")), str(said.get("criterion")), *place, n, low, high)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
