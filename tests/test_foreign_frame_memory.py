"""Large files pass through in constant memory, whatever their container.

Measured in a process of its own: the most memory it ever held, for a file and for one of many
times its size. The long versions have a gigabyte of JSON Lines and 200,000 rows of a table.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("resource")

COUNT = """
import json, resource, sys
from pathlib import Path
from adjudge_engine.case import Case
from adjudge_engine.reading import read_cases
from adjudge_engine.reading.foreign.mapping import CaseMap

way = CaseMap.parse(sys.argv[2:]) if sys.argv[2:] else None
cases = sum(isinstance(one, Case) for one in read_cases(Path(sys.argv[1]), format=way))
unit = 1 if sys.platform == "darwin" else 1024
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
status = Path("/proc/self/status")
if status.exists():  # there the figure above counts what the process before this one held, too
    line = next(one for one in status.read_text().splitlines() if one.startswith("VmHWM"))
    most = int(line.split()[1]) * 1024
print(json.dumps([cases, most]))
"""
MAP = ("answer=answer", "question=question", "contexts[]=contexts[*]")
#: Bytes by which the larger file may need more: buffers that fill once.
SLACK = 16 * 2**20


def rows(count: int, size: int) -> Iterator[dict[str, object]]:
    for at in range(count):
        contexts = [f"Sheet {at}: {at} bar. " + "pressure " * (size // 9), "other"]
        answer = f"It is {at} bar."
        yield {"id": f"r{at}", "question": f"How {at}?", "answer": answer, "contexts": contexts}


def write_jsonl(path: Path, count: int, size: int) -> None:
    with path.open("w") as file:
        file.writelines(json.dumps(one) + "\n" for one in rows(count, size))


def write_csv(path: Path, count: int, size: int) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, next(rows(1, 1)))
        writer.writeheader()
        writer.writerows(
            one | {"contexts": json.dumps(one["contexts"])} for one in rows(count, size)
        )


def write_parquet(path: Path, count: int, size: int) -> None:
    """In row groups of 20,000 at the most."""
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as pq

    writer, waiting = None, []
    for at, one in enumerate(rows(count, size), 1):
        waiting.append(one)
        if len(waiting) == 20_000 or at == count:
            table = arrow.Table.from_pylist(waiting)
            writer = writer or pq.ParquetWriter(path, table.schema)
            writer.write_table(table)
            waiting = []
    if writer is not None:
        writer.close()


WRITERS = {"jsonl": write_jsonl, "csv": write_csv, "parquet": write_parquet}


def held(folder: Path, kind: str, count: int, size: int, words: tuple[str, ...] = ()) -> int:
    """The most bytes that reading such a file takes; all of its cases must come."""
    path = folder / f"{count}.{kind}"
    WRITERS[kind](path, count, size)
    done = subprocess.run(
        [sys.executable, "-c", COUNT, str(path), *words], capture_output=True, text=True, check=True
    )
    path.unlink()
    cases, most = json.loads(done.stdout)
    assert cases == count
    assert isinstance(most, int)
    return most


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, kind: str) -> None:
    small, large = held(tmp_path, kind, 600, 20_000), held(tmp_path, kind, 3_000, 20_000)
    assert large < small + 1.5 * SLACK  # it has 48 MB more


def test_memory_does_not_grow_with_a_mapped_file(tmp_path: Path) -> None:
    small = held(tmp_path, "jsonl", 50, 20_000, MAP)
    assert held(tmp_path, "jsonl", 1_500, 20_000, MAP) < small + SLACK


@pytest.mark.stress
@pytest.mark.parametrize(
    ("kind", "count", "size"),
    [("jsonl", 50_000, 21_500), ("csv", 200_000, 1_500), ("parquet", 200_000, 1_500)],
    ids=["a gigabyte of lines", "200,000 rows of CSV", "200,000 rows of Parquet"],
)
def test_the_largest_files_pass_in_constant_memory(
    tmp_path: Path, kind: str, count: int, size: int
) -> None:
    small = held(tmp_path, kind, count // 20, size)
    assert held(tmp_path, kind, count, size) < small + 3 * SLACK  # it has 300 MB more, or 1 GB
