"""The parts of a report on what follows from figures: admission, thresholds, comparison."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudge_tui.report.calibration import name_of
from adjudge_tui.report.html import (
    Html,
    esc,
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
from adjudge_tui.report.material import Material, Measured
from adjudge_tui.report.svg import Axes, Dot, curve, rounded_up
from adjudge_tui.report.values import at, interval, listed, number, text


def admission(material: Material) -> Html:
    """Who may release what, and by which bounds."""
    if material.admissions is None:
        return missing(
            "Missing: there is no admissions file (adjudge admit, or --admissions FILE)."
        )
    if not material.admissions:
        return paragraph("No judge was measured for admission: every answer goes to people.")
    head = ("Judge", "Criterion", "Reads", "Outcome", "Labels", "At", "Why")
    rows = [
        (
            text(one, "judge"),
            text(one, "criterion"),
            f"{text(one, 'reading')} ≥ {text(one, 'minimum')}",
            tag("b", text(one, "outcome")),
            text(one, "labels", "name"),
            text(one, "at"),
            text(one, "why"),
        )
        for one in material.admissions
    ]
    demands = [row for one in material.admissions for row in _demands(one)]
    parts = [table(head, rows)]
    if demands:
        top = ("Demand", "Judge", "Rate", "Bounds", "Allowed", "Outcome")
        parts.append(table(top, demands, "Each demand of the policy"))
    return join(parts)


def _demands(entry: Any) -> Iterator[tuple[object, ...]]:
    for one in listed(entry, "figures", "demands"):
        low, high = number(one, "lower_bound"), number(one, "upper_bound")
        between = (low, high) if low is not None and high is not None else None
        yield (
            text(one, "what").replace("_", " "),
            text(entry, "judge"),
            percent(number(one, "value")),
            percents(between),
            f"≤ {percent(number(one, 'limit'))}",
            text(one, "outcome"),
        )


def thresholds(material: Material) -> Html:
    """What cuts of the score cost."""
    if not material.measured:
        return missing("Missing: no judge was measured.")
    return join(part for one in material.measured for part in _thresholds(one))


def _thresholds(one: Measured) -> Iterator[Html]:
    yield tag("h3", name_of(one))
    said = one.thresholds
    if said is None:
        why = one.why_not or "needs the cases and three costs (--cost-false-release …)"
        yield missing(f"Missing: the cost of thresholds {why}.")
        return
    points = [
        Dot(x, y, number(point, "low"), number(point, "high"))
        for point in listed(said, "curve")
        if (x := number(point, "cut")) is not None and (y := number(point, "cost")) is not None
    ]
    cut = number(said, "cuts", "release")
    if points:
        ends = [end for dot in points for end in (dot.y, dot.low, dot.high) if end is not None]
        axes = Axes(
            f"released up to this badness ({text(said, 'scored_by')})",
            "cost per 1,000 answers",
            left=min(dot.x for dot in points),
            right=max(dot.x for dot in points),
            top=rounded_up(max(ends)),
            x_percent=False,
            y_percent=False,
        )
        marks = [(cut, "the cut")] if cut is not None else []
        yield curve("What cuts cost, held-out side", axes, points, verticals=marks)
    told = (
        "Nothing can be released at these costs."
        if cut is None
        else (f"Released up to {cut:.4g}, blocked from {_cut(number(said, 'cuts', 'block'))}.")
    )
    yield paragraph(told)
    cost, around = number(said, "held_out", "cost_per_1000"), interval(said, "held_out", "interval")
    spread = f" ({around[0]:,.0f} – {around[1]:,.0f})" if around else ""
    if cost is not None:
        yield paragraph(f"On the held-out side that costs {cost:,.0f} per 1,000 answers{spread}.")


def _cut(value: float | None) -> str:
    return "nowhere" if value is None else f"{value:.4g}"


def comparison(material: Material) -> Html:
    """Several judges side by side."""
    said = material.comparison
    if said is None:
        return missing("Missing: several judges on the same labels (--judge A --judge B).")
    against = {text(one, "judge"): one for one in listed(said, "against_best")}
    best, choice = text(said, "best"), text(said, "choice")
    rows = []
    for one in listed(said, "judges"):
        name = text(one, "judge")
        other = against.get(name)
        rows.append(
            (
                tag("b", name) if name == best else esc(name),
                figure(number(one, "ensemble", "alignment")),
                figures(interval(one, "alignment_interval")),
                percent(number(one, "false_pass", "value")),
                percents(interval(one, "false_pass", "interval")),
                _cost(number(one, "cost_per_1000_usd")),
                _latency(number(one, "latency_ms")),
                _other(name == best, other),
            )
        )
    head = (
        "Judge",
        "Alignment",
        "95 %",
        "False pass",
        "95 %",
        "USD per 1,000",
        "Latency",
        "Against the best",
    )
    told = (
        f"Cheapest that is not worse than the best: {choice}."
        if choice
        else ("Which is the cheapest that is not worse cannot be said: no cost is known.")
    )
    return join([table(head, rows), paragraph(told)])


def _cost(value: float | None) -> str:
    return "unknown" if value is None else f"{value:,.2f}"


def _latency(value: float | None) -> str:
    return "unknown" if value is None else f"{value:,.0f} ms"


def _other(is_best: bool, said: Any) -> str:
    if is_best:
        return "the best"
    value = number(said, "value")
    if value is None:
        return "cannot be compared"
    shown = (
        f"{value:+.2f}".replace("-", "−") if at(said, "shown") is True else "no difference shown"
    )
    return f"{shown}; {'not worse' if at(said, 'not_worse') is True else 'may be worse'}"
