"""Results that a context states itself, in the same operation's words and of the same things."""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_engine.calculations.amounts import measured_alike
from adjudge_engine.calculations.derive import Library
from adjudge_engine.calculations.sources import sentence_around
from adjudge_engine.calculations.words import names_in
from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.stating.operation_words import STEMS
from adjudge_engine.numbers.stating.stated import read_claim

#: Sentences that are read for one result.
_MOST: Final = 20


class Rival(NamedTuple):
    """Another number that a context states as the result."""

    number: Number
    context_id: str


def rival(library: Library, stated: Number, operation: str, names: frozenset[str]) -> Rival | None:
    """The one other result that the contexts state for what `names` name; None without, or of two.

    A claim that names nothing ("The total is 500.") is met by a sentence that names nothing.
    """
    found: dict[object, Rival] = {}
    for context_id, sentence in _sentences(library, operation):
        reading = read_claim(sentence)
        for statement in reading.statements:
            if statement.operation != operation or statement.result is None:
                continue
            result = reading.numbers[statement.result]
            if not _is_like(stated, result):
                continue
            bare = f"{sentence[: result.start]} {sentence[result.end :]}"
            known = names_in(bare)
            if names <= known if names else not known:
                found.setdefault(result.value, Rival(result, context_id))
    only = next(iter(found.values()), None)
    return only if len(found) == 1 and only and only.number.value != stated.value else None


def _sentences(library: Library, operation: str) -> list[tuple[str, str]]:
    """(context id, sentence) of the first sentences that hold a word of the operation."""
    stems = [stem for stem in STEMS[operation].alone if len(stem) > 2 or not stem.isascii()]
    found: dict[tuple[str, int], tuple[str, str]] = {}
    for context_id, text, lower in library.search(len(stems)):
        for stem in stems:
            at = lower.find(stem)
            while at >= 0 and len(found) < _MOST:
                start, end = sentence_around(lower, at, at + len(stem))
                found.setdefault((context_id, start), (context_id, text[start:end]))
                at = lower.find(stem, max(end, at + 1))
    return list(found.values())


def _is_like(stated: Number, result: Number) -> bool:
    if (stated.kind in SHARES) != (result.kind in SHARES) or not measured_alike(stated, result):
        return False
    return stated.noun == result.noun or not (stated.noun and result.noun)
