"""Both catalogues say the same; no word for people lies outside them; wide words fit."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.command import CommandPalette
from tui_desk import desk
from tui_samples import build, northwind, plain

from adjudge_engine.errors import QueueError
from adjudge_engine.vocabulary import OUTCOMES, RISKS, ROUTES
from adjudge_tui.desk import app as app_module
from adjudge_tui.desk import keys as keys_module
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.desk.desk_settings import DeskSettings, desk_settings
from adjudge_tui.desk.keys import ENDED, LOCKED, QUEUE, REVIEW, Key
from adjudge_tui.wording import strings
from adjudge_tui.wording.strings import LANGUAGES, catalogue, language_of, speak
from adjudge_tui.wording.words_en import ENGLISH
from adjudge_tui.wording.words_ja import JAPANESE

TUI = Path(strings.__file__).parents[1]
#: The desk's rooms; the others belong to the command line, which speaks for itself.
_ROOMS = (
    "calibrating", "desk", "leading", "listing", "screens", "sources", "widgets", "wording",
)  # fmt: skip
#: Modules in them that print, or say what is wrong with a file of settings.
_PRINTED = {
    "reviewers", "source_stamps", "desk_settings", "rebinding", "words_en", "words_ja",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM"):
        monkeypatch.delenv(name, raising=False)
    yield
    speak("en")


def _fields(text: str) -> list[tuple[str, str]]:
    return sorted(
        (name, spec or "")
        for _, name, spec, _ in string.Formatter().parse(text)
        if name is not None
    )


def test_the_catalogues_have_the_same_keys_and_placeholders() -> None:
    assert list(JAPANESE) != []
    assert set(JAPANESE) == set(ENGLISH)
    for key, text in ENGLISH.items():
        assert _fields(JAPANESE[key]) == _fields(text), key


def test_the_japanese_is_japanese() -> None:
    """Only signs, names and formats stand in it without a Japanese letter."""
    bare = [key for key, text in JAPANESE.items() if not re.search(r"[぀-ヿ㐀-鿿]", text)]
    assert bare == [
        "app", "judge.given", "judge.readings", "judge.quote", "flash.keep_approve",
        "flash.keep_block", "flash.keep_relabel",
    ]  # fmt: skip
    for key, text in JAPANESE.items():  # the sign that stands first is drawn on its own
        if key.startswith("state."):
            assert text[0] == ENGLISH[key][0]


def _modules() -> list[Path]:
    files = [*TUI.glob("*.py"), *(file for room in _ROOMS for file in (TUI / room).glob("*.py"))]
    return [file for file in files if file.stem not in _PRINTED]


#: What draws or tells its text; a literal with a letter in it has no business there.
_SHOWS = {"tell", "put", "title", "line", "write", "ask", "Segment", "Content", "Said", "cut"}
_STYLE = re.compile(
    r"(?:(?:bold|italic|underline|reverse|dim|not|on|\$[a-z-]+) ?)+|muted|heading|good|warn|bad|"
    r"link|judge|failed|active|found|hit|claim|gutter|row|"
    r"(?:#|-)?[a-z_]+(?:\.[a-z_]*)?"  # names of panes, of kinds, of keys in the catalogue
)
#: The two answers of a comparison, as they are called everywhere; an action of the queue.
_ALLOWED = {"A", "AB", "B", "undo skip"}


def _literals(file: Path) -> Iterator[tuple[int, str, bool]]:
    """Every literal of a module that is no docstring: line, text, whether it is shown at once."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    skipped: set[int] = set()
    shown: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                skipped.add(id(first.value))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id.endswith("CSS"):
                skipped.update(id(one) for one in ast.walk(node))
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name == "compile" and node.args:  # a regular expression
                skipped.update(id(one) for one in ast.walk(node.args[0]))
            if name in _SHOWS:
                shown.update(id(one) for arg in node.args for one in ast.walk(arg))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in skipped:
            continue
        if isinstance(node.value, str):
            yield node.lineno, node.value, id(node) in shown


def test_no_word_for_people_lies_outside_the_catalogue() -> None:
    found = []
    for file in _modules():
        for line, text, shown in _literals(file):
            prose = re.search(r"[^\W\d_]{2,}[,:;.!?]? [^\W\d_]{2,}", text)
            word = shown and re.search(r"[^\W\d_]{2,}", text)
            if (prose or word) and not _STYLE.fullmatch(text.strip()) and text not in _ALLOWED:
                found.append(f"{file.name}:{line}: {text!r}")
    assert found == []


def test_the_test_above_finds_what_it_looks_for(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text('"""Doc string here."""\nself.tell("Hello")\nx = "two words"\n')
    assert sorted(_literals(file)) == [(2, "Hello", True), (3, "two words", False)]


def _asked() -> str:
    files = [*_modules(), *TUI.glob("serving/*.py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def _tables() -> list[tuple[Key, ...]]:
    """Every screen's keys."""
    tables = [one for one in vars(keys_module).values() if isinstance(one, tuple) and one]
    return [one for one in tables if all(isinstance(key, Key) for key in one)]


def test_every_word_asked_for_is_in_the_catalogue_and_every_word_is_used() -> None:
    source = _asked()
    asked = set(re.findall(r"""["']([a-z_]+(?:\.[a-z_]+)*)["']""", source))
    families = set(re.findall(r'f"([a-z_]+)\.\{', source))
    for key in re.findall(r'say\(\s*"([^"]+)"', source):
        assert key in ENGLISH, key
    unused = [key for key in ENGLISH if key not in asked and key.partition(".")[0] not in families]
    unused = [key for key in unused if not key.startswith(("flash.keep_", "foot.", "do."))]
    assert unused == []
    keys = [key for table in _tables() for key in table]
    assert {*REVIEW, *QUEUE, *ENDED, *LOCKED} <= set(keys)
    for key in keys:
        assert f"do.{key.id}" in ENGLISH
        assert not key.footer or f"foot.{key.footer}" in ENGLISH
    used = {f"do.{key.id}" for key in keys}
    used |= {f"foot.{key.footer}" for key in keys if key.footer}
    given = {key for key in ENGLISH if key.startswith(("do.", "foot."))}
    assert given - used == {"foot.mark_claim"}
    for closed, family in ((ROUTES, "route"), (RISKS, "risk"), (OUTCOMES, "outcome")):
        assert {f"{family}.{one}" for one in closed} <= set(ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_row_holds_every_question_and_every_flash(language: str) -> None:
    for key, text in catalogue(language).items():
        if key.startswith(("prompt.", "flash.", "gates.", "pane.")) and not _fields(text):
            assert cell_len(text) <= 78, key
        if key.startswith("foot."):
            assert cell_len(text) <= 12, key
        if key.startswith("verdict."):  # a sign, a blank, the word, in a column of fifteen cells
            assert cell_len(text) <= 13, key
        if key.startswith("state."):
            assert cell_len(text) <= 12, key
        if key.startswith("route."):
            assert cell_len(text) <= 8, key


async def test_the_desk_in_japanese_at_eighty_cells(tmp_path: Path) -> None:
    speak("ja")
    path = build(tmp_path / "q.db", [northwind(risk="high"), *(plain(f"w-{n}") for n in range(3))])
    async with desk(path, size=(80, 24)) as one:
        lines = one.text.splitlines()
        assert lines[0].startswith(" 要確認  1/4件目 · 未処理4件 · 高リスク · northwind")
        assert lines[0].endswith("保存済み ✓")
        assert lines[-1].startswith(" a 承認  b 差し止め  r 修正  0-4 主張を判定  u 取消")
        assert lines[-1].endswith("? ヘルプ")
        for piece in ("✗ 矛盾", "根拠  主張3 → [2] · 1件中1件目", "localの意見 · 未承認"):
            assert piece in one.text
        seen = []
        for keys in (
            ("4",), ("i",), ("i",), ("g",), ("question_mark",), ("escape",), ("escape",), ("Q",),
            ("escape",), ("0", "r"), ("e",), ("escape", "escape"), ("v",), ("v",), ("c",),
            ("escape",), ("b",), ("u",), ("s",), ("s",), ("s",), ("s",),
        ):  # fmt: skip
            await one.press(*keys)
            seen.append(one.text)
            assert len(one.text.splitlines()) == 24
            assert max(cell_len(line) for line in one.text.splitlines()) <= 80
        assert "確認する項目はもうありません。" in seen[-1]
        everything = "\n".join(seen)
        for english in ("CLAIMS", "approve", "EVIDENCE", "undo", "next", "saved"):
            assert english not in everything


async def test_the_heads_of_the_rail_stand_over_wide_words(tmp_path: Path) -> None:
    speak("ja")
    path = build(tmp_path / "q.db", [northwind()])
    async with desk(path, size=(80, 24)) as one:
        head = next(line for line in one.text.splitlines() if "3/4" in line)
        row = next(line for line in one.text.splitlines() if "✗ 矛盾" in line)
        for title, cell in (("審査", "✗ 矛盾"), ("検査", "✗ numbers")):
            assert cell_len(head[: head.index(title)]) == cell_len(row[: row.index(cell)])


@pytest.mark.parametrize(
    ("wishes", "environment", "language"),
    [
        ((), {}, "en"),
        ((), {"LANG": "ja_JP.UTF-8"}, "ja"),
        ((), {"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ((), {"LC_MESSAGES": "ja", "LANG": "de_DE"}, "ja"),
        ((), {"LANG": "de_DE.UTF-8"}, "en"),
        (("ja",), {"LANG": "en_US"}, "ja"),
        ((None, "en"), {"LANG": "ja_JP"}, "en"),
        (("ja-JP", "en"), {}, "ja"),
        (("tlh",), {"LANG": "ja_JP"}, "ja"),
    ],
)
def test_which_language(
    monkeypatch: pytest.MonkeyPatch,
    wishes: tuple[str | None, ...],
    environment: dict[str, str],
    language: str,
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of(*wishes) == language


def test_the_settings_beside_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    file, db = tmp_path / "adjudge.toml", tmp_path / "q.db"
    assert desk_settings(db) == DeskSettings()
    file.write_text('[desk]\nlanguage = "ja"\nblind_share = 0.15\nblind_seed = "s"\n')
    assert desk_settings(db) == DeskSettings("ja", 0.15, "s")
    assert desk_settings(db).blinding() == Blinding(0.15, "s")
    for wrong in (
        "blind_share = 2", 'blind_share = "x"', "blind_share = true", "blind_share = nan",
        'language = "de"', "blind_seed = 3", "blnd_share = 1", "language = []",
    ):  # fmt: skip
        file.write_text(f"[desk]\n{wrong}\n")
        with pytest.raises(QueueError):
            desk_settings(db)
    file.write_text("desk = 3\n")
    with pytest.raises(QueueError):
        desk_settings(db)


async def test_the_palette_has_every_command_that_does_not_decide(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind()])
    async with desk(path, size=(120, 36)) as one:
        named = [command.title for command in one.app.get_system_commands(one.app.screen)]
        assert len(named) > 15
        assert "next theme" in named
        assert not any("approve" in title or "block the" in title for title in named)
        await one.press("colon")
        assert isinstance(one.app.screen, CommandPalette)
        await one.press("escape")
        assert one.app.screen.id == one.app.desk.id
        assert not one.app.query("CommandInput")
    assert app_module.terminal_problem() is not None
