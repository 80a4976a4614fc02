"""Running the command line: in this process where that is enough, as a real one where not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner, Result

#: The console script, without relying on where it was installed.
COMMAND: Final = (sys.executable, "-c", "from adjudge_tui.cli import main; main(None, 'adjudge')")


def invoke(*words: object, env: dict[str, str] | None = None) -> Result:
    """`adjudge WORDS` in this process; stdout, stderr and exit code in the result."""
    from adjudge_tui.cli import main

    settings = {"ADJUDGE_REVIEWER": "mori", "COLUMNS": "200", **(env or {})}
    return CliRunner(env=settings).invoke(main, [str(word) for word in words])


def answer(*words: object) -> Any:
    """The JSON that a command prints; it must end well."""
    result = invoke(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def start(*words: object, cwd: Path, **settings: Any) -> subprocess.Popen[str]:
    """`adjudge WORDS` as a process of its own, which an interrupt reaches.

    Where the suite itself runs in the background, a shell has it ignore interrupts, and so would
    every process below it.
    """
    env = {**os.environ, "ADJUDGE_REVIEWER": "mori", "PYTHONWARNINGS": "default"}
    return subprocess.Popen(
        [*COMMAND, *map(str, words)],
        cwd=cwd,
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **{"preexec_fn": interruptible, **settings},
    )


def interruptible() -> None:
    """In a new process, before its program: interrupts end it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(*words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """`adjudge WORDS` as a process, to its end."""
    with start(*words, cwd=cwd) as process:
        out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def case(number: int, **changes: Any) -> dict[str, Any]:
    """A small case; every third quotes its context, every third contradicts it."""
    weight = 100 + number
    said = weight if number % 3 else weight * 1000
    return {
        "id": f"lamp-{number}",
        "question": f"What does lamp {number} weigh?",
        "answer": f"Lamp {number} weighs {said} grams. It is made of brass.",
        "contexts": [f"Lamp {number} weighs {weight} grams and is made of brass in Porto."],
        **changes,
    }


def write_lines(path: Path, records: Sequence[Any]) -> Path:
    """A file of JSON Lines; a text is written as it is."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
