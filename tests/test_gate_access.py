"""The access gate: one group in common with every source that the case rests on."""

from __future__ import annotations

from typing import Any

import pytest
from source_samples import CONTENT, a_source, a_subject, digest

from adjudge_engine.case import Case, case_hash
from adjudge_engine.evaluation import Check, GateResult
from adjudge_engine.gates.access import check_access
from adjudge_engine.source import Source

HIRE = [{"id": "c1", "source_id": "hire", "text": "Paddles are included."}]


def _checks(*sources: Source, **case: Any) -> list[Check]:
    return check_access(a_subject(*sources, **{"contexts": HIRE, **case}))


@pytest.mark.parametrize(
    ("groups", "requester", "code"),
    [
        (None, None, "open"),
        (None, {"id": "u", "groups": []}, "open"),
        (["a", "b"], {"id": "u", "groups": ["b", "c"]}, "readable"),
        (["a", "b"], {"id": "u", "groups": ["c"]}, "forbidden"),
        (["a"], {"id": "u", "groups": ["A"]}, "forbidden"),
        (["a"], {"id": "u", "groups": []}, "forbidden"),
        (["a"], {"id": "u"}, "requester_unknown"),
        (["a"], None, "requester_unknown"),
        ([], {"id": "u", "groups": ["a"]}, "forbidden"),
        ([], None, "forbidden"),
    ],
)
def test_groups(groups: list[str] | None, requester: dict[str, Any] | None, code: str) -> None:
    (check,) = _checks(a_source(groups=groups), requester=requester)
    assert check.code == code
    assert "hire" in check.message


def test_the_one_who_may_not_read_is_named_with_the_groups_that_may() -> None:
    (check,) = _checks(
        a_source(groups=["crew", "office"]), requester={"id": "mara", "groups": ["guests"]}
    )
    assert check.message == "mara may not read hire; it is for crew and office"


def test_every_source_counts_and_none_that_is_not_used() -> None:
    sources = [a_source(source_id=name, groups=[name]) for name in ("one", "two", "three")]
    case = {
        "contexts": [{"id": "c", "source_id": "one"}],
        "citations": [{"id": "1", "source_id": "two", "page": 1}],
    }
    checks = _checks(*sources, **case, requester={"id": "u", "groups": ["one"]})
    assert [check.code for check in checks] == ["readable", "forbidden"]
    assert GateResult.of(checks).outcome == "fail"
    both = _checks(*sources, **case, requester={"id": "u", "groups": ["one", "two"]})
    assert GateResult.of(both).outcome == "pass"


def test_no_source_is_nothing_to_check() -> None:
    assert _checks(contexts=[{"id": "c", "text": "x"}]) == []
    assert _checks(contexts=[], citations=[{"id": "1", "context_id": "c"}]) == []


def test_without_a_registry_a_person_decides_and_an_unknown_source_is_never_a_pass() -> None:
    (missing,) = _checks(registry=False)
    assert (missing.code, missing.outcome) == ("no_registry", "unavailable")
    (unknown,) = _checks(a_source(source_id="other"))
    assert (unknown.code, unknown.outcome) == ("source_unlisted", "unavailable")


NEW = CONTENT.replace("18 euros", "21 euros")


@pytest.mark.parametrize(
    ("text", "prints", "code"),
    [
        ("Paddles are included.", [digest(CONTENT)], "readable"),
        ("Paddles are included.", [digest(NEW)], "forbidden"),
        ("Paddles are included.", [], "forbidden"),
        ("Paddles are included.", [digest(CONTENT), None], "forbidden"),
        ("Paddles are included.", [digest(CONTENT), digest("?")], "forbidden"),
        # pinned to the open version, and yet the context is taken from the closed one
        ("A kayak costs 21 euros an hour.", [digest(CONTENT)], "forbidden"),
    ],
)
def test_of_several_versions_the_pinned_one_counts(
    text: str, prints: list[str | None], code: str
) -> None:
    old = a_source(version="1", groups=["guests"])
    new = a_source(version="2", groups=["crew"], content=NEW, elements=[], tables=[])
    citations = [
        {"id": str(at), "source_id": "hire", "page": 1, "fingerprint": one}
        for at, one in enumerate(prints)
    ]
    (check,) = _checks(
        old,
        new,
        contexts=[{"id": "c", "source_id": "hire", "text": text}],
        citations=citations,
        requester={"id": "u", "groups": ["guests"]},
    )
    assert check.code == code


def test_a_version_that_is_not_approved_does_not_count() -> None:
    draft = a_source(version="2", groups=["crew"], approved=False)
    (check,) = _checks(
        a_source(groups=["guests"]), draft, requester={"id": "u", "groups": ["guests"]}
    )
    assert check.code == "readable"


def test_cells_of_a_closed_version_are_no_use_of_the_pinned_one() -> None:
    cells = [{"row": 0, "column": 0, "text": "Raft"}]
    old = a_source(version="1", groups=["guests"], tables=[{"id": "t", "cells": cells}])
    secret = [{"row": 0, "column": 0, "text": "Yacht"}]
    new = a_source(version="2", groups=["crew"], content=NEW, tables=[{"id": "t", "cells": secret}])
    for text, code in (("Raft", "readable"), ("Yacht", "forbidden")):
        (check,) = _checks(
            old,
            new,
            contexts=[{"id": "c", "source_id": "hire", "cells": [[text]]}],
            citations=[{"id": "1", "source_id": "hire", "page": 1, "fingerprint": digest(CONTENT)}],
            requester={"id": "u", "groups": ["guests"]},
        )
        assert check.code == code


def test_no_groups_are_not_the_same_as_groups_that_nobody_stated() -> None:
    said: list[dict[str, list[str]]] = [{}, {"groups": []}, {"groups": ["a"]}]
    hashes = {
        case_hash(Case.model_validate({"id": "x", "requester": {"id": "u", **groups}}))
        for groups in said
    }
    assert len(hashes) == 3
