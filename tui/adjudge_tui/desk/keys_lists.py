"""The keys of the screens that list or show: queue, views, hits, golden sets, a document."""

from __future__ import annotations

from typing import Final

from adjudge_tui.desk.key import Key

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

VIEWS: Final[tuple[Key, ...]] = (
    Key("views.open", "enter", "open", "Enter", "open"),
    Key("views.next", "j,down", "move(1)", "j ↓"),
    Key("views.previous", "k,up", "move(-1)", "k ↑"),
    Key("views.drop", "d", "drop", "d", "drop"),
    Key("views.undo", "u,ctrl+z", "undo", "u ^z", "undo"),
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
