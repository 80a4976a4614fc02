"""An entry of the admissions file: what became of one judge on one criterion, and before."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue, model_validator

from adjudge_engine.calibration.releasing.looks import LabelSet
from adjudge_engine.models import Frozen
from adjudge_engine.policy import Admission
from adjudge_engine.vocabulary import Reading

Standing = Literal["admitted", "refused", "inconclusive", "withdrawn"]


class Earlier(Frozen):
    """What stood in an entry's place before it was measured again."""

    outcome: Standing
    labels: LabelSet
    at: str
    by: str | None = None


class Entry(Frozen):
    """What became of one judge on one criterion.

    `demands` is what the policy asked for, `figures` the rates and bounds (`Weighed.to_dict`).
    `recorded`: its words were read from records, so its name is what whoever wrote them gave.
    `excluded`: rows left out, by reason. `at`: ISO 8601, UTC. `earlier`: what became of it before,
    the oldest first: who measures until it is admitted shall be seen to have.
    """

    judge: str
    criterion: str
    fingerprint: str
    reading: Reading
    minimum: float
    outcome: Standing
    why: str
    level: Literal["claim", "answer"]
    labels: LabelSet
    split: Literal["held-out"] = "held-out"
    rows: int
    demands: Admission
    figures: dict[str, JsonValue]
    people: dict[str, JsonValue] = Field(default_factory=dict)
    excluded: dict[str, int] = Field(default_factory=dict)
    at: str
    by: str | None = None
    recorded: bool = False
    earlier: tuple[Earlier, ...] = ()

    @model_validator(mode="after")
    def _borne_out(self) -> Entry:
        """A slip of whoever edits the file shall admit nobody; who edits with care is trusted."""
        found = self.figures.get("outcome")
        if self.outcome == "admitted" and found not in (None, "admitted"):
            raise ValueError(f"it is admitted, though its figures are {found}")
        return self

    @property
    def place(self) -> tuple[str, str, str, str, float]:
        """What there is one entry of."""
        return self.judge, self.criterion, self.fingerprint, self.reading, self.minimum

    @property
    def called(self) -> str:
        """The judge's name as people are told it."""
        return f"{self.judge} (recorded)" if self.recorded else self.judge
