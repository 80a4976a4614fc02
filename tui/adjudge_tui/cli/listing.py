"""`adjudge list`: the items of the queue, for people and programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudge_queue import Queue
from adjudge_queue.records import OPEN_STATES, ItemRow, State
from adjudge_tui.cli.common import (
    ROUTE_STYLE,
    STATES,
    console,
    db_option,
    filter_options,
    json_option,
    make_filter,
    outcome,
    print_json,
    row_json,
    safe,
    table,
)

if TYPE_CHECKING:
    from rich.text import Text

#: Column → how wide the screen has to be for it.
_COLUMNS = {
    "item": 0,
    "case": 0,
    "state": 50,
    "outcome": 0,
    "route": 0,
    "risk": 60,
    "why": 70,
    "question": 100,
}


@click.command("list")
@filter_options
@click.option(
    "--state", "states", type=click.Choice(STATES), multiple=True, help="Only this state; repeat."
)
@click.option("--all", "everything", is_flag=True, help="Decided and released items too.")
@click.option(
    "--disposition",
    type=click.Choice(["released", "blocked", "pending"]),
    help="Only what a waiting system would be told so.",
)
@click.option(
    "--since",
    type=click.IntRange(min=0),
    help="Instead: changes of disposition after this cursor (0: all), oldest first.",
)
@click.option(
    "--order",
    type=click.Choice(["priority", "oldest", "random"]),
    default="priority",
    show_default=True,
    help="In which order.",
)
@click.option("--limit", type=click.IntRange(1, 100_000), default=50, show_default=True)
@click.option("--after", type=int, metavar="NUMBER", help="Go on after this item's number.")
@db_option
@json_option
def list_items(
    db: Path,
    as_json: bool,
    states: tuple[State, ...],
    everything: bool,
    disposition: str | None,
    since: int | None,
    order: str,
    limit: int,
    after: int | None,
    route: str | None,
    risk: str | None,
    gate: str | None,
    tag: str | None,
    text: str | None,
) -> None:
    """List items: those somebody still has to look at, unless told otherwise.

    \b
    adjudge list --route block --all
    adjudge list --disposition released --since 0 --json
    """
    with Queue.open(db, readonly=True) as queue:
        if since is not None:
            _changes(queue, since, limit, disposition, as_json)
            return
        chosen = states or (STATES if everything or disposition else OPEN_STATES)
        where = make_filter(
            route=route,
            risk=risk,
            gate=gate,
            tag=tag,
            text=text,
            states=chosen,
            disposition=disposition,
        )
        rows = queue.page(where, order=order, after=after, limit=limit)  # type: ignore[arg-type]
        waiting = queue.counts().open
    if as_json:
        more = rows[-1].item_id if len(rows) == limit else None
        print_json({"items": [row_json(row) for row in rows], "next": more})
        return
    _print(rows, waiting, more=len(rows) == limit)


def _print(rows: list[ItemRow], waiting: int, *, more: bool) -> None:
    screen = console()
    names = [name for name, least in _COLUMNS.items() if screen.width >= least]
    if not any(map(outcome, rows)):
        names.remove("outcome")
    out = table(*names)
    for row in rows:
        gates = ", ".join(f"{gate} {outcome}" for gate, outcome in row.gates.items())
        reason = row.priority_reason
        if "risk" in names:
            reason = reason.removeprefix(f"{row.risk} risk · ")
        cells: dict[str, str | Text] = {
            "item": f"#{row.item_id}",
            "case": safe(row.case_id),
            "state": row.state,
            "outcome": safe(outcome(row), most=60),
            "route": safe(row.route, ROUTE_STYLE.get(row.route, "")),
            "risk": row.risk,
            "why": safe(reason or gates, most=100),
            "question": safe(row.question, most=80),
        }
        out.add_row(*(cells[name] for name in names))
    if rows:
        screen.print(out)
    else:
        screen.print("No item matches.")
    rest = f" · more: --after {rows[-1].item_id}" if more else ""
    screen.print(f"{len(rows):,} shown · {waiting:,} waiting for somebody{rest}")


def _changes(queue: Queue, since: int, limit: int, disposition: str | None, as_json: bool) -> None:
    changes, cursor = queue.feed(since, limit)
    if disposition is not None:
        changes = [one for one in changes if one["disposition"] == disposition]
    if as_json:
        print_json({"changes": changes, "cursor": cursor})
        return
    out = table("event", "at", "item", "case", "disposition")
    for one in changes:
        out.add_row(
            str(one["event"]),
            one["at"],
            f"#{one['item_id']}",
            safe(one["case_id"]),
            one["disposition"],
        )
    console().print(out)
    console().print(f"next: --since {cursor}")
