"""`adjudge golden`: what people have labelled, frozen under a name and a version."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_tui.cli.common import (
    console,
    counted,
    db_option,
    db_words,
    find_item,
    golden_reference,
    json_option,
    print_json,
    print_json_line,
    reviewer_option,
    safe,
    table,
)
from adjudge_tui.cli.people.golden_files import export, import_set, split_option
from adjudge_tui.cli.people.plant import plant
from adjudge_tui.desk.reviewers import open_queue

if TYPE_CHECKING:
    pass


@click.group()
def golden() -> None:
    """Freeze, compare, export and import golden sets.

    \b
    adjudge golden create pumps --approved
    adjudge golden list
    adjudge golden export pumps@2 --out pumps.jsonl
    """


for command in (plant, export, import_set):
    golden.add_command(command)


@golden.command()
@click.argument("name")
@click.option("--approved", is_flag=True, help="Take in all approved answers too, as faithful.")
@reviewer_option
@db_option
@json_option
def create(name: str, approved: bool, reviewer: str, db: Path, as_json: bool) -> None:
    """Freeze all relabelled items into the next version of the set NAME.

    An approved answer is taken in, as faithful, if it was approved with the reason `gold`. A
    blocked item has no label to freeze: relabel it to say what is wrong.

    \b
    adjudge golden create pumps
    adjudge golden create pumps --approved
    """
    with open_queue(db) as queue:
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
    """List every version of every set.

    \b
    adjudge golden list
    adjudge golden list --json
    """
    with open_queue(db, readonly=True) as queue:
        sets = queue.golden_list()
    if as_json:
        print_json(sets)
        return
    if not sets:
        click.echo("There is no golden set yet. Make one: adjudge golden create NAME")
        return
    out = table("set", "cases", "dev", "held-out", "withdrawn", "made", "by", "from")
    for one in sets:
        out.add_row(
            safe(f"{one['name']}@{one['version']}"),
            f"{one['rows']:,}",
            f"{one['dev']:,}",
            f"{one['held_out']:,}",
            f"{one['withdrawn']:,}",
            one["created_at"],
            safe(one["actor"]),
            "a file" if one["imported"] else "the queue",
        )
    console().print(out)


@golden.command()
@click.argument("reference", metavar="NAME[@N]")
@split_option
@db_option
@json_option
def show(reference: str, split: str | None, db: Path, as_json: bool) -> None:
    """List the rows of a set: labels, split, who gave them. JSON is one row a line.

    \b
    adjudge golden show pumps
    adjudge golden show pumps@2 --json
    """
    name, version = golden_reference(reference)
    out = table("case", "item", "split", "labels", "by", "state")
    with open_queue(db, readonly=True) as queue:
        for row in queue.golden_export(name, version, split=split):
            if as_json:
                print_json_line(row)
                continue
            told = row["metadata"]["golden"]
            gone = told.get("withdrawn")
            out.add_row(
                safe(row["id"], most=80),
                "" if told.get("item") is None else f"#{told['item']}",
                told["split"],
                safe(", ".join(_label(one) for one in row["labels"]), most=120),
                safe(", ".join(told.get("reviewers", ())), most=80),
                f"withdrawn by event {gone}" if gone else str(told.get("agreement", "")),
            )
    if not as_json:
        console().print(out)


def _label(label: dict[str, Any]) -> str:
    value = "undetermined" if label.get("undetermined") else label.get("value", "by claim")
    return f"{label['criterion']} {value}"


@golden.command()
@click.argument("name")
@click.argument("old", type=click.IntRange(min=1))
@click.argument("new", type=click.IntRange(min=1))
@db_option
@json_option
def diff(name: str, old: int, new: int, db: Path, as_json: bool) -> None:
    """Say what changed between the versions OLD and NEW of the set NAME.

    \b
    adjudge golden diff pumps 1 2
    """
    from adjudge_queue.golden_sets.golden_diff import as_text

    with open_queue(db, readonly=True) as queue:
        found = queue.golden_diff(name, old, new)
    if as_json:
        print_json(found)
    else:
        _print(as_text(found))


@golden.command()
@click.argument("reference", metavar="NAME[@N]")
@db_option
@json_option
def coverage(reference: str, db: Path, as_json: bool) -> None:
    """Count the rows of a set by tag, risk, language, generator and label, on each side.

    \b
    adjudge golden coverage pumps@2
    """
    from adjudge_queue.golden_sets.golden_coverage import as_text

    name, version = golden_reference(reference)
    with open_queue(db, readonly=True) as queue:
        found = queue.golden_coverage(name, version)
    if as_json:
        print_json(found)
    else:
        _print(as_text(found))


def _print(lines: Iterable[str]) -> None:
    screen = console()
    for line in lines:
        screen.print(line, soft_wrap=True)


@golden.command()
@click.argument("reference", metavar="NAME[@N]")
@click.argument("item")
@click.option("--why", required=True, help="Why the label is not to be used any more.")
@reviewer_option
@db_option
@json_option
def withdraw(reference: str, item: str, why: str, reviewer: str, db: Path, as_json: bool) -> None:
    """Withdraw the row of ITEM from a set; without @N from every version.

    The version stays as it was frozen, with the row marked; the next one leaves it out until
    somebody decides on the item again.

    \b
    adjudge golden withdraw pumps pump-17 --why "the data sheet was recalled"
    """
    name, version = golden_reference(reference)
    with open_queue(db) as queue:
        item_id, _ = find_item(queue, item, quiet=as_json)
        event = queue.golden_withdraw(name, version, item_id, by=reviewer, why=why)
    if as_json:
        print_json({"name": name, "version": version, "item": item_id, "event": event})
    else:
        click.echo(f"The row of item #{item_id} is withdrawn (event {event}).")
