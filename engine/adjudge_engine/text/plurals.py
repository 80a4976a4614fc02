"""Regular plurals: the forms under which a word still counts as itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.text.languages import STOP_WORDS

_LAST_WORD: Final = re.compile(r"[^\W\d_]{3,}$")
_WORDS: Final = re.compile(r"[^\W\d_]+")
_ENDINGS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "en": (("", "s"), ("", "es"), ("y", "ies")),
    "de": (("", "e"), ("", "en"), ("", "n"), ("", "er"), ("", "s"), ("in", "innen")),
    "fr": (("", "s"), ("", "x"), ("al", "aux")),
    "es": (("", "s"), ("", "es"), ("z", "ces"), ("ión", "iones")),
    "it": (("o", "i"), ("a", "e"), ("e", "i")),
    "pt": (("", "s"), ("", "es"), ("ão", "ões"), ("m", "ns"), ("l", "is")),
    "nl": (("", "en"), ("", "s")),
}
_LONGEST_ENDING: Final = max(len(old) for pairs in _ENDINGS.values() for old, _ in pairs)

#: Stop word → the languages that it belongs to.
_LANGUAGES: Final[dict[str, list[str]]] = {}
for _language in _ENDINGS:
    for _word in STOP_WORDS[_language]:
        _LANGUAGES.setdefault(_word, []).append(_language)


def language_of(text: str) -> str:
    """The likeliest of the languages whose plurals are known; English where nothing tells."""
    scores = dict.fromkeys(_ENDINGS, 0)
    for word in _WORDS.findall(text[:4_000].lower()):
        for one in _LANGUAGES.get(word, ()):
            scores[one] += 1
    return max(scores, key=lambda one: (scores[one], one == "en"))


def may_be_plural(phrase: str, text: str) -> bool:
    """Whether any plural of `phrase` may stand in `text`: it begins as every one of them does."""
    if phrase[: max(1, len(phrase) - _LONGEST_ENDING)] in text:
        return True
    first, _, others = phrase.partition(" ")
    return bool(others) and first in text


def plurals(phrase: str, language: str) -> Iterator[str]:
    """The regular plurals of a lower-case phrase: of its last word, or of all words that agree."""
    if _LAST_WORD.search(phrase) is None or (not phrase[-1].isascii() and language == "en"):
        return
    for old, new in _ENDINGS[language]:
        if phrase.endswith(old):
            yield phrase[: len(phrase) - len(old)] + new
    if " " in phrase and language in ("fr", "es", "pt"):
        yield " ".join(word + "s" for word in phrase.split(" "))
