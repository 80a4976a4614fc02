"""Audit on a real file: events, chain, stale decisions, figures, proofs; every key."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from test_tui_hostile import EVIL, hostile
from textual.app import App, ComposeResult
from tui_desk import Desk, desk, screen_text
from tui_leads import at_a_fixed_time, build, label, record, say, stale
from tui_samples import northwind, plain

from adjudge_engine.errors import DecisionError, QueueError
from adjudge_queue import Queue
from adjudge_queue.records import Verification
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.desk.event_words import KINDS, changes_said
from adjudge_tui.leading import auditing
from adjudge_tui.leading.audit_events import event_row
from adjudge_tui.leading.auditing import Chain
from adjudge_tui.leading.chain_check import Checker
from adjudge_tui.screens.audit import AuditScreen
from adjudge_tui.widgets.rowlist import PAGE, RowList
from adjudge_tui.wording.strings import speak

SIZES = [pytest.param((80, 24), id="80x24"), pytest.param((120, 36), id="120x36")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return at_a_fixed_time(stale, tmp_path / "q.db")


class Audit:
    """The audit screen of a running desk."""

    def __init__(self, one: Desk) -> None:
        self.one = one

    @property
    def text(self) -> str:
        return self.one.text

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def screen(self) -> AuditScreen:
        found = self.one.app.screen
        assert isinstance(found, AuditScreen)
        return found

    async def press(self, *keys: str) -> None:
        """Press keys one by one; wait also for what the slow thread brings."""
        for key in keys:
            await self.one.press(key)
            screen = self.one.app.screen
            while isinstance(screen, AuditScreen) and not screen.auditing.idle:
                await asyncio.sleep(0.005)
            await self.one.settle()


@asynccontextmanager
async def audit(path: Path, **how: Any) -> AsyncIterator[Audit]:
    """A lead's desk with the audit opened."""
    async with desk(path, **{"reviewer": "lea", "size": (120, 36)} | how) as one:
        found = Audit(one)
        await found.press("L")
        yield found


@pytest.mark.parametrize("size", SIZES)
async def test_events_newest_first_with_who_when_what_and_what_was_seen(
    path: Path, size: tuple[int, int]
) -> None:
    async with audit(path, size=size) as one:
        assert one.lines[0].startswith(" AUDIT   events 13")
        assert one.lines[1] == " chain  not checked · v checks it"
        assert one.lines[2].startswith("▌     13  ")
        assert "stale" in one.lines[2]
        assert "#4" in one.lines[2]
        row = next(line for line in one.lines if line.startswith("      11"))
        assert "decided" in row
        assert "ann" in row
        assert "approved" in row
        if size[0] == 120:
            assert "2026-03-02 09:01:03Z" in row
            assert "judge seen · evidence 1" in row
        else:
            assert "03-02 09:01" in row
        await one.press("j", "j")
        assert one.lines[-2].startswith(
            " approved · judge seen · evidence 1 · ann · 2026-03-02 09:01:03Z"
        )
        assert max(map(cell_len, one.lines)) <= size[0]
        assert one.lines[-1].startswith(" Enter open  e events  i its events")


@pytest.mark.parametrize("size", SIZES)
async def test_enter_shows_the_whole_body(path: Path, size: tuple[int, int]) -> None:
    async with audit(path, size=size) as one:
        await one.press("end", "k", "k", "k", "enter")
        for piece in ("4  decided", "who   ann", "item  #1", "NOTE", "The table on page 6", "SEEN"):
            assert piece in one.text, piece
        await one.press("end")
        assert "hash " in one.text
        assert '"seconds": 31' in one.text or size[1] == 24
        await one.press("home", "right_square_bracket")
        assert "3  came in" in one.text
        await one.press("left_square_bracket", "left_square_bracket")
        assert "5  decided" in one.text
        await one.press("space", "pageup", "j", "k", "pagedown", "escape")
        assert "events 13" in one.text
        assert one.screen.query_one("#rows", RowList).current == 5


async def test_the_events_of_one_item(path: Path) -> None:
    async with audit(path) as one:
        await one.press("i")
        assert " events of #4 4 " in one.lines[0]
        assert all("#4" in line for line in one.lines[2:6])
        await one.press("enter", "escape", "i")
        assert " events 13 " in one.lines[0]
        await one.press("i", "escape", "i", "e")
        assert " events 13 " in one.lines[0]


async def test_moving(path: Path) -> None:
    async with audit(path) as one:
        rows = one.screen.query_one("#rows", RowList)
        await one.press("end")
        assert rows.current == 1
        await one.press("home", "j", "down", "k", "up", "space", "pagedown", "pageup")
        assert rows.current == 13
        await one.press("right_square_bracket", "left_square_bracket", "a", "b", "1", "r", "u", "c")
        assert rows.current == 13


@pytest.mark.parametrize("size", SIZES)
async def test_stale_decisions_with_the_reason_and_a_jump(
    path: Path, size: tuple[int, int]
) -> None:
    async with audit(path, size=size) as one:
        await one.press("s")
        assert " stale 1 " in one.lines[0]
        assert one.lines[2].startswith("▌#4")
        assert "judges" in one.lines[2]
        assert one.lines[-2] == " changed: judges · approved by ann · steam"
        await one.press("R", "enter")
        assert "steam" in one.one.text.splitlines()[0]
        assert not isinstance(one.one.app.screen, AuditScreen)


async def test_the_item_of_an_event_is_one_key_away(path: Path) -> None:
    async with audit(path) as one:
        await one.press("end", "o")
        assert "northwind" in one.one.text.splitlines()[0]


@pytest.mark.parametrize("size", SIZES)
async def test_figures(path: Path, size: tuple[int, int]) -> None:
    with Queue.open(path) as queue:
        say(queue, 2, "lea", "block")
    async with audit(path, size=size) as one:
        await one.press("f")
        for piece in (
            "PACE", "decided  median  per hour  skipped  who", "31 s", "AGREEMENT OF REVIEWERS",
            "ann · bob", "kappa", "WITH WHAT IS KNOWN", "settled by a lead", "WITH THE JUDGE",
        ):  # fmt: skip
            assert piece in one.text, piece
        await one.press("j", "k", "R", "enter")
        assert "there is nothing to open here" in one.text
        await one.press("escape")
        assert not isinstance(one.one.app.screen, AuditScreen)


async def test_figures_are_for_leads_and_the_log_is_not(path: Path) -> None:
    async with audit(path, reviewer="ann") as one:
        assert "events 13" in one.text
        row = next(line for line in one.lines if line.startswith("       5"))
        assert "not for you" in row  # bob's word, while two have to agree
        await one.press("end", *["k"] * 4, "enter")
        assert "not for you" in one.text
        assert "relabel" not in one.text
        await one.press("escape", "f")
        assert "is for leads; ann is a reviewer" in one.text
        await one.press("e")
        assert "events 13" in one.text


@pytest.mark.parametrize("size", SIZES)
async def test_the_chain_holds(path: Path, size: tuple[int, int]) -> None:
    async with audit(path, size=size) as one:
        await one.press("v")
        assert one.lines[1] == " chain  ✓ valid: 13 events"
        await one.press("v")
        assert "head " in one.text
        await one.press("v", "escape")
        with Queue.open(path) as queue:
            say(queue, 1, "lea", "block")
        await one.press("e")
        assert one.lines[1] == " chain  ✓ valid up to event 13, 1 newer not checked"


async def test_a_broken_chain_names_the_event(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("DROP TRIGGER events_no_update")
        other.execute("UPDATE events SET actor = 'eve' WHERE seq = 5")
    async with audit(path) as one:
        await one.press("v")
        assert one.lines[1].startswith(" chain  ✗ invalid: the trigger events_no_update is missing")
        assert "event 5 (decided, item 1): a value was changed" in one.text
        await one.press("escape", "e", "v")
        assert "event 5 (decided, item 1)" in one.text


def test_the_state_of_the_chain_is_a_pass_only_when_all_was_checked() -> None:
    whole = Verification(12, "h", ())
    assert Chain().said() == ("not checked · v checks it", "muted")
    assert Chain(checking=True, done=500, count=1200).said()[0] == "being checked: 500 of 1,200"
    assert Chain(found=whole).said() == ("✓ valid: 12 events", "good")
    assert Chain(found=whole, newest=13).said()[1] == "warn"
    assert Chain(problem="locked").said() == ("? not checked: locked", "warn")
    broken = Verification(12, "h", ("event 3: \x1b[2J", "event 4"))
    assert Chain(found=broken).said() == ("✗ invalid: event 3: ␛[2J", "bad")


async def test_the_check_tells_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditing, "_TELL_SECONDS", 0.0)
    path = build(tmp_path / "q.db", [plain(f"w-{n:04}") for n in range(1100)], second="")
    async with audit(path) as one:
        said: list[str] = []
        show = one.screen.auditing.show

        def watched() -> None:
            said.append(one.screen.auditing.chain.said()[0])
            show()

        one.screen.auditing.show = watched
        await one.press("v")
        count = one.screen.auditing.chain.newest or 1101
        assert said[0].startswith("being checked: 0")
        assert f"being checked: 500 of {count:,}" in said
        assert f"being checked: 1,000 of {count:,}" in said
        assert said[-1].startswith("✓ valid")


def test_a_check_can_be_stopped(path: Path) -> None:
    with Queue.open(path.parent / "many.db", create=True) as queue:
        queue.enqueue([record(plain(f"w-{n:04}"), second="") for n in range(1100)])
        ticks: list[int] = []
        assert queue.verify(tick=ticks.append).ok
        assert ticks == [500, 1000]

        def stop(seq: int) -> None:
            raise InterruptedError

        with pytest.raises(InterruptedError):
            queue.verify(tick=stop)
        assert queue.verify().ok  # the file is as it was


async def test_leaving_while_the_chain_is_checked(path: Path) -> None:
    async with audit(path) as one:
        await one.one.press("v", "escape")
        assert not isinstance(one.one.app.screen, AuditScreen)
        await one.press("L", "v")
        assert "✓ valid" in one.lines[1]


@pytest.mark.parametrize("size", SIZES)
async def test_the_proof_of_an_item(path: Path, size: tuple[int, int]) -> None:
    async with audit(path, size=size) as one:
        await one.press("end", "p")
        assert "# Proof of item #1" in one.text
        assert "The trail holds: 13 events" in one.text
        await one.press("j", "space", "escape", "s", "p")
        assert "# Proof of item #4" in one.text
        await one.press("escape")
        assert " stale 1 " in one.lines[0]


async def test_a_proof_that_is_not_for_the_reviewer(path: Path) -> None:
    async with audit(path, reviewer="ann") as one:
        await one.press("end", "p")
        assert "the proof of item #1 holds what ann may not see" in one.text
        await one.press("escape")
        assert "events 13" in one.text


async def test_an_event_without_an_item(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")], second="")
    with Queue.open(path) as queue:
        say(queue, 1, "ann", "relabel", labels=[label("faithful")])
        queue.golden_create("basic", actor="ann")
    async with audit(path) as one:
        row = one.lines[2]
        assert "golden set" in row
        assert "basic" in row
        for key in ("i", "o", "p"):
            await one.press(key)
            assert "this event belongs to no item" in one.text


async def test_empty_states(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "q.db", create=True):
        pass
    async with audit(tmp_path / "q.db") as one:
        assert "No event yet" in one.text
        for key in ("enter", "i", "p", "o", "j", "end", "right_square_bracket"):
            await one.press(key)
            assert "AUDIT" in one.text
        await one.press("s")
        assert "No decision is stale" in one.text
        await one.press("f")
        assert "Nobody has decided anything yet." in one.text
        await one.press("v")
        assert one.lines[1] == " chain  ✓ valid: 0 events"


async def test_help_palette_and_leaving(path: Path) -> None:
    async with audit(path) as one:
        titles = [found.title for found in one.one.app.get_system_commands(one.screen)]
        assert "check the chain; again: what was found" in titles
        await one.press("question_mark")
        assert "stale decisions, and why" in one.text
        await one.press("escape", "colon", "escape", "escape")
        assert not isinstance(one.one.app.screen, AuditScreen)
        await one.press("Q", "L", "escape")
        assert "QUEUE" in one.lines[0]
        await one.press("L", "q")
        assert one.one.app._exit


def put_away(path: Path) -> None:
    """The file is no queue any more."""
    for name in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        if name.exists():
            os.replace(name, name.with_suffix(".away"))


async def test_a_file_that_is_gone_is_said_and_is_no_pass(path: Path) -> None:
    async with audit(path) as one:
        put_away(path)
        await one.press("v")
        assert one.lines[1].startswith(" chain  ? not checked: ")
        await one.press("f")
        assert "R tries again" in one.text
        assert "✓" not in one.text


async def test_a_locked_file_can_still_be_read(path: Path) -> None:
    async with audit(path) as one:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        try:
            await one.press("e", "j", "enter", "escape", "s", "v")
            assert "✓ valid: 13 events" in one.lines[1]
        finally:
            other.execute("ROLLBACK")
            other.close()


async def test_an_error_while_reading_is_a_sentence(path: Path) -> None:
    async with audit(path) as one:
        one.one.session.reader.submit(
            lambda queue: queue._store.connection.execute("ATTACH ':memory:' AS x"),
            lambda _: None,
            lambda _: None,
        )
        with sqlite3.connect(path) as other:
            other.execute("DROP TRIGGER events_no_update")
            other.execute("UPDATE events SET body = '{\"what\": ' WHERE seq = 13")
        await one.press("e")
        assert "a stored text is damaged" in one.text
        assert "R tries again" in one.text
        await one.press("v")
        assert "✗ invalid" in one.lines[1]


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_text_is_literal(tmp_path: Path, size: tuple[int, int]) -> None:
    path = build(tmp_path / "q.db", [hostile()], second="")
    with Queue.open(path) as queue:
        who = "eve [red]\x1b]0;x\x07\u202e"
        labels = [
            label("unfaithful", ("c1", "partial"), missing=[EVIL]),
            {"criterion": EVIL, "value": 1},
        ]
        say(queue, 1, who, "relabel", labels=labels, note=EVIL)
    async with audit(path, size=size) as one:
        seen = [one.text]
        for key in ("enter", "end", "escape", "s", "f", "e", "p", "end", "escape", "v", "v"):
            await one.press(key)
            seen.append(one.text)
    text = "\n".join(seen)
    assert "[bold]x[/] [/nope] ␛]0;PWNED␇" in text
    assert "eve [red]␛]" in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\ud800-\udfff]", text)


def test_an_event_of_an_unknown_kind_with_strange_values_is_shown_as_it_is() -> None:
    event = {
        "seq": 1, "at": "\x1bnever", "kind": "[b]odd", "actor": "\u202e", "item_id": None,
        "hash": "h", "note": "a\nb",
        "body": {"action": ["x"], "route": {"y": 1}, "seen": 3, "masked": "\x07", "name": "n"},
    }  # fmt: skip
    row = event_row(event, False)
    assert (row.kind, row.at, row.who) == ("[b]odd", "␛neverZ", "\ufffd")
    assert "['x']" in row.what
    assert "“a b”" in row.what
    assert changes_said(["judges", "[x]"]) == "judges, [x]"
    assert changes_said([]) == "as it was again"
    assert changes_said("judges") == "not told"


def test_there_is_a_word_for_every_kind_of_event() -> None:
    from adjudge_queue.file import events

    table = re.findall(r"`([a-z_]+)`", (events.__doc__ or "").partition("|---|")[2])
    assert sorted(table) == sorted(KINDS)


async def test_a_blind_item_tells_nothing_of_its_judge(tmp_path: Path) -> None:
    seen = []
    for name, verdict, route in (("a", "supported", "review"), ("b", "contradicted", "review")):
        case, evaluation = northwind("northwind", route)
        for claim in evaluation["judgments"][0]["claims"]:
            claim["verdict"] = verdict
        (tmp_path / name).mkdir()
        path = tmp_path / name / "q.db"
        at_a_fixed_time(lambda one: build(one, [(case, evaluation)], second=""), path)  # noqa: B023
        pictures = []
        async with audit(path, blinding=Blinding(whole=True), reviewer="ana") as one:
            text = one.text
            for keys in (("j",), ("enter",), ("escape", "p"), ("escape", "i"), ("s",), ("f",)):
                await one.press(*keys)
                text += one.text
            pictures.append(text)
            assert "not told before your first word" in text
            assert "your word first" in text  # in the place of the proof
            assert "review" not in text
            assert "sha256" not in text
        moments = re.sub(r"20\d\d-[-: 0-9]+Z", "TIME", "\n".join(pictures))
        seen.append(moments)
    assert seen[0] == seen[1]


async def test_after_the_first_word_everything_is_told(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind()], second="")
    async with desk(path, blinding=Blinding(whole=True), size=(120, 36)) as one:
        await one.press("b", "L")
        assert "not told" not in one.text
        assert "review · northwind" in one.text


async def test_figures_beside_the_judge_wait_while_it_is_hidden(path: Path) -> None:
    async with audit(path, blinding=Blinding(whole=True)) as one:
        await one.press("f")
        assert "Not told while the judge is hidden from you." in one.text


async def test_in_japanese(path: Path) -> None:
    speak("ja")
    try:
        async with audit(path, size=(80, 24)) as one:
            seen = [one.text]
            for key in ("s", "f", "v", "question_mark"):
                await one.press(key)
                seen.append(one.text)
                assert max(map(cell_len, one.lines)) <= 80
            text = "\n".join(seen)
            for english in ("AUDIT", "events", "decided", "stale", "checked", "PACE"):
                assert english not in text, english
    finally:
        speak("en")


class Host(App[None]):
    """A list of numbers, and what was fetched for it."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count
        self.fetched: list[range] = []
        self.opened = 0

    def compose(self) -> ComposeResult:
        yield RowList("rows", self.fetch, lambda row, width: (row, ""), lambda number: "gone")

    def on_mount(self) -> None:
        self.query_one(RowList).put(range(self.count, 0, -1))

    def fetch(self, numbers: Any, reply: Callable[[dict[int, str]], None]) -> None:
        self.fetched.append(numbers)
        reply({number: f"row {number}" for number in numbers if number % 10})

    def on_row_list_opened(self) -> None:
        self.opened += 1


async def test_a_million_rows_cost_what_is_seen() -> None:
    app = Host(1_000_000)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = app.query_one(RowList)
        assert "row 999999" in screen_text(app)
        assert "gone" in screen_text(app)  # the millionth is not for whoever looks
        for place in (999_999, 500_000, 0, 250_000):
            rows.move_to(place)
            await pilot.pause()
            assert rows.current == 1_000_000 - place
        assert "row 750001" not in screen_text(app) or rows.current == 750_000
        assert isinstance(rows.numbers, range)
        assert len(app.fetched) <= 12
        assert all(len(one) <= PAGE for one in app.fetched)
        assert len(rows._pages) <= 16
        await pilot.click(RowList, offset=(3, 1))
        await pilot.click(RowList, offset=(3, 1))
        assert app.opened == 1


async def test_an_empty_list_and_numbers_that_are_not_there() -> None:
    app = Host(0)
    async with app.run_test(size=(80, 24)) as pilot:
        rows = app.query_one(RowList)
        rows.move_to(5)
        await pilot.pause()
        assert rows.current is None
        assert rows.current_row is None
        rows.put(range(3, 0, -1), at=7)
        assert rows.current == 3


def test_a_queue_that_is_none_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(QueueError):
        Queue.open(tmp_path / "none.db", readonly=True)


@pytest.mark.stress
async def test_a_million_events_scroll(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")], second="")
    with Queue.open(path) as queue:
        for _ in range(20):
            with queue._store.write() as tx:
                for _ in range(50_000):
                    tx.event("golden", "ann", {"name": "n", "version": 1})
    async with audit(path) as one:
        assert "events 1,000,00" in one.lines[0]
        await one.press("end", "home", *["pagedown"] * 20, "enter", "escape")
        rows = one.screen.query_one("#rows", RowList)
        assert isinstance(rows.numbers, range)
        assert len(rows._pages) <= 16


def test_a_check_that_was_ended_is_no_finding(path: Path) -> None:
    apart = Checker()
    assert apart.verify(path, lambda seq, count: None).ok
    apart.close()
    with pytest.raises(QueueError, match="ended before it was done"):
        apart.verify(path, lambda seq, count: None)


def test_what_goes_wrong_apart_comes_back_as_what_it_is(path: Path, tmp_path: Path) -> None:
    with pytest.raises(QueueError, match=r"none\.db"):
        Checker().verify(tmp_path / "none.db", lambda seq, count: None)
    with pytest.raises(DecisionError, match="may not see"):
        Checker().proof(path, 1, "ann")
    with pytest.raises(DecisionError):
        Checker().proof(path, 1, "\ud83d$(touch x)\n")
    data = bytearray(path.read_bytes())
    data[100:4000] = b"\xff" * 3900
    broken = tmp_path / "broken.db"
    broken.write_bytes(bytes(data))
    found = Checker().verify(broken, lambda seq, count: None)
    assert not found.ok
