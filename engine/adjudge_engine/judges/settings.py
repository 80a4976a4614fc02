"""What a configuration file may say of judges, privacy and a run: the shapes of its tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import Field, JsonValue, model_validator

from adjudge_engine.judges.addresses import Address, KeyVariable
from adjudge_engine.judges.entailment.settings import EntailmentSettings
from adjudge_engine.models import Frozen

#: Names of `--judge` that no table may take: they mean the same in every folder.
RESERVED: Final[tuple[str, ...]] = ("local", "none", "recorded")

#: The criterion's own rubric where the table names none.
DEFAULT_RUBRICS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "faithfulness": "faithfulness-strict",
        "relevance": "relevance",
        "completeness": "completeness",
        "correctness": "correctness",
        "clarity": "clarity",
        "answerability": "answerability",
        "preference": "pairwise",
    }
)


Name = Annotated[str, Field(min_length=1, max_length=200)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]
Dollars = Annotated[float, Field(ge=0)]


class LlmSettings(Frozen):
    """`type = "llm"`: one model at one provider, reached through litellm.

    `api_key_env` names the environment variable that holds the key; the key itself never stands
    in the file. Times are seconds: `attempt_timeout` for one attempt, `deadline` for all of them.
    `rpm` and `tpm` are requests and tokens a minute. `rubrics` maps criteria to rubrics: the name
    of a shipped one, or a file's path relative to the configuration file. `tries` counts the
    attempts after faults that are no rate limit. `price`: US dollars for a million tokens, in and
    out, for models that no price list has. `batch`: a run sends its prompts as one batch first.
    """

    type: Literal["llm"] = "llm"
    model: Name
    api_base: Address | None = None
    api_key_env: KeyVariable | None = None
    criteria: tuple[Name, ...] = ()
    rubrics: dict[Name, Name] = Field(default_factory=dict)
    mode: Literal["answer", "claim"] = "answer"
    temperature: Annotated[float, Field(ge=0, le=2)] | Literal["default"] = 0.0
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    seed: int | None = None
    attempt_timeout: Seconds = 60.0
    deadline: Seconds = 180.0
    concurrency: Annotated[int, Field(ge=1, le=1_000)] = 8
    rpm: Annotated[int, Field(ge=1)] | None = None
    tpm: Annotated[int, Field(ge=1)] | None = None
    repeats: Annotated[int, Field(ge=1, le=9)] = 1
    structured: Literal["schema", "object", "none"] = "schema"
    extra: dict[str, JsonValue] = Field(default_factory=dict)
    tries: Annotated[int, Field(ge=1, le=50)] = 5
    price: tuple[Dollars, Dollars] | None = None
    batch: bool = False

    @model_validator(mode="after")
    def _every_criterion_has_a_rubric(self) -> LlmSettings:
        for criterion in self.criteria:
            if criterion not in self.rubrics and criterion not in DEFAULT_RUBRICS:
                raise ValueError(f"the criterion {criterion!r} has no rubric: name one in rubrics")
        if self.criteria and (spare := [one for one in self.rubrics if one not in self.criteria]):
            raise ValueError(f"rubrics has {spare[0]!r}, which is not among the criteria")
        if self.deadline < self.attempt_timeout:
            raise ValueError("deadline is shorter than attempt_timeout")
        return self

    @property
    def rubric_names(self) -> dict[str, str]:
        """Criterion → rubric, in the order of the criteria; faithfulness alone if none is named."""
        criteria = self.criteria or tuple(self.rubrics) or ("faithfulness",)
        return {one: self.rubrics.get(one, DEFAULT_RUBRICS.get(one, one)) for one in criteria}


class LocalSettings(Frozen):
    """`type = "local"`: the embedded judge. `head`: a fitted file of weights instead of its own."""

    type: Literal["local"] = "local"
    head: Name | None = None
    criteria: tuple[Literal["faithfulness", "completeness"], ...] = ("faithfulness",)


class PanelSettings(Frozen):
    """`type = "panel"`: several judges, by name; where they do not agree, it abstains.

    `quorum`: a word counts if all that speak share it (`unanimity`), or more than half of all.
    """

    type: Literal["panel"] = "panel"
    judges: Annotated[tuple[Name, ...], Field(min_length=2)]
    quorum: Literal["unanimity", "majority"] = "unanimity"


class RecordedSettings(Frozen):
    """`type = "recorded"`: judgments that the cases carry, or those of a file (`cassette`).

    `name`: those of that judge alone. `criteria`: these alone; else what there are judgments on.
    """

    type: Literal["recorded"] = "recorded"
    name: Name | None = None
    criteria: tuple[Name, ...] = ()
    cassette: Name | None = None


@dataclass(frozen=True)
class PluginSettings:
    """A table whose `type` is an entry point's: its other keys are the plug-in's own."""

    type: str
    table: Mapping[str, Any]


JudgeSettings = (
    LlmSettings
    | LocalSettings
    | EntailmentSettings
    | PanelSettings
    | RecordedSettings
    | PluginSettings
)

#: `type` → the shape of its table.
BUILT_IN: Final[Mapping[str, type[Frozen]]] = MappingProxyType(
    {
        "llm": LlmSettings,
        "local": LocalSettings,
        "entailment": EntailmentSettings,
        "panel": PanelSettings,
        "recorded": RecordedSettings,
    }
)


class PrivacySettings(Frozen):
    """`[privacy]`: what may leave the machine, where to, and what is taken out first.

    `approved_providers` None: any that a judge names; a list: those alone. `names_file` has one
    name a line. `patterns` maps a kind to a regular expression.
    """

    local_only: bool = False
    approved_providers: tuple[Name, ...] | None = None
    redact: tuple[Name, ...] | None = None
    names: tuple[Name, ...] = ()
    names_file: Name | None = None
    patterns: dict[Name, Name] = Field(default_factory=dict)


class RunSettings(Frozen):
    """`[run]`: what a run may cost (US dollars), and where replies are kept (false: nowhere)."""

    budget_usd: Annotated[float, Field(ge=0)] | None = None
    cache: Name | Literal[False] | None = None


@dataclass(frozen=True)
class JudgeConfig:
    """A whole configuration; without a file everything is as it ships.

    `path` is the file that it was read from: names of files in it are relative to its folder.
    `vouched_for`: somebody named the file, or it is the user's own (see `judges.finding`).
    """

    path: Path | None = None
    judges: Mapping[str, JudgeSettings] = field(default_factory=dict)
    privacy: PrivacySettings = field(default_factory=PrivacySettings)
    run: RunSettings = field(default_factory=RunSettings)
    ranking: Mapping[str, Any] = field(default_factory=dict)
    vouched_for: bool = True

    def file(self, name: str) -> Path:
        """A file that the configuration names."""
        named = Path(name).expanduser()
        return named if self.path is None else self.path.parent / named
