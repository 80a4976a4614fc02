"""The figures of the same kind in the sentences that may give them to what a claim names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudge_engine.numbers.binding.belonging import near
from adjudge_engine.numbers.binding.claim_names import ClaimNames, Namer
from adjudge_engine.numbers.binding.clauses import Span, sentence_at
from adjudge_engine.numbers.binding.names import other_spellings
from adjudge_engine.numbers.binding.periods import YEARS
from adjudge_engine.numbers.binding.rough import Wanted, clause
from adjudge_engine.numbers.binding.stretches import Place, Stretch, Stretches, Suspect
from adjudge_engine.numbers.lookup.allowance import LOOK, READ, Allowance
from adjudge_engine.numbers.lookup.material import Material
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import parse_numbers
from adjudge_engine.numbers.worded.ordinals import stem

#: Of so many places and sentences what was read is kept.
_KEPT: Final = 2_000
#: From each other so far, figures that leave unsaid what they count may count the same thing.
_CLOSE: Final = 300


class Siblings:
    """Finds siblings; what was read, and what stands with a place, is kept."""

    def __init__(
        self, material: Material, namer: Namer, stretches: Stretches, allowance: Allowance
    ) -> None:
        self._material = material
        self._namer = namer
        self._stretches = stretches
        self._near: dict[Place, str] = {}
        self._numbers: dict[Stretch, list[Number]] = {}
        self._allowance = allowance
        self._last = -1, Span(0, 0)

    def of(
        self,
        like: Number,
        stated: Number,
        said: ClaimNames,
        place: Place,
        suspects: Iterator[Suspect],
    ) -> Iterator[tuple[Place, Number]]:
        """Of the suspects the figures like `like`, at `place`, that are worth something else."""
        wanted: Wanted | None = None
        read: set[tuple[int, int]] = set()
        for suspect in suspects:
            wanted = wanted or self._wanted(stated, said, place)
            if not (wanted.lacking or wanted.spellings):
                return
            index, at, sentence = suspect
            if (index, sentence.start) in read or not sentence.says(wanted):
                continue
            if not wanted.in_(self._said(Place(index, at, at))):
                continue
            read.add((index, sentence.start))
            for number in self._numbers_of(Stretch(index, sentence.start, sentence.end)):
                close = index == place.text and abs(number.start - place.start) <= _CLOSE
                if number.value == stated.value or not _is_like(number, like, close):
                    continue
                one = Place(index, number.start, number.end)
                own = f"{self._said(one)}\n{number.text.lower()}"
                if one[:2] != place[:2] and wanted.in_(own):
                    yield one, number

    def _wanted(self, stated: Number, said: ClaimNames, place: Place) -> Wanted:
        here = self._said(place)
        keys, periods, labels, figures = said.named
        # Of several years and quarters in a clause the nearest is the number's.
        piece = clause(self._material.lower[place.text], place.start, place.end)
        mixed = len(set(YEARS.findall(here))) > 1
        lacking = [
            key
            for key in keys
            if (key not in here or (mixed and key.isdigit() and key not in piece))
            and self._stretches.stands(key)
        ]
        loose = [word for word in periods if word not in piece]
        loose += [word for word in labels if word not in here]
        spellings = [one for word in loose for one in other_spellings(word)]
        # A pair of characters may run over the end of a word, so it need not be shared.
        shared = nearest = [
            key for key in said.own if key in here and key < "\u0e00" and key not in lacking
        ]
        if shared and len(figures) > 1:
            own = near(self._namer.answer, stated.start, stated.end)
            nearest = [key for key in shared if key in own]
            figures = tuple(figure for figure in figures if figure not in stated.text)
        return Wanted(lacking, spellings, shared, nearest, figures)

    def _said(self, place: Place) -> str:
        said = self._near.get(place)
        if said is None:
            if len(self._near) >= _KEPT:
                self._near.clear()
            self._allowance.spend(LOOK)
            index, start, end = place
            text = self._material.texts[index][1]
            said = self._near[place] = near(text, start, end, self._sentence(place))
        return said

    def _sentence(self, place: Place) -> Span:
        """The sentence around a place; neighbours come one after the other and share it."""
        index, start, end = place
        last, sentence = self._last
        if not (last == index and sentence.start <= start and end < sentence.end):
            sentence = sentence_at(self._material.texts[index][1], start, end)
            self._last = index, sentence
        return sentence

    def _numbers_of(self, sentence: Stretch) -> list[Number]:
        """The quantities of a sentence, with their places in the text."""
        found = self._numbers.get(sentence)
        if found is None:
            if len(self._numbers) >= _KEPT:
                self._numbers.clear()
            if not self._allowance.spend(READ):
                return []
            text, low = self._material.texts[sentence.text][1], sentence.start
            found = self._numbers[sentence] = [
                one._replace(start=one.start + low, end=one.end + low)
                for one in parse_numbers(text[low : sentence.end])
            ]
        return found


def _is_like(one: Number, like: Number, close: bool) -> bool:
    """Whether two figures are of one kind: the same currency, unit or counted thing.

    `close`: they stand near each other, where the second may leave the thing counted unsaid.
    """
    if one.kind != like.kind or one.weak or one.value == like.value:
        return False
    if one.maybe_year and not like.maybe_year:
        return False
    if (one.currency, one.unit, one.per) != (like.currency, like.unit, like.per):
        return False
    if one.currency or one.unit or one.kind != "plain":
        return True
    nouns = {stem(one.noun), stem(like.noun)}
    return len(nouns) == 1 or (close and "" in nouns)
