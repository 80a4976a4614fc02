"""How much looking the binding of numbers may cost in one case, so that it stays linear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

#: What a small case may cost, and what each character of a case adds; a unit is about what a
#: search spends on one character.
_LEAST: Final = 500_000_000
_EACH: Final = 500

#: What the steps cost that are no search: passing a place or a mark, telling what stands with a
#: place, reading the numbers of a sentence, telling the words of a place apart.
PASS: Final = 2_000
LOOK: Final = 50_000
READ: Final = 300_000
WORDS: Final = 150_000


class Allowance:
    """What is left of it; every step says what it costs, and none is begun when it is spent."""

    def __init__(self, units: int) -> None:
        self._left = units

    @classmethod
    def of(cls, answer: str, texts: Sequence[tuple[str, str, bool]]) -> Allowance:
        """What a case with these texts is allowed."""
        return cls(_LEAST + _EACH * (len(answer) + sum(len(text) for _, text, _ in texts)))

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be looked up."""
        return self._left < 0

    def spend(self, cost: int) -> bool:
        """Take `cost` off; False if the allowance was spent before."""
        if self._left < 0:
            return False
        self._left -= cost
        return True
