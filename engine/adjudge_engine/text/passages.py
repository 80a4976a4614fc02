"""A text as passages of sentence size, and an index of the words looked for in them.

The index holds only words that somebody asks about, so it is small beside the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from adjudge_engine.once import once
from adjudge_engine.text.blocks import blocks
from adjudge_engine.text.plain_sentences import Range
from adjudge_engine.text.sentences import sentences, trim
from adjudge_engine.text.tokens import folded_words

#: A longer sentence is cut at a break, a comma or a space. Code points.
WIDEST = 1_000
#: Up to so many code points all words of a text are kept, else those of passages looked at.
_KEPT: Final = 200_000
_ROUGH = re.compile(r"\n|[,，、;；،]\s?")


class Passages:
    """Sentences, list items, headings and table rows of one text, in order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._words: dict[int, list[str]] = {}

    @once
    def spans(self) -> list[Range]:
        """Where the passages stand: ordered, disjoint, trimmed, none wider than `WIDEST`."""
        found: list[Range] = []
        for block in blocks(self.text):
            if block.kind in ("rule", "fence"):
                continue
            if block.kind in ("row", "header", "heading"):
                found.extend(_narrow(self.text, *trim(self.text, block.start, block.end)))
                continue
            for start, end in sentences(self.text, block.start, block.end):
                found.extend(_narrow(self.text, start, end))
        return found

    def words(self, index: int) -> list[str]:
        """The folded words of a passage, kept once they have been asked for."""
        found = self._words.get(index)
        if found is None:
            found = self._words[index] = folded_words(self.text, *self.spans[index])
        return found

    def holding(self, wanted: Iterable[str]) -> dict[str, list[int]]:
        """For each wanted word the passages that hold it, in order."""
        places: dict[str, list[int]] = {word: [] for word in wanted}
        looked_for = frozenset(places)
        kept = len(self.text) <= _KEPT
        for index, (start, end) in enumerate(self.spans):
            words = folded_words(self.text, start, end)
            for word in looked_for.intersection(words):
                places[word].append(index)
            if kept:
                self._words[index] = words
        return places


def _narrow(text: str, start: int, end: int) -> list[Range]:
    """A passage in pieces of at most `WIDEST`; a word longer than that is cut too."""
    found: list[Range] = []
    while end - start > WIDEST:
        limit = start + WIDEST
        cut = max((m.end() for m in _ROUGH.finditer(text, start + 1, limit)), default=0)
        if not cut:
            cut = text.rfind(" ", start + 1, limit) + 1 or limit
        piece = trim(text, start, cut)
        if piece[0] < piece[1]:
            found.append(piece)
        start = cut
    piece = trim(text, start, end)
    return [*found, piece] if piece[0] < piece[1] else found
