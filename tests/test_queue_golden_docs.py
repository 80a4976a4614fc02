"""docs/golden.md is true: its commands were run, its table of formats is the code's.

`python tests/test_queue_golden_docs.py` rewrites that table.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli_support import invoke

from adjudge_queue.exports import EXPORTS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "golden.md"
_TABLE = re.compile(r"(?<=<!-- formats -->\n).*(?=<!-- /formats -->)", re.DOTALL)
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def table() -> str:
    """The formats, in the order of the code."""
    lines = ["| format | file | carries | comes back by `golden import` |", "|---|---|---|---|"]
    for name, one in EXPORTS.items():
        back = "without loss" if one.lossless else "with what it carries" if one.read else "no"
        lines.append(f"| `{name}` | {one.suffix} | {one.carries} | {back} |")
    return "\n".join([*lines, ""])


def fences(language: str) -> list[str]:
    return [body for kind, body in _FENCE.findall(PAGE.read_text("utf-8")) if kind == language]


def test_the_table_of_formats_is_the_codes() -> None:
    (found,) = _TABLE.findall(PAGE.read_text("utf-8"))
    assert found == table(), "run: python tests/test_queue_golden_docs.py"


def test_the_commands_of_the_page_do_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_DB", raising=False)
    (tmp_path / "answers.jsonl").write_text(fences("json")[0], encoding="utf-8")
    steps = re.findall(r"^\$ adjudge (.+)\n((?:(?!\$ ).*\n)*)", "".join(fences("console")), re.M)
    assert len(steps) >= 14
    for words, output in steps:
        result = invoke(*shlex.split(words))
        assert result.exit_code == 0, (words, result.output)
        if output:
            assert result.output == output, words
    checked = invoke("audit", "verify")
    assert checked.exit_code == 0, checked.output


if __name__ == "__main__":
    PAGE.write_text(_TABLE.sub(lambda _: table(), PAGE.read_text("utf-8")), encoding="utf-8")
