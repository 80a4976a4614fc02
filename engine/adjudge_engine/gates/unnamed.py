"""Names and drugs of an answer that no context has: the quick first look of `near_names`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.gates.context_texts import Texts
from adjudge_engine.subject import Subject
from adjudge_engine.text.abbreviations import STARTERS, words
from adjudge_engine.text.alike import DRUG_TAILS, drug_stem

_UPPER: Final = "A-ZÀ-ÖØ-ÞĀĆČĎĐĒĘĚĞĪİŁŃŇŌŐŒŘŚŞŠŤŪŮŰŹŻŽΑ-ΫЀ-Я"
#: A name: words with capitals and the numbers after them, at most six.
_RUN: Final = re.compile(rf"[{_UPPER}][\w’'-]*+(?: (?:[{_UPPER}][\w’'-]*+|[0-9][\w-]*+)){{0,5}}+")
_ASCII_RUN: Final = re.compile(r"[A-Z][\w'-]*+(?: [A-Z0-9][\w'-]*+){0,5}+", re.ASCII)
_EDGE: Final = ".,;:!?()[]{}\"'“”‘’«»*_"
_LONGEST: Final = 200  # characters of a name
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


class Named(NamedTuple):
    """A name of the answer that no context has, at `start`, by its words."""

    start: int
    words: list[str]


def unnamed(answer: str, contexts: Texts) -> Iterator[Named]:
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
        yield Named(start, found)
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


def unnamed_drugs(subject: Subject) -> Iterator[tuple[int, int]]:
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
