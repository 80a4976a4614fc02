"""From the options of `adjudge optimize` to a run: judge, model, history, budget, file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from adjudge_engine.errors import InputError, JudgeError
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.rubrics.load import load_rubric
from adjudge_engine.judges.settings import LlmSettings
from adjudge_engine.judges.shared import Shared
from adjudge_engine.optimizing.account import KeptLedger
from adjudge_engine.optimizing.estimating import Forecast, forecast
from adjudge_engine.optimizing.history import History
from adjudge_engine.optimizing.judging import caller_of, llm_of, model_of
from adjudge_engine.optimizing.loop import Loop
from adjudge_engine.optimizing.purse import Purse
from adjudge_engine.optimizing.rewriting import Rewriter
from adjudge_engine.optimizing.run import optimize
from adjudge_engine.optimizing.scoring import Reads
from adjudge_engine.optimizing.setting import Setting
from adjudge_engine.optimizing.sides import labels_hash
from adjudge_engine.optimizing.stopping import Stopping
from adjudge_engine.reading.atomic import AtomicFile
from adjudge_tui.cli.judges.optimize_progress import progress

if TYPE_CHECKING:
    from adjudge_engine.optimizing.outcome import Outcome
    from adjudge_tui.cli.judges.optimize_cases import ReadSides

#: How a file begins that this command wrote, and may write over.
OURS: Final = b"# Rewritten by `adjudge optimize`"


@dataclass(frozen=True)
class Asked:
    """What the options ask for."""

    sides: ReadSides
    judge: str
    rewriter: str
    rubric: str | None
    reads: Reads
    rounds: int
    worst: int
    seed: int

    def setting(self, shared: Shared) -> Setting:
        """The judge with the rubric to begin with. JudgeError for what cannot be rewritten."""
        criterion = self.reads.criterion
        judge = model_of(make_judges(self.judge, shared), criterion, self.judge)
        start = load_rubric(self.rubric) if self.rubric else llm_of(judge).rubrics[criterion]
        if start.criterion != criterion or start.kind in ("pairwise", "context"):
            raise JudgeError(
                f"the rubric {start.name} ({start.kind}) is for {start.criterion}, and cannot be"
                f" held against labels on {criterion}",
                "name another with --rubric, or its criterion with --criterion",
            )
        return Setting(start, judge, self.reads, self.worst, self.seed)

    def writer(self, shared: Shared) -> Judge:
        """The model that rewrites, as the judge that its table makes."""
        if not isinstance(shared.config.judges.get(self.rewriter), LlmSettings):
            known = [name for name, one in shared.config.judges.items() if _is_llm(one)]
            raise JudgeError(
                f"{self.rewriter!r} is no language model that could rewrite a rubric",
                f'tables of type "llm" in the configuration: {", ".join(known) or "none"}',
            )
        for judge in make_judges(self.rewriter, shared):
            inner = getattr(judge, "inner", judge)
            return inner if isinstance(inner, Judge) else judge
        raise JudgeError(f"the judge {self.rewriter!r} is not there")


def forecast_of(asked: Asked, shared: Shared) -> Forecast:
    """What the run may take; nothing is sent and nothing written."""
    setting, writer = asked.setting(shared), asked.writer(shared)
    dev = asked.sides.dev()
    return forecast(setting, dev, asked.sides.held_out_count, writer, asked.rounds)


def run(
    asked: Asked, shared: Shared, path: Path, out: Path | None, *, quiet: bool
) -> tuple[Outcome, Path | None]:
    """The run, or what is left of it, and the file of the winner, if there is one."""
    ledger = shared.ledger = KeptLedger(shared.budget_usd)  # before any judge is made
    setting, writer = asked.setting(shared), asked.writer(shared)
    target = out or Path(f"{setting.start.name}-optimized.toml")
    refuse_strangers(target, asked.rubric)
    dev = asked.sides.dev()
    labels = labels_hash(dev, asked.reads.criterion)
    purse = Purse(shared.budget_usd, len(dev), asked.sides.held_out_count)
    callers = [caller_of(setting.judge), caller_of(writer)]
    purse.check_prices(callers)
    with History(path) as history:
        rewriter = Rewriter(callers[1], shared.redactor, ledger)
        key = setting.key(rewriter, labels)
        ledger.keep_for(history, key)
        with progress(history, key, quiet=quiet) as listener:
            stopping = Stopping(asked.rounds)
            loop = Loop(
                setting, dev, rewriter, listener, history, run=key, stopping=stopping, purse=purse
            )
            outcome = optimize(loop, asked.sides, labels)
    if outcome.winner is None:
        return outcome, None
    write(target, outcome.file())
    return outcome, target


def refuse_strangers(target: Path, start: str | None) -> None:
    """InputError for a file to be written that is not ours, or that the run begins with."""
    if target.is_dir():
        raise InputError(f"{target} is a folder.", "Name a file with --out.")
    if not target.exists():
        return
    with target.open("rb") as file:
        ours = file.read(len(OURS)) == OURS
    if not ours:
        raise InputError(
            f"{target} is there already, and was not written by this command.",
            "Name another file with --out.",
        )
    if start is not None and Path(start).exists() and target.samefile(start):
        raise InputError(f"{target} is the rubric to begin with.", "Name another file with --out.")


def write(target: Path, text: str) -> None:
    """Writes the file whole, or not at all."""
    with AtomicFile(target) as file:
        file.write(text)


def _is_llm(settings: object) -> bool:
    return isinstance(settings, LlmSettings)
