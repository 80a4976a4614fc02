"""The identity gate: are the sources what the registry approves, and the contexts what they say?"""

from __future__ import annotations

from adjudge_engine.evaluation import Check
from adjudge_engine.gates import unbuilt
from adjudge_engine.subject import Subject


def check_identity(subject: Subject) -> list[Check]:
    """The checks of sources, fingerprints, versions and of the contexts' texts."""
    return unbuilt.check_identity(subject)
