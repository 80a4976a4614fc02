"""`adjudge demo`: sample answers become a queue, and the desk opens on it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_tui.cli.common import console, default_reviewer, json_option, print_json, safe, table
from adjudge_tui.demo import DATABASE, SOURCES

if TYPE_CHECKING:
    from adjudge_tui.demo import Summary
    from adjudge_tui.demo.build import Sample


@click.command()
@click.option(
    "--db",
    type=click.Path(path_type=Path),
    default=DATABASE,
    show_default=True,
    help="The queue's file; it may exist already.",
)
@click.option("--reviewer", help="Who decides; else $ADJUDGE_REVIEWER, else the account's name.")
@click.option("--no-review", is_flag=True, help="Print the summary, do not open the desk.")
@json_option
def demo(db: Path, reviewer: str | None, no_review: bool, as_json: bool) -> None:
    """Try it: check sample answers, route them, and open the review desk on what is left.

    Two in three of the samples have a planted defect. A second run doubles nothing and keeps
    what you decided. Without a terminal the summary is printed instead.

    \b
    adjudge demo
    adjudge demo --no-review
    """
    from adjudge_tui.cli.runs.progress import progress
    from adjudge_tui.demo import build_queue

    with progress(None) as tick:
        summary = build_queue(db, tick)
    if summary.rejected:
        count, file = summary.rejected, summary.rejects
        click.echo(f"{count} of the samples could not be evaluated; {file} says why.", err=True)
    if as_json:
        print_json(_as_json(summary))
        return
    if not no_review and summary.waiting:
        from adjudge_tui.desk.app import run_review, terminal_problem

        if terminal_problem() is None:
            run_review(db, reviewer=reviewer or default_reviewer(), sources=SOURCES)
            return
    _print(summary)


def _as_json(summary: Summary) -> dict[str, Any]:
    return {
        "db": str(summary.db),
        "evaluated": summary.evaluated,
        "known": summary.known,
        "rejected": summary.rejected,
        "rejects": str(summary.rejects) if summary.rejected else None,
        "routes": summary.routes,
        "queue": [_sample_json(one) for one in summary.waiting],
        "blocked": [_sample_json(one) for one in summary.routed("block")],
        "released": [_sample_json(one) for one in summary.routed("release")],
    }


def _sample_json(sample: Sample) -> dict[str, Any]:
    return {
        "item": sample.item_id,
        "case_id": sample.case_id,
        "state": sample.state,
        "risk": sample.risk,
        "why": sample.why,
    }


def _print(summary: Summary) -> None:
    screen = console()
    routes = summary.routes
    screen.print(
        f"{len(summary.samples)} answers: {routes.get('release', 0)} released, "
        f"{routes.get('review', 0)} for review, {routes.get('block', 0)} blocked"
    )
    for title, samples in (
        ("Waiting for a person, most urgent first", summary.waiting),
        ("Blocked", summary.routed("block")),
        ("Released", summary.routed("release")),
    ):
        if samples:
            out = table("item", "case", "risk", "why")
            out.columns[-1].overflow = "fold"  # a reason is read to its end
            screen.print(safe(title, "bold"))
            for one in samples:
                out.add_row(f"#{one.item_id}", safe(one.case_id), one.risk, safe(one.why))
            screen.print(out)
    _print_next(summary)


def _print_next(summary: Summary) -> None:
    db = f" --db {shlex.quote(str(summary.db))}"
    shown = summary.routed("block") or list(summary.samples)
    commands = [(f"adjudge review{db}", "decide, in a terminal")]
    if shown:
        commands.append((f"adjudge show {shown[0].case_id}{db}", "one answer whole"))
    commands += [
        (f"adjudge list --route block --all{db}", "what was blocked"),
        (f"adjudge audit verify{db}", "is the record whole"),
    ]
    width = max(len(command) for command, _ in commands)
    click.echo("Next")
    for command, what in commands:
        click.echo(f"  {command:{width}}  {what}")
