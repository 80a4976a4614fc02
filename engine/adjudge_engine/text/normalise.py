"""Quote normalisation, version `quote/1`: the one way in which texts are made comparable.

In this order, and nothing else:

1. quotation marks and primes become `"` or `'`; every dash, hyphen and minus (U+2212 too)
   becomes `-`; the wave dash `~`; the fraction slash `/`; every wide or narrow space a space;
2. soft hyphens (with the line break after them), zero-width, bidi-control and variation
   characters go;
3. NFKC, which also folds ligatures, full and half widths, except that super- and subscripts stay
   (10² is not 102); a fraction or circled digit beside a digit is kept apart by a space
   (2½ → `2 1/2`); a heap of more than 30 combining marks stays as it is;
4. white space with a line break in it goes beside a Han or kana character, unless numerals stand
   on both sides; any other run of white space becomes one space; none is left at either end;
5. letter case stays, unless `fold_case` is asked for.

Offsets always lead back to the original text.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

from adjudge_engine.text.compose import compose
from adjudge_engine.text.offsets import Edits

NORMALISATION: Final = "quote/1"

_TABLE: Final[tuple[tuple[str, str], ...]] = (
    ('"', "“”„‟«»″‶〝〞〟＂"),
    ("'", "‘’‚‛‹›′‵＇"),
    ("-", "‐‑‒–—―⁃−﹘﹣－︱︲⸺⸻"),
    ("~", "〜～∼"),
    ("/", "⁄"),
    (
        " ",
        "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
    ),
)
_SAME_LENGTH: Final = tuple((old, new) for new, olds in _TABLE for old in olds)
_INVISIBLE: Final = re.compile(
    "\u00ad(?:[ \t]*\r?\n[ \t]*)?"
    "|[\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]"
)
_HAN_KANA: Final = (
    "\u3001-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_BREAK_IN_CJK: Final = re.compile(
    f"(?<=[{_HAN_KANA}])\\s++(?=[{_HAN_KANA}0-9A-Za-z])|(?<=[0-9A-Za-z])\\s++(?=[{_HAN_KANA}])"
)
_LINE_BREAK: Final = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_SPACES: Final = re.compile(r"\s\s+")
#: White space other than the blank; of what is not ASCII only what step 1 leaves.
_SPACES_BUT_ONE: Final = "\n\t\r\x0b\x0c\x1c\x1d\x1e\x1f"
_ALL_SPACES_BUT_ONE: Final = _SPACES_BUT_ONE + "\x85\u2028\u2029"


class _Layer(Protocol):
    """One rewrite, as far as its offsets matter."""

    def back(self, start: int, end: int) -> tuple[int, int]: ...

    def forward(self, start: int, end: int) -> tuple[int, int]: ...


class Normalised:
    """A normalised text and the way back to its `source`. Made by `normalise` only."""

    __slots__ = ("_layers", "source", "text")

    def __init__(self, text: str, source: str, layers: tuple[_Layer, ...] = ()) -> None:
        self.text = text
        self.source = source
        self._layers = layers

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the original text of the characters that produced `text[start:end]`.

        Code points, half open. An empty range maps to an empty one. IndexError outside the text.
        """
        if not 0 <= start <= end <= len(self.text):
            raise IndexError(f"{start}:{end} is no range of a text of {len(self.text)} characters")
        if start == end:
            if start == len(self.text):
                return len(self.source), len(self.source)
            first = self.original(start, start + 1)[0]
            return first, first
        for layer in reversed(self._layers):
            start, end = layer.back(start, end)
        return start, end

    def after(self, edits: Edits, source: str) -> Normalised:
        """The same text, where its source itself was made of `source` by `edits`."""
        return Normalised(self.text, source, (edits, *self._layers))

    def normal(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in `text` of what the original's range `start:end` became; may be empty.

        IndexError outside the original text.
        """
        length = len(self.source)
        if not 0 <= start <= end <= length:
            raise IndexError(f"{start}:{end} is no range of a text of {length} characters")
        for layer in self._layers:
            start, end = layer.forward(start, end)
        return min(start, len(self.text)), min(end, len(self.text))


def normalise(text: str, *, fold_case: bool = False) -> Normalised:
    """`text` after quote normalisation; never fails, linear in its length.

    ASCII text, and text that only had typographic marks, takes a path without any per-character
    work; offsets are worked out when they are first asked for.
    """
    source = text
    layers: list[_Layer] = []
    if not text.isascii():
        text = _fold_marks(text)
    if not text.isascii():
        text = _delete_invisible(text, layers)
        text, edits = compose(text, fold_case=fold_case)
        if edits is not None:
            layers.append(edits)
        text = _join_lines(text, layers)
    elif fold_case:
        text = text.lower()
    collapsed = _with_blanks(text)
    if "  " in collapsed or collapsed[:1] == " " or collapsed[-1:] == " ":
        collapsed = " ".join(text.split())
        layers.append(_Collapsed(text))
    return Normalised(collapsed, source, tuple(layers))


def _fold_marks(text: str) -> str:
    """Step 1, character for character: offsets stay as they are."""
    for old, new in _SAME_LENGTH:
        if old in text:
            text = text.replace(old, new)
    return text


def _delete_invisible(text: str, layers: list[_Layer]) -> str:
    """Step 2."""
    if _INVISIBLE.search(text) is None:
        return text
    edits = Edits()
    for match in _INVISIBLE.finditer(text):
        edits.add(match.start(), match.end(), 0)
    layers.append(edits)
    return _INVISIBLE.sub("", text)


def _join_lines(text: str, layers: list[_Layer]) -> str:
    """Step 4, first half: a script without spaces needs none where its lines break."""
    if _BREAK_IN_CJK.search(text) is None:
        return text
    edits, kept, last = Edits(), [], 0
    for match in _BREAK_IN_CJK.finditer(text):
        numerals = text[match.start() - 1].isnumeric() and text[match.end()].isnumeric()
        if not numerals and _LINE_BREAK.search(match.group()):
            edits.add(match.start(), match.end(), 0)
            kept.append(text[last : match.start()])
            last = match.end()
    if not edits:
        return text
    layers.append(edits)
    kept.append(text[last:])
    return "".join(kept)


def _with_blanks(text: str) -> str:
    """`text` with a blank for every single character of white space."""
    for space in _SPACES_BUT_ONE if text.isascii() else _ALL_SPACES_BUT_ONE:
        if space in text:
            text = text.replace(space, " ")
    return text


class _Collapsed:
    """Step 4, second half: offsets of collapsed white space, found when first needed."""

    __slots__ = ("_edits", "_text")

    def __init__(self, text: str) -> None:
        self._text: str | None = text
        self._edits = Edits()

    def back(self, start: int, end: int) -> tuple[int, int]:
        return self._ready().back(start, end)

    def forward(self, start: int, end: int) -> tuple[int, int]:
        return self._ready().forward(start, end)

    def _ready(self) -> Edits:
        text, edits = self._text, self._edits
        if text is not None:
            first = len(text) - len(text.lstrip())
            last = max(first, len(text.rstrip()))
            if first:
                edits.add(0, first, 0)
            for match in _SPACES.finditer(text, first, last):
                edits.add(match.start(), match.end(), 1)
            if last < len(text):
                edits.add(last, len(text), 0)
            self._text = None
        return edits
