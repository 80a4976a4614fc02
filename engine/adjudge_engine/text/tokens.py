"""Word tokens with offsets, and the folding under which two words count as the same.

Numbers keep their separators ("1,234.50" is one token); scripts written without spaces give
overlapping pairs of characters. Nothing here can take more than linear time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from adjudge_engine.text.languages import ALL_STOP_WORDS

TOKENS: Final = "tokens/1"


class Token(NamedTuple):
    """A word of a text: `text[start:end]`, and what it counts as."""

    start: int
    end: int
    folded: str


#: Han, kana, Thai, Lao, Burmese, Khmer: no spaces between words.
_UNSPACED: Final = (
    "\u0e01-\u0e7f\u0e81-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u3096\u30a1-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff"
)
_MARKS: Final = "".join(
    chr(code) for code in range(0x300, 0xE00) if unicodedata.category(chr(code))[0] == "M"
)
_LETTER: Final = f"[^\\W\\d_{_UNSPACED}]"
_TOKEN: Final = re.compile(
    r"\d{1,40}(?:[.,]\d{1,40}){0,12}"
    f"|[{_UNSPACED}]+"
    f"|{_LETTER}(?:[^\\W_{_UNSPACED}]|[{_MARKS}]){{0,63}}(?:['’]{_LETTER}{{1,12}}){{0,2}}"
)
#: The same in a text of ASCII alone, where it takes less than half the time.
_ASCII_TOKEN: Final = re.compile(
    "[A-Za-z][A-Za-z0-9]{0,63}(?:'[A-Za-z]{1,12}){0,2}|[0-9]{1,40}(?:[.,][0-9]{1,40}){0,12}"
)
_UNSPACED_FIRST: Final = re.compile(f"[{_UNSPACED}]")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_THOUSANDS_POINT: Final = re.compile(r"\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})")
_HIRAGANA: Final = re.compile("[\u3041-\u309fー]{1,2}")

#: Number words up to twelve; "one" and "null" are left out, as they mostly mean something else.
_NUMBER_WORDS: Final = {
    word: str(number)
    for row in (
        "zero two three four five six seven eight nine ten eleven twelve",
        "- zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    )
    for number, word in zip((0, *range(2, 13)), row.split(), strict=True)
}


_IRREGULAR: Final = {
    "uses": "use",
    "used": "use",
    "using": "use",
    "made": "make",
    "makes": "make",
    "making": "make",
    "taken": "take",
    "takes": "take",
    "taking": "take",
    "took": "take",
    "given": "give",
    "gives": "give",
    "giving": "give",
    "gave": "give",
    "children": "child",
    "women": "woman",
    "men": "man",
    "news": "news",
    "lens": "lens",
    "means": "means",
}


def tokens(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The words of `text[start:end]` in order, with offsets in `text` (code points)."""
    stop = len(text) if end is None else end
    if text.isascii():
        return [
            Token(match.start(), match.end(), fold(match.group()))
            for match in _ASCII_TOKEN.finditer(text, start, stop)
        ]
    return list(_scan(text, start, stop))


def folded_words(text: str, start: int = 0, end: int | None = None) -> list[str]:
    """The words of `text[start:end]` in order, as what they count as."""
    stop = len(text) if end is None else end
    if text.isascii():
        return list(map(fold, _ASCII_TOKEN.findall(text, start, stop)))
    found = _TOKEN.findall(text, start, stop)
    if all(map(str.isascii, found)):
        return list(map(fold, found))
    folded: list[str] = []
    for word in found:
        if len(word) == 1 or word.isascii() or _UNSPACED_FIRST.match(word) is None:
            folded.append(word if _UNSPACED_FIRST.match(word) else fold(word))
        else:
            folded += (unicodedata.normalize("NFKC", pair) for pair in _pairs(word))
    return folded


@lru_cache(maxsize=32768)
def is_content(folded: str) -> bool:
    """Whether a folded word says something by itself: no function word, no bare ending."""
    if folded in ALL_STOP_WORDS:
        return False
    if len(folded) == 1:
        return folded.isdigit() or folded > "\u0e00"
    return folded.isascii() or _HIRAGANA.fullmatch(folded) is None


def is_number(folded: str) -> bool:
    """Whether a folded word is a number in digits (number words up to twelve are folded so)."""
    return folded[:1].isdigit()


def _scan(text: str, start: int, end: int) -> Iterator[Token]:
    for match in _TOKEN.finditer(text, start, end):
        word, at = match.group(), match.start()
        if word.isascii() or _UNSPACED_FIRST.match(word) is None:
            yield Token(at, match.end(), fold(word))
        elif len(word) == 1:
            yield Token(at, at + 1, word)
        else:
            for index, pair in enumerate(_pairs(word)):
                yield Token(at + index, at + index + 2, unicodedata.normalize("NFKC", pair))


def _pairs(word: str) -> Iterator[str]:
    """The overlapping pairs of characters of a word written without spaces."""
    return (word[index : index + 2] for index in range(len(word) - 1))


@lru_cache(maxsize=32768)
def fold(word: str) -> str:
    """What a word counts as: case, widths, number formats and English endings folded.

    "Refunds" and "refund", "1,234.50" and "1234.5", "two" and "2", "３" and "3" count the same.
    """
    if not word.isascii():
        word = unicodedata.normalize("NFKC", word).replace("’", "'")
    word = word.casefold()
    if word[:1].isdecimal():
        return _fold_number(word)
    number = _NUMBER_WORDS.get(word)
    if number is not None:
        return number
    if word in ALL_STOP_WORDS:
        return word
    if word.endswith("'s"):
        word = word[:-2]
    return _IRREGULAR.get(word) or (_stem(word) if word.isascii() else word)


def _fold_number(word: str) -> str:
    if not word.isascii():
        word = "".join(str(unicodedata.digit(ch, ch)) for ch in word)
    if _THOUSANDS.fullmatch(word):
        word = word.replace(",", "")
    elif _THOUSANDS_POINT.fullmatch(word):
        word = word.replace(".", "")
    word = word.replace(",", ".")
    if word.count(".") == 1:
        word = word.rstrip("0").rstrip(".")
    return word.lstrip("0") or "0" if len(word) > 1 and word[1:2] != "." else word


def _stem(word: str) -> str:
    """English plurals, -ed and -ing off; never so short that words run together."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word[: -len(ending)]
            if word[-1] == word[-2] and word[-1] not in "aeiolsz":
                word = word[:-1]
            break
    return word[:-1] if len(word) > 4 and word.endswith("e") else word
