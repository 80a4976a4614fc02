"""Numbers that a text states in words of other languages than English, put together like figures.

English words are read by `words` in the scan itself. Here a text's own language chooses the
tables; where it cannot be told, only words that are nothing else in any of them count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from heapq import merge
from operator import attrgetter
from typing import Final

from adjudge_engine.numbers.model import Kind, Number
from adjudge_engine.numbers.reading.assemble import Text, assemble
from adjudge_engine.numbers.reading.calendar import is_month
from adjudge_engine.numbers.reading.figures import Figure
from adjudge_engine.numbers.reading.join import joined
from adjudge_engine.numbers.reading.tables import word_set
from adjudge_engine.numbers.reading.units import find
from adjudge_engine.numbers.worded.fraction_words import read_shares
from adjudge_engine.numbers.worded.halves import read_halves
from adjudge_engine.numbers.worded.korean_thai import read_korean, read_thai
from adjudge_engine.numbers.worded.numerals import read_numerals
from adjudge_engine.numbers.worded.ordinal_words import read_ordinals
from adjudge_engine.numbers.worded.spelled import Spelled, read_words
from adjudge_engine.numbers.worded.spelling import HOMOGRAPHS, LANGUAGES, grammar

#: Languages without capital letters, or with words that run on.
_UNCASED: Final = frozenset({"ar", "hi", "th", "ko", "ja", "zh"})
#: In a text whose language cannot be told these are tried, in this order.
_TRIED: Final = ("de", "fr", "es", "it", "pt", "nl")
_LONGEST_UNKNOWN: Final = 2_000
#: The language of a shorter text is a guess; words of its neighbours are read as well.
_SURE_LANGUAGE: Final = 200
#: Words that are English, too, or a name.
_ALSO_ENGLISH: Final = word_set(
    "elf once six on sex due dos cent seize fem elva neuf sept sei nove dix dez vier dua tio "
    "trente tre die cinque cinq tres acht drie vent quatre nove cento mille mil "
    "cem cien null zero nul"
)
#: Words that are a number only before a plural with one of these endings: "neuf" is also "new".
_BEFORE_PLURAL: Final[dict[str, tuple[str, ...]]] = {"neuf": ("s", "x"), "sei": ("i", "e")}
#: Before a hundred these make a per cent of it; before a word they make it an ordinal or "both".
_NOT_AFTER: Final = word_set(
    "por per pour par thứ cả außer in dr dr. herr frau san santa san. salah başına"
)
#: "Une vingtaine", "una veintena": twenty or so.
_ABOUT_SO_MANY: Final = ("aine", "ena", "enar", "ina", "inaio")
#: "Millions" alone are many; a thousand may be meant.
_MILLION: Final = Decimal(10**6)
_NEXT = re.compile(r"[ \xa0](?:de |of |d')?([^\W\d_]{2,30})")
_SENTENCE_STARTS: Final = frozenset(".!?:;\n•*\"'„«“(¡¿-–—|>#]")


def iter_spoken(prepared: Text) -> Iterator[Number]:
    """The numbers in words of other languages that a text states, in order. Linear."""
    language = prepared.style.language
    if language == "en":
        return iter(())
    if language in ("ja", "zh"):
        return _numerals(prepared)
    if language in ("ko", "th"):
        read = read_korean if language == "ko" else read_thai
        words = read(prepared.folded)
        return (_number(prepared, one, "plain", weak=one.value < 2) for one in words)
    if language in LANGUAGES:
        known = _in_language(prepared, language)
        if language not in _TRIED or len(prepared.folded) > _SURE_LANGUAGE:
            return known
        others = _unknown(prepared, but=language)
        return _apart(merge(known, others, key=attrgetter("start")))
    if not language and len(prepared.folded) <= _LONGEST_UNKNOWN:
        return merge(_unknown(prepared), _numerals(prepared), key=attrgetter("start"))
    return iter(())


def _numerals(prepared: Text) -> Iterator[Number]:
    return joined(prepared.folded, _each_numeral(prepared))


def _each_numeral(prepared: Text) -> Iterator[Number]:
    folded = prepared.folded
    for one in read_numerals(folded):
        figure = Figure(one.value, one.step)
        number = assemble(prepared, (one.start, one.end), figure, one.kind, one.weak)
        yield number._replace(weak=one.weak)


def _in_language(prepared: Text, language: str) -> Iterator[Number]:
    """Shares, words and ordinals; shares first, so that "zwei Drittel" is no two."""
    folded = prepared.folded
    shares = _shares(prepared, language)
    words = _worded(prepared, language)
    ordinals = (
        _number(prepared, one, "ordinal", weak=one.value < 3)
        for one in read_ordinals(folded, language)
        if not _is_name(folded, one.start, language) and not _is_day(folded, one)
    )
    # Equal starts come in the order of the streams: a share goes before the words it is made of.
    return _apart(merge(shares, words, ordinals, key=attrgetter("start")))


def _shares(prepared: Text, language: str) -> list[Number]:
    found = []
    for one in read_shares(prepared.folded, language):
        figure = Figure(one.value, Decimal("0.01"))
        number = assemble(prepared, (one.start, one.end), figure, "fraction")
        found.append(number._replace(weak=one.weak))
    for half in read_halves(prepared.folded, language):
        figure = Figure(half.value, Decimal("0.1"))
        found.append(assemble(prepared, (half.start, half.end), figure, "plain"))
    return sorted(found, key=attrgetter("start"))


def _apart(numbers: Iterable[Number]) -> Iterator[Number]:
    """The numbers that none before them overlaps."""
    end = 0
    for number in numbers:
        if number.start >= end:
            end = number.end
            yield number


def _worded(prepared: Text, language: str) -> Iterator[Number]:
    folded = prepared.folded
    for one in read_words(folded, language):
        if not _is_other(folded, one, language):
            yield _number(prepared, one, "plain", weak=_is_weak(folded, one, language))


def _number(prepared: Text, one: Spelled, kind: Kind, *, weak: bool) -> Number:
    number = assemble(prepared, (one.start, one.end), Figure(one.value, one.step), kind, weak)
    measured = number.unit or number.currency or number.kind == "percent"
    weak = weak and (one.value < 2 or not measured or kind == "ordinal")
    if one.words[0].endswith(_ABOUT_SO_MANY) and one.value % 10 == 0:
        return number._replace(weak=weak, approximate=True)
    return number._replace(weak=weak)


def _is_other(folded: str, one: Spelled, language: str) -> bool:
    """Whether the words are a name, a date's day, or part of a figure in digits."""
    if len(one.words) == 1 and one.step == one.value >= _MILLION:
        return True
    before = folded[max(0, one.start - 14) : one.start]
    if before[-1:].isdigit() or (before[-2:-1].isdigit() and before[-1:] in " \xa0"):
        scale = grammar(language).atoms.get(one.words[0])
        return scale is not None and scale.times  # "104,7 millions un an plus tôt", too
    last = before.split()[-1].lower() if before.split() else ""
    if last in _NOT_AFTER and (one.value == 100 or last not in ("por", "per", "pour", "par")):
        return True
    return _is_day(folded, one) or _is_name(folded, one.start, language)


def _is_day(folded: str, one: Spelled) -> bool:
    """Whether a month follows: "cinco de mayo", "am fünften Mai"."""
    following = _NEXT.match(folded, one.end) if one.value <= 31 else None
    return following is not None and is_month(following[1])


def _is_name(folded: str, start: int, language: str) -> bool:
    """A capital letter inside a sentence: a name, or a word that only looks like a number."""
    if language in _UNCASED or not folded[start].isupper() or folded.startswith("Dutzend", start):
        return False
    if folded[start : start + 3].isupper():
        return False
    head = folded[max(0, start - 3) : start].rstrip(" \xa0")
    return bool(head) and head[-1] not in _SENTENCE_STARTS


def _is_weak(folded: str, one: Spelled, language: str) -> bool:
    if one.value in (0, 1):
        return True
    if len(one.words) > 1:
        return False
    word = one.words[0]
    endings = _BEFORE_PLURAL.get(word)
    if endings is not None:
        following = _NEXT.match(folded, one.end)
        return following is None or not following[1].endswith(endings)
    return word in HOMOGRAPHS.get(language, frozenset())


def _unknown(prepared: Text, but: str = "") -> Iterator[Number]:
    """Words of a text in a language that cannot be told, where they can be nothing else."""
    folded = prepared.folded
    found: dict[int, tuple[Spelled, str]] = {}
    unclear: set[int] = set()
    for language in (name for name in _TRIED if name != but):
        for one in read_words(folded, language):
            if _is_other(folded, one, language) or _may_be_english(folded, one):
                continue
            known = found.setdefault(one.start, (one, language))[0]
            if known.value != one.value:
                unclear.add(one.start)
    words = []
    for start in sorted(found):
        if start not in unclear:
            one, language = found[start]
            weak = _is_weak(folded, one, language)
            words.append(_number(prepared, one, "plain", weak=weak))
    shares = (_shares(prepared, language) for language in _TRIED if language != but)
    yield from _apart(merge(*shares, words, key=attrgetter("start")))


def _may_be_english(folded: str, one: Spelled) -> bool:
    word = one.words[0]
    if len(one.words) > 1 or (len(word) > 3 and word not in _ALSO_ENGLISH and not word.isascii()):
        return False
    following = _NEXT.match(folded, one.end)
    measured = following is not None and find(following[1].lower()) is not None
    return not measured and (word in _ALSO_ENGLISH or len(word) < 4)
