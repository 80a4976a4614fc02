"""What is measured of a claim against the contexts: numbers that a linear head weighs.

Each is oriented so that more of it can never make a claim more faithful (sign +1) or never less
(-1), and the head's weights keep to that sign. Nothing here knows what a word means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, pairwise
from math import fsum, log1p
from typing import Final, NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Claim, GateResult
from adjudge_engine.judges.local.bearing import Bearing
from adjudge_engine.judges.local.figures import Figures, figures_of
from adjudge_engine.judges.local.mentions import Mentions, without_mentions
from adjudge_engine.judges.local.rarity import rarity
from adjudge_engine.judges.local.sources import NOWHERE, Sources, Window, content_of, triples_of
from adjudge_engine.judges.local.wording import Wording
from adjudge_engine.text.names import Name
from adjudge_engine.text.tokens import folded_words, is_content, is_number
from adjudge_engine.vocabulary import Gate

FEATURES_VERSION: Final = "features/1"

#: Name → sign, in the order of the vectors.
FEATURES: Final[Mapping[str, int]] = {
    "news": 1,  # rare words that no context and no question has
    "rarest": 1,  # the rarest of them
    "burst": 1,  # the most of them in a row, without a word of the window between
    "novel": 1,  # share of content words that no context has
    "window": 1,  # share of rare words that the best one to three sentences lack
    "order": 1,  # share of words not in the window's order
    "pairs": 1,  # share of word pairs that no context has
    "content_pairs": 1,  # the same, of neighbouring content words
    "together": 1,  # share of near content words that no sentence has together
    "strangers": 1,  # such pairs of which the contexts have both words
    "run": 1,  # share outside the longest run of words of the contexts
    "tokens": 1,  # token-set distance from the window
    "evidence": 1,  # what the evidence search lacks of 1
    "numbers": 1,  # numbers and dates that the contexts do not have so
    "numbers_unknown": 1,  # those that nothing can be said of
    "numbers_apart": 1,  # those that stand elsewhere than in the window
    "names": 1,  # names that no context has
    "names_apart": 1,  # names that the window lacks
    "negation_new": 1,  # a negation that the window does not have
    "negation_lost": 1,  # one of the window that the claim does not have
    "opposites": 1,  # the opposite of a word of the window
    "absolutes": 1,  # "always", "only" … that the window does not have
    "superlatives": 1,  # "fastest" that no context has
    "hedges_lost": 1,  # "may", "about" … of the window that the claim leaves out
    "length": 1,  # content words
    "position": 1,  # claims before it
    "listed": 1,  # an item of a list
    "bearing": 1,  # what it leans on is not in its evidence's context
    "misattributed": 1,  # it names a passage that has less of it than another
    "next": 1,  # the same as `news`, of the claim behind it
    "lead": 1,  # that, where the claim only introduces what follows
    "answer_novel": 1,  # `novel` of the whole answer
    "answer_names": 1,  # `names` of the whole answer
    "brought": 1,  # what became of such new words before: filled in by the head
    "lead_in": -1,  # it only introduces what follows
    "about_sources": -1,  # it speaks of its sources
    "abstains": -1,  # it says that something cannot be found
}
NAMES: Final = tuple(FEATURES)

_COMPARED: Final = 120  # words of a claim that are compared in order
_OTHERS: Final = 360  # words of a window that they are compared with
_MOST_CONTEXTS: Final = 100  # that mentions by number are compared with, as each claim asks all


class Measured(NamedTuple):
    """A claim with its features (in the order of `NAMES`) and what they were read from.

    `news`: words that neither contexts nor question have. `lost_names`, `names_apart`: names that
    no context, or not the window, has.
    """

    claim: Claim
    values: tuple[float, ...]
    window: Window
    figures: Figures
    news: tuple[str, ...]
    lost_names: tuple[Name, ...]
    names_apart: tuple[Name, ...]

    def value(self, name: str) -> float:
        """One feature by name."""
        return self.values[NAMES.index(name)]


class Measurement:
    """The claims of one case beside its contexts. Linear in both.

    `alone`: the claims are no running text (criteria of completeness), so that none says anything
    of its neighbours. `gates`: what the gates found already about the case.
    """

    def __init__(
        self,
        case: Case,
        claims: Sequence[Claim],
        bearing: Bearing,
        *,
        alone: bool = False,
        gates: Mapping[Gate, GateResult] | None = None,
    ) -> None:
        self.case = case
        self.claims = claims
        self.alone = alone
        self.bearing = bearing
        self.mentions = Mentions(len(case.contexts))
        self.texts = [without_mentions(claim.text) for claim in claims]
        self.words = [bearing.texts[text].words for text in self.texts]
        self.content = [content_of(words) for words in self.words]
        self.sources = Sources([one.text for one in case.contexts], self.words)
        self.asked = frozenset(content_of(folded_words(case.question or "")))
        self.figures = figures_of(case, claims, {word for one in self.words for word in one}, gates)

    def all(self) -> list[Measured]:
        """Every claim measured, in order."""
        found = [self._one(at) for at in range(len(self.claims))]
        if self.alone:
            return [self._with_answer(one, [one], 0) for one in found]
        counts = [len(one) for one in self.content]
        novel = fsum(n * one["novel"] for n, (one, _) in zip(counts, found, strict=True))
        answer = {
            "answer_novel": novel / max(1, sum(counts)),
            "answer_names": log1p(sum(len(one.lost_names) for _, one in found)),
        }
        return [self._with_answer(one, found, at, answer) for at, one in enumerate(found)]

    def _with_answer(
        self,
        one: tuple[dict[str, float], Measured],
        found: Sequence[tuple[dict[str, float], Measured]],
        at: int,
        answer: Mapping[str, float] | None = None,
    ) -> Measured:
        """A claim with the features that its neighbours and the whole answer give it."""
        values, measured = one
        following = found[at + 1][0]["news"] if at + 1 < len(found) else 0.0
        values |= answer or {"answer_novel": values["novel"], "answer_names": values["names"]}
        values |= {"next": following, "lead": values["lead_in"] * following, "brought": 0.0}
        values["position"] = log1p(at)
        return measured._replace(values=tuple(values[name] for name in NAMES))

    def _one(self, at: int) -> tuple[dict[str, float], Measured]:
        claim, text, words = self.claims[at], self.texts[at], self.words[at]
        content = self.content[at]
        weigh = {word: 1.0 if len(word) > 3 else 0.7 for word in content}
        numbers = {word: 2.0 for word in words if is_number(word)}
        window = self.sources.best(weigh | numbers)
        figures = self.figures.get(claim.id) or Figures()
        named = self.bearing.texts[text].names
        lost = tuple(one for one in named if self._lacking(one, self.sources.words))
        apart = tuple(one for one in named if self._lacking(one, window.held))
        values = self._of_words(words, content, weigh, window)
        values |= self._of_order(words, window)
        values |= {
            "evidence": 1 - (claim.evidence[0].score or 0.0) if claim.evidence else 1.0,
            "numbers": log1p(figures.missing),
            "numbers_unknown": log1p(figures.unknown),
            "numbers_apart": log1p(len(self.numbers_apart(figures, window))),
            "names": log1p(len(lost)),
            "names_apart": log1p(len(apart)),
        }
        values |= Wording(claim.text, words, window, self.sources).features(1 - values["window"])
        values |= self._of_place(at, window)
        news = tuple(one for one in content if one not in self.asked and self.sources.lacks(one))
        return values, Measured(claim, (), window, figures, news, lost, apart)

    def numbers_apart(self, figures: Figures, window: Window) -> list[str]:
        """The traced numbers of a claim that do not stand in its window."""
        if window is NOWHERE:
            return [one.text for one in figures.found]
        context, start, end = self.sources.text_of(window)
        name = self.case.contexts[context].id
        return [
            one.text
            for one in figures.found
            if one.start >= 0
            and not (one.context_id == name and start <= one.start < end)
            and not all(word in window.held for word in folded_words(one.text) if is_number(word))
        ]

    def _lacking(self, name: Name, held: frozenset[str] | set[str]) -> bool:
        return any(
            word not in held and word not in self.asked and is_content(word) for word in name.words
        )

    def _of_words(
        self,
        words: Sequence[str],
        content: Sequence[str],
        weigh: Mapping[str, float],
        window: Window,
    ) -> dict[str, float]:
        """Which words are new, and how rare those are."""
        rare = {word: rarity(word) for word in content}
        lacks = {word: weigh[word] * self.sources.lacks(word) for word in content}
        news = {
            word: 0.0 if word in self.asked else lacks[word] * rare[word] ** 3 for word in content
        }
        needs = {
            word: weigh[word] * rare[word] ** 2 * (0.3 if word in self.asked else 1.0)
            for word in content
        }
        apart = fsum(needs[word] * window.lacks(word) for word in content)
        return {
            "news": log1p(fsum(news.values())),
            "rarest": max(news.values(), default=0.0),
            "burst": log1p(_most_in_a_row(words, news, window.held)),
            "novel": fsum(lacks.values()) / max(2.0, fsum(weigh.values())),
            "window": apart / max(1.0, fsum(needs.values())),
            "length": log1p(len(content)),
        }

    def _of_order(self, words: Sequence[str], window: Window) -> dict[str, float]:
        """How far the words stand together, and in the claim's order."""
        sources = self.sources
        unknown = [pair not in sources.pairs for pair in pairwise(words)]
        says = list(map(is_content, words))
        both = [new for new, one, two in zip(unknown, says, says[1:], strict=False) if one and two]
        said = list(compress(words, says))
        near = [*pairwise(said), *zip(said, said[2:], strict=False)]
        known = [pair for pair in near if pair[0] in sources.words and pair[1] in sources.words]
        strange = sum(not sources.together(*pair) for pair in known)
        apart = len(near) - len(known) + strange
        order, tokens = _distances(words[:_COMPARED], window.words[:_OTHERS])
        return {
            "order": order,
            "tokens": tokens,
            "pairs": _share(sum(unknown), len(unknown), 1, 0.5),
            "content_pairs": _share(sum(both), len(both), 2),
            "together": _share(apart, len(near), 3),
            "strangers": log1p(strange),
            "run": 1 - _longest_run(words, sources) / len(words) if words else 1.0,
        }

    def _of_place(self, at: int, window: Window) -> dict[str, float]:
        """What the claim leans on: a list's lead-in, a pronoun's name, a passage that it names."""
        leaning = False
        if window is not NOWHERE:
            context = self.case.contexts[self.sources.text_of(window)[0]]
            leaning = self.bearing.objection(at, context) is not None
        listed = not self.alone and self.bearing.listed(self.claims[at])
        cited = self.mentions.cited(self.claims[at].text, listed)
        known = [word for word in self.content[at] if word in self.sources.words]
        return {
            "bearing": float(leaning),
            "listed": float(listed),
            "misattributed": _misattributed(known, cited, self.sources.by_context),
        }


def _share(count: float, of: int, least: int, empty: float = 0.0) -> float:
    return count / max(of, least) if of else empty


def _most_in_a_row(words: Iterable[str], news: Mapping[str, float], held: frozenset[str]) -> float:
    most = row = 0.0
    for word in words:
        row = 0.0 if word in held and is_content(word) else row + news.get(word, 0.0)
        most = max(most, row)
    return most


def _distances(words: Sequence[str], there: Sequence[str]) -> tuple[float, float]:
    """How far the words are from being a subsequence of the others, and from being among them."""
    if not words or not there:
        return 1.0, 1.0
    kept = LCSseq.similarity(words, there) / len(words)
    return 1 - kept, 1 - fuzz.token_set_ratio(" ".join(words), " ".join(there)) / 100


def _longest_run(words: Sequence[str], sources: Sources) -> int:
    """Words of the longest run of which every three neighbours stand so in a context."""
    best = run = 0
    for three in triples_of(words):
        run = run + 1 if three in sources.triples else 0
        best = max(best, run)
    if best:
        return best + 2
    if any(pair in sources.pairs for pair in pairwise(words)):
        return 2
    return int(any(word in sources.words for word in words))


def _misattributed(
    known: Sequence[str], cited: Sequence[int], by_context: Sequence[set[str]]
) -> float:
    """How much more of the known words another context has than those that the claim names."""
    if len(known) < 3 or not cited or len(by_context) > _MOST_CONTEXTS:
        return 0.0
    here = sum(any(word in by_context[at] for at in cited) for word in known)
    most = max(sum(word in one for word in known) for one in by_context)
    return max(0.0, (most - here) / len(known))
