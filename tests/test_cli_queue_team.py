"""Who somebody is at the command line: the team beside the queue, accounts, what is for whom."""

from __future__ import annotations

import getpass
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from cli_support import answer, case, invoke
from cli_team import TEAM, made

from adjudge_tui.desk.reviewers import team_of, usual_name
from adjudge_tui.desk.writer import QueueThread

ME = getpass.getuser()


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for name in ("ADJUDGE_DB", "ADJUDGE_CONFIG", "ADJUDGE_REVIEWER"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_team_everybody_is_all(tmp_path: Path) -> None:
    db = tmp_path / "q.db"
    found = answer("team", "--db", db)
    assert (found["declared"], found["members"], found["lead"]) == (False, [], True)
    assert "everybody is reviewer, lead and expert" in invoke("team", "--db", db).stdout


def test_the_team_is_told(tmp_path: Path) -> None:
    db = made(tmp_path)
    found = answer("team", "--reviewer", "lea", "--db", db)
    assert [(one["name"], one["role"]) for one in found["members"]] == [
        ("ann", "reviewer"),
        ("bob", "reviewer"),
        ("cat", "reviewer"),
        ("lea", "lead"),
    ]
    assert (found["me"], found["lead"], found["problem"]) == ("lea", True, None)
    shown = invoke("team", "--reviewer", "cat", "--db", db)
    assert shown.exit_code == 0
    assert "You are cat, a reviewer." in shown.stdout
    stranger = invoke("team", "--reviewer", "eve", "--db", db)
    assert stranger.exit_code == 1
    assert "You cannot be eve" in stranger.stdout


def test_the_team_beside_the_queue_counts_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = made(tmp_path)
    mine = '[reviewers.ann]\nrole = "lead"\n'
    Path("adjudge.toml").write_text(mine, "utf-8")  # in the working folder
    assert not team_of(db).member("ann").lead
    monkeypatch.setenv("ADJUDGE_CONFIG", "adjudge.toml")
    assert not team_of(db).member("ann").lead
    (tmp_path / "link.db").symlink_to(db)
    link = Path("link.db")
    link.symlink_to(db)
    assert not team_of(link).member("ann").lead
    (tmp_path / "adjudge.toml").write_text("[retention]\ndays = 9\n", "utf-8")
    assert team_of(db).member("ann").lead
    monkeypatch.delenv("ADJUDGE_CONFIG")
    assert team_of(db).member("ann").lead


def test_a_file_that_cannot_be_read_gives_nobody_rights(tmp_path: Path) -> None:
    db = made(tmp_path)
    for text in ("[reviewers.ann", "[reviewers.ann]\nrole = 'lead'\nroll = 1\n"):
        (tmp_path / "adjudge.toml").write_text(text, "utf-8")
        for words in (("list",), ("show", "lamp-1"), ("decide", "lamp-1", "block"), ("team",)):
            result = invoke(*words, "--db", db)
            assert (result.exit_code, result.stdout) == (2, ""), words
            assert "adjudge.toml" in result.stderr


CLOSED_FOLDER = """
import os, sys
from pathlib import Path
from adjudge_engine.errors import QueueError
from adjudge_tui.desk.reviewers import open_queue
if os.geteuid() == 0:
    os.setuid(65534)
try:
    open_queue(Path(sys.argv[1]), readonly=True)
except QueueError as error:
    print(error.message)
    print(error.hint)
"""


def test_a_folder_that_is_closed_is_named_and_not_the_settings_in_it() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o000)
        try:
            words = [sys.executable, "-c", CLOSED_FOLDER, str(folder / "q.db")]
            done = subprocess.run(words, capture_output=True, text=True, check=True, cwd="/")
        finally:
            folder.chmod(0o755)
    said, hint = done.stdout.splitlines()
    assert said == f"the folder {folder} cannot be looked into: Permission denied"
    assert hint.startswith("Ask for the right to open it")


def test_an_account_stands_for_its_reviewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = made(tmp_path, team=TEAM.replace("[reviewers.bob]", f'[reviewers.bob]\naccount = "{ME}"'))
    assert usual_name(db) == "bob"
    monkeypatch.setenv("ADJUDGE_REVIEWER", "ann")
    assert usual_name(db) == "ann"
    other = TEAM.replace("[reviewers.ann]", '[reviewers.ann]\naccount = "somebody-else"')
    (tmp_path / "adjudge.toml").write_text(other, "utf-8")
    for words in (("show", "lamp-1"), ("decide", "lamp-1", "block"), ("audit", "log")):
        result = invoke(*words, "--reviewer", "ann", "--db", db)
        assert result.exit_code == 2
        assert "only the account somebody-else may speak as ann" in result.stderr
    monkeypatch.delenv("ADJUDGE_REVIEWER")
    two = "".join(f'[reviewers.{name}]\nrole = "lead"\naccount = "{ME}"\n' for name in "xy")
    (tmp_path / "adjudge.toml").write_text(two, "utf-8")
    result = invoke("show", "lamp-1", "--db", db, env={"ADJUDGE_REVIEWER": ""})
    assert (result.exit_code, "may speak as x, y" in result.stderr) == (2, True)


def test_whoever_is_no_reviewer_decides_nothing(tmp_path: Path) -> None:
    db = made(tmp_path)
    answer("decide", "lamp-1", "approve", "--reason", "gold", "--reviewer", "ann", "--db", db)
    refused: list[tuple[object, ...]] = [
        ("decide", "lamp-1", "block"),
        ("show", "lamp-1"),
        ("assign", "#2", "--to", "ann"),
        ("golden", "create", "g"),
        ("golden", "import", "g", tmp_path / "in.jsonl"),
        ("golden", "withdraw", "g", "lamp-1", "--why", "x"),
    ]
    for words in refused:
        result = invoke(*words, "--reviewer", "eve", "--db", db)
        assert (result.exit_code, "eve is not one of the reviewers" in result.stderr) == (2, True)
    assert answer("list", "--reviewer", "eve", "--db", db)["items"]  # a waiting system may look


def test_only_a_lead_lifts_a_block_and_not_without_a_word(tmp_path: Path) -> None:
    db = made(tmp_path)
    words = ("decide", "lamp-3", "approve", "--db", db)
    said = invoke(*words, "--note", "fine", "--reviewer", "ann").stderr
    assert "only a lead may approve it" in said
    assert "needs a note" in invoke(*words, "--reviewer", "lea").stderr
    done = answer(*words, "--note", "a misprint", "--reviewer", "lea")
    assert done["disposition"] == "released"


def test_text_that_is_not_for_a_reviewer_reaches_none_of_their_screens(tmp_path: Path) -> None:
    secret = "Lamp 1 weighs 101 grams and is made of brass in the quince factory."
    closed = {"id": "c1", "source_id": "board", "text": secret}
    db = made(tmp_path, cases=[case(1, contexts=[closed]), case(2)])
    for words in (("show", "lamp-1"), ("show", "lamp-1", "--json"), ("list", "--json"), ("list",)):
        said = invoke(*words, "--reviewer", "cat", "--db", db)
        assert said.exit_code == 0
        assert "quince" not in said.output
    shown = invoke("show", "lamp-1", "--reviewer", "cat", "--db", db).stdout
    assert "1 context and all words on the answer are not for you" in shown
    assert "not for you" in shown[shown.index("CONTEXTS") :]
    assert answer("show", "lamp-1", "--reviewer", "cat", "--db", db)["masked"] == 1
    assert "quince" in json.dumps(answer("show", "lamp-1", "--reviewer", "ann", "--db", db))
    assert all(
        row["priority_reason"] == ""
        for row in answer("list", "--reviewer", "cat", "--db", db)["items"]
    )
    answer("decide", "lamp-1", "block", "--note", "quince", "--reviewer", "ann", "--db", db)
    found = invoke("search", "quince", "--reviewer", "cat", "--db", db)
    assert found.exit_code == 1  # not even that it is there
    assert "quince" not in found.output
    assert answer("search", "quince", "--reviewer", "ann", "--db", db)["hits"][0]["passages"]


def test_the_desk_works_with_the_same_team(tmp_path: Path) -> None:
    db = made(tmp_path)
    thread = QueueThread(db, lambda call: None)
    found: list[object] = []
    thread.submit(lambda queue: queue.team.member("ann").lead, found.append, found.append)
    thread.submit(lambda queue: queue.claim(1, "eve"), found.append, found.append)
    thread.close()
    thread.collect()
    assert found[0] is False
    assert "eve is not one of the reviewers" in str(found[1])


def test_an_assignment_says_what_could_not_be_done(tmp_path: Path) -> None:
    db = made(tmp_path)
    some = invoke("assign", "lamp-1", "lamp-3", "--to", "bob", "--reviewer", "lea", "--db", db)
    assert some.exit_code == 1
    assert some.stdout.startswith("#1: for bob · event ")
    assert "lamp-3: item #3 is blocked" in some.stderr
    none = invoke("assign", "lamp-3", "--to", "bob", "--reviewer", "lea", "--db", db)
    assert none.exit_code == 2
    assert invoke("assign", "lamp-1", "--to", "eve", "--reviewer", "lea", "--db", db).exit_code == 2
    lost = invoke("unassign", "lamp-2", "--reviewer", "lea", "--json", "--db", db)
    assert lost.exit_code == 2
    assert json.loads(lost.stdout)["failed"][0]["item"] == "lamp-2"


def test_words_of_a_decision_that_do_not_fit(tmp_path: Path) -> None:
    db = made(tmp_path)
    for words, message in (
        (("approve", "--until", "2d"), "--until belongs to snooze"),
        (("snooze", "--until", "soon"), "is no time"),
        (("snooze", "--until", "2001-01-01"), "is past"),
        (("skip", "--blind"), "A first word is approve, block, relabel"),
        (("approve", "--blind", "--note", "x"), "--note belongs to the decision that follows"),
        (("block", "--blind", "--claim", "1=partial"), "takes no labels"),
    ):
        result = invoke("decide", "lamp-1", *words, "--reviewer", "ann", "--db", db)
        assert (result.exit_code, message in result.stderr) == (2, True), result.output
    for action in ("escalate", "skip"):
        assert invoke("decide", "lamp-1", action, "--reviewer", "ann", "--db", db).exit_code == 0
    answer("decide", "lamp-2", "approve", "--blind", "--reviewer", "ann", "--db", db)
    again = invoke("decide", "lamp-2", "block", "--blind", "--reviewer", "ann", "--db", db)
    assert (again.exit_code, "first word" in again.stderr) == (2, True)
