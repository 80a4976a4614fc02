"""Whether a number of the answer is said of what the contexts say it of.

The rule is contrastive, so that paraphrase raises no alarm: a number is misplaced only if every
place that has it belongs to something that the claim does not name, while a *sibling* beside it,
another figure of the same kind, belongs to what the claim does name. What distinguishes the two
places (a tariff's name, a row's label, a year) is all that is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from typing import Final, NamedTuple

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.binding import Said, line_at, said_with, words_of
from adjudge_engine.numbers.clauses import says_pronoun
from adjudge_engine.numbers.common_words import COMMON_WORDS
from adjudge_engine.numbers.index import Found
from adjudge_engine.numbers.material import Material, Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.periods import periods_in
from adjudge_engine.numbers.respectively import is_respective
from adjudge_engine.numbers.siblings import Named, Place, Siblings, keys_of

#: A number that stands at more places than this is said of too much to be misplaced.
_PLACES: Final = 24
#: A claim with no more words of its own than this may leave to the question what it speaks of.
_FEW: Final = 2
#: So many characters are gone through for all numbers of an answer: in an answer of thousands of
#: numbers over megabytes, the last are traced by their value alone.
_IN_ALL: Final = 100_000_000
#: How many names a message gives.
_NAMES: Final = 3
_FIGURE = re.compile(r"\d(?:[\d.,\u00a0\u202f' ]{0,24}\d)?")
_LETTER = re.compile(r"[^\W\d_]\s[A-Z](?![^\W_])")
_KINDS: Final = frozenset(["plain", "percent", "points", "basis_points", "permille"])


class _Contrast(NamedTuple):
    """What tells two places apart: words and periods of each that the other lacks."""

    words: set[str]
    periods: set[str]

    def of(self, said: Said) -> _Contrast:
        return _Contrast(self.words & said.words.keys(), self.periods & said.periods.keys())

    def __bool__(self) -> bool:
        return bool(self.words or self.periods)


class Owners:
    """Looks up what numbers belong to; what was read of a place is kept."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._siblings = Siblings(material)
        self._at: dict[Place, Said] = {}
        self._claims: dict[int, Said] = {}
        self._named: dict[int, Named] = {}
        self._size = sum(len(text) for _, text, _ in material.texts)
        self._left = _IN_ALL

    def misplaced(
        self, number: Number, claim: Claim | None, agreeing: Iterable[Found]
    ) -> Trace | None:
        """The finding that `number` is another thing's; `agreeing` are the numbers like it."""
        if number.kind not in _KINDS or number.weak or number.maybe_year or self._left < 0:
            return None
        self._left -= self._size
        first: Trace | None = None
        seen: set[Place] = set()
        for place, found in self._places(agreeing):
            if place in seen:
                continue
            seen.add(place)
            trace = self._elsewhere(number, claim, place, found) if len(seen) <= _PLACES else None
            if trace is None:
                return None
            first = first or trace
        return first

    def _words(self, number: Number, claim: Claim | None) -> Named:
        """What may say what the numbers of a claim belong to."""
        answer = self._material.answer
        key = claim.start if claim is not None else -1 - number.start
        named = self._named.get(key)
        if named is None:
            start = claim.start if claim is not None else number.start
            end = min(claim.end, start + 2_000) if claim is not None else number.end
            low = max(0, start - 400) if says_pronoun(answer, start) else start
            keys = dict.fromkeys(keys_of(answer[low:end]))
            if len(keys) <= 2 * _FEW:
                keys.update(self._question_keys)
            loose = self._question_is_loose or _is_loose(answer, low, end)
            named = self._named[key] = Named(list(keys), loose)
        return named

    @cached_property
    def _question_is_loose(self) -> bool:
        return _is_loose(self._material.question, 0, 2_000)

    @cached_property
    def _question_keys(self) -> dict[str, None]:
        return dict.fromkeys(keys_of(self._material.question[:2_000]))

    # Where the contexts have the number

    def _places(self, agreeing: Iterable[Found]) -> Iterator[tuple[Place, Found]]:
        """Every place: equal numbers are indexed once, so the figure is looked for as well."""
        for found in agreeing:
            one = found.number
            for index, (context_id, text, located) in enumerate(self._material.texts):
                same = context_id == found.context_id and located == found.located
                if same and text.startswith(one.text, one.start):
                    yield Place(index, one.start, one.end), found
            figure = _FIGURE.search(one.text)
            if figure is not None:
                for index, start in self._find(figure.group()):
                    yield self._whole(index, start, len(figure.group()), found), found

    def _whole(self, index: int, start: int, size: int, found: Found) -> Place:
        """The place of a figure with the sign and the unit that the number found has there."""
        one, text = found.number, self._material.texts[index][1]
        before = one.text.find(text[start : start + size])
        if text.startswith(one.text, start - before):
            return Place(index, start - before, start - before + len(one.text))
        return Place(index, start, start + size)

    def _find(self, figure: str) -> Iterator[tuple[int, int]]:
        for index, (_, text, _) in enumerate(self._material.texts):
            at = text.find(figure)
            while at >= 0:
                around = text[max(0, at - 2) : at], text[at + len(figure) : at + len(figure) + 2]
                if not (_joins(around[0][::-1]) or _joins(around[1])):
                    yield index, at
                at = text.find(figure, at + len(figure))

    # What the claim names, and what the place

    def _elsewhere(
        self,
        number: Number,
        claim: Claim | None,
        place: Place,
        found: Found,
    ) -> Trace | None:
        levels: list[Said] = []
        own: Said | None = None
        words = partial(self._words, number, claim)
        for one, sibling in self._siblings.of(found.number, number, place, words):
            levels = levels or list(self._levels(number, claim))
            own = own or self._said(place)
            other = self._said(one)
            apart = _contrast(own, other), _contrast(other, own)
            if not self._is_frame(own, other, place, one):
                continue
            if claim is not None and _says(claim, sibling):
                named = self._is_swapped(claim, sibling, levels[0], apart)
            else:
                named = self._names_other(levels, *apart)
            if named:
                context_id = self._material.texts[one.text][0]
                mine, its = _names(own, apart[0]), _names(other, named)
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

    def _said(self, place: Place) -> Said:
        if place not in self._at:
            text = self._material.texts[place.text][1]
            self._at[place] = said_with(text, place.start, place.end)
        return self._at[place]

    def _levels(self, number: Number, claim: Claim | None) -> Iterator[Said]:
        """What the number is said of, the nearest first: clause, claim, claim before, question."""
        answer = self._material.answer
        yield said_with(answer, number.start, number.end)
        if claim is not None:
            yield self._claim(claim)
            if says_pronoun(answer, claim.start):
                before = self._before(claim)
                if before is not None:
                    yield self._claim(before)
        asked = self._asked
        if is_respective(self._material.question):
            return
        own = self._claim(claim).words if claim is not None else {}
        if sum(word not in asked.words and word not in COMMON_WORDS for word in own) > _FEW:
            # A claim that says so much names its own things; the question still gives the period.
            asked = asked._replace(words={})
        yield asked

    @cached_property
    def _asked(self) -> Said:
        return words_of(self._material.question[:2_000])

    def _claim(self, claim: Claim) -> Said:
        if claim.start not in self._claims:
            end = min(claim.end, claim.start + 2_000)
            self._claims[claim.start] = words_of(self._material.answer, claim.start, end)
        return self._claims[claim.start]

    def _before(self, claim: Claim) -> Claim | None:
        claims = self._material.claims
        at = next((i for i, one in enumerate(claims) if one.id == claim.id), 0)
        return claims[at - 1] if at else None

    def _names_other(
        self, levels: list[Said], mine: _Contrast, other: _Contrast
    ) -> _Contrast | None:
        """What the claim names of `other`, if it names that and nothing of `mine`."""
        for level in levels:
            if mine.of(level):
                return None
            named = other.of(level)
            enough = mine.words and named.words and 2 * len(named.words) >= len(other.words)
            if enough or (mine.periods and named.periods):
                later = levels[1:2]
                return None if any(mine.of(one) for one in later) else named
        return None

    def _is_swapped(
        self, claim: Claim, sibling: Number, own: Said, apart: tuple[_Contrast, _Contrast]
    ) -> _Contrast | None:
        """What is named of the sibling, where a claim says both figures, each of the other's."""
        named = self._names_other([own], *apart)
        if named is None:
            return None
        answer, figure = self._material.answer, _figure(sibling)
        at = answer.find(figure, claim.start, claim.end)
        while at >= 0:
            said = said_with(answer, at, at + len(figure))
            if apart[0].of(said) and not apart[1].of(said):
                return named
            at = answer.find(figure, at + len(figure), claim.end)
        return None

    def _is_frame(self, own: Said, other: Said, place: Place, one: Place) -> bool:
        """Whether two places say the same kind of thing of two things."""
        if own.words.keys() & other.words.keys():
            return True
        text = self._material.texts[place.text][1]
        line = line_at(text, place.start, place.end)
        return one.text == place.text and line.start <= one.start < line.end


def _is_loose(text: str, start: int, end: int) -> bool:
    """Whether a text names what may be spelled in another way: "Q3", "in March", "Pump B"."""
    if _LETTER.search(text, start, end) is not None:
        return True
    return any(not one.name.isdigit() for one in periods_in(text, start, end))


def _figure(number: Number) -> str:
    figure = _FIGURE.search(number.text)
    return figure.group() if figure is not None else number.text


def _says(claim: Claim, sibling: Number) -> bool:
    """Whether the claim states the sibling's figure as well."""
    return _figure(sibling) in claim.text


def _contrast(one: Said, other: Said) -> _Contrast:
    words = {word for word in one.words.keys() - other.words.keys() if word not in COMMON_WORDS}
    return _Contrast(words, one.periods.keys() - other.periods.keys())


def _names(said: Said, contrast: _Contrast) -> str:
    """How the text writes the words that tell a place apart, in its order."""
    words = [spelled for word, spelled in said.words.items() if word in contrast.words]
    periods = [spelled for name, spelled in said.periods.items() if name in contrast.periods]
    capital = [word for word in words if word[:1].isupper()]
    words = list(dict.fromkeys(capital or words))
    return _joined([*words[:_NAMES], *periods[:_NAMES]])


def _joined(names: list[str]) -> str:
    """Names in a row; the overlapping pairs of a script without blanks become one word again."""
    text = ""
    for name in names:
        if text and name[0] > "\u0e00" and text[-1] == name[0]:
            text += name[1:]
        else:
            text += f" {name}" if text else name
    return text


def _joins(beside: str) -> bool:
    """Whether the characters beside a figure go on with it ("1" before "44", ".5" after it)."""
    first = beside[:1]
    return first.isdigit() or (first in (".", ",") and beside[1:2].isdigit())
