"""`adjudge evaluate`: files of answers become a queue."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_engine.calibration.releasing.admissions import admissions_at
from adjudge_engine.reading import check_readable, count_records
from adjudge_engine.reading.files import is_stdin
from adjudge_queue import Queue
from adjudge_tui.cli.common import db_option, json_option, print_json
from adjudge_tui.cli.judges.judging import judging_options, shared_of
from adjudge_tui.cli.runs.batch_view import batch_lines
from adjudge_tui.cli.runs.evaluate_view import report_run
from adjudge_tui.cli.runs.places import check_places, refuse_folders, rejects_beside
from adjudge_tui.cli.runs.progress import progress
from adjudge_tui.cli.runs.reading import (
    content_option,
    format_option,
    map_option,
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
from adjudge_tui.display import display_safe
from adjudge_tui.running.evaluating import evaluate_files
from adjudge_tui.running.sharding import read_rules, rejects_of
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
@click.option(
    "--out", type=_PATH, help="Write the evaluations there: JSON Lines, or a table in .parquet."
)
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
    Exits with 0 if any answer was evaluated, with 2 if none was. `-` is what comes in on stdin.

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
    if sum(map(is_stdin, files)) > 1:
        raise click.UsageError("- is what comes in on stdin, which can be read once: name it once.")
    if (batch or asked.engine) and any(map(_is_stream, files)):
        raise click.UsageError("--batch and --engine read the input more than once: name a file.")
    results = asked.results
    refuse_folders({"--db": db, "--out": out, "--rejects": rejects, "--results": results})
    rejects_named = rejects is not None
    rejects = rejects or (rejects_of(results) if results else rejects_beside(out or db))
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
    check_places(
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
                    rejects_named=rejects_named,
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
        # a file that tells of looks alone says of no judge that it counts
        "admissions": admissions if rules.admissions and rules.admissions.stamp else None,
    }
    report_run(tally, counts, places, time.monotonic() - started, as_json)
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
    return is_stdin(file) or (file.exists() and not file.is_file() and not file.is_dir())


def _total(files: tuple[Path, ...], way: Way) -> int | None:
    counts = [count_records(file, format=way) if file.is_file() else None for file in files]
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None
