"""Calculations that a claim states: it relates quantities by an operation, and says the result.

The claim is first reduced to its outline, in which each quantity is one sign; a word that merely
stands near a number ("each change costs $15", "twice a day", "0.85 euros per share") is none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.reading.scan import iter_scan
from adjudge_engine.numbers.reading.tables import word_set
from adjudge_engine.numbers.stating.operation_words import PIECES, SIGNALS, STEMS, Stems
from adjudge_engine.numbers.stating.operations import EASTERN, SPACED

#: The signs of an outline (private use): a quantity, a share.
_QUANTITY, _SHARE = "\ue000", "\ue001"

#: The parts of a pattern that bear on its alternatives: escapes and classes are passed over.
_SYNTAX = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]])*\]|[()|]")
_SIGNS = re.compile(
    r"[0-9)%€$£¥]\s{0,2}(?:\+\s{0,2}[(€$£¥]?[0-9]|[-−–×*÷/x]\s{0,2}[(€$£¥]?[0-9][^=\n]{0,60}=)"
)
#: A calculation in parentheses: "105 cars (40 + 65)".
_WORKED = re.compile(
    r"[0-9][^0-9().\n]{0,24}\([$€£¥]?[0-9][0-9.,]{0,20}+ ?[-+*×/÷−–] ?[$€£¥]?[0-9]"
)
#: A digit, or a letter of a script that has digits and number words of its own.
_DIGIT = re.compile(r"[0-9]|[^\x00-\u036f]")
_WORDS: Final = word_set(
    "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred "
    "half third quarter zwei drei vier sechs sieben acht deux trois quatre cinq dos tres cuatro "
    "cinco seis"
)
#: What may follow a word between blanks.
_TAILS: Final = ("", ".", ",", ";", ":", ")", "!", "?", ").", "),")
#: Operations that state a result; "times 5" states none.
_TELLING: Final = frozenset(SIGNALS) - {"product"}
_RUNS = re.compile(r"[0-9][0-9.,]*+")
#: How often something is done.
_OFTEN = re.compile(
    r"t(?<!\wt)(?:imes|wice)(?=[.,;:)!?]|\Z| (?:daily|weekly|monthly|yearly|annually|per|each|every"
    r"|during|over the|in the|within|if|before|after|until|and then"
    r"|an? (?:hour|day|night|week|month|quarter|season|year|decade|shift|session|minute|second))\b)"
)
#: Words that join the numbers of an equation without "=": "three plus four is seven".
_EQUATION_WORDS: Final = word_set(
    "plus minus times mal fois por menos moins multiplied divided half third thirds quarter"
)
#: Signs and words of equations in a text that is not all plain letters: "€360 divided by 12".
_EQUATION_PIECES: Final = ("=", "＝", "+", " divided by ", " multiplied by ", " times ", " minus ")
_THAN_FORMS: Final = word_set("than than, (than")
#: A quantity, a few words and "than", with no comma between.
_THAN = re.compile(
    rf"(?:[0-9%]|\b(?:{'|'.join(sorted(_WORDS))}))(?: [\w$€£%.-]{{1,30}}+){{0,5}} than\b"
)
_OF = re.compile(
    r"[0-9)%] (?:\w{1,20} )?(?:(?:out )?of|von|sur|de) "
    r"|, (?:or|i\.e\.|that is|which is|das sind|soit|es decir) (?:about )?[0-9]"
)


def _in_every_form(words: str) -> Iterator[str]:
    return (
        f"{lead}{word}{tail}" for word in words.split() for lead in ("", "(") for tail in _TAILS
    )


_OPERATIONS_OF: Final[dict[str, list[str]]] = {}
for _name, _signals in SIGNALS.items():
    for _form in _in_every_form(_signals):
        _OPERATIONS_OF.setdefault(_form, []).append(_name)
_SIGNALS: Final = frozenset(_OPERATIONS_OF)
_TELLING_SIGNALS: Final = (
    frozenset(form for form, names in _OPERATIONS_OF.items() if not _TELLING.isdisjoint(names))
    | _EQUATION_WORDS
)
_ADORNMENTS: Final = (
    ("’", "'"),
    ("“", '"'),
    ("”", '"'),
    ("–", "-"),
    ("—", "-"),
    ("‘", "'"),
    ("°", " "),
    ("•", "-"),
    ("…", "."),
    ("\xa0", " "),
)
_PIECES: Final = tuple(piece for pieces in PIECES.values() for piece in pieces)
#: What a text of plain letters may have of the pieces of words for a change.
_PLAIN_CHANGE: Final = Stems(*(tuple(filter(str.isascii, one)) for one in STEMS["change"]))
#: More of a claim is not read; so long a sentence is a table or no sentence at all.
_LONGEST: Final = 4_000
_MOST: Final = 40
#: How many quantities an operation's patterns need at least.
_FEWEST: Final = {"conclusion": 3, "product": 2}


class Statement(NamedTuple):
    """An operation that a claim states. `result`: which of its numbers is said to be the result.

    `start` and `end` are those of the words that state it, in the claim.
    """

    operation: str
    result: int | None
    start: int
    end: int


class Reading(NamedTuple):
    """The quantities of a claim (spans count in the claim) and what it states about them.

    `cut`: from where on the claim, which is too long or states too much, was not read; else None.
    """

    numbers: tuple[Number, ...]
    statements: tuple[Statement, ...]
    cut: int | None = None


def may_state(lower: str) -> bool:
    """Whether a text in lower case may state a calculation: a quick look at its words."""
    if "(" in lower and _WORKED.search(lower) is not None:
        return True
    lower = _unadorned(lower)
    if not lower.isascii():
        if any(map(lower.__contains__, _EQUATION_PIECES)):
            return True
        return not _TELLING.isdisjoint(_operations_in(lower))
    words = lower.split()
    if _TELLING_SIGNALS.isdisjoint(words) and "=" not in lower and not _in_pieces(lower):
        return False
    if _DIGIT.search(lower) is None and _WORDS.isdisjoint(words):
        return False
    return (
        "=" in lower
        or not _EQUATION_WORDS.isdisjoint(words)
        or not _TELLING.isdisjoint(_operations_in(lower))
    )


def _unadorned(lower: str) -> str:
    """A text without the curly quotes and dashes that also English ones have, and without the
    "times" of "three times a day", which multiply nothing.
    """
    if not lower.isascii():
        for sign, plain in _ADORNMENTS:
            lower = lower.replace(sign, plain)
    if "times" in lower or "twice" in lower:
        lower = _OFTEN.sub(" ", lower)
    return lower


def _in_pieces(lower: str) -> bool:
    if any(map(lower.__contains__, _PIECES)):
        return True
    return ("%" in lower or "perc" in lower) and _OF.search(lower) is not None


def _operations_in(lower: str) -> frozenset[str]:
    """The operations whose patterns may match a text in lower case."""
    if not lower.isascii():
        return frozenset(name for name, stems in STEMS.items() if stems.stand_in(lower))
    words = _SIGNALS.intersection(lower.split())
    found = {name for word in words for name in _OPERATIONS_OF[word]}
    for name, pieces in PIECES.items():
        if name not in found and any(map(lower.__contains__, pieces)):
            found.add(name)
    if "%" in lower or "perc" in lower:
        found.add("ratio")
    if words and words <= _THAN_FORMS and _THAN.search(lower) is None:
        found.discard("difference")
    if "conclusion" in found and len(_RUNS.findall(lower)) < _FEWEST["conclusion"]:
        found.discard("conclusion")
    if "change" in found and not _PLAIN_CHANGE.stand_in(lower):
        found.discard("change")
    return frozenset(found)


def calculation_in(claim: str, read: Callable[[], Reading] | None = None) -> str | None:
    """The first operation that a claim states between quantities, or None.

    `read` gives its reading, where it has been read before.
    """
    claim = claim[:_LONGEST]
    signs = _SIGNS.search(claim) is not None
    if not signs and not _operations_in(_unadorned(claim.lower())):
        return None
    reading = read() if read is not None else read_claim(claim)
    if reading.statements:
        return reading.statements[0].operation
    return "sum" if signs and len(reading.numbers) > 1 else None


def is_operand(number: Number) -> bool:
    """Whether a number says how much or how many, so that it can be calculated with."""
    return number.is_quantity and not number.weak and number.kind not in ("ordinal", "label")


def read_claim(claim: str, numbers: Iterable[Number] | None = None) -> Reading:
    """The quantities of a claim and the calculations that it states with them.

    `numbers`: its operands, where they have been read before; their spans count in the claim.
    """
    cut = _LONGEST if len(claim) > _LONGEST else None
    claim = claim[:_LONGEST]
    if numbers is None:
        numbers = filter(is_operand, iter_scan(claim))
    outline = _outline(claim, numbers)
    if not outline.numbers:
        return Reading((), (), cut)
    lower = _unadorned(claim.lower())
    operations = _operations_in(lower)
    found: dict[int | tuple[int, str], Statement] = {}
    for operation, pattern in _patterns(lower.isascii()):
        if operation not in operations or len(outline.numbers) < _FEWEST.get(operation, 1):
            continue
        for count, match in enumerate(pattern.finditer(outline.text)):
            if count == _MOST:
                at = outline.origin(match.start())
                cut = at if cut is None else min(at, cut)
                break
            statement = outline.statement(operation, match)
            key = statement.result
            found.setdefault((match.start(), operation) if key is None else key, statement)
    return Reading(tuple(outline.numbers), tuple(found.values()), cut)


class _Outline:
    """A claim with one sign for each quantity: `places` are where the signs stand."""

    def __init__(self, text: str, numbers: list[Number], places: list[int]) -> None:
        self.text = text
        self.numbers = numbers
        self.places = places

    def statement(self, operation: str, match: re.Match[str]) -> Statement:
        """The statement that a pattern found, with its span in the claim."""
        result = None
        if match.lastindex:
            result = bisect_left(self.places, match.start(match.lastindex))
        return Statement(operation, result, self.origin(match.start()), self.origin(match.end()))

    def origin(self, at: int) -> int:
        """The offset in the claim of an offset in the outline."""
        index = bisect_left(self.places, at)
        if not index:
            return at
        return at - self.places[index - 1] - 1 + self.numbers[index - 1].end


def _outline(claim: str, quantities: Iterable[Number]) -> _Outline:
    parts: list[str] = []
    numbers: list[Number] = []
    places: list[int] = []
    end, length = 0, 0
    for number in quantities:
        if number.end > len(claim):
            break
        sign = _SHARE if number.kind in SHARES - {"fraction"} else _QUANTITY
        parts += [claim[end : number.start], sign]
        length += number.start - end + 1
        places.append(length - 1)
        numbers.append(number)
        end = number.end
    parts.append(claim[end:])
    return _Outline("".join(parts), numbers, places)


@cache
def _patterns(spaced_only: bool) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """(operation, pattern): what begins with a word and what begins with a sign apart."""
    found = []
    for table in (SPACED,) if spaced_only else (SPACED, EASTERN):
        for name, patterns in table.items():
            branches = list(chain.from_iterable(map(_branches, patterns)))
            words = [one.removeprefix(r"\b") for one in branches if one.startswith(r"\b")]
            signs = [one for one in branches if not one.startswith(r"\b")]
            for lead, group in ((r"\b(?=\w)", words), ("", signs)):
                if group:
                    pattern = lead + _spelled(f"(?:{'|'.join(group)})")
                    found.append((name, re.compile(pattern, re.IGNORECASE)))
    return tuple(found)


def _branches(pattern: str) -> Iterator[str]:
    """The alternatives of a pattern; those within parentheses are left alone."""
    depth, start = 0, 0
    for match in _SYNTAX.finditer(pattern):
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        if match.group() == "|" and not depth:
            yield pattern[start : match.start()]
            start = match.end()
    yield pattern[start:]


def _spelled(pattern: str) -> str:
    """The pattern with its shorthands written out; "#" inside a class stands for both signs."""
    both = f"[{_QUANTITY}{_SHARE}]"
    pattern = pattern.replace("[^#", f"[^{_QUANTITY}{_SHARE}").replace(r"\w+", r"\w{1,30}+")
    pattern = pattern.replace("@%", f"({_SHARE})").replace("@", f"({both})")
    pattern = pattern.replace("#", both).replace("%", _SHARE)
    pattern = pattern.replace("~", r"[^.;!?\n]{0,40}?").replace("≈", r"[^.;!?\n]{0,80}?")
    return pattern.replace("_ ?", r"(?: [\w-]{1,30}+){0,3}? ?")
