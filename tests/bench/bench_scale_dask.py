"""Dask beside workers of our own, and a scheduler that is lost; part of `bench_scale.py dask`."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

COMMAND: Final = (sys.executable, "-c", "from adjudge_tui.cli import main; main(None, 'adjudge')")

Evaluated = list[tuple[str, str]]


def compare(
    folder: Path,
    path: Path,
    judge: str,
    base: float,
    wanted: Evaluated,
    evaluated: Callable[[Path], Evaluated],
) -> None:
    """`base`: the seconds that two workers of our own took for the same file."""
    took = _run(folder / "local", path, judge)
    same = evaluated(folder / "local") == wanted
    print("cluster of this machine", round(took / base, 2), "x, same:", same, flush=True)
    calm, _ = _with_scheduler(folder / "calm", path, judge, lose=False)
    took, runs = _with_scheduler(folder / "lost", path, judge, lose=True)
    same = evaluated(folder / "lost") == wanted == evaluated(folder / "calm")
    print("scheduler lost", round(took / calm, 2), "x the same cluster undisturbed,", end=" ")
    print(round(took / base, 2), "x our own workers;", runs, "runs, same:", same, flush=True)


def _run(folder: Path, path: Path, judge: str) -> float:
    folder.mkdir()
    began = time.perf_counter()
    subprocess.run(_words(path, judge), cwd=folder, check=True, capture_output=True)
    return time.perf_counter() - began


def _words(path: Path, judge: str, *more: str) -> list[str]:
    words = ["evaluate", str(path), "--judge", judge, "--engine", "dask", "--shards", "8", "--json"]
    return [*COMMAND, *words, *more]


def _with_scheduler(folder: Path, path: Path, judge: str, *, lose: bool) -> tuple[float, int]:
    """The seconds from the first start to the end, without those of starting clusters.

    `lose`: the first scheduler is killed once the first shard is there.
    """
    folder.mkdir()
    took, runs = 0.0, 0
    while True:
        with _cluster() as (address, scheduler):
            began = time.perf_counter()
            words = _words(path, judge, "--scheduler", address)
            process = subprocess.Popen(
                words, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            if lose and not runs:
                while process.poll() is None and not list(folder.glob("*.shards/*.gz")):
                    time.sleep(0.1)
                scheduler.kill()
            out, _ = process.communicate()
            runs += 1
            took += time.perf_counter() - began
        if process.returncode == 0:
            assert json.loads(out)["rejected"] == 0
            return took, runs


@contextmanager
def _cluster() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler and two workers, each a process of its own; killed at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    spec = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
    spec += ["--port", str(port), "--no-dashboard"]
    work = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1"]
    work += ["--no-nanny", "--no-dashboard", "--death-timeout", "30"]

    quiet = subprocess.DEVNULL
    started = [subprocess.Popen(words, stdout=quiet, stderr=quiet) for words in (spec, work, work)]
    try:
        yield address, started[0]
    finally:
        for process in started:
            process.kill()
            process.wait()
