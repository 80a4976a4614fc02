"""One ordered thread per connection to the queue's file; the event loop never waits for it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

# Imported here and not in the threads: two threads that import at once can wait for each other.
from adjudge_engine.errors import AdjudgeError, QueueError
from adjudge_queue.facade.desk import Queue
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.display import one_line
from adjudge_tui.wording.strings import say

T = TypeVar("T")
Post = Callable[[Callable[[], None]], None]
_CLOSE_SECONDS = 6.0  # a little longer than the queue waits for a locked file


class QueueThread:
    """Runs jobs on its own connection, in order, and hands each outcome back.

    An outcome waits in an inbox until `collect` is called on the interface's side. `post` asks
    for that call and must be safe to use from another thread; should it fail or be lost, the
    outcome waits for the next call. A file that cannot be opened fails each job with its error
    and is tried again by the next one, so nothing that was asked for is lost silently.
    """

    def __init__(self, path: Path, post: Post, *, readonly: bool = False) -> None:
        self._path = path
        self._post = post
        self._readonly = readonly
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._outcomes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._queue: Queue | None = None
        self._waiting = 0
        self._thread = threading.Thread(target=self._run, name="adjudge-queue", daemon=True)
        self._thread.start()

    @property
    def idle(self) -> bool:
        """Every outcome has been handed over; asked on the interface's side only."""
        return self._waiting == 0

    def submit(
        self,
        job: Callable[[Queue], T],
        done: Callable[[T], None],
        failed: Callable[[AdjudgeError], None],
    ) -> None:
        """Run `job` after all that was submitted before; `done` or `failed` gets what it gave."""
        self._waiting += 1

        def run() -> None:
            outcome = self._attempt(job)

            def deliver() -> None:
                self._waiting -= 1
                if isinstance(outcome, AdjudgeError):
                    failed(outcome)
                else:
                    done(outcome)

            self._outcomes.put(deliver)
            with contextlib.suppress(Exception):  # the interface may just be closing
                self._post(self.collect)

        self._jobs.put(run)

    def collect(self) -> None:
        """Hand over what has come back. To be called on the interface's side, now and then."""
        while True:
            try:
                deliver = self._outcomes.get_nowait()
            except Empty:
                return
            deliver()

    def close(self, last: Callable[[Queue], bool] | None = None) -> None:
        """Finish what is waiting, then `last`, then close the connection."""
        if last is not None and self._thread.is_alive():
            self._jobs.put(lambda: self._finally(last))
        self._jobs.put(None)
        self._thread.join(_CLOSE_SECONDS)

    def _finally(self, last: Callable[[Queue], bool]) -> None:
        self._attempt(last)  # nobody is left to be told of an error

    def _attempt(self, job: Callable[[Queue], T]) -> T | AdjudgeError:
        try:
            if self._queue is None:
                self._queue = open_queue(self._path, readonly=self._readonly)
            return job(self._queue)
        except AdjudgeError as error:
            return error
        except Exception as error:  # the thread's boundary: nothing may end it
            return QueueError(
                say(
                    "problem.unexpected",
                    kind=type(error).__name__,
                    message=one_line(str(error)),
                )
            )

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
        if self._queue is not None:
            with contextlib.suppress(Exception):
                self._queue.close()
