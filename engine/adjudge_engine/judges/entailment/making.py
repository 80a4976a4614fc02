"""A table `[judges.NAME]` of the type `entailment` becomes a judge, if it may be asked at all."""

from __future__ import annotations

from typing import Final

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.entailment.endpoint import Endpoint
from adjudge_engine.judges.entailment.folder import open_folder
from adjudge_engine.judges.entailment.judge import EntailmentJudge, FarEntailmentJudge
from adjudge_engine.judges.entailment.quick import QuickModel
from adjudge_engine.judges.entailment.settings import EntailmentSettings
from adjudge_engine.judges.shared import Shared
from adjudge_engine.privacy.providers import check_allowed, destination

#: How the rules of where text may go see it: they name providers and models, this has neither.
_MODEL: Final = "endpoint/model"
_WAY: Final = "see local_only and approved_providers under [privacy], or name another judge"


def make_entailment_judge(name: str, settings: EntailmentSettings, shared: Shared) -> Judge:
    """The judge of the table.

    JudgeError for a folder that is refused, for packages that are missing, and where the address
    may not be asked: nothing is sent to find out.
    """
    if settings.endpoint is None:
        return _of_folder(name, settings, shared)
    # No proxy is used, so no variable can send the text elsewhere.
    refusal = check_allowed(_MODEL, settings.endpoint, shared.rules, {})
    if refusal is not None:
        raise JudgeError(f"the judge {name!r} may not be asked: {refusal[1]}", _WAY)
    local = destination(_MODEL, settings.endpoint, {}).on_this_machine
    barred = None
    if not local and shared.budget_usd is not None:
        barred = ("over_budget", "nobody knows what a call costs, so no budget can be kept")
    model = Endpoint(settings.model or name, settings, local=local, ledger=shared.ledger)
    return FarEntailmentJudge(
        name, model, settings, remote=not local, redactor=shared.redactor, barred=barred
    )


def _of_folder(name: str, settings: EntailmentSettings, shared: Shared) -> Judge:
    assert settings.path is not None
    try:
        folder = open_folder(shared.config.file(settings.path), settings.runtime)
        model = QuickModel(settings.model or name, folder, settings)
    except JudgeError as error:
        raise JudgeError(f"judges.{name}: {error.message}", error.hint) from None
    return EntailmentJudge(name, model, settings)
