"""The statements of a stretch of text: a figure each, with the words that go with it.

"Adults pay 12 euros, children 5" are two. They are parted at commas, links and stops alone, so
that what is left unsaid in the second one ("pay", "euros") does not hide where it begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from adjudge_engine.numbers.binding.clauses import Span

#: How far around a figure its neighbours are read.
REACH: Final = 220
#: Where a sentence ends (`stop`), and where a statement may; first comes the set of all first
#: characters, so that most others are passed over at once.
#: A point before a German month ends none.
_CUT: Final = re.compile(
    r"[.!?\n。！？,;、，；()\s](?:"
    r"(?P<stop>(?<=[.!?])(?!(?<=\.)\s(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))[\"'”’»)\]]{0,2}\s{1,3}(?=[^\sa-zà-ÿа-я0-9])|(?<=[\n。！？]))"
    r"|(?<=,)(?=\s)(?!\s(?:1[89]|20|21)\d\d(?!\d))|(?<=[;、，；()])|(?<=\s)(?:[–—]\s"
    r"|(?:and|or|while|whereas|but|und|oder|sowie|während|aber|et|ou|tandis que|mais|y|o|mientras"
    r"|pero|e|mentre|ma|en|terwijl|maar|enquanto|mas|och|og|и|а|но)\s))"
)
#: A figure; a year says when, not how much.
_FIGURE: Final = re.compile(r"(?<!\d)(?!(?:1[89]|20|21)\d\d(?!\d|[.,]\d))\d")
_ANY: Final = re.compile(r"\d")
#: "By the age of 12, …": what opens a sentence holds for what follows.
_FRAME: Final = re.compile(
    r"\W{0,4}(?:by|in|at|for|on|from|after|before|with|under|over|up to|until|if|bei|mit|im|am|ab"
    r"|nach|vor|für|unter|über|bis|wenn|à|en|au|dans|pour|avec|après|avant|de|si|a|con|para|desde"
    r"|hasta|antes de|después de|per|da|dopo|prima|bij|met|voor|na|em|com|в|с|до|после|при)\s",
    re.IGNORECASE,
)
_OPENS: Final = 24


class Statement(NamedTuple):
    """`text[start:end]`, of the sentence of this number."""

    start: int
    end: int
    sentence: int


def statements(text: str, start: int, end: int, *, years: bool = False) -> list[Statement]:
    """The statements with a figure around `text[start:end]`, in order; all in one paragraph.

    `years`: a year is a figure, too.
    """
    low, high = window(text, start, end)
    figure = _ANY if years else _FIGURE
    found: list[Statement] = []
    pieces: list[Span] = []
    first = low
    sentence = 0
    for cut in _CUT.finditer(text, low, high):
        if cut.start() < end and cut.end() > start:
            continue
        pieces.append(Span(first, cut.start()))
        first = cut.end()
        if cut.lastgroup:
            found += _grouped(text, pieces, sentence, figure)
            pieces, sentence = [], sentence + 1
    pieces.append(Span(first, high))
    found += _grouped(text, pieces, sentence, figure)
    return found


def statement_with(found: Iterable[Statement], at: int) -> Statement | None:
    """The one of some statements that a place lies in."""
    return next((one for one in found if one.start <= at < one.end), None)


def window(text: str, start: int, end: int) -> tuple[int, int]:
    """The whole words of one paragraph around a place."""
    low, high = max(0, start - REACH), min(len(text), end + REACH)
    if low:
        blank = text.find(" ", low, start)
        low = blank + 1 if 0 <= blank < low + 40 else low
    if high < len(text):
        blank = text.rfind(" ", end, high)
        high = blank if blank > high - 40 else high
    paragraph = text.rfind("\n\n", low, start)
    low = paragraph + 2 if paragraph >= 0 else low
    paragraph = text.find("\n\n", end, high)
    return low, paragraph if paragraph >= 0 else high


def _grouped(
    text: str, pieces: list[Span], sentence: int, figure: re.Pattern[str]
) -> Iterator[Statement]:
    """The statements of a sentence; a piece without a figure goes with the next that has one."""
    first, last = pieces[0].start, -1
    for at, piece in enumerate(pieces):
        if figure.search(text, *piece) is None:
            continue
        if not at and len(pieces) > 1 and _opens(text, piece, pieces[1]):
            continue
        if last >= 0:
            yield Statement(first, last, sentence)
            first = last
        last = piece.end
    if last >= 0:
        yield Statement(first, pieces[-1].end, sentence)


def _opens(text: str, piece: Span, after: Span) -> bool:
    """Whether the first piece of a sentence says when or for whom the one after it holds."""
    if piece.end - piece.start > _OPENS or text[piece.end : piece.end + 1] != ",":
        return False
    if not text[piece.end - 1].isdigit() or _FRAME.match(text, piece.start) is None:
        return False
    return _FRAME.match(text, after.start) is None
