"""The release policy: a versioned TOML file that says what may go out.

No blended score: a policy names gates and criteria one by one. Its hash stands in every
evaluation, so that nobody can wonder which rules a route came from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, field_validator, model_validator

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.codes import CODES
from adjudge_engine.errors import PolicyError
from adjudge_engine.evaluation import Check
from adjudge_engine.models import Frozen
from adjudge_engine.vocabulary import GATES, RISKS, Gate, Reading, Risk, Route

_CODE_ACTIONS = {(row.gate, row.code): row.action for row in CODES}


class Criterion(Frozen):
    """What a judge must say: the reading of its judgment that counts, and the least value.

    `block_below`: under this value an admitted judge's word blocks; None: it never does.
    """

    minimum: float
    reading: Reading = "strict"
    block_below: float | None = None

    @model_validator(mode="after")
    def _in_order(self) -> Criterion:
        if self.block_below is not None and self.block_below > self.minimum:
            raise ValueError("block_below lies above minimum: what would pass would be blocked")
        return self


class Tier(Frozen):
    """The rules for one level of risk."""

    required_gates: tuple[Gate, ...] = GATES
    required_criteria: dict[str, Criterion] = Field(default_factory=dict)
    release_abstentions: bool = False
    always_review: bool = False
    refuse_self_preference: bool = False

    @field_validator("required_gates")
    @classmethod
    def _once(cls, gates: tuple[Gate, ...]) -> tuple[Gate, ...]:
        if len(set(gates)) < len(gates):
            raise ValueError("a gate is listed twice")
        return gates


class Action(Frozen):
    """What a gate's outcome leads to. Neither can be `release`: missing is never a pass."""

    fail: Literal["review", "block"] | None = None
    unavailable: Literal["review", "block"] | None = None


class Actions(Frozen):
    """Actions by outcome, refined by gate, refined by reason code (`"numbers.untraced"`)."""

    fail: Literal["review", "block"] = "block"
    unavailable: Literal["review", "block"] = "review"
    gates: dict[Gate, Action] = Field(default_factory=dict)
    codes: dict[str, Literal["review", "block"]] = Field(default_factory=dict)

    @field_validator("codes")
    @classmethod
    def _known(cls, codes: dict[str, str]) -> dict[str, str]:
        known = {f"{gate}.{code}" for gate, code in _CODE_ACTIONS}
        for code in codes:
            if code not in known:
                raise ValueError(f"there is no reason code {code!r}")
        return codes


class Sampling(Frozen):
    """The share of released cases that goes to review all the same."""

    release_share: float = Field(default=0.0, ge=0.0, le=1.0)


class DoubleReview(Frozen):
    """Which cases two people decide apart: a share of all, by risk, by tag."""

    share: float = Field(default=0.0, ge=0.0, le=1.0)
    risks: tuple[Risk, ...] = ()
    tags: tuple[str, ...] = ()


class Admission(Frozen):
    """What a judge's figures on held-out labels must show before its word may release anything.

    All are one-sided bounds at `confidence`; None: not demanded. `false_pass_of`: bad ones let
    through ÷ bad ones with a verdict (`judged`), or ÷ all bad ones (`all`), where abstentions
    weigh for the judge. `level`: faithfulness is measured by claim or by answer, every other
    criterion by answer. `minimum_labels`: items of that level with a verdict of the judge.
    """

    level: Literal["claim", "answer"] = "claim"
    false_pass_upper: float = Field(default=0.05, gt=0.0, lt=1.0)
    false_pass_of: Literal["judged", "all"] = "judged"
    bad_among_passed_upper: float | None = Field(default=None, gt=0.0, lt=1.0)
    false_reject_upper: float | None = Field(default=None, gt=0.0, lt=1.0)
    coverage_lower: float | None = Field(default=None, gt=0.0, lt=1.0)
    confidence: float = Field(default=0.95, gt=0.5, lt=1.0)
    minimum_labels: int = Field(default=30, ge=1)

    @model_validator(mode="after")
    def _no_coin(self) -> Admission:
        if self.false_pass_of == "all" and self.bad_among_passed_upper is None:
            raise ValueError(
                "false_pass_of = 'all' needs bad_among_passed_upper: a judge that passes few"
                " answers at random has a low rate of all"
            )
        return self


class Policy(Frozen):
    """A whole policy file."""

    name: str = Field(min_length=1)
    version: str = Field(min_length=1)
    tiers: dict[Risk, Tier]
    actions: Actions = Field(default_factory=Actions)
    sampling: Sampling = Field(default_factory=Sampling)
    double_review: DoubleReview = Field(default_factory=DoubleReview)
    admission: Admission = Field(default_factory=Admission)

    @model_validator(mode="after")
    def _all_tiers(self) -> Policy:
        missing = [risk for risk in RISKS if risk not in self.tiers]
        if missing:
            raise ValueError(f"tiers without rules: {', '.join(missing)}")
        return self

    @cached_property
    def hash(self) -> str:
        """`sha256:…` of what the policy says, however the file is laid out."""
        said = self.model_dump(mode="json")
        for tier in said["tiers"].values():
            if not tier["refuse_self_preference"]:  # so that hashes of policies without it hold
                del tier["refuse_self_preference"]
            for criterion in tier["required_criteria"].values():
                if criterion["block_below"] is None:  # for the same reason, as below
                    del criterion["block_below"]
        for name, usual in (("double_review", DoubleReview()), ("admission", Admission())):
            if getattr(self, name) == usual:
                del said[name]
        return canonical_hash(said)

    def action(self, gate: Gate, check: Check) -> Literal["review", "block"] | None:
        """What a check leads to; None when it passed or does not apply."""
        if check.outcome not in ("fail", "unavailable"):
            return None
        named = self.actions.codes.get(f"{gate}.{check.code}")
        if named is not None:
            return named
        by_code: Route | None = _CODE_ACTIONS.get((gate, check.code))
        if by_code == "review" or by_code == "block":
            return by_code
        by_gate = self.actions.gates.get(gate) or Action()
        if check.outcome == "fail":
            return by_gate.fail or self.actions.fail
        if gate == "access":  # who may read cannot be left open: only the file can soften this
            return by_gate.unavailable or "block"
        return by_gate.unavailable or self.actions.unavailable


def load_policy(path: Path | None = None) -> Policy:
    """The policy of that file, or the shipped default. Raises PolicyError with what and where."""
    if path is None:
        return default_policy()
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise PolicyError(
            f"There is no policy file {path}.",
            "Name an existing file with --policy, or leave it out for the shipped default.",
        ) from None
    except OSError as error:
        raise PolicyError(
            f"The policy file {path} cannot be read: {error.strerror}.",
            "Check its permissions, or leave --policy out for the shipped default.",
        ) from None
    return parse_policy(raw, str(path))


@cache
def default_policy() -> Policy:
    """The strict policy that ships with the engine."""
    file = resources.files("adjudge_engine.policies") / "default.toml"
    return parse_policy(file.read_bytes(), "default.toml")


def parse_policy(raw: bytes, where: str) -> Policy:
    """A policy from the bytes of a TOML file; `where` names the file in errors."""
    try:
        data = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise PolicyError(f"{where} is not UTF-8 text.", "Save the policy as UTF-8.") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PolicyError(f"{where} is not TOML: {error}.", "Mend the file there.") from None
    try:
        return Policy.model_validate(_flatten(data))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise PolicyError(
            f"{where}: {place}: {first['msg']}.", "docs/policy.md describes every setting."
        ) from None


def _flatten(data: Mapping[str, Any]) -> dict[str, Any]:
    """The file's `[policy]` table holds the name and version; the model keeps them on top."""
    out = dict(data)
    head = out.pop("policy", {})
    if isinstance(head, Mapping):
        out.update(head)
    return out
