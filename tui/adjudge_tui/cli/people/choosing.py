"""The options that choose items, and the filter that they ask for together with words and views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge_engine.errors import DecisionError
from adjudge_engine.vocabulary import GATES, RISKS, ROUTES
from adjudge_queue.finding import filtertext
from adjudge_queue.finding.saved import meant_by
from adjudge_queue.records import Filter, Order
from adjudge_tui.cli.options import option_group
from adjudge_tui.display import one_line

if TYPE_CHECKING:
    from adjudge_queue import Queue

#: Option → the field of `Filter` that it sets.
_FIELDS: Final = {
    "route": "route",
    "risk": "risk",
    "gate": "gate",
    "tag": "tag",
    "text": "text",
    "assigned": "assigned_to",
    "decided_by": "decided_by",
    "stale": "stale",
    "since": "since",
    "until": "until",
}
#: Options of which most items are done: with one of them every state is meant.
_ANY_STATE: Final = ("decided_by", "stale")


_ORDERS: Final[tuple[Order, ...]] = ("priority", "oldest", "random", "informative")

#: Adds `order`, in which the items come.
order_option = click.option(
    "--order",
    type=click.Choice(_ORDERS),
    default="priority",
    show_default=True,
    help="In which order; informative: where one more decision would tell most about the judge.",
)

#: Adds the argument and the options that choose items; `make_filter` reads them.
filter_options = option_group(
    click.argument("words", nargs=-1, metavar="[FILTER]..."),
    click.option("--route", type=click.Choice(ROUTES), help="Only this route."),
    click.option("--risk", type=click.Choice(RISKS), help="Only this level of risk."),
    click.option("--gate", type=click.Choice(GATES), help="Only where this gate is open."),
    click.option("--tag", help="Only items with this tag."),
    click.option("--text", help="Words to find in question, answer, claims and notes."),
    click.option("--assigned", metavar="NAME", help="Only what was given to that reviewer (me)."),
    click.option(
        "--by", "decided_by", metavar="NAME", help="Only what that reviewer (me) decided."
    ),
    click.option(
        "--stale/--not-stale",
        default=None,
        help="Only decisions that rest on what has changed since, or only the others.",
    ),
    click.option("--from", "since", metavar="DATE", help="Only what came in since that time."),
    click.option("--until", metavar="DATE", help="Only what came in before that time."),
    click.option("--view", metavar="NAME", help="A saved filter; the rest narrows it."),
)


def make_filter(queue: Queue, reviewer: str, chosen: dict[str, Any]) -> Filter:
    """The filter of a saved view, of words like `gate:numbers`, and of options, these last.

    `me` is the reviewer. Raises UsageError for words that cannot be meant, DecisionError for a
    view that does not exist.
    """
    words = [*_view(queue, chosen["view"]), *chosen["words"]]
    where = parsed(words)
    given = {
        field: chosen[option] for option, field in _FIELDS.items() if chosen[option] is not None
    }
    if any(chosen[option] is not None for option in _ANY_STATE) and where == parsed(
        [*words, "state:open"]
    ):
        given["states"] = filtertext.EVERY_STATE
    return meant_by(replace(where, **given), reviewer)


def parsed(words: Sequence[str]) -> Filter:
    """The filter that words ask for. Raises UsageError."""
    try:
        return filtertext.parse(" ".join(words))
    except filtertext.UnknownWord as error:
        known = ", ".join(error.known)
        raise click.UsageError(f"{one_line(error.word)}: it can be {known}.") from None


def _view(queue: Queue, name: str | None) -> list[str]:
    if name is None:
        return []
    found = {one.name: one.line for one in queue.saved_filters()}
    if name not in found:
        raise DecisionError(
            f"there is no saved filter {name[:80]!r}", "`adjudge views list` shows those there are."
        )
    return [found[name]]
