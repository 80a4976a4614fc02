"""docs/packets.md is true: its commands were run in this order, and said what it says they say.

`python tests/test_queue_packet_docs.py` rewrites what the commands of the page say.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from pathlib import Path
from typing import get_args

import pytest
from cli_support import answer, invoke
from doc_steps import fences

from adjudge_queue.packets.packet_records import ItemOutcome

PAGE = Path(__file__).resolve().parents[1] / "docs" / "packets.md"
AGAIN = "run: python tests/test_queue_packet_docs.py"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_STEP = re.compile(r"^\$ adjudge (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
#: What differs from run to run, and stands as `…` on the page.
_VARIES = re.compile(
    r"\d{4}-\d\d-\d\d \d\d:\d\d|\b[0-9a-f]{64}\b|\b[0-9a-f]{12}\b|\bin \d+\.\d s\b|^ ─+ *$",
    re.MULTILINE,
)
#: The last command has nothing to do, and says so.
_REFUSED = "export --packet again.db"


def prepare(folder: Path) -> None:
    (folder / "answers.jsonl").write_text(fences(PAGE, "json")[0], encoding="utf-8")
    (folder / "adjudge.toml").write_text(fences(PAGE, "toml")[0], encoding="utf-8")


def said(words: str) -> str:
    """What the command of the page prints, without what varies."""
    result = invoke(*shlex.split(words), env={"COLUMNS": "100"})
    assert result.exit_code == (2 if words.startswith(_REFUSED) else 0), (words, result.output)
    lines = [line.rstrip() for line in _VARIES.sub("…", result.output).splitlines()]
    return "".join(f"{line}\n" for line in lines if line.strip(" …"))


def rewritten() -> str:
    """The page with what its commands say now."""

    def step(found: re.Match[str]) -> str:
        return f"$ adjudge {found[1]}\n" + said(found[1])

    def block(found: re.Match[str]) -> str:
        return f"```console\n{_STEP.sub(step, found[1])}```"

    return _BLOCK.sub(block, PAGE.read_text("utf-8"))


def test_the_commands_of_the_page_do_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ADJUDGE_DB", "ADJUDGE_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    prepare(tmp_path)
    assert rewritten() == PAGE.read_text("utf-8"), AGAIN
    [bob, ann] = answer("packets", "--reviewer", "lea")["packets"]
    assert (ann["state"], ann["conflicts"], bob["state"]) == ("done", 1, "done")
    again = answer("import", "--packet", "ann.db", "--reviewer", "lea")
    assert again["repeated"]
    result = invoke("packets", "--withdraw", ann["packet"], "--reviewer", "lea")
    assert result.output == "Withdrawn; 0 items for anybody again\n"
    result = invoke("import", "--packet", "ann.db", "--reviewer", "lea")
    assert (result.exit_code, "was withdrawn" in result.output) == (2, True)


def test_every_outcome_is_described() -> None:
    text = PAGE.read_text("utf-8")
    assert not [one for one in get_args(ItemOutcome) if one != "known" and f"`{one}`" not in text]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        os.chdir(folder)
        PAGE.write_text(rewritten(), encoding="utf-8")
