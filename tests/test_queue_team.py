"""The team: what adjudge.toml declares; what is for leads, accounts, experts, groups alone."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from queue_samples import ANSWER, decision, judged, record
from team_samples import CLOSED, OPEN, TEAM, made, member

from adjudge_engine.errors import AdjudgeError, DecisionError, QueueError
from adjudge_engine.judges.config import load_config
from adjudge_queue import Queue
from adjudge_queue.people.team import Team
from adjudge_queue.records import Filter, Record

SECRET = "the board sold at 17 crowns"


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([record("one"), record("blocked", "block", gates={"numbers": "fail"})])
        yield queue
        assert queue.verify().problems == ()


def team_of(tmp_path: Path, text: str) -> Team:
    file = tmp_path / "adjudge.toml"
    file.write_text(text, "utf-8")
    return Team.load(file)


FULL = """
[judges.mine]
type = "other"

[reviewers.ann]
groups = ["underwriting", "everybody"]
expert = ["faithfulness"]

[reviewers."lea ü"]
role = "lead"
groups = "*"
expert = "*"
account = "lea"
"""


def test_the_table_is_read_and_the_judges_reader_passes_over_it(tmp_path: Path) -> None:
    team = team_of(tmp_path, FULL)
    ann, lea = team.member("ann"), team.member("lea ü")
    assert (ann.role, ann.groups, ann.expert, ann.account) == (
        "reviewer",
        frozenset({"underwriting", "everybody"}),
        frozenset({"faithfulness"}),
        None,
    )
    assert (lea.role, lea.groups, lea.expert, lea.account) == ("lead", None, None, "lea")
    assert set(load_config(tmp_path / "adjudge.toml").judges) == {"mine"}


def test_without_a_table_everybody_is_reviewer_lead_and_expert(tmp_path: Path) -> None:
    for team in (Team.everybody(), Team.load(None), team_of(tmp_path, "[judges.a]\ntype='local'")):
        somebody = team.lead("whoever", "anything")
        assert somebody.lead
        assert somebody.groups is None
        assert somebody.is_expert(["x"])
        assert not team.oversees("whoever")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("reviewers = 3", "reviewers is not a table"),
        ("[reviewers]\nann = 3", "ann is not a table"),
        ("[reviewers.ann]\nrole = 'boss'", "no role 'boss'"),
        ("[reviewers.ann]\nrole = 3", "no role 3"),
        ("[reviewers.ann]\nrol = 'lead'", "no setting 'rol'"),
        ("[reviewers.ann]\nrole='lead'\ngroups = 'a'", "groups is a list"),
        ("[reviewers.ann]\nrole='lead'\nexpert = [3]", "expert is a list"),
        ("[reviewers.ann]\nrole='lead'\naccount = ''", "account is the name"),
        ("[reviewers.' ']\nrole='lead'", "1 to 200 characters"),
        ("[reviewers.'ann ']\nrole='lead'", "taken for another"),
        ("[reviewers.clock]\nrole='lead'", "taken for another"),
        ("[reviewers.\"\\u202enna\"]\nrole='lead'", "taken for another"),
        ("[reviewers.ann]\nrole='lead'\n[reviewers.Ann]", "read alike"),
        ("[reviewers.ann]\nrole='lead'\n[reviewers.'ａｎｎ']", "read alike"),
        ("[reviewers.ann]", "nobody of [reviewers] is a lead"),
        ("[reviewers]", "nobody of [reviewers] is a lead"),
        ("[reviewers", "is not TOML"),
    ],
)
def test_a_faulty_table_is_an_error_that_names_its_place(
    tmp_path: Path, text: str, part: str
) -> None:
    with pytest.raises(QueueError) as caught:
        team_of(tmp_path, text)
    assert part in caught.value.message
    assert caught.value.hint


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(QueueError, match="cannot be read"):
        Team.load(tmp_path / "absent.toml")
    file = tmp_path / "odd.toml"
    file.write_bytes(b"\xff")
    with pytest.raises(QueueError, match="is not TOML"):
        Team.load(file)


def test_only_the_named_account_speaks_under_a_name(tmp_path: Path) -> None:
    me = getpass.getuser()
    members = {
        "own": member("own", role="lead", account=me),
        "other": member("other", account=me + "-not"),
    }
    with made(tmp_path / "q.db", Team(members, declared=True)) as queue:
        queue.enqueue([record()])
        for refused in (
            lambda: queue.claim_next("other"),
            lambda: queue.claim(1, "other"),
            lambda: queue.decide(1, decision("approve", "other")),
            lambda: queue.undo("other"),
            lambda: queue.first_word(1, "other", "approve"),
        ):
            with pytest.raises(DecisionError, match="only the account"):
                refused()
        assert queue.claim_next("own") is not None
        assert queue.item(1, "other").row.holder == "own"


def test_whoever_is_not_declared_is_refused(queue: Queue) -> None:
    for refused in (
        lambda: queue.claim_next("eve"),
        lambda: queue.decide(1, decision("approve", "eve")),
        lambda: queue.item(1, "eve"),
        lambda: queue.assign(1, "eve", by="lea"),
    ):
        with pytest.raises(DecisionError, match="not one of the reviewers"):
            refused()


def test_a_policys_block_is_lifted_by_a_lead_with_a_reason(queue: Queue) -> None:
    with pytest.raises(DecisionError, match="only a lead"):
        queue.decide(2, decision("approve", "ann", note="because"))
    with pytest.raises(DecisionError, match="needs a note"):
        queue.decide(2, decision("approve", "lea"))
    assert queue.decide(2, decision("approve", "lea", note="because")).disposition == "released"
    label = {"criterion": "faithfulness", "value": "faithful"}
    queue.undo("lea")
    # A relabel cannot lift it either.
    assert queue.decide(2, decision("relabel", "ann", labels=[label])).disposition == "blocked"


def test_what_is_for_leads_is_refused_to_reviewers(queue: Queue) -> None:
    queue.decide(1, decision("approve", "ann"))
    for refused in (
        lambda: queue.undo("bob", item_id=1),
        lambda: queue.assign(1, "bob", by="ann"),
        lambda: queue.plant("g", None, 1, seed=1, by="ann"),
        lambda: queue.planted_results("ann"),
        lambda: queue.adjudication(1, "ann"),
        lambda: queue.purge(by="ann", why="asked", items=[1]),
    ):
        head = queue.head()
        with pytest.raises(AdjudgeError) as caught:
            refused()
        assert "lead" in caught.value.message + caught.value.hint
        assert queue.head() == head
    assert queue.undo("lea", item_id=1).decided_by == "ann"


def test_one_takes_back_ones_own_decision_under_a_later_one_of_another_kind(queue: Queue) -> None:
    queue.decide(1, decision("skip", "ann"))
    queue.decide(1, decision("approve", "bob"))
    with pytest.raises(DecisionError, match="overtaken"):
        queue.undo("ann", item_id=1)
    assert queue.undo("bob", item_id=1).state == "claimed"


def test_only_declared_experts_are_marked_as_such(queue: Queue) -> None:
    def expert() -> list[int]:
        sql = "SELECT expert FROM decisions WHERE undone IS NULL ORDER BY id DESC LIMIT 1"
        return [row[0] for row in queue._store.rows(sql)]

    queue.decide(1, decision("approve", "cat"))
    assert expert() == [0]
    queue.undo("cat")
    relevant = {"criterion": "relevance", "value": 3}
    queue.decide(1, decision("relabel", "cat", labels=[relevant]))
    assert expert() == [1]
    queue.undo("cat")
    faithful = {"criterion": "faithfulness", "value": "faithful"}
    queue.decide(1, decision("relabel", "cat", labels=[relevant, faithful]))
    assert expert() == [0]


def closed_record(groups: list[str] | None) -> Record:
    """An item with two sources, one for the groups."""
    judgment = judged("supported", "contradicted") | {"rationale": SECRET}
    judgment["claims"][1] |= {
        "quote": SECRET,
        "reason": SECRET,
        "evidence": [{"context_id": "c2", "start": 0, "end": 5, "text": SECRET[:5]}],
    }
    made = record(
        "closed",
        contexts=[
            {"id": "c1", "text": "500 mg, twice a day", "source_id": "leaflet"},
            {"id": "c2", "text": SECRET, "source_id": "minutes", "metadata": {"x": SECRET}},
        ],
        citations=[{"id": "q", "quote": SECRET, "source_id": "minutes"}],
        expect={"reference": SECRET},
        judgments=(judgment,),
    )
    place = {"text": SECRET, "where": {"part": "context", "id": "c2"}}
    own = {"text": "500 mg", "where": {"part": "answer"}}
    check = {"code": "untraced", "message": SECRET, "expected": place, "observed": own}
    made.evaluation["gates"]["numbers"] = {"outcome": "fail", "checks": [check]}
    made.evaluation["reasons"]["proved"].append({"code": "x", "message": SECRET})
    made.evaluation["claims"][0]["evidence"] = [
        {"context_id": "c1", "start": 0, "end": 6, "text": "500 mg"},
        {"context_id": "c2", "start": 0, "end": 5, "text": SECRET[:5]},
    ]
    sources: dict[str, dict[str, Any]] = {
        "leaflet": {"groups": None, "hash": "l"},
        "minutes": {"groups": groups, "hash": "m"},
    }
    return replace(made, sources=sources)


@pytest.mark.parametrize("groups", [[CLOSED], []])
def test_the_text_of_a_closed_source_never_reaches_the_reviewer(
    queue: Queue, groups: list[str]
) -> None:
    queue.enqueue([closed_record(groups)])
    item = queue.item(3, "cat")
    assert item.masked == 1
    assert SECRET not in repr(item)
    assert "crowns" not in repr(item)
    assert item.case["contexts"][0]["text"] == "500 mg, twice a day"
    assert item.case["contexts"][1] == {
        "id": "c2",
        "source_id": "minutes",
        "text": "",
        "masked": True,
    }
    [check] = item.evaluation["gates"]["numbers"]["checks"]
    assert (check["code"], check["observed"]["text"]) == ("untraced", "500 mg")
    assert [one["context_id"] for one in item.evaluation["claims"][0]["evidence"]] == ["c1"]
    assert item.evaluation["judgments"][0]["claims"][1]["verdict"] == "contradicted"
    assert item.case["answer"] == ANSWER
    assert SECRET not in repr(queue.claim(3, "cat"))
    queue.release(3, "cat")
    for viewer in ("ann", "lea", None):
        whole = queue.item(3, viewer)
        assert whole.masked == 0
        assert SECRET in repr(whole.case)


def test_a_source_that_nobody_knows_is_closed_to_whoever_may_not_read_all(queue: Queue) -> None:
    assert queue.item(1, "cat").masked == 1
    assert queue.item(1, "ann").masked == 0


def test_an_open_source_and_one_of_ones_own_group_are_read(queue: Queue) -> None:
    queue.enqueue([closed_record([OPEN, CLOSED])])
    item = queue.item(3, "cat")
    assert item.masked == 0
    assert SECRET in repr(item)


def test_a_decision_on_half_the_text_says_so(queue: Queue) -> None:
    queue.enqueue([closed_record([CLOSED])])
    queue.decide(3, decision("block", "cat"))
    sql = "SELECT informed, masked FROM decisions WHERE item_id = 3 ORDER BY id DESC LIMIT 1"
    assert queue._store.one(sql) == ("partial", 1)
    told = queue.history(3)[-1]["body"]
    assert (told["informed"], told["masked"]) == ("partial", 1)
    queue.undo("lea", item_id=3)
    queue.decide(3, decision("block", "lea"))
    assert queue._store.one(sql) == ("full", 0)
    assert "informed" not in queue.history(3)[-1]["body"]


def test_the_team_of_the_samples_has_a_lead() -> None:
    assert TEAM.member("lea").lead
    assert not TEAM.member("ann").lead


def test_lists_notes_and_searches_do_not_repeat_a_closed_source(queue: Queue) -> None:
    made = closed_record([CLOSED])
    made.evaluation["judgments"][0]["extra_claims"] = [{"text": SECRET}]
    made.evaluation["reasons"]["uncertain"].append(
        {"code": "x", "message": SECRET, "action": "review"}
    )
    queue.enqueue([made])
    assert SECRET in queue.rows([3])[0].priority_reason
    wrong = {
        "criterion": "faithfulness",
        "value": "unfaithful",
        "note": SECRET,
        "missing": [SECRET],
        "corrected_answer": SECRET,
    }
    queue.assign(3, "ann", by="lea", note="look at this")
    queue.decide(3, decision("relabel", "ann", labels=[wrong], note=SECRET))
    every = Filter(states=("pending", "decided", "blocked"))
    for read, hidden in (
        (lambda viewer: queue.rows([3], viewer), True),
        (lambda viewer: queue.page(every, viewer=viewer), True),
        (lambda viewer: queue.namesakes(3, viewer), True),
        (lambda viewer: queue.events(viewer=viewer), True),
        (lambda viewer: queue.history(3, viewer), True),
        (lambda viewer: queue.item(3, viewer), True),
        (lambda viewer: queue.search("crowns", viewer=viewer), True),
        (lambda viewer: queue.search("dose", viewer=viewer), True),
    ):
        assert (SECRET in repr(read("cat"))) != hidden
        assert SECRET in repr(read("ann"))
        assert SECRET in repr(read(None))
    # Whether the words stand in it is not to be learnt either; by its open texts it is found.
    assert queue.search("crowns", viewer="cat").hits == ()
    assert queue.search("dose crowns", viewer="cat").hits == ()
    assert next(hit.row.item_id for hit in queue.search("dose", viewer="cat").hits) == 3
    assert "look at this" in repr(queue.history(3, "cat"))
    # One's own words are no secret.
    queue.undo("lea", item_id=3)
    queue.release(3, "lea")
    queue.decide(3, decision("block", "cat", note="mine"))
    assert queue.item(3, "cat").note == "mine"


def test_a_lead_without_the_group_settles_without_the_words(tmp_path: Path) -> None:
    lead = member("low", role="lead", groups=frozenset({OPEN}))
    team = Team({**TEAM.members, "low": lead}, declared=True)
    with made(tmp_path / "q.db", team) as queue:
        queue.enqueue([replace(closed_record([CLOSED]), second="x")])
        wrong = {"criterion": "faithfulness", "value": "unfaithful", "note": SECRET}
        queue.decide(1, decision("relabel", "ann", labels=[wrong], note=SECRET))
        queue.decide(1, decision("block", "bob"))
        assert SECRET in repr(queue.adjudication(1, "lea"))
        assert SECRET not in repr(queue.adjudication(1, "low"))
