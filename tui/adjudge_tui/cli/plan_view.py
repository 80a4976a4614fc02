"""A dry run, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudge_tui.cli.common import console, counted, print_json, safe, table

if TYPE_CHECKING:
    from adjudge_tui.dry_run import DryRun


def show_plan(plan: DryRun, machine: bool) -> None:
    """Prints what a run would take."""
    if machine:
        print_json(plan.to_dict())
        return
    click.echo(f"{counted(plan.cases, 'case')}, {counted(plan.calls, 'call')} to judges")
    for count, words in (
        (plan.known, "evaluated already"),
        (plan.rejected, "cannot be read"),
        (plan.barred, "handed to no judge: code found them failed or empty"),
    ):
        if count:
            click.echo(f"{count:,} {words}")
    if plan.planned:
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
        if plan.batched:
            click.echo("They are sent as a batch first, whose replies come within a day.")
        click.echo("Repairs and retries come on top; replies kept from earlier runs come off.")
    click.echo("Nothing was sent, nothing was written.")
