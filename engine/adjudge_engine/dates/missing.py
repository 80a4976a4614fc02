"""What to say of a date that no context has: denied, only asked for, or given otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from adjudge_engine.dates.agree import compare
from adjudge_engine.dates.binding import clause, words
from adjudge_engine.dates.derive import Derivation
from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.match import Matcher
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.opening import shortened_day
from adjudge_engine.dates.places import Places, Spot, Trace
from adjudge_engine.numbers.stating.cues import is_denied
from adjudge_engine.once import once
from adjudge_engine.text.lower import lowered
from adjudge_engine.text.negation import is_negated

#: What a date stands behind: a denial reaches the phrase, not the figure alone.
_LEADING: Final = re.compile(
    r"(?<![^\W_])(?:on|in|at|am|im|um|le|en|à|el|il|nel|em|op|om|в|the)[ \xa0]\Z"
)
_MOST_RIVALS: Final = 400
#: Dates of one answer that may be denied: each asks for the words around it.
_MOST_ASKED: Final = 500
_LIKE: Final = 3


class Missing:
    """Explains dates that stand in no context."""

    def __init__(
        self, answer: str, question: str, places: Places, matcher: Matcher, derivation: Derivation
    ) -> None:
        self._answer = answer
        self._question = question
        self._places = places
        self._matcher = matcher
        self._derivation = derivation
        self._left = _MOST_ASKED
        self._words: dict[int, frozenset[str]] = {}
        self._opening: dict[str, tuple[int, tuple[int, int] | None] | None] = {}

    def explain(self, said: Date, about: frozenset[str]) -> Trace:
        """The finding about `said`, of a claim with the words `about`."""
        derived = self._derivation.explain(said, about)
        if derived is not None and derived.code == "derived":
            return Trace(*derived)
        if self.is_denied(said):
            return Trace("denied", f'"{said.text}" is denied, not asserted')
        if derived is not None:
            return Trace(*derived)
        if any(compare(said, one) == "same" for one in self._asked):
            return Trace("question_only", f'"{said.text}" stands in the question alone')
        opening = self._as_opening_hours(said)
        if opening is not None:
            return opening
        spots = self._places.every[:_MOST_RIVALS]
        other = self._other_time(said, spots) or self._other_date(said, spots, about)
        return other or Trace("untraced", f'"{said.text}" stands in no context')

    def _as_opening_hours(self, said: Date) -> Trace | None:
        """The finding on "Monday" where a context has "Mon–Fri"; each word is sought once."""
        if said.kind != "weekday":
            return None
        if said.text not in self._opening:
            sources = enumerate(self._places.sources)
            spans = ((at, shortened_day(said, one.text)) for at, one in sources)
            self._opening[said.text] = next((one for one in spans if one[1] is not None), None)
        at, span = self._opening[said.text] or (0, None)
        if span is None:
            return None
        source = self._places.sources[at]
        shown = source.text[span[0] : span[1]]
        message = f'"{said.text}" stands in context {source.context_id} as "{shown}"'
        return Trace("traced", message, Spot(at, said._replace(start=span[0], end=span[1])))

    def is_denied(self, said: Date) -> bool:
        """Whether the answer denies what it names `said` for; of very many dates only the first."""
        if self._left <= 0:
            return False
        self._left -= 1
        if is_denied(self._answer, said.start, said.end):
            return True
        low = max(0, said.start - 160)
        lower = lowered(self._answer[low : said.end + 80])
        start = said.start - low
        leading = _LEADING.search(lower, max(0, start - 12), start)
        return is_negated(lower, leading.start() if leading else start, said.end - low)

    @once
    def _asked(self) -> tuple[Date, ...]:
        return find_dates(self._question)

    def _other_time(self, said: Date, spots: Sequence[Spot]) -> Trace | None:
        if said.second is None:
            return None
        times = [spot for spot in spots if spot.date.second is not None]
        beside = [spot for spot in times if self._matcher.compare(said, spot) in ("time", "finer")]
        if not beside and len(times) != 1:
            return None
        return self._says("time_mismatch", said, (beside or times)[0])

    def _other_date(self, said: Date, spots: Sequence[Spot], about: frozenset[str]) -> Trace | None:
        """What the source says about the same thing: a date of the same shape in like words."""
        best: Spot | None = None
        most = 0
        for index, spot in enumerate(spots):
            if spot.date.shape != said.shape or _is_span(spot.date) != _is_span(said):
                continue
            shared = self._words_at(index, spot) & about
            score = 2 * len(shared) + _alike(said, spot.date)
            if score > most:
                best, most = spot, score
        if best is None or most < _LIKE:
            return None
        code = "time_mismatch" if said.kind == "time" else "date_mismatch"
        return self._says(code, said, best)

    def _words_at(self, index: int, spot: Spot) -> frozenset[str]:
        found = self._words.get(index)
        if found is None:
            folded = self._places.folded(spot.at)
            found = words(clause(folded, spot.date.start, spot.date.end))
            self._words[index] = found
        return found

    def _says(self, code: str, said: Date, spot: Spot) -> Trace:
        shown = f"{self._places.text(spot)} (context {self._places.name(spot)})"
        return Trace(code, f'"{said.text}": the source says {shown}', spot)


def _is_span(one: Date) -> bool:
    """Whether it is a decade or a century."""
    return one.last_year is not None


def _alike(said: Date, source: Date) -> int:
    """How many parts two dates share, and whether one has the other's day for its month."""
    same = (said.year == source.year, said.month == source.month, said.day == source.day)
    parts = sum(
        a and b is not None for a, b in zip(same, (said.year, said.month, said.day), strict=True)
    )
    crossed = said.day == source.month and said.month == source.day and said.day is not None
    return 2 * parts + 2 * crossed
