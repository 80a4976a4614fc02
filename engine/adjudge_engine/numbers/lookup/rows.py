"""Figures grouped by blanks ("12 400"), found where the shape of one stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.numbers.lookup.writings import rows_of_parts

#: Figures grouped by blanks: "12 400".
_GROUPED = re.compile(r"(?<![0-9])[0-9]{1,3}(?:[ \xa0][0-9]{3}(?![0-9]))+(?:[.,][0-9]+)?")
_SHAPE: Final = b"0 000"
_BLANK: Final = 0x20
_NOUGHT: Final = 0x30


def rows_in(folded: str, noughts: bytes) -> dict[bytes, list[tuple[int, int]]]:
    """Rows of groups that may be one figure → where they stand.

    `noughts`: the text with all digits as noughts, by which groups are found at once.
    """
    found: dict[bytes, list[tuple[int, int]]] = {}
    for match in _grouped(folded, noughts.replace(b"\xa0", b" ")):
        row, first = match.group().replace("\xa0", " ").encode(), match.start()
        starts = [first, *(first + at + 1 for at, sign in enumerate(row) if sign == _BLANK)]
        for group in rows_of_parts(row.split()):
            if len(group) > 1:
                writing = b" ".join(group)
                at = starts[bytes(row[: row.index(writing)]).count(b" ")]
                found.setdefault(writing, []).append((at, at + len(writing)))
    return found


def _grouped(folded: str, shapes: bytes) -> Iterator[re.Match[str]]:
    """The figures grouped by blanks, in order, tried only where the shape of one stands."""
    at, end = shapes.find(_SHAPE), 0
    while at >= 0:
        first = at
        while first > end and at - first < 3 and shapes[first - 1] == _NOUGHT:
            first -= 1
        match = _GROUPED.match(folded, first)
        if match is not None:
            yield match
            end = match.end()
        at = shapes.find(_SHAPE, max(at + 1, end))
