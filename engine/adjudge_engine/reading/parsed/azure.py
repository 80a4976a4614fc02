"""Azure Document Intelligence: the result of the layout model (`analyzeResult`), from API 2022 on.

Pages: `pageNumber` from 1. Cells: `rowIndex` and `columnIndex` from 0, merged ones listed once.
Ids are the result's own pointers (`/paragraphs/3`, `/tables/0`). Spans: `offset` and `length` in
`content`, in the units of `stringIndexType`, turned into code points; text elements only where
each is one code point, else spans are unavailable. The paragraphs inside a table's cells are not
listed again: the table holds their text. Without paragraphs, the pages' lines are the elements.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.reading.parsed.grid import cell_at, table
from adjudge_engine.reading.parsed.offsets import CodePoints
from adjudge_engine.reading.parsed.shape import (
    MAX_PAGES,
    Parsed,
    a_list,
    an_object,
    kind,
    last,
    objects,
    own_title,
    page_list,
    text_at,
    whole_at,
)
from adjudge_engine.reading.problems import Problem
from adjudge_engine.source import Capabilities, Element, SourceSpan, Table

_CELL: Final = ("rowIndex", "columnIndex", "rowSpan", "columnSpan", "content")


def is_azure(value: Any) -> bool:
    """Whether `value` is a result, alone or as the service sends it."""
    if not isinstance(value, dict):
        return False
    bare = isinstance(value.get("pages"), list) and "modelId" in value and "content" in value
    return bare or isinstance(value.get("analyzeResult"), dict)


def read_azure(value: Any) -> Parsed:
    """The parsed form in a layout result. Raises Problem."""
    root = an_object(value, "")
    field = ""
    if "analyzeResult" in root:
        if root.get("status", "succeeded") != "succeeded":
            raise Problem("status", "the analysis has not succeeded")
        root, field = an_object(root["analyzeResult"], "analyzeResult"), "analyzeResult"
    if "readResults" in root:
        raise Problem(field, "results of API 2.1 and before have no paragraphs and are not read")
    return _Result(root, field).parsed()


class _Result:
    def __init__(self, root: dict[str, Any], field: str) -> None:
        self.root, self.field = root, field
        self.content = text_at(root, "content", field)
        self.points = CodePoints(self.content, text_at(root, "stringIndexType", field))
        self.pages = [
            (path, page, whole_at(page, "pageNumber", path, least=1, most=MAX_PAGES))
            for path, page in objects(root, "pages", field)
        ]
        self.begins = sorted(
            (whole_at(span, "offset", where), number)
            for path, page, number in self.pages
            for where, span in objects(page, "spans", path)
        )
        self.captions, self.in_cells = self._roles()

    def parsed(self) -> Parsed:
        """All of it."""
        tables, texts = self._tables()
        paragraphs, spans = self._paragraphs(texts)
        elements = [*paragraphs, *texts.values(), *self._on_pages(bool(paragraphs))]
        title = next((own_title(one.text) for one in elements if one.kind == "title"), None)
        return Parsed(
            Capabilities(pages=bool(self.pages), elements=True, tables=True, spans=bool(spans)),
            page_list(number for _, _, number in self.pages),
            tuple(elements),
            tuple(tables),
            tuple(spans),
            text=self.content or None,
            title=title,
        )

    def _paragraphs(self, tables: dict[str, Element]) -> tuple[list[Element], list[SourceSpan]]:
        """Paragraphs, and where the first of a table's would stand the table, out of `tables`."""
        elements: list[Element] = []
        spans: list[SourceSpan] = []
        for at, (path, entry) in enumerate(objects(self.root, "paragraphs", self.field)):
            name = f"/paragraphs/{at}"
            page, end = self._where(entry, path)
            spans += self._spans(name, entry, path, page)
            if name in self.in_cells:
                standing = tables.pop(self.in_cells[name], None)
                elements += [] if standing is None else [standing]
                continue
            label = text_at(entry, "role", path) or "paragraph"
            role = "caption" if name in self.captions else kind(label)
            text = text_at(entry, "content", path)
            elements.append(Element(id=name, page=page, last_page=end, kind=role, text=text))
        return elements, spans

    def _roles(self) -> tuple[frozenset[str], dict[str, str]]:
        """The paragraphs that are captions, and the tables of those that stand in cells."""
        cells: dict[str, str] = {}
        captions: set[str] = set()
        for key in ("tables", "figures"):
            for number, (path, entry) in enumerate(objects(self.root, key, self.field)):
                caption = entry.get("caption")
                if isinstance(caption, dict):
                    captions.update(_names(caption, f"{path}.caption"))
                for at, cell in objects(entry, "cells", path):
                    cells.update(dict.fromkeys(_names(cell, at), f"/{key}/{number}"))
        inside = {name: of for name, of in cells.items() if name not in captions}
        return frozenset(captions), inside

    def _tables(self) -> tuple[list[Table], dict[str, Element]]:
        tables: list[Table] = []
        texts: dict[str, Element] = {}
        for at, (path, entry) in enumerate(objects(self.root, "tables", self.field)):
            name = f"/tables/{at}"
            page, end = self._where(entry, path)
            size = (whole_at(entry, "rowCount", path), whole_at(entry, "columnCount", path))
            cells = [cell_at(cell, where, _CELL) for where, cell in objects(entry, "cells", path)]
            found, text = table(name, page, cells, size=size, last_page=end)
            tables.append(found)
            texts[name] = Element(id=name, page=page, last_page=end, kind="table", text=text)
        return tables, texts

    def _on_pages(self, has_paragraphs: bool) -> Iterator[Element]:
        """The formulas of the pages, and their lines where there are no paragraphs."""
        wanted = [("formulas", "value", "formula")]
        if not has_paragraphs:
            wanted.insert(0, ("lines", "content", "paragraph"))
        for index, (path, page, number) in enumerate(self.pages):
            for key, member, role in wanted:
                for at, (where, entry) in enumerate(objects(page, key, path)):
                    text = text_at(entry, member, where)
                    name = f"/pages/{index}/{key}/{at}"
                    yield Element(id=name, page=number, kind=role, text=text)

    def _where(self, entry: dict[str, Any], path: str) -> tuple[int | None, int | None]:
        """The first page of what `entry` covers, and the last where it is another."""
        numbers = [
            whole_at(region, "pageNumber", at, least=1, most=MAX_PAGES)
            for at, region in objects(entry, "boundingRegions", path)
        ]
        if not numbers:
            # Office files have no regions; their pages begin somewhere in the content.
            spans = objects(entry, "spans", path)
            numbers = [
                page
                for at, span in spans
                if (page := self._page_of(whole_at(span, "offset", at))) is not None
            ]
        page = min(numbers, default=None)
        return page, last(page, numbers)

    def _page_of(self, offset: int) -> int | None:
        """The page that begins last before `offset`, in the result's own units."""
        at = bisect_right(self.begins, (offset, MAX_PAGES))
        return self.begins[at - 1][1] if at else None

    def _spans(
        self, name: str, entry: dict[str, Any], path: str, page: int | None
    ) -> Iterator[SourceSpan]:
        if not self.points.usable:
            return
        for at, (where, span) in enumerate(objects(entry, "spans", path)):
            offset = whole_at(span, "offset", where)
            start = self.points.at(offset, f"{where}.offset")
            length = whole_at(span, "length", where)
            end = self.points.at(offset + length, f"{where}.length")
            yield SourceSpan(
                id=name if at == 0 else f"{name}/spans/{at}", start=start, end=end, page=page
            )


def _names(entry: dict[str, Any], field: str) -> list[str]:
    return [one for one in a_list(entry, "elements", field) if isinstance(one, str)]
