"""Ordinals: which of them count something, and what a different one in a context proves."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.tables import word_list, word_set

#: Ordinal → what makes a figure of speech of it. Nothing is counted there.
_IDIOMS: Final[dict[str, str]] = {
    "first": "aid class hand name names person lady language born responder responders rate "
    "principles come served refusal world glance sight",
    "second": "opinion opinions thought thoughts nature hand guess guessed guessing wind chance "
    "chances look home homes language languages rate class life lives fiddle sight string cousin "
    "cousins helping helpings guesses",
    "third": "party parties person persons world wheel rail sector country countries estate hand "
    "rate reich space spaces",
    "fourth": "estate wall dimension",
    "fifth": "column wheel estate",
    "sixth": "sense form",
    "seventh": "heaven",
    "eighth": "note notes",
    "eleventh": "hour",
}
_PHRASES: Final[dict[str, str]] = {"second": "to none|in command"}
_DIGITS: Final = {
    "1st": "first",
    "2nd": "second",
    "3rd": "third",
    "4th": "fourth",
    "5th": "fifth",
    "6th": "sixth",
    "7th": "seventh",
    "8th": "eighth",
    "11th": "eleventh",
}
_GAP = r"[ \xa0\n-]{1,3}"


def _pattern() -> re.Pattern[str]:
    spellings: dict[str, list[str]] = {word: [word] for word in _IDIOMS}
    for digits, word in _DIGITS.items():
        spellings[word].append(digits)
    parts = []
    for word, nouns in _IDIOMS.items():
        phrases = "|".join([*word_list(nouns), *filter(None, [_PHRASES.get(word)])])
        parts.append(f"(?:{'|'.join(spellings[word])}){_GAP}(?:{phrases})")
    return re.compile("(?:" + "|".join(parts) + r")(?![^\W_])", re.IGNORECASE)


_IDIOM: Final = _pattern()

#: Nouns of which a text has several, each with its own ordinals, or that years may stand for:
#: another ordinal beside them proves nothing.
_LOOSE: Final = word_set(
    "time times one ones thing things person people way ways part parts half halves century "
    "centuries millennium decade most least place places day days week weeks month months year "
    "years hour hours round rounds group groups type types set line lines row rows level levels "
    "stage stages phase phases man woman child husband wife son daughter and or a"
)


def idiom_at(text: str, start: int) -> bool:
    """Whether the ordinal at `start` is part of a figure of speech ("third parties")."""
    return _IDIOM.match(text, start) is not None


def is_idiom(ordinal: str, noun: str) -> bool:
    """`idiom_at`, of an ordinal and the noun that goes with it ("3rd", "party")."""
    return _IDIOM.match(f"{ordinal} {noun}") is not None


def stem(noun: str) -> str:
    """A noun without its plural ending, so that "amendments" meets "amendment"."""
    return noun[:-1] if len(noun) > 3 and noun.endswith("s") and noun[-2] != "s" else noun


def is_telling(number: Number) -> bool:
    """Whether another ordinal of the same noun contradicts this one ("third amendment")."""
    noun = number.noun
    return len(noun) > 2 and noun not in _LOOSE and not noun.endswith(("est", "ing"))


_EARLIER: Final = word_list("zeroth first second third fourth fifth sixth seventh eighth ninth")


def goes_on(answer: str, number: Number) -> bool:
    """Whether the answer counts up to this ordinal by itself: "the first …, the second …"."""
    before = int(number.value) - 1
    if number.noun or not 0 < before < len(_EARLIER):
        return False
    words = rf"(?<![^\W_])(?:{_EARLIER[before]}|one|former)(?![^\W_])"
    head = answer[max(0, number.start - _ENUMERATION) : number.start]
    return re.search(words, head, re.IGNORECASE) is not None


#: How far back the ordinal before it may stand.
_ENUMERATION: Final = 2_000
