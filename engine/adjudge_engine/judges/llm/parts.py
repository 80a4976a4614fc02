"""Several calls for the claims of one answer: which claims go together, and the one judgment.

A call holds so many claims that their verdicts fit into a reply. Where one is cut off, or the
prompt is too long, all the same, its halves are asked about, and theirs, a few times over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from adjudge_engine.evaluation import Abstention, Claim, ClaimVerdict, Judgment, Usage
from adjudge_engine.judges.base import Judge, abstained, faithfulness
from adjudge_engine.judges.llm.completion import CallFailed
from adjudge_engine.judges.usage import in_sequence, side_by_side

Claims = tuple[Claim, ...]

#: Claims that one call asks about at most: the reply's own bound has room for twice as many.
MOST_CLAIMS: Final = 100
#: What a call with fewer claims may be spared, and how often claims are halved for that.
_SMALLER_HELPS: Final = ("too_long", "truncated")
_HALVINGS: Final = 3


class Part(NamedTuple):
    """What one call gave: a judgment of its claims alone, or why there is none.

    `wasted`: what calls about more claims took before.
    """

    claims: Claims
    judgment: Judgment | None
    failed: CallFailed | None
    wasted: Usage | None = None

    @property
    def usage(self) -> Usage | None:
        """What it took."""
        last = self.judgment if self.judgment is not None else self.failed
        return in_sequence((self.wasted, None if last is None else last.usage))


def groups(claims: Sequence[Claim], size: int = MOST_CLAIMS) -> list[Claims]:
    """The claims in their order, at most `size` together, of about one size each."""
    count = -(-len(claims) // size)
    edges = [len(claims) * at // count for at in range(count + 1)] if count else []
    return [tuple(claims[a:b]) for a, b in pairwise(edges)]


async def asked_in_parts(
    parts: Sequence[Claims], ask: Callable[[Claims], Awaitable[Judgment]]
) -> list[Part]:
    """Asks about each part, side by side; about halves of one that is too much for a call."""
    found = await asyncio.gather(*(_asked(part, ask, _HALVINGS) for part in parts))
    return [one for several in found for one in several]


async def _asked(
    claims: Claims, ask: Callable[[Claims], Awaitable[Judgment]], halvings: int
) -> list[Part]:
    try:
        return [Part(claims, await ask(claims), None)]
    except CallFailed as failed:
        if failed.code not in _SMALLER_HELPS or len(claims) < 2 or not halvings:
            return [Part(claims, None, failed)]
        wasted = failed.usage
    middle = len(claims) // 2
    first = await _asked(claims[:middle], ask, halvings - 1)
    if all(one.failed is not None and one.failed.code == "too_long" for one in first):
        rest = [Part(claims[middle:], None, first[0].failed)]  # it is not the claims that are long
    else:
        rest = await _asked(claims[middle:], ask, halvings - 1)
    first[0] = first[0]._replace(wasted=in_sequence((wasted, first[0].wasted)))
    return [*first, *rest]


def joined(judge: Judge, criterion: str, parts: Sequence[Part], rubric: str, how: str) -> Judgment:
    """The judgment of all claims. Where a call failed, the criterion abstains with its code.

    The verdicts that came are kept beside that abstention; a score there is none, for a share of
    some of the claims is not the answer's. `how` says in words how the claims were read.
    """
    usage = side_by_side(one.usage for one in parts)
    verdicts = tuple(verdict for one in parts for verdict in _verdicts(one))
    failed = [one for one in parts if one.failed is not None]
    if failed and (first := failed[0].failed) is not None:
        lost = sum(len(one.claims) for one in failed)
        message = f"{lost:,} of {len(verdicts):,} claims: {first.message}"
        out = abstained(judge, criterion, first.code, message, usage=usage, rubric=rubric)
        return out.model_copy(update={"claims": verdicts})
    said = [one.judgment for one in parts if one.judgment is not None]
    models = {one.model for one in said}
    whole = faithfulness(judge, verdicts, rationale=how, usage=usage, rubric=rubric)
    abstention = _abstention(whole, said)
    return whole.model_copy(
        update={
            "strict": None if abstention is not None else whole.strict,
            "abstained": abstention is not None,
            "abstention": abstention,
            "extra_claims": tuple(extra for one in said for extra in one.extra_claims),
            "model": models.pop() if len(models) == 1 else None,
        }
    )


def _abstention(whole: Judgment, said: Sequence[Judgment]) -> Abstention | None:
    """The parts' own reason, such as a quote that is not there, where they share one.

    A part may abstain though all its claims are supported: it found a statement beside them.
    """
    given = {one.abstention.code: one.abstention for one in said if one.abstention is not None}
    own = whole.abstention
    if own is None:
        return next(iter(given.values()), None) if whole.strict == 1.0 else None
    if len(given) != 1:
        return own
    ((code, one),) = given.items()
    return own if code == own.code else Abstention(code=code, message=one.message)


def _verdicts(part: Part) -> list[ClaimVerdict]:
    said = {one.claim_id: one for one in part.judgment.claims} if part.judgment else {}
    why = part.failed.message if part.failed else "the judge says nothing of it"
    return [
        said.get(one.id) or ClaimVerdict(claim_id=one.id, verdict="unsure", reason=why)
        for one in part.claims
    ]
