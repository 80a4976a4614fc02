"""Copy, go to, source, filter, the editor, panes: each key at 80×24 on a real file."""

from __future__ import annotations

import base64
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path

import pytest
from textual.widgets import Input
from tui_desk import desk
from tui_keys import at_once, decided, plain_terminal
from tui_samples import build, northwind, plain

from adjudge_engine.errors import QueueError
from adjudge_tui.desk.copying import MOST, copies
from adjudge_tui.desk.editing import edited, editor
from adjudge_tui.desk.keys import REVIEW
from adjudge_tui.screens.queue import QueueScreen
from adjudge_tui.screens.source import SourceScreen

HOSTILE = "Buy \x1b]52;c;UFdORUQ=\x07 now\r\nrm -rf \u202ex\ud83d. The end is near today."


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_terminal(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    items = [northwind(risk="high"), plain("water-1"), plain("2"), plain("evil\x1b[2J", HOSTILE)]
    return build(tmp_path / "q.db", items)


@pytest.mark.parametrize(
    ("key", "copied"),
    [
        ("c", "Operating margin improved to 21.4%."),
        ("e", "20.4 percent of revenue"),
        ("i", "northwind"),
    ],
)
async def test_y_copies_and_says_what(path: Path, key: str, copied: str) -> None:
    async with desk(path) as one:
        await one.press("y")
        for piece in ("copy …", "c claim 3", "e passage in [2]", "a the answer", "i the case id"):
            assert piece in one.text
        await one.press("enter", "space", "1", key)
        assert one.app.clipboard == copied
        assert f": {copied}" in one.text
    assert one.item("northwind").row.action is None


async def test_what_is_copied_acts_nowhere(path: Path) -> None:
    async with desk(path) as one:
        await at_once(one, "g", *"#4", "enter")
        await one.press("y", "a")
        copied = one.app.clipboard
        assert copied.startswith("Buy ␛]52;c;UFdORUQ=␇ now ")
        assert copied.isprintable()
        assert "\x1b" not in one.text
        for claim in one.session.view.claims if one.session.view else ():
            assert all(each.text.isprintable() for each in copies(one.session.view, claim, None))  # type: ignore[arg-type]


async def test_a_copy_is_cut(tmp_path: Path) -> None:
    path = build(tmp_path / "long.db", [plain("long", "Words. " * MOST)])
    async with desk(path) as one:
        await one.press("y", "a")
        assert len(one.app.clipboard) == MOST


@pytest.mark.parametrize(
    ("typed", "found"),
    [("#2", "water-1"), ("water-1", "water-1"), ("2", "2"), (" 1 ", "northwind")],
)
async def test_g_goes_to_a_number_or_a_case(path: Path, typed: str, found: str) -> None:
    async with desk(path) as one:
        await at_once(one, "g", *typed, "enter")
        assert one.session.view is not None
        assert one.session.view.case_id == found
        assert one.session.can_decide
        await one.press("a")
    assert one.item(found).row.action == "approve"


@pytest.mark.parametrize("typed", ["#99", "nowhere", "[/]\x1b", "#" + "9" * 300])
async def test_g_to_what_is_not_there_says_so_and_stays(path: Path, typed: str) -> None:
    async with desk(path) as one:
        await one.press("4", "g")
        one.app.screen.query_one(Input).value = typed
        await one.press("enter")
        assert "there is no item" in one.text.splitlines()[-1]
        assert "northwind" in one.text.splitlines()[0]
        assert one.session.marks
        assert one.session.can_decide


async def test_enter_opens_the_source_at_the_place_and_esc_comes_back(path: Path) -> None:
    async with desk(path) as one:
        await one.press("enter")
        assert len(one.app.screen_stack) == 2
        assert type(one.app.screen) is SourceScreen
        assert "20.4 percent of revenue" in one.text
        await one.press("escape")
        assert one.app.screen_stack == [one.app.desk]
    assert one.item("northwind").row.action is None


async def test_f_asks_for_a_filter_of_the_queue(path: Path) -> None:
    async with desk(path) as one:
        await one.press("f")
        assert isinstance(one.app.screen, QueueScreen)
        assert isinstance(one.app.focused, Input)


async def test_tab_goes_through_the_panes_and_back(path: Path) -> None:
    async with desk(path) as one:
        order = []
        for _ in range(5):
            await one.press("tab")
            order.append(one.app.focused.id if one.app.focused else "")
        start = order.index("answer")
        turned = [*order[start:], *order[:start]]
        assert [name for name in turned if name in ("answer", "claims", "evidence", "judge")][
            :4
        ] == [
            "answer",
            "claims",
            "evidence",
            "judge",
        ]
        before = one.app.focused
        await one.press("tab", "shift+tab")
        assert one.app.focused is before


@pytest.mark.parametrize("key", ["colon", "ctrl+p"])
async def test_the_palette_has_two_keys_and_says_what_cannot_be_done(path: Path, key: str) -> None:
    async with desk(path, size=(120, 36)) as one:
        await one.press(key, *"say why")
        assert "not now: b blocks first" in one.text
    assert one.item("northwind").row.action is None


@pytest.mark.parametrize("opens", ["c", "e", "m", "g", "slash"])
async def test_decision_keys_are_dead_while_a_field_has_focus(path: Path, opens: str) -> None:
    keys = [name for key in REVIEW if key.decides for name in key.keys.split(",")]
    async with desk(path) as one:
        before = one.session.view
        await one.press(opens)
        await at_once(one, *keys)
        assert one.session.view is before
        assert one.session.marks == {}
        typed = "".join(name for name in keys if len(name) == 1)
        assert one.app.screen.query_one(Input).value == typed
    assert one.item("northwind").row.action is None


@pytest.mark.parametrize("opens", ["w", "y", "B", "r"])
async def test_every_other_key_is_dead_while_one_chooses(path: Path, opens: str) -> None:
    async with desk(path) as one:
        await one.press("b", opens)
        own = {"w": "123d", "y": "ceai", "B": "123456", "r": "fn0emcwr"}[opens]
        names = [key.keys.split(",")[0] for key in REVIEW]
        looks = {"escape", "q", *(["question_mark"] if opens == "r" else [])}  # the panel's keys
        rest = [name for name in names if name not in own and name not in looks]
        view = one.session.view
        await at_once(one, *(name for name in rest if "tab" not in name and name != "colon"))
        assert one.session.view is view
        assert one.app.screen is one.app.desk
        assert one.session.marks == {}
    assert len(decided(path, "northwind")) == 1
    assert one.item("water-1").row.action is None


@pytest.mark.parametrize("opens", ["c", "e", "m", "g", "slash", "w", "r"])
async def test_what_is_typed_ahead_of_a_field_decides_nothing(path: Path, opens: str) -> None:
    async with desk(path) as one:
        view = one.session.view
        await at_once(one, opens, *"abs4xU")
        assert one.session.view is view
        assert one.session.marks == {}
        if opens not in "wr":
            assert one.app.screen.query_one(Input).value == "abs4xU"
    assert one.item("northwind").row.action is None


async def test_a_word_in_one_piece_with_its_key_and_enter_arrives(path: Path) -> None:
    async with desk(path) as one:
        await at_once(one, "g", "#", "3", "enter")
        assert one.session.view is not None
        assert one.session.view.case_id == "2"
        await at_once(one, "r", "f")
    assert one.item("2").row.action == "relabel"


async def test_q_quits_at_once_also_while_one_chooses(path: Path, tmp_path: Path) -> None:
    async with desk(path, keep=tmp_path / "keep.json") as one:
        await one.press("4", "w", "q")
        assert one.app._exit


async def test_help_shows_all_keys_and_greys_what_cannot_be_done(path: Path) -> None:
    async with desk(path, size=(80, 90)) as one:
        await one.press("question_mark")
        for key in REVIEW:
            assert f"{key.shown:<8}"[:8].rstrip() in one.text
            assert key.help[:60] in one.text
        assert "not now: b blocks first; then B says why" in one.text
        assert "not now: / finds a text first" in one.text


# The editor ---------------------------------------------------------------------------------------


def script(folder: Path, body: str) -> list[str]:
    """An editor: a Python program that gets the file as its last argument."""
    file = folder / "editor.py"
    file.write_text(f"import sys\npath = sys.argv[-1]\n{body}\n")
    return [sys.executable, str(file), "--wait"]


def test_an_editor_gets_the_text_and_gives_another(tmp_path: Path) -> None:
    body = "old = open(path).read(); open(path, 'w').write(old.upper() + '\\nsecond \\x1b[2J\\n')"
    assert edited("odd", script(tmp_path, body)) == "ODD\nsecond \x1b[2J"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sys.exit(3)", "ended with 3"),
        ("open(path, 'wb').write(b'\\xff\\xfe')", "no text in UTF-8"),
        ("open(path, 'w').write('x' * 100_001)", "over 100,000 bytes"),
        ("import os; os.remove(path)", "no text in UTF-8"),
    ],
)
def test_an_editor_that_fails_loses_nothing(tmp_path: Path, body: str, said: str) -> None:
    with pytest.raises(QueueError, match=said):
        edited("odd", script(tmp_path, body))


def test_an_editor_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert editor() == []
    monkeypatch.setenv("EDITOR", "'never closed")
    assert editor() == []
    monkeypatch.setenv("VISUAL", f"'{tmp_path}/no such; rm -rf' -w")
    assert editor() == [f"{tmp_path}/no such; rm -rf", "-w"]
    with pytest.raises(QueueError, match="cannot be started"):
        edited("odd", editor())


async def test_without_a_terminal_of_its_own_C_says_why(path: Path) -> None:
    async with desk(path) as one:
        await one.press("C")
        assert "no editor here: c asks for a comment of one line" in one.text


async def test_a_comment_of_several_lines_is_not_cut_to_one(path: Path) -> None:
    async with desk(path) as one:
        one.session.comment("one\ntwo")
        await one.press("c")
        assert "C opens it in your editor" in one.text
        await one.press("e", "!", "enter")
    assert decided(path, "northwind")[0]["note"] == "!\none\ntwo"


def test_the_editor_and_the_clipboard_on_a_real_terminal(path: Path, tmp_path: Path) -> None:
    body = "open(path, 'w').write('from my editor\\nin two lines')"
    environment = os.environ | {
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "EDITOR": " ".join(script(tmp_path, body)),
    }
    environment.pop("VISUAL", None)
    code = (
        "import sys; from pathlib import Path; from adjudge_tui.desk.app import run_review;"
        "run_review(Path(sys.argv[1]), reviewer='ana')"
    )
    child, terminal = pty.fork()
    if child == 0:
        os.execve(sys.executable, [sys.executable, "-c", code, str(path)], environment)
    try:
        ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        _until(terminal, b"approve")
        os.write(terminal, b"C")
        _until(terminal, b"the comment goes with")
        os.write(terminal, b"b")
        _until(terminal, b"says why")
        os.write(terminal, b"g#4\r")
        _until(terminal, b"now")
        time.sleep(0.05)
        os.write(terminal, b"y")
        _until(terminal, b"the case id")
        os.write(terminal, b"a")
        data = _until(terminal, b"copied")
        os.write(terminal, b"q")
        data += _until(terminal, b"never comes")
        _, status = os.waitpid(child, 0)
        child = 0
    finally:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert decided(path, "northwind")[0]["note"] == "from my editor\nin two lines"
    copied = re.findall(rb"\x1b\]52;([^\x07\x1b]*)\x07", data)
    assert len(copied) == 1
    kind, _, payload = copied[0].partition(b";")
    assert kind == b"c"
    assert re.fullmatch(rb"[A-Za-z0-9+/=]+", payload)
    assert base64.b64decode(payload).decode().startswith("Buy ␛]52;c;UFdORUQ=␇ now ")


def _until(terminal: int, wanted: bytes, seconds: float = 60) -> bytes:
    """What is written to the terminal until `wanted`, or its end."""
    data, deadline = b"", time.monotonic() + seconds
    while wanted not in data:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            raise AssertionError(f"{wanted!r} never came: {data[-2000:]!r}")
        try:
            more = os.read(terminal, 65536)
        except OSError:  # the other end is gone
            break
        if not more:
            break
        data += more
    return data
