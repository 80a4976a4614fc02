"""A sitting over real answers: how many keys each decision takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shared_data import SHARED, needs_shared
from tui_desk import Desk, desk
from tui_keys import at_once, plain_terminal
from tui_samples import build

from adjudge_engine.case import Case
from adjudge_engine.pipeline import evaluate
from adjudge_engine.policy import default_policy
from adjudge_queue import Queue


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_terminal(monkeypatch)


def real_items(count: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Real answers with what code alone found in them, all of them waiting for a person."""
    policy, found = default_policy(), []
    with (SHARED / "items" / "ragtruth_qa.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            names = ("id", "question", "answer", "contexts")
            case = Case.model_validate({name: record[name] for name in names})
            found.append((case.to_dict(), evaluate(case, policy).to_dict() | {"route": "review"}))
            if len(found) == count:
                break
    return found


class Hands:
    """Presses keys and counts them."""

    def __init__(self, one: Desk) -> None:
        self.one = one

    async def __call__(self, *keys: str) -> int:
        """How many keys; all of it has been drawn."""
        await at_once(self.one, *keys)
        return len(keys)

    @property
    def item(self) -> int:
        """The item on the desk."""
        return self.one.session.view.item_id if self.one.session.view else 0


@needs_shared
@pytest.mark.parametrize(
    "items", [10, pytest.param(50, marks=pytest.mark.stress)], ids=["ten", "fifty"]
)
async def test_real_answers_in_as_few_keys_as_promised(tmp_path: Path, items: int) -> None:
    path = build(tmp_path / "q.db", real_items(items))
    spent: dict[str, list[int]] = {"approve": [], "block": [], "flip": [], "undo": [], "redo": []}
    async with desk(path, size=(120, 36)) as one:
        press = Hands(one)
        for number in range(items):
            before, view = press.item, one.session.view
            assert view is not None
            what = ("approve", "block", "flip")[number % 3 if view.claims else number % 2]
            if what == "flip":
                claim = one.app.desk.claim
                keys = ["4", "r"] if number % 2 or len(view.claims) == 1 else ["j", "4", "r"]
                spent["flip"].append(await press(*keys))
                assert claim < len(view.claims)
            else:
                spent[what].append(await press(what[0]))
            assert press.item != before
            if number % 10 == 9:
                spent["undo"].append(await press("u"))
                assert press.item == before
                spent["redo"].append(await press("U"))
                assert press.item != before
        assert one.session.mine == items
        assert one.session.counts.open == 0
    assert {what: max(keys) for what, keys in spent.items()} == {
        "approve": 1, "block": 1, "flip": 3, "undo": 1, "redo": 1,
    }  # fmt: skip
    with Queue.open(path, readonly=True) as queue:
        assert queue.counts().states == {"decided": items}
        assert queue.verify().problems == ()
