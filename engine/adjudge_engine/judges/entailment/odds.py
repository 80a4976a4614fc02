"""What a model says of a claim, in probabilities, and the verdict that these amount to."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.entailment.settings import Role
from adjudge_engine.judges.llm.completion import CallFailed
from adjudge_engine.vocabulary import Verdict

#: Labels of models in use, as they read without case, `-` and `_`.
_KNOWN: Final[Mapping[str, Role]] = {
    "entailment": "supported",
    "entail": "supported",
    "entailed": "supported",
    "supported": "supported",
    "supports": "supported",
    "support": "supported",
    "consistent": "supported",
    "faithful": "supported",
    "factual": "supported",
    "contradiction": "contradicted",
    "contradicts": "contradicted",
    "contradicted": "contradicted",
    "contradictory": "contradicted",
    "refuted": "contradicted",
    "refutes": "contradicted",
    "neutral": "neutral",
    "notentailment": "neutral",
    "notentailed": "neutral",
    "notsupported": "neutral",
    "notmentioned": "neutral",
    "notenoughinfo": "neutral",
    "unsupported": "neutral",
    "inconsistent": "neutral",
    "unfaithful": "neutral",
    "hallucinated": "neutral",
    "hallucination": "neutral",
}
_JOINTS: Final = re.compile(r"[\s_-]+")
#: How far the probabilities of all labels may be from 1 together.
_SLACK: Final = 0.02
#: Digits that count: what differs beyond them differs by machine.
_DIGITS: Final = 6


class Odds(NamedTuple):
    """A model's word on one claim beside one window: probabilities, 0 to 1.

    `share` of the claim's letters is what the doubt is about.
    """

    supported: float
    contradicted: float = 0.0
    share: float = 1.0


@dataclass(frozen=True)
class Bands:
    """From which probabilities on a claim counts as what; in between it is unsure."""

    supported_from: float
    unsupported_below: float
    contradicted_from: float

    def verdict(self, odds: Sequence[Odds]) -> tuple[Verdict, int]:
        """The verdict on a claim from its odds beside each window, and the window it rests on.

        The best window counts, for a claim needs to stand in one place only. Where one window
        supports what another contradicts, or contradicts what a third half supports, it is unsure.
        """
        best = max(range(len(odds)), key=lambda at: (odds[at].supported, -at))
        worst = max(range(len(odds)), key=lambda at: (odds[at].contradicted, -at))
        supported, denied = odds[best].supported, odds[worst].contradicted
        if supported >= self.supported_from:
            return ("unsure", worst) if denied >= self.contradicted_from else ("supported", best)
        if supported >= self.unsupported_below:
            return "unsure", best
        if denied >= self.contradicted_from:
            return "contradicted", worst
        return ("partial" if odds[best].share < 0.5 else "not_mentioned"), best


def roles_of(names: Iterable[str], given: Mapping[str, Role]) -> dict[str, Role]:
    """Label → meaning: as `given`, else by its name. JudgeError where that tells nothing."""
    found: dict[str, Role] = {}
    for name in names:
        role = given.get(name) or _KNOWN.get(_JOINTS.sub("", name).casefold())
        if role is None:
            raise JudgeError(
                f"nobody knows what the label {name[:60]!r} means",
                'say it: labels = { "LABEL_0" = "neutral", "LABEL_1" = "supported" }; '
                "a label is supported, contradicted or neutral",
            )
        found[name] = role
    if not {"supported", "neutral"} & set(found.values()) or (
        len(found) > 1 and "supported" not in found.values()
    ):
        raise JudgeError("no label of the model means that a claim is supported", "see labels")
    return found


def odds_of(said: Mapping[str, object], given: Mapping[str, Role]) -> Odds:
    """The odds in a reply's label → probability. CallFailed `malformed` where it makes none."""
    values = {name: probability(value) for name, value in said.items()}
    try:
        roles = roles_of(values, given)
    except JudgeError:
        raise CallFailed("malformed", "the reply has labels that nobody knows") from None
    if len(values) > 1 and abs(sum(values.values()) - 1) > _SLACK:
        raise CallFailed("malformed", "the reply's probabilities do not add up to 1")
    if "supported" not in roles.values():
        (value,) = values.values()
        return Odds(1 - value)
    return Odds(_sum(values, roles, "supported"), _sum(values, roles, "contradicted"))


def probability(value: object) -> float:
    """A number from 0 to 1. CallFailed `malformed` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise CallFailed("malformed", "the reply has no number where a probability belongs")
    if not 0 <= value <= 1:  # false of NaN, too
        raise CallFailed("malformed", "the reply has a probability that is none")
    return round(float(value), _DIGITS)


def from_logits(logits: Sequence[float], roles: Sequence[Role]) -> Odds:
    """The odds in a model's raw outputs: softmax over labels, the logistic function of one alone.

    CallFailed `malformed` where they are not finite or not as many as the labels.
    """
    if len(logits) != len(roles) or not all(map(math.isfinite, logits)):
        raise CallFailed("malformed", "the model's output is no finite number for each label")
    if len(logits) == 1:
        value = probability(_logistic(logits[0]))
        return Odds(value if roles[0] == "supported" else 1 - value)
    top = max(logits)
    weights = [math.exp(one - top) for one in logits]
    total = sum(weights)
    shares = {str(at): round(one / total, _DIGITS) for at, one in enumerate(weights)}
    named = dict(zip(shares, roles, strict=True))
    return Odds(_sum(shares, named, "supported"), _sum(shares, named, "contradicted"))


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value)) if value >= 0 else 1 - 1 / (1 + math.exp(value))


def _sum(values: Mapping[str, float], roles: Mapping[str, Role], role: Role) -> float:
    found = sum(value for name, value in values.items() if roles[name] == role)
    return min(1.0, round(found, _DIGITS))
