"""Base of every stored shape: frozen, closed, versioned pydantic models."""

from __future__ import annotations

from typing import Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict

EVALUATION_SCHEMA = "adjudge.evaluation/1"

_new = object.__new__
#: The four slots of a model, set past the check that it is frozen.
_values, _given, _extra, _private = (
    vars(BaseModel)[slot].__set__
    for slot in (
        "__dict__",
        "__pydantic_fields_set__",
        "__pydantic_extra__",
        "__pydantic_private__",
    )
)


class _Fields(dict[type[BaseModel], set[str]]):
    """Model → the names of its fields; never changed, for a copy of a record copies its set."""

    def __missing__(self, model: type[BaseModel]) -> set[str]:
        self[model] = set(model.model_fields)
        return self[model]


_FIELDS = _Fields()


class Frozen(BaseModel):
    """An immutable record. Unknown keys are refused here; readers move them to `metadata`."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, hide_input_in_errors=True
    )

    @classmethod
    def trusted(cls, **values: Any) -> Self:
        """The record of values that code made itself: no validation, a third of its cost.

        Every field must be given, of its own type and with its default written out.
        """
        return made(cls, values)

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON values, without what is empty: the form that is stored and hashed.

        Dropping what equals its default keeps hashes of old records true when a field is added.
        """
        return self.model_dump(mode="json", exclude_defaults=True)


_Record = TypeVar("_Record", bound=Frozen)


def made(model: type[_Record], values: dict[str, Any]) -> _Record:
    """`model.trusted(**values)` of a fresh dictionary, where records are made by the dozen."""
    record = _new(model)
    _values(record, values)
    _given(record, _FIELDS[model])
    _extra(record, None)
    _private(record, None)
    return record
