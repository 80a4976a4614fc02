"""The samples of `adjudge demo`: sound and flawed answers, and the policy that routes them.

Cheap to import: what builds the queue is loaded when it is asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from adjudge_tui.demo.build import Summary, build_queue

__all__ = ["CASES", "DATABASE", "POLICY", "SOURCES", "Summary", "build_queue"]

_HERE: Final = Path(__file__).resolve().parent

#: The samples, one case a line.
CASES: Final = _HERE / "cases.jsonl"
#: The policy that they are routed by.
POLICY: Final = _HERE / "policy.toml"
#: The registry of the governed documents that some of them come from.
SOURCES: Final = _HERE / "sources.json"
#: Where the command keeps the queue unless told otherwise.
DATABASE: Final = "adjudge-demo.db"


def __getattr__(name: str) -> Any:
    if name in ("Summary", "build_queue"):
        from adjudge_tui.demo import build

        return getattr(build, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
