"""What a judge said of labelled cases once, kept so that later runs can be held against it.

It holds no text of a case: ids, people's word, the judge's word, and short hashes of the content
and of the source. All figures are worked out from these rows anew, never read from the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import Field, ValidationError

from adjudge_engine.calibration.measures.labelled import Compared, Labelled
from adjudge_engine.calibration.statistics.confusion import Said, Truth
from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case, case_hash
from adjudge_engine.errors import InputError
from adjudge_engine.models import Frozen
from adjudge_engine.reading.atomic import AtomicFile
from adjudge_engine.vocabulary import Reading

BASELINE_SCHEMA: Final = "adjudge.baseline/1"
_LARGEST: Final = 200_000_000  # bytes
_MARK: Final = 16  # signs of a hash
_HINT: Final = "Write one with: adjudge gate --write-baseline FILE --labels … --judge …"


class KeptRow(Frozen):
    """One compared item. `group` and `mark` are short hashes: of the source, of the case."""

    case_id: str
    claim_id: str | None = None
    group: str
    mark: str
    truth: Truth
    said: Said


class Baseline(Frozen):
    """One judge on one criterion. `claim` is None if the judge gave no verdicts on claims."""

    schema_: Literal["adjudge.baseline/1"] = Field(default=BASELINE_SCHEMA, alias="schema")
    judge: str
    fingerprint: str | None = None
    criterion: str
    reading: Reading
    minimum: float
    split: Literal["dev", "held-out", "all"] = "all"
    labels: str
    at: str | None = None
    answer: tuple[KeptRow, ...] = ()
    claim: tuple[KeptRow, ...] | None = None

    model_config = Frozen.model_config | {"populate_by_name": True, "serialize_by_alias": True}

    def rows(self, level: str) -> tuple[KeptRow, ...] | None:
        """The rows of a level, None where the judge has none of its kind."""
        return self.claim if level == "claim" else self.answer


class Marks:
    """Hashes of the cases that were let through, by case id; the last of an id counts."""

    def __init__(self) -> None:
        self.by_case: dict[str, str] = {}

    def of(self, cases: Iterable[Case]) -> Iterator[Case]:
        """The same cases, their content noted."""
        for case in cases:
            self.by_case[case.id] = case_hash(case).removeprefix("sha256:")[:_MARK]
            yield case


def baseline_of(
    compared: Compared, marks: Marks, *, labels: str, split: str = "all", at: str | None = None
) -> Baseline:
    """What is kept of compared rows."""
    return Baseline.model_validate(
        {
            "judge": compared.judge,
            "fingerprint": compared.fingerprint,
            "criterion": compared.criterion,
            "reading": compared.reading,
            "minimum": compared.minimum,
            "split": split,
            "labels": labels,
            "at": at,
            "answer": _kept(compared.answer, marks),
            "claim": _kept(compared.claim, marks) if compared.claim_verdicts else None,
        }
    )


def _kept(rows: Sequence[Labelled], marks: Marks) -> list[KeptRow]:
    return [
        KeptRow(
            case_id=one.case_id,
            claim_id=one.claim_id,
            group=canonical_hash(["adjudge.group/1", one.group]).removeprefix("sha256:")[:_MARK],
            mark=marks.by_case.get(one.case_id, ""),
            truth=one.truth,
            said=one.said,
        )
        for one in rows
    ]


def write_baseline(path: Path, baseline: Baseline) -> None:
    """Writes the file whole or not at all."""
    with AtomicFile(path) as file:
        file.write(json.dumps(baseline.model_dump(mode="json"), indent=1) + "\n")


def read_json(path: Path, what: str, hint: str) -> dict[str, Any]:
    """The JSON object of a file. InputError, with what and where, for anything else."""
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(f"{path} is too large to be {what}.", hint)
        data: Any = json.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.", hint) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.", hint) from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is not JSON, or not UTF-8.", hint) from None
    if not isinstance(data, dict):
        raise InputError(f"{path} is not {what}.", hint)
    return data


def parse_baseline(data: dict[str, Any], path: Path) -> Baseline:
    """The baseline of a file's JSON. InputError says where it is none."""
    if data.get("schema") != BASELINE_SCHEMA:
        raise InputError(f"{path}: its schema is not {BASELINE_SCHEMA}.", _HINT)
    try:
        return Baseline.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise InputError(f"{path}: {place}: {first['msg']}.", _HINT) from None
