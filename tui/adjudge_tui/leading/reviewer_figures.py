"""How people decide: pace, agreement, drift, and what the judge makes of it; for leads.

Computed once for the command line and the desk; each prints them in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from adjudge_engine.vocabulary import LABEL_VERDICTS

if TYPE_CHECKING:
    from adjudge_engine.calibration.raters.reviewers import Concord, ReviewDecision
    from adjudge_queue import Queue
    from adjudge_queue.people.figures import Known

_ANSWER: Final = "answer"
#: The two sources of known answers.
PLANTED: Final = "planted"
SETTLED: Final = "settled"
#: Beside this one what reviewers say can be held: a judge is named so.
_JUDGE: Final = "judge "


def read_figures(queue: Queue, reviewer: str, windows: int = 2) -> ReviewerFigures:
    """The figures as of now, drift in so many windows. Reads every decision: not for an event
    loop. DecisionError if the reviewer is no lead.
    """
    known = {
        PLANTED: queue.planted_results(reviewer),
        SETTLED: queue.adjudicated_results(reviewer),
    }
    judged = queue.beside_judges(reviewer)
    decisions = list(queue.review_decisions())
    return ReviewerFigures(decisions, known, [*judged.people, *judged.judges], windows)


class ReviewerFigures:
    """All figures.

    `pace` has one entry a reviewer; `agreement` and `judge` have, by kind of verdict, one for every
    two who judged the same things; `drift` has, by source of known answers, one a reviewer.
    """

    def __init__(
        self,
        decisions: list[ReviewDecision],
        known: dict[str, Known],
        with_judges: list[ReviewDecision],
        windows: int,
    ) -> None:
        from adjudge_engine.calibration.raters.drift import drift
        from adjudge_engine.calibration.raters.reviewers import pace

        self.pace = pace(decisions)
        apart = list(_apart(decisions, known[SETTLED]))
        self.agreement = {name: _agreement(apart, kind) for name, kind in KINDS.items()}
        self.drift = {
            name: drift(one.decisions, one.answers, windows=windows) for name, one in known.items()
        }
        self.judge = {
            name: [
                one
                for one in _agreement(with_judges, kind)
                if one.first.startswith(_JUDGE) != one.second.startswith(_JUDGE)
            ]
            for name, kind in KINDS.items()
        }


def _is_answer(about: str, value: Any) -> bool:
    return about == _ANSWER


def _is_claim(about: str, value: Any) -> bool:
    return about != _ANSWER and value in LABEL_VERDICTS


#: Verdicts of one kind are compared with each other alone.
KINDS: Final[dict[str, Callable[[str, Any], bool]]] = {"answers": _is_answer, "claims": _is_claim}


def _apart(decisions: Iterable[ReviewDecision], settled: Known) -> Iterator[ReviewDecision]:
    """All but the words of leads who had both others' before them."""
    items = {item for item, _ in settled.answers}
    both = {(one.item, one.reviewer) for one in settled.decisions}
    return (one for one in decisions if one.item not in items or (one.item, one.reviewer) in both)


def _agreement(
    decisions: Iterable[ReviewDecision], kind: Callable[[str, Any], bool]
) -> tuple[Concord, ...]:
    from adjudge_engine.calibration.raters.reviewers import pairwise_agreement

    return pairwise_agreement(
        replace(
            one,
            verdicts={about: value for about, value in one.verdicts.items() if kind(about, value)},
        )
        for one in decisions
    )
