"""The keys, in one table: bindings (with ids, so that they can be rebound), footer and help."""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.binding import Binding

from adjudge_tui.strings import say


class Key(NamedTuple):
    """One command. `footer` names its word in the last line (empty: help only)."""

    id: str
    keys: str
    action: str
    shown: str
    footer: str = ""
    decides: bool = False

    @property
    def help(self) -> str:
        """What it does, in a sentence."""
        return say(f"do.{self.id}")


REVIEW: Final[tuple[Key, ...]] = (
    Key("item.approve", "a", "approve", "a", "approve", decides=True),
    Key("item.block", "b", "block", "b", "block", decides=True),
    Key("item.relabel", "r", "relabel", "r", "relabel", decides=True),
    Key("claim.supported", "1", "verdict('supported')", "1", decides=True),
    Key("claim.partial", "2", "verdict('partial')", "2", decides=True),
    Key("claim.not_mentioned", "3", "verdict('not_mentioned')", "3", decides=True),
    Key("claim.contradicted", "4", "verdict('contradicted')", "4", decides=True),
    Key("claim.undetermined", "0", "verdict('undetermined')", "0", decides=True),
    Key("item.undo", "u", "undo", "u", "undo"),
    Key("item.skip", "s", "skip", "s", "skip", decides=True),
    Key("claim.next", "j,down", "claim(1)", "j ↓"),
    Key("claim.previous", "k,up", "claim(-1)", "k ↑"),
    Key("link.next", "full_stop", "link(1)", "."),
    Key("link.previous", "comma", "link(-1)", ","),
    Key("evidence.down", "J", "scroll(1)", "J"),
    Key("evidence.up", "K", "scroll(-1)", "K"),
    Key("evidence.page_down", "space,pagedown", "page(1)", "space"),
    Key("evidence.page_up", "pageup", "page(-1)", "PgUp"),
    Key("item.next", "right_square_bracket", "browse(1)", "]"),
    Key("item.previous", "left_square_bracket", "browse(-1)", "["),
    Key("queue.list", "Q", "queue", "Q", "queue"),
    Key("find.ask", "slash", "find", "/", "find"),
    Key("find.next", "n", "hit(1)", "n"),
    Key("find.previous", "N", "hit(-1)", "N"),
    Key("show.opinion", "i", "details('opinion')", "i", "more"),
    Key("judge.reveal", "v", "reveal", "v"),
    Key("item.comment", "c", "comment", "c"),
    Key("show.gates", "g", "details('gates')", "g"),
    Key("show.zoom", "z", "zoom", "z"),
    Key("show.theme", "t", "theme", "t"),
    Key("desk.retry", "R", "retry", "R"),
    Key("desk.back", "escape", "back", "Esc"),
    Key("desk.help", "question_mark", "help", "?", "help"),
    Key("desk.quit", "q", "quit_desk", "q"),
    Key("desk.palette", "colon", "app.command_palette", ":"),
)
_WITHOUT_ITEM: Final = {"item.undo": "undo", "queue.list": "queue", "desk.quit": "quit"}
#: What is offered when nothing is left, and when the queue cannot be read.
ENDED: Final = tuple(
    key._replace(footer=_WITHOUT_ITEM.get(key.id, ""))
    for key in REVIEW
    if key.id in _WITHOUT_ITEM or key.id == "desk.help"
)
_LOCKED: Final = {"desk.retry": "try_again", "desk.quit": "quit"}
LOCKED: Final = tuple(
    key._replace(footer=_LOCKED.get(key.id, ""))
    for key in REVIEW
    if key.id in _LOCKED or key.id == "desk.help"
)
QUEUE: Final[tuple[Key, ...]] = (
    Key("list.open", "enter", "open", "Enter", "open"),
    Key("list.next", "j,down", "move(1)", "j ↓"),
    Key("list.previous", "k,up", "move(-1)", "k ↑"),
    Key("list.page_down", "space,pagedown", "page(1)", "space"),
    Key("list.page_up", "pageup", "page(-1)", "PgUp"),
    Key("list.first", "home", "end(-1)", "Home"),
    Key("list.last", "end", "end(1)", "End"),
    Key("list.filter", "f,slash", "filter", "f /", "filter"),
    Key("list.refresh", "R", "refresh_list", "R", "refresh"),
    Key("list.back", "escape,Q", "back", "Esc", "back"),
    Key("list.help", "question_mark", "help", "?", "help"),
    Key("list.quit", "q", "quit_desk", "q", "quit"),
)


def bindings(keys: tuple[Key, ...]) -> list[Binding]:
    """Textual's bindings for a table of keys; our own help says what they do."""
    return [
        Binding(key.keys, key.action, show=False, id=key.id, key_display=key.shown) for key in keys
    ]


def footer(keys: tuple[Key, ...]) -> list[tuple[str, str, bool]]:
    """(key, word, whether it decides) for the last line, the five verdicts as one."""
    out = []
    for key in keys:
        if key.id == "claim.supported":
            out.append(("0-4", say("foot.mark_claim"), True))
        elif key.footer:
            out.append((key.shown, say(f"foot.{key.footer}"), key.decides))
    return out
