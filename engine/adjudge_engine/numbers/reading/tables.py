"""Word tables written as plain text, one blank between words."""

from __future__ import annotations


def word_list(text: str) -> list[str]:
    """The words of `text`, in order."""
    return text.split()


def word_set(text: str) -> frozenset[str]:
    """The words of `text`."""
    return frozenset(text.split())
