"""Look-up of what is compared as it is written: versions, telephone numbers, years, ordinals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from adjudge_engine.numbers.lookup.unspelled import rank_before
from adjudge_engine.numbers.worded.ordinals import stem

if TYPE_CHECKING:
    from adjudge_engine.numbers.lookup.index import Found, NumberIndex

#: Kinds that are compared as they are written, not by value.
WRITTEN: Final = frozenset({"version", "phone", "code"})
_TRIES: Final = 200
_LOOKS: Final = 5_000
_DIGITS = re.compile("[0-9]+")


def written(text: str) -> str:
    """How a version, a telephone number or a code is compared: its letters and digits."""
    kept = (char for char in text.casefold() if char.isalnum() or char == ".")
    return "".join(kept).strip(".")


class ByWriting:
    """The first version, telephone number or code of a writing."""

    def __init__(self, index: NumberIndex) -> None:
        self._index = index

    def get(self, key: str) -> Found | None:
        """What is written like `key`, as `written` gives it, or None."""
        return next(self._like(key), None)

    def _like(self, key: str) -> Iterator[Found]:
        digits = "".join(_DIGITS.findall(key))
        for spot in self._index.haystack.starting_with(digits)[:_TRIES]:
            for found in self._index.numbers_at(spot):
                if found.number.kind in WRITTEN and written(found.number.text) == key:
                    yield found


class Years:
    """The years and dates of the texts, as they are written."""

    def __init__(self, index: NumberIndex) -> None:
        self._index = index

    def __contains__(self, text: object) -> bool:
        first = _DIGITS.search(text) if isinstance(text, str) else None
        if first is None:
            return False
        spots = self._index.haystack.with_digits(first.group().strip("0"))
        return any(
            found.number.kind in ("year", "date") and found.number.text == text
            for spot in spots[:_TRIES]
            for found in self._index.numbers_at(spot)
        )


class Ordinals:
    """The first ordinal of each noun: "amendment" → "2nd amendment"."""

    def __init__(self, index: NumberIndex) -> None:
        self._index = index

    def get(self, noun: str) -> Found | None:
        """The first ordinal that counts `noun` (a stem), or None."""
        folded, lower = self._index.haystack.folded, self._index.haystack.lower
        at = lower.find(noun) if noun else -1
        for _ in range(_LOOKS):
            if at < 0:
                return None
            spot = rank_before(folded, at)
            for found in self._index.numbers_at(spot) if spot is not None else ():
                if found.number.kind == "ordinal" and stem(found.number.noun) == noun:
                    return found
            at = lower.find(noun, at + 1)
        return None
