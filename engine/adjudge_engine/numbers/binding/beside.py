"""A figure said of what the statement beside it is about: "children pay 12" for "children 5".

Two statements that stand side by side, in one sentence or a list, are compared word by word: what
is particular to the one and to the other, designating figures ("room 101", "the 2-litre kettle")
and words such as "before" and "after" among it. What the second leaves unsaid ("children 5") it
takes from the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from adjudge_engine.numbers.binding.opposites import opposed, opposite_of, tokens_of
from adjudge_engine.numbers.reading.tables import word_set
from adjudge_engine.text.tokens import folded_words, is_content, is_number

#: Statements that differ in more words are not said of two things alike.
_THEIRS: Final = 4
_OURS: Final = 7
#: Statements of so few words are those of a list.
_SHORT: Final = 2
#: What stands for a thing that was named before ("the right one").
_STANDS_FOR: Final = word_set("one ones celui celle ceux celles aquel aquella quello quella")
#: Words of times of the day that parts a shift from another, though they mostly say nothing.
_TIMES: Final = word_set("day día jour giorno dia dag tag")


class Words(NamedTuple):
    """The words before and behind the figure of a statement, in order; `lead`: the word before
    the first that says something, `raw`: all words before the figure."""

    before: list[str]
    behind: list[str]
    raw: list[str]
    tokens: set[str]

    @property
    def all(self) -> set[str]:
        """Those that say something."""
        return {*self.before, *self.behind}


def words_of(text: str, start: int, end: int, low: int, high: int) -> Words:
    """The words of the statement `text[start:end]`, whose figure is `text[low:high]`."""
    raw = folded_words(text, start, low)
    rest = folded_words(text, high, end)
    return Words(_telling(raw), _telling(rest), raw, tokens_of([*raw, *rest]))


def _telling(raw: Iterable[str]) -> list[str]:
    return [word for word in raw if _is_telling(word) and not opposite_of(word)]


def _is_telling(word: str) -> bool:
    return (is_content(word) and word not in _STANDS_FOR) or is_number(word) or word in _TIMES


def is_others(own: Words, other: Words, claim: Words, *, same: bool, ahead: bool) -> list[str]:
    """The words of `claim` that say it is about `other` and not about `own`; none: it may be.

    `same`: both stand in one sentence; `ahead`: `own` stands before `other`.
    """
    said, sides = claim.all, _of_sides(own, other, claim)
    theirs = [word for word in (*other.before, *other.behind) if word not in own.all]
    ours = [word for word in (*own.before, *own.behind) if word not in other.all]
    if sides is None or len(theirs) > _THEIRS or len(ours) > _OURS:
        return []
    if any(is_number(word) and word not in said for word in theirs):
        return []
    named = [word for word in theirs if word in said]
    missing = [word for word in ours if word not in said]
    alike = own.all & other.all & said
    if sides:
        # "After 18:00 it costs 1": what else is said in other words does not matter.
        some = alike or named or len(missing) < len(ours)
        return sides if some and 2 * len(named) >= len(theirs) - 1 else []
    if not named or 2 * len(named) < len(theirs) or not missing:
        return []
    if len(missing) == len(ours):
        short = len(own.all) <= _SHORT and len(other.all) <= _SHORT
        return named if same or short or own.all & other.all else []
    return named if same and ahead and _is_elided(own, other, said, named, theirs) else []


def _of_sides(own: Words, other: Words, claim: Words) -> list[str] | None:
    """The sides that `claim` takes with `other`; None where it takes one with `own`."""
    if not own.tokens and not other.tokens:
        return []
    mine, its = opposed(own.tokens, other.tokens)
    sides = claim.tokens if "not 1" in claim.tokens else claim.tokens | {"not 0"}
    if mine & sides:
        return None if not its & sides else []
    return sorted(its & sides)


def _is_elided(
    own: Words, other: Words, said: set[str], named: list[str], theirs: list[str]
) -> bool:
    """Whether `other` leaves unsaid what `claim` has from `own`, all but what is its own."""
    if len(named) != len(theirs) or len(other.all) >= len(own.all):
        return False
    before = [word for word in other.before if word in theirs]
    behind = [word for word in other.behind if word in theirs]
    if before:
        counterpart = _counterpart(own, other)
        if counterpart in said and len(other.before) == 1 and said <= own.all | other.all:
            counterpart = own.before[-1]  # "started in 2019 and ended in 2021"
        if not counterpart or counterpart in said or counterpart in other.all:
            return False
    if behind:
        mine = [word for word in own.behind if word not in other.all]
        if not mine or any(word in said for word in mine):
            return False
    return True


def _counterpart(own: Words, other: Words) -> str:
    """The word of `own` that has the place of the first one of `other`'s: "for adults"."""
    first = next((at for at, word in enumerate(other.raw) if word in other.before), 0)
    lead = other.raw[first - 1] if first else ""
    if lead and lead in own.raw:
        at = own.raw.index(lead)
        return next((word for word in own.raw[at + 1 :] if word in own.before), "")
    return next(iter(own.before), "")
