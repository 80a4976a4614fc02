"""Checks inside a test suite: a pytest plugin, and assertions for any other runner.

    from adjudge_engine.testing import assert_grounded

    def test_the_price() -> None:
        assert_grounded(ask("What does it cost?"), passages, facts=["$6.50"])

The plugin is loaded wherever Adjudge is installed beside pytest. It costs a project that does not
use it next to nothing: no check, model or policy is loaded before the first assertion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudge_engine.testing.asserting import NotGrounded as NotGrounded
    from adjudge_engine.testing.asserting import assert_grounded as assert_grounded
    from adjudge_engine.testing.asserting import check_grounded as check_grounded
    from adjudge_engine.testing.cases import adjudge_cases as adjudge_cases

_HOMES = {
    "NotGrounded": "asserting",
    "adjudge_cases": "cases",
    "assert_grounded": "asserting",
    "check_grounded": "asserting",
}

__all__ = ["NotGrounded", "adjudge_cases", "assert_grounded", "check_grounded"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{home}"), name)
