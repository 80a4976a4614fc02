"""Lower case that keeps every offset."""

from __future__ import annotations

from typing import Final

_LOWER: Final = bytes(range(256)).decode("latin-1").lower().encode("latin-1")


def lowered(text: str) -> str:
    """A text in lower case, same offsets: a letter that would grow stays as it is."""
    if not text.isascii():
        try:
            # Beyond ASCII, bytes through a table are several times as quick as letters one by one.
            return text.encode("latin-1").translate(_LOWER).decode("latin-1")
        except UnicodeEncodeError:
            text = text.replace("İ", "I")
    return text.lower()
