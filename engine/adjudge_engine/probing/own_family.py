"""Self-preference: does a judge go easier on what its own model family wrote?

No text is altered. Two answers to one question, one by a model of the judge's family and one by
another, are a pair if people gave both the same label: then neither deserves the better verdict.
The judge's `pass` on the one alone against `pass` on the other alone is McNemar's test.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from adjudge_engine.calibration.raters.people import labels_of, people_say
from adjudge_engine.case import Case
from adjudge_engine.judges.families import prefers_itself
from adjudge_engine.probing.figures import ProbeFigures, counts_of
from adjudge_engine.probing.paired import Paired
from adjudge_engine.probing.said import Runs, Yardstick
from adjudge_engine.text.tokens import folded_words

NAME = "self-preference"
TITLE = "its own family wrote the answer"


def self_preference(
    cases: Sequence[Case], base: Mapping[int, Runs], how: Yardstick
) -> ProbeFigures:
    """The test over all pairs; `base` holds the runs of `cases` by their place.

    An answer stands in one pair at most. What keeps a case out is counted under `void`.
    """
    void: Counter[str] = Counter()
    strata: dict[tuple[str, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for at, case in enumerate(cases):
        runs = base.get(at)
        if runs is None or not runs.whole:
            continue
        own = prefers_itself(runs.judgments[0], case.generator)
        truth = people_say(labels_of(case, how.criterion))
        question = " ".join(folded_words(case.question or ""))
        if own is None:
            void["family_unknown"] += 1
        elif truth not in ("good", "bad"):
            void["no_label"] += 1
        elif not question:
            void["no_question"] += 1
        else:
            strata[question, truth][0 if own else 1].append(at)
    rows: list[tuple[str, bool, bool]] = []
    shifts: Counter[str] = Counter()
    for owns, others in strata.values():
        void["no_partner"] += abs(len(owns) - len(others))
        for own_at, other_at in zip(owns, others, strict=False):
            one, two = base[own_at].words[0], base[other_at].words[0]
            rows.append((cases[own_at].group, one == "pass", two == "pass"))
            shifts[f"own {one}, other {two}"] += one != two
    return ProbeFigures(
        name=NAME,
        title=TITLE,
        wanted="same",
        paired=Paired.of(rows),
        shifts=counts_of(shifts),
        void=counts_of(void),
        lost={},
    )
