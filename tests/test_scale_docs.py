"""docs/scale.md is true: its commands run as it says, and its Python is what there is."""

from __future__ import annotations

import ast
import inspect
import json
import runpy
import shlex
from pathlib import Path

import pytest
from cli_support import invoke
from doc_steps import fences, steps

from adjudge_tui.running.sharding import run_shard

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "scale.md"


def test_the_page_can_be_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_DB", raising=False)
    generated = runpy.run_path(str(ROOT / "tests" / "bench" / "generated_cases.py"))["generated"]
    rows = (json.dumps(generated(1, number)) + "\n" for number in range(300))
    Path("answers.jsonl").write_text("".join(rows), encoding="utf-8")
    told = steps(PAGE)
    assert len(told) == 5
    for one in told:
        words = shlex.split(one.command)
        result = invoke(*words[1:])
        assert result.exit_code == 0, result.output
        assert one.holds(result.stdout), f"{one.command}\n{result.stdout}"


def test_its_python_calls_what_there_is() -> None:
    known = inspect.signature(run_shard).parameters
    blocks = fences(PAGE, "py")
    assert len(blocks) == 2
    called = 0
    for block in blocks:
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.Call) and any(one.arg == "shard" for one in node.keywords):
                assert {one.arg for one in node.keywords} <= known.keys()
                called += 1
    assert called == 2
