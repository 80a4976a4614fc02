"""Which cases two people decide apart, and what the queue is told of a case's sources."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case
from adjudge_engine.double_review import second_reason
from adjudge_engine.errors import PolicyError
from adjudge_engine.policy import Policy, default_policy, parse_policy
from adjudge_engine.registry import Registry
from adjudge_engine.source import Source
from adjudge_tui.sources.source_stamps import sources_of

TIERS = "[policy]\nname='p'\nversion='1'\n[tiers.low]\n[tiers.standard]\n[tiers.high]\n"


def policy(rule: str) -> Policy:
    return parse_policy(f"{TIERS}[double_review]\n{rule}".encode(), "p.toml")


def case(**parts: Any) -> Case:
    return Case.model_validate({"id": "one", "answer": "a", **parts})


def test_risks_and_tags_name_their_reason() -> None:
    rule = policy("risks = ['high']\ntags = ['legal', 'dose']")
    assert second_reason(case(risk="high"), "sha256:0", rule) == "high risk"
    assert second_reason(case(tags=["x", "dose"]), "sha256:0", rule) == "tag dose"
    assert second_reason(case(tags=["x"]), "sha256:0", rule) == ""


def test_a_share_is_drawn_by_the_case_alone() -> None:
    rule = policy("share = 0.3")
    hashes = [canonical_hash(number) for number in range(3000)]
    drawn = [bool(second_reason(case(), one, rule)) for one in hashes]
    assert drawn == [bool(second_reason(case(), one, rule)) for one in hashes]
    assert 0.27 < sum(drawn) / len(drawn) < 0.33
    # A larger share has the smaller one in it.
    more = [bool(second_reason(case(), one, policy("share = 0.5"))) for one in hashes]
    assert all(new for old, new in zip(drawn, more, strict=True) if old)
    assert not any(second_reason(case(), one, default_policy()) for one in hashes)
    assert all(second_reason(case(), one, policy("share = 1.0")) for one in hashes)


def test_a_policy_without_the_table_has_the_hash_that_it_had() -> None:
    bare = parse_policy(TIERS.encode(), "p.toml")
    assert bare.hash == policy("").hash == policy("share = 0.0").hash
    assert bare.hash != policy("share = 0.1").hash
    said = bare.model_dump(mode="json")
    del said["double_review"], said["admission"]
    for tier in said["tiers"].values():
        del tier["refuse_self_preference"]
        for criterion in tier["required_criteria"].values():
            del criterion["block_below"]
    assert bare.hash == canonical_hash(said)


@pytest.mark.parametrize("rule", ["share = 2", "risks = ['huge']", "shares = 0.1", "tags = 'x'"])
def test_a_faulty_table_names_its_place(rule: str) -> None:
    with pytest.raises(PolicyError, match="double_review"):
        policy(rule)


def test_sources_are_told_with_their_groups_and_a_hash() -> None:
    registry = Registry(
        [
            Source(source_id="open", version="1", text="x"),
            Source(source_id="board", version="1", groups=("board", "audit")),
            Source(source_id="board", version="2", groups=("board",)),
            Source(source_id="board", version="3"),
            Source(source_id="unused", version="1"),
        ]
    )
    used = case(
        contexts=[
            {"id": "1", "text": "x", "source_id": "open"},
            {"id": "2", "text": "y", "source_id": "board"},
            {"id": "3", "text": "z", "source_id": "unknown"},
            {"id": "4", "text": "w"},
        ]
    )
    found = sources_of(used, registry)
    assert {name: one["groups"] for name, one in found.items()} == {
        "open": None,
        "board": ["board"],
    }
    other = Registry([Source(source_id="open", version="2", text="x")])
    assert sources_of(used, other)["open"]["hash"] != found["open"]["hash"]
    assert sources_of(used, None) == {}
