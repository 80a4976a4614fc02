"""docs/gate.md and docs/report.md are true: their scripts and commands run as they stand there."""

from __future__ import annotations

import runpy
import shlex
from pathlib import Path

import pytest
from cli_support import invoke
from doc_steps import fences, steps

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.mark.parametrize(
    ("name", "fails"), [("gate.md", "july.jsonl"), ("report.md", "nothing")], ids=["gate", "report"]
)
def test_the_page_runs_as_it_is_told(
    name: str, fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_DB", raising=False)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    told = steps(DOCS / name)
    assert len(told) == 4
    for one in told:
        words = shlex.split(one.command)
        if words[0] == "python":
            Path(words[1]).write_text(fences(DOCS / name, "python")[0], encoding="utf-8")
            runpy.run_path(words[1])
            continue
        result = invoke(*words[1:])
        assert result.exit_code == (1 if fails in words else 0), (one.command, result.output)
        assert one.holds(result.output), f"{one.command}\n{result.output}"


def test_every_option_is_on_its_page() -> None:
    from adjudge_tui.cli.judges.gate import gate
    from adjudge_tui.cli.judges.report import report
    from adjudge_tui.cli.judges.status import status

    usual = {"--db", "--config", "--local-only", "--help", "--title", "--no-annotations"}
    for page, commands in (("gate.md", (gate,)), ("report.md", (report, status))):
        text = (DOCS / page).read_text("utf-8")
        for command in commands:
            names = {opt for one in command.params for opt in one.opts if opt.startswith("--")}
            missing = {one for one in names - usual if one not in text and one[2:] not in text}
            assert not missing, (page, sorted(missing))
