"""`adjudge golden`: what people have labelled, frozen under a name and a version."""

from __future__ import annotations

import json
from pathlib import Path

import click

from adjudge_engine.reading.atomic import AtomicFile
from adjudge_queue import Queue
from adjudge_tui.cli.common import (
    console,
    counted,
    db_option,
    db_words,
    golden_reference,
    json_option,
    print_json,
    reviewer_option,
    safe,
    table,
)


@click.group()
def golden() -> None:
    """Freeze, list and export golden sets."""


@golden.command()
@click.argument("name")
@click.option("--approved", is_flag=True, help="Take in approved answers too, as faithful.")
@reviewer_option
@db_option
@json_option
def create(name: str, approved: bool, reviewer: str, db: Path, as_json: bool) -> None:
    """Freeze all relabelled items into the next version of the set NAME.

    A blocked item has no label to freeze: relabel it to say what is wrong.
    """
    with Queue.open(db) as queue:
        name, version, rows = queue.golden_create(name, actor=reviewer, include_approved=approved)
    if as_json:
        print_json({"name": name, "version": version, "rows": rows})
    else:
        click.echo(f"{name}@{version}: {counted(rows, 'case')}.")
        click.echo(f"Next: adjudge golden export {name}@{version}{db_words(db)}")


@golden.command("list")
@db_option
@json_option
def list_sets(db: Path, as_json: bool) -> None:
    """List every version of every set."""
    with Queue.open(db, readonly=True) as queue:
        sets = queue.golden_list()
    if as_json:
        print_json(sets)
        return
    if not sets:
        click.echo("There is no golden set yet. Make one: adjudge golden create NAME")
        return
    out = table("set", "cases", "made", "by")
    for one in sets:
        out.add_row(
            safe(f"{one['name']}@{one['version']}"),
            f"{one['rows']:,}",
            one["created_at"],
            safe(one["actor"]),
        )
    console().print(out)


@golden.command()
@click.argument("reference", metavar="NAME[@N]")
@click.option("--out", type=click.Path(path_type=Path), help="Write there instead of to stdout.")
@db_option
def export(reference: str, out: Path | None, db: Path) -> None:
    """Write a set as JSON Lines: native cases with their labels, one a line.

    Without @N the newest version. `adjudge evaluate` and `adjudge calibrate --labels` read it.
    """
    name, version = golden_reference(reference)
    with Queue.open(db, readonly=True) as queue:
        rows = queue.golden_export(name, version)
        if out is None:
            for row in rows:
                click.echo(json.dumps(row))
            return
        count = 0
        with AtomicFile(out) as file:
            for row in rows:
                file.write(json.dumps(row) + "\n")
                count += 1
    click.echo(f"{counted(count, 'case')} written to {out}", err=True)
