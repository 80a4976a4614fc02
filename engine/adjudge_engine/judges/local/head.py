"""The linear head: what the features of a claim add up to, as a risk from 0 to 1.

A head is a small JSON file: a mean, a scale and a weight for each feature, what calibrates their
sum, and from what it was made. Its hash is part of the judge's fingerprint.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from math import exp, fsum, isfinite, log
from pathlib import Path
from typing import Any, Final

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.local.features import FEATURES, FEATURES_VERSION, NAMES

HEAD_SCHEMA: Final = "adjudge.local-head/1"
HEAD_FILE: Final = "head.json"

_BROUGHT: Final = NAMES.index("brought")
_MOST: Final = 40.0  # of a score, so that no exponential overflows
_LARGEST: Final = 5_000_000  # bytes of a head file


@dataclass(frozen=True)
class Head:
    """Weights over `features.NAMES`, in that order.

    The score is `bias` + the sum of weight · (value - mean) / scale; the risk is the logistic of
    `slope` · score + `offset`. `words`: what became of claims that brought in a word of their own
    (log odds). From `flags_from` on a claim with a number or name that no context has is called
    not mentioned. Below `passes_below`, and without a veto, it is supported; 0: never by its risk.
    """

    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float
    slope: float = 1.0
    offset: float = 0.0
    passes_below: float = 0.0
    flags_from: float = 1.0
    words: Mapping[str, float] = field(default_factory=dict)
    trained: Mapping[str, Any] = field(default_factory=dict)

    def score(self, values: Sequence[float], news: Iterable[str] = ()) -> float:
        """The calibrated log odds that the claim is not supported.

        `news`: the words that it brings in.
        """
        brought = fsum(self.words.get(word, 0.0) for word in news)
        total = self.bias
        for at, mean, scale, weight in self._weighing:
            value = brought if at == _BROUGHT else values[at]
            total += weight * (value - mean) / scale
        return max(-_MOST, min(_MOST, self.slope * total + self.offset))

    def risk(self, values: Sequence[float], news: Iterable[str] = ()) -> float:
        """How likely the claim is not supported, 0..1."""
        return logistic(self.score(values, news))

    @cached_property
    def _weighing(self) -> list[tuple[int, float, float, float]]:
        """The features that weigh anything: number, mean, scale, weight."""
        rows = zip(self.means, self.scales, self.weights, strict=True)
        return [(at, *row) for at, row in enumerate(rows) if row[2]]

    @cached_property
    def hash(self) -> str:
        """`sha256:…` over everything that can change a risk or a verdict."""
        return canonical_hash({k: v for k, v in self.to_dict().items() if k != "trained"})

    def to_dict(self) -> dict[str, Any]:
        """The head as it stands in a file."""
        rows = zip(self.means, self.scales, self.weights, strict=True)
        return {
            "schema": HEAD_SCHEMA,
            "features": FEATURES_VERSION,
            "weights": {
                name: {"mean": mean, "scale": scale, "weight": weight}
                for name, (mean, scale, weight) in zip(NAMES, rows, strict=True)
            },
            "bias": self.bias,
            "slope": self.slope,
            "offset": self.offset,
            "passes_below": self.passes_below,
            "flags_from": self.flags_from,
            "words": dict(sorted(self.words.items())),
            "trained": dict(self.trained),
        }

    def to_json(self) -> str:
        """The file's text: the same head gives the same bytes."""
        return json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n"


def logistic(score: float) -> float:
    """1 / (1 + e^-score), without overflow."""
    if score >= 0:
        return 1 / (1 + exp(-min(score, 700.0)))
    small = exp(max(score, -700.0))
    return small / (1 + small)


def answer_score(scores: Sequence[float]) -> float:
    """The log odds of an answer from those of its claims: the worst count most, others add.

    A soft maximum, log Σ e^(2·score) / 2; -40 without claims.
    """
    if not scores:
        return -_MOST
    top = max(scores)
    return top + log(fsum(exp(2 * (one - top)) for one in scores)) / 2


@cache
def shipped_head() -> Head:
    """The head that comes with the program."""
    text = files(__package__).joinpath(HEAD_FILE).read_text(encoding="utf-8")
    return _read(text, HEAD_FILE)


def load_head(path: str | Path) -> Head:
    """The head of a file. Raises JudgeError, which says what is wrong with it."""
    file = Path(path)
    try:
        if file.stat().st_size > _LARGEST:
            raise JudgeError(f"{file} is too large to be a head", _HINT)
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise JudgeError(f"{file} cannot be read: {error.strerror}", _HINT) from None
    except UnicodeDecodeError:
        raise JudgeError(f"{file} is no head: it is not UTF-8", _HINT) from None
    return _read(text, str(file))


_HINT: Final = "`adjudge calibrate --fit-local` writes such a file"


def _read(text: str, name: str) -> Head:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise JudgeError(f"{name} is no head: it is not JSON", _HINT) from None
    if not isinstance(data, dict) or data.get("schema") != HEAD_SCHEMA:
        raise JudgeError(f"{name} is no head: its schema is not {HEAD_SCHEMA}", _HINT)
    if data.get("features") != FEATURES_VERSION:
        raise JudgeError(
            f"{name} was fitted to other features ({data.get('features')}) than this version "
            f"measures ({FEATURES_VERSION})",
            "fit it again: adjudge calibrate --fit-local",
        )
    try:
        return _checked(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise JudgeError(f"{name} is no usable head: {error}", _HINT) from None


def _checked(data: Mapping[str, Any]) -> Head:
    weights = data["weights"]
    if set(weights) != set(NAMES):
        odd = sorted(set(weights) ^ set(NAMES))
        raise ValueError(f"missing or unknown features: {', '.join(map(str, odd[:5]))}")
    head = Head(
        means=tuple(float(weights[name]["mean"]) for name in NAMES),
        scales=tuple(float(weights[name]["scale"]) for name in NAMES),
        weights=tuple(float(weights[name]["weight"]) for name in NAMES),
        **{key: float(data[key]) for key in ("bias", "slope", "offset")},
        passes_below=_share(data, "passes_below"),
        flags_from=_share(data, "flags_from"),
        words={str(word): float(value) for word, value in data["words"].items()},
        trained=dict(data["trained"]),
    )
    figures = (*head.means, *head.weights, *head.words.values(), head.bias, head.offset)
    if not all(map(isfinite, figures)):
        raise ValueError("a figure is not finite")
    if not all(isfinite(scale) and scale > 0 for scale in (*head.scales, head.slope)):
        raise ValueError("scales and slope are positive")
    for (name, sign), weight in zip(FEATURES.items(), head.weights, strict=True):
        if weight * sign < 0:
            raise ValueError(f"the weight of {name} has the wrong sign")
    return head


def _share(data: Mapping[str, Any], key: str) -> float:
    value = float(data[key])
    if not 0 <= value <= 1:
        raise ValueError(f"{key} lies between 0 and 1")
    return value
