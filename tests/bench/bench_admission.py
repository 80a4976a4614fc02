"""The local judge on RAGTruth QA, its sources split: is it admitted, and what does it release?

The shipped head, and heads fitted to the dev side alone; everything printed
is of the held-out side, none of whose sources the head has seen. Prints the tables of
docs/admission.md. Needs the public data beside the repository.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared_data import SHARED

from adjudge_engine.calibration.fitting import fit_local
from adjudge_engine.calibration.measures.judgments import Asked
from adjudge_engine.calibration.measures.labelled import label_rows
from adjudge_engine.calibration.measures.learned import learned_marks
from adjudge_engine.calibration.measures.splits import split_of
from adjudge_engine.calibration.raters.people import labels_of, people_say
from adjudge_engine.calibration.releasing.admissions import AdmissionsBook, Entry, LabelSet
from adjudge_engine.calibration.releasing.admitting import HeldOut, entry_of
from adjudge_engine.case import Case
from adjudge_engine.judges.local.judge import LocalJudge
from adjudge_engine.pipeline import evaluate
from adjudge_engine.policy import Policy, parse_policy
from adjudge_engine.reading import read_labelled

TIERS = """
[policy]
name = "bench"
version = "1"
[tiers.low]
required_criteria = { faithfulness = { minimum = 1.0 } }
[tiers.standard]
required_criteria = { faithfulness = { minimum = 1.0 } }
[tiers.high]
[admission]
"""
POLICIES = {
    "default": "",
    "all": 'false_pass_of = "all"\nbad_among_passed_upper = 0.05\n',
}


def main() -> None:
    path = SHARED / "items" / "ragtruth_qa.jsonl"
    if not path.is_file():
        sys.exit(f"needs {path}")
    cases = [one for one in read_labelled(path) if isinstance(one, Case)]
    dev = [one for one in cases if split_of(one.group) == "dev"]
    held_out = [one for one in cases if split_of(one.group) == "held-out"]
    print(f"{len(dev)} answers dev, {len(held_out)} held out")
    judges = {"shipped": LocalJudge()}
    for target in (0.02, 0.01):
        judges[f"fitted to dev, target {target:g}"] = LocalJudge(fit_local(dev, target=target).head)
    for name, judge in judges.items():
        for how, table in POLICIES.items():
            policy = parse_policy((TIERS + table).encode(), how)
            entry = admitted(judge, cases, policy)
            print(f"\n{name} · {how}: {entry.outcome}: {entry.why}")
            demands = entry.figures["demands"]
            assert isinstance(demands, list)
            for row in demands:
                assert isinstance(row, dict)
                keys = ("what", "hits", "n", "lower_bound", "upper_bound", "limit", "outcome")
                print("   ", {key: row[key] for key in keys}, "more:", row["more"])
            if entry.outcome == "admitted":
                released(judge, held_out, policy, AdmissionsBook((entry,)))


def admitted(judge: LocalJudge, cases: list[Case], policy: Policy) -> Entry:
    held = HeldOut(learned_marks(judge))
    rows = label_rows(held.of(cases), Asked(judge, "faithfulness"))
    labels = LabelSet(name="ragtruth_qa", hash=held.hash)
    return entry_of(rows, policy.admission, held, labels, "2031-01-01T00:00:00Z", "bench")


def released(judge: LocalJudge, cases: list[Case], policy: Policy, book: AdmissionsBook) -> None:
    routes = Counter(
        (
            evaluate(one, policy, (judge,), None, book).route,
            people_say(labels_of(one, "faithfulness")),
        )
        for one in cases
    )
    print("    held-out routes:", {" ".join(key): n for key, n in sorted(routes.items())})


if __name__ == "__main__":
    main()
