"""DeepEval: the checks as a metric.

    from adjudge_engine.integrations.deepeval import AdjudgeMetric, gate_metrics

    evaluate(test_cases, metrics=[AdjudgeMetric(), *gate_metrics("numbers", "facts")])

`input`, `actual_output` and `retrieval_context` (else `context`) are read, and under "adjudge" in
`metadata` whatever else a case has: `facts`, `citations`, `expect`, `risk` … No model is asked
and nothing is sent; telemetry of DeepEval itself is switched off unless
DEEPEVAL_TELEMETRY_OPT_OUT says otherwise before DeepEval is loaded. DeepEval is loaded when one
of the two names is.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudge_engine.errors import AdjudgeError
from adjudge_engine.integrations.metrics import Checks, breakdown
from adjudge_engine.vocabulary import GATES

if TYPE_CHECKING:
    from adjudge_engine.integrations.grounding import Checked
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.policy import Policy
    from adjudge_engine.registry import Registry

__all__ = ["AdjudgeMetric", "gate_metrics"]

_KEY: Final = "adjudge"


class Measuring:
    """What `AdjudgeMetric` adds to DeepEval's base.

    `score` is 1 or 0; `score_breakdown` has each gate by itself; `reason` says what speaks
    against the answer, and `checked` has it for programs. Named gates that do not apply to a
    test case leave the metric skipped, without a score and without success.
    """

    threshold: float = 1.0
    async_mode: bool = True
    include_reason: bool = True
    verbose_mode: bool = False

    def __init__(
        self,
        gates: str | Iterable[str] | None = None,
        policy: Policy | str | Path | None = None,
        sources: Registry | str | Path | None = None,
        judges: Sequence[str | Judge] = (),
        allow_review: bool = False,
    ) -> None:
        """As `Checks` takes them. DeepEval copies a metric by the attributes of these names."""
        self.gates, self.policy, self.sources = gates, policy, sources
        self.judges, self.allow_review = judges, allow_review
        self.checks = Checks.of(
            gates, policy=policy, sources=sources, judges=judges, allow_review=allow_review
        )
        self.score: float | None = None
        self.score_breakdown: dict[str, float | None] = {}
        self.reason: str | None = None
        self.success: bool | None = None
        self.error: str | None = None
        self.skipped = False
        self.evaluation_cost = 0.0

    @property
    def __name__(self) -> str:
        return self.checks.name

    def measure(self, test_case: Any, *_: Any, **__: Any) -> float | None:
        """Check one test case. Raises AdjudgeError for one that is no case."""
        return self._take(self.checks.check(record_of(test_case)))

    async def a_measure(self, test_case: Any, *_: Any, **__: Any) -> float | None:
        """The same without blocking the event loop; a metric holds its last outcome."""
        return self._take(await asyncio.to_thread(self.checks.check, record_of(test_case)))

    def _take(self, checked: Checked) -> float | None:
        self.checked, self.error = checked, None
        self.score, self.score_breakdown = self.checks.score(checked), breakdown(checked)
        self.skipped = self.score is None
        self.reason = "none of these gates applies" if self.skipped else checked.explain()
        self.is_successful()
        return self.score

    def is_successful(self) -> bool | None:
        """Whether the last test case passed; None where it was skipped."""
        self.success = None if self.skipped else self.score == 1.0 and self.error is None
        return self.success


def record_of(test_case: Any) -> dict[str, Any]:
    """A test case under the names of a case file. Raises AdjudgeError for one with no output."""
    answer = getattr(test_case, "actual_output", None)
    if not isinstance(answer, str):
        raise AdjudgeError("The test case has no actual_output.", "There is nothing to check.")
    own = _own(test_case)
    given = own.pop("contexts", None) or test_case.retrieval_context or test_case.context or ()
    contexts = [one if isinstance(one, str | Mapping) else _retrieved(one) for one in given]
    record: dict[str, Any] = {"question": test_case.input, **own}
    if test_case.expected_output is not None:
        expect = record.get("expect")
        known = dict(expect) if isinstance(expect, Mapping) else {}
        record["expect"] = {"reference": test_case.expected_output, **known}
    if test_case.name:
        record.setdefault("id", test_case.name)
    return {**record, "answer": answer, "contexts": contexts}


def _own(test_case: Any) -> dict[str, Any]:
    metadata = getattr(test_case, "metadata", None) or {}
    own = metadata.get(_KEY) or {}
    if not isinstance(own, Mapping):
        raise AdjudgeError(f"metadata[{_KEY!r}] is no object.", "It holds fields of a case.")
    return {name: one for name, one in own.items() if name != "answer"}


def _retrieved(one: Any) -> dict[str, Any]:
    """DeepEval's pair of a passage and where it is from: the latter is no governed source."""
    return {"text": one.context, "metadata": {"source": one.source}}


def _gate_metrics(*gates: str) -> list[Any]:
    """A metric of its own for each gate; without names for all nine."""
    return [_metric()((gate,)) for gate in (gates or GATES)]


@cache
def _metric() -> type[Any]:
    os.environ.setdefault("DEEPEVAL_TELEMETRY_OPT_OUT", "1")
    try:
        from deepeval.metrics import BaseMetric
    except ImportError as error:
        raise AdjudgeError(
            f"DeepEval cannot be loaded: {error}", "pip install 'deepeval>=4.3'"
        ) from None
    space = {"__doc__": Measuring.__doc__, "__module__": __name__}
    return type("AdjudgeMetric", (Measuring, BaseMetric), space)


if TYPE_CHECKING:
    gate_metrics = _gate_metrics
    AdjudgeMetric = Measuring


def __getattr__(name: str) -> Any:
    if name == "AdjudgeMetric":
        return _metric()
    if name == "gate_metrics":
        _metric()
        return _gate_metrics
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
