"""Figures on how people decide, as one page: numbers first, names last, since names may be long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from adjudge_tui.desk.doc import Doc, DocBuilder
from adjudge_tui.display import one_line
from adjudge_tui.leading.reviewer_figures import ReviewerFigures
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_engine.calibration.raters.coefficient import Coefficient
    from adjudge_engine.calibration.raters.reviewers import Concord

_MOST = 60  # characters of a name


def figures_doc(found: ReviewerFigures, *, judge: bool) -> Doc:
    """All figures; `judge`: also agreement with it, which a blind item at hand keeps away."""
    out = DocBuilder()
    if not found.pace:
        out.line(say("figures.nobody"), "muted")
        return out.build()
    out.line(say("figures.pace"), "heading")
    _table(out, "figures.pace_heads", _pace(found))
    _part(out, "figures.agreement", "figures.concord_heads", _concords(found.agreement),
          "figures.no_two")  # fmt: skip
    _part(out, "figures.known", "figures.drift_heads", _drifts(found), "figures.no_known")
    if judge:
        _part(out, "figures.judge", "figures.concord_heads", _concords(found.judge),
              "figures.no_judge")  # fmt: skip
    else:
        out.line()
        out.line(say("figures.judge"), "heading")
        out.line(say("figures.judge_veiled"), "muted")
    return out.build()


def _part(
    out: DocBuilder, title: str, heads: str, rows: Iterable[Sequence[str]], nothing: str
) -> None:
    out.line()
    out.line(say(title), "heading")
    listed = list(rows)
    if listed:
        _table(out, heads, listed)
    else:
        out.line(say(nothing), "muted")


def _table(out: DocBuilder, heads: str, rows: Iterable[Sequence[str]]) -> None:
    """Columns as wide as their cells; the last one, a name, ends the line."""
    names = say(heads).split("|")
    listed = list(rows)
    columns = range(len(names) - 1)
    widths = [max(cell_len(row[at]) for row in [names, *listed]) for at in columns]
    for row in (names, *listed):
        padded = (" " * (widths[at] - cell_len(row[at])) + row[at] for at in columns)
        line = "  ".join((*padded, row[-1]))
        out.line(f" {line}", "muted" if row is names else "")


def _pace(found: ReviewerFigures) -> Iterator[Sequence[str]]:
    for one in found.pace:
        seconds, hour = one.median_seconds, one.per_hour
        yield (
            f"{one.decisions:,}",
            say("figures.unknown") if seconds is None else f"{seconds:.0f} s",
            say("figures.unknown") if hour is None else f"{hour:.0f}",
            say("figures.of", hits=f"{one.skipped.hits:,}", n=f"{one.skipped.n:,}"),
            _name(one.reviewer),
        )


def _concords(found: Mapping[str, Sequence[Concord]]) -> Iterator[Sequence[str]]:
    for kind, concords in found.items():
        for one in concords:
            yield (
                say(f"figures.{kind}", count=f"{one.agreement.n:,}"),
                _share(one.agreement),
                _coefficient(one.kappa),
                _coefficient(one.ac1),
                f"{_name(one.first)} · {_name(one.second)}",
            )


def _drifts(found: ReviewerFigures) -> Iterator[Sequence[str]]:
    falls = {True: "figures.falls", False: "figures.holds", None: "figures.unknown"}
    for name, drifts in found.drift.items():
        for one in drifts:
            yield (
                " → ".join(f"{window.decisions:,}" for window in one.windows),
                " → ".join(_share(window.agreement) for window in one.windows),
                say(falls[one.declined]),
                say(f"figures.{name}"),
                _name(one.reviewer),
            )


def _name(name: str) -> str:
    return one_line(name[:_MOST])


def _share(one: Coefficient) -> str:
    if one.value is None:
        return say("figures.undefined")
    within = one.interval
    around = f" ({100 * within.low:.0f}–{100 * within.high:.0f})" if within else ""
    return f"{100 * one.value:.0f} %{around}"


def _coefficient(one: Coefficient) -> str:
    if one.value is None:
        return say("figures.undefined")
    within = one.interval
    around = f" ({within.low:.2f}…{within.high:.2f})" if within else ""
    return f"{one.value:.2f}{around}"
