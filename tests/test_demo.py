"""The samples of `adjudge demo`: each ends where the truth about it says, for a true reason."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudge_engine.case import Case
from adjudge_engine.errors import QueueError
from adjudge_engine.evaluation import Evaluation
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.pipeline import evaluate
from adjudge_engine.policy import default_policy, parse_policy
from adjudge_engine.reading import read_registry
from adjudge_engine.registry import Registry
from adjudge_queue.facade.desk import Queue
from adjudge_queue.records import Decision, Filter
from adjudge_tui.demo import CASES, POLICY, SOURCES, build_queue

#: Case → its route and one code that has to be among the reasons. From what is true of the
#: sample, not from what the engine happens to say.
EXPECTED: dict[str, tuple[str, str]] = {
    "policy-01": ("block", "page_mismatch"),
    "policy-02": ("release", "claim_proved"),
    "policy-03": ("release", "abstained"),
    "policy-04": ("block", "asserts_beside"),
    "policy-05": ("review", "unproved_claim"),
    "policy-06": ("block", "mark_unresolved"),
    "policy-07": ("block", "question_only"),
    "policy-08": ("review", "over_abstained"),
    "policy-09": ("review", "unproved_claim"),
    "policy-10": ("block", "fingerprint_stale"),
    "policy-11": ("block", "forbidden"),
    "clinical-01": ("block", "fact_missing"),
    "clinical-02": ("block", "fact_missing"),
    "clinical-03": ("block", "untraced"),
    "clinical-04": ("review", "unproved_claim"),
    "clinical-05": ("review", "high_risk"),
    "clinical-06": ("block", "unit_mismatch"),
    "clinical-07": ("release", "claim_proved"),
    "clinical-08": ("review", "unproved_claim"),
    "finance-01": ("block", "scale_mismatch"),
    "finance-02": ("block", "sign_mismatch"),
    "finance-03": ("review", "unproved_claim"),
    "finance-04": ("block", "quote_not_found"),
    "finance-05": ("block", "schema_violation"),
    "finance-06": ("review", "unproved_claim"),
    "finance-07": ("review", "unproved_claim"),
    "finance-08": ("review", "unproved_claim"),
    "finance-09": ("block", "wrong_result"),
    "finance-10": ("release", "claim_proved"),
    "product-01": ("block", "untraced"),
    "product-02": ("review", "entity_mismatch"),
    "product-03": ("release", "claim_proved"),
    "product-04": ("review", "unproved_claim"),
    "product-05": ("review", "unproved_claim"),
    "product-06": ("review", "unproved_claim"),
    "product-07": ("review", "abstention_review"),
    "product-08": ("release", "claim_proved"),
    "product-09": ("block", "not_in_force"),
    "legal-01": ("review", "unproved_claim"),
    "legal-02": ("block", "context_unknown"),
    "legal-03": ("block", "claim_uncited"),
    "legal-04": ("release", "claim_proved"),
    "legal-05": ("block", "untraced"),
    "legal-06": ("block", "answered_anyway"),
    "legal-07": ("review", "unproved_claim"),
    "policy-de-01": ("release", "claim_proved"),
    "policy-de-02": ("release", "abstained"),
    "finance-de-01": ("block", "scale_mismatch"),
    "product-de-01": ("block", "untraced"),
    "clinical-de-01": ("review", "unproved_claim"),
    "legal-de-01": ("block", "quote_not_found"),
    "policy-ja-01": ("release", "claim_proved"),
    "policy-ja-02": ("review", "unproved_claim"),
    "finance-ja-01": ("block", "scale_mismatch"),
    "clinical-ja-01": ("block", "fact_missing"),
    "product-ja-01": ("review", "entity_mismatch"),
    "policy-ja-03": ("block", "quote_not_found"),
}


def load() -> list[Case]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    return [Case.model_validate_json(line) for line in lines]


@pytest.fixture(scope="module")
def cases() -> dict[str, Case]:
    return {case.id: case for case in load()}


@pytest.fixture(scope="module")
def registry() -> Registry:
    return read_registry(SOURCES)


@pytest.fixture(scope="module")
def evaluations(cases: dict[str, Case], registry: Registry) -> dict[str, Evaluation]:
    policy = parse_policy(POLICY.read_bytes(), POLICY.name)
    judges = make_judges("local")
    return {name: evaluate(case, policy, judges, registry) for name, case in cases.items()}


def codes(evaluation: Evaluation) -> list[str]:
    reasons = evaluation.reasons
    return [one.code for one in (*reasons.proved, *reasons.judged, *reasons.uncertain)]


def test_the_table_covers_every_sample(cases: dict[str, Case]) -> None:
    assert set(cases) == set(EXPECTED)
    assert len(cases) == len(CASES.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample_ends_where_it_should(name: str, evaluations: dict[str, Evaluation]) -> None:
    route, code = EXPECTED[name]
    found = evaluations[name]
    assert (found.route, code in codes(found)) == (route, True), codes(found)


@pytest.mark.parametrize("name", EXPECTED)
def test_no_sound_sample_is_faulted(
    name: str, cases: dict[str, Case], evaluations: dict[str, Evaluation]
) -> None:
    """A clean sample may wait for a person; nothing in it may be called wrong."""
    failed = [gate for gate, one in evaluations[name].gates.items() if one.outcome == "fail"]
    if "clean" in cases[name].tags:
        assert not failed
    else:
        assert evaluations[name].route != "release"


def test_only_the_clean_and_low_are_released(
    cases: dict[str, Case], evaluations: dict[str, Evaluation]
) -> None:
    released = [cases[name] for name, one in evaluations.items() if one.route == "release"]
    assert len(released) >= 5
    for case in released:
        assert case.risk == "low"
        claims = evaluations[case.id].claims
        assert all(one.proved for one in claims) or "abstention" in case.tags


def test_the_judge_supports_no_statement_that_is_turned_round(
    cases: dict[str, Case], evaluations: dict[str, Evaluation]
) -> None:
    """Each of these has one false claim; "all supported" would be a false pass."""
    turned = [name for name, case in cases.items() if "turned-round" in case.tags]
    assert len(turned) >= 6
    for name in turned:
        (judgment,) = evaluations[name].judgments
        assert judgment.strict != 1.0, name


def test_the_figures_of_another_product_are_not_supported(
    evaluations: dict[str, Evaluation],
) -> None:
    said = [one.message for one in evaluations["product-02"].reasons.uncertain]
    assert any("P200" in one and "P300" in one for one in said)


def test_the_shipped_default_releases_no_sample(cases: dict[str, Case], registry: Registry) -> None:
    for case in cases.values():
        assert evaluate(case, default_policy(), (), registry).route != "release"


def test_the_samples_are_as_varied_as_promised(cases: dict[str, Case]) -> None:
    tags = Counter(tag for case in cases.values() for tag in case.tags)
    assert len(cases) >= 36
    assert min(tags[domain] for domain in ("policy", "clinical", "finance", "product", "legal")) > 5
    assert tags["de"] >= 6
    assert tags["ja"] >= 6
    assert {case.risk for case in cases.values()} == {"low", "standard", "high"}
    planted = [case for case in cases.values() if "clean" not in case.tags]
    assert abs(len(planted) / len(cases) - 2 / 3) < 0.02
    for case in cases.values():
        assert isinstance(case.metadata.get("demo"), str)
        assert 2 <= len(case.contexts) <= 4


def test_a_good_quote_is_in_its_passage_and_a_bad_one_is_not(cases: dict[str, Case]) -> None:
    """The samples themselves: only those tagged as misquotes quote what stands nowhere."""
    for case in cases.values():
        for citation in case.citations:
            if citation.quote is None:
                continue
            context = case.context(citation.context_id or "")
            found = context is not None and citation.quote in context.text
            wrong = {"misquote", "unknown-context"} & set(case.tags)
            assert found or wrong, (case.id, citation.id)


def test_the_registry_is_what_it_says(cases: dict[str, Case], registry: Registry) -> None:
    """Real digests, no source that no sample uses, and one source in two approved versions."""
    versions = [one for name in registry for one in registry.versions(name)]
    for one in versions:
        digest = hashlib.sha256((one.content or "").encode()).hexdigest()
        assert one.fingerprint == f"sha256:{digest}", (one.source_id, one.version)
    named = {context.source_id for case in cases.values() for context in case.contexts}
    assert named - {None} == set(registry)
    assert any(len(registry.approved(name)) == 2 for name in registry)


def test_only_the_registry_tells_that_its_samples_may_not_go_out(
    cases: dict[str, Case], evaluations: dict[str, Evaluation]
) -> None:
    """Nothing but the named gate fails there: the words of these answers are the passage's own."""
    for name, gate in (
        ("policy-10", "identity"),
        ("policy-11", "access"),
        ("product-09", "dates"),
    ):
        gates = evaluations[name].gates
        assert [one for one in gates if gates[one].outcome == "fail"] == [gate]
        alone = evaluate(cases[name], parse_policy(POLICY.read_bytes(), POLICY.name))
        assert alone.route == "review", name


def test_the_sample_files_hide_no_character() -> None:
    """Escapes and direction controls are written as \\u escapes, so the file itself is safe."""
    text = CASES.read_text(encoding="utf-8")
    every = text + SOURCES.read_text(encoding="utf-8")
    assert not {one for one in every if one != "\n" and unicodedata.category(one) in ("Cc", "Cf")}
    assert re.search(r"\\u001b\[", text)
    assert re.search(r"\\u202e", text)


def test_the_policy_is_the_shipped_one_but_for_the_low_tier() -> None:
    ours, shipped = parse_policy(POLICY.read_bytes(), "demo"), default_policy()
    assert ours.tiers["standard"] == shipped.tiers["standard"]
    assert ours.tiers["high"] == shipped.tiers["high"]
    assert ours.actions == shipped.actions
    assert ours.tiers["low"].required_gates == shipped.tiers["low"].required_gates
    assert not ours.tiers["low"].required_criteria


def test_building_twice_doubles_nothing_and_keeps_decisions(tmp_path: Path) -> None:
    db = tmp_path / "demo.db"
    first = build_queue(db)
    with Queue.open(db) as queue:
        item = queue.claim_next("mori")
        assert item is not None
        queue.decide(item.row.item_id, Decision("approve", "mori", key="one"))
        head = queue.head()
    again = build_queue(db)
    with Queue.open(db) as queue:
        assert queue.head() == head
        assert queue.item(item.row.item_id).row.action == "approve"
        assert sum(queue.counts().states.values()) == len(EXPECTED)
        assert queue.verify().ok
    assert (first.evaluated, first.rejected) == (len(EXPECTED), 0)
    assert (again.evaluated, again.known) == (0, len(EXPECTED))


def test_the_queue_holds_what_a_person_must_see(tmp_path: Path) -> None:
    db = tmp_path / "demo.db"
    build_queue(db)
    with Queue.open(db, readonly=True) as queue:
        waiting = {row.case_id for row in queue.page(Filter(), limit=100)}
        counts = queue.counts()
    assert waiting == {name for name, (route, _) in EXPECTED.items() if route == "review"}
    assert counts.routes == Counter(route for route, _ in EXPECTED.values())


def test_without_a_terminal_the_command_says_what_is_there(tmp_path: Path) -> None:
    from adjudge_tui.cli import main

    db = tmp_path / "demo.db"
    result = CliRunner().invoke(main, ["demo", "--db", str(db)])
    assert result.exit_code == 0, result.output
    assert f"{len(EXPECTED)} answers" in result.output
    assert f"adjudge review --db {db}" in result.output.replace("\n", "")
    assert db.exists()


def test_the_summary_as_json(tmp_path: Path) -> None:
    from adjudge_tui.cli import main

    db = tmp_path / "demo.db"
    result = CliRunner().invoke(main, ["demo", "--db", str(db), "--json"])
    assert result.exit_code == 0, result.output
    said = json.loads(result.output)
    assert said["routes"] == dict(Counter(route for route, _ in EXPECTED.values()))
    assert {one["case_id"] for one in said["queue"]} == {
        name for name, (route, _) in EXPECTED.items() if route == "review"
    }
    assert all(one["why"] for one in said["queue"])


def test_samples_are_not_mixed_with_real_work(tmp_path: Path) -> None:
    from adjudge_tui.cli import main

    db, answers = tmp_path / "real.db", tmp_path / "answers.jsonl"
    answers.write_text('{"id": "real", "answer": "It costs $9."}\n', encoding="utf-8")
    run = CliRunner().invoke(main, ["evaluate", str(answers), "--db", str(db)])
    assert run.exit_code == 0, run.output
    with Queue.open(db, readonly=True) as queue:
        before = queue.head()
    with pytest.raises(QueueError, match="not samples"):
        build_queue(db)
    with Queue.open(db, readonly=True) as queue:
        assert queue.head() == before
