"""What follows from the figures on a judge as text: curves, slices, admission, cuts, probes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge_tui.calibrating.calibration_doc import START
from adjudge_tui.calibrating.calibration_words import (
    JSON,
    Row,
    figure,
    figures,
    outcome_said,
    percent,
    percents,
    safe,
    slice_name,
    whole,
)
from adjudge_tui.display import cut, one_line
from adjudge_tui.report.values import at, count, interval, listed, number, text
from adjudge_tui.widgets.plot import Axis, Dot, columns, plot, round_up
from adjudge_tui.wording.strings import say

_HEIGHT: Final = 10  # lines of a plot, with its axis
_WIDEST: Final = 78
_SLICES: Final = 12
_PROBES: Final = 20
_DEMANDS: Final = (
    "false_pass",
    "false_pass_of_all",
    "bad_among_passed",
    "false_reject",
    "abstention",
)
_ROUTES: Final = ("release", "review", "block")


def risk(level: Any, width: int) -> Iterator[Row]:
    """How bad what is let through would be, the more is let through."""
    yield say("calibration.risk"), "heading"
    curve = at(level, "risk_coverage")
    points = [
        Dot(x, y)
        for one in listed(curve, "points")
        if (x := number(one, "coverage")) is not None and (y := number(one, "risk")) is not None
    ]
    aurc = number(curve, "aurc")
    if aurc is None or len(points) < 2:
        yield say("calibration.no_scores"), "muted"
        return
    if (count(level, "n") or 0) < START:
        yield say("calibration.not_drawn", start=START), "muted"
        return
    x, y = number(curve, "verdicts", "coverage"), number(curve, "verdicts", "risk")
    marks = {"◆": Dot(x, y)} if x is not None and y is not None else {}
    base = number(curve, "base")
    top = round_up(max([one.y for one in points] + [y or 0.0]))
    drawn = plot(
        points,
        (min(width, _WIDEST), _HEIGHT),
        Axis(0.0, 1.0, "0 %", "100 %", say("calibration.coverage")),
        Axis(0.0, top, "0 %", f"{100 * top:.0f} %"),
        marks=marks,
        levels=[base] if base is not None and base <= top else [],
    )
    yield say("calibration.risk_of"), "muted"
    yield from ((line, "") for line in drawn)
    yield say("calibration.risk_legend"), "muted"
    around, best = figures(interval(curve, "interval")), figure(number(curve, "best"))
    told = say("calibration.aurc", value=figure(aurc), around=around, best=best, base=figure(base))
    yield told, ""


def slices(level: Any, width: int) -> Iterator[Row]:
    """Every slice, the worst named first."""
    yield say("calibration.slices"), "heading"
    found = listed(level, "by_slice", "slices")
    if not found or (count(level, "n") or 0) < START:
        yield say("calibration.no_slices", start=START), "muted"
        return
    worst, place = _worst(level, found)
    name = max(12, min(34, width - 40))
    widths = (name, 5, 10, 15)
    heads = ("", "n", say("rate.false_pass"), "95 %")
    if worst is not None:
        upper = (interval(worst, "false_pass", "interval") or (0.0, 1.0))[1]
        told = cut(slice_name(worst), 60)
        yield say("calibration.worst", name=told, upper=percent(upper)), "bad"
    else:
        yield say("calibration.no_worst"), "warn"
    yield columns(heads, widths), "muted"
    ordered = sorted(found, key=lambda one: _place(one) != place)
    for one in ordered[:_SLICES]:
        first = worst is not None and _place(one) == place
        sign = "!" if first else "?" if at(one, "small") is True else " "
        rate = percent(number(one, "false_pass", "value"))
        around = percents(interval(one, "false_pass", "interval"))
        cells = (cut(f"{sign} {slice_name(one)}", name), whole(one, "n"), rate, around)
        yield columns(cells, widths), "heading" if first else "muted" if sign == "?" else ""
    if len(ordered) > _SLICES:
        yield say("list.more", count=len(ordered) - _SLICES), "muted"
    if any(at(one, "small") is True for one in ordered):
        yield say("calibration.small"), "muted"


def _place(one: Any) -> tuple[str, str]:
    return text(one, "kind"), text(one, "value")


def _worst(level: Any, found: list[Any]) -> tuple[Any, tuple[str, str]]:
    """The slice that is named worst; None where none is."""
    place = _place(at(level, "by_slice", "worst"))
    return next((one for one in found if _place(one) == place), None), place


# Admission --------------------------------------------------------------------------------------


def admission(found: JSON) -> Iterator[Row]:
    """What the judge has earned, and what these labels would make of it now."""
    yield say("calibration.admission"), "heading"
    entries = listed(found, "admissions")
    if not entries:
        yield say("admission.never"), "warn"
    for entry in entries[:4]:
        yield from _entry(entry)
    dry = at(found, "dry")
    if dry is None:
        return
    if at(dry, "problem") is not None:
        key = "admission.learned" if count(dry, "learned") else "admission.no_held_out"
        several = "admission.several" if count(dry, "held_out") else key
        yield say(several), "warn"
        return
    told, tone = outcome_said(at(dry, "outcome"))
    of = "admission.as_before" if text(dry, "demands_of") == "entry" else "admission.shipped"
    yield say("admission.now", outcome=told, rows=whole(dry, "rows"), of=say(of)), tone
    yield "  " + safe(dry, "why", most=300), ""
    yield from _demands(dry)


def _entry(entry: Any) -> Iterator[Row]:
    told, tone = outcome_said(at(entry, "outcome"))
    where = say(
        "admission.where",
        outcome=told,
        reading=safe(entry, "reading"),
        minimum=f"{number(entry, 'minimum') or 0:g}",
        labels=safe(entry, "labels", "name"),
        at=safe(entry, "at")[:10],
    )
    counts = at(entry, "current") is True
    yield where, tone if counts else "muted"
    if not counts:
        yield "  " + say("admission.another"), "warn"
    yield "  " + safe(entry, "why", most=300), ""


def _demands(entry: Any) -> Iterator[Row]:
    """Each demand that is open: how many labels more would settle it."""
    if text(entry, "outcome") != "inconclusive":
        return
    for row in listed(entry, "figures", "demands"):
        if text(row, "outcome") != "inconclusive":
            continue
        what = text(row, "what")
        name = say(f"rate.{what}") if what in _DEMANDS else safe(row, "what").replace("_", " ")
        items, labels = count(row, "more", "items"), count(row, "more", "labels")
        if items is None:
            yield "  " + say("admission.never_settles", what=name), "warn"
            continue
        of = say(f"moreof.{what}") if what in _DEMANDS else safe(row, "more", "of")
        key = "admission.more" if labels is None else "admission.more_labels"
        settles = text(row, "more", "settles")
        settled = settles if settles in ("admitted", "refused") else "inconclusive"
        told = say(
            key, what=name, items=f"{items:,}", of=of, labels=f"{labels or 0:,}",
            outcome=say(f"admission.{settled}"),
        )  # fmt: skip
        yield "  " + told, "warn"
    total = count(entry, "figures", "more")
    if total:
        yield "  " + say("admission.label_more", count=f"{3 * total:,}"), "warn"


# Thresholds, probes -----------------------------------------------------------------------------


def thresholds(found: JSON, costs: tuple[float, float, float], width: int) -> Iterator[Row]:
    """Where to release and where to block at these costs, and what other cuts would cost."""
    yield say("calibration.cuts"), "heading"
    said = at(found, "thresholds")
    if said is None:
        yield say("cuts.stored"), "muted"
        return
    bad, good, review = (f"{one:g}" for one in costs)
    yield say("cuts.costs", bad=bad, good=good, review=review), ""
    if at(said, "problem") is not None:
        dev, held_out = whole(said, "dev"), whole(said, "held_out")
        yield say("cuts.no_scores", dev=dev, held_out=held_out), "warn"
        return
    release, block = number(said, "cuts", "release"), number(said, "cuts", "block")
    by = safe(said, "scored_by")
    if release is None:
        yield say("cuts.nothing"), "warn"
    else:
        around = figures(interval(said, "release_interval"))
        yield say("cuts.release", cut=f"{release:.3g}", around=around, by=by), "heading"
    if block is not None:
        yield say("cuts.block", cut=f"{block:.3g}"), "heading"
    yield from _checked(said)
    yield from _costs_plot(said, width)
    line = at(said, "line")
    if line:
        yield say("cuts.line"), "muted"
        yield f"  {one_line(str(line))}", ""


def _checked(said: Any) -> Iterator[Row]:
    """What the cuts do on the held-out side."""
    check = at(said, "held_out")
    widths = (14, 6, 6, 15)
    yield columns((say("cuts.held_out"), "n", say("kind.bad"), ""), widths), "muted"
    for route in _ROUTES:
        n, bad = count(check, "routes", route), count(check, "bad", route)
        share = percent(bad / n) if n and bad is not None else ""
        cells = (say(f"route.{route}"), whole(check, "routes", route), whole(check, "bad", route))
        yield columns((*cells, share), widths), ""
    around = interval(check, "interval")
    told = say(
        "cuts.cost",
        cost=whole(check, "cost_per_1000"),
        around=f"{around[0]:,.0f} – {around[1]:,.0f}" if around else "–",
        reviewed=whole({"": _alternative(check, "reviewed")}, ""),
        released=whole({"": _alternative(check, "released")}, ""),
    )
    yield told, ""


def _alternative(check: Any, word: str) -> float | None:
    """What it would cost if all were `reviewed`, or all `released`."""
    found = at(check, "alternatives")
    names = [one for one in found if one.endswith(word)] if isinstance(found, dict) else []
    return number(found, names[0]) if names else None


def _costs_plot(said: Any, width: int) -> Iterator[Row]:
    dots = sorted(
        Dot(x, y, number(one, "low"), number(one, "high"))
        for one in listed(said, "curve")
        if (x := number(one, "share")) is not None and (y := number(one, "cost")) is not None
    )
    if len(dots) < 2:
        yield say("cuts.one_cut"), "muted"
        return
    reviewed = _alternative(at(said, "held_out"), "reviewed")
    ends = [dot.y for dot in dots]
    top = max(1.05 * max(ends), reviewed or 0.0, 1.0)
    n = number(said, "held_out", "rows") or 0.0
    released = number(said, "held_out", "routes", "release")
    drawn = plot(
        dots,
        (min(width, _WIDEST), _HEIGHT),
        Axis(0.0, 1.0, "0 %", "100 %", say("cuts.share")),
        Axis(0.0, top, "0", f"{top:,.0f}"),
        levels=[reviewed] if reviewed is not None else [],
        uprights=[released / n] if n and released is not None else [],
    )
    yield say("cuts.plot"), "muted"
    yield from ((line, "") for line in drawn)
    yield say("cuts.legend"), "muted"


def probes(found: JSON) -> Iterator[Row]:
    """The stored probes of this judge, what moved it first."""
    yield say("calibration.probes"), "heading"
    reports = listed(found, "probes")
    if not reports:
        yield say("probes.none"), "muted"
    for said in reports:
        yield f"{safe(said, 'file')}", "muted"
        rows = sorted(listed(said, "probes"), key=lambda one: at(one, "worrying") is not True)
        for one in rows[:_PROBES]:
            bad = at(one, "worrying") is True
            name = safe(one, "title", most=34) or safe(one, "probe", most=34)
            rate, chance = number(one, "rate"), number(one, "placebo_rate")
            told = say("probes.row", name=name, rate=percent(rate), chance=percent(chance))
            yield f"{'!' if bad else ' '} {told} · {safe(one, 'finding')}", "bad" if bad else ""
        for one in listed(said, "classes")[:_PROBES]:
            name, share = safe(one, "class", most=34), number(one, "caught_rate")
            yield "  " + say("probes.caught", name=name, share=percent(share)), ""
