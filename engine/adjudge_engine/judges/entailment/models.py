"""What the judge asks: a model's odds on claims, wherever the model is; and what that takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pydantic import JsonValue

from adjudge_engine.evaluation import Usage
from adjudge_engine.judges.entailment.odds import Odds


@dataclass(frozen=True)
class Pair:
    """A window's text and one claim."""

    premise: str
    hypothesis: str


@dataclass(frozen=True)
class WholeAnswer:
    """A question, passages and the whole answer, of which a model marks what is unsupported."""

    question: str
    passages: tuple[str, ...]
    answer: str


class Span(NamedTuple):
    """What of an answer is unsupported, and how probably (0 to 1)."""

    start: int
    end: int
    unsupported: float


@dataclass(frozen=True)
class Said:
    """What came back: the odds of each pair, or the spans of each answer, in order."""

    odds: tuple[Odds, ...] = ()
    spans: tuple[tuple[Span, ...], ...] = ()
    usage: Usage | None = None


class Model(Protocol):
    """A model as far as cutting texts for it goes.

    `identity` is all of it that can change a verdict. `longest` is how many tokens it can read at
    once; None: that is not known here.
    """

    @property
    def name(self) -> str: ...

    @property
    def identity(self) -> dict[str, JsonValue]: ...

    @property
    def longest(self) -> int | None: ...

    def count(self, text: str) -> int: ...


class QuickModel(Model, Protocol):
    """A model in this process. `ask` raises CallFailed."""

    def ask(self, asked: Sequence[Pair] | Sequence[WholeAnswer]) -> Said: ...


class FarModel(Model, Protocol):
    """A model behind an address, `host`. `ask` raises CallFailed."""

    @property
    def host(self) -> str: ...

    def requests(self, readings: int) -> int:
        """How many requests it takes to have it read so often."""
        ...

    async def ask(self, asked: Sequence[Pair] | Sequence[WholeAnswer]) -> Said: ...
