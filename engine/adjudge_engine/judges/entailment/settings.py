"""`type = "entailment"`: the shape of its table in `adjudge.toml`."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, field_validator, model_validator

from adjudge_engine.judges.addresses import Address, KeyVariable
from adjudge_engine.models import Frozen

#: What a model's label says of a claim: it stands there, the opposite does, neither.
Role = Literal["supported", "contradicted", "neutral"]

_PASSAGES: Final = "{passages}"

Share = Annotated[float, Field(gt=0, lt=1)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]
Text = Annotated[str, Field(min_length=1, max_length=2_000)]


class EntailmentSettings(Frozen):
    """One model: in a folder (`path`) or behind an address (`endpoint`).

    `reads`: `claims` for models that take a passage and one claim; `spans` for those that mark
    what of a whole answer is not supported. `labels` maps the model's labels to what they mean,
    where their names do not tell. A claim counts as supported from a probability of
    `supported_from`, as not supported below `unsupported_below`, as contradicted from
    `contradicted_from`; in between the judge is unsure. `window` and `max_length` are tokens.
    Times are seconds.
    """

    type: Literal["entailment"] = "entailment"
    path: Text | None = None
    endpoint: Address | None = None
    model: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    reads: Literal["claims", "spans"] = "claims"
    api: Literal["plain", "tei"] = "plain"
    runtime: Literal["onnx", "transformers"] | None = None
    labels: dict[str, Role] = Field(default_factory=dict)
    supported_from: Share = 0.9
    unsupported_below: Share = 0.1
    contradicted_from: Share = 0.9
    window: Annotated[int, Field(ge=32, le=100_000)] | None = None
    max_length: Annotated[int, Field(ge=64, le=200_000)] | None = None
    max_pairs: Annotated[int, Field(ge=1, le=1_000_000)] = 2_000
    prompt: Text = "{question}\n\n{passages}"
    batch: Annotated[int, Field(ge=1, le=1_000)] = 16
    threads: Annotated[int, Field(ge=1, le=256)] = 1
    api_key_env: KeyVariable | None = None
    attempt_timeout: Seconds = 30.0
    deadline: Seconds = 120.0
    concurrency: Annotated[int, Field(ge=1, le=1_000)] = 4
    tries: Annotated[int, Field(ge=1, le=50)] = 3

    @field_validator("prompt")
    @classmethod
    def _shows_the_passages(cls, value: str) -> str:
        if _PASSAGES not in value:
            raise ValueError(f"must say where the passages go: {_PASSAGES}")
        return value

    @model_validator(mode="after")
    def _fits_together(self) -> EntailmentSettings:
        if (self.path is None) == (self.endpoint is None):
            raise ValueError("needs either path (a model's folder) or endpoint (an address)")
        if self.unsupported_below >= self.supported_from:
            raise ValueError("unsupported_below must be less than supported_from")
        if self.reads == "spans" and self.api == "tei":
            raise ValueError('api = "tei" classifies pairs: it goes with reads = "claims"')
        if self.path is not None and (self.api == "tei" or self.api_key_env is not None):
            raise ValueError("api and api_key_env go with endpoint, not with path")
        if self.endpoint is not None and self.runtime is not None:
            raise ValueError("runtime goes with path, not with endpoint")
        if self.deadline < self.attempt_timeout:
            raise ValueError("deadline is shorter than attempt_timeout")
        return self
