"""What a judge owner looks at: which labels, whose judgments, the figures, the disagreements.

Free of Textual. Everything is worked out in another process (`calibration_apart`), on a thread that
waits for it; what came back once is kept, so that going back to it costs nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from adjudge_engine.errors import AdjudgeError, DecisionError
from adjudge_tui.calibrating.calibration_apart import Workshop, eyes_said, place_of
from adjudge_tui.desk.writer import QueueThread
from adjudge_tui.display import one_line
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session

JSON = Mapping[str, Any]
SPLITS: Final = ("all", "held-out", "dev")
COSTS: Final = (50.0, 5.0, 2.0)
_TELL_SECONDS: Final = 0.1
_LARGEST_COST: Final = 1e9


@dataclass(slots=True)
class Calibrating:
    """The choice at hand and what is known of it.

    `offer` is the judge (see `calibration_judges.Offer`); `way` numbers the ways to read it;
    `doing` is what is being worked out: `reading`, `judging`, or nothing. `show` is called when
    something has changed.
    """

    session: Session
    show: Callable[[], None]
    sets: list[dict[str, Any]] = field(default_factory=list)
    set: tuple[str, int] | None = None
    offers: list[dict[str, Any]] | None = None
    offer: dict[str, Any] | None = None
    figures: dict[str, Any] | None = None
    way: int = 0
    ways: list[tuple[str, float]] = field(default_factory=list)
    split: str = "all"
    costs: tuple[float, float, float] = COSTS
    doing: str = ""
    done: int = 0
    count: int = 0
    problem: str = ""
    stopped: bool = False
    flash: str = ""
    alarm: bool = False
    _kept: dict[tuple[object, ...], dict[str, Any]] = field(default_factory=dict)
    _workshop: Workshop = field(default_factory=Workshop)
    _thread: QueueThread | None = None
    _asked: int = 0

    # Choosing -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Read which sets and judges there are; then show the first judge of the newest set."""
        self._kept.clear()
        self._read_offers(self.set)

    def choose_set(self, name: str, version: int) -> None:
        """Hold judges against another version; the same judge, where it has a word on it."""
        self._read_offers((name, version))

    def choose_judge(self, number: int) -> None:
        """Show another judge."""
        if self.offers and 0 <= number < len(self.offers):
            self.offer, self.way, self.ways = self.offers[number], 0, []
            self.work_out()

    def next_way(self) -> None:
        """Read the judge in the next way."""
        if len(self.ways) < 2:
            return self.tell(say("calibration.one_way"))
        self.way = (self.way + 1) % len(self.ways)
        return self.work_out()

    def next_split(self) -> None:
        """The other side of the split, or both."""
        if self.offer is not None and self.offer["how"] == "file":
            return self.tell(say("calibration.as_stored"))
        self.split = SPLITS[(SPLITS.index(self.split) + 1) % len(SPLITS)]
        return self.work_out()

    def put_costs(self, text: str) -> None:
        """Costs as they are typed: three numbers above zero."""
        costs = costs_of(text)
        if costs is None:
            return self.tell(say("calibration.bad_costs"), alarm=True)
        self.costs = costs
        return self.work_out()

    # Working out --------------------------------------------------------------------------------

    def _read_offers(self, wanted: tuple[str, int] | None) -> None:
        """Read what there is to choose from, and the figures of the judge at hand or the first."""
        before = None if self.offer is None else place_of(self.offer)
        self.figures, self.offers, self.way, self.ways = None, None, 0, []
        self._begin("reading")

        def done(found: dict[str, Any]) -> None:
            self.doing = ""
            if found:
                self._kept[self._key()] = found
                self._take(found)
            self.show()

        reading = {"reading": None, "minimum": 1.0}
        request = {
            "want": "offers",
            "set": None if wanted is None else list(wanted),
            "before": before,
            "wanted": reading | {"split": self.split, "costs": list(self.costs)},
        }
        self._ask(request, done)

    def work_out(self) -> None:
        """Show the figures of the choice at hand."""
        self.problem, self.stopped, self.flash, self.alarm = "", False, "", False
        if self.offer is None:
            return self.show()
        key = self._key()
        if key in self._kept:
            self._take(self._kept[key])
            return self.show()
        self.figures = None
        self._begin("reading")

        def done(found: dict[str, Any]) -> None:
            self._kept[key] = found
            self.doing = ""
            self._take(found)
            self.show()

        stored = self.offer["how"] == "file"
        request = {
            "want": "figures",
            "set": None if self.set is None else list(self.set),
            "file": self.offer["path"] if stored else "",
            "wanted": None if stored else self._wanted(),
        }
        return self._ask(request, done)

    def _take(self, found: dict[str, Any]) -> None:
        self.figures = found
        self.ways = [(one[0], one[1]) for one in found["ways"]]

    def _wanted(self) -> dict[str, Any]:
        assert self.offer is not None
        reading, minimum = self.ways[self.way] if self.ways else (None, 1.0)
        return {
            "how": self.offer["how"],
            "judge": self.offer["judge"],
            "criterion": self.offer["criterion"],
            "reading": reading,
            "minimum": minimum,
            "split": self.split,
            "costs": list(self.costs),
        }

    def _key(self) -> tuple[object, ...]:
        assert self.offer is not None
        eyes = self.session.eyes  # what may be told changes with what they have seen
        return (self.set, *place_of(self.offer), self.way, self.split, self.costs, eyes)

    def _begin(self, doing: str) -> None:
        self.doing, self.done, self.count = doing, 0, 0
        self.problem, self.stopped, self.flash, self.alarm = "", False, "", False
        self.show()

    def _ask(self, request: dict[str, Any], done: Callable[[dict[str, Any]], None]) -> None:
        self._asked += 1
        asked, workshop = self._asked, self._workshop
        workshop.stop()  # what was being worked out is not wanted any more
        heard: list[JSON] = []
        tell = self._teller(asked, heard)
        whole = request | {
            "path": str(self.session.path),
            "eyes": eyes_said(self.session.eyes),
        }

        def job(_queue: object) -> dict[str, Any]:
            return workshop.ask(whole, tell, lambda: asked == self._asked)

        def came(found: dict[str, Any]) -> None:
            if asked == self._asked:
                for line in heard:  # its own message may still be on the way
                    self._offered(asked, line)
                done(found)

        def failed(error: AdjudgeError) -> None:
            if asked == self._asked:
                self.doing = ""
                self.problem = self._said(error)
                self.show()

        if self._thread is None:
            self._thread = QueueThread(self.session.path, self.session.post, readonly=True)
        self._thread.submit(job, came, failed)

    def _said(self, error: AdjudgeError) -> str:
        if isinstance(error, DecisionError) and not error.message:
            return say("calibration.leads_only", who=one_line(self.session.reviewer))
        return self.session.said(error)

    def _teller(self, asked: int, heard: list[JSON]) -> Callable[[JSON], None]:
        """Tells the interface now and then how far it is, and what can be chosen."""
        told = 0.0

        def tell(line: JSON) -> None:
            nonlocal told
            if "offers" in line:
                heard.append(line)
                self.session.post(lambda: self._offered(asked, line))
            elif time.monotonic() - told >= _TELL_SECONDS:
                told = time.monotonic()
                self.session.post(lambda: self._progress(asked, line))

        return tell

    def _offered(self, asked: int, line: JSON) -> None:
        if asked != self._asked:
            return
        self.sets, self.offers = line["sets"], line["offers"]
        self.set = None if line["set"] is None else (line["set"][0], line["set"][1])
        self.offer = self.offers[line["offer"]] if self.offers else None
        self.show()

    def _progress(self, asked: int, line: JSON) -> None:
        if asked == self._asked and self.doing:
            self.doing, self.done, self.count = line["doing"], line["done"], line["count"]
            self.show()

    # Leaving ------------------------------------------------------------------------------------

    def stop(self) -> bool:
        """Stop what is being worked out; False if nothing is."""
        if not self.doing:
            return False
        self._asked += 1
        self._workshop.stop()
        self.doing, self.stopped = "", True
        self.show()
        return True

    @property
    def idle(self) -> bool:
        """Nothing is on its way from the other process."""
        return self._thread is None or self._thread.idle

    def collect(self) -> None:
        """Take in what came back unnoticed."""
        if self._thread is not None:
            self._thread.collect()

    def close(self) -> None:
        """End the process and the thread, without waiting for them."""
        self._asked += 1
        self._workshop.close()
        if self._thread is not None:
            threading.Thread(target=self._thread.close, daemon=True).start()

    def tell(self, text: str, *, alarm: bool = False) -> None:
        """Show one line, until the next thing happens."""
        self.flash, self.alarm = text, alarm
        self.show()


def costs_of(text: str) -> tuple[float, float, float] | None:
    """The three costs that a line names, with blanks, commas or semicolons between; else None."""
    parts = text[:200].replace(";", " ").replace(",", " ").split()
    try:
        found = [float(one) for one in parts]
    except ValueError:
        return None
    if len(found) != 3 or not all(0 < one <= _LARGEST_COST for one in found):
        return None
    return found[0], found[1], found[2]
