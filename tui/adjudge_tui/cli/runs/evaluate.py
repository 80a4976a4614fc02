"""`adjudge evaluate`: files of answers become a queue."""

from __future__ import annotations

import os
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_engine.calibration.releasing.admissions import admissions_at
from adjudge_engine.reading import check_readable, count_records
from adjudge_queue import Queue
from adjudge_queue.records import Counts
from adjudge_tui.cli.common import console, counted, db_option, db_words, json_option, print_json
from adjudge_tui.cli.judges.judging import judging_options, shared_of
from adjudge_tui.cli.runs.batch_view import batch_lines
from adjudge_tui.cli.runs.progress import progress
from adjudge_tui.cli.runs.reading import (
    content_option,
    format_option,
    map_option,
    said_of_files,
    way_of,
)
from adjudge_tui.cli.runs.shard_view import report_shard
from adjudge_tui.cli.runs.spreading import (
    Spreading,
    given_to_shards,
    run_on_cluster,
    run_one_shard,
    shards_beside,
    spreading_options,
)
from adjudge_tui.cli.runs.stopping import stops_cleanly
from adjudge_tui.cli.runs.tally_view import done_lines, unfinished_lines
from adjudge_tui.cli.runs.usage_view import alarms, usage_table
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.running.evaluating import evaluate_files
from adjudge_tui.running.sharding import read_rules, rejects_of
from adjudge_tui.running.tally import Tally, as_json
from adjudge_tui.running.under_way import Rules

if TYPE_CHECKING:
    from adjudge_engine.judges.llm.batches import Step
    from adjudge_engine.judges.shared import Shared
    from adjudge_engine.reading.choosing import Way

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("files", nargs=-1, required=True, type=_PATH, metavar="FILE...")
@click.option("--policy", type=_PATH, help="The release policy (TOML); else the shipped one.")
@judging_options
@click.option(
    "--sources",
    type=_PATH,
    help="The registry of sources (a JSON file, or a folder): which versions are approved, who may "
    "read them, when they apply. Without it, what rests on a source cannot be released.",
)
@click.option(
    "--admissions",
    type=_PATH,
    metavar="FILE",
    help="Which judges `adjudge admit` has admitted; else adjudge-admissions.json beside the "
    "database. Without either no judge's word releases anything.",
)
@click.option("--out", type=_PATH, help="Write the evaluations there, as JSON Lines.")
@click.option(
    "--rejects",
    type=_PATH,
    help="Where lines go that cannot be read; else beside --out, else beside the database.",
)
@format_option
@map_option
@content_option
@click.option(
    "--dry-run",
    is_flag=True,
    help="Say how many calls judges would take and what they would cost; send and write nothing.",
)
@spreading_options
@click.option("--shared", "group", metavar="GROUP", help="A new queue is that group's, not yours.")
@db_option
@json_option
@click.pass_context
def evaluate(
    ctx: click.Context,
    /,
    files: tuple[Path, ...],
    policy: Path | None,
    judge_names: tuple[str, ...],
    config: Path | None,
    local_only: bool,
    budget: float | None,
    no_cache: bool,
    batch: bool,
    sources: Path | None,
    admissions: Path | None,
    out: Path | None,
    rejects: Path | None,
    format_name: str | None,
    maps: tuple[str, ...],
    content: Path | None,
    dry_run: bool,
    group: str | None,
    db: Path,
    as_json: bool,
    **spreading: Any,
) -> None:
    """Check, judge, route and queue the answers of one or more files.

    Interrupted, the same command goes on where it stopped; done, it does nothing twice.
    Exits with 0 if any answer was evaluated, with 2 if none was.

    \b
    adjudge evaluate answers.jsonl
    adjudge evaluate answers.jsonl --sources registry.json
    adjudge evaluate answers.jsonl --db team.db --out evaluations.jsonl --judge none
    adjudge evaluate answers.jsonl --judge reader --budget 2.50 --dry-run
    adjudge evaluate results.csv --map answer=Output --map "contexts[]=Found" --dry-run
    adjudge evaluate answers.jsonl --shard 2/8 --results part-2.jsonl.gz
    """
    asked = Spreading(**spreading)
    asked.check(out, batch=batch)
    results = asked.results
    _refuse_folders({"--db": db, "--out": out, "--rejects": rejects, "--results": results})
    rejects = rejects or (rejects_of(results) if results else _beside(out or db))
    way = way_of(format_name, maps, config, content)
    for file in files:
        if not _is_stream(file):
            check_readable(file, format=way)
    no_cache = no_cache or dry_run  # which writes nothing
    shared = shared_of(
        config,
        local_only=local_only,
        budget=budget,
        no_cache=no_cache,
        batch=batch,
        beside=results or db,
    )
    admissions = admissions_at(admissions, db)
    _check_places(
        [*files, policy, sources, admissions, shared.config.path],
        [db, out, rejects, results, shared.cache],
    )
    rules = read_rules(shared, judge_names, policy=policy, sources=sources, admissions=admissions)
    if dry_run:
        if not _dry_run(files, rules, db, shared, way, as_json):
            _nothing(ctx)
        return
    step = _batch_step(files, rules, db, shared, way)
    if step is not None:
        if not as_json:
            for line in batch_lines(step):
                click.echo(display_safe(line))
        if not step.may_go_on:
            shared.close()
            if as_json:
                print_json({"batches": step.to_dict()})
            return
    started = time.monotonic()
    total = _total(files, way)
    if results is not None:
        with shared:
            tally = run_one_shard(asked, files, rules, way, total, rejects)
        report_shard(tally, results, rejects, time.monotonic() - started, as_json)
        return
    with shared, Queue.open(db, create=True, shared=group) as queue, stops_cleanly():
        if asked.engine:
            given = given_to_shards(policy, judge_names, sources, admissions, way, shared)
            tally = run_on_cluster(asked, queue, files, rules, total, given)
            rejects = shards_beside(db)
        else:
            jobs = asked.jobs_for(files, total)
            with progress(total) as tick:
                tally = evaluate_files(
                    queue,
                    files,
                    rules,
                    rejects=rejects,
                    out=out,
                    format=way,
                    jobs=jobs,
                    tick=tick,
                )
        counts = queue.counts()
    written = out if tally.evaluated or tally.known else None
    places = {
        "db": db,
        "out": written,
        "rejects": rejects if tally.rejected else None,
        "admissions": admissions,
    }
    _report(tally, counts, places, time.monotonic() - started, as_json)
    if not (tally.evaluated or tally.known):
        _nothing(ctx)


def _nothing(ctx: click.Context) -> None:
    click.echo("Error: no answer could be evaluated.", err=True)
    ctx.exit(2)


def _batched(rules: Rules, shared: Shared) -> bool:
    """Whether any of the run's models is to be asked by batch."""
    tables = shared.config.judges.values()
    if not (shared.batch or any(getattr(one, "batch", False) for one in tables)):
        return False
    from adjudge_engine.judges.planning import models_behind

    return any(model.batch for judge in rules.judges for model in models_behind(judge))


def _batch_step(
    files: tuple[Path, ...], rules: Rules, db: Path, shared: Shared, way: Way
) -> Step | None:
    """Sends or collects the run's batches; None where it has none."""
    if not _batched(rules, shared):
        return None
    from adjudge_tui.running.batching import batch_step

    with _queue_if_there(db) as queue:
        return batch_step(files, rules, queue, shared.cache, way)


def _dry_run(
    files: tuple[Path, ...],
    rules: Rules,
    db: Path,
    shared: Shared,
    way: Way,
    machine: bool,
) -> bool:
    """Shows what the run would take; whether there is any case to evaluate."""
    from adjudge_tui.cli.runs.plan_view import show_plan
    from adjudge_tui.running.dry_run import dry_run

    with _queue_if_there(db) as queue:
        plan = dry_run(files, rules, queue, way)
    plan.batched = _batched(rules, shared)
    show_plan(plan, machine)
    return plan.cases > 0


def _queue_if_there(db: Path) -> AbstractContextManager[Queue | None]:
    return Queue.open(db, readonly=True) if db.exists() else nullcontext()


def _is_stream(file: Path) -> bool:
    """A pipe or device: what is read from it once is gone."""
    return file.exists() and not file.is_file() and not file.is_dir()


def _beside(file: Path) -> Path:
    """The rejects file that goes with an output or a database."""
    return file.with_name(f"{file.stem}.rejects.jsonl")


def _refuse_folders(outputs: dict[str, Path | None]) -> None:
    for option, output in outputs.items():
        if output is not None and (output.is_dir() or not output.name):
            raise click.UsageError(f"{option} {output} is a folder; name a file in it.")


def _check_places(inputs: list[Path | None], outputs: list[Path | None]) -> None:
    """Refuses to write over what is read, or over something else that is written."""
    seen = {_identity(file): "an input" for file in inputs if file is not None}
    folders = [os.path.realpath(file) for file in inputs if file is not None and file.is_dir()]
    for output in outputs:
        if output is None or (output.exists() and not output.is_file()):
            continue
        place = _identity(output)
        if output.exists() and os.path.dirname(os.path.realpath(output)) in folders:
            seen.setdefault(place, "an input")
        if place in seen:
            raise click.UsageError(f"{output} would be written over, but is {seen[place]} too.")
        seen[place] = "another output"


def _identity(file: Path) -> tuple[int, int] | str:
    """What makes two names the same file: its inode (so links count too), else its place."""
    try:
        found = file.stat()
    except OSError:
        return os.path.realpath(file)
    return found.st_dev, found.st_ino


def _total(files: tuple[Path, ...], way: Way) -> int | None:
    counts = [count_records(file, format=way) if file.is_file() else None for file in files]
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _report(
    tally: Tally, counts: Counts, places: dict[str, Path | None], seconds: float, machine: bool
) -> None:
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
