"""What several commands share: options, the queue, JSON, and tables of text that nobody trusts."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_queue.records import OPEN_STATES, ItemRow, State
from adjudge_tui.desk.reviewers import usual_name
from adjudge_tui.display import one_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from adjudge_queue import Queue


#: States by the names that `--state` takes.
STATES: tuple[State, ...] = (*OPEN_STATES, "decided", "released", "blocked")

db_option = click.option(
    "--db",
    type=click.Path(path_type=Path),
    default="adjudge.db",
    show_default=True,
    envvar="ADJUDGE_DB",
    show_envvar=True,
    is_eager=True,  # whose queue it is decides who this account is
    help="The queue's file.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def default_reviewer(db: Path | None = None) -> str:
    """Who is at the desk: $ADJUDGE_REVIEWER, else whom the account stands for in the team."""
    return usual_name(db)


def _who(ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value is not None or ctx.resilient_parsing:
        return value
    return default_reviewer(ctx.params.get("db"))


def _name_option(what: str) -> Callable[[Any], Any]:
    return click.option(
        "--reviewer",
        callback=_who,
        metavar="NAME",
        show_default="$ADJUDGE_REVIEWER, else whom the account stands for",
        help=what,
    )


reviewer_option = _name_option("Who decides.")
viewer_option = _name_option("Who asks: they are shown what is for them.")
lead_option = _name_option("Who asks; it takes a lead.")


def print_next(command: str, db: Path) -> None:
    """What to do next, as a command that finds the same queue."""
    click.echo(f"Next: adjudge {command}{db_words(db)}")


def golden_reference(reference: str) -> tuple[str, int | None]:
    """Name and version of a golden set, `leaflets@2`; without a version the newest is meant."""
    name, sign, number = reference.partition("@")
    if not name or (sign and not (number.isascii() and number.isdigit())):
        raise click.UsageError(
            f"A golden set is named NAME or NAME@N, not {one_line(reference)!r}."
        )
    return name, int(number) if number else None


def find_item(queue: Queue, ref: str, *, quiet: bool = False) -> tuple[int, list[ItemRow]]:
    """The item that ITEM names, and the others that have its case id, newest first.

    By its number an item is named alone. That there are others is said on stderr, unless `quiet`.
    """
    item_id = queue.find(ref)
    if ref == f"#{item_id}":
        return item_id, []
    others = [row for row in queue.namesakes(item_id) if row.item_id != item_id]
    if others and not quiet:
        also = ", ".join(f"#{row.item_id} ({row.state})" for row in others[:_MOST_NAMED])
        more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
        click.echo(
            f"{len(others) + 1} items have this id; this is the newest, #{item_id};"
            f" also {also}{more}",
            err=True,
        )
    return item_id, others


_MOST_NAMED = 5

_DONE = {"approve": "approved", "block": "blocked", "relabel": "relabelled"}


def outcome(row: ItemRow) -> str:
    """What a person decided: "approved by ann", "relabelled by ann → blocked"; else nothing."""
    if row.state != "decided":
        return ""
    said = f"{_DONE.get(row.action or '', row.action)} by {row.decided_by}"
    return f"{said} → {row.disposition}" if row.action == "relabel" else said


def db_words(db: Path) -> str:
    """What a next command needs to find the same file, quoted for a shell."""
    usual = os.environ.get("ADJUDGE_DB") or "adjudge.db"
    return "" if str(db) == usual else f" --db {shlex.quote(str(db))}"


def counted(count: int, noun: str) -> str:
    """ "1 case", "2 cases", "1,200 cases"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def print_json(value: Any) -> None:
    """`value` as indented JSON; lone surrogates and controls stay escapes."""
    click.echo(json.dumps(value, indent=2, default=dict))


def print_json_line(value: Any) -> None:
    """`value` as one line of JSON."""
    click.echo(json.dumps(value, default=dict))


def console() -> Console:
    """Where tables go: stdout, with no markup and no highlighting of what is printed.

    Wide where nobody looks, so that a row stays a line for the program behind the pipe.
    """
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            """Rich would exit with 1, which has a meaning here; the entry point knows better."""
            raise BrokenPipeError

    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 240
    return Quiet(markup=False, highlight=False, emoji=False, width=wide)


def safe(text: object, style: str = "", *, most: int | None = None) -> Text:
    """Foreign text for one cell: shown literally, on one line, cut at `most` characters."""
    from rich.text import Text

    shown = one_line(str(text))
    if most is not None and len(shown) > most:
        shown = shown[: most - 1] + "…"
    return Text(shown, style=style)


#: Columns of foreign text: a case id that is cut finds nothing when it is typed again.
_FOLDED = ("case", "question", "why", "what", "by", "set", "outcome", "assigned", "filter", "place")


def table(*columns: str, folding: Sequence[str] = ()) -> Table:
    """An empty table in the style of all our tables. `folding`: columns with figures that would
    be cut in a narrow terminal; they fold between words."""
    from rich import box
    from rich.table import Table

    out = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns:  # what may be long folds and is never cut; short words stay whole
        folds = name in (*_FOLDED, *folding)
        out.add_column(name, overflow="fold", no_wrap=not folds, min_width=8 if folds else None)
    return out


ROUTE_STYLE = {"release": "green", "review": "yellow", "block": "red"}


def row_json(row: ItemRow) -> dict[str, Any]:
    """A list row for programs."""
    names = ItemRow.__dataclass_fields__
    return {name: getattr(row, name) for name in names} | {"gates": dict(row.gates)}
