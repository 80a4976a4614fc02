"""Sums of what judging takes. What one part does not know, the sum does not know either."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudge_engine.evaluation import Usage


def in_sequence(parts: Iterable[Usage | None]) -> Usage | None:
    """What calls made one after the other took; None where nothing is known of any."""
    return _summed([one for one in parts if one is not None], together=False)


def side_by_side(parts: Iterable[Usage | None]) -> Usage | None:
    """What calls made at the same time took: the time is that of the slowest."""
    return _summed([one for one in parts if one is not None], together=True)


def _summed(parts: Sequence[Usage], *, together: bool) -> Usage | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    times = [one.latency_ms for one in parts if one.latency_ms is not None]
    return Usage(
        tokens_in=_total([one.tokens_in for one in parts]),
        tokens_out=_total([one.tokens_out for one in parts]),
        cost_usd=_cost([one.cost_usd for one in parts]),
        latency_ms=(max(times) if together else sum(times)) if times else None,
        attempts=_total([one.attempts for one in parts]),
        cached=_all_cached([one.cached for one in parts]),
    )


def _total(values: Sequence[int | None]) -> int | None:
    known = [one for one in values if one is not None]
    return sum(known) if len(known) == len(values) else None


def _cost(values: Sequence[float | None]) -> float | None:
    known = [one for one in values if one is not None]
    return sum(known) if len(known) == len(values) else None


def _all_cached(values: Sequence[bool | None]) -> bool | None:
    """True if no call was made for any part; None if that is not known of any."""
    known = [one for one in values if one is not None]
    return all(known) and len(known) == len(values) if known else None
