"""The flag `unsupported_negative`: a claim denies something on which all contexts are silent.

"The warranty does not cover batteries", where no context speaks of batteries: silence proves no
denial. Where a context has the thing denied, or denies or limits anything in the same matter,
nothing is said here; that is for judges. Abstentions deny nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Claim
from adjudge_engine.gates.abstaining.phrases import says_nothing
from adjudge_engine.gates.citing.locators import VERIFIER
from adjudge_engine.gates.context_texts import Spot, Texts
from adjudge_engine.gates.flagging.denial_words import (
    CARRIERS,
    CONDITIONS,
    CUES,
    NEGATORS,
    NOT_STATED,
    OF_SOURCES,
    OTHER_CUES,
    PRIVATIVES,
    SAME_MATTER,
    UNSPACED_NEGATORS,
)
from adjudge_engine.gates.words import in_answer, quoted
from adjudge_engine.subject import Subject
from adjudge_engine.text.languages import ALL_STOP_WORDS
from adjudge_engine.text.sentences import without_marks

_WORD: Final = re.compile(r"[^\W\d_]++(?:['’-][^\W\d_]++)*+")
#: A sign, or a word between blanks: a set of characters to begin with is quickly found.
_CLAUSE: Final = re.compile(
    r"[.!?;:,()。！？、，；।—\s](?:(?<=\S)|(?:but|and|or|because|if|unless|when|while|aber|sondern|und|oder|wenn"
    r"|mais|et|ou|si|pero|sino|y|o|ma|e|se|mas|но|а|и|если)\s)"
)
_UNSPACED: Final = re.compile(UNSPACED_NEGATORS)
_RUN: Final = re.compile(
    "[\u4e00-\u9fff々]{2,12}|[\u30a1-\u30ffー]{3,20}|[가-힣]{2,12}|[ก-๙]{4,20}"
)
_UNSPACED_CARRIERS: Final = re.compile(
    f"{UNSPACED_NEGATORS}|必要|可能|対象|提供|対応|包含|包括|需要|存在|利用|使用|記載|支持|适用|適用"
    "|要求|允许|允許|不|含|有|覆盖|涵盖|涵蓋|[\u4e00-\u9fff]{2,4}(?=(?:は|を)?(?:し|され|でき|して|されて)(?:い)?"
    "(?:ません|ない))"
)
#: Denials of degree and of words, which say nothing of a thing: "not only", "no later than".
_NO_DENIAL: Final = re.compile(
    r"\b(?:not|no|cannot|nicht|pas|non|не) (?:only|just|merely|necessarily|always|all|every|more"
    r"|less|later|longer|earlier|doubt|matter|exceed|nur|unbedingt|immer|alle|mehr|seulement|plus|solo"
    r"|necesariamente|più|только|всегда|more than|less than)\b|\b(?:whether or|if) not\b"
    r"|\b(?:not|n['’]t) mean\b|\bbedeutet (?:das )?nicht\b|\bsignifie pas\b|\bno significa\b",
    re.IGNORECASE,
)
_NO: Final = frozenset(("no", "kein", "keine", "keinen", "aucun", "aucune", "geen"))
_OF: Final = frozenset(
    ("on", "of", "for", "to", "against", "auf", "für", "gegen", "sur", "pour", "op")
)
#: Words that are not what a clause denies.
_NO_THINGS: Final = ALL_STOP_WORDS | CARRIERS | NEGATORS
_PRIVATIVES: Final = NEGATORS | PRIVATIVES
_SAME: Final = frozenset().union(*SAME_MATTER)
_STEM: Final = 6
_FEWEST: Final = 3  # letters of a word whose absence says something
_MOST: Final = 20
_SEARCHED: Final = 20_000_000  # characters of contexts that all denials are looked for in, or
_FEWEST_CLAIMS: Final = 4  # so many claims
_MOST_PLACES: Final = 12
_MOST_READ: Final = 60


class _Denied(NamedTuple):
    """What a clause denies, and the other words of its claim."""

    things: list[str]
    others: list[str]
    heads: tuple[str, ...] = ()  # the things of "no cap on bonuses" with the cap as the last


def check_silent_denials(subject: Subject) -> list[Check]:
    """A check for each claim that denies something of which no context says anything."""
    cues, otherwise = CUES & subject.answer_words, _denies_otherwise(subject.answer)
    if not (cues or otherwise) or not subject.texts.size:
        return []
    checks: list[Check] = []
    left = max(_FEWEST_CLAIMS, _SEARCHED // subject.texts.size)
    for claim in subject.claims:
        if not (_has(claim.text, cues) or (otherwise and _denies_otherwise(claim.text))):
            continue
        left -= 1
        if not left:
            break
        denied = _denied(claim, cues)
        absent = _absent(subject, denied) if denied is not None else []
        if not absent and denied is not None and denied.heads:
            absent = _absent(subject, denied._replace(things=list(denied.heads)))
        if not absent or _NO_DENIAL.search(claim.text):
            continue
        if says_nothing(claim.text):
            continue
        checks.append(_flag(subject, claim, absent))
        if len(checks) == _MOST:
            break
    return checks


def _has(text: str, cues: frozenset[str]) -> bool:
    """Whether one of the words stands in the text between spaces, commas and stops (`parted`)."""
    for cue in cues:
        at = text.find(cue)
        while at >= 0:
            end = at + len(cue)
            if _parts(text[at - 1 : at]) and _parts(text[end : end + 1]):
                return True
            at = text.find(cue, at + 1)
    return False


def _parts(edge: str) -> bool:
    """Whether a character parts words; the end of a text does."""
    return edge in (" ", ".", ",", "") or edge.isspace()


def _denies_otherwise(text: str) -> bool:
    """Whether a text may deny something in words that are not parted by spaces or in ASCII."""
    return not text.isascii() and any(cue in text for cue in OTHER_CUES)


def _flag(subject: Subject, claim: Claim, absent: list[str]) -> Check:
    what = " ".join(dict.fromkeys(absent))
    return finding(
        "citations",
        "unsupported_negative",
        f"{quoted(claim.text)}: no context says anything of {quoted(what)};"
        " silence proves no denial",
        check="denials",
        verifier=VERIFIER,
        claim_id=claim.id,
        observed=in_answer(subject.answer, claim.start, claim.end),
    )


def _denied(claim: Claim, cues: frozenset[str]) -> _Denied | None:
    """The words that the claim's denial is about; None where it is of degree, or of none."""
    text = claim.text
    if "(" in text or "[" in text or not text.isascii():
        text = without_marks(text)
    if "?" in text or "？" in text:
        return None
    if not text.isascii() and (found := _UNSPACED.search(text)) is not None:
        return _denied_unspaced(text, found.start())
    for led_by, clause in _clauses(text):
        if cues and not _has(clause, cues):
            continue
        lower = _WORD.findall(clause.lower().replace("’", "'"))
        at = next((at for at, one in enumerate(lower) if one in NEGATORS or _fused(one)), -1)
        if at < 0 or led_by in CONDITIONS or not CONDITIONS.isdisjoint(lower[:at]):
            continue
        if not OF_SOURCES.isdisjoint(lower) or not NOT_STATED.isdisjoint(
            lower[max(0, at - 3) : at]
        ):
            continue
        things = [one for one in lower[at + 1 :] if _is_thing(one)]
        if not things:  # "Batterien sind nicht abgedeckt"
            things = [one for one in lower[:at] if _is_thing(one)][::-1]
        if things and lower[at + 1 : at + 2] != ["to"]:
            rest = _WORD.findall(text.lower())
            others = [one for one in rest if _is_thing(one) and one not in things]
            return _Denied(things, others, _heads(lower[at:]))
    return None


def _heads(words: list[str]) -> tuple[str, ...]:
    """Of "no cap on bonuses" first what stands behind the preposition, then what is denied."""
    if words[0] not in _NO:
        return ()
    at = next((at for at, word in enumerate(words) if word in _OF), 0)
    heads = [word for word in words[1:at] if _is_thing(word)]
    return (*(word for word in words[at + 1 :] if _is_thing(word)), *heads) if heads else ()


def _denied_unspaced(text: str, at: int) -> _Denied | None:
    """The same where words are not parted: the thing before the denial, in Chinese after it."""
    parted = _UNSPACED_CARRIERS.sub(lambda match: " " * len(match.group()), text)
    runs = [(match.start(), match.group()) for match in _RUN.finditer(parted)]
    after = [run for start, run in runs if start > at][:1]
    before = [run for start, run in runs if start < at][-1:]
    things = (after or before) if text[at] in "不没沒无無" else before
    others = [run for _, run in runs if run not in things]
    return _Denied(things, others) if things and others else None


def _clauses(text: str) -> Iterator[tuple[str, str]]:
    """The clauses of a claim, each with the word that leads into it, if any."""
    last, led_by = 0, ""
    for match in _CLAUSE.finditer(text):
        yield led_by, text[last : match.start()]
        last, led_by = match.end(), match.group().strip().lower()
    yield led_by, text[last:]


def _fused(word: str) -> bool:
    return word.endswith("n't")


def _is_thing(word: str) -> bool:
    return len(word) >= _FEWEST and word not in _NO_THINGS and not word.endswith("ly")


def _absent(subject: Subject, denied: _Denied) -> list[str]:
    """Of what is denied, what no context has, if the rest of the claim is the contexts' matter.

    The last word tells what is denied most closely: "no cancellation fee", "branches in Norway".
    """
    texts, things = subject.texts, denied.things
    if _stands(texts, things[-1]):
        return []
    absent = [one for one in things if not _stands(texts, one)]
    if 2 * len(absent) < len(things):
        return []
    if not _SAME.isdisjoint(things):
        matters = [group for group in SAME_MATTER if not group.isdisjoint(things)]
        if any(_stands(texts, word) for group in matters for word in sorted(group)):
            return []
    others = [*denied.others, *(one for one in things if one not in absent)]
    here = {spot for one in others[:_MOST] for spot in _places(texts, one, _MOST_PLACES)}
    if not here or _denies_or_limits(texts, sorted(here)):
        return []
    return absent


def _stands(texts: Texts, word: str) -> bool:
    """Whether `_places` has a first place; no place is made for it."""
    forms, ascii_stem = _forms(word)
    for form in forms:
        for text in texts.texts:
            at = text.find(form)
            if at >= 0:
                if not (ascii_stem and text[at - 1 : at].isalpha()):
                    return True
                break
    return False


def _forms(word: str) -> tuple[tuple[str, ...], bool]:
    """How the words begin that a word is looked for by, and whether that is ASCII."""
    stem = word[: max(_STEM - 1, 3 * len(word) // 5)] if len(word) > _STEM else word
    return (stem, stem.capitalize()) if stem[:1].islower() else (stem,), stem.isascii()


def _places(texts: Texts, word: str, most: int) -> Iterator[Spot]:
    """The first places where a word, or one with the same beginning, begins."""
    forms, ascii_stem = _forms(word)
    for form in forms:
        for spot in texts.places(form, most):
            before = texts.texts[spot.number][spot.start - 1 : spot.start]
            if not (ascii_stem and before.isalpha()):
                yield spot


def _denies_or_limits(texts: Texts, places: list[Spot]) -> bool:
    """Whether a sentence around one of the places denies or limits anything."""
    last = Spot(-1, 0, 0)
    for spot in places[:_MOST_READ]:
        if spot.number == last.number and spot.start < last.end:
            continue
        last = texts.sentence(spot)
        text = texts.said(last)
        if not text.isascii() and _UNSPACED.search(text) is not None:
            return True
        words = [word.lower() for word in _WORD.findall(text)]
        if not _PRIVATIVES.isdisjoint(words) or any(map(_is_privative, words)):
            return True
    return len(places) > _MOST_READ


def _is_privative(word: str) -> bool:
    """Whether a word in no list denies or limits by itself: "cordless", "nonfat"."""
    if _fused(word.replace("’", "'")):
        return True
    if len(word) > _STEM and word.startswith(("non", "un", "dis", "nicht")):
        return True
    return word.endswith(("less", "free", "frei", "los"))
