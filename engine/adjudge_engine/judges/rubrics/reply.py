"""What a judge replied, read strictly: harmless differences pass, nothing is guessed.

A claim or point is answered by an array (number, quote, verdict, reason), or by an object with
these under keys. Read alike are upper and lower case, a label's word instead of its code, a claim
called `1`, `c1` or `"1"`, full names of keys. Everything else that is not as asked makes the reply
malformed, with a sentence that tells the model what to mend.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, NamedTuple

from adjudge_engine.judges.harmless import screened
from adjudge_engine.judges.rubrics.json_in_text import Malformed, object_in
from adjudge_engine.judges.rubrics.material import Material
from adjudge_engine.judges.rubrics.rubric import Label, Rubric
from adjudge_engine.judges.rubrics.shapes import ENTITIES, SIGNS

__all__ = ["REPLY", "Extra", "Malformed", "Reply", "Row", "read_reply"]

REPLY: Final = "reply/2"

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "claims": ("claims", "verdicts"),
    "points": ("points", "criteria"),
    "extra": ("extra", "extra_claims"),
    "c": ("c", "claim_id", "id", "handle"),
    "p": ("p", "point_id", "id", "handle"),
    "q": ("q", "quote"),
    "e": ("e", "entity"),
    "r": ("r", "reason"),
    "v": ("v", "verdict", "label", "value", "score"),
    "t": ("t", "text", "claim"),
}
_PLACES: Final[Mapping[str, str]] = {
    **{"c": "number", "p": "number", "q": "quote", "v": "verdict", "r": "reason"},
    "t": "statement",
}
_HANDLE: Final = re.compile(r"([a-z]?)0{0,8}([0-9]{1,7})")
#: What the places of an array stand for.
_EXTRA_PLACES: Final = ("t", "v", "r")
_SIGN: Final = re.compile(r"\s{0,8}([=≠?])\s{0,8}")
_MOST_EXTRA: Final = 100
_LONGEST_REASON: Final = 1_000
_LONGEST_QUOTE: Final = 4_000
_SHOWN: Final = 8


class Row(NamedTuple):
    """A judge's word on one claim or point. `entity` only where the rubric has that step.

    `clash`: the reply spoke of it more than once, and differently.
    """

    handle: str
    label: Label
    quote: str = ""
    reason: str = ""
    entity: str | None = None
    clash: bool = False


class Extra(NamedTuple):
    """A statement that only the judge found."""

    text: str
    label: Label
    reason: str = ""


@dataclass(frozen=True)
class Reply:
    """A reply as it was understood. Quotes and reasons are the judge's: text, proven by nothing.

    `rows`: claims or points that were answered, in the order asked. `label`: the word on the
    whole, with its `quote` and `reason`, of the other kinds. `notes`: what was left out of it.
    """

    rows: tuple[Row, ...] = ()
    extra: tuple[Extra, ...] = ()
    label: Label | None = None
    quote: str = ""
    reason: str = ""
    notes: tuple[str, ...] = ()

    @property
    def value(self) -> int | None:
        """The value on the scale; None where the judge cannot tell, or there is no scale."""
        return self.label.value if self.label is not None else None

    @property
    def choice(self) -> str | None:
        """`A`, `B` or `tie` of a comparison; None where the judge cannot tell."""
        verdict = self.label.verdict if self.label is not None else None
        return None if verdict == "unsure" else verdict

    def row(self, handle: str) -> Row | None:
        """The word on that claim or point, or None."""
        return next((row for row in self.rows if row.handle == handle), None)


def read_reply(rubric: Rubric, material: Material, text: str, *, final: bool = False) -> Reply:
    """The reply to the prompt made of `material`. Raises Malformed.

    `final`: there is no further attempt, so what is whole in the reply counts: claims without an
    answer are left out (they become unsure), contradictory answers become unsure, handles that
    nobody knows are dropped and noted. A reply that answers nothing is malformed all the same.
    """
    if rubric.kind in ("claims", "coverage"):
        return _Rows(rubric, material, final).read(text)
    found = object_in(text, lambda value: _has(value, "v"))
    return Reply(
        label=_label(rubric, _get(found, "v")),
        quote=_text(found, "q", _LONGEST_QUOTE),
        reason=_text(found, "r", _LONGEST_REASON),
    )


class _Rows:
    """Reads replies with a row for each claim or point."""

    def __init__(self, rubric: Rubric, material: Material, final: bool) -> None:
        self.rubric, self.final = rubric, final
        self.claims = rubric.kind == "claims"
        self.key, self.list = ("c", "claims") if self.claims else ("p", "points")
        count = len(material.claims) if self.claims else len(material.criteria)
        self.handles = [f"{self.key}{number}" for number in range(1, count + 1)]
        self.notes: list[str] = []

    def read(self, text: str) -> Reply:
        found = object_in(text, lambda value: isinstance(_get(value, self.list), list))
        rows = self._kept([self._row(one) for one in _get(found, self.list)])
        if not rows:
            raise Malformed(f"the reply answers none of {self.list}")
        lost = [handle for handle in self.handles if handle not in rows]
        if lost and not self.final:
            raise Malformed(f"the reply does not answer {_listed(lost)}")
        ordered = tuple(rows[handle] for handle in self.handles if handle in rows)
        extra = self._extra(_get(found, "extra")) if self.claims else ()
        return Reply(rows=ordered, extra=extra, notes=tuple(self.notes))

    def _row(self, given: Any) -> Row:
        entry = self._placed(given, (self.key, "q", "v", "r"), self.list)
        verdict, sign = _get(entry, "v"), None
        if self.rubric.entity and isinstance(verdict, str) and (match := _SIGN.match(verdict)):
            verdict, sign = verdict[match.end() :], SIGNS[match.group(1)]
        label = _label(self.rubric, verdict)
        return Row(
            handle=self._handle(_get(entry, self.key)),
            label=label,
            quote=_text(entry, "q", _LONGEST_QUOTE),
            reason=_text(entry, "r", _LONGEST_REASON),
            entity=self._entity(_get(entry, "e"), sign, label) if self.rubric.entity else None,
        )

    def _placed(self, given: Any, places: Sequence[str], where: str) -> Mapping[str, Any]:
        """An entry with its keys; those of an array are its places, of which the last may lack."""
        if isinstance(given, dict):
            return given
        if not isinstance(given, list) or not len(places) - 1 <= len(given) <= len(places):
            raise Malformed(f"every entry of {where} must be an array of {_places(places)}")
        return dict(zip(places, given, strict=False))

    def _entity(self, value: Any, sign: str | None, label: Label) -> str | None:
        """The entity step's answer, which only a verdict with a quote cannot do without."""
        if value is None:
            if sign is None and label.quote:
                told = ", ".join(f"{one} ({word})" for one, word in SIGNS.items())
                raise Malformed(f"before {label.code} must stand one of {told}")
            return sign
        word = _folded(value)
        if word not in ENTITIES:
            raise Malformed(f'"e" must be one of {", ".join(ENTITIES)}')
        if sign not in (None, word):
            raise Malformed("an entity is given twice, differently")
        return word

    def _handle(self, value: Any) -> str:
        number = _whole(value)
        if number is None:
            match = _HANDLE.fullmatch(_folded(value) or "")
            if match is None or match.group(1) not in ("", self.key):
                raise Malformed(f'"{self.key}" must be the number of one of {self.list}')
            number = int(match.group(2))
        return f"{self.key}{number}"

    def _kept(self, rows: Sequence[Row]) -> dict[str, Row]:
        """Handle → its one row; raises where that would take a guess, unless `final`."""
        known, kept = set(self.handles), dict[str, Row]()
        for row in rows:
            if row.handle not in known:
                if not self.final:
                    raise Malformed(f"there is no {_shown(row.handle)} among {self.list}")
                self.notes.append(f"the judge spoke of {_shown(row.handle)}, which is not asked")
            elif row.handle not in kept:
                kept[row.handle] = row
            elif not _agree(kept[row.handle], row):
                if not self.final:
                    raise Malformed(f"the reply answers {row.handle} twice, differently")
                kept[row.handle] = Row(row.handle, self.rubric.unsure, clash=True)
        return kept

    def _extra(self, entries: Any) -> tuple[Extra, ...]:
        if entries is None:
            return ()
        if not isinstance(entries, list):
            raise Malformed('"extra" must be a list')
        if len(entries) > _MOST_EXTRA:
            self.notes.append(f"of {len(entries):,} further statements {_MOST_EXTRA} were kept")
        return tuple(
            Extra(
                text=_text(one, "t", _LONGEST_REASON),
                label=_label(self.rubric, _get(one, "v")),
                reason=_text(one, "r", _LONGEST_REASON),
            )
            for one in (
                self._placed(given, _EXTRA_PLACES, "extra") for given in entries[:_MOST_EXTRA]
            )
        )


def _places(keys: Sequence[str]) -> str:
    """What the places of an array are called."""
    return ", ".join(_PLACES[key] for key in keys)


def _agree(one: Row, other: Row) -> bool:
    return (one.label, one.entity) == (other.label, other.entity)


def _label(rubric: Rubric, value: Any) -> Label:
    """The label that a reply names by code, by verdict or by value."""
    number = _whole(value)
    word = _folded(value) if number is None else str(number)
    for label in rubric.labels:
        if word == label.code.casefold():
            return label
    for label in rubric.labels:
        if number is not None and label.value == number:
            return label
        if word is not None and label.verdict is not None and word == _folded(label.verdict):
            return label
    codes = ", ".join(label.code for label in rubric.labels)
    raise Malformed(f'"v" must be one of {codes}')


def _whole(value: Any) -> int | None:
    """A JSON number that is whole, or None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, Decimal):
        whole = abs(value) < 10**9 and value == value.to_integral_value()
        return int(value) if whole else None
    return value if isinstance(value, int) else None


def _folded(value: Any) -> str | None:
    """A text without regard to case, outer spaces and how its words are joined."""
    if not isinstance(value, str) or len(value) > 64:
        return None
    return "_".join(value.casefold().replace("-", " ").replace("_", " ").split())


def _has(entry: Mapping[str, Any], key: str) -> bool:
    return any(name in entry for name in _KEYS[key])


def _get(entry: Mapping[str, Any], key: str) -> Any:
    """What stands under the key or one of its full names; Malformed where two of them differ."""
    found = [entry[name] for name in _KEYS[key] if entry.get(name) is not None]
    if any(one != found[0] for one in found[1:]):
        raise Malformed(f'"{key}" is given under several names, differently')
    return found[0] if found else None


def _text(entry: Mapping[str, Any], key: str, longest: int) -> str:
    value = _get(entry, key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Malformed(f'"{key}" must be a text')
    return screened(value.strip()[:longest])


def _listed(handles: Sequence[str]) -> str:
    more = f" and {len(handles) - _SHOWN:,} more" if len(handles) > _SHOWN else ""
    return ", ".join(handles[:_SHOWN]) + more


def _shown(handle: str) -> str:
    return handle if len(handle) <= 8 else "such number"
