"""The usual number, read at a glance: digits after plain words, before a noun, a unit or per cent.

Most numbers of most texts are of this kind. What it reads is what `assemble` would read; where
anything stands around the figure that could mean more, it reads nothing.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from adjudge_engine.dates.names import MONTHS
from adjudge_engine.numbers.model import Kind, Number
from adjudge_engine.numbers.reading import currencies, scales, units
from adjudge_engine.numbers.reading.after import NO_NOUNS, STOP_NOUNS
from adjudge_engine.numbers.reading.assemble import Text
from adjudge_engine.numbers.reading.before import (
    APPROXIMATE,
    LABELS,
    NAMES,
    TELLING,
)
from adjudge_engine.numbers.reading.calendar import DAY_PARTS, is_month
from adjudge_engine.numbers.reading.directions import FILLERS, direction_of
from adjudge_engine.numbers.reading.join import JOINT_WORDS, is_linked

_NEAR: Final = 32
_LONGEST: Final = 9
_ONE: Final = Decimal(1)
_made = tuple.__new__
#: A word right behind, and where it ends.
_WORD: Final = re.compile(r" ([a-z]{2,30}+)(?=[ ,;:)!?]|\.(?!\w)|\n(?!/)|\Z)")
#: A rate ("per day", "a month") behind a word, which is no matter of a glance.
_RATE: Final = re.compile(
    r" (?:(?:per|an?|each|every|pro|par|al|por|je|auf|aux|cada|su|в|на)[ \xa0]|/|100|[·⋅]"
    r"|h(?:ours?|rs?)?(?![^\W_])|m(?:et(?:er|re)s?)?(?![^\W_])|c(?:arr|uadr|[uú]b)|quadrat)"
)
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
    and word not in units.DAYS_BEFORE
    and not any(word in words for words in scales.ONLY_IN.values())
    and word not in scales.LETTERS_WITH_MONEY
    and word not in scales.LETTERS_ATTACHED
    and word not in ("an", "um")
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
_PASSED_OVER: Final = FILLERS & frozenset(["of", "the", "a", "an", "is", "was"])
_MEANS_MORE: Final = (TELLING - _PASSED_OVER) | LABELS | NAMES | {"rs", "yüzde"}
#: Words that go on with what they stand before: "fell by", "a maximum of", "about the".
_REACHES: Final = TELLING | {"maximum", "minimum"}


#: What follows an hour of the clock.
_HOURS_BEFORE: Final = (*DAY_PARTS, " bis ", " und ", " tot ")
_HOURS_BEGIN: Final = frozenset(words[:2] for words in _HOURS_BEFORE)
_MONTHS: Final = MONTHS.keys() | {"tháng"}
#: Words of Italian before an hour of the clock.
_HOURS: Final = frozenset(["ore", "alle", "Ore", "Alle"])
#: A decimal that no style reads otherwise: two digits behind its point at most.
_POINTED: Final = re.compile(r"[0-9]{1,6}\.[0-9]{1,2}")
_PERCENT: Final[Kind] = "percent"
_PLAIN: Final[Kind] = "plain"
#: Where a number ends, its unit and its noun.
_Behind = tuple[int, str, str]
_STEPS: Final = (_ONE, Decimal("0.1"), Decimal("0.01"))
#: A sign for per cent with a plain word, or the end of a clause, behind it.
_SHARE: Final = re.compile(r" ?%(?: ([a-z]{2,30}+)(?=[ ,.;:)!?\n]|\Z)|(?=[.,;](?:\s|\Z)|\n|\Z))")


def read_quickly(text: Text, start: int, end: int, *, alone: bool = False) -> Number | None:
    """The number whose digits are `folded[start:end]`, or None: it takes more to read it.

    `alone`: None as well where it may be linked to a number beside it (a range, a list).
    """
    folded = text.folded
    if end - start > _LONGEST:
        return None
    lead = _lead(folded, start)
    if lead is None:
        return None
    named, before = lead
    raw = folded[start:end]
    decimals = 0 if raw.isdecimal() else len(raw) - 1 - raw.find(".")
    following = folded[end : end + 2]
    if following == " %" or following[:1] == "%":
        if not decimals and (len(raw) > 3 or is_month(named)):
            return None
        behind, kind = _share(folded, end), _PERCENT
    else:
        if not named or (len(raw) == 4 and not decimals and "0999" < raw < "2200"):
            return None
        if alone and following[:1] in (")", ":"):
            return None  # perhaps the number of a list item
        behind, kind = _measure(folded, end, following), _PLAIN
    if behind is None:
        return None
    end, unit, noun = behind
    if kind is _PLAIN:
        if len(raw) < 3 and (
            following[:1] == "."
            or (named.lower() in _MONTHS and is_month(named))
            or (noun in _MONTHS and is_month(noun))
            or named in _HOURS
            or (folded[end : end + 2] in _HOURS_BEGIN and folded.startswith(_HOURS_BEFORE, end))
        ):
            return None
        if not unit and text.style.may_rule(start):
            return None  # what is measured no heading scales
    if alone and (named.lower() in JOINT_WORDS or is_linked(folded, end)):
        return None
    return _number(text, (start, end), raw, decimals, kind, unit, noun, before)


def _share(folded: str, end: int) -> _Behind | None:
    """The sign for per cent behind a figure, and the noun."""
    share = _SHARE.match(folded, end)
    if share is None:
        return None
    noun = share[1] or ""
    return folded.index("%", end) + 1, "", "" if noun in STOP_NOUNS else noun


def _measure(folded: str, end: int, following: str) -> _Behind | None:
    """The unit or the noun behind a figure, or neither."""
    if not following or following[0] in _ENDS or following in _STOPS:
        return end, "", ""
    word = _WORD.match(folded, end)
    if word is None:
        return None
    noun = word[1]
    if (noun[0] not in _UNRATED or noun in _UNITS) and _RATE.match(folded, word.end()):
        return None
    unit = _UNITS.get(noun)
    if unit is not None:
        return word.end(), unit, ""
    if noun in NO_NOUNS or noun.startswith(_MAY_BE_SHARE) or noun in ("de", "of"):
        return None
    return end, "", "" if noun in STOP_NOUNS else noun


def read_alone(text: Text, start: int, end: int) -> Number | None:
    """`read_quickly` of a figure with the separators at it, linked to none."""
    folded = text.folded
    raw = folded[start:end]
    if raw.isdecimal():
        if folded[end : end + 1].isdecimal():
            return None
    elif _POINTED.fullmatch(raw) is None or folded[end : end + 1].isdecimal():
        return None
    return read_quickly(text, start, end, alone=True)


def _lead(folded: str, start: int) -> tuple[str, str] | None:
    """The two words before a figure, both empty where a clause ends there, or None."""
    if folded[start - 2 : start] == "; ":
        return "", ""
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
    return named, before


def _number(
    text: Text,
    span: tuple[int, int],
    raw: str,
    decimals: int,
    kind: Kind,
    unit: str,
    noun: str,
    before: str,
) -> Number:
    start, end = span
    direction = direction_of(noun) if noun else None
    approximate = before.lower() in APPROXIMATE
    # Made in the order of its fields: by their names it would cost as much as all that was read.
    plain = (start, end, text.text[start:end], Decimal(raw), _STEPS[decimals], kind, "", "")
    rest = (False, direction, None, approximate, False, False, None, decimals)
    return _made(Number, (*plain, unit, "", noun, "", *rest))
