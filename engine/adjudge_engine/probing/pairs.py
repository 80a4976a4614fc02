"""Defects that a file has already: each a case beside the unmutated base that it was made from.

Read are the marks of our own corpus (`metadata.defect`), and those that other corpora carry:
`metadata.human.defect_class` or `metadata.error_type` names the class, `metadata.pair` or the
case's group what belongs together, and `metadata.variant` "base" or the lack of a class the base.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from adjudge_engine.case import Case


@dataclass(frozen=True, slots=True)
class DefectPair:
    """A case with a defect of class `kind`, and its base."""

    kind: str
    base: Case
    case: Case


@dataclass
class Pairs:
    """The pairs of a file. `void`: class → why so many of its cases have no pair. `kinds`: the
    order in which classes are shown."""

    pairs: list[DefectPair] = field(default_factory=list)
    void: dict[str, Counter[str]] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()

    def refuse(self, kind: str, reason: str) -> None:
        """Counts a case that cannot be compared with its base."""
        self.void.setdefault(kind, Counter())[reason] += 1


def pairs_in(cases: Iterable[Case]) -> Pairs:
    """Every defect with its base; a class without a base, or with two, is counted under `void`."""
    found = Pairs()
    groups: dict[str, list[Case]] = defaultdict(list)
    by_id: dict[str, Case] = {}
    for case in cases:
        by_id.setdefault(case.id, case)
        groups[_together(case)].append(case)
    for members in groups.values():
        bases = [one for one in members if _is_base(one)]
        for case in members:
            if _is_base(case):
                continue
            kind = class_of(case) or "unknown"
            named = _named_base(case)
            fitting = [by_id[named]] if named in by_id else [] if named else bases
            if len(fitting) == 1:
                found.pairs.append(DefectPair(kind, fitting[0], case))
            else:
                found.refuse(kind, "several_bases" if fitting else "no_base")
    return found


def class_of(case: Case) -> str | None:
    """The class of the defect that a case is marked with; None for an unmarked one."""
    said = case.metadata
    for name, key in (("defect", "class"), ("injected", "class"), ("human", "defect_class")):
        part = said.get(name)
        value = part.get(key) if isinstance(part, dict) else None
        if isinstance(value, str) and value.strip():
            return value
    kind = said.get("error_type")
    return kind if isinstance(kind, str) and kind.strip() else None


def _is_base(case: Case) -> bool:
    if isinstance(case.metadata.get("defect"), dict):
        return False
    variant = case.metadata.get("variant")
    if isinstance(variant, str):
        return variant == "base"
    return class_of(case) is None


def _named_base(case: Case) -> str | None:
    defect = case.metadata.get("defect")
    base = defect.get("base") if isinstance(defect, dict) else None
    return base if isinstance(base, str) else None


def _together(case: Case) -> str:
    pair = case.metadata.get("pair")
    return f"pair {pair}" if isinstance(pair, str | int) else f"group {case.group}"
