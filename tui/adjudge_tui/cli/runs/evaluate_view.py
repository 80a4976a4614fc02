"""What `adjudge evaluate` says at its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from adjudge_queue.records import Counts
from adjudge_tui.cli.common import console, counted, db_words, print_json
from adjudge_tui.cli.runs.reading import said_of_files
from adjudge_tui.cli.runs.tally_view import done_lines, unfinished_lines
from adjudge_tui.cli.runs.usage_view import alarms, usage_table
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.running.tally import Tally, as_json


def report_run(
    tally: Tally, counts: Counts, places: dict[str, Path | None], seconds: float, machine: bool
) -> None:
    """The run's figures and what comes next; `machine`: as JSON. `places`: files by their use."""
    if machine:
        report: dict[str, Any] = as_json(tally)
        report |= {name: None if path is None else str(path) for name, path in places.items()}
        report |= {"queue": dict(counts.routes), "open": counts.open, "seconds": round(seconds, 3)}
        print_json(report)
        return
    *lines, last = _summary(tally, counts, places, seconds)
    for line in lines:
        click.echo(display_safe(line))
    used = usage_table(tally.judging)
    if used is not None:
        console().print(used)
    for alarm in alarms(tally.judging):
        click.echo(display_safe(alarm))
    click.echo(display_safe(last))


def _summary(
    tally: Tally, counts: Counts, places: dict[str, Path | None], seconds: float
) -> list[str]:
    lines = [*done_lines(tally, seconds, places["rejects"])]
    for reason, count in tally.reasons.most_common(3):
        lines.append(f"  {count:,} × {reason} ({_first(tally, reason, count)})")
    if len(tally.reasons) > 3:
        lines.append(f"  … and {counted(len(tally.reasons) - 3, 'more reason')}")
    if places["out"]:
        lines.append(f"evaluations in {places['out']}")
    lines += unfinished_lines(tally)
    if places["admissions"]:
        lines.append(f"which judges count is said by {places['admissions']}")
    db = places["db"]
    lines.append(f"{counts.open:,} waiting for somebody in {db}")
    lines += _unknown(tally)
    lines += said_of_files(tally.files)
    where = "" if db is None else db_words(db)
    if not (tally.evaluated or tally.known):
        return lines
    if counts.open:
        lines.append(f"Next: adjudge review{where}")
    else:
        lines.append(f"Next: adjudge list --all{where}")
    return lines


def _first(tally: Tally, reason: str, count: int) -> str:
    """Where to look first: "line 4", or "first: line 4"; with its file where there are several."""
    file, line, where = tally.first[reason]
    several = len({known for known, _, _ in tally.first.values()}) > 1
    where = where or f"line {line:,}"
    place = f"{file}, {where}" if several else where
    return place if count == 1 else f"first: {place}"


def _unknown(tally: Tally) -> list[str]:
    """One line on keys that nothing in a case has, so that a typo is noticed."""
    if not tally.unknown_keys:
        return []
    most = [f"{one_line(key)} ×{count:,}" for key, count in tally.unknown_keys.most_common(5)]
    more = len(tally.unknown_keys) - len(most)
    rest = [f"{more:,} more"] if more else []
    return [f"unknown keys kept in metadata: {', '.join(most + rest)}"]
