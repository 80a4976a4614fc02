"""RAGAS: the checks as a metric of single turns.

    from adjudge_engine.integrations.ragas import AdjudgeMetric, gate_metrics

    evaluate(dataset, metrics=[AdjudgeMetric(), *gate_metrics("numbers", "citations")])

`user_input`, `response` and `retrieved_contexts` are read, and where it is there `reference`. A
score is 1 or 0; not a number is what RAGAS calls a metric that does not apply, and leaves out of
its means: only named gates that do not apply are that, and never one that could not be checked.
A sample without a response scores 0.
No model is asked and nothing is sent; usage tracking of RAGAS itself is switched off unless
RAGAS_DO_NOT_TRACK says otherwise before RAGAS is loaded. RAGAS is loaded when one of the two
names is.
"""

from __future__ import annotations

import asyncio
import math
import os
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudge_engine.errors import AdjudgeError
from adjudge_engine.integrations.grounding import Checked
from adjudge_engine.integrations.metrics import Checks
from adjudge_engine.vocabulary import GATES

if TYPE_CHECKING:
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.policy import Policy
    from adjudge_engine.registry import Registry

__all__ = ["AdjudgeMetric", "gate_metrics"]

_COLUMNS: Final = (
    "response",
    "retrieved_contexts:optional",
    "user_input:optional",
    "reference:optional",
)


class Scoring:
    """What `AdjudgeMetric` adds to RAGAS' base; `reason` and `check` say what speaks against."""

    def __init__(
        self,
        gates: str | Iterable[str] | None = None,
        policy: Policy | str | Path | None = None,
        sources: Registry | str | Path | None = None,
        judges: Sequence[str | Judge] = (),
        allow_review: bool = False,
    ) -> None:
        """As `Checks` takes them."""
        self.checks = Checks.of(
            gates, policy=policy, sources=sources, judges=judges, allow_review=allow_review
        )
        self.name = self.checks.name.lower().replace(", ", "_").replace(" ", "_")

    def init(self, run_config: Any) -> None:
        """Nothing to set up: no model is asked."""

    def check(self, sample: Any) -> Checked:
        """The whole outcome for one sample. Raises AdjudgeError for one that is no case."""
        return self.checks.check(record_of(sample))

    def reason(self, sample: Any) -> str:
        """Why a sample has the score that it has."""
        return self.check(sample).explain()

    async def _single_turn_ascore(self, sample: Any, callbacks: Any = None) -> float:
        if not isinstance(sample.response, str):
            return 0.0  # an error would be not a number, and out of the mean as if it did not apply
        score = self.checks.score(await asyncio.to_thread(self.check, sample))
        return math.nan if score is None else score


def record_of(sample: Any) -> dict[str, Any]:
    """A sample under the names of a case file. Raises AdjudgeError for one with no response."""
    if not isinstance(sample.response, str):
        raise AdjudgeError("The sample has no response.", "There is nothing to check.")
    record: dict[str, Any] = {"answer": sample.response}
    record["contexts"] = list(sample.retrieved_contexts or ())
    if sample.user_input is not None:
        record["question"] = sample.user_input
    if sample.reference is not None:
        record["expect"] = {"reference": sample.reference}
    return record


def _gate_metrics(*gates: str) -> list[Any]:
    """A metric of its own for each gate; without names for all nine."""
    return [_metric()((gate,)) for gate in (gates or GATES)]


@cache
def _metric() -> type[Any]:
    os.environ.setdefault("RAGAS_DO_NOT_TRACK", "true")
    try:
        from ragas.metrics.base import MetricType, SingleTurnMetric
    except ImportError as error:
        raise AdjudgeError(
            f"RAGAS cannot be loaded: {error}", "pip install 'ragas>=0.4.3,<0.5'"
        ) from None
    columns = {MetricType.SINGLE_TURN: set(_COLUMNS)}

    def __init__(self: Any, *words: Any, **named: Any) -> None:
        Scoring.__init__(self, *words, **named)
        self._required_columns = columns

    space = {"__doc__": Scoring.__doc__, "__module__": __name__, "__init__": __init__}
    return type("AdjudgeMetric", (Scoring, SingleTurnMetric), space)


if TYPE_CHECKING:
    gate_metrics = _gate_metrics
    AdjudgeMetric = Scoring


def __getattr__(name: str) -> Any:
    if name == "AdjudgeMetric":
        return _metric()
    if name == "gate_metrics":
        _metric()
        return _gate_metrics
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
