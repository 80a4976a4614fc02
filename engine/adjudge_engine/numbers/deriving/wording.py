"""Numbers that a text has without figures: in another language's words, as a list, as a denial."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.deriving import counting
from adjudge_engine.numbers.lookup.foreign import SpelledIndex
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material, Trace, says, stands
from adjudge_engine.numbers.lookup.phrases import Phrases
from adjudge_engine.numbers.lookup.ranks import RankIndex
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.stating import cues
from adjudge_engine.numbers.worded.romans import ROMANS

#: What is numbered in Roman numerals, though a figure behind it may count as well.
_RANKED: Final = re.compile(
    r"\b(class|grade|level|category|tier|schedule|title|group|klasse|stufe|gruppe|kategorie|classe|"
    r"catégorie|niveau|clase|categoría|nivel|grupo|класс|степень) \Z",
    re.IGNORECASE,
)
#: Those of them that are of ASCII letters.
_RANKS: Final = (
    *("class ", "grade ", "level ", "category ", "tier ", "schedule ", "title ", "group "),
    *("klasse ", "stufe ", "gruppe ", "kategorie ", "classe ", "niveau ", "clase ", "nivel "),
    *("grupo ",),
)
_CENT_NOUNS: Final = frozenset(
    ["cent", "cents", "centimes", "céntimos", "pence", "копеек", "копейки"]
)
#: Currency → what its hundredths are called.
_CENTS: Final = {"": "cents?|¢|centimes?|céntimos?", "GBP": "pence|p", "RUB": "коп(?:еек|ейки)?"}


class Wording:
    """Look-up of numbers in the words of the material; what was looked up once is kept."""

    def __init__(self, material: Material, ranks: RankIndex) -> None:
        self._material = material
        self._ranks = ranks
        self._spelled = SpelledIndex(material.texts)
        self._phrases = Phrases(material)

    def in_words(self, number: Number) -> Trace | None:
        """A number that a context has in another language's words, or in Roman numerals."""
        found = self._spelled.find(number)
        if found is not None:
            code, one = found
            message = stands(number, one) if code == "traced" else says(number, one)
            return Trace(code, message, found=one)
        if not number.value and number.noun and not number.unit:
            return self._phrases.none_of(number)
        if number.currency:
            return self._in_cents(number)
        if number.noun in _CENT_NOUNS or number.unit == "cent":
            return self._phrases.in_money(number)
        value = number.value
        label = number.label or self._rank_before(number)
        if not label or number.unit or not 2 <= value <= len(ROMANS):
            return None
        if value != value.to_integral_value():
            return None
        ranked = self._ranks.roman(label, int(value))
        return Trace("traced", stands(number, ranked), found=ranked) if ranked is not None else None

    def _in_cents(self, number: Number) -> Trace | None:
        """ "99 cents" of a context, for $0.99."""
        cents = number.value * 100
        if not 0 < cents < 100 or cents != cents.to_integral_value() or number.per:
            return None
        names = _CENTS.get(number.currency, _CENTS[""])
        pattern = rf"(?<![0-9.,])(?P<cents>{int(cents)}[ \xa0]?(?:{names}))(?![^\W_])"
        for (context_id, text, located), lower in zip(
            self._material.texts, self._material.lower, strict=True
        ):
            match = re.search(pattern, lower)
            if match is not None:
                start, end = match.span()
                said = number._replace(start=start, end=end, text=text[start:end])
                found = Found(said, context_id, located)
                return Trace("traced", stands(number, found), found=found)
        return None

    def _rank_before(self, number: Number) -> str:
        """ "Class" of "class 2": a word before a plain figure that Roman numerals stand behind."""
        answer, start = self._material.answer, number.start
        before = answer[start - 16 if start > 16 else 0 : start]
        if before.isascii() and not before.lower().endswith(_RANKS):
            return ""
        match = _RANKED.search(answer, max(0, start - 16), start)
        return match[1].lower() if match is not None else ""

    def counted(self, number: Number, claim: Claim | None) -> Trace | None:
        """The number of items that the answer, or a context, lists."""
        value = number.value
        if number.kind != "plain" or number.unit or number.currency or number.scale:
            return None
        if value != value.to_integral_value() or not 2 <= value <= counting.MOST:
            return None
        count, answer = int(value), self._material.answer
        if counting.counts_following(answer, number.end, count) or (
            claim is not None
            and counting.counts_before(claim.text, number.start - claim.start, count)
        ):
            return Trace("counted", f'"{number.text}": the answer lists that many')
        texts = self._material.texts
        named = zip(texts, self._material.lower, strict=True) if number.noun else ()
        for (context_id, _, _), lower in named:
            if counting.counts_in(lower, number.noun, count):
                message = f'"{number.text}": context {context_id} lists that many {number.noun}'
                return Trace("counted", message)
        return None

    def corrected(self, number: Number) -> Trace | None:
        """The answer says that it is another number than the question has."""
        if cues.is_corrected(self._material.answer, number.start, number.end):
            return Trace("denied", f'"{number.text}" is said to be another number')
        return None

    def denied(self, number: Number) -> Trace | None:
        """The answer says that the number is mentioned nowhere."""
        if cues.is_denied(self._material.answer, number.start, number.end):
            return Trace("denied", f'"{number.text}" is said not to be mentioned')
        return None
