"""Zero and sums under one as contexts phrase them: "no defects", "$0.99" for 99 cents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.numbers.lookup.found import Found
from adjudge_engine.numbers.lookup.material import Material, Trace, stands
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading import currencies
from adjudge_engine.once import once

_NONE: Final = re.compile(
    r"(?<![^\W_])(?:no|not any|kein\w{0,2}|aucune?|ningún|ninguna|sin|нет|never any)"
    r" (?P<noun>[^\W_]{1,40})(?![^\W_])"
)
#: Less than one of a currency, the sign or the word of which stands before or behind.
_UNDER_ONE: Final = re.compile(
    r"(?:(?P<sign>[$€£])|\b(?P<code>[A-Z]{3})\s)?(?<![0-9.,])0[.,](?P<cents>[0-9]{2})(?![0-9])"
    r"(?:\s?(?P<behind>[€$£]|[^\W\d_]{3,12}\b))?"
)

_Span = tuple[int, int, int]


class Phrases:
    """Look-up of what is phrased otherwise; contexts are read once for each kind."""

    def __init__(self, material: Material) -> None:
        self._material = material

    def none_of(self, number: Number) -> Trace | None:
        """ "No defects" of a context, for zero defects."""
        return self._trace(number, self._nouns.get(number.noun))

    def in_money(self, number: Number) -> Trace | None:
        """ "$0.99" of a context, for 99 cents."""
        cents = number.value
        if cents != cents.to_integral_value() or number.per:
            return None
        return self._trace(number, self._cents.get(int(cents)))

    def _trace(self, number: Number, span: _Span | None) -> Trace | None:
        if span is None:
            return None
        index, start, end = span
        context_id, text, located = self._material.texts[index]
        said = number._replace(start=start, end=end, text=text[start:end])
        found = Found(said, context_id, located)
        return Trace("traced", stands(number, found), found=found)

    @once
    def _nouns(self) -> dict[str, _Span]:
        """Each noun that a context says there is none of, and where it does so first."""
        found: dict[str, _Span] = {}
        for index, lower in enumerate(self._material.lower):
            for match in _NONE.finditer(lower):
                found.setdefault(match["noun"], (index, *match.span()))
        return found

    @once
    def _cents(self) -> dict[int, _Span]:
        found: dict[int, _Span] = {}
        for index, (_, text, _) in enumerate(self._material.texts):
            for match in _under_one(text):
                found.setdefault(int(match["cents"]), (index, *match.span()))
        return found


def _under_one(text: str) -> Iterator[re.Match[str]]:
    for match in _UNDER_ONE.finditer(text):
        behind = match["behind"] or ""
        named = match["sign"] or match["code"] in currencies.CODES
        if named or behind in ("€", "$", "£") or currencies.of_word(behind):
            yield match
