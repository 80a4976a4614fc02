"""A dry run, as people read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from adjudge_tui.cli.common import console, counted, print_json, safe, table
from adjudge_tui.display import display_safe, one_line

if TYPE_CHECKING:
    from adjudge_tui.running.dry_run import DryRun
    from adjudge_tui.running.file_counts import FileCounts

_REASONS_SHOWN: Final = 10


def file_lines(file: FileCounts) -> list[str]:
    """What a file holds, as lines: its counts, what was refused and why, what it cannot serve."""
    held = [counted(file.cases, "case")]
    for count, word in ((file.labels, "label"), (file.judgments, "judgment")):
        if count:
            held.append(counted(count, word))
    held += [f"{file.refused:,} refused"] if file.refused else []
    lines = [f"{file.file}: {file.about.title}; {', '.join(held)}"]
    for reason, count in file.reasons.most_common(_REASONS_SHOWN):
        more = "" if count <= len(file.places[reason]) else ", …"
        lines.append(f"  {count:,} × {one_line(reason)} ({', '.join(file.places[reason])}{more})")
    if len(file.reasons) > _REASONS_SHOWN:
        lines.append(f"  … and {counted(len(file.reasons) - _REASONS_SHOWN, 'more reason')}")
    return lines + [f"  {one_line(one)}" for one in file.cannot_serve()]


def show_plan(plan: DryRun, machine: bool) -> None:
    """Prints what a run would take."""
    if machine:
        print_json(plan.to_dict())
        return
    for file in plan.files:
        for line in file_lines(file):
            click.echo(display_safe(line))
    click.echo(f"{counted(plan.cases, 'case')}, {counted(plan.calls, 'call')} to judges")
    for count, words in (
        (plan.known, "evaluated already"),
        (plan.rejected, "cannot be read"),
        (plan.barred, "handed to no judge: code found them failed or empty"),
    ):
        if count:
            click.echo(f"{count:,} {words}")
    if plan.planned:
        _show_calls(plan)
        for line in _reading_lines(plan):
            click.echo(display_safe(line))
        if plan.batched:
            click.echo("They are sent as a batch first, whose replies come within a day.")
        click.echo("Repairs and retries come on top; replies kept from earlier runs come off.")
    click.echo("Nothing was sent, nothing was written.")


def _show_calls(plan: DryRun) -> None:
    out = table("judge", "on", "calls", "in (about)", "out (at most)", "cost (at most)")
    for (judge, criterion), one in plan.planned.items():
        out.add_row(
            safe(judge),
            safe(criterion),
            f"{one.calls:,}",
            f"{one.tokens_in:,}",
            f"{one.tokens_out_most:,}",
            "unknown" if one.unpriced else f"${one.cost_usd_most:.4f}",
        )
    console().print(out)


def _reading_lines(plan: DryRun) -> Iterator[str]:
    """What models of the type `entailment` would read, and where."""
    for (judge, criterion), one in plan.planned.items():
        if one.readings:
            where = f"at {', '.join(sorted(one.hosts))}" if one.hosts else "in this process"
            yield f"{judge} on {criterion}: {counted(one.readings, 'pair')} to read, {where}"
