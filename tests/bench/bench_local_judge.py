"""The local judge beside people's labels: what it passes, what it rejects, where it is silent.

    python tests/bench/bench_local_judge.py [--quick]

Prints Markdown. Intervals are 95 %, from drawing whole sources anew. For the sets that the shipped
head learned from, each claim is judged by a head that saw no claim of its source. `ragtruth_qa` is
only evaluated: the shipped head never saw it; the refitted one saw other sources of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from adjudge_engine.calibration.fitting import Fitting, fit_local
from adjudge_engine.calibration.statistics.auroc import auroc, auroc_interval
from adjudge_engine.case import Case, Context, Label, LabelClaim
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Claim
from adjudge_engine.evidence import find_evidence, without_misses
from adjudge_engine.judges.local.criteria import COVERS_BELOW, LACKS_FROM, measure_points
from adjudge_engine.judges.local.head import Head, answer_score, shipped_head
from adjudge_engine.judges.local.judge import LocalJudge
from adjudge_engine.judges.local.learning import (
    FOLDS,
    Recipe,
    even_prior,
    fold_of,
    learn,
)
from adjudge_engine.judges.local.session import Session
from adjudge_engine.judges.local.train import BASE, FLAGS_FROM, SETS, STRENGTH, examples_of
from adjudge_engine.judges.running import requests_of
from adjudge_engine.pipeline import assess

DATA: Final = Path(__file__).resolve().parents[3] / "shared" / "data" / "items"
OVERLAP: Final = 3  # characters from which a person's mark makes a claim unfaithful
WHOLE: Final = ("attribution", "wice_claims_judged", "halueval_qa_pairs", "tatqa", "xquad_parallel")
SPANS: Final = ("ragtruth_qa", "summedits", "bump_pairs")
RESAMPLES: Final = 300
CHOOSE: Final = (0.10, 0.25, 0.50)

HeadFor = Callable[[str], Head]


class Judged(NamedTuple):
    """A claim: what people say, the judge's score (log odds of bad), verdict, and where from."""

    bad: bool
    score: float
    verdict: str
    group: str
    answer: int
    bad_answer: bool


def records(name: str) -> Iterator[dict[str, Any]]:
    with (DATA / f"{name}.jsonl").open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % 8 == 0 or "--quick" not in sys.argv:
                yield json.loads(line)


def case_of(record: dict[str, Any], labels: tuple[Label, ...] = ()) -> Case:
    contexts = tuple(Context(id=one["id"], text=one["text"]) for one in record["contexts"])
    return Case(
        id=record["id"],
        question=record["question"],
        answer=record["answer"],
        contexts=contexts,
        metadata={"group": record["meta"]["group"]},
        labels=labels,
    )


def claims_of(name: str, case: Case) -> tuple[Claim, ...]:
    answer = case.answer or ""
    if name in WHOLE:
        return (Claim(id="a", text=answer, start=0, end=len(answer)),)
    return split_claims(answer)


def is_bad(name: str, record: dict[str, Any], claim: Claim) -> bool:
    spans = record["human"]["spans"] if name in SPANS else []
    if name == "ragtruth_qa" or spans:
        return any(
            min(one["end"], claim.end) - max(one["start"], claim.start) >= OVERLAP for one in spans
        )
    return bool(record["human"]["label"] != "faithful")


def judge_set(name: str, head_for: HeadFor, wanted: Callable[[str], bool]) -> list[Judged]:
    found: list[Judged] = []
    for number, record in enumerate(records(name)):
        label, group = record["human"]["label"], str(record["meta"]["group"])
        if label is None or not record["answer"].strip() or not wanted(group):
            continue
        case = case_of(record)
        claims = without_misses(find_evidence(claims_of(name, case), case.contexts))
        session = Session(head_for(f"{name}:{group}"), case, claims)
        for claim, score, said in zip(claims, session.scores(), session.verdicts(), strict=True):
            bad = is_bad(name, record, claim)
            found.append(Judged(bad, score, said.verdict, group, number, label != "faithful"))
    return found


@cache
def heads_without() -> tuple[Head, ...]:
    """For each fold a head like the shipped one that saw none of the fold's sources."""
    examples = examples_of(DATA)
    recipe = Recipe(even_prior(), STRENGTH)
    kept = ([one for one in examples if fold_of(one.group) != fold] for fold in range(FOLDS))
    return tuple(replace(learn(some, recipe, {}, BASE), flags_from=FLAGS_FROM) for some in kept)


def shipped_for(group: str) -> Head:
    """The shipped head, or its like that did not see the source."""
    if group.split(":", 1)[0] in SETS:
        return heads_without()[fold_of(group)]
    return shipped_head()


def interval(values: Sequence[tuple[float, float, str]]) -> str:
    """A ratio of sums (hits, of, group) with its interval over groups."""
    groups: dict[str, list[float]] = {}
    for hits, of, group in values:
        sums = groups.setdefault(group, [0.0, 0.0])
        sums[0] += hits
        sums[1] += of
    hits, of = (sum(one[at] for one in groups.values()) for at in (0, 1))
    if not of:
        return "–"
    random, drawn = Random(1), []
    parts = list(groups.values())
    for _ in range(RESAMPLES):
        chosen = random.choices(parts, k=len(parts))
        below = sum(one[1] for one in chosen)
        if below:
            drawn.append(sum(one[0] for one in chosen) / below)
    drawn.sort()
    low, high = drawn[int(0.025 * len(drawn))], drawn[int(0.975 * (len(drawn) - 1))]
    return f"{hits / of:.3f} [{low:.3f}, {high:.3f}]"


def area(scores: Sequence[float], bad: Sequence[bool], groups: Sequence[str]) -> str:
    value = auroc(scores, bad)
    between = auroc_interval(scores, bad, groups, resamples=RESAMPLES)
    if value is None or between is None:
        return "–"
    return f"{value:.3f} [{between.low:.3f}, {between.high:.3f}]"


def row(name: str, found: Sequence[Judged]) -> str:
    def rate(verdict: str, bad: bool | None) -> str:
        return interval(
            [
                (float(one.verdict == verdict), 1.0, one.group)
                for one in found
                if bad is None or one.bad is bad
            ]
        )

    ordered = sorted(found, key=lambda one: one.score)
    risks = []
    for share in CHOOSE:
        least = ordered[: int(share * len(ordered))]
        risks.append(f"{sum(one.bad for one in least) / max(1, len(least)):.3f}")
    bad = sum(one.bad for one in found)
    cells = [
        name,
        f"{len(found):,} / {bad:,}",
        area([one.score for one in found], [one.bad for one in found], [o.group for o in found]),
        rate("supported", True),
        rate("not_mentioned", False),
        rate("unsure", None),
        " / ".join(risks),
    ]
    return "| " + " | ".join(cells) + " |"


def answers(found: Sequence[Judged]) -> str:
    by: dict[int, list[Judged]] = {}
    for one in found:
        by.setdefault(one.answer, []).append(one)
    scores = [answer_score([one.score for one in claims]) for claims in by.values()]
    bad = [claims[0].bad_answer for claims in by.values()]
    return area(scores, bad, [claims[0].group for claims in by.values()])


def supported(found: Sequence[Judged]) -> str:
    said = [one for one in found if one.verdict == "supported"]
    bad = interval([(float(one.bad), 1.0, one.group) for one in said])
    return f"{len(said) / len(found):.3f} of claims called supported, of these bad {bad}"


def completeness() -> None:
    scores: list[float] = []
    bad: list[bool] = []
    groups: list[str] = []
    for record in records("summhay_coverage"):
        group = f"summhay_coverage:{record['meta']['group']}"
        criteria = record["human"]["criteria"]
        points = [one["criterion"] for one in criteria]
        for values, one in zip(measure_points(record["answer"], points), criteria, strict=True):
            scores.append(shipped_for(group).risk(values))
            bad.append(one["human"] != "full")
            groups.append(group)
    rows = list(zip(scores, bad, groups, strict=True))
    wrong = [(float(one < COVERS_BELOW), 1.0, group) for one, is_bad, group in rows if is_bad]
    over = [(float(one >= LACKS_FROM), 1.0, group) for one, is_bad, group in rows if not is_bad]
    unclear = [(float(COVERS_BELOW <= one < LACKS_FROM), 1.0, group) for one, _, group in rows]
    print(f"\nsummhay_coverage, {len(bad):,} criteria, {sum(bad):,} not fully covered:")
    print(f"AUROC {area(scores, bad, groups)}; not covered, called covered {interval(wrong)};")
    print(f"covered, called left out {interval(over)}; unclear {interval(unclear)}")


def is_final(group: str) -> bool:
    """Two fifths of the sources of `ragtruth_qa`, which nothing was fitted or chosen on."""
    return int(sha256(f"final{group}".encode()).hexdigest(), 16) % 10 >= 6


def labelled(wanted: Callable[[dict[str, Any]], bool]) -> Iterator[Case]:
    """The wanted records of `ragtruth_qa`, each claim labelled."""
    for record in records("ragtruth_qa"):
        if not wanted(record):
            continue
        claims = tuple(
            LabelClaim(
                claim_id=claim.id,
                verdict="not_mentioned" if is_bad("ragtruth_qa", record, claim) else "supported",
            )
            for claim in split_claims(record["answer"])
        )
        yield case_of(record, (Label(criterion="faithfulness", claims=claims),))


def refitted(target: float) -> None:
    """Fitted on three fifths of the sources, judged on the final part."""
    fitting = told_fit(lambda record: not is_final(str(record["meta"]["group"])), target)
    for name, head in (("shipped", shipped_head()), ("refitted", fitting.head)):
        found = judge_set("ragtruth_qa", lambda _, head=head: head, is_final)  # type: ignore[misc]
        for part in ("all", "test"):
            some = of_part(found, part)
            print(row(f"ragtruth_qa, final part ({part}), {name}", some))
            print(f"  by answer {answers(some)}; {supported(some)}", flush=True)


def as_split() -> None:
    """Fitted on its makers' training sources, judged on their test answers."""
    test = {str(r["meta"]["group"]) for r in records("ragtruth_qa") if part_of(r) == "test"}
    fitting = told_fit(
        lambda record: part_of(record) == "train" and str(record["meta"]["group"]) not in test, 0.02
    )
    found = judge_set("ragtruth_qa", lambda _: fitting.head, lambda group: group in test)
    some = of_part(found, "test")
    print(row("ragtruth_qa, its test, fitted to its train", some))
    print(f"  by answer {answers(some)}; {supported(some)}", flush=True)


def told_fit(wanted: Callable[[dict[str, Any]], bool], target: float) -> Fitting:
    began = process_time()
    fitting = fit_local(labelled(wanted), target=target)
    spent = process_time() - began
    print(
        f"\nrefitted on {fitting.claims:,} claims of {fitting.sources:,} sources ({spent:.0f} s);"
    )
    print(f"target {target}: passes below {fitting.passing.below:.4f}, ", end="")
    print(f"flags from {fitting.head.flags_from:.3f}")
    return fitting


def part_of(record: dict[str, Any]) -> str:
    return str(record["meta"]["origin_split"])


def of_part(found: Sequence[Judged], part: str) -> list[Judged]:
    """The claims of answers that the makers of the set put there: six models in test, four of
    them in train."""
    parts = {number: part_of(record) for number, record in enumerate(records("ragtruth_qa"))}
    return [one for one in found if part in ("all", parts[one.answer])]


def by_split() -> None:
    found = judge_set("ragtruth_qa", shipped_for, lambda _: True)
    for part in ("all", "test", "train"):
        some = of_part(found, part)
        print(row(f"ragtruth_qa ({part})", some))
        print(f"  by answer {answers(some)}; {supported(some)}", flush=True)


def speed() -> None:
    """The judge's own time, as in a run: right after the gates and the search for evidence."""
    judge = LocalJudge()
    spent, count = 0.0, 0
    for record in records("ragtruth_qa"):
        for _, request in requests_of(assess(case_of(record)), [judge]):
            began = process_time()
            judge.judge(request)
            spent += process_time() - began
            count += len(request.claims)
    print(f"\n{count / spent:,.0f} claims per CPU-second of one core, after code has checked them")


def main() -> None:
    if not DATA.is_dir():
        print("the real answers are not beside the repository")
        return
    print(
        "| set | claims / bad | AUROC | bad called supported | good called not mentioned |", end=""
    )
    print(" unsure | bad among least risky 10 / 25 / 50 % |\n|---|---|---|---|---|---|---|")
    by_split()
    for name in ("wice_claims_judged", "attribution", "summedits", "bump_pairs"):
        print(row(name, judge_set(name, shipped_for, lambda _: True)), flush=True)
    for name in ("halueval_qa_pairs", "tatqa", "xquad_parallel"):
        print(row(name, judge_set(name, shipped_for, lambda _: True)), flush=True)
    completeness()
    refitted(0.02)
    refitted(0.01)
    as_split()
    speed()


if __name__ == "__main__":
    main()
