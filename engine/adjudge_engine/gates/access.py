"""The access gate: may the requester read every cited source and every context's source?"""

from __future__ import annotations

from adjudge_engine.evaluation import Check
from adjudge_engine.gates import unbuilt
from adjudge_engine.subject import Subject


def check_access(subject: Subject) -> list[Check]:
    """One check for each source that the case rests on."""
    return unbuilt.check_access(subject)
