"""A user's own model as a judge of faithfulness: each claim beside each window of the contexts.

Its word is an opinion like any judge's: it releases nothing before a calibration admits it. What
it is not sure of is `unsure`, and whatever fails ends as an abstention with its code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pydantic import JsonValue

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.claims import CLAIMS
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import ClaimVerdict, Judgment, Usage
from adjudge_engine.judges.base import JudgeRequest, abstained, faithfulness
from adjudge_engine.judges.entailment.models import FarModel, Model, QuickModel, Said
from adjudge_engine.judges.entailment.reading import WINDOW, Reader, Reading
from adjudge_engine.judges.entailment.settings import EntailmentSettings
from adjudge_engine.judges.entailment.windows import WINDOWS
from adjudge_engine.judges.llm.completion import CallFailed
from adjudge_engine.judges.rubrics.material import shown_text
from adjudge_engine.judges.running import broken, wait_for
from adjudge_engine.privacy.patterns import NotRedacted
from adjudge_engine.privacy.redaction import Redactor

VERSION: Final = "entailment/1"


class _Base:
    """What both judges share. `redactor`: what is taken out of every text first."""

    criteria: tuple[str, ...] = ("faithfulness",)

    def __init__(
        self,
        name: str,
        model: Model,
        settings: EntailmentSettings,
        *,
        remote: bool,
        redactor: Redactor | None,
        barred: tuple[str, str] | None,
    ) -> None:
        self.name = name
        self.settings = settings
        self.remote = remote
        self.redactor = redactor
        self.barred = barred
        self.reader = Reader(settings, model.count, model.longest)
        self._model_name = model.name
        self._parameters = _parameters(settings)
        self._identity = model.identity

    def fingerprint(self, criterion: str) -> str:
        """`sha256:…` over everything that can change a verdict: the model's files or address,
        labels, thresholds, windows, and what is taken out of the texts."""
        return canonical_hash(
            {
                "judge": VERSION,
                "criterion": criterion,
                "parts": [CLAIMS, WINDOWS],
                "model": self._identity,
                "labels": dict(self.settings.labels),
                "parameters": self._parameters,
                "longest": self.settings.max_length or self.reader.longest,
                "redaction": None if self.redactor is None else self.redactor.fingerprint,
            }
        )

    def _reading(self, request: JudgeRequest) -> Reading:
        """The questions on a request. Raises CallFailed with the code of why there are none."""
        if request.criterion not in self.criteria:
            raise CallFailed("criterion", f"this judge does not judge {request.criterion}")
        if not request.claims:
            raise CallFailed("no_claims", "the answer makes no claim")
        if not any(map(shown_text, request.case.contexts)):
            raise CallFailed("no_context", "the case has no context to read")
        if self.barred is not None:
            raise CallFailed(*self.barred)
        if self.redactor is None:
            return Reading(self.reader, request)
        session = self.redactor.session(request.case)
        return Reading(self.reader, request, session.redact, session.restore)

    def readings(self, request: JudgeRequest) -> int:
        """How often the model would read for a request; 0 where the judge abstains unasked."""
        try:
            return len(self._reading(request).asked())
        except (CallFailed, NotRedacted):
            return 0

    def _judgment(self, reading: Reading, said: Said) -> Judgment:
        verdicts = reading.verdicts(said)
        rationale = _rationale(verdicts)
        judgment = faithfulness(
            self, verdicts, rationale=rationale, usage=said.usage, rubric=VERSION
        )
        return self._signed(judgment)

    def _abstained(
        self, request: JudgeRequest, code: str, message: str, usage: Usage | None = None
    ) -> Judgment:
        judgment = abstained(self, request.criterion, code, message, usage=usage, rubric=VERSION)
        return self._signed(judgment)

    def _signed(self, judgment: Judgment) -> Judgment:
        given = {"model": self._model_name, "parameters": dict(self._parameters)}
        return judgment.model_copy(update=given)

    def judge(self, request: JudgeRequest) -> Judgment:
        """The judgment."""
        raise NotImplementedError


class EntailmentJudge(_Base):
    """The judge of a model in this process: nothing is sent anywhere, so nothing is taken out."""

    def __init__(self, name: str, model: QuickModel, settings: EntailmentSettings) -> None:
        super().__init__(name, model, settings, remote=False, redactor=None, barred=None)
        self.model = model

    def judge(self, request: JudgeRequest) -> Judgment:
        """A judgment of `request`, or an abstention."""
        try:
            reading = self._reading(request)
            return self._judgment(reading, self.model.ask(reading.asked()))
        except CallFailed as failed:
            return self._abstained(request, failed.code, failed.message, failed.usage)
        except JudgeError as failed:  # the model is loaded where it is first asked
            return self._abstained(request, "judge_failed", failed.message)


class FarEntailmentJudge(_Base):
    """The judge of a model behind an address; many of its requests run side by side.

    `remote`: whether text leaves the machine. `barred`: an abstention's code and message; asked
    all the same, it abstains so.
    """

    def __init__(
        self,
        name: str,
        model: FarModel,
        settings: EntailmentSettings,
        *,
        remote: bool,
        redactor: Redactor | None = None,
        barred: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(name, model, settings, remote=remote, redactor=redactor, barred=barred)
        self.model = model
        self.concurrency = settings.concurrency
        #: The parts of a case that go to the address.
        self.sends: tuple[str, ...] = ("answer", "contexts")
        if settings.reads == "spans":
            self.sends = (*self.sends, "question")

    def judge(self, request: JudgeRequest) -> Judgment:
        """The judgment, waited for. Not from within an event loop."""
        return wait_for(self.ajudge(request))

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        """The judgment; whatever goes wrong ends as an abstention with its code."""
        usage: Usage | None = None
        try:
            reading = self._reading(request)
            said = await self.model.ask(reading.asked())
            usage = said.usage
            return self._judgment(reading, said)
        except CallFailed as failed:
            return self._abstained(request, failed.code, failed.message, failed.usage or usage)
        except NotRedacted as failed:
            return self._abstained(request, "not_redacted", str(failed))
        except Exception as error:  # the worker boundary: a defect must not end the run
            return broken(self, request.criterion, error)


def _parameters(settings: EntailmentSettings) -> dict[str, JsonValue]:
    """What a judgment records of how the model was asked and what its numbers count as."""
    found: dict[str, JsonValue] = {
        "reads": settings.reads,
        "supported_from": settings.supported_from,
        "unsupported_below": settings.unsupported_below,
        "contradicted_from": settings.contradicted_from,
        "window": settings.window or WINDOW[settings.reads],
        "max_length": settings.max_length,
    }
    return found | ({"prompt": settings.prompt} if settings.reads == "spans" else {})


def _rationale(verdicts: Sequence[ClaimVerdict]) -> str:
    """One sentence: how many claims of each kind."""
    said = Counter(one.verdict for one in verdicts)
    parts = ", ".join(f"{count} {verdict.replace('_', ' ')}" for verdict, count in said.items())
    return f"Of {len(verdicts)} claim{'s' * (len(verdicts) > 1)}: {parts}."
