"""What the layers look at: one case with everything that is worked out once and shared."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from adjudge_engine.case import Case, Context
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Claim
from adjudge_engine.gates.citing.cell_texts import CellText, cell_text
from adjudge_engine.gates.citing.placing import Placed, place_all
from adjudge_engine.gates.context_texts import Texts
from adjudge_engine.numbers.lookup.index import NumberIndex
from adjudge_engine.numbers.lookup.material import Material
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.assemble import Text
from adjudge_engine.numbers.reading.scan import numbers_of, prepare
from adjudge_engine.numbers.stating.readings import Readings
from adjudge_engine.numbers.worded.spoken import iter_spoken
from adjudge_engine.once import once
from adjudge_engine.registry import Registry
from adjudge_engine.text.normalise import Normalised, normalise

_READ = 1_000_000  # characters of an answer whose words are kept


class Subject:
    """A case under check. Pure: nothing here reads a file or asks a judge.

    `sources` is the source registry; None: none was given.
    """

    def __init__(self, case: Case, sources: Registry | None = None) -> None:
        self.case = case
        self.sources = sources
        self.answer = case.answer or ""
        self._normalised: dict[str, Normalised] = {}

    @once
    def claims(self) -> tuple[Claim, ...]:
        """The engine's claims, without evidence."""
        return split_claims(self.answer)

    @once
    def citation_marks(self) -> list[Placed]:
        """The citations in the answer's prose, in order, each with where it leads."""
        return place_all(self.answer, self.case)

    @once
    def answer_words(self) -> frozenset[str]:
        """The answer's words between spaces, commas and stops: to ask for a few of many.

        Of a huge answer those of its first million characters.
        """
        return frozenset(parted(self.answer if len(self.answer) < _READ else self.answer[:_READ]))

    @once
    def texts(self) -> Texts:
        """The contexts' texts, to be searched together."""
        return Texts(self.case.contexts)

    @once
    def prepared_answer(self) -> Text:
        """The answer as numbers are read from it: folded, with its style."""
        return prepare(self.answer)

    @property
    def answer_numbers(self) -> Iterable[Number]:
        """Every figure and number word of the answer, of every kind, in order.

        They are kept, except those of a huge answer, which is read anew.
        """
        if len(self.answer) < _READ:
            return self._answer_numbers
        return numbers_of(self.prepared_answer)

    @once
    def _answer_numbers(self) -> tuple[Number, ...]:
        return tuple(numbers_of(self.prepared_answer))

    @once
    def readings(self) -> Readings:
        """What the claims of the answer state with their numbers, each read once."""
        return Readings(self.answer_numbers)

    @property
    def answer_spoken(self) -> Iterable[Number]:
        """The numbers that the answer states in words of other languages than English.

        They are kept as those of `answer_numbers` are.
        """
        if len(self.answer) < _READ:
            return self._answer_spoken
        return iter_spoken(self.prepared_answer)

    @once
    def _answer_spoken(self) -> tuple[Number, ...]:
        return tuple(iter_spoken(self.prepared_answer))

    @once
    def cell_texts(self) -> dict[str, CellText | None]:
        """Context id → the text of its cells, of the contexts that have any."""
        contexts = self.case.contexts
        return {context.id: cell_text(context) for context in contexts if context.cells}

    @once
    def number_texts(self) -> list[tuple[str, str, bool]]:
        """(context id, text, offsets hold) of every context's text and of its cells."""
        found = []
        for context in self.case.contexts:
            if context.text.strip():
                found.append((context.id, context.text, True))
            cells = self.cell_texts.get(context.id)
            if cells is not None:
                found.append((context.id, cells.text, False))
        return found

    @once
    def number_index(self) -> NumberIndex:
        """Look-up over the numbers of the contexts; nothing is read before it is asked for."""
        return NumberIndex(self.number_texts)

    @once
    def number_material(self) -> Material:
        """What the numbers of the answer are traced in; one for all gates that ask."""
        return Material(
            answer=self.answer,
            question=self.case.question or "",
            texts=self.number_texts,
            claims=self.claims,
            allowed=self.case.expect.allowed_numbers,
            readings=self.readings,
        )

    @once
    def normalised_answer(self) -> Normalised:
        """The answer after quote normalisation."""
        return normalise(self.answer)

    @once
    def folded_answer(self) -> Normalised:
        """The answer after quote normalisation, without regard to letter case."""
        return normalise(self.answer, fold_case=True)

    def normalised(self, context: Context) -> Normalised:
        """A context's text after quote normalisation, worked out once."""
        found = self._normalised.get(context.id)
        if found is None:
            found = self._normalised[context.id] = normalise(context.text)
        return found

    def claim_at(self, start: int, end: int) -> Claim | None:
        """The claim that shares most characters with `answer[start:end]`, or None."""
        best, shared = None, 0
        for at in range(max(0, bisect_right(self._claim_starts, start) - 1), len(self.claims)):
            claim = self.claims[at]
            if claim.start >= end:
                break
            overlap = min(end, claim.end) - max(start, claim.start)
            if overlap > shared:
                best, shared = claim, overlap
        return best

    @once
    def _claim_starts(self) -> list[int]:
        return [claim.start for claim in self.claims]


def parted(text: str) -> list[str]:
    """What stands between the spaces, commas and stops of a text."""
    return text.replace(",", " ").replace(".", " ").split()
