"""What `adjudge evaluate --results` says at its end."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from adjudge_tui.cli.common import print_json
from adjudge_tui.display import display_safe
from adjudge_tui.running.tally import Tally, as_json


def report_shard(tally: Tally, results: Path, rejects: Path, seconds: float, machine: bool) -> None:
    """How much was evaluated, where it is, what to do with it."""
    kept = str(rejects) if tally.rejected else None
    if machine:
        report = as_json(tally)
        report |= {"results": str(results), "rejects": kept, "seconds": round(seconds, 3)}
        print_json(report)
        return
    routes = ", ".join(f"{name} {count:,}" for name, count in sorted(tally.routes.items()))
    lines = [f"{tally.evaluated:,} evaluated in {seconds:.1f} s" + (f": {routes}" * bool(routes))]
    if tally.known:
        lines.append(f"{tally.known:,} known already, nothing done twice")
    if tally.rejected:
        lines.append(f"{tally.rejected:,} rejected, kept in {kept}")
    if tally.unfinished:
        lines.append(
            f"{tally.unfinished:,} lack a judgment that could not be had; run again to ask again"
        )
    lines.append(f"Next: adjudge ingest {shlex.quote(str(results))}")
    for line in lines:
        click.echo(display_safe(line))
