"""Words that turn, sharpen or weaken what is said: where claim and window differ in them."""

from __future__ import annotations

from collections.abc import Sequence
from math import log1p

from adjudge_engine.gates.abstention import is_abstention
from adjudge_engine.judges.local.sources import Sources, Window
from adjudge_engine.judges.local.wordlists import ABOUT_SOURCES, ABSOLUTES, HEDGES, OPPOSITES
from adjudge_engine.text.languages import NEGATIONS


class Wording:
    """A claim's telling words beside those of its window."""

    def __init__(self, text: str, words: Sequence[str], window: Window, sources: Sources) -> None:
        self.text = text
        self.words = words
        self.window = window
        self.sources = sources

    def features(self, recall: float) -> dict[str, float]:
        """The features of `features.FEATURES` that single words decide.

        `recall`: how much of the claim the window has; what the window says besides counts so far.
        """
        held = self.window.held
        denies = not NEGATIONS["en"].isdisjoint(self.words)
        denied = not NEGATIONS["en"].isdisjoint(held)
        hedged = len((held & HEDGES).difference(self.words))
        absolute = sum(word not in held for word in self.words if word in ABSOLUTES)
        about = not ABOUT_SOURCES.isdisjoint(self.words)
        return {
            "negation_new": float(denies and not denied),
            "negation_lost": recall * (denied and not denies),
            "opposites": float(any(map(self._turned, filter(OPPOSITES.get, self.words)))),
            "absolutes": log1p(absolute),
            "superlatives": float(
                any(word.endswith("est") and self._utmost(word) for word in self.words)
            ),
            "hedges_lost": recall * log1p(hedged),
            "lead_in": float(self.text.rstrip("*_ ").endswith((":", "："))),
            "about_sources": float(about),
            "abstains": float(about and is_abstention(self.text)),
        }

    def _turned(self, word: str) -> bool:
        """Whether the window has a word's opposite and not the word."""
        held = self.window.held
        return word not in held and not held.isdisjoint(OPPOSITES[word])

    def _utmost(self, word: str) -> bool:
        return len(word) > 5 and word not in self.sources.words
