"""`adjudge backup`: a whole copy of the queue's file."""

from __future__ import annotations

from pathlib import Path

import click

from adjudge_tui.cli.common import db_option, json_option, print_json
from adjudge_tui.desk.reviewers import open_queue


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@db_option
@json_option
def backup(file: Path | None, db: Path, as_json: bool) -> None:
    """Copy the queue to FILE, others working meanwhile; without FILE beside it, named by the time.

    Never over another file. A copy beside the queue is also found by a purge; docs/upkeep.md says
    how one is restored.

    \b
    adjudge backup
    adjudge backup /backups/monday.db
    """
    with open_queue(db, readonly=True) as queue:
        events, head = queue.head()  # of now: others may write before the copy is begun
        where = queue.backup(file)
    if as_json:
        print_json({"file": str(where), "events": events, "head": head})
    else:
        click.echo(f"Copied to {where}, with event {events:,} at least, head {head or '(none)'}")
