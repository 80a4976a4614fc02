"""When to stop: each rule by its name. All of them read the failure-positive alignment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, NamedTuple

Rule = Literal["reached", "good_enough", "plateau", "rounds", "budget", "people"]

#: Each rule in words, in the order in which they are looked at.
RULES: Final[dict[Rule, str]] = {
    "people": "people agree on too little (κ below 0.6, or below 80 %): nothing is spent",
    "reached": "the alignment is 0.95 or more",
    "good_enough": "the alignment is above 0.80, and a round gained less than 0.02",
    "plateau": "two rounds in a row gained less than 0.005",
    "budget": "the budget does not cover another candidate and the measurement at the end",
    "rounds": "as many rounds were made as were allowed",
}

REACHED: Final = 0.95
GOOD: Final = 0.80
SMALL_GAIN: Final = 0.02
NO_GAIN: Final = 0.005
PATIENCE: Final = 2


class Stop(NamedTuple):
    """A rule that ended the loop, and how it came about."""

    rule: Rule
    message: str


@dataclass(frozen=True)
class Stopping:
    """The rules, with the number of rounds that are allowed at most."""

    rounds: int = 10

    def at_once(self, best: float | None) -> Stop | None:
        """Looked at after every score."""
        if best is not None and best >= REACHED:
            return Stop("reached", f"alignment {best:.3f} is {REACHED:g} or more")
        return None

    def after_round(self, bests: Sequence[float | None]) -> Stop | None:
        """Looked at after every round. `bests`: of the start, then after each round."""
        best = bests[-1]
        gains = [_gain(was, now) for was, now in pairwise(bests)]
        if (stop := self.at_once(best)) is not None:
            return stop
        if gains and best is not None and best > GOOD and gains[-1] < SMALL_GAIN:
            words = f"alignment {best:.3f} is above {GOOD:g}, and the last round gained"
            return Stop("good_enough", f"{words} {gains[-1]:.3f}, less than {SMALL_GAIN:g}")
        if len(gains) >= PATIENCE and all(one < NO_GAIN for one in gains[-PATIENCE:]):
            return Stop("plateau", f"the last {PATIENCE} rounds gained less than {NO_GAIN:g} each")
        if len(gains) >= self.rounds:
            return Stop("rounds", f"{len(gains)} of {self.rounds} rounds are made")
        return None


def _gain(was: float | None, now: float | None) -> float:
    """What a round gained; from an undefined alignment to a defined one, everything."""
    if now is None:
        return 0.0
    return 1.0 if was is None else now - was
