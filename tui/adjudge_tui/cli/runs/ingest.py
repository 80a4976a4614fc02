"""`adjudge ingest`: results of shards become a queue."""

from __future__ import annotations

from pathlib import Path

import click

from adjudge_queue import Queue
from adjudge_tui.cli.common import counted, db_option, json_option, print_json, print_next
from adjudge_tui.cli.runs.stopping import stops_cleanly
from adjudge_tui.cli.runs.tally_view import with_routes
from adjudge_tui.display import display_safe
from adjudge_tui.running.ingesting import Ingested


@click.command()
@click.argument(
    "results", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RESULTS..."
)
@click.option("--shared", "group", metavar="GROUP", help="A new queue is that group's, not yours.")
@db_option
@json_option
def ingest(results: tuple[Path, ...], group: str | None, db: Path, as_json: bool) -> None:
    """Take what shards have evaluated into the queue, each answer exactly once.

    RESULTS are files that `adjudge evaluate --results` has written. A file that is not whole is
    refused before anything of any is taken. Taken again, or with shards that overlap, nothing
    changes.

    \b
    adjudge evaluate answers.jsonl --shard 1/2 --results part-1.jsonl.gz
    adjudge evaluate answers.jsonl --shard 2/2 --results part-2.jsonl.gz
    adjudge ingest part-1.jsonl.gz part-2.jsonl.gz --db team.db
    """
    from adjudge_tui.cli.runs.progress import progress
    from adjudge_tui.running.ingesting import ingest as take
    from adjudge_tui.running.results_file import checked

    whole = [checked(one) for one in results]  # before a queue is made for them
    with (
        stops_cleanly(),
        Queue.open(db, create=True, shared=group) as queue,
        progress(None) as tick,
    ):
        found = take(queue, whole, lambda counts: tick(counts.as_tally()))
        waiting = queue.counts().open
    if as_json:
        print_json({**found.to_dict(), "db": str(db), "open": waiting})
        return
    for line in _said(found):
        click.echo(display_safe(line))
    click.echo(f"{waiting:,} waiting for somebody in {display_safe(str(db))}")
    print_next("review" if waiting else "list --all", db)


def _said(found: Ingested) -> list[str]:
    taken = f"{found.taken:,} taken from {counted(found.files, 'file')}"
    lines = [with_routes(taken, found.routes)]
    if found.known:
        lines.append(f"{found.known:,} known already, nothing taken twice")
    if found.rejected:
        lines.append(f"{found.rejected:,} were rejected by their shards, and are kept beside them")
    return lines
