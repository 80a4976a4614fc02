"""Tracing one number of the answer to the material, in the order in which answers are trusted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from typing import Final

from adjudge_engine.calculations.derive import Derivation
from adjudge_engine.calculations.traced import Deriver
from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.binding import agree, differing
from adjudge_engine.numbers.binding.outflow import result_in, turned_result
from adjudge_engine.numbers.binding.owners import Owners
from adjudge_engine.numbers.binding.periods import YEARS
from adjudge_engine.numbers.comparing.convert import whole_of
from adjudge_engine.numbers.comparing.match import mismatch
from adjudge_engine.numbers.deriving import counting
from adjudge_engine.numbers.deriving.how_often import HowOften, is_exact, is_often
from adjudge_engine.numbers.deriving.spelled_dates import SpelledDates
from adjudge_engine.numbers.deriving.unsaid import Unsaid
from adjudge_engine.numbers.deriving.wording import Wording
from adjudge_engine.numbers.lookup.codes import Codes
from adjudge_engine.numbers.lookup.conversion import Conversions
from adjudge_engine.numbers.lookup.index import WRITTEN, Found, NumberIndex
from adjudge_engine.numbers.lookup.material import Material, Trace, says
from adjudge_engine.numbers.lookup.ranks import RankIndex
from adjudge_engine.numbers.lookup.ratios import Ratios
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.pages import PAGES, is_note, part_named, speaks_of
from adjudge_engine.numbers.reading.scan import parse_around, parse_numbers, scan
from adjudge_engine.numbers.stating import cues
from adjudge_engine.numbers.stating.readings import Readings
from adjudge_engine.numbers.worded import ordinals
from adjudge_engine.numbers.worded.romans import is_roman
from adjudge_engine.once import once

#: What rests on a number of a context that may be another thing's.
_EQUAL: Final = frozenset(["traced", "rounded", "bound"])
#: Of so many equal numbers it is asked whether they say a loss.
_FEW: Final = 8
#: How far around a number the other part of "2 hours and 30 minutes" is looked for.
_BESIDE: Final = 32


class Tracer:
    """Traces numbers; the material's numbers are read once."""

    def __init__(self, material: Material, index: NumberIndex | None = None) -> None:
        """`index`: that of the material's texts, where it is at hand."""
        self._material = material
        self._index = index if index is not None else NumberIndex(material.texts)
        self._conversions = Conversions(self._index, material)
        self._codes, self._ranks = Codes(material), RankIndex(material)
        self._wording = Wording(material, self._ranks)
        self._often = HowOften(material)
        self._unsaid = Unsaid(material)
        self._spelled_dates = SpelledDates(material, self._index)
        self._ratios = Ratios(material)
        self._owners = Owners(material)
        self._starts = [claim.start for claim in material.claims]
        self._parts: dict[str, bool] = {}
        self._operations: dict[tuple[str, str], str | None] = {}

    def trace(self, number: Number) -> Trace | None:
        """The one finding about `number`, or None where it is the calendar's or says no number."""
        claim = self._claim_of(number)
        if number.kind == "code":
            return self._codes.other(number, claim.id if claim else None)
        if is_roman(number):
            ranked = self._ranks.trace(number)
            return ranked and ranked._replace(claim_id=claim.id if claim else None)
        found = self._settled(number, claim) or self._unsettled(number, claim)
        if found is not None and found.code in _EQUAL and found.found is not None:
            found = self._objection(number, claim, found) or found
        if found is None:
            return None
        return Trace(found.code, found.message, claim.id if claim else None, found.found)

    def _objection(self, number: Number, claim: Claim | None, trace: Trace) -> Trace | None:
        """Why a number that stands in a context is wrong all the same, if it is."""
        answer = self._material.answer
        if trace.code == "rounded" and trace.found is not None and is_exact(answer, number):
            return Trace("untraced", says(number, trace.found), found=trace.found)
        if number.bound is not None:
            wrong = self._owners.overstated(number, self._all_like(number, trace))
            if wrong is not None:
                return wrong
        if claim is not None and self._operation(claim.text, result_in) is not None:
            like = islice(self._all_like(number, trace), _FEW)
            wrong = turned_result(self._material, number, like)
            if wrong is not None:
                return wrong
        if trace.found is not None and self._owners.is_at_home(number, claim, trace.found):
            return self._miscalculated(number, claim)
        if self._owners.only_in_codes(number, self._all_like(number, trace)):
            return Trace("untraced", f'"{number.text}" stands in no context but as part of a code')
        return (
            self._misplaced(number, claim, trace)
            or self._owners.qualified(number, claim, self._all_like(number, trace))
            or self._miscalculated(number, claim)
        )

    @property
    def unbound(self) -> int:
        """How many numbers were traced by their value alone, as more asked for too much looking."""
        return self._owners.unbound

    def _misplaced(self, number: Number, claim: Claim | None, trace: Trace) -> Trace | None:
        """The finding that the number is another thing's; a small count may equal it by chance."""
        found = self._owners.misplaced(number, claim, self._all_like(number, trace))
        if found is not None and differing.is_small(number) and self._may_derive(number, claim):
            return None
        return found

    def _miscalculated(self, number: Number, claim: Claim | None) -> Trace | None:
        """The finding that a stated result, though it stands somewhere, is not what it sums up."""
        if claim is None or not self._readings.states(claim.text):
            return None
        found = self._deriver.contradiction(number, claim.text, claim.start)
        return Trace(found.code, found.message) if found is not None else None

    def _all_like(self, number: Number, trace: Trace) -> Iterator[Found]:
        """The number that the trace rests on, and all others that it could rest on."""
        if trace.found is not None:
            yield trace.found
        yield from agree.all_same(self._index, number)
        yield from agree.all_near(self._index, number)

    # What passes

    def _settled(self, number: Number, claim: Claim | None) -> Trace | None:
        if self._material.allowed and self._is_allowed(number):
            return Trace("allowed", f'"{number.text}": the case allows this number')
        if number.kind in WRITTEN:
            return agree.as_written(self._index, number)
        return (
            self._agreeing(number)
            or self._wording.in_words(number)
            or self._wording.counted(number, claim)
            or self._as_part(number)
            or self._unsaid.find(number, self._agreeing)
            or self._wording.denied(number)
        )

    def _agreeing(self, number: Number) -> Trace | None:
        index = self._index
        return (
            agree.same(index, number)
            or agree.near(index, number)
            or agree.as_share(index, number)
            or agree.headed(index, number)
            or self._conversions.agreeing(number)
        )

    def _as_part(self, number: Number) -> Trace | None:
        """The finding about "2 hours and 30 minutes", of which the number is a part."""
        if not number.unit:
            return None
        answer = self._material.answer
        low = max(0, number.start - _BESIDE)
        low = max(low, answer.find(" ", low, number.start) + 1) if low else 0
        around = parse_around(answer[low : number.end + _BESIDE])
        for left, right in pairwise(around):
            if number.start - low in (left.start, right.start):
                whole = whole_of(left, right, answer[low + left.end : low + right.start])
                found = self._agreeing(whole) if whole is not None else None
                if found is not None:
                    return found
        return None

    def _is_allowed(self, number: Number) -> bool:
        return number.text in self._material.allowed or any(
            one.value == number.value and mismatch(number, one) is None for one in self._allowed
        )

    @once
    def _allowed(self) -> list[Number]:
        return [one for text in self._material.allowed for one in parse_numbers(text)]

    # What does not

    def _unsettled(self, number: Number, claim: Claim | None) -> Trace | None:
        if number.kind in WRITTEN:
            return Trace("untraced", f'"{number.text}" stands in no context')
        if number.kind == "ordinal":
            return self._ordinal(number)
        if (ratio := self._ratios.find(number)) is not None:
            return ratio
        if (number.maybe_year and self._is_year(number)) or self._spelled_dates.has(number):
            return None
        if is_often(number):
            return self._often.other(number)
        derived = self._may_derive(number, claim)
        derivation = self._derivation(number, claim) if derived else None
        if derivation is not None and derivation.code == "derived":
            return Trace("derived", derivation.message)
        for finding in self._differences(number, derived):
            if finding is not None:
                return finding
        converted = self._conversions.failing(number)
        if converted is not None and not (derived and converted.code == "unit_mismatch"):
            return converted
        if self._refers(number):
            message = f'"{number.text}": a reference to a part, or a note, that no context has'
            return Trace("reference_unchecked", message)
        if self._in_question(number):
            corrected = self._wording.corrected(number)
            if corrected is not None:
                return corrected
            return Trace("question_only", f'"{number.text}" stands in the question alone')
        if derivation is not None:
            return Trace(derivation.code, derivation.message)
        if derived:
            message = f'"{number.text}" stands in no context; a calculation is not checked'
            return Trace("derivation_unchecked", message)
        return Trace("untraced", f'"{number.text}" stands in no context')

    def _is_year(self, number: Number) -> bool:
        """Whether the contexts, or the question, have the same figure as a year."""
        if number.text in self._index.years:
            return True
        return not number.noun and number.text in YEARS.findall(self._material.question)

    def _ordinal(self, number: Number) -> Trace | None:
        """Wrong only where the contexts give the same thing another ordinal."""
        if ordinals.goes_on(self._material.answer, number):
            return None
        if ordinals.is_telling(number):
            found = self._index.ordinals.get(ordinals.stem(number.noun))
            if found is not None:
                return Trace("untraced", says(number, found), found=found)
        message = f'"{number.text}" stands in no context; whether the rank is right is not checked'
        return Trace("ordinal_unchecked", message)

    def _differences(self, number: Number, derived: bool) -> Iterator[Trace | None]:
        yield differing.differs(self._material, self._index, number, derived=derived)
        yield differing.rescaled(self._index, number, derived=derived)

    def _may_derive(self, number: Number, claim: Claim | None) -> bool:
        """Whether the question asks for, or the claim states, an operation that could give it."""
        operation = self._operation(self._material.question, cues.operation_in)
        if operation == "count":
            return number.kind == "plain" and abs(number.value) <= counting.MOST
        if operation is not None:
            return True
        return claim is not None and self._readings.operation(claim.text, claim.start) is not None

    def _derivation(self, number: Number, claim: Claim | None) -> Derivation | None:
        """What the number follows from, by an operation that question or claim name."""
        text, start = (claim.text, claim.start) if claim is not None else ("", 0)
        return self._deriver.derivation(number, text, start)

    @once
    def _deriver(self) -> Deriver:
        material = self._material
        return Deriver(
            material.texts,
            material.question,
            lambda one: bool(self._agreeing(one)),
            self._readings,
        )

    @once
    def _readings(self) -> Readings:
        return self._material.readings or Readings()

    def _operation(self, text: str, look: Callable[[str], str | None]) -> str | None:
        key = look.__name__, text
        if key not in self._operations:
            self._operations[key] = look(text)
        return self._operations[key]

    def _refers(self, number: Number) -> bool:
        """Whether the number says where in a document, and no context has such a part."""
        part = part_named(self._material.answer, number)
        if not part:
            return is_note(self._material.answer, number)
        if part == PAGES:
            return True  # contexts are pieces of pages; what they name are others' pages
        if part not in self._parts:
            self._parts[part] = any(speaks_of(part, lower) for lower in self._material.lower)
        return not self._parts[part]

    def _in_question(self, number: Number) -> bool:
        return any(
            one.value == number.value and mismatch(number, one) is None
            for one in self._question_numbers
        )

    @once
    def _question_numbers(self) -> tuple[Number, ...]:
        return scan(self._material.question)

    def _claim_of(self, number: Number) -> Claim | None:
        """The claim that the number stands in; claims are in order and do not overlap."""
        at = bisect_right(self._starts, number.start) - 1
        claims = self._material.claims
        for claim in claims[max(0, at) : at + 2]:
            if number.end > claim.start and claim.end > number.start:
                return claim
        return None
