"""What keeps words that agree from counting as support: each veto a plain sentence, or None.

Every rule looks at a claim and one passage that holds nearly all of its words. None of them
proves a contradiction; they say why agreement of words is not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from adjudge_engine.judges.wordlists import (
    ABSOLUTES,
    CONDITIONS,
    CONNECTING,
    HEDGES,
    OPPOSITES,
    REPORTED,
    SCALES,
)
from adjudge_engine.text.languages import NEGATIONS
from adjudge_engine.text.names import Name, names
from adjudge_engine.text.sentences import sentences, without_marks
from adjudge_engine.text.tokens import Token, is_content, is_number, tokens

#: How many times as many words as the claim's own its words may be spread over.
WIDER: Final = 1.5


class Reading:
    """A claim beside a passage, with the words of both. `language` None: not known."""

    def __init__(self, claim: str, passage: str, language: str | None) -> None:
        self.claim = without_marks(claim).strip()
        self.passage = passage
        self.language = language
        self.said = _without_numbering(tokens(self.claim))
        self.there = tokens(passage)
        self.said_words = [token.folded for token in self.said]
        self.there_words = [token.folded for token in self.there]
        self.held = frozenset(self.there_words)
        self.content = [
            word for word in self.said_words if is_content(word) and word not in CONNECTING
        ]
        self.same = _bare(self.claim) == _bare(passage)

    def named(self, token: Token) -> str:
        """A word of the claim as the claim writes it."""
        return self.claim[token.start : token.end]


def first_veto(reading: Reading) -> str | None:
    """The reason why `reading` is no support, in the order of the rules; None if there is none."""
    if reading.same and not reading.passage.rstrip().endswith("?"):
        return None  # the passage is the claim, word for word
    for rule in RULES:
        reason = rule(reading)
        if reason is not None:
            return reason
    return None


def _bare(text: str) -> str:
    """`text` for telling whether it is the same: white space and a final stop aside."""
    return " ".join(text.split()).rstrip(".。 ")


def _without_numbering(found: list[Token]) -> list[Token]:
    """A list number that opens the claim ("2. Close the lid") says nothing."""
    if len(found) > 1 and is_number(found[0].folded) and found[0].start == 0:
        gap = found[1].start - found[0].end
        if gap >= 2 and len(found[0].folded) <= 2:
            return found[1:]
    return found


def _language(reading: Reading) -> str | None:
    if reading.language in NEGATIONS:
        return None
    if reading.language is None:
        return "its language is not clear, so that a negation could be missed"
    return "there is no list of negations for its language"


def _question(reading: Reading) -> str | None:
    if reading.passage.rstrip().endswith(("?", "？", "؟")) and not reading.claim.endswith("?"):
        return "the passage asks a question, the claim asserts"
    return None


def _numbers(reading: Reading) -> str | None:
    theirs = {_quantity(reading.passage, reading.there, at) for at in _numbered(reading.there)}
    bare = {number for _, number, _ in theirs}
    for at in _numbered(reading.said):
        sign, number, scale = _quantity(reading.claim, reading.said, at)
        shown = reading.named(reading.said[at])
        if number not in bare:
            return f'the number "{shown}" is not in the passage'
        if not any(s == sign and n == number and u in (scale, "") for s, n, u in theirs):
            return f'the number "{shown}" has another unit, scale or sign in the passage'
    return None


def _numbered(found: list[Token]) -> Iterable[int]:
    return (at for at, token in enumerate(found) if is_number(token.folded))


def _quantity(text: str, found: list[Token], at: int) -> tuple[bool, str, str]:
    """Whether it is negative, the number, and the scale or unit beside it ("" if none)."""
    token = found[at]
    before = text[max(0, token.start - 2) : token.start].strip()
    negative = before[-1:] in ("-", "−") and not before[:-1].isalnum()
    after = text[token.end : token.end + 2].strip()
    if after[:1] in ("%", "％", "‰", "°"):
        return negative, token.folded, after[0].replace("％", "%")
    following = found[at + 1].folded if at + 1 < len(found) else ""
    if following in ("percent", "prozent"):
        following = "%"
    elif following not in SCALES:
        following = next((sign for sign in "$€£¥" if sign in before), "")
    return negative, token.folded, following


def _names(reading: Reading) -> str | None:
    theirs: list[Name] | None = None
    for name in names(reading.claim):
        if all(word in reading.held for word in name.words):
            continue
        theirs = names(reading.passage) if theirs is None else theirs
        near = next((one for one in theirs if set(one.words) & set(name.words)), None)
        if near is not None and near.text != name.text:
            return f'the claim names "{name.text}", the passage names "{near.text}"'
        return f'the passage does not name "{name.text}"'
    return None


def _opposites(reading: Reading) -> str | None:
    for token in reading.said:
        others = OPPOSITES.get(token.folded)
        if others and token.folded not in reading.held:
            for other in reading.there:
                if other.folded in others:
                    shown = reading.passage[other.start : other.end]
                    return f'the claim says "{reading.named(token)}", the passage "{shown}"'
    return None


def _negation(reading: Reading) -> str | None:
    listed = NEGATIONS[reading.language or "en"]
    ours = [at for at, word in enumerate(reading.said_words) if word in listed]
    theirs = [at for at, word in enumerate(reading.there_words) if word in listed]
    if bool(ours) != bool(theirs):
        words, at = (reading.said, ours[0]) if ours else (reading.there, theirs[0])
        text = reading.claim if ours else reading.passage
        shown, where = text[words[at].start : words[at].end], "claim" if ours else "passage"
        return f'only the {where} is negated ("{shown}")'
    negated = {word for at in theirs for word in _after(reading.there_words, at)}
    for at in ours:
        near = _after(reading.said_words, at)
        if near and negated.isdisjoint(near):
            denied = reading.said[reading.said_words.index(near[0], at)]
            return f'the claim negates "{reading.named(denied)}", the passage something else'
    return None


def _after(words: list[str], at: int) -> list[str]:
    """The content words that a negation at `at` bears on most likely."""
    return [word for word in words[at + 1 : at + 6] if is_content(word)][:2]


def _absolutes(reading: Reading) -> str | None:
    for token in reading.said:
        word = token.folded
        superlative = word.endswith("est") and len(word) > 5 and reading.language == "en"
        if (word in ABSOLUTES or superlative) and word not in reading.held:
            return f'"{reading.named(token)}" is more than the passage says'
    return None


def _dropped(listed: frozenset[str], reason: str) -> Callable[[Reading], str | None]:
    """A rule: no word of `listed` stands in the passage that the claim leaves out."""

    def rule(reading: Reading) -> str | None:
        for token in reading.there:
            if token.folded in listed and token.folded not in reading.said_words:
                shown = reading.passage[token.start : token.end]
                return reason.format(word=shown)
        return None

    return rule


def _content(reading: Reading) -> str | None:
    for token in reading.said:
        if token.folded in reading.content and token.folded not in reading.held:
            return f'"{reading.named(token)}" does not stand in the passage'
    return None


def _order(reading: Reading) -> str | None:
    """All content in the claim's order, close together, within one sentence."""
    region = _region(reading.content, reading.there_words)
    if region is None:
        return "the passage has the same words in another order"
    first, last = region
    if last - first > WIDER * len(reading.said) + 4:
        return "its words stand far apart in the passage"
    start, end = reading.there[first].start, reading.there[last].end
    if len(sentences(reading.passage, start, end)) > 1:
        return "its words are gathered from several sentences"
    return None


def _narrower(reading: Reading) -> str | None:
    """No content that the claim leaves out between its words there or right beside them."""
    region = _region(reading.content, reading.there_words)
    own = set(reading.said_words)
    for token in reading.there[slice(*_with_neighbours(reading, *region))] if region else ():
        if is_content(token.folded) and token.folded not in own | CONNECTING:
            shown = reading.passage[token.start : token.end]
            return f'it leaves out "{shown}", which may narrow what the passage says'
    return None


def _with_neighbours(reading: Reading, first: int, last: int) -> tuple[int, int]:
    """The stretch and the word at each side of it that only white space parts from it."""
    there, text = reading.there, reading.passage
    numbering = first == 1 and is_number(there[0].folded)
    if first and not numbering and text[there[first - 1].end : there[first].start].isspace():
        first -= 1
    if last + 1 < len(there) and text[there[last].end : there[last + 1].start].isspace():
        last += 1
    return first, last + 1


def _region(content: list[str], there: list[str]) -> tuple[int, int] | None:
    """A shortest stretch of `there` that has `content` in its order: first and last index."""
    if not content:
        return (0, 0)
    best: tuple[int, int] | None = None
    begin = 0
    for _ in range(20):  # enough for real text, and a bound for text made of one word
        last = begin - 1
        for word in content:
            try:
                last = there.index(word, last + 1)
            except ValueError:
                return best
        first = last + 1
        for word in reversed(content):
            first -= 1
            while there[first] != word:
                first -= 1
        if best is None or last - first < best[1] - best[0]:
            best = first, last
        begin = first + 1
    return best


RULES: Final[tuple[Callable[[Reading], str | None], ...]] = (
    _numbers,
    _names,
    _language,
    _opposites,
    _negation,
    _absolutes,
    _content,
    _order,
    _question,
    _dropped(HEDGES, 'the passage is less certain ("{word}")'),
    _dropped(CONDITIONS, 'the passage sets a condition ("{word}")'),
    _dropped(REPORTED, 'the passage may not assert it itself ("{word}")'),
    _narrower,
)
