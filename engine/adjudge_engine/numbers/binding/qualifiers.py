"""What a figure is said with beside its unit: a bound, a pair, what it is for, a part, a currency.

Each is looked for in the answer first, by a glance at what stands right before and behind the
figure; only what is found there is compared with the places of the contexts. As everywhere, every
place that has the number has to speak against the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.binding import (
    bound_sides,
    going_on,
    per_what,
    per_when,
    shares_of,
    turned,
)
from adjudge_engine.numbers.binding.frame import content, is_frame, sentence_of, statement_at
from adjudge_engine.numbers.binding.places import MOST
from adjudge_engine.numbers.binding.stretches import Place
from adjudge_engine.numbers.comparing.named_currency import is_unsaid
from adjudge_engine.numbers.lookup.allowance import LOOK, Allowance
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import Number

_BOUND: Final = "the other bound is what the source says"
_TURNED: Final = "the source says the two figures the other way round"
_AWAY: Final = "the source says that it went the other way"
_FOR: Final = "the source says that for something else"
_OFTEN: Final = "the source says that for another period"
_DOSE: Final = "the source says that for each unit of weight or size"
_BODY: Final = "the source says that for no unit of weight or size"
_ON: Final = "the source's unit goes on"
_ENDS: Final = "the source's unit does not go on"
_PART: Final = "the source says that of another part"
_TIMES: Final = "the source says another multiple"
_MONEY: Final = "no context says of which country the currency is"

#: So far from a figure a text may say what it is counted by.
_AROUND: Final = 2_000

Test = Callable[[Place, Found], bool]


class Qualifiers:
    """Compares what answer and contexts say with a figure."""

    def __init__(self, material: Material, allowance: Allowance, lower: str) -> None:
        """`lower`: the answer in lower case, same offsets."""
        self._material = material
        self._allowance = allowance
        self._lower = lower
        self._multiple = -1, False

    def may_differ(self, number: Number, claim: Claim, place: Place, found: Found) -> bool:
        """Whether anything is said with a number that a context says otherwise at `place`.

        If not at the first place of all, `differing` finds nothing.
        """
        tests = self._tests(number, claim, found.number)
        return bool(tests) and any(test(place, found) for _, _, test in tests)

    def differing(
        self, number: Number, claim: Claim, places: Iterable[tuple[Place, Found]]
    ) -> Trace | None:
        """The finding that every place says something else with the number than the claim."""
        left: list[tuple[str, str, Test]] | None = None
        first: Found | None = None
        for count, (place, found) in enumerate(places):
            if count >= MOST or not found.located or not self._allowance.spend(LOOK):
                return None
            if left is None:
                left = self._tests(number, claim, found.number)
            left = [one for one in left if one[2](place, found)]
            if not left:
                return None
            first = first or found
        if not left or first is None:
            return None
        code, why, _ = left[0]
        source = f'"{first.number.text}" (context {first.context_id})'
        return Trace(code, f'"{number.text}": {why}, {source}', found=first)

    def _tests(self, number: Number, claim: Claim, like: Number) -> list[tuple[str, str, Test]]:
        """(code, what it says, the test of a place) of all that the answer says with a number."""
        lower = self._lower
        start, end = number.start, number.end
        said = start, end
        tests: list[tuple[str, str, Test]] = []
        if number.bound or bound_sides.may_be_bound(lower, start, end):
            tests.append(("bound_mismatch", _BOUND, self._against(bound_sides.is_turned, said)))
        if turned.may_be_pair(lower, start, end):
            tests.append(("entity_mismatch", _TURNED, self._against(turned.is_turned, said)))
            tests.append(("sign_mismatch", _AWAY, self._against(turned.goes_the_other_way, said)))
        what = per_what.classes_behind(lower, end)
        if what:
            tests.append(("unit_mismatch", _FOR, self._is_for_another(what)))
        often = per_when.how_often(lower, start, end)
        if often:
            tests.append(("unit_mismatch", _OFTEN, self._is_another_period(often)))
        if number.per or like.per:
            tests += self._rates(number, claim, like)
        part = shares_of.part_before(lower, start)
        if part:
            tests.append(("entity_mismatch", _PART, self._is_another_part(part)))
        if self._says_multiple(claim):
            tests.append(("entity_mismatch", _TIMES, self._is_another_multiple(number)))
        question = self._material.question
        if number.currency and is_unsaid(number, like, self._material.lower, question):
            tests.append(
                (
                    "currency_mismatch",
                    _MONEY,
                    lambda _, found: found.number.currency == like.currency,
                )
            )
        return tests

    def _rates(self, number: Number, claim: Claim, like: Number) -> list[tuple[str, str, Test]]:
        """Those of `_tests` that ask for what a number is counted by."""
        tests: list[tuple[str, str, Test]] = []
        part, body = per_what.is_part_of_dose(number, like), per_what.is_dose_of_body(number, like)
        if part and not self._speaks_of_weight(claim):
            tests.append(("entity_mismatch", _DOSE, self._is_dose(number)))
        if body:
            tests.append(("unit_mismatch", _BODY, self._is_plain_dose(number)))
        by = going_on.goes_on(number, like)
        dose = part or body
        if by and not (dose and by != "m²") and not (like.per and self._says(by, claim)):
            tests.append(("unit_mismatch", _ON if like.per else _ENDS, self._goes_on(number)))
        return tests

    def _text(self, place: Place) -> str:
        return self._material.texts[place.text][1]

    def _against(
        self,
        test: Callable[[str, tuple[int, int], str, tuple[int, int]], bool],
        said: tuple[int, int],
    ) -> Test:
        answer = self._material.answer
        return lambda place, _: test(answer, said, self._text(place), (place.start, place.end))

    def _is_for_another(self, mine: set[str]) -> Test:
        lower = self._material.lower
        return lambda place, _: per_what.is_for_another(mine, lower[place.text], place.end)

    def _is_another_period(self, mine: str) -> Test:
        lower = self._material.lower

        def test(place: Place, _: Found) -> bool:
            yours = per_when.how_often(lower[place.text], place.start, place.end)
            return bool(yours) and yours != mine

        return test

    def _is_dose(self, number: Number) -> Test:
        return lambda _, found: per_what.is_part_of_dose(number, found.number)

    def _is_plain_dose(self, number: Number) -> Test:
        def test(place: Place, found: Found) -> bool:
            if not per_what.is_dose_of_body(number, found.number):
                return False
            sentence = sentence_of(self._text(place), place.start, place.end)
            return not per_what.speaks_of_weight(sentence)

        return test

    def _speaks_of_weight(self, claim: Claim) -> bool:
        asked = self._material.question[:2_000]
        return per_what.speaks_of_weight(f"{claim.text[:2_000]} {asked}")

    def _says(self, by: str, claim: Claim) -> bool:
        """Whether claim or question say what the source's figure is counted by."""
        said = f"{claim.text[:2_000]} {self._material.question[:2_000]}"
        return going_on.speaks_of(by, said.lower())

    def _goes_on(self, number: Number) -> Test:
        def test(place: Place, found: Found) -> bool:
            by = going_on.goes_on(number, found.number)
            if not by or not number.per:
                return bool(by)
            lower = self._material.lower[place.text]
            low = max(0, place.start - _AROUND)
            return not going_on.speaks_of(by, lower[low : place.end + _AROUND])

        return test

    def _is_another_part(self, mine: str) -> Test:
        def test(place: Place, _: Found) -> bool:
            yours = shares_of.part_before(self._material.lower[place.text], place.start)
            return bool(yours) and yours != mine

        return test

    def _says_multiple(self, claim: Claim) -> bool:
        """Whether a claim says a multiple in a verb; kept for the last claim."""
        if self._multiple[0] != claim.start:
            self._multiple = claim.start, bool(shares_of.multiples_in(claim.text[:2_000]))
        return self._multiple[1]

    def _is_another_multiple(self, number: Number) -> Test:
        said = statement_at(self._material.answer, number.start, number.end)
        mine = shares_of.multiples_in(said)

        def test(place: Place, _: Found) -> bool:
            sentence = sentence_of(self._text(place), place.start, place.end)
            yours = shares_of.multiples_in(sentence)
            if not mine or not yours or not mine.isdisjoint(yours):
                return False
            return is_frame(content(said), content(sentence) | content(said) & _words(said))

        return test


def _words(text: str) -> set[str]:
    """The words of a text that say a multiple."""
    return {word for word in content(text) if shares_of.multiples_in(word)}
