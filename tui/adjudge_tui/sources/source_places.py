"""What the checks saw in the sources themselves: the texts that the evaluation keeps of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from adjudge_tui.display import display_safe, one_line
from adjudge_tui.wording.strings import say

JSON = Mapping[str, Any]
MOST: Final = 200  # places; more of them nobody reads
_PATH: Final = re.compile(r"/(rows|cells)/([0-9]{1,9})(?:/([0-9]{1,9}))?")


@dataclass(slots=True)
class SourcePlace:
    """A piece of a source, where it stands there, and the claims whose checks saw it.

    `place` is what the evaluation says of it, offsets and all.
    """

    heading: str
    text: str
    ref: str
    claims: list[str] = field(default_factory=list)
    place: JSON = field(default_factory=dict)


def places_of(case: JSON, evaluation: JSON) -> tuple[SourcePlace, ...]:
    """Every place of a source that a check expected or observed, in the order of the checks."""
    seen = list(islice(_seen(evaluation), MOST))
    about = _claims_of(case, evaluation, frozenset(str(one.get("citation_id")) for one, _ in seen))
    found: dict[str, SourcePlace] = {}
    for check, place in seen:
        where = place["where"]
        key = (where.get("id"), where.get("page"), where.get("element_id"), where.get("path"))
        ref = "source:" + ":".join(map(str, (*key, place.get("start"), place["text"])))
        if ref not in found:
            found[ref] = SourcePlace(
                _heading(where), display_safe(str(place["text"])), ref, place=place
            )
        claims = about.get(str(check.get("citation_id")), [])
        if check.get("claim_id"):
            claims = [check["claim_id"]]
        found[ref].claims += [one for one in claims if one not in found[ref].claims]
    return tuple(found.values())


def _seen(evaluation: JSON) -> Iterator[tuple[JSON, JSON]]:
    for gate in (evaluation.get("gates") or {}).values():
        for check in gate.get("checks") or ():
            for side in ("expected", "observed"):
                place = check.get(side) or {}
                where = place.get("where") or {}
                if where.get("part") == "source" and place.get("text"):
                    yield check, place


def _heading(where: JSON) -> str:
    parts = [one_line(str(where.get("id") or ""))[:60]]
    if where.get("page") is not None:
        parts.append(say("context.page", page=where["page"]))
    if where.get("element_id"):
        parts.append(one_line(str(where["element_id"]))[:30])
    path = _PATH.fullmatch(str(where.get("path") or ""))
    if path is not None:
        kind, row, column = path.groups()
        parts.append(say(f"source.{kind}", row=row, column=column or ""))
    return " · ".join([*(part for part in parts if part), say("source.here")])


def _claims_of(case: JSON, evaluation: JSON, wanted: frozenset[str]) -> dict[str, list[str]]:
    """Citation id → the claims that its own claim, a text or a span of the answer, touches."""
    answer = str(case.get("answer") or "")
    found: dict[str, list[str]] = {}
    for citation in case.get("citations") or ():
        said = citation.get("claim")
        if str(citation.get("id")) not in wanted:
            continue
        if isinstance(said, Mapping):
            start, end = said.get("start", 0), said.get("end", 0)
        else:
            start = answer.find(said) if said else -1
            end = start + len(said or "")
        if 0 <= start < end:
            found.setdefault(str(citation.get("id")), []).extend(
                claim["id"]
                for claim in evaluation.get("claims") or ()
                if claim["start"] < end and start < claim["end"]
            )
    return found
