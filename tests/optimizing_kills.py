"""Runs `adjudge WORDS` again whenever it is killed, each time in a process of its own.

`python optimizing_kills.py PID-FILE WORDS…`: the file holds the number of the process that is at
work, which each of its requests names in the header `openai-organization`. Processes are forked
from one that has loaded litellm, which takes seconds. Ends with the exit code of the first that
comes to its end.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import sys
from pathlib import Path

MOST = 60


def main() -> None:
    from adjudge_engine.judges.llm.environment import prepared
    from adjudge_tui.cli import main as adjudge

    place, *words = sys.argv[1:]
    asyncio.run(prepared())
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        adjudge([*words, "--dry-run"], "adjudge")  # what the gates load takes seconds, too
    for _ in range(MOST):
        child = os.fork()
        if not child:
            written = Path(f"{place}.{os.getpid()}")
            written.write_text(str(os.getpid()), encoding="utf-8")
            os.replace(written, place)
            os.environ["OPENAI_ORGANIZATION"] = str(os.getpid())
            try:
                adjudge(words, "adjudge")
            except SystemExit as end:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(end.code if isinstance(end.code, int) else 3)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit(os.waitstatus_to_exitcode(status))
    sys.exit(f"killed {MOST} times")


if __name__ == "__main__":
    main()
