"""`adjudge views`: filters that are kept under a name."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from adjudge_tui.cli.common import (
    console,
    db_option,
    json_option,
    print_json,
    reviewer_option,
    safe,
    table,
)
from adjudge_tui.cli.people.choosing import parsed
from adjudge_tui.desk.reviewers import open_queue, viewer
from adjudge_tui.display import one_line


@click.group()
def views() -> None:
    """Keep filters under a name, for `adjudge list --view NAME` and the desk.

    \b
    adjudge views save urgent "risk:high gate:numbers"
    adjudge views save mine assigned:me
    adjudge list --view urgent
    """


@views.command("list")
@db_option
@json_option
def list_views(db: Path, as_json: bool) -> None:
    """List the saved filters.

    \b
    adjudge views list
    """
    with open_queue(db, readonly=True) as queue:
        found = queue.saved_filters()
    if as_json:
        print_json([asdict(one) for one in found])
        return
    if not found:
        click.echo("Nothing is saved yet. Save a filter: adjudge views save NAME FILTER")
        return
    out = table("view", "filter", "by", "since")
    for one in found:
        out.add_row(
            safe(one.name), safe(one.line or "state:open"), safe(one.owner), f"{one.at[:19]}Z"
        )
    console().print(out)


@views.command()
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@reviewer_option
@db_option
@json_option
def save(name: str, words: tuple[str, ...], reviewer: str, db: Path, as_json: bool) -> None:
    """Keep FILTER under NAME; of an own view, replace it. Without words: all that is open.

    \b
    adjudge views save stale-high "stale:yes risk:high"
    """
    where = parsed(words)
    with open_queue(db) as queue:
        kept = queue.save_filter(name, viewer(queue, reviewer), where)
    if as_json:
        print_json(asdict(kept))
    else:
        click.echo(f"{one_line(kept.name)}: {one_line(kept.line) or 'all that is open'}")


@views.command()
@click.argument("name")
@reviewer_option
@db_option
@json_option
@click.pass_context
def drop(ctx: click.Context, name: str, reviewer: str, db: Path, as_json: bool) -> None:
    """Forget the filter NAME; of another's, leads only. Exits with 1 if there is none.

    \b
    adjudge views drop stale-high
    """
    with open_queue(db) as queue:
        own = None if queue.team.oversees(viewer(queue, reviewer)) else reviewer
        dropped = queue.drop_filter(name, owner=own)
    if as_json:
        print_json({"name": name, "dropped": dropped})
    else:
        click.echo(f"{one_line(name)}: {'forgotten' if dropped else 'there was no such view'}")
    ctx.exit(0 if dropped else 1)
