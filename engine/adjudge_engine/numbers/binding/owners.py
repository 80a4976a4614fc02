"""Whether a number of the answer is said of what the contexts say it of.

The rule is contrastive, so that paraphrase raises no alarm: a number is misplaced only if every
place that has it belongs to something that the claim does not name, while a *sibling* beside it,
another figure of the same kind, belongs to what the claim does name. What distinguishes the two
places (a tariff's name, a row's label, a year) is all that is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, tee
from typing import Final

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.binding.belonging import Said, line_at, said_with, words_of
from adjudge_engine.numbers.binding.bounds import overstated
from adjudge_engine.numbers.binding.claim_names import Namer
from adjudge_engine.numbers.binding.clauses import says_pronoun
from adjudge_engine.numbers.binding.common_words import COMMON_WORDS
from adjudge_engine.numbers.binding.contrast import Contrast, contrast, named_of, names
from adjudge_engine.numbers.binding.exchanged import exchanged, may_be_exchanged
from adjudge_engine.numbers.binding.neighbours import Neighbours
from adjudge_engine.numbers.binding.other_texts import OtherTexts
from adjudge_engine.numbers.binding.places import MOST, Places, figure_of
from adjudge_engine.numbers.binding.qualifiers import Qualifiers
from adjudge_engine.numbers.binding.respectively import is_respective
from adjudge_engine.numbers.binding.screen import Screen
from adjudge_engine.numbers.binding.siblings import Siblings
from adjudge_engine.numbers.binding.stretches import Place, Stretches
from adjudge_engine.numbers.lookup.allowance import PASS, WORDS, Allowance
from adjudge_engine.numbers.lookup.in_codes import is_in_code
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.once import once

#: A claim with no more words of its own than this may leave to the question what it speaks of.
_FEW: Final = 2
#: So much of a claim and of a question is read.
_LONGEST: Final = 2_000
#: Of so many places and claims what they say is kept.
_KEPT: Final = 500
#: By so many more may the first place have left open what it settled of others.
_MOST_LEFT_OPEN: Final = 20
_KINDS: Final = frozenset(["plain", "percent", "points", "basis_points", "permille"])


class Owners:
    """Looks up what numbers belong to; what was read of a place is kept.

    `unbound`: how many numbers were left to their value alone, as looking them up cost too much.
    """

    def __init__(self, material: Material, allowance: Allowance | None = None) -> None:
        """`allowance`: how much looking up is allowed; None: what the sizes of the texts ask."""
        self._material = material
        self._allowance = allowance or Allowance.of(material.answer, material.texts)
        self._namer = Namer(material)
        self._places = Places(material, self._allowance)
        stretches = Stretches(material, self._allowance)
        self._screen = Screen(material, self._namer, stretches)
        self._siblings = Siblings(material, self._namer, stretches, self._allowance)
        self._neighbours = Neighbours(material, self._namer, self._screen, self._allowance)
        self._other_texts = OtherTexts(material, self._namer, self._screen, self._allowance)
        self._qualifiers = Qualifiers(material, self._allowance, self._namer.lower)
        self._at: dict[Place, Said] = {}
        self._claims: dict[int, Said] = {}
        self._left_open = 0
        self.unbound = 0

    def is_at_home(self, number: Number, claim: Claim | None, found: Found) -> bool:
        """Whether the place of `found` alone tells that neither `only_in_codes` nor `misplaced`
        has anything to say, for both need every place of the number; False leaves it open.

        No longer asked where most numbers so far were left open: then it only adds to the work.
        """
        if self._left_open > _MOST_LEFT_OPEN:
            return False
        at_home = self._is_at_home(number, claim, found)
        self._left_open += -1 if at_home else 1
        return at_home

    def _is_at_home(self, number: Number, claim: Claim | None, found: Found) -> bool:
        place = self._places.first(found)
        if place is None or not found.located or number.kind not in _KINDS or number.weak:
            return False
        text = self._material.texts[place.text][1]
        if number.maybe_year or is_in_code(text, place.start, place.end):
            return False
        said = self._namer.names(number, claim)
        if next(self._screen.suspects(number, said, found.number, place), None) is not None:
            return False
        if claim is not None and self._qualifiers.may_differ(number, claim, place, found):
            return False
        if claim is not None and self._neighbours.other(number, claim, place, found.number):
            return False
        if claim is not None and self._other_texts.names(number, claim, place):
            return False
        exchange = claim is not None and may_be_exchanged(
            self._material, self._allowance, number, claim, place
        )
        return not exchange and self._allowance.spend(2 * PASS) and not self._allowance.is_spent

    def misplaced(
        self, number: Number, claim: Claim | None, agreeing: Iterable[Found]
    ) -> Trace | None:
        """The finding that `number` is another thing's; `agreeing` are the numbers like it."""
        if number.kind not in _KINDS or number.weak or number.maybe_year:
            return None
        places, again, once_more, at_last = tee(self._places.of(agreeing), 4)
        found = self._all_elsewhere(number, claim, places)
        if found is None and claim is not None and not self._allowance.is_spent:
            found = exchanged(self._material, self._allowance, number, claim, again)
        if found is None and claim is not None and not self._allowance.is_spent:
            found = self._neighbours.misplaced(number, claim, once_more)
        if found is None and claim is not None and not self._allowance.is_spent:
            found = self._other_texts.misplaced(number, claim, at_last)
        if self._allowance.is_spent:
            self.unbound += 1
            return None
        return found

    def qualified(
        self, number: Number, claim: Claim | None, agreeing: Iterable[Found]
    ) -> Trace | None:
        """The finding that the contexts say `number` with another bound, partner, part, purpose."""
        if claim is None or number.kind not in _KINDS or number.weak or number.maybe_year:
            return None
        found = self._qualifiers.differing(number, claim, self._places.of(agreeing))
        return None if self._allowance.is_spent else found

    def overstated(self, number: Number, agreeing: Iterable[Found]) -> Trace | None:
        """The finding that a strict bound is no true one of any of `agreeing`."""
        found = overstated(self._material, number, self._places.of(agreeing))
        return None if self._allowance.is_spent else found

    def only_in_codes(self, number: Number, agreeing: Iterable[Found]) -> bool:
        """Whether every place that has the number has it inside a code of digits and hyphens."""
        figure, some = figure_of(number), False
        if number.kind not in _KINDS or not figure[:1].isdigit():
            return False
        if is_in_code(self._material.answer, number.start, number.end):
            return False
        for count, (place, found) in enumerate(self._places.of(agreeing)):
            if not found.located:
                return False
            text = self._material.texts[place.text][1]
            if count >= MOST or not is_in_code(text, place.start, place.end):
                return False
            some = True
        return some and not self._allowance.is_spent

    def _all_elsewhere(
        self, number: Number, claim: Claim | None, places: Iterable[tuple[Place, Found]]
    ) -> Trace | None:
        """The first finding, if there is one at every place that has the number."""
        first: Trace | None = None
        for count, (place, found) in enumerate(places):
            if count >= MOST or not self._allowance.spend(PASS):
                return None
            trace = self._elsewhere(number, claim, place, found)
            if trace is None:
                return None
            first = first or trace
        return first

    def _elsewhere(
        self,
        number: Number,
        claim: Claim | None,
        place: Place,
        found: Found,
    ) -> Trace | None:
        """The finding, if the place belongs to what the claim does not name, a sibling to what."""
        levels: list[Said] = []
        own: Said | None = None
        said = self._namer.names(number, claim)
        like = found.number
        suspects = self._screen.suspects(number, said, like, place)
        for one, sibling in self._siblings.of(like, number, said, place, suspects):
            levels = levels or list(self._levels(number, claim))
            own = own or self._said(place)
            other = self._said(one)
            if not self._is_frame(own, other, place, one):
                continue
            figure = figure_of(number)
            apart = contrast(own, other, figure), contrast(other, own, figure)
            span = self._span(number, claim)
            if claim is not None and self._material.answer.find(figure_of(sibling), *span) >= 0:
                named = self._is_swapped(span, sibling, levels[0], apart)
            else:
                named = named_of(levels, *apart)
            if named:
                context_id = self._material.texts[one.text][0]
                mine, its = names(own, apart[0]), names(other, named)
                message = f'"{number.text}": the source says that of {mine}; for {its} it says '
                message += f"{sibling.text} (context {context_id})"
                return Trace("entity_mismatch", message, found=self._at_place(found, place))
        return None

    def _at_place(self, found: Found, place: Place) -> Found:
        """`found` at the place that the message speaks of."""
        context_id, text, located = self._material.texts[place.text]
        said = text[place.start : place.end]
        number = found.number._replace(start=place.start, end=place.end, text=said)
        return Found(number, context_id, located)

    # What the place names, and what the claim

    def _said(self, place: Place) -> Said:
        said = self._at.get(place)
        if said is None:
            if len(self._at) >= _KEPT:
                self._at.clear()
            self._allowance.spend(WORDS)
            text = self._material.texts[place.text][1]
            said = self._at[place] = said_with(text, place.start, place.end)
        return said

    def _levels(self, number: Number, claim: Claim | None) -> Iterator[Said]:
        """What the number is said of, the nearest first: clause, claim, claim before, question."""
        answer = self._material.answer
        self._allowance.spend(WORDS)
        yield said_with(answer, number.start, number.end)
        if claim is not None:
            yield self._claim(claim)
            if says_pronoun(answer, claim.start):
                before = self._before.get(claim.start)
                if before is not None:
                    yield self._claim(before)
        asked = self._asked
        if is_respective(self._material.question[:_LONGEST]):
            return
        own = self._claim(claim).words if claim is not None else {}
        if sum(word not in asked.words and word not in COMMON_WORDS for word in own) > _FEW:
            # A claim that says so much names its own things; the question still gives the period.
            asked = asked._replace(words={})
        yield asked

    @once
    def _asked(self) -> Said:
        return words_of(self._material.question[:_LONGEST])

    def _claim(self, claim: Claim) -> Said:
        said = self._claims.get(claim.start)
        if said is None:
            if len(self._claims) >= _KEPT:
                self._claims.clear()
            self._allowance.spend(WORDS)
            end = min(claim.end, claim.start + _LONGEST)
            said = self._claims[claim.start] = words_of(self._material.answer, claim.start, end)
        return said

    @once
    def _before(self) -> dict[int, Claim]:
        """Where a claim starts → the claim before it."""
        return {two.start: one for one, two in pairwise(self._material.claims)}

    def _span(self, number: Number, claim: Claim | None) -> tuple[int, int]:
        """The claim, or so much of a long one around the number."""
        if claim is None:
            return number.start, number.end
        return max(claim.start, number.start - _LONGEST), min(claim.end, number.end + _LONGEST)

    def _is_swapped(
        self,
        span: tuple[int, int],
        sibling: Number,
        own: Said,
        apart: tuple[Contrast, Contrast],
    ) -> Contrast | None:
        """What is named of the sibling, where a claim says both figures, each of the other's."""
        named = named_of([own], *apart)
        if named is None:
            return None
        answer, figure = self._material.answer, figure_of(sibling)
        at = answer.find(figure, *span)
        while at >= 0 and self._allowance.spend(WORDS):
            said = said_with(answer, at, at + len(figure))
            if apart[0].of(said) and not apart[1].of(said):
                return named
            at = answer.find(figure, at + len(figure), span[1])
        return None

    def _is_frame(self, own: Said, other: Said, place: Place, one: Place) -> bool:
        """Whether two places say the same kind of thing of two things."""
        if own.words.keys() & other.words.keys():
            return True
        text = self._material.texts[place.text][1]
        line = line_at(text, place.start, place.end)
        return one.text == place.text and line.start <= one.start < line.end
