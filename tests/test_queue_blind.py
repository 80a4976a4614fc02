"""Blind first words: once, before the judge is shown, and kept whatever comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from queue_samples import CLAIMS, decision, judged, record
from team_samples import made

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.records import Seen

LABEL = {"criterion": "faithfulness", "value": "unfaithful", "note": "the unit is missing"}


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([record("one", judgments=(judged("supported"),)), record("two")])
        yield queue
        assert queue.verify().problems == ()


def test_a_first_word_is_kept_and_the_decision_refers_to_it(queue: Queue) -> None:
    queue.claim(1, "ann")
    seen = Seen(queue.item(1).evaluation_hash, ("c1:0:6",), "hidden")
    event = queue.first_word(1, "ann", "relabel", [LABEL], seen)
    assert queue.item(1).row.state == "claimed"  # nothing has been decided
    told = queue.history(1)[-1]
    assert (told["seq"], told["kind"], told["actor"]) == (event, "first_word", "ann")
    assert told["body"]["evidence"] == ["c1:0:6"]
    assert "the unit is missing" not in repr(told)
    done = queue.decide(1, decision("approve", "ann"))
    [decided] = [one for one in queue.history(1) if one["seq"] == done.event]
    assert decided["body"]["first_word"] == event
    # Somebody else's decision has none.
    queue.undo("lea", item_id=1)
    queue.release(1, "lea")
    queue.decide(1, decision("approve", "bob"))
    assert "first_word" not in queue.history(1)[-1]["body"]


def refused(queue: Queue, match: str, *args: Any) -> None:
    head = queue.head()
    with pytest.raises(DecisionError, match=match) as caught:
        queue.first_word(*args)
    assert caught.value.hint
    assert queue.head() == head


def test_what_is_no_first_word(queue: Queue) -> None:
    good = queue.item(1).evaluation_hash
    refused(queue, "no first word", 1, "ann", "skip")
    refused(queue, "takes no labels", 1, "ann", "approve", [LABEL])
    refused(queue, "at least one label", 1, "ann", "relabel")
    refused(queue, "before the judge is shown", 1, "ann", "approve", (), Seen(good))
    refused(queue, "evaluated anew", 1, "ann", "approve", (), Seen("other", (), "hidden"))
    refused(queue, "no item #9", 9, "ann", "approve")
    queue.first_word(1, "ann", "approve")
    refused(queue, "already", 1, "ann", "approve")
    queue.claim(1, "bob")
    refused(queue, "is held by bob", 1, "cat", "approve")
    queue.decide(2, decision("approve", "bob"))
    refused(queue, "is decided", 2, "ann", "approve")


def test_it_stands_after_an_undo(queue: Queue) -> None:
    event = queue.first_word(1, "ann", "block")
    for _ in range(2):
        queue.decide(1, decision("approve", "ann"))
        assert queue.history(1)[-1]["body"]["first_word"] == event
        queue.undo("ann")
    refused(queue, "already", 1, "ann", "approve")


def test_each_reviewer_has_one_of_their_own(queue: Queue) -> None:
    assert queue.first_word(1, "ann", "block") < queue.first_word(1, "bob", "approve")
    assert queue._store.rows("SELECT reviewer, action FROM first_words ORDER BY reviewer") == [
        ("ann", "block"),
        ("bob", "approve"),
    ]


def test_figures_have_the_first_word_in_the_place_of_the_decision(queue: Queue) -> None:
    dose = str(CLAIMS[0]["id"])
    label = LABEL | {"claims": [{"claim_id": dose, "verdict": "partial"}]}
    queue.first_word(1, "ann", "relabel", [label])
    queue.decide(1, decision("approve", "ann", seconds=4.0))
    queue.decide(2, decision("block", "ann"))
    one, two = queue.review_decisions()
    assert (one.reviewer, one.item, one.action, one.seconds) == ("ann", "1", "approve", 4.0)
    assert one.verdicts == {"answer": "unfaithful", dose: "partial"}
    assert two.verdicts == {"answer": "unfaithful"}
    assert one.group == "leaflet"
    queue.undo("ann", item_id=2)
    assert [one.item for one in queue.review_decisions()] == ["1"]
    # With the judge, only what was said before it was seen is compared.
    assert [one.item for one in queue.review_decisions(blind=True)] == ["1"]
    queue.release(2, "ann")
    queue.decide(2, decision("block", "bob"))
    assert [one.item for one in queue.review_decisions(blind=True)] == ["1"]
