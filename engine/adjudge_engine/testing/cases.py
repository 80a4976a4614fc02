"""A test for every case of a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.integrations.wording import visible
from adjudge_engine.reading.cases import read_cases
from adjudge_engine.reading.rejects import Reject

if TYPE_CHECKING:
    import pytest

_LONGEST_ID = 80


def adjudge_cases(file: str | Path) -> pytest.MarkDecorator:
    """Run a test once for each case of a file, which it takes as `adjudge_case`.

        @adjudge_cases("cases.jsonl")
        def test_answers(adjudge_case: Case) -> None:
            assert_grounded(adjudge_case)

    A relative name is looked for beside the test's module. A line that is no case is a test that
    fails. Raises InputError where the file cannot be read, or has no case at all.
    """
    import pytest

    path = Path(file)
    if not path.is_absolute():
        path = Path(sys._getframe(1).f_globals.get("__file__", ".")).parent / path
    found = list(read_cases(path))
    if not found:
        raise InputError(f"{path} has no case.", "A test of no cases would pass unseen.")
    return pytest.mark.parametrize(
        "adjudge_case", found, ids=list(map(_name, found)), indirect=True
    )


def _name(one: Case | Reject) -> str:
    return f"line {one.line}" if isinstance(one, Reject) else visible(one.id, _LONGEST_ID)
