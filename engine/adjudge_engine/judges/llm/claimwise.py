"""One call for each claim: its verdicts joined into one judgment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudge_engine.evaluation import Abstention, Claim, ClaimVerdict, Judgment
from adjudge_engine.judges.base import Judge, abstained, faithfulness
from adjudge_engine.judges.llm.completion import CallFailed
from adjudge_engine.judges.usage import side_by_side


class Part(NamedTuple):
    """What one claim's call gave: a judgment of that claim alone, or why there is none."""

    claim: Claim
    judgment: Judgment | None
    failed: CallFailed | None


def joined(judge: Judge, criterion: str, parts: Sequence[Part], rubric: str) -> Judgment:
    """The judgment of all claims. Where a call failed, the criterion abstains with its code.

    The verdicts that came are kept beside that abstention; a score there is none, for a share of
    some of the claims is not the answer's.
    """
    usage = side_by_side(
        one.judgment.usage if one.judgment else one.failed.usage if one.failed else None
        for one in parts
    )
    verdicts = tuple(verdict for one in parts for verdict in _verdicts(one))
    failed = [one.failed for one in parts if one.failed is not None]
    if failed:
        first = failed[0]
        message = f"{len(failed)} of {len(parts)} claims: {first.message}"
        out = abstained(judge, criterion, first.code, message, usage=usage, rubric=rubric)
        return out.model_copy(update={"claims": verdicts})
    said = [one.judgment for one in parts if one.judgment is not None]
    models = {one.model for one in said}
    whole = faithfulness(
        judge, verdicts, rationale="each claim was read alone", usage=usage, rubric=rubric
    )
    return whole.model_copy(
        update={
            "abstention": whole.abstention and _reason(whole.abstention, said),
            "extra_claims": tuple(extra for one in said for extra in one.extra_claims),
            "model": models.pop() if len(models) == 1 else None,
        }
    )


def _reason(own: Abstention, said: Sequence[Judgment]) -> Abstention:
    """The parts' own reason, such as a quote that is not there, where they share one."""
    given = {one.abstention.code: one.abstention for one in said if one.abstention is not None}
    if len(given) != 1:
        return own
    ((code, one),) = given.items()
    return own if code == own.code else Abstention(code=code, message=one.message)


def _verdicts(part: Part) -> tuple[ClaimVerdict, ...]:
    if part.judgment is not None:
        found = tuple(one for one in part.judgment.claims if one.claim_id == part.claim.id)
        if found:
            return found
    why = part.failed.message if part.failed else "the judge says nothing of it"
    return (ClaimVerdict(claim_id=part.claim.id, verdict="unsure", reason=why),)
