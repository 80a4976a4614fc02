"""Judges measured for a report: calibration, what scores mean, what cuts cost, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from adjudge_engine.errors import InputError
from adjudge_tui.cli.judges.judging import shared_of
from adjudge_tui.cli.judges.label_source import check_compared, judgment_source, label_source

if TYPE_CHECKING:
    from adjudge_engine.calibration.measures.labelled import Compared, Labelled
    from adjudge_tui.report.material import Measured

_COSTS = ("cost_false_release", "cost_false_block", "cost_review")


def measured_now(given: Mapping[str, Any]) -> tuple[list[Measured], dict[str, Any] | None]:
    """Every judge named, on the labels named; of several the comparison too."""
    from adjudge_engine.calibration.measures.labelled import label_rows
    from adjudge_engine.calibration.watching.comparison import compare
    from adjudge_tui.cli.judges.looking import Looking, Shown

    names = tuple(dict.fromkeys(given["judge_names"]))
    if not names:
        return [], None
    found = label_source(given["labels"], given["golden"], given["db"])
    every: list[Compared] = []
    seen: list[Looking] = []
    shared = shared_of(given["config"], local_only=given["local_only"], beside=given["db"])
    with shared:
        for name in names:
            source = judgment_source(name, given["criterion"], shared)
            looking = Looking(source, given["criterion"])
            rows = label_rows(
                looking.through(found.cases()),
                source,
                criterion=given["criterion"],
                reading=given["reading"],
                minimum=given["minimum"],
            )
            count = len(rows.answer) + len(rows.claim)
            check_compared(found.name, source, count, given["criterion"], "")
            every.append(rows)
            seen.append(looking)
    costed = all(given[one] is not None for one in _COSTS)
    side: Literal["dev", "held-out", "all"] = (
        "held-out" if costed else given["split"]
    )  # thresholds are checked on the held-out side
    where = given["labels"], given["golden"], given["db"]
    Shown("report", side, *where, given["reading"], given["minimum"]).write_down(seen)
    named = [replace(rows, judge=name) for name, rows in zip(names, every, strict=True)]
    comparison = compare(named).to_dict() if len(named) > 1 else None
    return [_measured(one, given, found.name) for one in every], comparison


def _measured(rows: Compared, given: Mapping[str, Any], labels: str) -> Measured:
    from adjudge_engine.calibration.measures.calibrate import calibration_of
    from adjudge_engine.calibration.measures.reliability import reliability
    from adjudge_tui.report.material import Measured

    level = rows.claim if rows.scored_by == "risk" and rows.claim else rows.answer
    thresholds, why = _thresholds(level, given, rows.scored_by)
    side = given["split"]
    if side != "all":
        rows.answer = [one for one in rows.answer if one.split == side]
        rows.claim = [one for one in rows.claim if one.split == side]
    said = calibration_of(rows, None if side == "all" else side).to_dict()
    shown = [one for one in level if side in ("all", one.split)]
    return Measured(
        calibration=said | {"labels": labels},
        reliability=[one.to_dict() for one in reliability(shown)],
        thresholds=thresholds,
        why_not=why,
    )


def _thresholds(
    rows: Sequence[Labelled], given: Mapping[str, Any], scored_by: str
) -> tuple[dict[str, Any] | None, str]:
    """The cuts from the three costs, or why there are none."""
    costs = [given[one] for one in _COSTS]
    if None in costs:
        return None, "needs three costs (--cost-false-release and so on)"
    from adjudge_engine.calibration.releasing.thresholds import Costs, thresholds

    sides = [[one for one in rows if one.split == side] for side in ("dev", "held-out")]
    try:
        found = thresholds(sides[0], sides[1], Costs(*costs))
    except InputError as error:
        return None, f"cannot be told: {error.message}"
    return found.to_dict() | {"scored_by": scored_by, "level": _level(rows)}, ""


def _level(rows: Iterable[Labelled]) -> str:
    first = next(iter(rows), None)
    return "answer" if first is None or first.claim_id is None else "claim"
