"""Escalate, wait, reasons, what is missing, redo: each key at 80×24 on a real file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from textual.events import Key
from tui_desk import Desk, desk
from tui_keys import at_once, decided, plain_terminal
from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Decision, Filter
from adjudge_tui.desk.app import ReviewApp
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.desk.desk_settings import DeskSettings
from adjudge_tui.desk.type_ahead import TypeAhead
from adjudge_tui.display import display_safe

HOSTILE = "\x1b[31m[/]\u202eend\x07"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_terminal(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    items = [northwind(risk="high"), plain("water-1"), plain("water-2"), northwind("no", "block")]
    return build(tmp_path / "q.db", items)


async def typed(one: Desk, text: str) -> None:
    """Put text into the field at once, as a paste does."""
    from textual.widgets import Input

    one.app.screen.query_one(Input).value = text
    await one.settle()


def seconds_ahead(path: Path, case_id: str) -> float:
    """How far off the moment is at which an item comes back."""
    with Queue.open(path, readonly=True) as queue:
        body = queue.item(queue.find(case_id)).history[-1]["body"]
    return (datetime.fromisoformat(body["until"]) - datetime.now(UTC)).total_seconds()


async def test_e_asks_for_a_note_and_hands_on(path: Path) -> None:
    async with desk(path) as one:
        await one.press("e")
        assert "for a lead or a second opinion" in one.text.splitlines()[-1]
        await at_once(one, *"units", "enter")
        assert "escalated “northwind”" in one.text
        assert "water-1" in one.text.splitlines()[0]
        await one.press("u")
        assert "northwind" in one.text.splitlines()[0]
    item = one.item("northwind")
    assert item.row.state in ("pending", "claimed")
    assert [step["note"] for step in decided(path, "northwind")] == ["units"]


async def test_what_was_begun_for_an_escalation_is_a_comment_until_it_is_sent(path: Path) -> None:
    async with desk(path) as one:
        await at_once(one, "c", *"odd", "enter", "e")
        assert one.text.splitlines()[-1].rstrip().endswith("odd")
        await one.press("!", "escape")
        assert one.session.notes == {1: "odd"}
        await one.press("e", "!", "enter")
    assert [one["note"] for one in decided(path, "northwind")] == ["odd!"]


async def test_a_hostile_note_is_literal(path: Path) -> None:
    async with desk(path) as one:
        await one.press("e")
        await typed(one, HOSTILE)
        await one.press("enter")
        assert "\x1b" not in one.text
    assert decided(path, "northwind")[0]["note"] == HOSTILE.strip()


async def test_w_offers_moments_and_one_key_puts_off(path: Path) -> None:
    async with desk(path) as one:
        await one.press("w")
        for piece in ("put off until", "1 in an hour", "2 tomorrow 09:00", "3 next Monday", "d "):
            assert piece in one.text
        await one.press("a", "b", "enter", "space", "9")  # dead while it is asked
        assert one.item("northwind").row.action is None
        await one.press("1")
        assert "put off until" in one.text
        assert "“northwind” · u undo" in one.text
    assert one.item("northwind").row.state == "snoozed"
    assert 3500 < seconds_ahead(path, "northwind") <= 3600


async def test_w_takes_a_date_and_refuses_what_is_past(path: Path) -> None:
    day = (datetime.now(UTC) + timedelta(days=40)).date().isoformat()
    async with desk(path) as one:
        await at_once(one, "w", "d", *"2020-01-01", "enter")
        assert "is no moment to come" in one.text
        await at_once(one, "w", "d", *day, "enter")
        assert f"put off until {day} 09:00" in one.text
    assert seconds_ahead(path, "northwind") > 38 * 86400


async def test_escape_leaves_every_question_and_decides_nothing(path: Path) -> None:
    async with desk(path) as one:
        for key in ("e", "w", "m", "g", "y"):
            await one.press(key, "escape")
            assert one.text.splitlines()[-1].lstrip().startswith(("a approve", "nothing is named"))
    assert one.item("northwind").row.action is None


async def test_what_the_policy_has_settled_is_not_handed_on(path: Path) -> None:
    async with desk(path, where=Filter(states=("blocked",))) as one:
        await one.press("Q", "f")
        await typed(one, "state:blocked")
        await one.press("enter", "enter")
        assert "no" in one.text.splitlines()[0]
        for key in ("e", "w"):
            await one.press(key)
            assert "the policy has spoken, nobody waits" in one.text
    assert one.item("no").row.state == "blocked"


async def test_b_is_one_key_and_its_reason_is_offered_after(path: Path) -> None:
    async with desk(path) as one:
        await one.press("b")
        assert "blocked “northwind” · B says why · u undo" in one.text
        assert one.item("northwind").row.action == "block"
        await one.press("B")
        for piece in ("why was “northwind” blocked", "1 evidence missing", "6 a check is wrong"):
            assert piece in one.text
        await one.press("a", "7")  # neither is offered
        await one.press("5")
        assert "“northwind” blocked: the judge is wrong · B adds another" in one.text
        assert "water-1" in one.text.splitlines()[0]
        await one.press("B", "1", "u")
        assert "undone: “northwind”" in one.text
    told = decided(path, "northwind")
    assert [step["reason_codes"] for step in told] == [
        [],
        ["judge_wrong"],
        ["judge_wrong", "evidence_missing"],
    ]
    assert one.item("northwind").row.action is None  # one undo takes all of it back


async def test_a_reason_needs_a_block_and_goes_with_the_next_decision(path: Path) -> None:
    async with desk(path) as one:
        await one.press("B")
        assert "b blocks first" in one.text
        await one.press("b", "a", "B")
        assert "b blocks first" in one.text


async def test_a_reason_for_what_somebody_changed_since_is_told_and_the_block_stands(
    path: Path,
) -> None:
    async with desk(path) as one:
        await one.press("b")
        with Queue.open(path) as queue:
            queue.undo("lea", item_id=queue.find("northwind"))
        await one.press("B", "1")
        assert "the reason was not added" in one.text
    assert one.session.unsent == {}


async def test_where_a_reason_is_demanded_b_asks_first(path: Path) -> None:
    settings = DeskSettings(reasons=("tone", "judge_wrong"), reason_demanded=True)
    app = ReviewApp(path, "ana", settings=settings)
    app.animation_level = "none"
    app.desk.session.repeat_seconds = 0.0
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            one = Desk(app, pilot, path)
            await one.settle()
            await one.press("b")
            assert "why is it blocked?" in one.text
            assert "1 tone" in one.text
            await one.press("enter", "b", "escape")
            assert one.item("northwind").row.action is None
            await one.press("b", "1")
            assert "blocked “northwind”" in one.text
    finally:
        app.desk.session.close()
    assert decided(path, "northwind")[0]["reason_codes"] == ["tone"]


async def test_m_names_what_is_missing_and_r_submits_it_alone(path: Path) -> None:
    async with desk(path) as one:
        await one.press("m")
        await typed(one, f"the currency; {HOSTILE}")
        await one.press("enter")
        assert f"missing: the currency; {display_safe(HOSTILE)}" in one.text.replace("\n", "")
        await one.press("a")
        assert "you named what is missing" in one.text
        await one.press("m")
        assert "the currency; " in one.text.splitlines()[-1]  # to be changed
        await one.press("enter", "r")
        assert "relabelled “northwind”" in one.text
    labels = decided(path, "northwind")[0]["labels"]
    assert labels == [{"criterion": "completeness", "missing": ["the currency", HOSTILE]}]
    assert one.item("northwind").row.disposition == "blocked"


async def test_what_is_missing_goes_with_marks_and_with_a_block(path: Path) -> None:
    async with desk(path) as one:
        await at_once(one, "m", *"tax", "enter", "4", "r")
        await at_once(one, "m", *"salt", "enter", "b")
    first = decided(path, "northwind")[0]["labels"]
    assert [label["criterion"] for label in first] == ["faithfulness", "completeness"]
    assert decided(path, "water-1")[0]["note"] == "missing: salt"


async def test_what_is_missing_survives_a_crash(path: Path, tmp_path: Path) -> None:
    keep = tmp_path / "state" / "desk.json"
    async with desk(path, keep=keep) as one:
        await at_once(one, "m", *"tax", "escape", "m", *"tax; duty")
        one.session.keeper.close()  # as a crash leaves it: the field is still open
        one.session.keeper = type(one.session.keeper)(None)
    async with desk(path, keep=keep) as one:
        assert one.session.omitted == ("tax", "duty")
        assert one.session.may_quit()


async def test_the_relabel_panel_takes_all_parts(path: Path) -> None:
    async with desk(path) as one:
        await at_once(one, "r", "m", *"tax", "enter")
        assert "missing: tax" in one.text
        await at_once(one, "c", *"relevance=9x=", "enter")
        assert "relabel: f faithful" in one.text
        await one.press("c")
        await typed(one, "faithfulness=1")
        await one.press("enter")
        assert one.session.valued == "relevance=9x="  # a word may hold a sign; this has no key
        await one.press("c")
        await typed(one, "relevance=4; tone=undetermined; completeness=2.5")
        await one.press("enter", "w", "5")
        assert "because: the judge is wrong" in one.text
        await one.press("a", "b", "s", "u", "U", "w", "escape", "enter", "space")
        await one.press("n")
        assert "relabelled “northwind”" in one.text
    told = decided(path, "northwind")[0]
    assert told["reason_codes"] == ["judge_wrong"]
    assert told["labels"] == [
        {"criterion": "faithfulness", "value": "unfaithful"},
        {"criterion": "relevance", "value": 4},
        {"criterion": "tone", "undetermined": True},
        {"criterion": "completeness", "value": 2.5, "missing": ["tax"]},
    ]


async def test_criteria_alone_are_submitted_from_the_panel(path: Path) -> None:
    async with desk(path) as one:
        await at_once(one, "r", "r", "c", *"relevance=2", "enter")
        assert "r submits this" in one.text
        await one.press("r")
    assert decided(path, "northwind")[0]["labels"] == [{"criterion": "relevance", "value": 2}]


async def test_u_and_U_go_back_and_forth(path: Path) -> None:
    async with desk(path) as one:
        await one.press("a", "b", "u", "u")
        assert "northwind" in one.text.splitlines()[0]
        await one.press("U")
        assert "again approved: “northwind” · u undo" in one.text
        await one.press("U")
        assert "again blocked: “water-1”" in one.text
        await one.press("U")
        assert "has taken nothing back" in one.text
        assert one.session.mine == 2
    assert [one.item(case).row.action for case in ("northwind", "water-1")] == ["approve", "block"]


async def test_yesterdays_undo_is_redone_and_the_item_at_hand_stays(path: Path) -> None:
    with Queue.open(path) as queue:
        number = queue.find("water-2")
        queue.claim(number, "ana")
        queue.decide(number, Decision("block", "ana", "k", note="yesterday"))
        queue.undo("ana")
        queue.release(number, "ana")
    async with desk(path) as one:
        await one.press("4", "U")
        assert "again blocked: “water-2”" in one.text
        assert "northwind" in one.text.splitlines()[0]
        assert one.session.marks
        assert one.session.can_decide
    assert decided(path, "water-2")[-1]["note"] == "yesterday"


async def test_in_a_blind_item_the_new_keys_keep_the_judge_hidden(path: Path) -> None:
    async with desk(path, blinding=Blinding(whole=True)) as one:
        await at_once(one, "m", *"tax", "enter", "r")
        assert "your first word" in one.text
        await one.press("r")
        assert "relabelled" in one.text
        await at_once(one, "e", *"why", "enter")
        assert "escalated" in one.text
    with Queue.open(path, readonly=True) as queue:
        told = [
            event["body"] for number in (1, 2, 3) for event in queue.item(number).history
            if event["kind"] == "decided"
        ]  # fmt: skip
    assert [one["seen"]["judge"] for one in told if one["action"] == "escalate"] == ["hidden"]


def test_a_key_after_the_last_screen_was_closed_goes_nowhere() -> None:
    app = TypeAhead()
    event = Key("r", "r")
    app.on_key(event)
    assert app.passed is None
    assert not event._stop_propagation
