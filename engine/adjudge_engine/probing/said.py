"""One judgment in one word, and whether there is one at all.

A verdict that could not be had (a call that failed, a reply nobody can read, a spent budget) is no
word: its pair is lost and counted, for it is neither a change nor the lack of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge_engine.calibration.measures.judgments import judge_says
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.abstentions import AGAIN
from adjudge_engine.judges.preference import preferred_of, swapped
from adjudge_engine.vocabulary import PREFERENCE, Reading


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What is read of a judgment: `fail` is a value of `reading` below `minimum`."""

    criterion: str = "faithfulness"
    reading: Reading = "strict"
    minimum: float = 1.0


def lost_code(judgment: Judgment) -> str | None:
    """The code of an abstention after which asking again may end otherwise; None for a word."""
    given = judgment.abstention
    if judgment.abstained and given is not None and given.code in AGAIN:
        return given.code
    return None


def word_of(judgment: Judgment, how: Yardstick, *, turned: bool = False) -> str:
    """`pass`, `fail` or `abstain`; of a comparison `A`, `B`, `tie` or `abstain`.

    `turned`: the answers were shown in the other order, so that the letters change places.
    """
    if how.criterion != PREFERENCE:
        return judge_says([judgment], how.reading, how.minimum)
    said = preferred_of(judgment)
    return (swapped(said) if turned else said) or "abstain"


@dataclass(frozen=True, slots=True)
class Runs:
    """The judgments of one text, in the order of their samples: each one's word, and the code of
    those that could not be had."""

    words: tuple[str, ...]
    codes: tuple[str | None, ...]
    judgments: tuple[Judgment, ...] = ()

    @classmethod
    def of(cls, judgments: Sequence[Judgment], how: Yardstick, *, turned: bool = False) -> Runs:
        """The runs' words."""
        return cls(
            tuple(word_of(one, how, turned=turned) for one in judgments),
            tuple(map(lost_code, judgments)),
            tuple(judgments),
        )

    @property
    def lost(self) -> tuple[str, ...]:
        """The codes of the runs that could not be had."""
        return tuple(code for code in self.codes if code is not None)

    @property
    def whole(self) -> bool:
        """Whether there is a run, and every one was had."""
        return bool(self.words) and not self.lost

    @property
    def flagged(self) -> int:
        """How many runs say `fail`."""
        return self.words.count("fail")
