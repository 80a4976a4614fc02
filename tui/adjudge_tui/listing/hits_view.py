"""What a search found, as the queue shows it: each item with its passages, the hits marked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from adjudge_queue.finding.filtertext import EVERY_STATE
from adjudge_queue.records import Filter, ItemRow
from adjudge_tui.desk.blinding import Eyes, blind_filter
from adjudge_tui.desk.doc import DocBuilder, Lines, Mark
from adjudge_tui.desk.reviewers import reads_all
from adjudge_tui.display import one_line
from adjudge_tui.sources.source_view import LaidSource
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue
    from adjudge_queue.finding.hits import Hit

AT_ONCE: Final = 50
#: Parts that may repeat the text of a source, or what a judge said.
_TOLD: Final = ("claims", "notes")


@dataclass(frozen=True, slots=True)
class PassageView:
    """A part of an item's text in one line; `marks` are the hits in it."""

    lead: str
    text: str
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class HitView:
    """An item with the words that were looked for."""

    item_id: int
    head: str
    passages: tuple[PassageView, ...]


@dataclass(frozen=True, slots=True)
class HitsPage:
    """Some hits, the newest first, and where the search goes on (None: nowhere)."""

    hits: tuple[HitView, ...]
    more: int | None


def hits_filter(eyes: Eyes) -> Filter:
    """The items that are searched: all, or what may be seen blind."""
    where = Filter(states=EVERY_STATE)
    return blind_filter(where) if eyes.blinding.all else where


def read_hits(queue: Queue, eyes: Eyes, text: str, after: int | None) -> HitsPage:
    """The next hits, without anything that the reviewer may not see, or not yet."""
    found = queue.search(
        text, where=hits_filter(eyes), after=after, limit=AT_ONCE, viewer=eyes.reviewer
    )
    everything = reads_all(queue, eyes.reviewer)
    blinding = eyes.blinding
    hits = []
    for hit in found.hits:
        hidden = False
        if blinding.all or blinding.share or blinding.asked:
            hidden = eyes.hides(queue.item(hit.row.item_id, eyes.reviewer))
        view = _hit(hit, told=everything and not hidden)
        if view.passages or not hidden:  # else only what a judge said would have found it
            hits.append(view)
    return HitsPage(tuple(hits), found.more)


def _hit(hit: Hit, *, told: bool) -> HitView:
    passages = []
    for one in hit.passages:
        if not told and one.field in _TOLD:
            continue
        lead = say(f"hit.{one.field}") + (" …" if one.start else " ")
        passages.append(PassageView(lead, one_line(one.text), one.marks))
    return HitView(hit.row.item_id, _head(hit.row), tuple(passages))


def _head(row: ItemRow) -> str:
    state = say(f"state.{row.state}")
    return f"#{row.item_id}  {state}  {one_line(row.case_id[:200])}"


def lay_hits(hits: tuple[HitView, ...], width: int) -> LaidSource:
    """The hits written out for lines of `width` cells."""
    laid, out = LaidSource(width), DocBuilder()
    for hit in hits:
        laid.starts.append(out.length)
        out.line(hit.head, "heading")
        for passage in hit.passages:
            out.write("  ")
            out.write(passage.lead, "muted")
            start = out.length
            out.line(passage.text)
            out.marks += [Mark(start + a, start + b, "hit") for a, b in passage.marks]
        laid.ends.append(out.length)
        out.line()
    laid.doc = out.build()
    laid.lines = Lines(laid.doc.text, width)
    return laid


def searched(text: str, eyes: Eyes) -> Filter:
    """The filter that stands for the list of hits."""
    return replace(hits_filter(eyes), text=text)
