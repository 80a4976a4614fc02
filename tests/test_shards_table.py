"""Results as Parquet tables: the same lines as in a file of lines, whole or refused."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, case, invoke, write_lines

from adjudge_engine.errors import InputError
from adjudge_queue import Queue
from adjudge_tui.running.ingesting import ingest
from adjudge_tui.running.results_file import arrived, checked
from adjudge_tui.running.sharding import ledger_of, rejects_of, run_shard

pa: Any = pytest.importorskip("pyarrow")
pq: Any = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Cases, one with an id that no table can hold, and a line that is none."""
    odd = case(900, id="\ud800 日本", question="\x00 \u202e=1+1 | [red]")
    return write_lines(tmp_path / "in.jsonl", [*map(case, range(30)), "{oops", odd])


def written(source: Path, name: str, shard: str = "1/1") -> Path:
    return run_shard(source, results=source.with_name(name), shard=shard, judges="none")


def test_a_table_has_the_lines_of_a_file_of_lines(source: Path) -> None:
    table, plain = checked(written(source, "r.parquet")), checked(written(source, "r.jsonl.gz"))
    assert (table.evaluated, table.rejected, table.about) == (31, 1, plain.about)
    assert table.sha256 == plain.sha256
    assert list(arrived(table)) == list(arrived(plain))
    assert rejects_of(table.path).is_file()


def test_a_table_is_for_other_tools_to_look_at(source: Path) -> None:
    found = pq.read_table(written(source, "r.parquet"))
    assert found.column_names == ["case_id", "route", "report_hash", "key", "line"]
    rows = {row["case_id"]: row for row in found.to_pylist()}
    assert len(rows) == 31
    results = checked(source.with_name("r.parquet"))
    for record, evaluation in arrived(results):
        row = rows[record.case_id.replace("\ud800", "?")]
        assert (row["route"], row["report_hash"]) == (evaluation.route, evaluation.report_hash)
        assert row["key"] == record.key


def test_tables_of_shards_make_the_same_queue(source: Path, tmp_path: Path) -> None:
    parts = [written(source, f"{n}.parquet", f"{n}/3") for n in (1, 2, 3)]
    said = answer("ingest", *parts, "--db", tmp_path / "q.db")
    assert (said["files"], said["items"], said["known"]) == (3, 31, 0)
    whole = checked(written(source, "r.jsonl"))
    with Queue.open(tmp_path / "q.db") as queue:
        assert ingest(queue, [whole]).known == 31
        assert queue.verify().ok


def test_interrupted_it_goes_on_from_its_ledger(source: Path) -> None:
    first = checked(written(source, "r.parquet"))
    first.path.unlink()
    with ledger_of(first.path).open("rb") as file:
        assert file.read(6) == b"SQLite"
    again = checked(written(source, "r.parquet"))
    assert again.sha256 == first.sha256


@pytest.mark.parametrize("what", ["cut off", "a line altered", "a line gone", "no end", "swapped"])
def test_a_table_that_is_not_whole_is_refused(source: Path, what: str) -> None:
    path = written(source, "r.parquet")
    if what == "cut off":
        path.write_bytes(path.read_bytes()[:-40])
    else:
        table = pq.read_table(path)
        notes = dict(pq.ParquetFile(path).metadata.metadata)
        rows = table.to_pylist()
        if what == "a line altered":
            rows[3]["line"] = rows[3]["line"].replace("lamp", "lump")
        elif what == "a line gone":
            del rows[-1]
        elif what == "no end":
            del notes[b"adjudge.results.end"]
        else:
            rows[0], rows[1] = rows[1], rows[0]
        kept = {name: one for name, one in notes.items() if name.startswith(b"adjudge")}
        changed = pa.Table.from_pylist(rows, schema=table.schema.remove_metadata())
        pq.write_table(changed.replace_schema_metadata(kept), path)
    with pytest.raises(InputError, match=r"not whole|damaged"):
        checked(path)


@pytest.mark.parametrize("column", ["line", "words"])
def test_another_table_is_no_file_of_results(tmp_path: Path, column: str) -> None:
    pq.write_table(pa.table({column: ["{}", None]}), tmp_path / "other.parquet")
    with pytest.raises(InputError, match="no file of results"):
        checked(tmp_path / "other.parquet")


def test_a_line_of_another_type_is_refused(source: Path) -> None:
    path = written(source, "r.parquet")
    notes = dict(pq.ParquetFile(path).metadata.metadata)
    kept = {name: one for name, one in notes.items() if name.startswith(b"adjudge")}
    pq.write_table(pa.table({"line": [1, 2]}).replace_schema_metadata(kept), path)
    with pytest.raises(InputError, match="row 1: it has no line"):
        checked(path)


def test_without_pyarrow_it_says_so_before_any_work(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    result = invoke(
        "evaluate", source, "--judge", "none", "--results", source.with_name("r.parquet")
    )
    assert result.exit_code == 2
    assert "pip install 'adjudge[parquet]'" in result.stderr
    assert not ledger_of(source.with_name("r.parquet")).exists()
