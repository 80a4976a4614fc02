"""Which calls a judge would make for a request: for estimates, before anything is sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from adjudge_engine.case import Case
from adjudge_engine.judges.base import Judge, JudgeRequest
from adjudge_engine.judges.llm.completion import Caller
from adjudge_engine.judges.llm.estimate import Estimate, estimate
from adjudge_engine.judges.llm.judge import LlmJudge
from adjudge_engine.judges.llm.prices import Price, price_of
from adjudge_engine.judges.pairwise import PairwiseJudge
from adjudge_engine.judges.panel import PanelJudge
from adjudge_engine.judges.prompt import Prompt
from adjudge_engine.judges.ranking.ranker import LlmRanker, Ranker
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

    def join(self, other: Planned) -> None:
        """Adds other calls to come."""
        self.calls += other.calls
        self.tokens_in += other.tokens_in
        self.tokens_out_most += other.tokens_out_most
        self.cost_usd_most += other.cost_usd_most
        self.unpriced += other.unpriced

    def add(self, other: Estimate) -> None:
        """Adds an estimate."""
        self.calls += other.calls
        self.tokens_in += other.tokens_in
        self.tokens_out_most += other.tokens_out_most
        if other.cost_usd_most is None:
            self.unpriced += other.calls
        else:
            self.cost_usd_most += other.cost_usd_most


def plan_ranking(ranker: Ranker, case: Case) -> Planned:
    """What ranking a case's contexts would take."""
    planned = Planned()
    if isinstance(ranker, LlmRanker):
        for prompt in ranker.prompts(case):
            planned.add(call_estimate(ranker.caller, prompt))
    return planned


class Call(NamedTuple):
    """One call to come: whom, what, and what tells it apart from others of the same prompt."""

    model: LlmJudge
    prompt: Prompt
    rubric_hash: str
    sample: int


def plan(judge: Judge, request: JudgeRequest) -> Planned:
    """What one request would take, every reply readable at once and none in the cache."""
    planned = Planned()
    for call in calls_of(judge, request):
        planned.add(call_estimate(call.model.caller, call.prompt, batch=call.model.batch))
    return planned


def call_estimate(caller: Caller, prompt: Prompt, *, batch: bool = False) -> Estimate:
    """What one call would take; `batch`: at the price of a batch."""
    most = caller.parameters.get("max_tokens")
    bounded = replace(prompt, max_tokens=most) if isinstance(most, int) else prompt
    price: Price | None = getattr(caller, "price", None)
    settings = getattr(caller, "settings", None)
    if batch and settings is not None and settings.price is None:
        price = price_of(caller.model, batch=True)
    return estimate([bounded], price)


def models_behind(judge: Judge) -> Iterator[LlmJudge]:
    """The language models that a judge asks."""
    if isinstance(judge, LlmJudge):
        yield judge
    elif isinstance(judge, RepeatedJudge | PairwiseJudge):
        yield from models_behind(judge.inner)
    elif isinstance(judge, PanelJudge):
        for member in judge.members:
            yield from models_behind(member)


def calls_of(judge: Judge, request: JudgeRequest) -> Iterator[Call]:
    """Every call that a judge would make first: no repair, nothing again."""
    if isinstance(judge, LlmJudge):
        rubric = judge.rubrics.get(request.criterion)
        for prompt in judge.prompts(request):
            yield Call(judge, prompt, rubric.hash if rubric else "", request.sample)
    elif isinstance(judge, RepeatedJudge):
        for one in judge.samples(request):
            yield from calls_of(judge.inner, one)
    elif isinstance(judge, PairwiseJudge):
        for one in judge.orders(request):
            yield from calls_of(judge.inner, one)
    elif isinstance(judge, PanelJudge):
        for member in judge.members:
            if request.criterion in member.criteria:
                yield from calls_of(member, request)
