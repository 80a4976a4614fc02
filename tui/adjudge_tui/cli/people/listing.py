"""`adjudge list`: the items of the queue, for people and programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge_queue.file import clock
from adjudge_queue.finding.filtertext import EVERY_STATE
from adjudge_queue.records import Filter, ItemRow, Order, State
from adjudge_tui.cli.common import (
    ROUTE_STYLE,
    STATES,
    console,
    db_option,
    json_option,
    outcome,
    print_json,
    row_json,
    safe,
    table,
    viewer_option,
)
from adjudge_tui.cli.people.choosing import filter_options, make_filter, order_option
from adjudge_tui.desk.reviewers import open_queue, reads_all

if TYPE_CHECKING:
    from rich.text import Text

    from adjudge_queue import Queue

#: Column → how wide the screen has to be for it.
_COLUMNS: Final = {
    "item": 0,
    "case": 0,
    "state": 50,
    "outcome": 0,
    "assigned": 60,
    "due": 110,
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
    "cursor",
    metavar="CURSOR",
    type=click.IntRange(min=0),
    help="Instead: changes of disposition after this cursor (0: all), oldest first.",
)
@order_option
@click.option("--seed", help="Makes a random order repeatable.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=50, show_default=True)
@click.option("--after", type=int, metavar="NUMBER", help="Go on after this item's number.")
@viewer_option
@db_option
@json_option
def list_items(
    db: Path,
    as_json: bool,
    reviewer: str,
    states: tuple[State, ...],
    everything: bool,
    disposition: Any,
    cursor: int | None,
    order: Order,
    seed: str | None,
    limit: int,
    after: int | None,
    **chosen: Any,
) -> None:
    """List items: those somebody still has to look at, unless told otherwise.

    FILTER is words to find and parts like gate:numbers, risk:high, assigned:me, stale:yes,
    state:all; docs/queue.md has all of them. Options narrow it further.

    \b
    adjudge list "gate:numbers risk:high"
    adjudge list --route block --all
    adjudge list --assigned me
    adjudge list --disposition released --since 0 --json
    """
    with open_queue(db, readonly=True) as queue:
        where = make_filter(queue, reviewer, chosen)
        if cursor is not None:
            _refuse_narrowing(where != Filter() or bool(states), order, after)
            _changes(queue, cursor, limit, disposition, as_json, reviewer)
            return
        if disposition:
            where = replace(where, disposition=disposition)
        if states or everything or disposition:
            where = replace(where, states=states or EVERY_STATE)
        rows = _rows(queue, where, order, seed, after, limit, reviewer)
        if not reads_all(queue, reviewer):
            rows = [replace(row, priority_reason="") for row in rows]  # it may quote a source
        waiting = queue.counts().open
    if as_json:
        pages = len(rows) == limit and order in ("priority", "oldest")
        more = rows[-1].item_id if pages else None
        print_json({"items": [row_json(row) for row in rows], "next": more})
        return
    _print(rows, waiting, more=len(rows) == limit and order in ("priority", "oldest"))


def _refuse_narrowing(narrowed: bool, order: Order, after: int | None) -> None:
    """A waiting system must not take all changes for those that it asked for."""
    if narrowed or order != "priority" or after is not None:
        raise click.UsageError(
            "--since goes through all changes in their order: only --disposition narrows it."
            " Leave the filter, --state, --order and --after out."
        )


def _rows(
    queue: Queue,
    where: Filter,
    order: Order,
    seed: str | None,
    after: int | None,
    limit: int,
    reviewer: str,
) -> list[ItemRow]:
    if order in ("priority", "oldest"):
        return queue.page(where, order=order, after=after, limit=limit, viewer=reviewer)
    if after is not None:
        raise click.UsageError(f"The order {order} has no pages: take more with --limit.")
    return queue.rows(queue.ids(where, order, seed, reviewer)[:limit])


def _print(rows: list[ItemRow], waiting: int, *, more: bool) -> None:
    screen = console()
    names = [name for name, least in _COLUMNS.items() if screen.width >= least]
    for name, used in (("outcome", outcome), ("assigned", _assigned), ("due", _due)):
        if name in names and not any(map(used, rows)):
            names.remove(name)
    out = table(*names)
    for row in rows:
        cells = _cells(row, risk_is_shown="risk" in names)
        out.add_row(*(cells[name] for name in names))
    if rows:
        screen.print(out)
    else:
        screen.print("No item matches.")
    rest = f" · more: --after {rows[-1].item_id}" if more else ""
    screen.print(f"{len(rows):,} shown · {waiting:,} waiting for somebody{rest}")


def _cells(row: ItemRow, *, risk_is_shown: bool) -> dict[str, str | Text]:
    gates = ", ".join(f"{gate} {outcome}" for gate, outcome in row.gates.items())
    reason = row.priority_reason
    if risk_is_shown:
        reason = reason.removeprefix(f"{row.risk} risk · ")
    return {
        "item": f"#{row.item_id}",
        "case": safe(row.case_id),
        "state": f"{row.state}, stale" if row.stale else row.state,
        "outcome": safe(outcome(row), most=60),
        "assigned": safe(_assigned(row), most=40),
        "due": _due(row),
        "route": safe(row.route, ROUTE_STYLE.get(row.route, "")),
        "risk": row.risk,
        "why": safe(reason or gates, most=100),
        "question": safe(row.question, most=80),
    }


def _assigned(row: ItemRow) -> str:
    """Whose it is: of whoever holds it now, else of whom it was given to."""
    if row.holder is not None:
        over = row.lease_until is not None and row.lease_until <= clock.stamp(clock.now())
        return f"{row.holder} ({'time is up' if over else 'at it'})"
    return row.assigned_to or ""


def _due(row: ItemRow) -> str:
    return row.due[:16].replace("T", " ") if row.due else ""


def _changes(
    queue: Queue, since: int, limit: int, disposition: str | None, as_json: bool, reviewer: str
) -> None:
    changes, cursor = queue.feed(since, limit, reviewer)
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
