"""The judge that says nothing: for runs that rest on code and people alone."""

from __future__ import annotations

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import JudgeRequest, abstained


class NoJudge:
    """Judges no criterion; asked all the same, it abstains."""

    name = "none"
    remote = False
    criteria: tuple[str, ...] = ()

    def fingerprint(self, criterion: str) -> str:
        """Constant: nothing here can change a verdict."""
        return canonical_hash({"name": self.name, "criterion": criterion})

    def judge(self, request: JudgeRequest) -> Judgment:
        """An abstention, whatever is asked."""
        return abstained(self, request.criterion, "no_judge", "no judge was asked")
