"""A `Filter` as SQL conditions. Values are always bound, never written into the statement."""

from __future__ import annotations

from typing import Any, Final, get_args

from adjudge_engine.errors import DecisionError
from adjudge_queue.file import clock, schema
from adjudge_queue.file.jsontext import pack
from adjudge_queue.finding import search
from adjudge_queue.items.priority import RISK_WEIGHT, SPAN
from adjudge_queue.records import OPEN_STATES, Filter, Order, State


class Conditions:
    """Conditions on the table `items`, to be joined with AND, and their values in order."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.values: list[Any] = []

    def add(self, part: str, *values: Any) -> None:
        """One more condition that must hold."""
        self.parts.append(part)
        self.values += [pack(one) if isinstance(one, str) else one for one in values]

    def join(self, others: Conditions) -> Conditions:
        """These and the `others`."""
        self.parts += others.parts
        self.values += others.values
        return self

    @property
    def sql(self) -> str:
        """The conditions as one expression."""
        return " AND ".join(self.parts) or "1"


_GATE: Final = "EXISTS (SELECT 1 FROM item_gates WHERE item_id = items.id AND gate = ?)"
_TAG: Final = "EXISTS (SELECT 1 FROM item_tags WHERE item_id = items.id AND tag = ?)"
_VALUES: Final[dict[str, str]] = {
    "gate": _GATE,
    "tag": _TAG,
    "assigned_to": "assigned_to = ?",
    "decided_by": "EXISTS (SELECT 1 FROM decisions"
    " WHERE decisions.id = items.decision_id AND reviewer = ?)",
    "since": "created_at >= ?",
    "until": "created_at < ?",
}
#: In lists, and for whoever takes the next one, a text stands for its newest hits.
_TEXT: Final = (
    "items.id IN (SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC"
    f" LIMIT {search.MOST_HITS})"
)


def pending_source(where: Filter) -> str:
    """`items` with the index that yields pending items in order, unless few texts match."""
    return "items" if where.text else "items INDEXED BY items_free"


def source(where: Filter, order: Order) -> str | None:
    """`items` with the index that yields open items, or all, in `order`; None for other lists.

    Left to itself SQLite, which knows no statistics here, would collect all and sort them.
    """
    if where.route is not None or where.disposition is not None:
        return None
    states = frozenset(where.states)
    if states == frozenset(OPEN_STATES):
        return f"items INDEXED BY {'items_open' if order == 'priority' else 'items_open_age'}"
    if states == frozenset(get_args(State)):
        return "items INDEXED BY items_urgency" if order == "priority" else "items NOT INDEXED"
    return None


#: A disposition is what a waiting system is told, and nobody waits for a planted item.
WAITED_FOR: Final = "NOT EXISTS (SELECT 1 FROM planted WHERE item_id = items.id)"


def by_states(where: Filter, *, copies: bool = False) -> Conditions:
    """All conditions of a filter but its text; `copies` are planted items, see `WAITED_FOR`."""
    found = Conditions()
    states = frozenset(where.states)
    if states == frozenset(OPEN_STATES):
        found.add(schema.OPEN)  # word for word as in the partial indexes
    elif states != frozenset(get_args(State)):
        marks = ", ".join("?" * len(where.states))
        found.add(f"state IN ({marks})", *where.states)
    for column in ("route", "disposition"):
        value = getattr(where, column)
        if value is not None:
            found.add(f"{column} = ?", value)
    if where.disposition is not None and not copies:
        found.add(WAITED_FOR)
    return found.join(beside_class(where))


def within_pending(
    where: Filter,
    state: State = "pending",
    given_to: str | None = None,
    *,
    public: bool = False,
) -> Conditions:
    """The conditions of a filter, for items that can be claimed: free ones, or a reviewer's own.

    `public`: words are looked for only in what everybody may read.
    """
    found = Conditions()
    if given_to is None:  # word for word as in the partial indexes
        found.add(f"state = '{state}' AND {schema.FREE} AND {schema.OPEN}")
    else:
        found.add(f"state = '{state}' AND {schema.ASSIGNED} AND assigned_to = ?", given_to)
    for column in ("route", "disposition"):
        value = getattr(where, column)
        if value is not None:
            found.add(f"{column} = ?", value)
    _add_text(found, where, public)
    return found.join(beside_class(where))


def start(where: Filter, below: int | None = None) -> tuple[str, tuple[int, ...]]:
    """The condition with which a list begins, or goes on `below` a priority.

    A risk's items stand together by priority, so a list of one risk begins and ends there.
    """
    weight = RISK_WEIGHT.get(where.risk or "")
    if weight is None:
        return ("1", ()) if below is None else ("priority < ?", (below,))
    return "priority >= ? AND priority < ?", (weight, weight + SPAN if below is None else below)


def beside_class(where: Filter) -> Conditions:
    """The conditions of a filter on anything but state, disposition, route and text."""
    found = Conditions()
    if where.risk is not None:
        found.add("risk = ?", where.risk)
    for field, condition in _VALUES.items():
        value = bound(where, field)
        if value is not None:
            found.add(condition, value)
    if where.stale is not None:
        found.add("stale IS NOT NULL" if where.stale else "stale IS NULL")
    return found


def bound(where: Filter, field: str) -> str | None:
    """The value of a field of the filter as it is compared; None if it is not asked for.

    Raises DecisionError for a moment that is none.
    """
    value: str | None = getattr(where, field)
    if value is None or field not in ("since", "until"):
        return value
    try:
        return clock.stamp(clock.parse(value))
    except (ValueError, OverflowError) as error:
        raise DecisionError(
            f"{value[:80]!r} is no time", "Give a date, or a date and time: 2026-03-01T09:30."
        ) from error


def _add_text(found: Conditions, where: Filter, public: bool) -> None:
    if where.text is not None and where.text.strip():
        query = search.query(where.text)
        if query is None:
            found.add("0")  # nothing but signs: no word to find
        else:
            found.add(_TEXT, search.public(query) if public else query)
