"""Prints how many of TAT-QA's calculated answers are derived from their tables and texts.

`python tests/bench/bench_tatqa.py`: for every arithmetic answer of `items/tatqa.jsonl` (TAT-QA, Zhu
et al., "TAT-QA: A Question Answering Benchmark on a Hybrid of Tabular and Textual Content in
Finance", ACL 2021) what the numbers gate says of it: right answers by the operation of their
derivation, wrong answers of models, and decoys made from each right answer (its digits changed, its
sign, another scale, the answer to another question about the same document).
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared_data import SHARED

from adjudge_engine.case import Case, Context
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.subject import Subject


def main() -> None:
    path = SHARED / "items" / "tatqa.jsonl"
    if not path.exists():
        sys.exit("the real answers are not beside the repository")
    records = [json.loads(line) for line in path.open(encoding="utf-8")]
    asked = [one for one in records if one["meta"].get("answer_type") == "arithmetic"]
    right = [one for one in asked if one["human"]["label"] == "faithful"]
    wrong = [one for one in asked if one["human"]["label"] == "unfaithful"]
    _print_right(right)
    _print_codes("wrong answers of models", [_code(one, one["answer"]) for one in wrong])
    for kind in ("digits", "sign", "scale", "other"):
        made = [_code(one, text) for one in right for text in _decoys(one, right, kind)]
        _print_codes(f"decoys: {kind}", made)


def _print_right(right: list[dict[str, Any]]) -> None:
    total: Counter[str] = Counter()
    derived: Counter[str] = Counter()
    codes = []
    for one in right:
        operation, code = _operation(one["meta"]["derivation"]), _code(one, one["answer"])
        total[operation] += 1
        derived[operation] += code == "derived"
        codes.append(code)
    _print_codes("right answers", codes)
    for operation in sorted(total):
        print(f"    {operation:<16} {derived[operation]:>3} of {total[operation]:>3}")


def _print_codes(name: str, codes: list[str]) -> None:
    count = Counter(codes)
    share = f"{count['derived']} of {len(codes)} derived ({count['derived'] / len(codes):.1%})"
    others = ", ".join(f"{code} {count[code]}" for code in sorted(count) if code != "derived")
    print(f"{name:<28} {share}; {others}")


def _code(record: dict[str, Any], answer: str) -> str:
    """The worst code of the numbers gate about an answer."""
    contexts = tuple(
        Context(id=one["id"], text=one.get("text") or "", cells=one.get("cells"))
        for one in record["contexts"]
    )
    case = Case(id="x", question=record["question"], answer=answer, contexts=contexts)
    checks = check_numbers(Subject(case))
    for outcome in ("fail", "unavailable", "pass"):
        for check in checks:
            if check.outcome == outcome:
                return check.code
    return "no_number"


def _operation(derivation: str) -> str:
    plain = derivation.replace(" ", "")
    if "/" in plain:
        if "+" in plain and "*100" not in plain and plain.rstrip(")").endswith(tuple("23456789")):
            return "average"
        return "change in per cent" if "-" in plain.lstrip("-(") else "ratio"
    if "*" in plain:
        return "product"
    return "total" if "+" in plain else "difference"


def _decoys(record: dict[str, Any], others: list[dict[str, Any]], kind: str) -> Iterator[str]:
    answer = record["answer"]
    if kind == "sign":
        yield answer[1:] if answer.startswith("-") else f"-{answer}"
    elif kind == "digits":
        for at, char in enumerate(answer):
            if char.isdigit():
                yield f"{answer[:at]}{(int(char) + 3) % 10}{answer[at + 1 :]}"
                break
    elif kind == "scale":
        for one, two in (("thousand", "million"), ("million", "billion"), (" percent", "")):
            if one in answer:
                yield answer.replace(one, two)
                break
    else:
        group = record["meta"]["group"]
        same = (one for one in others if one["meta"]["group"] == group)
        yield from (one["answer"] for one in same if one["answer"] != answer)


if __name__ == "__main__":
    main()
