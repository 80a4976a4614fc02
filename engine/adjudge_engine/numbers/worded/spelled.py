"""Numbers written out in words of languages other than English, read into values.

Words are taken as long as they make one number ("deux cent trente et un", "einundzwanzig",
"hai mươi lăm"); what no grammar allows ends it ("zwei drei" are two). One pass, linear.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from adjudge_engine.numbers.worded.spelling import Atom, Grammar, grammar

#: Letters with the vowel signs that belong to them.
_TOKEN: Final = re.compile(
    r"(?:[^\W\d_]|[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0962\u0963"
    r"\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])++"
)
_LONGEST_WORD: Final = 90
#: What makes "twice" of two, and what follows where it says how often something is done.
_TIMES: Final = {"de": "mal", "nl": "maal"}
_REGULARLY: Final = re.compile(
    r" (?:täglich|wöchentlich|monatlich|jährlich|am tag|pro |in der|die woche|im |daags|per )",
    re.IGNORECASE,
)
_GAPS: Final = frozenset({" ", "-", "\xa0", "", "\n"})
_NEVER: Final = 10**18


class Spelled(NamedTuple):
    """A number in words: its span, value, what its last word counts in, its words."""

    start: int
    end: int
    value: Decimal
    step: Decimal
    words: tuple[str, ...]


class _Word(NamedTuple):
    start: int
    end: int
    text: str
    atoms: tuple[Atom, ...]


def read_words(folded: str, language: str) -> Iterator[Spelled]:
    """Every number in words of `language`, left to right."""
    rules = grammar(language)
    run: list[_Word] = []
    for match in _TOKEN.finditer(folded):
        start, end = match.span()
        if end - start > _LONGEST_WORD or folded[start].lower() not in rules.starts:
            continue
        text = match.group().lower()
        atoms = _atoms(text, language)
        part = rules.parts.get(text)
        if part is not None:
            yield Spelled(start, end, Decimal(part), Decimal("0.1"), (text,))
        if not atoms:
            often = _how_often(text, folded, end, language)
            if often is not None:
                yield from _numbers(run, rules)
                run = []
                yield Spelled(start, end, often, Decimal(1), (text,))
            continue
        if run and folded[run[-1].end : start] not in _GAPS:
            yield from _numbers(run, rules)
            run = []
        run.append(_Word(start, end, text, atoms))
    yield from _numbers(run, rules)


def _how_often(text: str, folded: str, end: int, language: str) -> Decimal | None:
    """Two for "zweimal täglich", where it says how often something is done, or None."""
    ending = _TIMES.get(language)
    if ending is None or not text.endswith(ending) or not _REGULARLY.match(folded, end):
        return None
    value = value_of(text.removesuffix(ending), language)
    return value if value is not None and 2 <= value <= 12 else None


def value_of(text: str, language: str) -> Decimal | None:
    """The value of a text that is one number in words and nothing else, or None."""
    found = list(read_words(text, language))
    if len(found) != 1 or found[0].end - found[0].start != len(text):
        return None
    return found[0].value


def _numbers(run: list[_Word], rules: Grammar) -> Iterator[Spelled]:
    """The numbers of a run of number words: each as long as its words make one."""
    at = 0
    while at < len(run):
        total, last = _Sum(rules), at
        for index in range(at, len(run)):
            if not total.take(run[index].atoms):
                break
            if not total.joined:
                last = index + 1
        if last == at:
            at += 1
            continue
        words = run[at:last]
        value = _Sum(rules)
        for word in words:
            value.take(word.atoms)
        texts = tuple(word.text for word in words)
        yield Spelled(words[0].start, words[-1].end, value.value, value.step, texts)
        at = last


class _Sum:
    """A number as its words come in; `take` says whether a word still belongs to it."""

    def __init__(self, rules: Grammar) -> None:
        self._rules = rules
        self._total = 0
        self._section = 0
        self._pending: int | None = None
        #: What an added word, a multiplier and a scale must be less than.
        self._room = self._times = self._scale = _NEVER
        self._step = 1
        self.joined = False
        self._empty = True

    @property
    def value(self) -> Decimal:
        return Decimal(self._total + self._section + (self._pending or 0))

    @property
    def step(self) -> Decimal:
        return Decimal(self._step)

    def take(self, atoms: tuple[Atom, ...]) -> bool:
        """Take all atoms of one word, or say that they do not go on with the number."""
        for atom in atoms:
            if atom.joins:
                if self._empty or self.joined:
                    return False
                self.joined = True
                continue
            taken = self._multiply(atom.value) if atom.times else self._add(atom.value)
            if not taken:
                return False
            self.joined = self._empty = False
            self._step = atom.value if atom.times and atom.value > 10 else 1
        return True

    def _add(self, value: int) -> bool:
        pending = self._pending
        if pending is None:
            if value >= self._room or (not value and not self._empty):
                return False
            self._pending = value
            return True
        joined = self._grown(pending, value)
        if joined is None:
            return False
        self._pending = joined
        return True

    def _grown(self, pending: int, value: int) -> int | None:
        """Two words that are added: the sum, or None where they are two numbers."""
        rules = self._rules
        if not value or not pending:
            return None
        if rules.inverted and pending < 10 and 20 <= value < 100 and self.joined:
            return pending + value
        if rules.teens_after and 0 < pending % 100 < 10 and value == 10 and not self.joined:
            return pending + value
        if rules.language == "fr":
            if pending % 100 == 4 and value == 20 and not self.joined:
                return pending - 4 + 80
            if pending % 100 in (60, 80) and value < 20:
                return pending + value
        if pending >= 100 and pending % 100 == 0 and value < 100:
            return pending + value
        if pending >= 1000 and pending % 1000 == 0 and value < 1000:
            return pending + value
        if pending % 10 == 0 and pending % 100 and value < 10:
            return pending + value
        if rules.inverted and pending % 100 < 10 and pending >= 100 and self.joined and value < 100:
            return pending + value if value >= 20 and value % 10 == 0 else None
        return None

    def _multiply(self, factor: int) -> bool:
        pending = self._pending
        if factor < 1000 or (self._rules.language == "ko" and factor == 1000):
            most = 100 if factor == 100 else 10
            if factor >= self._times or (pending is not None and not 0 < pending < most):
                return False
            if pending is None and self._section and self._room <= factor:
                return False
            self._section += (pending or 1) * factor
            self._pending, self._room, self._times = None, factor, factor
            return True
        count = self._section + (pending or 0)
        if factor >= self._scale or (not count and not self._empty):
            return False
        self._total += (count or 1) * factor
        self._section, self._pending = 0, None
        self._scale, self._room, self._times = factor, factor, _NEVER
        return True


@lru_cache(maxsize=8192)
def _atoms(word: str, language: str) -> tuple[Atom, ...]:
    """The parts that a word is made of; empty where it is no number word."""
    rules = grammar(language)
    word = unicodedata.normalize("NFC", word)
    atom = rules.atoms.get(word)
    if atom is not None:
        return (atom,)
    if language == "ar" and word[:1] == "و":
        rest = rules.atoms.get(word[1:])
        return (rules.atoms["و"], rest) if rest is not None else ()
    return _split(word, rules) if rules.solid else ()


def _split(word: str, rules: Grammar) -> tuple[Atom, ...]:
    """A word of several number words that are written together, the longest ones first."""
    ends: list[tuple[Atom, ...] | None] = [None] * (len(word) + 1)
    ends[len(word)] = ()
    for start in range(len(word) - 1, -1, -1):
        for end in range(len(word), start, -1):
            rest = ends[end]
            atom = rules.atoms.get(word[start:end]) if rest is not None else None
            if atom is None or rest is None:
                continue
            if _Sum(rules).take((atom, *rest)) or start or ends[start] is None:
                ends[start] = (atom, *rest)
                break
    return ends[0] or ()
