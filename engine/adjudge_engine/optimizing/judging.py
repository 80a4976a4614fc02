"""The judge under another rubric, and what it said while its words were being compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from adjudge_engine.calibration.measures.judgments import Asked, Pending
from adjudge_engine.case import Case
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Claim, Judgment
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.judge import LlmJudge
from adjudge_engine.judges.repeats import RepeatedJudge
from adjudge_engine.judges.rubrics.rubric import Rubric

#: What is told of each case: the case, and the judgments on it.
Seen = Callable[[Case, Sequence[Judgment]], None]


def model_of(judges: Sequence[Judge], criterion: str, name: str) -> Judge:
    """The one judge among `judges` that reads `criterion` by a rubric.

    JudgeError where there is none: judges that follow no rubric have none to rewrite.
    """
    for judge in judges:
        inner = judge.inner if isinstance(judge, RepeatedJudge) else judge
        if isinstance(inner, LlmJudge) and criterion in inner.criteria:
            return judge
    raise JudgeError(
        f"the judge {name!r} reads {criterion} by no rubric that could be rewritten",
        'name a judge of type "llm" that has the criterion, not a panel and not a comparison',
    )


def llm_of(judge: Judge) -> LlmJudge:
    """The language model that the judge asks."""
    inner = judge.inner if isinstance(judge, RepeatedJudge) else judge
    if not isinstance(inner, LlmJudge):
        raise JudgeError(f"the judge {judge.name!r} asks no language model by itself")
    return inner


def caller_of(judge: Judge) -> LiteLlmCaller:
    """What calls that model, with the run's cache, limits and budget."""
    caller = llm_of(judge).caller
    if not isinstance(caller, LiteLlmCaller):
        raise JudgeError(f"the judge {judge.name!r} does not call its model through the project")
    return caller


def with_rubric(judge: Judge, criterion: str, rubric: Rubric) -> Judge:
    """The same judge, reading `criterion` by `rubric` and nothing else."""
    if isinstance(judge, RepeatedJudge):
        return RepeatedJudge(with_rubric(judge.inner, criterion, rubric), judge.runs)
    model = llm_of(judge)
    return LlmJudge(
        model.name,
        model.caller,
        {criterion: rubric},
        model.redactor,
        mode=model.mode,
        remote=model.remote,
        concurrency=model.concurrency,
    )


@dataclass(frozen=True)
class Watched:
    """A source of judgments that tells `seen` of each case as its judgments are there."""

    inner: Asked
    seen: Seen

    @property
    def name(self) -> str:
        """The judge's name."""
        return self.inner.name

    @property
    def fingerprint(self) -> str | None:
        """The judge's fingerprint for the criterion."""
        return self.inner.fingerprint

    @property
    def ahead(self) -> int:
        """As many cases as the judge may have under way."""
        return self.inner.ahead

    @property
    def scored_by(self) -> str | None:
        """What the judge's own risks are called, if it has any."""
        return self.inner.scored_by

    def risks(self, case: Case, claims: tuple[Claim, ...]) -> Mapping[str, float]:
        """The judge's own risk of each claim, if it has any."""
        return self.inner.risks(case, claims)

    def begin(self, case: Case, claims: tuple[Claim, ...]) -> Pending:
        """Asks about the case; whoever waits for the judgments tells `seen` of them first."""
        pending = self.inner.begin(case, claims)

        def wait() -> Sequence[Judgment]:
            judgments = pending()
            self.seen(case, judgments)
            return judgments

        return wait
