"""What a run is told: the rubric to begin with, the judge, how it is read; and who listens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.judge import redaction_stamp
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.optimizing.asking import REWRITING
from adjudge_engine.optimizing.judging import llm_of, with_rubric
from adjudge_engine.optimizing.scoring import Reads
from adjudge_engine.privacy.redaction import Redactor


class Listener(Protocol):
    """Hears how a run goes."""

    def working(self, what: str, done: int, total: int, best: float | None) -> None:
        """So many cases are done of what is being scored, or rewritten (total 0)."""
        ...

    def finished(self, what: str, outcome: str, alignment: float | None, best: bool) -> None:
        """A candidate was scored, or came to nothing (`outcome` says what)."""
        ...


class Writer(Protocol):
    """The rewriting model, as far as it makes a run the run that it is."""

    @property
    def caller(self) -> LiteLlmCaller: ...

    @property
    def redactor(self) -> Redactor | None: ...


@dataclass(frozen=True)
class Setting:
    """What makes a run the run that it is; the budget and the number of rounds do not.

    `worst`: disagreements shown to the rewriting model at once. `seed` begins another run.
    """

    start: Rubric
    judge: Judge
    reads: Reads
    worst: int = 6
    seed: int = 0

    def key(self, writer: Writer, labels: str) -> str:
        """The run's name: `sha256:…` over all of it."""
        return canonical_hash(self.to_dict(writer) | {"labels": labels})

    def to_dict(self, writer: Writer) -> dict[str, str | int | float]:
        """The settings as JSON values."""
        reads = self.reads
        judge = with_rubric(self.judge, reads.criterion, self.start)
        redactor = writer.redactor
        asked = [REWRITING, writer.caller.model, writer.caller.parameters]
        return {
            "start": self.start.hash,
            "judge": self.judge.name,
            "model": llm_of(self.judge).caller.model,
            "fingerprint": judge.fingerprint(reads.criterion),
            "rewriter": writer.caller.model,
            "rewriting": canonical_hash([*asked, redaction_stamp(redactor) if redactor else None]),
            "criterion": reads.criterion,
            "reading": reads.reading,
            "minimum": reads.minimum,
            "level": reads.level,
            "worst": self.worst,
            "seed": self.seed,
        }
