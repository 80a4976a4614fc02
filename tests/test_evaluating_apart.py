"""`evaluate --jobs`: workers change nothing but the time, and lose nothing whoever dies."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, case, invoke, start, write_lines
from pool_tasks import Quick, Settled, Waits

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import case_hash
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.recorded import RecordedJudge
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.pipeline import engine_stamp
from adjudge_engine.policy import default_policy
from adjudge_engine.reading import read_cases
from adjudge_queue import Queue, verify_file
from adjudge_tui.running.evaluating import evaluate_files
from adjudge_tui.running.evaluating_apart import CHUNK
from adjudge_tui.running.tally import Tally, as_json
from adjudge_tui.running.under_way import Rules


def mixed(count: int) -> list[Any]:
    """Cases, among them one given twice, lines that are none, and texts of all sorts."""
    odd = case(900, answer="\x1b[2J\ud800 \0 日本語 " + "word " * 3_000, id="\ud800")
    found: list[Any] = [case(number) for number in range(count)]
    found[3:3] = ["{oops", {"question": "?"}, odd, found[1]]
    return [*found, case(0), case(1, expect={"answrable": True})]


def timeless(path: Path) -> list[Any]:
    """Evaluations without the time that each judgment took."""
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for one in found:
        for judgment in one["judgments"]:
            (judgment["usage"] or {}).pop("latency_ms", None)
    return found


def run(folder: Path, source: Path, judges: Sequence[Judge], jobs: int) -> dict[str, Any]:
    """The run's tally; its files are named after `jobs`."""
    with Queue.open(folder / f"{jobs}.db", create=True) as queue:
        tally = evaluate_files(
            queue,
            [source],
            Rules(default_policy(), judges),
            rejects=folder / f"{jobs}.rejects",
            out=folder / f"{jobs}.jsonl",
            jobs=jobs,
        )
    assert verify_file(folder / f"{jobs}.db").ok
    return as_json(tally)


def events(db: Path) -> list[str]:
    """What the trail says, without the time of each event and what rests on it."""
    with sqlite3.connect(db) as connection:
        rows = connection.execute("SELECT body FROM events ORDER BY seq").fetchall()
    connection.close()
    return [str(row[0]) for row in rows]


@pytest.mark.parametrize("name", ["none", "local", "recorded"])
def test_workers_change_nothing(tmp_path: Path, name: str) -> None:
    source = write_lines(tmp_path / "in.jsonl", mixed(3 * CHUNK + 5))
    alone = run(tmp_path, source, make_judges(name), 1)
    assert run(tmp_path, source, make_judges(name), 2) == alone
    assert alone["evaluated"] == 3 * CHUNK + 6
    assert (tmp_path / "1.rejects").read_bytes() == (tmp_path / "2.rejects").read_bytes()
    assert timeless(tmp_path / "1.jsonl") == timeless(tmp_path / "2.jsonl")
    if name != "local":
        assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
        assert events(tmp_path / "1.db") == events(tmp_path / "2.db")


def test_judges_that_wait_or_cannot_be_sent_are_asked_here_in_their_order(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", mixed(2 * CHUNK))
    settled, waits = Settled(), Waits()
    judges = [waits, Quick(broken="lamp-7"), settled]
    alone = run(tmp_path, source, judges, 1)
    assert run(tmp_path, source, judges, 2) == alone
    assert settled.processes == waits.processes == {os.getpid()}
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    first = json.loads((tmp_path / "2.jsonl").read_text("utf-8").splitlines()[0])
    assert [one["judge"] for one in first["judgments"]] == ["waits", "quick", "settled"]


def test_a_case_that_kills_its_worker_is_rejected_by_name(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in range(2 * CHUNK)])
    found = run(tmp_path, source, [Quick(deadly="lamp-5")], 2)
    assert (found["evaluated"], found["rejected"]) == (2 * CHUNK - 1, 1)
    said = "engine error: its worker was killed every time (SIGKILL)"
    assert [(one["reason"], one["line"]) for one in found["reasons"]] == [(said, 6)]
    (reject,) = (json.loads(line) for line in (tmp_path / "2.rejects").read_text().splitlines())
    assert json.loads(reject["raw"]) == case(5)
    ids = [one["case_id"] for one in timeless(tmp_path / "2.jsonl")]
    assert ids == [f"lamp-{number}" for number in range(2 * CHUNK) if number != 5]


def test_interrupted_it_keeps_what_is_finished(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in range(200)])

    def stop(tally: Tally) -> None:
        if tally.evaluated >= 60:
            raise KeyboardInterrupt

    rules, rejects = Rules(default_policy()), tmp_path / "r.jsonl"
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        with pytest.raises(KeyboardInterrupt):
            evaluate_files(queue, [source], rules, rejects=rejects, jobs=2, tick=stop)
        kept = queue.counts().open + sum(queue.counts().routes.values())
        assert kept >= 60
        again = evaluate_files(queue, [source], rules, rejects=rejects, jobs=2)
    assert again.known >= 60
    assert again.evaluated + again.known == 200
    assert verify_file(tmp_path / "q.db").ok


def test_a_key_is_made_of_its_parts() -> None:
    policy, judges = default_policy(), (*make_judges("local"), RecordedJudge())
    (one,) = read_cases_of(case(1))
    asked = sorted(
        f"{criterion}:{judge.name}:{judge.fingerprint(criterion)}"
        for judge in judges
        for criterion in judge.criteria
    )
    wanted = {
        "case": case_hash(one),
        "policy": policy.hash,
        "engine": engine_stamp().to_dict(),
        "judges": asked,
        "recorded": {"readers": ["recorded"], "judgments": []},
        "sources": None,
        "admissions": {},
    }
    assert Rules(policy, judges).key(one) == canonical_hash(wanted)
    assert Rules(policy, judges).key(one, case_hash(one)) == canonical_hash(wanted)
    wanted |= {"recorded": {}, "judges": []}
    assert Rules(policy).key(one) == canonical_hash(wanted)


def read_cases_of(*records: dict[str, Any]) -> list[Any]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return list(read_cases(write_lines(Path(folder, "in.jsonl"), records)))


def count(db: Path) -> int:
    """How many items are committed; 0 while there is no queue yet."""
    try:
        with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as connection:
            found = int(connection.execute("SELECT count(*) FROM items").fetchone()[0])
        connection.close()
    except sqlite3.Error:
        return 0
    return found


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_ended_by_a_signal_and_run_again(tmp_path: Path, sign: signal.Signals) -> None:
    write_lines(tmp_path / "in.jsonl", [case(number) for number in range(800)])
    words = ("evaluate", "in.jsonl", "--db", "q.db", "--judge", "none", "--jobs", "2")
    with start(*words, cwd=tmp_path) as process:
        while process.poll() is None and count(tmp_path / "q.db") < 50:
            time.sleep(0.02)
        os.kill(process.pid, sign)
        try:
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()  # one that hangs must not hold up the suite
    assert process.returncode == {signal.SIGTERM: 143, signal.SIGINT: 130}.get(sign, -9), err
    kept = count(tmp_path / "q.db")
    assert 50 <= kept < 800
    if sign != signal.SIGKILL:
        assert "the same command again goes on" in err
    write_lines(tmp_path / "in.jsonl", [case(number) for number in range(kept + 20)])
    done = answer("evaluate", tmp_path / "in.jsonl", "--db", tmp_path / "q.db", "--judge", "none")
    assert done["evaluated"] + done["known"] == kept + 20
    assert done["known"] == kept
    assert count(tmp_path / "q.db") == kept + 20
    assert verify_file(tmp_path / "q.db").ok


def test_options_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1)])
    for words, said in (
        (["--shard", "1/2"], "--shard needs --results"),
        (["--results", "r", "--out", "o"], "either --results or --out"),
        (["--results", "r", "--engine", "dask"], "either --results or --engine"),
        (["--shards", "3"], "need --engine"),
        (["--engine", "dask", "--jobs", "2"], "--engine goes with neither"),
        (["--results", "r", "--shard", "3/2"], "'3/2' is no shard"),
        (["--results", str(source)], "in.jsonl would be written over"),
    ):
        result = invoke("evaluate", source, "--db", tmp_path / "q.db", *words)
        assert result.exit_code == 2
        assert said in result.stderr
    assert sorted(one.name for one in tmp_path.iterdir()) == ["in.jsonl"]
