"""`adjudge assign` and `adjudge unassign`: whose an item is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudge_engine.errors import DecisionError
from adjudge_tui.cli.common import (
    db_option,
    find_item,
    json_option,
    print_json,
    reviewer_option,
)
from adjudge_tui.cli.lazy import say_error
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.display import one_line

if TYPE_CHECKING:
    from adjudge_queue import Queue
    from adjudge_queue.records import Assigned

items_argument = click.argument("items", nargs=-1, required=True, metavar="ITEM...")


@click.command()
@items_argument
@click.option("--to", required=True, metavar="NAME", help="Whose they are to be; me: your own.")
@click.option("--note", help="A note for them.")
@reviewer_option
@db_option
@json_option
@click.pass_context
def assign(
    ctx: click.Context,
    items: tuple[str, ...],
    to: str,
    note: str | None,
    reviewer: str,
    db: Path,
    as_json: bool,
) -> None:
    """Give open items to a reviewer: they are offered these first, and nobody else is.

    Anybody may take an item for themselves; giving one to others is for leads. Each item is
    given by itself; exits with 1 if one could not be.

    \b
    adjudge assign returns-0017 returns-0018 --to ann --reviewer lea
    adjudge assign '#12' --to me
    """
    receiver = reviewer if to == "me" else to

    def give(queue: Queue, item_id: int) -> Assigned:
        return queue.assign(item_id, receiver, by=reviewer, note=note)

    ctx.exit(_each(items, give, db, as_json))


@click.command()
@items_argument
@reviewer_option
@db_option
@json_option
@click.pass_context
def unassign(
    ctx: click.Context, items: tuple[str, ...], reviewer: str, db: Path, as_json: bool
) -> None:
    """Let anybody have items again that were given to somebody.

    \b
    adjudge unassign returns-0017
    """

    def take_back(queue: Queue, item_id: int) -> Assigned:
        return queue.unassign(item_id, by=reviewer)

    ctx.exit(_each(items, take_back, db, as_json))


def _each(
    items: tuple[str, ...], act: Callable[[Queue, int], Assigned], db: Path, as_json: bool
) -> int:
    """Acts on each item; the exit code: 2 if none could be, 1 if some could not."""
    done: list[Assigned] = []
    failed: list[dict[str, str]] = []
    with open_queue(db) as queue:
        for item in items:
            try:
                done.append(act(queue, find_item(queue, item, quiet=as_json)[0]))
            except DecisionError as error:
                say_error(DecisionError(f"{item}: {error.message}", error.hint))
                failed.append({"item": item, "problem": error.message})
    if as_json:
        print_json({"assigned": [asdict(one) for one in done], "failed": failed})
    else:
        for one in done:
            whose = f"for {one_line(one.assigned_to)}" if one.assigned_to else "for anybody"
            click.echo(f"#{one.item_id}: {whose} · event {one.event}")
    return 0 if not failed else 1 if done else 2
