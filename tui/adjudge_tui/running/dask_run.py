"""Shards on Dask: the cluster runs `run_shard`, and nothing here schedules anything itself.

Needs the extra `dask`. The machines of a cluster must see the input, the files of the rules and
the folder of results under the same names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.running.pool import cores
from adjudge_tui.running.sharding import run_shard

#: How often a shard whose worker was lost is run again.
RETRIES: Final = 3
#: Records for a shard, where nobody says how many shards there are: some ten seconds of work.
SHARD: Final = 2_000
#: Seconds that a scheduler may take to answer.
_PATIENCE: Final = 30


class ClusterError(AdjudgeError):
    """A cluster that cannot be had, or was lost."""


def shards_for(records: int | None, most: int = 10_000) -> int:
    """How many shards an input is cut into; always as many for the same input."""
    return 16 if records is None else min(max(-(-records // SHARD), 1), most)


def run_on_dask(
    files: Sequence[Path],
    folder: Path,
    shards: int,
    *,
    scheduler: str | None = None,
    workers: int | None = None,
    **given: Any,
) -> Iterator[Path]:
    """Runs every shard and gives its file of results when it is there, in no order.

    `scheduler` is a running one's address; None: a cluster of this machine's own, of so many
    `workers` (None: one for each core). `given` goes to `run_shard`. Raises ClusterError where
    the cluster is lost, and what a shard raises; shards that are done by then stay, and the same
    call goes on.
    """
    distributed = _distributed()
    files = [file.resolve() for file in files]
    folder = folder.resolve()
    with ExitStack() as stack:
        try:
            client = stack.enter_context(_client(distributed, stack, scheduler, workers))
        except (OSError, TimeoutError) as error:
            where = scheduler or "on this machine"
            raise ClusterError(
                f"there is no Dask scheduler {where}: {type(error).__name__}: {error}",
                "Start one (`dask scheduler`), or leave --scheduler out.",
            ) from error
        futures = [
            client.submit(
                run_shard,
                files,
                results=folder / f"shard-{number:05}-of-{shards:05}.jsonl.gz",
                shard=f"{number}/{shards}",
                **given,
                pure=False,
                retries=RETRIES,
            )
            for number in range(1, shards + 1)
        ]
        for future in distributed.as_completed(futures):
            yield _result(distributed, future)


def _result(distributed: Any, future: Any) -> Path:
    import asyncio
    from concurrent import futures

    lost = (OSError, TimeoutError, asyncio.CancelledError, futures.CancelledError)
    try:
        return Path(future.result())
    except (*lost, distributed.KilledWorker) as error:
        if future.status == "error" and not isinstance(error, distributed.KilledWorker):
            raise  # the shard's own: a disk that is full
        raise ClusterError(
            f"the cluster was lost: {type(error).__name__}: {error}",
            "What is finished is kept: the same command goes on, on another cluster too.",
        ) from error


def _client(distributed: Any, stack: ExitStack, scheduler: str | None, workers: int | None) -> Any:
    if scheduler is not None:
        return distributed.Client(scheduler, timeout=_PATIENCE)
    cluster = stack.enter_context(
        distributed.LocalCluster(
            n_workers=workers or cores(),
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
        )
    )
    return distributed.Client(cluster)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ClusterError(
            "Dask is not installed.", "Install the extra: pip install 'adjudge[dask]'."
        ) from None
    return distributed
