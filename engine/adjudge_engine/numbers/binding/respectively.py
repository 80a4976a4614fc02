"""Numbers listed after what they belong to: "A, B and C cost 5, 6 and 7 respectively"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from adjudge_engine.numbers.binding.clauses import Span

_RESPECTIVELY = re.compile(
    r"respectively|respective|beziehungsweise|bzw\.|jeweils|respectivement|respectivamente|"
    r"rispettivamente|соответственно|それぞれ|分别",
    re.IGNORECASE,
)
#: What every such word has in it, however it begins; a cheap test before the pattern.
_HINTS: Final = (
    "espectiv",
    "zw.",
    "eweils",
    "ehungsweise",
    "ispettivamente",
    "оответственно",
    "それぞれ",
    "分别",
)
_FIGURE = re.compile(r"[^\s,;、，]{0,4}\d[^\s;、，]*")
_LINK = re.compile(r"\s*(?:,|、|，|\b(?:and|und|et|y|e|и|or|o|ou|oder)\b|と|和)\s*")
_WORD = re.compile(r"\S+")
#: The longest list that is paired.
_MOST: Final = 12


def is_respective(text: str) -> bool:
    """Whether a text lists things "respectively", so that it does not say which number is whose."""
    return _RESPECTIVELY.search(text) is not None


def share_of(text: str, start: int, end: int, sentence: Span) -> list[Span]:
    """The spans of the listed name that the number at `start` pairs with, and of the frame.

    Empty where the sentence lists nothing "respectively" or the lists do not fit.
    """
    said = text[sentence.start : sentence.end]
    if not any(hint in said for hint in _HINTS) or _RESPECTIVELY.search(said) is None:
        return []
    figures = _figures(text, start, sentence)
    at = next((i for i, one in enumerate(figures) if one.start < end and start < one.end), None)
    if at is None or not 2 <= len(figures) <= _MOST:
        return []
    names = _names(text, Span(sentence.start, figures[0].start), len(figures))
    if not names:
        return []
    return [Span(sentence.start, names[0].start), names[at], Span(names[-1].end, figures[0].start)]


def _figures(text: str, start: int, sentence: Span) -> list[Span]:
    """The run of figures around `start` with nothing but a unit and a link between them."""
    run: list[Span] = []
    for match in _FIGURE.finditer(text, *sentence):
        span = Span(*match.span())
        between = text[run[-1].end : span.start] if run else ""
        if run and not (len(between) <= 24 and _linked(between, text[run[-1].end - 1])):
            if run[-1].end > start:
                break
            run = []
        run.append(span)
    return run


def _linked(between: str, last: str) -> bool:
    """Whether two figures are items of one list; the comma may have stuck to the first."""
    link = _LINK.search(between)
    words = len(_WORD.findall(between))
    return (link is not None and words <= 4) or (last == "," and words <= 1)


def _names(text: str, head: Span, count: int) -> list[Span]:
    """The last `count` items of a list in `head`; the first is cut to the others' length."""
    links = [Span(*match.span()) for match in _LINK.finditer(text, *head)]
    links = _without_doubles(text, links)
    if len(links) < count - 1:
        return []
    links = links[len(links) - (count - 1) :]
    middle = [Span(one.end, two.start) for one, two in pairwise(links)]
    last_words = [Span(*match.span()) for match in _WORD.finditer(text, links[-1].end, head.end)]
    first_words = [
        Span(*match.span()) for match in _WORD.finditer(text, head.start, links[0].start)
    ]
    if not last_words or not first_words:
        return []
    size = max((len(_WORD.findall(text[one.start : one.end])) for one in middle), default=0)
    size = size or _size_of(text, last_words)
    first = Span(first_words[-min(size, len(first_words))].start, links[0].start)
    last = Span(last_words[0].start, last_words[min(size, len(last_words)) - 1].end)
    return [first, *middle, last]


def _without_doubles(text: str, links: list[Span]) -> list[Span]:
    """ ", and" is one link."""
    kept: list[Span] = []
    for link in links:
        if kept and not text[kept[-1].end : link.start].strip():
            kept[-1] = Span(kept[-1].start, link.end)
        else:
            kept.append(link)
    return kept


def _size_of(text: str, words: list[Span]) -> int:
    """How many of the words after the last link are the name: the capitalised ones, else one."""
    size = 0
    while size < len(words) and not text[words[size].start].islower():
        size += 1
    return max(size, 1)
