"""One case under the local judge's eyes: its claims measured, weighed, and put into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from adjudge_engine.case import Case
from adjudge_engine.claims import LONG
from adjudge_engine.evaluation import Claim, ClaimVerdict, Evidence, GateResult
from adjudge_engine.evidence import SUPPORTING, find_evidence, without_misses
from adjudge_engine.gates.abstention import is_abstention
from adjudge_engine.judges.local.bearing import Bearing
from adjudge_engine.judges.local.doubts import FEWEST, doubt, in_words, is_cut_off, missing
from adjudge_engine.judges.local.features import Measured, Measurement
from adjudge_engine.judges.local.head import Head
from adjudge_engine.judges.local.reading import Reading
from adjudge_engine.judges.local.sources import NOWHERE
from adjudge_engine.judges.local.vetoes import first_veto
from adjudge_engine.judges.local.wordlists import ABOUT_SOURCES, ADDRESS, ADVICE
from adjudge_engine.text.languages import NEGATIONS, guess_language
from adjudge_engine.text.tokens import folded_words, is_content, is_number
from adjudge_engine.vocabulary import Gate, Verdict

#: The languages whose words the head can weigh.
READS: Final = ("en",)
#: The share of a claim's content words that may stand somewhere for it to count as not mentioned.
ABSENT: Final = 0.2

_TO_READER: Final = ADDRESS | ADVICE
_UNKNOWING: Final = ABOUT_SOURCES | NEGATIONS["en"]


class Session:
    """The claims of one case. `head` weighs them; nothing is measured before it is asked for.

    `gates`: what the gates found already about the case, so that it is not read again.
    """

    def __init__(
        self,
        head: Head,
        case: Case,
        claims: Sequence[Claim],
        gates: Mapping[Gate, GateResult] | None = None,
    ) -> None:
        self.head = head
        self.case = case
        self.contexts = {context.id: context for context in case.contexts}
        if not any(claim.evidence for claim in claims):
            claims = without_misses(find_evidence(claims, case.contexts))
        self.claims = claims
        self.gates = gates
        self.bearing = Bearing(case, claims)
        self.language = guess_language(folded_words(case.answer or ""))
        self.contexts_language = guess_language(self.bearing.openings)

    @property
    def reads(self) -> bool:
        """Whether the head knows the language of answer and contexts.

        A text too short for its language to show is taken to be in the other's.
        """
        known = {self.language, self.contexts_language} - {None}
        return bool(known) and known <= set(READS)

    @property
    def is_foreign(self) -> bool:
        """Whether answer or contexts are in a language that the head does not know."""
        return not {self.language, self.contexts_language} <= {*READS, None}

    @cached_property
    def measurement(self) -> Measurement:
        """The claims beside the contexts."""
        return Measurement(self.case, self.claims, self.bearing, gates=self.gates)

    @cached_property
    def measured(self) -> list[Measured]:
        """Each claim with its features."""
        return self.measurement.all()

    def scores(self) -> list[float]:
        """Each claim's log odds of not being supported."""
        return [self.head.score(one.values, one.news) for one in self.measured]

    def verdicts(self) -> list[ClaimVerdict]:
        """A verdict for each claim, in order."""
        return [self._verdict(index, claim) for index, claim in enumerate(self.claims)]

    def objection(self, index: int) -> str | None:
        """Why claim number `index` is not called supported however low its risk is, or None."""
        measured = self.measured[index]
        return doubt(self.measurement, index, measured, self.language or READS[0])

    def _verdict(self, index: int, claim: Claim) -> ClaimVerdict:
        content = [word for word in dict.fromkeys(self._words(claim.text)) if is_content(word)]
        reason = ""
        for one in claim.evidence:
            if (one.score or 0.0) < SUPPORTING:
                break
            why = self._veto(index, claim, content, one)
            if why is None:
                words = "the passage says it in nearly the same words"
                return _said(claim, "supported", words, one)
            reason = reason or why
        if self.reads:
            return self._weighed(index, claim, content, reason)
        near = claim.evidence[0] if reason else None
        if not reason and self._absent(claim.text, content):
            words = "almost none of its words stand anywhere in the contexts"
            return _said(claim, "not_mentioned", words)
        return _said(claim, "unsure", reason or "no passage says it in nearly the same words", near)

    def _weighed(self, index: int, claim: Claim, content: list[str], reason: str) -> ClaimVerdict:
        """The head's word on a claim that no passage says in nearly the same words."""
        measured = self.measured[index]
        risk = self.head.risk(measured.values, measured.news)
        if risk < self.head.passes_below:
            why = self.objection(index)
            if why is None:
                words = f"the passage has what the claim says (risk that it has not: {risk:.1%})"
                return _said(claim, "supported", words, self._window(measured))
            reason = reason or why
        if risk >= self.head.flags_from and self._states(claim.text):
            told = self._flag(measured)
            if told is None and not reason and self._absent(claim.text, content):
                told = "almost none of its words stand anywhere in the contexts"
            if told is not None:
                return _said(claim, "not_mentioned", told)
        if self._abstains(claim.text):
            return _said(
                claim,
                "unsure",
                "the claim says that something is not there, which words alone do not show",
            )
        near = claim.evidence[0] if claim.evidence else self._window(measured)
        return _said(claim, "unsure", reason or in_words(measured, risk, self.bearing.texts), near)

    def _flag(self, measured: Measured) -> str | None:
        """The number or name that no context has, or None."""
        if measured.figures.nowhere or measured.lost_names:
            return next(missing(measured), None)
        return None

    def _window(self, measured: Measured) -> Evidence | None:
        if measured.window is NOWHERE:
            return None
        place, start, end = self.measurement.sources.text_of(measured.window)
        context = self.case.contexts[place]
        return Evidence(context_id=context.id, start=start, end=end, text=context.text[start:end])

    def _veto(self, index: int, claim: Claim, content: list[str], one: Evidence) -> str | None:
        """Why the passage does not support the claim though it has nearly all words, or None."""
        context = self.contexts[one.context_id]
        if claim.text.rstrip("*_ ").endswith((":", "：")):
            return "the claim only introduces what follows"
        if len(content) < FEWEST:
            return "the claim is too short to be judged by its words"
        if max(len(claim.text), one.end - one.start) > 2 * LONG:
            return "the claim or the passage is too long to be judged by its words"
        if is_cut_off(context, one.end):
            return "the context is cut off where its evidence stands"
        language = self.language or self.contexts_language
        around = self.bearing.words_of(context)
        return first_veto(Reading(claim.text, one.text, language, around, self.bearing.texts)) or (
            self.bearing.objection(index, context)
        )

    def _absent(self, text: str, content: list[str]) -> bool:
        """Whether the contexts, in the claim's own language, have almost none of its words."""
        if self.language != self.contexts_language or self.language not in NEGATIONS:
            return False
        if len(content) < 4 or not self._states(text) or not ABOUT_SOURCES.isdisjoint(content):
            return False
        there = [word for word in content if word in self.bearing.anywhere]
        few = len(there) <= ABSENT * len(content) and not any(map(is_number, there))
        return few and not is_abstention(text)

    def _states(self, text: str) -> bool:
        """Whether a claim states something: it asks nothing, advises nothing, addresses nobody."""
        asks = text.rstrip("\"'”’»*_ ").endswith(("?", "？"))
        return not asks and _TO_READER.isdisjoint(self._words(text))

    def _abstains(self, text: str) -> bool:
        """Whether a claim says that something is not known; none does without certain words."""
        return not _UNKNOWING.isdisjoint(self._words(text)) and is_abstention(text)

    def _words(self, text: str) -> list[str]:
        return self.bearing.texts[text].words


def _said(
    claim: Claim, verdict: Verdict, reason: str, evidence: Evidence | None = None
) -> ClaimVerdict:
    return ClaimVerdict(
        claim_id=claim.id,
        verdict=verdict,
        quote=None if evidence is None else evidence.text,
        evidence=() if evidence is None else (evidence,),
        reason=reason,
    )
