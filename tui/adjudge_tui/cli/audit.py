"""`adjudge audit`: is the trail whole, and what does it say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from adjudge_queue import Queue, verify_file
from adjudge_tui.cli.common import (
    console,
    counted,
    db_option,
    find_item,
    json_option,
    print_json,
    print_json_line,
    safe,
    table,
)

_BATCH = 1000
_CLAIMS = 5


@click.group()
def audit() -> None:
    """Verify and read the audit trail."""


@audit.command()
@click.option("--head", metavar="HASH", help="A head noted earlier: shows if the end was cut off.")
@db_option
@json_option
@click.pass_context
def verify(ctx: click.Context, head: str | None, db: Path, as_json: bool) -> None:
    """Check the chain of events and the items against it. Exits with 1 if anything is wrong."""
    found = verify_file(db, head=head)
    if as_json:
        print_json(
            {
                "ok": found.ok,
                "events": found.events,
                "head": found.head,
                "problems": list(found.problems),
            }
        )
    elif found.ok:
        click.echo(
            f"The trail is whole: {counted(found.events, 'event')}, head {found.head or '(none)'}."
        )
    else:
        screen = console()
        screen.print(f"The trail of {db} is not whole:", style="red")
        for problem in found.problems:
            screen.print(safe(f"  {problem}"), soft_wrap=True)
    ctx.exit(0 if found.ok else 1)


@audit.command()
@click.argument("item", required=False)
@click.option("--after", type=click.IntRange(min=0), default=0, help="Only after this event.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many events.")
@db_option
@json_option
def log(item: str | None, after: int, limit: int | None, db: Path, as_json: bool) -> None:
    """Print the events, oldest first: all of them, or those of ITEM. JSON is one a line."""
    out = table("event", "at", "kind", "item", "by", "what")
    with Queue.open(db, readonly=True) as queue:
        number = None if item is None else find_item(queue, item)[0]
        for event in _events(queue, number, after, limit):
            if as_json:
                print_json_line(event)
            else:
                place = "" if event.get("item_id") is None else f"#{event['item_id']}"
                out.add_row(
                    str(event["seq"]),
                    _second(event["at"]),
                    event["kind"],
                    place,
                    safe(event["actor"]),
                    safe(_what(event)),
                )
    if not as_json:
        console().print(out)


def _second(at: str) -> str:
    """A time without its fraction, so that there is room for what happened; JSON has all of it."""
    return f"{at[:19]}Z" if at[19:20] == "." and at.endswith("Z") else at


def _events(queue: Queue, item: int | None, after: int, limit: int | None) -> Any:
    """The events one by one, in batches from the file."""
    left = limit
    while left is None or left > 0:
        batch = queue.events(
            after=after, limit=_BATCH if left is None else min(_BATCH, left), item_id=item
        )
        yield from batch
        if not batch:
            return
        after = batch[-1]["seq"]
        left = None if left is None else left - len(batch)


def _what(event: dict[str, Any]) -> str:
    body = event["body"]
    parts = [str(body[key]) for key in ("case_id", "action", "route", "name") if body.get(key)]
    if event["kind"] == "decided" and body["action"] == "relabel":
        parts.append(f"{', '.join(_labels(body['labels']))} → {body['disposition']}")
    elif event["kind"] == "undone":
        parts[-1] += f" of {body['decided_by']}" if body["decided_by"] != event["actor"] else ""
    return " · ".join([*parts, *([event["note"]] if event.get("note") else [])])


def _labels(labels: list[dict[str, Any]]) -> Iterator[str]:
    """Each label in few words, the first claims of each."""
    for label in labels:
        if label.get("undetermined") or "value" in label:
            value = "undetermined" if label.get("undetermined") else label["value"]
            yield f"{label['criterion']} {value}"
        claims = label.get("claims", ())
        yield from (f"{one.get('claim_id')} {one['verdict']}" for one in claims[:_CLAIMS])
        if len(claims) > _CLAIMS:
            yield counted(len(claims) - _CLAIMS, "more claim")
        if label.get("missing"):
            yield f"{len(label['missing'])} missing"
