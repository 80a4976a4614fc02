"""The texts of a case's contexts, searched together, each place with the context it is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from adjudge_engine.case import Context
from adjudge_engine.evaluation import Place
from adjudge_engine.gates.words import in_context
from adjudge_engine.once import once
from adjudge_engine.text.abbreviations import NEVER_LAST

_JOINED: Final = 20_000  # characters up to which a copy of all texts pays
_WIDEST: Final = 240  # characters that a sentence is followed to either side
_ASCII_STOPS: Final = (". ", "\n", "! ", "? ", "; ")
_STOPS: Final = (*_ASCII_STOPS, "。", "！", "？", "।", "۔")


class Spot(NamedTuple):
    """`texts[number][start:end]`, a piece of that context."""

    number: int
    start: int
    end: int


class Texts:
    """`texts`: what the contexts say, in order; `size`: how many characters that is in all."""

    def __init__(self, contexts: Sequence[Context]) -> None:
        self.contexts = contexts
        self.texts = [one.text for one in contexts]
        self.size = sum(map(len, self.texts))

    def holds(self, words: str) -> bool:
        """Whether a context has the very words, which are on one line."""
        if self.size <= _JOINED:
            return words in self.joined
        for text in self.texts:  # noqa: SIM110 - asked for every name of an answer
            if words in text:
                return True
        return False

    @once
    def joined(self) -> str:
        """All of them as one text, which is quicker to search."""
        return self.texts[0] if len(self.texts) == 1 else "\n".join(self.texts)

    def places(self, words: str, most: int, but: int = -1) -> Iterator[Spot]:
        """The first places of `words`, in the order of the contexts, not in number `but`."""
        for index, text in enumerate(self.texts):
            at = text.find(words) if index != but else -1
            while at >= 0:
                yield Spot(index, at, at + len(words))
                most -= 1
                if not most:
                    return
                at = text.find(words, at + 1)

    def said(self, spot: Spot) -> str:
        """The piece itself."""
        return self.texts[spot.number][spot.start : spot.end]

    def sentence(self, spot: Spot) -> Spot:
        """About the sentence that a piece stands in: at most 240 characters each way."""
        first, last = sentence_around(self.texts[spot.number], spot.start, spot.end)
        return Spot(spot.number, first, last)

    def place(self, spot: Spot) -> Place:
        """A piece as a place of a check."""
        return in_context(self.contexts[spot.number], spot.start, spot.end)


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """About the sentence of `text` that `start:end` stands in: at most 240 characters each way."""
    low, high = max(0, start - _WIDEST), min(len(text), end + _WIDEST)
    first, last = low, high
    for stop in _ASCII_STOPS if text.isascii() else _STOPS:
        at = text.rfind(stop, low, start)
        while at >= 0 and stop == ". " and _is_abbreviated(text, at):
            at = text.rfind(stop, low, at)
        if at >= 0:
            first = max(first, at + len(stop))
        at = text.find(stop, end, high)
        while at >= 0 and stop == ". " and _is_abbreviated(text, at):
            at = text.find(stop, at + 1, high)
        if at >= 0:
            last = min(last, at + 1)
    return first, last


def _is_abbreviated(text: str, stop: int) -> bool:
    """Whether the full stop at `stop` belongs to a title or an initial: "Dr.", "J."."""
    word = text[max(0, stop - 8) : stop].rpartition(" ")[2].lower()
    return len(word) == 1 or word in NEVER_LAST
