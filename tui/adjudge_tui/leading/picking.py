"""The items on which two differ, the one at hand, and a lead's own words on it; free of Textual."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.desk.drafting import is_as_it_was
from adjudge_tui.desk.said import verdict_said
from adjudge_tui.leading.differing import Difference
from adjudge_tui.leading.pairs import Pair, read_list, read_pair
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session


@dataclass(slots=True)
class Picking:
    """The items on which two differ, and the one at hand. `show` is called when that changes.

    `lead` is None until it is known whether the reviewer is one. `picks` holds, by item and place
    of the difference, the lead's own words; `settled` what was decided here, in that order.
    """

    session: Session
    show: Callable[[], None]
    lead: bool | None = None
    numbers: Sequence[int] = ()
    item: int | None = None
    pair: Pair | None = None
    cursor: int = 0
    problem: str = ""
    flash: str = ""
    alarm: bool = False
    busy: bool = False
    settled: dict[int, str] = field(default_factory=dict)
    changed: set[int] = field(default_factory=set)
    picks: dict[int, dict[int, Any]] = field(default_factory=dict)
    _shown_at: float = 0.0
    _last_key: tuple[str, float] = ("", 0.0)

    # Reading ------------------------------------------------------------------------------------

    def start(self, at: int | None = None, flash: str = "") -> None:
        """Read the list; begin with item `at` where two differ on it, else with the first."""
        reviewer, order = self.session.reviewer, self.session.blinding.order

        def done(ids: array[int] | None) -> None:
            self.lead, self.problem = ids is not None, ""
            self.numbers = ids or ()
            self.settled = {one: word for one, word in self.settled.items() if one in self.numbers}
            wanted = at if at is not None and at in self.numbers else self._unsettled(0)
            self.open(wanted, flash)

        self.session.reader.submit(lambda q: read_list(q, reviewer, order, at), done, self._failed)

    def open(self, item_id: int | None, flash: str = "") -> None:
        """Put one item of the list before the lead; None: nothing is left."""
        self.item, self.pair, self.cursor = item_id, None, 0
        if item_id is None:
            return self.tell(flash)
        eyes = self.session.eyes

        def done(pair: Pair) -> None:
            if self.item == item_id:
                self.pair, self.problem, self._shown_at = pair, "", time.monotonic()
                self.tell(flash)

        def failed(error: AdjudgeError) -> None:
            if self.item == item_id:
                self._failed(error)
                self.flash = flash
                self.show()

        self.session.reader.submit(lambda queue: read_pair(queue, eyes, item_id), done, failed)
        return None

    def browse(self, step: int) -> None:
        """Go to the next or previous item without deciding."""
        if self.item is None and self.numbers:
            return self.open(self.numbers[0 if step > 0 else -1])
        place = self.place
        if place is None:
            return self.tell(say("settle.none"))
        if not 0 <= place - 1 + step < len(self.numbers):
            return self.tell(say("flash.last" if step > 0 else "flash.first"))
        return self.open(self.numbers[place - 1 + step])

    @property
    def place(self) -> int | None:
        """Where the item stands in the list, from 1."""
        known = self.item is not None and self.item in self.numbers
        return self.numbers.index(self.item) + 1 if known and self.item is not None else None

    def _unsettled(self, start: int) -> int | None:
        """The first item from that place on, round to it again, that is not settled."""
        order = [*self.numbers[start:], *self.numbers[:start]]
        return next((one for one in order if one not in self.settled), None)

    def point(self, step: int) -> None:
        """Go to the next or previous difference."""
        if self.pair is not None and self.pair.listed:
            self.cursor = max(0, min(self.cursor + step, len(self.pair.listed) - 1))
            self.tell("")

    # One's own words ---------------------------------------------------------------------------

    def pick(self, verdict: str | None = None, *, side: int = 0) -> None:
        """Say one's own word on the difference at hand: a verdict on its claim, or one side's."""
        pair = self.pair
        if pair is None or not pair.listed:
            return
        each = pair.listed[self.cursor]
        if each.kind not in ("claim", "value", "missing", "corrected"):
            return self.tell(say("settle.no_pick"))
        if verdict is not None and each.kind != "claim":
            return self.tell(say("settle.no_claim"))
        word = each.words[side] if verdict is None else verdict
        own = self.picks.setdefault(pair.view.item_id, {})
        own[self.cursor] = word
        if word is None:
            del own[self.cursor]
        self.cursor = min(self.cursor + 1, len(pair.listed) - 1)
        return self.tell("")

    def own_words(self) -> list[str]:
        """The lead's own word on each difference, display-safe; empty where there is none."""
        if self.pair is None:
            return []
        own = self.picks.get(self.pair.view.item_id, {})
        return [
            _own_word(each, own[place]) if place in own else ""
            for place, each in enumerate(self.pair.listed)
        ]

    def comment(self, text: str) -> None:
        """Keep a note that goes with the decision on the item at hand; empty: none."""
        self._keep(self.session.notes, text)

    def correct(self, text: str) -> None:
        """Keep a corrected answer for the item at hand; empty, or the answer as it is: none."""
        same = self.pair is not None and is_as_it_was(self.pair.view.answer, text)
        self._keep(self.session.corrected, "" if same else text)

    def _keep(self, kept: dict[int, str], text: str) -> None:
        if self.item is None:
            return
        kept[self.item] = text
        if not text.strip():
            del kept[self.item]
        self.session.keep()

    def _picked(self, pair: Pair) -> list[tuple[Difference, Any]]:
        own = self.picks.get(pair.view.item_id, {})
        return [(each, own[place]) for place, each in enumerate(pair.listed) if place in own]

    # Inside -------------------------------------------------------------------------------------

    def tell(self, text: str, *, alarm: bool = False) -> None:
        """Show one line, until the next thing happens."""
        self.flash, self.alarm = text, alarm
        self.show()

    def _failed(self, error: AdjudgeError) -> None:
        self.problem = self.session.said(error)
        self.tell("")

    def _not_done(self, error: AdjudgeError) -> None:
        self.busy = False
        self.tell(self.session.said(error), alarm=True)


def _own_word(each: Difference, word: Any) -> str:
    if each.kind == "claim":
        return str(verdict_said(word))
    if word == each.words[0]:
        return say("settle.as_first")
    return say("settle.as_second")
