"""How evaluation scales: pace by workers, memory by size, what kills cost, what Dask adds.

    python tests/bench/bench_scale.py pace 3000
    python tests/bench/bench_scale.py parts 480
    python tests/bench/bench_scale.py memory 1000 10000 100000 --small
    python tests/bench/bench_scale.py faults 3000
    python tests/bench/bench_scale.py dask 3000
    python tests/bench/bench_scale.py whole 1000000 --judge none    (an hour or more)

Cases are those of `generated_cases`. On a machine that does other work as well, read the CPU
times: `per_core` is the bare loop's CPU time for a case over that of the whole run, all its
processes together. `whole` tells every tenth as it is done, and leaves its queue behind.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from generated_cases import generated

from adjudge_engine.case import Case
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.pipeline import evaluate
from adjudge_engine.policy import load_policy
from adjudge_engine.reading import read_cases
from adjudge_queue import Queue, verify_file
from adjudge_tui.running.evaluating import evaluate_files
from adjudge_tui.running.tally import Tally
from adjudge_tui.running.under_way import Rules

COMMAND: Final = (sys.executable, "-c", "from adjudge_tui.cli import main; main(None, 'adjudge')")
SMALL: Final = "--small"
KEEP: Final = "--keep"
TICKS: Final = os.sysconf("SC_CLK_TCK")


def written(folder: Path, count: int, *, small: bool = False) -> Path:
    """A file of so many cases; `small`: of one sentence, where only their number matters."""
    path = folder / f"cases-{count}.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            made = _small(number) if small else generated(1, number)
            file.write(json.dumps(made, ensure_ascii=False) + "\n")
    return path


def _small(number: int) -> dict[str, Any]:
    said = f"Lamp {number} weighs {100 + number} grams."
    return {"id": f"lamp-{number}", "question": None, "answer": said, "contexts": [said]}


class Family:
    """The processes below this one, seen while they live: their CPU time and largest memory."""

    def __init__(self) -> None:
        self.cpu: dict[int, float] = {}
        self.memory: dict[int, int] = {}
        self._looked = 0.0

    def look(self, _tally: object = None, every: float = 0.5) -> None:
        """Notes where they are; to be called as a run goes on."""
        if time.monotonic() - self._looked < every:
            return
        self._looked = time.monotonic()
        below = {os.getpid()}
        stats = dict(_stats())
        for _ in range(4):  # a server of processes stands between us and the workers
            below |= {pid for pid, stat in stats.items() if stat[0] in below}
        for pid in below - {os.getpid()}:
            if pid in stats:
                self.cpu[pid] = stats[pid][1]
                self.memory[pid] = max(self.memory.get(pid, 0), _peak(pid))

    @property
    def seconds(self) -> float:
        return sum(self.cpu.values())


def _stats() -> Iterator[tuple[int, tuple[int, float]]]:
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                text = Path(f"/proc/{entry}/stat").read_text("utf-8", "replace")
            except OSError:
                continue
            rest = text.rpartition(")")[2].split()
            yield int(entry), (int(rest[1]), (int(rest[11]) + int(rest[12])) / TICKS)


def _peak(pid: int) -> int:
    """The most memory that a process has held, KiB; 0 where it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("utf-8", "replace").splitlines()
    except OSError:
        return 0
    return next((int(one.split()[1]) for one in lines if one.startswith("VmHWM:")), 0)


def bare(path: Path, judge: str) -> dict[str, float]:
    """A loop over the engine alone: read, evaluate, forget."""
    policy, judges = load_policy(None), make_judges(judge)
    wall, cpu, count = time.perf_counter(), time.process_time(), 0
    for case in read_cases(path):
        assert isinstance(case, Case)
        evaluate(case, policy, judges)
        count += 1
    return _figures(count, time.perf_counter() - wall, time.process_time() - cpu)


def run(path: Path, folder: Path, judge: str, jobs: int) -> dict[str, float]:
    """The whole way into a queue."""
    db = folder / f"q{jobs}.db"
    rules, family = Rules(load_policy(None), make_judges(judge)), Family()
    wall, cpu = time.perf_counter(), time.process_time()
    with Queue.open(db, create=True) as queue:
        tally = evaluate_files(
            queue, [path], rules, rejects=folder / "r.jsonl", jobs=jobs, tick=family.look
        )
    own = time.process_time() - cpu
    found = _figures(tally.evaluated, time.perf_counter() - wall, own + family.seconds)
    workers = sorted(family.memory.values())[-jobs:] if jobs > 1 else []
    return found | {
        "main_cpu_ms": round(own / tally.evaluated * 1000, 3),
        "main_peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        "worker_peak_mb": round(max(workers, default=0) / 1024, 1),
    }


def _figures(count: int, wall: float, cpu: float) -> dict[str, float]:
    return {
        "cases": count,
        "per_s": round(count / wall, 1),
        "cpu_ms": round(cpu / count * 1000, 3),
    }


def pace(folder: Path, counts: list[int], judge: str) -> None:
    """Cases a second with one and with two workers, beside as many bare loops at once.

    Two loops on two threads of one core are slower than one: `per_core` compares like with like.
    """
    for count in counts:
        path = written(folder, count)
        for jobs in (1, 2):
            with ThreadPoolExecutor(jobs) as pool:
                given = ["bare"] * jobs, [path] * jobs, [folder] * jobs, [judge] * jobs, [0] * jobs
                loops = list(pool.map(_apart, *given))
            print(f"{jobs} bare", *loops, flush=True)
            bare_ms = sum(one["cpu_ms"] for one in loops) / jobs
            bare_s = sum(one["per_s"] for one in loops)
            found = _apart("run", path, folder, judge, jobs)
            found["per_core"] = round(bare_ms / found["cpu_ms"], 3)
            found["wall_ratio"] = round(found["per_s"] / bare_s, 3)
            print(f"jobs {jobs}", found, flush=True)


def whole(folder: Path, counts: list[int], judge: str) -> None:
    """One run with two workers, told tenth by tenth: pace, CPU time, memory, the file's size.

    Beside each tenth, the bare loop over 200 cases in this process, right then. The queue and its
    input are kept where `--keep` says; what the queue has already is not evaluated again.
    """
    kept = Path(sys.argv[sys.argv.index(KEEP) + 1]) if KEEP in sys.argv else folder
    kept.mkdir(exist_ok=True)
    for count in counts:
        path, some = written(kept, count), written(folder, 200)
        told = Tenths(count, kept / "q.db", partial(bare, some, judge))
        with Queue.open(kept / "q.db", create=True) as queue:
            rules = Rules(load_policy(None), make_judges(judge))
            rejects = folder / "r.jsonl"
            evaluate_files(queue, [path], rules, rejects=rejects, jobs=2, tick=told.look)
            print("routes", queue.counts().dispositions, flush=True)


class Tenths:
    """Tells what each tenth of a run took."""

    def __init__(self, count: int, db: Path, loop: Callable[[], dict[str, float]]) -> None:
        self.step, self.db, self.loop, self.family = count // 10, db, loop, Family()
        self.next, self.before = self.step, 0
        self.wall, self.own, self.below = time.perf_counter(), time.process_time(), 0.0

    def look(self, tally: Tally) -> None:
        """To be called as the run goes on."""
        self.family.look()
        if tally.evaluated + tally.known < self.next:
            return
        count, self.before = tally.evaluated - self.before, tally.evaluated
        self.next += self.step
        self.family.look(every=0.0)
        own, below = time.process_time() - self.own, self.family.seconds - self.below
        wall = time.perf_counter() - self.wall
        loop = self.loop()
        found = _figures(max(1, count), wall, own + below)
        memory = sorted(self.family.memory.values())[-2:]
        print(
            tally.evaluated + tally.known,
            found,
            {"per_core": round(loop["cpu_ms"] / found["cpu_ms"], 3), "bare_ms": loop["cpu_ms"]},
            {"main_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024},
            {"workers_mb": [one // 1024 for one in memory]},
            {"file_gb": round(self.db.stat().st_size / 1e9, 3), "load": os.getloadavg()[0]},
            flush=True,
        )
        self.wall, self.own = time.perf_counter(), time.process_time()
        self.below = self.family.seconds


def parts(folder: Path, counts: list[int], judge: str) -> None:
    """CPU time for a case by what it is spent on, turn by turn with the bare loop's."""
    from bench_scale_parts import spent

    print(spent(written(folder, counts[0]), folder, judge), flush=True)


def memory(folder: Path, counts: list[int], judge: str) -> None:
    """The most memory that the main process and a worker hold, by the number of cases."""
    for count in counts:
        path = written(folder, count, small=SMALL in sys.argv)
        print(_apart("run", path, folder, judge, 2), flush=True)


def _apart(what: str, path: Path, folder: Path, judge: str, jobs: int) -> dict[str, float]:
    """One measurement in a process of its own, so that none sees another's memory."""
    for old in folder.glob("q*.db*") if what == "run" else ():
        old.unlink()
    words = [sys.executable, __file__, f"one-{what}", str(path), str(folder), judge, str(jobs)]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def faults(folder: Path, counts: list[int], judge: str) -> None:
    """Kills and a full disk: everything there, nothing twice, and what it cost."""
    path = written(folder, counts[0])
    base, _ = _until_done(folder / "undisturbed", path, judge)
    print("undisturbed", round(base, 1), "s", flush=True)
    for name, disturb in (("worker", _kill_workers), ("driver", _kill_driver)):
        took, runs = _until_done(folder / name, path, judge, disturb)
        same = _evaluated(folder / name) == _evaluated(folder / "undisturbed")
        print(f"{name} killed", round(took / base, 2), "x", runs, "runs, same:", same, flush=True)
    took, runs = _until_done(folder / "disk", path, judge, limit=_limit(folder / "undisturbed"))
    same = _evaluated(folder / "disk") == _evaluated(folder / "undisturbed")
    print("disk full", round(took / base, 2), "x", runs, "runs, same:", same, flush=True)


def _until_done(
    folder: Path,
    path: Path,
    judge: str,
    disturb: Callable[[subprocess.Popen[str], Path], None] | None = None,
    limit: int | None = None,
) -> tuple[float, int]:
    """Runs the command until it ends well; only its first run is disturbed."""
    folder.mkdir()
    words = [*COMMAND, "evaluate", str(path), "--judge", judge, "--jobs", "2", "--json"]
    began, runs = time.perf_counter(), 0
    while True:
        cap = limit if not runs else None
        process = subprocess.Popen(
            words,
            cwd=folder,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=None if cap is None else _limiter(cap),
        )
        if disturb is not None and not runs:
            disturb(process, folder / "adjudge.db")
        out, _ = process.communicate()
        runs += 1
        if process.returncode == 0:
            assert json.loads(out)["rejected"] == 0
            assert verify_file(folder / "adjudge.db").ok
            return time.perf_counter() - began, runs


def _limiter(size: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def _limit(folder: Path) -> int:
    """Half of what the undisturbed queue took: there the disk is full."""
    return (folder / "adjudge.db").stat().st_size // 2


def _kill_workers(process: subprocess.Popen[str], db: Path) -> None:
    for count in (100, 200, 300):
        _wait_for(process, db, count)
        below = [pid for pid, (parent, _) in _stats() if parent == process.pid]
        workers = [pid for pid, (parent, _) in _stats() if parent in below]
        for pid in workers[:1]:
            os.kill(pid, signal.SIGKILL)


def _kill_driver(process: subprocess.Popen[str], db: Path) -> None:
    _wait_for(process, db, 200)
    process.kill()


def _wait_for(process: subprocess.Popen[str], db: Path, count: int) -> None:
    """Until so many items are committed, or the process has ended."""
    while process.poll() is None and _count(db) < count:
        time.sleep(0.1)


def _count(db: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM items").fetchone()[0])
    except sqlite3.Error:
        return 0


def _evaluated(folder: Path) -> list[tuple[str, str]]:
    """Every item's case and report hash, in the order of the ids; an item twice stands twice."""
    with closing(sqlite3.connect(folder / "adjudge.db")) as db:
        rows = db.execute(
            "SELECT i.case_id, e.report_hash FROM items i JOIN evaluations e ON e.item_id = i.id"
        ).fetchall()
    return sorted((str(case), str(report)) for case, report in rows)


def dask(folder: Path, counts: list[int], judge: str) -> None:
    """A Dask cluster of two workers beside two workers of our own, and its scheduler lost."""
    from bench_scale_dask import compare

    path = written(folder, counts[0])
    base, _ = _until_done(folder / "pool", path, judge)
    compare(folder, path, judge, base, _evaluated(folder / "pool"), _evaluated)


WHAT: Final[dict[str, Callable[[Path, list[int], str], None]]] = {
    "pace": pace,
    "whole": whole,
    "parts": parts,
    "memory": memory,
    "faults": faults,
    "dask": dask,
}


def main() -> None:
    """Measure one thing, or be the process in which it is measured."""
    if len(sys.argv) > 1 and sys.argv[1].startswith("one-"):
        what, path, place, judge, jobs = sys.argv[1:]
        if what == "one-bare":
            print(json.dumps(bare(Path(path), judge)))
        else:
            print(json.dumps(run(Path(path), Path(place), judge, int(jobs))))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=sorted(WHAT))
    parser.add_argument("counts", type=int, nargs="+")
    parser.add_argument("--judge", default="none")
    parser.add_argument(SMALL, action="store_true", help="with memory: cases of one sentence")
    parser.add_argument(KEEP, help="with whole: the folder of the queue and its input")
    given: Any = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="adjudge-scale-"))
    try:
        print("load", os.getloadavg(), flush=True)
        WHAT[given.what](folder, given.counts, given.judge)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
