"""The check of the chain, and proofs, in a process of their own: both take as long as the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from adjudge_queue.file.opening import QueueDamaged
from adjudge_queue.records import Verification
from adjudge_tui.desk.apart import Apart, serve, step
from adjudge_tui.desk.reviewers import open_queue


class Checker(Apart):
    """Checks the chain and makes proofs, one at a time."""

    MODULE = __name__
    ENDED = "chain.ended"

    def verify(self, path: Path, tell: Callable[[int, int], None]) -> Verification:
        """Check the trail of the file; `tell` hears (last event checked, events). QueueError."""
        found = self.ask({"path": str(path)}, lambda line: tell(line["done"], line["count"]))
        return Verification(found["events"], found["head"], tuple(found["problems"]))

    def proof(self, path: Path, item_id: int, viewer: str) -> str:
        """The proof of an item as a page. QueueError; DecisionError if it is not for the viewer."""
        request = {"path": str(path), "item": item_id, "viewer": viewer}
        return str(self.ask(request, lambda line: None)["page"])


def _answer(request: Mapping[str, Any]) -> dict[str, Any]:
    try:
        with open_queue(Path(request["path"]), readonly=True) as queue:
            if "item" in request:
                from adjudge_queue.trail.proof_text import markdown

                return {"page": markdown(queue.proof(request["item"], request["viewer"]))}
            count = queue.last_event()
            return _finding(queue.verify(tick=lambda seq: step({"done": seq, "count": count})))
    except QueueDamaged as error:
        if "item" in request:
            raise
        return _finding(Verification(0, None, (error.message,)))  # that is what was found


def _finding(found: Verification) -> dict[str, Any]:
    return {"events": found.events, "head": found.head, "problems": list(found.problems)}


if __name__ == "__main__":
    serve(_answer)
