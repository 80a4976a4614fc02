"""From measured and labelled claims to a head: folds by source, words brought in, calibration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import fsum, log
from typing import Any, Final, NamedTuple

from adjudge_engine.judges.local.features import FEATURES, NAMES
from adjudge_engine.judges.local.fit import Fitted, calibrate, fit
from adjudge_engine.judges.local.head import Head

FOLDS: Final = 5
SEED: Final = 1

#: Before any data: every feature alike, but how long a claim is and where it stands say little.
EVEN: Final = 0.15
_LITTLE: Final = 0.03
_SAY_LITTLE: Final = frozenset({"length", "position"})

_BROUGHT: Final = NAMES.index("brought")
_INNER: Final = 4  # folds within the training rows, for the words that claims bring in
_SMOOTH: Final = 10.0  # claims that a word is credited with before it is seen
_SEEN: Final = 3  # claims that a word must be in to be kept


class Example(NamedTuple):
    """A claim with its features, the words that it brings in, and whether people call it bad.

    `group`: its source, never in two folds. `set`: number of its data set.
    """

    values: tuple[float, ...]
    news: tuple[str, ...]
    bad: bool
    group: str
    set: int = 0
    counts: float = 1.0


@dataclass(frozen=True)
class Recipe:
    """How a head is fitted. `words`: also learn what became of words that claims bring in."""

    prior: tuple[float, ...]
    strength: float
    words: bool = False


def even_prior() -> tuple[float, ...]:
    """What we would say without data: all features count, and alike."""
    return tuple(
        sign * (0.0 if name == "brought" else _LITTLE if name in _SAY_LITTLE else EVEN)
        for name, sign in FEATURES.items()
    )


def fold_of(group: str, folds: int = FOLDS, seed: int = SEED) -> int:
    """The fold of a source: the same on every machine."""
    return int.from_bytes(sha256(f"{seed}:{group}".encode("utf-8", "replace")).digest()[:8]) % folds


def learn(
    examples: Sequence[Example], recipe: Recipe, trained: Mapping[str, Any], base: float | None
) -> Head:
    """A head from all examples, calibrated on scores of folds that it had not seen.

    `base`: the share of bad claims to calibrate for; None: that of the examples.
    """
    held_out = out_of_fold(examples, recipe)
    bad = [one.bad for one in examples]
    counts = [one.counts for one in examples]
    slope, offset = calibrate(held_out, bad, counts)
    if base is not None:
        here = sum(map(float.__mul__, counts, map(float, bad))) / sum(counts)
        offset = round(offset + log(base / (1 - base)) - log(here / (1 - here)), 5)
    raw = _raw(examples, recipe)
    return Head(
        raw.means,
        raw.scales,
        raw.weights,
        raw.bias,
        slope=slope,
        offset=offset,
        words=raw.words,
        trained=trained,
    )


def out_of_fold(examples: Sequence[Example], recipe: Recipe, folds: int = FOLDS) -> list[float]:
    """Each example's score by a head that saw no example of its source."""
    where = [fold_of(one.group, folds) for one in examples]
    scores = [0.0] * len(examples)
    for fold in range(folds):
        rest = [one for one, at in zip(examples, where, strict=True) if at != fold]
        if not any(at == fold for at in where) or len({one.bad for one in rest}) < 2:
            continue
        head = _raw(rest, recipe)
        for at, one in enumerate(examples):
            if where[at] == fold:
                scores[at] = head.score(one.values, one.news)
    return scores


def _raw(examples: Sequence[Example], recipe: Recipe) -> Head:
    """A head that is not calibrated."""
    words = words_brought(examples) if recipe.words else {}
    rows = _with_words(examples) if recipe.words else [one.values for one in examples]
    fitted: Fitted = fit(
        rows,
        [one.bad for one in examples],
        signs=tuple(FEATURES.values()),
        prior=recipe.prior,
        strength=recipe.strength,
        counts=[one.counts for one in examples],
        sets=[one.set for one in examples],
    )
    bias = round(sum(fitted.biases) / len(fitted.biases), 5)
    return Head(fitted.means, fitted.scales, fitted.weights, bias, words=words)


def words_brought(examples: Collection[Example]) -> dict[str, float]:
    """What became of claims that brought in a word: log odds against the rest, pulled to 0.

    Only words of at least three claims. Naive Bayes over the words that no context has: a team's
    generator has its own set phrases, and its own inventions.
    """
    bad = Counter(word for one in examples if one.bad for word in one.news)
    good = Counter(word for one in examples if not one.bad for word in one.news)
    of_bad, of_good = bad.total(), good.total()
    if not of_bad or not of_good:
        return {}
    share = of_bad / (of_bad + of_good)
    odds = share / (1 - share)
    return {
        word: round(
            log((bad[word] + _SMOOTH * share) / (good[word] + _SMOOTH * (1 - share)) / odds), 3
        )
        for word in sorted(bad | good)
        if bad[word] + good[word] >= _SEEN
    }


def _with_words(examples: Sequence[Example]) -> list[tuple[float, ...]]:
    """The rows with `brought` filled in from other sources than the example's own."""
    where = [fold_of(one.group, _INNER, SEED + 1) for one in examples]
    tables = [
        words_brought([one for one, at in zip(examples, where, strict=True) if at != fold])
        for fold in range(_INNER)
    ]
    rows = []
    for one, at in zip(examples, where, strict=True):
        values = list(one.values)
        values[_BROUGHT] = fsum(tables[at].get(word, 0.0) for word in one.news)
        rows.append(tuple(values))
    return rows
