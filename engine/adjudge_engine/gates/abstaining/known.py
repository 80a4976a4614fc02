"""What the question and the contexts of a case hold, for telling news from what was given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from adjudge_engine.case import Context
from adjudge_engine.gates.abstaining.clauses import WORD, YES_OR_NO
from adjudge_engine.gates.abstaining.english import EN_GENERAL
from adjudge_engine.gates.abstaining.phrases import says_nothing
from adjudge_engine.text.abbreviations import FINITE
from adjudge_engine.text.abbreviations import words as listed
from adjudge_engine.text.boundary import is_unspaced
from adjudge_engine.text.languages import ALL_STOP_WORDS

#: How much of the contexts is read, in characters.
CONTEXT_READ: Final = 200_000
_NUMBER: Final = re.compile(r"\d+")
_STEM: Final = 5
_SHORT: Final = 4
_LONGEST_LABEL: Final = 6
#: A longer word that is denied, with at most two short ones before it.
_DENIED: Final = re.compile(
    r"(?:\b(?:not|never|nicht|kein\w*|pas|non|não|niet|geen|inte|ikke|не|no)|n['’]t)\s"
    r"(?:[^\W\d_]{1,3}\s){0,2}([^\W\d_]{4,40})"
)
_SOURCES: Final = re.compile(
    rf"\b(?:{EN_GENERAL}|dokument\w*|unterlagen|text\w*|kontext|quellen?|contexte|fuentes?|textos?"
    r"|contexto|документ\w*|текст\w*|контекст\w*|источник\w*)\b"
)
#: Beginnings of words that ask, or belong to asking.
_ASKING: Final = listed(
    """
    what when where which whose wheth why how wann warum welch wieso wesha quand comme quel quell
    pourq combi cuánd cuand cuánt quién dónde когда где какой какая почем сколь
    """
)


class Known:
    """What question and contexts hold: numbers and words, by their first letters."""

    def __init__(self, question: str, contexts: Sequence[Context], answerable: bool) -> None:
        self.answerable = answerable
        text = "\n".join(one.text for one in contexts)[:CONTEXT_READ].lower()
        self.has_contexts = bool(text.strip())
        self._text = text
        self._numbers = set(_NUMBER.findall(text)) | set(_NUMBER.findall(question))
        self._stems = {word[:_STEM] for word in WORD.findall(text)}
        asked = WORD.findall(question.lower())
        self._asks_of_sources = _SOURCES.search(question.lower()) is not None
        self._asked = {word[:_STEM] for word in asked}
        self._asked_short = {word[:_SHORT] for word in asked if _SHORT <= len(word) <= _SHORT + 2}

    def is_news(self, text: str) -> bool:
        """Whether a piece that does not itself abstain holds a number that nobody gave."""
        numbers = _NUMBER.findall(text)
        return any(one not in self._numbers for one in numbers) and not says_nothing(text)

    def concerns(self, text: str, share: float = 0.5) -> bool:
        """Whether that share of the piece's longer words stands in the question or the contexts."""
        words = [word[:_STEM] for word in WORD.findall(text.lower()) if len(word) > 3]
        words = [word for word in words if word not in _ASKING]
        known = sum(word in self._asked or word in self._stems for word in words)
        return known >= share * len(words)

    def is_asked(self, text: str) -> bool:
        """Whether nearly all longer words of the piece are those of the question."""
        words = [word for word in WORD.findall(text.lower()) if len(word) > 3]
        return bool(words) and sum(map(self._asks, words)) >= 0.75 * len(words)

    def _asks(self, word: str) -> bool:
        """Whether the question has the word, or a short one in another form: "name", "named"."""
        if word[:_STEM] in self._asked:
            return True
        return _SHORT <= len(word) <= _SHORT + 2 and word[:_SHORT] in self._asked_short

    def asks_of(self, text: str) -> bool:
        """Whether the question has a word of the piece that says something, or asks of sources."""
        if self._asks_of_sources:
            return True
        words = [word for word in WORD.findall(text.lower()) if word not in ALL_STOP_WORDS]
        return any(word[:_STEM] in self._asked for word in words)

    def is_label(self, text: str) -> bool:
        """Whether a piece is a few words of the question and no statement: "Top speed"."""
        words = WORD.findall(text.lower())
        return (
            len(words) <= _LONGEST_LABEL
            and not any(map(str.isnumeric, text))
            and FINITE.isdisjoint(words)
            and all(word[:_STEM] in self._asked or word in ALL_STOP_WORDS for word in words)
        )

    def is_denied(self, text: str) -> bool:
        """Whether a piece denies a word of the question, and tells of no sources but its own."""
        lower = text.lower()
        denied = _DENIED.search(lower)
        if denied is None or not self._asks(denied[1]):
            return False
        return all(one[:_STEM] in self._asked for one in _SOURCES.findall(lower))

    def covers(self, text: str, share: float) -> bool:
        """Whether at least that share of the piece's longer words stands in the contexts."""
        if not self.has_contexts:
            return False
        lower = text.lower()
        if any(map(is_unspaced, lower)):
            pairs = [lower[at : at + 2] for at in range(len(lower) - 1)]
            pairs = [one for one in pairs if one.isalnum()]
            return bool(pairs) and sum(one in self._text for one in pairs) >= share * len(pairs)
        every = WORD.findall(lower)
        if len(every) <= 3 and not YES_OR_NO.isdisjoint(every):
            return False  # "but yes" is an answer
        words = [word for word in every if len(word) > 3]
        words = words or [word for word in every if word not in ALL_STOP_WORDS]
        if not words:
            return len(every) < 2  # "It is." answers, too
        known = sum(word[:_STEM] in self._stems for word in words)
        return known >= share * len(words)
