"""How a gate looks in a terminal."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from adjudge_engine.calibration.watching.regression import FALSE_ALARMS, Finding, Regression
from adjudge_tui.cli.common import table
from adjudge_tui.cli.judges.calibrate_words import number
from adjudge_tui.cli.judges.gate_files import signed
from adjudge_tui.cli.machine_text import tame

_STYLE: Final = {"same": "", "better": "green"}
_SHOWN: Final = 8


def show(found: Regression, console: Console) -> None:
    """Prints the comparison: every figure, what keeps it from passing, and the outcome."""
    console.print(Text(tame(f"{found.what}: {found.before} → {found.now}"), style="bold"))
    console.print(Text(f"{found.compared:,} items compared"), soft_wrap=True)
    for note in found.notes:
        console.print(Text(tame(note), style="dim"), soft_wrap=True)
    if found.findings:
        console.print(_table(found))
    for problem in found.problems:
        console.print(Text(f"not the same: {tame(problem)}", style="red"), soft_wrap=True)
    for one in found.failures:
        if one.turned:
            console.print(Text(_turned(one)), soft_wrap=True)
    low = f"{FALSE_ALARMS:.0%}".replace("%", " %")
    words = f"Where nothing changed, noise alone fails the whole gate in at most {low} of runs."
    console.print(Text(words, style="dim"), soft_wrap=True)
    if found.ok:
        console.print(Text("PASSED: no drop beyond noise.", style="bold green"))
        return
    failed, problems = len(found.failures), len(found.problems)
    why = f"{failed} of {len(found.findings)} figures" if failed else "what was compared"
    if failed and problems:
        why += ", and what was compared"
    if not found.findings:
        why = "nothing was compared"
    console.print(Text(f"FAILED: {why}.", style="bold red"))


def _table(found: Regression) -> Table:
    out = table("figure", "then", "now", "difference", "interval", "outcome")
    for one in found.findings:
        around = one.interval
        style = "red" if one.failed else _STYLE.get(one.status, "")
        told = one.sentence + (f" (tolerated {one.tolerance:g})" if one.tolerance else "")
        out.add_row(
            one.name,
            number(one.before),
            number(one.now),
            "–" if one.difference is None else signed(one.difference),
            f"{signed(around.low)} … {signed(around.high)}" if around else "–",
            Text(told, style=style),
        )
    return out


def _turned(one: Finding) -> str:
    named = ", ".join(tame(case) for case in one.turned[:_SHOWN])
    more = " …" if len(one.turned) > _SHOWN else ""
    return f"{one.name}, turned: {named}{more}"
