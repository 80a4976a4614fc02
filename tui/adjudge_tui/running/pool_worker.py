"""The inside of a worker process: takes lists of tasks from a pipe until it is closed."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Final

#: What tasks need, imported once for all workers where a server starts them.
NEEDED: Final = ("adjudge_tui.running.evaluating_apart", "adjudge_engine.judges.local.judge")


def run(pipe: Connection, start: bytes) -> None:
    """Says that it is there (or why not), then answers every list of tasks with its results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal: the parent's to deal with
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        handle, setup = pickle.loads(start)
    except Exception as error:  # the worker boundary: the parent has somebody to tell
        pipe.send_bytes(pickle.dumps(f"{type(error).__name__}: {error}"))
        return
    try:
        pipe.send_bytes(pickle.dumps(""))
        while True:
            tasks = pickle.loads(pipe.recv_bytes())
            pipe.send_bytes(pickle.dumps([handle(setup, one) for one in tasks]))
    except (EOFError, OSError):  # the parent is gone, or wants no more
        return


def _end_with_parent() -> None:
    """Ends the process when its parent ends, also in the middle of a task."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
