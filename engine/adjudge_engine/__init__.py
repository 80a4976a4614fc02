"""Adjudge's engine: deterministic checks, judges, and a policy that routes each answer.

Importing this package costs nothing; each public name is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudge_engine.case import Case as Case
    from adjudge_engine.errors import AdjudgeError as AdjudgeError
    from adjudge_engine.evaluation import Evaluation as Evaluation
    from adjudge_engine.pipeline import evaluate as evaluate
    from adjudge_engine.policy import Policy as Policy
    from adjudge_engine.policy import load_policy as load_policy
    from adjudge_engine.source import Source as Source

_HOMES = {
    "AdjudgeError": "errors",
    "Case": "case",
    "Evaluation": "evaluation",
    "Policy": "policy",
    "Source": "source",
    "evaluate": "pipeline",
    "load_policy": "policy",
}

__all__ = ["AdjudgeError", "Case", "Evaluation", "Policy", "Source", "evaluate", "load_policy"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
