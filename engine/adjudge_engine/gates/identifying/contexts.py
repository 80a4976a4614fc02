"""Whether a context's text stands in the source that it names, and where it says it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from adjudge_engine.case import Context
from adjudge_engine.document import Document
from adjudge_engine.evaluation import Place
from adjudge_engine.flow import Flow, Piece
from adjudge_engine.gates.words import in_context, quoted, shortened
from adjudge_engine.text.boundary import splits_token
from adjudge_engine.text.find import nearest
from adjudge_engine.text.loose import (
    pieces,
    same_layout,
    without_ellipses,
    without_layout,
    without_markup,
)
from adjudge_engine.text.normalise import Normalised, normalise

#: How many characters the contexts of a case may have searched, and how many misses explained.
_SEARCH_LIMIT: Final = 5_000_000_000
_EXPLAINED: Final = 20
_MOST_PLACES: Final = 50
_FEWEST_SAID: Final = 12
_SHOWN: Final = 60
_HALVINGS: Final = 20


class Finding(NamedTuple):
    """A code of the identity gate, what to say, and where the context differs."""

    code: str
    message: str
    observed: Place | None = None


class Standing:
    """Compares contexts with sources; a budget bounds what one case may ask for."""

    def __init__(self) -> None:
        self._left = _SEARCH_LIMIT
        self._explained = 0

    def check(self, context: Context, normal: Normalised, documents: Sequence[Document]) -> Finding:
        """What the approved versions of its source, one or more, say of a context with text."""
        name = shortened(context.source_id or "")
        readable = [one for one in documents if one.whole]
        if not readable:
            why = next((one.source.unreadable for one in documents if one.source.unreadable), None)
            because = f": {shortened(why)}" if why else ""
            return Finding("text_unavailable", f"the registry has no text of {name}{because}")
        words = without_ellipses(normal.text)
        if not words:
            return Finding("context_found", f"context {context.id} says nothing")
        flows = [(one, flow) for one in readable for flow in one.whole]
        cut = False
        for document in readable:
            found = self._in_place(context, words, document)
            if found is not None:
                return found
        for document, flow in flows:
            self._left -= len(flow.text)
            if self._left < 0:
                return Finding("search_limit", "the contexts ask for too much searching")
            where = _whole(words, flow.normal)
            if where:
                return _agreeing(context, words, document)
            cut = cut or where is False
        if cut:
            message = f"context {context.id} begins or ends inside a number of {name}"
            return Finding("context_cut", message)
        found = self._loosely(context, words, flows)
        return found or self._altered(context, normal, [flow for _, flow in flows])

    def _in_place(self, context: Context, words: str, document: Document) -> Finding | None:
        """The quick way: the context is a part of the element, or else page, that it names."""
        can, page = document.source.capabilities, context.page
        if context.element_id is None or not can.elements:
            if page is None or not can.pages or page not in document.by_page:
                return None
            flow = document.on_page(page)
            self._left -= len(flow.text)
            there_too = _whole(words, flow.normal) or same_layout(
                without_layout(words), flow.layout, _cuts_number
            )
            return _found(context) if there_too else None
        flow = document.flow
        for index in islice(document.by_element.get(context.element_id, ()), _MOST_PLACES):
            piece = flow.pieces[index]
            if can.pages and not (page is None or piece.page is None or piece.is_on(page)):
                continue
            low, high = flow.range_of(index, index)
            self._left -= high - low
            if _whole(words, flow.normal, low, high) or same_layout(
                without_layout(words), without_layout(flow.normal.text[low:high]), _cuts_number
            ):
                return _found(context)
        return None

    def _loosely(
        self, context: Context, words: str, texts: list[tuple[Document, Flow]]
    ) -> Finding | None:
        name = shortened(context.source_id or "")
        layout, bare = without_layout(words), without_markup(words)
        for document, flow in texts:
            self._left -= 2 * len(flow.text)
            if same_layout(layout, flow.layout, _cuts_number):
                return _agreeing(context, words, document)
        flows = [flow for _, flow in texts]
        for flow in flows:
            if bare.text and _whole(bare.text, flow.unmarked):
                message = f"context {context.id} stands in {name}, but with another markup"
                return Finding("context_reformatted", message)
        if self._in_lines(context, words, flows):
            message = f"the parts of context {context.id} all stand in {name}, not as one text"
            return Finding("context_joined", message)
        return None

    def _in_lines(self, context: Context, words: str, flows: list[Flow]) -> bool:
        """Whether every line stands somewhere; the first that may not is tried first."""
        lines = [normalise(line).text for line in pieces(context.text)]
        if len(lines) < 2:
            return False
        left = _common_prefix(words, flows[0].normal.text)
        self._left -= _HALVINGS * len(flows[0].text)
        first = 0
        while first < len(lines) - 1 and left > len(lines[first]):
            left -= len(lines[first]) + 1
            first += 1
        return all(self._stands(line, flows) for line in lines[first:] + lines[:first])

    def _stands(self, line: str, flows: list[Flow]) -> bool:
        for flow in flows:
            self._left -= len(flow.text)
            if self._left < 0:
                return False
            if _whole(line, flow.normal):
                return True
        return False

    def _altered(self, context: Context, normal: Normalised, flows: list[Flow]) -> Finding:
        """It stands in none of the texts; says where it leaves them, for the first ones."""
        name = shortened(context.source_id or "")
        message = f"context {context.id} does not stand in {name}"
        self._explained += 1
        if self._left < 0:
            return Finding("search_limit", "the contexts ask for too much searching")
        if self._explained > _EXPLAINED:
            return Finding("context_altered", message)
        flow = flows[0]
        self._left -= _HALVINGS * len(flow.text)
        size = _common_prefix(normal.text, flow.normal.text)
        if size < min(_FEWEST_SAID, len(normal.text)):
            return self._unlike(normal, flow, message)
        start = normal.text.rfind(" ", 0, max(0, size - _SHOWN // 2)) + 1
        said = _words(normal.text, start, size)
        at = flow.normal.text.find(normal.text[:size])
        there = _words(flow.normal.text, at + start, at + size)
        place = in_context(context, *normal.original(start, start + len(said)))
        says = f"the source says {quoted(there)}"
        return Finding("context_altered", f"{message}: {quoted(said)}: {says}", place)

    def _unlike(self, normal: Normalised, flow: Flow, message: str) -> Finding:
        beginning = Normalised(normal.text[:200], normal.text[:200])
        near = nearest(beginning, flow.normal)
        if near is None:
            return Finding("context_altered", message)
        there = flow.text[near[0] : near[1]]
        return Finding("context_altered", f"{message}; nearest is {quoted(there)}")


def _whole(words: str, hay: Normalised, low: int = 0, high: int | None = None) -> bool | None:
    """Whether `words` stand in `hay`; False where they do only by cutting a number in two.

    A passage may begin and end inside a word: whoever cut it did not read it.
    """
    found: bool | None = None
    text = hay.text
    at = text.find(words, low, high)
    for _ in range(_MOST_PLACES):
        if at < 0:
            break
        end = at + len(words)
        if not (_cuts_number(hay, at) or _cuts_number(hay, end) or _steals_sign(words, hay, at)):
            return True
        found = False
        at = text.find(words, at + 1, high)
    return found


def _cuts_number(hay: Normalised, at: int) -> bool:
    around = hay.text[max(0, at - 2) : at + 2]
    return any(map(str.isdigit, around)) and splits_token(hay, at)


def _words(text: str, start: int, differs: int) -> str:
    """A piece of `text` from `start` to some words after the place where it differs."""
    end = text.find(" ", differs + _SHOWN // 2)
    if end < 0 or end > differs + _SHOWN:
        end = min(len(text), differs + _SHOWN)
    return text[start:end]


def _steals_sign(words: str, hay: Normalised, at: int) -> bool:
    """Whether the hyphen of a range becomes the sign of a number: "-7 EUR" out of "5-7 EUR"."""
    return words[:1] == "-" and words[1:2].isdigit() and at > 0 and hay.text[at - 1].isalnum()


def _common_prefix(text: str, hay: str) -> int:
    """How much of the beginning of `text` stands somewhere in `hay`."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text[:middle] in hay:
            low = middle
        else:
            high = middle - 1
    return low


def _found(context: Context) -> Finding:
    name = shortened(context.source_id or "")
    return Finding("context_found", f"context {context.id} stands in {name}")


def _agreeing(context: Context, words: str, document: Document) -> Finding:
    """The text stands in the source; whether also on the page and in the element it names."""
    name, can = shortened(context.source_id or ""), document.source.capabilities
    page = context.page if can.pages else None
    element = context.element_id if can.elements else None
    if page is not None and page not in document.pages:
        message = f"context {context.id} names page {page}; {name} has no such page"
        return Finding("context_misplaced", message)
    known = element is not None and (element in document.by_element or element in document.spans)
    if element is not None and not known and element not in document.tables:
        message = f"context {context.id} names element {shortened(element)}; {name} has none"
        return Finding("context_misplaced", message)
    if page is None and element is None:
        return _found(context)
    where = f"on page {page}" if element is None else f"in element {shortened(element)}"
    spots = list(_touched(words, document))
    if any(_touches(one, page, element) for one in spots):
        return _found(context)
    if not spots or len(spots) >= _MOST_PLACES:
        message = f"context {context.id} stands in {name}; whether {where} cannot be seen"
        return Finding("place_unknown", message)
    there = spots[0][0]
    other = f"on page {there.page}" if element is None else f"in element {_named(there)}"
    message = f"context {context.id} stands in {name}, but {other}, not {where}"
    return Finding("context_misplaced", message)


def _named(piece: Piece) -> str:
    return shortened(str(piece.element_id))


def _touched(words: str, document: Document) -> Iterator[tuple[Piece, ...]]:
    """For each place of the text, the pieces that it stands on."""
    for flow in (document.flow, document.elements_alone, document.page_texts):
        at = flow.normal.text.find(words) if flow is not None else -1
        for _ in range(_MOST_PLACES):
            if at < 0 or flow is None:
                break
            spot = flow.spot(*flow.normal.original(at, at + len(words)))
            yield flow.pieces[spot.first : spot.last + 1]
            at = flow.normal.text.find(words, at + 1)


def _touches(pieces: Sequence[Piece], page: int | None, element: str | None) -> bool:
    for piece in pieces:
        on_page = page is None or piece.page is None or piece.is_on(page)
        if on_page and (element is None or piece.element_id in (None, element)):
            return True
    return False
