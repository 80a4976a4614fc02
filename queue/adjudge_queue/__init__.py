"""The queue: one SQLite file with items, evaluations, decisions and their audit trail.

`Queue` is the one way in, for the command line, the interface and other programs alike. It is
loaded on first use, so that importing this package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudge_queue.facade.desk import Queue, verify_file

__all__ = ["Queue", "verify_file"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from adjudge_queue.facade import desk

        return getattr(desk, name)
    raise AttributeError(f"module 'adjudge_queue' has no attribute {name!r}")
