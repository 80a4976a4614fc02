"""docs/cycle.md is true: the whole cycle runs as it is told there, command by command."""

from __future__ import annotations

import json
import runpy
import shlex
from pathlib import Path

import pytest
from cli_support import answer, invoke
from doc_steps import fences, steps

ROOT = Path(__file__).resolve().parents[1]
PAGE, README = ROOT / "docs" / "cycle.md", ROOT / "README.md"


def run(command: str) -> tuple[int, str]:
    """One command of the page in this process; `xargs -L1` as a loop over the file's lines."""
    words = shlex.split(command)
    if words[0] == "python":
        runpy.run_path(words[1])
        return 0, ""
    if words[0] == "xargs":
        assert words[1:4] == ["-L1", "adjudge", "decide"]
        done = [
            invoke("decide", *shlex.split(line))
            for line in Path(words[-1]).read_text("utf-8").splitlines()
        ]
        assert {one.exit_code for one in done} == {0}
        return 0, "".join(one.output for one in done)
    assert words[0] == "adjudge"
    result = invoke(*words[1:])
    return result.exit_code, result.output


def test_the_cycle_goes_round_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_DB", raising=False)
    Path("tents.py").write_text(fences(PAGE, "python")[0], encoding="utf-8")
    Path("policy.toml").write_text(fences(PAGE, "toml")[0], encoding="utf-8")
    told = steps(PAGE)
    assert len(told) >= 14
    routes = []
    for one in told:
        code, output = run(one.command)
        early = one.command.startswith("adjudge admit --golden tents@1")
        assert code == (1 if early else 0), (one.command, output)
        assert one.holds(output), f"{one.command}\n{output}"
        if "autumn" in one.command:
            rows = answer("list", "--all", "--limit", 1000)["items"]
            routes.append({row["case_id"]: row["route"] for row in rows})
    before, after, withdrawn = routes
    assert len(before) == 192
    changed = {case for case in before if before[case] != after[case]}
    assert changed == {f"tent-{number}" for number in range(180, 192, 2)}
    assert withdrawn == before
    checked = invoke("audit", "verify")
    assert checked.exit_code == 0, checked.output
    book = json.loads(Path("adjudge-admissions.json").read_text("utf-8"))
    (entry,) = [one for one in book["admissions"] if one["criterion"] == "faithfulness"]
    assert (entry["outcome"], entry["labels"]["name"]) == ("withdrawn", "tents@2")


def test_the_readme_tells_the_same_story() -> None:
    """Its lines stand in the page that is run, in the same order."""
    (story,) = fences(README, "text")
    page = PAGE.read_text("utf-8").splitlines()
    at = -1
    for line in story.splitlines():
        if line != "…":
            at = page.index(line, at + 1)
