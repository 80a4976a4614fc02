"""The queue from scripts: list, show, decide, undo, golden sets, the audit trail, doctor."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, case, invoke, write_lines

import adjudge_tui.cli.people.review
from adjudge_engine.leading import leading
from adjudge_engine.vocabulary import GATES


@pytest.fixture
def db(tmp_path: Path) -> Path:
    cases = [case(number, tags=["even"] if number % 2 == 0 else []) for number in range(6)]
    cases.append(case(9, risk="high"))
    source = write_lines(tmp_path / "in.jsonl", cases)
    answer("evaluate", source, "--db", tmp_path / "q.db")
    return tmp_path / "q.db"


def names(*words: object) -> list[str]:
    return [row["case_id"] for row in answer("list", *words)["items"]]


def claim_ids(db: Path, item: str) -> list[str]:
    return [claim["id"] for claim in answer("show", item, "--db", db)["evaluation"]["claims"]]


def test_lists(db: Path) -> None:
    every = names("--all", "--db", db)
    assert set(every) == {*(f"lamp-{n}" for n in range(6)), "lamp-9"}
    blocked = names("--route", "block", "--all", "--db", db)
    assert set(blocked) == {"lamp-0", "lamp-3", "lamp-9"}
    waiting = names("--db", db)
    assert set(waiting) == set(every) - set(blocked)
    assert set(names("--tag", "even", "--all", "--db", db)) == {"lamp-0", "lamp-2", "lamp-4"}
    assert names("--risk", "high", "--all", "--db", db) == ["lamp-9"]
    assert names("--gate", "numbers", "--all", "--order", "oldest", "--db", db) == [
        "lamp-0",
        "lamp-3",
        "lamp-9",
    ]
    assert names("--state", "blocked", "--db", db) == blocked
    assert names("--disposition", "blocked", "--order", "oldest", "--db", db) == [
        "lamp-0",
        "lamp-3",
        "lamp-9",
    ]
    assert names("--text", "Porto nothing", "--db", db) == []


def test_pages(db: Path) -> None:
    first = answer("list", "--all", "--order", "oldest", "--limit", 4, "--db", db)
    rest = answer(
        "list", "--all", "--order", "oldest", "--limit", 4, "--after", first["next"], "--db", db
    )
    found = [row["case_id"] for row in first["items"] + rest["items"]]
    assert found == [*(f"lamp-{n}" for n in range(6)), "lamp-9"]
    assert rest["next"] is None


def test_a_waiting_system_follows_the_dispositions(db: Path) -> None:
    first = answer("list", "--disposition", "blocked", "--since", 0, "--db", db)
    assert {one["case_id"] for one in first["changes"]} == {"lamp-0", "lamp-3", "lamp-9"}
    invoke("decide", "lamp-1", "approve", "--db", db)
    later = answer("list", "--since", first["cursor"], "--db", db)
    assert [(one["case_id"], one["disposition"]) for one in later["changes"]] == [
        ("lamp-1", "released")
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["risk:high"],
        ["--risk", "high"],
        ["--state", "decided"],
        ["--assigned", "me"],
        ["--order", "oldest"],
        ["--after", "3"],
    ],
    ids=" ".join,
)
def test_changes_are_never_given_out_as_narrowed(db: Path, words: list[str]) -> None:
    result = invoke("list", "--since", 0, *words, "--json", "--db", db)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "only --disposition narrows it" in result.stderr
    assert answer("list", "--since", 0, "--all", "--db", db)["changes"]


def test_tables_for_people(db: Path) -> None:
    shown = invoke("list", "--all", "--db", db)
    assert shown.exit_code == 0
    assert "lamp-3" in shown.stdout
    assert "7 shown · 4 waiting for somebody" in shown.stdout
    shown = invoke("show", "lamp-3", "--db", db)
    for part in ("ANSWER", "Lamp 3 weighs 103000 grams.", "CLAIMS", "GATES", "HISTORY", "enqueued"):
        assert part in shown.stdout
    assert invoke("show", "#4", "--db", db).stdout == shown.stdout


@pytest.mark.parametrize("width", ["30", "40", "80", "200"])
def test_a_case_id_is_folded_and_never_cut(tmp_path: Path, width: str) -> None:
    name = "returns/2031/lamp-" + "-".join(str(number) for number in range(30))
    source = write_lines(tmp_path / "in.jsonl", [case(1, id=name)])
    answer("evaluate", source, "--db", tmp_path / "q.db")
    result = invoke("list", "--db", tmp_path / "q.db", env={"COLUMNS": width})
    column = result.stdout.splitlines()[1].index("case")
    pieces = [line[column:].split() for line in result.stdout.splitlines()[3:]]
    assert "".join(words[0] for words in pieces if words).startswith(name)


def test_lists_and_gates_are_shown_in_their_order(db: Path) -> None:
    said = invoke("show", "lamp-0", "--db", db).stdout
    heads = ["PROVED", "JUDGED", "UNCERTAIN", "CLAIMS", "GATES", *(f"  {one}: " for one in GATES)]
    places = [said.index(f"\n{one}") for one in heads]
    assert places == sorted(places)


def test_what_speaks_for_and_against_an_answer_is_marked(db: Path) -> None:
    said = invoke("show", "lamp-3", "--db", db).stdout
    proved = said[said.index("\nPROVED") : said.index("\nJUDGED")]
    evaluation = answer("show", "lamp-3", "--db", db)["evaluation"]
    marks = {"pass": "✓", "fail": "✗"}
    wanted = [(marks[one["outcome"]], one["code"]) for one in evaluation["reasons"]["proved"]]
    assert "✗" in dict(wanted)
    found = [line.split()[:2] for line in proved.splitlines()[2:]]
    assert found == [[mark, f"{code}:"] for mark, code in wanted]
    assert not {"✓", "✗"} & {*said[said.index("\nJUDGED") :]}


def test_a_list_says_why_and_what_was_decided(db: Path) -> None:
    (row,) = [one for one in answer("list", "--db", db)["items"] if one["case_id"] == "lamp-1"]
    lead = leading(answer("show", "lamp-1", "--db", db)["evaluation"])
    assert lead is not None
    assert row["priority_reason"] == lead["message"][:160]
    said = invoke("list", "--db", db).stdout
    assert "outcome" not in said
    invoke("decide", "lamp-1", "approve", "--reviewer", "ann", "--db", db)
    invoke("decide", "lamp-2", "block", "--db", db)
    invoke("decide", "lamp-4", "relabel", "--claim", "1=contradicted", "--db", db)
    for words in (["--state", "decided"], ["--all"]):
        said = invoke("list", *words, "--db", db).stdout
        lines = {line.split()[1]: line for line in said.splitlines()[3:-2]}
        assert "approved by ann " in lines["lamp-1"]
        assert "blocked by mori " in lines["lamp-2"]
        assert "relabelled by mori → blocked " in lines["lamp-4"]
        assert " by " not in lines.get("lamp-3", "")


def test_an_id_of_several_items_is_said(db: Path, tmp_path: Path) -> None:
    again = write_lines(tmp_path / "again.jsonl", [case(1, answer="Lamp 1 weighs 101 grams.")])
    answer("evaluate", again, "--db", db)
    note = "2 items have this id; this is the newest, #8; also #2 (pending)\n"
    shown = invoke("show", "lamp-1", "--db", db)
    assert shown.stderr == note
    assert shown.stdout.startswith("#8 lamp-1")
    assert answer("show", "lamp-1", "--db", db)["same_case_id"] == [{"item": 2, "state": "pending"}]
    assert invoke("show", "lamp-1", "--json", "--db", db).stderr == ""
    for item in ("#8", "#2", "lamp-2"):
        assert invoke("show", item, "--db", db).stderr == ""
        assert answer("show", item, "--db", db)["same_case_id"] == []
    assert invoke("decide", "lamp-1", "approve", "--db", db).stderr == note
    assert answer("show", "#2", "--db", db)["item"]["state"] == "pending"
    assert invoke("decide", "#2", "block", "--db", db).stderr == ""


def test_many_items_of_an_id_are_one_line(db: Path, tmp_path: Path) -> None:
    changed = [case(1, answer=f"Lamp 1 weighs {n} grams.") for n in range(102, 110)]
    answer("evaluate", write_lines(tmp_path / "m.jsonl", changed), "--db", db)
    said = invoke("show", "lamp-1", "--db", db).stderr
    assert said.startswith("9 items have this id; this is the newest, #15; also #14 (")
    assert said.endswith("#10 (blocked) and 3 more\n")


def test_an_undo_says_whose_decision_it_was(db: Path) -> None:
    invoke("decide", "lamp-1", "block", "--reviewer", "root", "--db", db)
    said = invoke("undo", "lamp-1", "--reviewer", "ann", "--db", db).stdout
    assert said.startswith("#2 lamp-1: undo block of root · pending")
    log = invoke("audit", "log", "lamp-1", "--db", db).stdout
    assert "block of root" in log
    invoke("decide", "lamp-1", "block", "--db", db)
    assert invoke("undo", "--db", db).stdout.startswith("#2 lamp-1: undo block · pending")
    done = answer("decide", "lamp-1", "block", "--key", "k", "--db", db)
    again = answer("decide", "lamp-1", "block", "--key", "k", "--db", db)
    undone = answer("undo", "lamp-1", "--reviewer", "ann", "--db", db)
    assert {one["decided_by"] for one in (done, again, undone)} == {"mori"}


def test_the_log_says_what_was_relabelled(db: Path) -> None:
    one, two = claim_ids(db, "lamp-2")
    words = ["--claim", f"{one}=contradicted", "--claim", "2=supported", "--missing", "the colour"]
    invoke("decide", "lamp-2", "relabel", *words, "--criterion", "relevance=4", "--db", db)
    invoke("decide", "lamp-4", "relabel", "--criterion", "faithfulness=undetermined", "--db", db)
    said = invoke("audit", "log", "--after", 7, "--db", db, env={"COLUMNS": "300"}).stdout
    for part in (
        f"relabel · relevance 4, faithfulness unfaithful, {one} contradicted, {two} supported",
        ", 1 missing → blocked",
        "relabel · faithfulness undetermined → pending",
    ):
        assert part in said


def test_an_unknown_item(db: Path) -> None:
    for item in ("nobody", "#99"):
        result = invoke("show", item, "--db", db)
        assert result.exit_code == 2
        assert item in result.stderr


def test_decide_and_undo(db: Path) -> None:
    done = answer("decide", "lamp-1", "approve", "--note", "fine", "--db", db)
    assert (done["state"], done["disposition"], done["case_id"]) == (
        "decided",
        "released",
        "lamp-1",
    )
    item = answer("show", "lamp-1", "--db", db)
    assert (item["item"]["decided_by"], item["item"]["action"]) == ("mori", "approve")
    assert item["note"] == "fine"
    assert answer("undo", "--db", db)["state"] == "pending"
    assert answer("show", "lamp-1", "--db", db)["item"]["action"] is None
    answer("decide", "lamp-1", "block", "--reviewer", "ines", "--db", db)
    assert answer("show", "lamp-1", "--db", db)["item"]["decided_by"] == "ines"
    assert answer("undo", "lamp-1", "--reviewer", "ines", "--db", db)["state"] == "pending"
    assert invoke("undo", "--db", db).exit_code == 2


def test_a_key_makes_a_decision_once(db: Path) -> None:
    first = answer("decide", "lamp-1", "block", "--key", "k-1", "--db", db)
    again = answer("decide", "lamp-1", "block", "--key", "k-1", "--db", db)
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["event"] == again["event"]


def test_relabel(db: Path) -> None:
    one, _ = claim_ids(db, "lamp-2")
    answer(
        *("decide", "lamp-2", "relabel", "--db", db),
        *("--claim", f"{one}=contradicted", "--claim", "2=supported"),
        *("--criterion", "relevance=4", "--missing", "the colour"),
        *("--corrected-answer", "Lamp 2 weighs more.", "--reason", "judge_wrong"),
    )
    labels = {one["criterion"]: one for one in answer("show", "lamp-2", "--db", db)["labels"]}
    assert labels["faithfulness"]["value"] == "unfaithful"
    assert [claim["verdict"] for claim in labels["faithfulness"]["claims"]] == [
        "contradicted",
        "supported",
    ]
    assert labels["relevance"]["value"] == 4
    assert labels["completeness"]["missing"] == ["the colour"]
    assert labels["faithfulness"]["corrected_answer"] == "Lamp 2 weighs more."


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["relabel", "--claim", "zzz=supported"], "The answer has no claim 'zzz'"),
        (["relabel", "--claim", "3=supported"], "The answer has no claim '3'"),
        (["relabel", "--claim", "x"], "--claim wants NAME=VALUE"),
        (["relabel", "--claim", "x=maybe"], "There is no verdict 'maybe'"),
        (["relabel", "--criterion", "a=1", "--criterion", "a=2"], "--criterion a is given twice"),
        (["relabel"], "needs at least one label"),
        (["approve", "--missing", "x"], "approve takes no labels"),
        (["approve", "--reason", "NO SUCH"], "is no reason code"),
    ],
)
def test_decisions_that_cannot_be_taken(db: Path, words: list[str], message: str) -> None:
    before = answer("audit", "verify", "--db", db)["events"]
    result = invoke("decide", "lamp-1", *words, "--db", db)
    assert result.exit_code == 2
    assert message in result.stderr
    assert answer("audit", "verify", "--db", db)["events"] == before


def test_golden_sets(db: Path, tmp_path: Path) -> None:
    assert "no golden set yet" in invoke("golden", "list", "--db", db).stdout
    assert invoke("golden", "create", "lamps", "--db", db).exit_code == 2
    claim, _ = claim_ids(db, "lamp-2")
    answer("decide", "lamp-2", "relabel", "--claim", f"{claim}=not_mentioned", "--db", db)
    answer("decide", "lamp-4", "approve", "--db", db)
    made = answer("golden", "create", "lamps", "--db", db)
    assert made == {"name": "lamps", "version": 1, "rows": 1}
    assert answer("golden", "create", "lamps", "--approved", "--db", db)["rows"] == 2
    assert [(one["name"], one["version"]) for one in answer("golden", "list", "--db", db)] == [
        ("lamps", 1),
        ("lamps", 2),
    ]
    assert "lamps@2" in invoke("golden", "list", "--db", db).stdout
    printed = invoke("golden", "export", "lamps@1", "--db", db)
    (row,) = [json.loads(line) for line in printed.stdout.splitlines()]
    assert (row["id"], row["labels"][0]["value"]) == ("lamp-2", "unfaithful")
    out = tmp_path / "gold.jsonl"
    assert invoke("golden", "export", "lamps", "--out", out, "--db", db).exit_code == 0
    assert len(out.read_text().splitlines()) == 2
    again = answer("evaluate", out, "--db", tmp_path / "again.db")
    assert (again["evaluated"], again["rejected"]) == (2, 0)
    for wrong in ("lamps@9", "none", "lamps@", "@1", "lamps@x"):
        assert invoke("golden", "export", wrong, "--db", db).exit_code == 2


def test_the_trail_can_be_read(db: Path) -> None:
    answer("decide", "lamp-1", "approve", "--note", "seen", "--db", db)
    printed = invoke("audit", "log", "--json", "--db", db)
    events = [json.loads(line) for line in printed.stdout.splitlines()]
    assert [one["seq"] for one in events] == list(range(1, 9))
    assert (events[-1]["actor"], events[-1]["body"]["action"]) == ("mori", "approve")
    of_one = invoke("audit", "log", "lamp-1", "--json", "--db", db).stdout.splitlines()
    assert [json.loads(line)["seq"] for line in of_one] == [2, 8]
    some = invoke("audit", "log", "--after", 3, "--limit", 2, "--json", "--db", db)
    assert [json.loads(line)["seq"] for line in some.stdout.splitlines()] == [4, 5]
    shown = invoke("audit", "log", "--db", db).stdout
    assert "lamp-1" in shown
    assert "seen" in shown


def test_a_whole_trail(db: Path) -> None:
    found = answer("audit", "verify", "--db", db)
    assert (found["ok"], found["events"], found["problems"]) == (True, 7, [])
    shown = invoke("audit", "verify", "--db", db, "--head", found["head"])
    assert shown.exit_code == 0
    assert f"7 events, head {found['head']}" in shown.stdout


def tampered(db: Path, *statements: str) -> Any:
    connection = sqlite3.connect(db, isolation_level=None)
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    connection.close()
    result = invoke("audit", "verify", "--json", "--db", db)
    assert result.exit_code == 1, result.output
    return json.loads(result.stdout)["problems"]


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE events SET actor = 'eve' WHERE seq = 4", "4"),
        ("DELETE FROM events WHERE seq = 3", "3"),
        ("DELETE FROM events WHERE seq > 5", "6"),
    ],
)
def test_a_broken_trail_is_named(db: Path, statement: str, named: str) -> None:
    problems = tampered(db, statement)
    assert any(named in problem for problem in problems)
    shown = invoke("audit", "verify", "--db", db)
    assert shown.exit_code == 1
    assert "is not whole" in shown.stdout


def test_a_head_that_is_not_there(db: Path) -> None:
    result = invoke("audit", "verify", "--head", "sha256:" + "0" * 64, "--db", db)
    assert result.exit_code == 1


@pytest.mark.parametrize("head", ["", "8f9458e4", "8f9458e4…", "z" * 64, "0" * 65])
def test_a_head_that_was_cut_is_no_broken_trail(db: Path, head: str) -> None:
    result = invoke("audit", "verify", "--head", head, "--db", db)
    assert (result.exit_code, "give all 64 digits" in result.output) == (2, True)


def test_a_head_may_be_written_large_and_with_spaces(db: Path) -> None:
    head = answer("audit", "verify", "--db", db)["head"]
    assert answer("audit", "verify", "--head", f" {head.upper()}\n", "--db", db)["ok"]


def test_a_malformed_file(db: Path) -> None:
    with db.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 16_000)
    result = invoke("audit", "verify", "--db", db)
    assert result.exit_code == 1
    assert "malformed" in result.stdout


def test_doctor(db: Path, tmp_path: Path) -> None:
    report = answer("doctor", "--db", db)
    assert report["problems"] == []
    assert report["database"]["events"] == 7
    assert {one["name"]: one["remote"] for one in report["judges"]} == {
        "local": False,
        "none": False,
        "recorded": False,
    }
    assert report["local_checks"] == list(GATES)
    assert report["packages"]["textual"]
    shown = invoke("doctor", "--db", db)
    assert shown.exit_code == 0
    assert f": {', '.join(GATES)}\n" in shown.stdout
    assert "never leave this machine" in shown.stdout
    assert answer("doctor", "--db", tmp_path / "none.db")["database"]["exists"] is False
    tampered(db, "UPDATE events SET actor = 'eve' WHERE seq = 4")
    result = invoke("doctor", "--db", db)
    assert result.exit_code == 1
    assert "PROBLEM" in result.stdout


def test_the_review_needs_a_terminal_and_a_queue(db: Path, tmp_path: Path) -> None:
    result = invoke("review", "--db", db)
    assert result.exit_code == 2
    assert "terminal" in result.stderr
    assert adjudge_tui.cli.people.review.review.name == "review"


def test_the_review_gets_what_was_asked_for(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: dict[str, Any] = {}

    def fake(path: Path, **named: Any) -> int:
        got.update(named, path=path)
        return 0

    monkeypatch.setattr("adjudge_tui.desk.app.terminal_problem", lambda: None)
    monkeypatch.setattr("adjudge_tui.desk.app.run_review", fake)
    result = invoke("review", "--db", db, "--route", "review", "--no-mouse", "--reviewer", "ines")
    assert result.exit_code == 0, result.output
    assert (got["path"], got["reviewer"], got["mouse"]) == (db, "ines", False)
    assert (got["where"].route, got["blind"], got["language"]) == ("review", False, None)
    assert got["order"] == "priority"
    words = ("risk:high assigned:me", "--blind", "--language", "ja", "--order", "oldest")
    result = invoke("review", *words, "--db", db)
    assert result.exit_code == 0, result.output
    assert (got["where"].risk, got["where"].assigned_to) == ("high", "mori")
    assert (got["blind"], got["language"], got["order"]) == (True, "ja", "oldest")
    missing = invoke("review", "--db", tmp_path / "none.db")
    assert missing.exit_code == 2
    assert "none.db does not exist" in missing.stderr


def test_a_missing_file_is_named_as_a_shell_takes_it(tmp_path: Path) -> None:
    result = invoke("list", "--db", tmp_path / "a b.db")
    assert result.exit_code == 2
    assert "--db 'a b.db'`" in result.stderr


def test_a_golden_set_is_exported_from_its_file(db: Path) -> None:
    invoke("decide", "lamp-1", "block", "--db", db)
    assert invoke("golden", "create", "lamps", "--approved", "--db", db).exit_code == 2
    invoke("decide", "lamp-2", "relabel", "--claim", "1=contradicted", "--db", db)
    made = invoke("golden", "create", "lamps", "--db", db).stdout.splitlines()
    assert made == ["lamps@1: 1 case.", f"Next: adjudge golden export lamps@1 --db {db}"]


def test_environment_names_the_file_and_the_reviewer(db: Path) -> None:
    shown = invoke("list", "--all", env={"ADJUDGE_DB": str(db)})
    assert "7 shown" in shown.stdout
    invoke("decide", "lamp-1", "block", env={"ADJUDGE_DB": str(db), "ADJUDGE_REVIEWER": "ada"})
    assert answer("show", "lamp-1", "--db", db)["item"]["decided_by"] == "ada"
