"""The review flags of the citations gate: what no citation check sees and code cannot settle.

Each says with what evidence it was raised, and each sends the answer to a person, never more.
"""

from __future__ import annotations

from adjudge_engine.evaluation import Check
from adjudge_engine.gates.flagging.conflicts import check_conflicts
from adjudge_engine.gates.flagging.cut_support import check_cut_support
from adjudge_engine.gates.flagging.near_names import check_near_names
from adjudge_engine.gates.flagging.silent_denials import check_silent_denials
from adjudge_engine.gates.quoting.quotations import check_quotations
from adjudge_engine.subject import Subject


def check_flags(subject: Subject) -> list[Check]:
    """Similar names, truncated support, silent denials, disagreement, quoted words."""
    if not subject.case.contexts or not subject.answer:
        return []
    return [
        *check_near_names(subject),
        *check_cut_support(subject),
        *check_silent_denials(subject),
        *check_conflicts(subject),
        *check_quotations(subject),
    ]
