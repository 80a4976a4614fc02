"""What `adjudge evaluate --results` says at its end."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from adjudge_tui.cli.common import print_json
from adjudge_tui.cli.runs.tally_view import done_lines, unfinished_lines
from adjudge_tui.display import display_safe
from adjudge_tui.running.tally import Tally, as_json


def report_shard(tally: Tally, results: Path, rejects: Path, seconds: float, machine: bool) -> None:
    """How much was evaluated, where it is, what to do with it."""
    if machine:
        kept = str(rejects) if tally.rejected else None
        report = as_json(tally)
        report |= {"results": str(results), "rejects": kept, "seconds": round(seconds, 3)}
        print_json(report)
        return
    for line in (*done_lines(tally, seconds, rejects), *unfinished_lines(tally)):
        click.echo(display_safe(line))
    click.echo(display_safe(f"Next: adjudge ingest {shlex.quote(str(results))}"))
