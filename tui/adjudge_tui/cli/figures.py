"""`adjudge figures`: how people decide: pace, agreement, drift, and what the judge makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge_engine.vocabulary import LABEL_VERDICTS
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
from adjudge_tui.reviewers import open_queue

if TYPE_CHECKING:
    from adjudge_engine.calibration.coefficient import Coefficient
    from adjudge_engine.calibration.drift import Drift
    from adjudge_engine.calibration.reviewers import Concord, Pace, ReviewDecision
    from adjudge_queue.figures import Known

_ANSWER: Final = "answer"
_SETTLED: Final = "settled by a lead"
#: Beside this one what reviewers say can be held: a judge is named so.
_JUDGE: Final = "judge "


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
        queue.team.lead(reviewer, "looking at how people decide")
        decisions = list(queue.review_decisions())
        known = {
            "planted items": queue.planted_results(reviewer),
            _SETTLED: queue.adjudicated_results(reviewer),
        }
        judged = queue.beside_judges(reviewer)
    found = _Figures(decisions, known, [*judged.people, *judged.judges], windows)
    if as_json:
        print_json(found.to_dict())
        return
    for part in found.tables():
        console().print(part)


class _Figures:
    """All figures, made when they are asked for."""

    def __init__(
        self,
        decisions: list[ReviewDecision],
        known: dict[str, Known],
        with_judges: list[ReviewDecision],
        windows: int,
    ) -> None:
        from adjudge_engine.calibration.drift import drift
        from adjudge_engine.calibration.reviewers import pace

        self.pace = pace(decisions)
        apart = list(_apart(decisions, known[_SETTLED]))
        self.agreement = {name: _agreement(apart, kind) for name, kind in _KINDS.items()}
        self.drift = {
            name: drift(one.decisions, one.answers, windows=windows) for name, one in known.items()
        }
        self.judge = {
            name: [
                one
                for one in _agreement(with_judges, kind)
                if one.first.startswith(_JUDGE) != one.second.startswith(_JUDGE)
            ]
            for name, kind in _KINDS.items()
        }

    def to_dict(self) -> dict[str, Any]:
        """All of them as JSON values."""
        return {
            "pace": [one.to_dict() for one in self.pace],
            "agreement": {
                name: [one.to_dict() for one in found] for name, found in self.agreement.items()
            },
            "known": {name: [one.to_dict() for one in found] for name, found in self.drift.items()},
            "judge": {name: [one.to_dict() for one in found] for name, found in self.judge.items()},
        }

    def tables(self) -> Iterator[Any]:
        """All of them for people."""
        if not self.pace:
            yield safe("Nobody has decided anything yet.")
            return
        yield safe("PACE", "bold cyan")
        yield _pace_table(self.pace)
        yield safe("AGREEMENT OF REVIEWERS", "bold cyan")
        yield from _concords(self.agreement, "No two reviewers have decided on the same items.")
        yield safe("WITH WHAT IS KNOWN, EARLY → LATE", "bold cyan")
        yield from _drifts(self.drift)
        yield safe("WITH THE JUDGE, BEFORE IT WAS SEEN", "bold cyan")
        yield from _concords(
            self.judge, "No judge spoke on what people decided before seeing it (decide --blind)."
        )


def _is_answer(about: str, value: Any) -> bool:
    return about == _ANSWER


def _is_claim(about: str, value: Any) -> bool:
    return about != _ANSWER and value in LABEL_VERDICTS


#: Verdicts of one kind are compared with each other alone.
_KINDS: Final[dict[str, Callable[[str, Any], bool]]] = {"answers": _is_answer, "claims": _is_claim}


def _apart(decisions: Iterable[ReviewDecision], settled: Known) -> Iterator[ReviewDecision]:
    """All but the words of leads who had both others' before them."""
    items = {item for item, _ in settled.answers}
    both = {(one.item, one.reviewer) for one in settled.decisions}
    return (one for one in decisions if one.item not in items or (one.item, one.reviewer) in both)


def _agreement(
    decisions: Iterable[ReviewDecision], kind: Callable[[str, Any], bool]
) -> tuple[Concord, ...]:
    from adjudge_engine.calibration.reviewers import pairwise_agreement

    return pairwise_agreement(
        replace(
            one,
            verdicts={about: value for about, value in one.verdicts.items() if kind(about, value)},
        )
        for one in decisions
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
                name,
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
