"""Cases for the queue's benchmark: invented words, as unevenly frequent as words are.

Every part of a case is drawn by its number alone, so a file of any size has the same beginning.
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from queue_samples import record

from adjudge_queue.records import Record

_SYLLABLES = [
    "ba",
    "be",
    "bi",
    "bo",
    "da",
    "de",
    "do",
    "fa",
    "fe",
    "ga",
    "go",
    "ha",
    "hi",
    "ka",
    "ke",
    "ko",
    "la",
    "le",
    "li",
    "lo",
    "ma",
    "me",
    "mo",
    "na",
    "ne",
    "ni",
    "no",
]
_CHOOSE = random.Random(1)
#: 20,000 words of two to four syllables; the n-th one comes with a frequency of 1/n.
WORDS = list(
    dict.fromkeys(
        "".join(_CHOOSE.choices(_SYLLABLES, k=_CHOOSE.choice((2, 3, 3, 4)))) for _ in range(40_000)
    )
)[:20_000]
_WEIGHTS = list(itertools.accumulate(1 / (rank + 10) for rank in range(len(WORDS))))
#: A word that one case in 1,000 has, one that a single case in 100,000 has, and one of no case.
UNCOMMON, RARE, ABSENT = "quixotry", "zyzzyva", "xylograph"


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(WORDS, cum_weights=_WEIGHTS, k=count))


def sample(number: int, context_words: int = 120) -> Record:
    """A case of about 1.5 kB: 12 words ask, 60 answer; few gates are open, a rare tag is set."""
    chance = random.Random(number)
    question = _words(chance, 12)
    if number % 1000 == 7:
        question += f" {UNCOMMON} 東京駅から"
    if number % 100_000 == 77:
        question += f" {RARE}"
    gates = {"numbers": "fail"} if number % 5 == 0 else {}
    if number % 100 == 3:
        gates["dates"] = "unavailable"
    if number % 20_000 == 11:
        gates["contract"] = "fail"
    tags = [f"topic{number % 10}"] + (["recall"] if number % 10_000 == 9 else [])
    return record(
        f"case-{number}",
        ("review", "review", "review", "release", "release", "block")[number % 6],
        risk=("low", "standard", "low", "standard", "low", "high", "standard")[number % 7],
        gates=gates,
        question=question,
        answer=_words(chance, 60),
        contexts=[{"id": "c", "text": _words(chance, context_words), "source_id": "leaflet"}],
        tags=tags,
    )
