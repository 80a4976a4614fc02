"""Commands of a page and what it shows of their output, run one after the other.

A line that is only `…` stands for any number of lines, `…` within a line for any text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_STEP = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_PROGRESS = re.compile(r"evaluated [\d,]+ of [\d,]+ … .* left$")


class Step(NamedTuple):
    """A command without its `$`, and the output that the page shows, as a pattern."""

    command: str
    shown: str

    def holds(self, output: str) -> bool:
        """Whether the output is what the page shows, trailing blanks aside.

        A run that takes more than a few seconds says how far it is: a page does not.
        """
        lines = [line.rstrip() for line in output.splitlines() if not _PROGRESS.match(line)]
        return bool(re.fullmatch(_pattern(self.shown), "".join(f"{line}\n" for line in lines)))


def fences(page: Path, language: str) -> list[str]:
    """The page's fenced blocks of that language (the whole of what follows the fence)."""
    return [body for kind, body in _FENCE.findall(page.read_text("utf-8")) if kind == language]


def steps(page: Path) -> list[Step]:
    """The steps of all `console` blocks, in order."""
    return [Step(*one) for body in fences(page, "console") for one in _STEP.findall(body)]


def _pattern(shown: str) -> str:
    parts = []
    for line in shown.splitlines():
        if line.strip() == "…":
            parts.append(r"(?:.*\n)*?")
        else:
            text = ".*".join(re.escape(piece) for piece in line.rstrip().split("…"))
            parts.append(text + r"\n")
    return "".join(parts)
