"""What several commands share: options, the queue, JSON, and tables of text that nobody trusts."""

from __future__ import annotations

import getpass
import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adjudge_engine.vocabulary import GATES, RISKS, ROUTES
from adjudge_queue.records import OPEN_STATES, Filter, ItemRow, State
from adjudge_tui.display import one_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from adjudge_queue import Queue

Wrapped = TypeVar("Wrapped", bound=Callable[..., Any])

#: States by the names that `--state` takes.
STATES: tuple[State, ...] = (*OPEN_STATES, "decided", "released", "blocked")

db_option = click.option(
    "--db",
    type=click.Path(path_type=Path),
    default="adjudge.db",
    show_default=True,
    envvar="ADJUDGE_DB",
    show_envvar=True,
    help="The queue's file.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def default_reviewer() -> str:
    """Who is at the desk: $ADJUDGE_REVIEWER, else the account's name."""
    named = os.environ.get("ADJUDGE_REVIEWER", "").strip()
    if named:
        return named
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # an account without a name, as in some containers
        raise click.UsageError("Say who you are: --reviewer NAME.") from None


reviewer_option = click.option(
    "--reviewer",
    default=default_reviewer,
    show_default="$ADJUDGE_REVIEWER, else the account's name",
    help="Who decides.",
)


def filter_options(command: Wrapped) -> Wrapped:
    """Adds the options that choose items; `make_filter` reads them."""
    for option in (
        click.option("--text", help="Words to find in question, answer, claims and notes."),
        click.option("--tag", help="Only items with this tag."),
        click.option("--gate", type=click.Choice(GATES), help="Only where this gate is open."),
        click.option("--risk", type=click.Choice(RISKS), help="Only this level of risk."),
        click.option("--route", type=click.Choice(ROUTES), help="Only this route."),
    ):
        command = option(command)
    return command


def make_filter(
    *,
    route: str | None,
    risk: str | None,
    gate: str | None,
    tag: str | None,
    text: str | None,
    states: tuple[State, ...] = OPEN_STATES,
    disposition: Any = None,
) -> Filter:
    """The filter that the options ask for."""
    return Filter(
        states=states,
        route=route,
        risk=risk,
        gate=gate,
        tag=tag,
        text=text or None,
        disposition=disposition,
    )


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
_FOLDED = ("case", "question", "why", "what", "by", "set", "outcome")


def table(*columns: str) -> Table:
    """An empty table in the style of all our tables."""
    from rich import box
    from rich.table import Table

    out = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns:  # what may be long folds and is never cut; short words stay whole
        folds = name in _FOLDED
        out.add_column(name, overflow="fold", no_wrap=not folds, min_width=8 if folds else None)
    return out


ROUTE_STYLE = {"release": "green", "review": "yellow", "block": "red"}


def row_json(row: ItemRow) -> dict[str, Any]:
    """A list row for programs."""
    names = ItemRow.__dataclass_fields__
    return {name: getattr(row, name) for name in names} | {"gates": dict(row.gates)}
