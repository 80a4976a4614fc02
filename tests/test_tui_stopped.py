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


def test_a_job_of_a_shell_is_put_aside_by_its_key_and_comes_back(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain(f"item-{number}") for number in range(5)])
    with terminal(path, "ann", shell=True) as one:
        one.until("REVIEW")
        one.quiet()
        for key in ("\x1c", "c\x1c"):  # also while a field has the focus
            one.watch()
            one.press(key)
            one.until("THE JOB IS STOPPED")
            assert termios.tcgetattr(one._descriptor)[3] & termios.ECHO  # the shell's again
            one.watch()
            one.press("\n")
            one.until("REVIEW")
            one.quiet()
        one.press("\x1b")
        one.press("a")
        one.until("approved")
        one.press("\x1a")  # ctrl+z takes it back, and stops nothing
        one.until("undone")
        one.press("\x19")
        one.until("again approved")
        one.press("q")
        assert one.ended() == 0
    with Queue.open(path, readonly=True) as queue:
        states = {row.case_id: row.state for row in queue.rows(range(1, 6))}
    assert [case for case, state in states.items() if state == "decided"] == ["item-0"]


def test_a_desk_that_nobody_could_bring_back_is_not_put_aside(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("item-0")])
    with terminal(path, "ann") as one:  # alone on its terminal, as in a container
        one.until("REVIEW")
        one.quiet()
        one.press("\x1c")
        one.until("no shell to come back from")
        one.press("q")
        assert one.ended() == 0
