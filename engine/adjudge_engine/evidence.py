"""The best evidence for each claim, found by code before any judge runs.

Passages of the contexts that share a claim's rarest words are looked at one by one: how much of
the claim's content stands there, and in what order. Whole numbers decide, so the outcome is the
same on every machine; ties go by the order of the contexts, then by place.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from typing import Final, NamedTuple

from rapidfuzz.distance import LCSseq

from adjudge_engine.case import Context
from adjudge_engine.evaluation import Claim, Evidence
from adjudge_engine.gates.abstention import is_abstention
from adjudge_engine.text.passages import Passages
from adjudge_engine.text.sentences import without_marks
from adjudge_engine.text.tokens import Token, is_content, is_number, tokens

EVIDENCE: Final = "evidence/1"

#: From this score on a passage counts as evidence; below it is at most the nearest miss.
SUPPORTING: Final = 0.5
#: A nearest miss below this score is no help to a reader and is not kept.
NEAREST: Final = 0.15

_SCALE: Final = 10_000
_VOTES: Final = 4_000  # postings read per claim and context, rarest words first
_ALL_VOTES: Final = 4_000_000  # the same over all claims, but no fewer than the next for each
_FEWEST_VOTES: Final = 200
_LOOKED_AT: Final = 8  # passages compared word by word, per claim and context
_NEEDLE: Final = 400  # words of a claim that are compared in order
_SCANNED: Final = 500_000_000  # characters searched for whole claims, over all claims
_VERBATIM: Final = 12  # code points from which a claim is looked for as a whole


class _Match(NamedTuple):
    """A candidate: sorts best first when its score is negated."""

    minus: int
    context: int
    start: int
    end: int


class _Needle(NamedTuple):
    """A claim as it is looked for."""

    words: list[str]
    weights: dict[str, int]
    total: int


class _Holds(NamedTuple):
    """Which words of a claim a passage holds, and what they weigh."""

    words: set[str]
    content: int


def find_evidence(
    claims: Sequence[Claim], contexts: Sequence[Context], limit: int = 3
) -> tuple[Claim, ...]:
    """The claims, each with at most `limit` evidence spans, best first.

    `score` is 1.0 where the claim stands word for word (case, widths, endings and the claim's
    citation marks aside), else the share of its content there, weighed with the order of its
    words. Spans below `SUPPORTING` are dropped, except that the best of all is kept as the
    nearest miss down to `NEAREST`. Contexts without text have no spans. Time is linear in the
    contexts, and in the claims.
    """
    needles = [_needle(claim.text) for claim in claims]
    wanted = {word for needle in needles for word in needle.weights}
    texts = [Passages(context.text) for context in contexts]
    found: list[list[_Match]] = [[] for _ in claims]
    budget = _SCANNED
    votes = max(_FEWEST_VOTES, min(_VOTES, _ALL_VOTES // max(1, len(claims))))
    for place, passages in enumerate(texts):
        holding = passages.holding(wanted) if wanted and passages.text else {}
        asked: dict[tuple[str, ...], list[_Match]] = {}
        for matches, claim, needle in zip(found, claims, needles, strict=True):
            budget -= len(passages.text)
            if budget > 0 and len(claim.text) >= _VERBATIM:
                matches.extend(_verbatim(passages, claim.text, place))
            key = tuple(needle.words)
            if key not in asked:  # an answer may say the same thing ten thousand times
                asked[key] = _by_words(passages, holding, needle, place, votes)
            matches.extend(asked[key])
    return tuple(
        claim.model_copy(update={"evidence": _evidence(matches, contexts, limit)})
        for claim, matches in zip(claims, found, strict=True)
    )


def without_misses(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims; one that abstains keeps only evidence that says it word for word.

    "I could not find that in the documents" shares words with passages that do not bear on it.
    """
    return tuple(
        claim.model_copy(update={"evidence": kept})
        if len(kept := tuple(one for one in claim.evidence if one.score == 1.0))
        < len(claim.evidence)
        and is_abstention(claim.text)
        else claim
        for claim in claims
    )


def _needle(claim: str) -> _Needle:
    text = without_marks(claim)
    found: list[Token] = tokens(text)
    words = [token.folded for token in found]
    weights = {
        token.folded: _weight(text[token.start], token.folded)
        for token in found
        if is_content(token.folded)
    }
    if not weights:  # "It is not.": function words are all there is
        weights = dict.fromkeys(words, 1)
    return _Needle(words[:_NEEDLE], weights, sum(weights.values()))


def _weight(first: str, folded: str) -> int:
    """Numbers and capitalised words tell passages apart best, short words least."""
    if is_number(folded):
        return 4
    if first.isupper():
        return 3
    return 2 if len(folded) > 4 or not folded.isascii() else 1


def _verbatim(passages: Passages, text: str, place: int) -> Iterable[_Match]:
    """The whole claim where it stands letter by letter, widened to whole passages."""
    at = passages.text.find(text)
    if at < 0:
        return []
    start, end = at, at + len(text)
    index = max(0, bisect_left(passages.spans, (at,)) - 1)
    while index < len(passages.spans) and passages.spans[index][0] < at + len(text):
        left, right = passages.spans[index]
        if right > at:
            start, end = min(start, left), max(end, right)
        index += 1
    return [_Match(-_SCALE, place, start, end)]


def _by_words(
    passages: Passages, holding: dict[str, list[int]], needle: _Needle, place: int, most: int
) -> list[_Match]:
    """The passages with most of the claim's weight, alone or with the passage after them.

    At most `most` postings are read.
    """
    votes: dict[int, int] = {}
    read = 0
    known = [(len(holding.get(word, ())), word) for word in needle.weights]
    for count, word in sorted(known):
        if not count:
            continue
        for index in holding[word][: most - read]:
            votes[index] = votes.get(index, 0) + needle.weights[word]
        read += count
        if read >= most:
            break
    looked = _Looked(needle, passages)
    for index in nsmallest(_LOOKED_AT, votes, key=lambda index: (-votes[index], index)):
        looked.at(index)
    return [
        _Match(-score, place, passages.spans[first][0], passages.spans[last][1])
        for (first, last), score in looked.scores.items()
    ]


class _Looked:
    """The passages of a text that were compared with a claim word by word: (first, last) → score.

    Left out is what could not be kept beside those found before it: see `_evidence`.
    """

    def __init__(self, needle: _Needle, passages: Passages) -> None:
        self.scores: dict[tuple[int, int], int] = {}
        self._needle = needle
        self._passages = passages
        self._holds: dict[int, _Holds] = {}
        self._least = int(NEAREST * _SCALE)

    def at(self, index: int) -> None:
        """Compare a passage, and each pair with a neighbour that adds much to either."""
        mine = self._held(index)
        self._compare((index, index), mine.content, self._passages.words(index))
        for first, last in ((index - 1, index), (index, index + 1)):
            if (first, last) in self.scores or not 0 <= first < last < len(self._passages.spans):
                continue
            other = self._held(first if last == index else last)
            both = _weigh(self._needle, mine.words | other.words)
            if 5 * (both - max(mine.content, other.content)) >= self._needle.total:
                there = self._passages.words(first) + self._passages.words(last)
                self._compare((first, last), both, there)

    def _held(self, index: int) -> _Holds:
        known = self._holds.get(index)
        if known is None:
            words = self._needle.weights.keys() & self._passages.words(index)
            known = self._holds[index] = _Holds(words, _weigh(self._needle, words))
        return known

    def _compare(self, place: tuple[int, int], content: int, there: list[str]) -> None:
        total = self._needle.total
        if (3 * content + total) * _SCALE < 4 * total * self._least:
            return  # order adds a quarter at the most
        score = self.scores[place] = _score(self._needle, content, there)
        self._least = max(self._least, min(score, int(SUPPORTING * _SCALE)))


def _weigh(needle: _Needle, words: set[str]) -> int:
    """How much of the claim's weight these of its words have."""
    return sum(map(needle.weights.__getitem__, words))


def _score(needle: _Needle, content: int, there: list[str]) -> int:
    """In ten-thousandths: three parts content found, one part order kept; 1.0 word for word."""
    if not content:
        return 0
    codes = {word: code for code, word in enumerate(dict.fromkeys(there))}
    mine = [codes.get(word, -1) for word in needle.words]
    other = [codes[word] for word in there]
    kept = LCSseq.similarity(mine, other)
    if kept == len(mine) and _stands_whole(mine, other):
        return _SCALE
    score = (3 * content * len(mine) + kept * needle.total) * _SCALE
    return min(score // (4 * needle.total * len(mine)), _SCALE - 1)


def _stands_whole(needle: list[int], there: list[int]) -> bool:
    """Whether `needle` is a run of `there`, without a word between."""
    text = " ".join(map(str, there))
    return f" {' '.join(map(str, needle))} " in f" {text} "


def _evidence(
    matches: list[_Match], contexts: Sequence[Context], limit: int
) -> tuple[Evidence, ...]:
    """The best matches that do not overlap a better one of the same context."""
    kept: list[_Match] = []
    for match in sorted(matches):
        if len(kept) == limit or -match.minus < NEAREST * _SCALE:
            break
        if kept and -match.minus < SUPPORTING * _SCALE:
            break
        if not any(
            one.context == match.context and one.start < match.end and match.start < one.end
            for one in kept
        ):
            kept.append(match)
    return tuple(
        Evidence(
            context_id=contexts[match.context].id,
            start=match.start,
            end=match.end,
            text=contexts[match.context].text[match.start : match.end],
            score=round(-match.minus / _SCALE, 4),
        )
        for match in kept
    )
