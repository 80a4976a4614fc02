"""A `Filter` as SQL conditions. Values are always bound, never written into the statement."""

from __future__ import annotations

from typing import Any, Final

from adjudge_queue import schema, search
from adjudge_queue.jsontext import pack
from adjudge_queue.priority import RISK_WEIGHT, SPAN
from adjudge_queue.records import OPEN_STATES, Filter, Order


class Conditions:
    """Conditions on the table `items`, to be joined with AND, and their values in order."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.values: list[Any] = []

    def add(self, part: str, *values: Any) -> None:
        """One more condition that must hold."""
        self.parts.append(part)
        self.values += [pack(one) if isinstance(one, str) else one for one in values]

    @property
    def sql(self) -> str:
        """The conditions as one expression."""
        return " AND ".join(self.parts) or "1"


_GATE: Final = "EXISTS (SELECT 1 FROM item_gates WHERE item_id = items.id AND gate = ?)"
_TAG: Final = "EXISTS (SELECT 1 FROM item_tags WHERE item_id = items.id AND tag = ?)"
_TEXT: Final = "items.id IN (SELECT rowid FROM search WHERE search MATCH ?)"


def pending_source(where: Filter) -> str:
    """`items` with the index that yields pending items in order, unless few texts match."""
    return "items" if where.text else "items INDEXED BY items_state"


def source(where: Filter, order: Order) -> str:
    """`items` with the index that yields them in `order`, so that a page stops after its rows.

    Left to itself SQLite, which knows no statistics here, would collect all and sort them. Where
    a text must match it is right to: there are few.
    """
    by_priority = order == "priority"
    if where.text or not where.states:
        return "items"
    if set(where.states) == set(OPEN_STATES):
        return f"items INDEXED BY {'items_open' if by_priority else 'items_open_age'}"
    if len(where.states) == 1:
        return "items INDEXED BY items_state" if by_priority else "items"
    return "items INDEXED BY items_priority" if by_priority else "items NOT INDEXED"


def by_states(where: Filter) -> Conditions:
    """All conditions of a filter."""
    found = Conditions()
    if set(where.states) == set(OPEN_STATES):
        found.add(schema.OPEN)  # word for word as in the partial indexes
    else:
        marks = ", ".join("?" * len(where.states))
        found.add(f"state IN ({marks})", *where.states)
    _add_rest(found, where)
    return found


def within_pending(where: Filter) -> Conditions:
    """The conditions of a filter, for items that can be claimed."""
    found = Conditions()
    found.add("state = 'pending'")
    _add_rest(found, where)
    return found


def start(where: Filter) -> tuple[str, tuple[int, ...]]:
    """The condition with which a list begins: a risk's items stand together by priority."""
    weight = RISK_WEIGHT.get(where.risk or "")
    return ("1", ()) if weight is None else ("priority < ?", (weight + SPAN,))


def _add_rest(found: Conditions, where: Filter) -> None:
    weight = RISK_WEIGHT.get(where.risk or "")
    if weight is not None:
        found.add("priority >= ?", weight)
    for column in ("route", "risk", "disposition"):
        value = getattr(where, column)
        if value is not None:
            found.add(f"{column} = ?", value)
    if where.gate is not None:
        found.add(_GATE, where.gate)
    if where.tag is not None:
        found.add(_TAG, where.tag)
    if where.text is not None and where.text.strip():
        query = search.query(where.text)
        if query is None:
            found.add("0")  # nothing but signs: no word to find
        else:
            found.add(_TEXT, query)
