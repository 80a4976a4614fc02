"""An item that is evaluated anew while it is on the desk: other claims, no old marks on them."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest
from tui_desk import desk
from tui_samples import build, northwind, plain

from adjudge_engine.canonical import canonical_hash, canonical_json
from adjudge_queue import Queue
from adjudge_queue.records import Record


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [northwind(), plain("water")])


def evaluate_anew(path: Path) -> None:
    """The same case, in which only the last claim is found by now."""
    case, evaluation = deepcopy(northwind())
    evaluation["claims"] = [{**evaluation["claims"][-1], "id": "c1"}]
    anew = Record(
        case_id=case["id"],
        case_hash=canonical_hash(case),
        key="anew",
        case=case,
        evaluation=evaluation,
        report=canonical_json({"case": "anew"}),
    )
    with Queue.open(path) as queue:
        queue.enqueue([anew])


async def test_marks_and_places_of_claims_are_not_those_of_other_claims(path: Path) -> None:
    async with desk(path) as one:
        await one.press("g", *"northwind", "enter")
        await one.press("2", "2", "2")
        assert len(one.session.marks) > 1
        before = one.session.view
        assert before is not None
        assert len(before.claims) > 1
        evaluate_anew(path)
        await one.press("r")
        view = one.session.view
        assert view is not None
        assert view.item_id == before.item_id
        assert [claim.text for claim in view.claims] == [before.claims[-1].text]
        assert "evaluated anew" in one.text.splitlines()[-1]
        assert one.session.marks == {}
        await one.press("4")
        assert one.session.marks == {"c1": "contradicted"}
