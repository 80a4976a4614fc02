"""The proof of one answer: whole, the same each time, harmless, and honest about a broken trail."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from queue_samples import CLAIMS, decision, judged, record

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.file import driver, schema
from adjudge_queue.file.jsontext import digest
from adjudge_queue.people.team import Member, Team
from adjudge_queue.records import Seen
from adjudge_queue.trail import proof, proof_text

HOSTILE = "fine`` \n\n# The trail holds\n\x1b[2J\u202e<script>[x](javascript:1) \ud800"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A queue in which item 1 was decided twice and frozen, with hostile text in every place."""
    path = tmp_path / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue(
            [
                record(
                    f"one{HOSTILE}",
                    gates={"numbers": "fail"},
                    judgments=(judged("supported", "partial") | {"fingerprint": "sha256:judge"},),
                    question=HOSTILE,
                    citations=[{"context_id": "c1", "fingerprint": "sha256:leaflet"}],
                ),
                record("two"),
            ]
        )
        seen = Seen(queue.item(1).evaluation_hash, ("c1:0:5",), "hidden")
        queue.decide(1, decision("block", HOSTILE, note=HOSTILE, seen=seen, seconds=3.5))
        queue.undo(HOSTILE, item_id=1)
        queue.release(1, HOSTILE)
        label = {
            "criterion": HOSTILE,
            "value": HOSTILE,
            "claims": [{"claim_id": CLAIMS[0]["id"], "verdict": "contradicted"}],
            "missing": [HOSTILE],
        }
        good = {"criterion": "faithfulness", "value": "unfaithful"}
        queue.decide(1, decision("relabel", labels=[label, good], corrected_answer="5 mg"))
        queue.golden_create("g", actor="ann")
    return path


def test_the_proof_says_who_saw_and_decided_what_on_which_versions(path: Path) -> None:
    with Queue.open(path, readonly=True) as queue:
        found = queue.proof(1)
        item = queue.item(1)
        head = queue.head()
    assert found["schema"] == "adjudge.proof/1"
    assert (found["item"]["state"], found["item"]["disposition"]) == ("decided", "blocked")
    assert found["proved"]["gates"]["numbers"] == "fail"
    assert [one["id"] for one in found["proved"]["claims"]] == [one["id"] for one in CLAIMS]
    (judgment,) = found["judged"]
    assert (judgment["judge"], judgment["fingerprint"]) == ("local", "sha256:judge")
    first, second = found["decided"]
    assert (first["action"], first["reviewer"], first["seconds"]) == ("block", HOSTILE, 3.5)
    assert first["seen"]["judge"] == "hidden"
    (undone,) = [one["seq"] for one in item.history if one["kind"] == "undone"]
    assert first["undone_by_event"] == undone
    assert second["labels"][0]["missing"] == [HOSTILE]
    assert second["corrected_answer"] == "5 mg"
    assert found["versions"]["evaluation"] == item.evaluation_hash
    assert found["versions"]["policy"]["hash"] == "sha256:p"
    (source,) = found["sources"]
    assert source["text"] == digest("500 mg, twice a day")
    assert source["fingerprints"] == ["sha256:leaflet"]
    assert found["golden"][0]["set"] == "g@1"
    assert [one["seq"] for one in found["events"]] == [one["seq"] for one in item.history]
    assert (found["chain"]["ok"], found["chain"]["head"]) == (True, head[1])
    assert proof.check_events(found) == []


def test_the_same_file_gives_the_same_proof(path: Path) -> None:
    with Queue.open(path, readonly=True) as queue:
        once = queue.proof(1)
    with Queue.open(path, readonly=True) as queue:
        again = queue.proof(1)
    assert json.dumps(once) == json.dumps(again)
    assert proof_text.markdown(once) == proof_text.markdown(again)
    assert json.loads(json.dumps(once)) == once


def test_nothing_that_was_written_can_pass_for_the_pages_own_words(path: Path) -> None:
    with Queue.open(path, readonly=True) as queue:
        page = proof_text.markdown(queue.proof(1))
    lines = page.splitlines()
    assert [line for line in lines if line.startswith("#")] == [
        "# Proof of item #1",
        "## Proved by code",
        "## Judged",
        "## Seen and decided",
        "## On which versions",
        "## Events",
    ]
    assert sum("The trail holds" in line and line.startswith("The") for line in lines) == 1
    assert all(line.isprintable() for line in lines)
    assert page.encode()
    assert "sha256:judge" in page
    assert "`5 mg`" in page
    outside = [_outside_code(line) for line in lines]
    assert not any("<script" in line or "](" in line for line in outside)


def _outside_code(line: str) -> str:
    """A line of Markdown without its code spans, as CommonMark finds them."""
    kept, rest = [], line
    while "`" in rest:
        before, _, rest = rest.partition("`")
        kept.append(before)
        run = 1 + len(rest) - len(rest.lstrip("`"))
        rest = rest.lstrip("`")
        place = _closing(rest, run)
        assert place >= 0, "a code span is never closed"
        rest = rest[place + run :]
    return "".join([*kept, rest])


def _closing(text: str, run: int) -> int:
    place = 0
    while (place := text.find("`", place)) >= 0:
        length = len(text[place:]) - len(text[place:].lstrip("`"))
        if length == run:
            return place
        place += length
    return -1


def test_a_broken_trail_is_told_on_the_page(path: Path) -> None:
    with closing(driver.connect(path)) as connection:
        connection.execute("DROP TRIGGER payloads_no_update")
        connection.execute("UPDATE payloads SET body = replace(body, 'twice', 'thrice')")
        connection.execute(schema.TRIGGERS["payloads_no_update"])
    with Queue.open(path, readonly=True) as queue:
        found = queue.proof(2)
    assert not found["chain"]["ok"]
    page = proof_text.markdown(found)
    assert "THE TRAIL DOES NOT HOLD" in page
    assert "item 2: its case was changed" in page


def test_a_changed_proof_shows_by_its_hashes(path: Path) -> None:
    with Queue.open(path, readonly=True) as queue:
        found: dict[str, Any] = json.loads(json.dumps(queue.proof(1)))
    for number, one in enumerate(found["events"]):
        for name in one:
            before = one[name]
            one[name] = "x" if before != "x" else "y"
            assert proof.check_events(found), (number, name)
            one[name] = before
    assert proof.check_events(found) == []
    with pytest.raises(DecisionError, match="no proof"):
        proof.check_events({"schema": "x", "events": []})


def test_who_may_not_see_all_of_it_is_given_no_proof(tmp_path: Path) -> None:
    team = Team(
        {
            "lea": Member("lea"),
            "ann": Member("ann", "reviewer"),
            "bob": Member("bob", "reviewer"),
            "far": Member("far", "reviewer", groups=frozenset({"elsewhere"})),
        },
        declared=True,
    )
    with Queue.open(tmp_path / "t.db", create=True, team=team) as queue:
        queue.enqueue([replace(record("a"), second="share")])
        good = {"criterion": "faithfulness", "value": "faithful"}
        queue.decide(1, decision("relabel", "ann", labels=[good]))
        for viewer in ("bob", "far"):
            with pytest.raises(DecisionError, match=f"holds what {viewer} may not see"):
                queue.proof(1, viewer)
        assert queue.proof(1, "lea")["decided"][0]["reviewer"] == "ann"
        queue.decide(1, decision("relabel", "bob", labels=[good]))
        assert len(queue.proof(1, "bob")["decided"]) == 2
        with pytest.raises(DecisionError, match="may not see"):
            queue.proof(1, "far")


def test_an_open_item_and_one_that_is_not_there(path: Path) -> None:
    with Queue.open(path, readonly=True) as queue:
        found = queue.proof(2)
        assert (found["decided"], found["golden"]) == ([], [])
        assert "nothing" in proof_text.markdown(found)
        with pytest.raises(DecisionError, match="no item #9"):
            queue.proof(9)


def test_the_page_tells_first_words_and_what_has_changed_since(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "t.db", create=True) as queue:
        made = record("a", gates={"numbers": "fail"})
        queue.enqueue([made])
        label = {"criterion": "faithfulness", "value": "unfaithful", "note": "at first"}
        queue.first_word(
            1, "ann", "relabel", [label], Seen(made_hash(queue), ("c1:0:6",), "hidden")
        )
        queue.decide(1, decision("block", "ann"))
        before = proof_text.markdown(queue.proof(1))
        assert "stale" not in before
        assert "evaluated anew" not in before
        anew = {**made.evaluation, "policy": {"hash": "q"}, "gates": {}}
        queue.enqueue([replace(made, key="k2", evaluation=anew)])
        found = queue.proof(1)
        assert found["item"]["changed_since"] == ["policy"]
        [word] = found["first_words"]
        assert (word["reviewer"], word["labels"][0]["note"]) == ("ann", "at first")
        page = proof_text.markdown(found)
    assert "- before the judge was shown: relabel by `ann`" in page
    assert "the answer is **blocked**: decided, block by `ann`" in page
    assert "what has changed is policy" in page
    assert "`numbers failed`" in page  # why it was to be looked at when it was decided on
    assert "has been evaluated anew since" in page


def made_hash(queue: Queue) -> str:
    return queue.item(1).evaluation_hash
