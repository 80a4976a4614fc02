"""Looks at held-out labels that admitted nobody: each makes the labels less fresh.

A judge that was changed until its figures on the held-out side were good is fitted to that side.
So whoever shows such figures writes down that they were shown, in the file of the admissions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pydantic import Field

from adjudge_engine.models import Frozen
from adjudge_engine.vocabulary import Reading

#: Looks that a file keeps, the newest ones.
MOST_LOOKS: Final = 5_000


class LabelSet(Frozen):
    """The labels that something rests on. `hash` is over the cases and their labels, in order."""

    name: str
    version: int | None = None
    hash: str


class Look(Frozen):
    """One judge's figures on held-out labels, shown by the command `how`, `times` times.

    `fingerprint` None: its judgments had no one. `at`: when last, ISO 8601, UTC. `recorded`: its
    words were read from records.
    """

    judge: str
    criterion: str
    fingerprint: str | None = None
    reading: Reading
    minimum: float
    labels: LabelSet
    how: str
    at: str
    by: str | None = None
    recorded: bool = False
    times: int = Field(default=1, ge=1)

    @property
    def place(self) -> tuple[str, str, str | None, Reading, float]:
        """Which version of a judge was looked at, and how it was read."""
        return self.judge, self.criterion, self.fingerprint, self.reading, self.minimum

    @property
    def called(self) -> str:
        """The judge's name as people are told it."""
        return f"{self.judge} (recorded)" if self.recorded else self.judge


def with_looks(looks: Iterable[Look], new: Iterable[Look]) -> tuple[Look, ...]:
    """The looks with the new ones last; one that shows what was shown before only counts on."""
    kept = {_key(one): one for one in looks}
    for one in new:
        old = kept.pop(_key(one), None)
        times = one.times + (old.times if old else 0)
        kept[_key(one)] = one.model_copy(update={"times": times})
    return tuple(kept.values())[-MOST_LOOKS:]


def _key(one: Look) -> tuple[object, ...]:
    return *one.place, one.labels.hash, one.how
