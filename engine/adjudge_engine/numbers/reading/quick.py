"""The usual number, read at a glance: plain digits after plain words, before a noun or a unit.

Most numbers of most texts are of this kind. What it reads is what `assemble` would read; where
anything stands around the figure that could mean more, it reads nothing.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading import currencies, scales, units
from adjudge_engine.numbers.reading.after import NO_NOUNS, STOP_NOUNS
from adjudge_engine.numbers.reading.assemble import Text
from adjudge_engine.numbers.reading.before import (
    APPROXIMATE,
    FILLERS,
    LABELS,
    TELLING,
    direction_of,
)
from adjudge_engine.numbers.reading.calendar import is_month
from adjudge_engine.numbers.reading.join import JOINT_WORDS, is_linked

_NEAR: Final = 32
_LONGEST: Final = 9
_ONE: Final = Decimal(1)
_made = tuple.__new__
#: A word right behind, and where it ends.
_WORD: Final = re.compile(r" ([a-z]{2,30}+)(?=[ ,;:)!?]|\.(?!\w)|\n(?!/)|\Z)")
#: A rate ("per day", "a month") behind a word, which is no matter of a glance.
_RATE: Final = re.compile(r" (?:(?:per|an?|each|every|pro|par|al|por|je|в)[ \xa0]|/)")
#: First letters of nouns behind which no rate is read.
_UNRATED: Final = frozenset("aceghijklmnoqrstuwxz") | {"f"}
_ENDS: Final = frozenset("\n,;)]|")
_STOPS: Final = frozenset([". ", ".\n", "."])
#: Spellings of units that mean nothing else behind a figure.
_UNITS: Final[dict[str, str]] = {
    word: unit.name
    for word, unit in units.SPELLINGS.items()
    if len(word) > 1
    and word.isascii()
    and word.isalpha()
    and word.islower()
    and not word.startswith(("deg", "p", "b", "v", "y"))
    and word not in scales.WORDS
    and word not in currencies.WORDS
    and word not in units.FILLERS
    and word not in units.WORKING
    and not any(word in words for words in scales.ONLY_IN.values())
    and word not in scales.LETTERS_WITH_MONEY
    and word not in scales.LETTERS_ATTACHED
    and word != "an"
}
#: How the words for per cent, points, degrees and hours begin.
_MAY_BE_SHARE: Final = (
    "per",
    "pct",
    "pp",
    "point",
    "pro",
    "pou",
    "por",
    "pun",
    "pon",
    "bas",
    "bp",
    "deg",
    "y",
    "pm",
    "am",
    "uhr",
)
#: Words right before a figure by which a direction reaches it ("fell by the 5").
_PASSED_OVER: Final = FILLERS & frozenset(["of", "the", "a", "an", "by", "is", "was"])
_MEANS_MORE: Final = (TELLING - _PASSED_OVER) | LABELS | {"rs", "yüzde"}
#: Words that go on with what they stand before: "fell by", "a maximum of", "about the".
_REACHES: Final = TELLING | {"maximum", "minimum"}


def read_quickly(text: Text, start: int, end: int, *, alone: bool = False) -> Number | None:
    """The number whose digits are `folded[start:end]`, or None: it takes more to read it.

    `alone`: None as well where it may be linked to a number beside it (a range, a list).
    """
    folded = text.folded
    if end - start > _LONGEST:
        return None
    parts = folded[max(0, start - _NEAR) : start].rsplit(" ", 3)
    if len(parts) < 4 or parts[3]:
        return None
    named, before = parts[2], parts[1]
    last = named.lower()
    if not named.isalpha() or last in _MEANS_MORE or (named != last and not named.istitle()):
        return None
    if before.isdecimal():
        before = parts[0].rpartition(" ")[2]
        if before.lower() in APPROXIMATE:
            return None
    if not before.isalpha() or (last in _PASSED_OVER and before.lower() in _REACHES):
        return None
    raw = folded[start:end]
    if len(raw) == 4 and "0999" < raw < "2200":
        return None
    noun = unit = ""
    following = folded[end : end + 2]
    if alone and following[:1] in (")", ":"):
        return None  # perhaps the number of a list item
    if following and following[0] not in _ENDS and following not in _STOPS:
        word = _WORD.match(folded, end)
        if word is None:
            return None
        noun = word[1]
        if (noun[0] not in _UNRATED or noun in _UNITS) and _RATE.match(folded, word.end()):
            return None
        measure = _UNITS.get(noun)
        if measure is not None:
            noun, unit, end = "", measure, word.end()
        elif noun in NO_NOUNS or noun.startswith(_MAY_BE_SHARE):
            return None
        elif noun in STOP_NOUNS:
            if noun in ("de", "of"):
                return None
            noun = ""
    if len(raw) < 3 and (following[:1] == "." or is_month(named) or (noun and is_month(noun))):
        return None
    if text.style.headings or (alone and (last in JOINT_WORDS or is_linked(folded, end))):
        return None
    direction = direction_of(noun) if noun else None
    approximate = before.lower() in APPROXIMATE
    # Made in the order of its fields: by their names it would cost as much as all that was read.
    plain = (start, end, text.text[start:end], Decimal(raw), _ONE, "plain", "", "")
    rest = (False, direction, None, approximate, False, False, None, 0)
    return _made(Number, (*plain, unit, "", noun, "", *rest))
