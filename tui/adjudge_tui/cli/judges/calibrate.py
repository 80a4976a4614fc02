"""`adjudge calibrate`: a judge's word against people's labels, as tables or JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, Literal, get_args

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from adjudge_engine.calibration.measures.calibrate import Calibration, calibrate_source
from adjudge_engine.calibration.measures.pairwise import (
    PairwiseCalibration,
    calibrate_pairwise_source,
)
from adjudge_engine.calibration.measures.splits import SPLITS, Split
from adjudge_engine.case import Case
from adjudge_engine.vocabulary import PREFERENCE, Reading
from adjudge_tui.cli.common import console, db_option, json_option, print_json
from adjudge_tui.cli.judges.calibrate_labels import check_compared, from_file, from_golden
from adjudge_tui.cli.judges.calibrate_pairs_view import show_pairs
from adjudge_tui.cli.judges.calibrate_view import show
from adjudge_tui.cli.judges.fit_local import check_judge, fit, fit_options
from adjudge_tui.cli.judges.judging import config_option, local_only_option, shared_of
from adjudge_tui.cli.judges.label_source import judgment_source
from adjudge_tui.cli.judges.looking import Looking, Shown
from adjudge_tui.cli.options import FiniteRange
from adjudge_tui.cli.runs.reading import format_option, map_option, way_of

_NAMES_SHOWN: Final = 12


@click.command()
@click.option(
    "--labels",
    type=click.Path(path_type=Path),
    help="A file of cases with people's labels, in any format that `evaluate` reads.",
)
@format_option
@map_option
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
    type=FiniteRange(0, 1),
    default=1.0,
    show_default=True,
    help="From this value on the answer passes.",
)
@click.option(
    "--split",
    type=click.Choice((*SPLITS, "all")),
    default="all",
    show_default=True,
    help="The side of the split: a third of the source documents is kept back as held-out.",
)
@fit_options
@json_option
def calibrate(
    labels: Path | None,
    format_name: str | None,
    maps: tuple[str, ...],
    golden: str | None,
    db: Path,
    judge_name: str,
    config: Path | None,
    local_only: bool,
    criterion: str,
    reading: Reading,
    minimum: float,
    split: Split | Literal["all"],
    fit_local: Path | None,
    target: float,
    as_json: bool,
) -> None:
    """Measure a judge against people's labels.

    Prints how far people agree, then the false-pass and false-reject rates and abstentions with
    95 % intervals, the seven-metric ensemble, κ, AC1 and α, risk against coverage and every slice,
    by answer and by claim. The judge never sees the labels. Nothing is admitted by this.

    \b
    adjudge calibrate --labels labelled.jsonl --judge local
    adjudge calibrate --golden pumps@2 --judge local
    adjudge calibrate --labels scores.csv --judge recorded:gpt-x \\
        --map labels.faithfulness=human --map judgments.faithfulness.gpt-x=score
    adjudge calibrate --labels labelled.jsonl --judge recorded:gpt-x
    adjudge calibrate --labels pairs.jsonl --judge recorded:gpt-x --criterion preference
    adjudge calibrate --golden pumps --judge local --split held-out
    adjudge calibrate --golden pumps@2 --judge local --fit-local local-head.json
    """
    if (labels is None) == (golden is None):
        raise click.UsageError("Give either --labels FILE or --golden NAME[@N].")
    shared = shared_of(config, local_only=local_only, beside=db)
    source = judgment_source(judge_name, criterion, shared)
    if labels is not None:
        found, records = from_file(labels, way_of(format_name, maps, config))
    else:
        found, records = from_golden(str(golden), db)
    if fit_local is not None:
        check_judge(judge_name, criterion)
        cases = _with_progress(found.read(records), found.total)
        fit(cases, fit_local, target, found.name, as_json=as_json)
        return
    looking, side = Looking(source, criterion), _side(split)
    cases = looking.through(_with_progress(found.read(records), found.total))
    result: Calibration | PairwiseCalibration
    with shared:
        if criterion == PREFERENCE:
            result = calibrate_pairwise_source(cases, source, split=side)
        else:
            result = calibrate_source(
                cases, source, criterion=criterion, reading=reading, minimum=minimum, split=side
            )
    check_compared(result, found, source)
    Shown("calibrate", split, labels, golden, db, reading, minimum).write_down([looking])
    rejects = [str(one) for one in found.rejects]
    if as_json:
        extra: dict[str, Any] = {
            "labels": found.name,
            "rejects": [
                {key: value for key, value in asdict(one).items() if key != "raw"}
                for one in found.rejects
            ],
        }
        print_json(result.to_dict() | extra)
    elif isinstance(result, PairwiseCalibration):
        show_pairs(result, rejects, found.name, console())
    else:
        show(result, rejects, found.name, console())


def _side(split: Split | Literal["all"]) -> Split | None:
    return None if split == "all" else split


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
