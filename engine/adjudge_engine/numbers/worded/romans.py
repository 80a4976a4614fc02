"""What is numbered in Roman numerals: "phase III", "class II"; kings and wars are none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.tables import word_list

#: One to twenty.
ROMANS: Final = word_list("I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX")
#: Words that say what a thing is by its number, and parts of documents.
_KINDS: Final = (
    "phase|stage|class|type|grade|level|category|tier|typ|stufe|klasse|stadium|kategorie|classe|"
    "stade|niveau|catégorie|fase|clase|nivel|tipo|grado|categoría"
)
_PARTS: Final = (
    "article|chapter|part|title|volume|annex|appendix|section|artikel|kapitel|teil|anhang|"
    "chapitre|titre|annexe|artículo|capítulo|título|anexo"
)
_NUMBERED: Final = re.compile(
    rf"(?<![^\W_])(?P<label>(?i:{_KINDS}|{_PARTS}))"
    r" (?P<roman>X{0,2}(?:IX|IV|V?I{0,3}))(?![^\W_])"
)
#: One of these stands before every numeral but the first, which is also a pronoun.
_HINTS: Final = (" II", " IV", " V", " IX", " X")
_WORTH: Final = {roman: Decimal(value) for value, roman in enumerate(ROMANS, 1)}


def read_romans(text: str) -> Iterator[Number]:
    """The labels with Roman numerals from two on, in order."""
    if not any(map(text.__contains__, _HINTS)):
        return
    for match in _NUMBERED.finditer(text):
        value = _WORTH.get(match["roman"])
        if value is not None and value > 1:
            label = match["label"].lower()
            start, end = match.span()
            yield Number(start, end, match.group(), value, Decimal(1), "label", label=label)


def is_roman(number: Number) -> bool:
    """Whether a label is numbered in Roman numerals."""
    return number.kind == "label" and number.text[-1:] in "IVX"


def is_part(number: Number) -> bool:
    """Whether it names a part of a document."""
    return re.fullmatch(_PARTS, number.label) is not None
