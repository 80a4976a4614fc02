"""Texts that are compared, each read once however often it is asked about."""

from __future__ import annotations

from adjudge_engine.once import once
from adjudge_engine.text.names import Name, names
from adjudge_engine.text.tokens import Token, tokens


class ReadText:
    """A claim or a passage with its words; nothing is worked out before it is asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @once
    def tokens(self) -> list[Token]:
        """The words with their places."""
        return tokens(self.text)

    @once
    def words(self) -> list[str]:
        """The folded words, in order."""
        return [token.folded for token in self.tokens]

    @once
    def held(self) -> frozenset[str]:
        """The folded words, to look one up."""
        return frozenset(self.words)

    @once
    def names(self) -> list[Name]:
        """The names, as of one sentence."""
        return names(self.text)


class Texts(dict[str, ReadText]):
    """The claims and passages of one case: `texts[text]` reads a text that is new."""

    def __missing__(self, text: str) -> ReadText:
        read = self[text] = ReadText(text)
        return read
