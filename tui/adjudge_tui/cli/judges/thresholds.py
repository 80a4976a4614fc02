"""`adjudge thresholds`: where to release and where to block, from costs or with a guarantee."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import click

from adjudge_engine.errors import InputError
from adjudge_engine.vocabulary import Reading
from adjudge_tui.cli.common import console, json_option, print_json
from adjudge_tui.cli.judges.judging import shared_of
from adjudge_tui.cli.judges.label_source import (
    check_compared,
    judgment_source,
    label_options,
    label_source,
    one_judge_option,
)
from adjudge_tui.cli.options import FiniteRange, option_group

if TYPE_CHECKING:
    from adjudge_engine.calibration.measures.labelled import Compared, Labelled

_COST = FiniteRange(min=0, min_open=True)
_SHARE = FiniteRange(0, 1, min_open=True, max_open=True)

#: Adds the three costs, of which all or none are given.
cost_options = option_group(
    click.option("--cost-false-release", type=_COST, help="What a bad answer released costs."),
    click.option("--cost-false-block", type=_COST, help="What a good answer blocked costs."),
    click.option("--cost-review", type=_COST, help="What one review costs."),
)


@click.command()
@one_judge_option
@label_options
@click.option(
    "--reading",
    type=click.Choice(get_args(Reading)),
    default="score",
    show_default=True,
    help="Which of the judge's readings is cut.",
)
@click.option(
    "--level",
    type=click.Choice(("answer", "claim")),
    default="answer",
    show_default=True,
    help="Claims have a score with the local judge alone: its risk.",
)
@cost_options
@click.option(
    "--guarantee",
    "alpha",
    type=_SHARE,
    metavar="ALPHA",
    help="Instead of costs: at most this share of bad ones is released …",
)
@click.option(
    "--confidence", type=_SHARE, default=0.95, show_default=True, help="… with this confidence."
)
@json_option
@click.pass_context
def thresholds(
    ctx: click.Context,
    judge_name: str,
    labels: Path | None,
    golden: str | None,
    db: Path,
    config: Path | None,
    local_only: bool,
    criterion: str,
    reading: Reading,
    level: Literal["answer", "claim"],
    cost_false_release: float | None,
    cost_false_block: float | None,
    cost_review: float | None,
    alpha: float | None,
    confidence: float,
    as_json: bool,
) -> None:
    """Find the cuts of a judge's score on the dev side, and check them on the held-out side.

    Prints one line to paste into the policy. Exits with 1 if nothing can be released.

    \b
    adjudge thresholds --golden pumps@2 --judge reader \\
        --cost-false-release 50 --cost-false-block 5 --cost-review 2
    adjudge thresholds --golden pumps@2 --judge reader --guarantee 0.05
    """
    costs = (cost_false_release, cost_false_block, cost_review)
    if (alpha is None) == all(one is None for one in costs) or (
        alpha is None and any(one is None for one in costs)
    ):
        raise click.UsageError(
            "Give all of --cost-false-release, --cost-false-block and --cost-review, "
            "or --guarantee ALPHA."
        )
    from adjudge_engine.calibration.measures.labelled import label_rows
    from adjudge_tui.cli.judges.looking import Looking, Shown

    found = label_source(labels, golden, db)
    with shared_of(config, local_only=local_only, beside=db) as shared:
        source = judgment_source(judge_name, criterion, shared)
        looking = Looking(source, criterion)
        cases = looking.counted(found.cases())
        compared = label_rows(cases, source, criterion=criterion, reading=reading)
    rows = compared.claim if level == "claim" else compared.answer
    check_compared(found.name, source, len(rows), criterion, "Its labels are of other criteria.")
    dev = [one for one in rows if one.split == "dev"]
    held_out = [one for one in rows if one.split == "held-out"]
    _check(dev, held_out, level, found.name)
    seen = Shown("thresholds", "held-out", labels, golden, db, reading, compared.minimum)
    seen.write_down([looking])
    if alpha is not None:
        released = _guaranteed(compared, level, dev, held_out, alpha, confidence, as_json)
    else:
        given = [one for one in costs if one is not None]
        released = _from_costs(compared, level, dev, held_out, given, as_json)
    if not released:
        ctx.exit(1)


def _check(dev: Sequence[Labelled], held_out: Sequence[Labelled], level: str, name: str) -> None:
    for rows, side in ((dev, "dev"), (held_out, "held-out")):
        if not any(one.score is not None for one in rows):
            raise InputError(
                f"No labelled {level} of {name} on the {side} side has a score.",
                "Another --reading may have one, or --level claim for the local judge; else label "
                "answers on more sources.",
            )


def _guaranteed(
    compared: Compared,
    level: str,
    dev: Sequence[Labelled],
    held_out: Sequence[Labelled],
    alpha: float,
    confidence: float,
    as_json: bool,
) -> bool:
    from adjudge_engine.calibration.releasing.guarantee import guarantee
    from adjudge_tui.cli.judges.thresholds_view import policy_line, show_guarantee

    found = guarantee(dev, held_out, alpha, confidence)
    line = None if found.cut is None else policy_line(compared, level, found.cut, None)
    if as_json:
        print_json(_about(compared, level) | {"guarantee": found.to_dict(), "line": line})
    else:
        show_guarantee(compared, level, found, line, console())
    return found.cut is not None


def _from_costs(
    compared: Compared,
    level: str,
    dev: Sequence[Labelled],
    held_out: Sequence[Labelled],
    costs: Sequence[float],
    as_json: bool,
) -> bool:
    from adjudge_engine.calibration.releasing.thresholds import Costs
    from adjudge_engine.calibration.releasing.thresholds import thresholds as find
    from adjudge_tui.cli.judges.thresholds_view import policy_line, show_thresholds

    found = find(dev, held_out, Costs(*costs))
    cuts = found.cuts
    line = None
    if cuts.release is not None:
        line = policy_line(compared, level, cuts.release, cuts.block)
    if as_json:
        print_json(_about(compared, level) | found.to_dict() | {"line": line})
    else:
        show_thresholds(compared, level, found, line, console())
    return cuts.release is not None


def _about(compared: Compared, level: str) -> dict[str, Any]:
    return {
        "schema": "adjudge.thresholds/1",
        "judge": compared.judge,
        "fingerprint": compared.fingerprint,
        "criterion": compared.criterion,
        "level": level,
        "scored_by": compared.scored_by,
    }
