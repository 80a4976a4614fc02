"""A text as a model is shown it, and the way back from its places to those of the original.

What is private is replaced before the text is cut into windows, so that no cut can part a value
and let half of it through.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from adjudge_engine.judges.harmless import screened

_PLACEHOLDER: Final = re.compile(r"⟦[A-Z][A-Z_]{1,19}-[0-9]{1,7}[A-Za-z]{0,5}⟧")


class _Piece(NamedTuple):
    """A stretch of both texts: as it was, or (`replaced`) a placeholder for a value."""

    shown: int
    shown_end: int
    start: int
    end: int
    replaced: bool


class Shown:
    """`text`: what is shown of `original`, as long as it but for what was replaced."""

    def __init__(
        self,
        original: str,
        redact: Callable[[str], str] | None = None,
        restore: Callable[[str], str] = str,
    ) -> None:
        redacted = original if redact is None else redact(original)
        self.text = screened(redacted)
        whole = [_Piece(0, len(original), 0, len(original), False)]
        pieces = whole if redacted == original else list(_pieces(redacted, original, restore))
        ends = (pieces[-1].shown_end, pieces[-1].end) if pieces else (0, 0)
        #: Whether every place of the one text is known in the other.
        self.is_traced = ends == (len(redacted), len(original))
        self._pieces = pieces
        self._starts = [one.start for one in pieces]
        self._shown = [one.shown for one in pieces]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The place in the original of `text[start:end]`; values that it cuts are whole in it."""
        return self._at(self._shown, start, False, True), self._at(self._shown, end, True, True)

    def shown(self, start: int, end: int) -> tuple[int, int]:
        """The place in `text` of `original[start:end]`; placeholders that it cuts are whole."""
        return self._at(self._starts, start, False, False), self._at(self._starts, end, True, False)

    def _at(self, starts: list[int], place: int, is_end: bool, back: bool) -> int:
        # An end belongs to the piece that its last character is in.
        index = max(0, bisect_right(starts, place - is_end) - 1)
        if not self._pieces:
            return 0
        piece = self._pieces[index]
        from_, to, to_end = (
            (piece.shown, piece.start, piece.end)
            if back
            else (piece.start, piece.shown, piece.shown_end)
        )
        if piece.replaced:
            return to_end if is_end else to
        return min(to + place - from_, to_end)


def _pieces(redacted: str, original: str, restore: Callable[[str], str]) -> Iterator[_Piece]:
    """The texts side by side, up to where they can no longer be told to be the same."""
    at = start = 0
    for found in _PLACEHOLDER.finditer(redacted):
        length = found.start() - at
        if redacted[at : found.start()] != original[start : start + length]:
            return
        if length:
            yield _Piece(at, found.start(), start, start + length, False)
        start += length
        value = restore(found.group())
        if not original.startswith(value, start):
            return
        yield _Piece(found.start(), found.end(), start, start + len(value), True)
        at, start = found.end(), start + len(value)
    if at < len(redacted) and redacted[at:] == original[start:]:
        yield _Piece(at, len(redacted), start, len(original), False)
