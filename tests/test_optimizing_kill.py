"""`kill -9` at any moment: the same command goes on, asks nothing twice, and ends the same."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_support import invoke
from llm_server import Reply, Request
from optimizing_world import HELD_OUT, World, prepare

WORDS = ("optimize", "--labels", "labelled.jsonl", "--judge", "reader", "--rewriter", "writer",
         "--criterion", "tone", "--json")  # fmt: skip
#: A reply is on disk so many seconds after it came.
WRITTEN_S = 0.15
#: What a run tells that does not hang on when and in how many processes it was made.
SAME = ("stop", "start", "winner", "held_out", "over_fit", "rewritings", "abstentions", "spent")


class Killing:
    """Kills the process at work when the requests of these numbers come in, before answering."""

    def __init__(self, world: World, folder: Path, at: tuple[int, ...]) -> None:
        self.world, self.pid_file, self.at = world, folder / "pid", at
        self.killed: list[int] = []
        self.answered: list[Request] = []
        world.server.reply = self.reply

    def reply(self, request: Request) -> Reply | str:
        if request.number in self.at:
            time.sleep(WRITTEN_S)
            self.kill()
            self.killed.append(request.number)
        else:
            self.answered.append(request)
        return self.world.reply(request)

    def kill(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            os.kill(int(self.pid_file.read_text("utf-8")), signal.SIGKILL)


@contextlib.contextmanager
def process(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The command, begun again whenever it is killed."""
    script = Path(__file__).with_name("optimizing_kills.py")
    environment = {one: value for one, value in os.environ.items() if "ADJUDGE" not in one}
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", script, str(folder / "pid"), *WORDS],
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as found:
        try:
            yield found
        finally:
            found.kill()


def ended(running: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = running.communicate(timeout=120)
    assert running.returncode == 0, err
    said: dict[str, Any] = json.loads(out)
    return said


def undisturbed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The same run without a kill."""
    folder.mkdir()
    world = World()
    with world.server as server, monkeypatch.context() as patch:
        patch.chdir(folder)
        prepare(folder, server, judge="concurrency = 1")
        result = invoke(*WORDS)
        assert result.exit_code == 0, result.output
        said: dict[str, Any] = json.loads(result.stdout)
        return said


def told(found: dict[str, Any]) -> dict[str, Any]:
    """What must be the same; a revision's time is its own."""
    kept = {name: found[name] for name in SAME}
    kept["winner"] = {key: one for key, one in found["winner"].items() if key != "at"}
    return kept


def test_killed_at_several_points_it_goes_on_and_asks_nothing_twice(tmp_path: Path) -> None:
    """While the first rubric is scored, in a rewriting, in candidates, on the held-out side."""
    world = World()
    killing = Killing(world, tmp_path, (3, 11, 12, 30, 84))
    with world.server as server:
        prepare(tmp_path, server, judge="concurrency = 1")
        with process(tmp_path) as running:
            found = ended(running)
    assert killing.killed == [3, 11, 12, 30, 84]
    bodies = [one.body for one in killing.answered]
    assert len(set(bodies)) == len(bodies) == found["spent"]["calls"]
    assert (found["stop"]["rule"], found["winner"]["version"]) == ("reached", "1-opt.2.3")
    assert (found["held_out"]["n"], found["held_out"]["alignment"]) == (5, 1.0)
    assert len(world.server.requests) == len(bodies) + 5
    held_out = [one.number for one in world.server.requests if HELD_OUT[0] in one.text]
    assert held_out == list(range(len(bodies) - 1, len(bodies) + 5))


@pytest.mark.stress
def test_killed_twenty_times_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked again but what a killed process had just asked: it was not written yet.

    Which process asked is told by the request: one may lie in the server's socket until after the
    process that sent it is dead, so that no clock could tell.
    """
    world, folder = World(), tmp_path / "killed"
    folder.mkdir()
    whole = undisturbed(tmp_path / "whole", monkeypatch)
    killing = Killing(world, folder, ())
    chance, kills, over = random.Random(7), list[str](), threading.Event()

    def storm() -> None:
        while len(kills) < 20 and not over.wait(chance.uniform(0.05, 0.35)):
            if killing.answered:
                kills.append((folder / "pid").read_text("utf-8"))
                killing.kill()

    with world.server as server:
        prepare(folder, server, judge="concurrency = 1")
        with process(folder) as running:
            thread = threading.Thread(target=storm)
            thread.start()
            found = ended(running)
            over.set()
            thread.join()
    assert len(kills) >= 10
    seen: dict[bytes, Request] = {}
    for one in killing.answered:
        before = seen.setdefault(one.body, one)
        if before is not one:
            assert asker(before) != asker(one)
            assert asker(before) in kills
        seen[one.body] = one
    same = [name for name in SAME if name != "spent"]
    assert {name: told(found)[name] for name in same} == {name: told(whole)[name] for name in same}


def asker(request: Request) -> str:
    """The process that asked."""
    return request.headers["openai-organization"]
