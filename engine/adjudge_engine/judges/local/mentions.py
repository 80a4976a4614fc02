"""Passages that an answer names by number ("Passage 2", "(Source 1)", "[3]")."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.text.sentences import without_marks

_PLACE: Final = "(?:[Pp]assages?|[Dd]ocuments?|[Cc]ontexts?|[Ss]ources?)"
_NAMED: Final = re.compile(rf"(?:\b{_PLACE}\s?|\[)(\d{{1,2}})(?!\d)")
#: With what holds it together and, where nothing else stands in brackets, those.
_WHOLE: Final = re.compile(rf"\(?\b{_PLACE}\s(?:\d{{1,2}}(?:,\s|\sand\s|\s&\s)?){{1,4}}(?!\d)\)?")


class Mentions:
    """Which of `count` contexts the claims of an answer name, asked in the answer's order.

    The items of a list belong to the passage that their lead-in names.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._carried: tuple[int, ...] = ()

    def cited(self, text: str, listed: bool) -> tuple[int, ...]:
        """The places (from 0) of the contexts that a claim names or its list belongs to."""
        numbers = {int(number) - 1 for number in _NAMED.findall(text)}
        own = tuple(sorted(at for at in numbers if 0 <= at < self.count))
        if own or not listed:
            self._carried = own
        return own or self._carried


def without_mentions(text: str) -> str:
    """The text without mentions and marks: where it stands is no part of what it says."""
    return _WHOLE.sub(" ", without_marks(text))
