"""Writing down that a command has shown a judge's figures on held-out labels."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from adjudge_engine.calibration.measures.judgments import Asked, JudgmentSource, Recorded
from adjudge_engine.calibration.measures.learned import learned_marks
from adjudge_engine.calibration.measures.splits import Split, group_of, split_of
from adjudge_engine.calibration.releasing.admissions import FILE, enter_looks
from adjudge_engine.calibration.releasing.admitting import HeldOut
from adjudge_engine.calibration.releasing.looks import LabelSet, Look
from adjudge_engine.errors import InputError
from adjudge_engine.vocabulary import Reading
from adjudge_tui.cli.common import default_reviewer, golden_reference

if TYPE_CHECKING:
    from adjudge_engine.calibration.releasing.admissions import Entry
    from adjudge_engine.case import Case


@dataclass
class Looking:
    """What a command sees of the held-out side: the same labels that `admit` would count."""

    source: JudgmentSource
    criterion: str
    held_out: HeldOut = field(init=False)

    def __post_init__(self) -> None:
        asked = self.source.judge if isinstance(self.source, Asked) else None
        self.held_out = HeldOut(frozenset() if asked is None else learned_marks(asked))

    def through(self, cases: Iterable[Case]) -> Iterator[Case]:
        """The same cases."""
        for case in cases:
            deque(self.held_out.of((case,)), maxlen=0)
            yield case

    def counted(self, cases: Iterable[Case]) -> Iterator[Case]:
        """Those of the dev side, then of the held-out side what `admit` would count, once each."""
        held_out: list[Case] = []
        for case in cases:
            if split_of(group_of(case)) == "dev":
                yield case
            else:
                held_out.append(case)
        yield from self.held_out.of(held_out)

    def look(self, labels: LabelSet, how: str, reading: Reading, minimum: float, db: Path) -> Look:
        """What is to be written down, after the last case."""
        return Look(
            judge=self.source.name,
            criterion=self.criterion,
            fingerprint=self.source.fingerprint,
            reading=reading,
            minimum=minimum,
            labels=labels.model_copy(update={"hash": self.held_out.hash}),
            how=how,
            at=now(),
            by=default_reviewer(db),
            recorded=isinstance(self.source, Recorded),
        )


def now() -> str:
    """The time of an entry: ISO 8601, UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def labels_named(labels: Path | None, golden: str | None) -> LabelSet:
    """The labels as the options name them; their hash is not known yet."""
    name, version = (str(labels), None) if golden is None else golden_reference(golden)
    shown = name if version is None else f"{name}@{version}"
    return LabelSet(name=shown, version=version, hash="")


def look_of(entry: Entry, how: str) -> Look:
    """The look that an entry is which is not entered."""
    return Look(
        judge=entry.judge,
        criterion=entry.criterion,
        fingerprint=entry.fingerprint,
        reading=entry.reading,
        minimum=entry.minimum,
        labels=entry.labels,
        how=how,
        at=entry.at,
        by=entry.by,
        recorded=entry.recorded,
    )


def write_down(looks: Iterable[Look], db: Path, place: Path | None = None) -> None:
    """Enters the looks beside the admissions. InputError where that cannot be done: figures on
    held-out labels that nobody knows were seen are not to be shown."""
    file = place or db.with_name(FILE)
    try:
        enter_looks(file, list(looks))
    except OSError as error:
        raise InputError(
            f"{file} cannot be written ({error.strerror or error}), so no figures on held-out "
            "labels are shown: that they were seen has to stand there.",
            "Name a --db in a folder that you may write in, or choose with --split dev.",
        ) from None


@dataclass(frozen=True)
class Shown:
    """What a command shows of labels: by its options `labels`, `golden`, `db`, `reading`,
    `minimum`, on the side `split`. `command` is its name."""

    command: str
    split: Split | Literal["all"]
    labels: Path | None
    golden: str | None
    db: Path
    reading: Reading
    minimum: float

    def write_down(self, seen: Iterable[Looking]) -> None:
        """Enters what was seen of the held-out side, if it is a look at that.

        Figures of that side alone always are; those of both sides where the labels are a golden
        set's, or admissions are kept beside the database.
        """
        both = self.split == "all"
        if self.split == "dev" or (
            both and self.golden is None and not self.db.with_name(FILE).exists()
        ):
            return
        how = f"{self.command}, {'both sides' if both else 'held-out side'}"
        about = labels_named(self.labels, self.golden)
        looks = [
            one.look(about, how, self.reading, self.minimum, self.db)
            for one in seen
            if one.held_out.any
        ]
        if looks:
            write_down(looks, self.db)
