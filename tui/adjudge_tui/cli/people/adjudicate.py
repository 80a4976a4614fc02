"""`adjudge adjudicate`: what two reviewers see differently, and a lead's word on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_queue.decisions.claim_names import claim_name
from adjudge_queue.records import Action, Adjudication, Filter, Item
from adjudge_tui.cli.common import (
    console,
    db_option,
    db_words,
    find_item,
    json_option,
    lead_option,
    print_json,
    row_json,
    safe,
    table,
)
from adjudge_tui.cli.people.decide import FINAL, take, word_options
from adjudge_tui.desk.answers import answer_text
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.display import display_safe

if TYPE_CHECKING:
    from rich.text import Text

_SIDES = ("one", "other")
_ALL_OF_THEM = 1000


@click.group()
def adjudicate() -> None:
    """Settle what two reviewers of an item see differently. For leads.

    \b
    adjudge adjudicate list
    adjudge adjudicate show returns-0017
    adjudge adjudicate decide returns-0017 block --note "the notice was extended"
    """


@adjudicate.command("list")
@lead_option
@db_option
@json_option
def list_differing(reviewer: str, db: Path, as_json: bool) -> None:
    """List the items that two reviewers see differently, most urgent first.

    \b
    adjudge adjudicate list
    """
    with open_queue(db, readonly=True) as queue:
        queue.team.lead(reviewer, "settling what two reviewers see differently")
        rows = queue.page(Filter(states=("adjudication",)), limit=_ALL_OF_THEM)
    if as_json:
        print_json([row_json(row) for row in rows])
        return
    if not rows:
        click.echo("Nobody differs.")
        return
    out = table("item", "case", "risk", "question")
    for row in rows:
        out.add_row(f"#{row.item_id}", safe(row.case_id), row.risk, safe(row.question, most=120))
    console().print(out)
    click.echo(f"Next: adjudge adjudicate show '#{rows[0].item_id}'{db_words(db)}")


@adjudicate.command()
@click.argument("item")
@lead_option
@db_option
@json_option
def show(item: str, reviewer: str, db: Path, as_json: bool) -> None:
    """Show what two decisions on ITEM differ in, and nothing else of them: not who said what.

    The answer in full, with evidence and judgments, is in `adjudge show`.

    \b
    adjudge adjudicate show returns-0017
    """
    with open_queue(db, readonly=True) as queue:
        item_id, _ = find_item(queue, item, quiet=as_json)
        found = queue.adjudication(item_id, reviewer)
        whole = queue.item(item_id, reviewer)
    if as_json:
        print_json(
            {
                "item": item_id,
                "case_id": whole.row.case_id,
                "question": whole.case.get("question"),
                "answer": answer_text(whole.case),
                "claims": list(found.claims),
                "sides": [dict(side) for side in found.sides],
            }
        )
        return
    screen = console()
    for line in _lines(whole, found):
        screen.print(line, soft_wrap=True)
    click.echo(f"Next: adjudge adjudicate decide '#{item_id}' {'|'.join(FINAL)}{db_words(db)}")


@adjudicate.command()
@click.argument("item")
@click.argument("action", type=click.Choice(FINAL))
@word_options
@lead_option
@db_option
@json_option
def decide(item: str, action: Action, reviewer: str, db: Path, as_json: bool, **words: Any) -> None:
    """Decide ITEM over the two decisions that differ. Both of them stay on record.

    The words are those of `adjudge decide`.

    \b
    adjudge adjudicate decide returns-0017 relabel --claim 2=partial
    """
    with open_queue(db, readonly=True) as queue:
        item_id, _ = find_item(queue, item, quiet=as_json)
        queue.adjudication(item_id, reviewer)  # refuses what does not wait for this lead
    take(f"#{item_id}", action, reviewer, db, as_json, words)


def _lines(item: Item, found: Adjudication) -> Iterator[Text]:
    from rich.text import Text

    yield safe(f"#{item.row.item_id} {item.row.case_id}", "bold")
    for title, text in (
        ("QUESTION", item.case.get("question") or "(none)"),
        ("ANSWER", answer_text(item.case) or "(empty)"),
    ):
        yield safe(title, "bold cyan")
        yield Text(display_safe(text[:4000]))
    claims = {one["id"]: (at, one) for at, one in enumerate(item.evaluation.get("claims", ()), 1)}
    if found.claims:
        yield safe("CLAIMS THEY DIFFER ON", "bold cyan")
    for claim_id in found.claims:
        number, claim = claims.get(claim_id, (0, {"text": ""}))
        name = f"{number}. {claim_id}" if number else claim_id
        yield safe(f"  {name} {claim['text'][:300]}")
        said = [f"{name}: {_verdict(side, claim_id)}" for name, side in _named(found)]
        yield safe(f"      {' · '.join(said)}")
    yield safe("THE TWO", "bold cyan")
    for name, side in _named(found):
        yield safe(f"  {name}: {' · '.join(_words(side))}")


def _named(found: Adjudication) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield from zip(_SIDES, found.sides, strict=True)


def _verdict(side: Mapping[str, Any], claim_id: str) -> str:
    for label in side.get("labels", ()):
        for claim in label.get("claims", ()):
            if claim_name(claim) == claim_id:
                return str(claim["verdict"]).replace("_", " ")
    return "says nothing"


def _words(side: Mapping[str, Any]) -> Iterator[str]:
    yield str(side["action"])
    for label in side.get("labels", ()):
        value = "undetermined" if label.get("undetermined") else label.get("value")
        if value is not None:
            yield f"{label['criterion']} {value}"
        yield from (f"missing: {text[:200]}" for text in label.get("missing", ()))
    if side.get("reason_codes"):
        yield f"reasons {', '.join(side['reason_codes'])}"
    if side.get("note"):
        yield f"note: {side['note'][:300]}"
    if side.get("corrected_answer"):
        yield f"should say: {side['corrected_answer'][:300]}"
