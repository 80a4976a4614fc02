"""The desk in tmux at 80×24: with sixteen colours and with none it says the same."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudge_tui.demo import build_queue

TMUX = shutil.which("tmux")
pytestmark = pytest.mark.skipif(TMUX is None, reason="tmux is not installed")

_CODE = (
    "import sys; from pathlib import Path; from adjudge_tui.desk.app import run_review;"
    "run_review(Path(sys.argv[1]), reviewer='ana', mouse=False)"
)
#: Keys, and the words that tell what a colour could: each state by a sign and a word.
PLACES = (
    ("", "approve", ("✓ citations", "8 n/a", "REVIEW", "✓ proved", "~ passage", "◌ unsure",
                     "✓ supported", "◌ judge abstained", "~ code  = judge  ≈ both", "≈1")),
    ("o", "GATES", ("✓ citations pass", "– numbers n/a")),
    ("o", "approve", ()),
    ("4", "claim 1:", ("✗ contradicted",)),
    ("i", "OPINION", ("◌",)),
    ("i", "approve", ()),
    ("Q", "QUEUE", ("○ pending", "◐ claimed", "review", "held by ana")),
    ("G", "GOLDEN", ()),
    ("\x1b", "QUEUE", ()),
    ("f", "route:", ()),
)  # fmt: skip


class Pane:
    """A desk in a tmux of its own."""

    def __init__(self, db: Path, **env: str) -> None:
        self._name = f"adjudge-{uuid.uuid4().hex[:12]}"
        assert TMUX is not None
        self._tmux = [TMUX, "-L", self._name, "-f", "/dev/null", "-u"]
        state = db.parent / f"{self._name}-state"
        unset = [f"-u{one}" for one in ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM")]
        words = ["env", *unset, *(f"{key}={value}" for key, value in env.items())]
        words += ["LC_ALL=C.UTF-8", f"XDG_STATE_HOME={state}", sys.executable, "-c", _CODE, str(db)]
        self._run("new-session", "-d", "-x", "80", "-y", "24", shlex.join(words))

    def _run(self, *words: str) -> str:
        done = subprocess.run([*self._tmux, *words], capture_output=True, text=True, check=True)
        return done.stdout

    def press(self, key: str) -> None:
        """One key."""
        if key:
            self._run("send-keys", "-l", key)

    def text(self, *, looks: bool = False) -> str:
        """What is on the screen, with its escape sequences if `looks`."""
        return self._run("capture-pane", "-p", *(["-e"] if looks else []))

    def until(self, wanted: str) -> str:
        """Wait until a word is there and nothing changes any more."""
        deadline, before = time.monotonic() + 60, ""
        while time.monotonic() < deadline:
            now = self.text()
            if wanted in now and now == before:
                return now
            before = now
            time.sleep(0.1)
        raise AssertionError(f"{wanted!r} never came:\n{before}")

    def close(self) -> None:
        """End it."""
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, check=False)


@pytest.fixture
def panes(tmp_path: Path) -> Iterator[dict[str, Pane]]:
    """The same demo three times: in sixteen colours, without colours, and in all of them."""
    made: dict[str, Pane] = {}
    kinds = {
        "sixteen": {"TERM": "xterm"},
        "none": {"TERM": "xterm", "NO_COLOR": "1"},
        "all": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    }
    try:
        build_queue(tmp_path / "demo.db")
        for kind, env in kinds.items():
            (tmp_path / kind).mkdir()
            path = Path(shutil.copy(tmp_path / "demo.db", tmp_path / kind / "demo.db"))
            made[kind] = Pane(path, **env)
        yield made
    finally:
        for one in made.values():
            one.close()


def colours(text: str) -> set[str]:
    """The colours that are asked for: `3`, `9`, `38;5`, `38;2;R;G;B` and so on."""
    found = set()
    for codes in re.findall(r"\x1b\[([0-9;:]*)m", text):
        for one in re.findall(r"(?:3|4)8[;:]2[;:]+\d+[;:]\d+[;:]\d+|(?:3|4)8[;:]5[;:]\d+", codes):
            found.add(one.replace(":", ";"))
        rest = re.sub(r"(?:3|4)8[;:](?:2[;:]+\d+[;:]\d+[;:]\d+|5[;:]\d+)", "", codes)
        found |= {
            one for one in rest.split(";") if re.fullmatch(r"3[0-7]|4[0-7]|9[0-7]|10[0-7]", one)
        }
    return found


def is_grey(colour: str) -> bool:
    """Whether a colour is none: black, white, the greys."""
    parts = colour.split(";")
    if len(parts) == 5:
        return len({*parts[2:]}) == 1
    if len(parts) == 3:
        return int(parts[2]) >= 232 or int(parts[2]) in (0, 7, 8, 15, 16, 59, 102, 145, 188, 231)
    return parts[0][-1] in "07"


def test_colour_adds_nothing_that_is_not_said(panes: dict[str, Pane]) -> None:
    """Every place of the tour: the same letters, and the states among them as words and signs."""
    looks: dict[str, str] = dict.fromkeys(panes, "")
    for key, wanted, words in PLACES:
        for pane in panes.values():
            pane.press(key)
        texts = {kind: pane.until(wanted) for kind, pane in panes.items()}
        assert texts["sixteen"] == texts["none"] == texts["all"], key
        for word in words:
            assert word in texts["none"], (key, word, texts["none"])
        for kind, pane in panes.items():
            looks[kind] += pane.text(looks=True)
    assert all(is_grey(one) for one in colours(looks["none"])), colours(looks["none"])
    sixteen = colours(looks["sixteen"])
    assert not [one for one in sixteen if ";" in one]
    assert any(not is_grey(one) for one in sixteen)
    assert any(one.startswith(("38;2", "48;2")) for one in colours(looks["all"]))
    for kind in ("none", "sixteen"):  # what is chosen stands out without a colour
        assert re.search(r"\x1b\[[0-9;]*\b[147]\b", looks[kind])
