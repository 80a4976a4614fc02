"""How a comparison of judges looks in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from adjudge_engine.calibration.statistics.confusion import Rate
from adjudge_engine.calibration.statistics.differences import NO_DIFFERENCE
from adjudge_engine.calibration.statistics.intervals import Interval
from adjudge_engine.calibration.watching.comparison import Against, Comparison, Figures
from adjudge_tui.cli.common import safe, table
from adjudge_tui.cli.judges.calibrate_words import number, percent
from adjudge_tui.display import one_line


def show_comparison(result: Comparison, labels: str, split: str, console: Console) -> None:
    """Prints the judges, their differences from the best, and which to take."""
    head = f"{len(result.judges)} judges by {result.level}, labels of {one_line(labels)}, {split}"
    console.print(Text(head, "bold"), soft_wrap=True)
    rates = ("false pass", "false reject", "abstains")
    columns = ("judge", "alignment", *rates, "USD / 1,000", "latency")
    out = table(*columns, folding=columns)
    for one in result.judges:
        matrix = one.matrix
        out.add_row(
            safe(one.judge, "bold" if one.judge == result.best else "", most=60),
            f"{number(one.ensemble.alignment)}  {_between(one.interval)}",
            _rate(matrix.false_pass),
            _rate(matrix.false_reject),
            _rate(matrix.abstention),
            "unknown" if one.cost is None else f"{one.cost:,.2f}",
            "unknown" if one.latency_ms is None else f"{one.latency_ms:,.0f} ms",
        )
    console.print(out)
    for one in result.judges:
        _undefined(one, console)
    if result.best is None:
        console.print(Text("None of them can be compared."))
        return
    for against in result.against:
        console.print(Text(_against(against, result)), soft_wrap=True)
    console.print(Text(_choice(result)), soft_wrap=True)


def _undefined(one: Figures, console: Console) -> None:
    if one.ensemble.undefined:
        why = "; ".join(dict.fromkeys(text.partition(": ")[2] for text in one.ensemble.undefined))
        console.print(
            Text(f"{one_line(one.judge)} cannot be compared: {why}", "yellow"), soft_wrap=True
        )


def _against(one: Against, result: Comparison) -> str:
    name = f"{one_line(one.judge)} − {one_line(str(result.best))}"
    found = one.difference
    if found.value is None:
        return f"{name}: undefined on the {one.items:,} items that both were given"
    said = f"{name}: {number(found.value)} [{_between(found.interval)}]"
    shown = "shown" if found.shown else NO_DIFFERENCE
    worse = "not worse" if one.not_worse else "not shown to be not worse"
    return f"{said} over {one.items:,} items: {shown}; {worse} (margin {result.margin:g})"


def _choice(result: Comparison) -> str:
    if result.choice is not None:
        return f"Cheapest that is not worse: {one_line(result.choice)}"
    return "Which is cheapest is not known: none of those not worse says what it costs."


def _rate(rate: Rate) -> str:
    if rate.value is None:
        return "undefined"
    return f"{percent(rate.value)} ({rate.hits:,}/{rate.n:,})"


def _between(interval: Interval | None) -> str:
    if interval is None:
        return "–"
    return f"{number(interval.low)} … {number(interval.high)}"
