"""Two who are to decide apart: nothing that is shown or refused tells one what the other said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from queue_samples import CLAIMS, decision, record
from team_samples import made

from adjudge_engine.errors import AdjudgeError
from adjudge_queue import Queue
from adjudge_queue.records import Action, Filter, Order, State

EVERY: tuple[State, ...] = get_args(State)
WORDS = ("firstnote", "firstfix", "firstgap", "ambiguous_question")
LABEL = {
    "criterion": "faithfulness",
    "value": "unfaithful",
    "claims": [{"claim_id": CLAIMS[0]["id"], "verdict": "contradicted"}],
    "missing": ["firstgap"],
}
ONE: dict[str, Any] = {"labels": [LABEL], "corrected_answer": "firstfix", "seconds": 4711.25}
FIRST: tuple[tuple[Action, dict[str, Any]], ...] = (
    ("relabel", ONE),
    ("approve", {}),
    ("block", {}),
)


@pytest.fixture
def queues(tmp_path: Path) -> Iterator[list[Queue]]:
    """The same desk three times, in which ann has decided differently."""
    found = []
    for number, (action, parts) in enumerate(FIRST):
        queue = made(tmp_path / f"{number}.db")
        queue.enqueue([replace(record("two-1"), second="x"), record("other")])
        queue.claim(1, "ann")
        queue.first_word(1, "ann", "block" if action == "block" else "approve")
        codes = ("ambiguous_question",)
        said = decision(action, "ann", key="k", note="firstnote", reason_codes=codes, **parts)
        assert queue.decide(1, said).state == "needs_second"
        found.append(queue)
    yield found
    for queue in found:
        assert queue.verify().problems == ()
        queue.close()


def looks(queue: Queue, who: str) -> dict[str, Callable[[], object]]:
    """Everything by which somebody may look at a desk under their name."""
    filters: dict[str, Filter] = {
        "text": Filter(states=EVERY, text="firstnote"),
        "fix": Filter(states=EVERY, text="firstfix"),
        "by": Filter(states=EVERY, decided_by="ann"),
        "released": Filter(states=EVERY, disposition="released"),
        "blocked": Filter(states=EVERY, disposition="blocked"),
        "stale": Filter(states=EVERY, stale=True),
        "open": Filter(),
    }
    orders: tuple[Order, ...] = ("priority", "oldest", "informative")
    return {
        "item": lambda: queue.item(1, who),
        "rows": lambda: queue.rows([1, 2], who),
        "history": lambda: queue.history(1, who),
        "events": lambda: queue.events(viewer=who),
        "search": lambda: [queue.search(word, viewer=who).hits for word in WORDS],
        "prefix": lambda: queue.search("firs", viewer=who, ranked=True).hits,
        "feed": lambda: queue.feed(),
        "counts": lambda: queue.counts(),
        "namesakes": lambda: queue.namesakes(1, who),
        "proof": lambda: queue.proof(1, who),
        "adjudication": lambda: queue.adjudication(1, who),
        "planted": lambda: queue.planted_results(who),
        "settled": lambda: queue.adjudicated_results(who),
        "judges": lambda: queue.beside_judges(who),
        "golden": lambda: queue.golden_create("g", actor=who, include_approved=True),
        "undo": lambda: queue.undo(who, item_id=1),
        "twice": lambda: queue.decide(1, decision("approve", who, key="k")),
        "lists": lambda: [
            list(queue.ids(where, order)) for where in filters.values() for order in orders
        ],
        "claim": lambda: queue.claim(1, who),
        "next": lambda: queue.claim_next(who, order="informative"),
    }


def answer(look: Callable[[], object]) -> str:
    """What comes back, be it a refusal; times and random hashes apart."""
    try:
        return repr(look())
    except AdjudgeError as error:
        return f"{error.message} {error.hint}"


def test_whatever_the_first_said_the_second_sees_the_same(
    queues: list[Queue], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in looks(queues[0], "bob"):
        answers = [answer(looks(queue, "bob")[name]) for queue in queues]
        for one in answers:
            assert not any(word in one for word in WORDS[:3]), (name, one)
            assert "4711.25" not in one, name
        plain = [_without_numbers(one) for one in answers]
        assert plain[0] == plain[1] == plain[2], name


def _without_numbers(text: str) -> str:
    """Hashes and moments, which differ between any two files."""
    import re

    text = re.sub(r"[0-9a-f]{64}", "#", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[0-9:.]+Z", "@", text)


def test_nobody_tries_until_it_fits(queues: list[Queue]) -> None:
    """Whether two words are equal is seen from what becomes of the item."""
    queue = queues[2]
    queue.decide(1, decision("approve", "bob"))
    assert queue.item(1).row.state == "adjudication"
    queue.undo("bob", item_id=1)
    with pytest.raises(AdjudgeError, match="you took back another word"):
        queue.decide(1, decision("block", "bob"))
    # The same word again is no use of what was seen; another reviewer decides afresh.
    assert queue.decide(1, decision("approve", "bob")).state == "adjudication"
    queue.undo("bob", item_id=1)
    queue.release(1, "bob")
    assert queue.decide(1, decision("block", "cat")).state == "decided"


def test_the_first_one_does_not_follow_the_second_either(queues: list[Queue]) -> None:
    queue = queues[1]
    queue.decide(1, decision("block", "bob"))
    queue.undo("ann", item_id=1)
    with pytest.raises(AdjudgeError, match="you took back another word"):
        queue.decide(1, decision("block", "ann"))
    queue.release(1, "ann")
    assert queue.decide(1, decision("block", "cat")).state == "decided"


def test_a_slip_taken_back_before_anybody_else_spoke_costs_nothing(queues: list[Queue]) -> None:
    queue = queues[1]
    queue.undo("ann", item_id=1)
    assert queue.decide(1, decision("block", "ann")).state == "needs_second"
    queue.undo("ann", item_id=1)
    queue.release(1, "ann")
    assert queue.decide(1, decision("approve", "bob")).state == "needs_second"
    assert queue.decide(1, decision("approve", "ann")).state == "decided"
