"""English number words: runs of them, read into a value.

Small numbers in words of other languages are in `foreign`, as evidence for a figure ("sechs
Wochen" carries "6 weeks"), and in `spoken`, as an answer states them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final, Literal, NamedTuple

from adjudge_engine.numbers.reading.tables import word_list, word_set
from adjudge_engine.numbers.worded.ordinals import idiom_at
from adjudge_engine.numbers.worded.seeking import word_places

_SMALL = word_list(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = word_list("twenty thirty forty fifty sixty seventy eighty ninety")
_ORDINALS = word_list(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TENTHS = word_list("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth")
_PARTS = word_list("half third quarter fourth fifth sixth seventh eighth ninth tenth")

UNITS: Final = {word: index for index, word in enumerate(_SMALL)}
TENS: Final = {word: (index + 2) * 10 for index, word in enumerate(_TENS)}
SCALES: Final = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
ORDINALS: Final = (
    {word: index + 1 for index, word in enumerate(_ORDINALS)}
    | {word: (index + 2) * 10 for index, word in enumerate(_TENTHS)}
    | {"hundredth": 100, "thousandth": 1000}
)
PARTS: Final = {
    word: 1 / Decimal(index)
    for word, index in zip(_PARTS, (2, 3, 4, 4, 5, 6, 7, 8, 9, 10), strict=True)
}
PLURAL_PARTS: Final = {f"{word}s": part for word, part in PARTS.items()} | {
    "halves": Decimal("0.5"),
    "hundredths": Decimal("0.01"),
}
#: Words that carry a number without stating one.
WEAK: Final = {
    "once": 1,
    "single": 1,
    "sole": 1,
    "twice": 2,
    "both": 2,
    "double": 2,
    "pair": 2,
    "couple": 2,
    "thrice": 3,
    "triple": 3,
    "dual": 2,
}

#: From so many characters on it is first told which number words a text has at all.
_LONG: Final = 400
_LONGEST_RUN: Final = 16
#: Words before "a third" that make a share of it where nothing follows that could be third.
_OF_A_SHARE: Final = word_set(
    "by about roughly nearly almost over under than around approximately only just up down"
)
#: "A score of boats"; "a score of 85" is a mark.
_AND_A_HALF: Final = re.compile(r"(?<![^\W_])(an?) [a-z]{3,10} and a \Z", re.IGNORECASE)
_IN_A_TIME: Final = re.compile(r" (?:daily|weekly|monthly|yearly|an? [dwmyh]|per |each |every )")
_OF_PLURAL: Final = re.compile(r" of [a-z]{4}")
_ENDS_PHRASE: Final = re.compile(
    r"\Z|[.,;:)!?\n]| (?:or|and|in|from|since|to|during|over|more|less)\b"
)

NUMBER_WORDS: Final = {
    *UNITS,
    *TENS,
    *SCALES,
    *ORDINALS,
    *PARTS,
    *PLURAL_PARTS,
    *WEAK,
    "hundred",
    "dozen",
    "score",
}


def _trie(words: set[str]) -> str:
    """A pattern of the words that shares their beginnings: a wrong letter fails at once."""
    branches = []
    for letter in sorted({word[0] for word in words if word}):
        rest = {word[1:] for word in words if word[:1] == letter}
        branches.append(letter + _trie(rest))
    if not branches:
        return ""
    body = branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
    return f"(?:{body})?" if "" in words else body


_WORD = re.compile(_trie(NUMBER_WORDS) + r"(?![^\W_])", re.ASCII)
#: The number words as `Style.words` has them.
SPELLED: Final = frozenset(word.encode() for word in NUMBER_WORDS)


class WordNumber(NamedTuple):
    """A run of number words: its span in the text, value, kind; `step` of the last digit."""

    start: int
    end: int
    value: Decimal
    kind: Literal["plain", "fraction", "ordinal"]
    weak: bool
    step: Decimal = Decimal(1)


class _Token(NamedTuple):
    start: int
    end: int
    word: str


def find_words(folded: str, start: int = 0, end: int | None = None) -> Iterator[WordNumber]:
    """Every number in English words, left to right, over the folded text. Linear.

    Of a part of a text what stands beside it is seen, but no run of words is begun there.
    """
    run: list[_Token] = []
    for token in _tokens(folded, start, len(folded) if end is None else end):
        if run and not _joins(folded, run, token):
            yield from _read(folded, run)
            run = []
        run.append(token)
    if run:
        yield from _read(folded, run)


def _tokens(folded: str, first: int, last: int) -> Iterator[_Token]:
    lower = folded[first : last + 1].lower()
    for at, word in _words_in(lower):
        start = first + at
        if start and (folded[start - 1].isalnum() or folded[start - 1] in "_'’"):
            continue
        if start >= last:
            return
        if word in ORDINALS and idiom_at(folded, start):
            continue
        yield _Token(start, start + len(word), word)


def _words_in(lower: str) -> Iterable[tuple[int, str]]:
    """Where number words end with no letter or digit behind them, in order; letters may precede."""
    if len(lower) < _LONG:
        return ((match.start(), match.group()) for match in _WORD.finditer(lower))
    return word_places(lower, SPELLED)  # most words are no numbers: quicker than the pattern


def _joins(folded: str, run: list[_Token], token: _Token) -> bool:
    """Whether `token` goes on with the number of `run`."""
    last = run[-1]
    if token.start - last.end > 7 or len(run) > _LONGEST_RUN:
        return False
    gap = folded[last.end : token.start].lower()
    word = token.word
    if word in WEAK or last.word in WEAK or last.word in ORDINALS:
        return False
    if token.word == "hundred" and _has_hundred(run):
        return False
    if gap == " and ":
        small = word in UNITS or word in TENS or word in ORDINALS
        return small and (last.word == "hundred" or last.word in SCALES)
    if gap in (" and a ", " a "):
        counts = word in SCALES or word in ("hundred", "dozen")
        return word == "half" or (last.word == "half" and counts)
    if gap not in (" ", "-", "\n", " - "):
        return False
    return _follows(last.word, word)


def _has_hundred(run: list[_Token]) -> bool:
    """Whether the run has its hundreds already since its last thousand, million …"""
    for token in reversed(run):
        if token.word in SCALES:
            return False
        if token.word == "hundred":
            return True
    return False


def _follows(last: str, word: str) -> bool:
    """Whether two neighbours are one number: "twenty five", "two hundred", "two thirds"."""
    if word == "score":
        return last in UNITS
    if word in SCALES or word in ("hundred", "dozen"):
        return last in UNITS or last in TENS or last in SCALES or last in ("hundred", "half")
    if word in PLURAL_PARTS:
        return last in UNITS
    if last == "one" and word in PARTS:
        return True
    if last in TENS:
        return 0 < UNITS.get(word, 0) < 10 or 0 < ORDINALS.get(word, 0) < 10
    if last == "hundred" or last in SCALES:
        return word in UNITS or word in TENS or word in ORDINALS
    return False


def _read(folded: str, run: list[_Token]) -> Iterator[WordNumber]:
    start, end = run[0].start, run[-1].end
    words = [token.word for token in run]
    last = words[-1]
    if len(words) == 1:
        yield from _read_single(folded, run[0])
    elif last == "half" and " and " in folded[run[-2].end : run[-1].start].lower():
        # "A million and a half" is half a million more, "two and a half" half of one.
        scale = Decimal(1).scaleb(SCALES.get(words[-2], 0))
        value = _cardinal(words[:-1]) + scale / 2
        yield WordNumber(start, end, value, "plain", False, scale / 10)
    elif last in PLURAL_PARTS or (words[0] == "one" and last in PARTS):
        part = PLURAL_PARTS.get(last) or PARTS[last]
        # Thirds and the like have no last digit of their own: read to a per cent.
        value = _cardinal(words[:-1]) * part
        yield WordNumber(start, end, value, "fraction", False, Decimal("0.01"))
    elif last in ORDINALS:
        value = _cardinal(words[:-1]) + ORDINALS[last]
        yield WordNumber(start, end, value, "ordinal", False)
    else:
        value = _cardinal(words)
        # "Three score sheets" need not be sixty of them.
        yield WordNumber(start, end, value, "plain", last == "score", _step(words))


def _read_single(folded: str, token: _Token) -> Iterator[WordNumber]:
    start, end, word = token
    lead = folded[max(0, start - 24) : start].lower().split()[-2:]
    before = lead[-1:]
    after = folded[end : end + 9].lower()
    if word in UNITS:
        yield WordNumber(start, end, Decimal(UNITS[word]), "plain", word == "one")
    elif word in TENS:
        yield WordNumber(start, end, Decimal(TENS[word]), "plain", False)
    elif word == "score":
        if before == ["a"] and _OF_PLURAL.match(after) is not None:
            yield WordNumber(start, end, Decimal(20), "plain", False)
    elif word == "dozen":
        yield WordNumber(start, end, Decimal(12), "plain", before not in (["a"], ["one"]))
    elif word in SCALES or word == "hundred":
        power = SCALES.get(word, 2)
        weak = before in (["few"], ["several"], ["many"], ["some"])
        step = Decimal(1).scaleb(power)
        yield WordNumber(start, end, step, "plain", weak or before not in (["a"], ["per"]), step)
    elif word in WEAK:
        often = word in ("twice", "thrice") and _IN_A_TIME.match(after) is not None
        yield WordNumber(start, end, Decimal(WEAK[word]), "plain", not often)
    elif word == "half":
        strong = after[:4] in (" of ", " the", " an ") or after[:3] == " a "
        strong = strong and before not in (["first"], ["second"], ["other"])
        one = _AND_A_HALF.search(folded, max(0, start - 24), start)
        if one is not None:  # "an hour and a half": the article is one and a half
            yield WordNumber(*one.span(1), Decimal("1.5"), "plain", False, Decimal("0.1"))
            return
        yield WordNumber(start, end, PARTS[word], "fraction", not strong, Decimal("0.01"))
    elif word in PARTS and _is_share(lead, after):
        yield WordNumber(start, end, PARTS[word], "fraction", False, Decimal("0.01"))
    elif word in ORDINALS:
        weak = _weak_ordinal(word, before, after)
        yield WordNumber(start, end, Decimal(ORDINALS[word]), "ordinal", weak)


def _is_share(lead: list[str], after: str) -> bool:
    """ "A third of", "a third the size", "by a third": a share; "a third option" is none."""
    if lead[-1:] not in (["a"], ["an"]):
        return False
    if after.startswith((" of ", " the ", " as ")):
        return True
    return lead[0] in _OF_A_SHARE and _ENDS_PHRASE.match(after) is not None


def _weak_ordinal(word: str, before: list[str], after: str) -> bool:
    """ "First" and a discourse marker ("Second, …", "a second", "per second") assert nothing."""
    if word == "first" or after.startswith((",", ":", "ly")):
        return True
    return word == "second" and before in (["a"], ["per"], ["each"], ["every"], ["one"])


def _cardinal(words: list[str]) -> Decimal:
    total, current = Decimal(0), Decimal(0)
    for word in words:
        if word in UNITS:
            current += UNITS[word]
        elif word in TENS:
            current += TENS[word]
        elif word == "half":
            current += Decimal("0.5")
        elif word == "hundred":
            current = (current or Decimal(1)) * 100
        elif word in ("dozen", "score"):
            current = (current or Decimal(1)) * (12 if word == "dozen" else 20)
        elif word in SCALES:
            factor = Decimal(1).scaleb(SCALES[word])
            if not current and total:
                total *= factor
            else:
                total += (current or Decimal(1)) * factor
                current = Decimal(0)
    return total + current


def _step(words: list[str]) -> Decimal:
    """What the last word counts in: thousands for "two hundred thousand", a tenth with a half."""
    last = words[-1]
    if last in SCALES:
        return Decimal(1).scaleb(SCALES[last] - ("half" in words))
    return Decimal(100) if last == "hundred" else Decimal(1)
