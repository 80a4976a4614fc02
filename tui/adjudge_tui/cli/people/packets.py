"""`adjudge export`, `import` and `packets`: work that reviewers take to other hosts."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge_tui.cli.common import (
    console,
    counted,
    db_option,
    default_reviewer,
    json_option,
    lead_option,
    print_json,
    safe,
    table,
)
from adjudge_tui.cli.people.choosing import filter_options, make_filter
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.display import one_line

if TYPE_CHECKING:
    from adjudge_queue.packets.packet_records import Merged, PacketRow, Unpacked

#: Outcome → what it is called beside a number of items.
_SAID: Final = {
    "taken": "taken over",
    "first": "first of two",
    "second": "second of two, agreed",
    "agreed": "said by somebody else already",
    "differs": "to adjudication",
    "stale": "on a version that is past",
    "beside": "beside what stands",
    "yours": "decided here already",
    "handed_on": "handed on",
    "moot": "handed on, too late",
    "taken_back": "taken back",
    "known": "known",
    "undecided": "undecided",
    "refused": "refused",
}
_SHORT: Final = 12  # signs of a packet's name that people see

_packet_option = click.option(
    "--packet",
    "file",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The packet's file.",
)


@click.command()
@_packet_option
@click.option("--reviewer", required=True, metavar="NAME", help="Who takes it away.")
@click.option(
    "--items",
    "count",
    required=True,
    type=click.IntRange(min=1),
    help="At most how many items, by priority.",
)
@click.option(
    "--lead",
    "giver",
    metavar="NAME",
    show_default="$ADJUDGE_REVIEWER, else whom the account stands for",
    help="Who gives it out: a lead, or the reviewer.",
)
@filter_options
@db_option
@json_option
def export(
    file: Path,
    reviewer: str,
    count: int,
    giver: str | None,
    db: Path,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Give items to a reviewer as a packet: a queue's file of its own, to be worked on offline.

    They take the file anywhere, decide on it with `adjudge review --db FILE --reviewer NAME`, and
    bring it back to `adjudge import`. Only what the reviewer may read is in it. FILTER and the
    options narrow which items, as in `adjudge list`.

    \b
    adjudge export --packet ann.db --reviewer ann --items 50 --lead lea
    adjudge export --packet ann.db --reviewer ann --items 50 risk:high
    """
    by = giver or default_reviewer(db)
    with open_queue(db) as queue:
        where = make_filter(queue, reviewer, chosen)
        made = queue.export_packet(file, reviewer, count, by=by, where=where)
    if as_json:
        print_json(asdict(made) | {"path": str(made.path)})
        return
    what = counted(len(made.items), "item")
    click.echo(f"Packet {made.packet[:_SHORT]}: {what} for {one_line(reviewer)} in {file}")
    name, words = one_line(reviewer), shlex.quote(str(file))
    click.echo(f"Next, there: adjudge review --db {words} --reviewer {shlex.quote(name)}")


@click.command("import")
@_packet_option
@click.option("--withdrawn", is_flag=True, help="Also one that was withdrawn.")
@lead_option
@db_option
@json_option
@click.pass_context
def import_(
    ctx: click.Context, file: Path, withdrawn: bool, reviewer: str, db: Path, as_json: bool
) -> None:
    """Take a packet in: what was decided in it is merged with what was decided here meanwhile.

    Nobody's word is overwritten, and none is lost: where two differ, a lead settles it. The same
    packet may come again, with more decisions or without. A packet that was altered is refused.
    Exits with 1 if a word could not be taken.

    \b
    adjudge import --packet ann.db --reviewer lea
    """
    with open_queue(db) as queue:
        found = queue.import_packet(file, by=reviewer, withdrawn=withdrawn)
    refused = any(one.outcome == "refused" for one in found.items)
    if as_json:
        print_json(asdict(found) | {"counts": dict(found.counts)})
    else:
        _say(found)
    ctx.exit(1 if refused else 0)


def _say(found: Unpacked) -> None:
    name = f"Packet {found.packet[:_SHORT]} of {one_line(found.reviewer)}"
    if found.repeated:
        click.echo(f"{name}: nothing new since event {found.event}")
        return
    told = " · ".join(f"{number} {_SAID[what]}" for what, number in found.counts.items())
    click.echo(f"{name}: {told} · event {found.event}")
    for one in found.items:
        line = _attention(one)
        if line:
            click.echo(line)


def _attention(one: Merged) -> str | None:
    """A line for what somebody should know of."""
    item = f"  #{one.item_id} {one_line(one.case_id)}"
    if one.problem is not None:
        return f"{item}: refused: {one_line(one.problem)}"
    if one.outcome == "differs":
        return f"{item}: two differ (adjudge adjudicate show '#{one.item_id}')"
    if one.outcome in ("stale", "beside", "yours"):
        return f"{item}: {_SAID[one.outcome]} · {one.state} · {one.disposition}"
    return None


@click.command()
@click.option("--withdraw", metavar="PACKET", help="Wait for this one no longer.")
@lead_option
@db_option
@json_option
def packets(withdraw: str | None, reviewer: str, db: Path, as_json: bool) -> None:
    """List the packets that were made from this queue, newest first.

    A packet is out, back in part, done or withdrawn. Items of one that is withdrawn on which
    nothing has come back are anybody's again. PACKET may be the beginning of its name.

    \b
    adjudge packets
    adjudge packets --withdraw 3f2a --reviewer lea
    """
    if withdraw is not None:
        with open_queue(db) as queue:
            freed = queue.withdraw_packet(withdraw, by=reviewer)
        if as_json:
            print_json({"withdrawn": withdraw, "freed": freed})
        else:
            click.echo(f"Withdrawn; {counted(freed, 'item')} for anybody again")
        return
    with open_queue(db, readonly=True) as queue:
        found = queue.packets()
    if as_json:
        print_json({"packets": [asdict(one) for one in found]})
    elif not found:
        click.echo("No packet was made from this queue.")
    else:
        _table(found)


def _table(found: list[PacketRow]) -> None:
    out = table("packet", "assigned", "state", "items", "waiting", "conflicts", "by", "since")
    for one in found:
        numbers = (one.items, one.waiting, one.conflicts)
        cells = (
            one.packet[:_SHORT],
            one.reviewer,
            one.state,
            *numbers,
            one.by,
            one.at[:16].replace("T", " "),
        )
        out.add_row(*(safe(cell) for cell in cells))
    console().print(out)
