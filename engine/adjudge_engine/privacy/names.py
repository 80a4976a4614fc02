"""Names of a list, found in a normalised text.

Words are looked up in a tree of words, characters of scripts without spaces in a tree of
characters, so that the cost is the text's length times the longest name, however long the list.
Case does not matter for whole names; a name never begins or ends inside another word, but may
carry an ending ("Müllers", "O'Brien's", "田中さん"), which stays in the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from adjudge_engine.privacy.found import Found
from adjudge_engine.privacy.name_forms import HONORIFICS, WORD, Form, forms, variants
from adjudge_engine.text.boundary import is_unspaced

_ENDINGS: Final = ("", "s", "es", "ens")
_ASCII_WORD: Final = re.compile("[A-Za-z]+")
_GLUE: Final = frozenset({" ", "-", "'", ".", ". ", " - ", ".-", "·", " · ", "' "})
_COMMAS: Final = frozenset({",", ", "})
_SKIPPED: Final = " ・·=＝"


class _Name(NamedTuple):
    """Who is meant at the end of a path; `part` and `lone` as of a form."""

    person: str
    part: bool
    lone: bool


@dataclass(slots=True)
class _Node:
    """A place in a tree: where each next word or character leads."""

    next: dict[str, _Node] = field(default_factory=dict)
    name: _Name | None = None


class Names:
    """A list of names, ready to be looked for. `entries`: one person a line, `|` between spellings.

    A part that two persons share ("Müller") stands for neither: it has an identity of its own.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        listed = list(dict.fromkeys(form for entry in entries for form in forms(entry)))
        persons = dict.fromkeys((_spelled_out(one), one.person) for one in listed)
        shared = Counter(spelled for spelled, _ in persons)
        self._words = _Node()
        self._characters = _Node()
        for form in listed:
            self._add(form, shared[_spelled_out(form)] > 1)

    def __bool__(self) -> bool:
        return bool(self._words.next or self._characters.next)

    def _add(self, form: Form, shared: bool) -> None:
        node = self._words if form.spaced else self._characters
        for step in form.words if form.spaced else form.words[0]:
            node = _child(node, variants(step) if form.spaced else (step,))
        person = "part " + " ".join(_spelled_out(form)) if shared else form.person
        if node.name is None or (node.name.part and not form.part):
            node.name = _Name(person, form.part, form.lone)

    def found(self, text: str) -> list[Found]:
        """The names in the text, in order, none within another."""
        spans = [*self._in_words(text), *self._in_characters(text)]
        return sorted(spans)

    def _in_words(self, text: str) -> Iterator[Found]:
        if not self._words.next:
            return
        word = _ASCII_WORD if text.isascii() else WORD
        words = [one.span() for one in word.finditer(text)]
        if "\\" in text:
            words = [_unescaped(text, *one) for one in words]
        lowered = [text[start:end].lower() for start, end in words]
        first = self._words.next
        at = 0
        while at < len(words):
            if lowered[at] not in first and not _may_begin(lowered[at], first):
                at += 1
                continue
            count, end, name = self._longest(text, words, lowered, at)
            if name is not None:
                yield Found(words[at][0], end, "NAME", name.person)
            at += max(count, 1)

    def _longest(
        self, text: str, words: list[tuple[int, int]], lowered: list[str], first: int
    ) -> tuple[int, int, _Name | None]:
        """How many words the longest name from there takes, where it ends, and whose it is."""
        best: tuple[int, int, _Name | None] = (0, 0, None)
        node, at = self._words, first
        while at < len(words):
            start, end = words[at]
            glue = text[words[at - 1][1] : start] if at > first else ""
            if at > first and glue not in _GLUE and glue not in _COMMAS:
                break
            step = "," + lowered[at] if glue in _COMMAS else lowered[at]
            for ending in _ENDINGS:
                name = _name_of(node, step, ending)
                if name and not (name.part and text[words[first][0] : end].islower()):
                    best = (at - first + 1, end - len(ending), name)
                    break
            following = _after(node, step)
            if following is None:
                break
            node, at = following, at + 1
        return best

    def _in_characters(self, text: str) -> Iterator[Found]:
        if not self._characters.next or text.isascii():
            return
        last = 0
        for at, one in enumerate(text):
            if at < last or one.lower() not in self._characters.next or not is_unspaced(one):
                continue
            end, name = self._longest_run(text, at)
            if name is not None:
                last = end
                yield Found(at, end, "NAME", name.person)

    def _longest_run(self, text: str, first: int) -> tuple[int, _Name | None]:
        best: tuple[int, _Name | None] = (first, None)
        if _joined(text, first):
            return best
        node, at = self._characters, first
        while at < len(text):
            following = node.next.get(text[at].lower())
            if following is None:
                if at == first or text[at] not in _SKIPPED or text[at - 1] in _SKIPPED:
                    break
                at += 1
                continue
            node, at = following, at + 1
            if node.name is not None and _ends(text, at, node.name):
                best = (at, node.name)
        return best


def _unescaped(text: str, start: int, end: int) -> tuple[int, int]:
    """The word without the letter of a written-out line break or tab (`\\n`) before it."""
    escape = end - start > 1 and text[start] in "nrt" and text[start - 1 : start] == "\\"
    return start + escape, end


def _child(node: _Node, spellings: tuple[str, ...]) -> _Node:
    """The place that a word leads to, made if need be; all its spellings lead there."""
    known = next((node.next[one] for one in spellings if one in node.next), None)
    child = _Node() if known is None else known
    for one in spellings:
        node.next.setdefault(one, child)
    return child


def _spelled_out(form: Form) -> tuple[str, ...]:
    """The words with umlauts written out: what two lines have in common whatever their spelling."""
    return tuple(variants(one)[1] for one in form.words)


def _may_begin(word: str, first: dict[str, _Node]) -> bool:
    """Whether a name may begin with a word that is no first word as it is written."""
    if not word.isascii():
        return True
    return word[-1] == "s" and any(word[: -len(one)] in first for one in _ENDINGS[1:])


def _after(node: _Node, word: str) -> _Node | None:
    """Where a word leads, as written or without its accents."""
    found = node.next.get(word)
    if found is None and not word.isascii():
        found = next((node.next[one] for one in variants(word) if one in node.next), None)
    return found


def _name_of(node: _Node, word: str, ending: str) -> _Name | None:
    """Whose name ends with the word, once an ending that names take is off."""
    if not word.endswith(ending) or (ending and len(word) - len(ending) < 3):
        return None
    following = _after(node, word[: len(word) - len(ending)])
    return None if following is None else following.name


def _ends(text: str, at: int, name: _Name) -> bool:
    """Whether a name of characters may end there: no katakana word goes on, no lone character."""
    if at < len(text) and _katakana(text[at - 1]) and _katakana(text[at]):
        return False
    return not name.lone or text.startswith(HONORIFICS, at)


def _joined(text: str, at: int) -> bool:
    """Whether the character goes on a word of katakana or Hangul that began before it."""
    if at == 0:
        return False
    before, first = text[at - 1], text[at]
    return (_katakana(before) and _katakana(first)) or (_hangul(before) and _hangul(first))


def _katakana(one: str) -> bool:
    return "\u30a1" <= one <= "\u30fa" or one in "ーヽヾ"


def _hangul(one: str) -> bool:
    return "\uac00" <= one <= "\ud7a3"
