"""`adjudge optimize --log`, `--diff`, `--revert`: what runs tried, and the way back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_engine.optimizing.history import History
from adjudge_engine.optimizing.outcome import revision_dict
from adjudge_engine.optimizing.revisions import to_toml
from adjudge_tui.cli.common import console, print_json, safe, table
from adjudge_tui.cli.judges.optimize_progress import aligned
from adjudge_tui.cli.judges.optimize_run import refuse_strangers, write
from adjudge_tui.cli.judges.optimize_view import difference, revision_name
from adjudge_tui.display import display_safe, one_line

if TYPE_CHECKING:
    from adjudge_engine.optimizing.history import Revision


def look_back(
    path: Path,
    log: bool,
    diff: tuple[str, str] | None,
    revert: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Does the one that is asked for. InputError where there is no such file or revision."""
    if log + (diff is not None) + (revert is not None) != 1:
        raise click.UsageError("Give one of --log, --diff A B and --revert A.")
    with History(path, readonly=True) as history:
        if diff is not None:
            _diff(history.named(diff[0]), history.named(diff[1]), as_json)
        elif revert is not None:
            _revert(history.named(revert), out, as_json)
        else:
            _log(history, as_json)


def _log(history: History, as_json: bool) -> None:
    runs = [_run(history, *one) for one in history.runs()]
    if as_json:
        print_json({"runs": runs})
        return
    for run in runs:
        settings = run["settings"]
        click.echo(
            f"run {revision_name(run['run'])}: {one_line(str(settings['judge']))} on"
            f" {one_line(str(settings['criterion']))}, begun {run['at']}"
        )
        out = table("round", "strategy", "alignment", "version", "revision", "parent")
        for one in run["revisions"]:
            alignment = aligned(one["alignment"]) if one["scored"] else "not scored"
            names = (revision_name(one["hash"]), revision_name(one["parent"]))
            strategy = safe(one["strategy"].replace("_", " "))
            out.add_row(f"{one['round']}", strategy, alignment, one["version"], *names)
        console().print(out)
        stop, held_out = run["stop"], run["held_out"]
        if stop is not None:
            click.echo(display_safe(f"stopped by {stop['rule']}: {one_line(stop['message'])}"))
        if held_out is not None:
            said = f"{revision_name(held_out['hash'])}, alignment {aligned(held_out['alignment'])}"
            click.echo(f"measured on held-out: {said}")


def _run(history: History, run: str, at: str, settings: dict[str, Any]) -> dict[str, Any]:
    stop, measured = history.last_stop(run), history.measured(run)
    return {
        "run": run,
        "at": at,
        "settings": settings,
        "revisions": [revision_dict(one) for one in history.revisions(run)],
        "stop": None if stop is None else {"rule": stop[0], "message": stop[1]},
        "held_out": None
        if measured is None
        else {"hash": measured.hash, "alignment": measured.score.alignment, "at": measured.at},
        "spent": history.spent(run)._asdict(),
    }


def _diff(one: Revision, other: Revision, as_json: bool) -> None:
    lines = difference(one.rubric, other.rubric)
    if as_json:
        print_json({"from": revision_dict(one), "to": revision_dict(other), "diff": lines})
        return
    for line in lines:
        click.echo(display_safe(line))
    if not lines:
        click.echo("They say the same.")


def _revert(found: Revision, out: Path | None, as_json: bool) -> None:
    target = out or Path(f"{found.rubric.name}-optimized.toml")
    refuse_strangers(target, None)
    notes = [
        "Rewritten by `adjudge optimize`: its words alone differ from its parent's.",
        f"revision: {found.hash}",
        f"parent: {found.parent or 'none'}",
        f"run: {found.run}",
    ]
    write(target, to_toml(found.rubric, notes))
    if as_json:
        print_json({"written": os.fspath(target), **revision_dict(found)})
        return
    click.echo(display_safe(f"{revision_name(found.hash)} written to {target}"))
