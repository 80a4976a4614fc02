"""From compared rows to an entry of the admissions file.

Only held-out rows count, and none on a source that the judge was fitted on. Where people do not
agree with each other nothing is admitted: no judge can be right about what they differ on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from adjudge_engine.calibration.measures.counting import counts_by_group
from adjudge_engine.calibration.measures.labelled import Compared, Labelled
from adjudge_engine.calibration.measures.learned import group_mark
from adjudge_engine.calibration.measures.splits import group_of, split_of
from adjudge_engine.calibration.raters.people import is_withdrawn
from adjudge_engine.calibration.raters.people_first import agreement_of_people
from adjudge_engine.calibration.releasing.admission import Outcome, weigh
from adjudge_engine.calibration.releasing.admissions import Entry, LabelSet
from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case, Label, case_hash
from adjudge_engine.errors import InputError
from adjudge_engine.policy import Admission


@dataclass
class HeldOut:
    """The cases by which a judge may be admitted, and a count of those by which it may not.

    A case counts once, whatever its copies are called: a judge says the same of each. What people
    said of any copy they said of the case. `learned`: marks of the groups that the judge was
    fitted on. `hash` is over what was let through, and labels of copies that say otherwise.
    """

    learned: frozenset[str] = frozenset()
    excluded: Counter[str] = field(default_factory=Counter)
    _hashes: list[str] = field(default_factory=list)
    _seen: dict[str, set[str]] = field(default_factory=dict)

    def of(self, cases: Iterable[Case]) -> Iterator[Case]:
        """The held-out cases among `cases` that the judge has not learned from, with the labels
        of their copies. All are read before the first is given."""
        kept: dict[str, Case] = {}
        for read, case in self._counting(cases):
            kept[read] = _with_labels(kept[read], case) if read in kept else case
        yield from kept.values()

    def _counting(self, cases: Iterable[Case]) -> Iterator[tuple[str, Case]]:
        """The cases and copies that count, with a hash of what a judge reads of each."""
        for case in cases:
            group = group_of(case)
            golden = case.metadata.get("golden")
            told = golden.get("split") if isinstance(golden, dict) else None
            if split_of(group) != "held-out" or told not in (None, "held-out"):
                self.excluded["dev"] += 1
            elif group_mark(group) in self.learned:
                self.excluded["learned"] += 1
            else:
                read = _as_read(case)
                labels = [one.to_dict() for one in case.labels]
                said, before = canonical_hash(labels), self._seen.setdefault(read, set())
                if said not in before:
                    self._hashes.append(canonical_hash([case_hash(case), labels]))
                self.excluded["repeated"] += bool(before)
                before.add(said)
                yield read, case

    @property
    def hash(self) -> str:
        """`sha256:…` over the cases and labels that were let through, in their order."""
        return canonical_hash(self._hashes)

    @property
    def any(self) -> bool:
        """Whether a case was let through."""
        return bool(self._hashes)

    def check_any(self, name: str) -> None:
        """InputError where nothing was let through, with the way out."""
        if self._hashes:
            return
        if self.excluded["learned"]:
            raise InputError(
                f"The judge was fitted on every held-out source of {name}: "
                "on these its figures flatter it.",
                "Fit it to the dev side alone: adjudge golden export NAME@N --split dev --out "
                "dev.jsonl, then adjudge calibrate --labels dev.jsonl --fit-local FILE.",
            )
        raise InputError(
            f"{name} has no case on the held-out side ({self.excluded['dev']:,} on the dev side).",
            "A third of all sources is held out: label answers on more sources.",
        )


def _as_read(case: Case) -> str:
    """A hash of the words that a judge reads: two cases with the same are one case twice."""
    texts = [one.text for one in case.contexts]
    return canonical_hash([case.question, case.answer, list(case.answers), texts])


def _with_labels(case: Case, copy: Case) -> Case:
    """The case with what people said of its copy, too.

    Who says something else of the copy is kept beside what he said of the case, as a label
    without a name: which of the two he means is not known, so they disagree.
    """
    if is_withdrawn(copy):
        return case
    if is_withdrawn(case):
        return copy
    told = {_word(one) for one in case.labels}
    named = {(one.criterion, one.by) for one in case.labels}
    new = [
        one.model_copy(update={"by": None}) if (one.criterion, one.by) in named else one
        for one in copy.labels
        if _word(one) not in told
    ]
    return case.model_copy(update={"labels": (*case.labels, *new)})


def _word(label: Label) -> str:
    """What somebody says by a label, whenever and with whatever note."""
    said = {"criterion", "value", "claims", "undetermined", "by"}
    return canonical_hash(label.model_dump(mode="json", include=said))


def level_of(criterion: str, admission: Admission) -> Literal["claim", "answer"]:
    """Where the criterion is measured: only faithfulness has verdicts by claim."""
    return admission.level if criterion == "faithfulness" else "answer"


def entry_of(
    compared: Compared,
    admission: Admission,
    held_out: HeldOut,
    labels: LabelSet,
    at: str,
    by: str,
    *,
    recorded: bool = False,
) -> Entry:
    """The entry of a judge, whatever its outcome. InputError where there is nothing to weigh.

    `recorded`: its judgments were read from records.
    """
    if compared.fingerprint is None:
        raise InputError(
            f"The judgments of {compared.judge} have no one fingerprint: they were made by several "
            "models, rubrics or versions, or not as many times on every case.",
            "Admit each by itself: give every one a name of its own.",
        )
    level = level_of(compared.criterion, admission)
    rows = _rows(compared, level)
    weighed = weigh(counts_by_group(rows), admission)
    people = agreement_of_people(compared.people)
    outcome: Outcome = weighed.outcome
    why = weighed.why
    if people.verdict == "ambiguous":
        outcome, why = "refused", people.sentence
    elif level == "claim" and not compared.claim_verdicts:
        outcome = "refused"
        why = "it gives no verdict on any claim, and a release needs one on every claim"
    return Entry(
        judge=compared.judge,
        criterion=compared.criterion,
        fingerprint=compared.fingerprint,
        reading=compared.reading,
        minimum=compared.minimum,
        outcome=outcome,
        why=why,
        level=level,
        labels=labels,
        rows=len(rows),
        demands=admission,
        figures=weighed.to_dict(),
        people={"verdict": people.verdict, "sentence": people.sentence},
        excluded=dict(sorted((held_out.excluded + compared.left_out).items())),
        at=at,
        by=by,
        recorded=recorded,
    )


def _rows(compared: Compared, level: Literal["claim", "answer"]) -> list[Labelled]:
    rows = compared.claim if level == "claim" else compared.answer
    return [one for one in rows if one.split == "held-out"]
