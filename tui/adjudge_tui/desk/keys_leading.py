"""The keys of a lead's screens: adjudicate, audit, calibration."""

from __future__ import annotations

from typing import Final

from adjudge_tui.desk.key import Key

ADJUDICATE: Final[tuple[Key, ...]] = (
    Key("settle.first", "1", "take(0)", "1", "first", decides=True),
    Key("settle.second", "2", "take(1)", "2", "second", decides=True),
    Key("settle.approve", "a", "approve", "a", "approve", decides=True),
    Key("settle.block", "b", "block", "b", "block", decides=True),
    Key("settle.relabel", "r", "relabel", "r", "own", decides=True),
    Key("settle.undo", "u,ctrl+z", "undo", "u ^z", "undo"),
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
#: A lead's own word on what differs, in the place of the last line of that screen.
OWN: Final[tuple[Key, ...]] = (
    Key("own.supported", "1", "pick('supported')", "1", decides=True),
    Key("own.partial", "2", "pick('partial')", "2", decides=True),
    Key("own.not_mentioned", "3", "pick('not_mentioned')", "3", decides=True),
    Key("own.contradicted", "4", "pick('contradicted')", "4", decides=True),
    Key("own.undetermined", "0", "pick('undetermined')", "0", decides=True),
    Key("own.first", "left,h", "side(0)", "← h", decides=True),
    Key("own.second", "right,l", "side(1)", "→ l", decides=True),
    Key("own.faithful", "f", "say('faithful')", "f", decides=True),
    Key("own.unfaithful", "n", "say('unfaithful')", "n", decides=True),
    Key("own.open", "x", "say('')", "x", decides=True),
    Key("own.submit", "r", "submit", "r", decides=True),
    Key("own.edit", "e", "edit", "e"),
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
