"""Workers: a death costs what was in hand and no more, and nobody outlives the parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pool_tasks
import pytest

from adjudge_tui.running.pool import WORTH_IT, Killed, Pool, PoolError, cores, jobs_for


def alive(pid: int) -> bool:
    """Whether a process is there, and is no mere entry of the table."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text("utf-8")
    except OSError:
        return False


def gone(pid: int) -> bool:
    """Whether it has ended, or does so soon."""
    for _ in range(200):
        if not alive(pid):
            return True
        time.sleep(0.05)
    return False


def results(pool: Pool, *lists: list[Any]) -> list[list[Any]]:
    asked = [pool.submit(one, list) for one in lists]
    return [one.result(timeout=60) for one in asked]


def test_results_come_in_the_order_of_the_tasks() -> None:
    with Pool(pool_tasks.double, 1, 2) as pool:
        lists = [[number, number + 1, number + 2] for number in range(9)]
        assert results(pool, *lists) == [[2 * one + 1 for one in numbers] for numbers in lists]
        (pids,) = results(pool, ["pid"])
        assert pids[0] in pool.processes
        assert os.getpid() not in pool.processes
    assert pool.processes == []


def test_a_task_that_kills_every_worker_is_given_up_and_the_others_are_not() -> None:
    with Pool(pool_tasks.double, 0, 1) as pool:
        found = results(pool, [1, "die", 3], [4], ["die"])
    assert found == [[2, Killed("SIGKILL"), 6], [8], [Killed("SIGKILL")]]


def test_who_dies_once_is_asked_again(tmp_path: Path) -> None:
    with Pool(pool_tasks.once, tmp_path, 2) as pool:
        assert results(pool, ["a", "b"], ["c"]) == [["a", "b"], ["c"]]


def test_a_worker_killed_from_outside_costs_nothing() -> None:
    with Pool(pool_tasks.double, 0, 2) as pool:
        for turn in range(4):
            assert results(pool, [turn], [turn + 1]) == [[2 * turn], [2 * turn + 2]]
            for pid in pool.processes:
                os.kill(pid, signal.SIGKILL)
                assert gone(pid)


def test_a_setup_that_cannot_be_taken_in_is_said() -> None:
    with (
        Pool(pool_tasks.double, pool_tasks.Unreadable(), 1) as pool,
        pytest.raises(PoolError, match=r"cannot be started: ValueError: not here\.\n--jobs 1"),
    ):
        results(pool, [1])


def test_closing_does_not_wait_for_what_is_in_hand() -> None:
    pool = Pool(pool_tasks.slow, None, 1)
    asked = [pool.submit([0.0], list), pool.submit([3_600.0], list), pool.submit([0.0], list)]
    assert asked[0].result(timeout=60) == [0.0]
    workers = pool.processes
    pool.close()
    assert asked[1].exception(timeout=60) is not None
    assert all(gone(pid) for pid in workers)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks into /proc")
def test_workers_end_with_their_parent_in_the_middle_of_a_task(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import pool_tasks, time\n"
        "from adjudge_tui.running.pool import Pool\n"
        "if __name__ == '__main__':\n"
        "    pool = Pool(pool_tasks.slow, None, 2)\n"
        "    first = [pool.submit([0.0], list) for _ in range(4)]\n"
        "    [one.result() for one in first]\n"
        "    more = [pool.submit([3_600.0], list) for _ in range(2)]\n"
        "    time.sleep(0.1)\n"
        "    print(*pool.processes, flush=True)\n"
        "    time.sleep(3_600)\n",
        encoding="utf-8",
    )
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=env
    ) as parent:
        assert parent.stdout is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        assert workers
        assert all(map(alive, workers))
        parent.kill()
        assert all(map(gone, workers))


def test_small_inputs_are_not_worth_workers() -> None:
    assert jobs_for(WORTH_IT - 1, 10**9) == 1
    assert jobs_for(WORTH_IT, 0) == cores()
    assert jobs_for(None, 10) == 1
    assert jobs_for(None, 10**9) == cores()
