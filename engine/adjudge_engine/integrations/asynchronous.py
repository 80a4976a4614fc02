"""The engine for programs with an event loop: code runs in a thread, judges are awaited.

Judges that wait for a reply do not hold a thread while they do, so any number of cases may be
under way at once; each judge keeps to its own limits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudge_engine.judges.running import Asked, begin
from adjudge_engine.pipeline import assess, conclude

if TYPE_CHECKING:
    from adjudge_engine.case import Case
    from adjudge_engine.evaluation import Evaluation
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.pipeline import Admissions, Assessment
    from adjudge_engine.policy import Policy
    from adjudge_engine.registry import Registry

_PAUSE = 0.02  # seconds between two looks at whether the replies have come


async def aevaluate(
    case: Case,
    policy: Policy,
    judges: Sequence[Judge] = (),
    sources: Registry | None = None,
    admissions: Admissions | None = None,
) -> Evaluation:
    """`evaluate` without blocking the event loop; cancelled, it gives up what was asked.

    Any number may be awaited at once (`asyncio.gather`). A judge that fails abstains, as ever.
    """
    assessment = await aassess(case, sources)
    asked = await asyncio.to_thread(begin, assessment, tuple(judges))
    try:
        await _replies(asked)
    except asyncio.CancelledError:
        asked.cancel()
        raise
    return await asyncio.to_thread(conclude, assessment, asked.result(), policy, admissions)


async def aassess(case: Case, sources: Registry | None = None) -> Assessment:
    """`assess` without blocking the event loop."""
    return await asyncio.to_thread(assess, case, sources)


async def _replies(asked: Asked) -> None:
    while not asked.done:
        await asyncio.sleep(_PAUSE)
