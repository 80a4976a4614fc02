"""Where a claim and a passage say the contrary: opposites, and what only one of them denies.

Each rule gives a plain sentence or None, and none where the language has no list of negations.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.judges.local.reading import Reading
from adjudge_engine.judges.local.wordlists import AUXILIARIES, LACKING, OPPOSITES
from adjudge_engine.text.tokens import Token, is_content

_CLAUSE_MARKS: Final = frozenset(",;:.!?()\n")


def opposites(reading: Reading) -> str | None:
    for token in reading.said if reading.negations else ():
        others = OPPOSITES.get(token.folded)
        if others and token.folded not in reading.held:
            for other in reading.there:
                if other.folded in others:
                    shown = reading.passage[other.start : other.end]
                    return f'the claim says "{reading.named(token)}", the passage says "{shown}"'
    return None


def negation(reading: Reading) -> str | None:
    """A word of both is denied by one of them."""
    ours, theirs = _denials(reading, reading.said), _denials(reading, reading.there)
    if bool(ours) != bool(theirs):
        for rank in (0, 1):
            if ours and (shown := _shared(reading.claim, reading.said, ours, rank, reading.held)):
                return f'the claim denies it ("{shown}"), the passage does not'
            own = frozenset(reading.said_words)
            if theirs and (shown := _shared(reading.passage, reading.there, theirs, rank, own)):
                return f'the passage denies it ("{shown}"), the claim does not'
        return None
    negated = {word for at in theirs for word in _after(reading.there_words, at)}
    for at in ours:
        near = _after(reading.said_words, at)
        if near and negated.isdisjoint(near):
            word = reading.said[reading.said_words.index(near[0], at)]
            return f'the claim negates "{reading.named(word)}", the passage something else'
    return None


def other_negation(reading: Reading) -> str | None:
    """One of them has a negation, of whatever, and the other has none."""
    ours, theirs = _denials(reading, reading.said), _denials(reading, reading.there)
    if ours and not theirs:
        shown = _denied(reading.claim, reading.said, ours[0], 0)
        return f'the claim says "{shown}", the passage does not'
    if theirs and not ours:
        shown = _denied(reading.passage, reading.there, theirs[0], 0)
        return f'the passage says "{shown}", the claim does not'
    return None


def _denials(reading: Reading, found: list[Token]) -> list[int]:
    """Which of the words are negations."""
    return [at for at, token in enumerate(found) if token.folded in reading.negations]


def _shared(
    text: str, found: list[Token], denials: list[int], rank: int, others: frozenset[str]
) -> str:
    """The first negation whose content word number `rank` is one of `others`, with that word."""
    words = [token.folded for token in found]
    for at in denials:
        near = _after(words, at)
        if len(near) > rank and near[rank] in others and words[at] not in LACKING:
            shown = _denied(text, found, at, rank)
            if len(shown) > found[at].end - found[at].start:
                return shown
    return ""


def _denied(text: str, found: list[Token], at: int, rank: int) -> str:
    """A negation with what it denies, and the verb that it stands behind: "must not be used".

    The negation alone where what follows it is another clause.
    """
    words = [token.folded for token in found]
    near = _after(words, at)
    first = found[at - 1 if at and words[at - 1] in AUXILIARIES else at].start
    if len(near) > rank and words[at] not in LACKING:
        shown = text[first : found[words.index(near[rank], at)].end]
        if _CLAUSE_MARKS.isdisjoint(shown):
            return shown
    return text[found[at].start : found[at].end]


def _after(words: list[str], at: int) -> list[str]:
    """The content words that a negation at `at` bears on most likely."""
    return [word for word in words[at + 1 : at + 6] if is_content(word)][:2]
