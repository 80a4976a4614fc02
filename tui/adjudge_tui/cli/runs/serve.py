"""`adjudge serve`: the desk in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from adjudge_queue.records import Order
from adjudge_tui.cli.common import db_option
from adjudge_tui.cli.lazy import say
from adjudge_tui.cli.people.choosing import filter_options, order_option
from adjudge_tui.wording import strings as words


@click.command()
@filter_options
@click.option(
    "--reviewer",
    "reviewers",
    metavar="NAME",
    multiple=True,
    help="Who sits there; given several times, each gets a link of their own. Else it is asked.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0: any that is free.",
)
@click.option("--token", is_flag=True, help="Ask for a token at the loopback address, too.")
@click.option("--public-url", default="", metavar="URL", help="Where a proxy with TLS shows it.")
@click.option(
    "--sessions",
    type=click.IntRange(1, 100),
    default=8,
    show_default=True,
    help="So many tabs at a time; each is a process.",
)
@click.option(
    "--blind", is_flag=True, help="Hide the judge of every item until the first word on it."
)
@order_option
@click.option(
    "--lang",
    "--language",
    "language",
    type=click.Choice(("en", "ja")),
    help="Of the desk; else as adjudge.toml says, then the environment's.",
)
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the browser (select, copy).")
@db_option
def serve(
    db: Path,
    reviewers: tuple[str, ...],
    host: str,
    port: int,
    token: bool,
    public_url: str,
    sessions: int,
    blind: bool,
    order: Order,
    language: str | None,
    no_mouse: bool,
    **chosen: Any,
) -> None:
    """Show the review desk in a browser, on this machine unless you say otherwise.

    Every tab is a desk of its own, with a reviewer and a process of its own. FILTER and the
    options choose what is offered, as in `adjudge review`. Needs `pip install 'adjudge[serve]'`.

    \b
    adjudge serve
    adjudge serve --reviewer ann
    adjudge serve --host 0.0.0.0 --reviewer ann --reviewer ben
    """
    import os

    from adjudge_engine.errors import QueueError
    from adjudge_tui.desk.reviewers import open_queue, usual_name
    from adjudge_tui.serving.running import Offer
    from adjudge_tui.serving.running import serve as run
    from adjudge_tui.serving.wanted import Wanted

    if blind and order == "informative":
        raise QueueError(words.say("queue.blind_order"))
    with open_queue(db, readonly=True):
        pass  # what cannot be opened is said here, not in a tab
    try:
        usual = usual_name(db)
    except QueueError:  # nobody in particular: the page asks
        usual = ""
    narrowed = any(value not in (None, ()) for value in chosen.values())
    wanted = Wanted(
        db=os.path.abspath(db),
        blind=blind,
        order=order,
        language=language,
        mouse=not no_mouse,
        chosen=chosen if narrowed else {},
    )
    run(wanted, Offer(host, port, reviewers, token, public_url, sessions, usual), say)
