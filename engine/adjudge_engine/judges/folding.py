"""Several judgments on one criterion become one: what they share counts, the rest is unsure.

Used where several judges are asked (`panel`), where one is asked several times (`repeats`) and
where several judgments were recorded. A verdict on a claim is a word on whether it is supported:
judges that all find it unsupported agree, and the mildest of their words stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from pydantic import JsonValue

from adjudge_engine.evaluation import Abstention, Claim, ClaimVerdict, ExtraClaim, Judgment
from adjudge_engine.gates.words import quoted
from adjudge_engine.judges.base import withheld
from adjudge_engine.vocabulary import PREFERENCE, UNSUPPORTED, Verdict

Value = Literal["score", "strict", "not_contradicted", "value"]
_MILDEST: Final[tuple[Verdict, ...]] = ("partial", "not_mentioned", "contradicted")
_MOST_NAMED: Final = 12


class Voice(NamedTuple):
    """Who speaks (a judge of a panel, a run), and the judgment."""

    name: str
    judgment: Judgment


@dataclass(frozen=True)
class Quorum:
    """How many voices a word needs, and whether a single one against it takes it away."""

    needed: int
    unanimous: bool

    def met(self, votes: int, against: int) -> bool:
        """Whether a word that has `votes` for it and `against` against it counts."""
        return votes >= self.needed and not (self.unanimous and against)


class FoldedClaims(NamedTuple):
    """One verdict a claim, in the claims' order, and how many the voices disagree on."""

    verdicts: tuple[ClaimVerdict, ...]
    disputed: int


def fold_claims(voices: Sequence[Voice], claims: Sequence[Claim], quorum: Quorum) -> FoldedClaims:
    """The verdicts that the voices share; `unsure`, with who said what, where they do not.

    A voice that is unsure about a claim, or says nothing of it, does not speak on it; nor does one
    that takes back as a whole what it supports.
    """
    said = [(voice.name, _counting(voice.judgment, claims)) for voice in voices]
    verdicts: list[ClaimVerdict] = []
    disputed = 0
    for claim in claims:
        heard = [(name, of[claim.id]) for name, of in said if claim.id in of]
        verdict = _verdict([one for _, one in heard], quorum)
        if verdict is None:
            disputed += any(one.verdict != "unsure" for _, one in heard)
            verdicts.append(_unsure(claim.id, heard))
        else:
            verdicts.append(verdict)
    return FoldedClaims(tuple(verdicts), disputed)


def against_whole(judgment: Judgment) -> bool:
    """Whether it finds against the answer, and against no claim: what it means, nobody knows."""
    if judgment.strict is None or judgment.strict == 1:
        return False
    return all(one.verdict not in UNSUPPORTED for one in judgment.claims)


def takes_back(judgment: Judgment) -> bool:
    """Whether it takes back as a whole what it supports: it finds against the answer and against
    no claim, or abstains and is unsure of no claim."""
    return against_whole(judgment) or (
        judgment.abstained and all(one.verdict == "supported" for one in judgment.claims)
    )


def _counting(judgment: Judgment, claims: Sequence[Claim]) -> dict[str, ClaimVerdict]:
    """Its verdicts by claim: nothing is supported by one that finds against the whole, or that
    abstains although it supports every claim.
    """
    said = {one.claim_id: one for one in judgment.claims}
    passed = [claim.id for claim in claims if _supports(said.get(claim.id))]
    if against_whole(judgment) or (judgment.abstained and len(passed) == len(claims)):
        unsure = {"verdict": "unsure"}
        said |= {one: said[one].model_copy(update=unsure) for one in passed}
    return said


def _supports(said: ClaimVerdict | None) -> bool:
    return said is not None and said.verdict == "supported"


def _verdict(heard: Sequence[ClaimVerdict], quorum: Quorum) -> ClaimVerdict | None:
    """The shared verdict, with quote and evidence of the first voice that holds it."""
    fit = [one for one in heard if one.verdict == "supported"]
    unfit = [one for one in heard if one.verdict in UNSUPPORTED]
    if quorum.met(len(fit), len(unfit)):
        return fit[0]
    if not quorum.met(len(unfit), len(fit)):
        return None
    words = {one.verdict for one in unfit}
    mildest = next(word for word in _MILDEST if word in words)
    return next(one for one in unfit if one.verdict == mildest)


def _unsure(claim_id: str, heard: Sequence[tuple[str, ClaimVerdict]]) -> ClaimVerdict:
    if not heard:
        return ClaimVerdict(
            claim_id=claim_id, verdict="unsure", reason="nobody says anything of it"
        )
    words = [f"{name}: {one.verdict.replace('_', ' ')}" for name, one in heard[:_MOST_NAMED]]
    return ClaimVerdict(claim_id=claim_id, verdict="unsure", reason="; ".join(words))


class FoldedValue(NamedTuple):
    """What judgments without claims share. `strict` is None where they differ or have none."""

    strict: float | None
    split: bool
    lowest: Judgment


def fold_values(voices: Sequence[Voice], quorum: Quorum) -> FoldedValue:
    """The shared word of judgments on a whole answer, at least one of them with a value.

    `strict` needs the quorum. The judgment with the lowest score stands for the others: a
    minimum that it reaches is one that all of them reach.
    """
    words = [None if one.judgment.abstained else one.judgment.strict for one in voices]
    stricts = [word for word in words if word is not None]
    strict = None
    for whole in (0.0, 1.0):
        if quorum.met(stricts.count(whole), len(stricts) - stricts.count(whole)):
            strict = whole
    lowest = min((voice.judgment for voice in voices), key=_least)
    return FoldedValue(strict, strict is None and bool(stricts), lowest)


def _least(judgment: Judgment) -> float:
    for value in (judgment.score, judgment.not_contradicted, judgment.strict, judgment.value):
        if value is not None:
            return value
    return float("inf")


def least_of(judgments: Sequence[Judgment], value: Value) -> float | None:
    """The lowest of one value; None where nobody gives it."""
    found = [one for one in (getattr(judgment, value) for judgment in judgments) if one is not None]
    return min(found, default=None)


def speaks(judgment: Judgment) -> bool:
    """Whether a judgment says anything at all: a value, or a verdict on a claim."""
    if any(one.verdict != "unsure" for one in judgment.claims):
        return True
    if judgment.abstained:
        return False
    if judgment.criterion == PREFERENCE:
        return judgment.parameters.get("preferred") is not None
    return any(
        value is not None
        for value in (judgment.strict, judgment.score, judgment.not_contradicted, judgment.value)
    )


def missing_of(judgments: Sequence[Judgment]) -> tuple[str, ...]:
    """What any of them finds left out, each once."""
    return tuple(dict.fromkeys(text for judgment in judgments for text in judgment.missing))


def extra_of(judgments: Sequence[Judgment]) -> tuple[ExtraClaim, ...]:
    """Claims that only judges found, each once with the first word on it that faults it, if any."""
    found: dict[str, ExtraClaim] = {}
    for judgment in judgments:
        for claim in judgment.extra_claims:
            same = found.setdefault(claim.text, claim)
            if same.verdict not in UNSUPPORTED and claim.verdict in UNSUPPORTED:
                found[claim.text] = claim
    return tuple(found.values())


def fault_beside(judgment: Judgment) -> Abstention | None:
    """The abstention where a judge passes every claim, but faults a statement that none holds."""
    bad = [one for one in judgment.extra_claims if one.verdict in UNSUPPORTED]
    if judgment.strict != 1.0 or not bad:
        return None
    verdict = bad[0].verdict.replace("_", " ")
    message = f"beside the claims the judge found a statement that is {verdict}"
    return Abstention(code="unsure", message=f"{message}: {quoted(bad[0].text)}")


def without_fault(judgment: Judgment) -> Judgment:
    """The judgment; an abstention where it passes every claim, but faults a statement beside."""
    fault = fault_beside(judgment)
    return judgment if fault is None else withheld(judgment, fault.code, fault.message)


def summary_of(voice: Voice, claims: Sequence[Claim]) -> JsonValue:
    """A voice in few words: its values, its verdicts by claim number (from 1), why it abstains."""
    judgment = voice.judgment
    verdicts = {one.claim_id: one.verdict for one in judgment.claims}
    out: dict[str, JsonValue] = {"judge": voice.name}
    for name in ("model", "rubric", "fingerprint", "value", "score", "strict"):
        value = getattr(judgment, name)
        if value is not None:
            out[name] = value
    if judgment.abstention is not None:
        out["abstention"] = judgment.abstention.code
    said: dict[str, JsonValue] = {
        str(number): verdicts[claim.id]
        for number, claim in enumerate(claims, 1)
        if claim.id in verdicts
    }
    return out | ({"verdicts": said} if said else {})
