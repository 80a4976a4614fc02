"""The one code that a gate gives a small case, for tests that are tables of samples."""

from __future__ import annotations

from adjudge_engine.case import Case
from adjudge_engine.gates.abstention import check_abstention
from adjudge_engine.gates.facts import check_facts
from adjudge_engine.subject import Subject


def abstention_code(answer: str, answerable: bool, question: str, context: str) -> str:
    """What the abstention gate says, but for whether it is nothing else (`bare`)."""
    case = Case.model_validate(
        {
            "id": "x",
            "question": question,
            "answer": answer,
            "contexts": [{"id": "c1", "text": context}],
            "expect": {"answerable": answerable},
        }
    )
    return next(one.code for one in check_abstention(Subject(case)) if one.code != "bare")


def fact_code(answer: str, fact: str) -> str:
    """What the facts gate says of one required fact."""
    facts = [{"value": fact, "aliases": [], "required": True}]
    case = Case.model_validate({"id": "x", "answer": answer, "expect": {"facts": facts}})
    (check,) = check_facts(Subject(case))
    return check.code
