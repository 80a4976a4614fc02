"""What a reviewer may not read is taken out before it reaches them, and counted.

A context counts as masked if its source is not open to one of the reviewer's groups, or if nobody
knows whom it is open to. With its text go the evidence and the places in it, and all that anybody
says in words about the item (messages of checks and reasons, rationales, quotes, what others have
noted): any of it may repeat that text. Codes, outcomes, verdicts, question and answer stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from adjudge_queue.file.jsontext import load
from adjudge_queue.file.store import Row, Transaction
from adjudge_queue.people.team import Member
from adjudge_queue.records import Item, ItemRow

#: The keys of an evaluation under which somebody says something in words.
_WORDS: Final = frozenset({"message", "rationale", "reason", "quote"})
#: The same of a person's label.
_OF_LABEL: Final = frozenset({"note", "missing", "corrected_answer"})
#: The parts of a case in which the text of a place stands for everybody to see.
_OPEN_PARTS: Final = frozenset({"answer", "question"})

One = Callable[[str, Sequence[Any]], Row | None]


def count(tx: Transaction, item_id: int, evaluation_id: int, member: Member) -> int:
    """How many contexts of an item are not for this reviewer."""
    if member.groups is None:
        return 0
    row = tx.one("SELECT body FROM payloads WHERE item_id = ?", (item_id,))
    case = load(row[0], dict) if row else {}
    return len(_closed(case, sources_of(tx.one, item_id, evaluation_id), member))


def closed(one: One, item_id: int, member: Member) -> int:
    """How many contexts of an item, as it is evaluated now, are not for this reviewer."""
    if member.groups is None:
        return 0
    row = one(
        "SELECT p.body, i.evaluation_id FROM items i JOIN payloads p ON p.item_id = i.id"
        " WHERE i.id = ?",
        (item_id,),
    )
    if row is None:
        return 0
    return len(_closed(load(row[0], dict), sources_of(one, item_id, row[1]), member))


def masked_row(one: One, row: ItemRow, member: Member) -> ItemRow:
    """A list row as this reviewer may see it: its reason may quote what is not for them."""
    return plain_row(row) if closed(one, row.item_id, member) else row


def plain_row(row: ItemRow) -> ItemRow:
    """The row without a reason that may quote a source."""
    return replace(row, priority_reason=f"{row.risk} risk")


def sources_of(one: One, item_id: int, evaluation_id: int) -> dict[str, Any]:
    """The sources of an evaluation's contexts, as the event told that first stored it."""
    row = one(
        "SELECT body FROM events WHERE item_id = ? AND evaluation_id = ?"
        " AND kind IN ('enqueued', 'evaluated') ORDER BY seq LIMIT 1",
        (item_id, evaluation_id),
    )
    found: dict[str, Any] = load(row[0], dict).get("sources", {}) if row else {}
    return found


def masked(item: Item, sources: Mapping[str, Any], member: Member) -> Item:
    """The item as this reviewer may see it."""
    closed = _closed(item.case, sources, member)
    if not closed:
        return item
    contexts = [
        _covered(one) if place in closed else one
        for place, one in enumerate(item.case.get("contexts", ()))
    ]
    names = {contexts[place].get("id") for place in closed}
    own = item.row.decided_by == member.name
    case = {key: value for key, value in item.case.items() if key not in _MAY_QUOTE}
    if "citations" in case:
        case["citations"] = [
            {key: value for key, value in one.items() if key not in ("quote", "value")}
            for one in case["citations"]
        ]
    return replace(
        item,
        row=plain_row(item.row),
        case=case | {"contexts": contexts},
        evaluation=_without(item.evaluation, names),
        labels=item.labels if own else tuple(map(wordless, item.labels)),
        note=item.note if own else None,
        masked=len(closed),
    )


def wordless(label: Mapping[str, Any]) -> dict[str, Any]:
    """A label without what its author says in words."""
    return {key: value for key, value in label.items() if key not in _OF_LABEL}


#: Of a case: what others have said about it, and what was expected, in words of the sources.
_MAY_QUOTE: Final = frozenset({"judgments", "labels", "expect"})


def _covered(context: Mapping[str, Any]) -> dict[str, Any]:
    """What is left of a context: where it comes from."""
    kept = {key: context[key] for key in ("id", "source_id", "page") if key in context}
    return kept | {"text": "", "masked": True}


def _closed(case: Mapping[str, Any], sources: Mapping[str, Any], member: Member) -> set[int]:
    """The places of contexts that are not for this reviewer."""
    if member.groups is None:
        return set()
    return {
        place
        for place, one in enumerate(case.get("contexts", ()))
        if not member.may_read(sources.get(one.get("source_id") or ""))
    }


def _without(evaluation: Mapping[str, Any], names: set[Any]) -> dict[str, Any]:
    """An evaluation without evidence in those contexts and without words about the item."""
    found: dict[str, Any] = _plain(evaluation, names)
    return found


def _plain(value: Any, names: set[Any]) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(one, names) for one in value]
    if not isinstance(value, Mapping):
        return value
    found: dict[str, Any] = {}
    for key, one in value.items():
        if key in _WORDS and isinstance(one, str):
            found[key] = ""
        elif key == "evidence":
            found[key] = [span for span in one if span.get("context_id") not in names]
        elif key in ("expected", "observed"):
            found[key] = _place(one)
        elif key in ("extra_claims", "missing", "parameters"):
            found[key] = type(one)()
        else:
            found[key] = _plain(one, names)
    return found


def _place(place: Any) -> Any:
    """A place with its text only where that is the question's or the answer's."""
    if not isinstance(place, Mapping):
        return place
    part = (place.get("where") or {}).get("part")
    return place if part in _OPEN_PARTS else {**place, "text": ""}
