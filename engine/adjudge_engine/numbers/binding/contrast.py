"""What tells two places apart, and whether a claim names the one and nothing of the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from adjudge_engine.numbers.binding.belonging import Said
from adjudge_engine.numbers.binding.common_words import COMMON_WORDS

#: How many names a message gives.
_NAMES: Final = 3


class Contrast(NamedTuple):
    """Words and periods of one place that the other lacks."""

    words: set[str]
    periods: set[str]

    def of(self, said: Said) -> Contrast:
        """What of it is said."""
        return Contrast(self.words & said.words.keys(), self.periods & said.periods.keys())

    def __bool__(self) -> bool:
        return bool(self.words or self.periods)


def contrast(one: Said, other: Said, figure: str) -> Contrast:
    """What `one` says and `other` does not; a name with the figure in question tells nothing."""
    words = {word for word in one.words.keys() - other.words.keys() if word not in COMMON_WORDS}
    words = {word for word in words if word.rpartition(" ")[2] != figure}
    return Contrast(words, one.periods.keys() - other.periods.keys())


def named_of(levels: Sequence[Said], mine: Contrast, other: Contrast) -> Contrast | None:
    """What is named of `other`, if that is named and nothing of `mine`.

    `levels`: what a number is said of, the nearest first.
    """
    for level in levels:
        if mine.of(level):
            return None
        named = other.of(level)
        enough = mine.words and named.words and 2 * len(named.words) >= len(other.words)
        if enough or (mine.periods and named.periods):
            later = levels[1:2]
            return None if any(mine.of(one) for one in later) else named
    return None


def names(said: Said, apart: Contrast) -> str:
    """How the text writes the words that tell a place apart, in its order."""
    words = [spelled for word, spelled in said.words.items() if word in apart.words]
    periods = [spelled for name, spelled in said.periods.items() if name in apart.periods]
    capital = [word for word in words if word[:1].isupper()]
    words = list(dict.fromkeys(capital or words))
    return _joined([*words[:_NAMES], *periods[:_NAMES]])


def _joined(parts: list[str]) -> str:
    """Names in a row; the overlapping pairs of a script without blanks become one word again."""
    text = ""
    for part in parts:
        if text and part[0] > "\u0e00" and text[-1] == part[0]:
            text += part[1:]
        else:
            text += f" {part}" if text else part
    return text
