"""`adjudge probe`: is a judge moved by what should not move it, and does it catch defects?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudge_engine.vocabulary import PREFERENCE, Reading
from adjudge_tui.cli.common import json_option
from adjudge_tui.cli.judges.judging import (
    config_option,
    local_only_option,
    shared_of,
    verdict_options,
)
from adjudge_tui.cli.options import FiniteRange, option_group

if TYPE_CHECKING:
    from adjudge_tui.cli.judges.probe_run import Job

_PATH = click.Path(path_type=Path)

_what = option_group(
    click.option(
        "--judge",
        "judge_name",
        default="local",
        show_default=True,
        metavar="NAME",
        help="The judge to probe: local, or one of the configuration. With --pairs also "
        "recorded:NAME, whose repeats stand in the cases.",
    ),
    config_option,
    local_only_option,
    click.option(
        "--criterion",
        metavar="NAME",
        help=f"What is judged; else faithfulness, or {PREFERENCE} where the file compares.",
    ),
    verdict_options,
)
_how = option_group(
    click.option("--only", metavar="NAME[,NAME]", help="These probes, or these classes, alone."),
    click.option(
        "--repeats",
        type=click.IntRange(2, 100),
        default=5,
        show_default=True,
        help="How often the same text is judged.",
    ),
    click.option(
        "--limit", type=click.IntRange(min=1), metavar="N", help="So many cases, drawn by --seed."
    ),
    click.option("--seed", type=int, default=1, show_default=True, help="What chance rests on."),
    click.option(
        "--budget",
        type=FiniteRange(min=0),
        metavar="USD",
        help="The most that judges may cost; what it does not cover is lost, and said so.",
    ),
)
_modes = option_group(
    click.option(
        "--mutations",
        type=_PATH,
        metavar="OUT",
        help="Plant defects in the answers, write them there (JSON Lines), and see who catches "
        "them.",
    ),
    click.option(
        "--pairs", is_flag=True, help="The file has the defects already, and their bases."
    ),
    click.option(
        "--anchors",
        type=_PATH,
        metavar="FILE",
        help="Compare with what the judge said earlier; written if the file is not there.",
    ),
)


@click.command()
@click.argument("file", type=_PATH)
@_what
@_modes
@_how
@click.option(
    "--dry-run", is_flag=True, help="Say what it would take; send nothing and write nothing."
)
@click.option(
    "--check",
    is_flag=True,
    help="Exit with 1 if the judge is moved where it must not be, or that cannot be told.",
)
@json_option
@click.pass_context
def probe(
    ctx: click.Context,
    file: Path,
    judge_name: str,
    config: Path | None,
    local_only: bool,
    criterion: str | None,
    reading: Reading,
    minimum: float,
    mutations: Path | None,
    pairs: bool,
    anchors: Path | None,
    only: str | None,
    repeats: int,
    limit: int | None,
    seed: int,
    budget: float | None,
    dry_run: bool,
    check: bool,
    as_json: bool,
) -> None:
    """Probe a judge: alter real cases, and see whether its verdicts change.

    Every case is judged again unchanged: only what moves the judge beyond that is said to move it.
    With --mutations, defects are planted, and counted by class: caught by code, by the judge, by
    neither. With --anchors, what the judge says now is held against what it said once.

    \b
    adjudge probe answers.jsonl --judge local
    adjudge probe answers.jsonl --judge reader --only verbosity,tone --budget 2 --dry-run
    adjudge probe answers.jsonl --judge local --mutations defects.jsonl
    adjudge probe recorded.jsonl --pairs --judge recorded:gpt-x
    adjudge probe answers.jsonl --judge reader --anchors anchors.json --check
    """
    from adjudge_tui.cli.judges.probe_run import Job, read_cases_of

    if sum((mutations is not None, pairs, anchors is not None)) > 1:
        raise click.UsageError("Give one of --mutations, --pairs and --anchors.")
    if check and (pairs or mutations is not None):
        raise click.UsageError(
            "--check is about probes and anchors; defects have no limit to pass."
        )
    names = tuple(_names(only))
    _check_names(names, defects=mutations is not None, pairs=pairs, anchors=anchors)
    _check_places(file, mutations, anchors)
    cases = read_cases_of(file, limit, seed, pairs=pairs)
    with shared_of(config, local_only=local_only, budget=budget) as shared:
        job = Job(
            cases=cases,
            shared=shared,
            judge_name=judge_name,
            criterion=criterion,
            reading=reading,
            minimum=minimum,
            only=names,
            repeats=repeats,
            seed=seed,
            dry_run=dry_run,
            machine=as_json,
        )
        ctx.exit(1 if _run(job, mutations, pairs, anchors) and check else 0)


def _run(job: Job, mutations: Path | None, pairs: bool, anchors: Path | None) -> bool:
    """Does what was asked; whether the judge is moved where it must not be."""
    from adjudge_tui.cli.judges import probe_run

    if mutations is not None:
        return probe_run.plant_and_detect(job, mutations)
    if pairs:
        return probe_run.detect_pairs(job)
    if anchors is not None:
        return probe_run.against_anchors(job, anchors)
    return probe_run.probe_cases(job)


def _names(only: str | None) -> Iterator[str]:
    for word in (only or "").split(","):
        if word.strip():
            yield word.strip()


def _check_names(
    names: tuple[str, ...], *, defects: bool, pairs: bool, anchors: Path | None
) -> None:
    """Refuses a name that no probe, or no class, has."""
    if not names:
        return
    if pairs or anchors is not None:
        raise click.UsageError("--only names probes, or classes of --mutations.")
    from adjudge_engine.probing.alterations import NAMES
    from adjudge_engine.probing.mutations.mutate import KINDS
    from adjudge_engine.probing.own_family import NAME as OWN_FAMILY

    known: tuple[str, ...] = KINDS if defects else (*NAMES, OWN_FAMILY)
    for name in names:
        if name not in known:
            raise click.UsageError(f"There is no {name!r}; there are {', '.join(known)}.")


def _check_places(file: Path, *outputs: Path | None) -> None:
    """Refuses to write over what is read."""
    for output in outputs:
        if output is not None and output.exists() and file.exists() and output.samefile(file):
            raise click.UsageError(f"{output} would be written over, but is the input too.")
