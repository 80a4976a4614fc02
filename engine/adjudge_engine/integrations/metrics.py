"""What the metrics of other libraries share: what they are told, and how a score comes about.

A score is 1 or 0 and never in between: 1 says that nothing speaks against the answer, 0 that
something fails or could not be checked. Where the named gates do not apply, there is no score.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudge_engine.errors import AdjudgeError
from adjudge_engine.integrations.grounding import Checked, case_of, check_case
from adjudge_engine.vocabulary import GATES

if TYPE_CHECKING:
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.policy import Policy
    from adjudge_engine.registry import Registry


@dataclass(frozen=True)
class Checks:
    """How a metric checks: as `check_case` is told, with files in place of policy and sources.

    Judges are named (`local`, `recorded`); one that sends text elsewhere is refused.
    """

    policy: Policy | str | Path | None = None
    sources: Registry | str | Path | None = None
    judges: Sequence[str | Judge] = ()
    gates: tuple[str, ...] | None = None
    allow_review: bool = False

    @classmethod
    def of(cls, gates: Iterable[str] | None = None, **named: Any) -> Checks:
        """The same from a metric's own arguments. Raises AdjudgeError for an unknown gate."""
        wanted = None if gates is None else (gates,) if isinstance(gates, str) else tuple(gates)
        for one in wanted or ():
            if one not in GATES:
                raise AdjudgeError(f"There is no gate {one!r}.", f"They are {', '.join(GATES)}.")
        return cls(gates=wanted, **named)

    @property
    def name(self) -> str:
        """What the metric is called: by its gates, where only some count."""
        return "Adjudge" if self.gates is None else f"Adjudge {', '.join(self.gates)}"

    def check(self, record: Mapping[str, Any]) -> Checked:
        """The outcome for an answer with its contexts, under the names of a case file."""
        from adjudge_engine.testing.settings import Settings

        named = tuple(one for one in self.judges if isinstance(one, str))
        files = Settings(policy=_path(self.policy), sources=_path(self.sources), judges=named)
        given = dict(record)
        return check_case(
            case_of(given.pop("answer"), given.pop("contexts"), **given),
            policy=files.load_policy() if files.policy else _object(self.policy),
            sources=files.load_sources() if files.sources else _object(self.sources),
            judges=(
                *files.make_judges(),
                *(one for one in self.judges if not isinstance(one, str)),
            ),
            gates=self.gates,
            allow_review=self.allow_review,
        )

    def score(self, checked: Checked) -> float | None:
        """1.0 or 0.0; None where none of the named gates applies."""
        if self.gates is not None and not checked.applies:
            return None
        return 1.0 if checked.passed else 0.0


def breakdown(checked: Checked) -> dict[str, float | None]:
    """Each gate that counts: 1.0 passes, 0.0 fails or could not be checked, None does not apply."""
    known = {"pass": 1.0, "fail": 0.0, "unavailable": 0.0}
    return {gate: known.get(outcome) for gate, outcome in checked.outcomes.items()}


def _path(value: object) -> Path | None:
    return Path(value) if isinstance(value, str | Path) else None


def _object(value: Any) -> Any:
    return None if isinstance(value, str | Path) else value
