"""The options of `adjudge evaluate` that spread the work, and what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_tui.cli.options import option_group

if TYPE_CHECKING:
    from adjudge_engine.judges.shared import Shared
    from adjudge_engine.reading import Way
    from adjudge_queue import Queue
    from adjudge_tui.running.tally import Tally
    from adjudge_tui.running.under_way import Rules

_PATH = click.Path(path_type=Path)

#: `Spreading` takes all of them, by name.
spreading_options = option_group(
    click.option(
        "--jobs",
        type=click.IntRange(min=1, max=1024),
        metavar="N",
        help="Worker processes; else all cores for an input that is worth it, 1 for a small one.",
    ),
    click.option(
        "--results",
        type=_PATH,
        metavar="FILE",
        help="Write the evaluations there for `adjudge ingest`, and touch no queue: JSON Lines, "
        "compressed in .gz, or a table in .parquet (extra `parquet`). A ledger beside it lets the "
        "same command go on where it stopped.",
    ),
    click.option(
        "--shard",
        metavar="I/N",
        help="Only the I-th of N equal parts of the input, with --results; any scheduler may run "
        "them, anywhere, in any order.",
    ),
    click.option(
        "--engine",
        type=click.Choice(["dask"]),
        help="Run the shards on a cluster: dask (extra `dask`), and ingest their results.",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="With --engine: a running scheduler, tcp://host:8786; else a cluster on this machine.",
    ),
    click.option(
        "--shards",
        type=click.IntRange(min=1, max=100_000),
        metavar="N",
        help="With --engine: how many shards; else one for some thousand answers.",
    ),
)


@dataclass(frozen=True)
class Spreading:
    """What was asked for. UsageError where the parts do not go together."""

    jobs: int | None
    results: Path | None
    shard: str | None
    engine: str | None
    scheduler: str | None
    shards: int | None

    def check(self, out: Path | None, *, batch: bool) -> None:
        """Refuses what makes no sense together."""
        if self.shard and self.results is None:
            raise click.UsageError("--shard needs --results, where the shard's evaluations go.")
        if self.results is not None and self.engine:
            raise click.UsageError("Give either --results or --engine.")
        if self.results is not None and out is not None:
            raise click.UsageError("Give either --results or --out; --out is read from a queue.")
        if (self.scheduler or self.shards) and not self.engine:
            raise click.UsageError("--scheduler and --shards need --engine.")
        if self.engine and (out is not None or self.jobs):
            raise click.UsageError("--engine goes with neither --out nor --jobs.")
        if batch and (self.engine or self.results is not None):
            raise click.UsageError("--batch goes with neither --engine nor --results.")

    def jobs_for(self, files: Sequence[Path], records: int | None) -> int:
        """Worker processes for an input of so many records (None: nobody knows)."""
        from adjudge_tui.running.pool import jobs_for

        if self.jobs is not None:
            return self.jobs
        return jobs_for(records, sum(file.stat().st_size for file in files if file.is_file()))


def run_one_shard(
    asked: Spreading,
    files: Sequence[Path],
    rules: Rules,
    way: Way,
    records: int | None,
    rejects: Path,
) -> Tally:
    """`--results`, with or without `--shard`."""
    from adjudge_tui.cli.runs.progress import progress
    from adjudge_tui.cli.runs.stopping import stops_cleanly
    from adjudge_tui.running.sharding import evaluate_shard
    from adjudge_tui.running.shares import Share

    assert asked.results is not None
    share = Share.parse(asked.shard or "1/1")
    mine = None if records is None else -(-records // share.of)
    with stops_cleanly(), progress(mine) as tick:
        return evaluate_shard(
            files,
            share,
            rules,
            asked.results,
            rejects=rejects,
            way=way,
            jobs=asked.jobs_for(files, mine),
            tick=tick,
        )


def shards_beside(db: Path) -> Path:
    """Where a cluster's results go, with their ledgers and rejects."""
    return db.with_name(f"{db.stem}.shards")


def run_on_cluster(
    asked: Spreading,
    queue: Queue,
    files: Sequence[Path],
    rules: Rules,
    records: int | None,
    given: dict[str, Any],
) -> Tally:
    """`--engine dask`: every shard's results go into the queue as they come."""
    from adjudge_engine.judges.running import callers_among
    from adjudge_tui.cli.runs.progress import progress
    from adjudge_tui.running.dask_run import run_on_dask, shards_for
    from adjudge_tui.running.ingesting import Ingested, ingest
    from adjudge_tui.running.judge_usage import JudgeUsage

    shards = asked.shards or shards_for(records)
    folder = shards_beside(queue.path)
    folder.mkdir(exist_ok=True)
    if given.get("budget") is not None:  # nobody counts for all of them while they run
        given["budget"] /= shards
    found = Ingested(judging=JudgeUsage(callers_among(rules.judges)))
    with progress(records) as tick:
        for results in run_on_dask(files, folder, shards, scheduler=asked.scheduler, **given):
            ingest(queue, [results], lambda counts: tick(counts.as_tally()), found)
    return found.as_tally()


def given_to_shards(
    policy: Path | None,
    judge_names: Sequence[str],
    sources: Path | None,
    admissions: Path | None,
    way: Way,
    shared: Shared,
) -> dict[str, Any]:
    """What `run_shard` is to be given for the rules of a command line; paths are made whole."""

    def whole(path: Path | None) -> Path | None:
        return None if path is None else path.resolve()

    return {
        "policy": whole(policy),
        "judges": tuple(judge_names),
        "sources": whole(sources),
        "admissions": whole(admissions),
        "config": whole(shared.config.path),
        "cache": whole(shared.cache),
        "format": way,
        "local_only": shared.local_only,
        "budget": shared.budget_usd,
    }
