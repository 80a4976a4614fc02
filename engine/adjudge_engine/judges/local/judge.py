"""The embedded judge: offline, free, and silent unless the words leave little doubt.

It measures whether a claim's words stand in one passage of the contexts, nearly verbatim, and
stops at everything by which the same words could mean another thing. What it cannot decide is
`unsure`; it never calls anything contradicted, because words alone do not show that.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Final

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case, Context
from adjudge_engine.claims import CLAIMS, LONG
from adjudge_engine.evaluation import Claim, ClaimVerdict, Evidence, Judgment, Usage
from adjudge_engine.evidence import EVIDENCE, SUPPORTING, find_evidence, without_misses
from adjudge_engine.gates.abstention import is_abstention
from adjudge_engine.judges.base import JudgeRequest, abstained, faithfulness
from adjudge_engine.judges.local.bearing import Bearing
from adjudge_engine.judges.local.reading import Reading
from adjudge_engine.judges.local.vetoes import first_veto
from adjudge_engine.judges.local.wordlists import ABOUT_SOURCES, ADDRESS
from adjudge_engine.text.languages import NEGATIONS, guess_language
from adjudge_engine.text.names import NAMES
from adjudge_engine.text.tokens import TOKENS, folded_words, is_content, is_number

VERSION: Final = "local/2"


class LocalJudge:
    """Judges faithfulness by words.

    `reads_from`: the evidence score (0..1) from which a passage is read beside its claim.
    `absent_to`: the share of a claim's content words that may stand somewhere in the contexts
    for it to count as not mentioned at all.
    """

    name = "local"
    remote = False
    criteria: tuple[str, ...] = ("faithfulness",)

    def __init__(self, *, reads_from: float = SUPPORTING, absent_to: float = 0.2) -> None:
        self.reads_from = reads_from
        self.absent_to = absent_to

    def fingerprint(self, criterion: str) -> str:
        """`sha256:…` over everything that can change a verdict."""
        return canonical_hash(
            {
                "name": self.name,
                "version": VERSION,
                "criterion": criterion,
                "parts": [CLAIMS, EVIDENCE, NAMES, TOKENS],
                "parameters": {"reads_from": self.reads_from, "absent_to": self.absent_to},
            }
        )

    def judge(self, request: JudgeRequest) -> Judgment:
        """A judgment of `request`; abstains on other criteria, without claims or contexts."""
        began = perf_counter()
        if request.criterion not in self.criteria:
            return self._abstain(request, "criterion", "this judge knows faithfulness only", began)
        if not request.claims:
            return self._abstain(request, "no_claims", "the answer makes no claim", began)
        if not any(context.text.strip() for context in request.case.contexts):
            return self._abstain(request, "no_context", "the case has no context to read", began)
        verdicts = _Session(self, request.case, request.claims).verdicts()
        return faithfulness(
            self, verdicts, rationale=_rationale(verdicts), usage=_usage(began), rubric=VERSION
        )

    def _abstain(self, request: JudgeRequest, code: str, message: str, began: float) -> Judgment:
        usage = _usage(began)
        return abstained(self, request.criterion, code, message, usage=usage, rubric=VERSION)


class _Session:
    """One case under the judge's eyes."""

    def __init__(self, judge: LocalJudge, case: Case, claims: Sequence[Claim]) -> None:
        self.judge = judge
        self.contexts = {context.id: context for context in case.contexts}
        if not any(claim.evidence for claim in claims):
            claims = without_misses(find_evidence(claims, case.contexts))
        self.claims = claims
        self.bearing = Bearing(case, claims)
        self.language = guess_language(folded_words(case.answer or ""))
        sample = " ".join(context.text[:2_000] for context in case.contexts)
        self.contexts_language = guess_language(folded_words(sample))

    def verdicts(self) -> list[ClaimVerdict]:
        return [self._verdict(index, claim) for index, claim in enumerate(self.claims)]

    def _verdict(self, index: int, claim: Claim) -> ClaimVerdict:
        content = [word for word in dict.fromkeys(folded_words(claim.text)) if is_content(word)]
        reason = ""
        for one in claim.evidence:
            if (one.score or 0.0) < self.judge.reads_from:
                break
            why = self._objection(index, claim, content, one)
            if why is None:
                return ClaimVerdict(
                    claim_id=claim.id,
                    verdict="supported",
                    quote=one.text,
                    evidence=(one,),
                    reason="the passage says it in nearly the same words",
                )
            reason = reason or why
        if reason:
            near = claim.evidence[0]
            return ClaimVerdict(
                claim_id=claim.id,
                verdict="unsure",
                quote=near.text,
                evidence=(near,),
                reason=reason,
            )
        if self._absent(claim.text, content):
            return ClaimVerdict(
                claim_id=claim.id,
                verdict="not_mentioned",
                reason="almost none of its words stand anywhere in the contexts",
            )
        return ClaimVerdict(
            claim_id=claim.id,
            verdict="unsure",
            reason="no passage says it in nearly the same words",
        )

    def _objection(self, index: int, claim: Claim, content: list[str], one: Evidence) -> str | None:
        """Why the passage does not support the claim, or None."""
        context = self.contexts[one.context_id]
        if claim.text.rstrip("*_ ").endswith((":", "：")):
            return "it only introduces what follows"
        if len(content) < 3:
            return "it is too short to be judged by its words"
        if max(len(claim.text), one.end - one.start) > 2 * LONG:
            return "it is too long to be judged by its words"
        if _cut_off(context, one):
            return "the context is cut off where its evidence stands"
        language = self.language or self.contexts_language
        around = self.bearing.words_of(context)
        return first_veto(Reading(claim.text, one.text, language, around)) or (
            self.bearing.objection(index, context)
        )

    def _absent(self, text: str, content: list[str]) -> bool:
        """Whether the contexts, in the claim's own language, have almost none of its words.

        What asks something, speaks to the reader or abstains is no statement that they could have.
        """
        if text.rstrip("\"'”’»*_ ").endswith(("?", "？")) or not ADDRESS.isdisjoint(
            folded_words(text)
        ):
            return False
        if self.language != self.contexts_language or self.language not in NEGATIONS:
            return False
        if len(content) < 4 or not ABOUT_SOURCES.isdisjoint(content):
            return False
        there = [word for word in content if word in self.bearing.anywhere]
        few = len(there) <= self.judge.absent_to * len(content) and not any(map(is_number, there))
        return few and not is_abstention(text)


def _cut_off(context: Context, one: Evidence) -> bool:
    """Whether a passage is the last of a truncated context: it may have gone on."""
    return context.truncated and not context.text[one.end :].strip()


def _usage(began: float) -> Usage:
    return Usage(
        tokens_in=0,
        tokens_out=0,
        cost_usd=0.0,
        latency_ms=round((perf_counter() - began) * 1000, 3),
        attempts=1,
        cached=False,
    )


def _rationale(verdicts: Sequence[ClaimVerdict]) -> str:
    """One sentence: how many claims of each kind."""
    said = [one.verdict for one in verdicts]
    parts = [
        f"{said.count(verdict)} {name}"
        for verdict, name in (
            ("supported", "supported nearly word for word"),
            ("not_mentioned", "not mentioned"),
            ("unsure", "left open"),
        )
        if verdict in said
    ]
    return f"Of {len(said)} claim{'s' * (len(said) > 1)}: {', '.join(parts)}."
