"""JSON Schema with bounds: nothing is fetched, nothing runs without end.

The rules are jsonschema's; the keywords whose cost the schema's author controls (patterns, unique
items, references that multiply) are counted or replaced by linear ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from functools import cache
from typing import Any, Final

from adjudge_engine.gates.schema.patterns import PatternRefused, compiled, search

_BASE_STEPS: Final = 100_000
_STEPS_PER_CHARACTER: Final = 2
_MOST_STEPS: Final = 3_000_000
_DEEPEST_SCHEMA: Final = 300


class Endless(Exception):
    """The schema asks for more steps than are allowed."""


def exact(value: Any, depth: int = 0) -> Any:
    """A JSON value with every float as the Decimal that it was written as. Raises Endless."""
    if depth > _DEEPEST_SCHEMA:
        raise Endless
    if isinstance(value, dict):
        return {key: exact(one, depth + 1) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [exact(one, depth + 1) for one in value]
    return Decimal(repr(value)) if isinstance(value, float) else value


def validator_for(schema: Any, size: int) -> Any:
    """A bounded validator of the schema's draft (2020-12 unless `$schema` says otherwise).

    `size` is the length of the text to be validated. Raises jsonschema's SchemaError for a broken
    schema, LookupError for an unknown draft.
    """
    from jsonschema import Draft3Validator, Draft4Validator, Draft202012Validator, validators
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

    base: Any = Draft202012Validator
    if isinstance(schema, dict) and "$schema" in schema:
        base = validators.validator_for(schema, default=None)
        if base is None:
            raise LookupError(str(schema["$schema"])[:120])
    base.check_schema(schema, format_checker=_formats())
    types = base.TYPE_CHECKER
    if base not in (Draft3Validator, Draft4Validator):
        types = types.redefine("integer", _is_integer)
    keywords = {
        **base.VALIDATORS,
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
        "uniqueItems": _unique_items,
    }
    budget = _Budget(min(_MOST_STEPS, _BASE_STEPS + _STEPS_PER_CHARACTER * size))
    counted = {name: budget.counted(rule) for name, rule in keywords.items()}
    bounded = validators.extend(base, validators=counted, type_checker=types)
    return bounded(schema, registry=REGISTRY)


@cache
def _formats() -> Any:
    """What a schema's own strings must be: patterns that are some, as this engine reads them."""
    from jsonschema import FormatChecker

    checker = FormatChecker(formats=())
    checker.checks("regex", raises=re.error)(_is_pattern)
    return checker


def _is_pattern(value: object) -> bool:
    if isinstance(value, str):
        with suppress(PatternRefused):  # for the rule that runs it to say
            compiled(value)
    return True


class _Budget:
    """Counts what a validation costs, in rough steps."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def counted(self, rule: Callable[..., Any]) -> Callable[..., Iterator[Any]]:
        def checked(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any]:
            self.left -= 1 + (len(value) // 8 if isinstance(value, list | dict) else 0)
            if self.left < 0:
                raise Endless
            yield from rule(validator, value, instance, schema) or ()

        return checked


def _is_integer(_checker: Any, value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, Decimal) and value == value.to_integral())


def _error(message: str) -> Any:
    from jsonschema import ValidationError

    return ValidationError(message)


def _pattern(validator: Any, pattern: str, instance: Any, _schema: Any) -> Iterator[Any]:
    if validator.is_type(instance, "string") and not search(pattern, instance):
        yield _error("does not match")


def _pattern_properties(
    validator: Any, patterns: dict[str, Any], instance: Any, _schema: Any
) -> Iterator[Any]:
    if not validator.is_type(instance, "object"):
        return
    for pattern, inner in patterns.items():
        for key, value in instance.items():
            if search(pattern, key):
                yield from validator.descend(value, inner, path=key, schema_path=pattern)


def _additional_properties(
    validator: Any, allowed: Any, instance: Any, schema: dict[str, Any]
) -> Iterator[Any]:
    if not validator.is_type(instance, "object"):
        return
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    extras = [
        key
        for key in instance
        if key not in known and not any(search(one, key) for one in patterns)
    ]
    if validator.is_type(allowed, "object"):
        for key in extras:
            yield from validator.descend(instance[key], allowed, path=key)
    elif not allowed and extras:
        yield _error("unexpected: " + ", ".join(key[:40] for key in sorted(extras)[:5]))


def _unique_items(validator: Any, wanted: Any, instance: Any, _schema: Any) -> Iterator[Any]:
    if wanted and validator.is_type(instance, "array"):
        seen = {_identity(one) for one in instance}
        if len(seen) != len(instance):
            yield _error("holds something twice")


def _identity(value: Any) -> Any:
    """A hashable that is equal exactly where JSON Schema calls two values equal."""
    if isinstance(value, dict):
        return ("object", frozenset((key, _identity(one)) for key, one in value.items()))
    if isinstance(value, list):
        return ("array", *map(_identity, value))
    return (isinstance(value, bool), isinstance(value, str), value)
