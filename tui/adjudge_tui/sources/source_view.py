"""A document ready for the source screen, and how it is laid for a width; free of Textual."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from adjudge_tui.desk.doc import Doc, DocBuilder, Lines, Mark
from adjudge_tui.display import cut, one_line
from adjudge_tui.listing.tables import draw
from adjudge_tui.sources.source_blocks import Block
from adjudge_tui.sources.source_cited import Cited
from adjudge_tui.wording.strings import say

#: How a place looks and what stands beside it, by who leads there; the last one wins.
_LOOKS: Final[Mapping[str, tuple[str, str]]] = {
    "answer": ("claim", "»"),
    "near": ("claim", "?"),
    "code": ("link", "~"),
    "judge": ("judge", "="),
}
_MOST_TAGS: Final = 3


@dataclass(frozen=True, slots=True)
class SourceView:
    """A document or, where none is at hand, the contexts of the item.

    `name` is what the document is called, `note` says what it is that is shown, `warn` whether
    that is less than one might think. `at` is the cited place to open at (None: the start).
    """

    name: str
    note: str
    blocks: tuple[Block, ...]
    cited: tuple[Cited, ...]
    at: int | None = None
    first: int = 0
    document: bool = False
    warn: bool = False
    lost: int = 0


@dataclass(slots=True)
class LaidSource:
    """A view laid for lines of `width` cells: its text, and where everything stands in it.

    `starts` and `ends` are those of the blocks, `places` the pieces of each cited place, `pages`
    the first block of each page.
    """

    width: int
    doc: Doc = field(default_factory=Doc)
    lines: Lines = field(default_factory=lambda: Lines("", 1))
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    places: list[list[tuple[int, int]]] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)

    def block_at(self, offset: int) -> int:
        """The block that a character belongs to, or the one before it."""
        return max(0, bisect_right(self.starts, offset) - 1)


def lay(view: SourceView, width: int) -> LaidSource:
    """Write the blocks out for lines of `width` cells; costs what the document is long."""
    laid, out = LaidSource(width), DocBuilder()
    by_block: dict[int, list[tuple[int, Cited]]] = {}
    for number, cited in enumerate(view.cited):
        by_block.setdefault(cited.block, []).append((number, cited))
    laid.places = [[] for _ in view.cited]
    page: int | None = None
    for index, block in enumerate(view.blocks):
        if index:
            out.line()
        if block.page is not None and block.page != page:
            laid.pages.append(index)
            if view.document:
                out.line(_page_line(block.page, width), "muted")
            page = block.page
        _write(out, laid, block, width, by_block.get(index, []))
    for number, cited in enumerate(view.cited):
        _mark(out, cited, laid.places[number])
    if not view.blocks:
        out.line(say("source.empty"), "muted")
    laid.doc = out.build()
    laid.lines = Lines(laid.doc.text, width)
    return laid


def _page_line(page: int, width: int) -> str:
    word = f"── {say('context.page', page=page)} "
    return word + "─" * max(0, min(width, 60) - len(word))


def _write(
    out: DocBuilder, laid: LaidSource, block: Block, width: int, cited: list[tuple[int, Cited]]
) -> None:
    laid.starts.append(out.length)
    if block.head:
        out.line(block.head, "heading")
    start = out.length
    if block.kind == "masked":
        out.line(say("context.masked"), "warn")
    elif block.kind == "empty":
        out.line(say("context.empty"), "muted")
    elif block.kind == "unreadable":
        out.line(say("source.unreadable", why=block.text), "warn")
    elif block.kind != "table":
        out.line(block.text, "heading" if block.kind == "heading" else "")
    for number, one in cited:
        if one.cell is None and block.kind in ("text", "heading"):
            laid.places[number].append((start + one.start, start + one.end))
    if block.cells:
        _write_table(out, laid, block, width, cited)
    if block.truncated:
        out.line("… " + say("context.truncated"), "warn")
    laid.ends.append(out.length)


def _write_table(
    out: DocBuilder, laid: LaidSource, block: Block, width: int, cited: list[tuple[int, Cited]]
) -> None:
    drawn = draw(block.cells, width)
    start = out.line(drawn.text)
    for number, one in cited:
        if one.cell is not None:
            spots = drawn.spots.get(one.cell, ())
            laid.places[number] += [(start + left, start + right) for left, right in spots]
        elif block.kind == "table":  # the table as a whole
            laid.places[number].append((start, start + drawn.text.find("\n")))


def _mark(out: DocBuilder, cited: Cited, pieces: list[tuple[int, int]]) -> None:
    for by in cited.by:
        kind, sign = _LOOKS[by]
        numbers = cited.claims[:_MOST_TAGS] if by != "answer" else []
        for place, (start, end) in enumerate(pieces):
            tags = [f"{sign}{number}" for number in numbers] or [sign]
            for tag in tags if place == 0 else [""]:
                out.marks.append(Mark(start, end, kind, tag))


def said_of(view: SourceView, number: int) -> str:
    """Who leads to a cited place, in words."""
    cited = view.cited[number]
    parts = []
    if cited.claims:
        numbers = ", ".join(str(one) for one in sorted(cited.claims)[:20])
        parts.append(say("source.claims", numbers=numbers))
    parts += [say(f"cited.{by}") for by in ("code", "judge", "near", "answer") if by in cited.by]
    return " ".join(parts)


def said_of_block(block: Block) -> str:
    """Where a block stands, in words: page, what it is, its id."""
    parts = [say("context.page", page=block.page) if block.page is not None else "", block.what]
    return " · ".join(part for part in (*parts, cut(one_line(block.id), 40)) if part)


def copied(view: SourceView, number: int | None, block: int) -> str:
    """A place as one copies it: which document, where in it, the words."""
    one = view.blocks[block]
    cited = view.cited[number] if number is not None else None
    where = said_of_block(one)
    words = one.text
    if cited is not None and cited.cell is not None:
        row, column = cited.cell
        where += " · " + say("source.cells", row=row, column=column)
        words = next((c.text for c in one.cells if (c.row, c.column) == cited.cell), "")
    elif cited is not None:
        words = one.text[cited.start : cited.end]
    elif one.cells and not words:
        words = draw(one.cells, 100).text
    head = " · ".join(part for part in (view.name, where) if part)
    return f"{head}\n{words}"
