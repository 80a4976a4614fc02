"""Work in a process of its own, when that is ended in the middle of what it says."""

from __future__ import annotations

import sys
import textwrap
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudge_engine.errors import DecisionError, QueueError
from adjudge_tui.desk.apart import Apart

HALF = """
import os, sys
sys.stdin.read()
print('{"doing": "judging"}', flush=True)
print('{"answer": {"page": "half a li', end="", flush=True)
os._exit(9)
"""
WAITS = """
import sys, time
sys.stdin.read()
print('{"doing": "judging"}', flush=True)
time.sleep(600)
"""
NOISE = """
import sys
sys.stdin.read()
print('[1]', flush=True)
print('what a library prints', flush=True)
print('{"answer": {"page": "whole"}}', flush=True)
"""
REFUSES = """
from adjudge_engine.errors import DecisionError
from adjudge_tui.desk.apart import serve
def answer(request):
    raise DecisionError("not for you", "ask")
serve(answer)
"""


class Worker(Apart):
    """What works apart here is a module that the test has written."""

    MODULE = "worker"
    ENDED = "chain.ended"


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes a program of that text one that works apart."""

    def made(text: str) -> Apart:
        (tmp_path / "worker.py").write_text(textwrap.dedent(text), encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{':'.join(one for one in sys.path if one)}")
        return Worker()

    return made


def test_an_answer_that_is_cut_off_is_none(work: Any) -> None:
    heard: list[Mapping[str, Any]] = []
    with pytest.raises(QueueError, match="ended"):
        work(HALF).ask({}, heard.append)
    assert heard == [{"doing": "judging"}]


def test_what_is_no_line_of_ours_is_passed_over(work: Any) -> None:
    heard: list[Mapping[str, Any]] = []
    assert work(NOISE).ask({}, heard.append) == {"page": "whole"}
    assert heard == []


def test_a_refusal_stays_one(work: Any) -> None:
    with pytest.raises(DecisionError, match="not for you"):
        work(REFUSES).ask({}, lambda line: None)


def test_it_is_ended_from_another_thread_and_for_good(work: Any) -> None:
    apart = work(WAITS)
    ends = threading.Event()

    def stop() -> None:
        ends.wait()
        apart.close()

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(QueueError):
        apart.ask({}, lambda line: ends.set())
    thread.join()
    apart.stop()  # nothing is left to end
    with pytest.raises(QueueError):
        apart.ask({}, lambda line: None)
