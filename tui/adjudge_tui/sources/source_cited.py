"""Which places of a document the item on the desk leads to, and where they stand in its blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from adjudge_tui.display import display_safe
from adjudge_tui.listing.tables import TableCell
from adjudge_tui.sources.source_blocks import Block, joined_cells

JSON = Mapping[str, Any]
_PATH: Final = re.compile(r"/(rows|cells)/([0-9]{1,9})(?:/([0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A place that something leads to, by whatever it names: a context, or a part of a source.

    `by` is code, judge or answer (its citation); `claims` are numbers.
    """

    ref: str
    by: str
    claims: tuple[int, ...] = ()
    context_id: str | None = None
    span: tuple[int, int] | None = None
    page: int | None = None
    element_id: str | None = None
    row: int | None = None
    column: int | None = None
    text: str = ""


@dataclass(slots=True)
class Cited:
    """A place in the blocks: of a block's text from `start` to `end`, or one cell, or all of it."""

    block: int
    start: int = 0
    end: int = 0
    cell: tuple[int, int] | None = None
    by: list[str] = field(default_factory=list)
    claims: list[int] = field(default_factory=list)
    refs: list[str] = field(default_factory=list)


def wanted_in_source(where: JSON, place: JSON, ref: str, claims: Sequence[int]) -> Wanted:
    """The place of a source that a check saw, as evaluations write it."""
    path = _PATH.fullmatch(str(where.get("path") or ""))
    row = int(path.group(2)) if path else None
    column = int(path.group(3)) if path and path.group(3) else None
    start, end = place.get("start"), place.get("end")
    spanned = isinstance(start, int) and isinstance(end, int) and path is None
    return Wanted(
        ref=ref,
        by="code",
        claims=tuple(claims),
        page=where.get("page"),
        element_id=where.get("element_id"),
        span=(start, end) if spanned else None,  # type: ignore[arg-type]
        row=row,
        column=column,
        text=str(place.get("text") or ""),
    )


def wanted_by_answer(citation: JSON, ref: str) -> Wanted:
    """The place that a citation of the answer names in a source."""
    span = citation.get("span") or {}
    row, column = citation.get("row"), citation.get("column")
    return Wanted(
        ref=ref,
        by="answer",
        page=citation.get("page"),
        element_id=citation.get("table_id") or citation.get("element_id"),
        span=(span["start"], span["end"]) if span else None,
        row=row if isinstance(row, int) else None,
        column=column if isinstance(column, int) else None,
        text=str(citation.get("quote") or citation.get("value") or ""),
    )


class Placing:
    """Finds wanted places among the blocks of a document; what it cannot find it leaves out."""

    def __init__(self, blocks: Sequence[Block], *, contexts: bool) -> None:
        self._blocks = blocks
        self._contexts = contexts
        self._by_id: dict[str, list[int]] = {}
        self._by_page: dict[int | None, list[int]] = {}
        for index, block in enumerate(blocks):
            self._by_id.setdefault(block.id, []).append(index)
            self._by_page.setdefault(block.page, []).append(index)

    def place(self, wanted: Iterable[Wanted]) -> tuple[list[Cited], list[Wanted]]:
        """The places in reading order, each once with all that lead to it; and those not found."""
        found: dict[tuple[int, int, int, tuple[int, int] | None], Cited] = {}
        lost = []
        for one in wanted:
            places = list(self._of_context(one) if self._contexts else self._of_source(one))
            if not places:
                lost.append(one)
            for place in places:
                key = (place.block, place.start, place.end, place.cell)
                kept = found.setdefault(key, place)
                kept.by += [one.by] if one.by not in kept.by else []
                kept.refs.append(one.ref)
                kept.claims += [number for number in one.claims if number not in kept.claims]
        ordered = sorted(found.values(), key=lambda one: (one.block, one.cell or (0, 0), one.start))
        return ordered, lost

    def _of_context(self, one: Wanted) -> Iterator[Cited]:
        for index in self._by_id.get(one.context_id or "", ())[:1]:
            block = self._blocks[index]
            if block.kind == "masked":
                return
            if block.kind == "table" and one.span is not None:
                start, end = one.span
                for first, last, cell in joined_cells(block.cells):
                    if first < end and start < last:
                        yield Cited(index, cell=(cell.row, cell.column))
            elif one.span is None:
                yield Cited(index, 0, len(block.text))
            elif 0 <= one.span[0] < one.span[1] <= len(block.text):
                yield Cited(index, *one.span)

    def _of_source(self, one: Wanted) -> Iterator[Cited]:
        if one.element_id is not None:
            indexes = self._by_id.get(one.element_id, [])
        elif one.page is not None:
            indexes = self._by_page.get(one.page, [])
        else:
            indexes = list(range(len(self._blocks)))
        if one.row is not None:
            yield from self._cells(indexes, one.row, one.column)
            return
        exact = one.span if one.element_id is not None and len(indexes) == 1 else None
        if exact is not None:
            text = self._blocks[indexes[0]].text
            if 0 <= exact[0] < exact[1] <= len(text):
                yield Cited(indexes[0], *exact)
                return
        yield from self._by_words(indexes, one)

    def _by_words(self, indexes: Sequence[int], one: Wanted) -> Iterator[Cited]:
        """Where the words stand; else all of the element, where it was named."""
        words = display_safe(one.text).strip()
        for index in indexes if words else ():
            block = self._blocks[index]
            start = block.text.find(words)
            if start >= 0:
                yield Cited(index, start, start + len(words))
                return
            for cell in block.cells:
                if cell.text.strip() == words:
                    yield Cited(index, cell=(cell.row, cell.column))
                    return
        if words and one.element_id is None and len(indexes) < len(self._blocks):
            everywhere = replace(one, page=None)  # the page may be wrong; the words are not
            yield from self._by_words(range(len(self._blocks)), everywhere)
        elif not words and one.element_id is None and one.page is not None and indexes:
            yield Cited(indexes[0])  # the page alone
        elif one.element_id is not None and len(indexes) == 1:
            yield Cited(indexes[0], 0, len(self._blocks[indexes[0]].text))

    def _cells(self, indexes: Sequence[int], row: int, column: int | None) -> Iterator[Cited]:
        for index in indexes:
            for cell in self._blocks[index].cells:
                if _covers(cell, row, column):
                    yield Cited(index, cell=(cell.row, cell.column))
            if self._blocks[index].cells:
                return


def _covers(cell: TableCell, row: int, column: int | None) -> bool:
    if not cell.row <= row < cell.row + cell.row_span:
        return False
    return column is None or cell.column <= column < cell.column + cell.col_span
