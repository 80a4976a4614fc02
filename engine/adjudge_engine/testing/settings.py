"""What a test suite says once for all its assertions: policy, sources, judges.

Light on purpose, for it is imported by every pytest run where Adjudge is installed: policies,
registries and judges are loaded when the first assertion asks for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.policy import Policy
    from adjudge_engine.registry import Registry


@dataclass(frozen=True)
class Settings:
    """The policy's file, the registry's, and the judges by name; `gates` None: all that count."""

    policy: Path | None = None
    sources: Path | None = None
    judges: tuple[str, ...] = ()
    gates: tuple[str, ...] | None = None
    allow_review: bool = False

    def load_policy(self) -> Policy | None:
        """The policy, or None for the shipped one. Raises PolicyError."""
        return None if self.policy is None else _policy(self.policy)

    def load_sources(self) -> Registry | None:
        """The registry of sources, if there is one. Raises InputError."""
        return None if self.sources is None else _sources(self.sources)

    def make_judges(self) -> tuple[Judge, ...]:
        """The judges; JudgeError for one that would send text off this machine."""
        return _judges(self.judges) if self.judges else ()


#: The settings of the test that runs now; set and taken back by the plugin.
current = Settings()


def use(settings: Settings) -> None:
    """Make these the settings of the assertions that follow."""
    global current
    current = settings


def in_use() -> Settings:
    """The settings of the assertions that are made now."""
    return current


@cache
def _policy(path: Path) -> Policy:
    from adjudge_engine.policy import load_policy

    return load_policy(path)


@cache
def _sources(path: Path) -> Registry:
    from adjudge_engine.reading.registry import read_registry

    return read_registry(path)


@cache
def _judges(names: tuple[str, ...]) -> tuple[Judge, ...]:
    from adjudge_engine.judges.finding import configuration
    from adjudge_engine.judges.registry import make_judges
    from adjudge_engine.judges.shared import Shared

    if set(names) <= {"local", "none", "recorded"}:
        return make_judges(names)
    return make_judges(names, Shared(config=configuration(), local_only=True))
