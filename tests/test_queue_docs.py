"""docs/queue.md is true: its commands were run in this order, and said what it says they say.

`python tests/test_queue_docs.py` rewrites what the commands of the page say.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from pathlib import Path

import pytest
from cli_support import invoke

from adjudge_queue.finding.filtertext import _FIELDS
from adjudge_queue.people.team import _KEYS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "queue.md"
AGAIN = "run: python tests/test_queue_docs.py"
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_STEP = re.compile(r"^\$ adjudge (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
#: What differs from run to run, and stands as `…` on the page.
_VARIES = re.compile(
    r"\d{4}-\d\d-\d\dT[\d:.]+Z|\b[0-9a-f]{64}\b|\bin \d+\.\d s\b|^ ─+ *$", re.MULTILINE
)
#: Steps of which the page shows no output, as it is long.
_SILENT = ("evaluate", "show", "figures", "purge")


def page() -> str:
    return PAGE.read_text("utf-8")


def fences(language: str) -> list[str]:
    return [body for kind, body in _FENCE.findall(page()) if kind == language]


def prepare(folder: Path) -> None:
    (folder / "answers.jsonl").write_text(fences("json")[0], encoding="utf-8")
    policy, team = fences("toml")
    (folder / "policy.toml").write_text(policy, encoding="utf-8")
    (folder / "adjudge.toml").write_text(team, encoding="utf-8")


def said(words: str) -> str:
    """What the command of the page prints, without what varies."""
    result = invoke(*shlex.split(words), env={"COLUMNS": "100"})
    assert result.exit_code == 0, (words, result.output)
    lines = [line.rstrip() for line in _VARIES.sub("…", result.output).splitlines()]
    return "".join(f"{line}\n" for line in lines if line.strip(" …"))


def test_the_commands_of_the_page_do_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ADJUDGE_DB", "ADJUDGE_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    prepare(tmp_path)
    steps = _STEP.findall("".join(fences("console")))
    assert len(steps) >= 30
    for words, output in steps:
        found = said(words)
        assert output == ("" if words.split()[0] in _SILENT else found), AGAIN
    assert invoke("audit", "verify").exit_code == 0


def test_every_part_of_a_filter_and_of_the_team_is_described() -> None:
    text = page()
    assert not [name for name in (*_FIELDS, "state") if f"`{name}:" not in text]
    assert not [key for key in _KEYS if f"| `{key}` |" not in text]


def rewritten() -> str:
    """The page with what its commands say now."""

    def step(found: re.Match[str]) -> str:
        output = said(found[1])
        return f"$ adjudge {found[1]}\n" + ("" if found[1].split()[0] in _SILENT else output)

    def block(found: re.Match[str]) -> str:
        if found[1] != "console":
            return found[0]
        return f"```console\n{_STEP.sub(step, found[2])}```"

    return _FENCE.sub(block, page())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        os.chdir(folder)
        PAGE.write_text(rewritten(), encoding="utf-8")
