"""The GitHub Action and the pre-commit hooks: their own steps and entries are run as they are."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cli_support import case, invoke, write_lines
from click.testing import Result

yaml: Any = pytest.importorskip("yaml")

ROOT = Path(__file__).resolve().parents[1]
_EXPRESSION = re.compile(r"\$\{\{ *([^}]*?) *\}\}")


def action() -> Any:
    return yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def step(name: str) -> dict[str, Any]:
    (found,) = [one for one in action()["runs"]["steps"] if one["name"] == name]
    assert isinstance(found, dict)
    return found


def filled(text: str, inputs: Mapping[str, str]) -> str:
    """The expressions of a value replaced, as the runner replaces them before the shell starts."""
    known = {"github.action_path": str(ROOT)}
    known |= {f"inputs.{name}": str(one.get("default", "")) for name, one in _inputs()}
    known |= {f"inputs.{name}": value for name, value in inputs.items()}
    return _EXPRESSION.sub(lambda found: known[found[1]], text)


def _inputs() -> Any:
    return action()["inputs"].items()


class Run:
    """One step, run by bash as a runner does, with files for its summary and its outputs."""

    def __init__(
        self, name: str, folder: Path, extra: Mapping[str, str] | None = None, **given: str
    ) -> None:
        inputs = {key.replace("_", "-"): value for key, value in given.items()}
        known = step(name)
        script = folder / ".step.sh"
        script.write_text(known["run"], encoding="utf-8")
        self.summary_file, output = folder / ".summary.md", folder / ".output"
        for file in (self.summary_file, output):
            file.write_text("", encoding="utf-8")
        tools = folder / ".bin"
        tools.mkdir(exist_ok=True)
        command = tools / "adjudge"
        code = "from adjudge_tui.cli import main; main(None, 'adjudge')"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$@"\n')
        command.chmod(0o755)
        python = Path(sys.executable).parent
        env = {**os.environ, "PATH": f"{tools}:{python}:{os.environ['PATH']}"}
        env |= {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(self.summary_file)}
        env |= {"GITHUB_OUTPUT": str(output), **(extra or {})}
        env |= {key: filled(value, inputs) for key, value in known["env"].items()}
        words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        done = subprocess.run(
            words, cwd=folder, env=env, capture_output=True, text=True, timeout=180, check=False
        )
        self.code, self.stdout, self.stderr = done.returncode, done.stdout, done.stderr
        lines = output.read_text(encoding="utf-8").splitlines()
        self.outputs = dict(line.split("=", 1) for line in lines)

    @property
    def summary(self) -> str:
        return self.summary_file.read_text(encoding="utf-8")


def test_no_expression_stands_in_a_script() -> None:
    steps = action()["runs"]["steps"]
    assert [one.get("shell") for one in steps if "run" in one] == ["bash", "bash"]
    for one in steps:
        assert "${{" not in one.get("run", "")
        for value in one.get("env", {}).values():
            assert _EXPRESSION.fullmatch(value)


def test_every_input_is_described_and_used() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    for name, one in _inputs():
        assert one["description"]
        assert f"inputs.{name}" in text
        assert f"`{name}`" in page


def test_check_fails_with_annotations_a_summary_and_junit(tmp_path: Path) -> None:
    write_lines(tmp_path / "cases a.jsonl", [case(1), case(3)])
    write_lines(tmp_path / "more.jsonl", [case(4)])
    run = Run("Run adjudge", tmp_path, files="cases a.jsonl\nmore.jsonl\n")
    assert run.code == 1, run.stderr
    assert run.outputs == {"exit-code": "1", "junit": "adjudge-junit.xml"}
    assert "::error file=cases a.jsonl,line=2,title=adjudge lamp-3::numbers: " in run.stdout
    assert "### adjudge check" in run.summary
    assert "lamp&#45;3" in run.summary
    (suite,) = ElementTree.parse(tmp_path / "adjudge-junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")


def test_check_passes_where_nothing_speaks_against_an_answer(tmp_path: Path) -> None:
    write_lines(tmp_path / "cases.jsonl", [case(1)])
    run = Run("Run adjudge", tmp_path, files="cases.jsonl", args="--fail-on\nreview", junit="")
    assert (run.code, run.outputs) == (0, {"exit-code": "0"}), run.stderr


def test_evaluate_writes_evaluations_and_the_summary(tmp_path: Path) -> None:
    write_lines(tmp_path / "cases.jsonl", [case(1), case(3)])
    run = Run("Run adjudge", tmp_path, command="evaluate", files="cases.jsonl")
    assert (run.code, run.outputs) == (0, {"exit-code": "0"}), run.stderr
    assert len((tmp_path / "adjudge-evaluations.jsonl").read_text().splitlines()) == 2
    assert "    2 evaluated in " in run.summary
    token = re.search(r"^::stop-commands::([0-9a-f]{32})$", run.stdout, re.MULTILINE)
    assert token is not None
    assert run.stdout.rstrip().endswith(f"::{token[1]}::")


def test_gate_holds_a_judge_against_its_baseline(tmp_path: Path) -> None:
    labels = [
        case(number, labels=[{"criterion": "faithfulness", "value": "faithful", "by": "ann"}])
        for number in (1, 2, 4, 5)
    ]
    write_lines(tmp_path / "labels.jsonl", labels)
    base = tmp_path / "base.json"
    words = ("--labels", tmp_path / "labels.jsonl", "--judge", "local")
    assert invoke("gate", "--write-baseline", base, *words).exit_code == 0
    run = Run(
        "Run adjudge",
        tmp_path,
        command="gate",
        baseline="base.json",
        labels="labels.jsonl",
        judge="local",
        args="--metric\nabstention",
    )
    assert run.code == 0, run.stdout + run.stderr
    assert "### adjudge gate: passed" in run.summary
    assert run.outputs["junit"] == "adjudge-junit.xml"


def test_no_input_can_be_read_as_a_command(tmp_path: Path) -> None:
    write_lines(tmp_path / "cases.jsonl", [case(1)])
    hostile = {
        "files": "cases.jsonl\n$(touch one).jsonl\n`touch two`\n; touch three\n--help",
        "args": '"; touch four; "\n$(touch five)',
        "policy": "$(touch six)",
        "junit": 'x"; touch seven; ".xml\nexit-code=0',
        "command": "check",
    }
    run = Run("Run adjudge", tmp_path, None, **hostile)
    assert run.code == 2
    assert run.outputs == {"exit-code": "2"}
    run = Run("Run adjudge", tmp_path, command="check; touch eight")
    assert (run.code, run.outputs) == (2, {"exit-code": "2"})
    names = {"one", "two", "three", "four", "five", "six", "seven", "eight"}
    assert not names & {one.name for one in tmp_path.iterdir()}


def test_line_ends_of_windows_are_line_ends(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        write_lines(tmp_path / name, [case(1)])
    run = Run(
        "Run adjudge", tmp_path, files="a.jsonl\r\nb.jsonl\r\n", args="--fail-on\r\nblock\r\n"
    )
    assert run.code == 0, run.stdout + run.stderr
    assert "2 files: 2 pass" in run.stdout


@pytest.mark.parametrize("command", ["check", "evaluate"])
def test_a_file_that_cannot_be_used_gives_the_runner_no_command(
    tmp_path: Path, command: str
) -> None:
    write_lines(tmp_path / "cases.jsonl", [case(1)])
    tiers = "[policy]\nname = 'p'\nversion = '1'\n[tiers.low]\n[tiers.standard]\n[tiers.high]\n"
    policy = tmp_path / "policy.toml"
    policy.write_text(tiers + '"a\\n::set-output name=b::c ##[group]" = 1\n', encoding="utf-8")
    run = Run("Run adjudge", tmp_path, command=command, files="cases.jsonl", policy=policy.name)
    assert run.code == 2
    assert "set-output name=b" in run.stderr
    assert "::" not in run.stderr
    assert "##[" not in run.stderr


@pytest.mark.stress
def test_the_install_step_installs_what_lies_beside_the_action(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    target = tmp_path / "site"
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_TARGET": str(target)}
    offline |= {"PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_CACHE_DIR": "1"}
    run = Run("Install adjudge", tmp_path, offline)
    assert run.code == 0, run.stderr
    assert (target / "adjudge_tui" / "cli" / "runs" / "check.py").is_file()
    assert (target / "bin" / "adjudge").is_file()


def hooks() -> dict[str, dict[str, Any]]:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    return {one["id"]: one for one in yaml.safe_load(text)}


def pre_commit(hook: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    """The hook's entry with the changed files that its pattern takes, as pre-commit calls it."""
    known = hooks()[hook]
    pattern = re.compile(known["files"])
    names = sorted(one.name for one in folder.iterdir() if pattern.search(one.name))
    program, *words = shlex.split(known["entry"])
    assert program == "adjudge"
    monkeypatch.chdir(folder)
    return invoke(*words, *names)


def test_the_hook_stops_a_commit_with_a_wrong_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_lines(tmp_path / "cases-lamps.jsonl", [case(1), case(3)])
    write_lines(tmp_path / "package.json", ["{}"])  # nobody's case file
    done = pre_commit("adjudge-check", tmp_path, monkeypatch)
    assert done.exit_code == 1
    assert "cases-lamps.jsonl:2: lamp-3: numbers: " in done.stdout
    write_lines(tmp_path / "cases-lamps.jsonl", [case(1)])
    assert pre_commit("adjudge-check", tmp_path, monkeypatch).exit_code == 0


def test_the_hook_stops_a_commit_with_a_policy_that_cannot_be_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text('[policy]\nname = "p"\nversion = "1"\n', encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.x]\n", encoding="utf-8")
    done = pre_commit("adjudge-config", tmp_path, monkeypatch)
    assert done.exit_code == 2
    assert "policy.toml: " in done.stdout
    tiers = "[tiers.low]\n[tiers.standard]\n[tiers.high]\n"
    policy.write_text(policy.read_text(encoding="utf-8") + tiers, encoding="utf-8")
    assert pre_commit("adjudge-config", tmp_path, monkeypatch).exit_code == 0


def test_hooks_take_the_usual_names_and_no_others() -> None:
    taken = {name: re.compile(hook["files"]) for name, hook in hooks().items()}
    for name in ("cases.jsonl", "a/b/golden-2.jsonl", "answers.json"):
        assert taken["adjudge-check"].search(name)
    for name in ("package.json", "usecases.py", "suitcases.jsonl"):
        assert not taken["adjudge-check"].search(name)
    for name in ("adjudge.toml", "x/policy.toml", "rubrics/tone.toml", "my-rubric.toml"):
        assert taken["adjudge-config"].search(name)
    assert not taken["adjudge-config"].search("pyproject.toml")
