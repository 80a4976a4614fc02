"""What the reader's thread does for the source screen: the document, or else the contexts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudge_engine.errors import AdjudgeError
from adjudge_queue.records import Item
from adjudge_tui.desk.blinding import Eyes, without_judge
from adjudge_tui.desk.passages import Link
from adjudge_tui.display import one_line
from adjudge_tui.sources.source_blocks import blocks_of_contexts, blocks_of_source
from adjudge_tui.sources.source_cited import Placing, Wanted, wanted_by_answer, wanted_in_source
from adjudge_tui.sources.source_places import SourcePlace, places_of
from adjudge_tui.sources.source_view import SourceView
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_engine.registry import Registry
    from adjudge_engine.source import Source
    from adjudge_queue import Queue

JSON = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be opened: the item, the links that the reviewer may see, the place's `ref`.

    `links` are (claim number, link); `registry` is the file or folder of the sources, if any.
    """

    item_id: int
    eyes: Eyes
    links: tuple[tuple[int, Link], ...]
    ref: str
    registry: Path | None = None


def read_source(queue: Queue, asked: Asked) -> SourceView:
    """The document that the place lies in, if it is at hand and open to the reviewer.

    Else the contexts of the item as they are stored, and why. Raises AdjudgeError where the item
    cannot be read.
    """
    item = queue.item(asked.item_id, asked.eyes.reviewer)
    evaluation = item.evaluation
    if asked.eyes.hides(item):
        evaluation = without_judge(evaluation)
    places = places_of(item.case, evaluation)
    contexts = [one for one in item.case.get("contexts") or () if isinstance(one, Mapping)]
    context = _context_of(asked.ref, contexts)
    name = _source_of(asked.ref, places, context)
    reading = _Reading(asked, item, evaluation, tuple(contexts), places)
    if name is None or (context is not None and context.get("masked")):
        return reading.as_contexts("")
    if asked.registry is None:
        return reading.as_contexts(say("source.no_registry"))
    try:
        registry = _registry(asked.registry)
    except AdjudgeError as error:
        return reading.as_contexts(say("source.bad_registry", why=one_line(error.message)[:200]))
    if name not in registry:
        return reading.as_contexts(say("source.unknown", name=one_line(name)[:60]))
    if not _open_to(queue, asked, item, registry, name):
        return reading.as_contexts(say("source.closed", name=one_line(name)[:60]))
    return reading.as_document(registry, name)


def _context_of(ref: str, contexts: Sequence[JSON]) -> JSON | None:
    """The context that a place's name speaks of; without a name the first."""
    if ref.startswith("source:"):
        return None
    wanted = ref.rsplit(":", 2)[0]
    for one in contexts:
        if str(one.get("id") or "") == wanted:
            return one
    return contexts[0] if contexts else None


def _source_of(ref: str, places: Sequence[SourcePlace], context: JSON | None) -> str | None:
    if context is not None:
        named = context.get("source_id")
        return str(named) if named else None
    for place in places:
        if place.ref == ref:
            return str(place.place["where"].get("id") or "") or None
    return None


_kept: dict[Path, tuple[object, Registry]] = {}


def _registry(path: Path) -> Registry:
    """The registry, read again only when one of its files has changed."""
    from adjudge_engine.reading import read_registry

    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    try:
        stamp = tuple((str(one), one.stat().st_mtime_ns, one.stat().st_size) for one in files)
    except OSError:
        stamp = ()
    known = _kept.get(path)
    if known is not None and stamp and known[0] == stamp:
        return known[1]
    registry = read_registry(path)
    _kept.clear()
    _kept[path] = (stamp, registry)
    return registry


def _stored(item: Item, name: str) -> JSON | None:
    """What the queue knew of a source when it stored the evaluation in force."""
    for event in reversed(item.history):
        if event.get("kind") in ("enqueued", "evaluated"):
            found = (event.get("body") or {}).get("sources") or {}
            return found.get(name)
    return None


def _open_to(queue: Queue, asked: Asked, item: Item, registry: Registry, name: str) -> bool:
    """Whether the reviewer may read every version, as the registry says now and said then."""
    member = queue.team.member(asked.eyes.reviewer)
    stamps: list[JSON | None] = [
        {"groups": None if one.groups is None else list(one.groups)}
        for one in registry.versions(name)
    ]
    return all(member.may_read(one) for one in (*stamps, _stored(item, name)))


@dataclass(frozen=True, slots=True)
class _Reading:
    """An item and all that leads into its sources."""

    asked: Asked
    item: Item
    evaluation: JSON
    contexts: tuple[JSON, ...]
    places: tuple[SourcePlace, ...]

    def as_contexts(self, why: str) -> SourceView:
        """The stored contexts; `why` no document is shown."""
        blocks = blocks_of_contexts(self.contexts)
        cited, lost = Placing(blocks, contexts=True).place(self._in_contexts())
        ref = self.asked.ref
        first = next(
            (n for n, one in enumerate(blocks) if one.id == ref.rsplit(":", 2)[0]),
            0,
        )
        at = _at(ref, [one.refs for one in cited])
        note = " · ".join(part for part in (say("source.contexts"), why) if part)
        # One opened at a source's place has nothing to open at here.
        lost_count = sum(not one.ref.startswith("source:") for one in lost)
        name = say("source.contexts_of", case=one_line(self.item.row.case_id)[:60])
        return SourceView(
            name, note, blocks, tuple(cited), at, first, warn=bool(why), lost=lost_count
        )

    def as_document(self, registry: Registry, name: str) -> SourceView:
        """The document as the registry has it now."""
        source, other = self._version(registry, name)
        blocks = blocks_of_source(source)
        cited, lost = Placing(blocks, contexts=False).place(self._in_source(name))
        note, warn = self._note(registry, source, other)
        return SourceView(
            _called(source),
            note,
            blocks,
            tuple(cited),
            _at(self.asked.ref, [one.refs for one in cited]),
            document=True,
            warn=warn,
            lost=len(lost),
        )

    def _version(self, registry: Registry, name: str) -> tuple[Source, bool]:
        """The version whose fingerprint the answer cites, else the approved one, else the last.

        Also whether it is another one than the approved.
        """
        versions = registry.versions(name)
        own = {one.get("id") for one in self.contexts if one.get("source_id") == name}
        named = {
            one.get("fingerprint")
            for one in self.item.case.get("citations") or ()
            if one.get("source_id") == name or one.get("context_id") in own
        } - {None}
        current = registry.current(name)
        exact = [one for one in versions if one.fingerprint in named]
        chosen = exact[-1] if exact else current or versions[-1]
        return chosen, chosen is not current

    def _note(self, registry: Registry, source: Source, other: bool) -> tuple[str, bool]:
        from adjudge_engine.canonical import canonical_hash

        parts = [say("source.document")]
        versions = [one.to_dict() for one in registry.versions(source.source_id)]
        stored = _stored(self.item, source.source_id)
        changed = stored is not None and stored.get("hash") != canonical_hash(versions)
        if stored is None:
            parts = [say("source.document_unknown")]
        elif changed:
            parts = [say("source.document_changed")]
        if other:
            parts.append(say("source.not_approved"))
        if source.unreadable:
            parts.append(say("source.unreadable", why=one_line(source.unreadable)[:120]))
        return " · ".join(parts), bool(changed or other or source.unreadable or stored is None)

    def _in_contexts(self) -> Iterator[Wanted]:
        for number, link in self.asked.links:
            if not link.ref.startswith("source:"):
                if link.by == "near" and link.ref != self.asked.ref:
                    continue
                yield Wanted(link.ref, link.by, (number,), *_parsed(link.ref))
        yield from self._opened()
        for place, citation in enumerate(self.item.case.get("citations") or ()):
            span = citation.get("span") or {}
            context_id = citation.get("context_id")
            if context_id is None:
                continue
            found = (span["start"], span["end"]) if span else self._quoted(citation)
            if found is not None:
                yield Wanted(f"citation:{place}", "answer", (), str(context_id), found)

    def _opened(self) -> Iterator[Wanted]:
        """The place that was asked for, where no link of a claim names it."""
        ref = self.asked.ref
        known = any(link.ref == ref for _, link in self.asked.links)
        context_id, span = _parsed(ref)
        if span is not None and not known and not ref.startswith("source:"):
            yield Wanted(ref, "near", (), context_id, span)

    def _quoted(self, citation: JSON) -> tuple[int, int] | None:
        quote = citation.get("quote")
        for context in self.contexts:
            if quote and context.get("id") == citation.get("context_id"):
                start = str(context.get("text") or "").find(quote)
                return (start, start + len(quote)) if start >= 0 else None
        return None

    def _in_source(self, name: str) -> Iterator[Wanted]:
        numbers = {
            str(one.get("id")): number
            for number, one in enumerate(self.evaluation.get("claims") or (), 1)
        }
        for place in self.places:
            where = place.place["where"]
            if where.get("id") == name:
                claims = [numbers[one] for one in place.claims if one in numbers]
                yield wanted_in_source(where, place.place, place.ref, claims)
        own = {str(one.get("id")): one for one in self.contexts if one.get("source_id") == name}
        for number, link in self.asked.links:
            context_id, span = _parsed(link.ref)
            context = own.get(context_id or "")
            if context is None or span is None or link.ref.startswith("source:"):
                continue
            if link.by != "near" or link.ref == self.asked.ref:
                yield self._of_context(context, span, link.ref, link.by, (number,))
        for one in self._opened():
            context = own.get(one.context_id or "")
            if context is not None and one.span is not None:
                yield self._of_context(context, one.span, one.ref, one.by, ())
        for at, citation in enumerate(self.item.case.get("citations") or ()):
            if citation.get("source_id") == name or citation.get("context_id") in own:
                yield wanted_by_answer(citation, f"citation:{at}")

    def _of_context(
        self, context: JSON, span: tuple[int, int], ref: str, by: str, claims: tuple[int, ...]
    ) -> Wanted:
        """A place in a context, to be found by its words where the context comes from."""
        text = str(context.get("text") or "")[slice(*span)]
        page, element = context.get("page"), context.get("element_id")
        return Wanted(ref, by, claims, page=page, element_id=element, text=text)


def _parsed(ref: str) -> tuple[str | None, tuple[int, int] | None]:
    """Context and offsets of a link's name."""
    context_id, _, rest = ref.rpartition(":")
    context_id, _, start = context_id.rpartition(":")
    if start.isdecimal() and rest.isdecimal() and len(start) < 12 and len(rest) < 12:
        return context_id, (int(start), int(rest))
    return ref or None, None


def _at(ref: str, refs: Sequence[Sequence[str]]) -> int | None:
    return next((number for number, one in enumerate(refs) if ref in one), None)


def _called(source: Source) -> str:
    parts = [one_line(source.title or source.source_id)[:80]]
    if source.version:
        parts.append(say("source.version", version=one_line(source.version)[:30]))
    return " · ".join(parts)
