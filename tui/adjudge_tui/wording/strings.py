"""Every word that the interface shows, from one catalogue, in the language of the moment."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from adjudge_tui.wording.words_en import ENGLISH

#: The languages there are, by their code.
LANGUAGES: Final = ("en", "ja")
_FALLBACK: Final = "en"

_words: Mapping[str, str] = ENGLISH
#: How `{key:ID}` begins in a text: there stands the reviewer's key for the command ID of `keys`.
_NAMES_KEY: Final = "{key:"


def say(text: str, /, **values: object) -> str:
    """The text of that name with `values` filled in. Values must be display-safe already."""
    found = _words[text]
    return found.format(key=_keys, **values) if values or _NAMES_KEY in found else found


class _Keys:
    """Fills `{key:ID}`: one's own key for a command, else the usual one."""

    def __init__(self, own: Mapping[str, Sequence[str]]) -> None:
        self._own = own

    def __format__(self, name: str) -> str:
        own = self._own.get(name)
        return own[0] if own else _usual_keys()[name]


@cache
def _usual_keys() -> Mapping[str, str]:
    """Id → the first key that its table shows."""
    from adjudge_tui.desk import keys  # which says its own words by this module

    tables = [one for one in vars(keys).values() if isinstance(one, tuple)]
    found = (key for table in tables for key in table if isinstance(key, keys.Key))
    return {key.id: key.shown.split(" ")[0] for key in found}


_keys = _Keys({})


def name_keys(own: Mapping[str, Sequence[str]]) -> None:
    """Name these keys in all texts from now on (id → keys, see `rebinding`), else the usual."""
    global _keys
    _keys = _Keys(own)


def speak(language: str) -> None:
    """Say everything in this language from now on; one of `LANGUAGES`, else English."""
    global _words
    _words = catalogue(language)


def catalogue(language: str) -> Mapping[str, str]:
    """The whole catalogue of a language; English for one that there is not."""
    if language == "ja":
        from adjudge_tui.wording.words_ja import JAPANESE

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
