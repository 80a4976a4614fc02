"""The load generator: the same case for the same number, and truths that the gates can confirm."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

from adjudge_engine.case import Case
from adjudge_engine.pipeline import assess


def _generator() -> ModuleType:
    file = Path(__file__).parent / "bench" / "generated_cases.py"
    spec = importlib.util.spec_from_file_location("generated_cases", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its named tuple looks for its types
    spec.loader.exec_module(module)
    return module


def test_a_case_depends_on_seed_and_number_alone() -> None:
    cases = _generator()
    whole = list(cases.cases(40, seed=3))
    assert whole[25:] == list(cases.cases(15, seed=3, begin=25))
    assert whole != list(cases.cases(40, seed=4))
    assert len({one["id"] for one in whole}) == 40


def test_truths_are_what_code_finds() -> None:
    """No right answer fails a gate; every wrong number, date or measure does or is not traced."""
    found: Counter[tuple[str, bool]] = Counter()
    for one in _generator().cases(150):
        gates = assess(Case.model_validate(one)).gates
        clean = gates["numbers"].outcome == "pass" and gates["dates"].outcome != "fail"
        found[one["metadata"]["truth"], clean] += 1
    assert found["right", True] > 50
    assert found["right", False] == 0
    for defect in ("number", "scale", "swapped", "date", "period"):
        assert found[defect, True] == 0
        assert found[defect, False] > 3
