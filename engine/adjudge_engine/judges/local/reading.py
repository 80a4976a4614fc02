"""A claim beside a passage: the words of both, worked out once for all rules that compare them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from adjudge_engine.judges.local.texts import ReadText, Texts
from adjudge_engine.judges.local.wordlists import CONNECTING
from adjudge_engine.text.languages import NEGATIONS
from adjudge_engine.text.sentences import without_marks
from adjudge_engine.text.tokens import Token, is_content, is_number


class Reading:
    """A claim beside a passage, with the words of both. `language` None: not known.

    `around`: the folded words of the context that the passage is from; empty: not known. `texts`:
    what was read of the case before.
    """

    def __init__(
        self,
        claim: str,
        passage: str,
        language: str | None,
        around: Collection[str] = frozenset(),
        texts: Texts | None = None,
    ) -> None:
        texts = Texts() if texts is None else texts
        self.claim = without_marks(claim).strip()
        self.passage = passage
        self.language = language
        self.around = around
        self.ours: ReadText = texts[self.claim]
        self.theirs: ReadText = texts[passage]
        self.said = _without_numbering(self.ours.tokens)
        self.there = self.theirs.tokens
        self.said_words = [token.folded for token in self.said]
        self.there_words = self.theirs.words
        self.held = self.theirs.held
        self.content = [
            word for word in self.said_words if is_content(word) and word not in CONNECTING
        ]
        self.same = _bare(self.claim) == _bare(passage)
        self.negations = NEGATIONS.get(language or "", frozenset())

    def named(self, token: Token) -> str:
        """A word of the claim as the claim writes it."""
        return self.claim[token.start : token.end]

    def unnamed(self, name: str, words: Iterable[str]) -> str:
        """That the passage lacks a name; it may stand in another sentence of the context."""
        where = "this sentence" if all(word in self.around for word in words) else "the passage"
        return f'{where} does not name "{name}"'


def _bare(text: str) -> str:
    """`text` for telling whether it is the same: white space and a final stop aside."""
    return " ".join(text.split()).rstrip(".。 ")


def _without_numbering(found: list[Token]) -> list[Token]:
    """A list number that opens the claim ("2. Close the lid") says nothing."""
    if len(found) > 1 and is_number(found[0].folded) and found[0].start == 0:
        gap = found[1].start - found[0].end
        if gap >= 2 and len(found[0].folded) <= 2:
            return found[1:]
    return found
