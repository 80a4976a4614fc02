"""A blind item shows nothing that a judge had a part in; the first word comes before the judge."""

from __future__ import annotations

import copy
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from textual.widget import Widget
from tui_desk import Desk, desk
from tui_samples import build, judgment_of, northwind, plain, span

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from adjudge_queue.records import Decision, Filter
from adjudge_tui.desk.app import run_review
from adjudge_tui.desk.blinding import Blinding, blind_filter, tells_verdict

WHOLE = Blinding(whole=True, seed="s")
#: All panes beside each other by default, fewer of them under stress.
SIZES = [
    pytest.param((80, 24), id="80x24", marks=pytest.mark.stress),
    pytest.param((120, 36), id="120x36", marks=pytest.mark.stress),
    pytest.param((200, 50), id="200x50"),
]
#: What must stand nowhere while the judge is hidden, in any widget of the tree.
TELLING = (
    "local", "judge", "JUDGE", "WHY", "why review", "QUEUE  ", "REVIEW", "opinion", "admitted",
    "same metric", "only one driver", "storage alone", "(judge", "lexical/1", "ZEBRA",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [northwind(), *(plain(f"water-{n}") for n in range(4))])


def _items(*, kind: bool) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The same cases and checks with the words of one of two judges that agree on nothing."""
    items = [northwind("a-northwind"), *(plain(f"water-{number}") for number in range(5))]
    if kind:
        return items
    other = copy.deepcopy(items)
    for number, (case, evaluation) in enumerate(other):
        claims = [claim["id"] for claim in evaluation["claims"]]
        text = case["contexts"][0]["text"]
        judgment = judgment_of(
            dict.fromkeys(claims, ("contradicted", "partial", "supported")[number % 3]),
            judge="ZEBRA",
            admitted=True,
            rationale="ZEBRA wholly disagrees. " * 30,
        )
        for word in judgment["claims"]:
            word |= {"quote": text[:20], "reason": "ZEBRA says so"}
            word["evidence"] = [span(case["contexts"][0]["id"], text, text[:20])]
        evaluation["judgments"] = [judgment, judgment | {"criterion": "ZEBRA"}][: number % 2 + 1]
        message = f"ZEBRA {number}"
        evaluation["reasons"] = {
            "proved": [],
            "judged": [{"code": "contradicted", "message": message, "claim_id": claims[0]}],
            "uncertain": [{"code": "split", "message": message, "action": "review"}] * number,
        }
    return other


async def _walk(one: Desk) -> list[str]:
    """The blind screens of a whole sitting, text and picture, whatever the judge said."""
    shots: list[str] = []

    def shoot() -> None:
        shots.append(one.text)
        shots.append(one.app.export_screenshot(title="blind", simplify=True))

    shoot()
    for keys in (
        ("j",), (".",), ("i",), ("v",), ("g",), ("escape",), ("slash", "b", "o", "enter"),
        ("n", "escape"), ("c", "x", "enter"), ("1",), ("]",), ("[",), ("z",), ("z",), ("Q",),
        ("down",), ("enter",), ("s",), ("s",), ("u",), ("s",), ("s",), ("s",), ("s",), ("s",),
    ):  # fmt: skip
        await one.press(*keys)
        shoot()
    return shots


@pytest.mark.parametrize("size", SIZES)
async def test_files_that_differ_in_the_judge_alone_look_the_same(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    walks = []
    for kind in (True, False):
        folder = tmp_path / str(kind)
        folder.mkdir()
        path = build(folder / "q.db", _items(kind=kind))
        async with desk(path, size=size, blinding=WHOLE) as one:
            walks.append(await _walk(one))
    assert len(walks[0]) == len(walks[1]) > 40
    for number, (kind_one, stern_one) in enumerate(zip(*walks, strict=True)):
        assert kind_one == stern_one, f"shot {number}"
    assert any("BLIND" in shot for shot in walks[0])
    assert "Nothing left to review" in walks[0][-2]


def _texts(widget: Widget) -> list[str]:
    """Every text that the widgets hold, drawn or not."""
    found = []
    for one in [widget, *widget.walk_children(Widget)]:
        for name in ("doc", "content", "_claims", "border_title"):
            value = getattr(one, name, None)
            found.append(str(getattr(value, "text", value)) if value is not None else "")
        found.append(str(getattr(one, "_strips", "")))
    return found


async def test_nothing_of_the_judge_is_in_the_tree(path: Path) -> None:
    async with desk(path, size=(200, 50), where=Filter(text="northwind"), blinding=WHOLE) as one:
        assert one.session.view is not None
        assert one.session.view.case_id == "northwind"
        assert {pane.id for pane in one.app.desk.query("#why, #judge, #queue, #details")} == set()
        everything = "\n".join([*_texts(one.app.desk), one.text]).replace("judge=None", "")
        assert [word for word in TELLING if word in everything] == []
        assert one.session.view.opinions == ()
        # What code found stays.
        assert "✗ numbers fail ×2" in one.text
        assert "EVIDENCE  claim 3 → [2] · 1 of 1  ~ code" in one.text


async def test_the_first_word_comes_before_the_judge_and_the_second_decides(path: Path) -> None:
    where = Filter(text="northwind")
    async with desk(path, size=(120, 36), where=where, blinding=WHOLE) as one:
        await one.press("v")
        assert "after your first word" in one.text
        await one.press("j", "k", "a")
        assert "approved, your first word · the judge is shown · a keeps it" in one.text
        assert "REVIEW" in one.text.splitlines()[0]
        assert "JUDGE" in one.text
        assert "WHY HERE" in one.text
        assert one.app.desk.claim == 2
        item = one.item("northwind")
        assert item.row.state == "claimed"
        words = [event for event in item.history if event["kind"] == "first_word"]
        assert [event["body"]["action"] for event in words] == ["approve"]
        await one.press("b")  # another mind
    item = one.item("northwind")
    assert (item.row.state, item.row.action) == ("decided", "block")
    decided = next(event for event in item.history if event["kind"] == "decided")
    assert decided["body"]["seen"]["judge"] == "revealed"
    with Queue.open(path, readonly=True) as queue:
        said = [dict(one.verdicts) for one in queue.review_decisions(blind=True)]
        assert said == [{"answer": "faithful"}]


async def test_a_blind_relabel_is_a_first_word_too_and_the_marks_stay(path: Path) -> None:
    async with desk(path, where=Filter(text="northwind"), blinding=WHOLE) as one:
        await one.press("4", "r")
        assert "relabelled, your first word" in one.text
        assert list(one.session.marks.values()) == ["contradicted"]
        await one.press("r")
    item = one.item("northwind")
    assert item.row.action == "relabel"
    word = next(event for event in item.history if event["kind"] == "first_word")
    assert word["body"]["labels"][0]["value"] == "unfaithful"


async def test_a_policy_block_asks_for_its_reason_only_after_the_first_word(
    tmp_path: Path,
) -> None:
    case, evaluation = northwind("held", "block")
    path = build(tmp_path / "q.db", [(case, evaluation | {"route": "review"})])
    async with desk(path, blinding=WHOLE) as one:
        await one.press("a", "a")
    assert one.item("held").row.action == "approve"


async def test_a_share_is_drawn_whatever_the_route_and_the_others_are_not_blind(
    path: Path,
) -> None:
    some = Blinding(share=0.5, seed="t")
    with Queue.open(path, readonly=True) as queue:
        items = [queue.item(item_id) for item_id in queue.ids()]
    drawn = {item.row.case_id: some.drawn(item.evaluation["case_hash"]) for item in items}
    assert set(drawn.values()) == {True, False}
    async with desk(path, size=(80, 24), blinding=some) as one:
        for _ in items:
            view = one.session.view
            assert view is not None
            assert view.hidden == drawn[view.case_id]
            assert ("BLIND" in one.text.splitlines()[0]) == view.hidden
            await one.press("s")


async def test_the_list_tells_nothing_about_what_is_drawn(path: Path) -> None:
    some = Blinding(share=0.5, seed="t")
    async with desk(path, size=(120, 36), blinding=some) as one:
        await one.press("Q")
        for line in one.text.splitlines():
            with Queue.open(path, readonly=True) as queue:
                for item_id in queue.ids():
                    item = queue.item(item_id)
                    if f" {item.row.case_id} " in line and item.row.state == "pending":
                        drawn = some.drawn(item.evaluation["case_hash"])
                        assert (item.row.priority_reason[:9] in line) != drawn


async def test_a_blind_sitting_is_not_filtered_by_routes(path: Path) -> None:
    async with desk(path, size=(120, 36), blinding=WHOLE) as one:
        await one.press("Q", "f", *"route", "colon", *"review", "enter")
        assert "not filtered by routes" in one.text
        await one.press("f", *"numbers", "enter")
        assert "not filtered" not in one.text


async def test_v_hides_the_judge_from_here_on_and_shows_it_again(path: Path) -> None:
    async with desk(path, size=(120, 36)) as one:
        assert "JUDGE" in one.text
        await one.press("v")
        assert "BLIND" in one.text.splitlines()[0]
        assert "JUDGE" not in one.text
        await one.press("a")  # its judge has been seen: no first word is asked for
        item = one.item("northwind")
        assert item.row.action == "approve"
        decided = next(event for event in item.history if event["kind"] == "decided")
        assert decided["body"]["seen"]["judge"] == "revealed"
        assert one.session.view is not None
        assert one.session.view.hidden
        assert one.session.word_due
        await one.press("v")  # one's own wish may be taken back
        assert "JUDGE" in one.text
        assert not one.session.word_due


async def test_a_second_look_after_the_first_word_needs_no_other(path: Path) -> None:
    where = Filter(text="northwind")
    async with desk(path, where=where, blinding=WHOLE) as one:
        await one.press("b")
    async with desk(path, where=where, blinding=WHOLE) as one:
        assert one.session.view is not None
        assert not one.session.view.hidden
        await one.press("b")
    assert one.item("northwind").row.action == "block"


async def test_what_is_decided_elsewhere_while_blind_is_said(path: Path) -> None:
    async with desk(path, where=Filter(text="northwind"), blinding=WHOLE) as one:
        with Queue.open(path) as queue:
            item_id = queue.find("northwind")
            queue.release(item_id, "ana")
            queue.claim(item_id, "bo")
            queue.decide(item_id, Decision("block", "bo", "bo-1"))
        await one.press("a")
        assert one.session.alarm
        assert not one.session.word_due
        assert "blocked by bo" in one.text.splitlines()[0]
    assert [e for e in one.item("northwind").history if e["kind"] == "first_word"] == []


async def test_a_word_said_at_another_desk_is_not_asked_for_again(path: Path) -> None:
    async with desk(path, where=Filter(text="northwind"), blinding=WHOLE) as one:
        with Queue.open(path) as queue:
            queue.first_word(queue.find("northwind"), "ana", "block")
        await one.press("a")
        assert "has said a first word" in one.text
        assert "REVIEW" in one.text.splitlines()[0]
        await one.press("b")
    assert one.item("northwind").row.action == "block"


async def test_a_locked_file_keeps_the_item_blind(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudge_queue.file.driver.BUSY_MS", 60)
    async with desk(path, where=Filter(text="northwind"), blinding=WHOLE) as one:
        lock = sqlite3.connect(path)
        lock.execute("BEGIN IMMEDIATE")
        try:
            await one.press("a")
            assert one.session.alarm
            assert "BLIND" in one.text.splitlines()[0]
        finally:
            lock.rollback()
            lock.close()
        await one.press("a")
        assert "your first word" in one.text


def test_a_share_is_a_share_and_does_not_follow_the_sampling_of_releases() -> None:
    some = Blinding(share=0.15, seed="x")
    hashes = [canonical_hash({"n": number}) for number in range(4000)]
    drawn = [one for one in hashes if some.drawn(one)]
    assert 0.12 < len(drawn) / len(hashes) < 0.18
    assert drawn != [one for one in hashes if Blinding(share=0.15, seed="y").drawn(one)]
    assert not any(Blinding().drawn(one) for one in hashes[:50])
    assert all(Blinding(share=1.0).drawn(one) for one in hashes[:50])
    sampled = [one for one in hashes if int(one[7:20], 16) / 16**13 < 0.15]
    both = len(set(sampled) & set(drawn)) / len(sampled)
    assert 0.08 < both < 0.23


def test_filters_that_tell_the_verdict() -> None:
    assert tells_verdict(Filter(route="block"))
    assert tells_verdict(Filter(disposition="released"))
    assert not tells_verdict(Filter(gate="numbers", text="x"))
    assert blind_filter(Filter(states=("released", "decided"))).states == ("decided",)


def test_a_blind_sitting_does_not_begin_with_a_filter_that_tells(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    for where in (Filter(route="block"), Filter(disposition="released")):
        with pytest.raises(QueueError, match="not filtered by routes"):
            run_review(path, reviewer="ana", where=where, blind=True)
    (path.parent / "adjudge.toml").write_text("[desk]\nblind_share = 1\n", encoding="utf-8")
    with pytest.raises(QueueError, match="not filtered by routes"):
        run_review(path, reviewer="ana", where=Filter(route="block"))


def test_a_blind_sitting_does_not_follow_an_order_that_tells(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    with pytest.raises(QueueError, match="not ordered by what a judge said"):
        run_review(path, reviewer="ana", blind=True, order="informative")
    assert Blinding(whole=True, seed="s").order == ("random", "s")
    assert Blinding(whole=True, seed="s", by="informative").order == ("random", "s")
    assert Blinding(whole=True, seed="s", by="oldest").order == ("oldest", None)
    assert Blinding(seed="s", by="random").order == ("random", "s")
    assert Blinding(share=0.2, seed="s", by="informative").order == ("informative", None)


@pytest.mark.parametrize("whole", [False, True], ids=["open", "blind"])
async def test_items_come_in_the_order_asked_for(tmp_path: Path, whole: bool) -> None:
    path = build(tmp_path / "q.db", [plain(f"case-{at}") for at in range(5)])
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE items SET priority = id")
    with Queue.open(path, readonly=True) as queue:
        assert list(queue.ids()) == [5, 4, 3, 2, 1]
    blinding = Blinding(whole=whole, seed="s", by="oldest")
    came = []
    async with desk(path, blinding=blinding) as one:
        assert list(one.session.snapshot or ()) == [1, 2, 3, 4, 5]
        for _ in range(3):
            came.append(one.session.view.item_id if one.session.view else None)
            await one.press("s")
    assert came == [1, 2, 3]
