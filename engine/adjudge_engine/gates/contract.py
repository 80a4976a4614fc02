"""The contract gate: does the answer conform to the JSON Schema that the case expects?

The answer is one JSON value, or one in a single code fence. A schema that is broken, points
elsewhere or has no end leaves the answer unchecked (`unavailable`), unless it breaks the schema
in what could be checked.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final

from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Place, Where
from adjudge_engine.gates.schema.patterns import PatternRefused
from adjudge_engine.gates.schema.references import first_missing, first_remote
from adjudge_engine.gates.schema.schemas import Endless, exact, validator_for
from adjudge_engine.gates.schema.strict_json import NotJson, TooDeep, parse, unfenced
from adjudge_engine.subject import Subject

VERIFIER: Final = "contract/3"
_MOST_SHOWN: Final = 20
_MOST_COLLECTED: Final = 1_000
_LONGEST: Final = 120


def check_contract(subject: Subject) -> list[Check]:
    """One check for each violation (the first 20), else one; none where no schema is expected."""
    schema = subject.case.expect.answer_schema
    if schema is None:
        return []
    text, fenced = unfenced(subject.answer)
    try:
        value = parse(text)
    except NotJson as error:
        return [_found("not_json", f"the answer is not JSON: {error}")]
    except TooDeep as error:
        return [_found("too_deep", f"the answer is {error}")]
    violations, problem = _validate(schema, value, len(text))
    checks = [_violation(*one) for one in violations[:_MOST_SHOWN]]
    if problem is not None:
        checks.append(problem)
    if not checks and (unread := _unread(schema)) is not None:
        checks.append(unread)
    if checks:
        return checks
    if fenced:
        return [_found("fenced", "the answer conforms to its schema; it stands in a code fence")]
    return [_found("conforms", "the answer conforms to its schema")]


def _validate(
    schema: Any, value: Any, size: int
) -> tuple[list[tuple[str, str, str]], Check | None]:
    """Violations as (pointer, message, text), in order, and what kept the rest unchecked."""
    from jsonschema import SchemaError
    from referencing.exceptions import Unresolvable

    found: list[tuple[str, str, str]] = []
    problem = None
    try:
        for error in validator_for(exact(schema), size).iter_errors(value):
            found.append(_described(error))
            if len(found) == _MOST_COLLECTED:
                break
    except SchemaError as error:
        problem = _found("schema_invalid", f"the schema is broken: {_schema_error(error)}")
    except LookupError as error:
        problem = _found("schema_invalid", f"the schema's draft is unknown: {error}")
    except re.error as error:
        problem = _found("schema_invalid", f"the schema has a broken pattern: {error}")
    except PatternRefused as error:
        problem = _found("pattern_refused", f"a pattern of the schema is not run: {error}")
    except (RecursionError, Endless):
        problem = _found("schema_endless", "the schema does not come to an end")
    except Unresolvable as error:
        problem = _unresolved(error)
    except (TypeError, ValueError, ArithmeticError, AttributeError) as error:
        problem = _found(
            "schema_invalid", f"the schema cannot be followed: {str(error)[:_LONGEST]}"
        )
    return sorted(set(found)), problem


def _unread(schema: Any) -> Check | None:
    """What keeps a schema from having been read whole, though the answer never came there."""
    if (missing := first_missing(schema)) is not None:
        return _lacking(missing)
    remote = first_remote(schema)
    return None if remote is None else _remote(remote)


def _lacking(reference: str) -> Check:
    message = f"the schema refers to {reference[:_LONGEST]}, which it lacks"
    return _found("schema_invalid", message)


def _remote(reference: str) -> Check:
    message = f"the schema refers to {reference[:_LONGEST]}, which is not fetched"
    return _found("schema_remote", message)


def _unresolved(error: Any) -> Check:
    from referencing.exceptions import InvalidAnchor, NoSuchAnchor, PointerToNowhere

    reference = str(getattr(error, "ref", "something"))
    inside = (InvalidAnchor, NoSuchAnchor, PointerToNowhere)
    if isinstance(getattr(error, "_wrapped", error), inside):
        return _lacking(reference)
    return _remote(reference)


def _schema_error(error: Any) -> str:
    where = _pointer(error.absolute_path)
    return f"{where or 'its root'} breaks {error.validator!r}"


def _described(error: Any) -> tuple[str, str, str]:
    """One violation in our words: those of the library change with its version."""
    where, rule, wanted = _pointer(error.absolute_path), str(error.validator), error.validator_value
    name = where or "the answer"
    message = f"{name} breaks {rule!r}"
    if rule == "type":
        kinds = " or ".join(wanted) if isinstance(wanted, list) else str(wanted)
        message = f"{name} is {_kind(error.instance)}, not {kinds}"
    elif rule == "required" and isinstance(error.instance, dict):
        missing = [key for key in wanted if key not in error.instance]
        message = f"{name} lacks {', '.join(map(str, missing))[:_LONGEST]}"
    elif rule in ("enum", "const"):
        allowed = wanted if rule == "enum" else [wanted]
        message = f"{name} is none of {', '.join(map(_shown, allowed[:8]))[:_LONGEST]}"
    elif rule in ("additionalProperties", "uniqueItems"):
        message = f"{name}: {error.message[:_LONGEST]}"
    elif isinstance(wanted, str | int | Decimal) and not isinstance(wanted, bool):
        message = f"{name} breaks {rule!r}: {_shown(wanted)}"
    elif error.validator is None:
        message = f"{name} is not allowed at all"
    return where, message, _shown(error.instance)


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    kinds: tuple[tuple[type, str], ...] = (
        (bool, "boolean"),
        (str, "string"),
        (dict, "object"),
        (list, "array"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "number")


def _shown(value: Any) -> str:
    """A scalar as JSON writes it; of anything larger, only what it is."""
    if isinstance(value, dict | list):
        return f"{_kind(value)} of {len(value)}"
    if isinstance(value, str):
        return f'"{value[:_LONGEST]}"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)[:_LONGEST]


def _pointer(path: Any) -> str:
    """The JSON pointer (RFC 6901) of a path."""
    return "".join("/" + str(one).replace("~", "~0").replace("/", "~1") for one in path)


def _violation(where: str, message: str, text: str) -> Check:
    place = Place(text=text, where=Where(part="answer", path=where))
    return _found("schema_violation", message, place)


def _found(code: str, message: str, observed: Place | None = None) -> Check:
    return finding("contract", code, message, check="schema", verifier=VERIFIER, observed=observed)
