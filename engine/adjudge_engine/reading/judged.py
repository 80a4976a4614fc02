"""Judgments made elsewhere, as a record carries them: their scores, and which claims they speak of.

A verdict on a claim that the engine has not split so is laid onto the engine's claims by its span,
or by its text where that stands in the answer once. What has no place becomes an extra claim.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final

from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Claim
from adjudge_engine.judges.scores import judgments_in
from adjudge_engine.judges.scores.values import abstains, figure, text_of, verdict_of
from adjudge_engine.reading.problems import Problem, kind_of
from adjudge_engine.vocabulary import UNSUPPORTED, Verdict

_FIGURES: Final = ("value", "score", "strict", "not_contradicted")
_TEXTS: Final = ("text", "statement", "claim")
#: The worst first: of several verdicts on one claim the first of these holds.
_WORST: Final[tuple[Verdict, ...]] = ("contradicted", "not_mentioned", "partial", "unsure")
_SEARCHED: Final = 500_000_000  # characters of an answer searched for the texts of all claims
_MOST_LAID: Final = 1_000_000  # verdicts laid on claims: each of many could span all of them
_LETTERS: Final = re.compile(r"[^\W_]")
_BLANKS: Final = re.compile(r"\s+")


def read_judgments(value: Any, answer: str | None) -> tuple[list[Any], dict[str, Any]]:
    """Judgments of a case: our own shape, or other tools' records; and what has no place in one.

    Another tool's record may stand alone. Who is admitted is never for a case file to say.
    Raises Problem for anything that is no list of objects.
    """
    if value is None:
        return [], {}
    if isinstance(value, dict) and judgments_in(value) is not None:
        value = [value]
    if not isinstance(value, list):
        raise Problem("judgments", f"must be a list, not {kind_of(value)}")
    places = Places(answer or "")
    out: list[Any] = []
    rest: dict[str, Any] = {}
    for at, entry in enumerate(value):
        if not isinstance(entry, dict):
            out.append(entry)
            continue
        found = judgments_in(entry)
        if found is None:
            found = [_own(entry, f"judgments[{at}]", rest)]
        else:  # another tool's record has more in it than a judgment has places for
            rest[f"judgments[{at}]"] = entry
        out.extend(places.laid(one) for one in found)
    return out, rest


def _own(entry: dict[str, Any], field: str, rest: dict[str, Any]) -> dict[str, Any]:
    """A judgment of our own shape; one whose figure is none (`NaN`) abstains."""
    one = {key: part for key, part in entry.items() if part is not None}
    if "admitted" in one:
        rest[f"{field}.admitted"] = one.pop("admitted")
    broken = [name for name in _FIGURES if isinstance(one.get(name), str)]
    for name in broken:
        number = figure(one[name])
        if number is None:
            return abstains(one, f"{name} is {one[name]!r:.40}")
        one[name] = number
    return one


class Places:
    """The engine's claims of one answer, to lay other people's claims onto."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self._searched = 0
        self._laid = 0

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The engine's claims."""
        return split_claims(self.answer)

    @cached_property
    def _by_text(self) -> dict[str, Claim | None]:
        found: dict[str, Claim | None] = {}
        for claim in self.claims:
            key = _folded(claim.text)
            found[key] = None if key in found else claim
        return found

    @cached_property
    def _ends(self) -> list[int]:
        return [claim.end for claim in self.claims]

    def laid(self, judgment: dict[str, Any]) -> dict[str, Any]:
        """The judgment with every verdict under one of the engine's claims, or as an extra claim.

        Verdicts that name their claim by its id stay as they are.
        """
        given = judgment.get("claims")
        if not isinstance(given, list) or all(map(self._is_named, given)):
            return judgment
        named = [one for one in given if self._is_named(one)]
        placed: dict[str, list[tuple[int, int, dict[str, Any]]]] = {}
        extra: list[dict[str, Any]] = []
        for one in given:
            if self._is_named(one):
                continue
            entry = one if isinstance(one, dict) else {"text": str(one)}
            span = self.span_of(entry)
            hit = self._overlapped(span) if span is not None else []
            for claim in hit:
                placed.setdefault(claim.id, []).append((*span, entry))  # type: ignore[misc]
            if not hit:
                extra.append(_extra(entry))
        known = {one.get("claim_id") for one in named}
        laid = [
            self._verdict(claim, placed[claim.id])
            for claim in self.claims
            if claim.id in placed and claim.id not in known
        ]
        before = judgment.get("extra_claims")
        extras = (before if isinstance(before, list) else []) + extra
        return judgment | {"claims": named + laid, "extra_claims": extras}

    def _is_named(self, entry: Any) -> bool:
        """Whether a verdict names its claim: by one of our ids, or by an id alone."""
        if not isinstance(entry, dict) or not isinstance(entry.get("claim_id"), str):
            return False
        return not any(entry.get(name) for name in (*_TEXTS, "end")) or (
            entry["claim_id"] in self._ids
        )

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(claim.id for claim in self.claims)

    def span_of(self, entry: dict[str, Any]) -> tuple[int, int] | None:
        """Where the claim stands: its own span, else the one place of its text; None without one.

        A span whose text is another one is not believed.
        """
        text = next((entry[name] for name in _TEXTS if text_of(entry.get(name))), None)
        start, end = entry.get("start"), entry.get("end")
        if type(start) is int and type(end) is int and 0 <= start < end <= len(self.answer):
            same = text is None or _folded(self.answer[start:end]) == _folded(text)
            return (start, end) if same else None
        if text is None:
            return None
        claim = self._by_text.get(_folded(text))
        return (claim.start, claim.end) if claim is not None else self._found(text.strip())

    def _found(self, text: str) -> tuple[int, int] | None:
        """The only place of `text` in the answer, within what may be searched."""
        self._searched += len(self.answer)
        if self._searched > max(_SEARCHED, 4 * len(self.answer)):
            return None
        start = self.answer.find(text)
        if start < 0 or self.answer.find(text, start + 1) >= 0:
            return None
        return start, start + len(text)

    def _overlapped(self, span: tuple[int, int]) -> list[Claim]:
        start, end = span
        hit: list[Claim] = []
        for place in range(bisect_right(self._ends, start), len(self.claims)):
            if self.claims[place].start >= end or self._laid >= _MOST_LAID:
                break
            hit.append(self.claims[place])
            self._laid += 1
        return hit

    def _verdict(
        self, claim: Claim, said: Sequence[tuple[int, int, dict[str, Any]]]
    ) -> dict[str, Any]:
        """The worst verdict on the claim; `supported` only if all of its words were judged so."""
        words = [verdict_of(entry.get("verdict")) for _, _, entry in said]
        worst = next((word for word in _WORST if word in words), None)
        if worst is not None:
            entry = said[words.index(worst)][2]
            return _placed(claim, worst, entry)
        if self._covered(claim, ((start, end) for start, end, _ in said)):
            return _placed(claim, "supported", said[0][2])
        reason = "only a part of the claim was judged"
        return {"claim_id": claim.id, "verdict": "unsure", "reason": reason}

    def _covered(self, claim: Claim, spans: Iterable[tuple[int, int]]) -> bool:
        """Whether no letter or digit of the claim lies outside the spans."""
        at = claim.start
        for start, end in sorted(spans):
            if start > at and _LETTERS.search(self.answer, at, min(start, claim.end)):
                return False
            at = max(at, end)
        return at >= claim.end or not _LETTERS.search(self.answer, at, claim.end)


def _placed(claim: Claim, verdict: Verdict, entry: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {"claim_id": claim.id, "verdict": verdict}
    for name in ("quote", "reason"):
        text = text_of(entry.get(name))
        if text is not None and (verdict in UNSUPPORTED or verdict == "supported"):
            out[name] = text
    if isinstance(entry.get("evidence"), list):
        out["evidence"] = entry["evidence"]
    return out


def _extra(entry: dict[str, Any]) -> dict[str, Any]:
    text = next((entry[name] for name in _TEXTS if text_of(entry.get(name))), "")
    out = {"text": text, "verdict": verdict_of(entry.get("verdict"))}
    reason = text_of(entry.get("reason"))
    return out | ({"reason": reason} if reason is not None else {})


def _folded(text: str) -> str:
    """A text as claims are compared: blanks and letter case do not count, nor a last stop."""
    return _BLANKS.sub(" ", text.strip().casefold()).rstrip(".!?。！？ ")
