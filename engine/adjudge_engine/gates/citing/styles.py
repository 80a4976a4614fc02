"""Citations found in the prose of an answer, in the styles that people and models write.

`[1]`, `[2,3]`, `【1†source】`; "passage 3", "laut Dokument 2", 文書1; `(Smith et al., 2020)`,
"Jones and colleagues in 2019"; superscripts, also where copying has made digits of them
("placebo.1,2"); `(1,2)`. One pass over the figures of the answer: what stands before a figure
tells whether it may be one. Whether a doubtful one is a citation is settled by where it leads
(`placing`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Final, Literal, NamedTuple

from adjudge_engine.gates.citing.author_year import author_year_at
from adjudge_engine.gates.citing.marks import find_marks
from adjudge_engine.gates.citing.style_words import (
    AMOUNTS,
    JOINTS,
    NUMBER_SIGNS,
    RANGES,
    SURE,
    SURE_ENDINGS,
    UNSURE,
    UNSURE_ENDINGS,
)
from adjudge_engine.text.boundary import is_unspaced

Style = Literal["bracket", "passage", "author_year", "superscript", "parenthesis"]


class Cited(NamedTuple):
    """A citation at `answer[start:end]` and the keys it names: "3", "k7", "Smith 2020".

    `sure`: by its form it is one. Otherwise it may be a list number, a part of the document or a
    figure.
    """

    start: int
    end: int
    style: Style
    keys: tuple[str, ...]
    sure: bool = True


_NOUNS: Final = SURE | UNSURE | NUMBER_SIGNS
_FIGURE: Final = re.compile("[0-9][0-9]*+")
_ANY_FIGURE: Final = re.compile(r"\d\d*+")
#: Right after these a figure is an amount, a list number or part of what was read already.
_NO_CITATION: Final = frozenset("\n$€£¥[-+/'=*~<>")
#: How many citations by figures are looked for in one answer.
MOST_CITED: Final = 20_000
_WIDEST_RANGE: Final = 200
_MOST_LISTED: Final = 40
_EDGE: Final = "([{<\"'“‘«„*_`:,;（「【"


def _any_of(joints: tuple[str, ...]) -> str:
    """A pattern for one of them; those in Latin letters as whole words."""
    ends = (r"\b" if one.isalpha() and one.isascii() else "" for one in joints)
    return "|".join(re.escape(one) + end for one, end in zip(joints, ends, strict=True))


_JOIN: Final = re.compile(
    rf"\s?(?:(?P<range>{_any_of(RANGES)})|(?:(?:{_any_of(JOINTS)})\s?){{1,2}})\s?"
    r"(?P<noun>[^\W\d_]{2,14}\s)?#?(?P<number>\d{1,3})"
)
_GLUED: Final = re.compile(r"\d{1,3}(?:[,–-]\d{1,3}){0,20}")
_PARENTHESIS: Final = re.compile(r"\((\d{1,3}(?:(?:, ?|; ?|[–-])\d{1,3}){0,20})\)")
_PART: Final = re.compile(r"(\d{1,3})(?:[–-](\d{1,3}))?")
_PLAIN_WORD: Final = re.compile(r"[^\W\d_]{4,}\Z")
_RAISED: Final = re.compile("[¹²³⁰⁴-⁹]{1,3}(?:[,˒⁻–-][¹²³⁰⁴-⁹]{1,3}){0,20}")
_RAISED_DIGITS: Final = "¹²³⁰⁴⁵⁶⁷⁸⁹"
_LOWERED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹˒⁻–", "0123456789,--")
_MEASURES: Final = ("meter", "metre", "metres", "meters", "inch", "feet", "foot", "zoll", "mètre")
_CLOSED: Final = ')]%"”'
_CLOSERS: Final = '.,;:!?)]%"”’»。，、）」'


def find_cited(answer: str, known: Collection[str] = ()) -> list[Cited]:
    """The citations of `answer` in order, none overlapping, doubtful ones too.

    `known` are ids by which a bracket may name a citation or context. Linear in the answer.
    """
    found = [Cited(one.start, one.end, "bracket", one.ids) for one in find_marks(answer, known)]
    plain = answer.isascii()
    found += islice(_by_figures(answer, plain), MOST_CITED + 1)
    if not plain and any(map(answer.__contains__, _RAISED_DIGITS)):
        found += _raised(answer)
    if len(found) < 2:
        return found
    found.sort()
    kept = found[:1]
    for one in found[1:]:
        if one.start >= kept[-1].end:
            kept.append(one)
    return kept


def marked_spans(answer: str, known: Collection[str] = ()) -> list[tuple[int, int]]:
    """Where `answer` has what by its form is a citation: no numbers, dates or words of a claim."""
    return [(one.start, one.end) for one in find_cited(answer, known) if one.sure]


def _by_figures(answer: str, plain: bool) -> Iterator[Cited]:
    done = 0
    for match in (_FIGURE if plain else _ANY_FIGURE).finditer(answer):
        start, end = match.span()
        size = end - start
        before = answer[start - 1] if start else "\n"
        if before in _NO_CITATION or start < done or size > 4:
            continue
        if size == 4:
            one = author_year_at(answer, start, end)
            cited = Cited(one.start, one.end, "author_year", one.keys, one.sure) if one else None
        elif before in " \u00a0#_":
            if plain and before == " " and _ordinary_before(answer, start - 1):
                continue
            cited = _passage(answer, start, end, plain)
        elif before == "(":
            cited = _in_parentheses(answer, start)
        else:
            cited = _glued(answer, start)
            if cited is None and not plain and is_unspaced(before):
                cited = _passage(answer, start, end, plain)
        if cited is not None:
            done = cited.end
            yield cited


def _ordinary_before(answer: str, end: int) -> bool:
    """A quick look whether the word that ends at `end` names nothing with a number."""
    word = answer[answer.rfind(" ", 0, end) + 1 : end].lower()
    return word.isalpha() and word not in _NOUNS


def _passage(answer: str, start: int, end: int, plain: bool) -> Cited | None:
    """ "passage 3", "Passages 1, 2 and 4", "(source: document 2)", 文書1によると."""
    first, sure = _noun_before(answer, start, plain)
    if first < 0 or not _ends_number(answer, end):
        return None
    keys = [str(int(answer[start:end]))]
    for _ in range(_MOST_LISTED):
        match = _JOIN.match(answer, end)
        if match is None or not _ends_number(answer, match.end()):
            break
        noun = (match["noun"] or "").strip().lower()
        if noun and noun not in SURE and noun not in UNSURE:
            break
        number = int(match["number"])
        last = int(keys[-1])
        if match["range"]:
            if not last < number <= last + _WIDEST_RANGE:
                break
            keys += map(str, range(last + 1, number + 1))
        else:
            keys.append(str(number))
        end = match.end()
    return Cited(first, end, "passage", tuple(dict.fromkeys(keys)), sure)


def _noun_before(answer: str, start: int, plain: bool) -> tuple[int, bool]:
    """Where the noun that the number belongs to begins (-1: none), and whether it is sure."""
    stop = start
    while stop and start - stop < 3 and answer[stop - 1] in " \u00a0#_":
        stop -= 1
    if stop and not (answer[stop - 1].isalpha() or answer[stop - 1] in ".°º№#\u094d\u093c\u0e48"):
        return -1, False
    for _ in range(2):
        left = answer.rfind(" ", max(0, stop - 24), stop) + 1
        left = max(left, answer.rfind("\n", left, stop) + 1, stop - 24, 0)
        word = answer[left:stop]
        bare = word.lstrip(_EDGE)
        lower = bare.lower()
        if lower in SURE or lower in UNSURE:
            return left + len(word) - len(bare), lower in SURE
        if lower not in NUMBER_SIGNS or not left:
            break
        stop = left - 1
    if not plain:
        before = answer[max(0, stop - 12) : stop].lower()
        for endings, sure in ((SURE_ENDINGS, True), (UNSURE_ENDINGS, False)):
            if before.endswith(endings):
                longest = max(len(one) for one in endings if before.endswith(one))
                return stop - longest, sure
    return -1, False


def _ends_number(answer: str, end: int) -> bool:
    """Whether the number that ends here is a plain one: no decimal, unit, percentage or amount."""
    after = answer[end : end + 2]
    if not after:
        return True
    if after[0].isalnum() or after[0] in "_%‰°":
        return is_unspaced(after[0])
    if after[0] in "'’":
        return not after[1:].isdigit()
    if after[0] in ".:":
        return not after[1:].isalnum()
    if after[0] == " " and after[1:].isalpha():
        word = answer[end + 1 : end + 14].split(" ", 1)[0]
        return word.rstrip(".,;:)") not in AMOUNTS
    return not (after[0] == " " and after[1:] in ("%", "‰", "°"))


def _in_parentheses(answer: str, start: int) -> Cited | None:
    """`(1,2)` behind a word and before the clause ends, where no list numbering stands."""
    match = _PARENTHESIS.match(answer, start - 1)
    if match is None or start < 3:
        return None
    before, after = answer[start - 2], answer[match.end() : match.end() + 1]
    if before == " ":
        before = answer[start - 3]
    if not (before.isalpha() or before in ')%"”') or (after and after not in ".,;:\n。，；"):
        return None
    keys = _listed(match.group(1).replace(" ", "").replace(";", ","))
    return Cited(match.start(), match.end(), "parenthesis", keys, False) if keys else None


def _glued(answer: str, start: int) -> Cited | None:
    """Digits that were superscripts: "placebo.1,2", "trials.4-6 The", "consistent1,2 across".

    A decimal ("0.17", "week 24.1"), an identifier ("grade3", "ACR20") and a list of thousands
    are none.
    """
    before = answer[start - 1]
    if before.isalpha():
        word, sure = answer[max(0, start - 24) : start], False
    elif before in '.,;:!?)"”%' and start > 1:
        word, sure = answer[max(0, start - 25) : start - 1], True
        closed = before == "." and len(word) > 1 and word[-1] in _CLOSED
        if closed or before in _CLOSED:
            word = "word"
    else:
        return None
    if not (match := _GLUED.match(answer, start)) or not (keys := _listed(match.group())):
        return None
    several = len(keys) > 1
    if not (several or sure) or not _PLAIN_WORD.search(word) or word[-1:].isupper():
        return None
    end = match.end()
    after = answer[end : end + 2]
    if (
        after[:1]
        and after[0] not in " \n"
        and not (after[0] in ".,;:)" and not after[1:].isalnum())
    ):
        return None
    if before == "." and after[:1] == " " and not (after[1:].isupper() or after[1:] in '"“(['):
        return None
    return Cited(start, end, "superscript", keys, several)


def _raised(answer: str) -> Iterator[Cited]:
    """Superscripts behind a word or its stop; powers (10², m²) are none."""
    for match in _RAISED.finditer(answer):
        start, end = match.span()
        before = answer[max(0, start - 12) : start]
        if not before or (answer[end : end + 1].isalnum() and not is_unspaced(answer[end])):
            continue
        word = _PLAIN_WORD.search(before.rstrip(_CLOSERS))
        stop = before[-1] in _CLOSERS and (len(before) < 2 or not before[-2].isdigit())
        measure = before.lower().endswith(_MEASURES)
        if not (is_unspaced(before[-1]) or stop or (word and before[-1].isalpha() and not measure)):
            continue
        if keys := _listed(match.group().translate(_LOWERED)):
            yield Cited(start, end, "superscript", keys)


def _listed(text: str) -> tuple[str, ...]:
    """The numbers of "1,2" and "4-6", rising; none where it is no such list."""
    keys: list[int] = []
    for piece in text.replace("–", "-").split(","):
        match = _PART.fullmatch(piece)
        if match is None or piece.startswith("0"):
            return ()
        first, last = int(match[1]), int(match[2] or match[1])
        if (keys and first <= keys[-1]) or not first <= last <= first + _WIDEST_RANGE:
            return ()
        keys += range(first, last + 1)
    if len(keys) == 2 and "," in text and len(text) - text.index(",") == 4:
        return ()  # 1,200
    return tuple(map(str, keys))
