"""Rubrics: versioned files that say what a judge is asked, and how its reply is read."""

from adjudge_engine.judges.rubrics.load import SHIPPED, load_rubric
from adjudge_engine.judges.rubrics.material import Material, missing_material
from adjudge_engine.judges.rubrics.render import render, repair
from adjudge_engine.judges.rubrics.reply import Malformed, Reply, read_reply
from adjudge_engine.judges.rubrics.rubric import Label, Rubric, RubricError
from adjudge_engine.judges.rubrics.verdicts import judgment_of

__all__ = [
    "SHIPPED",
    "Label",
    "Malformed",
    "Material",
    "Reply",
    "Rubric",
    "RubricError",
    "judgment_of",
    "load_rubric",
    "missing_material",
    "read_reply",
    "render",
    "repair",
]
