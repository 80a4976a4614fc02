"""A table `[judges.NAME]` of the type `llm` becomes judges, if they may be asked at all."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.finding import refuse_stray_address
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.judge import LlmJudge
from adjudge_engine.judges.llm.settings import CallSettings
from adjudge_engine.judges.pairwise import PairwiseJudge
from adjudge_engine.judges.repeats import RepeatedJudge
from adjudge_engine.judges.rubrics.load import SHIPPED, load_rubric
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.judges.settings import LlmSettings
from adjudge_engine.judges.shared import Shared
from adjudge_engine.privacy.providers import check_allowed, destination, stray_key
from adjudge_engine.vocabulary import PREFERENCE

#: What to do about a judge that may not be asked, by the reason's code.
_WAYS: Final = {
    "local_only": "leave out --local-only (or local_only under [privacy]), or name another judge",
    "not_approved": "see approved_providers under [privacy] in the configuration",
}

_KEYS: Final = "put the key that this address takes into a variable of another name"


def make_llm_judges(name: str, settings: LlmSettings, shared: Shared) -> tuple[Judge, ...]:
    """The judge of the table; one more where it compares answers, too, for that is asked twice.

    JudgeError for a rubric or a parameter that cannot be used, and where the provider may not be
    asked: nothing is sent to find out.
    """
    call = call_settings(settings)
    refusal = check_allowed(call.model, call.api_base, shared.rules)
    if refusal is not None:
        raise JudgeError(f"the judge {name!r} may not be asked: {refusal[1]}", _WAYS[refusal[0]])
    refuse_stray_address(shared.config, name, call.model, call.api_base)
    strayed = stray_key(call.model, call.api_base, call.api_key_env)
    if strayed is not None:
        raise JudgeError(f"judges.{name}.api_key_env: {strayed}", _KEYS)
    remote = not destination(call.model, call.api_base).on_this_machine
    rubrics = rubrics_of(name, settings, shared)
    caller = LiteLlmCaller(
        call,
        limits=shared.limits_of(call.provider, settings),
        cache=shared.replies,
        ledger=shared.ledger,
    )

    def made(chosen: dict[str, Rubric]) -> LlmJudge:
        return LlmJudge(
            name,
            caller,
            chosen,
            shared.redactor,
            mode=settings.mode,
            remote=remote,
            concurrency=settings.concurrency,
            batch=settings.batch or shared.batch,
        )

    single = {one: rubric for one, rubric in rubrics.items() if one != PREFERENCE}
    judges: list[Judge] = [made(single)] if single else []
    if PREFERENCE in rubrics:
        judges.append(PairwiseJudge(made({PREFERENCE: rubrics[PREFERENCE]})))
    if settings.repeats > 1:
        judges = [RepeatedJudge(one, settings.repeats) for one in judges]
    return tuple(judges)


def call_settings(settings: LlmSettings) -> CallSettings:
    """How the model of a table is called. JudgeError for what cannot be meant."""
    warm = settings.temperature
    return CallSettings(
        model=settings.model,
        api_base=settings.api_base,
        api_key_env=settings.api_key_env,
        temperature=None if warm == "default" else warm,
        top_p=settings.top_p,
        seed=settings.seed,
        max_tokens=settings.max_tokens,
        attempt_timeout_s=settings.attempt_timeout,
        deadline_s=settings.deadline,
        structured=settings.structured,
        extra=settings.extra,
        tries=settings.tries,
        price=settings.price,
    )


def rubrics_of(name: str, settings: LlmSettings, shared: Shared) -> dict[str, Rubric]:
    """Criterion → rubric. JudgeError for one that is missing, wrong, or of another criterion."""
    found = {}
    for criterion, named in settings.rubric_names.items():
        known = named in SHIPPED or ("/" not in named and Path(named).suffix != ".toml")
        rubric = load_rubric(named if known else str(shared.config.file(named)))
        if rubric.criterion != criterion:
            raise JudgeError(
                f"judges.{name}: the rubric {named!r} is for {rubric.criterion}, not {criterion}",
                f"name it under rubrics.{rubric.criterion}, or choose another for {criterion}",
            )
        if rubric.kind == "context":
            raise JudgeError(
                f"judges.{name}: the rubric {named!r} ranks contexts and judges no answer",
                "it belongs under [ranking]",
            )
        found[criterion] = rubric
    return found
