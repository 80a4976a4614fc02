"""What an optimisation came to, as people and programs read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.calibration.measures.ensemble import ensemble
from adjudge_engine.calibration.raters.people_first import HumanAgreement
from adjudge_engine.calibration.statistics.intervals import Interval
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.optimizing.history import Measured, Revision, Spending, Step
from adjudge_engine.optimizing.revisions import to_toml
from adjudge_engine.optimizing.scores import Score, difference, gain_interval
from adjudge_engine.optimizing.stopping import Stop

OPTIMIZATION_SCHEMA: Final = "adjudge.optimization/1"


@dataclass(frozen=True)
class Outcome:
    """A run at its end.

    `winner` is None where no rubric was better than the one it began with; then nothing was read
    of the held-out side. `measured` is None there, and where the judge could not be had, which
    `unmeasured` explains. `shown_again`: the run was measured before, and this is that figure.
    `others`: how many other runs have read the held-out side of the same labels.
    """

    run: str
    start: Rubric
    people: HumanAgreement
    stop: Stop
    revisions: tuple[Revision, ...]
    steps: tuple[Step, ...]
    spending: Spending
    before: Score | None = None
    winner: Revision | None = None
    after: Score | None = None
    measured: Measured | None = None
    unmeasured: str = ""
    shown_again: bool = False
    others: int = 0

    @property
    def fine(self) -> bool:
        """A better rubric that was measured, or one that needs none."""
        return self.measured is not None or (self.winner is None and self.stop.rule == "reached")

    @property
    def gain(self) -> Interval | None:
        """The interval of what the winner gains on dev, drawn in pairs."""
        if self.before is None or self.after is None:
            return None
        return gain_interval(self.before, self.after)

    @property
    def over_fit(self) -> tuple[float, Interval | None] | None:
        """Alignment on dev less that on held-out."""
        if self.after is None or self.measured is None:
            return None
        return difference(self.after, self.measured.score)

    @property
    def over_fit_words(self) -> str:
        """Whether the winner did worse on what it had not seen."""
        found = self.over_fit
        if found is None:
            return "over-fit is not defined" if self.measured else "over-fit is not measured"
        gap, interval = found
        if interval is None:
            return f"dev − held-out {gap:+.3f}; too few documents for an interval"
        span = f"{gap:+.3f} ({interval.low:+.3f} … {interval.high:+.3f})"
        if interval.low > 0:
            return f"over-fit shown: dev − held-out {span}"
        return f"no over-fit shown: dev − held-out {span}"

    def file(self) -> str:
        """The winner as a rubric file that says where it came from. Only where there is one."""
        assert self.winner is not None
        notes = [
            "Rewritten by `adjudge optimize`: its words alone differ from its parent's.",
            f"revision: {self.winner.hash}",
            f"parent: {self.winner.parent}",
            f"start: {self.start.hash} ({self.start.name}/{self.start.version})",
            f"run: {self.run}",
        ]
        return to_toml(self.winner.rubric, notes)

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values. The positive class is `bad` unless it says otherwise."""
        over_fit, gain = self.over_fit, self.gain
        return {
            "schema": OPTIMIZATION_SCHEMA,
            "run": self.run,
            "fine": self.fine,
            "stop": self.stop._asdict(),
            "people": self.people.to_dict(),
            "start": {"rubric": self.start.stamp, "hash": self.start.hash, **figures(self.before)},
            "winner": self._winner(),
            "gain_interval": gain.to_dict() if gain else None,
            "held_out": figures(self.measured.score) if self.measured else None,
            "held_out_at": self.measured.at if self.measured else None,
            "shown_again": self.shown_again,
            "unmeasured": self.unmeasured or None,
            "other_runs_on_held_out": self.others,
            "over_fit": over_fit[0] if over_fit else None,
            "over_fit_interval": over_fit[1].to_dict() if over_fit and over_fit[1] else None,
            "revisions": [revision_dict(one) for one in self.revisions],
            "rewritings": [one._asdict() for one in self.steps],
            "abstentions": self.abstentions,
            "spent": self.spending._asdict(),
        }

    @property
    def abstentions(self) -> dict[str, int]:
        """How many rewritings came to nothing, by code."""
        lost = [one.outcome for one in self.steps if one.outcome not in NO_ABSTENTION]
        return {code: lost.count(code) for code in sorted(set(lost))}

    def _winner(self) -> dict[str, Any] | None:
        if self.winner is None:
            return None
        return {**revision_dict(self.winner), **figures(self.after)}


#: Outcomes of a rewriting that are no abstention of the rewriting model.
NO_ABSTENTION: Final = ("candidate", "tried", "nothing_to_fix")


def figures(score: Score | None) -> dict[str, Any]:
    """A score's figures as JSON values; both conventions of the ensemble."""
    if score is None:
        return {"alignment": None}
    interval, matrix = score.interval(), score.confusion
    return {
        "alignment": score.alignment,
        "alignment_interval": interval.to_dict() if interval else None,
        "n": len(score.items),
        "coverage": score.coverage,
        "false_pass": matrix.false_pass.to_dict(),
        "false_reject": matrix.false_reject.to_dict(),
        "positive_bad": score.ensemble.to_dict(),
        "positive_good": ensemble(matrix, positive="good").to_dict(),
        "silent": dict(score.silent),
    }


def revision_dict(one: Revision) -> dict[str, Any]:
    """A revision as JSON values, without its text."""
    return {
        "version": one.rubric.version,
        "hash": one.hash,
        "parent": one.parent,
        "round": one.round,
        "strategy": one.strategy,
        "alignment": one.alignment,
        "scored": one.scored,
        "at": one.at,
    }
