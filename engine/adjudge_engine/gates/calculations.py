"""The calculations gate: do declared and stated results recompute?"""

from __future__ import annotations

from adjudge_engine.evaluation import Check
from adjudge_engine.gates import unbuilt
from adjudge_engine.subject import Subject


def check_calculations(subject: Subject) -> list[Check]:
    """The checks of declared and of stated calculations."""
    return unbuilt.check_calculations(subject)
