"""Names in running text: capitalised words, product codes, acronyms, and their runs.

"Atlas S", "X-200", "GDPR", "Dr. Meyer" are names; a word that is capitalised only because it
opens the sentence is not.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from adjudge_engine.text.abbreviations import NEVER_LAST, STARTERS
from adjudge_engine.text.tokens import fold, is_content

NAMES: Final = "names/1"


class Name(NamedTuple):
    """A name of a text: `text[start:end]`, and its words folded, in order."""

    start: int
    end: int
    text: str
    words: tuple[str, ...]


_PART: Final = re.compile(r"\w{1,64}(?:['’]\w{1,12})?")
#: Without any of these behind its first letter no plain text has a name.
_TELLING: Final = re.compile("[A-Z0-9]")
_JOINT: Final = frozenset((" ", "-", "‑", "&", ". ", " & ", "\u00a0"))
_TITLES: Final = NEVER_LAST - {"v", "vs", "c", "ca"}


def names(text: str, start: int = 0, end: int | None = None) -> list[Name]:
    """The names of the sentence `text[start:end]`, in order; runs of name words are one name."""
    stop = len(text) if end is None else end
    if text.isascii() and _TELLING.search(text, start + 1, stop) is None:
        return []  # at most its first letter is a capital
    found: list[list[re.Match[str]]] = []
    opening = True
    for match in _PART.finditer(text, start, stop):
        word = match.group()
        if word.islower() and word.isalpha():  # most words, and never part of a name
            found.append([])
            opening = False
            continue
        run = found[-1] if found and found[-1] else None
        glue = text[run[-1].end() : match.start()] if run else ""
        joined = run is not None and glue in _JOINT and (glue != ". " or _title(run[-1].group()))
        if joined and run is not None and (_capital(word) or _code(word) or word.isdigit()):
            run.append(match)
        elif _code(word) or (_capital(word) and (not opening or _opens_name(word))):
            found.append([match])
        elif _capital(word) and opening and word.lower() not in STARTERS:
            found.append([match])  # kept only if more of the name follows
        else:
            found.append([])
        opening = False
    return [_name(text, run) for run in found if run and _kept(run, text, start)]


def _kept(run: list[re.Match[str]], text: str, start: int) -> bool:
    first = run[0]
    alone = len(run) == 1 and not text[start : first.start()].strip(" \t\"'“‘«([*_")
    if (alone and not _opens_name(first.group())) or (
        len(run) == 1 and first.group().lower() in STARTERS and not first.group()[1:].isupper()
    ):
        return False
    return any(is_content(fold(match.group())) or len(match.group()) == 1 for match in run)


def _name(text: str, run: list[re.Match[str]]) -> Name:
    start, end = run[0].start(), run[-1].end()
    words = tuple(fold(match.group()) for match in run)
    return Name(start, end, text[start:end], words)


def _capital(word: str) -> bool:
    return word[0].isupper()


def _code(word: str) -> bool:
    """Letters and digits mixed, or capitals inside: "X200", "iPhone", "GDPR"."""
    if word[0].isdigit():
        return any(map(str.isupper, word))
    return any(map(str.isdigit, word)) or (len(word) > 1 and any(map(str.isupper, word[1:])))


def _opens_name(word: str) -> bool:
    """Whether a sentence's first word is a name for certain."""
    return _code(word) and word.lower() not in STARTERS


def _title(word: str) -> bool:
    return word.lower() in _TITLES or len(word) == 1
