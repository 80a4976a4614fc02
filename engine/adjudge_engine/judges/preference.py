"""Which of two answers is better: what a judge said in both orders, and what counts of it.

A preference stands in `Judgment.parameters`: `order_ab` and `order_ba`, each `A`, `B`, `tie` or
None, are the verdicts with the answers shown in their own order and swapped, both told by the
answers' own letters; `preferred` is what counts: the verdict that both orders share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from adjudge_engine.evaluation import Abstention, Judgment, Usage
from adjudge_engine.judges.base import Judge, abstained
from adjudge_engine.judges.folding import Quorum, Voice
from adjudge_engine.vocabulary import PREFERENCE, PREFERRED, Preferred


class Orders(NamedTuple):
    """The verdicts in both orders; None where one is not known."""

    ab: Preferred | None
    ba: Preferred | None

    @property
    def consistent(self) -> bool | None:
        """Whether both orders give one verdict; None if one is missing."""
        return None if self.ab is None or self.ba is None else self.ab == self.ba

    @property
    def preferred(self) -> Preferred | None:
        """The verdict that counts."""
        return self.ab if self.consistent else None


def as_preferred(value: object) -> Preferred | None:
    """`A`, `B` or `tie`, however it is cased; None for anything else."""
    if not isinstance(value, str):
        return None
    word = value.strip().casefold()
    return next((one for one in PREFERRED if one.casefold() == word), None)


def swapped(preferred: Preferred | None) -> Preferred | None:
    """The same verdict where the answers changed places."""
    if preferred == "A":
        return "B"
    return "A" if preferred == "B" else preferred


def orders_of(judgment: Judgment) -> Orders:
    """What a judgment says in both orders."""
    said = judgment.parameters
    return Orders(as_preferred(said.get("order_ab")), as_preferred(said.get("order_ba")))


def preferred_of(judgment: Judgment) -> Preferred | None:
    """What counts of a preference; None where the judge abstains."""
    if judgment.criterion != PREFERENCE or judgment.abstained:
        return None
    return as_preferred(judgment.parameters.get("preferred"))


def preference(
    judge: Judge,
    orders: Orders,
    *,
    rationale: str | None = None,
    rubric: str | None = None,
    model: str | None = None,
    usage: Usage | None = None,
    parameters: Mapping[str, JsonValue] | None = None,
) -> Judgment:
    """The judgment of both orders: an abstention unless they give one verdict."""
    abstention = why_not(orders)
    return Judgment(
        criterion=PREFERENCE,
        judge=judge.name,
        rubric=rubric,
        fingerprint=judge.fingerprint(PREFERENCE),
        abstained=abstention is not None,
        abstention=abstention,
        rationale=rationale,
        usage=usage,
        model=model,
        parameters=dict(parameters or {}) | parameters_of(orders),
    )


def why_not(orders: Orders) -> Abstention | None:
    """Why the verdicts do not count; None where both orders give one."""
    if orders.consistent is None:
        message = "the answers were compared in one order only, so position may have decided"
        return Abstention(code="one_order", message=message)
    if orders.consistent:
        return None
    message = f"{orders.ab} with A shown first, {orders.ba} with B shown first"
    return Abstention(code="order_contradiction", message=message)


def parameters_of(orders: Orders) -> dict[str, JsonValue]:
    """Both verdicts and what counts of them, as a judgment carries them."""
    return {"order_ab": orders.ab, "order_ba": orders.ba, "preferred": orders.preferred}


def fold_preferences(judge: Judge, voices: Sequence[Voice], rule: Quorum) -> Judgment:
    """The preference that several judges share, else the abstention `split_panel`."""
    said = Counter(preferred_of(voice.judgment) for voice in voices)
    for word in PREFERRED:
        if rule.met(said[word], len(voices) - said[word]):
            return preference(judge, Orders(word, word))
    words = "; ".join(f"{one.name}: {preferred_of(one.judgment)}" for one in voices)
    return abstained(judge, PREFERENCE, "split_panel", f"the members do not agree ({words})")


def comparison_of(judgments: Sequence[Judgment]) -> dict[str, JsonValue] | None:
    """`Evaluation.pairwise` of the preferences among judgments; None without any.

    `judge`, `preferred` (A, B, tie or null), `order_ab`, `order_ba`, `consistent` (null: one
    order is missing). Of several judges the first that speaks leads, the others follow in
    `others` in the same shape.
    """
    found = [one for one in judgments if one.criterion == PREFERENCE]
    found.sort(key=lambda one: preferred_of(one) is None)
    if not found:
        return None
    first, *others = [_outcome(one) for one in found]
    rest: list[JsonValue] = [*others]
    return first | ({"others": rest} if rest else {})


def _outcome(judgment: Judgment) -> dict[str, JsonValue]:
    orders = orders_of(judgment)
    out: dict[str, JsonValue] = {
        "judge": judgment.judge,
        "preferred": preferred_of(judgment),
        "order_ab": orders.ab,
        "order_ba": orders.ba,
        "consistent": orders.consistent,
    }
    if judgment.abstention is not None:
        out["abstention"] = judgment.abstention.code
    return out
