"""The keys, in one table: bindings (with ids, so that they can be rebound), footer and help."""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.binding import Binding

from adjudge_tui.wording.strings import say


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
    Key("item.redo", "U", "redo", "U", decides=True),
    Key("item.skip", "s", "skip", "s", "skip", decides=True),
    Key("item.wait", "w", "wait", "w", decides=True),
    Key("item.escalate", "e", "escalate", "e", decides=True),
    Key("item.reason", "B", "reason", "B"),
    Key("item.missing", "m", "missing", "m"),
    Key("item.comment", "c", "comment", "c"),
    Key("item.editor", "C", "editor", "C"),
    Key("claim.next", "j,down", "claim(1)", "j ↓"),
    Key("claim.previous", "k,up", "claim(-1)", "k ↑"),
    Key("link.next", "full_stop", "link(1)", "."),
    Key("link.previous", "comma", "link(-1)", ","),
    Key("show.source", "enter", "source", "Enter"),
    Key("evidence.down", "J", "scroll(1)", "J"),
    Key("evidence.up", "K", "scroll(-1)", "K"),
    Key("evidence.page_down", "space,pagedown", "page(1)", "space"),
    Key("evidence.page_up", "pageup", "page(-1)", "PgUp"),
    Key("item.next", "right_square_bracket", "browse(1)", "]"),
    Key("item.previous", "left_square_bracket", "browse(-1)", "["),
    Key("item.go", "g", "go", "g"),
    Key("queue.list", "Q", "queue", "Q", "queue"),
    Key("lead.adjudicate", "A", "adjudicate", "A"),
    Key("lead.audit", "L", "audit", "L"),
    Key("lead.calibration", "M", "calibration", "M"),
    Key("queue.filter", "f", "filter", "f"),
    Key("find.ask", "slash", "find", "/", "find"),
    Key("find.next", "n", "hit(1)", "n"),
    Key("find.previous", "N", "hit(-1)", "N"),
    Key("show.opinion", "i", "details('opinion')", "i", "more"),
    Key("judge.reveal", "v", "reveal", "v"),
    Key("show.gates", "o", "details('gates')", "o"),
    Key("show.copy", "y", "copy", "y"),
    Key("show.zoom", "z", "zoom", "z"),
    Key("pane.next", "tab", "app.focus_next", "Tab"),
    Key("pane.previous", "shift+tab", "app.focus_previous", "⇧Tab"),
    Key("show.theme", "t", "theme", "t"),
    Key("desk.retry", "R", "retry", "R"),
    Key("desk.back", "escape", "back", "Esc"),
    Key("desk.help", "question_mark", "help", "?", "help"),
    Key("desk.quit", "q", "quit_desk", "q"),
    Key("desk.palette", "colon,ctrl+p", "app.command_palette", ": ^p"),
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
    Key("list.filter", "f", "filter", "f", "filter"),
    Key("list.search", "slash", "search", "/", "search"),
    Key("list.views", "v", "views", "v", "views"),
    Key("list.save_view", "S", "save_view", "S"),
    Key("list.mark", "x", "mark", "x", "mark"),
    Key("list.mark_all", "X", "mark_all", "X"),
    Key("list.bulk", "B", "bulk", "B", "act"),
    Key("list.refresh", "R", "refresh_list", "R", "refresh"),
    Key("lead.adjudicate", "A", "adjudicate", "A"),
    Key("lead.audit", "L", "audit", "L"),
    Key("lead.calibration", "K,M", "calibration", "K M"),
    Key("list.golden", "G", "golden", "G"),
    Key("list.back", "escape,Q", "back", "Esc", "back"),
    Key("list.help", "question_mark", "help", "?", "help"),
    Key("list.quit", "q", "quit_desk", "q", "quit"),
)

SOURCE: Final[tuple[Key, ...]] = (
    Key("source.next", "j,down", "element(1)", "j ↓", "element"),
    Key("source.previous", "k,up", "element(-1)", "k ↑"),
    Key("source.cited", "n", "next(1)", "n", "cited"),
    Key("source.cited_back", "N", "next(-1)", "N"),
    Key("source.link", "full_stop", "cited(1)", "."),
    Key("source.link_back", "comma", "cited(-1)", ","),
    Key("source.down", "J", "scroll(1)", "J"),
    Key("source.up", "K", "scroll(-1)", "K"),
    Key("source.page_down", "space,pagedown", "page(1)", "space"),
    Key("source.page_up", "pageup", "page(-1)", "PgUp"),
    Key("source.leaf", "right_square_bracket", "leaf(1)", "]", "leaf"),
    Key("source.leaf_back", "left_square_bracket", "leaf(-1)", "["),
    Key("source.first", "home", "end(-1)", "Home"),
    Key("source.last", "end", "end(1)", "End"),
    Key("source.find", "slash", "find", "/", "find"),
    Key("source.copy", "y", "copy", "y", "copy"),
    Key("source.back", "escape", "back", "Esc", "back"),
    Key("source.help", "question_mark", "help", "?", "help"),
    Key("source.quit", "q", "quit_desk", "q", "quit"),
)

GOLDEN: Final[tuple[Key, ...]] = (
    Key("golden.open", "enter", "open", "Enter", "open"),
    Key("golden.next", "j,down", "move(1)", "j ↓"),
    Key("golden.previous", "k,up", "move(-1)", "k ↑"),
    Key("golden.page_down", "space,pagedown", "page(1)", "space"),
    Key("golden.page_up", "pageup", "page(-1)", "PgUp"),
    Key("golden.first", "home", "end(-1)", "Home"),
    Key("golden.last", "end", "end(1)", "End"),
    Key("golden.diff", "d", "diff", "d", "diff"),
    Key("golden.coverage", "c", "coverage", "c", "coverage"),
    Key("golden.create", "plus", "create(False)", "+", "freeze"),
    Key("golden.create_all", "asterisk", "create(True)", "*"),
    Key("golden.withdraw", "w", "withdraw", "w", "withdraw"),
    Key("golden.refresh", "R", "refresh_list", "R", "refresh"),
    Key("golden.back", "escape", "back", "Esc", "back"),
    Key("golden.help", "question_mark", "help", "?", "help"),
    Key("golden.quit", "q", "quit_desk", "q", "quit"),
)

ADJUDICATE: Final[tuple[Key, ...]] = (
    Key("settle.first", "1", "take(0)", "1", "first", decides=True),
    Key("settle.second", "2", "take(1)", "2", "second", decides=True),
    Key("settle.approve", "a", "approve", "a", "approve", decides=True),
    Key("settle.block", "b", "block", "b", "block", decides=True),
    Key("settle.relabel", "r", "relabel", "r", "own", decides=True),
    Key("settle.undo", "u", "undo", "u", "undo"),
    Key("settle.item_next", "right_square_bracket", "browse(1)", "]", "next_item"),
    Key("settle.item_previous", "left_square_bracket", "browse(-1)", "["),
    Key("settle.next", "j,down", "point(1)", "j ↓", "difference"),
    Key("settle.previous", "k,up", "point(-1)", "k ↑"),
    Key("settle.down", "J,space,pagedown", "scroll(1)", "space"),
    Key("settle.up", "K,pageup", "scroll(-1)", "PgUp"),
    Key("settle.comment", "c", "comment", "c"),
    Key("settle.open", "o,enter", "open", "Enter", "open"),
    Key("settle.retry", "R", "retry", "R"),
    Key("settle.back", "escape", "back", "Esc", "back"),
    Key("settle.help", "question_mark", "help", "?", "help"),
    Key("settle.quit", "q", "quit_desk", "q"),
    Key("settle.palette", "colon", "app.command_palette", ":"),
)

AUDIT: Final[tuple[Key, ...]] = (
    Key("audit.open", "enter", "open", "Enter", "open"),
    Key("audit.events", "e", "part('events')", "e", "events"),
    Key("audit.of_item", "i", "of_item", "i", "of_item"),
    Key("audit.stale", "s", "part('stale')", "s", "stale"),
    Key("audit.figures", "f", "part('figures')", "f", "figures"),
    Key("audit.verify", "v", "verify", "v", "verify"),
    Key("audit.proof", "p", "proof", "p", "proof"),
    Key("audit.item", "o", "open_item", "o", "item"),
    Key("audit.next", "j,down", "move(1)", "j ↓"),
    Key("audit.previous", "k,up", "move(-1)", "k ↑"),
    Key("audit.page_down", "space,pagedown", "page(1)", "space"),
    Key("audit.page_up", "pageup", "page(-1)", "PgUp"),
    Key("audit.first", "home", "end(-1)", "Home"),
    Key("audit.last", "end", "end(1)", "End"),
    Key("audit.step", "right_square_bracket", "step(1)", "]"),
    Key("audit.step_back", "left_square_bracket", "step(-1)", "["),
    Key("audit.refresh", "R", "refresh_list", "R"),
    Key("audit.back", "escape", "back", "Esc", "back"),
    Key("audit.help", "question_mark", "help", "?", "help"),
    Key("audit.quit", "q", "quit_desk", "q"),
    Key("audit.palette", "colon", "app.command_palette", ":"),
)

CALIBRATION: Final[tuple[Key, ...]] = (
    Key("calib.open", "enter", "open", "Enter", "look"),
    Key("calib.differ", "d", "differ", "d", "differ"),
    Key("calib.judge", "w", "choose('judges')", "w", "judge"),
    Key("calib.set", "s", "choose('sets')", "s", "set"),
    Key("calib.section", "right_square_bracket", "section(1)", "]", "section"),
    Key("calib.back", "escape", "back", "Esc", "back"),
    Key("calib.section_back", "left_square_bracket", "section(-1)", "["),
    Key("calib.way", "r", "way", "r", "reading"),
    Key("calib.split", "p", "split", "p", "side"),
    Key("calib.costs", "c", "costs", "c", "costs"),
    Key("calib.step", "n", "step(1)", "n"),
    Key("calib.step_back", "N", "step(-1)", "N"),
    Key("calib.item", "o", "item", "o"),
    Key("calib.next", "j,down", "move(1)", "j ↓"),
    Key("calib.previous", "k,up", "move(-1)", "k ↑"),
    Key("calib.down", "J", "scroll(1)", "J"),
    Key("calib.up", "K", "scroll(-1)", "K"),
    Key("calib.page_down", "space,pagedown", "page(1)", "space"),
    Key("calib.page_up", "pageup", "page(-1)", "PgUp"),
    Key("calib.first", "home", "end(-1)", "Home"),
    Key("calib.last", "end", "end(1)", "End"),
    Key("calib.refresh", "R", "refresh_list", "R"),
    Key("calib.help", "question_mark", "help", "?", "help"),
    Key("calib.quit", "q", "quit_desk", "q"),
    Key("calib.palette", "colon", "app.command_palette", ":"),
)
LOOK: Final[tuple[Key, ...]] = (
    Key("look.next", "n,right_square_bracket", "step(1)", "n ]", "next_differ"),
    Key("look.previous", "N,left_square_bracket", "step(-1)", "N ["),
    Key("look.claim", "j,down", "claim(1)", "j ↓", "claim"),
    Key("look.claim_back", "k,up", "claim(-1)", "k ↑"),
    Key("look.down", "J", "scroll(1)", "J"),
    Key("look.up", "K", "scroll(-1)", "K"),
    Key("look.page_down", "space,pagedown", "page(1)", "space"),
    Key("look.page_up", "pageup", "page(-1)", "PgUp"),
    Key("look.item", "o", "item", "o", "on_desk"),
    Key("look.back", "escape", "back", "Esc", "back"),
    Key("look.help", "question_mark", "help", "?", "help"),
    Key("look.quit", "q", "quit_desk", "q"),
    Key("look.palette", "colon", "app.command_palette", ":"),
)

VIEWS: Final[tuple[Key, ...]] = (
    Key("views.open", "enter", "open", "Enter", "open"),
    Key("views.next", "j,down", "move(1)", "j ↓"),
    Key("views.previous", "k,up", "move(-1)", "k ↑"),
    Key("views.drop", "d", "drop", "d", "drop"),
    Key("views.undo", "u", "undo", "u", "undo"),
    Key("views.back", "escape", "back", "Esc", "back"),
    Key("views.help", "question_mark", "help", "?", "help"),
    Key("views.quit", "q", "quit_desk", "q", "quit"),
)
HITS: Final[tuple[Key, ...]] = (
    Key("hits.open", "enter", "open", "Enter", "open"),
    Key("hits.next", "j,down,n", "move(1)", "j n ↓", "next_hit"),
    Key("hits.previous", "k,up,N", "move(-1)", "k N ↑"),
    Key("hits.page_down", "space,pagedown,J", "page(1)", "space"),
    Key("hits.page_up", "pageup,K", "page(-1)", "PgUp"),
    Key("hits.first", "home", "end(-1)", "Home"),
    Key("hits.last", "end", "end(1)", "End"),
    Key("hits.search", "slash", "search", "/", "search"),
    Key("hits.back", "escape", "back", "Esc", "back"),
    Key("hits.help", "question_mark", "help", "?", "help"),
    Key("hits.quit", "q", "quit_desk", "q", "quit"),
)


def bindings(keys: tuple[Key, ...]) -> list[Binding]:
    """Textual's bindings for a table of keys; our own help says what they do."""
    return [
        Binding(key.keys, key.action, show=False, id=key.id, key_display=key.shown) for key in keys
    ]


def footer(keys: tuple[Key, ...]) -> list[tuple[str, str, bool]]:
    """(key, word, whether it decides) for the last line, the five verdicts as one."""
    return [(key.shown, say(f"foot.{key.footer}"), key.decides) for key in in_footer(keys)]


def in_footer(keys: tuple[Key, ...]) -> list[Key]:
    """The keys of the last line, the five verdicts as one."""
    out = []
    marks = "".join(key.shown for key in keys if key.id.startswith("claim.") and key.decides)
    for key in keys:
        if key.id == "claim.supported":
            shown = "0-4" if marks == "12340" else marks
            out.append(key._replace(shown=shown, footer="mark_claim"))
        elif key.footer:
            out.append(key)
    return out
