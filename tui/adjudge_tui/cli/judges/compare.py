"""`adjudge compare`: several judges on the same labels, and the cheapest that is not worse."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import click

from adjudge_engine.vocabulary import Reading
from adjudge_tui.cli.common import console, json_option, print_json
from adjudge_tui.cli.judges.judging import shared_of
from adjudge_tui.cli.judges.label_source import (
    check_compared,
    judgment_source,
    label_options,
    label_source,
)
from adjudge_tui.cli.options import FiniteRange

if TYPE_CHECKING:
    from adjudge_engine.calibration.measures.labelled import Compared


@click.command()
@click.option(
    "--judge",
    "judge_names",
    multiple=True,
    required=True,
    metavar="NAME",
    help="A judge; given at least twice.",
)
@label_options
@click.option(
    "--reading",
    type=click.Choice(get_args(Reading)),
    default="strict",
    show_default=True,
    help="Which of the judges' readings decides.",
)
@click.option(
    "--minimum",
    type=FiniteRange(0, 1),
    default=1.0,
    show_default=True,
    help="From this value on an answer passes.",
)
@click.option(
    "--level",
    type=click.Choice(("answer", "claim")),
    default="answer",
    show_default=True,
    help="What is compared: whole answers, or each claim.",
)
@click.option(
    "--split",
    type=click.Choice(("dev", "held-out", "all")),
    default="dev",
    show_default=True,
    help="Choose on one side, admit on the other.",
)
@click.option(
    "--margin",
    type=FiniteRange(0, 1),
    default=0.05,
    show_default=True,
    help="How much alignment a judge may lack and still be called not worse.",
)
@json_option
def compare(
    judge_names: tuple[str, ...],
    labels: Path | None,
    golden: str | None,
    db: Path,
    config: Path | None,
    local_only: bool,
    criterion: str,
    reading: Reading,
    minimum: float,
    level: Literal["answer", "claim"],
    split: Literal["dev", "held-out", "all"],
    margin: float,
    as_json: bool,
) -> None:
    """Set several judges side by side on the same labels.

    A judge is not worse than the best if, with 95 % confidence, its alignment is less by no more
    than the margin. Where the interval of a difference holds zero, no difference is shown.

    \b
    adjudge compare --golden pumps@2 --judge small --judge large
    adjudge compare --labels labelled.jsonl --judge recorded:gpt-x --judge local
    """
    from adjudge_engine.calibration.measures.labelled import label_rows
    from adjudge_engine.calibration.measures.splits import group_of, split_of
    from adjudge_engine.calibration.watching.comparison import compare as side_by_side
    from adjudge_tui.cli.judges.compare_view import show_comparison
    from adjudge_tui.cli.judges.looking import Looking, Shown

    names = tuple(dict.fromkeys(judge_names))
    if len(names) < 2:
        raise click.UsageError("Name at least two judges: --judge A --judge B.")
    found = label_source(labels, golden, db)
    every: list[Compared] = []
    seen: list[Looking] = []
    with shared_of(config, local_only=local_only, beside=db) as shared:
        sources = [judgment_source(name, criterion, shared) for name in names]
        for name, source in zip(names, sources, strict=True):
            looking = Looking(source, criterion)
            given = looking.through(found.cases())
            cases = (one for one in given if split in ("all", split_of(group_of(one))))
            rows = label_rows(cases, source, criterion=criterion, reading=reading, minimum=minimum)
            count = len(rows.claim if level == "claim" else rows.answer)
            check_compared(found.name, source, count, criterion, f"On the {split} side, that is.")
            rows.judge = name
            every.append(rows)
            seen.append(looking)
    Shown("compare", split, labels, golden, db, reading, minimum).write_down(seen)
    result = side_by_side(every, level, margin)
    if as_json:
        print_json({"labels": found.name, "split": split, **result.to_dict()})
    else:
        show_comparison(result, found.name, split, console())
