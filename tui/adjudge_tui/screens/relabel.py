"""The relabel panel: the answer's label, a corrected answer, what is missing, criteria, reasons.

The key that opens it goes past it where what is marked or written is enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from textual.message import Message

from adjudge_tui.desk.drafting import to_correct
from adjudge_tui.desk.keys import PANEL
from adjudge_tui.desk.labels import criteria_of
from adjudge_tui.desk.taking_back import reason_said
from adjudge_tui.display import one_line
from adjudge_tui.screens.base import DeskScreen
from adjudge_tui.screens.handing import Handing
from adjudge_tui.widgets.focus import take_focus
from adjudge_tui.widgets.keypanel import KeyPanel, argument
from adjudge_tui.widgets.line import Line
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudge_tui.desk.session import Session

_LOOKS: Final = frozenset({"claim(1)", "claim(-1)", "scroll(1)", "scroll(-1)"})


class RelabelPanel(KeyPanel):
    """What is written so far, one row each, and the keys."""

    KEYS = PANEL
    LOOKS = _LOOKS

    class Said(Message):
        """A label was chosen; None is undetermined."""

        def __init__(self, value: str | None) -> None:
            super().__init__()
            self.value = value

    class Part(Message):
        """A part is wanted: `answer`, `missing`, `criteria`, `reasons`, or `submit`."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class Left(Message):
        """The panel is left without a label."""

    def __init__(self, rows: Sequence[str]) -> None:
        super().__init__("relabel")
        self._rows = tuple(rows)

    def ready(self) -> None:
        """Show what is written, then which keys there are; they act from now on."""
        self.offer(self._rows)

    def offer(self, rows: Sequence[str]) -> None:
        """Show these rows, and act on keys from now on."""
        self._rows, self.waits = tuple(rows), False
        lines = list(self.query(Line))
        for number in range(len(lines), len(rows)):
            line = Line(f"offer-{number}")
            lines.append(line)
            self.mount(line)
        for number, line in enumerate(lines):
            line.display = number < len(rows)
            if line.display:
                bold = number >= len(rows) - 2
                line.put([(" " + rows[number], "bold" if bold else "")])
        self.styles.height = len(rows)

    def act(self, action: str) -> None:
        """A label, a part, or leave; a key that comes at once is not for the panel."""
        name, value = argument(action)
        if name == "part" and value != "submit":
            cast(DeskScreen, self.screen).hold_keys()  # what follows is for its field
        self.waits = True
        if name == "said":
            self.post_message(self.Said(value or None))
        else:
            self.post_message(self.Part(value) if name == "part" else self.Left())


class Relabel(Handing):
    """The part of the review screen that labels."""

    session: Session

    def action_relabel(self) -> None:
        """Submit what is marked, or ask for the label where that does not settle it."""
        if self._may_decide() and not self.session.relabel() and not self.query(RelabelPanel):
            self.query_one("#keys").display = False
            self.hold_keys()
            self.mount(RelabelPanel(self._rows))

    def close_relabel(self) -> None:
        """Take the panel away; what was written is kept for the item."""
        if not self.query(RelabelPanel):
            return
        self.query(RelabelPanel).remove()
        self.query_one("#keys").display = True
        self.query_one("#claims").focus()

    def on_relabel_panel_said(self, message: RelabelPanel.Said) -> None:
        """Submit the chosen label with all that is marked and written."""
        self.close_relabel()
        self.session.relabel_as(message.value)

    def on_relabel_panel_left(self) -> None:
        """Nothing was decided."""
        self.close_relabel()

    def on_relabel_panel_part(self, message: RelabelPanel.Part) -> None:
        """Write a part, the panel waits; or submit what is written."""
        if message.name == "submit":
            if self.session.written:
                self.close_relabel()
                self.session.relabel()
            else:
                self._back()
            return
        for panel in self.query(RelabelPanel):
            panel.display = False
            getattr(self, f"_ask_{message.name}")()

    # The parts ----------------------------------------------------------------------------------

    def _back(self) -> None:
        """The panel again, with what has been written."""
        for panel in self.query(RelabelPanel):
            self.query_one("#keys").display = False
            panel.display = True
            panel.offer(self._rows)
            take_focus(panel)

    def _ask_answer(self) -> None:
        before, view = self._corrected, self.session.view
        begun = to_correct(view.answer_to_edit, before) if view else before

        def answered(text: str | None) -> None:
            self.session.correct(before if text is None else text)
            self._back()

        self.ask(say("prompt.corrected"), answered, value=begun, changed=self.session.correct)

    def _ask_missing(self) -> None:
        self.ask_missing(self._back)

    def _ask_criteria(self) -> None:
        before = self.session.valued

        def answered(text: str | None) -> None:
            bad = "" if text is None else self._wrong(text)
            self.session.value(before if text is None or bad else text)
            self._back()
            if bad:
                self.session.tell(bad, alarm=True)

        self.ask(say("prompt.criteria"), answered, value=before)

    def _wrong(self, text: str) -> str:
        """What is wrong with a line of criteria, in a sentence; empty where nothing is."""
        try:
            criteria_of(text)
        except ValueError as error:
            return say("relabel.bad_criteria", text=one_line(str(error))[:60])
        return ""

    def _ask_reasons(self) -> None:
        from adjudge_tui.widgets.choice import Option

        known = {str(place): code for place, code in enumerate(self.session.reasons, 1)}

        def chosen(key: str | None) -> None:
            if key is not None:
                self.session.reason(known[key])
            self._back()

        options = [Option(key, reason_said(code)) for key, code in known.items()]
        self.pick(say("relabel.why"), options, chosen)

    @property
    def _corrected(self) -> str:
        view = self.session.view
        return self.session.corrected.get(view.item_id, "") if view else ""

    @property
    def _rows(self) -> list[str]:
        session = self.session
        codes = ", ".join(map(reason_said, session.coded))
        written = (
            ("relabel.corrected", {"text": one_line(self._corrected)}),
            ("relabel.missing", {"what": one_line("; ".join(session.omitted))}),
            ("relabel.criteria", {"what": one_line(session.valued)}),
            ("relabel.reasons", {"what": codes}),
        )
        rows = [say(key, **value) for key, value in written if any(value.values())]
        offer = "prompt.relabel_edited" if self._corrected else "prompt.relabel"
        more = "relabel.more_submit" if session.written else "relabel.more"
        return [*rows, say(offer), say(more)]
