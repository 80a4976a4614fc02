"""One level of a calibration in a terminal: what it lets through, then how well it measures."""

from __future__ import annotations

from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from adjudge_engine.calibration.measures.ensemble import MEASURES
from adjudge_engine.calibration.measures.measuring import Level
from adjudge_engine.calibration.measures.risk import Abstentions, Curve
from adjudge_engine.calibration.measures.slices import FEWEST_BAD, Slice, Slices
from adjudge_engine.calibration.statistics.agreement import in_words
from adjudge_engine.calibration.statistics.confusion import Confusion, Rate
from adjudge_engine.calibration.statistics.differences import NO_DIFFERENCE
from adjudge_engine.calibration.statistics.intervals import CONFIDENCE
from adjudge_tui.cli.common import safe
from adjudge_tui.cli.judges.calibrate_plot import plot
from adjudge_tui.cli.judges.calibrate_words import number, numbers, percent, percents, points

#: Labels from which figures are a start: below, nothing is drawn or sliced.
START: Final = 30

_OF_A_KIND: Final = 8  # slices of one kind that are listed
_VALUE: Final = 28  # characters of a slice's name
_NAMES: Final = {"f1": "F1", "kappa": "κ", "mcc": "MCC"}


def show_level(name: str, level: Level, bad: str, good: str, console: Console) -> None:
    """Print the figures of one level."""
    matrix = level.confusion
    console.print(Text(f"\n{name}", "bold"))
    console.print(_rates(matrix, bad, good))
    console.print(_matrix(matrix, bad, good))
    console.print(_ensembles(level, bad, good))
    for line in _agreement(level, bad, good):
        console.print(line)
    for line in _curve(level.curve, drawn=matrix.n >= START):
        console.print(line)
    if matrix.abstention.hits:
        console.print(_abstentions(level.abstentions, bad, good))
    if matrix.n >= START:
        _slices(level.slices, bad, console)


def _rates(matrix: Confusion, bad: str, good: str) -> Table:
    """The rates, first those that decide; over all items only where abstentions differ."""
    rows: list[tuple[str, Rate, str, str]] = [
        ("false pass", matrix.false_pass, f"{bad}, judged", "bold"),
        ("false reject", matrix.false_reject, f"{good}, judged", "bold"),
        ("abstention", matrix.abstention, "labelled", "bold"),
        ("bad passed, of all", matrix.false_pass_of_all, bad, ""),
        ("good failed, of all", matrix.false_reject_of_all, good, ""),
        ("bad among passed", matrix.bad_among_passed, "passed by the judge", ""),
        ("coverage", matrix.coverage, "labelled", ""),
    ]
    if not matrix.abstention.hits:
        rows = [row for row in rows if not row[0].endswith("of all")]
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column(" rate", min_width=20)
    table.add_column("", justify="right", min_width=9)
    table.add_column(f"{CONFIDENCE:.0%} interval", justify="right", min_width=14)
    table.add_column("of", overflow="fold")
    for name, rate, of, style in rows:
        counts = f"{rate.hits:,} of {rate.n:,} {of}"
        cells = (Text(f" {name}"), percent(rate.value), percents(rate.interval), counts)
        table.add_row(*cells, style=style)
    return table


def _matrix(matrix: Confusion, bad: str, good: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column(" people say", min_width=20)
    for heading in ("judge passes", "judge fails", "abstains", "all"):
        table.add_column(heading, justify="right", min_width=10)
    rows = (
        (bad, (matrix.bad_pass, matrix.bad_fail, matrix.bad_abstain, matrix.bad), 0),
        (good, (matrix.good_pass, matrix.good_fail, matrix.good_abstain, matrix.good), 1),
    )
    for word, counts, wrong in rows:
        cells = [Text(f"{count:,}") for count in counts]
        if counts[wrong]:
            cells[wrong].stylize("bold red")
        table.add_row(f" {word}", *cells)
    return table


def _ensembles(level: Level, bad: str, good: str) -> Table:
    """The seven measures and their mean, with either class as the positive one."""
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column(" positive:", min_width=14)
    for word in (bad, good):
        table.add_column(word, justify="right", min_width=9)
        table.add_column(f"{CONFIDENCE:.0%} interval", justify="right", min_width=13)
    first, second = level.ensembles
    for name in (*MEASURES, "alignment"):
        cells = [Text(f" {_NAMES.get(name, name)}")]
        for one, between in zip((first, second), level.intervals, strict=True):
            value: float | None = getattr(one, name)
            cells += [Text(number(value)), Text("" if value is None else numbers(between[name]))]
        table.add_row(*cells, style="bold" if name == "alignment" else "")
    return table


def _agreement(level: Level, bad: str, good: str) -> list[Text]:
    """κ in words, AC1 and α beside it, and why a measure is undefined."""
    kappa = level.confusion.kappa
    line = Text.assemble("\n ", (f"κ {number(kappa)}", "bold"))
    if kappa is None:
        missing = bad if not level.confusion.false_pass.n else good
        line.append(f": nothing {missing} has a verdict")
    else:
        if level.kappa_interval is not None:
            line.append(f"  {numbers(level.kappa_interval)}")
        line.append(f"  {in_words(kappa)}", "green" if kappa > 0.6 else "yellow")
    beside = "".join(
        f" · {name} {number(one.value)}"
        + (f"  {numbers(one.interval)}" if one.interval is not None else "")
        for name, one in (("AC1", level.ac1), ("α", level.alpha))
    )
    lines = [line, Text(f"  beside it{beside}", "dim")]
    whys: dict[str, list[str]] = {}
    for one in level.ensembles[0].undefined:
        name, _, why = one.partition(": ")
        whys.setdefault(why, []).append(_NAMES.get(name, name))
    lines += [
        Text(f"  undefined for {bad}: {', '.join(names)} ({why})", "yellow")
        for why, names in whys.items()
    ]
    if whys:
        lines.append(Text("  with an undefined measure it cannot be compared with others", "dim"))
    return lines


def _curve(curve: Curve, *, drawn: bool) -> list[Text]:
    """The area with what it is to be read against; with `drawn` the curve above it."""
    drawing = plot(curve) if drawn else []
    if curve.aurc is None:
        stands = curve.verdicts
        if stands.risk is None:
            return []
        told = f"it passes {percent(stands.coverage)} of all, {percent(stands.risk)} of them bad"
        return [Text(f"\n No score to order by: {told}.")]
    area = f" AURC {number(curve.aurc)}"
    if curve.interval is not None:
        area += f"  {numbers(curve.interval)}"
    area += f"; {number(curve.best)} at best, {number(curve.base)} if the score told nothing"
    if curve.scored < curve.n:
        area += f"; {curve.n - curve.scored:,} have no score"
    if not drawing:
        return [Text(f"\n{area}")]
    return [
        Text("\n bad among those let through, the least bad by score first"),
        *map(Text, drawing),
        Text("  of all let through; ◆ the judge's own verdicts", "dim"),
        Text(area),
    ]


def _abstentions(found: Abstentions, bad: str, good: str) -> Text:
    """Whether it abstains where it would have erred."""
    caught, held = found.caught, found.held_up
    line = Text(
        f"\n Of what it did not fail it abstained on {percent(caught.value)} of the {bad} "
        f"({caught.hits:,} of {caught.n:,}) and {percent(held.value)} of the {good} "
        f"({held.hits:,} of {held.n:,}): "
    )
    if not found.gain.shown:
        return line.append(f"{NO_DIFFERENCE}.")
    which = bad if (found.gain.value or 0) > 0 else good
    return line.append(f"more often where it is {which} ({points(found.gain.value)}).")


def _slices(found: Slices, bad: str, console: Console) -> None:
    if not found.slices:
        return
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column(" slice", overflow="fold", min_width=20)
    for heading in ("n", "false pass", f"{CONFIDENCE:.0%} interval", "false reject", "abstains"):
        table.add_column(heading, justify="right", no_wrap=True)
    left = 0
    listed: dict[str, int] = {}
    for one in found.slices:
        listed[one.kind] = listed.get(one.kind, 0) + 1
        if listed[one.kind] > _OF_A_KIND and one != found.worst:
            left += 1
            continue
        table.add_row(*_slice(one, one == found.worst))
    console.print()
    console.print(table)
    if left:
        console.print(Text(f"  … and {left:,} more (--json lists all)", "dim"))
    for line in _worst(found, bad):
        console.print(line)


def _slice(one: Slice, worst: bool) -> list[Text]:
    matrix = one.confusion
    style = "bold" if worst else "dim" if one.small else ""
    name = Text.assemble(" ", one.kind.replace("_", " "), ": ", safe(one.value, most=_VALUE))
    cells = (
        f"{matrix.n:,}",
        percent(matrix.false_pass.value),
        percents(matrix.false_pass.interval),
        percent(matrix.false_reject.value),
        percent(matrix.abstention.value),
    )
    name.stylize(style)
    return [name, *(Text(cell, style) for cell in cells)]


def _worst(found: Slices, bad: str) -> list[Text]:
    """The worst slice in words, and of how many nothing is known."""
    lines = []
    if found.worst is not None and found.against_rest is not None:
        apart = found.against_rest
        line = Text.assemble(
            " Worst by the upper bound of false pass: ",
            (found.worst.kind.replace("_", " "), "bold"),
            ": ",
            safe(found.worst.value, "bold", most=_VALUE),
            f", up to {percent(found.worst.upper)}; ",
        )
        told = points(apart.value) if apart.shown else NO_DIFFERENCE
        lines.append(line.append(f"against the rest {told}."))
    if found.small:
        lines.append(
            Text(
                f" {len(found.small):,} of {len(found.slices):,} slices have fewer than "
                f"{FEWEST_BAD} {bad} with a verdict: how it does there is not known.",
                "yellow",
            )
        )
    return lines
