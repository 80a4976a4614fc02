"""The clause that a place in prose stands in, with the subject that it leaves unsaid.

"Confort costs 37; Familia 44" says two things. A stretch without a figure of its own goes with
the figure that follows ("In 2022, 5,310 claims …"), a clause that names nothing takes the subject
of the clause before it. Everything is looked for within a bounded window.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.text.abbreviations import BEFORE_NUMBER, NEVER_LAST

#: How far before and after a place its sentence may reach.
_BACK: Final = 360
_AHEAD: Final = 240

# Each of the patterns that are looked for everywhere begins with the set of its first characters,
# so that what cannot begin a match is passed over at once.
_STOP = re.compile(
    r"[.!?。！？\n](?:(?<=[。！？\n])|(?<=[a-z0-9][.!?])(?=[A-Z][a-z])"
    r"|(?<=[.!?])[\"'”’»)\]]{0,2}(?=\s{1,3}(?:[^\sa-z]|[a-z]{1,12}[A-Z:])))"
)
_DIGIT = re.compile(r"\s{1,3}[0-9]")
#: "… es 415. 2022 waren …": a year opens a sentence behind a figure that is no part of a date.
_YEAR_OPENS = re.compile(r"\s{1,3}(?:1[89]|20|21)[0-9]{2},?\s[^\W\d_]")
_AMOUNT = re.compile(r"[^\s.\d][ \xa0$€£¥]{1,2}[0-9]{1,4}\Z")
_LAST_WORD = re.compile(r"[^\W\d_][\w.]{0,8}\Z")
#: A letter that is a unit: "180 W. The …" ends a sentence, "J. Smith" does not.
_UNIT = re.compile(r"[0-9]\s?[^\W\d_]\Z")
#: Where one statement ends and another begins, whatever stands on both sides.
_HARD = re.compile(
    r"[;；,\s](?:(?<=[;；])|(?<=\s)[–—]\s"
    r"|(?:(?<=,)\s|(?<=\s))(?:while|whereas|whilst|während|tandis que|mientras|whereby)\s"
    r"|(?<=,)\s(?:but|aber|mais|pero|а|но)\s)"
)
#: Where it may end: kept apart only where both sides have a figure of their own.
_SOFT = re.compile(
    r"[,、，\s):：](?:(?<=,)(?!\d)\s?|(?<=[、，])|(?<=\s)(?:(?:and|und|et|y|e|и|en|och|but)\s|\()"
    r"|(?<=\))\s|(?<=[^\d][:：])\s)"
)
#: A figure; a year says when, not how much.
_FIGURE = re.compile(r"(?<!\d)(?!(?:1[89]|20|21)\d\d(?!\d|[.,]\d))\d")
#: A stretch that says more of what stands before it.
_BACKWARD = re.compile(
    r"(?:which|who|where|whose|including|such|up|down|compared|versus|vs|from|than|of which|"
    r"respectively|each|as|der|die|das|welche\w?|qui|que|dont|lo que)\b",
    re.IGNORECASE,
)
#: What a statement begins with that names nothing itself.
_SUBJECTLESS = re.compile(
    r"(?:it|its|they|their|he|she|his|her|this|these|those|that|is|are|was|were|has|had|have|"
    r"will|costs?|takes?|weighs?|measures?|in|at|by|for|on|with|to|then|also|only|er|sie|es|ist|"
    r"sind|war|hat|kostet|im|il|elle|ils|elles|est|sont|coûte|en|su|sus|es|son|cuesta|он|она|оно|"
    r"они|в)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"(?:and |but |und |et |y |и )?(?:it|its|they|their|he|she|his|her|this|these|those|er|sie|es|"
    r"sein|seine|ihre?|il|elle|ils|elles|ce|cette|son|sa|ses|su|sus|este|esta|он|она|оно|они|его|её|"
    r"それ|これ|同|它|他|她|该)(?:\b|(?<=[^\x00-\x7f]))",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}")


class Span(NamedTuple):
    """`text[start:end]`."""

    start: int
    end: int


def sentence_at(text: str, start: int, end: int) -> Span:
    """The sentence around `text[start:end]`, cut to a bounded window."""
    low, high = max(0, start - _BACK), min(len(text), end + _AHEAD)
    line = text.rfind("\n", low, start) + 1
    first = max(low, line)
    for stop in _stops(text, first, start):
        first = stop
    last = next(_stops(text, end, high), high)
    return Span(first, last)


def sentence_before(text: str, start: int) -> Span | None:
    """The sentence of the same line that ends right before `start`, or None."""
    at = start - 1
    while at > start - 4 and at > 0 and text[at].isspace():
        if text[at] == "\n":
            return None
        at -= 1
    if at <= 0 or text[at] == "\n":
        return None
    return sentence_at(text, at, at)


def says_pronoun(text: str, start: int) -> bool:
    """Whether what begins at `start` speaks of what was named before ("It costs 5")."""
    while text[start : start + 1].isspace():
        start += 1
    return _PRONOUN.match(text, start) is not None


def clause_at(text: str, start: int, end: int, sentence: Span) -> list[Span]:
    """The clause around `text[start:end]`; where it names nothing, the first clause as well."""
    hard = _hard_part(text, start, end, sentence)
    parts = list(_parts(text, hard))
    own = next((part for part in parts if part.start <= start < part.end), hard)
    if not _names_nothing(text, own, start):
        return [own]
    first = parts[0] if parts and parts[0].start < own.start else None
    if first is None and hard.start > sentence.start:
        before = Span(sentence.start, hard.start)
        first = next(_parts(text, before), before)
    if first is None:
        return [own]
    figure = _FIGURE.search(text, first.start, first.end)
    return [own, Span(first.start, figure.start() if figure is not None else first.end)]


def _stops(text: str, start: int, end: int) -> Iterator[int]:
    for match in _STOP.finditer(text, start, end):
        if match.group()[0] == ".":
            word = _LAST_WORD.search(text, max(start, match.start() - 10), match.start())
            said = word.group().lower() if word is not None else ""
            if said in NEVER_LAST:
                continue
            if len(said) == 1 and said.isalpha() and not _is_unit(text, match.start()):
                continue
            if _YEAR_OPENS.match(text, match.end()) and _AMOUNT.search(
                text, max(0, match.start() - 12), match.start()
            ):
                yield match.end()
                continue
            if _DIGIT.match(text, match.end()) and (len(said) < 3 or said in BEFORE_NUMBER):
                continue
        yield match.end()


def _is_unit(text: str, end: int) -> bool:
    return _UNIT.search(text, max(0, end - 3), end) is not None


def _hard_part(text: str, start: int, end: int, sentence: Span) -> Span:
    first, last = sentence
    for match in _HARD.finditer(text, sentence.start, sentence.end):
        if match.end() <= start:
            first = match.end()
        elif match.start() >= end:
            last = match.start()
            break
    return Span(first, last)


def _parts(text: str, whole: Span) -> Iterator[Span]:
    """The statements of a part: one for each stretch with a figure, as far as words go with it."""
    first, has_figure = whole.start, False
    cuts = [match.span() for match in _SOFT.finditer(text, whole.start, whole.end)]
    for index, (low, high) in enumerate(cuts):
        after = cuts[index + 1][0] if index + 1 < len(cuts) else whole.end
        piece = first if index == 0 else cuts[index - 1][1]
        has_figure = has_figure or _FIGURE.search(text, piece, low) is not None
        if has_figure and _starts_anew(text, high, after, whole.end):
            yield Span(first, low)
            first, has_figure = high, False
    yield Span(first, whole.end)


def _starts_anew(text: str, start: int, end: int, last: int) -> bool:
    """Whether a stretch after a figure begins a statement: words first, then its own figure."""
    if _BACKWARD.match(text, start):
        return False
    figure = _FIGURE.search(text, start, last)
    return figure is not None and _WORD.search(text, start, min(end, figure.start())) is not None


def _names_nothing(text: str, part: Span, place: int) -> bool:
    at = part.start
    while at < part.end and not text[at].isalnum():
        at += 1
    if _SUBJECTLESS.match(text, at) or _BACKWARD.match(text, at):
        return True
    return _WORD.search(text, at, max(at, place)) is None and at > 0 and place - at < 4


def piece_at(text: str, start: int, end: int, sentence: Span) -> Span:
    """The stretch between two commas or other joints that `text[start:end]` stands in."""
    first, last = sentence
    for pattern in (_HARD, _SOFT):
        for match in pattern.finditer(text, *sentence):
            if match.end() <= start:
                first = max(first, match.end())
            elif match.start() >= end:
                last = min(last, match.start())
                break
    return Span(first, last)
