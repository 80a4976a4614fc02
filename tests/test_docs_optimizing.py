"""docs/optimizing.md is true: its commands were run against a scripted model, and said that.

`python tests/test_docs_optimizing.py` rewrites what the commands of the page say.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
import tomllib
from pathlib import Path

import pytest
from cli_support import invoke, write_lines
from optimizing_world import RUBRIC, World, cases

from adjudge_engine.judges.rubrics import load_rubric
from adjudge_engine.optimizing.stopping import RULES
from adjudge_engine.optimizing.strategies import STRATEGIES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "optimizing.md"
AGAIN = "run: python tests/test_docs_optimizing.py"
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_STEP = re.compile(r"^\$ adjudge (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
#: What differs from run to run, or with the engine's own templates, and stands as `…`.
_VARIES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z|\b[0-9a-f]{8}\b|^ ─+ *$", re.MULTILINE)
_MOST_WIDE = 88


def page() -> str:
    return PAGE.read_text("utf-8")


def fences(language: str) -> list[str]:
    return [body for kind, body in _FENCE.findall(page()) if kind == language]


def prepare(folder: Path, world: World) -> None:
    """The files of the page; the address is where the scripted models are served."""
    settings, rubric = fences("toml")
    served = settings.replace("http://127.0.0.1:8080/v1", world.server.base_url)
    (folder / "adjudge.toml").write_text(served, encoding="utf-8")
    (folder / "tone.toml").write_text(rubric, encoding="utf-8")
    write_lines(folder / "labelled.jsonl", cases())


def said(words: str) -> str:
    """What the command of the page prints, without what varies."""
    result = invoke(*shlex.split(words), env={"COLUMNS": str(_MOST_WIDE)})
    assert result.exit_code == 0, (words, result.output)
    varies = _VARIES.sub("…", result.stdout)
    if "--dry-run" in words:  # tokens hang on the templates around a rubric
        varies = re.sub(r"\d+,\d{3}\b|\$\d\.\d{4}", "…", varies)
    lines = [line.rstrip() for line in varies.splitlines()]
    return "".join(f"{line}\n" for line in lines if line.strip(" …"))


def test_the_commands_of_the_page_do_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ADJUDGE_DB", "ADJUDGE_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    steps = _STEP.findall("".join(fences("console")))
    assert len(steps) == 5
    world = World()
    with world.server:
        prepare(tmp_path, world)
        for words, output in steps:
            assert output == said(words), AGAIN
    assert load_rubric("tone-optimized.toml").version == "1-opt.1.4"


def test_the_rubric_of_the_page_is_the_one_that_was_tried() -> None:
    assert tomllib.loads(fences("toml")[1]) == tomllib.loads(RUBRIC)


def test_every_rule_and_every_strategy_is_described_in_its_own_words() -> None:
    text = page()
    for rule, words in RULES.items():
        assert f"| `{rule}` | {words} |" in text
    assert [one.name for one in STRATEGIES if f"| `{one.name}` |" not in text] == []


def rewritten(world: World) -> str:
    """The page with what its commands say now."""

    def step(found: re.Match[str]) -> str:
        return f"$ adjudge {found[1]}\n{said(found[1])}"

    def block(found: re.Match[str]) -> str:
        if found[1] != "console":
            return found[0]
        return f"```console\n{_STEP.sub(step, found[2])}```"

    with world.server:
        prepare(Path(), world)
        return _FENCE.sub(block, page())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        PAGE.write_text(rewritten(World()), encoding="utf-8")
