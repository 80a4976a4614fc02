"""What decisions are held against: a lead's word where two differed, and the judge's own.

As records of the engine's figures on reviewers, like those of `figures`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from adjudge_engine.calibration.raters.reviewers import ReviewDecision
from adjudge_queue.file.jsontext import load, pack, unpack
from adjudge_queue.file.store import Store
from adjudge_queue.people import figures
from adjudge_queue.people.figures import Known

#: What a judge is called beside people: nobody else can have the name.
JUDGE: Final = "judge {}"

_SETTLED: Final = (
    "SELECT r.item_id, d.reviewer FROM reviews r JOIN decisions d ON d.id = r.decision_id"
    " WHERE r.round = 'adjudication'"
)
_EVALUATION: Final = (
    "SELECT e.body FROM decisions d JOIN evaluations e ON e.id = d.evaluation_id"
    " WHERE d.item_id = ? AND d.reviewer = ? AND d.undone IS NULL ORDER BY d.id DESC LIMIT 1"
)


class Judged(NamedTuple):
    """What people said before they saw the judges, and what the judges say of the same items."""

    people: tuple[ReviewDecision, ...]
    judges: tuple[ReviewDecision, ...]


def adjudicated(store: Store) -> Known:
    """The decisions on items that a lead settled, and the lead's word as what is right."""
    with store.snapshot():
        leads = {str(item_id): unpack(name) for item_id, name in store.rows(_SETTLED)}
        found = [one for one in figures.review_decisions(store) if one.item in leads]
    answers = {
        (one.item, about): value
        for one in found
        if one.reviewer == leads[one.item]
        for about, value in one.verdicts.items()
    }
    decisions = tuple(one for one in found if one.reviewer != leads[one.item])
    return Known(decisions, answers)


def beside_judges(store: Store) -> Judged:
    """First words, and decisions taken with the judge hidden, beside what the judges say."""
    with store.snapshot():
        people = tuple(figures.review_decisions(store, blind=True))
        judges = tuple(said for one in people for said in _judges(store, one))
    return Judged(people, judges)


def _judges(store: Store, person: ReviewDecision) -> Iterator[ReviewDecision]:
    """Each judge's words on faithfulness in the evaluation that a decision rests on."""
    row = store.one(_EVALUATION, (int(person.item), pack(person.reviewer)))
    evaluation = load(row[0], dict) if row else {}
    said: dict[str, list[dict[str, str]]] = {}
    for judgment in evaluation.get("judgments", ()):
        if judgment.get("criterion") == "faithfulness":
            said.setdefault(str(judgment["judge"]), []).append(_verdicts(judgment))
    for name, repeats in said.items():
        agreed = {
            about: value
            for about, value in repeats[0].items()
            if all(one.get(about) == value for one in repeats)
        }
        yield replace(
            person, reviewer=JUDGE.format(name), action="approve", verdicts=agreed, seconds=None
        )


def _verdicts(judgment: Mapping[str, Any]) -> dict[str, str]:
    """Verdicts by claim; of the whole answer by the strict reading. Unsure is no word."""
    found = {
        str(claim["claim_id"]): str(claim["verdict"])
        for claim in judgment.get("claims", ())
        if claim["verdict"] != "unsure"
    }
    strict = judgment.get("strict")
    if strict is not None and not judgment.get("abstained"):
        found["answer"] = "faithful" if strict >= 1 else "unfaithful"
    return found
