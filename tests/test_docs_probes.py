"""docs/probes.md is true: its commands were run in this order, and said what it says they say.

`python tests/test_docs_probes.py` rewrites what the commands of the page say.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from pathlib import Path

import pytest
from cli_support import invoke

from adjudge_engine.probing.alterations import NAMES
from adjudge_engine.probing.mutations.mutate import KINDS
from adjudge_engine.probing.own_family import NAME as OWN_FAMILY

PAGE = Path(__file__).resolve().parents[1] / "docs" / "probes.md"
AGAIN = "run: python tests/test_docs_probes.py"
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_STEP = re.compile(r"^\$ adjudge (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
#: What differs from run to run, and stands as `…` on the page.
_VARIES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)|^ ─+ *$", re.MULTILINE)


def page() -> str:
    return PAGE.read_text("utf-8")


def fences(language: str) -> list[str]:
    return [body for kind, body in _FENCE.findall(page()) if kind == language]


def said(words: str) -> str:
    """What the command of the page prints, without what varies."""
    result = invoke(*shlex.split(words), env={"COLUMNS": "90"})
    assert result.exit_code == 0, (words, result.output)
    lines = [line.rstrip() for line in _VARIES.sub("…", result.stdout).splitlines()]
    return "".join(f"{line}\n" for line in lines if line.strip(" …"))


def test_the_commands_of_the_page_do_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    Path("answers.jsonl").write_text(fences("json")[0], encoding="utf-8")
    steps = _STEP.findall("".join(fences("console")))
    assert len(steps) == 6
    for words, output in steps:
        assert output == said(words), AGAIN


def test_every_probe_and_every_class_is_described() -> None:
    text = page()
    assert not [name for name in (*NAMES, OWN_FAMILY, *KINDS) if f"`{name}`" not in text]


def rewritten() -> str:
    """The page with what its commands say now."""

    def step(found: re.Match[str]) -> str:
        return f"$ adjudge {found[1]}\n{said(found[1])}"

    def block(found: re.Match[str]) -> str:
        if found[1] != "console":
            return found[0]
        return f"```console\n{_STEP.sub(step, found[2])}```"

    return _FENCE.sub(block, page())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        os.environ["XDG_CONFIG_HOME"] = place
        Path("answers.jsonl").write_text(fences("json")[0], encoding="utf-8")
        written = rewritten()
    PAGE.write_text(written, encoding="utf-8")
