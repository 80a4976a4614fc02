"""The raw bytes of a terminal: of hostile text in every field nothing but letters arrives."""

from __future__ import annotations

import base64
import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest
from terminals import Terminal, leaks, terminal
from test_tui_hostile import EVIL, hostile
from tui_leads import build, label, record
from tui_leads import say as decide
from tui_samples import JSON

from adjudge_queue import Queue
from adjudge_queue.file.jsontext import pack
from adjudge_queue.records import Filter, Record

#: Names that a person may have in the file: whatever fits in 200 characters.
ANN = "ann " + EVIL[:150] + "."
BOB = "bob " + EVIL[:150] + "."
LINK = "\x1b]8;;http://evil.example/\x1b\\here\x1b]8;;\x1b\\ \x9d52;c;UFdORUQ=\x9c"
BIDI = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
MORE = f"{EVIL} {LINK} {BIDI} \u2028\u2029\ufeff\u00ad\u180e\U000e0041 {'w' * 10_000}"


def evil_item(case_id: str) -> tuple[JSON, JSON]:
    """Hostile text in what the other sample leaves tame: omissions, flags, policy, sources."""
    case, evaluation = hostile(case_id)
    case["contexts"][0] |= {"source_id": MORE, "title": MORE}
    case["question"] = MORE
    evaluation["policy"] |= {"name": MORE, "version": MORE, "tier": "standard"}
    evaluation["judgments"][0]["missing"] = [MORE, MORE]
    evaluation["judgments"].append(
        {**evaluation["judgments"][0], "criterion": MORE, "score": 0.5, "claims": []}
    )
    return case, evaluation


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A queue with hostile text in items, decisions, notes, labels, filters, golden sets."""
    made = build(tmp_path / "q.db", [evil_item(f"evil-{n}\x1b]0;PWNED\x07") for n in range(3)])
    with Queue.open(made) as queue:
        said = label("unfaithful", ("c1", "contradicted"), missing=[MORE])
        more = {"criterion": EVIL, "value": EVIL}
        decide(
            queue, 1, ANN, "relabel", labels=[said, more], corrected_answer=MORE, note=MORE,
            reason_codes=("tone",),
        )  # fmt: skip
        decide(queue, 1, BOB, "block", note=MORE)
        queue.enqueue([one_more("evil-4\x9b31m"), one_more("evil-5")])
        decide(queue, 4, ANN, "relabel", labels=[said], corrected_answer=MORE, note=MORE)
        queue.golden_create("evil", actor=ANN)
        queue.golden_withdraw("evil", None, 4, by=ANN, why=MORE)
        decide(queue, 5, BOB, "relabel", labels=[said], note=MORE)
        queue.golden_create("evil", actor=BOB)
        queue.save_filter("plain", ANN, Filter(text=EVIL[:80]))
    with sqlite3.connect(made) as connection:  # as a tampered file has it
        connection.execute("UPDATE saved_filters SET name = ?", (pack(EVIL),))
    connection.close()
    return made


def one_more(case_id: str) -> Record:
    """An item that one person decides."""
    return record(evil_item(case_id), second="")


#: Keys, and a word that shows that the screen really was there.
SCREENS = (
    ("i", "OPINION"), ("i", ""), ("?", "KEYS"), ("\x1b", ""), (":", ""), ("\x1b", ""),
    ("\r", "SOURCE"), ("\x1b", ""), ("L", "AUDIT"), ("\r", "PWNED"), ("\x1b", ""), ("\x1b", ""),
    ("A", "ADJUDICATE"), ("\x1b", ""), ("Q", "QUEUE"), ("v", "PWNED"), ("\x1b", ""), ("/", ""),
    ("PWNED\r", "SEARCH"), ("\x1b", ""), ("G", "evil@2"), ("\r", "rows"), ("\x1b", ""),
    ("\x1b", ""), ("\x1b", ""),
)  # fmt: skip
#: Every pane, panel, prompt and list besides.
MORE_KEYS = (
    ("j", "PWNED"), ("o", "numbers"), ("o", ""), ("z", ""), ("z", ""), (".", ""), (" ", ""),
    (":", ""), ("rel", ""), ("\x1b", ""), ("/", ""), ("PWN\r", ""), ("n", ""), ("\x1b", ""),
    ("w", ""), ("\x1b", ""), ("r", ""), ("\x1b", ""), ("c", ""), ("[/] \u202e x\r", ""), ("m", ""),
    ("[bold]\r", "missing"), ("g", ""), ("evil-0\x1b", ""), ("y", ""), ("\x1b", ""),
    ("\r", "PWNED"), ("n", ""), ("/", ""), ("PWN\r", ""), ("\x1b", ""), ("\x1b", ""),
    ("L", "AUDIT"), ("p", "proof"), ("\x1b", ""), ("s", ""), ("f", "PACE"), ("\x1b", ""),
    ("A", "PWNED"), ("j", ""), ("\r", "REVIEW"), ("Q", "QUEUE"), ("x", ""), ("B", ""),
    ("\x1b", ""), ("G", "evil@2"), ("c", "coverage"), ("\x1b", ""), ("d", "Compare"), ("\r", ""),
    ("\x1b", ""), ("\x1b", ""), ("f", ""), ("text:\x9b31m\r", ""), ("f", ""), ("\x1b", ""),
    ("\x1b", ""), ("b", ""), ("B", ""), ("\x1b", ""), ("u", ""), ("U", ""),
)  # fmt: skip


def walk(one: Terminal, tour: Sequence[tuple[str, str]]) -> None:
    """Along these keys."""
    for keys, wanted in tour:
        one.press(keys)
        one.until(wanted)


@pytest.mark.parametrize(
    "tour",
    [SCREENS, pytest.param(MORE_KEYS, marks=pytest.mark.stress)],
    ids=["screens", "everything"],
)
def test_no_screen_lets_an_escape_through(path: Path, tour: Sequence[tuple[str, str]]) -> None:
    """Every screen, with a reviewer whose very name is hostile."""
    with terminal(path, "lea " + EVIL[:150] + ".") as one:
        one.until("approve")
        walk(one, tour)
        for _ in range(3):  # out of whatever is open
            one.press("\x1b")
        one.press("q")
        assert one.ended() == 0
    assert leaks(one.data) == []
    text = one.data.decode("utf-8", "replace")
    assert "\x1b]52" not in text
    assert "\x1b]8" not in text
    assert "␛]0;PWNED␇" in text


def test_what_is_copied_is_what_is_seen(path: Path) -> None:
    """The one OSC 52 is ours, asked for, and carries text in which nothing acts."""
    with terminal(path, "lea") as one:
        one.until("approve")
        one.press("y")
        one.press("a")
        one.press("q")
        assert one.ended() == 0
    copied = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07", one.data)
    assert len(copied) == 1
    text = base64.b64decode(copied[0]).decode("utf-8")
    assert "␛[31mred" in text
    assert leaks(text.encode("utf-8")) == []
    assert "\n" not in text
    assert leaks(one.data.replace(b"\x1b]52;c;" + copied[0] + b"\x07", b"")) == []


@pytest.mark.parametrize(
    "data",
    [b"\x1b]52;c;eA==\x07", b"\x1b]8;;x\x1b\\", b"\x1b]0;x\x07", b"\x1b[5;3r", b"\xc2\x9b31m",
     b"\x9b31m", b"\x1bPq\x1b\\", b"\x1bc", b"\xe2\x80\xae", b"\x07", b"\x08", b"\x00",
     b"\xe2\x80\x8b", b"\x1b[?1h", b"\x1b(0", b"\xc2\xad", b"\x1b[200~"],
    ids=range(17),
)  # fmt: skip
def test_the_reader_of_bytes_sees_a_leak(data: bytes) -> None:
    assert leaks(b"\x1b[1mtame\x1b[0m" + data)


def test_the_reader_of_bytes_passes_what_is_ours() -> None:
    assert leaks("\x1b[38;2;1;2;3m日本 e\u0301 👩\u200d👧 ␛\x1b[0m\r\n".encode()) == []
