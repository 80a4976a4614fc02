"""`adjudge review`: the desk itself."""

from __future__ import annotations

from pathlib import Path

import click

from adjudge_queue import Queue
from adjudge_tui.cli.common import db_option, filter_options, make_filter, reviewer_option


@click.command()
@filter_options
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal (copy, paste).")
@reviewer_option
@db_option
@click.pass_context
def review(
    ctx: click.Context,
    reviewer: str,
    db: Path,
    no_mouse: bool,
    route: str | None,
    risk: str | None,
    gate: str | None,
    tag: str | None,
    text: str | None,
) -> None:
    """Open the review desk on the queue. `?` shows the keys, `q` leaves."""
    from adjudge_tui.app import run_review, terminal_problem

    problem = terminal_problem()
    if problem is not None:
        raise click.UsageError(problem)
    with Queue.open(db, readonly=True):
        pass  # a file that cannot be used is said so here, where it can be read
    where = make_filter(route=route, risk=risk, gate=gate, tag=tag, text=text)
    ctx.exit(run_review(db, reviewer=reviewer, where=where, mouse=not no_mouse))
