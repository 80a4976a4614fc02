"""One score of several components: their weighted mean, over those that a context has."""

from __future__ import annotations

from collections.abc import Mapping

from adjudge_engine.judges.ranking.replies import clamped
from adjudge_engine.judges.ranking.settings import BlendWeights


def blended(parts: Mapping[str, float], weights: BlendWeights | None) -> float:
    """The score, 1 to 5; never falls when a component rises. `parts` has `relevance`, always.

    Without weights, and where no weighted component is there, it is the relevance.
    """
    if weights is None:
        return parts["relevance"]
    weighted = [(getattr(weights, name), value) for name, value in parts.items()]
    total = sum(weight for weight, _ in weighted)
    if total <= 0:
        return parts["relevance"]
    return clamped(sum(weight / total * value for weight, value in weighted))
