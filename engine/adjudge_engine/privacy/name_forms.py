"""How a person on the list may be written: the forms that are looked for.

"Dr. Jean-Luc Picard" gives the whole name in both orders, with and without a comma, first and
last name without the middle ones, and each part alone. An entry is one line; other spellings of
the same person follow after `|`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.text.abbreviations import words as listed
from adjudge_engine.text.boundary import is_unspaced
from adjudge_engine.text.normalise import normalise

#: Longest entry, in characters; the rest of a longer line is no name.
LONGEST: Final = 200
_NO_SPACES: Final = (
    "\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u318f\u31f0-\u31ff\u3400-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_MARKS: Final = "".join(
    chr(code) for code in range(0x300, 0xE00) if unicodedata.category(chr(code))[0] == "M"
)
_LETTER: Final = f"[^\\W\\d_{_NO_SPACES}]"
#: A word of letters; digits, apostrophes, hyphens and scripts without spaces end it.
WORD: Final = re.compile(f"{_LETTER}(?:{_LETTER}|[{_MARKS}])*+")

_TITLES: Final = listed(
    """
    dr prof professor mr mrs ms miss mx sir dame lord lady herr frau hr fr dipl ing med phd md
    jr sr mme mlle monsieur madame señor señora sig
    """
)
_PARTICLES: Final = listed(
    """
    von vom van der den de del della di da dos du la le el al bin ibn zu zum zur ten ter af av
    y und and e i
    """
)
#: Words that stand for themselves far more often than for a person, when they stand alone.
_COMMON: Final = listed(
    """
    will may can mark bill art grant rose hope faith grace joy dawn chase drew pat rob sue jack
    frank april june august long king young white black brown green gray grey price rich bank
    banks field fields stone hill west north wood woods park day love good best case cash cross
    page post ray rush sharp short small strong swift wise winter summer major minor
    lang kurz klein groß gross weiß weiss schwarz braun ernst wolf engel sommer herbst
    an in on so do am im ja is it to or
    """
)
#: What may stand right after a name of one character, without which it is only a character.
HONORIFICS: Final = tuple(
    sorted(
        listed(
            """
            さん 様 さま 氏 君 くん ちゃん 先生 殿 社長 部長 課長 教授 博士 医師
            小姐 女士 太太 经理 씨 님
            """
        )
    )
)
_BETWEEN_UNSPACED: Final = re.compile(r"[\s・·=＝]+")
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe"})


class Form(NamedTuple):
    """One way to write a person: folded words, or characters of a script without spaces.

    A word that begins with a comma stands after one. `part`: one part of a longer name, which
    counts only where it is capitalised. `lone`: one character, which counts only before "さん" and
    the like.
    """

    words: tuple[str, ...]
    person: str
    spaced: bool
    part: bool = False
    lone: bool = False


def forms(entry: str) -> Iterator[Form]:
    """All forms of one line of the list; none of a blank line or a comment (`#`)."""
    line = normalise(entry[:LONGEST]).text
    if not line or line.startswith("#"):
        return
    spellings = [one.strip() for one in line.split("|")]
    person = spellings[0].casefold()
    for spelling in spellings:
        if any(is_unspaced(one) for one in spelling):
            yield from _unspaced_forms(spelling, person)
        elif spelling:
            yield from _spaced_forms(spelling, person)


def _unspaced_forms(spelling: str, person: str) -> Iterator[Form]:
    parts = [one for one in _BETWEEN_UNSPACED.split(spelling) if one]
    whole = "".join(parts).lower()
    yield Form((whole,), person, spaced=False, lone=len(whole) == 1)
    if len(parts) == 2:
        yield Form(("".join(reversed(parts)).lower(),), person, spaced=False)
    if len(parts) > 1:
        for one in parts:
            yield Form((one.lower(),), person, spaced=False, part=True, lone=len(one) == 1)


def _spaced_forms(spelling: str, person: str) -> Iterator[Form]:
    family_first = "," in spelling
    parts = _parts(spelling)
    if family_first:
        family, _, given = spelling.partition(",")
        parts = [*_parts(given), tuple(word for one in _parts(family) for word in one)]
    parts = [one for one in parts if one]
    if not parts:
        return
    seen: dict[tuple[str, ...], bool] = {}
    for written in dict.fromkeys((tuple(parts), tuple(_in_one(one) for one in parts))):
        for words in _orders(written):
            seen.setdefault(words, len(words) == 1 and words[0] in _COMMON)
        if len(written) > 1:
            for words in _alone(written):
                seen.setdefault(words, True)
    for words, part in seen.items():
        yield Form(words, person, spaced=True, part=part)


def _in_one(part: tuple[str, ...]) -> tuple[str, ...]:
    """O'Brien as OBrien; particles stay words of their own."""
    joined = "".join(one for one in part if one not in _PARTICLES)
    return (*(one for one in part if one in _PARTICLES), joined)


def _parts(name: str) -> list[tuple[str, ...]]:
    """The parts of a name, each as its words: Jean-Luc is one part of two words.

    Titles go; particles belong to the part after them.
    """
    parts: list[tuple[str, ...]] = []
    held: tuple[str, ...] = ()
    for piece in name.split():
        words = tuple(one.lower() for one in WORD.findall(piece))
        if not words or (len(words) == 1 and words[0] in _TITLES and piece.strip("'").isascii()):
            continue
        if len(words) == 1 and words[0] in _PARTICLES:
            held += words
            continue
        parts.append(held + words)
        held = ()
    return [*parts, held] if held else parts


def _orders(parts: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, ...]]:
    """The whole name in every order that is usual."""
    given = tuple(word for one in parts[:-1] for word in one)
    family = parts[-1]
    yield given + family
    if not given:
        return
    yield family + given
    yield (*family, "," + given[0], *given[1:])
    if len(parts) > 2:
        yield parts[0] + family
        yield family + parts[0]
        yield (*family, "," + parts[0][0], *parts[0][1:])


def _alone(parts: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, ...]]:
    """Each part alone, also without its particles; no initials, no everyday words."""
    for one in parts:
        for words in (one, tuple(word for word in one if word not in _PARTICLES)):
            everyday = len(words) == 1 and (len(words[0]) < 2 or words[0] in _COMMON)
            if words and not everyday:
                yield words


def variants(word: str) -> tuple[str, str, str]:
    """The word as it is, with umlauts written out, and without accents."""
    return word, word.translate(_UMLAUTS), _plain(word)


def _plain(word: str) -> str:
    """The word without accents."""
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFD", word)
    return "".join(one for one in parts if unicodedata.category(one)[0] != "M")
