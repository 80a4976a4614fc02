"""`adjudge decide`, `adjudge undo` and `adjudge redo`: a person's word from a script."""

from __future__ import annotations

import uuid
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import click

from adjudge_engine.vocabulary import LABEL_VERDICTS
from adjudge_queue.records import Action, Decided, Decision, Seen
from adjudge_tui.cli.common import (
    db_option,
    db_words,
    find_item,
    json_option,
    print_json,
    reviewer_option,
)
from adjudge_tui.cli.options import FiniteRange, option_group
from adjudge_tui.cli.people.labelling import labels_from
from adjudge_tui.cli.times import moment
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.display import one_line

FINAL: Final[tuple[Action, ...]] = ("approve", "block", "relabel")
ACTIONS: Final[tuple[Action, ...]] = (*FINAL, "escalate", "skip", "snooze")


#: Adds the options of a decision's words; `Words` reads them.
word_options = option_group(
    click.option(
        "--claim",
        "claims",
        multiple=True,
        metavar="ID=VERDICT",
        help="The right verdict on a claim, by id or number "
        f"({', '.join(LABEL_VERDICTS)}); repeat.",
    ),
    click.option(
        "--criterion",
        "criteria",
        multiple=True,
        metavar="NAME=VALUE",
        help="The right value of a criterion, such as faithfulness=unfaithful; repeat.",
    ),
    click.option("--missing", multiple=True, help="Something the answer leaves out; repeat."),
    click.option("--corrected-answer", help="What the answer should have said."),
    click.option(
        "--reason", "reasons", multiple=True, metavar="CODE", help="A reason code; repeat."
    ),
    click.option("--note", help="A note for those who come after."),
    click.option("--seconds", type=FiniteRange(min=0), help="How long it took, for the figures."),
    click.option("--key", help="A name for this decision: given again, it is not taken again."),
)


@click.command()
@click.argument("item")
@click.argument("action", type=click.Choice(ACTIONS))
@word_options
@click.option(
    "--until", metavar="WHEN", help="snooze: when it comes back (3h, 2d, a date); else in a day."
)
@click.option(
    "--blind",
    is_flag=True,
    help="Before you have seen the judge: keep it as your first word, and decide nothing yet.",
)
@reviewer_option
@db_option
@json_option
def decide(
    item: str,
    action: Action,
    until: str | None,
    blind: bool,
    reviewer: str,
    db: Path,
    as_json: bool,
    **words: Any,
) -> None:
    """Decide one item: ITEM is a case id, or #12 for its number (mind the shell: '#12').

    `relabel` says what is right: verdicts on claims, values of criteria, what is missing.
    `escalate` asks somebody senior, `skip` leaves it to others, `snooze` puts it off.

    \b
    adjudge decide returns-0017 approve
    adjudge decide returns-0018 relabel --claim 2=contradicted --note 'the fee is $6.50'
    adjudge decide returns-0019 snooze --until 2d
    """
    if until is not None and action != "snooze":
        raise click.UsageError("--until belongs to snooze.")
    if blind and action not in FINAL:
        raise click.UsageError(f"A first word is {', '.join(FINAL)}.")
    if blind:
        first_word(item, action, reviewer, db, as_json, words)
    else:
        take(item, action, reviewer, db, as_json, words, until)


def take(
    item: str,
    action: Action,
    reviewer: str,
    db: Path,
    as_json: bool,
    words: dict[str, Any],
    until: str | None = None,
) -> None:
    """Writes the decision and says what came of it."""
    _refuse_labels(action, words)
    back = None if until is None else moment(until)
    with open_queue(db) as queue:
        item_id, _ = find_item(queue, item, quiet=as_json)
        found = queue.item(item_id, reviewer)
        decided = queue.decide(
            item_id,
            Decision(
                action=action,
                reviewer=reviewer,
                key=words["key"] or str(uuid.uuid4()),
                labels=labels_from(words, found.evaluation),
                corrected_answer=words["corrected_answer"],
                reason_codes=words["reasons"],
                note=words["note"],
                seconds=words["seconds"],
                seen=Seen(evaluation_hash=found.evaluation_hash),
                until=back,
            ),
        )
    _say(decided, as_json)
    if not as_json:
        _say_what_follows(decided, db)


def _say_what_follows(decided: Decided, db: Path) -> None:
    if decided.state == "adjudication":
        command = f"adjudge adjudicate show '#{decided.item_id}'{db_words(db)}"
        click.echo(f"The two reviewers differ: a lead who is neither decides. ({command})")
    elif decided.state == "needs_second" and decided.action in FINAL:
        click.echo("A second reviewer decides on it next, without sight of this.")


def first_word(
    item: str, action: Action, reviewer: str, db: Path, as_json: bool, words: dict[str, Any]
) -> None:
    """Keeps what somebody says before they have seen the judge."""
    _refuse_labels(action, words)
    for name in ("corrected_answer", "reasons", "note", "seconds", "key"):
        if words[name]:
            option = {"reasons": "reason"}.get(name, name).replace("_", "-")
            raise click.UsageError(f"--{option} belongs to the decision that follows.")
    with open_queue(db) as queue:
        item_id, _ = find_item(queue, item, quiet=as_json)
        found = queue.item(item_id, reviewer)
        labels = labels_from(words, found.evaluation)
        seen = Seen(evaluation_hash=found.evaluation_hash, judge="hidden")
        event = queue.first_word(item_id, reviewer, action, labels, seen)
    if as_json:
        print_json({"item_id": item_id, "action": action, "event": event})
        return
    click.echo(f"#{item_id} {one_line(found.row.case_id)}: first word {action} · event {event}")
    click.echo(f"Next: adjudge show '#{item_id}'{db_words(db)}, then adjudge decide '#{item_id}' …")


def _refuse_labels(action: Action, words: dict[str, Any]) -> None:
    if action != "relabel" and (words["claims"] or words["criteria"] or words["missing"]):
        raise click.UsageError(f"{action} takes no labels; use relabel to say what is right.")


@click.command()
@click.argument("item", required=False)
@reviewer_option
@db_option
@json_option
def undo(item: str | None, reviewer: str, db: Path, as_json: bool) -> None:
    """Take a decision back, of any age: yours on ITEM, or the last one you took.

    A lead who has taken none on ITEM takes back the last one of anybody.

    \b
    adjudge undo
    adjudge undo returns-0017
    """
    with open_queue(db) as queue:
        item_id = None if item is None else find_item(queue, item, quiet=as_json)[0]
        undone = queue.undo(reviewer, item_id=item_id)
        # The desk keeps an undone item in hand; here nobody sits, so the next one may have it.
        if queue.release(undone.item_id, reviewer):
            undone = replace(undone, state=queue.rows([undone.item_id])[0].state)
    _say(undone, as_json, "" if undone.decided_by == reviewer else f" of {undone.decided_by}")


@click.command()
@click.argument("item", required=False)
@reviewer_option
@db_option
@json_option
def redo(item: str | None, reviewer: str, db: Path, as_json: bool) -> None:
    """Take anew what you took back last, or last on ITEM, with all its labels and notes.

    After another decision of yours ITEM must be named.

    \b
    adjudge redo
    adjudge redo returns-0017
    """
    with open_queue(db) as queue:
        item_id = None if item is None else find_item(queue, item, quiet=as_json)[0]
        again = queue.redo(reviewer, item_id=item_id)
    _say(again, as_json)


def _say(decided: Decided, as_json: bool, whose: str = "") -> None:
    if as_json:
        print_json(asdict(decided))
        return
    again = " (as before; nothing written)" if decided.repeated else ""
    click.echo(
        f"#{decided.item_id} {one_line(decided.case_id)}: {decided.action}{one_line(whose)}{again}"
        f" · {decided.state} · {decided.disposition} · event {decided.event}"
    )
