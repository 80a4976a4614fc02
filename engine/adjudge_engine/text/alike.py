"""Whether two names are alike and yet not the same: X200 and X300, Meier and Maier.

Inflections, possessives, plurals, letter case, accents, spellings of one sound and a name's
shorter form are the same name. Unlike `find.nearest`, nothing here looks at running text.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import Levenshtein

_FEWEST: Final = 4  # letters of a name that may be misspelt
_FEWEST_FOR_TWO: Final = 8  # letters of a name that may differ in two
_ENDING: Final = 3  # letters at the end that inflection may change
_STEADY: Final = 2  # letters at the very end that no inflection leaves as they were
_VOWELS: Final = "aeiouy"
_ENDINGS: Final = "snmr"
_DIGIT: Final = re.compile(r"\d")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
#: Spellings of one sound, and British beside American.
_SOUNDS: Final = tuple(
    (re.compile(pattern), other)
    for pattern, other in (
        ("ph", "f"), ("ck|k|q|ch", "c"), ("tz|ts|z|ss|ß|sh|sch", "s"), ("w", "v"), ("j|y|ii", "i"),
        ("oe|ø", "o"), ("ae|æ", "a"), ("ue|ou|oo", "u"), ("ee|ie|ei(?=g)", "i"), ("re$", "er"),
        ("h", ""), (r"(.)\1", r"\1"), ("our", "or"), ("x", "cs"),
    )
)  # fmt: skip
#: Endings of the international names of drugs (WHO, "The use of stems in the selection of
#: International Nonproprietary Names (INN) for pharmaceutical substances").
DRUG_STEMS: Final = (
    *("olol", "pril", "sartan", "statin", "umab", "imab", "omab", "tinib", "ciclib", "formin"),
    *("azole", "cillin", "mycin", "oxacin", "tidine", "gliptin", "glutide", "flozin", "glitazone"),
    *("zepam", "zolam", "triptan", "navir", "tegravir", "buvir", "ciclovir", "caine", "dipine"),
    *("parin", "xaban", "gatran", "oxetine", "triptyline", "setron", "semide", "thiazide", "terol"),
    *("tropium", "lukast", "dronate", "fibrate", "phylline", "barbital", "azepine", "peridone"),
    *("profen", "coxib", "cycline", "platin", "rubicin", "taxel"),
)
#: The last four letters of those endings: what a word is tried by first.
DRUG_TAILS: Final = frozenset(stem[-4:] for stem in DRUG_STEMS)
#: Words with such an ending that are no drug.
_NO_DRUG: Final = frozenset(("april", "platin", "statin", "cholesterol", "profen"))


def plain(name: str) -> str:
    """A name without accents, letter case, possessive and outer signs."""
    text = name.strip("'’\"“”()[].,;:*_").casefold()
    if not text.isascii():
        marked = unicodedata.normalize("NFKD", text)
        text = "".join([one for one in marked if not unicodedata.combining(one)])
    return text.removesuffix("'s").removesuffix("’s").rstrip("'’")


@lru_cache(maxsize=4096)
def drug_stem(word: str) -> str:
    """The ending by which a word in small letters is a drug's name, else ""."""
    if not 6 <= len(word) <= 24 or word in _NO_DRUG or not word.isalpha():
        return ""
    return next((stem for stem in DRUG_STEMS if word.endswith(stem)), "")


def is_alike(name: str, other: str, *, beside: bool = False) -> bool:
    """Whether two single words name different things and are easily taken for one another.

    `beside`: another word of the name is the same ("Anna Meier", "Anna Maier"), so that two
    letters may differ in a shorter one too.
    """
    ours, theirs = plain(name), plain(other)
    if ours == theirs or not ours or not theirs:
        return False
    if _DIGIT.search(ours) or _DIGIT.search(theirs):
        return _alike_codes(ours, theirs)
    shorter = min(len(ours), len(theirs))
    if shorter < _FEWEST or abs(len(ours) - len(theirs)) > 1:
        return False
    if _is_inflected(ours, theirs) and not (beside and _differs_in_consonant(ours, theirs)):
        return False
    if beside and _shared(ours, theirs) >= max(_FEWEST, (shorter + 1) // 2):
        return _sound(ours) != _sound(theirs)
    allowed = 2 if shorter >= (_FEWEST + 2 if beside else _FEWEST_FOR_TWO) else 1
    if Levenshtein.distance(ours, theirs, score_cutoff=allowed) > allowed:
        return False
    return _sound(ours) != _sound(theirs)


def _alike_codes(ours: str, theirs: str) -> bool:
    """X200 and X300, 1099-B and 1099-K; but not "covid" and "covid-19", nor "2" and "3"."""
    if not (_DIGIT.search(ours) and _DIGIT.search(theirs)):
        return False
    mine, other = _LETTERS.findall(ours), _LETTERS.findall(theirs)
    if not mine or not other or len(mine) != len(other):
        return False
    digits, there = re.findall(r"\d+", ours), re.findall(r"\d+", theirs)
    if mine == other:
        return len(digits) == len(there)
    differing = [pair for pair in zip(mine, other, strict=True) if pair[0] != pair[1]]
    return digits == there and len(differing) == 1 and max(map(len, differing[0])) <= 2


def _is_inflected(ours: str, theirs: str) -> bool:
    """Whether two words differ in their last letters only: "Berlin", "Berliner", "-man", "-men"."""
    return (
        _shared(ours, theirs) >= max(len(ours), len(theirs)) - _ENDING
        and _shared(ours[::-1], theirs[::-1]) < _STEADY
    )


def _differs_in_consonant(ours: str, theirs: str) -> bool:
    """Whether one consonant only is another, and none by which words are inflected."""
    differing = [
        (at, pair) for at, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]
    ]
    if len(ours) != len(theirs) or len(differing) != 1 or not ours.isascii():
        return False
    at, pair = differing[0]
    endings = _ENDINGS if at == len(ours) - 1 else ""
    return not any(letter in _VOWELS or letter in endings for letter in pair)


def _shared(one: str, other: str) -> int:
    """How many letters two words have in common at the beginning."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


@lru_cache(maxsize=4096)
def _sound(word: str) -> str:
    for pattern, other in _SOUNDS:
        word = pattern.sub(other, word)
    return word
