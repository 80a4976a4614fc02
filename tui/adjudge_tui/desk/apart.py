"""Slow work in a process of its own: in a thread a key would wait for it.

What takes long computes, and would share one interpreter with the interface. A module that works
apart is started as a program: it reads one request and prints lines, one JSON value each, first
what is being done, last `{"answer": …}` or an error. It opens the queue for reading only.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from adjudge_engine.errors import AdjudgeError, DecisionError, QueueError
from adjudge_tui.wording.strings import say

#: One thread each, so that the interface has the other cores.
_THREADS: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

Told = Callable[[Mapping[str, Any]], None]


class Apart:
    """One process at a time that works; `stop` and `close` end it from any thread."""

    #: The module that works, and the name of the sentence where it ends without an answer.
    MODULE: ClassVar[str]
    ENDED: ClassVar[str]

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._closed = False

    def ask(
        self, request: Mapping[str, Any], tell: Told, wanted: Callable[[], bool] = lambda: True
    ) -> dict[str, Any]:
        """The answer; `tell` hears every line before it. While it is not `wanted` any more it is
        not begun. QueueError; DecisionError for what is not for this reviewer.
        """
        found: dict[str, Any] = {}
        pipe = subprocess.PIPE
        # -P: a folder that one works in must not bring modules of its own.
        with subprocess.Popen(
            (sys.executable, "-P", "-m", self.MODULE),
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            env=_THREADS | os.environ,
        ) as process:
            self._process = process
            if self._closed or not wanted():
                process.kill()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps(request))
                process.stdin.close()
            except OSError:  # it ended before it read; its end is found below
                pass
            for text in process.stdout:
                found = _read(text)
                if found and "answer" not in found and "error" not in found:
                    tell(found)
        self._process = None
        if "error" in found:
            kind = DecisionError if found["refused"] else QueueError
            raise kind(found["error"], found["hint"])
        if "answer" not in found:
            raise QueueError(say(self.ENDED), "")
        answer: dict[str, Any] = found["answer"]
        return answer

    def stop(self) -> None:
        """End what is being worked out."""
        process = self._process  # it may end meanwhile, on the thread that waits for it
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End it for good: what is asked from now on is not begun."""
        self._closed = True
        self.stop()


def _read(text: str) -> dict[str, Any]:
    """A line of the other side; empty for one that it was ended in the middle of."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def serve(answer: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> None:
    """The other side: read the request from standard input, print what `answer` makes of it."""
    try:
        step({"answer": answer(json.loads(sys.stdin.read()))})
    except AdjudgeError as error:
        refused = isinstance(error, DecisionError)
        step({"error": error.message, "hint": error.hint, "refused": refused})


def step(line: Mapping[str, Any]) -> None:
    """Tell the side that asked."""
    print(json.dumps(line), flush=True)
