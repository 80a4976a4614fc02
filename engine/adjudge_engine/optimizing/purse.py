"""The budget of a run over all its processes, with what the measurement at the end will take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.optimizing.account import REWRITING
from adjudge_engine.optimizing.history import History
from adjudge_engine.optimizing.stopping import Stop


@dataclass(frozen=True)
class Purse:
    """`budget_usd` None: no cap. The counts of cases say what the held-out side will cost."""

    budget_usd: float | None
    dev_count: int
    held_out_count: int

    def check_prices(self, callers: Sequence[LiteLlmCaller]) -> None:
        """JudgeError for a model whose price nobody knows, where there is a budget to keep."""
        for caller in callers:
            if self.budget_usd is not None and caller.price is None:
                raise JudgeError(
                    f"the price of {caller.model} is unknown, so that no budget can be kept",
                    "give its table a price, or leave out --budget",
                )

    def stop(self, history: History, run: str) -> Stop | None:
        """Why there is no other candidate, if the budget does not cover it: as dear a one as the
        dearest so far, its rewriting, and the winner's measurement on the held-out side."""
        if self.budget_usd is None:
            return None
        scored = [history.spent(run, one.hash).usd for one in history.revisions(run)]
        dearest = max(scored, default=0.0)
        asked = [one for one in history.steps(run) if one.prompt]
        rewriting = history.spent(run, REWRITING).usd / len(asked) if asked else 0.0
        at_the_end = dearest * self.held_out_count / max(1, self.dev_count)
        spent = history.spent(run).usd
        need = spent + dearest + rewriting + at_the_end
        if need <= self.budget_usd:
            return None
        return Stop(
            "budget",
            f"${spent:.4f} of ${self.budget_usd:.4f} are spent; another candidate and the"
            f" measurement at the end would take ${need - spent:.4f}",
        )
