"""Where a command finds people's labels, and whose judgments it holds against them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from adjudge_engine.calibration.measures.judgments import Asked, JudgmentSource, Recorded
from adjudge_engine.case import Case
from adjudge_engine.errors import InputError, JudgeError
from adjudge_engine.judges.recorded import RecordedJudge
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.shared import Shared
from adjudge_tui.cli.common import counted, db_option, golden_reference
from adjudge_tui.cli.judges.calibrate_labels import from_file, from_golden
from adjudge_tui.cli.judges.judging import config_option, local_only_option
from adjudge_tui.cli.options import option_group
from adjudge_tui.display import one_line

RECORDED: Final = "recorded:"

#: Adds `--labels`, `--golden`, `--db`, `--config`, `--local-only` and `--criterion`.
label_options = option_group(
    click.option(
        "--golden", "golden", metavar="NAME[@N]", help="The golden set that has people's labels."
    ),
    click.option(
        "--labels",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="A file of labelled cases instead of a golden set.",
    ),
    db_option,
    config_option,
    local_only_option,
    click.option("--criterion", default="faithfulness", show_default=True, help="What is judged."),
)
one_judge_option = click.option(
    "--judge",
    "judge_name",
    required=True,
    metavar="NAME",
    help="The judge: local, one of the configuration, or recorded:NAME for judgments that the "
    "cases carry.",
)


@dataclass
class LabelSource:
    """A file, or (`version`) a golden set of `place`; it can be read once for each judge."""

    name: str
    place: Path
    version: int | None = None
    told: bool = False

    def cases(self) -> Iterator[Case]:
        """Every labelled case that can be read; that others cannot is said once, on stderr."""
        if self.version is None:
            labels, records = from_file(self.place)
        else:
            labels, records = from_golden(self.name, self.place)
        yield from labels.read(records)
        if labels.rejects and not self.told:
            self.told = True
            count = counted(len(labels.rejects), "record")
            first = one_line(str(labels.rejects[0]))
            click.echo(f"{count} could not be read, the first: {first}", err=True)


def label_source(labels: Path | None, golden: str | None, db: Path) -> LabelSource:
    """The labels that the options name. UsageError unless exactly one is given."""
    if (labels is None) == (golden is None):
        raise click.UsageError("Give either --golden NAME[@N] or --labels FILE.")
    if labels is not None:
        if not labels.is_file():
            raise InputError(f"{labels} is no file.", "Name a file with labelled cases.")
        return LabelSource(str(labels), labels)
    from adjudge_queue import Queue

    name, version = golden_reference(str(golden))
    with Queue.open(db, readonly=True) as queue:
        known = [one["version"] for one in queue.golden_list() if one["name"] == name]
    number = max(known, default=0) if version is None else version
    if number not in known:
        raise InputError(
            f"There is no golden set {one_line(str(golden))}.",
            "`adjudge golden list` shows what there is.",
        )
    return LabelSource(f"{name}@{number}", db, number)


def judgment_source(name: str, criterion: str, shared: Shared) -> JudgmentSource:
    """Where the judgments come from. JudgeError for a judge that does not exist or judge so."""
    if name.startswith(RECORDED):
        return Recorded(name.removeprefix(RECORDED), criterion)
    judges = make_judges(name, shared)
    if not any(judge.criteria for judge in judges):
        raise JudgeError(f"{name!r} judges nothing.", "Name a judge, such as --judge local.")
    knowing = [judge for judge in judges if criterion in judge.criteria]
    judge = (knowing or judges)[0]
    if isinstance(judge, RecordedJudge):
        return Recorded(judge.name, criterion, judge)
    return Asked(judge, criterion)


def check_compared(
    name: str, source: JudgmentSource, rows: int, criterion: str, left_out: str
) -> None:
    """InputError where no label met a judgment, with what the labels do carry."""
    if rows:
        return
    seen = ", ".join(
        f"{one_line(one)} ({count:,})"
        for one, count in (source.seen.most_common(8) if isinstance(source, Recorded) else ())
    )
    raise InputError(
        f"No label of {name} on {criterion} meets a judgment of {one_line(source.name)}.",
        f"Judges there: {seen}." if seen else left_out,
    )
