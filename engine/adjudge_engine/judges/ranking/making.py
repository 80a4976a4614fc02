"""The table `[ranking]` becomes a ranker: with the model of one of the judges, or without any."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from typing import Any

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Usage
from adjudge_engine.judges.finding import VOUCH
from adjudge_engine.judges.llm import environment
from adjudge_engine.judges.planning import models_behind
from adjudge_engine.judges.ranking.ranker import LlmRanker, OfflineRanker, Ranker
from adjudge_engine.judges.ranking.settings import ranking_settings
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.rubrics.load import SHIPPED, load_rubric
from adjudge_engine.judges.shared import Shared


@dataclass(frozen=True)
class Ranking:
    """How the contexts of a run's cases are ranked. `stamp` changes with whatever ranks them.

    `offline` is for cases of which nothing may be shown to anybody. `judge` is whose model is
    asked, if any.
    """

    ranker: Ranker
    offline: OfflineRanker
    stamp: str
    judge: str | None = None

    def tell(self, noted: Callable[[Usage | None, str | None], None]) -> None:
        """From now on `noted` is told of each call that ended."""
        if isinstance(self.ranker, LlmRanker):
            self.ranker.noted = noted


def make_ranking(shared: Shared, asked: Collection[str] = ()) -> Ranking | None:
    """What the configuration says of ranking; None where it has no such table.

    `judge` names the judge whose model is asked; without it the given similarity ranks. `asked`
    are the judges that the user named: a configuration that nobody vouched for cannot have text
    sent to another. JudgeError for that, for a setting that cannot be followed, and for a judge
    that may not be asked.
    """
    table = dict(shared.config.ranking)
    if not table:
        return None
    name = table.pop("judge", None)
    settings = ranking_settings(table)
    offline = OfflineRanker(settings)
    said: dict[str, Any] = {"settings": asdict(settings), "model": None}
    if name is None:
        return Ranking(offline, offline, canonical_hash(said))
    model = next(
        (one for judge in make_judges(str(name), shared) for one in models_behind(judge)), None
    )
    if model is None:
        raise JudgeError(f"ranking.judge: the judge {name!r} asks no model", "name one of type llm")
    if model.remote and name not in asked and not shared.config.vouched_for:
        raise JudgeError(
            f"ranking.judge: {shared.config.path} lies in this folder and has text sent to the "
            f"judge {name!r}, whom nobody asked for",
            f"name it with --judge {name} too; or {VOUCH}",
        )
    shipped = settings.rubric in SHIPPED
    rubric = load_rubric(settings.rubric if shipped else str(shared.config.file(settings.rubric)))
    if rubric.kind != "context":
        raise JudgeError(
            f"ranking.rubric: {settings.rubric!r} does not rank contexts",
            "take context-relevance, or a rubric of the kind context",
        )
    ranker = LlmRanker(
        model.caller,
        rubric,
        settings,
        shared.redactor,
        prepare=lambda: asyncio.to_thread(environment.load),
    )
    said |= {"model": model.caller.model, "parameters": model.caller.parameters}
    said["rubric"] = rubric.hash
    return Ranking(ranker, offline, canonical_hash(said), str(name))
