"""The review desk as a Textual app, and whether there is a terminal to show it in."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from textual.app import SystemCommand
from textual.driver import Driver
from textual.screen import Screen

from adjudge_engine.errors import QueueError
from adjudge_queue.records import Filter, Order
from adjudge_tui.desk.blinding import Blinding, blind_filter, tells_verdict
from adjudge_tui.desk.desk_settings import DeskSettings, desk_settings
from adjudge_tui.desk.keeping import Keeper, kept_path
from adjudge_tui.desk.keys import REVIEW, bindings
from adjudge_tui.desk.rebinding import keymap, rebound
from adjudge_tui.desk.theme import DARK, FEW, LIGHT, ORDER, fallback
from adjudge_tui.desk.type_ahead import TypeAhead
from adjudge_tui.display import one_line
from adjudge_tui.screens.review import ReviewScreen
from adjudge_tui.wording.strings import language_of, name_keys, say, speak

#: So many new objects are looked through for garbage at once: a few milliseconds.
_GARBAGE: Final = 5_000


class ReviewApp(TypeAhead):
    """The desk of one reviewer at one file."""

    CSS_PATH = "desk.tcss"
    TITLE = "Adjudge"
    ENABLE_COMMAND_PALETTE = True
    #: On every screen; which key it is stands with the others (`keys.REVIEW`).
    BINDINGS: ClassVar = [key for key in bindings(REVIEW) if key.id == "desk.suspend"]
    #: Whether what stands on the first screen is left out when memory is looked through.
    calm = False
    #: The registry of sources, for the source screen; None: only what is stored with an item.
    sources: Path | None = None

    def __init__(
        self,
        path: Path,
        reviewer: str,
        where: Filter | None = None,
        *,
        blinding: Blinding | None = None,
        keeper: Keeper | None = None,
        settings: DeskSettings | None = None,
    ) -> None:
        super().__init__()
        settings = settings or DeskSettings()
        #: The reviewer's own keys, by the ids of `keys`.
        self.rebinding = settings.keys
        name_keys(self.rebinding)
        self.desk = ReviewScreen(path, reviewer, where, blinding=blinding, keeper=keeper)
        self.desk.session.key_names = {
            name.removeprefix("item."): shown[0] for name, shown in self.rebinding.items()
        }
        self.desk.session.reasons = settings.reasons
        self.desk.session.reason_demanded = settings.reason_demanded
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        if "TEXTUAL_THEME" not in os.environ:
            kept = self.desk.session.kept.theme
            self.theme = kept if kept in ORDER else DARK.name

    def get_driver_class(self) -> type[Driver]:
        """Textual's choice; on a terminal of Unix one that goes on after any stop."""
        found = super().get_driver_class()
        if found.__module__ != "textual.drivers.linux_driver":
            return found
        from adjudge_tui.desk.continuing import ContinuingDriver

        return ContinuingDriver

    def on_mount(self) -> None:
        """Take the reviewer's own keys up."""
        # A terminal that was given back and taken again shows nothing of what was there before.
        self.app_resume_signal.subscribe(self, lambda _: self.screen.refresh())
        if self.rebinding:
            self.set_keymap(keymap(self.rebinding))

    def on_unmount(self) -> None:
        """Whoever comes next may have other keys."""
        name_keys({})

    def first_painted(self) -> None:
        """The first item is on the screen.

        What has been made until then, modules and widgets, lives as long as the desk: looking
        through it for garbage would hold a key up for some 60 ms now and then. What is made later
        is looked through between keys, a little at a time; most is given back without any search.
        """
        if self.calm:
            gc.freeze()
            gc.set_threshold(20 * _GARBAGE, 10, 1_000)  # where there is no pause at all
            self.set_interval(0.25, self._tidy)

    def _tidy(self) -> None:
        young, middle, _ = gc.get_count()
        if young > _GARBAGE:
            gc.collect(1 if middle >= 10 else 0)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The screen's commands by name. Those that decide are left out: Enter never decides."""
        why_not = getattr(screen, "why_not", None)
        for key in rebound(tuple(getattr(screen, "KEYS", ())), self.rebinding):
            if not key.decides and key.id != "desk.palette":
                why = why_not(key) if why_not is not None else ""
                note = f"{key.shown} · {say('help.why_not', why=why)}" if why else key.shown
                yield SystemCommand(key.help, note, partial(screen.run_action, key.action))

    def action_command_palette(self) -> None:
        """The commands."""
        from textual.command import CommandPalette

        from adjudge_tui.widgets.palette import Palette

        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            words = say("palette.find")
            self.hold_keys()
            self.push_screen(Palette(id="--command-palette", placeholder=words))

    def action_suspend_process(self) -> None:
        """Put the desk aside, where a shell can bring it back."""
        from adjudge_tui.desk.suspending import no_suspending, suspend

        why = no_suspending(self)
        if why:
            self.desk.session.tell(why)
        else:
            suspend(self)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own names for colours, for themes that do not have them."""
        return fallback(self.current_theme)

    def get_default_screen(self) -> ReviewScreen:
        """The review screen is where everything begins."""
        return self.desk


def few_colours(app: ReviewApp) -> bool:
    """Whether the terminal has sixteen colours, in which ours would all be greys.

    A theme that was chosen stands.
    """
    console = app.console
    chosen = app.desk.session.kept.theme in ORDER or "TEXTUAL_THEME" in os.environ
    return not chosen and not console.no_color and console.color_system == "standard"


def terminal_problem() -> str | None:
    """Why the desk cannot be shown here, naming the plain commands; None if it can."""
    speak(language_of())
    term = os.environ.get("TERM", "")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return say("terminal.none")
    if term == "dumb":
        return say("terminal.dumb", term=one_line(term))
    return None


def run_review(
    db: Path,
    *,
    reviewer: str,
    where: Filter | None = None,
    mouse: bool = True,
    blind: bool = False,
    order: Order = "priority",
    language: str | None = None,
    sources: Path | None = None,
) -> int:
    """Open the desk on the queue `db` until the reviewer quits; the exit code.

    `blind` hides the judge of every item until the first word on it. `order`: in which one items
    come. `language` is `en` or `ja`; else `[desk] language` of adjudge.toml counts, then the
    environment. `sources` is the registry whose documents can be opened; else `[desk] sources`.
    Whatever ends it, the item at hand is given back. Call `terminal_problem` first. Raises
    QueueError for settings that cannot be used, and where a blind sitting is asked to follow
    what the judge said.
    """
    settings = desk_settings(db)
    speak(language_of(language, settings.language))
    blinding = settings.blinding(whole=blind, by=order)
    if blinding.all:
        if order == "informative":
            raise QueueError(say("queue.blind_order"))
        if tells_verdict(where):
            raise QueueError(say("queue.blind_filter"))
        where = blind_filter(where)
    keeper = Keeper(kept_path(db, reviewer))
    app = ReviewApp(db, reviewer, where, blinding=blinding, keeper=keeper, settings=settings)
    app.calm = True
    if few_colours(app):
        app.theme = FEW
    app.sources = sources or (Path(settings.sources) if settings.sources else None)
    try:
        code = app.run(mouse=mouse)
    finally:
        app.desk.session.close()
    return app.return_code or code or 0
