"""Shards: each record in exactly one, nothing evaluated twice, results whole or refused."""

from __future__ import annotations

import gzip
import io
import json
import os
import resource
import signal
import sqlite3
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cli_support import COMMAND, answer, case, invoke, start, write_lines
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.errors import InputError
from adjudge_engine.reading import Reject
from adjudge_engine.reading.files import lines_of
from adjudge_queue import Queue, verify_file
from adjudge_tui.running.ingesting import ingest
from adjudge_tui.running.results_file import arrived, checked
from adjudge_tui.running.shard_ledger import Ledger, LedgerError
from adjudge_tui.running.sharding import ledger_of, rejects_of, run_shard
from adjudge_tui.running.shares import Share, _Thinned, shared


def lamps(count: int) -> list[Any]:
    """Cases, with a line that is none among them, and an id that is no plain text."""
    found: list[Any] = [case(number) for number in range(count)]
    return [*found[:2], "{oops", "", case(900, id="\ud800 日本"), *found[2:]]


def lines(path: Path) -> list[Any]:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in data.splitlines()]


def reports(db: Path) -> list[tuple[str, str]]:
    """Every evaluation's case and canonical report; what is there twice stands twice."""
    with sqlite3.connect(db) as connection:
        rows = connection.execute(
            "SELECT i.case_id, e.report FROM evaluations e JOIN items i ON i.id = e.item_id"
        ).fetchall()
    connection.close()
    return sorted((repr(case_id), repr(report)) for case_id, report in rows)


def sharded(source: Path, folder: Path, of: int) -> list[Path]:
    folder.mkdir(exist_ok=True)
    return [
        run_shard(source, results=folder / f"{n}.jsonl.gz", shard=f"{n}/{of}", judges="none")
        for n in range(1, of + 1)
    ]


def whole(source: Path, folder: Path) -> list[tuple[str, str]]:
    """What one run over the input brings into a queue."""
    answer("evaluate", source, "--db", folder / "whole.db", "--judge", "none", "--jobs", "1")
    return reports(folder / "whole.db")


@given(
    st.lists(st.binary(max_size=12).map(lambda one: one.replace(b"\n", b" ")), max_size=12),
    st.booleans(),
    st.integers(1, 5),
    st.sampled_from([1, 2, 3, 64, -1]),
)
def test_every_line_is_in_one_shard_and_keeps_its_number(
    rows: list[bytes], ended: bool, of: int, size: int
) -> None:
    data = b"\n".join(rows) + (b"\n" if ended and rows else b"")
    numbered = list(enumerate(io.BytesIO(data).readlines()))
    found: list[tuple[int, bytes]] = []
    for number in range(1, of + 1):
        thinned = _Thinned(io.BytesIO(data), Share(number, of))
        given_back = b"".join(iter(partial(thinned.readline, size), b""))
        mine = list(enumerate(io.BytesIO(given_back).readlines()))
        assert len(mine) == len(numbered)
        found += [one for one in mine if Share(number, of).has(one[0])]
        assert all(not line.strip(b"\n") for at, line in mine if not Share(number, of).has(at))
    assert sorted(found) == numbered


@pytest.mark.parametrize("of", [1, 2, 3, 50])
def test_shards_of_lines_documents_and_several_files_are_the_whole(tmp_path: Path, of: int) -> None:
    one = write_lines(tmp_path / "one.jsonl", lamps(9))
    two = tmp_path / "two.json"
    two.write_text(json.dumps([case(number) for number in range(20, 27)]))
    every = list(shared([one, two], Share(1, 1)))
    parts = [list(shared([one, two], Share(number, of))) for number in range(1, of + 1)]
    assert sorted(map(repr, (row for part in parts for row in part))) == sorted(map(repr, every))
    assert len(every) == 18
    assert sum(isinstance(row[3], Reject) for row in every) == 1
    lengths = sorted(map(len, parts))
    assert lengths[-1] - lengths[0] <= 3  # a blank line and a file's end leave some shorter


@pytest.mark.parametrize(
    "text", ["", "1", "0/2", "3/2", "-1/2", "1/2/3", "a/b", "1/1000000", "１/２"]
)
def test_what_is_no_shard_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is no shard"):
        Share.parse(text)


def test_a_line_too_long_for_a_reader_stays_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudge_engine.reading.files.MAX_LINE", 10)
    data = b"[1]\n" + b"x" * 95 + b"\n[2]\n[3]\n"
    for number, of, wanted in ((1, 2, [1, 3]), (2, 2, [2, 4]), (2, 4, [2])):
        thinned: Any = _Thinned(io.BytesIO(data), Share(number, of))
        assert [one.line for one in lines_of(thinned)] == wanted


def test_shards_together_are_the_whole_run(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", lamps(10))
    files = sharded(source, tmp_path / "parts", 3)
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        found = ingest(queue, files)
    assert (found.items, found.known, found.rejected, found.files) == (11, 0, 1, 3)
    assert reports(tmp_path / "q.db") == whole(source, tmp_path)
    assert verify_file(tmp_path / "q.db").ok
    kept = [rejects_of(file) for file in files if rejects_of(file).exists()]
    assert [lines(one)[0]["line"] for one in kept] == [3]


def test_ingested_again_or_overlapping_nothing_changes(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", lamps(8))
    two, three = sharded(source, tmp_path / "two", 2), sharded(source, tmp_path / "three", 3)
    db = tmp_path / "q.db"
    first = answer("ingest", *two, "--db", db)
    assert (first["items"], first["known"], first["rejected"]) == (9, 0, 1)
    before = verify_file(db)
    for files in (two, three, [two[1], *three, two[0]]):
        again = answer("ingest", *files, "--db", db)
        assert (again["items"], again["evaluations"]) == (0, 0)
        assert again["known"] >= 9
    assert verify_file(db) == before
    shown = invoke("ingest", two[0], "--db", db).stdout
    assert "0 taken from 1 file\n" in shown
    assert "known already, nothing taken twice" in shown


def test_an_older_result_does_not_push_out_a_newer_one(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in range(4)])
    db, older = tmp_path / "q.db", run_shard(source, results=tmp_path / "a.gz", judges="none")
    newer = run_shard(source, results=tmp_path / "b.gz", judges="local")
    assert answer("ingest", older, "--db", db)["items"] == 4
    assert answer("ingest", newer, "--db", db)["evaluations"] == 4
    current = answer("show", "#1", "--db", db)["evaluation"]
    assert answer("ingest", older, "--db", db)["known"] == 4
    assert answer("show", "#1", "--db", db)["evaluation"] == current


def test_the_trail_says_where_an_item_came_from(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1), case(2)])
    _, second = sharded(source, tmp_path / "parts", 2)
    answer("ingest", second, "--db", tmp_path / "q.db")
    with sqlite3.connect(tmp_path / "q.db") as connection:
        (body,) = connection.execute("SELECT body FROM events").fetchone()
    connection.close()
    sha = checked(second).sha256
    assert json.loads(body)["origin"] == {"results": f"sha256:{sha}", "shard": "2/2"}


def test_run_again_a_shard_does_nothing_twice_and_gives_the_same(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", lamps(8))
    words = ("evaluate", source, "--results", tmp_path / "r.jsonl.gz")
    first = answer(*words)
    assert (first["evaluated"], first["known"], first["rejected"]) == (9, 0, 1)
    before = (tmp_path / "r.jsonl.gz").read_bytes()
    (tmp_path / "r.jsonl.gz").unlink()
    again = answer(*words, "--jobs", "2")
    assert (again["evaluated"], again["known"], again["rejected"]) == (0, 9, 1)
    assert (tmp_path / "r.jsonl.gz").read_bytes() == before  # with the first run's latencies
    write_lines(source, lamps(9))
    assert answer(*words)["evaluated"] == 1
    shown = invoke(*words).stdout
    assert "10 known already, nothing done twice\n1 rejected" in shown
    assert shown.endswith(f"Next: adjudge ingest {tmp_path / 'r.jsonl.gz'}\n")
    assert not (tmp_path / "adjudge.db").exists()


def test_plain_and_compressed_results_say_the_same(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", lamps(4))
    packed = run_shard(source, results=tmp_path / "a.jsonl.gz", judges="none")
    plain = run_shard([source], results=str(tmp_path / "b.jsonl"), judges=["none"])
    assert lines(packed) == lines(plain)
    assert checked(plain).sha256 == checked(packed).sha256
    assert checked(plain).evaluated == 5


def test_a_shard_with_nothing_in_it_is_whole(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1)])
    files = sharded(source, tmp_path / "parts", 3)
    assert [checked(file).evaluated for file in files] == [1, 0, 0]
    assert answer("ingest", *files, "--db", tmp_path / "q.db")["items"] == 1


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz"])
def test_a_torn_file_is_refused_wherever_it_is_torn(tmp_path: Path, suffix: str) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1), case(2)])
    good = run_shard(source, results=tmp_path / f"good.{suffix}", judges="none").read_bytes()
    torn = tmp_path / "torn"
    for cut in [*range(0, len(good), len(good) // 60), len(good) - 1]:
        torn.write_bytes(good[:cut])
        with pytest.raises(InputError, match=r"torn is (not whole|no file of results)"):
            checked(torn)
    torn.write_bytes(good + good)
    with pytest.raises(InputError, match="something follows its last line"):
        checked(torn)


def test_an_altered_file_is_refused_and_nothing_of_the_others_is_taken(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1), case(2)])
    good = run_shard(source, results=tmp_path / "good.jsonl", judges="none")
    bad, db = tmp_path / "bad.jsonl", tmp_path / "q.db"
    for old, new in (
        ("brass", "steel"),
        ('"review"', '"release"'),
        ('"evaluated":2', '"evaluated":3'),
    ):
        text = good.read_text("utf-8")
        assert old in text
        bad.write_text(text.replace(old, new), "utf-8")
        result = invoke("ingest", good, bad, "--db", db)
        assert result.exit_code == 2
        assert "bad.jsonl is not whole: it is not what was written" in result.stderr
        assert not db.exists()
    for other in (source, tmp_path / "nothing", tmp_path):
        assert invoke("ingest", other, "--db", db).exit_code == 2


def test_a_line_that_does_not_hold_together_is_refused_by_its_number(tmp_path: Path) -> None:
    import hashlib

    source = write_lines(tmp_path / "in.jsonl", [case(1), case(2)])
    good = run_shard(source, results=tmp_path / "good.jsonl", judges="none")
    rows = good.read_text("utf-8").splitlines(keepends=True)
    changes: list[dict[str, Any]] = [
        {"report": "{}"}, {"case": {}}, {"evaluation": []}, {"key": None, "sources": 3},
        {"case_hash": "sha256:0"}, {"case": {**case(3), "contexts": []}},
    ]  # fmt: skip
    for change in changes:
        made = [*rows[:2], json.dumps({**json.loads(rows[2]), **change}) + "\n"]
        total = hashlib.sha256("".join(made).encode()).hexdigest()
        end = json.loads(rows[3]) | {"sha256": total}
        made.append(json.dumps(end, sort_keys=True, separators=(",", ":")) + "\n")
        (tmp_path / "bad.jsonl").write_text("".join(made), "utf-8")
        with pytest.raises(InputError, match="line 3 is no evaluation"):
            list(arrived(checked(tmp_path / "bad.jsonl")))


def test_a_ledger_is_one_runs_at_a_time_and_nobody_elses_file(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    with Ledger(ledger_of(results)), pytest.raises(LedgerError, match="another process is at work"):
        Ledger(ledger_of(results))
    other = tmp_path / "o.jsonl"
    with sqlite3.connect(ledger_of(other)) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    with pytest.raises(LedgerError, match="is no ledger"):
        Ledger(ledger_of(other))
    ledger_of(other).write_bytes(b"no database at all " * 100)
    with pytest.raises(LedgerError, match="cannot be used"):
        Ledger(ledger_of(other))


def test_a_shard_that_was_killed_goes_on(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in range(600)])
    words = ("evaluate", source, "--judge", "none", "--results", "r.jsonl.gz", "--jobs", "1")
    wal = tmp_path / "r.jsonl.gz.ledger-wal"
    with start(*words, cwd=tmp_path) as process:
        while process.poll() is None and not (wal.exists() and wal.stat().st_size > 200_000):
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    assert not (tmp_path / "r.jsonl.gz").exists()
    write_lines(source, [case(number) for number in range(60)])
    done = answer(*words[:5], tmp_path / "r.jsonl.gz")
    assert done["known"] >= 50
    assert done["known"] + done["evaluated"] == 60
    assert checked(tmp_path / "r.jsonl.gz").evaluated == 60


def full_at(size: int, words: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """The command where no file can grow beyond so many bytes."""

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.run(
        words, cwd=cwd, capture_output=True, text=True, check=False, preexec_fn=full
    )


def test_a_full_disk_ends_a_run_in_words_and_it_goes_on(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in range(160)])
    words = [*COMMAND, "evaluate", str(source), "--judge", "none", "--db", "q.db", "--json"]
    done = full_at(800_000, words, tmp_path)
    assert done.returncode == 2, done.stderr
    assert "What was stored before is kept: the same command goes on from there." in done.stderr
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    said = json.loads(done.stdout)
    assert 0 < said["known"] < 160
    assert said["known"] + said["evaluated"] == 160
    assert reports(tmp_path / "q.db") == whole(source, tmp_path)


def test_a_full_disk_ends_a_shard_in_words_and_it_goes_on(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in range(80)])
    words = [*COMMAND, "evaluate", str(source), "--judge", "none", "--results", "r.jsonl"]
    done = full_at(200_000, words, tmp_path)
    assert done.returncode == 2, done.stderr
    assert "cannot be used" in done.stderr
    assert "What was stored before is kept: the same command goes on from there." in done.stderr
    assert not (tmp_path / "r.jsonl").exists()
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "known already, nothing done twice" in done.stdout
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        assert ingest(queue, [tmp_path / "r.jsonl"]).items == 80
    assert reports(tmp_path / "q.db") == whole(source, tmp_path)
