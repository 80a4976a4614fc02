"""Which defects are caught, class by class: by the judge, by code, by neither. Never summed.

A defect is *caught* by the judge if every repeat flags it and none flags the unmutated base: a
judge that flags everything catches nothing. It is caught by code if a gate fails that does not
fail on the base.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from adjudge_engine.calibration.statistics.intervals import Interval, wilson
from adjudge_engine.case import Case
from adjudge_engine.pipeline import assess
from adjudge_engine.probing.asking import Answer, Asking, Question
from adjudge_engine.probing.pairs import DefectPair, Pairs
from adjudge_engine.probing.said import Runs, Yardstick

DETECTION_SCHEMA: Final = "adjudge.detection/1"

#: What became of one defect. `base_flagged`: the base is flagged too, so nothing can be said.
#: `unsteady`: flagged by some repeats. `unsaid`: flagged by none, and not passed by all either.
#: `lost`: a verdict on either could not be had.
Fate = Literal["caught", "unsteady", "missed", "unsaid", "base_flagged", "lost"]
FATES: Final[tuple[Fate, ...]] = (
    "caught",
    "unsteady",
    "missed",
    "unsaid",
    "base_flagged",
    "lost",
)


def fate_of(base: Runs | None, mutated: Runs | None) -> Fate:
    """What the runs on a base and on its mutation amount to; None: code hands it to no judge."""
    if base is None or mutated is None or not (base.whole and mutated.whole):
        return "lost"
    if base.flagged:
        return "base_flagged"
    if mutated.flagged == len(mutated.words):
        return "caught"
    if mutated.flagged:
        return "unsteady"
    return "missed" if set(mutated.words) == {"pass"} else "unsaid"


def gates_failed(case: Case) -> frozenset[str]:
    """The gates that fail on a case; what they cannot check is no failure."""
    gates = assess(case).gates
    return frozenset(gate for gate, result in gates.items() if result.outcome == "fail")


@dataclass(frozen=True, slots=True)
class Detected:
    """One class. `code` defects are caught by code, `both` by code and judge, `neither` by none.

    `below` have a lower score in every repeat than the base in any: a hint where a verdict says
    nothing because the base is flagged too.
    """

    kind: str
    fates: Mapping[Fate, int]
    code: int
    both: int
    neither: int
    below: int
    void: Mapping[str, int] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """The defects of the class."""
        return sum(self.fates.values())

    @property
    def countable(self) -> int:
        """Those of which the judge's verdicts say something."""
        return self.n - self.fates["base_flagged"] - self.fates["lost"]

    @property
    def interval(self) -> Interval | None:
        """Wilson's, of the share caught among the countable ones."""
        return wilson(self.fates["caught"], self.countable)

    def to_dict(self) -> dict[str, Any]:
        """The class as JSON values."""
        caught, n = self.fates["caught"], self.countable
        return {
            "class": self.kind,
            "n": self.n,
            **{name: self.fates[name] for name in FATES},
            "countable": n,
            "caught_rate": caught / n if n else None,
            "interval": self.interval.to_dict() if self.interval else None,
            "caught_by_code": self.code,
            "caught_by_both": self.both,
            "caught_by_neither": self.neither,
            "score_below_base": self.below,
            "void": dict(self.void),
        }


#: The runs of a pair's base and of its mutated case.
PairRuns = tuple[DefectPair, Runs | None, Runs | None]


def detect(
    rows: Iterable[PairRuns], void: Mapping[str, Counter[str]], order: Iterable[str] = ()
) -> tuple[Detected, ...]:
    """The classes in that order, else as they are met; `void` ones without a pair come last."""
    by_kind: dict[str, list[PairRuns]] = {kind: [] for kind in order}
    for row in rows:
        by_kind.setdefault(row[0].kind, []).append(row)
    failed: dict[int, frozenset[str]] = {}
    found = [
        _class(kind, members, failed, void.get(kind, Counter()))
        for kind, members in by_kind.items()
    ]
    bare = [kind for kind in void if kind not in by_kind]
    return (*found, *(_class(kind, [], failed, void[kind]) for kind in bare))


def _class(
    kind: str,
    rows: Sequence[PairRuns],
    failed: dict[int, frozenset[str]],
    void: Counter[str],
) -> Detected:
    fates: Counter[Fate] = Counter()
    code = both = neither = below = 0
    for pair, base, mutated in rows:
        if id(pair.base) not in failed:
            failed[id(pair.base)] = gates_failed(pair.base)
        by_code = bool(gates_failed(pair.case) - failed[id(pair.base)])
        fate = fate_of(base, mutated)
        fates[fate] += 1
        code += by_code
        both += by_code and fate == "caught"
        neither += not by_code and fate != "caught"
        below += _below(base, mutated)
    return Detected(
        kind,
        {name: fates[name] for name in FATES},
        code,
        both,
        neither,
        below,
        dict(sorted(void.items())),
    )


def _below(base: Runs | None, mutated: Runs | None) -> bool:
    if base is None or mutated is None:
        return False
    before = [one.score for one in base.judgments if one.score is not None]
    after = [one.score for one in mutated.judgments if one.score is not None]
    return bool(before and after) and max(after) < min(before)


def asked_runs(
    pairs: Pairs,
    asking: Asking,
    how: Yardstick,
    repeats: int,
    tick: Callable[[Answer], None] = lambda _: None,
) -> list[PairRuns]:
    """Every pair judged `repeats` times; a base that several share is judged once."""
    found = {
        key: None if judgments is None else Runs.of(judgments, how)
        for key, judgments in asking.answers(pair_questions(pairs, repeats), tick)
    }
    return [(pair, found[_base_key(pair)], found[at]) for at, pair in enumerate(pairs.pairs)]


def pair_questions(pairs: Pairs, repeats: int) -> Iterator[Question]:
    """Every base once, and each case made from it."""
    seen: set[tuple[str, int]] = set()
    for at, pair in enumerate(pairs.pairs):
        key = _base_key(pair)
        if key not in seen:
            seen.add(key)
            yield Question(key, pair.base, repeats)
        yield Question(at, pair.case, repeats)


def _base_key(pair: DefectPair) -> tuple[str, int]:
    return "base", id(pair.base)


def recorded_runs(pairs: Pairs, judge: str, how: Yardstick) -> list[PairRuns]:
    """The repeats that the cases carry of one judge; without any the pair is lost."""
    return [
        (pair, _recorded(pair.base, judge, how), _recorded(pair.case, judge, how))
        for pair in pairs.pairs
    ]


def _recorded(case: Case, judge: str, how: Yardstick) -> Runs | None:
    kept = [one for one in case.judgments if one.judge == judge and one.criterion == how.criterion]
    return Runs.of(kept, how) if kept else None
