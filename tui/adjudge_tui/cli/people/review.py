"""`adjudge review`: the desk itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from adjudge_queue.records import Order
from adjudge_tui.cli.common import db_option, reviewer_option
from adjudge_tui.cli.people.choosing import filter_options, make_filter, order_option
from adjudge_tui.desk.reviewers import open_queue, viewer


@click.command()
@filter_options
@click.option(
    "--blind", is_flag=True, help="Hide the judge of every item until your first word on it."
)
@order_option
@click.option(
    "--lang",
    "--language",
    "language",
    type=click.Choice(("en", "ja")),
    help="Of the desk; else as adjudge.toml says, then the terminal's.",
)
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal (copy, paste).")
@reviewer_option
@db_option
@click.pass_context
def review(
    ctx: click.Context,
    /,
    reviewer: str,
    db: Path,
    blind: bool,
    order: Order,
    language: str | None,
    no_mouse: bool,
    **chosen: Any,
) -> None:
    """Open the review desk on the queue. `?` shows the keys, `q` leaves.

    FILTER and the options choose what is offered, as in `adjudge list`.

    \b
    adjudge review
    adjudge review risk:high --reviewer ann
    adjudge review --blind
    adjudge review --order oldest
    """
    from adjudge_tui.desk.app import run_review, terminal_problem

    problem = terminal_problem()
    if problem is not None:
        raise click.UsageError(problem)
    with open_queue(db, readonly=True) as queue:  # what cannot be used is said where one reads it
        where = make_filter(queue, viewer(queue, reviewer), chosen)
    code = run_review(
        db,
        reviewer=reviewer,
        where=where,
        mouse=not no_mouse,
        blind=blind,
        order=order,
        language=language,
    )
    ctx.exit(code)
