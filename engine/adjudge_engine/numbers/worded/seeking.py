"""Where a long text has some of many words, without trying each word at each place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

#: All but small letters and digits of ASCII as blanks.
_LETTERS: Final = bytes(
    code if chr(code) in "abcdefghijklmnopqrstuvwxyz0123456789" else 0x20 for code in range(256)
)


def word_places(lower: str, words: frozenset[bytes]) -> list[tuple[int, str]]:
    """(offset, word) of each of `words` that stands alone in a text in lower case, in order.

    Letters of other scripts and "_" may touch it, and of longer words the last part is given too.
    """
    met = words.intersection(lower.encode("ascii", "replace").translate(_LETTERS).split())
    return sorted(chain.from_iterable(_places(lower, word.decode()) for word in met))


def _places(lower: str, word: str) -> Iterator[tuple[int, str]]:
    at = lower.find(word)
    while at >= 0:
        end = at + len(word)
        behind = lower[end : end + 1]
        if not (behind.isascii() and behind.isalnum()):
            yield at, word
        at = lower.find(word, end)
