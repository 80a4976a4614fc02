"""Numbers that a text has without figures: in another language's words, as a list, as a denial."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers import counting, cues, foreign
from adjudge_engine.numbers.index import Found
from adjudge_engine.numbers.material import Material, Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.tables import word_list

_ROMAN: Final = word_list("I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX")


class Wording:
    """Look-up of numbers in the words of the material; what was looked up once is kept."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._words: dict[tuple[str, Decimal], Trace | None] = {}

    def in_words(self, number: Number) -> Trace | None:
        """A small whole number that a context has in Roman numerals or another language's words."""
        value = number.value
        if number.kind not in ("plain", "label", "ordinal") or not 2 <= value <= 100:
            return None
        if value != value.to_integral_value() or number.currency or number.scale:
            return None
        key = (number.label, value)
        if key not in self._words:
            self._words[key] = self._find_words(number)
        trace = self._words[key]
        return trace._replace(message=f'"{number.text}"{trace.message}') if trace else None

    def _find_words(self, number: Number) -> Trace | None:
        texts = self._material.texts
        for (context_id, text, located), lower in zip(texts, self._material.lower, strict=True):
            span = foreign.find_foreign(number.value, lower) if located else None
            if span is None and number.label and number.value <= len(_ROMAN):
                roman = rf"(?i:\b{number.label}\s){_ROMAN[int(number.value) - 1]}\b"
                match = re.search(roman, text)
                span = match.span() if match else None
            if span is not None:
                start, end = span
                said = number._replace(start=start, end=end, text=text[start:end])
                message = f' stands in context {context_id} as "{said.text}"'
                return Trace("traced", message, found=Found(said, context_id, located))
        return None

    def word_for_word(self, number: Number, word: str) -> Trace | None:
        """A context that has the very word (or numeral) `word` that the answer states."""
        texts = self._material.texts
        for (context_id, text, located), lower in zip(texts, self._material.lower, strict=True):
            start = foreign.find_word(word, lower) if located else None
            if start is not None:
                end = start + len(word)
                said = number._replace(start=start, end=end, text=text[start:end])
                message = f'"{number.text}" stands in context {context_id}'
                return Trace("traced", message, found=Found(said, context_id, located))
        return None

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

    def denied(self, number: Number) -> Trace | None:
        """The answer says that the number is mentioned nowhere."""
        if cues.is_denied(self._material.answer, number.start, number.end):
            return Trace("denied", f'"{number.text}" is said not to be mentioned')
        return None
