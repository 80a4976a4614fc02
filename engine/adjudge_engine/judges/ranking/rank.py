"""Ranks the contexts of a case by relevance: the judge's word where it came in time.

All candidates are asked side by side, within one time limit. Whatever does not come, cannot be
read or fails falls back, for that candidate alone, to the similarity that the case gives, and
only without one to a neutral score; each keeps its `origin`. A ranking orders what is shown. It
is no judgment and never gates a release.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from adjudge_engine.case import Context
from adjudge_engine.evaluation import RankedContext
from adjudge_engine.judges.ranking.blend import blended
from adjudge_engine.judges.ranking.components import components
from adjudge_engine.judges.ranking.given import NEUTRAL, given_scores
from adjudge_engine.judges.ranking.replies import score_of
from adjudge_engine.judges.ranking.settings import RankingSettings

Origin = Literal["judge", "fallback", "default"]

#: Asks about one context; the judge's reply as it came. May raise anything.
Ask = Callable[[Context], Awaitable[str]]

#: How long cancelled calls have to end, in seconds; one that does not is left to itself.
_FAREWELL_S: Final = 0.05
_DIGITS: Final = 4


@dataclass(frozen=True)
class Ranked:
    """One candidate: its score, whose it is, and the components that explain it (each 1 to 5)."""

    context_id: str
    score: float
    origin: Origin
    parts: dict[str, float] = field(default_factory=dict)

    @property
    def ranked(self) -> RankedContext:
        """What an evaluation keeps of it."""
        return RankedContext(context_id=self.context_id, score=self.score, origin=self.origin)


async def rank(
    contexts: Sequence[Context],
    question: str | None,
    *,
    ask: Ask,
    settings: RankingSettings | None = None,
    now: datetime | None = None,
) -> tuple[Ranked, ...]:
    """The contexts, the most relevant first; those alike in the order of the case.

    `now` is the moment that ages count to. Never raises for what a judge does.
    """
    using = settings or RankingSettings()
    said = await _said(candidates(contexts, using), ask, using.timeout_s)
    return _ordered(contexts, question, said, using, now)


def candidates(contexts: Sequence[Context], settings: RankingSettings) -> list[Context]:
    """Those contexts that a judge is asked about."""
    given = given_scores(contexts)
    return sorted(contexts, key=lambda one: -given.get(one.id, NEUTRAL))[: settings.most_asked]


def rank_offline(
    contexts: Sequence[Context],
    question: str | None,
    *,
    settings: RankingSettings | None = None,
    now: datetime | None = None,
) -> tuple[Ranked, ...]:
    """The ranking without any judge: the given similarity, and the blend if one is set."""
    return _ordered(contexts, question, {}, settings or RankingSettings(), now)


async def _said(contexts: Sequence[Context], ask: Ask, timeout_s: float) -> dict[str, float]:
    """Context id → the judge's score, for the candidates whose reply came and could be read."""
    if not contexts:
        return {}
    tasks = {asyncio.ensure_future(_score(one, ask)): one.id for one in contexts}
    try:
        await asyncio.wait(tasks, timeout=timeout_s)
    finally:
        late = [task for task in tasks if not task.done()]
        for task in late:
            task.cancel()
    if late:
        await asyncio.wait(late, timeout=_FAREWELL_S)
    done = {name: task.result() for task, name in tasks.items() if _is_whole(task)}
    return {name: score for name, score in done.items() if score is not None}


def _is_whole(task: asyncio.Future[float | None]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


async def _score(context: Context, ask: Ask) -> float | None:
    try:
        return score_of(await ask(context))
    except Exception:  # the worker boundary: one candidate that fails is that candidate's alone
        return None


def _ordered(
    contexts: Sequence[Context],
    question: str | None,
    said: dict[str, float],
    settings: RankingSettings,
    now: datetime | None,
) -> tuple[Ranked, ...]:
    given = given_scores(contexts)
    blend = settings.blend
    more = components(contexts, question, now, settings) if blend else [{} for _ in contexts]
    candidates = []
    for context, parts in zip(contexts, more, strict=True):
        relevance, origin = _relevance(context.id, said, given)
        whole = {"relevance": relevance, **parts}
        score = round(blended(whole, blend), _DIGITS)
        candidates.append(Ranked(context.id, score, origin, whole))
    return tuple(sorted(candidates, key=lambda one: -one.score))


def _relevance(
    name: str, said: Mapping[str, float], given: Mapping[str, float]
) -> tuple[float, Origin]:
    if name in said:
        return said[name], "judge"
    if name in given:
        return given[name], "fallback"
    return NEUTRAL, "default"
