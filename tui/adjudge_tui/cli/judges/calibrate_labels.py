"""Labelled cases of a file or a golden set, and what to say where they hold nothing to compare."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from adjudge_engine.calibration.measures.calibrate import Calibration
from adjudge_engine.calibration.measures.judgments import JudgmentSource, Recorded
from adjudge_engine.calibration.measures.pairwise import PairwiseCalibration
from adjudge_engine.case import Case
from adjudge_engine.errors import InputError, JudgeError
from adjudge_engine.reading import Reject, Way, count_records, read_labelled
from adjudge_engine.vocabulary import PREFERENCE
from adjudge_tui.cli.common import golden_reference
from adjudge_tui.display import one_line

_NAMES_SHOWN: Final = 12


@dataclass
class Labels:
    """The labelled cases of a file or a golden set, and what was met while reading them."""

    name: str
    total: int | None
    rejects: list[Reject] = field(default_factory=list)
    criteria: Counter[str] = field(default_factory=Counter)

    def read(self, records: Iterable[Case | Reject]) -> Iterator[Case]:
        """The cases among `records`, counting the criteria of their labels and the rejects."""
        for record in records:
            if isinstance(record, Reject):
                self.rejects.append(record)
                continue
            self.criteria.update({label.criterion for label in record.labels})
            yield record


def from_file(path: Path, way: Way = None) -> tuple[Labels, Iterable[Case | Reject]]:
    shown = sys.stderr.isatty() and path.is_file()
    total = count_records(path, format=way) if shown else None
    return Labels(str(path), total), read_labelled(path, format=way)


def from_golden(reference: str, db: Path) -> tuple[Labels, Iterable[Case | Reject]]:
    name, version = golden_reference(reference)
    return Labels(f"golden set {reference}", None), _golden_cases(reference, name, version, db)


def _golden_cases(reference: str, name: str, version: int | None, db: Path) -> Iterator[Case]:
    from adjudge_queue import Queue

    with Queue.open(db, readonly=True) as queue:
        for number, row in enumerate(queue.golden_export(name, version)):
            try:
                yield Case.model_validate(row)
            except ValidationError as error:
                raise InputError(
                    f"Row {number + 1} of golden set {reference} cannot be read: "
                    f"{error.errors()[0]['msg']}.",
                    "It may come from a newer version of this program.",
                ) from None


def check_compared(
    result: Calibration | PairwiseCalibration, found: Labels, source: JudgmentSource
) -> None:
    """Raises where there is nothing to show, saying what the file does hold."""
    if isinstance(result, PairwiseCalibration):
        criterion, left_out = PREFERENCE, {"no_label": result.without_people}
        compared, labelled = result.comparisons > 0, result.without_people < result.cases
    else:
        criterion, left_out = result.criterion, dict(result.left_out)
        compared, labelled = result.compared, bool(result.left_out.get("no_judgment"))
    if compared:
        return
    if not labelled:
        raise _no_label(found, criterion, result.cases, left_out)
    if isinstance(source, Recorded):
        raise _no_judgment(found, criterion, source)
    raise InputError(
        f"The labelled cases of {found.name} have no answer to judge.",
        "If they carry judgments, name their judge: --judge recorded:NAME.",
    )


def _no_label(found: Labels, criterion: str, cases: int, left_out: Mapping[str, int]) -> InputError:
    have = ", ".join(one_line(one) for one in sorted(found.criteria)[:_NAMES_SHOWN])
    labelled = f"Labels there: {have}." if have else "No case there has a label."
    counts = [f"{count:,} {why.replace('_', ' ')}" for why, count in left_out.items() if count]
    left = f"Left out: {', '.join(counts)}." if counts else ""
    return InputError(
        f"No case of {found.name} has a usable label for {criterion} "
        f"({cases:,} cases, {len(found.rejects):,} rejects).",
        f"{labelled} {left}".strip(),
    )


def _no_judgment(found: Labels, criterion: str, source: Recorded) -> JudgeError:
    seen = source.seen.most_common()
    have = ", ".join(f"{one_line(one)} ({count:,})" for one, count in seen[:_NAMES_SHOWN])
    return JudgeError(
        f"No labelled case of {found.name} has a judgment on {criterion} "
        f"by {one_line(source.name) or 'a judge without a name'}.",
        f"Judges there: {have}." if have else f"There is no judgment on {criterion} at all.",
    )
