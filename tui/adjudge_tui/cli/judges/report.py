"""`adjudge report`: all figures as one HTML file that opens without a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge_engine.errors import InputError
from adjudge_tui.cli.common import json_option, print_json
from adjudge_tui.cli.judges.judging import verdict_options
from adjudge_tui.cli.judges.label_source import label_options
from adjudge_tui.cli.judges.thresholds import cost_options
from adjudge_tui.cli.options import option_group
from adjudge_tui.cli.overwriting import refuse_overwriting

if TYPE_CHECKING:
    from adjudge_tui.report.material import Material, Run

_PATH: Final = click.Path(path_type=Path)

_measured = option_group(
    label_options,
    click.option(
        "--judge",
        "judge_names",
        multiple=True,
        metavar="NAME",
        help="A judge to measure on the labels; of several the page has a comparison too.",
    ),
    verdict_options,
    click.option(
        "--split",
        type=click.Choice(("dev", "held-out", "all")),
        default="all",
        show_default=True,
        help="The side of the split to measure on; thresholds use both.",
    ),
    cost_options,
)
_kept = option_group(
    click.option("--policy", type=_PATH, help="The release policy (TOML); else the shipped one."),
    click.option(
        "--calibration",
        "calibrations",
        type=_PATH,
        multiple=True,
        metavar="FILE",
        help="What adjudge calibrate --json printed.",
    ),
    click.option(
        "--admissions",
        type=_PATH,
        metavar="FILE",
        help="The admissions; else adjudge-admissions.json beside the database.",
    ),
    click.option(
        "--probes",
        type=_PATH,
        multiple=True,
        metavar="FILE",
        help="What adjudge probe --json printed.",
    ),
    click.option(
        "--optimizer", type=_PATH, metavar="FILE", help="The history that adjudge optimize keeps."
    ),
)


@click.command()
@click.option(
    "--out", type=_PATH, default="report.html", show_default=True, help="Where it is written."
)
@click.option("--title", default="Adjudge report", show_default=True, help="The page's title.")
@_measured
@_kept
@json_option
def report(out: Path, as_json: bool, **given: Any) -> None:
    """Write every figure with its plots as one HTML file.

    The file needs no network, no script and no other file. It has what is at hand: the queue of
    --db, judges measured on labels now, and files kept from earlier. What was not given is said
    to be missing there.

    \b
    adjudge report --golden pumps@2 --judge local --out report.html
    adjudge report --labels labelled.jsonl --judge recorded:a --judge recorded:b \\
        --reading score --minimum 0.8 --cost-false-release 50 --cost-false-block 5 --cost-review 2
    adjudge report --calibration reader.json --probes probes.json --optimizer history.db
    """
    from adjudge_engine.reading.atomic import AtomicFile
    from adjudge_tui.report.page import PARTS, page

    _check(given)
    names = ("labels", "db", "config", "policy", "admissions", "optimizer")
    kept = (*given["calibrations"], *given["probes"], *(given[one] for one in names))
    refuse_overwriting((out,), kept)
    material = gather(given)
    text = page(material)
    with AtomicFile(out) as file:
        file.write(text)
    if as_json:
        print_json({"out": str(out), "parts": list(PARTS), "bytes": len(text.encode())})
    else:
        click.echo(f"Written to {out}: {len(text.encode()) / 1000:,.0f} kB.")


def _check(given: Mapping[str, Any]) -> None:
    labelled = given["labels"] is not None or given["golden"] is not None
    if labelled != bool(given["judge_names"]):
        raise click.UsageError("--judge goes with --golden NAME[@N] or --labels FILE.")
    costs = [given[f"cost_{one}"] is None for one in ("false_release", "false_block", "review")]
    if any(costs) and not all(costs):
        raise click.UsageError("Give all three costs, or none.")


def gather(given: Mapping[str, Any]) -> Material:
    """What is at hand, by the options of the command."""
    from adjudge_engine.calibration.watching.stored import read_calibration
    from adjudge_tui.cli.judges.report_measured import measured_now
    from adjudge_tui.cli.judges.status import read_probes
    from adjudge_tui.report.material import Material, Measured

    kept = [read_calibration(one) for one in given["calibrations"]]
    judged, comparison = measured_now(given)
    probes = [read_probes(one) for one in given["probes"]]
    status = _status(given, kept, probes, [one.calibration for one in judged])
    return Material(
        title=given["title"],
        at=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        status=status,
        measured=[*judged, *(Measured(one) for one in kept)],
        comparison=comparison,
        admissions=_admissions(given),
        probes=probes,
        runs=None if given["optimizer"] is None else _runs(given["optimizer"]),
        rates=status["rates"] if status else None,
    )


def _admissions(given: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    from adjudge_engine.calibration.releasing.admissions import admissions_at, load_admissions

    place = admissions_at(given["admissions"], given["db"])
    if place is None:
        return None
    entries = sorted(load_admissions(place).entries, key=lambda one: one.place)
    return [one.model_dump(mode="json") for one in entries]


def _status(
    given: Mapping[str, Any],
    kept: list[dict[str, Any]],
    probes: list[dict[str, Any]],
    fresh: Sequence[Mapping[str, Any]],
) -> dict[str, Any] | None:
    """The status of the queue; None where there is no queue."""
    if not given["db"].exists():
        return None
    from adjudge_tui.cli.judges.status import gather as status_of

    names = tuple(one for one in given["judge_names"] if not one.startswith("recorded:"))
    options = {
        **{name: given[name] for name in ("db", "config", "local_only", "admissions", "criterion")},
        "policy": given["policy"],
        "judge_names": names,
        "rates": True,
    }
    return status_of(options, kept, probes, fresh).to_dict()


def _runs(path: Path) -> list[Run]:
    from adjudge_engine.optimizing.history import History
    from adjudge_tui.report.material import Run

    if path.is_dir():
        raise InputError(f"{path} is a folder.", "adjudge optimize --history names the file.")
    found = []
    with History(path, readonly=True) as history:
        for name, at, settings in history.runs():
            stopped, measured = history.last_stop(name), history.measured(name)
            told = None
            if measured is not None:
                between = measured.score.interval()
                told = {
                    "hash": measured.hash,
                    "alignment": measured.score.alignment,
                    "interval": between.to_dict() if between else None,
                }
            revisions = [
                {key: getattr(one, key) for key in _SHOWN} for one in history.revisions(name)
            ]
            found.append(Run(name, at, settings, revisions, stopped[1] if stopped else "", told))
    return found


_SHOWN: Final = ("hash", "parent", "round", "strategy", "scored", "alignment")
