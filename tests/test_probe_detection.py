"""Who catches which defects: fates, pairs of other corpora, recorded replays, frozen anchors."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import replay_figures as real
from llm_server import LlmServer
from probe_samples import fair, plain, scale, served, sourced
from shared_data import SHARED, needs_shared

from adjudge_engine.calibration.measures.spread import repeat_spread
from adjudge_engine.case import Case, Context
from adjudge_engine.errors import InputError
from adjudge_engine.evaluation import Abstention, Judgment
from adjudge_engine.judges.local.judge import LocalJudge
from adjudge_engine.probing import anchors as frozen
from adjudge_engine.probing.alterations import PROBES
from adjudge_engine.probing.asking import Asking
from adjudge_engine.probing.corpus import plant
from adjudge_engine.probing.detection import (
    FATES,
    Detected,
    asked_runs,
    detect,
    fate_of,
    recorded_runs,
)
from adjudge_engine.probing.pairs import Pairs, class_of, pairs_in
from adjudge_engine.probing.run import Plan, run_probes
from adjudge_engine.probing.said import Runs, Yardstick
from adjudge_engine.reading import read_labelled

FAITHFUL = Yardstick()


def runs(*words: str) -> Runs:
    """Runs of these words; `lost` is one that could not be had."""
    said = tuple("abstain" if word == "lost" else word for word in words)
    return Runs(said, tuple("timeout" if word == "lost" else None for word in words))


@pytest.mark.parametrize(
    ("base", "mutated", "fate"),
    [
        (runs("pass", "pass"), runs("fail", "fail"), "caught"),
        (runs("abstain", "pass"), runs("fail", "fail"), "caught"),
        (runs("pass", "pass"), runs("fail", "pass"), "unsteady"),
        (runs("pass", "pass"), runs("fail", "abstain"), "unsteady"),
        (runs("pass", "pass"), runs("pass", "pass"), "missed"),
        (runs("pass", "pass"), runs("abstain", "pass"), "unsaid"),
        (runs("pass", "fail"), runs("fail", "fail"), "base_flagged"),
        (runs("pass", "pass"), runs("fail", "lost"), "lost"),
        (runs("lost", "pass"), runs("fail", "fail"), "lost"),
        (runs(), runs("fail"), "lost"),
        (None, runs("fail"), "lost"),
        (runs("pass"), None, "lost"),
    ],
)
def test_fates(base: Runs | None, mutated: Runs | None, fate: str) -> None:
    assert fate_of(base, mutated) == fate


def by_kind(found: tuple[Detected, ...]) -> dict[str, Detected]:
    return {one.kind: one for one in found}


def test_the_embedded_judge_and_the_gates_on_planted_defects() -> None:
    cases = sourced(4)
    pairs = plant(cases, 1)
    rows = asked_runs(pairs, Asking(LocalJudge(), "faithfulness"), FAITHFUL, 2)
    found = by_kind(detect(rows, pairs.void, pairs.kinds))
    assert list(found) == list(pairs.kinds)
    fabricated = found["fabricated_number"]
    assert (fabricated.n, fabricated.code) == (4, 4), "code sees a number that stands nowhere"
    assert found["dropped_fact"].fates["missed"] == 4, "what is left is supported still"
    assert found["dropped_fact"].neither == 4
    assert found["non_abstention"].n == 0
    assert dict(found["non_abstention"].void) == {"not_abstaining": 4}
    for one in found.values():
        assert sum(one.fates.values()) == one.n
        assert one.neither + one.code + one.fates["caught"] - one.both == one.n
        said = one.to_dict()
        assert {*FATES} <= said.keys()


def test_the_probes_of_context_on_the_embedded_judge() -> None:
    cases = sourced(10)
    report = run_probes(cases, Asking(LocalJudge(), "faithfulness"), Plan(runs=2))
    assert not report.may_change
    assert report.words == {"pass": 10}
    assert report.repeats.unsteady == 0
    found = {one.name: one for one in report.probes}
    assert found["context-order"].finding == "none"
    assert found["empty-context"].finding == "moves"
    assert found["empty-context"].still_pass == 0
    assert found["truncated-context"].finding == "moves"
    assert not found["empty-context"].worrying


def test_alterations_change_what_they_name_and_nothing_else() -> None:
    (case,) = sourced(1)
    for probe in PROBES:
        made = probe.altered(case, 1)
        assert made == probe.altered(case, 1)
        if not isinstance(made, Case):
            assert made.reason == "other_kind"
            continue
        assert (made.id, made.question, made.group) == (case.id, case.question, case.group)
        touched = {
            name for name in ("answer", "contexts") if getattr(made, name) != getattr(case, name)
        }
        assert touched == ({"contexts"} if "context" in probe.name else {"answer"})
        if touched == {"answer"} and probe.name not in ("markdown", "citations"):
            assert (case.answer or "") in (made.answer or "")


def test_the_truncated_context_ends_at_a_sentence() -> None:
    (case,) = sourced(1)
    (probe,) = [one for one in PROBES if one.name == "truncated-context"]
    made = probe.altered(case, 1)
    assert isinstance(made, Case)
    assert made.contexts[0].text.endswith("grams.")
    assert made.contexts[0].truncated
    assert case.contexts[0].text.startswith(made.contexts[0].text)


def defect(name: str, **metadata: Any) -> Case:
    return Case(id=name, answer="It is so.", metadata=metadata)


def test_pairs_by_the_marks_of_other_corpora() -> None:
    cases = [
        defect("a", group="g", variant="base", human={"defect_class": "none"}),
        defect("b", group="g", variant="drop", human={"defect_class": "dropped"}),
        defect("c", pair="p1", group="h"),
        defect("d", pair="p1", group="h", error_type="entity"),
        defect("e", group="alone", error_type="entity"),
        defect("f", defect={"class": "inversion", "base": "c"}, group="h"),
        defect("g", defect={"class": "inversion", "base": "gone"}, group="h"),
    ]
    found = pairs_in(cases)
    pairs = [(one.kind, one.base.id, one.case.id) for one in found.pairs]
    assert sorted(pairs) == [("dropped", "a", "b"), ("entity", "c", "d"), ("inversion", "c", "f")]
    assert found.void == {"entity": Counter(no_base=1), "inversion": Counter(no_base=1)}
    assert class_of(defect("x", human="odd", injected=3, error_type=" ")) is None


def said(judge: str, *scores: float) -> tuple[Judgment, ...]:
    return tuple(
        Judgment(criterion="faithfulness", judge=judge, score=one, strict=float(one == 1))
        for one in scores
    )


def test_recorded_repeats_are_replayed() -> None:
    base = defect("a", group="g", variant="base").model_copy(update={"judgments": said("j", 1, 1)})
    mutated = [
        defect(name, group="g", variant=name, human={"defect_class": kind}).model_copy(
            update={"judgments": said("j", *scores)}
        )
        for name, kind, scores in (
            ("b", "x", (0.5, 0.6)),
            ("c", "x", (1, 0.5)),
            ("d", "y", (1, 1)),
            ("e", "z", ()),
        )
    ]
    found = pairs_in([base, *mutated])
    rows = recorded_runs(found, "j", FAITHFUL)
    classes = by_kind(detect(rows, found.void))
    assert classes["x"].fates["caught"] == classes["x"].fates["unsteady"] == 1
    assert (classes["x"].below, classes["x"].countable) == (1, 2)
    assert classes["y"].fates["missed"] == 1
    assert classes["z"].fates["lost"] == 1
    assert classes["z"].interval is None


@needs_shared
@pytest.mark.parametrize(
    "judge",
    [
        "ragas-faithfulness/gpt-4o",
        "ragas-faithfulness/gpt-4o-mini",
        "deepeval-faithfulness/gpt-4o",
        "opengate-deterministic/-",
    ],
)
def test_opengate_by_defect_class(judge: str) -> None:
    """Against a plain count over the raw scores."""
    raw = {one["id"]: one for one in real.raw_records(real.OPENGATE)}
    flags = {name: [run["score"] < 1 for run in one["judge"][judge]] for name, one in raw.items()}
    wanted: dict[str, Counter[str]] = {}
    for name, one in raw.items():
        kind = one["human"]["defect_class"]
        if one["meta"]["variant"] == "base":
            continue
        base = flags[f"opengate-{one['meta']['group']}-base"]
        count = wanted.setdefault(kind, Counter())
        count["n"] += 1
        count["base_flagged"] += any(base)
        count["caught"] += all(flags[name]) and not any(base)
    criterion = "checks" if judge.startswith("opengate") else "faithfulness"
    found = pairs_in(real.cases(real.OPENGATE))
    assert not found.void
    rows = recorded_runs(found, judge, Yardstick(criterion))
    classes = detect(rows, found.void)
    assert {one.kind: one.n for one in classes} == {kind: one["n"] for kind, one in wanted.items()}
    for found_class in classes:
        assert found_class.fates["caught"] == wanted[found_class.kind]["caught"]
        assert found_class.fates["base_flagged"] == wanted[found_class.kind]["base_flagged"]
        assert found_class.fates["lost"] == 0
    spread = repeat_spread(real.cases(real.OPENGATE), judge, criterion)
    known = real.reference()[f"opengate/{judge}"]
    assert (spread.items, spread.repeats) == (known["items"], known["repeats"])
    assert round(spread.mean_sd or 0.0, 4) == known["mean_sd"]
    assert spread.items_with_any_spread == known["items_with_any_spread"]


@needs_shared
def test_the_pairs_of_bump_are_all_found() -> None:
    cases = [one for one in read_labelled(SHARED / "items" / "bump_pairs.jsonl")]
    found = pairs_in(one for one in cases if isinstance(one, Case))
    assert not found.void
    assert len(found.pairs) == 130
    rows = asked_runs(Pairs(found.pairs[:8]), Asking(LocalJudge(), "faithfulness"), FAITHFUL, 2)
    assert sum(one.n for one in detect(rows, {})) == 8


def test_anchors_show_what_a_change_moves(tmp_path: Path) -> None:
    path, cases, how = tmp_path / "anchors.json", plain(12), Yardstick("relevance")
    with LlmServer(scale(lambda at, _: fair(at))) as server:
        asking = served(server)
        now = frozen.judged_now(cases, asking, how, 2)
        frozen.write_anchors(frozen.freeze(cases, now, asking, how), path)
        then = frozen.read_anchors(path, how)
        assert len(then.words) == 12
        again = frozen.judged_now(cases, asking, how, 1)
        same = frozen.compare(cases, again, then, asking)
        assert (same.same_fingerprint, same.figures.finding) == (True, "none")
        server.reply = scale(lambda at, _: True)  # the model behind the name has changed
        moved = frozen.compare(cases, frozen.judged_now(cases, asking, how, 1), then, asking)
        assert (moved.same_fingerprint, moved.figures.finding) == (True, "moves")
        assert moved.figures.shifts == {"fail→pass": 6}
        other = served(server, temperature=0.7)
        changed = frozen.compare(cases, frozen.judged_now(cases, other, how, 1), then, other)
        assert not changed.same_fingerprint
    new = cases[0].model_copy(update={"answer": "Another answer."})
    partly = frozen.compare([new, *cases[1:]], now, then, asking)
    assert dict(partly.figures.void) == {"no_anchor": 1}


def test_a_verdict_that_could_not_be_had_is_no_anchor() -> None:
    given = Abstention(code="timeout", message="no reply")
    lost = Judgment(criterion="relevance", judge="j", abstained=True, abstention=given)
    how = Yardstick("relevance")
    asking = Asking(LocalJudge(), "faithfulness")
    anchors = frozen.freeze(plain(1), {0: Runs.of([lost, lost], how)}, asking, how)
    assert not anchors.words


@pytest.mark.parametrize(
    "written",
    [
        "nonsense",
        "[]",
        '{"schema": "adjudge.anchors/1"}',
        "[" * 100_000,
        json.dumps({"schema": "adjudge.anchors/1", "judge": "x", "criterion": "faithfulness",
                    "reading": "strict", "fingerprint": "f", "at": "t", "minimum": 1,
                    "words": {"sha256:0": ["pass"]}}),
    ],
    ids=["text", "list", "empty", "deep", "one run"],
)  # fmt: skip
def test_a_file_that_is_no_anchors_is_refused(tmp_path: Path, written: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(written, encoding="utf-8")
    with pytest.raises(InputError):
        frozen.read_anchors(path, FAITHFUL)
    with pytest.raises(InputError, match="cannot be read"):
        frozen.read_anchors(tmp_path / "none.json", FAITHFUL)


def test_anchors_of_another_reading_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    asking = Asking(LocalJudge(), "faithfulness")
    cases = sourced(1)
    anchors = frozen.freeze(cases, frozen.judged_now(cases, asking, FAITHFUL, 2), asking, FAITHFUL)
    frozen.write_anchors(anchors, path)
    with pytest.raises(InputError, match="strict"):
        frozen.read_anchors(path, Yardstick(reading="score"))


def test_a_case_that_code_bars_is_given_to_no_judge() -> None:
    case = Case(id="x", answer=" ", contexts=(Context(id="c", text="x"),))
    report = run_probes([case], Asking(LocalJudge(), "faithfulness"), Plan(runs=2))
    assert report.left_out == {"not_for_judges": 1}
    assert all(one.finding == "untested" for one in report.probes)
