"""What a clause of an answer does: abstain, refuse, accompany, or tell what the sources say.

The text inside quotation marks is taken out first: a witness's "I don't know" is no abstention.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from adjudge_engine.gates.abstaining.beside_lists import (
    DESCRIPTIONS,
    FILLERS,
    INDIRECT_QUESTIONS,
    LEAD_INS,
    ONLY,
    REFUSALS,
    SOURCE_LEAD_INS,
    TELLING_QUESTIONS,
    TOPICS,
)
from adjudge_engine.gates.abstaining.phrase_lists import DENYING, LANGUAGES, PATTERNS
from adjudge_engine.gates.abstaining.pieces import PIECES
from adjudge_engine.text.normalise import normalise

LONGEST_CLAUSE: Final = 600

_QUOTATION: Final = re.compile(
    r"\"[^\"]{1,300}\"|“[^“”]{1,300}”|«[^«»]{1,300}»|„[^„“”]{1,300}[“”]|「[^「」]{1,300}」"
)
_LATIN: Final = frozenset({"LATIN"})
_DENYING: Final = re.compile(DENYING)
_REPORTED: Final = re.compile(
    r"\b(?:he|she|witness|speaker|respondent|defendant|minister|author|patient|customer)\b.{0,30}"
    r"(?<!not )(?<!n't )\b(?:replied|said|says|answered|stated|testified|told|claims?|claimed)\b"
)


def says_nothing(clause: str) -> bool:
    """Whether the clause says that the question cannot be (or is not) answered."""
    text = _bare(clause)
    scripts = _scripts(text)
    if scripts == _LATIN and _DENYING.search(text) is None:
        return False
    reported = _REPORTED.search(text)
    if reported is None or is_indirect_question(clause):
        for one in _near(scripts, text):
            if one.search(text) is not None:
                return True
        return _any(REFUSALS, text)
    # "The witness said that he did not know", but "the text does not say what the witness said"
    hits = (one.search(text) for one in _near(scripts, text))
    return any(hit is not None and hit.start() < reported.start() for hit in hits)


def is_refusal(clause: str) -> bool:
    """Whether the clause refuses without a reason from the sources."""
    return _any(REFUSALS, _bare(clause))


def is_filler(clause: str) -> bool:
    """Whether the clause is courtesy or advice whom to ask."""
    return _any(FILLERS, _bare(clause))


def is_lead_in(clause: str) -> bool:
    """Whether the clause only leads in what the rest of its sentence says."""
    return _any(LEAD_INS, _bare(clause))


def is_source_lead_in(clause: str) -> bool:
    """Whether the clause only says which sources the rest of its sentence is about."""
    return _any(SOURCE_LEAD_INS, _bare(clause))


def described(clause: str) -> str | None:
    """Of a clause about what the sources do say ("they only describe …"), what that is."""
    text = _bare(clause)
    for one in DESCRIPTIONS:
        match = _pattern(one).search(text)
        if match is not None:
            return text[: match.start()] + " " + text[match.end() :]
    return None


def says_only(clause: str) -> bool:
    """Whether a description marks itself as all there is ("only", "just")."""
    return _any(ONLY, _bare(clause))


def names_topics(clause: str) -> bool:
    """Whether a clause says what a source is about, and not what it says of it."""
    return _any(TOPICS, _bare(clause))


def is_indirect_question(clause: str) -> bool:
    """Whether the clause begins as an indirect question does: "who founded the mill"."""
    return _any(INDIRECT_QUESTIONS, _bare(clause))


def tells(question: str) -> bool:
    """Whether what looks like a question tells something: "Did you know that …?"."""
    return _any(TELLING_QUESTIONS, _bare(question))


def _bare(clause: str) -> str:
    text = _QUOTATION.sub(" ", clause[:LONGEST_CLAUSE])
    return normalise(text).text.lower().strip(" -*•>")


def _any(patterns: tuple[str, ...], text: str) -> bool:
    for one in patterns:  # noqa: SIM110 - asked of every clause of an answer
        if _pattern(one).search(text) is not None:
            return True
    return False


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _scripts(text: str) -> frozenset[str]:
    if text.isascii():
        return _LATIN
    names = {unicodedata.name(one, "").partition(" ")[0] for one in set(text) if one.isalpha()}
    return frozenset(names & LANGUAGES.keys())


def _near(scripts: frozenset[str], text: str) -> list[re.Pattern[str]]:
    """The patterns of the languages of which a piece stands in the text."""
    found: list[re.Pattern[str]] = []
    for pieces, patterns in _compiled(scripts):
        for piece in pieces:
            if piece in text:
                found += patterns
                break
    return found


@cache
def _compiled(
    scripts: frozenset[str],
) -> tuple[tuple[tuple[str, ...], tuple[re.Pattern[str], ...]], ...]:
    """By language, the pieces and the patterns."""
    languages = dict.fromkeys(
        language for script in sorted(scripts) for language in LANGUAGES[script]
    )
    return tuple(
        (PIECES.get(language, ("",)), tuple(map(_pattern, PATTERNS[language])))
        for language in languages
    )
