"""What numbers are traced in, and what tracing one says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.stating.readings import Readings
from adjudge_engine.once import once
from adjudge_engine.text.lower import lowered


@dataclass(frozen=True)
class Material:
    """What an answer's numbers are traced in. `texts`: (context id, text, offsets hold)."""

    answer: str
    question: str
    texts: Sequence[tuple[str, str, bool]]
    claims: Sequence[Claim] = ()
    allowed: Sequence[str] = ()
    #: The readings of the answer's claims, where other gates ask for them as well.
    readings: Readings | None = None

    @once
    def lower(self) -> list[str]:
        """The texts in lower case, same offsets: a letter that would grow stays as it is."""
        return [lowered(text) for _, text, _ in self.texts]


class Trace(NamedTuple):
    """A reason code of the numbers gate, its message, and the source's number it rests on."""

    code: str
    message: str
    claim_id: str | None = None
    found: Found | None = None


def says(number: Number, found: Found) -> str:
    """What the source says instead."""
    return f'"{number.text}": the source says {found.number.text} (context {found.context_id})'


def stands(number: Number, found: Found) -> str:
    """Where the number stands, and as what."""
    if found.number.text == number.text:
        return f'"{number.text}" stands in context {found.context_id}'
    return f'"{number.text}" stands in context {found.context_id} as "{found.number.text}"'
