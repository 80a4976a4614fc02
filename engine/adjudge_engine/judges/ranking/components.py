"""What besides relevance may count for a context, each on the scale from 1 to 5.

Recency halves with every half-life. Frequency of use is ACT-R's base-level activation
B = ln Σ t^-d (Anderson & Schooler 1991, "Reflections of the environment in memory"; d = 0.5), t
the days since each access, put on the scale by the probability of retrieval 1 / (1 + e^-(B - τ))
(Anderson & Lebiere 1998); τ is such that one access a half-life ago gives the middle. A component
of which a context says nothing is missing, not low.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from adjudge_engine.case import Context
from adjudge_engine.judges.ranking.agreeing import agreeing
from adjudge_engine.judges.ranking.replies import HIGHEST, LOWEST, clamped
from adjudge_engine.judges.ranking.settings import RankingSettings
from adjudge_engine.text.normalise import normalise

_DAY_S: Final = 86_400.0
#: An access just now counts as one a minute ago; the sum would have no bound.
_LEAST_DAYS: Final = 60 / _DAY_S
_MOST_ACCESSES: Final = 10_000
_WIDTH: Final = HIGHEST - LOWEST


def components(
    contexts: Sequence[Context],
    question: str | None,
    now: datetime | None,
    settings: RankingSettings,
) -> list[dict[str, float]]:
    """For each context its components by name, each 1 to 5. Without `now` nothing has an age."""
    shares = _entity_shares(contexts, question or "")
    others = agreeing(contexts)
    out = []
    for at, context in enumerate(contexts):
        found: dict[str, float | None] = {
            "recency": recency(context.updated_at, now, settings.half_life_days),
            "frequency": frequency(context.accesses, now, settings),
            "entities": shares.get(at),
            "corroboration": _corroboration(context.corroborated, others[at]),
            "confidence": _share(context.confidence),
        }
        out.append({name: value for name, value in found.items() if value is not None})
    return out


def recency(updated_at: str | None, now: datetime | None, half_life_days: float) -> float | None:
    """1 to 5: 5 is now or later, 3 is one half-life ago. None where either time is not known."""
    age = age_days(updated_at, now)
    return None if age is None else _share(math.pow(2.0, -age / half_life_days))


def frequency(
    accesses: Iterable[str], now: datetime | None, settings: RankingSettings
) -> float | None:
    """1 to 5 by base-level activation. None without an access whose time can be read."""
    level = activation(accesses, now, settings.decay)
    if level is None:
        return None
    middle = -settings.decay * math.log(settings.half_life_days)
    return _share(1 / (1 + math.exp(min(700.0, middle - level))))


def activation(accesses: Iterable[str], now: datetime | None, decay: float = 0.5) -> float | None:
    """Base-level activation B = ln Σ t^-d, t in days since each access, at least a minute."""
    ages = [age_days(one, now) for one in list(accesses)[:_MOST_ACCESSES]]
    known = [max(one, _LEAST_DAYS) for one in ages if one is not None]
    if not known:
        return None
    # ln of a sum of powers, by the greatest of them, so that nothing under- or overflows
    powers = [-decay * math.log(one) for one in known]
    top = max(powers)
    return top + math.log(sum(math.exp(one - top) for one in powers))


def age_days(moment: str | None, now: datetime | None) -> float | None:
    """Days from `moment` (ISO 8601, or seconds since 1970) to `now`; 0 for what is yet to come.

    A moment without a zone is UTC. None for what cannot be read.
    """
    if not moment or now is None or len(moment) > 40:
        return None
    try:
        then = datetime.fromisoformat(moment.strip())
    except ValueError:
        then_or_none = _of_epoch(moment)
        if then_or_none is None:
            return None
        then = then_or_none
    then, to = (one if one.tzinfo else one.replace(tzinfo=UTC) for one in (then, now))
    return max(0.0, (to - then).total_seconds() / _DAY_S)


def _of_epoch(moment: str) -> datetime | None:
    try:
        seconds = float(moment)
        return datetime.fromtimestamp(seconds / 1000 if seconds > 1e11 else seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _share(value: float | None) -> float | None:
    """0..1 on our scale."""
    return None if value is None else clamped(LOWEST + _WIDTH * value)


def _corroboration(said: bool | None, others: int) -> float | None:
    """The case's own word; else by how many other contexts say the same: 1, 3, 4, 4.5 …"""
    if said is not None:
        return HIGHEST if said else LOWEST
    return _share(1 - math.pow(2.0, -min(others, 60)))


def _entity_shares(contexts: Sequence[Context], question: str) -> Mapping[int, float]:
    """How many of the entities that the question names each context is about, 1 to 5.

    Nothing, where the question names none that any context lists.
    """
    asked = f" {_words(question)} "
    listed = [{_words(name) for name in one.entities} - {""} for one in contexts]
    named = {
        name for names in listed for name in names if f" {name} " in asked or _inside(name, asked)
    }
    if not named:
        return {}
    return {
        at: LOWEST + _WIDTH * len(names & named) / len(named)
        for at, (context, names) in enumerate(zip(contexts, listed, strict=True))
        if context.entities
    }


def _words(text: str) -> str:
    folded = normalise(text[:20_000], fold_case=True).text
    return " ".join("".join(one if one.isalnum() else " " for one in folded).split())


def _inside(name: str, asked: str) -> bool:
    """A name in a script without spaces stands anywhere."""
    return not name.isascii() and len(name) > 1 and name[0] >= "\u3040" and name in asked
