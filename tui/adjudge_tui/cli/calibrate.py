"""`adjudge calibrate`: a judge's word against people's labels, as tables or JSON."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, get_args

import click
from pydantic import ValidationError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from adjudge_engine.calibration.calibrate import Calibration, calibrate_source
from adjudge_engine.calibration.judgments import Asked, JudgmentSource, Recorded
from adjudge_engine.case import Case
from adjudge_engine.errors import InputError, JudgeError
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.shared import Shared
from adjudge_engine.reading import Reject, count_records, read_labelled
from adjudge_engine.vocabulary import Reading
from adjudge_tui.cli.calibrate_view import show
from adjudge_tui.cli.common import console, db_option, golden_reference, json_option, print_json
from adjudge_tui.cli.fit_local import check_judge, fit, fit_options
from adjudge_tui.cli.judging import config_option, local_only_option, shared_of
from adjudge_tui.display import one_line

_RECORDED: Final = "recorded:"
_NAMES_SHOWN: Final = 12


@dataclass
class _Labels:
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


@click.command()
@click.option(
    "--labels",
    type=click.Path(path_type=Path),
    help="A file of cases with people's labels (JSON Lines or JSON).",
)
@click.option("--golden", metavar="NAME[@N]", help="A golden set of the queue instead of a file.")
@db_option
@click.option(
    "--judge",
    "judge_name",
    required=True,
    metavar="JUDGE",
    help="The judge to ask: local, or one of the configuration; recorded:NAME takes the judgments "
    "that the cases carry.",
)
@config_option
@local_only_option
@click.option("--criterion", default="faithfulness", show_default=True, help="What is judged.")
@click.option(
    "--reading",
    type=click.Choice(get_args(Reading)),
    default="strict",
    show_default=True,
    help="Which of the judge's readings decides.",
)
@click.option(
    "--minimum",
    type=click.FloatRange(0, 1),
    default=1.0,
    show_default=True,
    help="From this value on the answer passes.",
)
@fit_options
@json_option
def calibrate(
    labels: Path | None,
    golden: str | None,
    db: Path,
    judge_name: str,
    config: Path | None,
    local_only: bool,
    criterion: str,
    reading: Reading,
    minimum: float,
    fit_local: Path | None,
    target: float,
    as_json: bool,
) -> None:
    """Measure a judge against people's labels.

    Prints the confusion matrix, the false-pass and false-reject rates with 95 % intervals, and κ,
    by answer and by claim. The judge never sees the labels. Nothing is admitted by this.

    \b
    adjudge calibrate --labels labelled.jsonl --judge local
    adjudge calibrate --golden pumps@2 --judge local
    adjudge calibrate --labels labelled.jsonl --judge recorded:gpt-x
    adjudge calibrate --golden pumps@2 --judge local --fit-local local-head.json
    """
    if (labels is None) == (golden is None):
        raise click.UsageError("Give either --labels FILE or --golden NAME[@N].")
    shared = shared_of(config, local_only=local_only, beside=db)
    source = _source(judge_name, criterion, shared)
    if labels is not None:
        found, records = _from_file(labels)
    else:
        found, records = _from_golden(str(golden), db)
    if fit_local is not None:
        check_judge(judge_name, criterion)
        cases = _with_progress(found.read(records), found.total)
        fit(cases, fit_local, target, found.name, as_json=as_json)
        return
    with shared:
        result = calibrate_source(
            _with_progress(found.read(records), found.total),
            source,
            criterion=criterion,
            reading=reading,
            minimum=minimum,
        )
    _check_something_was_compared(result, found, source)
    if as_json:
        extra: dict[str, Any] = {
            "labels": found.name,
            "rejects": [
                {key: value for key, value in asdict(one).items() if key != "raw"}
                for one in found.rejects
            ],
        }
        print_json(result.to_dict() | extra)
    else:
        show(result, [str(one) for one in found.rejects], found.name, console())


def _source(name: str, criterion: str, shared: Shared) -> JudgmentSource:
    """Where the judgments come from. Raises JudgeError for a judge that does not exist."""
    if name.startswith(_RECORDED):
        return Recorded(name.removeprefix(_RECORDED), criterion)
    judges = make_judges(name, shared)
    if not any(judge.criteria for judge in judges):
        raise JudgeError(f"{name!r} judges nothing.", "Name a judge, such as --judge local.")
    knowing = [judge for judge in judges if criterion in judge.criteria]
    return Asked((knowing or judges)[0], criterion)


def _from_file(path: Path) -> tuple[_Labels, Iterable[Case | Reject]]:
    shown = sys.stderr.isatty() and path.is_file()
    return _Labels(str(path), count_records(path) if shown else None), read_labelled(path)


def _from_golden(reference: str, db: Path) -> tuple[_Labels, Iterable[Case | Reject]]:
    name, version = golden_reference(reference)
    return _Labels(f"golden set {reference}", None), _golden_cases(reference, name, version, db)


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


def _with_progress(cases: Iterator[Case], total: int | None) -> Iterator[Case]:
    """The same cases; on a terminal with a bar on standard error."""
    terminal = Console(stderr=True)
    if not terminal.is_terminal:
        yield from cases
        return
    columns = (
        TextColumn("judging"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=terminal, transient=True) as progress:
        yield from progress.track(cases, total=total)


def _check_something_was_compared(
    result: Calibration, found: _Labels, source: JudgmentSource
) -> None:
    """Raises where there is nothing to show, saying what the file does hold."""
    if result.answer.confusion.n or (result.claim and result.claim.confusion.n):
        return
    name, criterion = found.name, result.criterion
    if not result.left_out.get("no_judgment"):
        have = ", ".join(one_line(one) for one in sorted(found.criteria)[:_NAMES_SHOWN])
        labelled = f"Labels there: {have}." if have else "No case there has a label."
        raise InputError(
            f"No case of {name} has a usable label for {criterion} "
            f"({result.cases:,} cases, {len(found.rejects):,} rejects).",
            f"{labelled} {_left_out(result)}".strip(),
        )
    if isinstance(source, Recorded):
        seen = source.seen.most_common()
        have = ", ".join(f"{one_line(one)} ({count:,})" for one, count in seen[:_NAMES_SHOWN])
        raise JudgeError(
            f"No labelled case of {name} has a judgment on {criterion} "
            f"by {one_line(source.name) or 'a judge without a name'}.",
            f"Judges there: {have}." if have else f"There is no judgment on {criterion} at all.",
        )
    raise InputError(
        f"The labelled cases of {name} have no answer to judge.",
        "If they carry judgments, name their judge: --judge recorded:NAME.",
    )


def _left_out(result: Calibration) -> str:
    counts = [f"{count:,} {why.replace('_', ' ')}" for why, count in result.left_out.items()]
    return f"Left out: {', '.join(counts)}." if counts else ""
