"""Ethos: grounding JSON (`ethos.grounding.v1`), its own documents, and bare extractions.

Pages: `index` from 1; elements name a page by its id. Cells: `row` and `col` from 0, merged ones
listed once; the text of a table is in its cells alone, and in an element of its id where these
cannot be told apart. Spans: `char_start` and `char_end` are code
points of the owning element's text, the end exclusive. A grounding and a document carry the
SHA-256 of the original; no shape carries its name, but a document the path that was read. Text
that Ethos itself warns of as hidden or off the page and that no element owns is left out: a reader
of the document does not see it. Other such text becomes an element of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.reading.parsed.grid import cell_at, table
from adjudge_engine.reading.parsed.shape import (
    MAX_PAGES,
    Parsed,
    a_list,
    an_object,
    fingerprint_at,
    id_at,
    joined,
    kind,
    last,
    objects,
    own_name,
    page_list,
    text_at,
    whole_at,
)
from adjudge_engine.reading.problems import Problem
from adjudge_engine.source import Capabilities, Element, SourceSpan, Table

GROUNDING: Final = "ethos.grounding.v1"
_CELL: Final = ("row", "col", "row_span", "col_span", "text")


def is_ethos(value: Any) -> bool:
    """Whether `value` is one of the three shapes."""
    if not isinstance(value, dict):
        return False
    parser = value.get("parser")
    return (
        str(value.get("artifact_type")).startswith("ethos.grounding")
        or (isinstance(parser, dict) and parser.get("name") == "ethos" and "payload" in value)
        or all(isinstance(value.get(key), list) for key in ("pages", "spans", "regions"))
    )


def read_ethos(value: Any) -> Parsed:
    """The parsed form in an Ethos file. Raises Problem."""
    root = an_object(value, "")
    if "artifact_type" in root:
        return _grounding(root)
    if "payload" in root:
        payload = an_object(root["payload"], "payload")
        source = an_object(root.get("source"), "source")
        found = _Body(payload, "payload").parsed()
        run = root.get("diagnostics")
        return found._replace(
            fingerprint=fingerprint_at(source, "fingerprint", "source"),
            source_id=own_name(run.get("source_path") if isinstance(run, dict) else None),
        )
    return _Body(root, "").parsed()


def _grounding(root: dict[str, Any]) -> Parsed:
    if root["artifact_type"] != GROUNDING:
        raise Problem("artifact_type", f"must be {GROUNDING}; another version is not known")
    found = _Body(root, "").parsed()
    source = an_object(root.get("source"), "source")
    declared = an_object(root.get("capabilities"), "capabilities")
    can = found.capabilities
    kept = can.model_copy(
        update={
            "tables": declared.get("tables") is True,
            "spans": can.spans and declared.get("spans") is True,
        }
    )
    return found._replace(capabilities=kept, fingerprint=fingerprint_at(source, "sha256", "source"))


class _Body:
    """Pages, elements, spans and tables, which all shapes write alike."""

    def __init__(self, root: dict[str, Any], field: str) -> None:
        self.root, self.field = root, field
        self.pages: dict[str, int] = {}
        for path, page in objects(root, "pages", field):
            name = id_at(page, "id", path)
            self._once(name in self.pages, path)
            self.pages[name] = whole_at(page, "index", path, least=1, most=MAX_PAGES)

    def parsed(self) -> Parsed:
        """All of it. An id that stands twice among elements or tables is a Problem."""
        tables, texts = self._tables()
        elements = self._elements()
        elements |= {name: one for name, one in texts.items() if name not in elements}
        spans, free = self._spans(elements)
        listed = [*elements.values(), *free]
        return Parsed(
            Capabilities(pages=bool(self.pages), elements=True, tables=True, spans=bool(spans)),
            page_list(self.pages.values()),
            tuple(listed),
            tables,
            spans,
        )

    def _tables(self) -> tuple[tuple[Table, ...], dict[str, Element]]:
        """The tables, and as elements the texts of those whose cells cannot be told apart."""
        tables: dict[str, Table] = {}
        texts: dict[str, Element] = {}
        for path, entry in objects(self.root, "tables", self.field):
            name = id_at(entry, "id", path)
            self._once(name in tables, path)
            pages = [self._page(one, path) for one in a_list(entry, "page_refs", path)]
            if not pages and entry.get("page") is not None:
                pages = [self._page(entry["page"], path)]
            page = min(pages, default=None)
            cells = (cell_at(cell, at, _CELL) for at, cell in objects(entry, "cells", path))
            size = None
            if entry.get("n_rows") is not None:
                size = (whole_at(entry, "n_rows", path), whole_at(entry, "n_cols", path))
            end = last(page, pages)
            tables[name], text = table(name, page, cells, size=size, last_page=end)
            if tables[name].unreadable:
                texts[name] = Element(id=name, page=page, last_page=end, kind="table", text=text)
        return tuple(tables.values()), texts

    def _elements(self) -> dict[str, Element]:
        elements: dict[str, Element] = {}
        for path, entry in objects(self.root, "elements", self.field):
            name = id_at(entry, "id", path)
            self._once(name in elements, path)
            label = text_at(entry, "type", path) or text_at(entry, "kind", path)
            page = None if entry.get("page") is None else self._page(entry["page"], path)
            text = text_at(entry, "text", path)
            elements[name] = Element(id=name, page=page, kind=kind(label), text=text)
        return elements

    def _spans(self, elements: dict[str, Element]) -> tuple[tuple[SourceSpan, ...], list[Element]]:
        """The spans that lie in an element, and as elements those that no element owns."""
        owners = dict(self._owners())
        said = {(one.page, one.text) for one in elements.values()}
        said |= {(None, text) for text in self._cell_texts()}
        hidden = self._hidden()
        spans, free = [], []
        for path, entry in objects(self.root, "spans", self.field):
            name, text = id_at(entry, "id", path), text_at(entry, "text", path)
            page = None if entry.get("page") is None else self._page(entry["page"], path)
            owner = text_at(entry, "element", path) or owners.get(name)
            if owner is not None and owner not in elements:
                raise Problem(path, f'belongs to "{owner}", which is no element')
            if owner is not None and entry.get("char_start") is not None:
                spans.append(_span(entry, path, page, elements[owner]))
            seen = (page, text) in said or (None, text) in said
            if not (owner is not None or name in hidden or seen or name in elements):
                free.append(Element(id=name, page=page, kind="other", text=text))
        return tuple(spans), free

    def _owners(self) -> Iterator[tuple[str, str]]:
        for path, entry in objects(self.root, "elements", self.field):
            for name in a_list(entry, "span_refs", path):
                if isinstance(name, str):
                    yield name, id_at(entry, "id", path)

    def _cell_texts(self) -> Iterator[str]:
        for path, entry in objects(self.root, "tables", self.field):
            for at, cell in objects(entry, "cells", path):
                yield text_at(cell, "text", at)

    def _hidden(self) -> frozenset[str]:
        return frozenset(
            warning["span_ref"]
            for _, warning in objects(self.root, "security_warnings", self.field)
            if isinstance(warning.get("span_ref"), str)
        )

    def _page(self, name: Any, field: str) -> int:
        if not isinstance(name, str) or name not in self.pages:
            raise Problem(joined(field, "page"), "is no page of this document")
        return self.pages[name]

    def _once(self, seen: bool, field: str) -> None:
        if seen:
            raise Problem(joined(field, "id"), "stands twice")


def _span(entry: dict[str, Any], path: str, page: int | None, owner: Element) -> SourceSpan:
    start = whole_at(entry, "char_start", path)
    end = whole_at(entry, "char_end", path, least=start)
    if end > len(owner.text):
        raise Problem(joined(path, "char_end"), f'lies past the end of element "{owner.id}"')
    return SourceSpan(
        id=id_at(entry, "id", path), element_id=owner.id, start=start, end=end, page=page
    )
