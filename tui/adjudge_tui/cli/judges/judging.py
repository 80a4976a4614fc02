"""The options by which a command is told whom to ask, and what for: `--judge`, `--config` …"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from adjudge_engine.vocabulary import Reading
from adjudge_tui.cli.options import FiniteRange, option_group

if TYPE_CHECKING:
    from adjudge_engine.judges.shared import Shared

config_option = click.option(
    "--config",
    type=click.Path(path_type=Path),
    help="The configuration of judges; else $ADJUDGE_CONFIG, ./adjudge.toml, the user's own.",
)
local_only_option = click.option(
    "--local-only", is_flag=True, help="Refuse every judge that sends text off this machine."
)

#: Adds `--reading` and `--minimum`: what makes of a judge's word a verdict.
verdict_options = option_group(
    click.option(
        "--reading",
        type=click.Choice(get_args(Reading)),
        default="strict",
        show_default=True,
        help="Which of the judge's readings decides.",
    ),
    click.option(
        "--minimum",
        type=FiniteRange(0, 1),
        default=1.0,
        show_default=True,
        help="From this value on the answer passes.",
    ),
)

#: Adds the options of a run that asks judges; `shared_of` reads all but `--judge`.
judging_options = option_group(
    click.option(
        "--judge",
        "judge_names",
        multiple=True,
        default=("local",),
        show_default="local",
        metavar="NAME",
        help="Who reads what code cannot check: local, none, recorded, recorded:NAME, or a "
        "judge of the configuration. May be given several times.",
    ),
    config_option,
    local_only_option,
    click.option(
        "--budget",
        type=FiniteRange(min=0),
        metavar="USD",
        help="The most that judges may cost; what it does not cover goes to review.",
    ),
    click.option("--no-cache", is_flag=True, help="Neither read nor keep judges' replies."),
    click.option(
        "--batch",
        is_flag=True,
        help="Ask models by batch: this run sends the prompts, the same command collects.",
    ),
)


def shared_of(
    config: Path | None,
    *,
    local_only: bool = False,
    budget: float | None = None,
    no_cache: bool = False,
    batch: bool = False,
    beside: Path | None = None,
) -> Shared:
    """What the judges of a run share, by these options and the configuration.

    Replies are kept in the file that the configuration names, else next to the queue `beside`.
    JudgeError for a configuration that cannot be used.
    """
    from adjudge_engine.judges.finding import configuration, refuse_stray_file
    from adjudge_engine.judges.shared import Shared

    found = configuration(config)
    cache = None if no_cache else _cache(found.run.cache, found.file, beside)
    if cache is not None and not found.vouched_for:
        refuse_stray_file(found, "run.cache", cache)
    return Shared(config=found, local_only=local_only, budget_usd=budget, cache=cache, batch=batch)


def _cache(
    named: str | bool | None, file: Callable[[str], Path], beside: Path | None
) -> Path | None:
    if isinstance(named, str):
        return file(named)
    if named is False or beside is None:
        return None
    return beside.with_name(f"{beside.stem}.replies.db")
