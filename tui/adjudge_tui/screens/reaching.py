"""Reaching other places: the source of a passage, another item, the list, the clipboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudge_tui.desk.keys import Key
from adjudge_tui.display import cut
from adjudge_tui.screens.base import DeskScreen
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.passages import Link
    from adjudge_tui.desk.session import Session
    from adjudge_tui.desk.views import ClaimView

_SHOWN = 40  # cells of what was copied


class Reaching(DeskScreen):
    """The part of the review screen that leads elsewhere. Nothing here decides anything."""

    session: Session
    link: int

    @property
    def chosen_claim(self) -> ClaimView | None:
        """The claim under the cursor."""
        raise NotImplementedError

    @property
    def links(self) -> Sequence[Link]:
        """Where the chosen claim leads."""
        raise NotImplementedError

    @property
    def chosen_link(self) -> Link | None:
        """The passage that is shown for the chosen claim, if it has any."""
        return self.links[self.link] if self.links else None

    def action_source(self) -> None:
        """Open the document of the passage that is shown, at its place."""
        view = self.session.view
        if view is None or not view.passages:
            return self.session.tell(say("flash.no_item" if view is None else "flash.no_source"))
        from adjudge_tui.screens.source import SourceScreen

        self.app.push_screen(SourceScreen.at_link(self.session, self.chosen_link))
        return None

    def action_go(self) -> None:
        """Go to the item of a number or a case id."""

        def answered(text: str | None) -> None:
            if text is not None and text.strip():
                self.session.go(text.strip())
            else:
                self.session.tell("")

        self.ask(say("prompt.go"), answered)

    def action_filter(self) -> None:
        """Filter the queue: its list, with the question for the filter open."""
        self.hold_keys()  # what is typed is for the field, not for the list
        screen = self.open_queue()
        ask = getattr(screen, "action_filter", None)
        if ask is not None:
            screen.call_after_refresh(ask)

    def open_queue(self) -> DeskScreen:
        """The list of items."""
        raise NotImplementedError

    def action_copy(self) -> None:
        """Copy the claim, its passage, the answer or the id, by the terminal's own clipboard."""
        view = self.session.view
        if view is None:
            return self.session.tell(say("flash.no_item"))
        from adjudge_tui.desk.copying import copies
        from adjudge_tui.widgets.choice import Option

        known = {one.key: one for one in copies(view, self.chosen_claim, self.chosen_link)}

        def chosen(key: str | None) -> None:
            if key is None:
                return self.session.tell("")
            one = known[key]
            self.app.copy_to_clipboard(one.text)
            shown = cut(one.text, _SHOWN)
            return self.session.tell(say("flash.copied", what=one.words, text=shown))

        options = [Option(one.key, one.words) for one in known.values()]
        return self.pick(say("copy.title"), options, chosen)

    # What cannot be done now, and why -------------------------------------------------------------

    def why_not(self, key: Key) -> str:
        """Why a key can do nothing now, in a sentence; empty where it can."""
        from adjudge_tui.desk.possible import Situation, why_not
        from adjudge_tui.desk.suspending import no_suspending

        aside = no_suspending(self.app)
        shown = Situation(bool(self.links), bool(self.hits_shown), self.no_editor, aside)
        return why_not(self.session, key, shown)

    @property
    def hits_shown(self) -> int:
        """How many hits there are to go to."""
        raise NotImplementedError

    @property
    def no_editor(self) -> str:
        """Why no editor can be opened."""
        raise NotImplementedError
