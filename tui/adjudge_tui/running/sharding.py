"""One shard of an input, evaluated into a file of its own: what any scheduler can run.

A shard needs nothing but the input and the rules; it can be run again, on another machine, at any
time. What is finished of it stands in a ledger beside the results, so a shard that was killed goes
on where it was, and one that is done does nothing twice. Results go into a queue by `ingesting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudge_engine.calibration.releasing.admissions import load_admissions
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.pipeline import engine_stamp, sources_digest
from adjudge_engine.policy import load_policy
from adjudge_engine.reading import Way, read_registry
from adjudge_engine.reading.foreign.parquet import import_pyarrow
from adjudge_tui.running.evaluating import evaluate_records
from adjudge_tui.running.results_file import ResultsWriter, packed
from adjudge_tui.running.results_table import SUFFIX, is_table
from adjudge_tui.running.shard_ledger import Ledger
from adjudge_tui.running.shares import Share, shared
from adjudge_tui.running.tally import Tally
from adjudge_tui.running.under_way import Rules

if TYPE_CHECKING:
    from adjudge_engine.judges.ranking.making import Ranking
    from adjudge_engine.judges.shared import Shared


def run_shard(
    path: Path | str | Sequence[Path | str],
    *,
    results: Path | str,
    shard: str = "1/1",
    policy: Path | str | None = None,
    judges: str | Sequence[str] = ("local",),
    sources: Path | str | None = None,
    admissions: Path | str | None = None,
    config: Path | str | None = None,
    format: Way = None,  # noqa: A002
    local_only: bool = False,
    budget: float | None = None,
    cache: Path | str | None = None,
    rejects: Path | str | None = None,
    jobs: int = 1,
) -> Path:
    """Evaluates shard `i/n` of one or more files into `results`, which it returns.

    Everything is given by name, so that the call can be sent to another machine that sees the
    same files: `policy`, `sources`, `admissions`, `config` are the files of the options of
    `adjudge evaluate`; `budget` is the shard's, US dollars; `cache` keeps judges' replies;
    `jobs` are worker processes. Raises AdjudgeError where anything of it cannot be used; what is
    finished by then is in the ledger.
    """
    from adjudge_engine.judges.finding import configuration
    from adjudge_engine.judges.shared import Shared

    files = [Path(path)] if isinstance(path, str | Path) else [Path(one) for one in path]
    with Shared(
        config=configuration(_path(config)),
        local_only=local_only,
        budget_usd=budget,
        cache=_path(cache),
    ) as common:
        rules = read_rules(
            common,
            judges,
            policy=_path(policy),
            sources=_path(sources or None),
            admissions=_path(admissions or None),
        )
        evaluate_shard(
            files,
            Share.parse(shard),
            rules,
            Path(results),
            rejects=_path(rejects) or rejects_of(Path(results)),
            way=format,
            jobs=jobs,
        )
    return Path(results)


def read_rules(
    common: Shared,
    judges: str | Sequence[str],
    *,
    policy: Path | None,
    sources: Path | None,
    admissions: Path | None,
) -> Rules:
    """The rules that these files and names make. Raises AdjudgeError for what cannot be used."""
    return Rules(
        policy=load_policy(policy),
        judges=make_judges(judges, common),
        sources=read_registry(sources) if sources else None,
        ranking=_ranking(common, judges),
        admissions=load_admissions(admissions) if admissions else None,
    )


def evaluate_shard(
    files: Sequence[Path],
    share: Share,
    rules: Rules,
    results: Path,
    *,
    rejects: Path,
    way: Way = None,
    jobs: int = 1,
    tick: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """As `run_shard`, by rules that are at hand. A tally's `known` were in the ledger."""
    if is_table(results):
        import_pyarrow(str(results))  # before hours of work, not after them
    with Ledger(ledger_of(results)) as ledger:

        def finish(pairs: Iterator[tuple[str, str]], tally: Tally) -> None:
            with ResultsWriter(results, _about(files, share, rules)) as writer:
                for body in ledger.bodies(pairs):
                    writer.add(body)
                writer.close(tally.rejected)

        return evaluate_records(
            ledger,
            shared(files, share, way),
            rules,
            rejects=rejects,
            finish=finish,
            form=packed,
            jobs=jobs,
            tick=tick,
        )


def ledger_of(results: Path) -> Path:
    """The ledger that goes with a file of results."""
    return results.with_name(f"{results.name}.ledger")


def rejects_of(results: Path) -> Path:
    """The rejects file that goes with a file of results."""
    name = results.name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(SUFFIX)
    return results.with_name(f"{name}.rejects.jsonl")


def _ranking(common: Shared, judges: str | Sequence[str]) -> Ranking | None:
    if not common.config.ranking:
        return None
    from adjudge_engine.judges.ranking.making import make_ranking

    return make_ranking(common, [judges] if isinstance(judges, str) else list(judges))


def _about(files: Sequence[Path], share: Share, rules: Rules) -> dict[str, Any]:
    """What the first line of the results says: where they come from and what they rest on."""
    policy = rules.policy
    return {
        "shard": str(share),
        "input": [file.name for file in files],
        "policy": {"name": policy.name, "version": policy.version, "hash": policy.hash},
        "judges": [one.name for one in rules.judges],
        "sources": sources_digest(rules.sources),
        "engine": engine_stamp().to_dict(),
    }


def _path(given: Path | str | None) -> Path | None:
    return None if given is None else Path(given)
