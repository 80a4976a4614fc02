"""How a calibration of comparisons looks in a terminal: the order first, then the agreement."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from adjudge_engine.calibration.measures.pairwise import Agreement, PairwiseCalibration
from adjudge_engine.calibration.statistics.agreement import in_words
from adjudge_engine.calibration.statistics.intervals import CONFIDENCE, Interval
from adjudge_tui.cli.common import counted
from adjudge_tui.cli.judges.calibrate_view import left_out, short
from adjudge_tui.cli.judges.calibrate_words import number, numbers, percent, percents
from adjudge_tui.display import one_line


def show_pairs(
    result: PairwiseCalibration, rejects: Sequence[str], labels: str, console: Console
) -> None:
    """Print `result`; `rejects` are sentences about records that could not be read."""
    console.print(_title(result, labels))
    for line in left_out({}, rejects):
        console.print(line)
    console.print(Text(f"people first: {result.people.sentence}\n"))
    console.print(_orders(result))
    console.print(Text())
    console.print(_agreement(result))
    if result.counted.kappa is not None:
        console.print(
            Text(f"\n κ {number(result.counted.kappa)}  {in_words(result.counted.kappa)}")
        )
    console.print(
        Text(
            "\nOnly a verdict that both orders share counts; a judge that goes by position agrees "
            "with people half the time. Intervals redraw the groups.",
            "dim",
        )
    )


def _title(result: PairwiseCalibration, labels: str) -> Text:
    title = Text.assemble(
        (f"{one_line(result.judge)} on preference, against people", "bold"),
        f"\nlabels from {one_line(labels)}\n",
        f"{counted(result.comparisons, 'judgment')} on {counted(result.cases, 'comparison')}",
        f" · {result.both_orders:,} in both orders, {result.one_order:,} in one",
        "" if result.split is None else f" · {result.split} only",
    )
    if result.fingerprint:
        title.append(f" · {short(result.fingerprint)}", "dim")
    if result.without_people:
        title.append(f"\nleft out: {result.without_people:,} without one word of people")
    return title


def _orders(result: PairwiseCalibration) -> Table:
    """What the order of the answers decides."""
    table = _table("order", "of what")
    rows: tuple[tuple[str, float | None, Interval | None, str], ...] = (
        ("contradicts itself", result.contradiction, _turned(result), "in both orders"),
        (
            "first place wins",
            result.first_position_wins,
            result.intervals["first_position_wins"],
            "verdicts in both orders; 50 % is fair",
        ),
    )
    for name, value, interval, of in rows:
        table.add_row(Text(f" {name}"), percent(value), percents(interval), of)
    return table


def _turned(result: PairwiseCalibration) -> Interval | None:
    """The interval of the contradictions: that of the consistent ones, turned round."""
    found = result.intervals["consistent"]
    if found is None:
        return None
    return Interval(1 - found.high, 1 - found.low, found.confidence, found.method)


def _agreement(result: PairwiseCalibration) -> Table:
    """The agreement with people, with either answer first, and of what counts."""
    table = _table("agrees with people", "κ")
    rows: tuple[tuple[str, Agreement], ...] = (
        ("what counts", result.counted),
        ("A shown first", result.order_ab),
        ("B shown first", result.order_ba),
        ("A first, all", result.own_order),
    )
    for name, one in rows:
        kappa = f"{number(one.kappa)}  {numbers(one.kappa_interval)}"
        agree = percents(one.agree_interval)
        table.add_row(Text(f" {name} ({one.n:,})"), percent(one.agree), agree, kappa)
    return table


def _table(first: str, last: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column(f" {first}", min_width=22)
    table.add_column("", justify="right", min_width=9)
    table.add_column(f"{CONFIDENCE:.0%} interval", justify="right", min_width=14)
    table.add_column(last, overflow="fold")
    return table
