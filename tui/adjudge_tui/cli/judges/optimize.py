"""`adjudge optimize`: a judge's rubric rewritten until it agrees with people, and proved once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudge_engine.optimizing.scores import LEVELS, Level
from adjudge_engine.vocabulary import Reading
from adjudge_tui.cli.common import db_option, json_option, print_json
from adjudge_tui.cli.judges.judging import (
    config_option,
    local_only_option,
    shared_of,
    verdict_options,
)
from adjudge_tui.cli.options import FiniteRange, option_group

if TYPE_CHECKING:
    from adjudge_engine.optimizing.estimating import Forecast
    from adjudge_engine.optimizing.outcome import Outcome
    from adjudge_tui.cli.judges.optimize_run import Asked

_PATH = click.Path(path_type=Path)

_what = option_group(
    click.option("--labels", type=_PATH, help="A file of cases with people's labels."),
    click.option(
        "--golden", metavar="NAME[@N]", help="A golden set of the queue instead of a file."
    ),
    click.option("--judge", "judge_name", metavar="NAME", help='The judge: a table of type "llm".'),
    click.option(
        "--rewriter",
        metavar="NAME",
        help='The model that rewrites: a table of type "llm"; else the judge\'s own.',
    ),
    click.option("--rubric", metavar="NAME|FILE", help="Where to begin; else the judge's rubric."),
    click.option("--criterion", default="faithfulness", show_default=True, help="What is judged."),
    verdict_options,
    click.option(
        "--level",
        type=click.Choice(LEVELS),
        default="answer",
        show_default=True,
        help="What is compared: whole answers, or claims.",
    ),
)
_how = option_group(
    click.option(
        "--rounds",
        type=click.IntRange(min=1),
        default=10,
        show_default=True,
        help="Rounds at most; each tries five rewritings.",
    ),
    click.option(
        "--worst",
        type=click.IntRange(1, 50),
        default=6,
        show_default=True,
        help="Disagreements shown to the rewriting model at once.",
    ),
    click.option(
        "--seed", type=click.IntRange(0, 1_000_000), default=0, help="Another seed, another run."
    ),
    click.option(
        "--budget", type=FiniteRange(min=0), metavar="USD", help="The most that it may cost."
    ),
    click.option("--out", type=_PATH, help="Where the rubric goes; else NAME-optimized.toml."),
    click.option(
        "--history", type=_PATH, help="The file of all runs; else beside the queue's file."
    ),
    click.option("--dry-run", is_flag=True, help="Say what it may take; send and write nothing."),
)
_later = option_group(
    click.option("--log", "show_log", is_flag=True, help="List runs, revisions and scores."),
    click.option(
        "--diff", nargs=2, metavar="A B", help="What two revisions differ in, by version or hash."
    ),
    click.option("--revert", metavar="A", help="Write revision A to --out again."),
)


@click.command()
@_what
@config_option
@local_only_option
@_how
@_later
@db_option
@json_option
@click.pass_context
def optimize(
    ctx: click.Context,
    labels: Path | None,
    golden: str | None,
    judge_name: str | None,
    rewriter: str | None,
    rubric: str | None,
    criterion: str,
    reading: Reading,
    minimum: float,
    level: Level,
    config: Path | None,
    local_only: bool,
    rounds: int,
    worst: int,
    seed: int,
    budget: float | None,
    out: Path | None,
    history: Path | None,
    dry_run: bool,
    show_log: bool,
    diff: tuple[str, str] | None,
    revert: str | None,
    db: Path,
    as_json: bool,
) -> None:
    """Rewrite a judge's rubric until it agrees with people's labels.

    A model rewrites the rubric in five ways, from the worst disagreements of the dev side; the
    judge is asked by each; the best is kept. It stops by a rule that it names, and only then
    measures the winner, once, on the held-out side. Interrupted, the same command goes on.
    Exits with 0 if a better rubric was measured, or none is needed; with 1 if not.

    \b
    adjudge optimize --labels labelled.jsonl --judge reader --rewriter writer --dry-run
    adjudge optimize --golden pumps@2 --judge reader --rewriter writer --budget 5
    adjudge optimize --log
    adjudge optimize --diff 1 1-opt.2.3
    adjudge optimize --revert 1-opt.1.4 --out reader.toml
    """
    path = history or db.with_name(f"{db.stem}.optimizing.db")
    if show_log or diff is not None or revert is not None:
        from adjudge_tui.cli.judges.optimize_revisions import look_back

        look_back(path, show_log, diff, revert, out, as_json)
        return
    if (labels is None) == (golden is None):
        raise click.UsageError("Give either --labels FILE or --golden NAME[@N].")
    if judge_name is None:
        raise click.UsageError("Name the judge whose rubric is to be rewritten: --judge NAME.")
    shared = shared_of(config, local_only=local_only, budget=budget, no_cache=dry_run, beside=db)
    from adjudge_engine.optimizing.scoring import Reads
    from adjudge_tui.cli.judges.optimize_cases import sides_of
    from adjudge_tui.cli.judges.optimize_run import Asked, forecast_of, run

    asked = Asked(
        sides=sides_of(labels, golden, db),
        judge=judge_name,
        rewriter=rewriter or judge_name,
        rubric=rubric,
        reads=Reads(criterion, reading, minimum, level),
        rounds=rounds,
        worst=worst,
        seed=seed,
    )
    if dry_run:
        with shared:
            _say_forecast(asked, forecast_of(asked, shared), as_json)
        return
    with shared:
        outcome, written = run(asked, shared, path, out, quiet=as_json)
    _say(outcome, asked, written, as_json)
    ctx.exit(0 if outcome.fine else 1)


def _say_forecast(asked: Asked, found: Forecast, as_json: bool) -> None:
    if as_json:
        print_json(found.to_dict())
        return
    from adjudge_tui.cli.judges.optimize_view import show_forecast

    show_forecast(found, asked)


def _say(outcome: Outcome, asked: Asked, written: Path | None, as_json: bool) -> None:
    if as_json:
        said = outcome.to_dict() | {
            "labels": asked.sides.name,
            "rejects": len(asked.sides.rejects),
            "written": None if written is None else os.fspath(written),
        }
        print_json(said)
        return
    from adjudge_tui.cli.judges.optimize_view import show

    show(outcome, asked, written)
