"""docs/admission.md is true: its commands give what it shows."""

from __future__ import annotations

import runpy
import shlex
from pathlib import Path

import pytest
from cli_support import invoke
from doc_steps import fences, steps

PAGE = Path(__file__).resolve().parents[1] / "docs" / "admission.md"


def test_the_commands_of_the_page_give_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_DB", raising=False)
    Path("kites.py").write_text(fences(PAGE, "python")[0], encoding="utf-8")
    Path("policy.toml").write_text(fences(PAGE, "toml")[0], encoding="utf-8")
    runpy.run_path("kites.py")
    told = steps(PAGE)
    assert [shlex.split(one.command)[1] for one in told] == [
        *["admit"] * 4,
        *["thresholds"] * 2,
        "compare",
    ]
    for one in told:
        result = invoke(*shlex.split(one.command)[1:])
        refused = "admit --labels" in one.command and "recorded:small" in one.command
        assert result.exit_code == int(refused), (one.command, result.output)
        assert one.holds(result.output), f"{one.command}\n{result.output}"
