"""What keeps words that agree from counting as support: each veto a plain sentence, or None.

Every rule looks at a claim and one passage that holds nearly all of its words. None of them
proves a contradiction; they say why agreement of words is not enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from adjudge_engine.judges.local.denials import negation, opposites, other_negation
from adjudge_engine.judges.local.reading import Reading
from adjudge_engine.judges.local.wordlists import (
    ABSOLUTES,
    CONDITIONS,
    CONNECTING,
    HEDGES,
    REPORTED,
    SCALES,
    TYING,
)
from adjudge_engine.text.languages import NEGATIONS
from adjudge_engine.text.sentences import sentences
from adjudge_engine.text.tokens import Token, folded_words, is_content, is_number

#: Why a reading is no support, or None.
Rule: TypeAlias = Callable[[Reading], str | None]

#: How many times as many words as the claim's own its words may be spread over.
WIDER: Final = 1.5
_CODE: Final = re.compile(r"[A-Za-zＡ-Ｚａ-ｚ]{0,12}[A-ZＡ-Ｚ][-‐‑－]$")


def first_veto(reading: Reading, rules: tuple[Rule, ...] | None = None) -> str | None:
    """The reason why `reading` is no support, in the order of the rules; None if there is none.

    `rules`: default all, for words that agree nearly all.
    """
    if reading.same and not reading.passage.rstrip().endswith("?"):
        return None  # the passage is the claim, word for word
    for rule in RULES if rules is None else rules:
        reason = rule(reading)
        if reason is not None:
            return reason
    return None


def _language(reading: Reading) -> str | None:
    if reading.language in NEGATIONS:
        return None
    if reading.language is None:
        return 'the language is not clear, and so neither are its words for "not"'
    return 'it does not know the words for "not" in this language'


def _question(reading: Reading) -> str | None:
    if reading.passage.rstrip().endswith(("?", "？", "؟")) and not reading.claim.endswith("?"):
        return "the passage asks a question, the claim asserts"
    return None


def _numbers(reading: Reading) -> str | None:
    for at, why in _untraced(reading):
        if _code_at(reading.claim, reading.said[at]) is None:
            return f'the number "{reading.named(reading.said[at])}" {why}'
    return None


def _codes(reading: Reading) -> str | None:
    """The number of a name ("KX-20") tells a thing, not how much."""
    for at, _ in _untraced(reading):
        code = _code_at(reading.claim, reading.said[at])
        if code is None:
            continue
        near = (_code_at(reading.passage, reading.there[one]) for one in _numbered(reading.there))
        for other in near:
            if other is not None and other != code and _letters(other) == _letters(code):
                return f'the claim names "{code}", the passage names "{other}"'
        return reading.unnamed(code, folded_words(code))
    return None


def _code_at(text: str, number: Token) -> str | None:
    """The name that a number is the end of, by a hyphen behind a capital: "KX-20"; or None."""
    before = _CODE.search(text[max(0, number.start - 20) : number.start])
    return None if before is None else before.group() + text[number.start : number.end]


def _letters(code: str) -> str:
    return "".join(filter(str.isalpha, code))


def _untraced(reading: Reading) -> Iterator[tuple[int, str]]:
    """The numbers of the claim that the passage does not have so: which token, and what of it."""
    ours = _numbered(reading.said)
    if not ours:
        return
    theirs = {_quantity(reading.passage, reading.there, at) for at in _numbered(reading.there)}
    bare = {number for _, number, _ in theirs}
    for at in ours:
        sign, number, scale = _quantity(reading.claim, reading.said, at)
        if number not in bare:
            yield at, "is not in the passage"
        elif not any(s == sign and n == number and u in (scale, "") for s, n, u in theirs):
            yield at, "has another unit, scale or sign in the passage"


def _numbered(found: list[Token]) -> list[int]:
    return [at for at, token in enumerate(found) if is_number(token.folded)]


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
    for name in reading.ours.names:
        if all(word in reading.held for word in name.words):
            continue
        near = next((one for one in reading.theirs.names if set(one.words) & set(name.words)), None)
        if near is not None and near.text != name.text:
            return f'the claim names "{name.text}", the passage names "{near.text}"'
        return reading.unnamed(name.text, name.words)
    return None


def _absolutes(reading: Reading) -> str | None:
    for token in reading.said:
        word = token.folded
        superlative = word.endswith("est") and len(word) > 5 and reading.language == "en"
        if (word in ABSOLUTES or superlative) and word not in reading.held:
            return f'the claim says "{reading.named(token)}", the passage does not go so far'
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
            return f'the passage does not say "{reading.named(token)}"'
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
            return f'the claim leaves out "{shown}", which may limit what the passage says'
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


#: The most telling first: another figure or a denial says more than a name that is not repeated.
RULES: Final[tuple[Rule, ...]] = (
    _numbers,
    opposites,
    negation,
    _codes,
    _names,
    _language,
    other_negation,
    _absolutes,
    _content,
    _order,
    _question,
    _dropped(HEDGES, 'the passage is less certain ("{word}")'),
    _dropped(CONDITIONS, 'the passage sets a condition ("{word}")'),
    _dropped(REPORTED, 'the passage may not say it as a fact ("{word}")'),
    _narrower,
)

#: For a claim in other words than the passage's: its numbers and names are looked up elsewhere.
LOOSER: Final[tuple[Rule, ...]] = (
    opposites,
    negation,
    _language,
    other_negation,
    _absolutes,
)
#: The same, of the one sentence that has most of it.
OF_SENTENCE: Final[tuple[Rule, ...]] = (
    _question,
    _dropped(CONDITIONS - TYING, 'the passage sets a condition ("{word}")'),
    _dropped(REPORTED, 'the passage may not say it as a fact ("{word}")'),
)
