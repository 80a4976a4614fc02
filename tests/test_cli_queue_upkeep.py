"""What leads do from scripts: log, proof and export of the trail, figures, purges, backups."""

from __future__ import annotations

import grp
import json
import os
import sqlite3
import stat
from pathlib import Path

import pytest
from cli_support import answer, invoke
from cli_team import TEAM, made
from queue_samples import judged, record

from adjudge_queue import Queue


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for name in ("ADJUDGE_DB", "ADJUDGE_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    return made(tmp_path)


def test_a_log_says_what_it_leaves_out(db: Path) -> None:
    answer("decide", "lamp-4", "approve", "--reviewer", "ann", "--db", db)
    answer("assign", "lamp-1", "--to", "bob", "--reviewer", "lea", "--db", db)
    seen = invoke("audit", "log", "--reviewer", "bob", "--db", db)
    assert seen.stderr == "1 event left out: not for bob.\n"
    assert "to bob" in seen.stdout
    whole = invoke("audit", "log", "--reviewer", "lea", "--db", db)
    assert (whole.stderr, "approve · first" in whole.stdout) == ("", True)
    lines = invoke("audit", "log", "--reviewer", "bob", "--json", "--limit", 6, "--db", db).stdout
    assert [json.loads(line)["seq"] for line in lines.splitlines()] == [1, 2, 3, 4, 5, 7]


def test_a_whole_batch_may_be_left_out(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudge_tui.cli.people.audit._BATCH", 1)
    answer("decide", "lamp-4", "approve", "--reviewer", "ann", "--db", db)
    answer("decide", "lamp-1", "block", "--reviewer", "ann", "--db", db)
    lines = invoke("audit", "log", "--reviewer", "bob", "--json", "--db", db).stdout.splitlines()
    assert [json.loads(line)["seq"] for line in lines] == [1, 2, 3, 4, 5, 7]


def test_a_proof_is_a_page_or_json_and_says_if_the_trail_fails(db: Path, tmp_path: Path) -> None:
    answer("decide", "lamp-1", "block", "--note", "`no` <b>", "--reviewer", "ann", "--db", db)
    page = invoke("audit", "proof", "lamp-1", "--reviewer", "ann", "--db", db)
    assert page.exit_code == 0
    assert page.stdout.startswith("# Proof of item #1\n\nThe trail holds: 6 events")
    assert answer("audit", "proof", "lamp-1", "--reviewer", "ann", "--db", db)["chain"]["ok"]
    out = tmp_path / "p.md"
    written = invoke("audit", "proof", "lamp-1", "--out", out, "--reviewer", "ann", "--db", db)
    assert (written.exit_code, written.stdout) == (0, "")
    assert out.read_text("utf-8") == page.stdout
    connection = sqlite3.connect(db)
    connection.execute("DROP TRIGGER events_no_update")
    connection.execute("UPDATE events SET actor = 'eve' WHERE seq = 2")
    connection.commit()
    connection.close()
    broken = invoke("audit", "proof", "lamp-1", "--reviewer", "ann", "--db", db)
    assert (broken.exit_code, "DOES NOT HOLD" in broken.stdout) == (1, True)


def test_an_export_is_checked_without_its_queue(db: Path, tmp_path: Path) -> None:
    out = tmp_path / "trail.jsonl"
    head = answer("audit", "verify", "--db", db)["head"]
    answer("decide", "lamp-1", "block", "--reviewer", "ann", "--db", db)
    made = answer("audit", "export", "--out", out, "--reviewer", "lea", "--db", db)
    assert made["events"] == 6
    printed = invoke("audit", "export", "--reviewer", "lea", "--db", db).stdout
    assert printed == out.read_text("utf-8")
    assert invoke("audit", "export", "--json", "--reviewer", "lea", "--db", db).exit_code == 2
    for known in (head, made["head"]):
        found = answer("audit", "verify", "--file", out, "--head", known)
        assert (found["ok"], found["events"], found["head"]) == (True, 6, made["head"])
    lines = printed.splitlines(keepends=True)
    for name, text, said in (
        ("changed", printed.replace('"ann"', '"eve"'), "hash does not fit"),
        ("cut", "".join(lines[:3]), "the end was cut off"),
        ("short", lines[0], "no event has the head"),
        ("none", "", "missing"),
    ):
        file = tmp_path / name
        file.write_text(text, "utf-8")
        result = invoke("audit", "verify", "--file", file, "--head", made["head"])
        assert (result.exit_code, said in result.stdout) == (1, True), (name, result.output)
    forged = {"schema": "adjudge.trail/1", "events": 0, "head": None, "note": made["head"]}
    (tmp_path / "forged").write_text(json.dumps(forged), "utf-8")
    result = invoke("audit", "verify", "--file", tmp_path / "forged", "--head", made["head"])
    assert result.exit_code == 1
    assert invoke("audit", "verify", "--file", tmp_path / "lost").exit_code == 2


def test_figures_hold_first_words_against_the_judge(db: Path) -> None:
    said = judged("supported", "contradicted") | {"strict": 0.5}
    unsure = judged("unsure", "supported") | {"judge": "other", "abstained": True, "strict": None}
    with Queue.open(db) as queue:
        queue.enqueue([record("one", judgments=(said, unsure)), record("two", judgments=(said,))])
    for item, verdict, blind in (("one", "contradicted", True), ("two", "supported", False)):
        word = ("relabel", "--claim", "1=supported", "--claim", f"2={verdict}")
        who = ("--reviewer", "ann", "--db", db)
        if blind:
            answer("decide", item, *word, "--blind", *who)
        answer("decide", item, "approve", "--seconds", 30, *who)  # what one says afterwards
    found = answer("figures", "--reviewer", "lea", "--db", db)
    claims = {one["second"]: one["agreement"] for one in found["judge"]["claims"]}
    assert {name: (one["n"], one["value"]) for name, one in claims.items()} == {
        "judge local": (2, 1),
        "judge other": (1, 0),
    }
    (whole,) = found["judge"]["answers"]
    assert (whole["first"], whole["second"]) == ("ann", "judge local")
    assert (whole["agreement"]["n"], whole["agreement"]["value"]) == (1, 1)
    (pace,) = found["pace"]
    assert (pace["decisions"], pace["median_seconds"]) == (2, 30)
    shown = invoke("figures", "--reviewer", "lea", "--db", db).stdout
    assert "judge local" in shown
    assert "PACE" in shown


def test_figures_of_an_empty_queue(db: Path) -> None:
    said = invoke("figures", "--reviewer", "lea", "--db", db)
    assert (said.exit_code, said.stdout) == (0, "Nobody has decided anything yet.\n")


def test_a_purge_shows_first_and_then_does(db: Path) -> None:
    answer("decide", "lamp-1", "block", "--reviewer", "ann", "--db", db)
    words = ("purge", "lamp-1", "--why", "asked for", "--reviewer", "lea", "--db", db)
    assert "1 item would be purged; nothing was removed." in invoke(*words).stdout
    assert answer(*words)["items"] == [{"item": 1, "case_id": "lamp-1", "state": "decided"}]
    assert "weighs" in invoke("show", "lamp-1", "--reviewer", "ann", "--db", db).stdout
    done = answer(*words, "--yes")
    assert (done["items"], done["already"]) == ([1], [])
    shown = invoke("show", "lamp-1", "--reviewer", "ann", "--db", db).stdout
    assert "(purged)" in shown
    assert "Its text was removed by event" in shown
    assert invoke(*words, "--yes").stdout.startswith("0 items purged, 1 before.")
    assert answer("audit", "verify", "--db", db)["ok"]
    assert invoke("decide", "lamp-1", "approve", "--reviewer", "ann", "--db", db).exit_code == 2


def test_what_a_purge_must_know(db: Path) -> None:
    who = ("--reviewer", "lea", "--db", db)
    for words in (
        ("purge", "--why", "x"),
        ("purge", "lamp-1"),
        ("purge", "lamp-1", "--older-than", "9d", "--why", "x"),
        ("purge", "--older-than", "old", "--why", "x"),
        ("purge", "nobody", "--why", "x"),
        ("purge", "lamp-1", "--why", " ", "--yes"),
    ):
        assert invoke(*words, *who).exit_code == 2, words
    assert "0 items would" in invoke("purge", "--older-than", "9d", "--why", "x", *who).stdout
    found = answer("purge", "--older-than", "0m", "--why", "x", *who)
    assert [one["case_id"] for one in found["items"]] == ["lamp-3"]  # blocked by the policy
    done = answer("purge", "--older-than", "0m", "--why", "x", "--yes", *who)
    assert done["items"] == [3]
    assert answer("purge", "--older-than", "0m", "--why", "x", *who)["items"] == []


def test_a_purge_takes_planted_copies_along_and_says_so(db: Path) -> None:
    who = ("--reviewer", "lea", "--db", db)
    answer("decide", "lamp-1", "approve", "--reason", "gold", "--reviewer", "ann", "--db", db)
    answer("golden", "create", "g", *who)
    answer("golden", "plant", "g", "--seed", "s", *who)
    said = invoke("purge", "lamp-1", "--why", "x", "--yes", *who)
    assert said.stdout.startswith("2 items purged, 1 of them planted.")


def test_a_place_that_was_not_reached_is_a_problem(db: Path) -> None:
    db.with_name("q.replies.db").write_bytes(b"")
    words = ("purge", "lamp-1", "--why", "x", "--yes", "--reviewer", "lea", "--db", db)
    result = invoke(*words)
    assert result.exit_code == 1
    assert "q.replies.db" in result.stdout


def test_retention_goes_by_its_table(db: Path) -> None:
    who = ("--reviewer", "lea", "--db", db)
    none = invoke("retention", *who)
    assert (none.exit_code, "has no [retention]" in none.stderr) == (2, True)
    db.with_name("adjudge.toml").write_text(f"{TEAM}\n[retention]\ndays = 1\n", "utf-8")
    assert answer("retention", *who) == {"dry_run": True, "due": []}
    connection = sqlite3.connect(db)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("UPDATE items SET created_at = '2020-01-01T00:00:00.000000Z'")
    connection.commit()
    connection.close()
    assert "1 item would be purged" in invoke("retention", *who).stdout
    assert [one["item_id"] for one in answer("retention", *who)["due"]] == [3]
    assert invoke("retention", "--reviewer", "ann", "--db", db).exit_code == 2


def test_a_backup_is_a_queue(db: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    made = answer("backup", copy, "--db", db)
    assert made["file"] == str(copy)
    assert answer("audit", "verify", "--head", made["head"], "--db", copy)["events"] == 5
    assert invoke("backup", copy, "--db", db).exit_code == 2  # never over another file
    said = invoke("backup", "--db", db)
    assert said.exit_code == 0
    (beside,) = tmp_path.glob("q.db.*.bak")
    assert str(beside) in said.stdout
    with Queue.open(beside, readonly=True) as queue:
        assert queue.counts().open == 4


def test_planting_is_for_leads_and_tells_nothing(db: Path) -> None:
    for name in ("lamp-1", "lamp-2"):
        answer("decide", name, "approve", "--reason", "gold", "--reviewer", "ann", "--db", db)
    answer("golden", "create", "g", "--reviewer", "lea", "--db", db)
    words = ("golden", "plant", "g", "--count", 1, "--seed", "s", "--db", db)
    assert "is for leads" in invoke(*words, "--reviewer", "ann").stderr
    said = invoke(*words, "--reviewer", "lea")
    assert (said.exit_code, said.stdout) == (0, "1 item planted.\n")
    assert invoke("golden", "plant", "h", "--seed", "s", "--reviewer", "lea", "--db", db).exit_code


def test_a_new_queue_can_be_a_groups(tmp_path: Path, db: Path) -> None:
    group = grp.getgrgid(os.getegid()).gr_name
    folder = tmp_path / "team"
    folder.mkdir()
    words = ("evaluate", tmp_path / "in.jsonl", "--judge", "none", "--db", folder / "team.db")
    unprepared = invoke(*words, "--shared", group)
    assert (unprepared.exit_code, "does not pass its files on" in unprepared.stderr) == (2, True)
    folder.chmod(0o2770)
    answer(*words, "--shared", group)
    assert stat.S_IMODE((folder / "team.db").stat().st_mode) == 0o660
