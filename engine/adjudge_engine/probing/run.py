"""All probes on all cases: the base with its repeats first, then every alteration of each case."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from adjudge_engine.calibration.measures.spread import repeat_spread
from adjudge_engine.calibration.statistics.intervals import wilson
from adjudge_engine.case import Case
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.repeats import may_change
from adjudge_engine.probing.alterations import PROBES, Cannot, Probe
from adjudge_engine.probing.asking import Answer, Asking, Question, comparisons, may_be_asked
from adjudge_engine.probing.figures import (
    Clustering,
    ProbeFigures,
    ProbeReport,
    RepeatFigures,
    counts_of,
)
from adjudge_engine.probing.own_family import self_preference
from adjudge_engine.probing.paired import Paired, adjusted
from adjudge_engine.probing.said import Runs, Yardstick

REPEATS: Final = 5
SEED: Final = 1
_BASE: Final = "base"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to probe. `runs`: how often the unaltered case is judged, at least twice."""

    how: Yardstick = field(default_factory=Yardstick)
    probes: tuple[Probe, ...] = PROBES
    runs: int = REPEATS
    seed: int = SEED
    own_family: bool = True

    def __post_init__(self) -> None:
        if self.runs < 2:
            raise JudgeError("a probe needs the same text judged twice", "give 2 repeats or more")

    def usable(self, cases: Iterable[Case]) -> tuple[list[Case], Counter[str]]:
        """The cases of the criterion's kind, longer comparisons in pairs; the rest is counted."""
        kept: list[Case] = []
        left_out: Counter[str] = Counter()
        for case in cases:
            if not may_be_asked(case, self.how.criterion):
                left_out["other_kind"] += 1
                continue
            kept += comparisons(case)
        return kept, left_out

    def questions(self, cases: Sequence[Case]) -> Iterator[Question]:
        """Everything to ask: each case unaltered, then each alteration that can be made of it."""
        for at, case in enumerate(cases):
            yield Question((at, _BASE), case, self.runs)
            for probe in self.probes:
                made = probe.altered(case, self.seed)
                if isinstance(made, Case):
                    yield Question((at, probe.name), made)


def run_probes(
    cases: Iterable[Case],
    asking: Asking,
    plan: Plan,
    tick: Callable[[Answer], None] = lambda _: None,
) -> ProbeReport:
    """Probes the judge. `tick` is told of every answer as it comes."""
    kept, left_out = plan.usable(cases)
    turned = {probe.name for probe in plan.probes if probe.turned}
    found: dict[str, dict[int, Runs]] = defaultdict(dict)
    for key, judgments in asking.answers(plan.questions(kept), tick):
        assert isinstance(key, tuple)
        at, name = key
        if judgments is not None:
            found[name][at] = Runs.of(judgments, plan.how, turned=name in turned)
    base = found[_BASE]
    left_out["not_for_judges"] += len(kept) - len(base)
    rows = [_figures(probe, kept, base, found[probe.name], plan) for probe in plan.probes]
    if plan.own_family:
        rows.append(self_preference(kept, base, plan.how))
    return ProbeReport(
        judge=asking.judge.name,
        fingerprint=asking.fingerprint,
        criterion=plan.how.criterion,
        cases=len(kept),
        left_out=counts_of(left_out),
        words=_words(base),
        seed=plan.seed,
        may_change=may_change(asking.judge),
        repeats=_repeats(kept, base, plan, asking.judge.name),
        clustering=Clustering.of(_scores(one.judgments[0] for one in base.values())),
        probes=with_family(rows),
        first_place=_first_place(base, found.get("order", {})),
    )


def with_family(rows: Sequence[ProbeFigures]) -> tuple[ProbeFigures, ...]:
    """The rows with their p-values corrected for being several, and what n could have shown."""
    tested = [row.paired.p for row in rows if row.paired.p is not None]
    corrected = iter(adjusted(tested))
    return tuple(
        replace(
            row,
            q=None if row.paired.p is None else next(corrected),
            least=row.paired.least(len(tested)) if row.paired.n else None,
        )
        for row in rows
    )


def _figures(
    probe: Probe, cases: Sequence[Case], base: dict[int, Runs], altered: dict[int, Runs], plan: Plan
) -> ProbeFigures:
    void: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    shifts: Counter[str] = Counter()
    rows: list[tuple[str, bool, bool]] = []
    passed = still = 0
    for at, case in enumerate(cases):
        runs, other = base.get(at), altered.get(at)
        if runs is None:
            continue
        if other is None:
            made = probe.altered(case, plan.seed)
            void[made.reason if isinstance(made, Cannot) else "not_for_judges"] += 1
            continue
        if codes := [one for one in (*runs.codes[:2], *other.codes) if one is not None]:
            lost[codes[0]] += 1
            continue
        was, noise, now = *runs.words[:2], other.words[0]
        rows.append((case.group, was != now, was != noise))
        shifts[f"{was}→{now}"] += was != now
        passed += was == "pass"
        still += was == now == "pass"
    return ProbeFigures(
        name=probe.name,
        title=probe.title,
        wanted=probe.wanted,
        paired=Paired.of(rows),
        shifts=counts_of(shifts),
        void=counts_of(void),
        lost=counts_of(lost),
        passed=passed,
        still_pass=still,
    )


def _repeats(cases: Sequence[Case], base: dict[int, Runs], plan: Plan, judge: str) -> RepeatFigures:
    whole = {at: runs for at, runs in base.items() if runs.whole}
    unsteady = sum(len(set(runs.words)) > 1 for runs in whole.values())
    judged = (
        cases[at].model_copy(update={"judgments": runs.judgments}) for at, runs in whole.items()
    )
    return RepeatFigures(
        runs=plan.runs,
        n=len(whole),
        unsteady=unsteady,
        interval=wilson(unsteady, len(whole)),
        flagged=sum(runs.flagged > 0 for runs in whole.values()),
        detected=sum(runs.flagged == len(runs.words) for runs in whole.values()),
        spread=repeat_spread(judged, judge, plan.how.criterion),
        lost=counts_of(Counter(code for runs in base.values() for code in runs.lost)),
    )


def _words(base: dict[int, Runs]) -> dict[str, int]:
    """How often each verdict was given first; those that could not be had are `lost`."""
    return counts_of(Counter("lost" if one.codes[0] else one.words[0] for one in base.values()))


def _scores(judgments: Iterable[Judgment]) -> Iterator[float]:
    for one in judgments:
        for value in (one.value, one.score):
            if value is not None:
                yield value
                break


def _first_place(base: dict[int, Runs], swapped: dict[int, Runs]) -> dict[str, int]:
    """How often the answer shown first won, and the second, over both orders; without ties."""
    count = Counter(
        "first" if word == first else "second"
        for runs, first in ((base, "A"), (swapped, "B"))
        for at, one in runs.items()
        if at in base and at in swapped and not one.codes[0]
        for word in one.words[:1]
        if word in ("A", "B")
    )
    return counts_of(count) if swapped else {}
