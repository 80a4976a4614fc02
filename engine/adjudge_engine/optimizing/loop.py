"""The loop: rewrite the best rubric in five ways, score each on dev, keep the best, and stop.

Everything that is done is in the history, and is looked up there before it is done: a run that was
killed goes on where it was. Nothing here has the held-out side at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Final

from adjudge_engine.case import Case
from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.optimizing.asking import Tried, rewriting_prompt
from adjudge_engine.optimizing.history import History, Revision, Step
from adjudge_engine.optimizing.purse import Purse
from adjudge_engine.optimizing.revisions import version_of
from adjudge_engine.optimizing.rewriting import Rewriter, Rewritten, prompt_hash
from adjudge_engine.optimizing.scores import Differing, Score
from adjudge_engine.optimizing.scoring import NOT_HAD, NotHad, Scorer
from adjudge_engine.optimizing.setting import Listener, Setting
from adjudge_engine.optimizing.shown import shown_cases
from adjudge_engine.optimizing.stopping import Stop, Stopping
from adjudge_engine.optimizing.strategies import START, STRATEGIES, Strategy

#: A rubric that abstains on so much more than the first one is not comparable: it would be the
#: better the less it says.
MOST_COVERAGE_LOST: Final = 0.05
#: Where judgments on so large a share of the cases are not had, it is not the rubric's doing.
OUTAGE: Final = 0.1
#: Earlier rewritings of the same rubric that the rewriting model is shown, the newest.
MOST_TRIED: Final = 5


class Loop:
    """One run up to its stop: `run()` may be called once. Then `best` is the best rubric.

    `run` is the run's name in the history, as its setting gives it.
    """

    def __init__(
        self,
        setting: Setting,
        dev: Sequence[Case],
        rewriter: Rewriter,
        listener: Listener,
        history: History,
        *,
        run: str,
        stopping: Stopping,
        purse: Purse,
    ) -> None:
        self.setting = setting
        self.dev = dev
        self.rewriter = rewriter
        self.history = history
        self.run_key = run
        self.listener = listener
        self.stopping = stopping
        self.purse = purse
        self.scorer = Scorer(setting.judge, setting.reads, rewriter.ledger)
        self.best: Revision | None = None
        self.first: Score | None = None
        self.best_score: Score | None = None

    @cached_property
    def _by_id(self) -> dict[str, Case]:
        return {case.id: case for case in reversed(self.dev)}

    def run(self) -> Stop:
        """Rounds until a rule stops them. JudgeError where the judge cannot be had at all."""
        start = self.setting.start
        self.history.add_rubric(self.run_key, start, None, 0, START)
        try:
            first = self._scored(start, "the first rubric")
        except NotHad as lost:
            if lost.over_budget:
                return Stop("budget", "the budget does not cover the first rubric")
            raise _not_had(
                f"the first rubric could not be scored: judgments were not had ({lost})"
            ) from None
        self.first = self.best_score = first
        self.best = self.history.revision(self.run_key, start.hash)
        bests = [first.alignment]
        self.listener.finished("the first rubric", "start", first.alignment, True)
        if (stop := self.stopping.at_once(first.alignment)) is not None:
            return stop
        while (stop := self.stopping.after_round(bests)) is None:
            if (stop := self._round(len(bests))) is not None:
                return stop
            bests.append(self.alignment)
        return stop

    @property
    def alignment(self) -> float | None:
        """The best alignment so far; None where none is defined."""
        return self.best_score.alignment if self.best_score else None

    def _round(self, number: int) -> Stop | None:
        """Each strategy once, all from the best rubric of the rounds before."""
        parent, score = self.best, self.best_score
        assert parent is not None
        assert score is not None
        for place, strategy in enumerate(STRATEGIES, 1):
            stop = None
            if not self._settled(number, strategy):
                stop = self.purse.stop(self.history, self.run_key)
            stop = stop or self._strategy(number, place, strategy, parent, score)
            stop = stop or self.stopping.at_once(self.alignment)
            if stop is not None:
                return stop
        return None

    def _settled(self, number: int, strategy: Strategy) -> bool:
        """Whether a step is done, and takes nothing any more."""
        step = self.history.step(self.run_key, number, strategy.name)
        if step is None:
            return False
        return step.hash is None or self.history.score(self.run_key, step.hash) is not None

    def _strategy(
        self, number: int, place: int, strategy: Strategy, parent: Revision, score: Score
    ) -> Stop | None:
        """One rewriting and its score; what the history has of it is not done again."""
        name = f"round {number}, {strategy.name.replace('_', ' ')}"
        step = self.history.step(self.run_key, number, strategy.name)
        if step is None:
            self.listener.working(f"{name}: rewriting", 0, 0, self.alignment)
            step = self._rewritten(number, place, strategy, parent, score)
        if step.outcome == "over_budget":
            return Stop("budget", "the budget does not cover another rewriting")
        if step.outcome in NOT_HAD:
            raise _not_had(f"the rewriting model was not had ({step.outcome}): {step.message}")
        if step.outcome != "candidate" or step.hash is None:
            self.listener.finished(name, step.outcome, None, False)
            return None
        revision = self.history.revision(self.run_key, step.hash)
        assert revision is not None
        return self._candidate(revision, name)

    def _candidate(self, revision: Revision, name: str) -> Stop | None:
        """Scores a rewriting, and makes it the best where it is."""
        try:
            found = self._scored(revision.rubric, name)
        except NotHad as lost:
            if lost.over_budget:
                return Stop("budget", f"the budget ended while {name} was being scored")
            if lost.share >= OUTAGE:
                words = f"{name} could not be scored: judgments were not had ({lost})"
                raise _not_had(words) from None
            self.listener.finished(name, f"not scored: {lost}", None, False)
            return None
        better = self._better(found)
        if better:
            self.best, self.best_score = revision, found
        said = "candidate" if self._comparable(found) else "not comparable"
        self.listener.finished(name, said, found.alignment, better)
        return None

    def _rewritten(
        self, number: int, place: int, strategy: Strategy, parent: Revision, score: Score
    ) -> Step:
        """Asks for a rewriting, and keeps what came of it where anything did."""
        differing = _chosen(score, strategy)
        if not differing and strategy.shown != "both":
            words = f"no disagreement of the kind: {strategy.shown.replace('_', ' ')}"
            step = Step(number, strategy.name, "nothing_to_fix", words, None, "", False)
            self.history.add_step(self.run_key, step)
            return step
        rubric, redactor = parent.rubric, self.rewriter.redactor
        shown = shown_cases(differing, self._by_id.get, rubric, redactor, most=self.setting.worst)
        tried = list(self._tried(parent, number))
        asked = rewriting_prompt(rubric, score.alignment, strategy, shown, tried)
        prompt = self.rewriter.prompt(asked)
        version = version_of(self.setting.start, number, place)
        sample = self.setting.seed * 1_000 + number - 1
        found = self.rewriter.rewrite(prompt, rubric, version, shown, sample)
        return self._kept(number, strategy, parent, found, prompt_hash(prompt))

    def _kept(
        self, number: int, strategy: Strategy, parent: Revision, found: Rewritten, asked: str
    ) -> Step:
        """What a rewriting came to, in the history. A rubric that is known there is `tried`."""
        code, made, rubric = found.code, None, found.rubric
        if rubric is not None:
            made = rubric.hash
            known = self.history.revision(self.run_key, made)
            # One that was kept for this very step is what a killed process left.
            if known is not None and (known.round, known.strategy) != (number, strategy.name):
                code = "tried"
            self.history.add_rubric(self.run_key, rubric, parent.hash, number, strategy.name)
        step = Step(number, strategy.name, code, found.message, made, asked, found.again)
        if code not in NOT_HAD:
            self.history.add_step(self.run_key, step)
        return step

    def _tried(self, parent: Revision, number: int) -> Iterable[Tried]:
        """What earlier rounds made of the same rubric: the newest, with what they were worth."""
        made = [
            one
            for one in self.history.revisions(self.run_key)
            if one.parent == parent.hash and one.round < number and one.scored
        ]
        return (Tried(one.rubric, one.alignment) for one in made[-MOST_TRIED:])

    def _scored(self, rubric: Rubric, name: str) -> Score:
        """The score on dev: of the history, else by asking the judge. Raises NotHad."""
        kept = self.history.score(self.run_key, rubric.hash)
        if kept is not None:
            return kept
        total = len(self.dev)

        def tick(done: int) -> None:
            self.listener.working(name, done, total, self.alignment)

        tick(0)
        score = self.scorer.score(rubric, self.dev, rubric.hash, tick)
        self.history.add_score(self.run_key, rubric.hash, score)
        return score

    def _comparable(self, score: Score) -> bool:
        least = (self.first.coverage if self.first else 0.0) - MOST_COVERAGE_LOST
        return score.alignment is not None and score.coverage >= least

    def _better(self, score: Score) -> bool:
        best, found = self.alignment, score.alignment
        return self._comparable(score) and found is not None and (best is None or found > best)


def _not_had(words: str) -> JudgeError:
    return JudgeError(words, "the same command goes on where it stopped")


def _chosen(score: Score, strategy: Strategy) -> list[Differing]:
    """The disagreements that a strategy is about, worst first; of both kinds by turns."""
    passes = [one for one in score.differing if one.said == "pass"]
    rejects = [one for one in score.differing if one.said == "fail"]
    if strategy.shown != "both":
        return passes if strategy.shown == "false_passes" else rejects
    return [one for pair in zip_longest(passes, rejects) for one in pair if one is not None]
