"""A language model as a judge: from a request to a judgment, or to an abstention with its code.

The order is always the same: what is missing, what is forbidden, what is taken out of the text,
the prompt, the call, the reply, one repair, the verdicts. Nothing that fails on the way becomes
a score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from pydantic import JsonValue

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.claims import CLAIMS
from adjudge_engine.evaluation import Judgment, Usage
from adjudge_engine.judges.base import JudgeRequest, abstained
from adjudge_engine.judges.families import same_family
from adjudge_engine.judges.llm.comparing import preferred
from adjudge_engine.judges.llm.completion import Caller, CallFailed, Completion
from adjudge_engine.judges.llm.parts import Claims, asked_in_parts, groups, joined
from adjudge_engine.judges.prompt import Prompt
from adjudge_engine.judges.quotes import QUOTES
from adjudge_engine.judges.rubrics.material import Material, missing_material
from adjudge_engine.judges.rubrics.render import render, repair
from adjudge_engine.judges.rubrics.reply import Malformed, Reply, read_reply
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.judges.rubrics.verdicts import judgment_of
from adjudge_engine.judges.running import CONCURRENCY, broken, wait_for
from adjudge_engine.judges.usage import in_sequence
from adjudge_engine.privacy.patterns import NotRedacted
from adjudge_engine.privacy.redaction import NOTE, REDACTION, Redactor, Session

VERSION = "llm/1"

#: One call for all claims of an answer, or one for each claim.
Mode = Literal["answer", "claim"]


class _Replied(NamedTuple):
    """A reply that was understood, and what it took."""

    reply: Reply
    model: str | None
    usage: Usage | None


class LlmJudge:
    """Judges each criterion by its rubric, asking `caller`.

    `redactor` takes out of every text what must not leave the machine; what a reply has of it is
    put back. `remote`: whether text leaves the machine. `batch`: a run is to
    send its prompts as a batch first; the judge itself finds the replies in the cache.
    """

    def __init__(
        self,
        name: str,
        caller: Caller,
        rubrics: Mapping[str, Rubric],
        redactor: Redactor | None = None,
        *,
        mode: Mode = "answer",
        remote: bool = True,
        concurrency: int = CONCURRENCY,
        batch: bool = False,
    ) -> None:
        self.name = name
        self.remote = remote
        self.criteria = tuple(rubrics)
        self.concurrency = concurrency
        self.rubrics = dict(rubrics)
        self.caller = caller
        self.redactor = redactor
        self._redaction = None if redactor is None else redaction_stamp(redactor)
        self.mode: Mode = mode
        self.batch = batch

    def fingerprint(self, criterion: str) -> str:
        """`sha256:…` over everything that can change a verdict: rubric, model, parameters, mode,
        how an answer becomes claims, how quotes are looked up, what is taken out of the texts."""
        rubric = self.rubrics.get(criterion)
        return canonical_hash(
            {
                "judge": VERSION,
                "parts": [CLAIMS, QUOTES],
                "criterion": criterion,
                "rubric": rubric.hash if rubric else None,
                "model": self.caller.model,
                "parameters": self.caller.parameters,
                "mode": self.mode,
                "redaction": self._redaction,
            }
        )

    def judge(self, request: JudgeRequest) -> Judgment:
        """The judgment, waited for. Not from within an event loop."""
        return wait_for(self.ajudge(request))

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        """The judgment; whatever goes wrong ends as an abstention with its code."""
        try:
            judgment = await self._judge(request)
        except Exception as error:  # the worker boundary: a defect must not end the run
            judgment = broken(self, request.criterion, error)
        given: dict[str, object] = {
            "self_preference": same_family(self.caller.model, request.case.generator)
        }
        if judgment.model is None:
            given["model"] = self.caller.model
        return judgment.model_copy(update=given)

    async def _judge(self, request: JudgeRequest) -> Judgment:
        rubric = self.rubrics.get(request.criterion)
        if rubric is None:
            known = ", ".join(self.criteria)
            return self._abstain(request, "criterion", f"this judge knows {known} only")
        lacking = missing_material(rubric, request)
        if lacking is not None:
            return self._abstain(request, *lacking)
        hidden = self.redactor.session(request.case) if self.redactor else None
        try:
            if rubric.kind == "claims":
                return await self._claims(request, rubric, hidden)
            return await self._whole(request, rubric, hidden, None)
        except CallFailed as failed:
            return self._abstain(request, failed.code, failed.message, failed.usage)
        except NotRedacted as failed:
            return self._abstain(request, "not_redacted", str(failed))

    async def _whole(
        self, request: JudgeRequest, rubric: Rubric, hidden: Session | None, asked: Claims | None
    ) -> Judgment:
        """What one prompt gives: all of the answer, or some of its claims. Raises CallFailed."""
        material = Material.of(request, rubric, asked, hidden.redact if hidden else str)
        replied = await self._reply(rubric, material, request.sample)
        made = preferred if rubric.kind == "pairwise" else judgment_of
        return made(
            self,
            request,
            rubric,
            material,
            replied.reply,
            restore=hidden.restore if hidden else str,
            usage=replied.usage,
            model=replied.model,
            parameters=self._parameters(),
        )

    async def _claims(
        self, request: JudgeRequest, rubric: Rubric, hidden: Session | None
    ) -> Judgment:
        """One call for all claims, or several, side by side; one judgment of them all."""

        async def ask(claims: Claims) -> Judgment:
            return await self._whole(request, rubric, hidden, claims)

        parts = await asked_in_parts(self._groups(request), ask)
        if len(parts) == 1:
            if (failed := parts[0].failed) is not None:
                raise failed
            if (whole := parts[0].judgment) is not None:
                return whole
        alone = all(len(one.claims) == 1 for one in parts)
        how = (
            "each claim was read alone" if alone else f"the claims were read in {len(parts)} parts"
        )
        judgment = joined(self, request.criterion, parts, rubric.stamp, how)
        return judgment.model_copy(update={"parameters": self._parameters()})

    def _groups(self, request: JudgeRequest) -> list[Claims]:
        """The claims of each call."""
        return groups(request.claims, 1) if self.mode == "claim" else groups(request.claims)

    def _prompt(self, rubric: Rubric, material: Material) -> Prompt:
        prompt = render(rubric, material)
        return prompt if self.redactor is None else prompt.noted(NOTE)

    def prompts(self, request: JudgeRequest) -> Iterator[Prompt]:
        """What would be sent for a request, repairs not counted; nothing where it abstains."""
        rubric = self.rubrics.get(request.criterion)
        if rubric is None or missing_material(rubric, request):
            return
        hidden = self.redactor.session(request.case) if self.redactor else None
        parts = self._groups(request) if rubric.kind == "claims" else [None]
        for asked in parts:
            material = Material.of(request, rubric, asked, hidden.redact if hidden else str)
            yield self._prompt(rubric, material)

    async def _reply(self, rubric: Rubric, material: Material, sample: int) -> _Replied:
        """The reply to one prompt, repaired once. Raises CallFailed.

        Replies that cannot be read may stand in the cache; then one round is asked anew.
        """
        prompt = self._prompt(rubric, material)
        done: list[Completion] = []
        try:
            for fresh in (False, True):
                try:
                    reply = await self._round(rubric, material, prompt, done, sample, fresh)
                except Malformed as problem:
                    if all(one.usage.cached for one in done):
                        continue
                    raise CallFailed("malformed", f"the reply cannot be read: {problem}") from None
                return _Replied(reply, done[-1].model, _usage(done))
            raise CallFailed("malformed", "the reply cannot be read")
        except CallFailed as failed:
            usage = in_sequence([*(one.usage for one in done), failed.usage])
            raise CallFailed(failed.code, failed.message, usage) from None

    async def _round(
        self,
        rubric: Rubric,
        material: Material,
        prompt: Prompt,
        done: list[Completion],
        sample: int,
        fresh: bool,
    ) -> Reply:
        """Asks, and where the reply cannot be read asks once more. Raises Malformed, CallFailed."""

        async def complete(asked: Prompt) -> str:
            completion = await self.caller.complete(
                asked, rubric_hash=rubric.hash, sample=sample, fresh=fresh
            )
            done.append(completion)
            return completion.text

        text = await complete(prompt)
        try:
            return read_reply(rubric, material, text, final=False)
        except Malformed as problem:
            again = repair(prompt, text, str(problem))
        return read_reply(rubric, material, await complete(again), final=True)

    def _parameters(self) -> dict[str, JsonValue]:
        """What a judgment records of how it was asked for."""
        given = {key: value for key, value in self.caller.parameters.items() if value is not None}
        return {**given, "mode": self.mode, "redaction": self._redaction}

    def _abstain(
        self, request: JudgeRequest, code: str, message: str, usage: Usage | None = None
    ) -> Judgment:
        rubric = self.rubrics.get(request.criterion)
        stamp = rubric.stamp if rubric else None
        judgment = abstained(self, request.criterion, code, message, usage=usage, rubric=stamp)
        return judgment.model_copy(update={"parameters": self._parameters()})


def _usage(done: list[Completion]) -> Usage | None:
    return in_sequence([one.usage for one in done])


def redaction_stamp(redactor: Redactor) -> str:
    """`redaction/1#` and 16 digits of a hash over all that the redactor takes out."""
    said = redactor.settings
    parts = {
        "kinds": sorted(said.kinds),
        "names": sorted(said.names) if "name" in said.kinds else [],
        "patterns": [list(one) for one in said.patterns],
        "note": NOTE,
    }
    return f"{REDACTION}#{canonical_hash(parts).removeprefix('sha256:')[:16]}"
