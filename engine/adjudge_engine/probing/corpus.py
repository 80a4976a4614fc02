"""A corpus of planted defects: made from good answers, written for people, given to a judge."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from adjudge_engine.case import Case
from adjudge_engine.probing.mutations.mutate import KINDS, mutate
from adjudge_engine.probing.mutations.mutation import Kind, Void
from adjudge_engine.probing.pairs import DefectPair, Pairs
from adjudge_engine.reading.atomic import AtomicFile


def plant(cases: Iterable[Case], seed: int, kinds: Iterable[Kind] = KINDS) -> Pairs:
    """Every kind planted in every case, class by class; the void ones are counted by reason."""
    wanted = tuple(kinds)
    found: dict[Kind, list[DefectPair]] = {kind: [] for kind in wanted}
    void: dict[Kind, Counter[str]] = {kind: Counter() for kind in wanted}
    for case in cases:
        base = case.model_copy(update={"labels": (), "judgments": ()})
        for made in mutate(base, seed, wanted):
            if isinstance(made, Void):
                void[made.kind][made.reason] += 1
            else:
                found[made.kind].append(DefectPair(made.kind, base, made.case))
    pairs = [pair for kind in wanted for pair in found[kind]]
    return Pairs(pairs, {kind: reasons for kind, reasons in void.items() if reasons}, wanted)


def write_corpus(pairs: Pairs, path: Path) -> None:
    """Writes the bases and their mutations as cases, JSON Lines; whole or not at all.

    Every mutation's `metadata.defect` says what was changed, and where; each base stands before
    its mutations, so that `pairs_in` finds them again. Raises InputError where it cannot be
    written.
    """
    by_base: dict[int, list[DefectPair]] = {}
    for pair in pairs.pairs:
        by_base.setdefault(id(pair.base), []).append(pair)
    with AtomicFile(path) as file:
        for members in by_base.values():
            for case in (members[0].base, *(one.case for one in members)):
                file.write(_line(case) + "\n")


def _line(case: Case) -> str:
    """The case as JSON, in its own letters where they can all be shown, else in escapes."""
    said = case.to_dict()
    for context in said.get("contexts", ()):
        context.setdefault("text", "")  # a text that was cut out whole is empty, not unknown
    line = json.dumps(said, ensure_ascii=False)
    return line if line.isprintable() else json.dumps(said)
