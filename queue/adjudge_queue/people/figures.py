"""What people said, as the records that the engine's figures on reviewers are made from.

Agreement of people with the judge counts what they said before they saw it: a blind first word,
or a decision taken with the judge hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from adjudge_engine.calibration.raters.ratings import Value
from adjudge_engine.calibration.raters.reviewers import ReviewDecision, Thing
from adjudge_queue.decisions.claim_names import claim_name
from adjudge_queue.decisions.retelling import stored_labels
from adjudge_queue.file import clock
from adjudge_queue.file.jsontext import load, unpack
from adjudge_queue.file.store import Row, Store
from adjudge_queue.golden_sets import golden_rows
from adjudge_queue.purging.purged import event_in

_ANSWER: Final = "answer"
_DECIDED: Final = (
    "SELECT d.id, d.item_id, d.reviewer, d.at, d.action, d.seconds, d.seen, p.body,"
    " w.action, w.body FROM decisions d JOIN payloads p ON p.item_id = d.item_id"
    " LEFT JOIN first_words w ON w.item_id = d.item_id AND w.reviewer = d.reviewer"
    " AND w.event < d.event WHERE d.undone IS NULL AND {}"
    " EXISTS (SELECT 1 FROM planted WHERE planted.item_id = d.item_id)"
    " AND d.id > ? ORDER BY d.id LIMIT ?"
)
_AT_ONCE: Final = 200


class Known(NamedTuple):
    """Decisions on planted items, and the right verdicts, for `calibration.drift`."""

    decisions: tuple[ReviewDecision, ...]
    answers: Mapping[Thing, Value]


def review_decisions(store: Store, *, blind: bool = False) -> Iterator[ReviewDecision]:
    """Every decision that was not undone, in their order, those on planted items left out.

    Its verdicts are those of the reviewer's first word where there is one. `blind`: only
    decisions with verdicts from before the judge was seen.
    """
    for row in _decided(store, "NOT"):
        if not blind or row[8] is not None or _was_hidden(row[6]):
            yield _record(store, row)


def _decided(store: Store, planted: str) -> Iterator[Row]:
    """The decisions in their order, so many at a time: with them come the texts of their cases."""
    sql, after = _DECIDED.format(planted), 0
    while rows := store.rows(sql, (after, _AT_ONCE)):
        yield from rows
        after = rows[-1][0]


def known(store: Store) -> Known:
    """The decisions on planted items beside what their golden rows say."""
    decisions = tuple(_record(store, row) for row in _decided(store, ""))
    answers: dict[Thing, Value] = {}
    sql = "SELECT p.item_id, g.body FROM planted p JOIN golden_rows g ON g.id = p.row"
    sql += " WHERE g.withdrawn IS NULL"
    for item_id, body in store.rows(sql):
        for about, verdict in verdicts_of(load(body, dict).get("labels", ())).items():
            answers[str(item_id), about] = verdict
    return Known(decisions, answers)


def _record(store: Store, row: Row) -> ReviewDecision:
    first = row[8] is not None
    action = row[8] if first else row[4]
    labels = load(row[9], dict)["labels"] if first else stored_labels(store, row[0])
    gone = event_in(row[7]) is not None
    return ReviewDecision(
        reviewer=unpack(row[2]),
        item=str(row[1]),
        at=clock.parse(row[3]),
        action=row[4],
        verdicts=verdicts_of(labels) or _of_action(action),
        seconds=row[5],
        group=None if gone else golden_rows.group_of(load(row[7], dict)),
    )


def _was_hidden(seen: str | None) -> bool:
    found = load(seen) if seen is not None else None
    return isinstance(found, dict) and found.get("judge") == "hidden"


def _of_action(action: str) -> dict[str, Value]:
    said = {"approve": "faithful", "block": "unfaithful"}.get(action)
    return {} if said is None else {_ANSWER: said}


def verdicts_of(labels: Sequence[Mapping[str, Any]]) -> dict[str, Value]:
    """What labels say of faithfulness: of the `answer`, and claim by claim; of other criteria.

    A number stays one: how far two of them are apart can be told.
    """
    found: dict[str, Value] = {}
    for label in labels:
        about = _ANSWER if label["criterion"] == "faithfulness" else str(label["criterion"])
        if label.get("undetermined"):
            found[about] = "undetermined"
        elif label.get("value") is not None:
            found[about] = label["value"]
        for claim in label.get("claims", ()):
            found[claim_name(claim)] = claim["verdict"]
    return found
