"""Hostile text in every field is shown literally, breaks nothing, and never acts on a terminal."""

from __future__ import annotations

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
from typing import Any

import pytest
from tui_desk import desk
from tui_samples import JSON, build, check, claims_of, evaluation_of, gates_of, judgment_of, plain

from adjudge_tui.widgets.spanview import SpanView

EVIL = (
    "[bold]x[/] [/nope] \x1b]0;PWNED\x07 \x1b]52;c;UFdORUQ=\x07 \x1b[2J \x9b31m \u202eabc\u202c "
    "zero\u200bwidth \x00 \ud83d 日本語 👩\u200d👩\u200d👧\u200d👦 🇯🇵 e\u0301 $error "
    "@click=app.quit"
)
ANSWER = "[bold]Nothing[/] is \x1b[31mred. " + EVIL + "."


def hostile(case_id: str = "evil [red]\x1b]0;PWNED\x07") -> tuple[JSON, JSON]:
    """One item with hostile text in every place that a person or a model can write to."""
    case: JSON = {
        "id": case_id,
        "question": EVIL,
        "answer": ANSWER,
        "contexts": [
            {"id": EVIL, "text": EVIL + " " + "x" * 10_000, "source_id": EVIL, "score": 0.5},
            {"id": "k", "text": "a\r\nb\rc\td" + EVIL},
        ],
        "tags": [EVIL],
    }
    claims = claims_of(ANSWER)
    place = {"text": EVIL, "where": {"part": "answer"}, "start": 0, "end": 10}
    gates = gates_of(
        numbers={
            "outcome": "fail",
            "checks": [
                check("fail", "untraced", EVIL, claim_id="c1", observed=place, expected=place)
            ],
        }
    )
    judgment = judgment_of(
        {claim["id"]: "contradicted" for claim in claims},
        judge=EVIL,
        rubric=EVIL,
        rationale=EVIL + "\n" + EVIL,
        missing=[EVIL],
        extra_claims=[{"text": EVIL, "verdict": "partial"}],
    )
    for word in judgment["claims"]:
        word |= {"reason": EVIL, "quote": EVIL}
    reason = {"code": "untraced", "message": EVIL, "claim_id": "c1", "action": "review"}
    reasons = {"proved": [reason], "judged": [reason], "uncertain": [reason]}
    return case, evaluation_of(case, "review", gates, claims, [judgment], reasons)


@pytest.mark.parametrize(
    "size",
    [
        pytest.param((80, 24), id="80x24"),
        pytest.param((120, 36), id="120x36", marks=pytest.mark.stress),
        pytest.param((200, 50), id="200x50"),
    ],
)
async def test_every_pane_shows_it_literally(tmp_path: Path, size: tuple[int, int]) -> None:
    path = build(tmp_path / "q.db", [hostile(), plain("tame")])
    async with desk(path, size=size) as one:
        seen = [one.text]
        for keys in (("j",), ("i",), ("g",), ("g",), ("z",), ("z",), ("Q",), ("escape",)):
            await one.press(*keys)
            seen.append(one.text)
        await one.press("slash", *"[bold]", "enter", "a")
        seen.append(one.text)
        assert "approved “evil [red]␛]0;PWNED␇”" in seen[-1]
    text = "\n".join(seen)
    assert "[bold]Nothing[/] is ␛[31mred." in text
    assert "␛]0;PWNED␇" in text
    assert "日本語" in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\ud800-\udfff]", text)


async def test_a_very_long_answer_is_drawn_line_by_line(tmp_path: Path) -> None:
    answer = ("word 日本 [b] " * 18_000)[:200_000] + "."
    case, evaluation = plain("big", answer=answer)
    evaluation["claims"] = claims_of(answer)
    async with desk(build(tmp_path / "q.db", [(case, evaluation)])) as one:
        pane = one.app.screen.query_one("#answer", SpanView)
        assert pane.virtual_size.height > 2000
        pane.reveal(199_000)
        await one.settle()
        assert "[b]" in one.text
        assert len(pane._strips) < 200
        await one.pilot.resize_terminal(120, 36)
        await one.press("b")
        assert "Nothing left" in one.text


def _window(descriptor: int, columns: int, rows: int) -> None:
    ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _read_until(descriptor: int, wanted: bytes, seconds: float) -> bytes:
    data, deadline = b"", time.monotonic() + seconds
    while wanted not in data and time.monotonic() < deadline:
        if select.select([descriptor], [], [], 0.1)[0]:
            try:
                piece = os.read(descriptor, 65536)
            except OSError:  # the other end is gone
                break
            if not piece:
                break
            data += piece
    return data


def _run(path: Path) -> None:
    from adjudge_tui.desk.app import run_review, terminal_problem

    os.environ.pop("NO_COLOR", None)
    problem: Any = terminal_problem()
    os._exit(3 if problem else run_review(path, reviewer="ana", mouse=False))


def test_on_a_real_terminal_no_escape_leaks_and_q_quits(tmp_path: Path) -> None:
    """The raw bytes that reach a terminal hold our own escapes and none of the item's."""
    path = build(tmp_path / "q.db", [hostile(), plain("tame")])
    code = (
        "import sys; sys.path[:0] = [sys.argv[1]]; from pathlib import Path;"
        "from test_tui_hostile import _run; _run(Path(sys.argv[2]))"
    )
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.environ["LC_ALL"] = "C.UTF-8"
        os.environ["XDG_STATE_HOME"] = str(path.parent / "state")
        tests = str(Path(__file__).parent)
        os.execv(sys.executable, [sys.executable, "-c", code, tests, str(path)])
    try:
        _window(terminal, 120, 36)
        data = _read_until(terminal, b"approve", 60)
        data += _read_until(terminal, "PWNED␇".encode(), 30)
        os.write(terminal, b"q")
        data += _read_until(terminal, b"never comes", 30)
        _, status = os.waitpid(child, 0)
        child = 0
    finally:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert "␛]0;PWNED␇".encode() in data
    for leak in (b"\x1b]0;PWNED", b"\x1b]52;", b"\x1b[31mred", b"\xc2\x9b", b"\x9b31m", b"\x00"):
        assert leak not in data
    assert "\u202e".encode() not in data
