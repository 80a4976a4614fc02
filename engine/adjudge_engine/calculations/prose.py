"""Numbers that sentences bind to things by name: "Module A costs $450", "22 beds in Ward North"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from adjudge_engine.calculations.amounts import alike
from adjudge_engine.calculations.words import names_in
from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.reading.scan import scan

#: Sentences of the contexts that are read for one calculation.
MOST: Final = 60
_REACH: Final = 400
#: Numbers of a question that may say how many things it asks about.
_COUNTS: Final = 12
_ENDS: Final = re.compile(r"[.;!?](?=\s|\Z)|[\n。！？；]")
#: "$80 in 2022": the year goes with the amount before it.
_YEAR_AFTER: Final = re.compile(
    r"(?: [^\W\d_]{1,20})?,? (?:in|im|en|for|during) (?:the year |FY ?)?((?:19|20)[0-9]{2})"
    r"(?![0-9])"
)
_STARTS: Final = re.compile(r"[.;!?]\s|[\n。！？；]")


class Bound(NamedTuple):
    """A number of a context with the words that say what it is a number of."""

    number: Number
    names: frozenset[str]
    context_id: str


def bound_numbers(
    texts: Iterable[tuple[str, str, str]], wanted: Iterable[str], like: Number, *, same: bool
) -> list[Bound]:
    """The numbers alike `like` in sentences that hold one of the `wanted` words (lower case).

    `texts`: (context id, text, the text in lower case with the same offsets). Where the operation
    changes the kind (`same` False: a share of two amounts) they need not be alike `like`. The
    number itself is left out: a source that states a result gives no operand with it.
    """
    found: list[Bound] = []
    words = sorted({word for word in wanted if len(word) > 1 or not word.isascii()})
    for context_id, text, lower in texts:
        for start, end in _sentences(lower, words):
            if "|" in text[start:end] or "\t" in text[start:end]:
                continue  # a table's row
            found += _of_sentence(text[start:end], context_id, like, same)
            if len(found) > MOST:
                return found
    return found


def _sentences(lower: str, words: list[str]) -> list[tuple[int, int]]:
    """The spans of the sentences with a wanted word, in order."""
    spans: dict[int, int] = {}
    for word in words:
        at = lower.find(word)
        while at >= 0 and len(spans) < MOST:
            start, end = _around(lower, at)
            spans[start] = end
            at = lower.find(word, max(end, at + 1))
    return sorted(spans.items())


def _around(lower: str, at: int) -> tuple[int, int]:
    low = max(0, at - _REACH)
    start = low
    for match in _STARTS.finditer(lower, low, at):
        start = match.end()
    end = _ENDS.search(lower, at, at + _REACH)
    return start, end.end() if end is not None else min(len(lower), at + _REACH)


def _of_sentence(sentence: str, context_id: str, like: Number, same: bool) -> list[Bound]:
    found = []
    for number, names in _read(sentence):
        if number.kind == "label" or number.value == like.value:
            continue
        if alike(number, like) if same else number.kind not in SHARES:
            found.append(Bound(number, names, context_id))
    return found


@lru_cache(maxsize=256)
def _read(sentence: str) -> tuple[tuple[Number, frozenset[str]], ...]:
    """Each number with the words on its side: those before it, or, where none are, those after."""
    numbers = [
        one
        for one in scan(sentence)
        if one.is_quantity and not one.weak and not one.maybe_year and one.kind != "ordinal"
    ]
    if not numbers:
        return ()
    starts = [*(one.start for one in numbers), len(sentence)]
    dated = [_YEAR_AFTER.match(sentence, one.end) for one in numbers]
    ends = [
        0,
        *(
            year.end() if year is not None else one.end
            for one, year in zip(numbers, dated, strict=True)
        ),
    ]
    before = [names_in(sentence[ends[at] : starts[at]]) for at in range(len(numbers))]
    after = [names_in(sentence[ends[at + 1] : starts[at + 1]]) for at in range(len(numbers))]
    nouns = [
        names_in(one.noun) | (frozenset([year[1]]) if year is not None else frozenset())
        for one, year in zip(numbers, dated, strict=True)
    ]
    leads = bool(before[0] - nouns[0])
    if leads and len(numbers) > 1 and not all(before[1:]) and after[-1] - nouns[-1]:
        leads = False
    found = []
    for at, number in enumerate(numbers):
        names = before[at] if leads else after[at]
        if len(numbers) == 1:
            names = before[at] | after[at]
        found.append((number, names | nouns[at]))
    return tuple(found)


def select(bound: Sequence[Bound], names: frozenset[str]) -> list[Bound]:
    """The numbers that `names` tell apart from the others; [] where they do not.

    Numbers of one measure and noun are looked at together first: crates apart from prices.
    """
    for group in _alike(bound, names):
        chosen = _told_apart(group, names)
        if chosen:
            return chosen
    return _told_apart(bound, names)


def _alike(bound: Sequence[Bound], names: frozenset[str]) -> list[list[Bound]]:
    """The numbers by currency, unit and noun; those whose noun is among `names` first."""
    groups: dict[tuple[str, str, str], list[Bound]] = {}
    for one in bound:
        number = one.number
        noun = number.noun if number.noun.endswith("s") else ""
        groups.setdefault((number.currency, number.unit, noun), []).append(one)
    named = [group for key, group in groups.items() if names_in(key[2]) & names]
    return named or ([] if len(groups) > 1 else list(groups.values()))


def _told_apart(bound: Sequence[Bound], names: frozenset[str]) -> list[Bound]:
    """A word that several numbers share names none of them; each must have a name of its own."""
    unique: dict[tuple[object, ...], Bound] = {}
    for one in bound:
        unique.setdefault((one.number.value, one.names), one)
    pool = list(unique.values())
    if len(pool) < 2:
        return []
    shared = {word for word in names if sum(word in one.names for one in pool) > 1}
    own = names - shared
    chosen = [one for one in pool if one.names & own]
    claimed = [one.names & own for one in chosen]
    if len(chosen) < 2 or sum(map(len, claimed)) != len(frozenset().union(*claimed)):
        return []
    return chosen


def uncovered(chosen: Sequence[Bound], names: frozenset[str]) -> frozenset[str]:
    """The names that none of the chosen numbers has."""
    return names.difference(*(one.names for one in chosen))


def counted(bound: Sequence[Bound], text: str, like: Number) -> list[Bound]:
    """ "The two wards": the numbers of `bound` that count for a ward, if they are just two."""
    names = names_in(text)
    for number in scan(text[:_REACH])[:_COUNTS]:
        if not number.noun or number.kind != "plain" or number == like or number.currency:
            continue
        head = names_in(number.noun)
        for group in (*_alike(bound, names - head), list(bound)):
            named = [one for one in group if one.names & head]
            if head and len(named) > 1 and len(named) == number.value:
                return named
    return []
