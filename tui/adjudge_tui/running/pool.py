"""Worker processes that stay: each takes a list of tasks at a time and gives its results back.

A worker that dies costs the tasks it had in hand and no others: a new one takes them up, one by
one, and a task that kills its worker by itself twice is given up by name. Workers end with the
process that started them, however that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Lock
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, TypeVar

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.running import pool_worker

#: How often a task may kill its worker before it is given up.
DEATHS: Final = 2
#: How often a worker that dies before it is at work is started anew.
_STARTS: Final = 3
#: Fewer records than this are evaluated sooner by one process than workers are started.
WORTH_IT: Final = 500
#: Bytes that hold about as much, where nobody knows how many records there are.
WORTH_IT_BYTES: Final = 2_000_000

Result = TypeVar("Result")


class PoolError(AdjudgeError):
    """Workers that cannot be started."""


class Killed(NamedTuple):
    """In the place of a task's result: what became of every worker that had it in hand."""

    how: str


class _Died(Exception):
    """A worker went away; the words say how."""


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def jobs_for(records: int | None, size: int) -> int:
    """How many workers an input pays for: all cores, or 1 where it is small.

    `records`: how many it has, or None; `size`: its bytes.
    """
    large = size >= WORTH_IT_BYTES if records is None else records >= WORTH_IT
    return cores() if large else 1


class Pool:
    """`jobs` workers, each started when it is first needed. Used as a context manager.

    `handle` is a module's own function, `setup` what it is given with every task; both are sent
    to a worker once.
    """

    def __init__(self, handle: Callable[[Any, Any], Any], setup: object, jobs: int) -> None:
        start = pickle.dumps((handle, setup))
        self._lanes = [_Lane(start) for _ in range(jobs)]
        self._free: SimpleQueue[_Lane] = SimpleQueue()
        for lane in self._lanes:
            self._free.put(lane)
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="worker")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def submit(
        self, tasks: Sequence[object], then: Callable[[list[Any]], Result]
    ) -> Future[Result]:
        """What `then` makes of the tasks' results, in their order; a task may be `Killed`.

        `then` runs in a thread beside others.
        """
        return self._threads.submit(lambda: then(self._work(tasks)))

    def _work(self, tasks: Sequence[object]) -> list[Any]:
        lane = self._free.get()  # there are as many as threads
        try:
            return lane.work(tasks)
        finally:
            self._free.put(lane)

    @property
    def processes(self) -> list[int]:
        """The ids of the workers that are alive."""
        return [pid for lane in self._lanes if (pid := lane.pid) is not None]

    def close(self) -> None:
        """Ends the workers, whatever they have in hand."""
        for lane in self._lanes:
            lane.close()
        self._threads.shutdown(wait=True, cancel_futures=True)


class _Lane:
    """One worker after the other, and the thread that waits for it."""

    def __init__(self, start: bytes) -> None:
        self._start = start
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False
        self._starting = Lock()

    @property
    def pid(self) -> int | None:
        process = self._process
        return process.pid if process is not None and process.is_alive() else None

    def work(self, tasks: Sequence[object]) -> list[Any]:
        """Results in the order of the tasks."""
        try:
            return self._ask(tasks)
        except _Died:
            if self._closed:
                raise
            return [self._alone(one) for one in tasks]

    def _alone(self, task: object) -> Any:
        how = ""
        for _ in range(DEATHS):
            try:
                return self._ask([task])[0]
            except _Died as died:
                if self._closed:
                    raise
                how = str(died)
        return Killed(how)

    def _ask(self, tasks: Sequence[object]) -> list[Any]:
        pipe = self._worker()
        try:
            pipe.send_bytes(pickle.dumps(tasks))
            found: list[Any] = pickle.loads(pipe.recv_bytes())
            return found
        except (EOFError, OSError):
            raise self._death() from None

    def _worker(self) -> Connection:
        """The pipe to a worker that is at work. PoolError if none can be had."""
        if self._pipe is not None:
            return self._pipe
        said = ""
        for _ in range(_STARTS):
            pipe = self._started()
            try:
                said = pickle.loads(pipe.recv_bytes())
            except (EOFError, OSError):
                said = str(self._death())
                continue
            if not said:
                return pipe
            break
        raise PoolError(
            f"the workers cannot be started: {said}.",
            "--jobs 1 evaluates in one process.",
        )

    def _started(self) -> Connection:
        with self._starting:
            if self._closed:
                raise _Died("closed")
            context = _context()
            self._pipe, theirs = context.Pipe()
            process = context.Process(
                target=pool_worker.run, args=(theirs, self._start), daemon=True
            )
            process.start()
            theirs.close()
            self._process = process
            return self._pipe

    def _death(self) -> _Died:
        """How the worker ended; the next one is started when it is needed."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is None:
            return _Died("closed")
        process.kill()  # a worker that is alive without its pipe is of no use
        process.join()
        return _Died(_how(process.exitcode))

    def close(self) -> None:
        """Ends the worker; who waits for it is told that it died."""
        with self._starting:
            self._closed = True
            process = self._process
        if process is not None:
            with suppress(ValueError):  # its thread has seen to it
                process.kill()
                process.join()


def _how(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"
    return f"exit code {code}"


def _context() -> Any:
    """How processes are started: by a server that has imported what they need, where there is one.

    Never by a plain fork: this process has threads, whose locks a copy would keep for ever.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([pool_worker.__name__, *pool_worker.NEEDED])
    return context
