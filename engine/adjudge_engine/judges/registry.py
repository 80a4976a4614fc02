"""The judges by name, as the command line and policies call them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.base import Judge


def _none() -> tuple[Judge, ...]:
    from adjudge_engine.judges.none import NoJudge

    return (NoJudge(),)


def _local() -> tuple[Judge, ...]:
    from adjudge_engine.judges.local.judge import LocalJudge

    return (LocalJudge(),)


_MAKERS: Final[dict[str, Callable[[], tuple[Judge, ...]]]] = {"local": _local, "none": _none}

#: What `--judge` accepts.
JUDGE_NAMES: Final[tuple[str, ...]] = tuple(_MAKERS)


def make_judges(name: str) -> tuple[Judge, ...]:
    """The judges that `name` stands for. JudgeError for a name nobody knows."""
    maker = _MAKERS.get(name.strip().lower())
    if maker is None:
        known = ", ".join(JUDGE_NAMES)
        raise JudgeError(f"there is no judge called {name!r}", f"the judges are: {known}")
    return maker()
