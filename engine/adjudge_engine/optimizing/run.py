"""A whole run: people first, then the loop, then the winner once on the held-out side."""

from __future__ import annotations

from adjudge_engine.calibration.raters.people_first import HumanAgreement, human_agreement
from adjudge_engine.optimizing.account import HELD_OUT
from adjudge_engine.optimizing.history import Measured
from adjudge_engine.optimizing.loop import Loop
from adjudge_engine.optimizing.outcome import Outcome
from adjudge_engine.optimizing.scoring import NotHad
from adjudge_engine.optimizing.sides import Sides, check_enough
from adjudge_engine.optimizing.stopping import RULES, Stop


def optimize(loop: Loop, sides: Sides, labels: str) -> Outcome:
    """The run of `loop`, or what is left of it. `labels`: the hash of its labels.

    A run that was measured before is not measured again: its outcome comes from the history.
    JudgeError where the judge cannot be had at all; InputError where the labels show nothing.
    """
    history, run, criterion = loop.history, loop.run_key, loop.setting.reads.criterion
    people = human_agreement(loop.dev, criterion)
    history.begin(run, loop.setting.to_dict(loop.rewriter), labels)
    if people.verdict == "ambiguous":
        stop = Stop("people", people.sentence)
        history.add_stop(run, *stop)
        return _outcome(loop, labels, people, stop)
    check_enough(loop.dev, criterion, loop.setting.reads.level, sides.name)
    measured = history.measured(run)
    if measured is not None:
        return _outcome(loop, labels, people, _known(loop, measured), shown_again=True)
    stop = loop.run()
    history.add_stop(run, *stop)
    return _outcome(loop, labels, people, stop, unmeasured=_measure(loop, sides, labels))


def _measure(loop: Loop, sides: Sides, labels: str) -> str:
    """Opens the held-out side for the winner, if there is one; why it was not measured."""
    best = loop.best
    if best is None or best.hash == loop.setting.start.hash:
        return "no rubric was better than the first one, so the held-out side was not read"
    loop.history.add_opening(loop.run_key, labels, best.hash)
    cases = list(sides.held_out())

    def tick(done: int) -> None:
        loop.listener.working("held-out", done, len(cases), loop.alignment)

    try:
        score = loop.scorer.score(best.rubric, cases, HELD_OUT, tick)
    except NotHad as lost:
        return f"judgments on the held-out side were not had ({lost}); the same command goes on"
    if not score.items:
        return "the held-out side has no labelled case that the judge could be asked about"
    loop.history.add_measured(loop.run_key, best.hash, score)
    return ""


def _known(loop: Loop, measured: Measured) -> Stop:
    """The state and the stop of a run that came to its end before."""
    history, run = loop.history, loop.run_key
    loop.best = history.revision(run, measured.hash)
    loop.first = history.score(run, loop.setting.start.hash)
    loop.best_score = history.score(run, measured.hash)
    rule, message = history.last_stop(run) or ("rounds", "")
    return Stop(next((one for one in RULES if one == rule), "rounds"), message)


def _outcome(
    loop: Loop,
    labels: str,
    people: HumanAgreement,
    stop: Stop,
    *,
    unmeasured: str = "",
    shown_again: bool = False,
) -> Outcome:
    history, run = loop.history, loop.run_key
    won = loop.best is not None and loop.best.hash != loop.setting.start.hash
    return Outcome(
        run=run,
        start=loop.setting.start,
        people=people,
        stop=stop,
        revisions=tuple(history.revisions(run)),
        steps=tuple(history.steps(run)),
        spending=history.spent(run),
        before=loop.first,
        winner=loop.best if won else None,
        after=loop.best_score if won else None,
        measured=history.measured(run),
        unmeasured=unmeasured,
        shown_again=shown_again,
        others=history.openings(labels, run),
    )
