"""Keys where a field or a panel has the focus: its own act and are named, no other one decides."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import tui_leads
from tui_desk import Desk
from tui_keys import at_once, plain_terminal
from tui_samples import build, northwind, plain

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from adjudge_tui.desk.app import ReviewApp
from adjudge_tui.desk.desk_settings import desk_settings
from adjudge_tui.wording.strings import name_keys, speak

#: Keys that a field does not take for text: they would reach the screen behind it.
KEYS = """\
[desk.keys]
"item.block" = ["b", "f2"]
"item.approve" = ["a", "ctrl+t"]
"item.undo" = ["u", "f3", "ctrl+z"]
"item.skip" = ["s", "f4"]
"""


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    plain_terminal(monkeypatch)
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    yield
    speak("en")
    name_keys({})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [northwind(), plain("water-1"), plain("water-2")])


@asynccontextmanager
async def desk_with(
    path: Path, settings: str, *, reviewer: str = "ana", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Desk]:
    """The desk with these settings beside the queue."""
    path.with_name("adjudge.toml").write_text(settings, encoding="utf-8")
    app = ReviewApp(path, reviewer, settings=desk_settings(path))
    app.animation_level = "none"
    app.desk.session.repeat_seconds = 0.0
    try:
        async with app.run_test(size=size) as pilot:
            one = Desk(app, pilot, path)
            await one.settle()
            yield one
    finally:
        app.desk.session.close()


@pytest.mark.parametrize("settings", ["", KEYS], ids=["usual", "own"])
@pytest.mark.parametrize("opens", ["c", "m", "slash", "g"])
async def test_no_key_of_the_screen_decides_or_takes_back_behind_a_field(
    path: Path, opens: str, settings: str
) -> None:
    async with desk_with(path, settings) as one:
        await one.press("a")
        await one.press(opens)
        for key in ("f2", "f3", "f4", "ctrl+z", "ctrl+y", "ctrl+t"):
            await one.press(key)
        actions = [one.item(case).row.action for case in ("northwind", "water-1", "water-2")]
        assert actions == ["approve", None, None]
        assert one.app.screen.query("#prompt")
        await one.press("escape", "ctrl+z")
        assert one.item("northwind").row.action is None


async def test_ctrl_z_undoes_and_ctrl_y_does_it_again(path: Path) -> None:
    async with desk_with(path, "") as one:
        await one.press("b", "ctrl+z")
        assert "undone: “northwind” · U redo" in one.text
        assert "^z" not in one.text
        assert one.item("northwind").row.action is None
        await one.press("ctrl+y")
        assert one.item("northwind").row.action == "block"
        await one.press("question_mark")
        assert " u ^z    undo the mark just made, else the decision shown" in one.text
        assert " U ^y    redo: take again what you took back" in one.text


PANEL = """\
[desk.keys]
"item.relabel" = "x"
"panel.faithful" = "F"
"panel.unfaithful" = "1"
"panel.answer" = "f2"
"panel.submit" = "x"
"desk.help" = "f1"
"""


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", ("relabel: F faithful · 1 unfaithful · 0", "f2 edit answer · m missing · c")),
        ("ja", ("ラベル：F 忠実 · 1 忠実でない · 0", "f2 回答を直す · m 不足 · c 基準")),
    ],
    ids=["en", "ja"],
)
async def test_the_relabel_panel_takes_and_names_ones_own_keys(
    path: Path, language: str, rows: tuple[str, str]
) -> None:
    speak(language)
    async with desk_with(path, PANEL) as one:
        await one.press("x")
        for row in rows:
            assert row in one.text
        await one.press("f", "n", "e", "r")  # the usual ones, which are dead now
        assert one.item("northwind").row.action is None
        assert one.app.screen.query("#relabel")
        await one.press("f2", *"so", "enter", "m", *"the fee", "enter")
        assert f"x {'submits this' if language == 'en' else '書いたものを提出'}" in one.text
        await one.press("1")
    item = one.item("northwind")
    assert item.row.action == "relabel"
    assert item.labels


@pytest.mark.parametrize(
    "wanted",
    [
        '"panel.faithful" = "n"',
        '"panel.submit" = "enter"',
        '"own.faithful" = "space"',
        '"own.first" = "1"',
    ],
)
def test_the_keys_of_panels_are_checked_as_all_are(path: Path, wanted: str) -> None:
    path.with_name("adjudge.toml").write_text(f"[desk.keys]\n{wanted}\n", encoding="utf-8")
    with pytest.raises(QueueError, match=r"desk\.keys"):
        desk_settings(path)


async def test_ones_own_key_for_help_is_named_everywhere_and_takes_it_away(path: Path) -> None:
    async with desk_with(path, PANEL) as one:
        assert one.text.splitlines()[-1].endswith("  f1 help")
        assert one.text.splitlines()[-1].count("help") == 1
        await one.press("f1")
        await one.press(*["space"] * 12)
        assert "Esc or f1 goes back" in one.text
        await one.press("f1")
        assert "EVIDENCE" in one.text
        await one.press("x", "f1")
        assert " F       the answer is faithful; submit" in one.text
        await one.press("f1", "F")
    assert one.item("northwind").row.action == "relabel"


OWN = """\
[desk.keys]
"settle.approve" = ["A", "f6"]
"settle.first" = "f7"
"settle.back" = "f8"
"own.faithful" = "y"
"own.supported" = "6"
"own.first" = "less_than_sign"
"""


async def test_ones_own_word_takes_and_names_ones_own_keys(tmp_path: Path) -> None:
    path = tui_leads.differing(tmp_path / "q.db")
    async with desk_with(path, OWN, reviewer="lea", size=(120, 36)) as one:
        await one.press("A")
        assert "f7  " in one.text
        await one.press("r")
        line = one.text.splitlines()[-1]
        assert line.startswith(" 62340 claim · less_than_sign→ 1st 2nd · y faithful n unfaithful")
        before = _actions(path)
        await one.press("f", "f6", "f7", "ctrl+z", "A", "a", "b", "u")  # dead behind the panel
        assert _actions(path) == before
        await one.press("question_mark")
        assert " y       the answer is faithful; submit" in one.text
        await one.press("escape", "y")
    assert _actions(path) != before


async def test_what_comes_at_once_with_the_panel_of_ones_own_word_is_for_it(
    tmp_path: Path,
) -> None:
    path = tui_leads.differing(tmp_path / "q.db")
    async with desk_with(path, "", reviewer="lea", size=(120, 36)) as one:
        await one.press("A")
        before = _actions(path)
        await at_once(one, "r", "1")  # a verdict on a claim, not the decision of the first
        assert _actions(path) == before
        assert one.app.screen.query("#own")
        await at_once(one, "e", *"12ab", "enter")
        assert _actions(path) == before
        assert "12ab" in str(one.session.corrected)


def _actions(path: Path) -> list[str | None]:
    with Queue.open(path, readonly=True) as queue:
        return [row.action for row in queue.rows(range(1, 5))]
