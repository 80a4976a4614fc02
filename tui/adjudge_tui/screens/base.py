"""What the desk's screens share: outcomes from other threads, the last line, the prompt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen

from adjudge_tui.desk.keys import Key, footer, in_footer
from adjudge_tui.desk.rebinding import help_shown, rebound
from adjudge_tui.widgets.line import Line
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.widgets.choice import Option

#: The tone of a word → its style.
TONES: Final = {
    "good": "$success",
    "bad": "bold $error",
    "warn": "bold $warning",
    "muted": "$desk-muted",
}


class Reply(Message):
    """Something that another thread hands to the interface."""

    def __init__(self, callback: Callable[[], None]) -> None:
        super().__init__()
        self.callback = callback


def outdated(screen: Screen[Any], event: Resize) -> bool:
    """Whether a resize needs no acting upon: it is not that of the window, or came before.

    A screen that is laid out for a size sends itself that size again. With two sizes under way
    and anything between them in its inbox, each would bring back the other for ever, and the
    inbox would never be empty, so that nothing else got a turn: no key, no first item.
    """
    if event.size == screen.app.size and event.size != getattr(screen, "laid_out", None):
        return False
    event.prevent_default()
    return True


class DeskScreen(Screen[object]):
    """A screen with a last line for keys and messages."""

    KEYS: Sequence[Key] = ()
    #: The size that the screen was last laid out for; it then sends itself that size once more.
    laid_out: Size | None = None

    @property
    def too_small(self) -> bool:
        """Below the size at which one can see what one decides."""
        return self.size.width < 60 or self.size.height < 16

    async def fit(self, size: Size) -> None:
        """Fold for `size` before the layout, which would else be made twice; it is painted after.

        Textual sets the classes of the breakpoints when everything is laid out and painted. In
        between the event loop gets a turn, so that no key waits for all of it.
        """
        self.laid_out = size
        batch = self.app.batch_update()
        batch.__enter__()

        async def laid_out() -> None:
            await asyncio.sleep(0)
            batch.__exit__(None, None, None)

        self.call_later(laid_out)
        classes: dict[str, bool] = {}
        for points, length in (
            (self.HORIZONTAL_BREAKPOINTS, size.width),
            (self.VERTICAL_BREAKPOINTS, size.height),
        ):
            reached = [name for least, name in points or () if length >= least]
            classes |= {name: name in reached[-1:] for _, name in points or ()}
        self.update_classes(classes, animate=False)
        await asyncio.sleep(0)

    def post(self, callback: Callable[[], None]) -> None:
        """Run `callback` on the interface's side; may be called from any thread."""
        self.post_message(Reply(callback))

    def on_reply(self, message: Reply) -> None:
        """Run what came from another thread."""
        message.stop()
        message.callback()

    def ask(
        self,
        label: str,
        answered: Callable[[str | None], None],
        *,
        value: str = "",
        changed: Callable[[str], None] | None = None,
    ) -> None:
        """Ask for one line of text in the place of the last line; `changed` hears each letter."""
        from adjudge_tui.widgets.prompt import Prompt

        if not self.query("#prompt"):
            done = self._last_line_given(answered)
            self.mount(Prompt(label, done, value=value, changed=changed))

    def pick(
        self, title: str, options: Sequence[Option], chosen: Callable[[str | None], None]
    ) -> None:
        """Let one of a few be chosen by its key, in the place of the last line."""
        from adjudge_tui.widgets.choice import Choice

        if not self.query("#choice, #prompt"):
            self.mount(Choice(title, options, self._last_line_given(chosen)))

    def _last_line_given(
        self, answered: Callable[[str | None], None]
    ) -> Callable[[str | None], None]:
        """Give the last line's place to a field, for which keys are kept until it is there.

        The answer is to be given to what comes back: it puts the line and the focus back first.
        """
        keys, came_from = self.query_one("#keys"), self.focused
        keys.display = False
        self.hold_keys()

        def done(text: str | None) -> None:
            keys.display = True
            if came_from is not None and came_from.is_attached:
                came_from.focus()
            answered(text)

        return done

    def hold_keys(self) -> None:
        """Keep what is typed from now on for the field that is on its way."""
        hold = getattr(self.app, "hold_keys", None)
        if hold is not None:
            hold()

    @property
    def help_key(self) -> str:
        """The key that shows the keys, as the last line names it."""
        return help_shown(self.KEYS, getattr(self.app, "rebinding", {}))

    def action_help(self) -> None:
        """The keys."""
        from adjudge_tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(tuple(self.KEYS), getattr(self, "why_not", None)))

    def last_line(
        self,
        flash: str,
        *,
        alarm: bool = False,
        keys: Sequence[Key] = (),
        decide: bool = True,
        why_not: Callable[[Key], str] | None = None,
    ) -> None:
        """Draw the last line: what happened, then as many keys as there is room for, then help.

        Keys that can do nothing now (`why_not` gives a reason) are greyed.
        """
        offered = rebound(tuple(keys), getattr(self.app, "rebinding", {}))
        idle = {key.shown for key in in_footer(offered) if why_not is not None and why_not(key)}
        width = max(1, self.size.width - 2)
        pieces: list[tuple[str, str]] = []
        used = 0
        if flash:
            pieces.append((flash, "bold $error" if alarm else "bold $foreground"))
            used = cell_len(flash)
        asks = self.help_key
        last = f"{asks} {say('foot.help')}"
        for key, word, decides in footer(offered):
            if key == asks:
                continue
            gap = "" if not used else "   " if used == cell_len(flash) else "  "
            cells = len(gap) + cell_len(f"{key} {word}")
            if used + cells + 2 + cell_len(last) > width:
                break
            dim = key in idle or (decides and not decide)
            pieces.append((gap, ""))
            pieces.append((key, "$desk-muted" if dim else "bold $primary"))
            pieces.append((f" {word}", "$desk-muted"))
            used += cells
        if used + 2 + cell_len(last) <= width:
            more = f" {say('foot.help')}"
            pieces += [("  ", ""), (asks, "bold $primary"), (more, "$desk-muted")]
        self.query_one("#keys", Line).put(pieces)
