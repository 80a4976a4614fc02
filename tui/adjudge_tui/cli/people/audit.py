"""`adjudge audit`: is the trail whole, and what does it say."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from string import hexdigits
from typing import TYPE_CHECKING, Any

import click

from adjudge_engine.errors import InputError
from adjudge_engine.reading.atomic import AtomicFile
from adjudge_queue import Queue, verify_file
from adjudge_queue.records import Verification
from adjudge_tui.cli.common import (
    console,
    counted,
    db_option,
    find_item,
    json_option,
    lead_option,
    print_json,
    print_json_line,
    safe,
    table,
    viewer_option,
)
from adjudge_tui.desk.reviewers import open_queue, viewer
from adjudge_tui.display import display_safe, one_line

if TYPE_CHECKING:
    from rich.text import Text

_BATCH = 1000
_CLAIMS = 5
_HASH = 64  # digits of an event's hash
_PATH = click.Path(path_type=Path, dir_okay=False)


@click.group()
def audit() -> None:
    """Verify, read and export the audit trail.

    \b
    adjudge audit verify
    adjudge audit log returns-0017
    adjudge audit proof returns-0017 --out proof.md
    """


def _whole_hash(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """The hash as the chain has it. What is cut or mistyped must not pass for a broken trail."""
    if value is None:
        return None
    head = value.strip().lower().removeprefix("sha256:")
    if len(head) != _HASH or not set(head) <= set(hexdigits):
        raise click.BadParameter(
            f"{one_line(value[:80])!r} is no head: give all {_HASH} digits (0-9, a-f) of it."
        )
    return head


@audit.command()
@click.option(
    "--head",
    metavar="HASH",
    callback=_whole_hash,
    help="A head noted earlier: shows if the end was cut off.",
)
@click.option(
    "--file", "export", type=_PATH, help="Check this export (of `audit export`), and no queue."
)
@db_option
@json_option
@click.pass_context
def verify(
    ctx: click.Context, head: str | None, export: Path | None, db: Path, as_json: bool
) -> None:
    """Check the chain of events and the items against it. Exits with 1 if anything is wrong.

    \b
    adjudge audit verify --head "$(cat head.txt)"
    adjudge audit verify --file trail.jsonl --head "$(cat head.txt)"
    """
    found = verify_file(db, head=head) if export is None else _of_export(export, head)
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
        screen.print(safe(f"The trail of {export or db} is not whole:", "red"), soft_wrap=True)
        for problem in found.problems:
            screen.print(safe(f"  {problem}"), soft_wrap=True)
    ctx.exit(0 if found.ok else 1)


def _of_export(file: Path, head: str | None) -> Verification:
    """An export checked by itself; a head noted earlier must be that of one of its events."""
    from adjudge_queue.exports import trail

    seen: list[str] = []

    def watched(lines: Iterable[str]) -> Iterator[str]:
        for line in lines:
            if head is not None and head in line and _hash_in(line) == head:
                seen.append(head)
            yield line

    try:
        with file.open(encoding="utf-8") as lines:
            found = trail.check(watched(lines))
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}", "Check the name.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is no UTF-8 text", "Export the trail anew.") from error
    if head is None or seen:
        return found
    missing = f"no event has the head {head[:80]}: the end was cut off, or it is another trail"
    return replace(found, problems=(*found.problems, missing))


def _hash_in(line: str) -> Any:
    try:
        one = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return one.get("hash") if isinstance(one, dict) else None


@audit.command()
@click.argument("item", required=False)
@click.option("--after", type=click.IntRange(min=0), default=0, help="Only after this event.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many events.")
@viewer_option
@db_option
@json_option
def log(
    item: str | None, after: int, limit: int | None, reviewer: str, db: Path, as_json: bool
) -> None:
    """Print the events, oldest first: all of them, or those of ITEM. JSON is one a line.

    What another has decided is left out until you have decided on that item too; a lead sees it.

    \b
    adjudge audit log returns-0017
    adjudge audit log --after 120 --json
    """
    out = table("event", "at", "kind", "item", "by", "what")
    left_out, last = 0, after
    with open_queue(db, readonly=True) as queue:
        name = viewer(queue, reviewer)
        number = None if item is None else find_item(queue, item)[0]
        for event in _events(queue, number, after, limit, name):
            left_out, last = left_out + event["seq"] - last - 1, event["seq"]
            if as_json:
                print_json_line(event)
            else:
                out.add_row(*_cells(event))
    if not as_json:
        console().print(out)
        if item is None and left_out:
            click.echo(f"{counted(left_out, 'event')} left out: not for {name}.", err=True)


def _cells(event: dict[str, Any]) -> tuple[str | Text, ...]:
    place = "" if event.get("item_id") is None else f"#{event['item_id']}"
    what = safe(_what(event))
    return (
        str(event["seq"]),
        _second(event["at"]),
        event["kind"],
        place,
        safe(event["actor"]),
        what,
    )


def _second(at: str) -> str:
    """A time without its fraction, so that there is room for what happened; JSON has all of it."""
    return f"{at[:19]}Z" if at[19:20] == "." and at.endswith("Z") else at


def _events(queue: Queue, item: int | None, after: int, limit: int | None, name: str) -> Any:
    """The events one by one, in batches from the file."""
    left = limit
    end = queue.last_event()
    while after < end and (left is None or left > 0):
        size = _BATCH if left is None else min(_BATCH, left)
        batch = queue.events(after=after, limit=size, item_id=item, viewer=name)
        yield from batch
        left = None if left is None else left - len(batch)
        # A batch that was left out whole is no end, where all events are asked for.
        after = batch[-1]["seq"] if batch else end if item is not None else after + size


def _what(event: dict[str, Any]) -> str:
    body = event["body"]
    parts = [str(body[key]) for key in ("case_id", "action", "route", "name") if body.get(key)]
    if event["kind"] == "decided" and body["action"] == "relabel":
        parts.append(f"{', '.join(_labels(body['labels']))} → {body['disposition']}")
    elif event["kind"] == "undone":
        parts[-1] += f" of {body['decided_by']}" if body["decided_by"] != event["actor"] else ""
    elif event["kind"] == "assigned":
        parts.append(f"to {body['to']}")
    elif event["kind"] == "unassigned":
        parts.append(f"from {body['from']}")
    elif event["kind"] == "stale":
        parts.append(f"changed: {', '.join(body['what'])}" if body["what"] else "as it was again")
    if body.get("round", "only") != "only":
        parts.append(str(body["round"]))
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


@audit.command()
@click.argument("item")
@click.option("--out", type=_PATH, help="Write there instead of to stdout.")
@viewer_option
@db_option
@json_option
@click.pass_context
def proof(
    ctx: click.Context, item: str, out: Path | None, reviewer: str, db: Path, as_json: bool
) -> None:
    """Say on one page what was proved, judged, seen and decided on ITEM, by whom and when.

    The page is Markdown; it says whether the trail holds, and exits with 1 if it does not.

    \b
    adjudge audit proof returns-0017 --out returns-0017.md
    """
    from adjudge_queue.trail.proof_text import markdown

    with open_queue(db, readonly=True) as queue:
        item_id, _ = find_item(queue, item, quiet=as_json)
        found = queue.proof(item_id, viewer(queue, reviewer))
    text = json.dumps(found, indent=2, default=dict) + "\n" if as_json else markdown(found)
    if out is None:
        click.echo(text if as_json else display_safe(text), nl=False)
    else:
        with AtomicFile(out) as file:
            file.write(text)
        click.echo(f"The proof of item #{item_id} is in {out}", err=True)
    ctx.exit(0 if found["chain"]["ok"] else 1)


@audit.command()
@click.option("--out", type=_PATH, help="Write there instead of to stdout.")
@lead_option
@db_option
@json_option
def export(out: Path | None, reviewer: str, db: Path, as_json: bool) -> None:
    """Write the whole trail as JSON Lines, its head at the end. For leads.

    It can be checked without the queue (`audit verify --file`), and kept or signed elsewhere.
    --json, with --out, says what was written.

    \b
    adjudge audit export --out trail.jsonl
    """
    if as_json and out is None:
        raise click.UsageError("The trail is JSON Lines already; --json wants --out FILE.")
    last = ""
    with open_queue(db, readonly=True) as queue:
        queue.team.lead(reviewer, "exporting the trail")
        if out is None:
            for line in queue.trail():
                click.echo(line, nl=False)
            return
        with AtomicFile(out) as file:
            for line in queue.trail():
                file.write(line)
                last = line
    head = json.loads(last)
    if as_json:
        print_json({"events": head["events"], "head": head["head"], "file": str(out)})
    else:
        click.echo(f"{counted(head['events'], 'event')} written to {out}, head {head['head']}")
