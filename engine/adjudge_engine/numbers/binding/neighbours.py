"""Looks around the places of a number for the statement that a claim is about (`beside`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.binding.belonging import line_at
from adjudge_engine.numbers.binding.beside import Words, is_others, words_of
from adjudge_engine.numbers.binding.claim_names import ClaimNames, Namer
from adjudge_engine.numbers.binding.grid import is_row
from adjudge_engine.numbers.binding.opposites import NEGATED, SIDES
from adjudge_engine.numbers.binding.places import MOST, figure_of
from adjudge_engine.numbers.binding.screen import Screen
from adjudge_engine.numbers.binding.statements import (
    REACH,
    Statement,
    statement_with,
    statements,
)
from adjudge_engine.numbers.binding.stretches import Place, hint_of
from adjudge_engine.numbers.lookup.allowance import LOOK, READ, WORDS, Allowance
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import parse_numbers
from adjudge_engine.numbers.worded.ordinals import stem
from adjudge_engine.once import once
from adjudge_engine.text.tokens import folded_words

#: So much of a question is read.
_LONGEST: Final = 2_000
#: So many figures of a claim may tell its thing from another.
_FIGURES_READ: Final = 12
_FIGURES: Final = re.compile(r"\d(?:[\d.,\u00a0\u202f' ]{0,24}\d)?")
#: What stands behind a figure that leaves unsaid what it counts.
_BARE: Final = re.compile(
    r"[.,;:)\n]|\Z|(?:and|or|und|oder|et|ou|y|o|e|en|и|in|im|at|on|for|by|am|bei|au|a|per|nel|op|voor|em)\b"
)
_YEAR: Final = re.compile(r"(?:1[89]|20|21)[0-9]{2}")
_MONEY: Final = frozenset("$€£¥₹")
#: Kinds whose sign or unit the figure behind may leave unsaid.
_SAID: Final = frozenset(["plain", "percent", "permille"])


class Neighbours:
    """Finds what stands beside; of the last claim's words it is kept."""

    def __init__(
        self, material: Material, namer: Namer, screen: Screen, allowance: Allowance
    ) -> None:
        self._material = material
        self._namer = namer
        self._screen = screen
        self._allowance = allowance
        self._last: tuple[int, int, Words] | None = None
        self._side: tuple[int, list[str]] = (-1, [])

    def misplaced(
        self, number: Number, claim: Claim, places: Iterable[tuple[Place, Found]]
    ) -> Trace | None:
        """The finding that at every place the number belongs to what the claim is not about."""
        first: Trace | None = None
        for count, (place, found) in enumerate(places):
            if count >= MOST or not found.located or not self._allowance.spend(LOOK):
                return None
            other = self.other(number, claim, place, found.number)
            if other is None:
                return None
            name = self._material.texts[place.text][0]
            message = f'"{number.text}": the source says that of something else; for what the claim'
            message += f" names it says {other.text} (context {name})"
            first = first or Trace("entity_mismatch", message, found=found)
        return first

    def other(self, number: Number, claim: Claim, place: Place, like: Number) -> Number | None:
        """The figure beside `place` that belongs to what the claim is about; None: no other."""
        if not self._may_have(number, claim, place, like):
            return None
        text = self._material.texts[place.text][1]
        around = statements(text, place.start, place.end)
        own = statement_with(around, place.start)
        if own is None or len(around) < 2 or is_row(text, *line_at(text, place.start, place.end)):
            return None
        said = self._said(number)
        mine = words_of(text, own.start, own.end, place.start, place.end)
        for one in around:
            if one is own or not self._may_be(text, one, mine, said):
                continue
            self._allowance.spend(READ)
            side = (own.sentence == one.sentence) * (1 if own.start < one.start else -1)
            figure = _figure_of(text, one, like, side)
            if figure is None:
                continue
            its = words_of(text, one.start, one.end, figure.start, figure.end)
            asked = said if self._names(said, mine, its) else self._asked
            if not is_others(mine, its, asked, same=side != 0, ahead=side > 0):
                continue
            if self._may_claim(claim, number, figure, mine.all - its.all):
                return figure
        return None

    def _may_have(self, number: Number, claim: Claim, place: Place, like: Number) -> bool:
        """Whether a word of the claim that is not said with the place stands near it."""
        lower = self._material.lower[place.text]
        low = place.start - REACH if place.start > REACH else 0
        high = place.end + REACH
        said = self._namer.names(number, claim)
        here, lacking, loose = self._screen.missing(said, place)
        if not here:
            return False  # names and figures are paired in order ("respectively")
        around = ""
        if lacking:
            around = lower[low:high]
            lacking = [word for word in lacking if word in around]
        if not lacking:
            own = number.text.lower()
            apart = [*loose, *self._apart(claim, said)]
            apart = [word for word in apart if not (_has(own, word) or _has(here, word))]
            if apart:
                around = around or lower[low:high]
                apart = [word for word in apart if _has(around, word)]
            if not apart and not any(word in here for word in NEGATED):
                return False
        return _may_be_alike(lower, low, high, place, like)

    def _apart(self, claim: Claim, said: ClaimNames) -> list[str]:
        """The figures of a claim and its words that take a side, kept for the last claim."""
        if self._side[0] != claim.start:
            end = min(claim.end, claim.start + _LONGEST)
            part = self._namer.lower[claim.start : end]
            words = list(dict.fromkeys(said.named.figures))[:_FIGURES_READ]
            words += sorted(SIDES.intersection(part.split()))
            self._side = claim.start, [*words, "non"] if "non" in part else words
        return self._side[1]

    def _may_be(self, text: str, one: Statement, mine: Words, said: Words) -> bool:
        """Whether a statement has a word of the claim, or of the question, that `mine` lacks."""
        words = set(folded_words(text, one.start, one.end))
        lacking = words & (said.all | self._asked.all) - mine.all
        return bool(lacking or (said.tokens or "not 1" in mine.tokens))

    def _names(self, said: Words, mine: Words, its: Words) -> bool:
        """Whether the claim says what it is about, so that the question need not be asked."""
        apart = mine.all ^ its.all
        return bool(said.all & apart or said.tokens or mine.tokens or its.tokens)

    def _may_claim(self, claim: Claim, number: Number, figure: Number, mine: set[str]) -> bool:
        """Whether the claim does not say the other figure as well, or says it with `mine`."""
        answer, shown = self._material.answer, figure_of(figure)
        low, high = max(claim.start, number.start - _LONGEST), min(claim.end, number.end + _LONGEST)
        at = answer.find(shown, low, high)
        if at < 0 or answer[at - 1 : at].isdigit() or answer[at + len(shown) :][:1].isdigit():
            return True
        own = statement_with(statements(answer, at, at + len(shown)), at)
        if own is None or own.start <= number.start < own.end:
            return False
        self._allowance.spend(WORDS)
        there = words_of(answer, own.start, own.end, at, at + len(shown))
        return bool(there.all & mine) and not self._said(number).all & mine

    def _said(self, number: Number) -> Words:
        """The words that the answer says with a number."""
        if self._last is not None and self._last[:2] == (number.start, number.end):
            return self._last[2]
        answer = self._material.answer
        own = statement_with(statements(answer, number.start, number.end), number.start)
        low, high = (own.start, own.end) if own is not None else (number.start, number.end)
        said = words_of(answer, low, high, number.start, number.end)
        self._last = number.start, number.end, said
        return said

    @once
    def _asked(self) -> Words:
        question = self._material.question[:_LONGEST]
        return words_of(question, 0, len(question), len(question), len(question))


def _has(text: str, word: str) -> bool:
    """Whether a text has a word or a figure, not as a part of a longer one."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            return True
        at = text.find(word, end)
    return False


def _may_be_alike(lower: str, low: int, high: int, place: Place, like: Number) -> bool:
    """Whether a stretch has a figure besides the place that may be of the kind of `like`."""
    hint = (hint_of(like) or like.noun)[:3].lower()
    is_money = bool(like.currency)
    for figure in _FIGURES.finditer(lower, low, high):
        start, end = figure.span()
        if start < place.end and end > place.start:
            continue
        if not hint:
            return True
        behind = lower[end : end + 8].lstrip(" \xa0-")
        if behind.startswith(hint) or behind > "\u0e00":
            return True
        if _BARE.match(behind) is not None and _YEAR.fullmatch(figure.group()) is None:
            return True
        if is_money and lower[start - 1 : start] in _MONEY:
            return True
    return False


def _figure_of(text: str, one: Statement, like: Number, side: int) -> Number | None:
    """The figure of a statement of the same kind as `like`, or None.

    `side`: 1 behind that of `like` in one sentence, -1 before it, 0 in another.
    """
    found = [
        number._replace(start=number.start + one.start, end=number.end + one.start)
        for number in parse_numbers(text[one.start : one.end])
        if not number.weak and not number.maybe_year
    ]
    alike = [number for number in found if _is_alike(text, number, like, side)]
    if any(number.value == like.value for number in alike):
        return None
    return alike[-1] if alike else None


def _is_alike(text: str, one: Number, like: Number, side: int) -> bool:
    """Whether two figures are of one kind; the second may leave its unit unsaid."""
    if text[one.end : one.end + 1] == ")" and text[one.start - 1 : one.start] in " (\n":
        return False  # "(2)" numbers what follows
    one, like = _without_in(one), _without_in(like)
    kinds = (one.kind, one.currency, one.unit), (like.kind, like.currency, like.unit)
    first, second = (like, one) if side > 0 else (one, like)
    if kinds[0] != kinds[1]:
        is_bare = second.kind == "plain" and not (second.unit or second.currency or second.noun)
        return side != 0 and is_bare and first.kind in _SAID
    if one.unit or one.currency or one.kind != "plain":
        return True
    nouns = {stem(one.noun), stem(like.noun)}
    return len(nouns) == 1 or (not second.noun and side != 0)


def _without_in(one: Number) -> Number:
    """The number; one of "240 in winter" measures no inches."""
    return one._replace(unit="") if one.text.endswith(" in") else one
