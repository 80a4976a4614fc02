"""The keys, in one table: bindings (with ids, so that they can be rebound), footer and help."""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.binding import Binding


class Key(NamedTuple):
    """One command. `footer` is its word in the last line (empty: help only)."""

    id: str
    keys: str
    action: str
    shown: str
    help: str
    footer: str = ""
    decides: bool = False


REVIEW: Final[tuple[Key, ...]] = (
    Key("item.approve", "a", "approve", "a", "approve the answer, next item", "approve", True),
    Key("item.block", "b", "block", "b", "block the answer, next item", "block", True),
    Key(
        "item.relabel",
        "r",
        "relabel",
        "r",
        "submit the marked claims; with none marked, label the answer",
        "relabel",
        True,
    ),
    Key(
        "claim.supported",
        "1",
        "verdict('supported')",
        "1",
        "this claim is supported, next claim",
        decides=True,
    ),
    Key("claim.partial", "2", "verdict('partial')", "2", "… is partly supported", decides=True),
    Key(
        "claim.not_mentioned",
        "3",
        "verdict('not_mentioned')",
        "3",
        "… is not mentioned in the passages",
        decides=True,
    ),
    Key(
        "claim.contradicted",
        "4",
        "verdict('contradicted')",
        "4",
        "… contradicts the passages",
        decides=True,
    ),
    Key(
        "claim.undetermined",
        "0",
        "verdict('undetermined')",
        "0",
        "… cannot be settled",
        decides=True,
    ),
    Key("item.undo", "u", "undo", "u", "undo the last decision, or the one shown", "undo"),
    Key("item.skip", "s", "skip", "s", "skip: give the item back undecided", "skip", True),
    Key("claim.next", "j,down", "claim(1)", "j ↓", "next claim"),
    Key("claim.previous", "k,up", "claim(-1)", "k ↑", "previous claim"),
    Key("link.next", "full_stop", "link(1)", ".", "next passage of this claim"),
    Key("link.previous", "comma", "link(-1)", ",", "previous passage of this claim"),
    Key("evidence.down", "J", "scroll(1)", "J", "scroll the passages down"),
    Key("evidence.up", "K", "scroll(-1)", "K", "scroll the passages up"),
    Key("evidence.page_down", "space,pagedown", "page(1)", "space", "passages: next page"),
    Key("evidence.page_up", "pageup", "page(-1)", "PgUp", "passages: previous page"),
    Key(
        "item.next",
        "right_square_bracket",
        "browse(1)",
        "]",
        "next item, leaving this one undecided",
    ),
    Key(
        "item.previous",
        "left_square_bracket",
        "browse(-1)",
        "[",
        "previous item, leaving this one undecided",
    ),
    Key("queue.list", "Q", "queue", "Q", "the queue: open any item, filter", "queue"),
    Key("find.ask", "slash", "find", "/", "find in answer and passages", "find"),
    Key("find.next", "n", "hit(1)", "n", "next hit"),
    Key("find.previous", "N", "hit(-1)", "N", "previous hit"),
    Key("show.opinion", "i", "details('opinion')", "i", "opinions in full, lists, history", "more"),
    Key("show.gates", "g", "details('gates')", "g", "the whole table of gates"),
    Key("show.zoom", "z", "zoom", "z", "give the focused pane the whole window"),
    Key("show.theme", "t", "theme", "t", "next theme"),
    Key("desk.retry", "R", "retry", "R", "try again to save what could not be saved"),
    Key("desk.back", "escape", "back", "Esc", "back; never decides"),
    Key("desk.help", "question_mark", "help", "?", "this help", "help"),
    Key("desk.quit", "q", "quit_desk", "q", "quit; everything decided is saved"),
)
_WITHOUT_ITEM: Final = {"item.undo": "undo", "queue.list": "queue", "desk.quit": "quit"}
#: What is offered when nothing is left, and when the queue cannot be read.
ENDED: Final = tuple(
    key._replace(footer=_WITHOUT_ITEM.get(key.id, ""))
    for key in REVIEW
    if key.id in _WITHOUT_ITEM or key.id == "desk.help"
)
LOCKED: Final = tuple(
    key._replace(footer={"desk.retry": "try again", "desk.quit": "quit"}.get(key.id, ""))
    for key in REVIEW
    if key.id in ("desk.retry", "desk.quit", "desk.help")
)
QUEUE: Final[tuple[Key, ...]] = (
    Key("list.open", "enter", "open", "Enter", "open the item", "open"),
    Key("list.next", "j,down", "move(1)", "j ↓", "next item"),
    Key("list.previous", "k,up", "move(-1)", "k ↑", "previous item"),
    Key("list.page_down", "space,pagedown", "page(1)", "space", "next page"),
    Key("list.page_up", "pageup", "page(-1)", "PgUp", "previous page"),
    Key("list.first", "home", "end(-1)", "Home", "first item"),
    Key("list.last", "end", "end(1)", "End", "last item"),
    Key("list.filter", "f,slash", "filter", "f /", "filter the list", "filter"),
    Key("list.refresh", "R", "refresh_list", "R", "read the list anew", "refresh"),
    Key("list.back", "escape,Q", "back", "Esc", "back to the item", "back"),
    Key("list.help", "question_mark", "help", "?", "the keys", "help"),
    Key("list.quit", "q", "quit_desk", "q", "quit", "quit"),
)


def bindings(keys: tuple[Key, ...]) -> list[Binding]:
    """Textual's bindings for a table of keys."""
    return [
        Binding(key.keys, key.action, key.help, show=False, id=key.id, key_display=key.shown)
        for key in keys
    ]


def footer(keys: tuple[Key, ...]) -> list[tuple[str, str, bool]]:
    """(key, word, whether it decides) for the last line, the five verdicts as one."""
    out = []
    for key in keys:
        if key.id == "claim.supported":
            out.append(("0-4", "mark claim", True))
        elif key.footer:
            out.append((key.shown, key.footer, key.decides))
    return out
