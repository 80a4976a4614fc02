"""Whose judgments can be held against labels without a call: what rows hold, and offline judges.

Runs in a process of its own, see `calibration_apart`. A judge that would send text is never asked:
it is there only by what evaluations and cases hold of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from adjudge_engine.errors import AdjudgeError
from adjudge_engine.vocabulary import PREFERENCE
from adjudge_tui.calibrating.calibration_rows import Row

if TYPE_CHECKING:
    from adjudge_engine.calibration.measures.judgments import JudgmentSource, Pending
    from adjudge_engine.case import Case
    from adjudge_engine.evaluation import Claim, Judgment
    from adjudge_engine.judges.base import Judge

#: Where its judgments come from: evaluations of this queue, the cases, asked now, a stored result.
How = Literal["evaluated", "recorded", "asked", "file"]
_LOCAL: Final = "local"
_MOST: Final = 200  # judges that are offered


@dataclass(frozen=True, slots=True)
class Offer:
    """A judge on a criterion. `count`: labelled rows that it can be held against."""

    how: How
    judge: str
    criterion: str
    count: int = 0
    path: str = ""


def offers_of(rows: Iterable[Row]) -> list[Offer]:
    """Every judge that can be shown: those with most judgments first, then those to ask."""
    held: Counter[tuple[How, str, str]] = Counter()
    labelled: Counter[str] = Counter()
    for row in rows:
        criteria = {one.criterion for one in row.case.labels} - {PREFERENCE}
        labelled.update(criteria)
        held.update(set(_held(row.case, criteria)))
    found = [Offer(*place, count) for place, count in held.items()]
    found += [
        Offer("asked", judge.name, criterion, labelled[criterion])
        for judge in offline_judges()
        for criterion in judge.criteria
        if labelled[criterion]
    ]
    order = ("evaluated", "recorded", "asked")
    found.sort(key=lambda one: (one.criterion != "faithfulness", order.index(one.how), -one.count))
    return sorted(found[:_MOST], key=lambda one: one.how == "asked")


def _held(case: Case, criteria: set[str]) -> Iterator[tuple[How, str, str]]:
    for one in case.judgments:
        if one.criterion in criteria:
            yield "recorded", one.judge, one.criterion
    for raw in stored_judgments(case):
        if raw.get("criterion") in criteria and isinstance(raw.get("judge"), str):
            yield "evaluated", raw["judge"], raw["criterion"]


def stored_judgments(case: Case) -> Sequence[Mapping[str, Any]]:
    """What the judges of the evaluation said that a golden row was decided on."""
    golden = case.metadata.get("golden")
    said = golden.get("judged") if isinstance(golden, Mapping) else None
    return [one for one in said if isinstance(one, Mapping)] if isinstance(said, list) else []


def offline_judges() -> list[Judge]:
    """The judges that can be asked without anything leaving this machine or waiting for a model."""
    from adjudge_engine.judges.finding import configuration
    from adjudge_engine.judges.registry import make_judges
    from adjudge_engine.judges.settings import LocalSettings
    from adjudge_engine.judges.shared import Shared

    shared, names = Shared(), [_LOCAL]
    try:
        config = configuration()
        shared = Shared(config=config, local_only=True)
        names += [name for name, one in config.judges.items() if isinstance(one, LocalSettings)]
    except AdjudgeError:  # a configuration that cannot be used has no judges; the built-in is there
        pass
    found = []
    for name in dict.fromkeys(names):
        try:
            found += [one for one in make_judges(name, shared) if not one.remote]
        except AdjudgeError:  # its file of weights is gone: it cannot be asked
            continue
    return found


def source_of(how: str, name: str, criterion: str) -> JudgmentSource:
    """Where the judgments of an offer come from. JudgeError for a judge that is not there."""
    from adjudge_engine.calibration.measures.judgments import Asked, Recorded
    from adjudge_engine.errors import JudgeError

    if how == "recorded":
        return Recorded(name, criterion)
    if how == "evaluated":
        return Evaluated(name, criterion)
    for judge in offline_judges():
        if judge.name == name:
            return Once(Asked(judge, criterion))
    raise JudgeError(name, "")


@dataclass(frozen=True)
class Evaluated:
    """The judgments of the evaluations that the golden rows were decided on, as they keep them."""

    name: str
    criterion: str
    fingerprints: set[str] = field(default_factory=set)

    @property
    def fingerprint(self) -> str | None:
        """The one that all have; None where there are several, or none."""
        return next(iter(self.fingerprints)) if len(self.fingerprints) == 1 else None

    @property
    def scored_by(self) -> str | None:
        """Nothing beside the verdicts."""
        return None

    @property
    def ahead(self) -> int:
        """None: all of it is at hand."""
        return 0

    def risks(self, case: Case, claims: tuple[Claim, ...]) -> Mapping[str, float]:
        """None."""
        return {}

    def begin(self, case: Case, claims: tuple[Claim, ...]) -> Pending:
        """The judgments of that name on the criterion."""
        found = [
            one
            for raw in stored_judgments(case)
            if (raw.get("judge"), raw.get("criterion")) == (self.name, self.criterion)
            for one in _judgment(raw)
        ]
        self.fingerprints.update(one.fingerprint or "" for one in found)
        return lambda: found


def _judgment(raw: Mapping[str, Any]) -> Iterator[Judgment]:
    """A kept judgment; nothing where it is none, so that its answer has no verdict."""
    from pydantic import ValidationError

    from adjudge_engine.evaluation import Judgment

    code = raw.get("code")
    abstention = {"code": str(code), "message": ""} if code else None
    kept = {key: value for key, value in raw.items() if key not in ("code", "admitted")}
    try:
        yield Judgment.model_validate(kept | ({"abstention": abstention} if abstention else {}))
    except ValidationError:
        return


class Once:
    """A source that is asked once for each case, however often its judgments are read."""

    def __init__(self, source: JudgmentSource) -> None:
        self._source = source
        self._said: dict[int, tuple[Case, Sequence[Judgment], Mapping[str, float]]] = {}

    @property
    def inner(self) -> JudgmentSource:
        """The source itself."""
        return self._source

    @property
    def name(self) -> str:
        """The judge's name."""
        return self._source.name

    @property
    def fingerprint(self) -> str | None:
        """The judge's fingerprint."""
        return self._source.fingerprint

    @property
    def ahead(self) -> int:
        """One after the other."""
        return 0

    @property
    def scored_by(self) -> str | None:
        """As the source says."""
        return self._source.scored_by

    def begin(self, case: Case, claims: tuple[Claim, ...]) -> Pending:
        """The judgments on the case."""
        said = self._of(case, claims)[1]
        return lambda: said

    def risks(self, case: Case, claims: tuple[Claim, ...]) -> Mapping[str, float]:
        """The risks of its claims."""
        return self._of(case, claims)[2]

    def _of(
        self, case: Case, claims: tuple[Claim, ...]
    ) -> tuple[Case, Sequence[Judgment], Mapping[str, float]]:
        if id(case) not in self._said:  # the case is kept with it, so that its id stays its own
            said = self._source.begin(case, claims)()
            self._said[id(case)] = (case, said, self._source.risks(case, claims))
        return self._said[id(case)]
