"""The filter line of the queue: `route:review gate:numbers words` → a `Filter`, and back."""

from __future__ import annotations

from typing import Any, Final, get_args

from adjudge_engine.vocabulary import GATES, RISKS, ROUTES, Disposition
from adjudge_queue.records import OPEN_STATES, Filter, State
from adjudge_tui.display import one_line
from adjudge_tui.strings import say

_KNOWN: Final[dict[str, tuple[str, ...]]] = {
    "state": (*get_args(State), "open", "any"),
    "route": ROUTES,
    "risk": RISKS,
    "gate": GATES,
    "disposition": get_args(Disposition),
}


def parse_filter(line: str) -> Filter:
    """The filter that a line asks for. Raises ValueError with a sentence for an unknown word.

    `tag:` takes anything; whatever has none of the known names before a colon is searched for.
    """
    fields: dict[str, Any] = {}
    words: list[str] = []
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
            every = get_args(State)
            fields["states"] = {"open": OPEN_STATES, "any": every}.get(value, (value,))
        else:
            fields[name] = value
    if words:
        fields["text"] = " ".join(words)
    return Filter(**fields)
