"""Contexts and places of sources as one document, the links from claims into it, near misses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudge_tui.desk.doc import Doc, DocBuilder
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.sources.source_places import SourcePlace
from adjudge_tui.wording.strings import say

JSON = Mapping[str, Any]
_WORD: Final = re.compile(r"[^\W_]{3,}|[\u3040-\u30ff\u3400-\u9fff]")
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]?")
_NEAR_LIMIT: Final = 100_000  # characters searched for a near miss: an offer, not a finding


@dataclass(frozen=True, slots=True)
class Passage:
    """One context, or place of a source: its number `[n]`, its id, where its text stands."""

    number: int
    id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Link:
    """A place in the passages that bears on a claim. `ref` names it: `context_id:start:end`."""

    start: int
    end: int
    number: int
    by: str  # "code" or "judge"
    ref: str


def passages_of(
    contexts: Iterable[JSON], places: Sequence[SourcePlace] = ()
) -> tuple[tuple[Passage, ...], tuple[Passage, ...], Doc]:
    """All contexts under numbered headings, in the case's order, and after them the places.

    Passages are the contexts alone; then what of the document each place is; then all of it.
    """
    builder, passages = DocBuilder(), []
    for number, context in enumerate(contexts, 1):
        if number > 1:
            builder.line()
        builder.line(f"[{number}] {_heading(context)}".rstrip(), "heading")
        text = display_safe(_text(context))
        start = builder.write(text)
        passages.append(Passage(number, str(context.get("id") or ""), start, builder.length))
        if context.get("masked"):
            builder.write(say("context.masked"), "warn")
        elif not text.strip():
            builder.write(say("context.empty"), "muted")
        builder.line()
        if context.get("truncated"):
            builder.line("… " + say("context.truncated"), "warn")
    if not passages:
        builder.line(say("context.none"), "muted")
    seen = []
    for number, place in enumerate(places, len(passages) + 1):
        builder.line()
        builder.line(f"[{number}] {place.heading}", "heading")
        start = builder.write(place.text, "link")
        seen.append(Passage(number, place.ref, start, builder.length))
        builder.line()
    return tuple(passages), tuple(seen), builder.build()


def _text(context: JSON) -> str:
    """The context's text; a table without text as its rows."""
    text = context.get("text")
    if text or not context.get("cells"):
        return str(text or "")
    rows: dict[int, list[str]] = {}
    for number, row in enumerate(context["cells"]):
        if isinstance(row, Mapping):
            rows.setdefault(int(row.get("row") or 0), []).append(str(row.get("text") or ""))
        else:
            rows[number] = [str(cell) for cell in row]
    return "\n".join(" | ".join(cells) for _, cells in sorted(rows.items()))


def _heading(context: JSON) -> str:
    parts = [one_line(str(context.get("source_id") or context.get("id") or ""))[:60]]
    if context.get("page") is not None:
        parts.append(say("context.page", page=context["page"]))
    if context.get("element_id"):
        parts.append(one_line(str(context["element_id"]))[:30])
    if isinstance(context.get("score"), int | float):
        parts.append(say("context.score", score=float(context["score"])))
    return " · ".join(part for part in parts if part)


def links_of(
    evaluation: JSON,
    passages: Sequence[Passage],
    numbers: Mapping[str, int],
    seen: Iterable[tuple[SourcePlace, Passage]] = (),
) -> dict[str, tuple[Link, ...]]:
    """Links per claim id: where checks found it different, what they saw in sources, judges'
    quotes, alignment. `seen`: places of sources, and what of the document each is.
    """
    by_id = {passage.id: passage for passage in passages}
    found: dict[str, list[Link]] = {claim_id: [] for claim_id in numbers}

    def add(claim_id: Any, place: JSON, by: str) -> None:
        where = place.get("where") or {}
        context_id = place.get("context_id") or (
            where.get("id") if where.get("part") == "context" else None
        )
        passage = by_id.get(str(context_id))
        start, end = place.get("start"), place.get("end")
        if claim_id not in found or passage is None or start is None or end is None:
            return
        if not 0 <= start < end <= passage.end - passage.start:
            return
        link = Link(
            passage.start + start,
            passage.start + end,
            passage.number,
            by,
            f"{passage.id}:{start}:{end}",
        )
        if not any(one.ref == link.ref and one.by == by for one in found[claim_id]):
            found[claim_id].append(link)

    for check in _checks(evaluation, "fail"):
        for side in ("expected", "observed"):
            add(check.get("claim_id"), check.get(side) or {}, "code")
    for place, passage in seen:
        for claim_id in place.claims:
            if claim_id in found:
                link = Link(passage.start, passage.end, passage.number, "code", place.ref)
                found[claim_id].append(link)
    for judgment in evaluation.get("judgments") or ():
        for word in judgment.get("claims") or ():
            for place in word.get("evidence") or ():
                add(word["claim_id"], place, "judge")
    for claim in evaluation.get("claims") or ():
        for place in claim.get("evidence") or ():
            add(claim["id"], place, "code")
    return {claim_id: tuple(links) for claim_id, links in found.items()}


def _checks(evaluation: JSON, outcome: str) -> Iterable[JSON]:
    for gate in (evaluation.get("gates") or {}).values():
        for check in gate.get("checks") or ():
            if check["outcome"] == outcome:
                yield check


class NearMisses:
    """Finds the sentence that shares most words with a claim for which no passage was found.

    The passages are read once, when first asked, and no further than a bound: it is an offer
    to look there, not a finding.
    """

    def __init__(self, passages: Sequence[Passage], document: str) -> None:
        self._passages = passages
        self._document = document
        self._sentences: list[Link] = []
        self._by_word: dict[str, list[int]] | None = None

    def of(self, claim: str) -> Link | None:
        """The nearest miss for the text of a claim; None where no word is shared."""
        if self._by_word is None:
            self._by_word = self._read()
        shared: dict[int, int] = {}
        for word in set(_WORD.findall(claim.casefold())):
            for sentence in self._by_word.get(word, ()):
                shared[sentence] = shared.get(sentence, 0) + 1
        if not shared:
            return None
        return self._sentences[min(shared, key=lambda one: (-shared[one], one))]

    def _read(self) -> dict[str, list[int]]:
        by_word: dict[str, list[int]] = {}
        budget = _NEAR_LIMIT
        for passage in self._passages:
            stop = min(passage.end, passage.start + budget)
            budget -= stop - passage.start
            for match in _SENTENCE.finditer(self._document, passage.start, stop):
                text = match.group()
                start = match.start() + len(text) - len(text.lstrip())
                ref = f"{passage.id}:{start - passage.start}:{match.end() - passage.start}"
                for word in set(_WORD.findall(text.casefold())):
                    by_word.setdefault(word, []).append(len(self._sentences))
                self._sentences.append(Link(start, match.end(), passage.number, "near", ref))
            if budget <= 0:
                break
        return by_word
