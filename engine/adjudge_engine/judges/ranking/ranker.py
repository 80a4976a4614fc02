"""The ranker of a run: what the pipeline calls, with a language model behind it or without."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from typing import Protocol

from adjudge_engine.case import Case, Context
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import RankedContext, Usage
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.llm.completion import Caller, CallFailed
from adjudge_engine.judges.prompt import Prompt
from adjudge_engine.judges.ranking.rank import Ask, Ranked, candidates, rank, rank_offline
from adjudge_engine.judges.ranking.settings import RankingSettings
from adjudge_engine.judges.rubrics.material import Material
from adjudge_engine.judges.rubrics.render import render
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.privacy.patterns import NotRedacted
from adjudge_engine.privacy.redaction import NOTE, Redactor


class Ranker(Protocol):
    """Ranks the contexts of a case. `now` is the moment that ages count to."""

    async def rank(self, case: Case, now: datetime | None) -> tuple[Ranked, ...]: ...


class OfflineRanker:
    """Asks nobody: the similarity that the case gives, and the blend if one is set."""

    def __init__(self, settings: RankingSettings | None = None) -> None:
        self.settings = settings or RankingSettings()

    async def rank(self, case: Case, now: datetime | None) -> tuple[Ranked, ...]:
        """The contexts, the most relevant first."""
        return rank_offline(case.contexts, case.question, settings=self.settings, now=now)


class LlmRanker:
    """Asks a language model about each context, one call each, all side by side.

    `redactor` takes out what must not leave the machine. A case without a question, and one whose
    texts cannot be redacted, is ranked without asking. `prepare` is awaited first, outside the time
    limit: what the caller needs before it can call at all (importing litellm takes seconds).
    """

    def __init__(
        self,
        caller: Caller,
        rubric: Rubric,
        settings: RankingSettings | None = None,
        redactor: Redactor | None = None,
        prepare: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        self.prepare = prepare
        #: Told of each call that ended: what it took, and the code of a failure.
        self.noted: Callable[[Usage | None, str | None], None] = _forget
        self.caller = caller
        self.rubric = rubric
        self.settings = settings or RankingSettings()
        self.redactor = redactor

    async def rank(self, case: Case, now: datetime | None) -> tuple[Ranked, ...]:
        """The contexts, the most relevant first. Never raises for what the model does."""
        ask = self._ask(case)
        if ask is None or not await self._ready():
            return rank_offline(case.contexts, case.question, settings=self.settings, now=now)
        return await rank(case.contexts, case.question, ask=ask, settings=self.settings, now=now)

    async def _ready(self) -> bool:
        try:
            if self.prepare is not None:
                await self.prepare()
        except JudgeError:
            return False
        return True

    def prompts(self, case: Case) -> Iterator[Prompt]:
        """What would be sent for a case, one prompt a candidate; nothing where it asks nobody."""
        prompt_of = self._prompts(case)
        if prompt_of is not None:
            yield from map(prompt_of, candidates(case.contexts, self.settings))

    def _ask(self, case: Case) -> Ask | None:
        prompt_of = self._prompts(case)
        if prompt_of is None:
            return None

        async def ask(context: Context) -> str:
            try:
                completion = await self.caller.complete(
                    prompt_of(context), rubric_hash=self.rubric.hash
                )
            except CallFailed as failed:
                self.noted(failed.usage, failed.code)
                raise
            self.noted(completion.usage, None)
            return completion.text

        return ask

    def _prompts(self, case: Case) -> Callable[[Context], Prompt] | None:
        """What makes the prompt for a context of the case; None where nobody may be asked."""
        if not (case.question or "").strip():
            return None
        try:
            hidden = self.redactor.session(case) if self.redactor else None
        except NotRedacted:
            return None
        bare = case.model_copy(update={"labels": (), "judgments": (), "citations": ()})

        def prompt_of(context: Context) -> Prompt:
            alone = bare.model_copy(update={"contexts": (context,)})
            request = JudgeRequest(self.rubric.criterion, alone, ())
            material = Material.of(request, self.rubric, transform=hidden.redact if hidden else str)
            prompt = render(self.rubric, material)
            return prompt if hidden is None else prompt.noted(NOTE)

        return prompt_of


def _forget(usage: Usage | None, code: str | None) -> None:
    return None


async def ranked(case: Case, ranker: Ranker, now: datetime | None) -> tuple[RankedContext, ...]:
    """What an evaluation keeps of a case's ranking; empty for a case without contexts.

    Access and identity come first: of a case that fails there, nothing may be shown to a remote
    ranker, so `OfflineRanker` is the one to pass.
    """
    return tuple(one.ranked for one in await ranker.rank(case, now))
