"""docs/formats.md is true: its files are read as it says, and its commands say what it shows."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from cli_support import answer, invoke
from doc_steps import fences, steps

PAGE = Path(__file__).resolve().parents[1] / "docs" / "formats.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the page's files."""
    monkeypatch.chdir(tmp_path)
    for name in ("ADJUDGE_DB", "ADJUDGE_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    Path("pumps.csv").write_text(fences(PAGE, "csv")[0], encoding="utf-8")
    Path("runs.jsonl").write_text(fences(PAGE, "jsonl")[0], encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_commands_of_the_page_say_what_it_shows() -> None:
    found = steps(PAGE)
    assert len(found) >= 4
    for step in found:
        program, *words = shlex.split(step.command)
        assert program == "adjudge"
        result = invoke(*words, env={"COLUMNS": "100"})
        assert result.exit_code == 0, (step.command, result.output)
        assert step.holds(result.output), (step.command, result.output)


def test_the_map_of_the_page_counts_from_the_settings(folder: Path) -> None:
    (settings,) = fences(PAGE, "toml")
    (folder / "adjudge.toml").write_text(settings, encoding="utf-8")
    said = answer("evaluate", "runs.jsonl", "--dry-run")
    assert (said["files"][0]["format"], said["files"][0]["cases"]) == ("map", 2)
