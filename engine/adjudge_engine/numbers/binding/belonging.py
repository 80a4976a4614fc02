"""What a number belongs to: the words and the periods said with it where it stands.

In a table these are its row's label, its column's heads, its section and the title; in prose its
clause, the subject carried over from the clause or sentence before, and the heading or bullet
above. Only a bounded window around the place is read, so the cost does not grow with the text.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from adjudge_engine.numbers.binding.clauses import (
    Span,
    clause_at,
    piece_at,
    says_pronoun,
    sentence_at,
    sentence_before,
)
from adjudge_engine.numbers.binding.grid import is_row, place_at
from adjudge_engine.numbers.binding.headings import heading_above
from adjudge_engine.numbers.binding.names import CAPITAL, LONE_LETTER, is_name_here, small_labels
from adjudge_engine.numbers.binding.periods import Period, periods_in
from adjudge_engine.numbers.binding.respectively import share_of
from adjudge_engine.text.tokens import Token, is_content, is_number, tokens

#: The longest line that is read as a row of a table.
_LINE: Final = 4_000
_NAMED_LETTER = re.compile(r"[A-Z](?![^\W_])")
#: "X-10": one name.
_CODE = re.compile(r"[A-Z]-[0-9]{1,5}(?![^\W_])")
#: "Modules A, B and C": the word goes with every letter of the series.
_LINK = re.compile(r"\s?(?:[,/&]|\b(?:and|or|und|oder|et|ou|y|o|e|и)\b){1,2}\s?|\s?,\s(?:and|or)\s")
_LINKS: Final = frozenset(["and", "or", "und", "oder", "et", "ou", "y", "e", "и"])
#: What makes an amount of a figure: "Apply 1 to 2 …", "Wait 15–20 …", "Use 5 %".
_AMOUNT = re.compile(r"\s?(?:[-–—%°€$£¥]|(?:to|or|bis|à|a)\s\d|[a-zµ]{1,2}(?![^\W_]))")
_LETTER_SUBJECT = re.compile(
    r"\s(?:is|was|has|had|costs?|weighs?|takes?|and|or|und|et|y)\b|\s?[,:]"
)


class Binding(NamedTuple):
    """`words`: significant words, folded; `periods`: years, quarters, half-years, months."""

    words: frozenset[str]
    periods: frozenset[str]


class Said(NamedTuple):
    """The words and periods of a binding, in order, each with how the text writes it."""

    words: dict[str, str]
    periods: dict[str, str]


def binding(text: str, start: int, end: int) -> Binding:
    """What the number `text[start:end]` belongs to; empty where nothing is said with it."""
    said = said_with(text, start, end)
    return Binding(frozenset(said.words), frozenset(said.periods))


def said_with(text: str, start: int, end: int) -> Said:
    """`binding`, with the text's own spelling of every word, the nearest names first."""
    said = Said({}, {})
    number = Span(start, end)
    for part, span in _parts(text, start, end):
        _read(said, part, span, number if part is text else None)
    if len(said.periods) > 1 and not is_row(text, *line_at(text, start, end)):
        sentence = sentence_at(text, start, end)
        piece = piece_at(text, start, end, sentence)
        _keep_nearest(said, text, [piece, *clause_at(text, start, end, sentence)[:1]], number)
    return said


def near(text: str, start: int, end: int, sentence: Span | None = None) -> str:
    """The same stretches of text in lower case, as one string: enough to look for a word in.

    `sentence`: the whole sentence around the place, where it is known.
    """
    said = []
    for part, span in _parts(text, start, end, sentence):
        if part is text and span.start <= start < span.end:
            said += [text[span.start : start], text[end : max(end, span.end)]]
        else:
            said.append(part[span.start : span.end])
    return "\n".join(said).lower()


def _parts(text: str, start: int, end: int, sentence: Span | None = None) -> list[tuple[str, Span]]:
    """What is said with a number: stretches of the text itself, cells and headings apart."""
    first, last = line_at(text, start, end)
    if is_row(text, first, last):
        return [(part, Span(0, len(part))) for part in place_at(text, start, first, last)]
    sentence = sentence or sentence_at(text, start, end)
    spans = share_of(text, start, end, sentence) or clause_at(text, start, end, sentence)
    if says_pronoun(text, min(span.start for span in spans)):
        before = sentence_before(text, sentence.start)
        if before is not None:
            spans.append(before)
    heading = heading_above(text, first)
    return [(text, span) for span in spans] + [(heading, Span(0, len(heading)))]


def words_of(text: str, start: int = 0, end: int | None = None) -> Said:
    """The significant words and the periods of a whole (short) text, such as a question."""
    said = Said({}, {})
    _read(said, text, Span(start, len(text) if end is None else end))
    return said


def line_at(text: str, start: int, end: int) -> Span:
    """The line around `text[start:end]`, cut to a bounded window."""
    low = max(0, start - _LINE)
    first = text.rfind("\n", low, start) + 1 or low
    last = text.find("\n", end, end + _LINE)
    return Span(first, min(len(text), end + _LINE) if last < 0 else last)


def _keep_nearest(said: Said, text: str, spans: list[Span], number: Span) -> None:
    """Of several periods keep those of the first of `spans` that names one."""
    for span in spans:
        near = {one.name for one in _without(periods_in(text, *span), number)}
        if not near.isdisjoint(said.periods):
            for name in [name for name in said.periods if name not in near]:
                del said.periods[name]
            return


def _read(said: Said, text: str, span: Span, number: Span | None = None) -> None:
    """Add what `text[span]` says; a letter or a figure that names goes with its word."""
    periods = periods_in(text, *span)
    without = [Span(one.start, one.end) for one in periods]
    if number is not None:
        without.append(number)
        periods = _without(periods, number)
    for one in periods:
        said.periods.setdefault(one.name, text[one.start : one.end].rstrip())
    last, start, end, series = "", span.start, span.start, ""
    small = small_labels(text, *span)
    for token in tokens(text, *span):
        if any(low < token.end and token.start < high for low, high in without):
            last = ""
            continue
        word = token.folded
        beside = last if token.start - end <= 1 else ""
        if not beside and series and _LINK.fullmatch(text, end, token.start):
            beside = series
        is_name = beside == series or text[start].isupper()
        if token.start in small or _is_label(text, token, beside, is_name):
            series, name = beside, f"{beside} {word}"
            first = start if last else token.start
            said.words.setdefault(name, text[first : token.end])
            if len(word) == 1:
                # "Pumps A and B … respectively" parts the letter from its word.
                said.words.setdefault(f"letter {word}", text[first : token.end])
        elif name := _name(text, token, is_number(beside)):
            said.words.setdefault(name, text[token.start : token.end])
        if word not in _LINKS:
            last, start, end = (word if is_content(word) else ""), token.start, token.end


def _is_label(text: str, token: Token, beside: str, is_name: bool) -> bool:
    """Whether a letter or a figure names together with the word before it ("Pump B").

    `is_name`: that word may have a figure for its name.
    """
    if not beside or is_number(beside):
        return False
    if is_number(token.folded):
        return is_name and _AMOUNT.match(text, token.end) is None
    letter = len(token.folded) == 1 and _NAMED_LETTER.match(text, token.start)
    return bool(letter) and _CODE.match(text, token.start) is None


def _name(text: str, token: Token, behind_number: bool) -> str:
    """What a word names by itself; "" for nothing. A letter behind a number is a unit."""
    word, start, end = token.folded, token.start, token.end
    if is_number(word):
        return ""
    if len(word) == 1 and _NAMED_LETTER.match(text, start):
        code = _CODE.match(text, start)
        if code is not None:
            return code.group().lower()
        return f"letter {word}" if not behind_number and _is_lone(text, word, start, end) else ""
    if is_content(word) or (CAPITAL.match(text, start) and is_name_here(text[start:end])):
        return word
    return ""


def _is_lone(text: str, word: str, start: int, end: int) -> bool:
    """Whether a capital letter, alone, is a name."""
    if word not in "ai" or _LETTER_SUBJECT.match(text, end):
        return True
    return LONE_LETTER.match(text, start) is not None


def _without(periods: list[Period], number: Span) -> list[Period]:
    """The periods, less the number itself: in "im Januar 12 Euro" the figure is no day."""
    found = []
    for one in periods:
        if not _overlap(one, number):
            found.append(one)
        elif one.name.startswith("month ") and one.start < number.start:
            month = " ".join(one.name.split()[:2])
            found.append(Period(one.start, number.start, month))
    return found


def _overlap(one: tuple[int, int, str] | Span, other: Span) -> bool:
    return one[0] < other.end and other.start < one[1]
