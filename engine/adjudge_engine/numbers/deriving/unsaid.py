"""Numbers that a text says without the figure: "within a day", "one in eight", "Q3", a list.

Looked for only where a number stands nowhere as such, so none of this costs the usual answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Final

from adjudge_engine.numbers.binding.periods import spellings
from adjudge_engine.numbers.deriving.listed import in_apposition, list_lengths
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.reading.figures import EXACT
from adjudge_engine.numbers.reading.scan import parse_around
from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.numbers.worded.ordinals import stem
from adjudge_engine.once import once

#: What makes a share of two counts: "one in eight", "8 out of 10", "einer von acht".
_OF: Final = frozenset(
    ["in", "out of", "in every", "out of every", "of every", "von", "sur", "de cada", "su", "из"]
)
#: What each of them begins with.
_MAY_BE_OF: Final = re.compile(r"(?i:in|out|of|von|sur|de|su)|из|ИЗ|Из")
_OF_ENGLISH: Final = (" in ", " out of ", " in every ", " out of every ", " of every ")
_REACH: Final = 28
_REMEMBERED: Final = 1_024
_COUNTS: Final = word_list("zero one two three four five six seven eight nine ten eleven twelve")
_DENOMINATORS: Final = (*range(2, 13), 15, 20, 25, 30, 40, 50, 100, 1000)
_LARGE: Final = {15: "fifteen", 20: "twenty", 25: "twenty-five", 30: "thirty", 40: "forty"}
_HUNDRED: Final = Decimal(100)

#: (unit, how many) → the unit of which that is one.
_ONE_OF: Final[dict[tuple[str, int], str]] = {
    ("h", 24): "day",
    ("min", 1440): "day",
    ("day", 7): "week",
    ("h", 168): "week",
    ("min", 60): "h",
    ("s", 60): "min",
    ("month", 12): "year",
    ("week", 2): "fortnight",
    ("day", 14): "fortnight",
    ("year", 10): "decade",
    ("year", 100): "century",
}
_UNIT_WORDS: Final = {
    "day": "day|tag(?:e?s)?|jour|día|giorno|dia|день",
    "week": "week|woche|semaine|semana|settimana|неделю",
    "h": "hour|stunde|heure|hora|ora|час",
    "min": "minute|minuto|минуту",
    "s": "second|sekunde|seconde|segundo",
    "month": "month|monats?|mois|mes|mese|mês|месяц",
    "year": "year|jahre?s?|an|année|año|anno|ano|год",
    "fortnight": "fortnight",
    "decade": "decade|jahrzehnt|décennie|década",
    "century": "century|jahrhundert|siècle|siglo",
}
#: Before "a day" these make it a time; a noun makes it a rate ("two tablets a day").
_BEFORE_TIME: Final = (
    "within|in|for|after|of|takes?|took|lasts?|lasted|is|was|be|than|about|around|over|under|to|"
    "during|before|least|most|only|just|nearly|almost|roughly|innerhalb|binnen|nach|für|dauert|"
    "dans|en|pendant|après|durante|dentro de|tras|через|за|в"
)
_ARTICLE: Final = "a|an|one|a full|a single|eine[nmrs]?|einer|une?|una?|uno|одну|один"
#: Unit → "within a day" and the like.
_TIMES: Final = {
    unit: re.compile(
        rf"(?<![^\W_])(?:{_BEFORE_TIME})\s(?P<one>(?:{_ARTICLE})\s(?:{words}))(?![^\W_]"
        r"|\s(?:and a half|et demi|y medi|e mezz|e mei))"
    )
    for unit, words in _UNIT_WORDS.items()
}
#: Unit → what the forms of its words begin with.
_UNIT_STEMS: Final = {
    unit: [re.split(r".\?|\(", word)[0] for word in words.split("|")]
    for unit, words in _UNIT_WORDS.items()
}
#: What stands before such a word in its phrase, and the word itself, are shorter.
_PHRASE: Final = 24
_WORD: Final = 24


class Unsaid:
    """Look-up of what the material says in other ways than by a figure."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._counts: dict[Number, Found | None] = {}

    def find(self, number: Number, agreeing: Callable[[Number], Trace | None]) -> Trace | None:
        """The finding about a number that a text says without its figure, or None."""
        if number.kind == "ordinal":
            return self._period(number)
        if number.kind in SHARES:
            return self._in_counts(number)
        if number.kind != "plain" or number.currency:
            return None
        if number.unit:
            return self._one_unit(number)
        return self._share(number, agreeing) or self._listed(number)

    def _share(self, number: Number, agreeing: Callable[[Number], Trace | None]) -> Trace | None:
        """ "One in eight" of the answer, of which the number is a part, as a share."""
        answer = self._material.answer
        low = max(0, number.start - _REACH)
        low = max(low, answer.find(" ", low, number.start) + 1) if low else 0
        near = answer[low : number.end + _REACH]
        around = parse_around(near) if _MAY_BE_OF.search(near) is not None else ()
        for left, right in pairwise(around):
            if number.start - low not in (left.start, right.start):
                continue
            between = " ".join(answer[low + left.end : low + right.start].split()).lower()
            if between not in _OF or not _are_counts(left, right):
                continue
            value = EXACT.divide(left.value, right.value)
            share = left._replace(
                start=low + left.start,
                end=low + right.end,
                text=answer[low + left.start : low + right.end],
                value=value,
                step=Decimal("0.01"),
                kind="fraction",
                weak=False,
                noun="",
                other=None,
            )
            trace = agreeing(share)
            if trace is not None and trace.found is not None:
                return trace if trace.found.number.kind in SHARES else None
        return None

    def _in_counts(self, number: Number) -> Trace | None:
        """ "One in eight" of a context, for a share of the answer."""
        key = number._replace(start=0, end=0, text="")
        if key not in self._counts:
            if len(self._counts) >= _REMEMBERED:
                self._counts.clear()
            self._counts[key] = self._find_counts(number)
        found = self._counts[key]
        return self._said(number, found) if found is not None else None

    def _find_counts(self, number: Number) -> Found | None:
        value = (
            EXACT.multiply(number.value, _HUNDRED) if number.kind == "fraction" else number.value
        )
        if number.kind not in ("percent", "fraction") or not 0 < value < _HUNDRED:
            return None
        step = Decimal(1) if number.kind == "fraction" else number.step
        for below in _DENOMINATORS:
            for above in range(1, min(below, 13)):
                share = EXACT.divide(EXACT.multiply(Decimal(above), _HUNDRED), Decimal(below))
                if abs(EXACT.subtract(share, value)) * 2 <= step:
                    found = self._find_any(_ratios(above, below), number)
                    if found is not None:
                        return found
        return None

    def _one_unit(self, number: Number) -> Trace | None:
        """ "A day" for 24 hours, "a week" for "1 week"."""
        value = number.value
        if value != value.to_integral_value() or value < 1 or value > 10_000 or number.per:
            return None
        unit = number.unit if value == 1 else _ONE_OF.get((number.unit, int(value)), "")
        if unit not in _TIMES:
            return None
        for (context_id, text, located), lower in self._texts:
            match = _time_in(lower, unit)
            if match is not None:
                start, end = match.span("one")
                said = number._replace(start=start, end=end, text=text[start:end])
                return self._said(number, Found(said, context_id, located))
        return None

    def _period(self, number: Number) -> Trace | None:
        """ "Q3" of a context, for "the third quarter"."""
        answer = self._material.answer
        found = self._find_any(spellings(answer, number.start, number.end + 20), number)
        return self._said(number, found) if found is not None else None

    def _listed(self, number: Number) -> Trace | None:
        """The number of things that a context lists, or that the answer names right behind it."""
        value = number.value
        if value != value.to_integral_value() or not 2 <= value <= 20 or not number.noun:
            return None
        if in_apposition(self._material.answer, number.end, int(value)):
            return Trace("counted", f'"{number.text}": the answer names that many')
        noun = stem(number.noun)
        for ((context_id, _, _), lower), lengths in zip(self._texts, self._lists, strict=True):
            if int(value) in lengths and len(noun) > 2 and noun in lower:
                message = f'"{number.text}": context {context_id} lists that many'
                return Trace("counted", message)
        return None

    @once
    def _lists(self) -> list[frozenset[int]]:
        return [list_lengths(text) for _, text, _ in self._material.texts]

    @once
    def _texts(self) -> list[tuple[tuple[str, str, bool], str]]:
        return list(zip(self._material.texts, self._material.lower, strict=True))

    def _find_any(self, phrases: Iterator[str], number: Number) -> Found | None:
        """The first place of one of the phrases, as whole words."""
        for phrase in phrases:
            for (context_id, text, located), lower in self._texts:
                at, end = lower.find(phrase), 0
                while at >= 0:
                    end = at + len(phrase)
                    if (
                        not lower[max(0, at - 1) : at].isalnum()
                        and not lower[end : end + 1].isalnum()
                    ):
                        said = number._replace(start=at, end=end, text=text[at:end])
                        return Found(said, context_id, located)
                    at = lower.find(phrase, end)
        return None

    def _said(self, number: Number, found: Found) -> Trace:
        message = f'"{number.text}" stands in context {found.context_id} as "{found.number.text}"'
        return Trace("traced", message, found=found)


def _time_in(lower: str, unit: str) -> re.Match[str] | None:
    """The first "within a day" of a text: its words are looked for, then what stands before."""
    first: re.Match[str] | None = None
    for beginning in _UNIT_STEMS[unit]:
        at = lower.find(beginning)
        while at >= 0 and (first is None or at < first.end()):
            if lower[at - 1 : at].isspace():
                match = _TIMES[unit].search(lower, max(0, at - _PHRASE), at + _WORD)
                if match is not None and match.start() < at:
                    first = match if first is None or match.start() < first.start() else first
                    break
            at = lower.find(beginning, at + 1)
    return first


def _are_counts(left: Number, right: Number) -> bool:
    """Whether two numbers can be "n in m" of a share."""
    plain = left.kind == right.kind == "plain" and not (left.unit or right.unit)
    whole = all(one.value == one.value.to_integral_value() for one in (left, right))
    return plain and whole and 0 < left.value < right.value <= 1_000_000 and not right.maybe_year


def _ratios(above: int, below: int) -> Iterator[str]:
    for one in (_COUNTS[above], str(above)):
        for two in (_COUNTS[below] if below <= 12 else _LARGE.get(below, str(below)), str(below)):
            for of in _OF_ENGLISH:
                yield f"{one}{of}{two}"
