"""The filter line of the queue: `route:review gate:numbers words` → a `Filter`, and back."""

from __future__ import annotations

from typing import Any, Final, get_args

from adjudge_engine.vocabulary import GATES, RISKS, ROUTES, Disposition
from adjudge_queue.records import OPEN_STATES, Filter, State
from adjudge_tui.display import one_line
from adjudge_tui.strings import say

_EVERY: Final[tuple[State, ...]] = get_args(State)
_KNOWN: Final[dict[str, tuple[str, ...]]] = {
    "state": (*get_args(State), "open", "all", "any"),
    "route": ROUTES,
    "risk": RISKS,
    "gate": GATES,
    "disposition": get_args(Disposition),
}
#: With one of these named a filter means items of every state.
_ANY_STATE: Final = frozenset({"route", "disposition"})


def parse_filter(line: str) -> Filter:
    """The filter that a line asks for. Raises ValueError with a sentence for an unknown word.

    `tag:` takes anything; whatever has none of the known names before a colon is searched for.
    Only open items are meant, unless a route or a disposition is named (of most of them nothing
    is open) or `state:`, which may come more than once.
    """
    fields: dict[str, Any] = {}
    words: list[str] = []
    states: set[str] = set()
    for part in line.split():
        name, colon, value = part.partition(":")
        if not colon or (name not in _KNOWN and name != "tag"):
            words.append(part)
        elif name == "tag":
            fields["tag"] = value
        elif value not in _KNOWN[name]:
            known = ", ".join(_KNOWN[name])
            raise ValueError(say("queue.bad_filter", word=one_line(part), known=known))
        elif name == "state":
            several = {"open": OPEN_STATES, "all": _EVERY, "any": _EVERY}
            states.update(several.get(value, (value,)))
        else:
            fields[name] = value
    if words:
        fields["text"] = " ".join(words)
    if states:
        fields["states"] = tuple(state for state in _EVERY if state in states)
    elif fields.keys() & _ANY_STATE:
        fields["states"] = _EVERY
    return Filter(**fields)


def filter_line(where: Filter | None) -> str:
    """The line that asks for `where`; empty for all that is open."""
    where = where or Filter()
    parts = [
        f"{name}:{value}"
        for name in ("route", "risk", "gate", "disposition", "tag")
        if (value := getattr(where, name)) is not None
    ]
    usual = _EVERY if where.route or where.disposition else OPEN_STATES
    states = set(where.states)
    if states == set(usual):
        named: tuple[str, ...] = ()
    else:
        named = {frozenset(OPEN_STATES): ("open",), frozenset(_EVERY): ("all",)}.get(
            frozenset(states), where.states
        )
    parts += [f"state:{name}" for name in named]
    return " ".join([*parts, *([where.text] if where.text else [])])
