"""Every word that the interface shows, from one catalogue, in the language of the moment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from adjudge_tui.words_en import ENGLISH

#: The languages there are, by their code.
LANGUAGES: Final = ("en", "ja")
_FALLBACK: Final = "en"

_words: Mapping[str, str] = ENGLISH


def say(key: str, /, **values: object) -> str:
    """The text of `key` with `values` filled in. Values must be display-safe already."""
    text = _words[key]
    return text.format(**values) if values else text


def speak(language: str) -> None:
    """Say everything in this language from now on; one of `LANGUAGES`, else English."""
    global _words
    _words = catalogue(language)


def catalogue(language: str) -> Mapping[str, str]:
    """The whole catalogue of a language; English for one that there is not."""
    if language == "ja":
        from adjudge_tui.words_ja import JAPANESE

        return JAPANESE
    return ENGLISH


def language_of(*wishes: str | None) -> str:
    """The first of these wishes that is a language we have, else that of the environment.

    A wish is a code like `ja` or a locale like `ja_JP.UTF-8`. The environment is asked as usual:
    LC_ALL, LC_MESSAGES, LANG; the first that is set counts.
    """
    for wish in wishes:
        if wish and (code := _code(wish)) in LANGUAGES:
            return code
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name, ""):
            code = _code(value)
            return code if code in LANGUAGES else _FALLBACK
    return _FALLBACK


def _code(wish: str) -> str:
    return wish.strip().replace("-", "_").partition("_")[0].partition(".")[0].lower()
