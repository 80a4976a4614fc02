"""Scores from what a case brings along: the retriever's own similarity, on our scale.

Retrievers do not say which scale theirs is, so the batch tells: all within 0..1 is read as a
similarity (1 + 4s); all within -1..1 as a cosine, below 0 as no relation (1 + 4·max(0, s));
anything else (BM25, logits of a reranker) by its place between the least and the greatest of the
batch. Where that says nothing, as all are equal, the score is neutral.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudge_engine.case import Context
from adjudge_engine.judges.ranking.replies import HIGHEST, LOWEST, clamped

NEUTRAL: Final = 3.0
_WIDTH: Final = HIGHEST - LOWEST


def given_scores(contexts: Sequence[Context]) -> Mapping[str, float]:
    """Context id → score from 1 to 5, for the contexts that bring one."""
    given = {one.id: one.score for one in contexts if one.score is not None}
    if not given:
        return {}
    least, most = min(given.values()), max(given.values())
    if least >= -1 and most <= 1:
        return {name: LOWEST + _WIDTH * max(0.0, score) for name, score in given.items()}
    if least == most:
        return dict.fromkeys(given, NEUTRAL)
    width = most / 2 - least / 2  # halves, so that no difference is too great for a float
    return {
        name: clamped(LOWEST + _WIDTH * ((score / 2 - least / 2) / width))
        for name, score in given.items()
    }
