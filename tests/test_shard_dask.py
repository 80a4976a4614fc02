"""Shards on Dask: the same evaluations as by workers of our own, whoever is lost on the way."""

from __future__ import annotations

import sqlite3
import warnings
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, case, invoke, write_lines

from adjudge_engine.errors import InputError
from adjudge_queue import verify_file
from adjudge_tui.running.dask_run import ClusterError, run_on_dask, shards_for

pytestmark = pytest.mark.filterwarnings("ignore")  # those of the cluster's own libraries


def reports(db: Path) -> list[tuple[str, str]]:
    """Every evaluation's case and canonical report; what is there twice stands twice."""
    with sqlite3.connect(db) as connection:
        rows = connection.execute(
            "SELECT i.case_id, e.report FROM evaluations e JOIN items i ON i.id = e.item_id"
        ).fetchall()
    connection.close()
    return sorted((str(case_id), repr(report)) for case_id, report in rows)


def test_a_cluster_gives_the_same_as_one_process(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    source = write_lines(tmp_path / "in.jsonl", [*(case(number) for number in range(40)), "{oops"])
    plain, spread = tmp_path / "plain.db", tmp_path / "spread.db"
    answer("evaluate", source, "--db", plain, "--judge", "local")
    words = ("evaluate", source, "--db", spread, "--judge", "local", "--engine", "dask")
    done = answer(*words, "--shards", "5")
    assert (done["evaluated"], done["known"], done["rejected"]) == (40, 0, 1)
    assert done["rejects"] == str(tmp_path / "spread.shards")
    assert reports(spread) == reports(plain)
    before = verify_file(spread)
    again = answer(*words, "--shards", "4")
    assert (again["evaluated"], again["known"]) == (0, 40)
    assert verify_file(spread) == before


def test_what_a_shard_raises_comes_through(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(InputError, match="There is no file"), warnings.catch_warnings():
        list(run_on_dask([tmp_path / "none.jsonl"], tmp_path, 1, workers=1))


def test_a_scheduler_that_is_not_there_is_said(tmp_path: Path, monkeypatch: Any) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("adjudge_tui.running.dask_run._PATIENCE", 0.2)
    source = write_lines(tmp_path / "in.jsonl", [case(1)])
    with pytest.raises(ClusterError, match=r"no Dask scheduler tcp://127\.0\.0\.1:9"):
        list(run_on_dask([source], tmp_path, 1, scheduler="tcp://127.0.0.1:9"))


def test_without_the_extra_it_is_said(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    source = write_lines(tmp_path / "in.jsonl", [case(1)])
    result = invoke("evaluate", source, "--db", tmp_path / "q.db", "--engine", "dask")
    assert result.exit_code == 2
    assert (
        "Dask is not installed.\nInstall the extra: pip install 'adjudge[dask]'." in result.stderr
    )


def test_an_input_is_always_cut_alike() -> None:
    assert [shards_for(count) for count in (None, 0, 1, 2_000, 2_001, 10**6, 10**9)] == [
        *(16, 1, 1, 1, 2, 500, 10_000)
    ]
