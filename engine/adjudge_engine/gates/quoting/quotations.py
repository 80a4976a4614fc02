"""Quotations in the prose of an answer: what it gives as a source's words must stand in a context.

Word for word after quote normalisation, between token boundaries. Allowed besides: parts in their
order around an ellipsis or a bracketed insertion, the other case of the first letter, the answer's
own stop within the marks. Titles, questions, code, samples and words of the question are nobody's
quotation; neither is a translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Place
from adjudge_engine.gates.abstaining.phrases import says_nothing
from adjudge_engine.gates.citing.locators import VERIFIER
from adjudge_engine.gates.citing.placing import titles_of
from adjudge_engine.gates.citing.saying import in_parts
from adjudge_engine.gates.quoting.quotation_marks import (
    MOST_QUOTATIONS,
    Quotation,
    find_quotations,
    has_quotations,
)
from adjudge_engine.gates.quoting.quotation_words import is_attributed, is_something_else
from adjudge_engine.gates.words import in_answer, in_context, quoted
from adjudge_engine.once import once
from adjudge_engine.subject import Subject
from adjudge_engine.text.find import hits, nearest
from adjudge_engine.text.languages import guess_language
from adjudge_engine.text.normalise import Normalised, normalise
from adjudge_engine.text.tokens import folded_words

_GAP: Final = re.compile(r"\s?(?:\[[^\[\]]{0,40}\]|\(\.\.\.\)|\.\.\.)\s?")
_EMPHASIS: Final = re.compile(r"[*_]++")
_OUTER: Final = " \u00a0\u202f.,;:!?。、，；：！？…"
#: What may be written otherwise: marks within the marks, and a denial drawn together.
_OTHERWISE: Final = (
    (re.compile(r"(?<!\w)'|'(?!\w)"), '"'),
    (re.compile('"'), "'"),
    (re.compile(r"n't\b"), " not"),
    (
        re.compile(r"\b(did|do|does|is|are|was|were|has|have|had|would|could|should) not\b"),
        r"\1n't",
    ),
)
_SIGNS: Final = re.compile(r"[\W_]+")
_LONG: Final = 40  # characters of a quotation of which less need be alike
_NEAR_LONG: Final = 0.8
_NEAR: Final = 0.9  # how alike the source's words are that a quotation without attribution alters
_SHOWN: Final = 0.6
_SHOW: Final = 50  # missing quotations of which the nearest words are shown
_COST: Final = 500  # characters that a look into one context counts for
_SEARCHED: Final = 100_000_000  # characters that all quotations are looked for in
_READ: Final = 4_000  # characters of a text that tell its language
_MOST_READ: Final = 50  # contexts
_LONG_WORD: Final = 4
_FEWEST_SHARED: Final = 2


class _Near(NamedTuple):
    """The source's words that are most like a quotation, and how alike (0..1)."""

    place: Place
    alike: float


class _Sources:
    """The contexts as missing words are looked for in them; read once for all quotations."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._shown = 0
        self._language = guess_language(_read(subject.answer))

    def nearest(self, needle: Normalised) -> _Near | None:
        """The most similar words of the first fifty contexts, for the first fifty quotations."""
        best: _Near | None = None
        self._shown += 1
        for context in self._subject.case.contexts[:_MOST_READ] if self._shown <= _SHOW else ():
            found = nearest(needle, self._subject.normalised(context))
            if found is not None and found[2] > max(_SHOWN, best.alike if best else 0.0):
                best = _Near(in_context(context, found[0], found[1]), found[2])
        return best

    def differ_in_signs(self, needle: Normalised, near: _Near | None) -> bool:
        """Whether only letter case, signs or spaces keep the words from standing there."""
        if near is not None and _letters(needle.text) == _letters(near.place.text):
            return True
        folded = normalise(needle.text, fold_case=True).text
        return any(next(hits(folded, one), None) is not None for one in self._folded)

    def speak_as(self, text: str) -> bool:
        """Whether a context is in the answer's language, or shares words with the quotation."""
        ours = self._language
        words = {one for one in folded_words(text) if len(one) >= _LONG_WORD or not one.isascii()}
        for theirs, found in self._languages:
            if theirs is not None and theirs == ours:
                return True
            unclear = theirs is None or ours is None
            if unclear and len(words.intersection(found)) >= _FEWEST_SHARED:
                return True
        return False

    @once
    def _folded(self) -> list[Normalised]:
        return [normalise(text, fold_case=True) for text in self._subject.texts.texts]

    @once
    def _languages(self) -> list[tuple[str | None, list[str]]]:
        found = [_read(text) for text in self._subject.texts.texts[:_MOST_READ]]
        return [(guess_language(words), words) for words in found]


def _read(text: str) -> list[str]:
    return folded_words(text, 0, min(len(text), _READ))


def check_quotations(subject: Subject) -> list[Check]:
    """A check for each quotation: found, or surely one and found in no context."""
    answer, contexts = subject.answer, subject.case.contexts
    if not has_quotations(answer) or not subject.texts.size:
        return []
    checks: list[Check] = []
    look: _Sources | None = None
    seen: set[str] = set()
    left = _SEARCHED
    quotations = find_quotations(answer)
    for one in quotations:
        text = answer[one.start : one.end]
        if text in seen or _is_cited(subject, text):
            continue
        seen.add(text)
        left -= subject.texts.size + _COST * len(contexts)
        if left < 0 or len(seen) == MOST_QUOTATIONS:
            return [*checks, _unread(subject, one)]
        place = next(_places(subject, text), None)
        if place is not None:
            checks.append(_found(subject, one, place))
        elif not _is_known(subject, text) and not is_something_else(answer, one.start, one.end):
            look = look or _Sources(subject)
            checks += _missing(subject, one, look)
    return checks


def _unread(subject: Subject, one: Quotation) -> Check:
    """Further quotations are not looked for, and so are no pass."""
    message = (
        f"the answer quotes more than is looked for, from {quoted(subject.answer[one.start :])}"
    )
    return _finding(subject, "search_limit", message, one, None)


def _is_cited(subject: Subject, text: str) -> bool:
    """Whether a citation of the case gives these words itself, and so has them checked."""
    return any(text.strip(_OUTER) in (one.quote or "") for one in subject.case.citations)


def _is_known(subject: Subject, text: str) -> bool:
    """Whether the words come from the question, name a context, or say that nothing is known."""
    said = text.strip(_OUTER).casefold()
    question = " ".join((subject.case.question or "").split()).casefold()
    if said in question or (question and question.strip(_OUTER) in said):
        return True
    if any(said in one.text.casefold() for one in subject.cell_texts.values() if one is not None):
        return True
    return any(said in titles_of(one) for one in subject.case.contexts) or says_nothing(text)


def _places(subject: Subject, text: str) -> Iterator[Place]:
    """Where a context has the words."""
    bare = text.strip(_OUTER)
    for context in subject.case.contexts:
        at = context.text.find(bare)
        if at >= 0 and not _cuts(context.text, at, at + len(bare)):
            yield in_context(context, at, at + len(bare))
    forms = list(_forms(normalise(_EMPHASIS.sub("", text)).text))
    for context in subject.case.contexts:
        hay = subject.normalised(context)
        for form in forms:
            place = in_parts(form, hay)
            if place is not None:
                yield in_context(context, *place)


def _cuts(text: str, start: int, end: int) -> bool:
    """Whether letters or digits touch the piece; then the slower way decides."""
    return text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()


def _forms(text: str) -> Iterator[list[str]]:
    """The ways in which a quotation may stand there, each as parts in order."""
    texts = [text, *(pattern.sub(other, text) for pattern, other in _OTHERWISE)]
    for one in dict.fromkeys(texts):
        parts = [part for piece in _GAP.split(one) if (part := piece.strip(_OUTER))]
        if not parts:
            continue
        yield parts
        first = parts[0]
        yield [first[0].swapcase() + first[1:], *parts[1:]]


def _found(subject: Subject, one: Quotation, place: Place) -> Check:
    context = place.where.id if place.where else ""
    text = quoted(subject.answer[one.start : one.end])
    return _finding(subject, "quotation_found", f"{text} stands in context {context}", one, place)


def _missing(subject: Subject, one: Quotation, look: _Sources) -> list[Check]:
    """The flag, if the words are surely given as a source's own, or nearly are a source's."""
    text = subject.answer[one.start : one.end]
    if not look.speak_as(text):
        return []
    needle = normalise(_EMPHASIS.sub("", text).strip(_OUTER))
    near = look.nearest(needle)
    attributed = is_attributed(subject.answer, one.start, one.end)
    enough = _NEAR_LONG if len(text) >= _LONG else _NEAR
    if not attributed and (near is None or near.alike < enough):
        return []
    if look.differ_in_signs(needle, near):
        return []
    instead = ""
    if near is not None:
        where = near.place.where.id if near.place.where else ""
        instead = f"; the source has {quoted(near.place.text)} (context {where})"
    message = f"{quoted(text)}: no context has these words{instead}"
    place = near.place if near is not None else None
    return [_finding(subject, "quotation_not_found", message, one, place)]


def _letters(text: str) -> str:
    return _SIGNS.sub("", normalise(text, fold_case=True).text)


def _finding(
    subject: Subject, code: str, message: str, one: Quotation, expected: Place | None
) -> Check:
    claim = subject.claim_at(one.start, one.end)
    return finding(
        "citations",
        code,
        message,
        check="quotations",
        verifier=VERIFIER,
        claim_id=claim.id if claim is not None else None,
        expected=expected,
        observed=in_answer(subject.answer, one.start, one.end),
    )
