"""`adjudge golden`: what people have labelled, frozen under a name and a version."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_engine.errors import InputError
from adjudge_engine.reading.atomic import AtomicFile
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
from adjudge_tui.cli.people.plant import plant
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.display import display_safe

if TYPE_CHECKING:
    from adjudge_queue.exports import Format

#: The formats by name; their modules are loaded by the commands that need them. A test compares.
FORMATS = (
    "jsonl",
    "deepeval",
    "promptfoo",
    "langfuse-dataset",
    "label-studio",
    "argilla",
    "mlflow",
    "inspect",
    "judge-human",
    "ragas",
    "langfuse-scores",
    "phoenix",
    "scout",
)
IMPORTABLE = FORMATS[:9]

split_option = click.option(
    "--split", type=click.Choice(("dev", "held-out")), help="Only this side of the split."
)


@click.group()
def golden() -> None:
    """Freeze, compare, export and import golden sets."""


golden.add_command(plant)


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
    """List every version of every set."""
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
    """List the rows of a set: labels, split, who gave them. JSON is one row a line."""
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
    """Say what changed between the versions OLD and NEW of the set NAME."""
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
    """Count the rows of a set by tag, risk, language, generator and label, on each side."""
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
    """
    name, version = golden_reference(reference)
    with open_queue(db) as queue:
        item_id, _ = find_item(queue, item, quiet=as_json)
        event = queue.golden_withdraw(name, version, item_id, by=reviewer, why=why)
    if as_json:
        print_json({"name": name, "version": version, "item": item_id, "event": event})
    else:
        click.echo(f"The row of item #{item_id} is withdrawn (event {event}).")


@golden.command()
@click.argument("reference", metavar="NAME[@N]")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="jsonl",
    show_default=True,
    help="For which tool; docs/golden.md says what each can carry.",
)
@split_option
@click.option("--out", type=click.Path(path_type=Path), help="Write there instead of to stdout.")
@db_option
@json_option
def export(
    reference: str, form: str, split: str | None, out: Path | None, db: Path, as_json: bool
) -> None:
    """Write a set as a file: native cases with their labels, or what another tool reads.

    Without @N the newest version. The native format has one case a line; `adjudge evaluate` and
    `adjudge calibrate --labels` read it. --json, with --out, says what was written.
    """
    from adjudge_queue.exports import EXPORTS

    if as_json and out is None:
        raise click.UsageError("--json says what was written to a file: give --out FILE.")
    name, version = golden_reference(reference)
    with open_queue(db, readonly=True) as queue:
        counter = _Counter(queue.golden_export(name, version, split=split), EXPORTS[form])
        pieces = EXPORTS[form].write(counter)
        if out is None:
            shown = display_safe if sys.stdout.isatty() else str  # CSV has no escapes of its own
            for piece in pieces:
                click.echo(shown(piece), nl=False)
            return
        with AtomicFile(out) as file:
            for piece in pieces:
                file.write(piece)
    if as_json:
        told = {"rows": counter.rows, "withdrawn": counter.gone, "left_out": counter.empty}
        print_json({"format": form, **told})
        return
    left = counter.gone if form != "jsonl" else 0
    more = f"; {counted(left, 'withdrawn one')} left out" if left else ""
    if counter.empty:
        more += f"; {counter.empty:,} left out that {form} has nothing to say of"
    count = counted(counter.rows - left - counter.empty, "case")
    click.echo(f"{count} written to {out}{more}", err=True)


class _Counter:
    """Rows, counted as they pass."""

    def __init__(self, rows: Iterable[dict[str, Any]], form: Format) -> None:
        self._source, self._form = rows, form
        self.rows = self.gone = self.empty = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for row in self._source:
            self.rows += 1
            gone = bool(row["metadata"]["golden"].get("withdrawn"))
            self.gone += gone
            self.empty += not gone and not self._form.holds(row)
            yield row


@golden.command("import")
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--format",
    "form",
    type=click.Choice(IMPORTABLE),
    default="jsonl",
    show_default=True,
    help="What wrote the file.",
)
@reviewer_option
@db_option
@json_option
def import_set(name: str, file: Path, form: str, reviewer: str, db: Path, as_json: bool) -> None:
    """Freeze the labelled cases of FILE as the next version of the set NAME.

    The rows keep where they come from; the version says that it came in from a file. All rows
    or none are taken.
    """
    from adjudge_queue.exports import EXPORTS

    read = EXPORTS[form].read
    assert read is not None  # IMPORTABLE has no other
    rows = read(_text_of(file))
    with open_queue(db) as queue:
        name, version, count = queue.golden_import(name, rows, actor=reviewer, origin=form)
    if as_json:
        print_json({"name": name, "version": version, "rows": count})
    else:
        click.echo(f"{name}@{version}: {counted(count, 'case')} from {file}.")


def _text_of(file: Path) -> str:
    try:
        with file.open(encoding="utf-8", newline="") as source:
            return source.read()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}", "Check the name.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is no UTF-8 text", "Export the set anew.") from error
