"""Texts compared past what a change of layout does: line-end hyphens, markup, pieces.

Stricter comparison comes first. What only stands here says so in its code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from adjudge_engine.text.boundary import splits_token
from adjudge_engine.text.normalise import Normalised, normalise

_HAN_KANA: Final = "\u3001-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
#: A hyphen between letters, with or without a line break after it; a space beside Han or kana.
_LAYOUT: Final = re.compile(
    "(?<=[^\\W\\d_])-( ?)(?=[^\\W\\d_])"
    f"|(?<=[{_HAN_KANA}]) (?=[^\\d ])|(?<=[^\\d ]) (?=[{_HAN_KANA}])"
)
_MARKUP: Final = re.compile(
    r"[|*#`>~\\]+|(?<![^\s|]):?[-=]{3,}:?(?![^\s|])|</?[a-z][a-z0-9]{0,10}>"
)
_ELLIPSIS: Final = re.compile(r"\[\.\.\.\]|\(\.\.\.\)|\.\.\.")
_MOST_PIECES: Final = 2_000
_AROUND: Final = 40


class Layout(NamedTuple):
    """A normalised text without its line-end hyphens; where each hyphen was, and how it stood.

    `hyphens` maps the place in `text` to whether a space followed the hyphen.
    """

    text: str
    hyphens: dict[int, bool]


def without_layout(text: str) -> Layout:
    """A normalised text as it is whatever the width of its lines."""
    parts: list[str] = []
    hyphens: dict[int, bool] = {}
    last = gone = 0
    for match in _LAYOUT.finditer(text):
        start, end = match.span()
        parts.append(text[last:start])
        if text[start] == "-":
            hyphens[start - gone] = match.end(1) > match.start(1)
        last, gone = end, gone + end - start
    parts.append(text[last:])
    return Layout("".join(parts), hyphens)


def same_layout(
    part: Layout, whole: Layout, cuts: Callable[[Normalised, int], bool] = splits_token
) -> bool:
    """Whether `part` stands in `whole` with hyphens differing only where a line may have broken.

    `cuts` says of a place in a text whether `part` may not begin or end there.
    """
    hay = Normalised(whole.text, whole.text)
    own = {spot for spot, broken in part.hyphens.items() if not broken}
    at = whole.text.find(part.text) if part.text else -1
    while at >= 0:
        end = at + len(part.text)
        theirs = _within(whole.hyphens, at, end)
        same = own <= theirs.keys() and all(
            broken or spot in part.hyphens for spot, broken in theirs.items()
        )
        if same and not (cuts(hay, at) or cuts(hay, end)):
            return True
        at = whole.text.find(part.text, end)
    return False


def _within(hyphens: dict[int, bool], start: int, end: int) -> dict[int, bool]:
    """The hyphens inside a range, by their place in it; no dearer than the shorter of the two."""
    if len(hyphens) < end - start:
        return {spot - start: one for spot, one in hyphens.items() if start < spot < end}
    return {spot - start: hyphens[spot] for spot in range(start + 1, end) if spot in hyphens}


def is_relaid(said: str, text: str, start: int, end: int) -> bool:
    """Whether a normalised text stands about `text[start:end]` but for hyphens where lines end."""
    there = normalise(text[max(0, start - _AROUND) : end + _AROUND]).text
    return same_layout(without_layout(said), without_layout(there))


def without_markup(text: str) -> Normalised:
    """A normalised text without the signs of Markdown and plain tags, as a text of its own."""
    return normalise(_MARKUP.sub(" ", text))


def pieces(text: str) -> list[str]:
    """The lines of a context's own text, cut at ellipses too; the first 2,000."""
    found: list[str] = []
    for line in text.splitlines():
        found += [part.strip() for part in _ELLIPSIS.split(line.replace("…", "..."))]
        if len(found) > _MOST_PIECES:
            break
    return [part for part in found if any(map(str.isalnum, part))]


def without_ellipses(text: str) -> str:
    """A normalised text without the ellipses at its ends, which say that it goes on there."""
    bare = text
    for mark in ("[...]", "(...)", "..."):
        bare = bare.removeprefix(mark).removesuffix(mark)
    return bare.strip(" ")
