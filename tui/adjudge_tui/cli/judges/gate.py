"""`adjudge gate`: fails where a judge, or the checks, got worse by more than noise."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import click

from adjudge_engine.errors import InputError
from adjudge_engine.vocabulary import Reading
from adjudge_tui.cli.common import console
from adjudge_tui.cli.judges.label_source import label_options, label_source
from adjudge_tui.cli.options import FiniteRange, option_group
from adjudge_tui.cli.outcome import outcome_options
from adjudge_tui.cli.overwriting import refuse_overwriting

if TYPE_CHECKING:
    from adjudge_engine.calibration.watching.baseline import Baseline
    from adjudge_engine.calibration.watching.regression import Regression

_PATH = click.Path(path_type=Path)
_SPLITS = ("dev", "held-out", "all")

_what = option_group(
    click.option(
        "--baseline", type=_PATH, metavar="FILE", help="What it was: see --write-baseline."
    ),
    click.option(
        "--write-baseline", type=_PATH, metavar="FILE", help="Write what it is now, and end."
    ),
    click.option(
        "--current",
        type=_PATH,
        metavar="FILE",
        help="What it is now as a file of the same kind, instead of labels and a judge: two "
        "baselines, or the JSON of two calibrations.",
    ),
    click.option(
        "--evaluations",
        type=_PATH,
        nargs=2,
        metavar="OLD NEW",
        help="Compare routes and gates of two evaluations (JSON Lines) instead.",
    ),
    click.option("--judge", "judge_name", metavar="NAME", help="The judge: see adjudge calibrate."),
)
_how = option_group(
    click.option(
        "--reading", type=click.Choice(get_args(Reading)), help="Else as the baseline, or strict."
    ),
    click.option("--minimum", type=FiniteRange(0, 1), help="Else as the baseline, or 1."),
    click.option("--split", type=click.Choice(_SPLITS), help="Else as the baseline, or all."),
    click.option(
        "--metric",
        "metrics",
        multiple=True,
        metavar="NAME",
        help="A figure to watch; may be given several times. Else false_pass, false_reject, "
        "abstention, kappa and alignment; of evaluations all.",
    ),
    click.option(
        "--tolerance",
        "tolerated",
        multiple=True,
        metavar="NAME=DROP",
        help="A drop up to which a figure passes also where it is no noise.",
    ),
)


@click.command()
@_what
@label_options
@_how
@outcome_options
@click.pass_context
def gate(ctx: click.Context, /, junit: Path | None, markdown: Path | None, **given: Any) -> None:
    """Fail where figures dropped by more than noise since a baseline.

    Every figure is held against what it was, in the direction that is worse for it, case by case
    where both have the same cases. Fewer cases, other labels, and figures that are missing or
    undefined now never pass. Exits with 0 if nothing dropped, with 1 if something did.

    \b
    adjudge gate --write-baseline base.json --golden pumps@2 --judge local
    adjudge gate --baseline base.json --golden pumps@2 --judge local --junit gate.xml
    adjudge gate --baseline old.json --current new.json
    adjudge gate --evaluations old.jsonl new.jsonl --tolerance route.release=0.02
    """
    _check(given)
    refuse_overwriting(
        (junit, markdown, given["write_baseline"]),
        (given["baseline"], given["current"], given["labels"], given["db"], *_two(given)),
    )
    tolerance = dict(_tolerance(one) for one in given["tolerated"])
    whole = ctx.get_parameter_source("criterion") is click.core.ParameterSource.DEFAULT
    criterion = None if whole else given["criterion"]
    if given["write_baseline"] is not None:
        _write(given, criterion)
        return
    found = _compared(given, criterion, tolerance)
    _say(found, junit, markdown, given["annotations"], given["as_json"])
    if not found.ok:
        ctx.exit(1)


def _two(given: Mapping[str, Any]) -> tuple[Path, ...]:
    return tuple(given["evaluations"] or ())


def _check(given: Mapping[str, Any]) -> None:
    """UsageError where the options do not go together."""
    ways = [name for name in ("baseline", "write_baseline", "evaluations") if given[name]]
    if len(ways) != 1:
        raise click.UsageError("Give one of --baseline, --write-baseline and --evaluations.")
    labelled = given["labels"] is not None or given["golden"] is not None
    asked = labelled or given["judge_name"] is not None
    if ways == ["evaluations"] or given["current"] is not None:
        if asked:
            raise click.UsageError("Files are compared as they are: no labels and no judge.")
        if ways != ["baseline"] and given["current"] is not None:
            raise click.UsageError("--current goes with --baseline.")
    elif not (labelled and given["judge_name"] is not None):
        raise click.UsageError("Name the labels and the judge, or --current FILE.")


def _tolerance(word: str) -> tuple[str, float]:
    name, sign, value = word.partition("=")
    try:
        drop = float(value)
    except ValueError:
        drop = -1.0
    if not name or not sign or not 0 <= drop <= 2:
        raise click.UsageError("A tolerance is NAME=DROP, such as false_pass=0.02.")
    return name.strip(), drop


def _write(given: Mapping[str, Any], criterion: str | None) -> None:
    from adjudge_engine.calibration.watching.baseline import write_baseline
    from adjudge_engine.calibration.watching.gating import LEVELS, undefined_in
    from adjudge_tui.cli.common import counted, print_json
    from adjudge_tui.cli.machine_text import tame

    baseline = _now(given, None, criterion)
    path = given["write_baseline"]
    write_baseline(path, baseline)
    undefined = undefined_in(baseline)
    counts = {level: len(baseline.rows(level) or ()) for level in LEVELS}
    if given["as_json"]:
        print_json({"baseline": str(path), **counts, "undefined": undefined})
        return
    told = " and ".join(counted(count, level) for level, count in counts.items() if count)
    click.echo(tame(f"{path}: {told} of {baseline.labels}, judged by {baseline.judge}."))
    if undefined:
        click.echo(f"Undefined there, so the gate cannot pass on it: {', '.join(undefined)}.")


def _compared(
    given: Mapping[str, Any], criterion: str | None, tolerance: Mapping[str, float]
) -> Regression:
    from adjudge_engine.calibration.watching.gating import USUAL, against_baseline
    from adjudge_engine.calibration.watching.stored import against_stored

    names = tuple(dict.fromkeys(given["metrics"]))
    if given["evaluations"]:
        from adjudge_engine.calibration.watching.routes import against_run, read_run

        old, new = (read_run(one) for one in given["evaluations"])
        return against_run(old, new, names=names, tolerance=tolerance)
    before = _read(given["baseline"])
    names = names or USUAL
    if isinstance(before, dict):
        now = _stored_now(given, before, criterion)
        return against_stored(before, now, names=names, tolerance=tolerance)
    if given["current"] is None:
        current = _now(given, before, criterion)
    else:
        other = _read(given["current"])
        if isinstance(other, dict):
            raise _unlike(given["current"], "a calibration", "a baseline")
        current = other
    return against_baseline(before, current, names=names, tolerance=tolerance)


def _read(path: Path) -> Baseline | dict[str, Any]:
    """A baseline, or a calibration's JSON, by its schema."""
    from adjudge_engine.calibration.measures.calibrate import CALIBRATION_SCHEMA
    from adjudge_engine.calibration.watching.baseline import parse_baseline, read_json
    from adjudge_engine.calibration.watching.stored import read_calibration

    hint = "adjudge gate --write-baseline writes one."
    data = read_json(path, "a baseline", hint)
    if data.get("schema") == CALIBRATION_SCHEMA:
        return read_calibration(path)
    return parse_baseline(data, path)


def _unlike(path: Path, what: str, wanted: str) -> InputError:
    return InputError(f"{path} is {what}, but --baseline is {wanted}.", "Give two of one kind.")


def _stored_now(
    given: Mapping[str, Any], before: Mapping[str, Any], criterion: str | None
) -> Mapping[str, Any]:
    if given["current"] is None:
        raise InputError(
            f"{given['baseline']} is a calibration: it has no cases to hold a judge against.",
            "Give --current with another calibration's JSON, or take a file that "
            "--write-baseline wrote.",
        )
    other = _read(given["current"])
    if not isinstance(other, dict):
        raise _unlike(given["current"], "a baseline", "a calibration")
    return other


def _now(given: Mapping[str, Any], before: Baseline | None, criterion: str | None) -> Baseline:
    """The judge asked about the labels, in the way of the baseline where the options are silent."""
    from adjudge_engine.calibration.measures.labelled import label_rows
    from adjudge_engine.calibration.measures.splits import group_of, split_of
    from adjudge_engine.calibration.watching.baseline import Marks, baseline_of
    from adjudge_tui.cli.judges.judging import shared_of
    from adjudge_tui.cli.judges.label_source import check_compared, judgment_source
    from adjudge_tui.cli.judges.looking import Looking, Shown, now

    def usual(name: str, otherwise: Any) -> Any:
        told = criterion if name == "criterion" else given[name]
        return told if told is not None else getattr(before, name, otherwise)

    on, reading = usual("criterion", "faithfulness"), usual("reading", "strict")
    split: Literal["dev", "held-out", "all"] = usual("split", "all")
    minimum: float = usual("minimum", 1.0)
    found = label_source(given["labels"], given["golden"], given["db"])
    marks = Marks()
    shared = shared_of(given["config"], local_only=given["local_only"], beside=given["db"])
    with shared:
        source = judgment_source(given["judge_name"], on, shared)
        looking = Looking(source, on)
        every = looking.through(found.cases())
        cases = (one for one in every if split in ("all", split_of(group_of(one))))
        rows = label_rows(marks.of(cases), source, criterion=on, reading=reading, minimum=minimum)
    if before is None:  # what a baseline had and is not there now is a finding, not an error
        count = len(rows.answer) + len(rows.claim)
        check_compared(found.name, source, count, on, f"On the {split} side, that is.")
    where = given["labels"], given["golden"], given["db"]
    Shown("gate", split, *where, reading, minimum).write_down([looking])
    return baseline_of(rows, marks, labels=found.name, split=split, at=now())


def _say(
    found: Regression,
    junit: Path | None,
    markdown: Path | None,
    annotate: bool | None,
    as_json: bool,
) -> None:
    from adjudge_tui.cli.judges.gate_files import annotation_lines, write_junit, write_markdown
    from adjudge_tui.cli.judges.gate_view import show
    from adjudge_tui.cli.machine_text import tame_json

    if junit is not None:
        write_junit(junit, found)
    if markdown is not None:
        write_markdown(markdown, found)
    if as_json:
        click.echo(tame_json(found.to_dict()))
    else:
        show(found, console())
    if annotate is None:
        annotate = os.environ.get("GITHUB_ACTIONS") == "true"
    for line in annotation_lines(found) if annotate else ():
        click.echo(line, err=as_json)
