"""A cassette: a file of judgments by the hash of their case, to be given again without asking.

JSON Lines. A line is one judgment with `case_hash` beside its fields, or an object with
`case_hash` and `judgments`, as `adjudge evaluate --out` writes it. What it claims of fingerprints
is not believed: an admission is bound to the whole file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from adjudge_engine.case import Case, case_hash
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Abstention, Judgment
from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.problems import Problem

_MOST: Final = 1024 * 2**20  # bytes of a cassette; it is held in memory


class Cassette:
    """The judgments of a file, by case. `digest` is its content's; `criteria` those it speaks of.

    Raises JudgeError, with file and line, for a file that cannot be read. A judgment that has a
    criterion and cannot be read otherwise becomes an abstention: it is never dropped.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        content = _content(path)
        self.digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
        self._by_case: dict[str, list[Judgment]] = {}
        for number, line in enumerate(content.split(b"\n"), 1):
            if line.strip():
                for key, judgment in self._line(number, line):
                    self._by_case.setdefault(key, []).append(judgment)
        every = (one.criterion for said in self._by_case.values() for one in said)
        self.criteria = tuple(dict.fromkeys(every))

    def of(self, case: Case) -> tuple[Judgment, ...]:
        """Every judgment on a case of the same content."""
        return tuple(self._by_case.get(case_hash(case), ()))

    def _line(self, number: int, line: bytes) -> Iterator[tuple[str, Judgment]]:
        try:
            value = Decoder().decode(line.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise self._error(number, "is not UTF-8") from None
        except Problem as problem:
            raise self._error(number, str(problem.reason)) from None
        key = value.get("case_hash") if isinstance(value, dict) else None
        if not isinstance(key, str):
            raise self._error(number, "has no case_hash")
        given = value.get("judgments")
        if given is None:
            fields = {name: one for name, one in value.items() if name in Judgment.model_fields}
            given = [fields]
        if not isinstance(given, list):
            raise self._error(number, "judgments must be a list")
        for one in given:
            yield key, self._judgment(number, one)

    def _judgment(self, number: int, fields: Any) -> Judgment:
        try:
            return Judgment.model_validate(fields)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            said = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        criterion = fields.get("criterion") if isinstance(fields, dict) else None
        if not isinstance(criterion, str):
            raise self._error(number, "holds a judgment without a criterion")
        judge = fields.get("judge")
        return Judgment(
            criterion=criterion,
            judge=judge if isinstance(judge, str) else "recorded",
            abstained=True,
            abstention=Abstention(code="unreadable_record", message=said[:200]),
        )

    def _error(self, number: int, why: str) -> JudgeError:
        return JudgeError(
            f"{self.path}, line {number}: {why}.",
            "A cassette is JSON Lines with case_hash and judgments, as --out writes them.",
        )


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > _MOST:
            raise JudgeError(f"{path} is larger than {_MOST // 2**20} MiB.", "Split the cassette.")
        return path.read_bytes()
    except OSError as error:
        raise JudgeError(
            f"The cassette {path} cannot be read: {error.strerror or error}.", "Check its name."
        ) from None
