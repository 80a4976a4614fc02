"""`adjudge evaluate` from end to end: nothing lost, nothing done twice, everything said."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, case, invoke, run, start, write_lines

from adjudge_engine.case import Case
from adjudge_engine.pipeline import assess
from adjudge_queue import Queue, verify_file
from adjudge_queue.records import Filter
from adjudge_tui.cli.common import STATES
from adjudge_tui.cli.runs.progress import pace
from adjudge_tui.running.tally import Tally


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def timeless(path: Path) -> list[Any]:
    """Evaluations without the time that each judgment took."""
    found = lines(path)
    for one in found:
        for judgment in one["judgments"]:
            judgment["usage"].pop("latency_ms", None)
    return found


def stored(db: Path) -> list[str]:
    """Case ids of all items, in the order they came in."""
    with Queue.open(db, readonly=True) as queue:
        rows = queue.page(Filter(states=STATES), order="oldest", limit=100_000)
    return [row.case_id for row in rows]


def test_from_a_file_to_a_queue(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in range(7)])
    db, out = tmp_path / "q.db", tmp_path / "e.jsonl"
    done = answer("evaluate", source, "--db", db, "--out", out, "--judge", "local")
    assert (done["evaluated"], done["known"], done["rejected"]) == (7, 0, 0)
    assert sum(done["routes"].values()) == 7
    assert (done["db"], done["out"], done["rejects"]) == (str(db), str(out), None)
    evaluations = lines(out)
    assert [one["case_id"] for one in evaluations] == [f"lamp-{number}" for number in range(7)]
    for one in evaluations:
        assert one["route"] in ("release", "review", "block")
        assert any(one["reasons"].values())
        assert len(one["gates"]) == 9
    routes = {one["case_id"]: one["route"] for one in evaluations}
    assert routes["lamp-3"] == "block"  # a thousand times its weight
    assert stored(db) == list(routes)
    assert verify_file(db).ok
    assert sorted(path.name for path in tmp_path.iterdir() if "db" not in path.name) == [
        "e.jsonl",
        "in.jsonl",
    ]


def test_again_does_nothing_twice(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in range(5)])
    db, out = tmp_path / "q.db", tmp_path / "e.jsonl"
    answer("evaluate", source, "--db", db, "--out", out)
    before, events = out.read_bytes(), verify_file(db).events
    out.unlink()
    again = answer("evaluate", source, "--db", db, "--out", out)
    assert (again["evaluated"], again["known"]) == (0, 5)
    assert out.read_bytes() == before
    assert verify_file(db).events == events
    other = answer("evaluate", source, "--db", db, "--judge", "none")
    assert (other["evaluated"], other["known"]) == (5, 0)
    assert stored(db) == [f"lamp-{number}" for number in range(5)]


def test_more_cases_than_a_batch_and_a_case_given_twice(tmp_path: Path) -> None:
    cases = [case(number) for number in range(120)]
    source = write_lines(tmp_path / "in.jsonl", [*cases, cases[3]])
    more = write_lines(tmp_path / "more.jsonl", [case(500), cases[100]])
    db, out = tmp_path / "q.db", tmp_path / "e.jsonl"
    done = answer("evaluate", source, more, "--db", db, "--out", out, "--judge", "none")
    assert (done["evaluated"], done["known"]) == (121, 2)
    wanted = [*(f"lamp-{number}" for number in range(120)), "lamp-3", "lamp-500", "lamp-100"]
    assert [one["case_id"] for one in lines(out)] == wanted
    assert len(stored(db)) == 121


def test_bad_lines_are_kept_and_counted(tmp_path: Path) -> None:
    bad = ["{oops", {"question": "?"}, {"answer": None}, {"answer": None, "id": "n"}]
    source = write_lines(tmp_path / "in.jsonl", [case(1), *bad, case(2)])
    db, out = tmp_path / "db" / "q.db", tmp_path / "out" / "e.jsonl"
    db.parent.mkdir()
    out.parent.mkdir()
    result = invoke("evaluate", source, "--db", db)
    assert result.exit_code == 0, result.output
    rejects = db.parent / "q.rejects.jsonl"
    assert f"4 rejected, kept in {rejects}" in result.stdout
    said = result.stdout
    assert "  2 × answer: is null: there is no answer to evaluate (first: line 4)\n" in said
    assert "  1 × answer: is missing (line 3)\n" in said
    assert "Next: adjudge review --db" in result.stdout
    kept = lines(rejects)
    assert [(one["file"], one["line"]) for one in kept] == [(str(source), n) for n in (2, 3, 4, 5)]
    assert kept[0]["raw"] == "{oops"
    done = answer("evaluate", source, "--db", db, "--out", out)
    assert done["rejects"] == str(out.parent / "e.rejects.jsonl")
    assert lines(out.parent / "e.rejects.jsonl") == kept
    assert not (tmp_path / "in.rejects.jsonl").exists()
    named = tmp_path / "named.jsonl"
    answer("evaluate", source, "--db", db, "--rejects", named)
    assert lines(named) == kept
    write_lines(source, [case(1), case(2)])
    answer("evaluate", source, "--db", db, "--rejects", named)
    assert not named.exists()


def test_the_first_of_each_reason_is_named_with_its_file(tmp_path: Path) -> None:
    one = write_lines(tmp_path / "one.jsonl", [case(1), {"question": "?"}])
    two = write_lines(tmp_path / "two.jsonl", ["{oops", {"question": "?"}])
    said = invoke("evaluate", one, two, "--db", tmp_path / "q.db").stdout
    assert f"  2 × answer: is missing (first: {one}, line 2)\n" in said
    assert f"({two}, line 1)\n" in said


def test_a_typo_in_a_part_of_a_case_is_noticed(tmp_path: Path) -> None:
    contexts = [
        {"text": "Lamp 1 is made of brass.", "titel": "x", "metadata": {"shelf": 3}},
        {"text": "Lamp 2 is made of brass.", "titel": None, "doc_id": "d"},
    ]
    odd = case(
        1,
        contexts=contexts,
        mine="a key of the record's owner",
        metadata={"expect_extra": {"expect": 1}, "citations_extra": ["x"]},
        expect={"answrable": True, "facts": [{"value": "brass", "alias": "messing"}]},
        citations=[
            {"context_id": "d", "knid": "quote", "claim": {"start": 0, "end": 4, "text": "L"}}
        ],
    )
    source = write_lines(tmp_path / "in.jsonl", [odd, case(2, expect={"answrable": False})])
    db = tmp_path / "q.db"
    wanted = {
        "expect.answrable": 2,
        "contexts.titel": 2,
        "expect.facts.alias": 1,
        "citations.knid": 1,
    }
    assert answer("evaluate", source, "--db", db)["unknown_keys"] == wanted
    line = invoke("evaluate", source, "--db", db).stdout.splitlines()[-2]
    assert line.startswith("unknown keys kept in metadata: ")
    assert {*line.partition(": ")[2].split(", ")} == {f"{key} ×{n}" for key, n in wanted.items()}
    clean = write_lines(tmp_path / "clean.jsonl", [case(3)])
    assert answer("evaluate", clean, "--db", db)["unknown_keys"] == {}
    assert "unknown keys" not in invoke("evaluate", clean, "--db", db).stdout


def test_keys_that_are_data_end_in_one_line(tmp_path: Path) -> None:
    many = {f"key-{number}\n\x1b[31m": number for number in range(1_500)}
    contexts = [{"text": "brass", "x" * 5_000: 1}]
    source = write_lines(tmp_path / "in.jsonl", [case(1, expect=many, contexts=contexts)])
    result = invoke("evaluate", source, "--db", tmp_path / "q.db")
    (line,) = [one for one in result.stdout.splitlines() if one.startswith("unknown keys")]
    assert line.endswith(", 995 more")
    assert len(line) < 600
    assert "\x1b" not in line


@pytest.mark.parametrize(
    ("name", "words"),
    [("a b.db", " --db '{}'"), ("q.db", " --db {}"), ("it's.db", " --db '{}'")],
)
def test_the_next_command_can_be_copied(tmp_path: Path, name: str, words: str) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1)])
    db = tmp_path / name
    last = invoke("evaluate", source, "--db", db).stdout.splitlines()[-1]
    assert last.startswith("Next: adjudge ")
    assert shlex.split(last)[-2:] == ["--db", str(db)]
    if "'" not in name:
        assert last.endswith(words.format(db))
    set_in = {"ADJUDGE_DB": str(db)}
    assert invoke("evaluate", source, env=set_in).stdout.splitlines()[-1] == "Next: adjudge review"


def test_mended_rejects_can_be_fed_again(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1), case(2, risk="extreme")])
    db = tmp_path / "q.db"
    answer("evaluate", source, "--db", db)
    (reject,) = lines(tmp_path / "q.rejects.jsonl")
    mended = write_lines(tmp_path / "mended.jsonl", [reject["raw"].replace("extreme", "high")])
    assert answer("evaluate", mended, "--db", db)["evaluated"] == 1
    assert stored(db) == ["lamp-1", "lamp-2"]


def test_nothing_to_evaluate_ends_with_2(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [{"answers": ["a", "b", "c"]}] * 3)
    db, out = tmp_path / "q.db", tmp_path / "e.jsonl"
    out.write_text("of an earlier run\n")
    result = invoke("evaluate", source, "--db", db, "--out", out)
    assert result.exit_code == 2
    assert "3 × answers: must be the two answers of a comparison, not 3" in result.stdout
    assert len(lines(tmp_path / "e.rejects.jsonl")) == 3
    assert out.read_text() == "of an earlier run\n"
    assert "no answer could be evaluated" in result.stderr
    assert "evaluations in" not in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.jsonl"], "There is no file none.jsonl"),
        (["in.jsonl", "none.jsonl"], "There is no file none.jsonl"),
        (["empty.jsonl"], "empty.jsonl is empty"),
        (["wide.jsonl"], "wide.jsonl is not UTF-8; it looks like UTF-16"),
        (["table.csv"], "no column is an answer"),
        (["in.jsonl", "--format", "nonsuch"], "Unknown format 'nonsuch'"),
        (["in.jsonl", "--policy", "none.toml"], "There is no policy file none.toml"),
        (["in.jsonl", "--sources", "none.json"], "There is no registry none.json"),
        (["in.jsonl", "--judge", "oracle"], "there is no judge called 'oracle'"),
        (["in.jsonl", "--out", "no/e.jsonl"], "the folder does not exist"),
        (["in.jsonl", "--out", "in.jsonl"], "in.jsonl would be written over"),
        (["in.jsonl", "--rejects", "in.jsonl"], "in.jsonl would be written over"),
        (["in.jsonl", "--out", "q.db"], "q.db would be written over"),
        (["in.jsonl", "--db", "in.jsonl"], "in.jsonl would be written over"),
        (["in.jsonl", "--out", "."], "--out . is a folder"),
        (["in.jsonl", "--db", "."], "--db . is a folder"),
        (["in.jsonl", "--rejects", "."], "--rejects . is a folder"),
        (["in.jsonl", "--policy", "rules.toml", "--out", "rules.toml"], "rules.toml would be"),
        (["in.jsonl", "--sources", "reg", "--out", "reg/a.json"], "a.json would be written over"),
        (["in.jsonl", "--out", "link.jsonl"], "link.jsonl would be written over"),
        (["in.jsonl", "--rejects", "hard.jsonl"], "hard.jsonl would be written over"),
        (["in.jsonl", "--db", "table.csv"], "table.csv"),
        (["in.jsonl", "--db", "new.db"], "new.db was written by a newer version"),
    ],
)
def test_what_cannot_be_used_is_said_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_lines(Path("in.jsonl"), [case(1)])
    Path("empty.jsonl").touch()
    Path("wide.jsonl").write_text(json.dumps(case(1)), encoding="utf-16")
    Path("table.csv").write_text("question,text\na,b\n")
    Path("rules.toml").touch()
    Path("reg").mkdir()
    Path("reg/a.json").write_text("[]")
    Path("link.jsonl").symlink_to("in.jsonl")
    Path("hard.jsonl").hardlink_to("in.jsonl")
    with Queue.open("new.db", create=True):
        pass
    newer = sqlite3.connect("new.db")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    before = {path: path.read_bytes() for path in Path().glob("[a-z]*.[jcd]*") if path.is_file()}
    if "--db" not in words:
        words = [*words, "--db", "q.db"]
    result = invoke("evaluate", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    for path, content in before.items():
        assert path.read_bytes() == content
    if "e.jsonl" not in " ".join(words):
        assert not Path("q.db").exists()


def test_a_locked_database_is_said_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1)])
    db = tmp_path / "q.db"
    answer("evaluate", source, "--db", db)
    write_lines(source, [case(1), case(2)])
    monkeypatch.setattr("adjudge_queue.file.driver.BUSY_MS", 100)
    holder = sqlite3.connect(db, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    result = invoke("evaluate", source, "--db", db)
    holder.execute("ROLLBACK")
    holder.close()
    assert result.exit_code == 2
    assert "q.db" in result.stderr
    assert answer("evaluate", source, "--db", db)["evaluated"] == 1


def test_a_defect_of_the_engine_costs_one_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    def broken(case: Case, *rest: Any) -> Any:
        if case.id == "lamp-2":
            raise RecursionError("too deep")
        return assess(case, *rest)

    monkeypatch.setattr("adjudge_tui.running.under_way.assess", broken)
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in (1, 2, 3)])
    db, out = tmp_path / "q.db", tmp_path / "e.jsonl"
    done = answer("evaluate", source, "--db", db, "--out", out)
    assert (done["evaluated"], done["rejected"]) == (2, 1)
    said = {"reason": "engine error: RecursionError: too deep", "count": 1}
    assert done["reasons"] == [said | {"file": str(source), "line": 2}]
    (reject,) = lines(tmp_path / "e.rejects.jsonl")
    assert (reject["line"], json.loads(reject["raw"])) == (2, case(2))
    assert [one["case_id"] for one in lines(out)] == ["lamp-1", "lamp-3"]
    monkeypatch.undo()
    assert answer("evaluate", source, "--db", db)["evaluated"] == 1


def test_hostile_text_goes_through_unharmed(tmp_path: Path) -> None:
    nasty = "[bold]x[/] \x1b]0;title\x07 \ud800 \0 \u202e 日本語 👩‍🚀 " + "word " * 40_000
    cases = [case(1, answer=nasty, id="\x1b[2J\ud800"), {"answer": ""}, case(2, question=None)]
    source = write_lines(tmp_path / "in.jsonl", cases)
    db, out = tmp_path / "q.db", tmp_path / "e.jsonl"
    result = invoke("evaluate", source, "--db", db, "--out", out)
    assert result.exit_code == 0, result.output
    assert lines(out)[0]["case_id"] == "\x1b[2J\ud800"
    shown = invoke("list", "--all", "--db", db)
    assert shown.exit_code == 0
    assert "\x1b]" not in shown.stdout
    found = answer("show", "#1", "--db", db)
    assert found["case"]["answer"] == nasty
    text = invoke("show", "#1", "--db", db)
    assert text.exit_code == 0
    assert "[bold]x[/]" in text.stdout
    assert "\x1b]" not in text.stdout
    assert "\x07" not in text.stdout


def test_sources_are_part_of_what_an_evaluation_rests_on(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1)])
    registry = write_lines(tmp_path / "sources.json", [{"sources": [{"source_id": "s"}]}])
    db = tmp_path / "q.db"
    assert answer("evaluate", source, "--db", db)["evaluated"] == 1
    assert answer("evaluate", source, "--db", db, "--sources", registry)["evaluated"] == 1
    assert answer("evaluate", source, "--db", db, "--sources", registry)["known"] == 1


def test_out_may_be_standard_output(tmp_path: Path) -> None:
    write_lines(tmp_path / "in.jsonl", [case(1), case(2)])
    done = run("evaluate", "in.jsonl", "--out", "/dev/stdout", "--rejects", "r", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert '{"case_hash"' in done.stdout


def test_cases_may_come_through_a_pipe(tmp_path: Path) -> None:
    words = ("evaluate", "/dev/stdin", "--judge", "none", "--json")
    with start(*words, cwd=tmp_path, stdin=subprocess.PIPE) as process:
        said, err = process.communicate(json.dumps(case(1)), timeout=60)
    assert process.returncode == 0, err
    assert json.loads(said)["evaluated"] == 1


def test_without_a_terminal_progress_is_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudge_tui.cli.runs.progress._EVERY", 0.0)
    source = write_lines(tmp_path / "in.jsonl", [*(case(n) for n in range(3)), "{oops"])
    result = invoke("evaluate", source, "--db", tmp_path / "q.db")
    assert "evaluated 3 of 4, 1 rejected …" in result.stderr


def test_killed_in_the_middle_and_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [case(number) for number in range(300)]
    write_lines(tmp_path / "in.jsonl", [*cases[:150], "{oops", *cases[150:]])
    monkeypatch.chdir(tmp_path)
    answer("evaluate", "in.jsonl", "--db", "a.db", "--out", "a.jsonl", "--judge", "local")
    words = ("evaluate", "in.jsonl", "--db", "b.db", "--out", "b.jsonl", "--judge", "local")
    kills = 0
    while kills < 10:
        with start(*words, cwd=tmp_path) as process:
            if _wait_for_more(process, tmp_path / "b.db", _count(tmp_path / "b.db") + 100):
                os.kill(process.pid, signal.SIGKILL)
                kills += 1
            process.communicate(timeout=120)
        if process.returncode == 0:
            break
        assert not (tmp_path / "b.jsonl").exists()
        assert not list(tmp_path.glob(".*part"))
    assert kills
    assert process.returncode == 0
    assert timeless(tmp_path / "b.jsonl") == timeless(tmp_path / "a.jsonl")
    assert stored(tmp_path / "b.db") == stored(tmp_path / "a.db")
    assert (tmp_path / "b.rejects.jsonl").read_bytes() == (
        tmp_path / "a.rejects.jsonl"
    ).read_bytes()
    assert verify_file(tmp_path / "b.db").ok
    assert verify_file(tmp_path / "b.db").events == verify_file(tmp_path / "a.db").events


def _count(db: Path) -> int:
    """How many items are committed; 0 while there is no queue yet."""
    try:
        connection = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    except sqlite3.Error:
        return 0
    try:
        return int(connection.execute("SELECT count(*) FROM items").fetchone()[0])
    except sqlite3.Error:
        return 0
    finally:
        connection.close()


def _wait_for_more(process: Any, db: Path, wanted: int) -> bool:
    """Whether the process has committed so many items while it is still running."""
    while process.poll() is None:
        if _count(db) >= wanted:
            return True
        time.sleep(0.01)
    return False


def test_one_id_with_two_contents_is_two_items(tmp_path: Path) -> None:
    first = write_lines(tmp_path / "one.jsonl", [case(1)])
    second = write_lines(tmp_path / "two.jsonl", [case(1, answer="Lamp 1 is blue."), case(2)])
    db, out = tmp_path / "q.db", tmp_path / "e.jsonl"
    found = answer("evaluate", first, second, "--db", db, "--out", out)
    assert (found["evaluated"], found["known"]) == (3, 0)
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [one["case_id"] for one in lines] == ["lamp-1", "lamp-1", "lamp-2"]
    assert len({one["case_hash"] for one in lines}) == 3
    assert answer("show", "lamp-1", "--db", db)["item"]["item_id"] == 2  # the newest
    assert answer("show", "#1", "--db", db)["case"]["answer"] == case(1)["answer"]


def test_what_was_not_written_is_not_said_to_be(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [{"id": "a", "answer": None}])
    out = tmp_path / "e.jsonl"
    result = invoke("evaluate", source, "--db", tmp_path / "q.db", "--out", out, "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["out"] is None
    assert not out.exists()


@pytest.mark.parametrize(
    ("evaluated", "known", "total", "seconds", "said"),
    [
        (0, 0, 100, 5.0, ""),
        (84, 0, 798, 2.0, "42/s · 0:17 left"),
        (84, 714, 798, 2.0, "42/s · 0:00 left"),
        (3, 0, 100, 2.0, "1.5/s · 1:05 left"),
        (1, 0, 7201, 2.0, "0.5/s · 4:00:00 left"),
        (84, 0, None, 2.0, "42/s"),
        (84, 0, 10, 2.0, "42/s"),
    ],
)
def test_pace(evaluated: int, known: int, total: int | None, seconds: float, said: str) -> None:
    assert pace(Tally(evaluated=evaluated, known=known), total, seconds) == said
