"""How contexts are ranked: who is asked and for how long, and what else counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from adjudge_engine.errors import JudgeError


@dataclass(frozen=True)
class BlendWeights:
    """How much each component counts beside relevance; 0 leaves it out. Only ratios matter."""

    relevance: float = 1.0
    recency: float = 0.0
    frequency: float = 0.0
    entities: float = 0.0
    corroboration: float = 0.0
    confidence: float = 0.0


@dataclass(frozen=True)
class RankingSettings:
    """`timeout_s` is for the whole ranking, in seconds.

    Of more than `most_asked` contexts the judge is asked about those with the best given
    similarity. `blend`: without weights relevance alone counts. `half_life_days` is the age at
    which recency is half; `decay` is ACT-R's d, how fast each access fades. JudgeError for what
    cannot be meant.
    """

    timeout_s: float = 3.0
    most_asked: int = 100
    blend: BlendWeights | None = None
    half_life_days: float = 30.0
    decay: float = 0.5
    rubric: str = "context-relevance"

    def __post_init__(self) -> None:
        positive = {
            "timeout_s": self.timeout_s,
            "half_life_days": self.half_life_days,
            "decay": self.decay,
        }
        for name, value in positive.items():
            if not 0 < value < 1e9:
                raise JudgeError(
                    f"ranking.{name} must be a number above 0", "mend it under [ranking]"
                )
        if self.most_asked < 0:
            raise JudgeError("ranking.most_asked must not be below 0", "0 asks the judge nothing")
        if self.blend is not None:
            weights = [getattr(self.blend, one.name) for one in fields(self.blend)]
            if not all(0 <= one < 1e9 for one in weights) or sum(weights) <= 0:
                raise JudgeError(
                    "ranking.blend: weights must not be below 0, and one must be above 0",
                    "a weight of 0 leaves a component out",
                )


def ranking_settings(table: Mapping[str, Any]) -> RankingSettings:
    """The settings of a configuration's `[ranking]` table, with `[ranking.blend]` inside.

    JudgeError for a key that nobody knows and for a value of another type.
    """
    values = _typed("ranking", RankingSettings, {**table, "blend": None})
    weights = table.get("blend")
    if weights is not None:
        if not isinstance(weights, Mapping):
            raise JudgeError("ranking.blend must be a table", "write it as [ranking.blend]")
        values["blend"] = BlendWeights(**_typed("ranking.blend", BlendWeights, weights))
    return RankingSettings(**values)


def _typed(place: str, shape: type, table: Mapping[str, Any]) -> dict[str, Any]:
    """The table's values, each of the type of the field's default; a whole number may be one."""
    defaults = {one.name: one.default for one in fields(shape)}
    for key, value in table.items():
        if key not in defaults:
            known = ", ".join(defaults)
            raise JudgeError(f"{place}.{key}: there is no such setting", f"it may have: {known}")
        wanted = type(defaults[key])
        number = wanted is float and isinstance(value, int) and not isinstance(value, bool)
        if type(value) is not wanted and not number:
            raise JudgeError(f"{place}.{key} is of the wrong type", f"as {defaults[key]!r} is")
    return dict(table)
