"""The audit trail: whatever is changed, removed or reordered behind its back is found and named."""

from __future__ import annotations

import re
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from queue_samples import decision, judged, record

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue, verify_file
from adjudge_queue.file import driver, events, schema
from adjudge_queue.records import Verification


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A queue with every kind of event, closed."""
    path = tmp_path_factory.mktemp("model") / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record(str(number), judgments=(judged("partial"),)) for number in range(5)])
        queue.enqueue([record("0", key="k2")])
        queue.claim_next("ann")
        queue.decide(1, decision("approve", note="a note"))
        labels = [{"criterion": "faithfulness", "value": "unfaithful", "missing": ["unit"]}]
        queue.decide(2, decision("relabel", labels=labels))
        queue.golden_create("golden", actor="ann", include_approved=True)
        queue.undo("ann", item_id=1)
        queue.decide(3, decision("skip", "bob", seconds=1.5))
        queue.decide(4, decision("escalate", "bob"))
        queue.release(1, "ann")
        assert queue.verify().problems == ()
    return path


@pytest.fixture
def path(model: Path, tmp_path: Path) -> Path:
    """A copy of the model."""
    return Path(shutil.copy(model, tmp_path))


def after(path: Path, *tampering: str, head: str | None = None) -> Verification:
    """The verdict on a file that was changed by somebody who knows how to drop triggers."""
    with closing(driver.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("BEGIN")  # one commit, not one for each trigger
        for name in schema.TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in tampering:
            connection.execute(statement)
        for sql in schema.TRIGGERS.values():
            connection.execute(sql)
        connection.execute("COMMIT")
    found = verify_file(path, head=head)
    assert found.ok == (not found.problems)
    return found


def test_an_untouched_file_verifies(path: Path) -> None:
    found = verify_file(path)
    assert (found.problems, found.events) == ((), 14)
    with Queue.open(path) as queue:
        assert queue.head() == (14, found.head)
        assert queue.verify(head=found.head).ok
        queue.claim_next("lea")
        assert queue.verify(head=found.head).ok  # an older head is still in the chain


VALUES = {
    "at": "'2020-01-01T00:00:00.000000Z'",
    "kind": "'decided!'",
    "actor": "'mallory'",
    "item_id": "99",
    "evaluation_id": "99",
    "decision_id": "99",
    "body": "replace(body, 'pending', 'decided')",
    "prev": "'0'",
    "hash": "'0'",
}


@pytest.mark.parametrize("column", events.COLUMNS[1:])
@pytest.mark.parametrize("seq", [1, 8, 14])
def test_a_change_of_any_column_of_any_event_is_named(path: Path, column: str, seq: int) -> None:
    found = after(path, f"UPDATE events SET {column} = {VALUES[column]} WHERE seq = {seq}")
    assert re.match(rf"event {seq} \(", found.problems[0])


@pytest.mark.parametrize("value", ["NULL", "x'ff'", "CAST(actor AS BLOB)", "x'edA080'"])
def test_values_of_an_odd_kind_are_named_too(path: Path, value: str) -> None:
    for column in ("actor", "decision_id", "body"):
        if value == "NULL" and column != "decision_id":
            continue
        odd = value.replace("actor", column)
        found = after(path, f"UPDATE events SET {column} = {odd} WHERE seq = 8")
        assert found.problems[0].startswith("event 8 (decided, item 1): a value was changed")


def test_an_event_that_is_no_text_any_more_is_named(path: Path) -> None:
    found = after(path, "UPDATE events SET kind = CAST(x'ff00fe' AS TEXT) WHERE seq = 8")
    assert found.problems[0].startswith("event 8 (")


@pytest.mark.parametrize("seq", range(1, 14))
def test_a_removed_event_is_named(path: Path, seq: int) -> None:
    found = after(path, f"DELETE FROM events WHERE seq = {seq}")
    assert found.problems[0].startswith(f"event {seq} is missing before event {seq + 1} (")


def test_removed_events_are_counted(path: Path) -> None:
    found = after(path, "DELETE FROM events WHERE seq IN (4, 5, 6)")
    assert found.problems[0].startswith("events 4 to 6 are missing before event 7 (claimed")


def test_a_cut_tail_shows_against_the_items_or_an_exported_head(path: Path) -> None:
    head = verify_file(path).head
    found = after(path, "DELETE FROM events WHERE seq >= 13", head=head)
    assert f"the exported head {head} is not in the chain" in found.problems[0]
    assert "event 13 (the last one of item 4) is missing" in found.problems
    assert "event 14 (the last one of item 1) is missing" in found.problems
    assert found.events == 12


def test_swapped_events_are_named(path: Path) -> None:
    found = after(
        path,
        "UPDATE events SET seq = -1 WHERE seq = 3",
        "UPDATE events SET seq = 3 WHERE seq = 4",
        "UPDATE events SET seq = 4 WHERE seq = -1",
    )
    assert found.problems[0].startswith("event 3 (")


def test_an_event_put_in_between_is_named(path: Path) -> None:
    columns = ", ".join(events.COLUMNS[1:])
    found = after(path, f"INSERT INTO events SELECT 15, {columns} FROM events WHERE seq = 8")
    assert found.problems[0].startswith("event 15 (decided, item 1): it does not follow")


def test_a_chain_that_was_forged_anew_still_contradicts_the_items(path: Path) -> None:
    """Whoever rewrites an event and all hashes after it is caught by what the event spoke of."""
    with closing(driver.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        rows = connection.execute(f"{events.SELECT} ORDER BY seq").fetchall()
        connection.execute("BEGIN")
        for name in schema.TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("DELETE FROM events")
        prev = ""
        for row in rows:
            body = row[7].replace("escalated", "decided") if row[0] == 13 else row[7]
            columns = (*row[:7], body, prev)
            prev = events.event_hash(columns)
            connection.execute(events.INSERT, (*columns, prev))
        for sql in schema.TRIGGERS.values():
            connection.execute(sql)
        connection.execute("COMMIT")
    found = verify_file(path)
    assert "item 4: its state is 'escalated', but after event 13 it was 'decided'" in found.problems


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE items SET state = 'decided' WHERE id = 5", "item 5: its state is 'decided'"),
        ("UPDATE items SET disposition = 'released' WHERE id = 5", "item 5: its disposition"),
        ("UPDATE items SET route = 'release' WHERE id = 5", "item 5: its route"),
        ("UPDATE items SET risk = 'low' WHERE id = 5", "item 5: its risk"),
        ("UPDATE items SET priority = 0 WHERE id = 5", "item 5: its priority"),
        ("UPDATE items SET holder = 'x' WHERE id = 5", "item 5: its holder"),
        ("UPDATE items SET holder = x'ff' WHERE id = 5", "item 5: its holder"),
        ("UPDATE items SET case_hash = 'x' WHERE id = 5", "item 5: its case"),
        ("UPDATE items SET evaluation_id = 1 WHERE id = 5", "item 5: its evaluation"),
        ("UPDATE items SET decision_id = NULL WHERE id = 2", "item 2: its decision"),
        ("UPDATE items SET last_event = 1 WHERE id = 5", "item 5: its last event is 1"),
        ("UPDATE items SET last_event = 99 WHERE id = 5", "event 99 (the last one of item 5)"),
        ("DELETE FROM items WHERE id = 5", "item 5 is missing, though event 5"),
        ("UPDATE payloads SET body = '{}' WHERE item_id = 5", "item 5: its case was changed"),
        ("UPDATE payloads SET body = x'ff' WHERE item_id = 5", "item 5: its case was changed"),
        ("DELETE FROM payloads WHERE item_id = 5", "item 5: its case is missing"),
        ("UPDATE evaluations SET body = '{}' WHERE id = 5", "evaluation 5 (item 5): its text"),
        ("UPDATE evaluations SET report = x'00' WHERE id = 5", "evaluation 5 (item 5): its rep"),
        ("UPDATE evaluations SET key = 'x' WHERE id = 5", "evaluation 5 (item 5): its key"),
        ("UPDATE evaluations SET route = 'block' WHERE id = 5", "evaluation 5 (item 5): its rou"),
        ("DELETE FROM evaluations WHERE id = 5", "evaluation 5 is missing, though event 5"),
        ("UPDATE decisions SET action = 'block' WHERE id = 2", "decision 2 (item 2): its action"),
        ("UPDATE decisions SET reviewer = 'x' WHERE id = 2", "decision 2 (item 2): its reviewer"),
        ("UPDATE decisions SET note = NULL WHERE id = 1", "decision 1 (item 1): its note"),
        ("UPDATE decisions SET seconds = 9 WHERE id = 3", "decision 3 (item 3): its seconds"),
        ("UPDATE decisions SET seen = '}' WHERE id = 3", "decision 3 (item 3): its seen"),
        ("UPDATE decisions SET undone = 4 WHERE id = 2", "whether it was undone"),
        ("UPDATE decisions SET undone = NULL WHERE id = 1", "whether it was undone"),
        ("DELETE FROM decisions WHERE id = 2", "decision 2 is missing, though event 9"),
        ("DELETE FROM labels", "decision 2 (item 2): its labels"),
        ("UPDATE labels SET body = '{'", "decision 2 (item 2): its labels"),
        ("UPDATE texts SET body = '\"x\"'", "was changed"),
        ("UPDATE texts SET salt = x'00'", "was changed"),
        ("DELETE FROM texts", "a text that it holds is missing"),
        ("INSERT INTO texts VALUES ('x', 1, 'note', x'00', '')", "that no decision holds"),
        ("DELETE FROM dispositions WHERE event = 9", "event 9: the feed of dispositions"),
        ("UPDATE dispositions SET disposition = 'released' WHERE event = 9", "event 9: the feed"),
        ("UPDATE golden_rows SET body = '{}'", "golden@1: its rows"),
        ("DELETE FROM golden_rows WHERE item_id = 2", "golden@1: its rows"),
        ("DELETE FROM golden_sets", "golden set golden@1 is missing"),
        ("UPDATE golden_sets SET version = 2", "event 10 does not tell of it"),
        ("UPDATE golden_rows SET withdrawn = NULL", "row of item 1 should be withdrawn"),
        ("UPDATE counts SET n = n + 1", "the kept counts"),
    ],
)
def test_what_the_events_speak_of_cannot_be_changed_unseen(
    path: Path, statement: str, problem: str
) -> None:
    found = after(path, statement)
    assert any(problem in one for one in found.problems), found.problems


def test_missing_changed_and_foreign_triggers_are_named(path: Path) -> None:
    with closing(driver.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("DROP TRIGGER events_no_update")
        connection.execute("DROP TRIGGER events_chain")
        connection.execute("CREATE TRIGGER events_chain AFTER INSERT ON skips BEGIN SELECT 1; END")
        connection.execute("CREATE TRIGGER mine AFTER INSERT ON skips BEGIN SELECT 1; END")
    assert verify_file(path).problems == (
        "the trigger events_no_update is missing: the file was open to changes",
        "the trigger events_chain was changed",
        "there is a trigger that is not ours: mine",
    )


def test_what_sqlite_calls_malformed_is_said_so(path: Path) -> None:
    whole = path.read_bytes()
    seen = set()
    for page in range(1, len(whole) // 4096):
        spoiled = path.with_name(f"spoiled-{page}.db")
        spoiled.write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        found = verify_file(spoiled)
        seen.add(bool(found.problems))
        assert all("\n" not in problem for problem in found.problems)
        if found.problems:
            assert any("malformed" in problem for problem in found.problems), found.problems
    assert True in seen
    header = path.with_name("header.db")
    header.write_bytes(whole[:100] + b"\xff" * 200 + whole[300:])
    assert "malformed" in verify_file(header).problems[0]
    cut = path.with_name("cut.db")
    cut.write_bytes(whole[: len(whole) // 2])
    assert any("malformed" in problem for problem in verify_file(cut).problems)
    text = path.with_name("text.db")
    text.write_bytes(b"x" * 5000)
    with pytest.raises(QueueError, match="is no queue"):
        verify_file(text)


def test_many_findings_are_counted_not_listed(path: Path) -> None:
    with Queue.open(path) as queue:
        queue.enqueue([record(f"more-{number}") for number in range(200)])
    found = after(path, "UPDATE items SET priority = 0")
    assert len(found.problems) == 101
    assert found.problems[-1] == "… and 105 more"
