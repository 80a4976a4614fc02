"""Where the contexts have a name that is like one of the answer's: X200 for X300."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.gates.citing.style_words import AMOUNTS, NO_AUTHORS
from adjudge_engine.gates.context_texts import Spot, Texts
from adjudge_engine.text.abbreviations import words
from adjudge_engine.text.alike import drug_stem, is_alike, plain
from adjudge_engine.text.boundary import is_unspaced
from adjudge_engine.text.languages import ALL_STOP_WORDS

_UNSPACED: Final = r"\u0e01-\u0e7f\u1100-\u11ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_TOKEN: Final = re.compile(rf"[^\W{_UNSPACED}](?:[^\W{_UNSPACED}]|[’'-]){{0,40}}+")
_NUMBER: Final = re.compile(r"\d[\w-]{0,12}+(?:\.\d{1,6}){0,4}+(?! ?[%‰])")
_NEXT: Final = re.compile(r" ([^\W\d_]{2,14})")
_LETTERS: Final = re.compile(r"[^\W\d_]{1,3}|\d{1,6}")
_DIGIT: Final = re.compile(r"\d")
#: Numbered words that are an answer's or a document's own counting, and no name.
_COUNTED: Final = NO_AUTHORS | words(
    """
    step day week option phase tip method reason point stage level month question answer example
    note group passage document source context page chapter line row column eur usd gbp chf jpy cny
    schritt tag woche absatz abschnitt kapitel seite étape jour page chapitre paso día página
    """
)
_FEWEST_LETTERS: Final = 4
_MOST_PLACES: Final = 40
_WIDEST_WORD: Final = 42


def like(named: list[str], index: int, contexts: Texts) -> Spot | None:
    """Where a word like `named[index]` stands: beside the same other word, or anywhere."""
    word = named[index]
    for step in (-1, 1):
        other = index + step
        if 0 <= other < len(named) and _tells(named[other]) and contexts.holds(named[other]):
            for there in _beside(named[other], -step, contexts):
                if is_alike(word, contexts.said(there), beside=True):
                    return there
    letters = _letters(word)
    for there in _starting(letters, contexts) if letters and contexts.holds(letters) else ():
        found = contexts.said(there)
        if (found[0].isupper() or found[0].isdigit()) and is_alike(word, found):
            return there
    return None


def may_be_like(named: list[str], contexts: Texts) -> bool:
    """A quick look whether the contexts may have anything like the name."""
    if len(named) > 1:
        return any(map(contexts.holds, named))
    letters = _letters(named[0])
    return bool(letters) and contexts.holds(letters)


def _letters(word: str) -> str:
    """What a word like this one alone begins with; "" where it is too short."""
    first = _LETTERS.match(word)
    if first is None or len(word) < _FEWEST_LETTERS:
        return ""
    return first.group() if _DIGIT.search(word) else word[: max(3, len(word) // 2)]


def _tells(word: str) -> bool:
    """Whether a word beside another makes one name with it."""
    return len(word) > 2 and word.lower() not in ALL_STOP_WORDS


def _beside(word: str, step: int, contexts: Texts) -> Iterator[Spot]:
    """The words of the contexts that stand right after (`step` 1) or before `word`."""
    for index, start, end in contexts.places(word, _MOST_PLACES):
        text = contexts.texts[index]
        if step > 0:
            match = _TOKEN.match(text, end + 1) if text[end : end + 1] == " " else None
            if match is not None:
                yield Spot(index, *match.span())
        elif start > 1 and text[start - 1] == " ":
            low = max(0, start - _WIDEST_WORD)
            first = max(text.rfind(" ", low, start - 1), text.rfind("\n", low, start - 1)) + 1
            match = _TOKEN.match(text, first)
            if match is not None and match.end() == start - 1:
                yield Spot(index, *match.span())


def _starting(letters: str, contexts: Texts) -> Iterator[Spot]:
    """The first words of the contexts that start with `letters`."""
    for index, start, _ in contexts.places(letters, _MOST_PLACES):
        text = contexts.texts[index]
        before = text[start - 1] if start else " "
        if is_unspaced(before) or not (before.isalnum() or before in "-_"):
            match = _TOKEN.match(text, start)
            if match is not None:
                yield Spot(index, *match.span())


def other_number(named: list[str], contexts: Texts) -> Spot | None:
    """Of "Windows 10", where "Windows 11" stands; none for years, months and counted things."""
    if len(named) < 2 or not named[-1][0].isdigit() or named[-2].lower() in _COUNTED:
        return None
    number, head = named[-1], " ".join(named[:-1])
    if len(number) > 3 and number.isdigit():
        return None
    for there in _beside(head, 1, contexts):
        text = contexts.texts[there.number]
        match = _NUMBER.match(text, there.start)
        if match is None or _is_amount(text, match.end()):
            continue
        other = match.group()
        same_kind = number.isdigit() == other.isdigit() and ("." in number) == ("." in other)
        if same_kind and len(other) <= len(number) + 1 and plain(other) != plain(number):
            return Spot(there.number, there.start - 1 - len(head), match.end())
    return None


def _is_amount(text: str, end: int) -> bool:
    """Whether what follows makes an amount of a number: "4.2 million"."""
    match = _NEXT.match(text, end)
    return match is not None and match.group(1) in AMOUNTS


def like_drug(drug: str, contexts: Texts) -> Spot | None:
    """Where another drug with that ending, or with another one and the same beginning, stands."""
    stem = drug_stem(drug)
    for index, start, end in contexts.places(stem, _MOST_PLACES):
        text, first = contexts.texts[index], start
        while first and start - first < _WIDEST_WORD and text[first - 1].isalpha():
            first -= 1
        if drug_stem(text[first:end].lower()) and not text[end : end + 1].isalnum():
            return Spot(index, first, end)
    for letters in (drug[:3], drug[:3].capitalize()):
        for there in _starting(letters, contexts):
            if drug_stem(contexts.said(there).lower()):
                return there
    return None
