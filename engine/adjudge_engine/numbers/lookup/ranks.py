"""What contexts number behind a word, in Roman numerals or figures: "phase III", "stages 2, 3"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.lookup.found import Found
from adjudge_engine.numbers.lookup.material import Material, Trace, says, stands
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.worded.romans import ROMANS, is_part

_ONE: Final = r"(?:[IVX]{1,5}|[0-9]{1,3})"
_TO: Final = r"[-–]| to | bis | à "
_JOINT: Final = rf"(?:,? (?:and|or|und|oder|et|ou|y|e|o) |, |/|{_TO})"
#: The numerals behind a word, as a list or a range, the last perhaps with a letter: IIIB.
_ROW: Final = rf"(?P<row>{_ONE}(?:{_JOINT}{_ONE}(?![^\W_])){{0,6}})(?:[A-Ea-e]?)(?![^\W_])"
_NUMERAL: Final = re.compile(_ONE)
_RANGE: Final = re.compile(_TO)
_ROMAN: Final = re.compile(r"(?<![^\W_])[IVX]{1,5}(?![^\W_])")
_WORTH: Final = {roman: value for value, roman in enumerate(ROMANS, 1)}
#: A numeral by itself, which may be behind a word of another language, or before it.
_ALONE: Final = re.compile(rf"(?<![A-Za-z0-9.,])(?P<one>{_ONE})(?![A-Za-z0-9])")

_Ranks = dict[int, Found]


class RankIndex:
    """The numerals behind each word that is asked for; contexts are read once for each word."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._ranks: dict[str, _Ranks] = {}
        self._alone: set[int] | None = None

    def trace(self, number: Number) -> Trace | None:
        """What the contexts say of "phase III": the same, another one, or nothing.

        None where they have the numeral alone: its word may be in another language.
        """
        value = int(number.value)
        ranks = self._behind(number.label)
        if value in ranks:
            return Trace("traced", stands(number, ranks[value]), found=ranks[value])
        for other in ranks.values():
            return Trace("untraced", says(number, other), found=other)
        if is_part(number):
            message = f'"{number.text}": a reference to a part that no context has'
            return Trace("reference_unchecked", message)
        if value in self._numerals():
            return None
        return Trace("untraced", f'"{number.text}" stands in no context')

    def roman(self, label: str, value: int) -> Found | None:
        """Where a Roman numeral of that value stands behind a word, alone or in a row."""
        found = self._behind(label).get(value)
        if found is None or not found.located or _ROMAN.search(found.number.text) is None:
            return None
        return found

    def _behind(self, label: str) -> _Ranks:
        if label not in self._ranks:
            self._ranks[label] = self._read(label)
        return self._ranks[label]

    def _read(self, label: str) -> _Ranks:
        pattern = re.compile(rf"(?<![^\W_])(?i:{re.escape(label)}(?:s|es|en)?)[ \xa0-]{_ROW}")
        ranks: _Ranks = {}
        for context_id, text, located in self._material.texts:
            for match in pattern.finditer(text):
                said = Number(*match.span(), match.group(), Decimal(0), Decimal(1), "label")
                for value in _values(match["row"]):
                    one = said._replace(value=Decimal(value), label=label)
                    ranks.setdefault(value, Found(one, context_id, located))
        return ranks

    def _numerals(self) -> set[int]:
        if self._alone is None:
            self._alone = {
                _value(match["one"])
                for _, text, _ in self._material.texts
                for match in _ALONE.finditer(text)
            }
        return self._alone


def _values(row: str) -> list[int]:
    values = list(map(_value, _NUMERAL.findall(row)))
    if len(values) == 2 and _RANGE.search(row) is not None and values[1] <= len(ROMANS):
        return list(range(values[0], values[1] + 1))
    return values


def _value(numeral: str) -> int:
    """What a numeral is worth; 0 for letters that are none."""
    return int(numeral) if numeral.isdigit() else _WORTH.get(numeral, 0)
