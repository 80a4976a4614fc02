"""A queue with a team for the tests of the command line: two reviewers, one lead, small cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cli_support import answer, case, write_lines

TEAM = """\
[reviewers.ann]
groups = "*"
expert = "*"

[reviewers.bob]
groups = "*"
expert = "*"

[reviewers.cat]
groups = ["everybody"]

[reviewers.lea]
role = "lead"
groups = "*"
expert = "*"
"""
POLICY = """\
[policy]
name = "lamps"
version = "{version}"

[tiers.low]
[tiers.standard]
[tiers.high]

[double_review]
risks = ["high"]
"""


def made(folder: Path, *, team: str = TEAM, cases: list[dict[str, Any]] | None = None) -> Path:
    """A queue in the folder, with the team beside it; lamps 1, 2, 4 wait, 4 of high risk."""
    found = cases or [case(1), case(2), case(3), case(4, risk="high"), case(5, risk="high")]
    (folder / "adjudge.toml").write_text(team, encoding="utf-8")
    write_lines(folder / "in.jsonl", found)
    evaluate(folder)
    return folder / "q.db"


def evaluate(folder: Path, version: str = "1") -> Any:
    """The cases of the folder, evaluated by that version of the policy."""
    policy = folder / "policy.toml"
    policy.write_text(POLICY.format(version=version), encoding="utf-8")
    words = ("--policy", policy, "--judge", "local", "--db", folder / "q.db")
    return answer("evaluate", folder / "in.jsonl", *words)
