"""One case as an entailment model reads it: cut into questions, its words put together again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from adjudge_engine.evaluation import Claim, ClaimVerdict, Evidence
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.entailment.models import Pair, Said, Span, WholeAnswer
from adjudge_engine.judges.entailment.odds import Bands, Odds
from adjudge_engine.judges.entailment.settings import EntailmentSettings
from adjudge_engine.judges.entailment.shown import Shown
from adjudge_engine.judges.entailment.windows import Count, Window, groups_of, windows_of
from adjudge_engine.judges.llm.completion import CallFailed
from adjudge_engine.judges.rubrics.material import shown_text
from adjudge_engine.vocabulary import Verdict

#: Tokens of a window where the settings name none: by what the model reads.
WINDOW: Final = {"claims": 300, "spans": 3_000}
#: Tokens that models put around and between texts, at most.
_AROUND: Final = 8
#: A window of fewer tokens is none.
_FEWEST: Final = 16

_SAYS: Final[dict[Verdict, str]] = {
    "supported": "the passage supports it ({:.1%})",
    "contradicted": "the passage contradicts it ({:.1%})",
    "not_mentioned": "no passage supports it (at best {:.1%})",
    "partial": "part of it is supported by no passage (at best {:.1%})",
    "unsure": "the model is not sure enough (at best {:.1%})",
}


@dataclass(frozen=True)
class Reader:
    """How cases are read: settings, and the model's own way to count tokens."""

    settings: EntailmentSettings
    count: Count
    longest: int | None

    @cached_property
    def bands(self) -> Bands:
        """From which probability on a claim counts as what."""
        said = self.settings
        return Bands(said.supported_from, said.unsupported_below, said.contradicted_from)

    def room(self, beside: Sequence[str]) -> int:
        """Tokens that a window may have beside the longest of these texts. Raises CallFailed."""
        wanted = self.settings.window or WINDOW[self.settings.reads]
        longest = self.settings.max_length or self.longest
        if longest is None:
            return wanted
        left = longest - max(map(self.count, beside)) - _AROUND
        if left < _FEWEST:
            raise CallFailed("too_long", "what is asked about is longer than the model can read")
        return min(wanted, left)


class Reading:
    """The questions on one request, in order, and the verdicts that the model's word comes to.

    `redact` and `restore` are of the case's session, where the text leaves this process. Raises
    CallFailed `too_long` where there would be too many questions, and `no_context`.
    """

    def __init__(
        self,
        reader: Reader,
        request: JudgeRequest,
        redact: Callable[[str], str] | None = None,
        restore: Callable[[str], str] = str,
    ) -> None:
        self.reader = reader
        self.request = request
        self.contexts = [Shown(shown_text(one), redact, restore) for one in request.case.contexts]
        self.answer = Shown(request.case.answer or "", redact, restore)
        self.groups: list[tuple[Window, ...]]
        if reader.settings.reads == "claims":
            self.claims = [self._claim(one, redact, restore) for one in request.claims]
            self.groups = [(one,) for one in self._windows(reader.room(self.claims))]
        else:
            self.question = Shown(request.case.question or "", redact, restore).text
            room = reader.room([f"{reader.settings.prompt}{self.question}{self.answer.text}"])
            self.groups = groups_of(self._windows(room), reader.count, room)
        if not self.groups:
            raise CallFailed("no_context", "the contexts have no whole sentence to read")
        pairs = len(self.groups) * len(request.claims)
        if pairs > reader.settings.max_pairs:
            raise CallFailed("too_long", f"it would take {pairs:,} readings, more than max_pairs")

    def _claim(
        self, claim: Claim, redact: Callable[[str], str] | None, restore: Callable[[str], str]
    ) -> str:
        """A claim as it is shown: cut from the shown answer, so that no private value is parted."""
        if not self.answer.is_traced:
            return Shown(claim.text, redact, restore).text
        start, end = self.answer.shown(claim.start, claim.end)
        return self.answer.text[start:end]

    def _windows(self, most: int) -> list[Window]:
        contexts = self.request.case.contexts
        return [
            window
            for place, shown in enumerate(self.contexts)
            for window in windows_of(
                place, shown.text, self.reader.count, most, cut=contexts[place].truncated
            )
        ]

    def asked(self) -> list[Pair] | list[WholeAnswer]:
        """Every window with every claim, claim by claim; or every group with the whole answer."""
        if self.reader.settings.reads == "claims":
            return [
                Pair(window.text, claim) for claim in self.claims for (window, *_) in self.groups
            ]
        if not self.answer.is_traced:
            raise CallFailed("not_redacted", "places in the answer are lost by what is taken out")
        return [
            WholeAnswer(self.question, tuple(one.text for one in group), self.answer.text)
            for group in self.groups
        ]

    def verdicts(self, said: Said) -> list[ClaimVerdict]:
        """One verdict a claim, in order. CallFailed `malformed` where not all was answered."""
        count, claims = len(self.groups), self.request.claims
        if self.reader.settings.reads == "claims":
            if len(said.odds) != count * len(claims):
                raise CallFailed("malformed", "the reply has not one score for each pair")
            rows = [said.odds[at * count : (at + 1) * count] for at in range(len(claims))]
        else:
            if len(said.spans) != count:
                raise CallFailed("malformed", "the reply is not on every answer")
            rows = [tuple(self._in_spans(claim, spans) for spans in said.spans) for claim in claims]
        return [self._verdict(claim, odds) for claim, odds in zip(claims, rows, strict=True)]

    def _in_spans(self, claim: Claim, spans: Sequence[Span]) -> Odds:
        """The odds of a claim by the spans that touch its letters or digits."""
        start, end = self.answer.shown(claim.start, claim.end)
        text = self.answer.text
        doubt, doubted = 0.0, 0
        for span in spans:
            inside = text[max(start, span.start) : min(end, span.end)]
            letters = sum(map(str.isalnum, inside))
            if letters:
                doubt = max(doubt, span.unsupported)
                doubted += letters if span.unsupported >= 0.5 else 0
        whole = sum(map(str.isalnum, text[start:end])) or 1
        return Odds(1 - doubt, share=min(1.0, doubted / whole))

    def _verdict(self, claim: Claim, odds: Sequence[Odds]) -> ClaimVerdict:
        verdict, at = self.reader.bands.verdict(odds)
        best = odds[at].contradicted if verdict == "contradicted" else odds[at].supported
        evidence = self._evidence(self.groups[at]) if verdict != "not_mentioned" else ()
        return ClaimVerdict(
            claim_id=claim.id,
            verdict=verdict,
            evidence=evidence,
            reason=_SAYS[verdict].format(best),
        )

    def _evidence(self, group: Sequence[Window]) -> tuple[Evidence, ...]:
        """The window, where it is one and stands in the context's own text."""
        if len(group) != 1:
            return ()
        (window,) = group
        shown, context = self.contexts[window.place], self.request.case.contexts[window.place]
        if not shown.is_traced:
            return ()
        start, end = shown.original(window.start, window.end)
        end = min(end, len(context.text))  # what follows are cells
        if start >= end or not context.text.strip():
            return ()
        return (
            Evidence(context_id=context.id, start=start, end=end, text=context.text[start:end]),
        )
