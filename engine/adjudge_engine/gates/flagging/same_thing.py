"""Whether two figures of the contexts are of one thing, and so contradict one another."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.gates.context_texts import Spot, Texts
from adjudge_engine.numbers import Number
from adjudge_engine.numbers.reading.scan import scan
from adjudge_engine.text.abbreviations import STARTERS, words
from adjudge_engine.text.tokens import folded_words, is_content

_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_CAPITAL: Final = re.compile(r"[A-Z][\w’'-]*+")
_FEWEST_SHARED: Final = 3
_FEWEST_EQUAL_WORDS: Final = 2
#: Verbs that two texts may say the same with.
_VERBS: Final = words(
    """
    carry carries come comes has have had cost costs amount amounts offer offers include includes
    provide provides give gives take takes last lasts run runs start starts begin begins open opens
    opened opening close closes founded established created built set total totals reach reaches
    reached count counts employ employs number numbers hold holds contain contains
    beträgt betragen kostet kosten hat haben gilt gelten umfasst dauert liegt zählt
    coûte coûtent dure compte comprend possède offre vaut
    cuesta cuestan dura tiene tienen cuenta incluye vale
    """
)


def is_same_thing(texts: Texts, ours: Spot, theirs: Spot) -> bool:
    """Whether two figures differ, and everything that tells what they are of does not."""
    mine, other = texts.sentence(ours), texts.sentence(theirs)
    here, there = texts.said(mine), texts.said(other)
    years = {*_YEAR.findall(here)} - {texts.said(ours)}
    if years != {*_YEAR.findall(there)} - {texts.said(theirs)}:
        return False
    named, names = _names(here), _names(there)
    if (named - names and names - named) or not _shares(here, there):
        return False
    return _of_one_kind(here, ours.start - mine.start, there, theirs.start - other.start)


def _of_one_kind(here: str, at: int, there: str, other_at: int) -> bool:
    """Whether each sentence has one figure of the unit, they differ, and no others do.

    "20 minutes, then 5 minutes" gives no one value, "4 feet: 115 cm" gives it under a condition.
    """
    all_here, all_there = scan(here), scan(there)
    mine, other = _number(here, all_here, at), _number(there, all_there, other_at)
    if mine is None or other is None or not _differ(mine, other):
        return False
    rest: list[set[str]] = []
    for found, number in ((all_here, mine), (all_there, other)):
        others = [one for one in found if one.text != number.text and not one.weak]
        if any(one.unit == number.unit and one.kind == number.kind for one in others):
            return False
        rest.append({one.text for one in others})
    return not (rest[0] - rest[1] and rest[1] - rest[0])


def _number(sentence: str, found: tuple[Number, ...], at: int) -> Number | None:
    """The number at `at`; None if it is a range, a bound, about so much, or names a thing."""
    number = next((one for one in found if one.start <= at < one.end), None)
    if number is None or number.approximate or number.bound or number.kind == "label":
        return None
    after = sentence[number.end : number.end + 4].lstrip()
    before = sentence[max(0, number.start - 4) : number.start].rstrip()
    if after[:1] in ("-", "–") or after.startswith(("to ", "or ", "bis")):
        return None
    return None if before.endswith(("-", "–", " to", " or")) else number


def _differ(mine: Number, other: Number) -> bool:
    """Whether two numbers are of one kind and unit, and not the same, rounded or not."""
    if (mine.kind, mine.unit, mine.currency, mine.per) != (
        other.kind,
        other.unit,
        other.currency,
        other.per,
    ):
        return False
    return abs(mine.value - other.value) > max(mine.step, other.step) / 2


def _names(sentence: str) -> set[str]:
    """The words with a capital that do not open anything."""
    return {
        match.group()
        for match in _CAPITAL.finditer(sentence)
        if sentence[match.start() - 1 : match.start()] == " "
        and (sentence[match.start() - 2].islower() or sentence[match.start() - 2] in ",;")
        and match.group().lower() not in STARTERS
    }


def is_stated(claim: str, sentence: str) -> bool:
    """Whether the claim says with the figure what the sentence says: two of its words, or all."""
    said = _content(claim)
    shared = len(said & _content(sentence))
    return shared >= min(2, len(said)) and 3 * shared >= len(said)


def _shares(here: str, there: str) -> bool:
    """Whether one text has all content words of the other, apart from verbs that say little."""
    ours, theirs = _content(here) - _VERBS, _content(there) - _VERBS
    shared = len(ours & theirs)
    if ours - theirs and theirs - ours:
        return False
    enough = shared >= _FEWEST_SHARED or (ours == theirs and shared >= _FEWEST_EQUAL_WORDS)
    return enough and 3 * shared >= 2 * min(len(ours), len(theirs))


def _content(text: str) -> set[str]:
    return {one for one in folded_words(text) if is_content(one) and not one[0].isdigit()}
