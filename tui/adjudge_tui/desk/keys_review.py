"""The keys of the review screen and of what stands in the place of its last line."""

from __future__ import annotations

from typing import Final

from adjudge_tui.desk.key import Key

REVIEW: Final[tuple[Key, ...]] = (
    Key("item.approve", "a", "approve", "a", "approve", decides=True),
    Key("item.block", "b", "block", "b", "block", decides=True),
    Key("item.relabel", "r", "relabel", "r", "relabel", decides=True),
    Key("claim.supported", "1", "verdict('supported')", "1", decides=True),
    Key("claim.partial", "2", "verdict('partial')", "2", decides=True),
    Key("claim.not_mentioned", "3", "verdict('not_mentioned')", "3", decides=True),
    Key("claim.contradicted", "4", "verdict('contradicted')", "4", decides=True),
    Key("claim.undetermined", "0", "verdict('undetermined')", "0", decides=True),
    Key("item.undo", "u,ctrl+z", "undo", "u ^z", "undo"),
    Key("item.redo", "U,ctrl+y", "redo", "U ^y", decides=True),
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
    Key("desk.suspend", "ctrl+backslash", "app.suspend_process", "^\\"),
)
#: The relabel panel's own keys: nothing else decides while it is there.
PANEL: Final[tuple[Key, ...]] = (
    Key("panel.faithful", "f", "said('faithful')", "f", decides=True),
    Key("panel.unfaithful", "n", "said('unfaithful')", "n", decides=True),
    Key("panel.undetermined", "0", "said('')", "0", decides=True),
    Key("panel.submit", "r", "part('submit')", "r", decides=True),
    Key("panel.answer", "e", "part('answer')", "e"),
    Key("panel.missing", "m", "part('missing')", "m"),
    Key("panel.criteria", "c", "part('criteria')", "c"),
    Key("panel.reasons", "w", "part('reasons')", "w"),
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
