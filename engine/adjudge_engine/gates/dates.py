"""The dates gate: do the answer's dates trace, and was the policy in force?"""

from __future__ import annotations

from adjudge_engine.evaluation import Check
from adjudge_engine.gates import unbuilt
from adjudge_engine.subject import Subject


def check_dates(subject: Subject) -> list[Check]:
    """The checks of the answer's dates and of the effective range."""
    return unbuilt.check_dates(subject)
