"""A figure that another context says of something else: "the cancellation fee is €50".

Where contexts are about several things, the figure that a claim gives need have none beside it.
Two rules, each over the contexts' own words. The thing that the claim names ("delivery fee")
stands in another context, and where the figure is it is of one kind with what stands there but for
the word that tells them apart ("cancellation fee"). Or another context says all that the claim
says, with another figure of the same kind, and the figure's own context says none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.binding.claim_names import Namer
from adjudge_engine.numbers.binding.common_words import COMMON_WORDS
from adjudge_engine.numbers.binding.places import MOST
from adjudge_engine.numbers.binding.rough import clause
from adjudge_engine.numbers.binding.screen import Screen
from adjudge_engine.numbers.binding.stretches import Place
from adjudge_engine.numbers.lookup.allowance import LOOK, READ, Allowance
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import parse_around
from adjudge_engine.numbers.reading.tables import word_set
from adjudge_engine.text.languages import ALL_STOP_WORDS
from adjudge_engine.text.tokens import fold

#: So many words that tell things apart, and texts, are looked at; so much of a claim is read.
_KEYS: Final = 6
_TEXTS: Final = 12
_LONGEST: Final = 400
#: Words of a thing that a claim must name for all of it to be found in another context.
_LEAST: Final = 2
#: What joins a thing and its kind: "frais de livraison", "price of delivery".
_OF: Final = (
    r"(?: (?:of|for|de|del|della|du|des|di|do|da|dos|das|für|der|von)(?: the| la| las| los)?| d'|)"
)
_WORD: Final = r"[^\W\d_]{3,24}"
#: Words before a kind of thing that tell no thing from another: a fee may be annual as well.
_LOOSE: Final = word_set(
    "annual yearly monthly weekly daily hourly quarterly total full partial standard regular "
    "normal usual typical basic base main general overall average mean median minimum maximum "
    "minimal maximal initial final current present actual new old same single one-time only small "
    "large fixed flat "
    "additional extra special certain respective relevant applicable required mandatory optional "
    "net gross first second third fourth last next previous official listed stated their your our "
    "its his her this that each every another both high low higher lower highest lowest nominal "
    "rated approximate exact estimated expected combined individual separate common original "
    "refundable non-refundable nonrefundable small modest service corresponding said entire whole"
)
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s|\Z)|[\n。！？]")


class OtherTexts:
    """Tells the figures that other contexts part from what a claim names."""

    def __init__(
        self, material: Material, namer: Namer, screen: Screen, allowance: Allowance
    ) -> None:
        self._material = material
        self._namer = namer
        self._screen = screen
        self._allowance = allowance
        self._question = material.question[:2_000].lower()
        self._many = len(material.texts) > 1

    def misplaced(
        self, number: Number, claim: Claim, places: Iterable[tuple[Place, Found]]
    ) -> Trace | None:
        """The finding that every place says the number of what another context parts from it."""
        first: Trace | None = None
        for count, (place, found) in enumerate(places if self._many else ()):
            if count >= MOST or not found.located:
                return None
            other = self.names(number, claim, place)
            if not other:
                return None
            context_id = self._material.texts[place.text][0]
            message = f'"{number.text}": context {context_id} says that of something else, '
            message += f"as another context tells ({other})"
            first = first or Trace("entity_mismatch", message, found=found)
        return first

    def names(self, number: Number, claim: Claim, place: Place) -> str:
        """What another context's words make of the figure at a place, or an empty string."""
        if not self._many:
            return ""
        names = self._namer.names(number, claim)
        lacking = self._screen.missing(names, place).lacking
        if not lacking:
            return ""
        text = self._material.lower[place.text]
        if not self._allowance.spend(len(lacking) * min(len(text), _LONGEST)):
            return ""
        apart = [key for key in lacking[:_KEYS] if key not in text]
        if not apart:
            return ""
        said = self._namer.lower[claim.start : min(claim.end, claim.start + _LONGEST)]
        kind = self._of_its_kind(said, place, apart)
        return kind or self._all_elsewhere(number, place, names.own, apart)

    def _of_its_kind(self, said: str, place: Place, apart: list[str]) -> str:
        """The thing of the same kind that the figure is said of: "cancellation fee"."""
        own = clause(self._material.lower[place.text], place.start, place.end)
        for key in apart:
            if not self._allowance.spend(LOOK):
                return ""
            for thing, pattern in _kinds(said, key):
                match = pattern.search(own)
                if match is None or not self._is_other(match["other"]):
                    continue
                if self._stands_elsewhere(thing, place):
                    return match.group().strip()
        return ""

    def _is_other(self, word: str) -> bool:
        """Whether a word may tell a thing from that of the claim: neither says it."""
        if word in ALL_STOP_WORDS or word in _LOOSE or fold(word) in COMMON_WORDS:
            return False
        return word not in self._namer.lower and word not in self._question

    def _stands_elsewhere(self, thing: str, place: Place) -> bool:
        texts = self._material.lower[:_TEXTS]
        return self._allowance.spend(LOOK) and any(
            thing in lower for at, lower in enumerate(texts) if at != place.text
        )

    def _all_elsewhere(
        self, number: Number, place: Place, own: tuple[str, ...], apart: list[str]
    ) -> str:
        """The figure of a sentence of another context that says all that the claim says."""
        if len(own) < _LEAST or not set(own) <= set(apart):
            return ""
        for at, lower in enumerate(self._material.lower[:_TEXTS]):
            if at == place.text or not self._allowance.spend(LOOK):
                continue
            start = lower.find(own[0])
            if start < 0 or not all(key in lower for key in own):
                continue
            low, high = _sentence(lower, start)
            if all(key in lower[low:high] for key in own) and self._allowance.spend(READ):
                for one in parse_around(self._material.texts[at][1][low:high]):
                    if _is_rival(number, one):
                        return one.text
        return ""


@lru_cache(maxsize=256)
def _kinds(said: str, key: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """(the thing as the claim names it, what another thing of its kind looks like)."""
    return tuple(_kinds_of(said, key))


def _kinds_of(said: str, key: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    for match in re.finditer(rf"(?<![^\W_]){re.escape(key)}[^\W_]{{0,12}}", said):
        word = match.group()
        behind = re.match(rf"[ -]({_WORD})", said[match.end() : match.end() + 26])
        if behind is not None and behind[1] not in ALL_STOP_WORDS:
            kind = re.escape(behind[1].removesuffix("s"))
            other = rf"(?<![^\W_])(?P<other>{_WORD})[ -]{kind}s?(?![^\W_])"
            yield f"{word}{behind.group()}", re.compile(other)
        before = re.search(rf"({_WORD}){_OF} ?\Z", said[max(0, match.start() - 40) : match.start()])
        if before is not None and before.group().strip() != before[1]:
            joint = re.escape(before[1])
            other = rf"(?<![^\W_]){joint}{_OF} ?(?P<other>{_WORD})"
            yield f"{before.group()}{word}", re.compile(other)
        for cut in range(5, len(word) - 4):
            if word[cut:] in _COMPOUNDS:
                other = rf"(?<![^\W_])(?P<other>[^\W\d_]{{3,20}}){word[cut:]}(?![^\W_])"
                yield word, re.compile(other)


#: Second parts of German names for what figures are given of.
_COMPOUNDS: Final = word_set(
    "gebühr gebühren preis kosten beitrag miete frist zeit dauer grenze höhe länge breite tiefe "
    "gewicht leistung temperatur druck menge dosis zahl anzahl satz karte pauschale strafe rabatt "
    "zuschlag kaution abgabe steuer versicherung"
)


def _sentence(lower: str, at: int) -> tuple[int, int]:
    """The span of the sentence around `at`, bounded."""
    low = max(0, at - _LONGEST)
    for stop in _SENTENCE_END.finditer(lower, low, at):
        low = stop.end()
    end = _SENTENCE_END.search(lower, at, at + _LONGEST)
    return low, end.end() if end is not None else min(len(lower), at + _LONGEST)


def _is_rival(number: Number, one: Number) -> bool:
    """Whether a figure is one of the same kind as `number`, and another."""
    measured = number.unit or number.currency or number.kind != "plain"
    same = (one.kind, one.unit, one.currency) == (number.kind, number.unit, number.currency)
    return bool(measured) and same and abs(one.value) != abs(number.value)
