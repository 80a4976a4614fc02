"""Sentences name the reviewer's own keys: in both languages, on every screen."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from tui_desk import Desk
from tui_keys import plain_terminal
from tui_samples import build, northwind, plain

from adjudge_tui.desk import keys as tables
from adjudge_tui.desk.app import ReviewApp
from adjudge_tui.desk.desk_settings import desk_settings
from adjudge_tui.desk.keys import Key
from adjudge_tui.wording.strings import LANGUAGES, catalogue, name_keys, say, speak

SETTINGS = """\
[desk.keys]
"item.undo" = ["f5", "Z"]
"item.relabel" = "x"
"audit.verify" = "{"
"list.filter" = "F"
"""


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    plain_terminal(monkeypatch)
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    yield
    speak("en")
    name_keys({})


def _named(text: str) -> list[str]:
    """The ids of the keys that a text names."""
    fields = string.Formatter().parse(text)
    return [spec or "" for _, name, spec, _ in fields if name == "key"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_a_text_names_is_one(language: str) -> None:
    values = [one for one in vars(tables).values() if isinstance(one, tuple)]
    known = {key.id for table in values for key in table if isinstance(key, Key)}
    named = {one for text in catalogue(language).values() for one in _named(text)}
    assert len(named) >= 40
    assert named <= known
    speak(language)
    for name, text in catalogue(language).items():
        only_keys = all(field in (None, "key") for _, field, _, _ in string.Formatter().parse(text))
        if _named(text) and only_keys:
            assert "{" not in say(name)
            if name.startswith(("flash.", "pane.", "prompt.")):
                assert cell_len(say(name)) <= 78, name


#: A usual key as a sentence would name it: a lone letter before a verb, or behind a dot.
_LONE: re.Pattern[str] = re.compile(
    r"(?:^|· )[A-Za-z\]\[/] (?:undo|undoes|submits|shows|says|tries|goes|takes|blocks|finds|opens)"
)


def test_no_flash_names_a_usual_key_outright() -> None:
    english = catalogue("en")
    outright = [name for name in english if _LONE.search(english[name])]
    assert [name for name in outright if not name.startswith("relabel.")] == []
    assert _LONE.search("done · u undo")


@pytest.mark.parametrize(
    ("language", "undone", "checked", "empty"),
    [
        ("en", "· f5 undo", "not checked · { checks it", "no item fits · F asks"),
        ("ja", "· f5 取り消し", "未検証 · {で検証", "条件に合う項目はありません · Fで"),
    ],
    ids=["en", "ja"],
)
async def test_ones_own_keys_are_named(
    tmp_path: Path, language: str, undone: str, checked: str, empty: str
) -> None:
    path = build(tmp_path / "q.db", [northwind(), plain("water-1"), plain("water-2")])
    path.with_name("adjudge.toml").write_text(SETTINGS, encoding="utf-8")
    speak(language)
    app = ReviewApp(path, "ana", settings=desk_settings(path))
    app.animation_level = "none"
    app.desk.session.repeat_seconds = 0.0
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            one = Desk(app, pilot, path)
            await one.settle()
            await one.press("a")
            assert undone in one.text
            assert "u undo" not in one.text
            await one.press("4")
            assert "x" in one.text.splitlines()[-1]
            await one.press("L")
            assert checked in one.text
            await one.press("escape", "Q", "F", *"nothing_like_it", "enter")
            assert empty in one.text
    finally:
        app.desk.session.close()
    speak("en")
    assert say("flash.done", action="done", case="x") == "done “x” · u undo"


def test_the_usual_key_stands_where_none_is_given() -> None:
    name_keys({"item.undo": ("}",)})
    assert say("flash.done", action="done", case="x") == "done “x” · } undo"
    assert say("flash.missing", what="w") == "missing: w · r submits"
    name_keys({})
    assert say("flash.done", action="done", case="{key}") == "done “{key}” · u undo"
    with pytest.raises(KeyError):
        f"{say('flash.no_such')}"
