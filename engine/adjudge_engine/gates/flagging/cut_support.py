"""The flag `truncated_support`: a claim rests on a truncated context and goes past its cut.

What stands before the cut supports as always. Past it there is nothing: a claim that goes on where
the text breaks off, or that cites the text for something it does not hold, is no more than a guess
at the rest.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from adjudge_engine.case import Citation, Context, Span
from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Claim
from adjudge_engine.gates.abstention import is_abstention
from adjudge_engine.gates.citing.locators import VERIFIER
from adjudge_engine.gates.citing.placing import Placed
from adjudge_engine.gates.context_texts import sentence_around
from adjudge_engine.gates.words import in_answer, in_context, quoted
from adjudge_engine.subject import Subject
from adjudge_engine.text.abbreviations import words
from adjudge_engine.text.sentences import without_marks
from adjudge_engine.text.tokens import folded_words, is_content

#: How a text that was cut ends; without a stop that would end the sentence after all.
_CUT: Final = re.compile(
    r"(?:…|\.\.\.|[\[(<]\s?(?:…|\.\.\.|(?:text )?(?:truncated|cut(?: off)?|continued|gekürzt"
    r"|tronqué|truncado|troncato|обрезано|省略|続く|截断)\s?)[\])>])\Z",
    re.IGNORECASE,
)
_CUT_ENDS: Final = frozenset("….])>")
_LAST: Final = 24  # characters in which a cut mark ends a text
_TAIL: Final = 5  # content words right before the cut
_TAIL_SHARED: Final = 2
_STEM: Final = 5  # letters by which inflected forms of a word count as one
_OF_SOURCES: Final = words(
    """
    passage document source context text excerpt mention note state accord say describ provid
    import possibl specific abschnitt dokument quelle passag contexte fuente documento
    """
)
_READ: Final = 200_000  # characters of all contexts whose words are compared
_MOST: Final = 100
_AFTER: Final = 4  # a mark belongs to the claim that ends so many characters before it
_MOST_CUT: Final = 50


class _Cut(NamedTuple):
    """A truncated context: the end of its text, its last words, and those of its last sentence."""

    context: Context
    end: int
    tail: list[str]
    sentence: frozenset[str]


def check_cut_support(subject: Subject) -> list[Check]:
    """A check for each claim that rests on a truncated context and goes past its cut."""
    contexts = subject.case.contexts
    cut = [one for one in contexts if one.truncated or _is_cut(one.text)][:_MOST_CUT]
    if not cut:
        return []
    stems = _stems_of(contexts)
    ends = [_ending(one) for one in cut]
    checks: list[Check] = []
    for claim in subject.claims:
        said = _said(claim)
        beyond = [one for one in said if _stem(one) not in stems]
        if not beyond or len(said) < 3:
            continue
        rests_on = _rests_on(subject, claim, said, beyond, ends)
        if rests_on is not None and not is_abstention(claim.text):
            checks.append(_flag(subject, claim, rests_on, beyond))
            if len(checks) == _MOST:
                break
    return checks


def _is_cut(text: str) -> bool:
    last = text[-_LAST:].rstrip()
    return last[-1:] in _CUT_ENDS and _CUT.search(last) is not None


def _said(claim: Claim) -> list[str]:
    """The claim's content words, without those that only speak of the sources."""
    found = folded_words(without_marks(claim.text))
    return [one for one in found if is_content(one) and one not in _OF_SOURCES]


def _stem(word: str) -> str:
    return word if word[:1].isdigit() else word[:_STEM]


def _stems_of(contexts: Sequence[Context]) -> frozenset[str]:
    left = _READ
    found: set[str] = set()
    for context in contexts:
        found.update(map(_stem, folded_words(context.text, 0, min(left, len(context.text)))))
        left -= len(context.text)
        if left <= 0:
            break
    return frozenset(found)


def _ending(context: Context) -> _Cut:
    text = context.text.rstrip()
    mark = _CUT.search(text, max(0, len(text) - _LAST))
    end = len(text) if mark is None else len(text[: mark.start()].rstrip())
    start, _ = sentence_around(text, max(0, end - 1), end)
    last = [one for one in folded_words(text, start, end) if is_content(one)]
    return _Cut(context, end, last[-_TAIL:], frozenset(last))


def _rests_on(
    subject: Subject, claim: Claim, said: list[str], beyond: list[str], ends: list[_Cut]
) -> _Cut | None:
    """The truncated context that the claim cites, or goes on from."""
    cited = _cited(subject, claim)
    if cited:
        here = [one for one in ends if one.context.id in cited]
        if not here or len(here) < len(cited):
            return None
        if len(beyond) * 3 < len(said) and not any(map(_is_telling, beyond)):
            return next((one for one in here if _goes_on(said, beyond, one)), None)
        return here[0]
    return next((one for one in ends if _goes_on(said, beyond, one)), None)


def _is_telling(word: str) -> bool:
    return any(map(str.isnumeric, word))


def _goes_on(said: list[str], beyond: list[str], cut: _Cut) -> bool:
    """Whether the claim says what the last sentence begins with, and then more than is there.

    The last word may itself be cut.
    """
    shared = [one for one in cut.tail if one in said]
    if len(shared) < _TAIL_SHARED or 2 * sum(one in said for one in cut.sentence) < len(
        cut.sentence
    ):
        return False
    broken = any(one.startswith(cut.tail[-1]) for one in beyond)
    if cut.tail[-1] not in said and not broken:
        return False
    last = max(at for at, one in enumerate(said) if one in shared)
    return any(one in beyond for one in said[last + 1 :])


def _cited(subject: Subject, claim: Claim) -> list[str]:
    """The ids of the contexts that the claim cites, by marks or by citations about it."""
    marks = subject.citation_marks
    first = bisect_left(marks, claim.start, key=_start_of)
    here = marks[first : bisect_left(marks, claim.end + _AFTER, first, key=_start_of)][:_MOST]
    found = [name for one in here if one.standing == "placed" for name in one.contexts]
    keys = {key for one in here if one.standing == "cited" for key in one.cited.keys}
    for citation in subject.case.citations[:_MOST]:
        if citation.context_id is not None and (
            citation.id in keys if citation.claim is None else _is_about(citation, claim)
        ):
            found.append(citation.context_id)
    return list(dict.fromkeys(found))


def _start_of(placed: Placed) -> int:
    return placed.cited.start


def _is_about(citation: Citation, claim: Claim) -> bool:
    """Whether the citation's own claim is the claim, or a part of it."""
    if isinstance(citation.claim, Span):
        return citation.claim.start < claim.end + _AFTER and claim.start < citation.claim.end
    said = (citation.claim or "").strip(" .")
    return bool(said) and (said in claim.text or claim.text.strip(" .") in said)


def _flag(subject: Subject, claim: Claim, cut: _Cut, beyond: list[str]) -> Check:
    text = cut.context.text
    start = max(0, cut.end - 60)
    before = text[start : cut.end].partition(" ")[2] if start else text[: cut.end]
    return finding(
        "citations",
        "truncated_support",
        f"{quoted(claim.text)}: context {cut.context.id} is cut off after {quoted(before)}"
        f" and does not hold {quoted(' '.join(beyond[:6]))}",
        check="truncated",
        verifier=VERIFIER,
        claim_id=claim.id,
        expected=in_context(cut.context, cut.end - len(before), cut.end),
        observed=in_answer(subject.answer, claim.start, claim.end),
    )
