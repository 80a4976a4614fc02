"""A desk that is stopped from outside and goes on: the same desk, one reader of keys."""

from __future__ import annotations

import os
import signal
import termios
from pathlib import Path

import pytest
from terminals import terminal
from tui_samples import build, plain

from adjudge_queue import Queue


@pytest.mark.parametrize("stop", [signal.SIGSTOP, signal.SIGTSTP], ids=["bare", "announced"])
def test_stopped_and_continued_it_goes_on_and_ends(tmp_path: Path, stop: signal.Signals) -> None:
    path = build(tmp_path / "q.db", [plain(f"item-{number}") for number in range(5)])
    with terminal(path, "ann") as one:
        one.until("REVIEW")
        one.quiet()
        before = termios.tcgetattr(one._descriptor)
        for _ in range(2):
            os.kill(one.child, stop)
            os.waitpid(one.child, os.WUNTRACED)
            one.watch()
            os.kill(one.child, signal.SIGCONT)
            one.until("REVIEW")  # drawn anew
            one.quiet()
        assert termios.tcgetattr(one._descriptor) == before
        one.press("a")
        one.until("approved")
        one.press("q")
        assert one.ended() == 0
        assert termios.tcgetattr(one._descriptor)[3] & termios.ECHO
    with Queue.open(path, readonly=True) as queue:
        states = {one.case_id: one.state for one in queue.rows(range(1, 6))}
    assert [case for case, state in states.items() if state == "decided"] == ["item-0"]
