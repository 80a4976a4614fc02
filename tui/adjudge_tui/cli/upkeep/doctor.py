"""`adjudge doctor`: what is installed, what leaves the machine, and whether the file is sound."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_engine.errors import AdjudgeError
from adjudge_queue import verify_file
from adjudge_queue.file import driver
from adjudge_tui.cli.common import console, counted, db_option, json_option, print_json, safe
from adjudge_tui.cli.judges.judging import config_option, local_only_option, shared_of
from adjudge_tui.cli.upkeep.doctor_extras import capabilities, capability_lines
from adjudge_tui.cli.upkeep.doctor_judges import judge_lines, judges_report, ping_lines
from adjudge_tui.cli.upkeep.doctor_judges import ping as ping_of

if TYPE_CHECKING:
    from adjudge_engine.judges.shared import Shared

_PACKAGES = (
    "adjudge",
    "click",
    "dateparser",
    "jsonschema",
    "litellm",
    "numpy",
    "pint",
    "pydantic",
    "rapidfuzz",
    "rich",
    "scipy",
    "sqlite-utils",
    "textual",
)


@click.command()
@click.option("--judge", "judge_names", multiple=True, metavar="NAME", help="Only this judge.")
@click.option("--ping", is_flag=True, help="Make one tiny call with each --judge: this is sent.")
@config_option
@local_only_option
@db_option
@json_option
@click.pass_context
def doctor(
    ctx: click.Context,
    judge_names: tuple[str, ...],
    ping: bool,
    config: Path | None,
    local_only: bool,
    db: Path,
    as_json: bool,
) -> None:
    """Check the installation, the judges and the database. Exits with 1 if something is wrong.

    Without --ping nothing is sent anywhere, and nothing is written.

    \b
    adjudge doctor
    adjudge doctor --db team.db --json
    adjudge doctor --judge reader --ping
    """
    if ping and not judge_names:
        raise click.UsageError("--ping needs a judge: --judge NAME --ping.")
    shared = shared_of(config, local_only=local_only)
    report = examine(db, shared, judge_names, ping=ping)
    if as_json:
        print_json(report)
    else:
        screen = console()
        for line in _lines(report):
            screen.print(safe(line), soft_wrap=True)
    ctx.exit(1 if report["problems"] else 0)


def examine(
    db: Path, shared: Shared, judge_names: tuple[str, ...] = (), *, ping: bool = False
) -> dict[str, Any]:
    """Everything that the command prints, as JSON values; `problems` are sentences."""
    packages = {name: _version(name) for name in _PACKAGES}
    problems = [f"{name} is not installed" for name, found in packages.items() if not found]
    judges = judges_report(shared, judge_names)
    problems += [f"judge {one['name']}: {one['problem']}" for one in judges if one["problem"]]
    pings = [ping_of(name, shared) for name in judge_names] if ping else []
    problems += [
        f"judge {found['name']}: {one['message']}"
        for found in pings
        for one in found["calls"]
        if not one["ok"]
    ]
    fixed = driver.wal_reset_fixed()
    notes = []
    if not fixed:
        notes.append(
            f"SQLite {driver.VERSION} is one of 3.7.0 to 3.51.2, which can damage a file when two "
            "connections write and checkpoint at the same moment. Adjudge's own lock keeps its "
            "processes from doing so; keep other programs from writing to the file, or install "
            "a newer SQLite with `pip install 'adjudge[sqlite]'`."
        )
    database = _database(db)
    problems += [f"{db}: {problem}" for problem in database.get("problems", ())]
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": packages,
        "sqlite": {
            "version": driver.VERSION,
            "module": driver.Connection.__module__,
            "wal_reset_fixed": fixed,
        },
        "config": None if shared.config.path is None else str(shared.config.path),
        "privacy": _privacy(shared),
        "judges": judges,
        "pings": pings,
        "local_checks": _checks(),
        "capabilities": capabilities(),
        "database": database,
        "notes": notes,
        "problems": problems,
    }


def _rules(privacy: dict[str, Any]) -> Iterator[str]:
    if privacy["local_only"]:
        yield "local only: every judge that sends text away is refused"
    if privacy["approved_providers"] is not None:
        yield f"approved providers: {', '.join(privacy['approved_providers']) or 'none'}"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _checks() -> list[str]:
    """The gates whose checks this installation makes, in their order."""
    from adjudge_engine.layers import LAYERS

    return [layer.gate for layer in LAYERS]


def _privacy(shared: Shared) -> dict[str, Any]:
    """Where the configuration lets text go."""
    approved = shared.rules.approved_providers
    return {
        "local_only": shared.rules.local_only,
        "approved_providers": None if approved is None else list(approved),
    }


def _database(db: Path) -> dict[str, Any]:
    if not db.exists():
        return {"path": str(db), "exists": False}
    out: dict[str, Any] = {"path": str(db), "exists": True, "bytes": db.stat().st_size}
    try:
        found = verify_file(db)
    except AdjudgeError as error:
        return out | {"problems": [error.message]}
    return out | {"events": found.events, "head": found.head, "problems": list(found.problems)}


def _lines(report: dict[str, Any]) -> Iterator[str]:
    packages = report["packages"]
    yield f"adjudge {packages['adjudge']} · Python {report['python']} · {report['platform']}"
    yield "packages: " + ", ".join(
        f"{name} {found or 'MISSING'}" for name, found in packages.items() if name != "adjudge"
    )
    sqlite = report["sqlite"]
    yield f"SQLite {sqlite['version']} ({sqlite['module']})"
    yield "checks (they never leave this machine): " + ", ".join(report["local_checks"])
    if report["config"]:
        yield f"configuration {report['config']}"
    for judge in report["judges"]:
        yield from judge_lines(judge)
    for found in report["pings"]:
        yield from ping_lines(found)
    yield from _rules(report["privacy"])
    yield from capability_lines(report["capabilities"])
    database = report["database"]
    if not database["exists"]:
        yield f"database {database['path']}: not there yet; `adjudge evaluate` makes it"
    elif not database["problems"]:
        events, head = counted(database["events"], "event"), database["head"] or "(none)"
        yield f"database {database['path']}: sound; {events}, head {head}"
    for note in report["notes"]:
        yield f"note: {note}"
    for problem in report["problems"]:
        yield f"PROBLEM: {problem}"
    if not report["problems"]:
        yield "Nothing needs attention."
