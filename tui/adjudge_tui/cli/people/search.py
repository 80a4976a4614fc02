"""`adjudge search`: items by their words, with the passages where these stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_queue.finding.filtertext import EVERY_STATE
from adjudge_queue.finding.saved import meant_by
from adjudge_queue.records import Filter
from adjudge_tui.cli.common import (
    console,
    counted,
    db_option,
    json_option,
    outcome,
    print_json,
    row_json,
    safe,
    viewer_option,
)
from adjudge_tui.cli.people.choosing import parsed
from adjudge_tui.desk.reviewers import open_queue, reads_all
from adjudge_tui.display import display_safe

if TYPE_CHECKING:
    from rich.text import Text

    from adjudge_queue.finding.hits import Found, Hit
    from adjudge_queue.finding.marking import Passage

#: What stands around a hit: seen without colour, too.
OPEN, CLOSE = "[", "]"
#: Parts that may repeat the text of a source: they are for whoever may read all of them.
_MAY_QUOTE = ("claims", "notes")


@click.command()
@click.argument("text")
@click.option("--rank", is_flag=True, help="The best of the newest 10,000 hits first.")
@click.option(
    "--filter", "words", default="", metavar="FILTER", help="Only among these, as in `list`."
)
@click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True)
@click.option("--after", type=int, metavar="NUMBER", help="Go on after this item's number.")
@viewer_option
@db_option
@json_option
@click.pass_context
def search(
    ctx: click.Context,
    text: str,
    rank: bool,
    words: str,
    limit: int,
    after: int | None,
    reviewer: str,
    db: Path,
    as_json: bool,
) -> None:
    """Find items with all the words of TEXT, the newest first; the last may be a beginning.

    Question, answer, claims and notes are searched, in items of every state. Exits with 1 if
    there is none.

    \b
    adjudge search "maximum dose"
    adjudge search wirkstoff --rank --filter risk:high
    """
    where = meant_by(parsed([words]) if words.strip() else Filter(states=EVERY_STATE), reviewer)
    with open_queue(db, readonly=True) as queue:
        found = queue.search(
            text, where=where, after=after, limit=limit, ranked=rank, viewer=reviewer
        )
        everything = reads_all(queue, reviewer)
    if as_json:
        print_json(_as_json(found, everything))
    else:
        screen = console()
        for line in _lines(found, everything):
            screen.print(line, soft_wrap=True)
    ctx.exit(0 if found.hits else 1)


def _shown(hit: Hit, everything: bool) -> list[Passage]:
    return [one for one in hit.passages if everything or one.field not in _MAY_QUOTE]


def _as_json(found: Found, everything: bool) -> dict[str, Any]:
    hits = []
    for hit in found.hits:
        row = row_json(hit.row)
        if not everything:
            row["priority_reason"] = ""
        passages = [
            {"field": one.field, "start": one.start, "text": one.text, "marks": one.marks}
            for one in _shown(hit, everything)
        ]
        hits.append({"item": row, "passages": passages})
    return {"hits": hits, "looked": found.looked, "next": found.more, "bounded": found.bounded}


def _lines(found: Found, everything: bool) -> Iterator[Text]:
    for hit in found.hits:
        row = hit.row
        words = [row.state, outcome(row), f"risk {row.risk}"]
        title = safe(f"#{row.item_id} {row.case_id}", "bold")
        yield title.append(f" · {' · '.join(safe(one).plain for one in words if one)}")
        for passage in _shown(hit, everything):
            yield _marked(passage)
    rest = f" · more: --after {found.more}" if found.more is not None else ""
    older = " · older hits were not ranked" if found.bounded else ""
    yield safe(f"{counted(len(found.hits), 'hit')} shown{rest}{older}")


def _marked(passage: Passage) -> Text:
    """The passage on one line, its hits between signs and in bold."""
    from rich.text import Text

    text = display_safe(passage.text).replace("\n", " ")
    line = Text(f"    {passage.field}: {'…' if passage.start else ''}")
    at = 0
    for start, end in passage.marks:
        line.append(text[at:start])
        line.append(f"{OPEN}{text[start:end]}{CLOSE}", "bold")
        at = end
    return line.append(text[at:])
