"""The figures of one judge as JSON: measured, what cuts cost, admission, disagreements one by one.

Runs in a process of its own, see `calibration_apart`. The statistics are those of `adjudge
calibrate`, `admit` and `thresholds`; nothing is worked out twice or otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudge_engine.errors import AdjudgeError, InputError
from adjudge_tui.calibrating.calibration_judges import Once, source_of
from adjudge_tui.calibrating.calibration_rows import Row

if TYPE_CHECKING:
    from adjudge_engine.calibration.measures.judgments import JudgmentSource
    from adjudge_engine.calibration.measures.labelled import Compared, Labelled
    from adjudge_engine.calibration.releasing.admissions import Entry
    from adjudge_engine.case import Label
    from adjudge_engine.policy import Admission
    from adjudge_engine.vocabulary import Reading

_MOST: Final = 2_000  # disagreements that are listed
_TEXT: Final = 300  # characters of a question
_STRICT: Final[tuple[Reading, float]] = ("strict", 1.0)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be shown. `reading` None: as the admission or the policy reads the judge.

    `split`: `dev`, `held-out` or `all`; `costs`: a bad one released, a good one blocked, a review.
    """

    how: str
    judge: str
    criterion: str
    reading: Reading | None = None
    minimum: float = 1.0
    split: str = "all"
    costs: tuple[float, float, float] = (50.0, 5.0, 2.0)


@dataclass(slots=True)
class Measuring:
    """One judge against the rows of one version. `by`: who looks."""

    rows: Sequence[Row]
    wanted: Wanted
    labels: tuple[str, int]
    db: Path
    by: str

    def figures(self, tell: Callable[[int], None]) -> dict[str, Any]:
        """Everything. `tell` hears how many rows have been judged."""
        from adjudge_engine.calibration.measures.calibrate import calibration_of

        wanted, entries = self.wanted, self._entries()
        ways = ways_of(entries, wanted.criterion)
        reading, minimum = (wanted.reading, wanted.minimum) if wanted.reading else ways[0]
        source = self._source()
        every = self._compared(source, reading, minimum, tell)
        # The thresholds and the admission choose their sides themselves.
        thresholds = self._thresholds(source, every)
        shown = _side(every, wanted.split)
        side: Any = None if wanted.split == "all" else wanted.split
        said = calibration_of(shown, side).to_dict()
        del said["disagreements"]
        return {
            "calibration": said,
            "ways": ways,
            "thresholds": thresholds,
            "admissions": [
                one.model_dump(mode="json") | {"current": one.fingerprint == every.fingerprint}
                for one in entries
            ],
            "dry": self._dry(source, every, entries),
            **self._disagreements(shown),
        }

    def _source(self) -> JudgmentSource:
        source = source_of(self.wanted.how, self.wanted.judge, self.wanted.criterion)
        return source if isinstance(source, Once) else Once(source)

    def _compared(
        self, source: JudgmentSource, reading: Reading, minimum: float, tell: Callable[[int], None]
    ) -> Compared:
        from adjudge_engine.calibration.measures.labelled import label_rows

        def cases() -> Any:
            for number, row in enumerate(self.rows):
                tell(number)
                yield row.case

        criterion = self.wanted.criterion
        return label_rows(cases(), source, criterion=criterion, reading=reading, minimum=minimum)

    # What cuts cost -----------------------------------------------------------------------------

    def _thresholds(self, source: JudgmentSource, every: Compared) -> dict[str, Any]:
        """The cuts from the costs, or with `problem` why there are none."""
        from adjudge_engine.calibration.releasing.thresholds import Costs, thresholds
        from adjudge_tui.cli.judges.thresholds_view import policy_line

        scored = every
        if every.scored_by != "risk" and every.reading == "strict":
            scored = self._compared(source, "score", 0.5, lambda _done: None)
        by_claim = scored.scored_by == "risk" and bool(scored.claim)
        rows = scored.claim if by_claim else scored.answer
        level = "claim" if by_claim else "answer"
        sides = [[one for one in rows if one.split == side] for side in ("dev", "held-out")]
        about = {"level": level, "scored_by": scored.scored_by}
        try:
            found = thresholds(sides[0], sides[1], Costs(*self.wanted.costs))
        except InputError:
            scored_on = [sum(one.score is not None for one in side) for side in sides]
            return about | {"problem": True, "dev": scored_on[0], "held_out": scored_on[1]}
        release, block = found.cuts.release, found.cuts.block
        line = None if release is None else policy_line(scored, level, release, block)
        return found.to_dict() | about | {"line": line}

    # Admission ----------------------------------------------------------------------------------

    def _entries(self) -> list[Entry]:
        """What the admissions file says of this judge on the criterion, newest first."""
        return entries_of(self.db, self.wanted.judge, self.wanted.criterion)

    def _dry(
        self, source: JudgmentSource, every: Compared, entries: Sequence[Entry]
    ) -> dict[str, Any]:
        """What `adjudge admit` would find on these labels now, or with `problem` why nothing.

        That held-out labels were looked at is written down first.
        """
        from adjudge_engine.calibration.measures.judgments import Recorded
        from adjudge_engine.calibration.measures.labelled import label_rows
        from adjudge_engine.calibration.measures.learned import learned_marks
        from adjudge_engine.calibration.releasing.admissions import LabelSet
        from adjudge_engine.calibration.releasing.admitting import HeldOut, entry_of
        from adjudge_tui.calibrating.calibration_looks import write_look

        inner = getattr(source, "inner", source)
        judge = getattr(inner, "judge", None)
        held_out = HeldOut(learned_marks(judge) if judge is not None else frozenset())
        cases = list(held_out.of(row.case for row in self.rows))
        name, version = self.labels
        labels = LabelSet(name=f"{name}@{version}", version=version, hash=held_out.hash)
        recorded = isinstance(inner, Recorded)
        if held_out.any:
            write_look(self.db, every, labels, self.by, recorded=recorded)
        try:
            held_out.check_any("")
            compared = label_rows(
                cases,
                source,
                criterion=every.criterion,
                reading=every.reading,
                minimum=every.minimum,
            )
            demands, of = _demands(entries)
            entry = entry_of(compared, demands, held_out, labels, "", "", recorded=recorded)
        except InputError as error:
            learned = held_out.excluded["learned"]
            return {"problem": error.message, "held_out": len(cases), "learned": learned}
        return entry.model_dump(mode="json") | {"demands_of": of}

    # Disagreements ------------------------------------------------------------------------------

    def _disagreements(self, shown: Compared) -> dict[str, Any]:
        """Answers on which people and the judge differ, and claims of others; let through first.

        Of an answer that stands there its differing claims are named with it.
        """
        places = {row.case.id: row for row in self.rows}
        claims: dict[str, list[str]] = {}
        for one in filter(_differs, shown.claim):
            claims.setdefault(one.case_id, []).append(str(one.claim_id))
        found = list(filter(_differs, shown.answer))
        listed_already = {one.case_id for one in found}
        found += [one for one in filter(_differs, shown.claim) if one.case_id not in listed_already]
        found.sort(key=lambda one: (one.truth == "good", one.claim_id is not None))
        listed = [
            self._differing(one, places[one.case_id]) | {"claims": claims.get(one.case_id, [])}
            for one in found[:_MOST]
        ]
        return {"disagreements": listed, "more": len(found) - len(listed)}

    def _differing(self, one: Labelled, row: Row) -> dict[str, Any]:
        labels = [label for label in row.case.labels if label.criterion == self.wanted.criterion]
        return {
            "case_id": one.case_id,
            "item": row.item,
            "claim": one.claim_id,
            "people": one.truth,
            "judge": one.said,
            "score": one.score,
            "question": (row.case.question or "")[:_TEXT],
            "words": [word for label in labels for word in _word(label, one.claim_id)],
        }


def _differs(one: Labelled) -> bool:
    """Whether the judge gave its verdict and people gave another."""
    return one.said != "abstain" and (one.truth == "good") != (one.said == "pass")


def _word(label: Label, claim_id: str | None) -> list[dict[str, Any]]:
    """What one person said of the answer, or of that claim."""
    if claim_id is None:
        value = None if label.value is None else str(label.value)
        return [{"by": label.by, "value": value}]
    verdicts = [one.verdict for one in label.claims if one.claim_id == claim_id]
    return [{"by": label.by, "value": str(one)} for one in verdicts]


def _side(every: Compared, split: str) -> Compared:
    """The rows of one side of the split."""
    if split == "all":
        return every
    shown = copy(every)
    shown.answer = [one for one in every.answer if one.split == split]
    shown.claim = [one for one in every.claim if one.split == split]
    return shown


def entries_of(db: Path, judge: str, criterion: str) -> list[Entry]:
    """What the admissions file beside the queue says of a judge, newest first. InputError."""
    from adjudge_engine.calibration.releasing.admissions import admissions_at, load_admissions

    place = admissions_at(None, db)
    book = load_admissions(place).entries if place else ()
    mine = [one for one in book if (one.judge, one.criterion) == (judge, criterion)]
    return sorted(mine, key=lambda one: (one.at, one.place), reverse=True)


def ways_of(entries: Sequence[Entry], criterion: str) -> list[tuple[Reading, float]]:
    """In which ways the judge is read: as it was admitted, as the policy reads it, the rest."""
    from adjudge_engine.calibration.watching.standing import asked_of
    from adjudge_engine.policy import load_policy

    ways: list[tuple[Reading, float]] = [(one.reading, one.minimum) for one in entries]
    asked = asked_of(load_policy(None))
    ways += [(reading, minimum) for name, reading, minimum in asked if name == criterion]
    return list(dict.fromkeys([*ways, _STRICT, ("score", 0.8), ("score", 0.5)]))


def _demands(entries: Sequence[Entry]) -> tuple[Admission, str]:
    """What an admission would be held to: as the newest one was, else the shipped policy's."""
    from adjudge_engine.policy import load_policy

    if entries:
        return entries[0].demands, "entry"
    return load_policy(None).admission, "shipped"


def stored_figures(said: Mapping[str, Any], db: Path) -> dict[str, Any]:
    """A stored calibration in the same shape, with the admissions of now."""
    judge, criterion = str(said["judge"]), str(said["criterion"])
    try:
        entries = entries_of(db, judge, criterion)
    except AdjudgeError:
        entries = []
    listed = said.get("disagreements")
    found = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    return {
        "calibration": {key: one for key, one in said.items() if key != "disagreements"},
        "ways": [],
        "thresholds": None,
        "admissions": [
            one.model_dump(mode="json") | {"current": one.fingerprint == said.get("fingerprint")}
            for one in entries
        ],
        "dry": None,
        "disagreements": [
            {key: str(one.get(key)) for key in ("case_id", "people", "judge")}
            for one in found[:_MOST]
        ],
        "more": max(0, len(found) - _MOST),
    }
