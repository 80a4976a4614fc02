"""Frozen anchors: what a judge said of some cases once, to be held against what it says now.

A change of model, rubric or parameters changes the fingerprint; a provider may change a model
under its name, and then nothing changes but the verdicts. Both show against the anchors. The
placebo is the judge's own two runs at the time the anchors were written.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from adjudge_engine.case import Case, case_hash
from adjudge_engine.errors import InputError
from adjudge_engine.probing.asking import Answer, Asking, Question
from adjudge_engine.probing.figures import ProbeFigures, counts_of
from adjudge_engine.probing.paired import Paired
from adjudge_engine.probing.run import with_family
from adjudge_engine.probing.said import Runs, Yardstick
from adjudge_engine.reading.atomic import AtomicFile

ANCHORS_SCHEMA: Final = "adjudge.anchors/1"
_LARGEST: Final = 64 * 1024 * 1024
_HINT: Final = "Name the file that an earlier run wrote, or another one to write anew."


@dataclass(frozen=True, slots=True)
class Anchors:
    """The frozen words: case hash → the words of each run. `fingerprint` is the judge's then."""

    judge: str
    criterion: str
    reading: str
    minimum: float
    fingerprint: str
    at: str
    words: Mapping[str, tuple[str, ...]]

    def to_dict(self) -> dict[str, Any]:
        """The anchors as they stand in their file."""
        return {
            "schema": ANCHORS_SCHEMA,
            "judge": self.judge,
            "criterion": self.criterion,
            "reading": self.reading,
            "minimum": self.minimum,
            "fingerprint": self.fingerprint,
            "at": self.at,
            "words": {name: list(words) for name, words in self.words.items()},
        }


@dataclass(frozen=True, slots=True)
class DriftReport:
    """The judge now against its anchors. `same_fingerprint`: nothing of its set-up changed.

    `judge_then` and `judge` differ if the anchors are another judge's.
    """

    judge: str
    judge_then: str
    criterion: str
    fingerprint: str
    fingerprint_then: str
    at: str
    figures: ProbeFigures

    @property
    def same_fingerprint(self) -> bool:
        """Whether model, rubric, parameters and all else that is known are as they were."""
        return self.fingerprint == self.fingerprint_then

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "schema": "adjudge.drift/1",
            "judge": self.judge,
            "judge_then": self.judge_then,
            "criterion": self.criterion,
            "fingerprint": self.fingerprint,
            "fingerprint_then": self.fingerprint_then,
            "same_fingerprint": self.same_fingerprint,
            "anchored_at": self.at,
            "drift": self.figures.to_dict(),
        }


def judged_now(
    cases: Sequence[Case],
    asking: Asking,
    how: Yardstick,
    runs: int,
    tick: Callable[[Answer], None] = lambda _: None,
) -> dict[int, Runs]:
    """The runs on each case, by its place; without those that code hands to no judge."""
    questions = (Question(at, case, runs) for at, case in enumerate(cases))
    found: dict[int, Runs] = {}
    for key, judgments in asking.answers(questions, tick):
        if judgments is not None and isinstance(key, int):
            found[key] = Runs.of(judgments, how)
    return found


def freeze(
    cases: Sequence[Case], now: Mapping[int, Runs], asking: Asking, how: Yardstick
) -> Anchors:
    """The anchors of these runs; a case some of whose verdicts could not be had is none."""
    words = {case_hash(cases[at]): runs.words for at, runs in now.items() if runs.whole}
    return Anchors(
        asking.judge.name,
        how.criterion,
        how.reading,
        how.minimum,
        asking.fingerprint,
        datetime.now(UTC).isoformat(timespec="seconds"),
        words,
    )


def compare(
    cases: Sequence[Case],
    now: Mapping[int, Runs],
    then: Anchors,
    asking: Asking,
) -> DriftReport:
    """The first verdict now against the first then; the placebo is the second one then."""
    rows: list[tuple[str, bool, bool]] = []
    shifts: Counter[str] = Counter()
    void: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for at, case in enumerate(cases):
        kept, runs = then.words.get(case_hash(case)), now.get(at)
        if kept is None:
            void["no_anchor"] += 1
        elif runs is None:
            void["not_for_judges"] += 1
        elif runs.codes[0] is not None:
            lost[runs.codes[0]] += 1
        else:
            rows.append((case.group, runs.words[0] != kept[0], kept[1] != kept[0]))
            shifts[f"{kept[0]}→{runs.words[0]}"] += runs.words[0] != kept[0]
    figures = ProbeFigures(
        name="drift",
        title="the anchors judged now",
        wanted="same",
        paired=Paired.of(rows),
        shifts=counts_of(shifts),
        void=counts_of(void),
        lost=counts_of(lost),
    )
    (figures,) = with_family([figures])
    return DriftReport(
        asking.judge.name,
        then.judge,
        then.criterion,
        asking.fingerprint,
        then.fingerprint,
        then.at,
        figures,
    )


def write_anchors(anchors: Anchors, path: Path) -> None:
    """Writes the file whole or not at all. Raises InputError where it cannot be written."""
    with AtomicFile(path) as file:
        file.write(json.dumps(anchors.to_dict(), indent=1) + "\n")


def read_anchors(path: Path, how: Yardstick) -> Anchors:
    """The anchors of a file. InputError for one that is none, or was read another way."""
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(f"{path} is too large to be a file of anchors.", _HINT)
        said = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.", _HINT) from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is not JSON.", _HINT) from None
    anchors = _anchors(said)
    if anchors is None:
        raise InputError(f"{path} is no file of anchors ({ANCHORS_SCHEMA}).", _HINT)
    kept = (anchors.criterion, anchors.reading, anchors.minimum)
    if kept != (how.criterion, how.reading, how.minimum):
        raise InputError(
            f"The anchors of {path} are of {kept[0]}, {kept[1]} ≥ {kept[2]:g}.",
            f"Ask for the same: --criterion {kept[0]} --reading {kept[1]} --minimum {kept[2]:g}.",
        )
    return anchors


def _anchors(said: object) -> Anchors | None:
    if not isinstance(said, dict) or said.get("schema") != ANCHORS_SCHEMA:
        return None
    texts = [said.get(name) for name in ("judge", "criterion", "reading", "fingerprint", "at")]
    minimum, words = said.get("minimum"), said.get("words")
    if not all(isinstance(one, str) for one in texts) or not isinstance(words, dict):
        return None
    if not isinstance(minimum, int | float):
        return None
    for runs in words.values():
        if not isinstance(runs, list) or len(runs) < 2:
            return None
        if not all(isinstance(one, str) for one in runs):
            return None
    judge, criterion, reading, fingerprint, at = map(str, texts)
    kept = {name: tuple(runs) for name, runs in words.items()}
    return Anchors(judge, criterion, reading, float(minimum), fingerprint, at, kept)
