"""What workers are given to do in tests, and judges that go to them or cannot."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any, NoReturn

from adjudge_engine.evaluation import ClaimVerdict, Judgment
from adjudge_engine.judges.base import JudgeRequest, faithfulness
from adjudge_engine.judges.running import wait_for


def double(setup: int, task: Any) -> Any:
    """Twice the number, and `setup` more; "die" kills the worker, "pid" tells it."""
    if task == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == "pid":
        return os.getpid()
    return 2 * task + setup


def once(folder: Path, task: str) -> str:
    """Kills the worker the first time it is given a name, and answers the second time."""
    mark = folder / task
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def slow(_setup: None, task: float) -> float:
    """Works so many seconds."""
    time.sleep(task)
    return task


class Unreadable:
    """Can be sent, and not be taken in."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _fail, ()


def _fail() -> NoReturn:
    raise ValueError("not here")


class Quick:
    """A judge that computes; who judged is in the rationale. Kills the process over `deadly`."""

    name = "quick"
    remote = False
    criteria = ("faithfulness",)

    def __init__(self, deadly: str = "", broken: str = "") -> None:
        self.deadly = deadly
        self.broken = broken

    def fingerprint(self, criterion: str) -> str:
        return f"sha256:{self.name}:{criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        if request.case.id == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        if request.case.id == self.broken:
            raise ValueError("broken")
        verdicts = [
            ClaimVerdict(claim_id=claim.id, verdict="supported", reason="")
            for claim in request.claims
        ]
        return faithfulness(self, verdicts, rationale=self.said())

    def said(self) -> str:
        return "said"


class Settled(Quick):
    """A judge that cannot be sent, and tells in which process it was asked."""

    name = "settled"

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()
        self.processes: set[int] = set()

    def said(self) -> str:
        self.processes.add(os.getpid())
        return "said"


class Waits(Settled):
    """A judge that waits; it is asked where the run is, side by side."""

    name = "waits"

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        await asyncio.sleep(0)
        return Quick.judge(self, request)

    def judge(self, request: JudgeRequest) -> Judgment:
        return wait_for(self.ajudge(request))
