"""`--map TARGET=SOURCE`: any file of records, read as its owner says.

Only what is mapped counts; what is not is kept in the metadata where it is small, and named where
it is left out. A source that no record has is named too: it may be a typo.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.foreign.base import Entry, Row
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.foreign.paths import (
    BadPath,
    Path,
    found_at,
    parse_path,
    read_path,
    without,
)
from adjudge_engine.reading.foreign.targets import KNOWN, check_target, put
from adjudge_engine.reading.problems import Problem, kind_of

#: Where the records lie in a JSON document: `cases=data.rows`.
CASES: Final = "cases"
#: Characters of JSON up to which something unmapped is kept, each and together.
_SMALL: Final = 2_000
_TOGETHER: Final = 20_000
_NAMES_SHOWN: Final = 8
_HINT: Final = (
    "A map is TARGET=SOURCE, such as answer=output.text or contexts[]=retrieved[*].body; the "
    f"targets are {', '.join(KNOWN)}, and cases for where the records lie."
)


@dataclass(frozen=True, slots=True)
class CaseMap:
    """Which part of a case comes from where in a record. `cases`: where the records lie."""

    pairs: tuple[tuple[Path, Path], ...]
    cases: tuple[str, ...] = ()

    @classmethod
    def parse(cls, words: Iterable[str], where: str = "--map") -> CaseMap:
        """The map of these `TARGET=SOURCE`. Raises InputError, naming the one at fault."""
        return _built([_split(word, where) for word in words], where)

    @classmethod
    def of_table(cls, table: Mapping[str, Any], where: str = "[map]") -> CaseMap:
        """The map of a table of TOML, target by target. Raises InputError."""
        pairs = []
        for target, source in table.items():
            if not isinstance(source, str):
                raise InputError(f"{where}: {target} must be text, not {kind_of(source)}.", _HINT)
            pairs.append((target, source))
        return _built(pairs, where)

    @property
    def name(self) -> str:
        return "map"

    @property
    def title(self) -> str:
        return "read by a map"

    def rows(self, opened: Opened) -> Iterator[Row]:
        """The records as rows. Raises InputError where the file holds none."""
        met = _Met(self)
        for entry in self._entries(opened):
            yield entry.read(met.record)
        for sentence in met.sentences():
            opened.note(sentence)

    def _entries(self, opened: Opened) -> Iterator[Entry]:
        if not self.cases:
            return opened.records(nan=True)
        if opened.head.kind != "json":
            raise InputError(
                f"{opened.path} is no JSON document, so cases={'.'.join(self.cases)} says nothing.",
                "Leave it out: every line or row is a record.",
            )
        return _some(opened.items(*self.cases, nan=True), opened, self.cases)

    def cannot_serve(self) -> tuple[str, ...]:
        """What a map leaves out altogether."""
        mapped = {target.steps[0] for target, _ in self.pairs}
        return () if "contexts" in mapped else ("no contexts are mapped: no evidence pane",)


def _some(entries: Iterator[Entry], opened: Opened, where: tuple[str, ...]) -> Iterator[Entry]:
    first = next(entries, None)
    if first is None:
        raise InputError(
            f"{opened.path} has no list at {'.'.join(where)}, or an empty one.",
            f"Its members are {_listed(map(str, opened.head.record))}.",
        )
    yield first
    yield from entries


def _split(word: str, where: str) -> tuple[str, str]:
    try:
        target, end = read_path(word, 0)
    except BadPath as error:
        raise InputError(f"{where} {word[:200]!r}: {error}.", _HINT) from None
    if word[end : end + 1] != "=":
        raise InputError(f"{where} {word[:200]!r}: there is no '=' after {target.text!r}.", _HINT)
    return word[:end], word[end + 1 :]


def _built(pairs: list[tuple[str, str]], where: str) -> CaseMap:
    out: list[tuple[Path, Path]] = []
    cases: tuple[str, ...] = ()
    for left, right in pairs:
        try:
            target, source = parse_path(left.strip()), parse_path(right.strip())
            if target.steps == (CASES,):
                cases = _members(source)
                continue
            check_target(target)
        except BadPath as error:
            raise InputError(f"{where} '{left[:100]}={right[:100]}': {error}.", _HINT) from None
        if any(target.steps == known.steps for known, _ in out):
            raise InputError(f"{where}: {target.text} is mapped twice.", "Leave one of them out.")
        out.append((target, source))
    if not out:
        raise InputError(f"{where} maps nothing.", _HINT)
    return CaseMap(tuple(out), cases)


def _members(source: Path) -> tuple[str, ...]:
    steps = source.steps[:-1] if source.many else source.steps
    if not all(isinstance(one, str) for one in steps):
        raise BadPath("cases are named by members alone, such as data.rows")
    return tuple(str(one) for one in steps)


class _Met:
    """What was met in the records of one file so far."""

    def __init__(self, mapped: CaseMap) -> None:
        self.pairs = mapped.pairs
        self.sources = [source for _, source in mapped.pairs]
        self.records = 0
        self.found: Counter[str] = Counter()
        self.left_out: dict[str, None] = {}

    def record(self, value: Any) -> dict[str, Any]:
        """The record as the map says. Raises Problem."""
        if not isinstance(value, dict):
            raise Problem("", f"a record must be an object, not {kind_of(value)}")
        self.records += 1
        out: dict[str, Any] = {}
        answered = False
        for target, source in self.pairs:
            values = found_at(value, source)
            if not values:
                continue
            self.found[source.text] += 1
            answered = answered or target.steps[0] in ("answer", "answers")
            put(out, target, values, source)
        asked = next((one for one in self.pairs if one[0].steps[0] == "answer"), None)
        if asked is not None and not answered:
            raise Problem("answer", f"is missing: there is nothing at {asked[1].text}")
        kept = self._kept(without(value, self.sources))
        own = out.get("metadata")
        if kept:
            out["metadata"] = kept | own if isinstance(own, dict) else kept
            if own is not None and not isinstance(own, dict):
                out["metadata"]["metadata"] = own
        return out

    def _kept(self, rest: dict[str, Any]) -> dict[str, Any]:
        """What is small enough of what is not mapped."""
        out: dict[str, Any] = {}
        together = 0
        for name, one in rest.items():
            if one is None or one == "":
                continue
            size = len(one) if isinstance(one, str) else len(json.dumps(one))
            if size <= _SMALL and together + size <= _TOGETHER:
                out[name] = one
                together += size
            elif len(self.left_out) < 1_000:
                self.left_out[name[:80]] = None
        return out

    def sentences(self) -> Iterator[str]:
        """What the map did not meet, and what was left out."""
        for target, source in self.pairs:
            if self.records and not self.found[source.text]:
                yield f"no record has {source.text}, which the map names for {target.text}"
        if self.left_out:
            yield f"left out, as it is large and not mapped: {_listed(self.left_out)}"


def _listed(names: Iterable[str]) -> str:
    shown = list(names)
    more = len(shown) - _NAMES_SHOWN
    return ", ".join(shown[:_NAMES_SHOWN]) + (f" and {more:,} more" if more > 0 else "")
