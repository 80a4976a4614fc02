"""The parts of a report on trials of a judge: what moves it, and how its rubric was rewritten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudge_tui.report.html import (
    Html,
    figure,
    figures,
    join,
    missing,
    paragraph,
    percent,
    percents,
    table,
    tag,
)
from adjudge_tui.report.material import Material, Run
from adjudge_tui.report.svg import Axes, Dot, curve
from adjudge_tui.report.values import at, count, interval, listed, number, text


def probes(material: Material) -> Html:
    """What moved the judge, and which defects it caught."""
    if not material.probes:
        return missing("Missing: no probes were given (adjudge probe --json, then --probes FILE).")
    return join(_probes(one) for one in material.probes)


def _probes(said: Any) -> Html:
    head = f"{text(said, 'judge')} on {text(said, 'criterion')}"
    parts = [tag("h3", head)]
    if listed(said, "classes"):
        parts.append(_classes(said))
        return join(parts)
    rows = [
        (
            text(one, "title") or text(one, "probe"),
            text(one, "n"),
            percent(number(one, "rate")),
            percents(interval(one, "interval")),
            percent(number(one, "placebo_rate")),
            _p(number(one, "p")),
            _p(number(one, "q")),
            tag("b", text(one, "finding")) if at(one, "worrying") is True else text(one, "finding"),
        )
        for one in listed(said, "probes")
    ]
    if not rows:
        return join([*parts, missing("Missing: no probe could be tried.")])
    top = ("Probe", "Cases", "Changed", "95 %", "By chance", "p", "q", "Finding")
    parts.append(table(top, rows))
    unsteady = count(said, "repeats", "unsteady")
    if unsteady is not None:
        told = f"{unsteady:,} of {text(said, 'repeats', 'n')} cases got more than one verdict in "
        parts.append(paragraph(f"{told}{text(said, 'repeats', 'runs')} repeats."))
    if text(said, "method"):
        parts.append(paragraph(text(said, "method"), "note"))
    return join(parts)


def _classes(said: Any) -> Html:
    names = ("n", "countable", "caught", "caught_by_code", "caught_by_neither", "base_flagged")
    rows = (
        (
            text(one, "class"),
            *(text(one, name) for name in names),
            percent(number(one, "caught_rate")),
            percents(interval(one, "interval")),
        )
        for one in listed(said, "classes")
    )
    head = ("Defect", "Planted", "Countable", "Caught", "By code", "By neither", "Base flagged")
    told = "Caught: flagged in every repeat, where the unmutated base is not"
    return table((*head, "Share caught", "95 %"), rows, told)


def _p(value: float | None) -> str:
    return "–" if value is None else f"{value:.2g}"


def optimiser(material: Material) -> Html:
    """Every run of the optimiser: revision by revision, and what the winner came to."""
    if material.runs is None:
        return missing("Missing: no history of an optimiser was given (--optimizer FILE).")
    if not material.runs:
        return missing("Missing: the history of the optimiser has no run.")
    return join(part for one in material.runs for part in _run(one))


def _run(one: Run) -> Iterator[Html]:
    yield tag("h3", f"Run {_short(one.name)}, {one.at}")
    about = [f"{key} {text(one.settings, key)}" for key in one.settings if text(one.settings, key)]
    if about:
        yield paragraph(" · ".join(about), "note")
    scored = [
        (place, value)
        for place, said in enumerate(one.revisions)
        if (value := number(said, "alignment")) is not None
    ]
    if scored:
        best: list[Dot] = []
        for place, value in scored:
            best.append(Dot(place, max(value, best[-1].y if best else value)))
        axes = Axes(
            "revision",
            "alignment, dev side",
            right=max(1.0, float(len(one.revisions) - 1)),
            bottom=min(0.0, *(value for _, value in scored)),
            x_percent=False,
            y_percent=False,
        )
        marks = [(Dot(place, value), "") for place, value in scored]
        yield curve("Alignment of every revision, and the best so far", axes, best, marks=marks)
    else:
        yield missing("Missing: no revision has a defined alignment.")
    head = ("Revision", "Parent", "Round", "Strategy", "Alignment")
    rows = (
        (
            _short(text(said, "hash")),
            _short(text(said, "parent")) or "–",
            text(said, "round"),
            text(said, "strategy"),
            figure(number(said, "alignment")) if at(said, "scored") is True else "not scored",
        )
        for said in one.revisions
    )
    yield table(head, rows)
    yield paragraph(f"Stopped: {one.stopped or 'not yet'}.")
    if one.measured is None:
        yield missing("Missing: the winner has not been measured on the held-out side.")
        return
    value, around = number(one.measured, "alignment"), interval(one.measured, "interval")
    name = _short(text(one.measured, "hash"))
    yield paragraph(f"Held-out: {name} has alignment {figure(value)} ({figures(around)}).")


def _short(value: str) -> str:
    return value.removeprefix("sha256:")[:12]
