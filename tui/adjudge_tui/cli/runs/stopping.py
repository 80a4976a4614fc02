"""How a long command ends when it is told to: what is finished is stored, and it says so."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from adjudge_tui.cli.lazy import say

#: The exit code of a command that was ended by SIGTERM, as shells count it.
TERMINATED: Final = 128 + signal.SIGTERM


class _Terminated(SystemExit):
    """SIGTERM came. No error: nothing but the end of the run stands in its way."""


@contextmanager
def stops_cleanly() -> Iterator[None]:
    """Within it SIGTERM ends the block like Ctrl-C does, and the command with code 143."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    except _Terminated:
        say("\nTerminated. What was finished is stored; the same command again goes on.")
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough; storing what is finished takes a moment
    raise _Terminated(TERMINATED)
