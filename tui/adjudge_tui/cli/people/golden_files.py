"""`adjudge golden export` and `import`: golden sets as files, our own and those of other tools."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_engine.errors import InputError
from adjudge_engine.reading.atomic import AtomicFile
from adjudge_tui.cli.common import (
    counted,
    db_option,
    golden_reference,
    json_option,
    print_json,
    reviewer_option,
)
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


@click.command()
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

    \b
    adjudge golden export pumps@2 --out pumps.jsonl
    adjudge golden export pumps --format deepeval --out goldens.json
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


@click.command("import")
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

    \b
    adjudge golden import pumps goldens.json --format deepeval
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
