"""How one text writes its numbers: language, decimal sign, the scale its headings set."""

from __future__ import annotations

import re
from bisect import bisect_right
from decimal import Decimal
from itertools import filterfalse
from operator import itemgetter
from typing import Final, Literal

from adjudge_engine.numbers.reading.headings import (
    LONGEST_PIECE,
    NO_HINTS,
    has_scale_piece,
    headings_of,
    hints_of,
    may_have_headings,
    may_have_money_headings,
)
from adjudge_engine.numbers.reading.tables import word_list, word_set
from adjudge_engine.once import once

Decimals = Literal["point", "comma", "unknown"]

#: How much of a text is looked at to tell its language and its decimal sign.
_SAMPLE = 20_000
_LANGUAGE_SAMPLE = 2_000

_STOPWORDS: Final[dict[str, frozenset[str]]] = {
    "en": word_set(
        "the of and to in is was for are with by that from per has have were at an it its "
        "this which be or not any does what how many much when who"
    ),
    "de": word_set(
        "der die das und ist im den dem ein eine mit von wird beträgt für auf nicht werden "
        "zum zur des sind wie bei"
    ),
    "fr": word_set(
        "le la les des et est du une un dans pour par sur avec il elle sont que qui aux"
    ),
    "es": word_set("el la los las de y es un una en por para con que del se al hasta son su"),
    "it": word_set("il lo la gli di e un una per con che del della sono nel è al dei"),
    "pt": word_set("o a os as de e é um uma em por para com que do da no na são ao"),
    "nl": word_set(
        "de het een en van is op te met voor zijn niet aan bij wordt worden mag mogen moet moeten "
        "kan kunnen heeft hebben bedraagt bedragen duurt kost naar uit dagen weken maanden jaar"
    ),
    "tr": word_set("ve bir bu ile için olarak da de en daha olan kadar"),
    "pl": word_set("i w z na się do jest od przez że oraz dla nie"),
    "sv": word_set("och att det som en ett är av för med på den till"),
    "id": word_set("dan yang di dari untuk dengan adalah pada ini ke sebesar"),
    "vi": word_set("và của là các một có được cho trong với những người"),
}
#: Scales that no other language abbreviates so, in a table too short to tell its language.
_GERMAN_SCALE = re.compile(r"\b(?:Tsd|Mio|Mrd|TEUR)\b|\bT€")
_COMMA_LANGUAGES = word_set("de fr es it pt nl tr pl sv id vi ru el")
_SCRIPTS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("ru", re.compile("[а-яё]{2}")),
    ("el", re.compile("[α-ω]{2}")),
    ("ar", re.compile("[\u0620-\u064a]")),
    ("hi", re.compile("[\u0905-\u0939]")),
    ("th", re.compile("[\u0e01-\u0e30]")),
)

_POINT_PROOF = re.compile(r"[0-9](?:\.[0-9]{1,2}(?![0-9.]|\s?Uhr)|,[0-9]{3}(?:\.[0-9]|,[0-9]{3}))")
_COMMA_PROOF = re.compile(r"[0-9](?:,[0-9]{1,2}(?![0-9,])|\.[0-9]{3}(?:,[0-9]|\.[0-9]{3}))")

#: Up to this length a text is read for its headings at once.
_LONG: Final = 8_000
_ALL_STOPWORDS: Final = frozenset().union(*_STOPWORDS.values())
_FOREIGN_STOPWORDS: Final = frozenset().union(
    *(words for name, words in _STOPWORDS.items() if name != "en")
)
_MARKS: Final = ".,;:!?()\"'¿¡«»"
_LONGER_STOPWORDS: Final = frozenset(word for word in _ALL_STOPWORDS if len(word) > 1)
#: All but digits and their separators, as blanks.
FIGURES_ONLY: Final = bytes(code if chr(code) in "0123456789.,'" else 0x20 for code in range(256))
#: Capitals of ASCII taken small; all but letters as blanks.
_LETTERS: Final = bytes(
    ord(chr(code).lower()) if code < 0x80 and chr(code).isalpha() else 0x20 for code in range(256)
)
_PARENTHESES = word_list("parenthes bracket (loss klammern parenthès paréntesis")


class Style:
    """How a folded text writes its numbers; each trait is worked out when it is first asked for."""

    def __init__(self, folded: str) -> None:
        self._folded = folded
        self._clear = 0  # no heading ends before

    @once
    def language(self) -> str:
        """A two-letter guess, as `language_of` makes it."""
        return language_of(self._folded)

    @once
    def decimals(self) -> Decimals:
        """The decimal sign: as the figures of a sample prove it, else as the language has it."""
        sample = self._folded[:_SAMPLE]
        raw = sample.encode("latin-1", "replace").translate(FIGURES_ONLY)
        figures = b" ".join(raw.split()).decode("ascii")
        point, comma = (
            proof.search(figures) is not None and proof.search(sample) is not None
            for proof in (_POINT_PROOF, _COMMA_PROOF)
        )
        if point != comma:
            return "point" if point else "comma"
        if _GERMAN_SCALE.search(sample) is not None:
            return "comma"
        if self.language:
            return "comma" if self.language in _COMMA_LANGUAGES else "point"
        return "unknown"

    @once
    def negative_parentheses(self) -> bool:
        """Whether the text says that figures in parentheses are negative."""
        if "(" not in self._folded:
            return False
        lower = self._folded.lower()
        return any(word in lower for word in _PARENTHESES)

    @once
    def headings(self) -> tuple[tuple[int, Decimal], ...]:
        """(offset, factor) of every heading scale, in order; each rules what follows."""
        if not self._may_head:
            rest = self._folded[max(0, self._clear - LONGEST_PIECE) :]
            return headings_of(self._folded, "", NO_HINTS) if may_have_money_headings(rest) else ()
        hints = hints_of(self._folded)
        others = any(hints[1:])  # only of these the language tells whether they count
        return headings_of(self._folded, self.language if others else "", hints)

    @property
    def _may_head(self) -> bool:
        """Whether a word has a piece of a scale in it; the distinct words are soon gone through."""
        return has_scale_piece(b" ".join(self.words))

    @once
    def words(self) -> frozenset[bytes]:
        """The words of ASCII letters, capitals taken small, and parts of others: a first look."""
        return frozenset(self._folded.encode("latin-1", "replace").translate(_LETTERS).split())

    def may_rule(self, offset: int) -> bool:
        """Whether a heading may rule what stands at `offset`; only what stands before is read."""
        if "words" in self.__dict__ or "headings" in self.__dict__ or len(self._folded) <= _LONG:
            return bool(self.headings)
        if offset > self._clear:
            if may_have_headings(self._folded[max(0, self._clear - LONGEST_PIECE) : offset]):
                return bool(self.headings)
            self._clear = offset
        return False

    def heading_at(self, offset: int) -> Decimal | None:
        """The factor of the last heading before `offset`, or None."""
        at = bisect_right(self.headings, offset, key=itemgetter(0))
        return self.headings[at - 1][1] if at else None


def language_of(text: str) -> str:
    """A two-letter guess from script and small words; an empty string where nothing speaks."""
    sample = text[:_LANGUAGE_SAMPLE].lower()
    foreign = 0 if sample.isascii() else len(sample) - len(sample.encode("ascii", "ignore"))
    if foreign * 12 >= len(sample):
        for name, pattern in _SCRIPTS:
            if len(pattern.findall(sample)) * 12 >= len(sample):
                return name
    # One letter is a word in too many languages to tell any.
    every = set(sample.split())
    words = _LONGER_STOPWORDS & every
    others = filterfalse(str.isalpha, every)
    marked = [word.strip(_MARKS) for word in others if len(word) > 1]
    words |= _ALL_STOPWORDS.intersection(marked)
    english = len(words & _STOPWORDS["en"])
    if english and len(words & _FOREIGN_STOPWORDS) <= english:
        return "en"  # no other language has more of them
    best, most = "", 0
    for name, stopwords in _STOPWORDS.items():
        hits = len(words & stopwords)
        if hits > most:
            best, most = name, hits
    return best
