"""Adjudicate on a real file: every key, at both sizes; who may, what is told, what goes wrong."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from test_tui_hostile import EVIL, hostile
from tui_desk import Desk, desk
from tui_leads import build, differing, label, say, states
from tui_samples import northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Item
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.desk.doc import Lines
from adjudge_tui.desk.writer import QueueThread
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.leading.differing import Cell, Difference
from adjudge_tui.leading.versus import versus
from adjudge_tui.screens.adjudicate import AdjudicateScreen
from adjudge_tui.widgets.ownword import OwnWord
from adjudge_tui.wording.strings import speak

SIZES = [pytest.param((80, 24), id="80x24"), pytest.param((120, 36), id="120x36")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return differing(tmp_path / "q.db")


def item(path: Path, number: int) -> Item:
    with Queue.open(path, readonly=True) as queue:
        return queue.item(number)


def decided(path: Path, number: int) -> dict[str, Any]:
    """The body of the last decision on an item."""
    events = [one for one in item(path, number).history if one["kind"] == "decided"]
    body: dict[str, Any] = dict(events[-1]["body"])
    return body | {"by": events[-1]["actor"]}


def screen(one: Desk) -> AdjudicateScreen:
    found = one.app.screen
    assert isinstance(found, AdjudicateScreen)
    return found


@pytest.mark.parametrize("size", SIZES)
async def test_it_shows_only_what_differs_and_both_notes(path: Path, size: tuple[int, int]) -> None:
    async with desk(path, size=size, reviewer="lea") as one:
        await one.press("A")
        text = one.text
        assert text.splitlines()[0] == " ADJUDICATE  1 of 3 · #1 northwind"
        for piece in (
            "What drove Northwind's third quarter?", "claim 3  Operating margin improved to 21.4%.",
            "✗ contradicted", "◐ partly", "claim 4", "– says nothing", "both relabelled",
            "Operating margin improved to 20.4%.", "Operating margin improved to 20.4 percent.",
            "The table on page 6 says 20.4 percent.", "Close, but the buyback is nowhere.",
            "evidence missing", "judge wrong", "difference 1 of 5", "1 take first",
        ):  # fmt: skip
            assert piece in text, piece
        assert "claim 1 " not in text.replace("claim 1 →", "")  # both say that it is supported
        for name in ("ann", "bob"):  # who said which must not weigh
            assert not re.search(rf"\b{name}\b", text)
        row = next(line for line in text.splitlines() if "contradicted" in line)
        assert "partly" in row  # beside each other
        if size[0] == 120:
            assert row.index("partly") > 50
        assert max(map(cell_len, text.splitlines())) <= size[0]


@pytest.mark.parametrize("size", SIZES)
async def test_one_key_takes_a_side_whole_and_goes_on(path: Path, size: tuple[int, int]) -> None:
    async with desk(path, size=size, reviewer="lea") as one:
        await one.press("A", "1")
        assert "2 of 3 · 1 settled · #2 boiling" in one.text.splitlines()[0]
        assert "relabelled “northwind” · u undo" in one.text
        await one.press("2")
        assert "3 of 3 · 2 settled" in one.text.splitlines()[0]
        await one.press("2")
        assert "Nothing is left to settle. 3 settled by you." in one.text
        await one.press("1", "2", "a", "b", "r", "j", "k", "space", "c")
    assert states(path)["decided"] == 3
    body = decided(path, 1)
    assert (body["action"], body["by"], body["round"]) == ("relabel", "lea", "adjudication")
    claims = {one["claim_id"]: one["verdict"] for one in body["labels"][0]["claims"]}
    assert claims == {"c1": "supported", "c3": "contradicted"}  # also what both said alike
    assert body["reason_codes"] == ["evidence_missing"]
    first = item(path, 1)
    assert first.labels[0]["corrected_answer"] == "Operating margin improved to 20.4%."
    assert decided(path, 2)["action"] == "block"
    assert item(path, 3).labels[0]["missing"] == ["the pressure"]


async def test_undo_brings_the_item_back_to_where_it_waited(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        await one.press("A", "b", "a")
        assert "2 settled" in one.text
        await one.press("u")
        assert "undone: “boiling”" in one.text
        assert "2 of 3 · 1 settled · #2 boiling" in one.text.splitlines()[0]
        await one.press("u", "u")
        assert "lea has no decision to undo" in one.text
    assert states(path)["adjudication"] == 3


async def test_undo_of_yesterday(path: Path) -> None:
    with Queue.open(path) as queue:
        say(queue, 2, "lea", "block")
    async with desk(path, reviewer="lea") as one:
        await one.press("A")
        assert "1 of 2" in one.text
        await one.press("u")
        assert "of 3 · #2 boiling" in one.text
        assert "undone: “boiling”" in one.text
    assert states(path)["adjudication"] == 3


async def test_approve_and_block_whatever_the_two_say(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        await one.press("A", "a", "b")
    assert (decided(path, 1)["action"], decided(path, 2)["action"]) == ("approve", "block")


@pytest.mark.parametrize("size", SIZES)
async def test_ones_own_word_claim_by_claim(path: Path, size: tuple[int, int]) -> None:
    async with desk(path, size=size, reviewer="lea") as one:
        await one.press("A", "r")
        assert "0-4 claim" in one.text.splitlines()[-1]
        await one.press("4", "right", "h", "left")
        for piece in ("→ ✗ contradicted", "→ ○ not mentioned", "→ you: as the first"):
            assert piece in one.text, piece
        assert "this goes with a side as a whole" in one.text  # reasons
        await one.press("a", "b", "u", "enter", "L")  # none of these acts behind the line
        assert isinstance(one.app.focused, OwnWord)
        await one.press("r")
        assert "#2 boiling" in one.text.splitlines()[0]
    body, found = decided(path, 1), item(path, 1)
    claims = {one["claim_id"]: one["verdict"] for one in body["labels"][0]["claims"]}
    assert claims == {"c1": "supported", "c3": "contradicted", "c4": "not_mentioned"}
    assert body["labels"][0]["value"] == "unfaithful"
    assert found.labels[0]["corrected_answer"] == "Operating margin improved to 20.4%."
    assert body["reason_codes"] == []


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        pytest.param(("f",), "faithful", id="faithful"),
        pytest.param(("n",), "unfaithful", id="unfaithful"),
        pytest.param(("x",), None, id="undetermined"),
        pytest.param(("j", "0", "f"), "faithful", id="no claim under the cursor"),
    ],
)
async def test_ones_own_word_on_the_answer(
    path: Path, keys: tuple[str, ...], value: str | None
) -> None:
    async with desk(path, reviewer="lea") as one:
        await one.press("A", "right_square_bracket", "r", "r")
        assert "that does not say what the answer is" in one.text
        await one.press(*keys)
        assert "3 of 3" in one.text.splitlines()[0]
    label = decided(path, 2)["labels"][0]
    assert label.get("value") == value
    assert label.get("undetermined", False) is (value is None)


async def test_a_corrected_answer_and_a_note_of_ones_own(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        await one.press("A", "c", *"seen", "enter")
        assert "your note goes with it" in one.text.splitlines()[0]
        await one.press("r", "e", "ctrl+u", *"It is so.", "enter", "n")
        assert "#2 boiling" in one.text.splitlines()[0]
    found = item(path, 1)
    assert found.note == "seen"
    assert found.labels[0]["corrected_answer"] == "It is so."


async def test_moving_decides_nothing(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        await one.press("A", "j", "j", "k", "down", "down", "up")
        assert "difference 3 of 5" in one.text
        await one.press("down", *["j"] * 9, *["up"] * 3)
        assert "difference 2 of 5" in one.text
        await one.press("J", "K", "space", "pagedown", "pageup")
        await one.press("right_square_bracket", "right_square_bracket", "right_square_bracket")
        assert "3 of 3" in one.text
        assert "this is the last item" in one.text
        await one.press(*["left_square_bracket"] * 3)
        assert "this is the first item" in one.text
        await one.press("r", "escape", "question_mark")
        assert "take the first, go on" in one.text
        await one.press("escape", "R", "colon", "escape", "escape")
        assert not isinstance(one.app.screen, AdjudicateScreen)
    assert states(path)["adjudication"] == 3


async def test_enter_opens_the_item_on_the_desk(path: Path) -> None:
    async with desk(path, reviewer="lea", size=(120, 36)) as one:
        await one.press("A", "right_square_bracket", "enter")
        assert "boiling" in one.text.splitlines()[0]
        assert "EVIDENCE" in one.text
        await one.press("A")  # begins with the item on the desk, which the lead now holds
        assert "#2 boiling" in one.text.splitlines()[0]
        await one.press("1", "escape")
        assert "approved" in one.text.splitlines()[0]


async def test_from_the_queue_and_the_palette(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        await one.press("Q", "A")
        screen(one)
        await one.press("escape")
        assert "QUEUE" in one.text.splitlines()[0]
        await one.press("A", "o")
        assert "northwind" in one.text.splitlines()[0]
        titles = [found.title for found in one.app.get_system_commands(one.app.screen)]
        assert "settle what two reviewers see differently" in titles
        await one.press("A")
        titles = [found.title for found in one.app.get_system_commands(one.app.screen)]
        assert "next difference" in titles
        assert not any("take the first" in title for title in titles)


async def test_quitting(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        await one.press("A", "q")
        assert one.app._exit


@pytest.mark.parametrize("size", SIZES)
async def test_a_reviewer_who_is_no_lead_sees_a_sentence(path: Path, size: tuple[int, int]) -> None:
    async with desk(path, size=size, reviewer="ann") as one:
        await one.press("A")
        assert "is for leads; ann is none." in one.text
        assert "contradicted" not in one.text
        await one.press("1", "2", "a", "b", "r", "u", "R", "right_square_bracket", "c", "enter")
        assert "is for leads" in one.text
        await one.press("escape")
        assert not isinstance(one.app.screen, AdjudicateScreen)
    assert states(path)["adjudication"] == 3


async def test_one_of_the_two_waits_for_another_lead(tmp_path: Path) -> None:
    path = differing(tmp_path / "q.db", team=False)  # where everybody leads
    async with desk(path, reviewer="ann") as one:
        await one.press("A")
        assert "waits for a lead who has not decided on it" in one.text
        await one.press("1", "right_square_bracket")
        assert "2 of 3" in one.text
    assert states(path)["adjudication"] == 3


async def test_nobody_differs(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    async with desk(path, reviewer="lea") as one:
        await one.press("A")
        assert "Nobody differs: no item waits for a lead." in one.text
        await one.press("1", "right_square_bracket", "R")
        assert "Nobody differs" in one.text


async def test_an_item_that_another_lead_has_settled_meanwhile(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        await one.press("A")
        with Queue.open(path) as queue:
            say(queue, 1, "max", "block")
        await one.press("1")
        assert "has been decided by max" in one.text
        await one.press("R")
        assert "1 of 2" in one.text.splitlines()[0]
    assert decided(path, 1)["by"] == "max"


async def test_a_locked_file_keeps_the_decision_until_it_is_saved(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        await one.press("A")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        try:
            one.session.writer.submit(
                lambda queue: queue._store.connection.execute("PRAGMA busy_timeout = 1"),
                lambda _: None,
                lambda _: None,
            )
            await one.press("1")
            assert "not saved · R tries again" in one.text
            assert 1 in one.session.unsent
            await one.press("q")
            assert "1 decision not saved" in one.text
        finally:
            other.execute("ROLLBACK")
            other.close()
        await one.press("R")
        assert not one.session.unsent
        assert "2 of 3 · 1 settled" in one.text
    assert decided(path, 1)["action"] == "relabel"


async def test_a_file_that_is_only_to_be_read_keeps_the_decision(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        await one.press("A")
        one.session.writer.close()
        one.session.writer = QueueThread(path, one.session.post, readonly=True)
        await one.press("2")
        assert "not saved · R tries again: q.db was opened for reading only" in one.text
        await one.press("R", "u")
        assert 1 in one.session.unsent
    assert states(path)["adjudication"] == 3


async def test_a_file_that_is_gone_is_a_sentence_and_one_key(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        one.session.reader.close()
        one.session.reader = QueueThread(path, one.session.post, readonly=True)
        away = path.with_name("away.db")
        path.rename(away)
        await one.press("A")
        assert "q.db" in one.text
        assert "R tries again" in one.text
        await one.press("1", "j", "r", "enter", "c", "space")
        away.rename(path)
        await one.press("R")
        assert "1 of 3 · #1 northwind" in one.text


async def test_what_the_policy_blocks_is_approved_only_with_a_reason(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind("no", "block")])
    with Queue.open(path) as queue:
        say(queue, 1, "ann", "relabel", labels=[label("unfaithful")])
        say(queue, 1, "bob", "block")
    async with desk(path, reviewer="lea") as one:
        await one.press("A")
        assert "blocked by the policy" in one.text.splitlines()[0]
        await one.press("a")
        assert "why may it pass?" in one.text
        await one.press("enter")
        assert "approved only with a reason" in one.text
        await one.press("a", *"a slip", "enter")
        assert "Nothing is left to settle" in one.text
    assert item(path, 1).note == "a slip"


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_text_is_literal(tmp_path: Path, size: tuple[int, int]) -> None:
    path = build(tmp_path / "q.db", [hostile()])
    with Queue.open(path) as queue:
        for who, verdict in (("ann", "contradicted"), ("bob", "partial")):
            words = f"{EVIL} {who}\n[/]"
            labels = [
                label("unfaithful", ("c1", verdict), missing=[words]),
                {"criterion": "[red]\x1b]0;x\x07", "value": f"\u202e[b]{verdict}"},
            ]
            say(queue, 1, who, "relabel", labels=labels, note=words, corrected_answer=words)
    async with desk(path, size=size, reviewer="lea") as one:
        await one.press("A")
        seen = [one.text]
        for keys in (("j",), ("j",), ("j",), ("space",), ("r", "j", "left"), ("escape",)):
            await one.press(*keys)
            seen.append(one.text)
        await one.press("1")
        seen.append(one.text)
    text = "\n".join(seen)
    assert "[bold]x[/] [/nope] ␛]0;PWNED␇" in text
    assert "[red]␛]0;x␇" in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\ud800-\udfff]", text)
    assert states(path)["decided"] == 1


async def test_a_blind_item_does_not_tell_of_its_judge(tmp_path: Path) -> None:
    path = differing(tmp_path / "q.db")
    async with desk(path, reviewer="lea", blinding=Blinding(whole=True, seed="s")) as one:
        await one.press("A")
        while "northwind" not in one.text.splitlines()[0]:
            await one.press("right_square_bracket")
        assert "blind" in one.text.splitlines()[0]
        for piece in ("judge wrong", "evidence missing", "buyback is nowhere", "review"):
            assert piece not in one.text, piece
        assert "notes and reasons could tell what the judge said" in one.text
        assert "✗ contradicted" in one.text  # what people say of claims is what it is about
        await one.press("1")
    body = decided(path, 1)
    assert body["seen"]["judge"] == "hidden"
    assert [one["kind"] for one in item(path, 1).history][-2:] == ["first_word", "decided"]


async def test_two_files_that_differ_in_the_judge_alone_look_alike_when_blind(
    tmp_path: Path,
) -> None:
    seen = []
    for name, verdict in (("a", "supported"), ("b", "contradicted")):
        case, evaluation = northwind("northwind")
        for claim in evaluation["judgments"][0]["claims"]:
            claim["verdict"] = verdict
        (tmp_path / name).mkdir()
        path = build(tmp_path / name / "q.db", [(case, evaluation)])
        with Queue.open(path) as queue:
            codes = ("judge_wrong",) if name == "a" else ()
            say(queue, 1, "ann", "approve", reason_codes=codes, note=f"the judge says {verdict}")
            say(queue, 1, "bob", "block")
        async with desk(path, reviewer="lea", blinding=Blinding(whole=True), size=(120, 36)) as one:
            await one.press("A", "j")
            seen.append(one.text)
    assert seen[0] == seen[1]


async def test_too_small_a_window_decides_nothing(path: Path) -> None:
    async with desk(path, size=(50, 14), reviewer="lea") as one:
        await one.press("A", "1", "a", "b", "r")
        assert "50" in one.text
        await one.pilot.resize_terminal(120, 36)
        await one.settle()
        assert "difference 1 of 5" in one.text
        await one.pilot.resize_terminal(80, 24)
        await one.settle()
        assert "    1 Operating margin improved to 20.4%." in one.text
    assert states(path)["adjudication"] == 3


async def test_in_japanese(path: Path) -> None:
    speak("ja")
    try:
        async with desk(path, size=(80, 24), reviewer="lea") as one:
            await one.press("A")
            assert one.text.splitlines()[0].startswith(" 裁定")
            for english in ("ADJUDICATE", "take", "claim", "note"):
                assert english not in one.text
            await one.press("r")
            assert max(map(cell_len, one.text.splitlines())) <= 80
    finally:
        speak("en")


@given(st.lists(st.tuples(st.text(), st.text(), st.text()), max_size=4), st.integers(20, 100))
def test_no_line_is_wider_than_the_pane_and_every_title_is_found(
    words: list[tuple[str, str, str]], width: int
) -> None:
    listed = [
        Difference(
            "note", one_line(title), (Cell(display_safe(one)), Cell(display_safe(two))), ("", "")
        )
        for title, one, two in words
    ]
    both = versus(listed, width)
    assert len(both.titles) == len(listed)
    lines = Lines(both.doc.text, width)
    assert len(lines) == both.doc.text.count("\n") + 1  # nothing is wrapped a second time
    for mark in both.doc.marks:
        assert 0 <= mark.start <= mark.end <= len(both.doc.text)
    for each, (start, end) in zip(listed, both.titles, strict=True):
        shown = both.doc.text[start:end].rstrip("…")
        assert each.title.startswith(shown)
