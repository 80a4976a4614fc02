"""The check of the chain, and proofs, in a process of their own.

Both compute for as long as the file is large. In a thread they would share one interpreter with the
interface, and a key would wait for them. The process opens the file for reading only; what is asked
and answered goes as JSON, one value a line.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from adjudge_engine.errors import AdjudgeError, DecisionError, QueueError
from adjudge_queue.file.opening import QueueDamaged
from adjudge_queue.records import Verification
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.wording.strings import say

#: -P: a folder that one works in must not bring modules of its own.
_COMMAND: Final = (sys.executable, "-P", "-m", "adjudge_tui.leading.chain_check")


class Apart:
    """One process at a time that checks; `stop` ends it from any thread."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False

    def verify(self, path: Path, tell: Callable[[int, int], None]) -> Verification:
        """Check the trail of the file; `tell` hears (last event checked, events). QueueError."""
        found = self._ask({"path": str(path)}, lambda line: tell(line["done"], line["count"]))
        return Verification(found["events"], found["head"], tuple(found["problems"]))

    def proof(self, path: Path, item_id: int, viewer: str) -> str:
        """The proof of an item as a page. QueueError; DecisionError if it is not for the viewer."""
        request = {"path": str(path), "item": item_id, "viewer": viewer}
        return str(self._ask(request, lambda line: None)["page"])

    def stop(self) -> None:
        """End the process, now and for good."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()

    def _ask(
        self, request: Mapping[str, Any], tell: Callable[[Mapping[str, Any]], None]
    ) -> dict[str, Any]:
        pipe = subprocess.PIPE
        line: dict[str, Any] = {}
        with subprocess.Popen(
            _COMMAND, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, encoding="utf-8"
        ) as process:
            self._process = process
            if self._stopped:
                process.kill()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps(request))
                process.stdin.close()
            except OSError:  # it ended before it read; its end is found below
                pass
            for text in process.stdout:
                line = json.loads(text)
                if "done" in line:
                    tell(line)
        self._process = None
        if "error" in line:
            kind = DecisionError if line["refused"] else QueueError
            raise kind(line["error"], line["hint"])
        if not line or "done" in line:
            raise QueueError(say("chain.ended"), "")
        return line


def main() -> None:
    """Read one request from standard input, answer it on standard output."""
    request = json.loads(sys.stdin.read())
    try:
        with open_queue(Path(request["path"]), readonly=True) as queue:
            if "item" in request:
                from adjudge_queue.trail.proof_text import markdown

                page = markdown(queue.proof(request["item"], request["viewer"]))
                return _tell({"page": page})
            count = queue.head()[0]
            found = queue.verify(tick=lambda seq: _tell({"done": seq, "count": count}))
            return _tell(_finding(found))
    except QueueDamaged as error:
        if "item" not in request:  # that it is damaged is what was found
            return _tell(_finding(Verification(0, None, (error.message,))))
        return _tell({"error": error.message, "hint": error.hint, "refused": False})
    except AdjudgeError as error:
        refused = isinstance(error, DecisionError)
        return _tell({"error": error.message, "hint": error.hint, "refused": refused})


def _finding(found: Verification) -> dict[str, Any]:
    return {"events": found.events, "head": found.head, "problems": list(found.problems)}


def _tell(line: Mapping[str, Any]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
