"""Which keys of the review screen can do nothing now, and why: shown greyed, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from adjudge_tui.desk.keys import Key
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session

#: Keys that act without an item on the desk.
_ALWAYS: Final = frozenset(
    {"item.undo", "item.redo", "item.reason", "item.go", "item.next", "item.previous"}
    | {"queue.list", "queue.filter", "show.theme"}
)
_PUT_OFF: Final = frozenset({"item.escalate", "item.wait"})
_FOUND: Final = frozenset({"find.next", "find.previous"})
_LINKED: Final = frozenset({"link.next", "link.previous"})


class Situation(NamedTuple):
    """What the screen knows and the sitting does not; `no_…` is a reason, or empty."""

    links: bool = False
    hits: bool = False
    no_editor: str = ""
    no_suspending: str = ""


def why_not(session: Session, key: Key, shown: Situation) -> str:
    """Why `key` can do nothing now, in a sentence; empty where it can."""
    view = session.view
    if key.id == "desk.suspend":
        return shown.no_suspending
    if key.id == "item.redo" or key.id.startswith("desk."):
        taken = view is not None and (session.held or not view.open)
        idle = key.id == "desk.retry" and not session.unsent and taken
        return say("flash.nothing_unsent") if idle and session.loaded else ""
    if key.id == "item.reason":
        return "" if session.blocked else say("flash.no_block")
    if key.decides or key.id == "item.missing":
        return session.undecidable or _undecided(session, key)
    if view is None:
        # Keys of other screens are theirs to grey.
        mine = key.id not in _ALWAYS and key.id.split(".")[0] in _OF_ITEM
        return say("flash.no_item") if mine else ""
    if key.id == "show.opinion" and view.hidden:
        return say("flash.hidden")
    if key.id == "judge.reveal" and session.word_due and session.drawn:
        return say("flash.word_first")
    if key.id in _LINKED and not shown.links:
        return say("flash.no_links")
    if key.id == "show.source" and not view.passages:
        return say("flash.no_source")
    if key.id in _FOUND and not shown.hits:
        return say("flash.no_find")
    return shown.no_editor if key.id == "item.editor" else ""


_OF_ITEM: Final = frozenset({"item", "claim", "link", "evidence", "find", "show", "judge"})


def _undecided(session: Session, key: Key) -> str:
    """Why an item that can be decided cannot be decided by this key."""
    view = session.view
    assert view is not None
    if key.id.startswith("claim.") and not view.claims:
        return say("flash.no_claims")
    return say("flash.waits_for_nobody") if key.id in _PUT_OFF and view.settled else ""
