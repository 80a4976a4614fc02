"""`adjudge purge`, `adjudge retention`: removing texts for good, after a look at what goes."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from adjudge_tui.cli.common import (
    console,
    counted,
    db_option,
    find_item,
    json_option,
    lead_option,
    print_json,
    safe,
    table,
)
from adjudge_tui.cli.options import option_group
from adjudge_tui.cli.times import moment
from adjudge_tui.desk.reviewers import open_queue, settings_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudge_queue import Queue
    from adjudge_queue.purging.purged import Purge
    from adjudge_queue.purging.retention import Due, Retention
    from adjudge_queue.records import ItemRow

_MOST_LISTED: Final = 50

_PATH = click.Path(path_type=Path)
yes_option = click.option("--yes", is_flag=True, help="Do it; without this it is only shown.")
beside_option = click.option(
    "--beside",
    multiple=True,
    type=_PATH,
    help="A further backup or file of rejects to clean; repeat.",
)
vacuum_option = click.option(
    "--vacuum/--no-vacuum",
    default=None,
    help="Rewrite the file whole, or not; by default one of up to 256 MiB is.",
)


#: Adds what every command that removes texts takes.
purging_options = option_group(
    yes_option,
    beside_option,
    vacuum_option,
    lead_option,
    db_option,
    json_option,
)


@click.command()
@click.argument("items", nargs=-1, metavar="[ITEM]...")
@click.option(
    "--older-than", metavar="AGE", help="All that was closed longer ago (90d, 8w, or a date)."
)
@click.option("--why", required=True, help="The reason: it is all that will be left.")
@purging_options
@click.pass_context
def purge(
    ctx: click.Context,
    items: tuple[str, ...],
    older_than: str | None,
    why: str,
    yes: bool,
    beside: tuple[Path, ...],
    vacuum: bool | None,
    reviewer: str,
    db: Path,
    as_json: bool,
) -> None:
    """Remove what was written about items, for good. For leads; without --yes it only shows what.

    ITEM is a case id, which means all items of that case, or #12 for one of them. The record of
    who did what and when stays, and still verifies. Exits with 1 if the text may be left in a
    file that was named or lies beside the queue; of exports nobody can know.

    \b
    adjudge purge returns-0017 --why "request of 3 May"
    adjudge purge returns-0017 --why "request of 3 May" --yes
    adjudge purge --older-than 730d --why "two years are over" --yes
    """
    if bool(items) == (older_than is not None):
        raise click.UsageError("Name items, or --older-than AGE: one of them.")
    before = None if older_than is None else moment(older_than, back=True)
    with open_queue(db, readonly=not yes) as queue:
        queue.team.lead(reviewer, "purging")
        if not yes:
            rows = _named(queue, items) if before is None else _closed_before(queue, before)
            _show(rows, as_json, db)
            return
        named = [row.item_id for row in _named(queue, items)]
        done = queue.purge(
            by=reviewer, why=why, items=named, before=before, beside=beside, vacuum=vacuum
        )
    copies = len(set(done.items) - set(named)) if named else 0
    ctx.exit(_told(done, as_json, copies))


def _named(queue: Queue, items: Sequence[str]) -> list[ItemRow]:
    """The items of those names; a case id means all of its items."""
    found: dict[int, ItemRow] = {}
    for item in items:
        item_id, others = find_item(queue, item, quiet=True)
        for row in [*queue.rows([item_id]), *others]:
            found[row.item_id] = row
    return list(found.values())


def _closed_before(queue: Queue, before: str) -> list[ItemRow]:
    return queue.rows(queue.closed_before(before))


def _show(rows: Sequence[ItemRow], as_json: bool, db: Path) -> None:
    if as_json:
        found = [{"item": row.item_id, "case_id": row.case_id, "state": row.state} for row in rows]
        print_json({"dry_run": True, "items": found})
        return
    if rows:
        out = table("item", "case", "state", "question")
        for row in rows[:_MOST_LISTED]:
            out.add_row(
                f"#{row.item_id}", safe(row.case_id), row.state, safe(row.question, most=80)
            )
        console().print(out)
    _say_dry(len(rows))


def _say_dry(count: int) -> None:
    if count > _MOST_LISTED:
        click.echo(f"and {count - _MOST_LISTED:,} more")
    again = " The same with --yes removes their text for good." if count else ""
    click.echo(f"{counted(count, 'item')} would be purged; nothing was removed.{again}")


def _told(done: Purge, as_json: bool, copies: int = 0) -> int:
    """Says what became of every place; the exit code."""
    from adjudge_queue.purging.purge_places import ELSEWHERE

    if as_json:
        print_json(asdict(done))
    else:
        planted = f", {copies:,} of them planted" if copies else ""
        again = f", {len(done.already):,} before" if done.already else ""
        click.echo(f"{counted(len(done.items), 'item')} purged{again}{planted}.")
        out = table("place", "the text is", "why")
        for one in done.places:
            out.add_row(safe(one.place), one.outcome, safe(one.why))
        console().print(out)
    left = [one for one in done.places if one.outcome == "not reached" and one.place != ELSEWHERE]
    return 1 if left else 0


@click.command()
@purging_options
@click.pass_context
def retention(
    ctx: click.Context,
    yes: bool,
    beside: tuple[Path, ...],
    vacuum: bool | None,
    reviewer: str,
    db: Path,
    as_json: bool,
) -> None:
    """Purge what is older than [retention] in adjudge.toml allows; without --yes only show it.

    For leads. docs/upkeep.md describes the table. Exits with 1 if the text may be left in a
    place that was not reached.

    \b
    adjudge retention
    adjudge retention --yes
    """
    from adjudge_queue.purging.retention import Retention

    rule = _rule(db)
    if rule == Retention():
        raise click.UsageError(
            "adjudge.toml has no [retention]: everything is kept. docs/upkeep.md shows the table."
        )
    with open_queue(db, readonly=not yes) as queue:
        kept = queue.retention(rule, by=reviewer, dry_run=not yes, beside=beside, vacuum=vacuum)
    if kept.purge is not None:
        ctx.exit(_told(kept.purge, as_json))
    if as_json:
        print_json({"dry_run": not yes, "due": [asdict(one) for one in kept.due]})
        return
    _print_due(kept.due)


def _rule(db: Path) -> Retention:
    from adjudge_queue.purging import retention

    rules = (retention.load(path) for path in settings_files(db))
    return next((rule for rule in rules if rule != retention.Retention()), retention.Retention())


def _print_due(due: Sequence[Due]) -> None:
    if due:
        out = table("item", "case", "closed", "kept for")
        for one in due[:_MOST_LISTED]:
            closed = one.closed[:16].replace("T", " ")
            out.add_row(f"#{one.item_id}", safe(one.case_id), closed, f"{one.days:,} days")
        console().print(out)
    _say_dry(len(due))
