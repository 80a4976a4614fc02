"""The parts of a report on one judge and one criterion: measures, curves, slices, disagreements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.calibration.measures.ensemble import MEASURES
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
from adjudge_tui.report.svg import Axes, Dot, curve, intervals
from adjudge_tui.report.values import at, count, interval, listed, number, text

_RATES: Final = (
    ("false_pass", "False pass"),
    ("false_reject", "False reject"),
    ("abstention", "Abstention"),
    ("false_pass_of_all", "Bad passed, of all"),
    ("false_reject_of_all", "Good failed, of all"),
    ("bad_among_passed", "Bad among passed"),
    ("coverage", "Coverage"),
)
_MOST_SLICES: Final = 60
_MOST_DIFFERING: Final = 2_000


def calibrations(material: Material) -> Html:
    """Every judge on every criterion."""
    if not material.measured:
        return missing(
            "Missing: no judge was measured (--judge with --golden or --labels, or --calibration)."
        )
    return join(_judge(one) for one in material.measured)


def name_of(one: Measured) -> str:
    """The judge and the criterion."""
    return f"{text(one.calibration, 'judge')} on {text(one.calibration, 'criterion')}"


def _judge(one: Measured) -> Html:
    said = one.calibration
    about = (
        f"{text(said, 'labels') or 'labels not named'} · {text(said, 'split')} · passes at "
        f"{text(said, 'reading')} ≥ {text(said, 'minimum')} · fingerprint "
        f"{text(said, 'fingerprint') or 'none'}"
    )
    parts = [tag("h3", name_of(one)), paragraph(about, "note")]
    parts += _level("answer", at(said, "answer"))
    if at(said, "claim") is None:
        parts.append(missing("Missing: the judge gave no verdicts on claims."))
    else:
        parts += _level("claim", at(said, "claim"))
    parts += _reliability(one)
    return join(parts)


def _level(name: str, said: Any) -> Iterator[Html]:
    if not count(said, "n"):
        yield missing(f"Missing: no {name} was compared.")
        return
    yield tag("h4", f"By {name}: {count(said, 'n'):,} from {text(said, 'groups')} sources")
    yield table(
        ("Rate", "Value", "95 %", "Of"),
        (
            (
                title,
                percent(number(said, key, "value")),
                percents(interval(said, key, "interval")),
                f"{text(said, key, 'hits')} of {text(said, key, 'n')} {text(said, key, 'of')}",
            )
            for key, title in _RATES
        ),
    )
    yield _matrix(said)
    yield _ensemble(said)
    yield from _risk(said)
    yield from _slices(said)


def _matrix(said: Any) -> Html:
    cells = ("pass", "fail", "abstain")
    rows = [
        (f"People: {truth}", *(text(said, "matrix", truth, cell) or "–" for cell in cells))
        for truth in ("bad", "good")
    ]
    return table(("", "Judge passes", "fails", "abstains"), rows, "Confusion matrix")


def _ensemble(said: Any) -> Html:
    rows = []
    for name in (*MEASURES, "alignment"):
        cells: list[str] = []
        for positive in ("bad", "good"):
            own = at(said, "ensembles", positive)
            cells += [figure(number(own, name)), figures(interval(own, "intervals", name))]
        rows.append((name, *cells))
    for name in ("ac1", "alpha"):
        cells = [figure(number(said, name, "value")), figures(interval(said, name, "interval"))]
        rows.append((name, *cells, "", ""))
    head = ("Measure", "Positive: bad", "95 %", "Positive: good", "95 %")
    told = [table(head, rows)]
    undefined = [text(one) for one in listed(said, "ensembles", "bad", "undefined")]
    if undefined:
        told.append(paragraph("Undefined: " + "; ".join(undefined), "note"))
    return join(told)


def _risk(said: Any) -> Iterator[Html]:
    points = [
        Dot(x, y, *(interval(one, "interval") or (None, None)))
        for one in listed(said, "risk_coverage", "points")
        if (x := number(one, "coverage")) is not None and (y := number(one, "risk")) is not None
    ]
    if number(said, "risk_coverage", "aurc") is None or len(points) < 2:
        yield missing("Missing: without scores there is no curve of risk against coverage.")
        return
    top = max(one.high or one.y for one in points)
    axes = Axes("coverage", "bad among those let through", top=_round_up(top))
    verdicts = at(said, "risk_coverage", "verdicts")
    x, y = number(verdicts, "coverage"), number(verdicts, "risk")
    marks = [(Dot(x, y), "the judge's verdicts")] if x is not None and y is not None else []
    base = number(said, "risk_coverage", "base")
    levels = [(base, "a score that tells nothing")] if base is not None else []
    yield curve(
        "Risk against coverage, with 95 % intervals", axes, points, marks=marks, levels=levels
    )
    aurc = number(said, "risk_coverage", "aurc")
    around = figures(interval(said, "risk_coverage", "interval"))
    yield paragraph(f"AURC {figure(aurc)} ({around}).", "note")


def _round_up(value: float) -> float:
    return next((one for one in (0.05, 0.1, 0.2, 0.5) if value <= one), 1.0)


def _slices(said: Any) -> Iterator[Html]:
    slices = listed(said, "by_slice", "slices")
    if not slices:
        yield missing("Missing: nothing to slice by, or too few labels.")
        return
    worst = (text(said, "by_slice", "worst", "kind"), text(said, "by_slice", "worst", "value"))
    drawn, rows = [], []
    for one in slices[:_MOST_SLICES]:
        place = (text(one, "kind"), text(one, "value"))
        name = f"{place[0]}: {place[1]}"
        is_worst = place == worst
        rate, between = number(one, "false_pass", "value"), interval(one, "false_pass", "interval")
        if rate is not None and between is not None:
            drawn.append((name, Dot(0.0, rate, *between), is_worst))
        shown = tag("b", f"{name} (worst)") if is_worst else esc(name)
        rows.append(
            (
                shown,
                text(one, "n"),
                percent(rate),
                percents(between),
                percent(number(one, "false_reject", "value")),
                percent(number(one, "abstention", "value")),
                "too few to tell" if at(one, "small") is True else "",
            )
        )
    if drawn:
        yield intervals("False pass by slice, with 95 % intervals", drawn)
    head = ("Slice", "n", "False pass", "95 %", "False reject", "Abstains", "")
    yield table(head, rows)
    if len(slices) > _MOST_SLICES:
        yield missing(f"{len(slices) - _MOST_SLICES:,} more slices are not shown.")
    if not worst[0]:
        yield paragraph("No worst slice: in none are there enough bad ones to tell.", "note")


def _reliability(one: Measured) -> Iterator[Html]:
    if one.reliability is None:
        yield missing(
            "Missing: a diagram of what scores mean needs the cases (--judge with --golden or "
            "--labels)."
        )
        return
    dots = [
        Dot(x, y, *(interval(part, "interval") or (None, None)))
        for part in one.reliability
        if (x := number(part, "mean")) is not None and (y := number(part, "share")) is not None
    ]
    if not dots:
        yield missing("Missing: the judge gives no scores.")
        return
    axes = Axes(f"score ({text(one.calibration, 'scored_by')})", "bad among them", x_percent=False)
    yield curve(
        "What scores mean: the share of bad ones by score", axes, dots, joined=False, diagonal=True
    )


def disagreements(material: Material) -> Html:
    """Every case on which people and a judge differ."""
    if not material.measured:
        return missing("Missing: no judge was measured.")
    parts: list[Html] = []
    for one in material.measured:
        found = listed(one.calibration, "disagreements")
        parts.append(tag("h3", name_of(one)))
        if not found:
            parts.append(paragraph("None: every verdict is what people say."))
            continue
        order = sorted(found, key=lambda row: text(row, "judge") != "pass")
        rows = [
            (text(row, "case_id"), text(row, "people"), text(row, "judge"))
            for row in order[:_MOST_DIFFERING]
        ]
        parts.append(table(("Case", "People say", "The judge says"), rows))
        if len(found) > _MOST_DIFFERING:
            parts.append(missing(f"{len(found) - _MOST_DIFFERING:,} more are not shown."))
        parts.append(paragraph("adjudge show CASE shows one whole.", "note"))
    return join(parts)
