"""A source: one governed document of the registry, with its parsed form."""

from __future__ import annotations

from pydantic import Field

from adjudge_engine.case import Cell
from adjudge_engine.keys import JsonObject
from adjudge_engine.models import Frozen


class Capabilities(Frozen):
    """What the parser could give. What it could not is *unavailable*, never a pass."""

    pages: bool = False
    elements: bool = False
    tables: bool = False
    spans: bool = False


class Page(Frozen):
    """A page; pages count from 1."""

    page: int = Field(ge=1)
    text: str | None = None


class Element(Frozen):
    """A paragraph, heading, list item …, on its page; `last_page` where it goes on further."""

    id: str
    page: int | None = Field(default=None, ge=1)
    last_page: int | None = Field(default=None, ge=1)
    kind: str | None = None
    text: str = ""


class Table(Frozen):
    """A table with its cells; a merged cell is listed once, at its first row and column.

    `unreadable`: why its cells cannot be told apart (it then has none); what asks for one of
    them is unavailable, with this reason.
    """

    id: str
    page: int | None = Field(default=None, ge=1)
    last_page: int | None = Field(default=None, ge=1)
    cells: tuple[Cell, ...] = ()
    unreadable: str | None = None


class SourceSpan(Frozen):
    """A named range in code points: of the element's text where `element_id` names one.

    Otherwise of the source's `text` where a parser gave one, else of its `content`.
    """

    id: str
    element_id: str | None = None
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    page: int | None = Field(default=None, ge=1)


class Source(Frozen):
    """One version of one document. `groups` None is open to all, an empty list to nobody.

    `fingerprint` is `sha256:` and the hex digest of the original; `actual_fingerprint` is that of
    the original's file where the registry names it: where the two differ, the file is not what was
    approved. Both effective dates are inclusive, None is open. `content` is the original itself,
    `text` the running text that a parser made of it. `unreadable`: why the parsed form could not
    be read; whatever asks for it is then unavailable, with this reason.
    """

    source_id: str
    title: str | None = None
    version: str | None = None
    approved: bool = True
    fingerprint: str | None = None
    actual_fingerprint: str | None = None
    content: str | None = None
    text: str | None = None
    effective_from: str | None = None
    effective_to: str | None = None
    groups: tuple[str, ...] | None = None
    locale: str | None = None
    capabilities: Capabilities = Field(default_factory=Capabilities)
    pages: tuple[Page, ...] = ()
    elements: tuple[Element, ...] = ()
    tables: tuple[Table, ...] = ()
    spans: tuple[SourceSpan, ...] = ()
    unreadable: str | None = None
    metadata: JsonObject = Field(default_factory=dict)
