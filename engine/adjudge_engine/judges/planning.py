"""Which calls a judge would make for a request: for estimates, before anything is sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudge_engine.judges.base import Judge, JudgeRequest
from adjudge_engine.judges.llm.estimate import Estimate, estimate
from adjudge_engine.judges.llm.judge import LlmJudge
from adjudge_engine.judges.llm.prices import Price
from adjudge_engine.judges.pairwise import PairwiseJudge
from adjudge_engine.judges.panel import PanelJudge
from adjudge_engine.judges.prompt import Prompt
from adjudge_engine.judges.repeats import RepeatedJudge


@dataclass
class Planned:
    """Calls to come: tokens in are about right, tokens out and cost the most they may be.

    `unpriced` calls are to models whose price nobody knows; they are not in the cost.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out_most: int = 0
    cost_usd_most: float = 0.0
    unpriced: int = 0

    def add(self, other: Estimate) -> None:
        """Adds an estimate."""
        self.calls += other.calls
        self.tokens_in += other.tokens_in
        self.tokens_out_most += other.tokens_out_most
        if other.cost_usd_most is None:
            self.unpriced += other.calls
        else:
            self.cost_usd_most += other.cost_usd_most


def plan(judge: Judge, request: JudgeRequest) -> Planned:
    """What one request would take, every reply readable at once and none in the cache."""
    planned = Planned()
    for asked, prompt in _calls(judge, request):
        most = asked.caller.parameters.get("max_tokens")
        bounded = replace(prompt, max_tokens=most) if isinstance(most, int) else prompt
        price: Price | None = getattr(asked.caller, "price", None)
        planned.add(estimate([bounded], price))
    return planned


def models_behind(judge: Judge) -> Iterator[LlmJudge]:
    """The language models that a judge asks."""
    if isinstance(judge, LlmJudge):
        yield judge
    elif isinstance(judge, RepeatedJudge | PairwiseJudge):
        yield from models_behind(judge.inner)
    elif isinstance(judge, PanelJudge):
        for member in judge.members:
            yield from models_behind(member)


def _calls(judge: Judge, request: JudgeRequest) -> Iterator[tuple[LlmJudge, Prompt]]:
    """The models behind a judge, each with a prompt that it would get."""
    if isinstance(judge, LlmJudge):
        for prompt in judge.prompts(request):
            yield judge, prompt
    elif isinstance(judge, RepeatedJudge):
        for _ in range(judge.runs):
            yield from _calls(judge.inner, request)
    elif isinstance(judge, PairwiseJudge):
        for _ in range(2):
            yield from _calls(judge.inner, request)
    elif isinstance(judge, PanelJudge):
        for member in judge.members:
            if request.criterion in member.criteria:
                yield from _calls(member, request)
