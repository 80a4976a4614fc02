"""`adjudge calibrate --fit-local FILE`: the local judge fitted to a team's own labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from adjudge_engine.case import Case
from adjudge_tui.cli.common import console, counted, print_json
from adjudge_tui.cli.options import FiniteRange, option_group
from adjudge_tui.display import one_line

if TYPE_CHECKING:
    from adjudge_engine.calibration.fitting import Area, Fitting

_TARGET: Final = 0.02


#: Adds the options of fitting.
fit_options = option_group(
    click.option(
        "--fit-local",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Fit the local judge to the labels and write what it learned to FILE.",
    ),
    click.option(
        "--target",
        type=FiniteRange(0, 1, min_open=True),
        default=_TARGET,
        show_default=True,
        help="With --fit-local: the most of what passes that may be unsupported.",
    ),
)


def check_judge(judge: str, criterion: str) -> None:
    """Raises UsageError where something else is asked for than can be fitted."""
    if judge.strip().lower() != "local" or criterion != "faithfulness":
        raise click.UsageError("--fit-local fits --judge local on faithfulness, nothing else.")


def fit(cases: Iterable[Case], path: Path, target: float, labels: str, *, as_json: bool) -> None:
    """Fits, writes the head to `path` and prints how it does on sources it has not seen."""
    from adjudge_engine.calibration.fitting import fit_local
    from adjudge_engine.reading.atomic import AtomicFile

    with AtomicFile(path) as file:
        fitting = fit_local(cases, target=target)
        file.write(fitting.head.to_json())
    if as_json:
        print_json(fitting.to_dict() | {"labels": labels, "file": str(path)})
        return
    shown = console()
    for line in _lines(fitting, labels, path):
        shown.print(line, markup=False, highlight=False)


def _lines(fitting: Fitting, labels: str, path: Path) -> Iterator[str]:
    yield f"local on faithfulness, fitted to {one_line(labels)}"
    yield (
        f"{counted(fitting.claims, 'labelled claim')} on {counted(fitting.sources, 'source')}, "
        f"{fitting.bad:,} unsupported"
    )
    if fitting.left_out:
        yield f"left out: {counted(fitting.left_out, 'case')} without text or not in English"
    yield ""
    yield "On sources that the weights have not seen:"
    yield f"  AUROC by claim, as shipped   {_area(fitting.before)}"
    yield f"  AUROC by claim, fitted       {_area(fitting.after)}"
    yield f"  {_passing(fitting)}"
    yield ""
    yield f"Written to {one_line(str(path))}. To use it, name it in adjudge.toml:"
    yield ""
    yield "  [judges.ours]"
    yield '  type = "local"'
    yield f'  head = "{one_line(str(path))}"'
    yield ""
    yield "It releases nothing until a calibration admits it: adjudge calibrate --judge ours."


def _area(area: Area) -> str:
    if area.value is None:
        return "undefined"
    if area.interval is None:
        return f"{area.value:.3f}"
    return f"{area.value:.3f}  ({area.interval.low:.3f} … {area.interval.high:.3f})"


def _passing(fitting: Fitting) -> str:
    one = fitting.passing
    if not one.below:
        return (
            f"passes nothing by its risk: no threshold keeps unsupported claims "
            f"at or below {one.target:.1%}"
        )
    return (
        f"passes {fitting.coverage:.0%} of the claims (risk below {one.below:.3f}, no veto): "
        f"{one.bad} of {one.passed:,} unsupported, at most {one.bound:.1%}"
    )
