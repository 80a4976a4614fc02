"""Prints how often each gate speaks against answers that people judged faithful, and unfaithful.

`python tests/bench/bench_precision.py [--set NAME] [--gate NAME] [--show N] [--label LABEL]`: one
row for each set, label and gate: the share of answers whose gate fails or is unavailable. On
faithful answers a fail is a false alarm; on unfaithful ones it is a catch. `--show` prints the
first examples of a fail, with the checks that made it. Says so where the real answers are absent.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared_data import SHARED

from adjudge_engine.case import Case
from adjudge_engine.evaluation import GateResult
from adjudge_engine.layers import run_layers
from adjudge_engine.reading import read_cases
from adjudge_engine.subject import Subject
from adjudge_engine.vocabulary import Gate

SETS = (
    "ragtruth_qa",
    "tatqa",
    "xquad_parallel",
    "jsquad",
    "wice_claims_judged",
    "summedits",
)
#: A false alarm above this share of a set's faithful answers is marked.
LIMIT = 0.03


def main() -> None:
    """Run every gate over the sets and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=SETS, action="append", dest="sets")
    parser.add_argument("--gate")
    parser.add_argument("--show", type=int, default=0, metavar="N")
    parser.add_argument("--label", default="faithful")
    options = parser.parse_args()
    if not (SHARED / "items").is_dir():
        print(f"no real answers at {SHARED}: nothing to measure")
        return
    for name in options.sets or SETS:
        _measure(name, options)


def _measure(name: str, options: argparse.Namespace) -> None:
    totals: Counter[str] = Counter()
    outcomes: dict[tuple[str, Gate], Counter[str]] = defaultdict(Counter)
    codes: dict[tuple[str, Gate], Counter[str]] = defaultdict(Counter)
    shown = 0
    for case in _cases(SHARED / "items" / f"{name}.jsonl"):
        label = _label(case)
        totals[label] += 1
        for gate, result in run_layers(Subject(case)).items():
            if options.gate not in (None, gate):
                continue
            outcomes[label, gate][result.outcome] += 1
            for code in {one.code for one in result.checks if one.outcome == result.outcome}:
                codes[label, gate][f"{result.outcome}:{code}"] += 1
            if label == options.label and result.outcome == "fail" and shown < options.show:
                shown += 1
                _print(case, gate, result)
    for label, total in sorted(totals.items()):
        print(f"\n{name}, {label}: {total} answers")
        for (one, gate), counts in outcomes.items():
            if one == label:
                _row(gate, counts, codes[label, gate], total, label)


def _cases(path: Path) -> Iterator[Case]:
    return (one for one in read_cases(path) if isinstance(one, Case))


def _label(case: Case) -> str:
    labels = [str(one.value) for one in case.labels if one.criterion == "faithfulness"]
    return labels[0] if labels else "no label"


def _row(gate: Gate, counts: Counter[str], codes: Counter[str], total: int, label: str) -> None:
    failed, unavailable = counts["fail"], counts["unavailable"]
    if not failed and not unavailable:
        return
    mark = " !" if label == "faithful" and failed > LIMIT * total else ""
    why = ", ".join(f"{code} {count}" for code, count in codes.most_common(6) if code[:4] != "pass")
    print(
        f"  {gate:13} fail {failed:4} ({failed / total:6.1%}){mark:2}"
        f"  unavailable {unavailable:4} ({unavailable / total:6.1%})  {why}"
    )


def _print(case: Case, gate: Gate, result: GateResult) -> None:
    print(f"\n{case.id} {gate}\n  question: {case.question}\n  answer: {case.answer}")
    for check in result.checks:
        if check.outcome == "fail":
            print(f"  {check.code}: {check.message}")


if __name__ == "__main__":
    main()
