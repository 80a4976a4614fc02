"""An event of the trail in words: what happened, what was decided, what was in sight, the note."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from adjudge_tui.display import one_line
from adjudge_tui.wording.strings import say

JSON = Mapping[str, Any]
#: The kinds that there are words for; another one stands as it is.
KINDS: Final = (
    "enqueued", "evaluated", "claimed", "returned", "expired", "woken", "decided", "undone",
    "assigned", "unassigned", "first_word", "stale", "planted", "purged", "golden",
    "golden_imported", "golden_withdrawn", "packet", "packed", "unpacked", "packet_withdrawn",
)  # fmt: skip
_ACTIONS: Final = ("approve", "block", "relabel", "skip", "escalate", "snooze")
_ROUTES: Final = ("release", "review", "block")
_ROUNDS: Final = ("first", "second", "adjudication")
_CHANGES: Final = ("policy", "engine", "judges", "sources", "findings")
MOST: Final = 200  # characters of one part in a row


def moment(at: Any) -> str:
    """A time of the trail, to the second, in UTC as it is stored."""
    text = one_line(str(at))[:19].replace("T", " ")
    return f"{text}Z"


def kind_said(kind: Any) -> str:
    """What happened, in a word."""
    return say(f"event.{kind}") if kind in KINDS else one_line(str(kind)[:40])


def event_said(event: JSON) -> str:
    """One event of an item's history on one line: when, what, who, what of it, the note whole."""
    parts = [moment(event["at"])[:16] + "Z", kind_said(event["kind"]), _short(event["actor"])]
    what = list(what_said(event, note=False))
    if event.get("note"):
        what.append(f"“{one_line(str(event['note']))}”")
    return "  ".join(part for part in (*parts, " · ".join(what)) if part)


def handed_on(events: Sequence[JSON]) -> str:
    """Who escalated the item and what they asked; empty if nobody did. `events`: oldest first.

    Only for an item that stands as escalated: it may be nobody's question any more.
    """
    for event in reversed(events):
        if event["kind"] == "decided" and event["body"].get("action") == "escalate":
            who, note = _short(event["actor"]), event.get("note")
            if not note:
                return say("why.escalated", who=who)
            return say("why.escalated_asks", who=who, note=one_line(str(note)))
    return ""


def what_said(event: JSON, *, note: bool = True) -> Iterator[str]:
    """What was done and said, in parts; with `note` the note's beginning comes last."""
    body = event["body"]
    action, route = body.get("action"), body.get("route")
    if action is not None:
        yield say(f"decision.{action}") if action in _ACTIONS else _short(action)
    if route is not None:
        yield say(f"route.{route}") if route in _ROUTES else _short(route)
    if body.get("round") in _ROUNDS:
        yield say(f"round.{body['round']}")
    for key in ("case_id", "name"):
        if body.get(key):
            yield _short(body[key])
    if event["kind"] == "assigned":
        yield say("audit.to", who=_short(body.get("to")))
    elif event["kind"] == "unassigned":
        yield say("audit.from", who=_short(body.get("from")))
    elif event["kind"] == "undone" and body.get("decided_by") != event["actor"]:
        yield say("audit.of", who=_short(body.get("decided_by")))
    elif event["kind"] == "stale":
        yield changes_said(body.get("what"))
    yield from seen_said(body)
    if note and event.get("note"):
        yield f"“{_short(event['note'])}”"


def seen_said(body: JSON) -> Iterator[str]:
    """What the reviewer had in sight, in words."""
    seen = body.get("seen")
    if isinstance(seen, Mapping):
        judge = seen.get("judge")
        if judge in ("revealed", "hidden"):
            yield say(f"seen.{judge}")
        evidence = seen.get("evidence") or ()
        if evidence:
            yield say("seen.evidence", count=len(evidence))
    if body.get("masked"):
        yield say("seen.masked", count=_short(body["masked"]))


def changes_said(what: Any) -> str:
    """What has changed since a decision, in words."""
    if not isinstance(what, list):
        return say("changes.unknown")
    words = [say(f"changes.{one}") if one in _CHANGES else _short(one) for one in what]
    return ", ".join(words) or say("changes.none")


def _short(value: Any) -> str:
    text = one_line(str(value)[: MOST + 1])
    return text if len(text) <= MOST else text[: MOST - 1] + "…"
