"""What a reader says of a file beside its cases: whose format it is, what it cannot serve."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class About:
    """Filled while a file is read: `format` as `--format` names it, `title` as people do.

    `sentences`: what files of that kind cannot serve, and what of this one was left out.
    """

    format: str = ""
    title: str = ""
    sentences: list[str] = field(default_factory=list)

    def say(self, sentences: Iterable[str]) -> None:
        """Adds sentences, each once."""
        self.sentences += [one for one in dict.fromkeys(sentences) if one not in self.sentences]
