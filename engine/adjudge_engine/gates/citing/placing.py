"""Where the citations in the prose of an answer lead: to a citation of the case, or a context.

A number leads to the citation of that id; else to the context of that id or number ("3" →
`passage_3`); else, where the contexts' ids say nothing else, to the context in that position.
An author and year lead to the context that names both in its title, id, source, metadata or the
head of its text. A doubtful form counts only where it leads somewhere.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable
from typing import Final, Literal, NamedTuple

from adjudge_engine.case import Case, Context, Span
from adjudge_engine.gates.citing.styles import MOST_CITED, Cited, find_cited
from adjudge_engine.once import once

#: `cited` and `placed` lead to a citation or a context; `dangling` surely leads nowhere, `open`
#: cannot be settled.
Standing = Literal["cited", "placed", "dangling", "open"]

_NUMBERED: Final = re.compile(r"(?:[^\W\d_]{1,16}[-_.:# ]?)?0{0,3}(\d{1,4})")
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d[a-z]?(?![\d])")
_HEAD: Final = 300  # characters of a context that may name its author and year
_MOST_HEADS: Final = 1_000
_LATEST: Final = 10_000  # a number that may be a year
_MOST_ASKED: Final = 200  # keys that contexts are searched for
_BESIDE: Final = 80  # a year stands so near to the author it belongs to
_MOST_MENTIONS: Final = 50
_AROUND: Final = 2  # a citation's span may take a space or stop beside the mark
_MOST_NEAR: Final = 50


class Placed(NamedTuple):
    """A citation of the answer and where it leads: how, and the ids of the contexts.

    `lost`: the first of its keys that leads nowhere, else "".
    """

    cited: Cited
    standing: Standing
    contexts: tuple[str, ...] = ()
    lost: str = ""


def place_all(answer: str, case: Case) -> list[Placed]:
    """The citations of the answer, each with where it leads, in order.

    Without what proves to be something else: list numbers, parts of a document, a year with a
    name that a context itself mentions.
    """
    known: Iterable[str] = ()
    if "[" in answer or "【" in answer:
        known = _ids(case) or [one.id for one in case.contexts]
    found = find_cited(answer, frozenset(known))
    if not found:
        return []
    guide = _Guide(case)
    placed = [guide.place(answer, one) for one in found]
    if len(found) > MOST_CITED:  # further ones have not been looked for
        placed[-1] = placed[-1]._replace(standing="open")
    led = {one.cited.style for one in placed if one.standing in ("cited", "placed")}
    return [one for one in placed if guide.counts(answer, one, led)]


def _ids(case: Case) -> list[str]:
    return [one.id for one in case.citations if one.id is not None]


class _Guide:
    """The citations and contexts of a case, by what a key may name them."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._cited = frozenset(_ids(case))
        self._asked = 0

    def place(self, answer: str, cited: Cited) -> Placed:
        """Where one citation leads: as far as its worst key does."""
        if self._is_cited(cited):
            return Placed(cited, "cited")
        contexts: list[str] = []
        standing: Standing = "cited"
        for key in cited.keys:
            if key in self._cited:
                continue
            context = self._context(cited, key)
            if context is None:
                return Placed(cited, self._failing(answer, cited, key), (), key)
            standing = "placed"
            contexts.append(context.id)
        return Placed(cited, standing, tuple(contexts))

    def counts(self, answer: str, placed: Placed, led: Collection[str]) -> bool:
        """Whether it is a citation at all; `led`: the styles of those that lead somewhere."""
        cited, standing = placed.cited, placed.standing
        if standing == "cited":
            return True
        if cited.style == "author_year":
            counts = cited.sure or cited.style in led
            return standing == "placed" or (counts and not self.is_mentioned(placed))
        if cited.style == "passage" and not cited.sure:
            if not self.case.contexts or self._stands(answer[cited.start : cited.end]):
                return False
            return standing == "placed" or not self._has_number(placed.lost)
        return cited.sure or standing == "placed" or cited.style in led

    def _has_number(self, number: str) -> bool:
        pattern = re.compile(rf"(?<![\d.,]){re.escape(number)}(?!\d)")
        return any(pattern.search(one) for one in self._texts) if self._may_ask() else True

    def _is_cited(self, cited: Cited) -> bool:
        """Whether a citation says of the very mark that it is about it, by its span."""
        first = bisect_left(self._spans, (cited.start - _AROUND, 0))
        widest = cited.end - cited.start + 2 * _AROUND
        return any(
            start < cited.end and end > cited.start and end - start <= widest
            for start, end in self._spans[first : first + _MOST_NEAR]
        )

    @once
    def _spans(self) -> list[tuple[int, int]]:
        return sorted(
            (one.claim.start, one.claim.end)
            for one in self.case.citations
            if isinstance(one.claim, Span) and one.claim.start < one.claim.end
        )

    def _context(self, cited: Cited, key: str) -> Context | None:
        if cited.style == "author_year":
            return self._by_author(key, cited.sure)
        if cited.style == "bracket" and self.case.citations:
            return None  # a bracket names a citation of the case, if it has any
        found = self._by_id.get(key)
        if not cited.sure and cited.style != "passage" and len(cited.keys) == 1:
            return found  # a lone figure is a citation only where an id says so
        found = found or self._by_number.get(key)
        if found is not None:
            return found
        at = int(key) if key.isdecimal() else 0
        if self._by_number or not 0 < at <= len(self.case.contexts):
            return None
        return self.case.contexts[at - 1]

    def _failing(self, answer: str, cited: Cited, key: str) -> Standing:
        """Whether a key that leads nowhere surely does so."""
        if cited.style == "bracket" and self.case.citations:
            return "dangling"
        if not self.case.contexts or not cited.sure or cited.style == "author_year":
            return "open"
        if self._stands(answer[cited.start : cited.end]):
            return "open"
        if key.isdecimal():
            return "dangling" if int(key) > len(self.case.contexts) else "open"
        return "dangling" if cited.style == "bracket" else "open"

    @once
    def _by_id(self) -> dict[str, Context]:
        return {one.id: one for one in self.case.contexts}

    @once
    def _by_number(self) -> dict[str, Context]:
        """Contexts whose ids are numbered, by number; a number that two share names neither."""
        found: dict[str, Context | None] = {}
        for context in self.case.contexts:
            match = _NUMBERED.fullmatch(context.id)
            if match is not None:
                number = str(int(match[1]))
                found[number] = None if number in found else context
        return {number: one for number, one in found.items() if one is not None}

    def _by_author(self, key: str, sure: bool) -> Context | None:
        author, _, year = key.rpartition(" ")
        name = author.casefold()
        for context, titles, head in self._heads.get(year, ())[:_MOST_HEADS]:
            head = head if sure else titles
            at = head.find(name)
            while at >= 0:
                ends = head[max(0, at - 1) : at], head[at + len(name) : at + len(name) + 1]
                if not any(map(str.isalpha, ends)) or not name.isascii():
                    return context
                at = head.find(name, at + 1)
        return None

    @once
    def _heads(self) -> dict[str, list[tuple[Context, str, str]]]:
        """By year: the contexts that name it, with their titles, and these with the text's head."""
        found: dict[str, list[tuple[Context, str, str]]] = {}
        for context in self.case.contexts:
            titles = titles_of(context)
            head = titles + "\n" + context.text[:_HEAD].casefold()
            for year in dict.fromkeys(_YEAR.findall(head)):
                found.setdefault(year, []).append((context, titles, head))
        return found

    def is_mentioned(self, placed: Placed) -> bool:
        """Whether the citation is in a context's own text: an author that a passage refers to."""
        if placed.cited.style != "author_year":
            return False
        for key in placed.cited.keys:
            author, _, year = key.rpartition(" ")
            if not self._mentions(author, year[:4], placed.cited.sure):
                return False
        return True

    def _mentions(self, author: str, year: str, sure: bool) -> bool:
        for context in self.case.contexts if self._may_ask() else ():
            at = context.text.find(author)
            for _ in range(_MOST_MENTIONS):
                if at < 0:
                    break
                if not sure or year in context.text[max(0, at - _BESIDE) : at + _BESIDE]:
                    return True
                at = context.text.find(author, at + 1)
        return False

    def _stands(self, text: str) -> bool:
        """Whether the very words of the citation stand in a context: they are taken from it."""
        return self._may_ask() and any(text.casefold() in one for one in self._texts)

    @once
    def _texts(self) -> list[str]:
        return [one.text.casefold() for one in self.case.contexts]

    def _may_ask(self) -> bool:
        self._asked += 1
        return self._asked <= _MOST_ASKED


def titles_of(context: Context) -> str:
    """What a context is called: its ids and the short texts of its metadata, in folded case."""
    parts = [context.id, context.source_id or ""]
    for value in context.metadata.values():
        values = value[:_MOST_NEAR] if isinstance(value, list) else [value]
        parts += [one[:_HEAD] for one in values if isinstance(one, str)]
        parts += [str(one) for one in values if isinstance(one, int) and 0 < one < _LATEST]
    return "\n".join(parts).casefold()
