"""What one reply says of two answers, in the order in which they were shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from adjudge_engine.evaluation import Judgment, Usage
from adjudge_engine.judges.base import Judge, JudgeRequest, abstained
from adjudge_engine.judges.rubrics.material import Material
from adjudge_engine.judges.rubrics.reply import Reply
from adjudge_engine.judges.rubrics.rubric import Rubric


def preferred(
    judge: Judge,
    request: JudgeRequest,
    rubric: Rubric,
    material: Material,
    reply: Reply,
    *,
    restore: Callable[[str], str] = str,
    usage: Usage | None = None,
    model: str | None = None,
    parameters: Mapping[str, JsonValue] | None = None,
) -> Judgment:
    """A judgment with `parameters["preferred"]`: `A`, the first answer shown, `B` or `tie`.

    It has no score, for one order alone decides nothing: see `judges.pairwise`.
    """
    choice = reply.choice
    if choice is None:
        out = abstained(judge, request.criterion, "declined", "the judge cannot tell")
    else:
        out = Judgment(
            criterion=request.criterion,
            judge=judge.name,
            fingerprint=judge.fingerprint(request.criterion),
        )
    return out.model_copy(
        update={
            "rubric": rubric.stamp,
            "rationale": restore(reply.reason) or None,
            "usage": usage,
            "model": model,
            "parameters": {**(parameters or {}), "preferred": choice},
        }
    )
