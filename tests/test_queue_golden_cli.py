"""`adjudge golden`: every command, its JSON, and what it says where something cannot be done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, case, invoke, write_lines

from adjudge_queue.exports import EXPORTS


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Six lamps, the second relabelled, the third approved for gold; `lamps@1` has both."""
    db = tmp_path / "q.db"
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in range(1, 7)])
    assert invoke("evaluate", source, "--db", db).exit_code == 0
    answer("decide", "lamp-2", "relabel", "--claim", "1=contradicted", "--db", db)
    answer("decide", "lamp-4", "approve", "--reason", "gold", "--db", db)
    answer("golden", "create", "lamps", "--db", db)
    return db


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_show_lists_the_rows(db: Path) -> None:
    shown = invoke("golden", "show", "lamps", "--db", db).stdout
    assert "faithfulness unfaithful" in shown
    rows = lines(invoke("golden", "show", "lamps", "--db", db, "--json").stdout)
    assert [row["id"] for row in rows] == ["lamp-2", "lamp-4"]
    split = rows[0]["metadata"]["golden"]["split"]
    found = lines(invoke("golden", "show", "lamps", "--split", split, "--json", "--db", db).stdout)
    assert "lamp-2" in [row["id"] for row in found]


def test_withdraw_and_diff(db: Path) -> None:
    told = answer("golden", "withdraw", "lamps@1", "lamp-2", "--why", "torn", "--db", db)
    assert (told["name"], told["version"], told["item"]) == ("lamps", 1, 2)
    assert (
        f"withdrawn by event {told['event']}"
        in invoke("golden", "show", "lamps", "--db", db).stdout
    )
    assert answer("golden", "create", "lamps", "--db", db)["rows"] == 1
    found = answer("golden", "diff", "lamps", 1, 2, "--db", db)
    assert [one["id"] for one in found["withdrawn"]] == ["lamp-2"]
    assert "x lamp-2" in invoke("golden", "diff", "lamps", 1, 2, "--db", db).stdout
    assert answer("golden", "coverage", "lamps@1", "--db", db)["withdrawn"] == 1
    for words in (
        ("withdraw", "lamps@1", "lamp-2", "--why", "again"),
        ("withdraw", "lamps", "lamp-1", "--why", "x"),
        ("withdraw", "lamps", "lamp-4"),
        ("diff", "lamps", 1, 9),
        ("coverage", "none"),
        ("show", "none"),
    ):
        assert invoke("golden", *words, "--db", db).exit_code == 2, words


@pytest.mark.parametrize("form", EXPORTS)
def test_every_format_is_written_and_what_can_come_back_does(
    db: Path, tmp_path: Path, form: str
) -> None:
    out = tmp_path / f"out{EXPORTS[form].suffix}"
    words = ("golden", "export", "lamps", "--format", form, "--db", db)
    told = answer(*words, "--out", out)
    silent = 0 if out.read_text("utf-8") != "{}\n" else 2
    assert told == {"format": form, "rows": 2, "withdrawn": 0, "left_out": silent}
    assert invoke(*words).stdout == out.read_text("utf-8")
    taken = invoke("golden", "import", "again", out, "--format", form, "--db", db, "--json")
    if EXPORTS[form].read is None:
        assert taken.exit_code == 2
        return
    assert json.loads(taken.stdout) == {"name": "again", "version": 1, "rows": 2}
    if EXPORTS[form].lossless:
        assert invoke("golden", "export", "again", "--format", form, "--db", db).stdout == (
            out.read_text("utf-8")
        )
    assert answer("audit", "verify", "--db", db)["ok"]
    assert "a file" in invoke("golden", "list", "--db", db).stdout


def test_what_cannot_be_read_is_said_in_a_sentence(db: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(b"\xff\xfe")
    for words, message in (
        (("import", "x", tmp_path / "none"), "cannot be read"),
        (("import", "x", bad), "no UTF-8"),
        (("export", "lamps", "--json"), "give --out"),
        (("export", "lamps", "--format", "xls"), "xls"),
    ):
        result = invoke("golden", *words, "--db", db)
        assert result.exit_code == 2
        assert message in result.stderr
    bad.write_text('{"id": "x"}\n', encoding="utf-8")
    result = invoke("golden", "import", "x", bad, "--db", db)
    assert (result.exit_code, "row 1 cannot be imported" in result.stderr) == (2, True)
