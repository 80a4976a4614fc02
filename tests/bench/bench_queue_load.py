"""The queue under many processes, for `bench_queue.py`: claimers, deciders beside an engine.

Times are given as multiples of a bare `fdatasync` of 4 kB by a process beside them, which has the
same cores and the same disk.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import queue_storm
from queue_storm import Told


def share(times: list[float], hundredths: int) -> float:
    """A percentile."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * hundredths // 100)]


def _values(told: list[Told], name: str) -> list[float]:
    return [line[name] for one in told for line in one.lines if name in line]


def _line(name: str, times: list[float], unit: float | None = None) -> float:
    """Print median and 99th percentile; the 99th, or the median of what is the unit itself."""
    middle, last = share(times, 50), share(times, 99)
    text = f"  {name:34} p50 {middle * 1e3:7.1f} ms   p99 {last * 1e3:7.1f} ms   ({len(times)})"
    if unit is None:
        print(text)
        return middle
    print(f"{text}   {middle / unit:.1f} x and {last / unit:.1f} x a bare fdatasync")
    return last


def claimers(path: Path, processes: int, seconds: float) -> None:
    """So many processes that do nothing but claim."""
    roles = [("claimer", f"c{number}") for number in range(processes)]
    *told, beside = queue_storm.run(path, [*roles, ("bare", "bare")], seconds)
    unit = _line("bare fdatasync beside them", _values([beside], "bare"))
    each = [len(one.lines) for one in told]
    _line(f"claim, {processes} saturated claimers", _values(told, "claim"), unit)
    mean = statistics.mean(each)
    least = min(each) / mean
    print(
        f"  each of them: {min(each)} to {max(each)} claims, the least {least:.2f} of the mean;"
        f" {sum(each) / seconds:.0f} claims/s together"
    )


def deciders(path: Path, reviewers: int, seconds: float, think: float) -> None:
    """Reviewers who think for `think` seconds, without an engine and beside one, in turn."""
    alone: list[float] = []
    beside: list[float] = []
    bare: list[float] = []
    rates = []
    for part in range(2):  # in turn, so that what else the machine does meets both
        for engines in ([], [("engine", f"e{part}")]):
            name = "s" if engines else "r"
            people = [("reviewer", f"{name}{part}-{number}") for number in range(reviewers)]
            roles = [*people, *engines, ("bare", f"bare{name}{part}")]
            told = queue_storm.run(path, roles, seconds / 4, str(think))
            bare += _values(told, "bare")
            (beside if engines else alone).extend(_values(told, "decide"))
            rates += [sum(_values(told, "items")) / (seconds / 4)] if engines else []
    unit = _line("bare fdatasync beside them", bare)
    quiet = _line(f"decide, {reviewers} reviewers", alone, unit)
    busy = _line("decide, the same beside an engine", beside, unit)
    print(f"  p99 beside an engine is {busy / quiet:.1f} x that without;", end=" ")
    print(f"the engine brought in {statistics.mean(rates):.0f} items/s")
