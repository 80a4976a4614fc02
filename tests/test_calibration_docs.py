"""docs/calibration.md is true: its script is run, its commands print what stands there.

`python tests/test_calibration_docs.py` writes the outputs anew.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudge_tui.cli.judges.calibrate import calibrate as command

PAGE = Path(__file__).resolve().parents[1] / "docs" / "calibration.md"
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_STEP = re.compile(r"(?<=```console\n)\$ adjudge calibrate ([^\n]+)\n(.*?)(?=```)", re.DOTALL)


def write_labels() -> None:
    """What the page's script does, here."""
    (script,) = (body for kind, body in _FENCE.findall(PAGE.read_text("utf-8")) if kind == "python")
    exec(compile(script, "labels.py", "exec"), {})


def printed(words: str) -> str:
    """What the command prints at 80 columns, without blanks at the ends of lines."""
    result = CliRunner(env={"COLUMNS": "80"}).invoke(command, shlex.split(words))
    assert result.exit_code == 0, (words, result.output, result.exception)
    return "".join(f"{line.rstrip()}\n" for line in result.output.splitlines())


def test_the_commands_of_the_page_print_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_labels()
    steps = _STEP.findall(PAGE.read_text("utf-8"))
    assert len(steps) == 2
    for words, output in steps:
        assert printed(words) == output, "run: python tests/test_calibration_docs.py"


def test_the_keys_of_the_page_are_those_of_the_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_labels()
    found = json.loads(printed("--labels labels.jsonl --judge recorded:m1 --reading score --json"))
    (text,) = PAGE.read_text("utf-8").split("## As JSON")[1:]
    told = set(re.findall(r"`([a-z_0-9.]+)`", text))
    quiet = {"positive", "scored_by"}  # said in the text above
    assert set(found) - quiet <= told
    assert set(found["answer"]) - told == {"ensembles"}
    assert {"ensembles.bad", "ensembles.good"} <= told
    assert set(found["people"]) <= told
    assert set(found["answer"]["risk_coverage"]) <= told
    assert set(found["answer"]["abstentions"]) <= told
    assert set(found["answer"]["by_slice"]) <= told


if __name__ == "__main__":
    os.chdir(tempfile.mkdtemp())
    write_labels()
    text = PAGE.read_text("utf-8")
    PAGE.write_text(
        _STEP.sub(lambda one: f"$ adjudge calibrate {one[1]}\n{printed(one[1])}", text),
        encoding="utf-8",
    )
