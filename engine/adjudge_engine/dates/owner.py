"""Whether a date that stands in the contexts belongs there to what the claim is about.

A rival has to have a word of the claim that the date's own clause lacks. Most claims have none,
and then nothing else is looked at.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from adjudge_engine.dates.agree import compare
from adjudge_engine.dates.beside import is_anothers, says_event, says_limit, says_the_opposite
from adjudge_engine.dates.binding import (
    belongs_elsewhere,
    clause_span,
    is_cell,
    row_words,
    share,
    words,
)
from adjudge_engine.dates.derive import Derivation
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.periods import has_periods
from adjudge_engine.dates.places import Places, Spot, Trace
from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.binding.belonging import binding
from adjudge_engine.once import once

#: Dates of one claim that rivals are compared with.
_NAMED: Final = 20
#: Dates of the answer, and places of a context, that one may be confused with.
_NEXT: Final = 2
_SENTENCES: Final = 300
#: What another date in the same clause has: a year, or where the year is not said, any figure.
_FOUR: Final = re.compile("[0-9]{4}")
_ONE: Final = re.compile("[0-9]")
_MONTH: Final = 16
#: Only contexts up to this size are searched for a period that contradicts a date that stands.
_SMALL: Final = 8_000


#: Words that begin another statement of a sentence.
_ALSO: Final = re.compile(r"(?:, | )(?:and|but|while|und|aber|et|mais|y|pero|e|ma|mas|en) |; |, ")


def _own_part(claim: Claim, said: Date) -> str:
    """What of a claim's words before a date is said of it alone; all where nothing parts them."""
    head = claim.text[: max(0, said.start - claim.start)]
    first = 0
    for match in _ALSO.finditer(head):
        first = match.end()
    return head[first:]


class Owner:
    """Weighs what the dates of one answer, `dates`, belong to in the contexts."""

    def __init__(
        self, answer: str, dates: Sequence[Date], places: Places, derivation: Derivation
    ) -> None:
        self._answer = answer
        self._places = places
        self._derivation = derivation
        self._dates = dates
        self._starts = [date.start for date in dates]
        self._sides = "", False
        self._claim_words: dict[str, frozenset[str]] = {}
        self._clauses: dict[tuple[int, int], tuple[frozenset[str], int, int]] = {}

    def objection(self, said: Date, same: Sequence[Spot], claim: Claim) -> Trace | None:
        """Why `said`, which stands at all of `same`, is not the claim's; None where it may be."""
        if said.last_month is not None or said.last_year is not None:
            return None  # a quarter or a decade frames what happened; it is no thing's own date
        about = self.words_in(claim)
        turned = self.turned(said, same, claim)
        if turned is not None:
            return turned
        first: Trace | None = None
        for spot in same:
            rival = self._rival(said, spot, claim, about)
            if rival is None:
                return self._counted_otherwise(said, same, about, claim)
            first = first or self._belongs(said, spot, rival)
        return first

    def _rival(self, said: Date, spot: Spot, claim: Claim, about: frozenset[str]) -> Date | None:
        """The date near `spot` that is the claim's, where the one at `spot` is another thing's."""
        near = [
            one
            for one in self._places.around(spot)
            if one.shape == spot.date.shape and compare(said, one) == "apart"
        ]
        if not near:
            return None
        named = self._named(said, claim)
        for rival in self._hot(spot, near, about - self._words_at(spot.at, spot.date)):
            if any(compare(other, rival) == "same" for other in named):
                continue
            if self._is_rivals(spot, rival, about) and self._is_sure(spot, rival, claim):
                return rival
        beside, folded = self._beside(said), self._places.folded(spot.at)
        for rival in near:
            if abs(rival.start - spot.date.start) > _SENTENCES:
                continue
            if self._shares(said, spot, rival, beside, about if not named else frozenset()):
                return rival
            if not named and is_anothers(folded, spot.date, rival, self._answer, said):
                return rival
        return None

    def turned(self, said: Date, same: Sequence[Spot], claim: Claim) -> Trace | None:
        """The finding that all of `same` say the date as the opposite limit or event."""
        if not all(self.is_turned(said, spot, claim) for spot in same):
            return None
        message = f'"{said.text}": context {self._places.name(same[0])} says the opposite of that '
        return Trace("entity_mismatch", message + "date", same[0])

    def is_turned(self, said: Date, spot: Spot, claim: Claim) -> bool:
        """Whether the date at `spot` is said as the opposite limit or event."""
        if not self._takes_sides(claim) and not says_limit(self._answer, said.start):
            return False
        return says_the_opposite(self._answer, said, self._places.folded(spot.at), spot.date)

    def _takes_sides(self, claim: Claim) -> bool:
        """Whether a claim has a word of an event that has an opposite."""
        if self._sides[0] != claim.id:
            self._sides = claim.id, says_event(claim.text)
        return self._sides[1]

    def _belongs(self, said: Date, spot: Spot, rival: Date) -> Trace:
        name = self._places.name(spot)
        shown = self._places.sources[spot.at].text[rival.start : rival.end]
        message = f'"{said.text}" belongs to something else in context {name}: '
        return Trace("entity_mismatch", message + f"what the claim names has {shown}", spot)

    def _hot(self, spot: Spot, near: list[Date], missing: frozenset[str]) -> list[Date]:
        """Those of `near` with a word of `missing` in a clause that is not the spot's own."""
        if not missing:
            return []
        folded = self._places.folded(spot.at)
        first, last = clause_span(folded, spot.date.start, spot.date.end)
        if not is_cell(folded, first, last):
            low = clause_span(folded, near[0].start, near[0].end)[0]
            high = clause_span(folded, near[-1].start, near[-1].end)[1]
            stretch = folded[low:high].lower()
            if not any(word in stretch for word in missing):
                return []
        return [one for one in near if not first <= one.start < last]

    def _is_rivals(self, spot: Spot, rival: Date, about: frozenset[str]) -> bool:
        here = self._words_at(spot.at, spot.date)
        return belongs_elsewhere(about, here, self._words_at(spot.at, rival))

    def _words_at(self, at: int, date: Date) -> frozenset[str]:
        """The words said with a date of a source: of its clause, or of its row and heads."""
        return self._clause_at(at, date)[0]

    def _clause_at(self, at: int, date: Date) -> tuple[frozenset[str], int, int]:
        """The words said with a date, and where its clause starts and ends."""
        found = self._clauses.get((at, date.start))
        if found is None:
            folded = self._places.folded(at)
            low, high = clause_span(folded, date.start, date.end)
            cell = is_cell(folded, low, high)
            said = row_words(folded, date.start, date.end) if cell else words(folded[low:high])
            found = self._clauses[at, date.start] = (said, low, high)
        return found

    def _is_sure(self, spot: Spot, rival: Date, claim: Claim) -> bool:
        """The same question to the reader of rows, headings and subjects."""
        folded = self._places.folded(spot.at)
        here = binding(folded, spot.date.start, spot.date.end).words
        there = binding(folded, rival.start, rival.end).words
        about = (
            binding(claim.text, 0, 0).words
            | binding(claim.text, len(claim.text), len(claim.text)).words
        )
        return bool((there - here) & about) and not (here - there) & about

    def _shares(
        self, said: Date, spot: Spot, rival: Date, beside: list[Date], about: frozenset[str]
    ) -> bool:
        """Whether the words right at two dates of the context say that they were confused.

        Either all words of the claim stand with the rival alone, or `said` and another date of
        the answer have each other's words.
        """
        folded, date = self._places.folded(spot.at), spot.date
        here = share(folded, date.start, date.end, (rival.start, rival.end))
        there = share(folded, rival.start, rival.end, (date.start, date.end))
        if about and here and about <= there and not about & here:
            return True
        here, there = here - there, there - here
        for other in beside if here and there else ():
            if compare(other, rival) != "same":
                continue
            mine = share(self._answer, said.start, said.end, (other.start, other.end))
            yours = share(self._answer, other.start, other.end, (said.start, said.end))
            mine, yours = mine - yours, yours - mine
            if mine & there and yours & here and not mine & here and not yours & there:
                return True
        return False

    def _named(self, said: Date, claim: Claim) -> list[Date]:
        """The other dates of the claim: what it compares with is no rival."""
        low = bisect_left(self._starts, claim.start)
        high = min(bisect_left(self._starts, claim.end), low + _NAMED)
        return [one for one in self._dates[low:high] if one is not said]

    def _beside(self, said: Date) -> list[Date]:
        """The dates next to `said` in the answer that it could be taken for."""
        at = bisect_left(self._starts, said.start)
        return [
            one
            for one in self._dates[max(0, at - _NEXT) : at + _NEXT + 1]
            if abs(one.start - said.start) <= _SENTENCES
            and one.shape == said.shape
            and compare(one, said) == "apart"
        ]

    def words_in(self, claim: Claim) -> frozenset[str]:
        """The words of a claim that may tell one thing from another, worked out once."""
        found = self._claim_words.get(claim.id)
        if found is None:
            found = self._claim_words[claim.id] = words(claim.text)
        return found

    def is_at_home(self, said: Date, spot: Spot, claim: Claim) -> bool:
        """Whether the claim stands at `spot`, or the clause there has all the words of its own.

        Then no other date can be the claim's; with two dates in a claim words do not say enough.
        """
        first = spot.date.start - said.start + claim.start
        if first >= 0 and self._places.sources[spot.at].text.startswith(claim.text, first):
            return True
        if self.is_turned(said, spot, claim):
            return False
        low = bisect_left(self._starts, claim.start)
        if low + 1 < len(self._starts) and self._starts[low + 1] < claim.end:
            return False
        said_there, first, last = self._clause_at(spot.at, spot.date)
        if not self.words_in(claim) <= said_there:
            return False
        folded = self._places.folded(spot.at)
        figures = _FOUR if said.year is not None else _ONE
        if folded[last - 2 : last - 1].isdigit():
            last += _MONTH  # "8. Juni 2014" goes on behind its point
        return not (
            figures.search(folded, first, spot.date.start)
            or figures.search(folded, spot.date.end, last)
        )

    def _counted_otherwise(
        self, said: Date, same: Sequence[Spot], about: frozenset[str], claim: Claim
    ) -> Trace | None:
        """A period of the contexts gives the claim's matter another date."""
        if not said.is_day:
            return None
        here: frozenset[str] = frozenset()
        for spot in same:
            here |= self._words_at(spot.at, spot.date)
        own = words(_own_part(claim, said))
        if own & here:  # "the period is ten days, and the offer ends on 30 June"
            about &= own
        if about <= here or not self.may_count:
            return None
        wrong = self._derivation.contradicts(said, about, here)
        return Trace(*wrong) if wrong is not None else None

    @once
    def may_count(self) -> bool:
        """Whether a period of the contexts could give the claim another date."""
        sources = self._places.sources
        if sum(len(source.text) for source in sources) > _SMALL:
            return False
        return any(has_periods(self._places.folded(at)) for at in range(len(sources)))
