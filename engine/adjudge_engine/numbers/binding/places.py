"""Every place of the contexts that has a number which a number of the answer agrees with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from adjudge_engine.numbers.binding.stretches import Place
from adjudge_engine.numbers.lookup.allowance import PASS, Allowance
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material
from adjudge_engine.numbers.model import Number
from adjudge_engine.once import once

#: A number that stands at more places than this is said of too much to be misplaced.
MOST: Final = 24
#: Of so many figures the places are kept.
_KEPT: Final = 1_000
_FIGURE = re.compile(r"\d(?:[\d.,\u00a0\u202f' ]{0,24}\d)?")


class Places:
    """Equal numbers are indexed once, so that the figure itself is looked for as well."""

    def __init__(self, material: Material, allowance: Allowance) -> None:
        self._material = material
        self._allowance = allowance
        self._found: dict[str, list[tuple[int, int]]] = {}

    def of(self, agreeing: Iterable[Found]) -> Iterator[tuple[Place, Found]]:
        """Each place once, with the number of the contexts that it has."""
        seen: set[Place] = set()
        figures: set[str] = set()
        for found in agreeing:
            one = found.number
            for index in self._texts_of.get((found.context_id, found.located), ()):
                place = Place(index, one.start, one.end)
                stands = self._material.texts[index][1].startswith(one.text, one.start)
                if stands and place not in seen:
                    seen.add(place)
                    yield place, found
            figure = figure_of(one)
            if figure in figures or not figure[:1].isdigit():
                continue
            figures.add(figure)
            for index, start in self._find(figure):
                place = self._whole(index, start, len(figure), found)
                if place not in seen:
                    seen.add(place)
                    yield place, found

    def first(self, found: Found) -> Place | None:
        """The first place that `of` gives, where `found` comes first and stands as it is read."""
        one = found.number
        for index in self._texts_of.get((found.context_id, found.located), ()):
            if self._material.texts[index][1].startswith(one.text, one.start):
                return Place(index, one.start, one.end)
        return None

    @once
    def _texts_of(self) -> dict[tuple[str, bool], list[int]]:
        """(context id, offsets hold) → the texts of that context."""
        texts: dict[tuple[str, bool], list[int]] = {}
        for index, (context_id, _, located) in enumerate(self._material.texts):
            texts.setdefault((context_id, located), []).append(index)
        return texts

    def _whole(self, index: int, start: int, size: int, found: Found) -> Place:
        """The place of a figure with the sign and the unit that the number found has there."""
        one, text = found.number, self._material.texts[index][1]
        before = one.text.find(text[start : start + size])
        if text.startswith(one.text, start - before):
            return Place(index, start - before, start - before + len(one.text))
        return Place(index, start, start + size)

    def _find(self, figure: str) -> list[tuple[int, int]]:
        """The first places of a figure, one more than count."""
        found = self._found.get(figure)
        if found is None:
            if len(self._found) >= _KEPT:
                self._found.clear()
            found = self._found[figure] = []
            for index, (_, text, _) in enumerate(self._material.texts):
                found += self._find_in(text, index, figure, MOST + 1 - len(found))
                if len(found) > MOST:
                    break
        return found

    def _find_in(self, text: str, index: int, figure: str, most: int) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        at = text.find(figure)
        self._allowance.spend(len(text) if at < 0 else at)
        while at >= 0 and len(found) < most:
            end = at + len(figure)
            if not (_joins(text[max(0, at - 2) : at][::-1]) or _joins(text[end : end + 2])):
                found.append((index, at))
            last, at = at, text.find(figure, end)
            if not self._allowance.spend(PASS + (len(text) if at < 0 else at) - last):
                break
        return found


def figure_of(number: Number) -> str:
    """The figure of a number as it is written, or its words."""
    figure = _FIGURE.search(number.text)
    return figure.group() if figure is not None else number.text


def _joins(beside: str) -> bool:
    """Whether the characters beside a figure go on with it ("1" before "44", ".5" after it)."""
    first = beside[:1]
    return first.isdigit() or (first in (".", ",") and beside[1:2].isdigit())
