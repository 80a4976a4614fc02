"""Whether a date that stands in the contexts belongs there to what the claim is about."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from adjudge_engine.dates.agree import compare
from adjudge_engine.dates.binding import belongs_elsewhere, clause, clause_span, words
from adjudge_engine.dates.derive import Derivation
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.periods import has_periods
from adjudge_engine.dates.places import Places, Spot, Trace
from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.binding import binding

#: Dates of one claim that rivals are compared with.
_NAMED: Final = 20
#: Only contexts up to this size are searched for a period that contradicts a date that stands.
_SMALL: Final = 8_000


class Owner:
    """Weighs what the dates of one answer, `dates`, belong to in the contexts."""

    def __init__(self, dates: Sequence[Date], places: Places, derivation: Derivation) -> None:
        self._places = places
        self._derivation = derivation
        self._dates = dates
        self._starts = [date.start for date in dates]
        self._claim_dates: dict[str, tuple[Date, ...]] = {}
        self._claim_words: dict[str, frozenset[str]] = {}

    def objection(self, said: Date, same: Sequence[Spot], claim: Claim) -> Trace | None:
        """Why `said`, which stands at all of `same`, is not the claim's; None where it may be."""
        first: Trace | None = None
        for spot in same:
            found = self._elsewhere(said, spot, claim)
            if found is None:
                return self._counted_otherwise(said, same, claim)
            first = first or found
        return first

    def _elsewhere(self, said: Date, spot: Spot, claim: Claim) -> Trace | None:
        folded = self._places.folded(spot.at)
        first, last = clause_span(folded, spot.date.start, spot.date.end)
        rivals = [
            one
            for one in self._places.around(spot)
            if not first <= one.start < last
            and one.shape == spot.date.shape
            and compare(said, one) == "apart"
            and not any(compare(other, one) == "same" for other in self._said_in(claim)[:_NAMED])
        ]
        if not rivals:
            return None
        about, here = self.words_in(claim), words(folded[first:last])
        for rival in rivals:
            there = words(clause(folded, rival.start, rival.end))
            if belongs_elsewhere(about, here, there) and self._is_sure(folded, spot, rival, claim):
                name = self._places.name(spot)
                shown = folded[rival.start : rival.end]
                message = f'"{said.text}" belongs to something else in context {name}: '
                message += f"what the claim names has {shown}"
                return Trace("entity_mismatch", message, spot)
        return None

    def _is_sure(self, folded: str, spot: Spot, rival: Date, claim: Claim) -> bool:
        """The same question to the reader of rows, headings and subjects."""
        here = binding(folded, spot.date.start, spot.date.end).words
        there = binding(folded, rival.start, rival.end).words
        about = (
            binding(claim.text, 0, 0).words
            | binding(claim.text, len(claim.text), len(claim.text)).words
        )
        return bool((there - here) & about) and not (here - there) & about

    def _said_in(self, claim: Claim) -> tuple[Date, ...]:
        """The dates that the claim names: what it compares with is no rival."""
        found = self._claim_dates.get(claim.id)
        if found is None:
            low = bisect_left(self._starts, claim.start)
            high = bisect_left(self._starts, claim.end)
            found = self._claim_dates[claim.id] = tuple(self._dates[low:high])
        return found

    def words_in(self, claim: Claim) -> frozenset[str]:
        """The words of a claim that may tell one thing from another, worked out once."""
        found = self._claim_words.get(claim.id)
        if found is None:
            found = self._claim_words[claim.id] = words(claim.text)
        return found

    def _counted_otherwise(self, said: Date, same: Sequence[Spot], claim: Claim) -> Trace | None:
        """A period of the contexts gives the claim's matter another date."""
        if not said.is_day or not self.may_count:
            return None
        about = self.words_in(claim)
        here: frozenset[str] = frozenset()
        for spot in same:
            folded = self._places.folded(spot.at)
            here |= words(clause(folded, spot.date.start, spot.date.end))
        wrong = self._derivation.contradicts(said, about, here)
        return Trace(*wrong) if wrong is not None else None

    @cached_property
    def may_count(self) -> bool:
        """Whether a period of the contexts could give the claim another date."""
        sources = self._places.sources
        if sum(len(source.text) for source in sources) > _SMALL:
            return False
        return any(has_periods(self._places.folded(at)) for at in range(len(sources)))
