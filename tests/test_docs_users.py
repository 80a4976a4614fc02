"""The pages for each kind of user are true: their commands were run, and say what is shown.

`python tests/test_docs_users.py` fills in what the pages do not show yet.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest
from cli_support import invoke
from doc_steps import fences, steps

DOCS = Path(__file__).resolve().parents[1] / "docs"
AGAIN = "empty the step's output and run: python tests/test_docs_users.py"
_LONGEST = 14
_EMPTY = re.compile(r"^\$ (.+)\n(?=\$ |```)", re.MULTILINE)
#: What differs from run to run.
_VARIES = re.compile(
    r"\d{4}-\d\d-\d\dT[\d:.]+Z|\b[0-9a-f]{64}\b|\b[0-9a-f]{12,16}\b|\bin \d+\.\d+ s\b|(?<=head )\w+"
    r"|\d{8}T\d+Z?|^ ─+ *$",
    re.MULTILINE,
)


class Page(NamedTuple):
    """A page, the files that its fences stand for, and commands that end with 1."""

    files: dict[str, tuple[str, int]]
    failing: tuple[str, ...] = ()


PAGES = {
    "for-reviewers.md": Page({}),
    "for-leads.md": Page({"adjudge.toml": ("toml", 0), "answers.jsonl": ("json", 0)}),
    "for-judge-owners.md": Page({}),
    "for-developers.md": Page(
        {"test_answers.py": ("python", 1), "cases.jsonl": ("json", 0)},
        ("pytest", "adjudge check"),
    ),
    "ci.md": Page({"cases.jsonl": ("json", 0)}, ("adjudge check",)),
}


def exported(name: str) -> dict[str, str]:
    """The variables that the page itself has a reader set: no command may need another."""
    told = re.findall(r"^export (.+)$", "\n".join(fences(DOCS / name, "sh")), re.MULTILINE)
    return dict(one.split("=", 1) for line in told for one in shlex.split(line))


def prepare(name: str) -> None:
    """The page's files in the working folder."""
    for file, (language, number) in PAGES[name].files.items():
        Path(file).write_text(fences(DOCS / name, language)[number], encoding="utf-8")


def said(name: str, command: str) -> str:
    """What a command of the page prints; it must end as the page says."""
    page = PAGES[name]
    words = shlex.split(command)
    if words[0] == "cat":
        return Path(words[1]).read_text(encoding="utf-8")
    if words[0] == "pytest":
        env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "100"}
        plugin = ("-p", "adjudge_engine.testing.plugin", "-p", "no:cacheprovider")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *plugin, *words[1:]],
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        code, output = done.returncode, done.stdout
    else:
        assert words[0] == "adjudge"
        result = invoke(*words[1:], env={**exported(name), "COLUMNS": "100"})
        code, output = result.exit_code, result.output
    fails = any(command.startswith(one) for one in page.failing)
    assert code == (1 if fails else 0), (command, output)
    return output


@pytest.mark.parametrize("name", PAGES)
def test_the_commands_of_a_page_do_what_it_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("ADJUDGE_DB", "ADJUDGE_REVIEWER", "ADJUDGE_CONFIG", "GITHUB_ACTIONS"):
        monkeypatch.delenv(variable, raising=False)
    prepare(name)
    told = steps(DOCS / name)
    assert len(told) >= 3
    for one in told:
        output = said(name, one.command)
        assert one.holds(output), (one.command, output, AGAIN)


def test_the_python_of_the_developers_page_does_what_it_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = DOCS / "for-developers.md"
    exec(compile(fences(page, "python")[0], page.name, "exec"), {})
    assert capsys.readouterr().out == fences(page, "text")[0]


def test_every_setting_of_the_plugin_is_described() -> None:
    from adjudge_engine.testing.plugin import _KEYS

    text = (DOCS / "for-developers.md").read_text(encoding="utf-8")
    for key in _KEYS:
        assert f"`{key}`" in text
    for key in ("policy", "sources", "judge", "allow_review"):
        assert f"`adjudge_{key}`" in text


def filled(name: str) -> str:
    """The page with the beginning of what its commands say, where it shows nothing of it."""
    text = (DOCS / name).read_text(encoding="utf-8")
    empty = {found[1] for found in _EMPTY.finditer(text)}
    for one in steps(DOCS / name):
        output = said(name, one.command)
        if one.command in empty and output:
            lines = [line.rstrip() for line in _VARIES.sub("…", output).splitlines()]
            shown = "\n".join(lines[:_LONGEST]) + ("\n…" if len(lines) > _LONGEST else "")
            text = text.replace(f"$ {one.command}\n", f"$ {one.command}\n{shown}\n", 1)
    return text


if __name__ == "__main__":
    for page_name in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            prepare(page_name)
            (DOCS / page_name).write_text(filled(page_name), encoding="utf-8")
