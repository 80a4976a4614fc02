"""What `adjudge doctor` says of judges: whom they ask, with which key, and what they send."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from adjudge_engine.errors import AdjudgeError, JudgeError

if TYPE_CHECKING:
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.judges.entailment.settings import EntailmentSettings
    from adjudge_engine.judges.llm.judge import LlmJudge
    from adjudge_engine.judges.settings import LlmSettings
    from adjudge_engine.judges.shared import Shared
    from adjudge_engine.privacy.redaction import Redactor

_PING: Final = 'Reply with the JSON object {"ok": true} and nothing else.'


def judges_report(shared: Shared, names: Iterable[str] = ()) -> list[dict[str, Any]]:
    """Each judge as JSON values: those named, else all. `problem` says why one cannot be used."""
    from adjudge_engine.judges.registry import known_names

    return [_report(name, shared) for name in (tuple(names) or known_names(shared.config))]


def _report(name: str, shared: Shared) -> dict[str, Any]:
    from adjudge_engine.judges.entailment.settings import EntailmentSettings
    from adjudge_engine.judges.registry import make_judges
    from adjudge_engine.judges.settings import LlmSettings

    settings = shared.config.judges.get(name)
    report: dict[str, Any] = {"name": name, "type": settings.type if settings else name}
    if isinstance(settings, LlmSettings):
        report |= _model(settings)
    if isinstance(settings, EntailmentSettings):
        report |= _own_model(settings)
    try:
        judges = make_judges(name, shared)
    except AdjudgeError as error:
        return report | {"remote": None, "criteria": [], "problem": error.message}
    report |= {
        "remote": any(one.remote for one in judges),
        "criteria": sorted({criterion for one in judges for criterion in one.criteria}),
        "problem": _key_problem(report),
    }
    return report | _sent(judges)


def _model(settings: LlmSettings) -> dict[str, Any]:
    """Whom the judge asks, and whether the key's variable is set; never its value."""
    from adjudge_engine.privacy.providers import destination

    where = destination(settings.model, settings.api_base)
    variable = settings.api_key_env
    return {
        "model": settings.model,
        "provider": where.provider,
        "host": where.host,
        "key_variable": variable,
        "key_set": _is_set(variable),
        "mode": settings.mode,
        "repeats": settings.repeats,
    }


def _own_model(settings: EntailmentSettings) -> dict[str, Any]:
    """The folder of a team's own model, or the host that it is asked at."""
    from urllib.parse import urlsplit

    if settings.endpoint is None:
        return {"model": settings.model, "path": settings.path, "host": None}
    variable = settings.api_key_env
    return {
        "model": settings.model,
        "path": None,
        "host": urlsplit(settings.endpoint).hostname,
        "key_variable": variable,
        "key_set": _is_set(variable),
    }


def _is_set(variable: str | None) -> bool | None:
    return None if variable is None else bool(os.environ.get(variable, "").strip())


def _key_problem(report: dict[str, Any]) -> str | None:
    if report.get("key_set") is False:
        return f"the environment variable {report['key_variable']} is not set"
    return None


def _sent(judges: Iterable[Judge]) -> dict[str, Any]:
    """The rubrics, the hosts of a team's own models, the parts of a case that are sent, and what
    is taken out of them."""
    from adjudge_engine.judges.entailment.judge import FarEntailmentJudge
    from adjudge_engine.judges.llm.judge import LlmJudge
    from adjudge_engine.judges.planning import judges_behind

    behind = [one for judge in judges for one in judges_behind(judge)]
    models = [one for one in behind if isinstance(one, LlmJudge)]
    far = [one for one in behind if isinstance(one, FarEntailmentJudge)]
    rubrics = {name: rubric for one in models for name, rubric in one.rubrics.items()}
    sent: set[str] = {part for one in rubrics.values() for part in (*one.needs, *one.uses)}
    sent |= {part for one in far for part in one.sends}
    report: dict[str, Any] = {}
    if rubrics:
        report["rubrics"] = {name: rubric.stamp for name, rubric in rubrics.items()}
    if far:
        report["hosts"] = sorted({one.model.host for one in far})
    if sent:
        report["sends"] = sorted(sent)
        redactors = [*(one.redactor for one in models), *(one.redactor for one in far)]
        report["redacts"] = sorted({kind for one in redactors for kind in _redacted(one)})
    return report


def _redacted(redactor: Redactor | None) -> Iterator[str]:
    if redactor is not None:
        yield from redactor.settings.kinds
        yield from (kind for kind, _ in redactor.settings.patterns)


def ping(name: str, shared: Shared) -> dict[str, Any]:
    """One tiny call for each model behind the judge. JudgeError where it asks none."""
    from adjudge_engine.judges.planning import models_behind
    from adjudge_engine.judges.registry import make_judges

    models = [model for judge in make_judges(name, shared) for model in models_behind(judge)]
    if not models:
        raise JudgeError(f"the judge {name!r} makes no call", "ping a judge of the type llm")
    return {"name": name, "calls": [_ping(one) for one in models]}


def _ping(model: LlmJudge) -> dict[str, Any]:
    from adjudge_engine.judges.llm.completion import CallFailed
    from adjudge_engine.judges.prompt import Message, Prompt
    from adjudge_engine.judges.running import wait_for

    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"ok": {"type": "boolean"}},
        "required": ["ok"],
        "additionalProperties": False,
    }
    prompt = Prompt((Message("user", _PING),), "ping", schema, 200)
    asked = {"model": model.caller.model}
    try:
        done = wait_for(model.caller.complete(prompt, rubric_hash="ping", fresh=True))
    except CallFailed as failed:
        return asked | {"ok": False, "code": failed.code, "message": failed.message}
    return asked | {"ok": True, "answered": done.model, "usage": done.usage.to_dict()}


def judge_lines(report: dict[str, Any]) -> Iterator[str]:
    """One judge in words."""
    name, where = report["name"], _where(report["remote"])
    criteria = ", ".join(report["criteria"]) or "nothing"
    yield f"judge {name}: {where}; judges {criteria}"
    if "model" in report:
        yield f"  {_whom(report)}{_key(report)}"
    elif report.get("hosts"):
        yield f"  models at {', '.join(report['hosts'])}"
    if "rubrics" in report:
        stamps = ", ".join(f"{name}: {stamp}" for name, stamp in report["rubrics"].items())
        yield f"  rubrics {stamps}"
    if "sends" in report:
        yield f"  sends {', '.join(report['sends'])}; takes out {_taken(report)}"


def _whom(report: dict[str, Any]) -> str:
    host = f" at {report['host']}" if report["host"] else ""
    if "provider" in report:
        return f"model {report['model']}, provider {report['provider']}{host}"
    if report.get("path"):
        return f"model of the folder {report['path']}"
    return f"model {report['model'] or report['name']}{host}"


def _key(report: dict[str, Any]) -> str:
    variable = report.get("key_variable")
    if variable is None:
        return ""
    return f"; key in {variable} ({'set' if report['key_set'] else 'NOT SET'})"


def _where(remote: bool | None) -> str:
    if remote is None:
        return "cannot be used"
    return "sends text to a provider" if remote else "never leaves this machine"


def _taken(report: dict[str, Any]) -> str:
    return ", ".join(report["redacts"]) or "nothing"


def ping_lines(found: dict[str, Any]) -> Iterator[str]:
    """What came of a ping, in words."""
    for one in found["calls"]:
        if one["ok"]:
            ms = one["usage"].get("latency_ms") or 0.0
            yield f"ping {found['name']}: {one['model']} answers in {ms:,.0f} ms"
        else:
            yield f"ping {found['name']}: {one['model']}: {one['code']}: {one['message']}"
