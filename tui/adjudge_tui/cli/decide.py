"""`adjudge decide` and `adjudge undo`: a person's word from a script."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from adjudge_engine.errors import DecisionError
from adjudge_engine.vocabulary import LABEL_VERDICTS
from adjudge_queue import Queue
from adjudge_queue.records import Action, Decided, Decision, Seen
from adjudge_tui.cli.common import (
    db_option,
    find_item,
    json_option,
    print_json,
    reviewer_option,
)
from adjudge_tui.display import one_line

_ACTIONS: tuple[Action, ...] = ("approve", "block", "relabel", "skip")


@click.command()
@click.argument("item")
@click.argument("action", type=click.Choice(_ACTIONS))
@click.option(
    "--claim",
    "claims",
    multiple=True,
    metavar="ID=VERDICT",
    help=f"The right verdict on a claim, by id or number ({', '.join(LABEL_VERDICTS)}); repeat.",
)
@click.option(
    "--criterion",
    "criteria",
    multiple=True,
    metavar="NAME=VALUE",
    help="The right value of a criterion, such as faithfulness=unfaithful; repeat.",
)
@click.option("--missing", multiple=True, help="Something the answer leaves out; repeat.")
@click.option("--corrected-answer", help="What the answer should have said.")
@click.option("--reason", "reasons", multiple=True, metavar="CODE", help="A reason code; repeat.")
@click.option("--note", help="A note for those who come after.")
@click.option("--key", help="A name for this decision: given again, it is not taken again.")
@reviewer_option
@db_option
@json_option
def decide(
    item: str,
    action: Action,
    claims: tuple[str, ...],
    criteria: tuple[str, ...],
    missing: tuple[str, ...],
    corrected_answer: str | None,
    reasons: tuple[str, ...],
    note: str | None,
    key: str | None,
    reviewer: str,
    db: Path,
    as_json: bool,
) -> None:
    """Decide one item: ITEM is a case id, or #12 for its number (mind the shell: '#12').

    `relabel` says what is right: verdicts on claims, values of criteria, what is missing.

    \b
    adjudge decide returns-0017 approve
    adjudge decide returns-0018 relabel --claim 2=contradicted --note "fee is $6.50"
    """
    said = bool(claims or criteria or missing)
    if said and action != "relabel":
        raise click.UsageError(f"{action} takes no labels; use relabel to say what is right.")
    with Queue.open(db) as queue:
        item_id, _ = find_item(queue, item)
        found = queue.item(item_id)
        labels = _labels(claims, criteria, missing, found.evaluation) if said else []
        decided = queue.decide(
            item_id,
            Decision(
                action=action,
                reviewer=reviewer,
                key=key or str(uuid.uuid4()),
                labels=labels,
                corrected_answer=corrected_answer,
                reason_codes=reasons,
                note=note,
                seen=Seen(evaluation_hash=found.evaluation_hash),
            ),
        )
    _say(decided, as_json)


@click.command()
@click.argument("item", required=False)
@reviewer_option
@db_option
@json_option
def undo(item: str | None, reviewer: str, db: Path, as_json: bool) -> None:
    """Take a decision back: the one on ITEM, or the last one you took."""
    with Queue.open(db) as queue:
        item_id = None if item is None else find_item(queue, item)[0]
        undone = queue.undo(reviewer, item_id=item_id)
        # The desk keeps an undone item in hand; here nobody sits, so the next one may have it.
        if queue.release(undone.item_id, reviewer):
            undone = replace(undone, state=queue.rows([undone.item_id])[0].state)
    _say(undone, as_json, "" if undone.decided_by == reviewer else f" of {undone.decided_by}")


def _labels(
    claims: Sequence[str],
    criteria: Sequence[str],
    missing: Sequence[str],
    evaluation: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """Label records: claims are about faithfulness, what is missing about completeness."""
    labels: dict[str, dict[str, Any]] = {}
    for name, value in (_pair(one, "--criterion") for one in criteria):
        if name in labels:
            raise click.UsageError(f"--criterion {name} is given twice.")
        labels[name] = {"criterion": name, **_value(value)}
    if claims:
        label = labels.setdefault("faithfulness", {"criterion": "faithfulness"})
        label["claims"] = [_claim(one, evaluation) for one in claims]
    if missing:
        label = labels.setdefault("completeness", {"criterion": "completeness"})
        label["missing"] = list(missing)
    return list(labels.values())


def _pair(text: str, option: str) -> tuple[str, str]:
    name, sign, value = text.rpartition("=") if option == "--claim" else text.partition("=")
    if not (name and sign and value):
        raise click.UsageError(f"{option} wants NAME=VALUE, not {one_line(text)!r}.")
    return name, value


def _value(text: str) -> dict[str, Any]:
    """A criterion's value: a number where it is one, else a word; undetermined is its own."""
    if text == "undetermined":
        return {"undetermined": True}
    for kind in (int, float):
        try:
            return {"value": kind(text)}
        except ValueError:
            continue
    return {"value": text}


def _claim(text: str, evaluation: Mapping[str, Any]) -> dict[str, Any]:
    name, verdict = _pair(text, "--claim")
    if verdict not in LABEL_VERDICTS:
        known = ", ".join(LABEL_VERDICTS)
        raise click.UsageError(f"There is no verdict {one_line(verdict)!r}; use {known}.")
    claims = evaluation.get("claims", ())
    if name.isascii() and name.isdigit() and 0 < int(name) <= len(claims):
        found = [claims[int(name) - 1]]
    else:
        found = [claim for claim in claims if claim["id"] == name]
    found = found or [claim for claim in claims if claim["id"].startswith(name)]
    if len(found) != 1:
        many = f"{len(found)} claims begin with" if found else "The answer has no claim"
        raise DecisionError(f"{many} {one_line(name)!r}.", "`adjudge show` lists the claims.")
    claim = found[0]
    place = {key: claim[key] for key in ("start", "end", "text")}
    return {"claim_id": claim["id"], **place, "verdict": verdict}


def _say(decided: Decided, as_json: bool, whose: str = "") -> None:
    if as_json:
        print_json(asdict(decided))
        return
    again = " (as before; nothing written)" if decided.repeated else ""
    click.echo(
        f"#{decided.item_id} {one_line(decided.case_id)}: {decided.action}{one_line(whose)}{again}"
        f" · {decided.state} · {decided.disposition} · event {decided.event}"
    )
