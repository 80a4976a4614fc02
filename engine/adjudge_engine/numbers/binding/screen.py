"""Whether a number of the answer could be another thing's at all, told from few characters.

Most numbers are not: all that the claim names stands with the number in the context, or what is
missing there stands nowhere else, or in no sentence that has a figure of the same kind and says
what the claim and the place share. That is found out before anything is read as a number, a
clause or a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.numbers.binding.claim_names import ClaimNames, Namer
from adjudge_engine.numbers.binding.names import other_spellings
from adjudge_engine.numbers.binding.rough import Wanted, clause, whole_clause
from adjudge_engine.numbers.binding.stretches import Place, Stretches, Suspect
from adjudge_engine.numbers.lookup.material import Material
from adjudge_engine.numbers.model import Number

_FOREIGN_LISTS: Final = ("соответственно", "それぞれ", "分别")


class Missing(NamedTuple):
    """`here`: what surely stands with a number; `lacking` and `loose`: the keys, and the periods
    and labels, of a claim that do not."""

    here: str
    lacking: list[str]
    loose: list[str]


class Screen:
    """Tells the numbers that cannot be another thing's."""

    def __init__(self, material: Material, namer: Namer, stretches: Stretches) -> None:
        self._material = material
        self._namer = namer
        self._stretches = stretches
        self._last: tuple[tuple[int, Place], Missing] | None = None

    def suspects(
        self, number: Number, said: ClaimNames, like: Number, place: Place
    ) -> Iterator[Suspect]:
        """Figures that may be what the claim ought to have said; none: it is surely right.

        `number` is said at `place` as `like`.
        """
        here, lacking, loose = self.missing(said, place)
        if not (lacking or loose):
            return iter(())
        figures = said.named.figures
        shared = nearest = [key for key in said.own if key in here and key < "\u0e00"]
        if shared and len(figures) > 1:
            own = clause(self._namer.lower, number.start, number.end)
            nearest = [key for key in shared if key in own]
            figures = tuple(figure for figure in figures if figure not in number.text)
        spellings = [one for word in loose for one in other_spellings(word)]
        wanted = Wanted(lacking, spellings, shared, nearest, figures)
        return self._stretches.suspects(like, place, wanted)

    def missing(self, said: ClaimNames, place: Place) -> Missing:
        """What of a claim's names the clause around a place lacks; kept for the last place."""
        if self._last is not None and self._last[0] == (said.start, place):
            return self._last[1]
        keys, periods, labels, _ = said.named
        lower = self._material.lower[place.text]
        here = clause(lower, place.start, place.end)
        stands = self._stretches.stands
        lacking = [key for key in keys if key not in here and stands(key)]
        loose = [word for word in periods + labels if word not in here]
        if _is_listed(lower, place.start, place.end):
            # Names and figures may be paired in order, so the clause does not tell which is whose.
            here, lacking, loose = "", [key for key in keys if stands(key)], [*periods, *labels]
        elif lacking or loose:
            text = self._material.texts[place.text][1]
            here = whole_clause(text, lower, place.start, place.end)
            lacking = [key for key in lacking if key not in here]
            loose = [word for word in loose if word not in here]
        found = Missing(here, lacking, loose)
        self._last = (said.start, place), found
        return found


def _is_listed(lower: str, start: int, end: int) -> bool:
    """Whether the sentence around a place may pair names and figures in order."""
    around = lower[start - 360 if start > 360 else 0 : end + 240]
    if "respectiv" in around or "rispettiv" in around or "jeweils" in around:
        return True
    if "beziehungsw" in around or "bzw." in around:
        return True
    return not around.isascii() and any(word in around for word in _FOREIGN_LISTS)
