"""The contexts of a case as claims are measured against them: read once, for all claims.

Only what the claims ask for is kept (their words, word pairs and triples), so that the index of
ten megabytes of contexts stays as small as the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from itertools import chain, pairwise
from math import fsum
from typing import Final, NamedTuple

from adjudge_engine.text.passages import Passages
from adjudge_engine.text.tokens import folded_words, is_content, is_number

#: Places of words that are read: per claim, over all claims, and no fewer than this for each.
_VOTES: Final = 4_000
_ALL_VOTES: Final = 2_000_000
_FEWEST_VOTES: Final = 200
_LOOKED_AT: Final = 4  # sentences around which windows are tried
_WIDEST: Final = 3  # sentences of a window
#: Letters that two longer words share if they are forms of one word ("inflammation",
#: "inflammatory"), and how much of a word another form of it is worth.
_STEM: Final = 5
_LONG: Final = 6
_FORM: Final = 0.8


class Sentence(NamedTuple):
    """A sentence of a context: which context, where, and the asked words that it holds."""

    context: int
    start: int
    end: int
    held: frozenset[str]


class Window(NamedTuple):
    """Up to three neighbouring sentences of one context: number `first` up to, not with, `last`.

    Its words are folded, in order. `held` and `stems` are for looking words up.
    """

    first: int
    last: int
    words: tuple[str, ...]
    held: frozenset[str]
    stems: frozenset[str]

    def lacks(self, word: str) -> float:
        """1 where the window has no form of the word, 0 where it has the word."""
        return 1.0 - _known(word, self.held, self.stems)


#: No sentence has a word of the claim.
NOWHERE: Final = Window(0, 0, (), frozenset(), frozenset())


class Sources:
    """What the contexts have of the words, word pairs and word triples of claims."""

    def __init__(self, texts: Sequence[str], claims: Iterable[Sequence[str]]) -> None:
        said = list(claims)
        wanted = {word for words in said for word in words}
        pairs = {pair for words in said for pair in pairwise(words)}
        triples = {three for words in said for three in triples_of(words)}
        stems = {word[:_STEM] for word in wanted if len(word) >= _LONG}
        self.texts = texts
        self.sentences: list[Sentence] = []
        self.words: set[str] = set()
        self.pairs: set[tuple[str, str]] = set()
        self.triples: set[tuple[str, str, str]] = set()
        self.by_context: list[set[str]] = [set() for _ in texts]
        self._stems: set[str] = set()
        self._places: dict[str, list[int]] = {word: [] for word in wanted}
        self._read: dict[int, list[str]] = {}
        self._votes = max(_FEWEST_VOTES, min(_VOTES, _ALL_VOTES // max(1, len(said))))
        for at, text in enumerate(texts):
            for start, end in Passages(text).spans:
                there = folded_words(text, start, end)
                self._add(Sentence(at, start, end, frozenset(wanted.intersection(there))))
                self._stems |= stems.intersection([word[:_STEM] for word in there])
                self.pairs |= pairs.intersection(pairwise(there))
                self.triples |= triples.intersection(triples_of(there))

    def lacks(self, word: str) -> float:
        """1 where no context has a form of the word, 0 where one has the word."""
        return 1.0 - _known(word, self.words, self._stems)

    def together(self, one: str, other: str) -> bool:
        """Whether a sentence holds both words; of very common ones the first places count."""
        here, there = self._places.get(one, ()), self._places.get(other, ())
        if len(here) > len(there):
            here, other = there, one
        return any(other in self.sentences[at].held for at in here[: self._votes // 20])

    def text_of(self, window: Window) -> tuple[int, int, int]:
        """The context of a window, and its first and last offset there."""
        first, last = self.sentences[window.first], self.sentences[window.last - 1]
        return first.context, first.start, last.end

    def best(self, weights: Mapping[str, float]) -> Window:
        """The window that holds most of the weighted words; of equals the shorter, then earlier."""
        votes = self._voted(weights)
        near = nsmallest(_LOOKED_AT, votes, key=lambda at: (-votes[at], at))
        if not near:
            return NOWHERE
        best, most = (near[0], near[0] + 1), votes[near[0]]
        hits = {  # by sentence, of those that a window may have
            at: weights.keys() & self.sentences[at].held
            for middle in near
            for at in range(max(0, middle - 1), min(middle + _WIDEST, len(self.sentences)))
        }
        for span in dict.fromkeys(span for at in near for span in _around(at)):
            if not self._is_of_one(*span):
                continue
            held = set[str]().union(*map(hits.__getitem__, range(*span)))
            found = fsum(map(weights.__getitem__, held))
            if found > most + 1e-9:
                best, most = span, found
        return self._window(*best)

    def _add(self, sentence: Sentence) -> None:
        for word in sentence.held:
            self._places[word].append(len(self.sentences))
        self.words |= sentence.held
        self.by_context[sentence.context] |= sentence.held
        self.sentences.append(sentence)

    def _voted(self, weights: Mapping[str, float]) -> dict[int, float]:
        votes: dict[int, float] = {}
        read = 0
        for count, word in sorted((len(self._places.get(word, ())), word) for word in weights):
            for at in self._places.get(word, ())[: self._votes - read]:
                votes[at] = votes.get(at, 0.0) + weights[word]
            read += count
            if read >= self._votes:
                break
        return votes

    def _is_of_one(self, first: int, last: int) -> bool:
        """Whether there are such sentences, all of the same context."""
        if first < 0 or last > len(self.sentences):
            return False
        return self.sentences[first].context == self.sentences[last - 1].context

    def _window(self, first: int, last: int) -> Window:
        words = tuple(chain.from_iterable(map(self._words_of, range(first, last))))
        held = frozenset(words)
        stems = frozenset([word[:_STEM] for word in held if len(word) >= _STEM])
        return Window(first, last, words, held, stems)

    def _words_of(self, at: int) -> list[str]:
        found = self._read.get(at)
        if found is None:
            one = self.sentences[at]
            found = self._read[at] = folded_words(self.texts[one.context], one.start, one.end)
        return found


def _around(at: int) -> tuple[tuple[int, int], ...]:
    return (at - 1, at + 1), (at, at + 2), (at - 1, at + 2), (at, at + _WIDEST)


def _known(word: str, held: frozenset[str] | set[str], stems: frozenset[str] | set[str]) -> float:
    if word in held:
        return 1.0
    return _FORM if len(word) >= _LONG and word[:_STEM] in stems else 0.0


def triples_of(words: Sequence[str]) -> Iterable[tuple[str, str, str]]:
    """Every three neighbouring words."""
    return zip(words, words[1:], words[2:], strict=False)


def content_of(words: Iterable[str]) -> list[str]:
    """The content words that are no numbers, each once, in order."""
    return [word for word in dict.fromkeys(words) if is_content(word) and not is_number(word)]
