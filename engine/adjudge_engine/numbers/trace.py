"""Tracing one number of the answer to the material, in the order in which answers are trusted."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Final, NamedTuple

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers import counting, cues, foreign
from adjudge_engine.numbers.figures import EXACT
from adjudge_engine.numbers.index import WRITTEN, Found, NumberIndex, written
from adjudge_engine.numbers.match import (
    Mismatch,
    is_bound,
    is_rescaled,
    is_rounding,
    keys,
    may_convert,
    mismatch,
    reads_past_heading,
)
from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.scan import parse_numbers, scan
from adjudge_engine.numbers.tables import word_list

_SAYS: Final[dict[Mismatch, str]] = {
    "sign_mismatch": "the source has the other sign,",
    "unit_mismatch": "the source has another unit,",
    "currency_mismatch": "the source has another currency,",
    "percent_mismatch": "the source has another kind of figure,",
}
#: Which difference is told first where several numbers of the same size differ.
_ORDER: Final[tuple[Mismatch, ...]] = (
    "sign_mismatch",
    "percent_mismatch",
    "currency_mismatch",
    "unit_mismatch",
)
_ROMAN: Final = word_list("I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX")


@dataclass(frozen=True, slots=True)
class Material:
    """What an answer's numbers are traced in. `texts`: (context id, text, offsets hold)."""

    answer: str
    question: str
    texts: Sequence[tuple[str, str, bool]]
    claims: Sequence[Claim] = ()
    allowed: Sequence[str] = ()


class Trace(NamedTuple):
    """A reason code of the numbers gate, its message, and the source's number it rests on."""

    code: str
    message: str
    claim_id: str | None = None
    found: Found | None = None


class Tracer:
    """Traces numbers; the material's numbers are read once."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._index = NumberIndex(material.texts)
        self._starts = [claim.start for claim in material.claims]
        self._operations: dict[str, str | None] = {}
        self._words: dict[tuple[str, Decimal], Trace | None] = {}

    def trace(self, number: Number) -> Trace | None:
        """The one finding about `number`, or None where it is the calendar's."""
        claim = self._claim_of(number)
        found = self._settled(number, claim) or self._unsettled(number, claim)
        return found._replace(claim_id=claim.id if claim else None) if found else None

    # What passes

    def _settled(self, number: Number, claim: Claim | None) -> Trace | None:
        if self._is_allowed(number):
            return Trace("allowed", f'"{number.text}": the case allows this number')
        if number.kind in WRITTEN:
            return self._as_written(number)
        found = self._same(number) or self._near(number) or self._headed(number)
        if found is not None:
            return found
        return self._in_words(number) or self._counted(number, claim) or self._denied(number)

    def _same(self, number: Number) -> Trace | None:
        for found in self._index.of_size(number):
            if mismatch(number, found.number) is None and not reads_past_heading(
                number, found.number
            ):
                return Trace("traced", self._stands(number, found), found=found)
        return None

    def _near(self, number: Number) -> Trace | None:
        for size in keys(number):
            wide = max(number.step, EXACT.multiply(size, Decimal("0.26")))
            low, high = EXACT.subtract(size, wide), EXACT.add(size, wide)
            if number.bound is None:
                reach = EXACT.multiply(size, Decimal("0.05")) if number.approximate else 0
                reach = max(number.step, reach)
                low, high = EXACT.subtract(size, reach), EXACT.add(size, reach)
            for found in self._index.between(low, high):
                source = found.number
                if mismatch(number, source) is not None:
                    continue
                if is_rounding(number, source):
                    return Trace("rounded", self._says(number, found), found=found)
                if is_bound(number, source):
                    return Trace("bound", self._says(number, found), found=found)
        return None

    def _headed(self, number: Number) -> Trace | None:
        """A figure of a table whose heading ("in thousands") stands in another context."""
        if number.kind != "plain" or number.unit:
            return None
        for factor in sorted(self._index.factors):
            value, step = EXACT.divide(number.value, factor), EXACT.divide(number.step, factor)
            scaled = replace(number, value=value, step=step, other=None)
            for found in self._index.between(
                EXACT.subtract(abs(value), step), EXACT.add(abs(value), step)
            ):
                source = found.number
                if source.scale or source.unit or mismatch(scaled, source) is not None:
                    continue
                if abs(source.value) == abs(value):
                    return Trace("traced", self._stands(number, found), found=found)
                if is_rounding(scaled, source):
                    return Trace("rounded", self._says(number, found), found=found)
        return None

    def _as_written(self, number: Number) -> Trace | None:
        key = written(number.text)
        found = self._index.by_writing.get(key)
        if found is None and number.value:
            same = (one for one in self._index.of_size(number))
            found = next((one for one in same if written(one.number.text) == key), None)
        return Trace("traced", self._stands(number, found), found=found) if found else None

    def _in_words(self, number: Number) -> Trace | None:
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
        for (context_id, text, located), lower in zip(
            self._material.texts, self._lower, strict=True
        ):
            span = foreign.find_foreign(number.value, lower) if located else None
            if span is None and number.label and number.value <= len(_ROMAN):
                roman = rf"(?i:\b{number.label}\s){_ROMAN[int(number.value) - 1]}\b"
                match = re.search(roman, text)
                span = match.span() if match else None
            if span is not None:
                start, end = span
                said = replace(number, start=start, end=end, text=text[start:end])
                message = f' stands in context {context_id} as "{said.text}"'
                return Trace("traced", message, found=Found(said, context_id, located))
        return None

    def _counted(self, number: Number, claim: Claim | None) -> Trace | None:
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
        named = zip(self._material.texts, self._lower, strict=True) if number.noun else ()
        for (context_id, _, _), lower in named:
            if counting.counts_in(lower, number.noun, count):
                message = f'"{number.text}": context {context_id} lists that many {number.noun}'
                return Trace("counted", message)
        return None

    def _denied(self, number: Number) -> Trace | None:
        if cues.is_denied(self._material.answer, number.start, number.end):
            return Trace("denied", f'"{number.text}" is said not to be mentioned')
        return None

    @cached_property
    def _lower(self) -> list[str]:
        """The texts in lower case, same offsets: a letter that would grow stays as it is."""
        return [text.replace("İ", "I").lower() for _, text, _ in self._material.texts]

    def _is_allowed(self, number: Number) -> bool:
        return number.text in self._material.allowed or any(
            one.value == number.value and mismatch(number, one) is None for one in self._allowed
        )

    @cached_property
    def _allowed(self) -> list[Number]:
        return [one for text in self._material.allowed for one in parse_numbers(text)]

    # What does not

    def _unsettled(self, number: Number, claim: Claim | None) -> Trace | None:
        if number.kind in WRITTEN:
            return Trace("untraced", f'"{number.text}" stands in no context')
        if number.maybe_year and number.text in self._index.years:
            return None
        derived = self._may_derive(number, claim)
        for finding in (self._differs(number, derived), self._rescaled(number, derived)):
            if finding is not None:
                return finding
        found = self._index.with_unit(lambda one: may_convert(number, one))
        if found is not None:
            message = f"{self._says(number, found)}; a conversion is not checked"
            return Trace("conversion_unchecked", message, found=found)
        if self._in_question(number):
            return Trace("question_only", f'"{number.text}" stands in the question alone')
        if derived:
            message = f'"{number.text}" stands in no context; a calculation is not checked'
            return Trace("derivation_unchecked", message)
        return Trace("untraced", f'"{number.text}" stands in no context')

    def _differs(self, number: Number, derived: bool) -> Trace | None:
        """The first telling difference of a number of the same size."""
        first: dict[Mismatch, Found] = {}
        for found in self._index.of_size(replace(number, other=None)):
            if found.number.weak:
                continue
            if reads_past_heading(number, found.number):
                return Trace("scale_mismatch", self._says(number, found), found=found)
            code = mismatch(number, found.number)
            if code is not None:
                first.setdefault(code, found)
        for code in _ORDER:
            if code in first and not (derived and _by_chance(number, first[code].number)):
                found = first[code]
                message = f'"{number.text}": {_SAYS[code]} {self._quote(found)}'
                return Trace(code, message, found=found)
        return None

    def _rescaled(self, number: Number, derived: bool) -> Trace | None:
        if derived and _is_small(number):
            return None
        for found in self._index.of_digits(number):
            if is_rescaled(number, found.number):
                return Trace("scale_mismatch", self._says(number, found), found=found)
        return None

    def _may_derive(self, number: Number, claim: Claim | None) -> bool:
        """Whether the claim or the question names an operation that could give the number."""
        for text in (self._material.question, claim.text if claim else ""):
            if text not in self._operations:
                self._operations[text] = cues.operation_in(text)
            operation = self._operations[text]
            if operation == "count":
                return number.kind == "plain" and abs(number.value) <= counting.MOST
            if operation is not None:
                return True
        return False

    def _in_question(self, number: Number) -> bool:
        return any(
            one.value == number.value and mismatch(number, one) is None
            for one in self._question_numbers
        )

    @cached_property
    def _question_numbers(self) -> tuple[Number, ...]:
        return scan(self._material.question)

    # Words

    def _claim_of(self, number: Number) -> Claim | None:
        """The claim that the number stands in; claims are in order and do not overlap."""
        at = bisect_right(self._starts, number.start) - 1
        claims = self._material.claims
        for claim in claims[max(0, at) : at + 2]:
            if min(number.end, claim.end) > max(number.start, claim.start):
                return claim
        return None

    def _quote(self, found: Found) -> str:
        return f'"{found.number.text}" (context {found.context_id})'

    def _says(self, number: Number, found: Found) -> str:
        return f'"{number.text}": the source says {found.number.text} (context {found.context_id})'

    def _stands(self, number: Number, found: Found) -> str:
        if found.number.text == number.text:
            return f'"{number.text}" stands in context {found.context_id}'
        return f'"{number.text}" stands in context {found.context_id} as "{found.number.text}"'


def _by_chance(number: Number, source: Number) -> bool:
    """Whether a figure that might be calculated may equal `source`, of another kind, by chance."""
    return _is_small(number) and not {number.kind, source.kind} <= SHARES


def _is_small(number: Number) -> bool:
    """Whether the number has so few digits that an equal one elsewhere may be chance."""
    digits = number.value.as_tuple().digits
    return len("".join(map(str, digits)).strip("0")) <= 2
