"""What a claim is about when its own words do not say so.

"It costs $99" under a question about the Atlas S, or "Melts at 840 °C" under "Properties of
magnesium:", agrees word for word with a passage about something else. A claim that leans on words
outside itself is only supported by a context that has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from adjudge_engine.case import Case, Context
from adjudge_engine.evaluation import Claim
from adjudge_engine.judges.local.mentions import without_mentions
from adjudge_engine.judges.local.rarity import rarity
from adjudge_engine.judges.local.texts import Texts
from adjudge_engine.judges.local.wordlists import ABOUT_SOURCES, PRONOUNS
from adjudge_engine.text.abbreviations import words
from adjudge_engine.text.names import names
from adjudge_engine.text.tokens import fold, folded_words, is_content

#: Words of a lead-in that say nothing about its subject.
_LEADING = frozenset(
    map(
        fold,
        words(
            """follow following step steps list thing things way ways point points example examples
            include includes including summary overview key main important fact facts detail details
            tip tips reason reasons benefit benefits type types method methods instruction
            instructions according state states mean means find found several various different
            kind kinds some statement statements true note question answer response related
            folgende folgenden folgendes schritt schritte punkte gründe"""
        ),
    )
)

#: The rarity from which a word of a lead-in says what it is about.
_TELLING = 0.6

_OPENING = 2_000  # characters of a context


class _Lean(NamedTuple):
    """What a claim leans on: how to call it, the names in it, all words that matter in it."""

    shown: str = ""
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class Bearing:
    """The words that each claim leans on: its lead-in's, or the names that a pronoun means.

    `texts`: what was read of claims and passages, for all who compare them.
    """

    def __init__(self, case: Case, claims: Sequence[Claim]) -> None:
        self.answer = case.answer or ""
        self.texts = Texts()
        #: The first words of all contexts: enough to tell their language.
        self.openings: list[str] = []
        self._held = {one.id: self._read(one.text) for one in case.contexts}
        self._leans: list[_Lean] = []
        self._gather(case.question or "", claims)

    @cached_property
    def anywhere(self) -> frozenset[str]:
        """The words of all contexts."""
        return frozenset().union(*self._held.values())

    def words_of(self, context: Context) -> frozenset[str]:
        """The words of one context."""
        return self._held[context.id]

    def objection(self, index: int, context: Context) -> str | None:
        """Why a passage of `context` may be about something else than claim `index`, or None.

        A name must stand in that context. Another word of a lead-in must if any context has it:
        a word that none has is the answer's own way of putting it.
        """
        lean, held = self._leans[index], self._held[context.id]
        lost = [word for word in lean.names if word not in held]
        lost += [word for word in lean.words if word not in held and word in self.anywhere]
        if not lost:
            return None
        return f'the claim is about "{lean.shown}", the passage may be about something else'

    def _read(self, text: str) -> frozenset[str]:
        words = folded_words(text)
        short = len(text) <= _OPENING
        self.openings += words if short else folded_words(text, 0, _OPENING)
        return frozenset(words)

    def _gather(self, question: str, claims: Sequence[Claim]) -> None:
        subject = self._subject(question)
        lead = _Lean()
        previous: Claim | None = None
        for claim in claims:
            if previous is not None and previous.text.rstrip("*_ ").endswith((":", "：")):
                lead = _lead(previous.text)
            elif not self.listed(claim):
                lead = _Lean()
            said = self.texts[claim.text].words
            leans_back = not lead.words and bool(said) and said[0] in PRONOUNS
            self._leans.append(subject if leans_back else lead)
            own = self._subject(claim.text)
            subject = own if own.names else subject
            previous = claim

    def _subject(self, text: str) -> _Lean:
        """The first name of a text, which a pronoun after it most likely means."""
        found = self.texts[text].names
        return _Lean(found[0].text, found[0].words) if found else _Lean()

    def listed(self, claim: Claim) -> bool:
        """Whether a claim starts with a bullet or a number, or goes on with such an item."""
        line = self.answer.rfind("\n", 0, claim.start) + 1
        before = self.answer[line : claim.start].lstrip()[:1]
        return before != "" and (before in "-*+•·▪◦‣–—(|" or before.isalnum())


def _lead(lead_in: str) -> _Lean:
    """What a lead-in is about: its names and its content words but those that only announce.

    Nor is it about the passage that it names, nor about the commonest words ("how to make …").
    """
    text = without_mentions(lead_in)
    needed = tuple(
        word
        for word in dict.fromkeys(folded_words(text))
        if is_content(word)
        and word not in _LEADING
        and word not in ABOUT_SOURCES
        and rarity(word) >= _TELLING
    )
    named = tuple(word for name in names(text) for word in name.words if word in needed)
    return _Lean(text.strip().strip(':： *_"“”'), named, needed)
