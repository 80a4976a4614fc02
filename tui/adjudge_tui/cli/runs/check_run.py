"""The files of `adjudge check`, one result at a time: cases, policies, rubrics, configurations."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from adjudge_engine.errors import AdjudgeError
from adjudge_engine.vocabulary import GATES

if TYPE_CHECKING:
    from adjudge_engine.integrations.findings import Finding
    from adjudge_engine.policy import Policy
    from adjudge_engine.registry import Registry

Outcome = Literal["pass", "review", "block", "no_case", "unusable", "not_ours"]
#: Outcomes that fail a check at each of its levels; what cannot be read always does.
FAILING: Final[dict[str, frozenset[Outcome]]] = {
    "block": frozenset({"block", "no_case", "unusable"}),
    "review": frozenset({"block", "no_case", "unusable", "review"}),
}
#: The tables by which a TOML file is told to be ours, and what reads it.
_TABLES: Final = (("rubric", "rubric"), ("policy", "policy"), ("tiers", "policy"))
_SETTINGS: Final = ("judges", "reviewers", "privacy")


@dataclass(frozen=True)
class Result:
    """One case, or one file that holds none. `line` is 0 where the whole file is meant."""

    file: str
    line: int
    name: str
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    problem: str = ""

    def told(self, level: str) -> Iterator[str]:
        """What fails at the level, a sentence each."""
        if self.problem:
            yield self.problem
        for one in self.findings:
            if one.action in FAILING[level]:
                yield f"{one.source}: {one.code}: {one.message}"


@dataclass
class Checking:
    """How files are checked, and how many results of each outcome there were."""

    policy: Policy
    sources: Registry | None = None
    format: str | None = None
    counts: Counter[str] = field(default_factory=Counter)

    def results(self, files: Sequence[Path]) -> Iterator[Result]:
        """Every case of the files and every other file, in order, in constant memory."""
        for path in files:
            for one in self._of(path):
                self.counts[one.outcome] += 1
                yield one

    def _of(self, path: Path) -> Iterator[Result]:
        try:
            yield from _toml(path) if path.suffix == ".toml" else self._cases(path)
        except AdjudgeError as error:
            told = error.sentences
            yield Result(str(path), 0, path.name, "unusable", problem=told)

    def _cases(self, path: Path) -> Iterator[Result]:
        from adjudge_engine.errors import InputError
        from adjudge_engine.reading import Reject, read_numbered

        line = 0
        for line, _, one in read_numbered(path, format=self.format):
            if isinstance(one, Reject):
                told = f"not a case: {one.field}: {one.reason}" if one.field else one.reason
                yield Result(str(path), line, f"line {line}", "no_case", problem=told)
                continue
            found = self._findings(one)
            worst: Outcome = "pass"
            if found:
                worst = "block" if any(each.action == "block" for each in found) else "review"
            yield Result(str(path), line, one.id, worst, found)
        if not line:
            raise InputError(f"{path} has no case.", "A check of no cases would pass unseen.")

    def _findings(self, case: Any) -> tuple[Finding, ...]:
        from adjudge_engine.integrations.grounding import check_case

        found = check_case(case, policy=self.policy, sources=self.sources)
        return tuple(one for one in found.findings if one.source in GATES)


def _toml(path: Path) -> Iterator[Result]:
    """A policy, a rubric or a configuration, read whole. Raises what its reader raises."""
    raw = path.read_bytes() if path.is_file() else None
    try:
        data = {} if raw is None else tomllib.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        problem = f"it is not TOML: {error}"
        yield Result(str(path), 0, path.name, "unusable", problem=problem)
        return
    kind = next((what for table, what in _TABLES if table in data), None)
    if raw is None or kind == "policy":
        from adjudge_engine.policy import load_policy

        load_policy(path)
    elif kind == "rubric":
        from adjudge_engine.judges.rubrics.load import parse_rubric

        parse_rubric(raw, str(path))
    elif any(table in data for table in _SETTINGS):
        from adjudge_engine.judges.config import parse_config
        from adjudge_queue.people.team import Team

        parse_config(raw, path)
        Team.load(path)
    else:
        yield Result(str(path), 0, path.name, "not_ours")
        return
    yield Result(str(path), 0, path.name, "pass")
