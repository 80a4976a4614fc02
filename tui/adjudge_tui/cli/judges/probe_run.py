"""What `adjudge probe` does in each of its modes, from the cases to the report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from adjudge_engine.calibration.measures.spread import repeat_spread
from adjudge_engine.case import Case
from adjudge_engine.errors import InputError, JudgeError
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.shared import Shared
from adjudge_engine.probing import anchors as frozen
from adjudge_engine.probing.alterations import PROBES
from adjudge_engine.probing.asking import Asking, Question, may_be_asked
from adjudge_engine.probing.chance import chance
from adjudge_engine.probing.corpus import plant, write_corpus
from adjudge_engine.probing.detection import (
    DETECTION_SCHEMA,
    Detected,
    asked_runs,
    detect,
    pair_questions,
    recorded_runs,
)
from adjudge_engine.probing.mutations.mutate import KINDS
from adjudge_engine.probing.own_family import NAME as OWN_FAMILY
from adjudge_engine.probing.pairs import Pairs, pairs_in
from adjudge_engine.probing.run import Plan, run_probes
from adjudge_engine.probing.said import Yardstick
from adjudge_engine.reading import Reject, read_labelled
from adjudge_engine.vocabulary import PREFERENCE, Reading
from adjudge_tui.cli.common import console, print_json
from adjudge_tui.cli.judges import probe_view as view
from adjudge_tui.cli.judges.probe_defects_view import show_detected
from adjudge_tui.cli.judges.probe_progress import Spending, progress
from adjudge_tui.display import one_line

_RECORDED: Final = "recorded:"


@dataclass(frozen=True)
class Cases:
    """The cases of a file, and how many of its records could not be read."""

    name: str
    cases: list[Case]
    rejected: int


@dataclass(frozen=True)
class Job:
    """What was asked for."""

    cases: Cases
    shared: Shared
    judge_name: str
    criterion: str | None
    reading: Reading
    minimum: float
    only: tuple[str, ...]
    repeats: int
    seed: int
    dry_run: bool
    machine: bool

    @property
    def how(self) -> Yardstick:
        """What is read of the judge's word; comparisons are judged by preference."""
        criterion = self.criterion
        if criterion is None:
            comparing = all(one.is_comparison for one in self.cases.cases)
            criterion = PREFERENCE if comparing else "faithfulness"
        return Yardstick(criterion, self.reading, self.minimum)

    @property
    def asking(self) -> Asking:
        """The judge to ask. Raises JudgeError where there is none for the criterion."""
        judges = make_judges(self.judge_name, self.shared)
        criterion = self.how.criterion
        known: Sequence[Judge] = [one for one in judges if criterion in one.criteria] or judges
        return Asking(known[0], criterion)

    def head(self) -> dict[str, Any]:
        """What stands at the head of every report for programs."""
        return {"file": self.cases.name, "rejected": self.cases.rejected}


def read_cases_of(file: Path, limit: int | None, seed: int, *, pairs: bool) -> Cases:
    """The cases of a file; with `limit` so many, drawn by chance, in the file's order.

    Pairs are kept whole: of them `limit` takes the first. InputError for a file without a case.
    """
    records = list(read_labelled(file))
    cases = [one for one in records if not isinstance(one, Reject)]
    rejected = len(records) - len(cases)
    if not cases:
        raise InputError(
            f"{file} has no case that can be read ({rejected:,} rejected).",
            "adjudge evaluate says what is wrong with each record.",
        )
    if limit is not None and limit < len(cases) and not pairs:
        drawn = chance(seed, "cases").sample(range(len(cases)), limit)
        cases = [cases[at] for at in sorted(drawn)]
    return Cases(str(file), cases, rejected)


def probe_cases(job: Job) -> bool:
    """The probes. Whether one moves the judge that should not, or that could not be told."""
    asking, how = job.asking, job.how
    plan = Plan(
        how=how,
        probes=tuple(one for one in PROBES if not job.only or one.name in job.only),
        runs=job.repeats,
        seed=job.seed,
        own_family=not job.only or OWN_FAMILY in job.only,
    )
    kept, _ = plan.usable(job.cases.cases)
    _check_any(job, kept)
    if job.dry_run:
        return _dry(job, asking, plan.questions(kept))
    with _progress(asking, plan.questions(kept), job) as spending:
        report = run_probes(job.cases.cases, asking, plan, spending.tick)
    if job.machine:
        print_json(job.head() | report.to_dict() | {"spent": spending.to_dict()})
    else:
        view.show_probes(report, job.cases, spending, console())
    return report.doubtful


def plant_and_detect(job: Job, out: Path) -> bool:
    """Plants defects, writes them, and asks about them."""
    from adjudge_engine.calibration.raters.people import labels_of, people_say

    asking, how = job.asking, job.how
    _check_any(job, [one for one in job.cases.cases if may_be_asked(one, how.criterion)])
    good = [one for one in job.cases.cases if people_say(labels_of(one, how.criterion)) != "bad"]
    kinds = tuple(one for one in KINDS if not job.only or one in job.only)
    pairs = plant(good, job.seed, kinds)
    if job.dry_run:
        return _dry(job, asking, pair_questions(pairs, job.repeats))
    write_corpus(pairs, out)
    extra = {"out": str(out), "seed": job.seed, "bad_bases": len(job.cases.cases) - len(good)}
    return _detect(job, asking, pairs, extra)


def detect_pairs(job: Job) -> bool:
    """Counts what the judge catches of the defects that the file has."""
    pairs = pairs_in(job.cases.cases)
    if not pairs.pairs:
        raise InputError(
            f"{job.cases.name} has no defect beside its base.",
            "A case names its defect in metadata.defect; --mutations writes such a file.",
        )
    if not job.judge_name.startswith(_RECORDED):
        if job.dry_run:
            return _dry(job, job.asking, pair_questions(pairs, job.repeats))
        return _detect(job, job.asking, pairs, {})
    name = job.judge_name.removeprefix(_RECORDED)
    rows = recorded_runs(pairs, name, job.how)
    if not any(base or mutated for _, base, mutated in rows):
        seen = sorted({one.judge for case in job.cases.cases for one in case.judgments})
        raise JudgeError(
            f"No case of {job.cases.name} has a judgment on {job.how.criterion} by "
            f"{one_line(name) or 'a judge without a name'}.",
            f"Judges there: {', '.join(map(one_line, seen[:12])) or 'none'}.",
        )
    spread = repeat_spread(job.cases.cases, name, job.how.criterion)
    _show_detected(job, name, detect(rows, pairs.void), {"spread": spread.to_dict()}, None)
    return False


def _detect(job: Job, asking: Asking, pairs: Pairs, extra: dict[str, Any]) -> bool:
    with _progress(asking, pair_questions(pairs, job.repeats), job) as spending:
        rows = asked_runs(pairs, asking, job.how, job.repeats, spending.tick)
    found = detect(rows, pairs.void, pairs.kinds)
    extra |= {"repeats": job.repeats, "fingerprint": asking.fingerprint}
    _show_detected(job, asking.judge.name, found, extra, spending)
    return False


def _show_detected(
    job: Job,
    judge: str,
    found: Sequence[Detected],
    extra: dict[str, Any],
    spending: Spending | None,
) -> None:
    if job.machine:
        said = {"schema": DETECTION_SCHEMA, "judge": judge, "criterion": job.how.criterion}
        said |= {"classes": [one.to_dict() for one in found]} | extra
        print_json(job.head() | said | ({"spent": spending.to_dict()} if spending else {}))
    else:
        show_detected(judge, job.how.criterion, found, extra, spending, console())


def against_anchors(job: Job, path: Path) -> bool:
    """Writes the anchors where there are none; else whether the judge has drifted from them."""
    asking, how = job.asking, job.how
    cases = [one for one in job.cases.cases if may_be_asked(one, how.criterion)]
    _check_any(job, cases)
    then = frozen.read_anchors(path, how) if path.exists() else None
    runs = 2 if then is None else 1
    questions = (Question(at, one, runs) for at, one in enumerate(cases))
    if job.dry_run:
        return _dry(job, asking, questions)
    with _progress(asking, questions, job) as spending:
        now = frozen.judged_now(cases, asking, how, runs, spending.tick)
    if then is None:
        return _freeze(job, frozen.freeze(cases, now, asking, how), path, len(cases), spending)
    report = frozen.compare(cases, now, then, asking)
    if job.machine:
        print_json(job.head() | report.to_dict() | {"spent": spending.to_dict()})
    else:
        view.show_drift(report, spending, console())
    return report.figures.finding != "none"


def _freeze(job: Job, anchors: frozen.Anchors, path: Path, asked: int, spending: Spending) -> bool:
    """Writes new anchors. JudgeError where no verdict could be had."""
    if not anchors.words:
        raise JudgeError(
            f"{anchors.judge} gave no verdict to freeze.", "Nothing was written; see its set-up."
        )
    frozen.write_anchors(anchors, path)
    kept = len(anchors.words)
    if job.machine:
        said = {"written": str(path), "anchors": kept, "fingerprint": anchors.fingerprint}
        print_json(job.head() | said | {"spent": spending.to_dict()})
        return False
    click.echo(f"{kept:,} of {asked:,} cases frozen in {one_line(str(path))}")
    click.echo("The same command compares with them from now on.")
    return False


def _check_any(job: Job, cases: Iterable[Case]) -> None:
    if not list(cases):
        raise InputError(
            f"{job.cases.name} has no case that {job.how.criterion} is a criterion of.",
            f"Comparisons are judged by {PREFERENCE}, answers by every other criterion.",
        )


def _dry(job: Job, asking: Asking, questions: Iterable[Question]) -> bool:
    view.show_plan(asking.planned(questions), asking.judge.name, job.machine)
    return False


def _progress(
    asking: Asking, questions: Iterable[Question], job: Job
) -> AbstractContextManager[Spending]:
    return progress(asking.judge, sum(1 for _ in questions), quiet=job.machine)
