"""Which calls a judge would make for a request: for estimates, before anything is sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from adjudge_engine.case import Case
from adjudge_engine.judges.base import Judge, JudgeRequest
from adjudge_engine.judges.entailment.judge import EntailmentJudge, FarEntailmentJudge
from adjudge_engine.judges.llm.completion import Caller
from adjudge_engine.judges.llm.estimate import Estimate, estimate
from adjudge_engine.judges.llm.judge import LlmJudge
from adjudge_engine.judges.llm.settings import CallSettings
from adjudge_engine.judges.pairwise import PairwiseJudge
from adjudge_engine.judges.panel import PanelJudge
from adjudge_engine.judges.prompt import Prompt
from adjudge_engine.judges.ranking.ranker import LlmRanker, Ranker
from adjudge_engine.judges.repeats import RepeatedJudge


@dataclass
class Planned:
    """Calls to come: tokens in are about right, tokens out and cost the most they may be.

    `unpriced` calls are to models whose price nobody knows; they are not in the cost. `readings`:
    how often an entailment model reads a window beside a claim (or passages beside an answer),
    on this machine or, in some of the calls, at one of `hosts`.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out_most: int = 0
    cost_usd_most: float = 0.0
    unpriced: int = 0
    readings: int = 0
    hosts: set[str] = field(default_factory=set)

    def to_dict(self) -> dict[str, Any]:
        """The calls as JSON values."""
        return {**vars(self), "hosts": sorted(self.hosts)}

    def join(self, other: Planned) -> None:
        """Adds other calls to come."""
        self.calls += other.calls
        self.tokens_in += other.tokens_in
        self.tokens_out_most += other.tokens_out_most
        self.cost_usd_most += other.cost_usd_most
        self.unpriced += other.unpriced
        self.readings += other.readings
        self.hosts |= other.hosts

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
    for one, asked in leaves(judge, request):
        if isinstance(one, LlmJudge):
            for call in calls_of(one, asked):
                planned.add(call_estimate(one.caller, call.prompt, batch=one.batch))
        elif isinstance(one, EntailmentJudge):
            planned.readings += one.readings(asked)
        elif isinstance(one, FarEntailmentJudge):
            planned.join(_far_readings(one, asked))
    return planned


def _far_readings(judge: FarEntailmentJudge, request: JudgeRequest) -> Planned:
    """Requests to a model's address: on this machine they cost nothing, else nobody knows."""
    readings = judge.readings(request)
    calls = judge.model.requests(readings)
    hosts = {judge.model.host} if readings else set()
    return Planned(calls, readings=readings, unpriced=calls if judge.remote else 0, hosts=hosts)


def call_estimate(caller: Caller, prompt: Prompt, *, batch: bool = False) -> Estimate:
    """What one call would take; `batch`: at the price of a batch."""
    most = caller.parameters.get("max_tokens")
    bounded = replace(prompt, max_tokens=most) if isinstance(most, int) else prompt
    settings = getattr(caller, "settings", None)
    if not isinstance(settings, CallSettings):
        return estimate(bounded, None)
    return estimate(bounded, settings.price_per_token(batch=batch))


def models_behind(judge: Judge) -> Iterator[LlmJudge]:
    """The language models that a judge asks."""
    return (one for one in judges_behind(judge) if isinstance(one, LlmJudge))


def judges_behind(judge: Judge) -> Iterator[Judge]:
    """The judges that do the judging: those that a panel, repeats or both orders ask."""
    if isinstance(judge, RepeatedJudge | PairwiseJudge):
        yield from judges_behind(judge.inner)
    elif isinstance(judge, PanelJudge):
        for member in judge.members:
            yield from judges_behind(member)
    else:
        yield judge


def leaves(judge: Judge, request: JudgeRequest) -> Iterator[tuple[Judge, JudgeRequest]]:
    """Every judge that does the judging, with the request as it gets it."""
    if isinstance(judge, RepeatedJudge):
        for one in judge.samples(request):
            yield from leaves(judge.inner, one)
    elif isinstance(judge, PairwiseJudge):
        for one in judge.orders(request):
            yield from leaves(judge.inner, one)
    elif isinstance(judge, PanelJudge):
        for member in judge.members:
            if request.criterion in member.criteria:
                yield from leaves(member, request)
    else:
        yield judge, request


def calls_of(judge: Judge, request: JudgeRequest) -> Iterator[Call]:
    """Every call that a language model would be asked first: no repair, nothing again."""
    for one, asked in leaves(judge, request):
        if isinstance(one, LlmJudge):
            rubric = one.rubrics.get(asked.criterion)
            for prompt in one.prompts(asked):
                yield Call(one, prompt, rubric.hash if rubric else "", asked.sample)
