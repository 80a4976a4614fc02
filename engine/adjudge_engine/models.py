"""Base of every stored shape: frozen, closed, versioned pydantic models."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

CASE_SCHEMA = "adjudge.case/1"
SOURCE_SCHEMA = "adjudge.source/1"
EVALUATION_SCHEMA = "adjudge.evaluation/1"


class Frozen(BaseModel):
    """An immutable record. Unknown keys are refused here; readers move them to `metadata`."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, hide_input_in_errors=True
    )

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON values, without what is empty: the form that is stored and hashed.

        Dropping what equals its default keeps hashes of old records true when a field is added.
        """
        return self.model_dump(mode="json", exclude_defaults=True)
