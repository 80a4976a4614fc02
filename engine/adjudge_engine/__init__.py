"""Adjudge's engine: deterministic checks, judges, and a policy that routes each answer.

    from adjudge_engine import Case, default_policy, evaluate

    case = Case(id="1", answer="It costs $9.", contexts=({"id": "a", "text": "It costs $6.50."},))
    evaluate(case, default_policy()).route  # "block"

Importing this package costs nothing; each public name is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudge_engine.case import Calculation as Calculation
    from adjudge_engine.case import Case as Case
    from adjudge_engine.case import Citation as Citation
    from adjudge_engine.case import Context as Context
    from adjudge_engine.case import Expect as Expect
    from adjudge_engine.case import Fact as Fact
    from adjudge_engine.case import Requester as Requester
    from adjudge_engine.errors import AdjudgeError as AdjudgeError
    from adjudge_engine.evaluation import Check as Check
    from adjudge_engine.evaluation import Claim as Claim
    from adjudge_engine.evaluation import Evaluation as Evaluation
    from adjudge_engine.evaluation import GateResult as GateResult
    from adjudge_engine.evaluation import Judgment as Judgment
    from adjudge_engine.integrations.asynchronous import aassess as aassess
    from adjudge_engine.integrations.asynchronous import aevaluate as aevaluate
    from adjudge_engine.integrations.findings import Finding as Finding
    from adjudge_engine.integrations.grounding import Checked as Checked
    from adjudge_engine.integrations.grounding import case_of as case_of
    from adjudge_engine.integrations.grounding import check_case as check_case
    from adjudge_engine.judges.registry import make_judges as make_judges
    from adjudge_engine.pipeline import Assessment as Assessment
    from adjudge_engine.pipeline import assess as assess
    from adjudge_engine.pipeline import conclude as conclude
    from adjudge_engine.pipeline import evaluate as evaluate
    from adjudge_engine.policy import Policy as Policy
    from adjudge_engine.policy import default_policy as default_policy
    from adjudge_engine.policy import load_policy as load_policy
    from adjudge_engine.reading.cases import read_cases as read_cases
    from adjudge_engine.reading.registry import read_registry as read_registry
    from adjudge_engine.registry import Registry as Registry
    from adjudge_engine.source import Source as Source

#: Name → the module that it is loaded from.
_HOMES = {
    "AdjudgeError": "errors",
    "Assessment": "pipeline",
    "Calculation": "case",
    "Case": "case",
    "Check": "evaluation",
    "Checked": "integrations.grounding",
    "Citation": "case",
    "Claim": "evaluation",
    "Context": "case",
    "Evaluation": "evaluation",
    "Expect": "case",
    "Fact": "case",
    "Finding": "integrations.findings",
    "GateResult": "evaluation",
    "Judgment": "evaluation",
    "Policy": "policy",
    "Registry": "registry",
    "Requester": "case",
    "Source": "source",
    "aassess": "integrations.asynchronous",
    "aevaluate": "integrations.asynchronous",
    "assess": "pipeline",
    "case_of": "integrations.grounding",
    "check_case": "integrations.grounding",
    "conclude": "pipeline",
    "default_policy": "policy",
    "evaluate": "pipeline",
    "load_policy": "policy",
    "make_judges": "judges.registry",
    "read_cases": "reading.cases",
    "read_registry": "reading.registry",
}

__all__ = [
    "AdjudgeError",
    "Assessment",
    "Calculation",
    "Case",
    "Check",
    "Checked",
    "Citation",
    "Claim",
    "Context",
    "Evaluation",
    "Expect",
    "Fact",
    "Finding",
    "GateResult",
    "Judgment",
    "Policy",
    "Registry",
    "Requester",
    "Source",
    "aassess",
    "aevaluate",
    "assess",
    "case_of",
    "check_case",
    "conclude",
    "default_policy",
    "evaluate",
    "load_policy",
    "make_judges",
    "read_cases",
    "read_registry",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
