"""A day of a team of three at the command line, on samples of the demo, from the first list to
the proof: two reviewers, ann and bob, and their lead, lea."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, invoke
from cli_team import TEAM
from queue_samples import Clock

from adjudge_tui.demo import CASES, POLICY, SOURCES

SAMPLES = ("clinical-01", "clinical-04", "clinical-05", "clinical-08", "policy-05", "product-02")
MUST = ("relabel", "--claim", "1=contradicted")
DAY = 86_400


class Desk:
    """The commands of one person."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *words: object) -> Any:
        return answer(*words, "--reviewer", self.name)

    def fails(self, *words: object, code: int = 2) -> str:
        result = invoke(*words, "--reviewer", self.name)
        assert result.exit_code == code, result.output
        return result.stderr

    def prints(self, *words: object) -> str:
        result = invoke(*words, "--reviewer", self.name)
        assert result.exit_code == 0, result.output
        return result.output


ann, bob, lea = Desk("ann"), Desk("bob"), Desk("lea")


@pytest.fixture
def day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """An empty folder with the samples, their policy with two reviewers at high risk, the team."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("ADJUDGE_DB", "ADJUDGE_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    lines = CASES.read_text("utf-8").splitlines()
    chosen = [line for line in lines if json.loads(line)["id"] in SAMPLES]
    Path("cases.jsonl").write_text("\n".join(chosen) + "\n", "utf-8")
    double = '\n[double_review]\nrisks = ["high"]\n'
    Path("policy.toml").write_text(POLICY.read_text("utf-8") + double, "utf-8")
    Path("adjudge.toml").write_text(TEAM, "utf-8")
    clock = Clock(monkeypatch)
    assert evaluate()["evaluated"] == len(SAMPLES)
    return clock


def evaluate() -> Any:
    return answer("evaluate", "cases.jsonl", "--policy", "policy.toml", "--sources", SOURCES)


def waiting(desk: Desk, *words: object) -> list[str]:
    return [one["case_id"] for one in desk("list", *words)["items"]]


def test_a_day_of_a_team_of_three(day: Clock) -> None:
    assert waiting(ann, "risk:high") == ["clinical-04", "clinical-08", "clinical-05"]
    _two_agree()
    _two_differ()
    _work_is_given_out(day)
    yesterday = _the_next_day(day)
    _the_policy_changes()
    _known_answers_come_again()
    _the_record(yesterday)
    _a_text_is_removed()
    assert answer("audit", "verify")["ok"]


def _two_agree() -> None:
    """The first says a word before seeing the judge; the second sees nothing of the first."""
    blind = ann.prints("show", "clinical-04", "--blind")
    assert "local" not in blind
    assert "Tarsomine" in blind
    ann("decide", "clinical-04", *MUST, "--blind")
    assert "local" in ann.prints("show", "clinical-04")
    first = ann("decide", "clinical-04", *MUST, "--note", "quince says no")
    assert (first["state"], first["disposition"]) == ("needs_second", "pending")
    assert "decided on it already" in ann.fails("decide", "clinical-04", "block")
    for seen in (
        bob.prints("show", "clinical-04"),
        bob.prints("audit", "log", "clinical-04"),
        json.dumps(bob("show", "clinical-04")),
        bob.prints("search", "tarsomine"),
    ):
        assert "ann" not in seen.replace("cannot", "")
        assert "quince" not in seen
    assert invoke("search", "quince", "--reviewer", "bob").exit_code == 1
    assert "may not see" in bob.fails("audit", "proof", "clinical-04")
    second = bob("decide", "clinical-04", *MUST)
    assert (second["state"], second["disposition"]) == ("decided", "blocked")
    assert "decided relabel (first) by ann" in bob.prints("show", "clinical-04")


def _two_differ() -> None:
    """A lead settles it from what differs, without being told who said what."""
    ann("decide", "clinical-08", "approve")
    said = bob.prints("decide", "clinical-08", *MUST, "--note", "below, not above")
    assert "The two reviewers differ" in said
    assert "is for leads" in bob.fails("adjudicate", "list")
    assert [one["case_id"] for one in lea("adjudicate", "list")] == ["clinical-08"]
    shown = lea("adjudicate", "show", "clinical-08")
    assert [side["action"] for side in shown["sides"]] == ["approve", "relabel"]
    assert len(shown["claims"]) == 1
    page = lea.prints("adjudicate", "show", "clinical-08")
    assert "one: says nothing · other: contradicted" in page
    assert "ann" not in page
    assert "bob" not in page
    settled = lea("adjudicate", "decide", "clinical-08", *MUST)
    assert (settled["state"], settled["disposition"]) == ("decided", "blocked")
    assert "no two different decisions" in lea.fails("adjudicate", "show", "clinical-08")


def _work_is_given_out(day: Clock) -> None:
    assert "is for leads" in ann.fails("assign", "policy-05", "--to", "bob")
    lea("assign", "policy-05", "--to", "bob")
    assert waiting(bob, "assigned:me") == ["policy-05"]
    assert "was given to bob" in ann.fails("decide", "policy-05", "approve")
    result = invoke("assign", "product-02", "clinical-01", "--to", "ann", "--reviewer", "lea")
    assert result.exit_code == 1  # the second waits for nobody
    assert "clinical-01: " in result.stderr
    bob("decide", "policy-05", "snooze", "--until", "20h")
    assert waiting(bob, "--state", "snoozed") == ["policy-05"]
    assert ann("decide", "product-02", "block")["state"] == "decided"


def _the_next_day(day: Clock) -> str:
    """What was put off is back; what was decided yesterday can be taken back."""
    day.forward(DAY)
    head = str(answer("audit", "verify")["head"])
    assert ann("undo", "product-02")["state"] == "pending"
    assert waiting(ann, "--all", "--by", "me") == []
    assert bob("decide", "policy-05", "approve", "--reason", "gold")["disposition"] == "released"
    ann("decide", "clinical-05", "approve")
    bob("decide", "clinical-05", "approve")
    assert "Only a lead" in bob.fails("undo", "product-02")
    return head


def _the_policy_changes() -> None:
    """Decisions on the old one are stale; of high risk, what was released is back."""
    lea("golden", "create", "day")
    rules = Path("policy.toml")
    rules.write_text(rules.read_text("utf-8").replace('version = "1"', 'version = "2"'), "utf-8")
    evaluate()
    stale = {one["case_id"]: one["state"] for one in lea("list", "--stale")["items"]}
    assert stale == {
        "clinical-04": "decided",
        "clinical-08": "decided",
        "clinical-05": "pending",
        "policy-05": "decided",
    }
    assert "stale: policy changed" in ann.prints("show", "policy-05")
    assert "changed: policy" in lea.prints("audit", "log", "policy-05")


def _known_answers_come_again() -> None:
    (planted,) = lea("golden", "plant", "day", "--count", 1, "--seed", "s")["items"]
    assert "planted" not in ann.prints("audit", "log")
    row = next(one for one in ann("list", "state:all")["items"] if one["item_id"] == planted)
    name = row["case_id"]
    assert name not in SAMPLES
    assert "is for leads" in bob.fails("figures")
    found = lea("figures")
    assert {one["reviewer"]: one["decisions"] for one in found["pace"]} == {
        "ann": 3,
        "bob": 4,
        "lea": 1,
    }
    (pair,) = found["agreement"]["answers"]
    assert (pair["first"], pair["second"], pair["agreement"]["n"]) == ("ann", "bob", 3)
    drift = {one["reviewer"]: one for one in found["known"]["settled by a lead"]}
    assert drift["ann"]["windows"][0]["agreement"]["value"] == 0
    assert drift["bob"]["windows"][0]["agreement"]["value"] == 1
    assert "not known" in lea.prints("figures")


def _the_record(yesterday: str) -> None:
    assert answer("audit", "verify", "--head", yesterday)["ok"]
    page = lea.prints("audit", "proof", "clinical-08")
    for part in ("The trail holds", "adjudication review", "bob", "ann", "lea"):
        assert part in page
    lea("audit", "export", "--out", "trail.jsonl")
    assert answer("audit", "verify", "--file", "trail.jsonl", "--head", yesterday)["ok"]
    assert "is for leads" in ann.fails("audit", "export")


def _a_text_is_removed() -> None:
    words = ("purge", "clinical-04", "--why", "asked for")
    assert "is for leads" in ann.fails(*words)
    assert lea(*words)["dry_run"]
    assert "Velanid" in ann.prints("show", "clinical-04")
    assert invoke(*words, "--yes", "--reviewer", "lea").exit_code == 0
    assert "Velanid" not in ann.prints("show", "clinical-04")
    assert "(purged)" in ann.prints("show", "clinical-04")
