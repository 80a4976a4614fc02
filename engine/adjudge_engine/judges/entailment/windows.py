"""Contexts cut into windows that a model can read: whole sentences, a bounded number of tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from adjudge_engine.text.passages import Passages
from adjudge_engine.text.plain_sentences import Range
from adjudge_engine.text.sentences import trim

WINDOWS: Final = "windows/1"

#: Sentences that a window shares with the one before it, so that no two neighbours are parted.
_SHARED: Final = 1
_ENDED: Final = frozenset(".!?。！？।۔؟|")
_CLOSERS: Final = "\"'”’»)]}*_` 」』）】"

#: The number of tokens of a text.
Count = Callable[[str], int]


class Window(NamedTuple):
    """`text` is that of the context number `place` from `start` to `end`, as it is shown."""

    place: int
    start: int
    end: int
    text: str


def estimated_tokens(text: str) -> int:
    """About how many tokens a text has where its tokenizer is not at hand: rather too many.

    A third of its UTF-8 bytes: subword tokenizers take four bytes and more of English, and one
    character (three bytes) of Chinese or Japanese.
    """
    return len(text.encode("utf-8", "replace")) // 3 + 1


def windows_of(place: int, text: str, count: Count, most: int, *, cut: bool) -> list[Window]:
    """The windows of one context, in order, each of at most `most` tokens.

    `cut`: the context goes on where its text ends; an unfinished last sentence is left out, for
    what it says is not known.
    """
    spans = _unfinished_left_out(text) if cut else Passages(text).spans
    pieces = [piece for span in spans for piece in _small(text, span, count, most)]
    sizes = [count(text[start:end]) for start, end in pieces]
    return [
        Window(place, pieces[first][0], pieces[last][1], text[pieces[first][0] : pieces[last][1]])
        for first, last in _packed(sizes, most, _SHARED)
    ]


def groups_of(windows: Sequence[Window], count: Count, most: int) -> list[tuple[Window, ...]]:
    """The windows put together as long as they fit: for models that read several passages."""
    sizes = [count(one.text) for one in windows]
    return [tuple(windows[first : last + 1]) for first, last in _packed(sizes, most, 0)]


def _packed(sizes: Sequence[int], most: int, shared: int) -> list[tuple[int, int]]:
    """Runs of neighbours, first and last, whose sizes together are at most `most`.

    A run begins with the last `shared` of the run before where that leaves room to go on.
    """
    found: list[tuple[int, int]] = []
    first = 0
    while first < len(sizes):
        last, total = first, sizes[first]
        while last + 1 < len(sizes) and total + sizes[last + 1] <= most:
            last += 1
            total += sizes[last]
        if found and last <= found[-1][1]:  # nothing new fits beside what is shared
            first = found[-1][1] + 1
            continue
        found.append((first, last))
        if last + 1 == len(sizes):
            break
        first = max(first + 1, last + 1 - shared)
    return found


def _unfinished_left_out(text: str) -> list[Range]:
    spans = Passages(text).spans
    if spans and text[slice(*spans[-1])].rstrip(_CLOSERS)[-1:] not in _ENDED:
        return spans[:-1]
    return spans


def _small(text: str, span: Range, count: Count, most: int) -> list[Range]:
    """A passage in pieces of at most `most` tokens, cut near the middle where it is longer."""
    found: list[Range] = []
    left = [span]
    while left:
        start, end = left.pop()
        if end - start < 2 or count(text[start:end]) <= most:
            found.append((start, end))
            continue
        middle = (start + end) // 2
        at = text.rfind(" ", start + 1, middle) + 1 or middle
        left += [one for one in (trim(text, at, end), trim(text, start, at)) if one[0] < one[1]]
    return found
