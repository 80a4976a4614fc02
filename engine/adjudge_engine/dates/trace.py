"""What became of one date of the answer: where it stands, what it follows from, or what is wrong.

Tracing reads only the stretches of the contexts that may hold the date. What finds nothing looks
at all their dates once, to say what the source has instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge_engine.dates.agree import contradicts_weekday, weekday_of
from adjudge_engine.dates.derive import Derivation
from adjudge_engine.dates.match import Matcher
from adjudge_engine.dates.missing import Missing
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.names import WEEKDAY_NAMES
from adjudge_engine.dates.owner import Owner
from adjudge_engine.dates.parts import composed
from adjudge_engine.dates.places import Places, Source, Spot, Trace
from adjudge_engine.dates.portions import agrees, portion_of
from adjudge_engine.evaluation import Claim
from adjudge_engine.once import once
from adjudge_engine.text.lower import lowered

_LIKE_WORDS: Final = (
    ("last", "previous", "prior", "preceding", "past"),
    ("next", "following", "coming"),
)


class Tracer:
    """Traces `dates`, those of one answer in order, in its contexts.

    `locales`: the declared locale of each source's document, in the sources' order.
    """

    def __init__(
        self,
        answer: str,
        question: str,
        dates: Sequence[Date],
        sources: Sequence[Source],
        locales: Sequence[str | None] = (),
    ) -> None:
        self.places = Places(sources)
        self._answer = answer
        self._wholes: dict[tuple[object, ...], Spot | None] = {}
        derivation = Derivation(self.places)
        self._matcher = Matcher(answer, self.places, locales)
        self._owner = Owner(answer, dates, self.places, derivation)
        self._missing = Missing(answer, question, self.places, self._matcher, derivation)

    def trace(self, said: Date, claim: Claim | None) -> Trace:
        """The one finding about `said`, which stands in `claim`."""
        found = self._trace(said, claim)
        if found.code != "traced" or found.spot is None or said.day is not None:
            return found
        portion = portion_of(self._answer, said)
        return found if portion is None else self._portioned(said, portion, found, found.spot)

    def _portioned(self, said: Date, portion: str, found: Trace, first: Spot) -> Trace:
        """`found`, unless every place that has the date has it in another portion."""
        for spot in [*self._matcher.same(said)] or [first]:
            if agrees(portion, self.places.sources[spot.at].text, spot.date):
                return found if spot.date.start == first.date.start else self._stands(said, spot)
        name, shown = self.places.name(first), self.places.text(first)
        message = f'"{said.text}" is said of its {portion} part, context {name} has "{shown}"'
        return Trace("date_mismatch", message, first)

    def _trace(self, said: Date, claim: Claim | None) -> Trace:
        if said.kind == "relative":
            return self._relative(said)
        if contradicts_weekday(said) and not self._stands_literally(said):
            falls = weekday_of(said._replace(weekday=None))
            message = f'"{said.text}": that day is a {WEEKDAY_NAMES[falls or 0]}'
            return Trace("date_mismatch", message)
        literal = self._matcher.literal(said)
        if literal is not None and self._is_settled(said, literal, claim):
            return self._stands(said, literal)
        first = self.places.first(said)
        if first is not None and self._is_plain(said, first, claim):
            return self._stands(said, first)
        same: list[Spot] = []
        for spot in self._matcher.same(said):
            if claim is None or self._owner.is_at_home(said, spot, claim):
                return self._stands(said, spot)
            same.append(spot)
        if same:
            objection = self._owner.objection(said, same, claim) if claim is not None else None
            return objection or self._stands(said, same[0])
        unclear = self._matcher.unclear(said)
        if unclear is not None:
            return self._unclear(said, unclear)
        if self._matcher.is_exhausted or self.places.is_cut:
            message = f'"{said.text}": the case asks for more searching than is allowed'
            return Trace("search_limit", message)
        whole = self._composed(said)
        if whole is not None:
            return self._stands(said, whole)
        about = self._owner.words_in(claim) if claim is not None else frozenset()
        found = self._missing.explain(said, about)
        if claim is None or found.code != "traced" or found.spot is None:
            return found
        return self._owner.objection(said, [found.spot], claim) or found

    def _is_plain(self, said: Date, spot: Spot, claim: Claim | None) -> bool:
        """Whether the date at `spot` is `said`, and surely what the claim means."""
        if claim is None or self._matcher.compare(said, spot) != "same":
            return False
        return self._owner.is_at_home(said, spot, claim)

    def _is_settled(self, said: Date, spot: Spot, claim: Claim | None) -> bool:
        """Whether nothing could give the claim another date than the one at `spot`."""
        if claim is None or self._owner.is_at_home(said, spot, claim):
            return True
        if self._owner.is_turned(said, spot, claim):
            return False
        return self._matcher.is_alone(spot) and not (said.is_day and self._owner.may_count)

    def _composed(self, said: Date) -> Spot | None:
        if said.key not in self._wholes:
            self._wholes[said.key] = composed(said, self.places)
        return self._wholes[said.key]

    def _stands(self, said: Date, spot: Spot) -> Trace:
        name, shown = self.places.name(spot), self.places.text(spot)
        as_what = "" if shown == said.text else f' as "{shown}"'
        return Trace("traced", f'"{said.text}" stands in context {name}{as_what}', spot)

    def _unclear(self, said: Date, spot: Spot) -> Trace:
        name, shown = self.places.name(spot), self.places.text(spot)
        what = "day and month" if said.swapped or spot.date.swapped else "the half of the day"
        message = f'"{said.text}": {what} of "{shown}" (context {name}) can be read two ways'
        return Trace("ambiguous_date", message, spot)

    def _stands_literally(self, said: Date) -> bool:
        return any(said.text in source.text for source in self.places.sources)

    def _relative(self, said: Date) -> Trace:
        for wanted in _synonyms(" ".join(said.text.lower().split())):
            for at, lower in enumerate(self._lower):
                start = lower.find(wanted)
                if start >= 0:
                    end = start + len(wanted)
                    return self._stands(said, Spot(at, Date(start, end, wanted, "relative")))
        if self._missing.is_denied(said):
            return Trace("denied", f'"{said.text}" is denied, not asserted')
        message = f'"{said.text}": no context says it so, and nothing says from which day it counts'
        return Trace("relative_unchecked", message)

    @once
    def _lower(self) -> list[str]:
        return [lowered(source.text) for source in self.places.sources]


def _synonyms(phrase: str) -> list[str]:
    """ "last year" with what else says so: "previous year", "prior year"."""
    first, _, rest = phrase.partition(" ")
    for alike in _LIKE_WORDS:
        if first in alike and rest:
            return [phrase, *(f"{one} {rest}" for one in alike if one != first)]
    return [phrase]
