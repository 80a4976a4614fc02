"""One's own keys: `[desk.keys]` of adjudge.toml, what it refuses, and what the desk then shows."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tui_desk import Desk, desk
from tui_keys import plain_terminal
from tui_samples import build, northwind, plain

from adjudge_engine.errors import QueueError
from adjudge_queue.records import REASON_CODES
from adjudge_tui.desk import keys as tables
from adjudge_tui.desk.app import ReviewApp
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.desk.desk_settings import DeskSettings, desk_settings
from adjudge_tui.desk.keys import REVIEW, Key
from adjudge_tui.desk.rebinding import HARMLESS, keymap, rebinding, rebound

DOC = Path(__file__).resolve().parents[1] / "docs" / "desk.md"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_terminal(monkeypatch)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    return build(tmp_path / "q.db", [northwind(), plain("water-1"), plain("water-2")])


def settings_of(path: Path, text: str) -> DeskSettings:
    path.with_name("adjudge.toml").write_text(text, encoding="utf-8")
    return desk_settings(path)


async def test_own_keys_act_and_are_shown_and_the_usual_ones_are_dead(path: Path) -> None:
    text = '[desk.keys]\n"item.approve" = "x"\n"item.block" = ["f2", ";"]\n"claim.supported" = "S"'
    app = ReviewApp(path, "ana", settings=settings_of(path, text))
    app.animation_level = "none"
    app.desk.session.repeat_seconds = 0.0
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            one = Desk(app, pilot, path)
            await one.settle()
            last = one.text.splitlines()[-1]
            assert last.startswith(" x approve  f2 ; block  r relabel  S2340 mark claim")
            await one.press("a", "b", "1")
            assert one.item("northwind").row.action is None
            await one.press("x")
            assert "approved “northwind”" in one.text
            await one.press("f2")
            await one.press("semicolon")
            assert [one.item(case).row.action for case in ("water-1", "water-2")] == ["block"] * 2
            await one.press("question_mark")
            assert " x       approve the answer, next item" in one.text
    finally:
        app.desk.session.close()


async def test_two_keys_can_change_places(path: Path) -> None:
    text = '[desk.keys]\n"item.approve" = "b"\n"item.block" = "a"'
    app = ReviewApp(path, "ana", blinding=Blinding(whole=True), settings=settings_of(path, text))
    app.animation_level = "none"
    app.desk.session.repeat_seconds = 0.0
    try:
        async with app.run_test(size=(120, 36)) as pilot:
            one = Desk(app, pilot, path)
            await one.settle()
            case = one.session.view.case_id if one.session.view else ""
            await one.press("b")
            assert "approved, your first word · the judge is shown · b keeps it" in one.text
            await one.press("b")
    finally:
        app.desk.session.close()
    assert one.item(case).row.action == "approve"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("keys = 3", "must be a table"),
        ('keys = {"item.aprove" = "x"}', "there is no 'item.aprove'; item.approve, item.block"),
        ('keys = {"nothing" = "x"}', "ids begin with "),
        ('keys = {"item.approve" = "b"}', "b is both item.approve and item.block"),
        ('keys = {"item.approve" = "down"}', "down is both"),
        ('keys = {"item.approve" = "enter"}', "enter never decides"),
        ('keys = {"claim.supported" = "space"}', "space never decides"),
        ('keys = {"item.skip" = "escape"}', "escape means the same everywhere"),
        ('keys = {"item.copy" = "x"}', "there is no 'item.copy'"),
        ('keys = {"show.copy" = "ctrl+q"}', "ctrl+q means the same everywhere"),
        ('keys = {"item.approve" = "nokey"}', "'nokey' is no key"),
        ('keys = {"item.approve" = ""}', "'' is no key"),
        ('keys = {"item.approve" = "\\u001b"}', "is no key"),
        ('keys = {"item.approve" = []}', "a key, or a list of up to 6"),
        ('keys = {"item.approve" = ["x", 3]}', "a key, or a list"),
        ("reasons = []", "1 to 9 different codes"),
        ('reasons = ["tone", "tone"]', "1 to 9 different codes"),
        ('reasons = ["[/] x"]', "is no short word"),
        ('reasons = "tone"', "1 to 9 different codes"),
        ('reason_demanded = "yes"', "must be true or false"),
    ],
)
def test_settings_that_cannot_be_used_are_refused_with_a_reason(
    path: Path, table: str, said: str
) -> None:
    with pytest.raises(QueueError) as error:
        settings_of(path, f"[desk]\n{table}\n")
    assert said in error.value.message
    assert "adjudge.toml" in error.value.message


def test_settings_that_can_be_used(path: Path) -> None:
    settings = settings_of(path, '[desk]\nreasons = ["tone"]\nreason_demanded = true\n')
    assert (settings.reasons, settings.reason_demanded, settings.keys) == (("tone",), True, {})
    assert settings_of(path, "[desk]\n").reasons == REASON_CODES
    assert keymap(rebinding({"item.skip": [".", ";"], "link.next": "f3"})) == {
        "item.skip": "full_stop,semicolon",
        "link.next": "f3",
    }


def _tables() -> list[tuple[str, tuple[Key, ...]]]:
    return [
        (name, value)
        for name, value in vars(tables).items()
        if isinstance(value, tuple) and value and isinstance(value[0], Key)
    ]


@pytest.mark.parametrize(("name", "table"), _tables(), ids=[name for name, _ in _tables()])
def test_no_table_gives_a_key_two_meanings_or_lets_enter_decide(
    name: str, table: tuple[Key, ...]
) -> None:
    taken = [one for key in table for one in key.keys.split(",")]
    assert len(taken) == len(set(taken)), name
    assert len({key.id for key in table}) == len(table)
    for key in table:
        assert not (key.decides and HARMLESS & set(key.keys.split(",")))


_IDS = [key.id for key in REVIEW]


@given(
    wanted=st.dictionaries(
        st.sampled_from(_IDS), st.sampled_from([*string.printable, "f2", "home", "enter", "tab"])
    )
)
def test_whatever_is_accepted_leaves_every_key_one_meaning(wanted: dict[str, str]) -> None:
    try:
        given_keys = rebinding(wanted)
    except ValueError:
        return
    for _, table in _tables():
        taken = [one for key in rebound(table, given_keys) for one in key.keys.split(",")]
        assert len(taken) == len(set(taken))


def test_the_page_lists_every_key_of_the_review_screen() -> None:
    """The table of docs/desk.md is that of `keys.REVIEW`, ids and keys alike, in its order."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        for line in DOC.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `") and line.count("|") == 4
    ]
    known = {key.id: key for key in REVIEW}
    listed = {
        name.strip(" `"): keys.replace("`", "")
        for keys, ids, _ in rows
        for name in ids.split(" · ")
        if name.strip(" `") in known
    }
    assert list(listed) == [key.id for key in REVIEW if key.id in listed]
    assert set(listed) == set(known)
    for name, keys in listed.items():
        for shown in known[name].shown.split():
            assert shown in keys.split(), name


async def test_the_last_line_greys_what_cannot_be_done(path: Path) -> None:
    async with desk(path) as one:
        await one.press("a", "u")
        greyed = {key.id for key in REVIEW if one.app.desk.why_not(key)}
        assert greyed == {
            "item.reason", "item.editor", "find.next", "find.previous", "desk.retry",
            "desk.suspend",  # there is no terminal here, and no shell
        }  # fmt: skip
        await one.press("a", "left_square_bracket")
        greyed = {key.id for key in REVIEW if one.app.desk.why_not(key)}
        assert {key.id for key in REVIEW if key.decides and key.id != "item.redo"} <= greyed
        assert "item.undo" not in greyed
