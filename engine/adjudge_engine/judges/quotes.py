"""Whether the words that a judge quotes stand where it says: a verdict on others is void.

A quote is looked for after quote normalisation and between token boundaries, so "2.4M" is not in
"$12.4M". What a judge may change is the quotation marks around it, the case of its first letter
and the stop at its end; an ellipsis may leave out a little. Nothing is fuzzy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from adjudge_engine.case import Context
from adjudge_engine.evaluation import Evidence
from adjudge_engine.gates.citing.cell_texts import cell_text
from adjudge_engine.gates.citing.saying import elided_parts, in_parts, unquoted
from adjudge_engine.judges.common_ground import COMMON_GROUND, share_ground
from adjudge_engine.judges.harmless import screened
from adjudge_engine.text.boundary import is_unspaced
from adjudge_engine.text.find import find_all, hits
from adjudge_engine.text.normalise import NORMALISATION, Normalised, normalise
from adjudge_engine.text.sentences import sentences
from adjudge_engine.text.tokens import folded_words, is_content

QUOTES: Final = f"judge-quotes/2 {COMMON_GROUND} {NORMALISATION}"

#: Characters that an ellipsis may leave out: more would join what does not belong together.
_LEFT_OUT: Final = 300
_STARTS: Final = 100
#: Characters searched for all quotes of a case.
_SEARCHED: Final = 2_000_000_000
_FEWEST_WORDS: Final = 2
_SHORTEST: Final = 8
_LAST_SENTENCE: Final = 2_000
#: Characters on each side of a quote in which the sentences are looked for that it is a part of.
_AROUND: Final = 400
_END_STOP: Final = re.compile(r"[.,;:!?。，；：！？]{1,3}\Z")
_ENDED: Final = (".", "!", "?", "。", "！", "？", "।", "۔", '."', '!"', '?"', ".”", "!”", "?”")


class Standing(NamedTuple):
    """A quote that is there. `evidence`: where in that context's text; empty where it is in a
    cell. `cut`: in the unfinished last sentence of a truncated context. `around`: the sentences,
    or the rows of cells, that it is a part of."""

    context_id: str
    evidence: tuple[Evidence, ...]
    cut: bool = False
    around: str = ""

    def is_about(self, claim: str) -> bool:
        """Whether what is quoted has anything to do with a claim, as far as words tell."""
        return share_ground(self.around, claim)


class _Hay(NamedTuple):
    """One text that quotes may come from."""

    context: Context
    text: Normalised
    in_cells: bool
    cut_from: int
    plain: str


class Quotes:
    """Finds quotes in some contexts; each text is normalised once, each quote looked for once."""

    def __init__(self, contexts: Sequence[Context]) -> None:
        self._contexts = contexts
        self._hays: list[_Hay] | None = None
        self._found: dict[tuple[str, str | None], Standing | None] = {}
        self._budget = _SEARCHED

    def find(self, quote: str, context_id: str | None = None) -> Standing | None:
        """Where the quote stands, that context first; None where it does not.

        A place that is not cut off is preferred to one that is.
        """
        key = quote, context_id
        if key not in self._found:
            self._found[key] = self._search(quote, context_id)
        return self._found[key]

    def _search(self, quote: str, context_id: str | None) -> Standing | None:
        hays = sorted(self._all(), key=lambda hay: hay.context.id != context_id)
        cut: Standing | None = None
        for needle in _readings(normalise(screened(quote))):
            for hay in hays:
                self._budget -= len(hay.text.text)
                if self._budget < 0:
                    return cut
                found = _stands(needle, hay)
                if found is not None and not found.cut:
                    return found
                cut = cut or found
        return cut

    def _all(self) -> list[_Hay]:
        if self._hays is None:
            self._hays = [hay for context in self._contexts for hay in _hays(context)]
        return self._hays


def says_enough(quote: str, claim: str) -> bool:
    """Whether a quote says enough to carry a verdict on the claim.

    "the" stands everywhere and proves nothing: two words with a sense and eight characters are
    the least (three where a script has no spaces), unless the claim has no more itself.
    """
    words = [word for word in islice(folded_words(quote), 200) if is_content(word)]
    size = sum(3 if is_unspaced(one) else 1 for one in quote.strip()[:400])
    if len(words) >= _FEWEST_WORDS and size >= _SHORTEST:
        return True
    own = [word for word in folded_words(claim) if is_content(word)]
    return bool(words) and set(own) <= set(words)


def _hays(context: Context) -> Iterator[_Hay]:
    if context.text.strip():
        text = screened(context.text)
        yield _Hay(context, normalise(text), False, _cut_from(context, text), context.text)
    cells = cell_text(context)
    if cells is not None:
        yield _Hay(context, normalise(screened(cells.text)), True, len(cells.text), cells.text)


def _cut_from(context: Context, text: str) -> int:
    """Where the unfinished last sentence of a truncated context begins; its end if there is none.

    Offset in the original text.
    """
    whole = text.rstrip()
    if not context.truncated or whole.endswith(_ENDED):
        return len(text)
    start = max(0, len(whole) - _LAST_SENTENCE)
    ranges = sentences(whole, start, len(whole))
    return ranges[-1][0] if ranges else start


def _readings(needle: Normalised) -> Iterable[Normalised]:
    """The quote, and what it is without what a judge may change, without repeats."""
    texts = [needle.text, _END_STOP.sub("", needle.text)]
    for text in tuple(texts):
        bare = unquoted(Normalised(text, text))
        if bare is not None:
            texts += [bare.text, _END_STOP.sub("", bare.text)]
    texts += [_first_swapped(text) for text in texts if text]
    return [Normalised(text, text) for text in dict.fromkeys(texts) if text]


def _first_swapped(text: str) -> str:
    first = text[0].swapcase()
    return first + text[1:] if len(first) == 1 else text


def _stands(needle: Normalised, hay: _Hay) -> Standing | None:
    places = find_all(needle, hay.text, 1) or _in_parts(needle, hay.text)
    if not places:
        return None
    start, end = places[0]
    if hay.in_cells:
        return Standing(hay.context.id, (), around=_rows(hay.plain, start, end))
    text = hay.plain[start:end]
    evidence = Evidence(context_id=hay.context.id, start=start, end=end, text=text)
    around = _sentences(hay.plain, start, end)
    return Standing(hay.context.id, (evidence,), cut=end > hay.cut_from, around=around)


def _sentences(text: str, start: int, end: int) -> str:
    """The sentences that `text[start:end]` is a part of, no more than `_AROUND` beyond it."""
    low, high = max(0, start - _AROUND), min(len(text), end + _AROUND)
    touched = [one for one in sentences(text, low, high) if one[0] < end and one[1] > start]
    if not touched:
        return text[start:end]
    return text[min(start, touched[0][0]) : max(end, touched[-1][1])]


def _rows(text: str, start: int, end: int) -> str:
    """The lines of cells that `text[start:end]` is a part of."""
    stop = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : len(text) if stop < 0 else stop]


def _in_parts(needle: Normalised, hay: Normalised) -> list[tuple[int, int]]:
    """Where the parts around the quote's ellipses stand in order, not far from each other."""
    parts = elided_parts(needle)
    if not parts or not all(any(map(is_content, folded_words(part))) for part in parts):
        return []
    reach = sum(map(len, parts)) + _LEFT_OUT * (len(parts) - 1)
    for start in islice(hits(parts[0], hay), _STARTS):
        place = in_parts(parts, hay, start, min(len(hay.text), start + reach))
        if place is not None:
            return [place]
    return []
