"""The policy file: what it may say, what it may not, and what its hash covers."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudge_engine.codes import CODES, finding
from adjudge_engine.errors import PolicyError
from adjudge_engine.policy import default_policy, load_policy, parse_policy
from adjudge_engine.vocabulary import GATES, RISKS, Gate

MINIMAL = """
[policy]
name = "mine"
version = "3"
[tiers.low]
[tiers.standard]
[tiers.high]
"""


def test_the_shipped_default_is_strict() -> None:
    policy = default_policy()
    for risk in RISKS:
        tier = policy.tiers[risk]
        assert tier.required_gates == GATES
        assert "faithfulness" in tier.required_criteria
        assert not tier.release_abstentions
    assert policy.tiers["high"].always_review
    assert set(policy.tiers["standard"].required_criteria) == {"faithfulness", "relevance"}
    assert set(policy.tiers["low"].required_criteria) == {"faithfulness"}


def test_a_policy_that_leaves_things_out_gets_strict_ones() -> None:
    policy = parse_policy(MINIMAL.encode(), "mine.toml")
    assert policy.tiers["low"].required_gates == GATES
    assert (policy.actions.fail, policy.actions.unavailable) == ("block", "review")


def test_the_hash_covers_what_is_said_not_how_it_is_laid_out() -> None:
    plain = parse_policy(MINIMAL.encode(), "a")
    spaced = parse_policy(("# a comment\n" + MINIMAL.replace("\n", "\n\n")).encode(), "b")
    other = parse_policy(MINIMAL.replace('"3"', '"4"').encode(), "c")
    stricter = parse_policy((MINIMAL + "always_review = true\n").encode(), "d")
    assert plain.hash == spaced.hash
    assert len({plain.hash, other.hash, stricter.hash}) == 3
    assert plain.hash.startswith("sha256:")


def test_a_setting_that_is_left_at_its_default_does_not_change_the_hash() -> None:
    """Evaluations of policies that were written before it keep their rules' name."""
    plain = parse_policy(MINIMAL.encode(), "a")
    said = parse_policy((MINIMAL + "refuse_self_preference = false\n").encode(), "b")
    refusing = parse_policy((MINIMAL + "refuse_self_preference = true\n").encode(), "c")
    assert said.hash == plain.hash
    assert refusing.hash != plain.hash
    assert refusing.tiers["high"].refuse_self_preference


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = [", "not TOML"),
        ("", "name"),
        (MINIMAL.replace("[tiers.high]", ""), "high"),
        (MINIMAL + "[tiers.extreme]\n", "extreme"),
        (MINIMAL.replace("[tiers.low]", '[tiers.low]\nrequired_gates = ["nmbers"]'), "low"),
        (MINIMAL.replace("[tiers.low]", '[tiers.low]\nrequired_gates=["facts","facts"]'), "twice"),
        (MINIMAL + '[actions]\nfail = "release"\n', "fail"),
        (MINIMAL + '[actions.codes]\n"numbers.nonsense" = "review"\n', "nonsense"),
        (MINIMAL + '[actions.codes]\n"numbers.untraced" = "release"\n', "untraced"),
        (MINIMAL + "[sampling]\nrelease_share = 2.0\n", "release_share"),
        (MINIMAL + "[tiers.low.required_criteria.faithfulness]\nminimum = nan\n", "minimum"),
        (MINIMAL + "surprise = 1\n", "surprise"),
    ],
)
def test_what_cannot_be_followed_is_refused_by_name(text: str, says: str) -> None:
    with pytest.raises(PolicyError) as caught:
        parse_policy(text.encode(), "mine.toml")
    assert "mine.toml" in caught.value.message
    assert says in caught.value.message
    assert caught.value.hint


def test_a_missing_or_unreadable_file_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(PolicyError) as caught:
            load_policy(path)
        assert str(path) in caught.value.message
        assert "--policy" in caught.value.hint
    latin = tmp_path / "latin.toml"
    latin.write_bytes(MINIMAL.replace("mine", "m\u00e4in").encode("latin-1"))
    with pytest.raises(PolicyError, match="UTF-8"):
        load_policy(latin)


def act(gate: Gate, code: str, text: str = MINIMAL) -> str | None:
    check = finding(gate, code, "…", check="x", verifier="x/1")
    return parse_policy(text.encode(), "mine.toml").action(gate, check)


def test_actions_are_refined_by_gate_then_by_the_table_then_by_the_file() -> None:
    assert act("numbers", "untraced") == "block"
    assert act("numbers", "no_context") == "review"
    assert act("numbers", "traced") is None
    assert act("abstention", "over_abstained") == "review"
    assert act("access", "no_registry") == "review"
    by_gate = MINIMAL + '[actions.gates.numbers]\nfail = "review"\nunavailable = "block"\n'
    assert act("numbers", "untraced", by_gate) == "review"
    assert act("numbers", "no_context", by_gate) == "block"
    assert act("facts", "fact_missing", by_gate) == "block"
    by_code = by_gate + '[actions.codes]\n"numbers.untraced" = "block"\n'
    assert act("numbers", "untraced", by_code) == "block"


def test_the_table_of_codes_has_one_row_a_code_and_no_action_that_releases() -> None:
    keys = [(row.gate, row.code) for row in CODES]
    assert len(keys) == len(set(keys))
    for row in CODES:
        assert row.action in (None, "review", "block")
        assert row.action is None or row.outcome in ("fail", "unavailable")
        assert row.meaning
    with pytest.raises(KeyError):
        finding("numbers", "made_up", "…", check="x", verifier="x/1")
