"""How a judge is called where its word is told: a record is never told as its judge's own word."""

from __future__ import annotations

from typing import Final

from adjudge_engine.evaluation import Judgment

#: The parameter of a judgment that was read from a record: `case`, or the digest of the cassette.
RECORDED: Final = "recorded"


def named(judgment: Judgment) -> str:
    """The judge's name. A record has the name that whoever wrote it gave, and is told as one."""
    return f"{judgment.judge} (recorded)" if judgment.parameters.get(RECORDED) else judgment.judge
