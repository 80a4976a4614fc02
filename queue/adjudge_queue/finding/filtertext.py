"""A filter as one line of text, `route:review gate:numbers words to find`, and back.

| | |
|---|---|
| `state:` | a state, or `open`, `all`, `none`; may come more than once |
| `route:` `risk:` `gate:` `disposition:` | a word of their lists |
| `tag:` `assigned:` `by:` | any text; `by` is who decided |
| `stale:` | `yes` or `no` |
| `since:` `until:` | a date, or a date and time |

Anything else is searched for. Quotes hold together what has blanks, and keep a word from being
read as one of the above; a quote inside them is doubled. Only open items are meant, unless a part
is named of which most items are done: route, disposition, by, stale.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, get_args

from adjudge_engine.vocabulary import GATES, RISKS, ROUTES, Disposition
from adjudge_queue.file import clock
from adjudge_queue.records import OPEN_STATES, Filter, State

EVERY_STATE: Final[tuple[State, ...]] = get_args(State)
#: Words for several states at once.
_SEVERAL: Final[dict[str, tuple[State, ...]]] = {
    "open": OPEN_STATES,
    "all": EVERY_STATE,
    "any": EVERY_STATE,
    "none": (),
}
#: With one of these named a filter means items of every state.
_ANY_STATE: Final = frozenset({"route", "disposition", "decided_by", "stale"})
#: Name in a line → the field of `Filter`, in the order in which a line is written.
_FIELDS: Final[dict[str, str]] = {
    "route": "route",
    "risk": "risk",
    "gate": "gate",
    "disposition": "disposition",
    "tag": "tag",
    "assigned": "assigned_to",
    "stale": "stale",
    "by": "decided_by",
    "since": "since",
    "until": "until",
}
_CLOSED: Final[dict[str, tuple[str, ...]]] = {
    "state": (*EVERY_STATE, *_SEVERAL),
    "route": ROUTES,
    "risk": RISKS,
    "gate": GATES,
    "disposition": get_args(Disposition),
    "stale": ("yes", "no"),
}
_PART: Final = re.compile(
    rf"(?:(?P<name>state|{'|'.join(_FIELDS)}):)?+"
    r"(?:\"(?P<quoted>(?:[^\"]|\"\")*+)\"(?=\s|\Z)|(?P<bare>\S*+))"
)


class UnknownWord(ValueError):
    """A value that a line's field cannot have; `known` is what it can."""

    def __init__(self, name: str, value: str, known: tuple[str, ...]) -> None:
        self.word = f"{name}:{value}" if value else name
        super().__init__(f"{self.word}: not one of {', '.join(known)}")
        self.known = known


def parse(line: str) -> Filter:
    """The filter that a line asks for. Raises UnknownWord."""
    fields: dict[str, Any] = {}
    words: list[str] = []
    states: set[State] | None = None
    for name, value in _parts(line):
        if name is None:
            words.append(value)
        elif name in _CLOSED and value not in _CLOSED[name]:
            raise UnknownWord(name, value, _CLOSED[name])
        elif name == "state":
            states = (states or set()).union(_SEVERAL.get(value, (value,)))  # type: ignore[arg-type]
        else:
            fields[_FIELDS[name]] = _read(name, value)
    if words:
        fields["text"] = " ".join(words)
    if states is not None:
        fields["states"] = tuple(state for state in EVERY_STATE if state in states)
    elif fields.keys() & _ANY_STATE:
        fields["states"] = EVERY_STATE
    return Filter(**fields)


def _parts(line: str) -> Iterator[tuple[str | None, str]]:
    """Field and value of each part of a line; of a word to find the field is None."""
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        found = _PART.match(line, at)
        assert found is not None  # it matches anything
        name, quoted, bare = found.group("name", "quoted", "bare")
        yield name, bare if quoted is None else quoted.replace('""', '"')
        at = found.end()


def _read(name: str, value: str) -> Any:
    if name == "stale":
        return value == "yes"
    if name not in ("since", "until"):
        return value
    try:
        return clock.stamp(clock.parse(value))
    except (ValueError, OverflowError):
        raise UnknownWord(name, value, ("2026-03-01", "2026-03-01T09:30")) from None


def line(where: Filter) -> str:
    """The line that asks for `where`; empty for all that is open."""
    parts = []
    for name, field in _FIELDS.items():
        value = getattr(where, field)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if value is not None:
            parts.append(f"{name}:{_quoted(value) if _must_quote(value) else value}")
    parts += [f"state:{name}" for name in _states(where)]
    if where.text is not None:
        parts.append(_text(where.text))
    return " ".join(parts)


def _states(where: Filter) -> tuple[str, ...]:
    """The words for the states of a filter; none where they are those that go without saying."""
    states = frozenset(where.states)
    any_state = any(getattr(where, field) is not None for field in _ANY_STATE)
    if states == frozenset(EVERY_STATE if any_state else OPEN_STATES):
        return ()
    for name in ("open", "all", "none"):
        if states == frozenset(_SEVERAL[name]):
            return (name,)
    return tuple(state for state in EVERY_STATE if state in states)


def _text(text: str) -> str:
    """Words as they are if they are read back so, else all of them in quotes."""
    words = text.split()
    bare = text == " ".join(words) != "" and list(_parts(text)) == [(None, one) for one in words]
    return text if bare else _quoted(text)


def _must_quote(value: str) -> bool:
    return not value or value.startswith('"') or any(map(str.isspace, value))


def _quoted(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'
