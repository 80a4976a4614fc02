"""Purging: the text is gone from every byte that can be reached, the record stays and verifies."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from queue_samples import CLAIMS, decision, judged, record

from adjudge_engine.case import Case, case_hash
from adjudge_engine.errors import DecisionError, QueueError
from adjudge_queue import Queue, verify_file
from adjudge_queue.file import driver, schema, schema_first
from adjudge_queue.file.migrations import migrations as steps
from adjudge_queue.golden_sets.golden_rows import tombstone
from adjudge_queue.people.team import Member, Role, Team
from adjudge_queue.purging import purge, purge_places
from adjudge_queue.purging.purged import Place, Purge
from adjudge_queue.purging.retention import Retention
from adjudge_queue.records import Filter, Record
from adjudge_tui.desk.state import build_view

SECRETS = (
    "question",
    "answer",
    "context",
    "claim",
    "reason",
    "report",
    "note",
    "corrected",
    "missing",
    "label",
    "first",
    "snooze",
    "extra",
)
LONG = "word " * 2000  # on overflow pages of its own


def secret(name: str, number: int) -> str:
    """A word that shares no beginning with another: the search index leaves those out."""
    return hashlib.sha256(f"{name} {number}".encode()).hexdigest()[:24]


def secrets(number: int) -> set[str]:
    return {secret(name, number) for name in SECRETS}


def full(number: int, key: str = "k1") -> Record:
    """A case with a text of its own in every field that holds one."""
    said = {name: secret(name, number) for name in SECRETS}
    opinion = judged("partial") | {"extra_claims": [{"text": said["extra"]}]}
    one = record(
        f"case-{number}",
        key=key,
        gates={"numbers": "fail"},
        judgments=(opinion,),
        question=f"{said['question']} is what?",
        answer=f"The dose is 500 mg. Take it twice. {said['answer']} {LONG}",
        contexts=[{"id": "c1", "text": f"{said['context']} {LONG}", "source_id": "leaflet"}],
        tags=["pilot"],
    )
    lead = {"code": "missing_fact", "message": f"missing fact {said['reason']}", "outcome": "fail"}
    evaluation = dict(one.evaluation) | {
        "claims": [{**CLAIMS[0], "text": said["claim"], "evidence": []}],
        "reasons": {"proved": [lead], "judged": [], "uncertain": []},
    }
    content = case_hash(Case.model_validate(one.case))
    return Record(one.case_id, content, key, one.case, evaluation, said["report"].encode() * 3)


def worked(queue: Queue, numbers: range) -> None:
    """Cases that people have decided on, with a text in every place that takes one."""
    for number in numbers:
        queue.enqueue([full(number)])
        queue.enqueue([full(number, "k2")])
        item_id = queue.find(f"case-{number}")
        said = {name: secret(name, number) for name in SECRETS}
        queue.decide(item_id, decision("snooze", note=said["snooze"]))
        label = {
            "criterion": "faithfulness",
            "value": "unfaithful",
            "missing": [said["missing"]],
            "note": said["label"],
        }
        first = label | {"note": said["first"]}
        queue.decide(item_id, decision("relabel", labels=[first]))
        queue.decide(
            item_id,
            decision(
                "relabel", labels=[label], note=said["note"], corrected_answer=said["corrected"]
            ),
        )


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        worked(queue, range(1, 4))
        queue.golden_create("g", actor="ann")
        yield queue


def found(folder: Path, wanted: set[str]) -> set[tuple[str, str]]:
    """Which of the texts stand in the bytes of which file."""
    return {
        (path.name, one)
        for path, content in [
            (path, path.read_bytes()) for path in folder.iterdir() if path.is_file()
        ]
        for one in wanted
        if one[5:].encode() in content
    }


def indexed(queue: Queue, word: str) -> bool:
    """Whether a word stands in the bytes of the search index."""
    blocks = queue._store.rows("SELECT block FROM search_data")
    return any(word[5:].encode() in block for (block,) in blocks)


def outcome(done: Purge, place: str) -> Place:
    [one] = [one for one in done.places if one.place.endswith(place)]
    return one


def test_the_text_is_gone_from_every_byte(queue: Queue, tmp_path: Path) -> None:
    queue.backup()
    connection = queue._store.connection
    before = {one for _, one in found(tmp_path, secrets(1))}
    assert before == secrets(1)  # each stood somewhere
    assert indexed(queue, secret("note", 1))
    done = queue.purge(by="ann", why="the person asked for it", items=[1])
    assert (done.items, done.already) == ((1,), ())
    assert found(tmp_path, secrets(1)) == set()
    assert queue.verify().problems == ()
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    stays = {one for name, one in found(tmp_path, secrets(2)) if name == "q.db"}
    assert stays == secrets(2)
    [backup] = tmp_path.glob("*.bak")
    assert {one for name, one in found(tmp_path, secrets(3)) if name == backup.name} == secrets(3)
    assert {one.outcome for one in done.places} == {"removed", "not there", "not reached"}
    assert outcome(done, ".bak") == Place(str(backup), "removed")
    assert outcome(done, "q.db-wal").outcome == "removed"
    assert verify_file(backup).problems == ()


def of_first_version(source: Path, target: Path) -> None:
    """The same queue in the tables of the first version."""
    target.touch()
    with closing(driver.connect(target)) as connection:
        steps.apply(driver.database(connection), stop_before="0002_team")
        connection.execute("ATTACH ? AS source", (str(source),))
        connection.execute("BEGIN")
        for name in [sql.split()[2] for sql in schema_first.TABLES if "counts" not in sql]:
            names = [row[1] for row in connection.execute(f"PRAGMA main.table_info({name})")]
            columns = ", ".join(names)
            connection.execute(
                f"INSERT INTO main.{name}({columns}) SELECT {columns} FROM source.{name}"
            )
        columns = "rowid, question, answer, claims, notes"
        connection.execute(f"INSERT INTO search({columns}) SELECT {columns} FROM source.search")
        connection.execute("COMMIT")
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")


def test_a_backup_of_an_older_version_is_brought_forward_for_it(
    queue: Queue, tmp_path: Path
) -> None:
    old = tmp_path / "q.db.schema1-20260101T000000000000Z.bak"
    of_first_version(queue.path, old)
    old.chmod(0o600)
    assert {one for name, one in found(tmp_path, secrets(1)) if name == old.name} == secrets(1)
    done = queue.purge(by="ann", why="asked for", items=[1])
    assert outcome(done, old.name) == Place(str(old), "removed")
    assert found(tmp_path, secrets(1)) == set()
    assert list(tmp_path.glob("*.bak*")) == [old]  # no copy of the copy, and nothing beside it
    assert verify_file(old).problems == ()


def test_without_a_rewrite_it_is_gone_too(queue: Queue, tmp_path: Path) -> None:
    """What is removed is overwritten as it goes; only what others freed needs the rewrite."""
    done = queue.purge(by="ann", why="asked for", items=[1, 2], vacuum=False)
    assert found(tmp_path, secrets(1) | secrets(2)) == set()
    assert outcome(done, "free pages").outcome == "not reached"
    assert queue.check(quick=False) == ()
    assert list(queue.ids(Filter(states=("decided",), text=secret("question", 3)))) == [3]


def test_a_purged_item_says_so_everywhere(queue: Queue) -> None:
    queue.purge(by="ann", why="the person asked for it", items=[1])
    item = queue.item(1)
    [event] = [one for one in item.history if one["kind"] == "purged"]
    assert (event["actor"], event["note"]) == ("ann", "the person asked for it")
    assert item.case["purged"] == item.evaluation["purged"] == event["seq"]
    assert (item.case["id"], item.case["answer"]) == ("case-1", "")
    assert (item.note, item.row.question, item.row.priority_reason) == (None, "(purged)", "purged")
    assert [row.question for row in queue.rows([1])] == ["(purged)"]
    assert (item.row.state, item.row.action, item.row.decided_by) == ("decided", "relabel", "ann")
    [label] = item.labels
    assert label["value"] == "unfaithful"
    assert not label.keys() & {"note", "corrected_answer"}
    assert build_view(item).question == f"(removed for good by event {event['seq']})"
    for name in ("question", "note"):
        assert list(queue.ids(Filter(states=("decided",), text=secret(name, 1)))) == []
    stored = queue.evaluation_json("case-1", "k1")
    assert stored is not None
    assert json.loads(stored)["purged"] == event["seq"]
    removed = event["body"]["removed"]
    assert [len(removed[name]) for name in ("evaluations", "reports", "golden")] == [2, 2, 1]
    assert len(removed["texts"]) == 7


def test_nothing_more_can_be_done_with_it(queue: Queue) -> None:
    queue.enqueue([full(4)])
    queue.purge(by="ann", why="asked for", items=[1, 4])
    for act in (
        partial(queue.decide, 1, decision("approve")),
        partial(queue.decide, 4, decision("approve", "eve")),
        partial(queue.undo, "ann", item_id=1),
        partial(queue.assign, 4, to="eve", by="ann"),
        partial(queue.first_word, 4, "eve", "approve"),
    ):
        with pytest.raises(DecisionError, match="was purged"):
            act()
    with pytest.raises(DecisionError, match="nobody has to look at it"):
        queue.claim(4, "eve")
    assert queue.claim_next("eve") is None
    assert queue.verify().problems == ()


@pytest.mark.parametrize("state", ["pending", "claimed", "escalated", "snoozed"])
def test_an_open_item_leaves_the_queue_as_blocked(queue: Queue, state: str) -> None:
    queue.enqueue([full(4)])
    if state == "claimed":
        queue.claim(4, "bob")
    elif state != "pending":
        queue.decide(4, decision("escalate" if state == "escalated" else "snooze"))
    _, cursor = queue.feed()
    queue.purge(by="ann", why="asked for", items=[4])
    row = queue.item(4).row
    assert (row.state, row.disposition, row.holder) == ("blocked", "blocked", None)
    [change], _ = queue.feed(cursor)
    assert (change["case_id"], change["disposition"]) == ("case-4", "blocked")
    assert queue.counts().open == 0
    assert queue.verify().problems == ()


def test_the_same_case_again_stays_purged_and_another_content_is_another_item(
    queue: Queue, tmp_path: Path
) -> None:
    queue.purge(by="ann", why="asked for", items=[1])
    again = queue.enqueue([full(1), full(1, "k1"), full(1, "k9")])
    assert (again.items, again.evaluations, again.known) == (0, 0, 3)
    assert found(tmp_path, secrets(1)) == set()
    for key in ("k1", "k9"):  # what a run writes out for it
        assert json.loads(queue.evaluation_json("case-1", key) or "")["purged"]
    assert queue.enqueue([record("case-1", case_hash="sha256:other")]).items == 1
    assert queue.item(queue.find("case-1")).case["question"] == "What is the dose?"
    assert queue.verify().problems == ()


def test_a_golden_row_is_a_tombstone_and_the_set_still_verifies(queue: Queue) -> None:
    assert len(list(queue.golden_export("g"))) == 3
    queue.purge(by="ann", why="asked for", items=[1])
    assert [row["id"] for row in queue.golden_export("g")] == ["case-2", "case-3"]
    assert queue.golden_create("g", actor="ann")[2] == 2  # the next snapshot leaves it out
    queue.undo("ann", item_id=2)
    assert len(list(queue.golden_export("g", 1))) == 2
    assert queue.verify().problems == ()


def test_a_row_of_the_case_that_came_in_from_a_file_goes_as_well(
    queue: Queue, tmp_path: Path
) -> None:
    rows = list(queue.golden_export("g"))
    queue.golden_import("other", rows, actor="ann")
    queue.purge(by="ann", why="asked for", items=[1])
    assert [row["id"] for row in queue.golden_export("other")] == ["case-2", "case-3"]
    assert found(tmp_path, secrets(1)) == set()
    [event] = [one for one in queue.history(1) if one["kind"] == "purged"]
    assert [one[0] for one in event["body"]["removed"]["golden"]] == ["g", "other"]
    assert queue.verify().problems == ()


def test_a_copy_that_was_planted_goes_with_the_item_it_was_made_of(
    queue: Queue, tmp_path: Path
) -> None:
    planted = queue.plant("g", 1, 3, seed=1, by="ann")
    assert planted == (4, 5, 6)
    copied = {item_id: queue.item(item_id).case["question"] for item_id in planted}
    done = queue.purge(by="ann", why="asked for", items=[1])
    assert done.items[0] == 1
    assert [secret("question", 1) in copied[item_id] for item_id in done.items[1:]] == [True]
    assert found(tmp_path, secrets(1)) == set()
    assert queue.verify().problems == ()


def test_items_are_named_by_number_by_case_or_by_age(queue: Queue) -> None:
    queue.enqueue([record("case-1", case_hash="sha256:other")])
    assert queue.purge(by="ann", why="asked for", case_id="case-1").items == (1, 4)
    again = queue.purge(by="ann", why="asked for", items=[1, 2, 2])
    assert (again.items, again.already) == ((2,), (1,))
    queue.enqueue([record("open")])
    old = queue.purge(by="ann", why="old", before="2999-01-01")
    assert old.items == (3,)  # what is open is never too old
    assert queue.purge(by="ann", why="old", before="2000-01-01").items == ()
    assert queue.verify().problems == ()


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({}, "what to remove"),
        ({"items": [1], "case_id": "case-1"}, "what to remove"),
        ({"items": [99]}, "no item #99"),
        ({"case_id": "none"}, "no item of the case"),
        ({"before": "soon"}, "is no time"),
        ({"items": [1], "why": " "}, "needs a reason"),
        ({"items": [1], "by": ""}, "needs a name"),
    ],
)
def test_what_is_asked_wrongly_changes_nothing(
    queue: Queue, wanted: dict[str, object], says: str
) -> None:
    head = queue.head()
    with pytest.raises(DecisionError, match=says):
        queue.purge(**({"by": "ann", "why": "asked for"} | wanted))  # type: ignore[arg-type]
    assert queue.head() == head


def raw(path: Path, *statements: str) -> None:
    """Statements behind the queue's back, the triggers put aside."""
    with closing(driver.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        for name in schema.TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, statement
        for sql in schema.TRIGGERS.values():
            connection.execute(sql)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE payloads SET body = '{\"purged\":99}' WHERE item_id = 2", "its case was changed"),
        ("UPDATE payloads SET body = 'x' WHERE item_id = 1", "its case is there, though event"),
        ("UPDATE evaluations SET body = '{\"purged\":99}' WHERE id = 3", "is not what event"),
        ("UPDATE evaluations SET report = x'00' WHERE item_id = 1", "report's text is there"),
        ("DELETE FROM texts WHERE item_id = 2", "a text that it holds is missing"),
        ("DELETE FROM texts WHERE item_id = 1", "a text that it holds is missing"),
        ("DELETE FROM purged", "disagree on whether its text was purged"),
        ("INSERT INTO purged VALUES (2, 3)", "disagree on whether its text was purged"),
        ("UPDATE items SET question = 'what?' WHERE id = 1", "question or a tag"),
        ("UPDATE items SET question = '(purged)' WHERE id = 2", "question or a tag"),
        ("UPDATE golden_rows SET body = '{\"purged\":99}' WHERE item_id = 2", "its rows are not"),
        (
            "UPDATE golden_rows SET body = (SELECT body FROM golden_rows WHERE item_id = 1)"
            " WHERE item_id = 2",
            "its rows are not",
        ),
    ],
)
def test_what_is_removed_without_its_event_or_put_back_is_found(
    queue: Queue, statement: str, says: str
) -> None:
    queue.purge(by="ann", why="asked for", items=[1])
    queue.close()
    assert verify_file(queue.path).problems == ()
    raw(queue.path, statement)
    problems = verify_file(queue.path).problems
    assert problems
    assert any(says in one for one in problems), problems


def test_a_tombstone_with_its_hash_needs_the_purge_as_well(queue: Queue) -> None:
    """Who takes a golden row away could leave the hash that the set covers."""
    queue.close()
    with closing(driver.connect(queue.path)) as connection:
        (body,) = connection.execute("SELECT body FROM golden_rows WHERE item_id = 2").fetchone()
    raw(
        queue.path,
        f"UPDATE golden_rows SET body = '{tombstone(body, 5)}' WHERE item_id = 2",
    )
    assert any("no event purged it" in one for one in verify_file(queue.path).problems)


def test_the_triggers_let_nothing_go_without_its_event(queue: Queue) -> None:
    queue.purge(by="ann", why="asked for", items=[1])
    run = queue._store.connection.execute
    for statement in (
        "UPDATE payloads SET body = '{\"purged\":1}' WHERE item_id = 2",
        "UPDATE evaluations SET body = '{\"purged\":1}', report = x'' WHERE item_id = 2",
        "DELETE FROM texts WHERE item_id = 2",
        "UPDATE golden_rows SET body = '{}' WHERE item_id = 2",
        "INSERT INTO purged VALUES (2, 1)",
        "DELETE FROM purged",
        "UPDATE purged SET event = 1",
    ):
        with pytest.raises(driver.IntegrityError):
            run(statement)
    assert queue.verify().problems == ()


def test_many_items_go_in_small_transactions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purge, "BATCH", 10)
    sizes: list[int] = []
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record(str(number)) for number in range(25)])
        write = queue._store.write

        def counted() -> object:
            sizes.append(queue.head()[0])
            return write()

        monkeypatch.setattr(queue._store, "write", counted)
        assert len(queue.purge(by="ann", why="asked for", items=range(1, 26)).items) == 25
    assert sizes[:4] == [25, 35, 45, 50]


REJECTS = (
    ("case-1", json.dumps({"id": "case-1", "question": "x"})),
    ("case-11", json.dumps({"id": "case-11", "question": "x"})),
    ("cut off", '{"id": "case-1", "question": "'),
    ("text", f'{{"question": "{secret("question", 1)} is what?", '),
    ("other", "{"),
)


def rejects(path: Path) -> Path:
    lines = [
        json.dumps({"file": "f", "line": number, "field": "", "reason": name, "raw": raw})
        for number, (name, raw) in enumerate(REJECTS, 1)
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    path.chmod(0o640)
    return path


def test_rejects_lose_the_lines_of_the_case_and_keep_the_others(
    queue: Queue, tmp_path: Path
) -> None:
    usual, given = rejects(tmp_path / "q.rejects.jsonl"), rejects(tmp_path / "more.jsonl")
    done = queue.purge(by="ann", why="asked for", items=[1], beside=[given])
    for path in (usual, given):
        left = [json.loads(line)["reason"] for line in path.read_text("utf-8").splitlines()]
        assert left == ["case-11", "other"]
        assert path.stat().st_mode & 0o777 == 0o640
        assert outcome(done, path.name) == Place(str(path), "removed")
    before = usual.read_bytes()
    done = queue.purge(by="ann", why="asked for", items=[2])
    assert outcome(done, usual.name).outcome == "not there"
    assert usual.read_bytes() == before


def test_what_cannot_be_reached_is_named_with_the_reason(queue: Queue, tmp_path: Path) -> None:
    (tmp_path / "q.replies.db").touch()
    (tmp_path / "q.rejects.jsonl").write_bytes(b"\xff\n")
    (tmp_path / "q.db.old.bak").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    (tmp_path / "q.db.new.bak.part").touch()
    done = queue.purge(by="ann", why="asked for", items=[1], beside=[tmp_path / "none.jsonl"])
    for place in ("replies.db", "rejects.jsonl", "old.bak", "bak.part", "none.jsonl"):
        assert outcome(done, place).outcome == "not reached"
        assert outcome(done, place).why
    assert queue.verify().problems == ()


def test_a_backup_elsewhere_is_purged_where_it_is_named(queue: Queue, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    copy = queue.backup(tmp_path / "there" / "copy.db")
    link = tmp_path / "link.db"
    link.symlink_to(queue.path)
    done = queue.purge(by="ann", why="asked for", items=[1], beside=[copy, link, queue.path])
    assert outcome(done, "copy.db") == Place(str(copy), "removed")
    assert outcome(done, "link.db").why == "it is the file itself"
    assert found(copy.parent, secrets(1)) == set()
    assert [one.name for one in copy.parent.iterdir()] == ["copy.db"]
    again = queue.purge(by="ann", why="asked for", items=[1], beside=[copy])
    assert outcome(again, "copy.db").outcome == "removed"
    assert verify_file(copy).problems == queue.verify().problems == ()


def test_a_reader_of_an_older_state_keeps_the_wal_and_is_named(
    queue: Queue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue._store.connection.execute("PRAGMA busy_timeout = 20")
    with closing(driver.connect(queue.path, readonly=True)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM items").fetchone()
        done = queue.purge(by="ann", why="asked for", items=[1])
        assert outcome(done, "q.db-wal").outcome == "not reached"
    assert outcome(queue.purge(by="ann", why="again", items=[1]), "q.db-wal").outcome == "removed"
    assert found(tmp_path, secrets(1)) == set()


def test_a_large_file_is_rewritten_only_where_that_is_asked_for(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purge_places, "REWRITTEN", 1000)
    done = queue.purge(by="ann", why="asked for", items=[1])
    assert outcome(done, "free pages").outcome == "not reached"
    done = queue.purge(by="ann", why="asked for", items=[2], vacuum=True)
    assert outcome(done, "free pages").outcome == "removed"


def test_only_a_lead_may_purge(queue: Queue) -> None:
    members = {name: Member(name, role) for name, role in MEMBERS}
    with Queue.open(queue.path, team=Team(members, declared=True)) as team:
        head = team.head()
        for by in ("bob", "eve"):
            for act in (
                partial(team.purge, by=by, why="asked for", items=[1]),
                partial(team.retention, Retention(days=1), by=by, dry_run=False),
            ):
                with pytest.raises(DecisionError, match=r"is for leads|not one of the reviewers"):
                    act()
        assert team.head() == head
        assert team.purge(by="ann", why="asked for", items=[1]).items == (1,)


MEMBERS: tuple[tuple[str, Role], ...] = (("ann", "lead"), ("bob", "reviewer"))


def test_a_reader_may_not_purge(queue: Queue) -> None:
    with (
        Queue.open(queue.path, readonly=True) as reader,
        pytest.raises(QueueError, match="for reading only"),
    ):
        reader.purge(by="ann", why="asked for", items=[1])
