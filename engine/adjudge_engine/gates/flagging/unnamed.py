"""Names and drugs of an answer that no context has: the quick first look of `near_names`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.gates.context_texts import Texts
from adjudge_engine.gates.flagging.like_names import may_be_like
from adjudge_engine.subject import Subject
from adjudge_engine.text.abbreviations import STARTERS, words
from adjudge_engine.text.alike import DRUG_TAILS, drug_stem

_UPPER: Final = "A-ZÀ-ÖØ-ÞĀĆČĎĐĒĘĚĞĪİŁŃŇŌŐŒŘŚŞŠŤŪŮŰŹŻŽΑ-ΫЀ-Я"
_LETTER: Final = r"[^\W\u0e01-\u0e7f\u1100-\u11ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
_REST: Final = rf"(?:{_LETTER}|[’'-])*+"
_NUMBER: Final = rf"[0-9](?:{_LETTER}|-)*+(?:\.[0-9]++)*+"
#: A name: words with capitals and the numbers after them, at most six; no signs of Han or kana.
_RUN: Final = re.compile(rf"[{_UPPER}]{_REST}(?: (?:[{_UPPER}]{_REST}|{_NUMBER})){{0,5}}+")
_ASCII_RUN: Final = re.compile(
    r"[A-Z][\w'-]*+(?: (?:[A-Z][\w'-]*+|[0-9][\w'-]*+(?:\.[0-9]++)*+)){0,5}+", re.ASCII
)
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
_READ: Final = 200_000  # characters of an answer over small contexts
_MOST_RUNS: Final = 2_000
_MOST_NAMES: Final = 40
_ALL_SEARCHED: Final = 40_000_000  # characters searched for all names, but no fewer than
_FEWEST_LOOKS: Final = 20  # searches
_LARGE: Final = 20_000  # characters of contexts from which on less is looked for
_FEWEST_OF_DRUG: Final = 7  # letters
_SEARCHED: Final = 120_000  # characters that all absent names together are looked for in


class Named(NamedTuple):
    """A name of the answer that no context has, at `start`, by its words."""

    start: int
    words: list[str]


def unnamed(subject: Subject) -> Iterator[Named]:
    """The names of the answer that no context has as they are, without their opening words.

    In large contexts a lone word that may be large only because it opens its sentence is left
    out, and only the first few names are looked for: each costs a search through all the text.
    """
    answer, contexts = subject.answer, subject.texts
    pattern = _ASCII_RUN if answer.isascii() else _RUN
    if contexts.size > _LARGE:
        yield from _unnamed_in_large(answer, contexts, pattern)
        return
    runs = list(dict.fromkeys(pattern.findall(answer, 0, _READ)))[:_MOST_RUNS]
    joined = contexts.joined
    absent = [run for run in runs if run not in _OPENERS and run not in joined]
    if not absent:
        return
    named = {
        run: found
        for run in absent
        if (found := _without_openers(run, contexts)) and may_be_like(found, contexts)
    }
    left = _MOST_NAMES
    for match in pattern.finditer(answer, 0, _READ) if named else ():
        found = named.pop(match.group(), [])
        if found:
            yield Named(match.end() - len(" ".join(found)), found)
            left -= 1
            if not (left and named):
                return


def _unnamed_in_large(answer: str, contexts: Texts, pattern: re.Pattern[str]) -> Iterator[Named]:
    seen: set[str] = set()
    most = max(1, _SEARCHED // contexts.size)
    looks = max(_FEWEST_LOOKS, _ALL_SEARCHED // contexts.size)
    for match in pattern.finditer(answer):
        run = match.group()
        if run in seen or run in _OPENERS:
            continue
        seen.add(run)
        if " " not in run and _opens(answer, match.start(), run):
            continue
        looks -= 1
        if not looks:
            return
        if contexts.holds(run):
            continue
        found = _without_openers(run, contexts)
        if found:
            yield Named(match.end() - len(" ".join(found)), found)
            most -= 1
            if not most:
                return


def _without_openers(run: str, contexts: Texts) -> list[str]:
    """The words of a name; none where it is known, too long, or only large here."""
    found = run.split(" ") if len(run) <= _LONGEST else []
    opened = False
    while found and found[0] in _OPENERS:
        found, opened = found[1:], True
    if not found or (opened and contexts.holds(" ".join(found))):
        return []
    if len(found) == 1 and (not _may_be_name(found[0]) or contexts.holds(found[0].lower())):
        return []
    return found


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
    words = subject.answer_words
    if DRUG_TAILS.isdisjoint([one[-4:] for one in words]):
        return
    contexts = subject.texts
    long = [one for one in words if len(one) >= _FEWEST_OF_DRUG and one[-4:] in DRUG_TAILS]
    found = sorted({one.strip(_EDGE) for one in long})
    for word in found[:_MOST_NAMES]:
        lower = word.lower()
        if not drug_stem(lower) or contexts.holds(lower) or contexts.holds(lower.capitalize()):
            continue
        start = subject.answer.find(word)
        yield start, start + len(word)
