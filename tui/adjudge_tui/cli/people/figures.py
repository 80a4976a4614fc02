"""`adjudge figures`: how people decide: pace, agreement, drift, and what the judge makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge_tui.cli.common import (
    console,
    counted,
    db_option,
    json_option,
    lead_option,
    print_json,
    safe,
    table,
)
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.leading.reviewer_figures import PLANTED, SETTLED, ReviewerFigures, read_figures

if TYPE_CHECKING:
    from adjudge_engine.calibration.raters.coefficient import Coefficient
    from adjudge_engine.calibration.raters.drift import Drift
    from adjudge_engine.calibration.raters.reviewers import Pace

#: The sources of known answers in words.
_KNOWN: Final = {PLANTED: "planted items", SETTLED: "settled by a lead"}


@click.command()
@click.option(
    "--windows",
    type=click.IntRange(1, 100),
    default=2,
    show_default=True,
    help="Into how many stretches of equally many decisions drift is cut.",
)
@lead_option
@db_option
@json_option
def figures(windows: int, reviewer: str, db: Path, as_json: bool) -> None:
    """Say how fast people decide, how far they agree, and whether that falls. For leads.

    Agreement is given for answers and for claims, with Cohen's kappa and Gwet's AC1, each with
    its 95 % interval. Known answers are planted items and what a lead settled. With the judge
    only what was said before it was seen is compared (`decide --blind`).

    \b
    adjudge figures
    adjudge figures --windows 4 --json
    """
    with open_queue(db, readonly=True) as queue:
        found = read_figures(queue, reviewer, windows)
    if as_json:
        print_json(_to_dict(found))
        return
    for part in _tables(found):
        console().print(part)


def _to_dict(found: ReviewerFigures) -> dict[str, Any]:
    """All of them as JSON values."""
    return {
        "pace": [one.to_dict() for one in found.pace],
        "agreement": {
            name: [one.to_dict() for one in own] for name, own in found.agreement.items()
        },
        "known": {
            _KNOWN[name]: [one.to_dict() for one in own] for name, own in found.drift.items()
        },
        "judge": {name: [one.to_dict() for one in own] for name, own in found.judge.items()},
    }


def _tables(found: ReviewerFigures) -> Iterator[Any]:
    """All of them for people."""
    if not found.pace:
        yield safe("Nobody has decided anything yet.")
        return
    yield safe("PACE", "bold cyan")
    yield _pace_table(found.pace)
    yield safe("AGREEMENT OF REVIEWERS", "bold cyan")
    yield from _concords(found.agreement, "No two reviewers have decided on the same items.")
    yield safe("WITH WHAT IS KNOWN, EARLY → LATE", "bold cyan")
    yield from _drifts(found.drift)
    yield safe("WITH THE JUDGE, BEFORE IT WAS SEEN", "bold cyan")
    yield from _concords(
        found.judge, "No judge spoke on what people decided before seeing it (decide --blind)."
    )


def _pace_table(found: Iterable[Pace]) -> Any:
    out = table("by", "decided", "median", "per hour", "skipped")
    for one in found:
        out.add_row(
            safe(one.reviewer),
            f"{one.decisions:,}",
            "not known" if one.median_seconds is None else f"{one.median_seconds:.0f} s",
            "not known" if one.per_hour is None else f"{one.per_hour:.0f}",
            f"{one.skipped.hits:,} of {one.skipped.n:,}",
        )
    return out


def _concords(found: dict[str, Any], nothing: str) -> Iterator[Any]:
    if not any(found.values()):
        yield safe(nothing)
        return
    out = table("who", "and", "on", "agree", "kappa", "AC1")
    for kind, concords in found.items():
        for one in concords:
            out.add_row(
                safe(one.first),
                safe(one.second),
                counted(one.agreement.n, kind[:-1]),
                _share(one.agreement),
                _coefficient(one.kappa),
                _coefficient(one.ac1),
            )
    yield out


def _drifts(found: dict[str, tuple[Drift, ...]]) -> Iterator[Any]:
    if not any(found.values()):
        yield safe("Nothing is known yet: no planted item is decided, nothing settled by a lead.")
        return
    out = table("by", "beside", "decisions", "agree", "falls")
    falls = {True: "yes", False: "no", None: "not known"}
    for name, drifts in found.items():
        for one in drifts:
            out.add_row(
                safe(one.reviewer),
                _KNOWN[name],
                " → ".join(f"{window.decisions:,}" for window in one.windows),
                " → ".join(_share(window.agreement) for window in one.windows),
                falls[one.declined],
            )
    yield out


def _share(one: Coefficient) -> str:
    if one.value is None:
        return "undefined"
    within = one.interval
    around = f" ({100 * within.low:.0f}–{100 * within.high:.0f})" if within else ""
    return f"{100 * one.value:.0f} %{around}"


def _coefficient(one: Coefficient) -> str:
    if one.value is None:
        return "undefined"
    within = one.interval
    around = f" ({within.low:.2f} to {within.high:.2f})" if within else ""
    return f"{one.value:.2f}{around}"
