"""`adjudge show`: one item whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_engine.vocabulary import GATES, PREFERENCE
from adjudge_queue.records import Item, ItemRow
from adjudge_tui.cli.common import (
    ROUTE_STYLE,
    console,
    counted,
    db_option,
    find_item,
    json_option,
    print_json,
    row_json,
    safe,
    viewer_option,
)
from adjudge_tui.desk.answers import answer_text
from adjudge_tui.desk.blinding import veiled, without_judge
from adjudge_tui.desk.reviewers import open_queue, viewer
from adjudge_tui.display import display_safe

if TYPE_CHECKING:
    from rich.text import Text

_LIMIT = 4000  # code points of one text; --json has all of it


@click.command()
@click.argument("item")
@click.option("--blind", is_flag=True, help="Without what judges say, to decide before seeing it.")
@viewer_option
@db_option
@json_option
def show(item: str, blind: bool, reviewer: str, db: Path, as_json: bool) -> None:
    """Show one item: ITEM is a case id, or #12 for its number (mind the shell: '#12').

    The answer with its claims and their evidence, every gate, judgments, reasons, and what
    happened to it. You are not shown the text of sources that are not for you, nor what another
    has decided while you may still be asked.

    \b
    adjudge show returns-0017
    adjudge show returns-0017 --blind
    """
    with open_queue(db, readonly=True) as queue:
        item_id, others = find_item(queue, item, quiet=as_json)
        found = queue.item(item_id, viewer(queue, reviewer))
    if blind:
        found = _without_judges(found)
    if as_json:
        print_json(_as_json(found, others))
        return
    screen = console()
    for line in _lines(found, blind=blind):
        screen.print(line, soft_wrap=True)


def _as_json(found: Item, others: list[ItemRow]) -> dict[str, Any]:
    return {
        "item": row_json(found.row),
        "same_case_id": [{"item": one.item_id, "state": one.state} for one in others],
        "case": found.case,
        "evaluation": found.evaluation,
        "evaluation_hash": found.evaluation_hash,
        "labels": list(found.labels),
        "note": found.note,
        "masked": found.masked,
        "history": list(found.history),
    }


def _without_judges(item: Item) -> Item:
    """The item without anything that a judge had a part in."""
    case = {key: value for key, value in item.case.items() if key != "judgments"}
    return replace(item, row=veiled(item.row), case=case, evaluation=without_judge(item.evaluation))


def _lines(item: Item, *, blind: bool) -> Iterator[Text]:
    row, case, evaluation = item.row, item.case, item.evaluation
    title = safe(f"#{row.item_id} {row.case_id}", "bold")
    title.append(f" · {row.state} · ")
    if row.route:
        title.append(row.route, ROUTE_STYLE.get(row.route, ""))
        title.append(" · ")
    title.append(f"risk {row.risk} · {row.disposition}")
    yield title
    yield from map(safe, _marks(item, blind=blind))
    yield _head("QUESTION")
    yield _text(case.get("question") or "(none)")
    yield _head("ANSWER")
    yield _text(answer_text(case) or "(empty)")
    yield from _reasons(evaluation)
    yield from _claims(evaluation, "" if blind else "not judged")
    yield from _gates(evaluation)
    yield from _judgments(evaluation)
    yield _head("CONTEXTS")
    for context in case.get("contexts", ()):
        page = f", page {context['page']}" if "page" in context else ""
        size = f"{len(context.get('text', '')):,} characters"
        size = "not for you" if context.get("masked") else size
        yield safe(f"  {context['id']}{page} · {size}")
    yield from _history(item)


def _marks(item: Item, *, blind: bool) -> Iterator[str]:
    """What else there is to know of the item before one decides, one sentence each."""
    row = item.row
    if row.holder is not None:
        yield f"{row.holder} is at it, until {row.lease_until}."
    if row.assigned_to is not None:
        yield f"It was given to {row.assigned_to}."
    if row.due is not None:
        yield f"It is due by {row.due}."
    if row.second:
        yield "Two people decide on it apart."
    if row.stale:
        yield "What its decision rests on has changed since; HISTORY says what."
    if item.masked:
        yield f"{counted(item.masked, 'context')} and all words on the answer are not for you."
    if blind:
        yield "All that a judge had a part in is left out."
    if "purged" in item.case:
        yield f"Its text was removed by event {item.case['purged']}."


def _head(name: str) -> Text:
    return safe(name, "bold cyan")


def _text(value: str) -> Text:
    from rich.text import Text

    cut = "" if len(value) <= _LIMIT else f" … ({len(value):,} characters; --json has all)"
    return Text(display_safe(value[:_LIMIT]) + cut)


def _reasons(evaluation: Mapping[str, Any]) -> Iterator[Text]:
    found = evaluation.get("reasons", {})
    numbers = {one["id"]: at for at, one in enumerate(evaluation.get("claims", ()), start=1)}
    for name in ("proved", "judged", "uncertain"):
        reasons = found.get(name, ())
        if reasons:
            yield _head(name.upper())
        for one in reasons:
            number = numbers.get(one.get("claim_id"))
            named = number is None or one["message"].startswith(f"claim {number} ")
            claim = "" if named else f"claim {number}: "
            yield safe(f"  {_mark(name, one)}{one['code']}: {claim}{one['message']}")


def _mark(name: str, reason: Mapping[str, Any]) -> str:
    """Whether what code settled speaks for the answer or against it."""
    marks = {"pass": "✓ ", "fail": "✗ "}
    return marks.get(reason.get("outcome", ""), "") if name == "proved" else ""


def _claims(evaluation: Mapping[str, Any], unjudged: str) -> Iterator[Text]:
    verdicts: dict[str, list[str]] = {}
    for judgment in evaluation.get("judgments", ()):
        for one in judgment.get("claims", ()):
            said = f"{judgment['judge']}: {_words(one['verdict'])}"
            verdicts.setdefault(one["claim_id"], []).append(said)
    yield _head("CLAIMS")
    for number, claim in enumerate(evaluation.get("claims", ()), start=1):
        proved = ["proved"] if claim.get("proved") else []
        words = ", ".join(proved + verdicts.get(claim["id"], [])) or unjudged
        said = f"[{words}] " if words else ""
        yield safe(f"  {number}. {claim['id']} {said}{claim['text'][:300]}")
        for evidence in claim.get("evidence", ())[:2]:
            yield safe(f"      {evidence['context_id']}: {evidence['text'][:300]}", "dim")


def _gates(evaluation: Mapping[str, Any]) -> Iterator[Text]:
    yield _head("GATES")
    style = {"pass": "green", "fail": "red", "unavailable": "yellow"}
    gates = evaluation.get("gates", {})
    for gate in sorted(gates, key=GATES.index):
        result = gates[gate]
        outcome = result["outcome"]
        line = safe(f"  {gate}: ")
        line.append(outcome.replace("_", " "), style.get(outcome, "dim"))
        yield line
        for check in result.get("checks", ()):
            if check["outcome"] in ("fail", "unavailable"):
                yield safe(f"      {check['code']}: {check['message']}")


def _judgments(evaluation: Mapping[str, Any]) -> Iterator[Text]:
    judgments = evaluation.get("judgments", ())
    if judgments:
        yield _head("JUDGMENTS")
    for one in judgments:
        admitted = "admitted" if one.get("admitted") else "not admitted"
        said = f"strict {_number(one.get('strict'))}, score {_number(one.get('score'))}"
        preferred = (one.get("parameters") or {}).get("preferred")
        if one["criterion"] == PREFERENCE:
            said = f"prefers {preferred}" if preferred else "no preference"
        if one.get("abstained"):
            said += f"; abstains: {(one.get('abstention') or {}).get('message', 'no reason given')}"
        yield safe(f"  {one['criterion']} by {one['judge']} ({admitted}): {said}")


def _words(verdict: str) -> str:
    return verdict.replace("_", " ")


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def _history(item: Item) -> Iterator[Text]:
    if item.labels:
        yield _head("LABELS")
    for label in item.labels:
        value = "undetermined" if label.get("undetermined") else label.get("value", "no value")
        yield safe(f"  {label['criterion']}: {value} (by {label.get('by')})")
        for claim in label.get("claims", ()):
            yield safe(f"      {_words(claim['verdict'])}: {claim.get('text', '')[:300]}")
        for text in label.get("missing", ()):
            yield safe(f"      missing: {text[:300]}")
        if label.get("corrected_answer"):
            yield safe(f"      should say: {label['corrected_answer'][:300]}")
    yield _head("HISTORY")
    for event in item.history:
        note = f" · {event['note']}" if event.get("note") else ""
        yield safe(f"  {event['seq']} {event['at']} {_what(event)} by {event['actor']}{note}")


def _what(event: Mapping[str, Any]) -> str:
    kind, body = event["kind"], event["body"]
    words = [kind.replace("_", " "), body.get("action", "")]
    if body.get("round", "only") != "only":
        words.append(f"({body['round']})")
    if kind == "assigned":
        words.append(f"to {body['to']}")
    if kind == "stale":
        changed = ", ".join(body["what"])
        words = [f"stale: {changed} changed" if changed else "as it was again"]
    return " ".join(word for word in words if word)
