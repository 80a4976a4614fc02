"""The flag `near_name`: a claim names something that no context names, but a similar thing.

"Model X300" where the passage speaks of the X200, "Dr. Anna Meier" of Anna Maier, metoprolol of
metformin. The similar name must stand in a passage that otherwise says much of what the claim
says, and the claim must not name it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Claim
from adjudge_engine.gates.context_texts import Spot, Texts
from adjudge_engine.gates.locators import VERIFIER
from adjudge_engine.gates.style_words import NO_AUTHORS
from adjudge_engine.gates.words import in_answer
from adjudge_engine.subject import Subject
from adjudge_engine.text.abbreviations import STARTERS, words
from adjudge_engine.text.alike import DRUG_TAILS, drug_stem, is_alike, plain
from adjudge_engine.text.tokens import folded_words, is_content

_UPPER: Final = "A-ZÀ-ÖØ-ÞĀĆČĎĐĒĘĚĞĪİŁŃŇŌŐŒŘŚŞŠŤŪŮŰŹŻŽΑ-ΫЀ-Я"
#: A name: words with capitals and the numbers after them, at most six.
_RUN: Final = re.compile(rf"[{_UPPER}][\w’'-]*+(?: (?:[{_UPPER}][\w’'-]*+|[0-9][\w-]*+)){{0,5}}+")
_ASCII_RUN: Final = re.compile(r"[A-Z][\w'-]*+(?: [A-Z0-9][\w'-]*+){0,5}+", re.ASCII)
_EDGE: Final = ".,;:!?()[]{}\"'“”‘’«»*_"
_LONGEST: Final = 200  # characters of a name
_TOKEN: Final = re.compile(r"\w[\w’'-]{0,40}+")
_LETTERS: Final = re.compile(r"[^\W\d_]{1,3}|\d{1,6}")
_DIGIT: Final = re.compile(r"\d")
#: Numbered words that are an answer's or a document's own counting, and no name.
_COUNTED: Final = NO_AUTHORS | words(
    """
    step day week option phase tip method reason point stage level month question answer example
    note group passage document source context page chapter paragraph article line row column
    schritt tag woche absatz abschnitt kapitel seite étape jour page chapitre paso día página
    """
)
#: Words that begin sentences and instructions and are no names.
_OPENERS: Final = frozenset(one.capitalize() for one in STARTERS) | words(
    """
    Sure Once Note Place Remove Take Use Add Put Heat Cook Preheat Prepare Start Choose Bring Avoid
    Apply Click Select Press Open Close Cover Measure Mix Stir Pour Cut Wash Rinse Dry Clean Check
    Make Keep Turn Set Let Get Go Try Follow Consider Remember Ensure Include Contact Call Visit
    Enter Fill Insert Navigate Repeat Allow Wait Serve Season Roast Bake Hold Create Write Read See
    Look Find Ask Tell Give Show Explain Yes No Ok Okay Hello Here's There's That's What's Let's
    It's
    Unable Alternatively Instead Despite Besides Meanwhile Afterwards Next Then Later Now Today
    Generally Typically Usually Sometimes Often Always Never Perhaps Maybe Please Thanks Sorry
    Therefore Thus Hence Moreover Furthermore Additionally However Although Whether Unless Until
    Examples Example Steps Step Tips Tip Groups Employers Withdrawals Total Summary Answer Question
    """
)
_PLAIN_ENDINGS: Final = ("ly", "ing", "ed", "tion", "tions", "ment", "ness", "ful", "less", "ity")
_MOST_NAMES: Final = 40
_ALL_SEARCHED: Final = 40_000_000  # characters searched for all names, but no fewer than
_FEWEST_LOOKS: Final = 20  # searches
_LARGE: Final = 20_000  # characters of contexts from which on less is looked for
_SEARCHED: Final = 120_000  # characters that all absent names together are looked for in
_MOST_PLACES: Final = 40
_WIDEST_WORD: Final = 42
_FEWEST_SHARED: Final = 2


class _Named(NamedTuple):
    """A name of the answer that no context has, at `start`, by its words."""

    start: int
    words: list[str]


class _Near(NamedTuple):
    """The answer's word at `start:end` and where the contexts have the similar one."""

    start: int
    end: int
    there: Spot


def check_near_names(subject: Subject) -> list[Check]:
    """A check for each claim that names something beside what its passage names."""
    if not subject.texts.size:
        return []
    checks: list[Check] = []
    seen: set[str] = set()
    for near in _all_near(subject):
        claim = subject.claim_at(near.start, near.end)
        if claim is None or claim.id in seen or not _says_the_same(subject, claim, near):
            continue
        seen.add(claim.id)
        checks.append(_flag(subject, claim, near))
    return checks


def _flag(subject: Subject, claim: Claim, near: _Near) -> Check:
    named = subject.answer[near.start : near.end]
    there = subject.texts.place(near.there)
    context = there.where.id if there.where else ""
    return finding(
        "citations",
        "near_name",
        f'"{named}": no context names it; context {context} names {there.text}',
        check="names",
        verifier=VERIFIER,
        claim_id=claim.id,
        expected=there,
        observed=in_answer(subject.answer, near.start, near.end),
    )


def _all_near(subject: Subject) -> Iterator[_Near]:
    answer, contexts = subject.answer, subject.texts
    question = (subject.case.question or "").casefold()
    for named in _unnamed(answer, contexts):
        at, alone = named.start, len(named.words) == 1
        for index, word in enumerate(named.words):
            end = at + len(word)
            if (
                len(word) > 1
                and (alone or not contexts.holds(word))
                and plain(word) not in question
            ):
                there = _like(named.words, index, contexts)
                if there is not None:
                    yield _Near(at, end, there)
            at = end + 1
        there = _other_number(named.words, contexts)
        if there is not None and " ".join(named.words).casefold() not in question:
            yield _Near(named.start, at - 1, there)
    for start, end in _unnamed_drugs(subject):
        drug = answer[start:end].lower()
        there = _like_drug(drug, contexts) if drug not in question else None
        if there is not None:
            yield _Near(start, end, there)


def _unnamed(answer: str, contexts: Texts) -> Iterator[_Named]:
    """The names of the answer that no context has as they are, without their opening words.

    In large contexts a lone word that may be large only because it opens its sentence is left
    out, and only the first few names are looked for: each costs a search through all the text.
    """
    seen: set[str] = set()
    large = contexts.size > _LARGE
    most = min(_MOST_NAMES, max(1, _SEARCHED // contexts.size))
    looks = max(_FEWEST_LOOKS, _ALL_SEARCHED // contexts.size)
    for match in (_ASCII_RUN if answer.isascii() else _RUN).finditer(answer):
        run = match.group()
        if run in seen or run in _OPENERS:
            continue
        seen.add(run)
        if large and " " not in run and _opens(answer, match.start(), run):
            continue
        looks -= 1
        if not looks:
            return
        if len(run) > _LONGEST or contexts.holds(run):
            continue
        start, found = match.start(), run.split(" ")
        while found and found[0] in _OPENERS:
            start += len(found[0]) + 1
            found = found[1:]
        if not found or (start > match.start() and contexts.holds(" ".join(found))):
            continue
        if len(found) == 1 and (not _may_be_name(found[0]) or contexts.holds(found[0].lower())):
            continue  # a word that is large only here
        yield _Named(start, found)
        most -= 1
        if not most:
            return


def _may_be_name(word: str) -> bool:
    """Whether a lone word does not look like an adverb, a participle or the like."""
    return not word.endswith(_PLAIN_ENDINGS) or not word[1:].islower()


def _opens(answer: str, start: int, word: str) -> bool:
    """Whether an ordinary word stands where a sentence or line begins."""
    before = answer[max(0, start - 2) : start].rstrip(' *_"“(')
    ordinary = word[1:].islower() or len(word) == 1
    return ordinary and (not before or before[-1] in ".!?:\n-•")


def _like(named: list[str], index: int, contexts: Texts) -> Spot | None:
    """Where a word like `named[index]` stands: beside the same other word, or anywhere."""
    word = named[index]
    for step in (-1, 1):
        other = index + step
        if 0 <= other < len(named) and len(named[other]) > 2:
            for there in _beside(named[other], -step, contexts):
                if is_alike(word, contexts.said(there), beside=True):
                    return there
    first = _LETTERS.match(word)
    if first is None or len(word) < 4:
        return None
    letters = first.group() if _DIGIT.search(word) else word[: max(3, len(word) // 2)]
    for there in _starting(letters, contexts):
        found = contexts.said(there)
        if (found[0].isupper() or found[0].isdigit()) and is_alike(word, found):
            return there
    return None


def _beside(word: str, step: int, contexts: Texts) -> Iterator[Spot]:
    """The words of the contexts that stand right after (`step` 1) or before `word`."""
    for index, start, end in contexts.places(word, _MOST_PLACES):
        text = contexts.texts[index]
        if step > 0:
            match = _TOKEN.match(text, end + 1) if text[end : end + 1] == " " else None
            if match is not None:
                yield Spot(index, *match.span())
        elif start > 1 and text[start - 1] == " ":
            low = max(0, start - _WIDEST_WORD)
            first = max(text.rfind(" ", low, start - 1), text.rfind("\n", low, start - 1)) + 1
            match = _TOKEN.match(text, first)
            if match is not None and match.end() == start - 1:
                yield Spot(index, *match.span())


def _starting(letters: str, contexts: Texts) -> Iterator[Spot]:
    """The first words of the contexts that start with `letters`."""
    for index, start, _ in contexts.places(letters, _MOST_PLACES):
        text = contexts.texts[index]
        if not start or not (text[start - 1].isalnum() or text[start - 1] in "-_"):
            match = _TOKEN.match(text, start)
            if match is not None:
                yield Spot(index, *match.span())


def _other_number(named: list[str], contexts: Texts) -> Spot | None:
    """Of "Windows 10", where "Windows 11" stands; none for years, months and counted things."""
    if len(named) < 2 or not named[-1][0].isdigit() or named[-2].lower() in _COUNTED:
        return None
    number, head = named[-1], " ".join(named[:-1])
    if len(number) > 3 and number.isdigit():
        return None
    for there in _beside(head, 1, contexts):
        other = contexts.said(there)
        same_kind = number.isdigit() == other.isdigit() and other[0].isdigit()
        if same_kind and len(other) <= len(number) + 1 and plain(other) != plain(number):
            return there._replace(start=there.start - 1 - len(head))
    return None


def _unnamed_drugs(subject: Subject) -> Iterator[tuple[int, int]]:
    """The drugs that the answer names, by their endings, and no context does."""
    if DRUG_TAILS.isdisjoint([word[-4:] for word in subject.answer_words]):
        return
    contexts = subject.texts
    found = sorted({one.strip(_EDGE) for one in subject.answer_words if one[-4:] in DRUG_TAILS})
    for word in found[:_MOST_NAMES]:
        lower = word.lower()
        if not drug_stem(lower) or contexts.holds(lower) or contexts.holds(lower.capitalize()):
            continue
        start = subject.answer.find(word)
        yield start, start + len(word)


def _like_drug(drug: str, contexts: Texts) -> Spot | None:
    """Where another drug with that ending, or with another one and the same beginning, stands."""
    stem = drug_stem(drug)
    for index, start, end in contexts.places(stem, _MOST_PLACES):
        text, first = contexts.texts[index], start
        while first and start - first < _WIDEST_WORD and text[first - 1].isalpha():
            first -= 1
        if drug_stem(text[first:end].lower()) and not text[end : end + 1].isalnum():
            return Spot(index, first, end)
    for letters in (drug[:3], drug[:3].capitalize()):
        for there in _starting(letters, contexts):
            if drug_stem(contexts.said(there).lower()):
                return there
    return None


def _says_the_same(subject: Subject, claim: Claim, near: _Near) -> bool:
    """Whether the passage with the similar name says at least half of what else the claim says."""
    contexts = subject.texts
    if plain(contexts.said(near.there)) in plain(claim.text):
        return False
    own = set(folded_words(subject.answer, near.start, near.end))
    said = {one for one in folded_words(claim.text) if is_content(one)} - own
    there = set(folded_words(contexts.said(contexts.sentence(near.there))))
    shared = len(said & there)
    if shared < _FEWEST_SHARED or 2 * shared < len(said):
        return False
    name = plain(subject.answer[near.start : near.end])
    return not any(name in text.lower() for text in contexts.texts)
