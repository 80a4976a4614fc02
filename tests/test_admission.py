"""From compared rows to an outcome, and from an entry to what an evaluation makes of it."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from admission_samples import admitted, entry
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.calibration.measures.judgments import Recorded
from adjudge_engine.calibration.measures.labelled import Compared, label_rows
from adjudge_engine.calibration.measures.learned import group_mark
from adjudge_engine.calibration.measures.splits import split_of
from adjudge_engine.calibration.raters.people import labels_of, people_say
from adjudge_engine.calibration.releasing.admission import weigh
from adjudge_engine.calibration.releasing.admissions import (
    AdmissionsBook,
    LabelSet,
    admissions_at,
    as_strict,
    enter,
    load_admissions,
    save_admissions,
    withdraw,
)
from adjudge_engine.calibration.releasing.admitting import HeldOut, entry_of
from adjudge_engine.case import Case
from adjudge_engine.errors import InputError, PolicyError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.policy import Admission, Criterion, default_policy, parse_policy

BARE = "[policy]\nname='x'\nversion='1'\n[tiers.low]\n[tiers.standard]\n[tiers.high]\n"
STRICT = Criterion(minimum=1.0)


def groups(count: int, *counts: int) -> list[list[int]]:
    """So many groups with these counts: bad passed, failed, abstained; good likewise."""
    return [list(counts)] * count


@pytest.mark.parametrize(
    ("tallies", "demands", "outcome"),
    [
        (groups(80, 0, 1, 0, 1, 0, 0), {}, "admitted"),
        (groups(40, 0, 1, 0, 1, 0, 0), {}, "inconclusive"),
        (groups(40, 1, 1, 0, 1, 0, 0), {}, "refused"),
        (groups(20, 0, 1, 0, 0, 0, 0), {}, "inconclusive"),  # fewer than minimum_labels
        (groups(4, 0, 90, 0, 9, 0, 0), {}, "inconclusive"),  # fewer than five sources
        ([], {}, "inconclusive"),
        (groups(80, 0, 1, 0, 1, 1, 0), {"false_reject_upper": 0.2}, "refused"),
        (groups(80, 0, 1, 9, 1, 0, 9), {}, "admitted"),  # silent, but never wrong
        (groups(80, 0, 1, 9, 1, 0, 9), {"coverage_lower": 0.5}, "refused"),
        (groups(80, 0, 1, 0, 1, 0, 0), {"coverage_lower": 0.9}, "admitted"),
        (
            [*groups(3, 1, 0, 0, 0, 0, 0), *groups(90, 0, 0, 3, 1, 0, 0)],
            {},
            "refused",  # it passes each bad one that it judges
        ),
        (
            [*groups(1, 1, 0, 0, 0, 0, 0), *groups(150, 0, 0, 3, 1, 0, 0)],
            {"false_pass_of": "all", "bad_among_passed_upper": 0.05},
            "admitted",
        ),
    ],
    ids=range(12),
)
def test_the_outcome_follows_the_bounds(
    tallies: Sequence[Sequence[int]], demands: dict[str, Any], outcome: str
) -> None:
    assert weigh(tallies, Admission(**demands)).outcome == outcome


def test_an_open_outcome_says_how_many_more_labels() -> None:
    found = weigh(groups(40, 0, 1, 0, 1, 0, 0), Admission())
    (demand,) = found.demands
    assert demand.more is not None
    assert (demand.more.items, demand.more.labels, demand.more.settles) == (12, 24, "admitted")
    assert found.more == 24
    assert weigh(groups(5, 0, 1, 0, 1, 0, 0), Admission()).more == 94
    nothing = weigh([], Admission()).demands[0]
    assert nothing.more is not None
    assert nothing.more.labels is None


@given(st.lists(st.lists(st.integers(0, 4), min_size=6, max_size=6), max_size=12))
def test_a_judge_that_passes_bad_ones_only_is_never_admitted(rows: list[list[int]]) -> None:
    wrong = [[one[0] + one[1], 0, one[2], one[3], one[4], one[5]] for one in rows]
    assert weigh(wrong, Admission()).outcome != "admitted"


def test_the_policys_table_is_read_and_changes_the_hash_only_where_it_says_something() -> None:
    plain = parse_policy(BARE.encode(), "a")
    usual = parse_policy((BARE + "[admission]\nconfidence = 0.95\n").encode(), "b")
    other = parse_policy((BARE + "[admission]\nfalse_pass_upper = 0.1\n").encode(), "c")
    assert plain.hash == usual.hash != other.hash
    assert other.admission.false_pass_upper == 0.1
    for wrong in ('false_pass_of = "all"', "confidence = 1.0", "false_pass_upper = 0", "x = 1"):
        with pytest.raises(PolicyError):
            parse_policy((BARE + f"[admission]\n{wrong}\n").encode(), "d")
    asked = "[tiers.low]\nrequired_criteria = { f = { minimum = 1 } }"
    same = parse_policy(BARE.replace("[tiers.low]", asked).encode(), "e")
    blocking = asked.replace("1 }", "1, block_below = 0.2 }")
    block = parse_policy(BARE.replace("[tiers.low]", blocking).encode(), "f")
    assert same.hash != block.hash


def test_block_below_lies_under_the_minimum() -> None:
    with pytest.raises(ValueError, match="block_below"):
        Criterion(minimum=0.5, block_below=0.6)


def test_the_hash_of_the_shipped_policy_is_what_it_was() -> None:
    """Evaluations made before there were admissions keep their rules' name."""
    said = default_policy().model_dump(mode="json")
    for tier in said["tiers"].values():
        del tier["refuse_self_preference"]
        for criterion in tier["required_criteria"].values():
            del criterion["block_below"]
    del said["double_review"], said["admission"]
    from adjudge_engine.canonical import canonical_hash

    assert default_policy().hash == canonical_hash(said)


# --- what an evaluation makes of the entries


def judgment(**changes: Any) -> Judgment:
    told = {"criterion": "faithfulness", "judge": "reader", "fingerprint": "sha256:a", **changes}
    return Judgment.model_validate(told)


@pytest.mark.parametrize(
    ("book", "needed", "demands", "why"),
    [
        (admitted("sha256:a"), STRICT, {}, ""),
        (admitted("sha256:a"), None, {}, ""),  # a tier without the criterion reads strict ≥ 1
        (AdmissionsBook(), STRICT, {}, "no admission is on file"),
        (admitted("sha256:x"), STRICT, {}, "its fingerprint has changed since"),
        (admitted("sha256:x", judge="other"), STRICT, {}, "no admission is on file"),
        (admitted("sha256:a", criterion="relevance"), STRICT, {}, "no admission is on file"),
        (
            admitted("sha256:a"),
            Criterion(minimum=0.8, reading="score"),
            {},
            "it was measured at strict ≥ 1, the policy reads score ≥ 0.8",
        ),
        (admitted("sha256:a", reading="score"), None, {}, "it was measured at score ≥ 1"),
        (admitted("sha256:a", outcome="refused", why="w"), STRICT, {}, "refused: w"),
        (admitted("sha256:a", outcome="inconclusive", why="w"), STRICT, {}, "inconclusive: w"),
        (admitted("sha256:a", outcome="withdrawn", why="w"), STRICT, {}, "withdrawn: w"),
        (admitted("sha256:a"), STRICT, {"false_pass_upper": 0.01}, "the policy demands more"),
        (admitted("sha256:a"), STRICT, {"false_pass_upper": 0.2}, ""),
    ],
    ids=range(13),
)
def test_a_judge_counts_for_exactly_what_it_was_admitted_for(
    book: AdmissionsBook, needed: Criterion | None, demands: dict[str, Any], why: str
) -> None:
    said = book.why_not(judgment(), needed, Admission(**demands))
    assert said.startswith(why) if why else said == ""


def test_a_judgment_without_fingerprint_is_nobodys() -> None:
    assert admitted("sha256:a").why_not(judgment(fingerprint=None), STRICT, Admission())


def test_of_two_entries_the_one_that_refuses_counts() -> None:
    both = AdmissionsBook((entry(), entry(judge="same under another name", outcome="withdrawn")))
    assert both.why_not(judgment(), STRICT, Admission()).startswith("withdrawn")


@pytest.mark.parametrize(
    ("given_", "asked", "holds"),
    [
        ({}, {}, True),
        ({"false_pass_upper": 0.02}, {}, True),
        ({"false_pass_upper": 0.06}, {}, False),
        ({}, {"false_reject_upper": 0.2}, False),
        ({"false_reject_upper": 0.1}, {"false_reject_upper": 0.2}, True),
        ({"coverage_lower": 0.4}, {"coverage_lower": 0.5}, False),
        ({"confidence": 0.9}, {}, False),
        ({"confidence": 0.99}, {}, True),
        ({"minimum_labels": 29}, {}, False),
        ({"level": "answer"}, {}, False),
        ({"false_pass_of": "all", "bad_among_passed_upper": 0.01}, {}, False),
        (
            {"bad_among_passed_upper": 0.01},
            {"false_pass_of": "all", "bad_among_passed_upper": 0.05},
            True,
        ),
    ],
    ids=range(12),
)
def test_what_held_under_laxer_demands_does_not_hold(
    given_: dict[str, Any], asked: dict[str, Any], holds: bool
) -> None:
    assert as_strict(Admission(**given_), Admission(**asked)) is holds


# --- the file


def test_the_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    place = tmp_path / "adjudge-admissions.json"
    odd = entry(judge="\ud800\x1b[31m\u202ex", why="a\nb", figures={"more": None, "demands": []})
    save_admissions(place, AdmissionsBook((odd, entry())))
    found = load_admissions(place)
    assert sorted(found.entries, key=lambda one: one.place) == sorted(
        (odd, entry()), key=lambda one: one.place
    )
    assert admissions_at(None, tmp_path / "a.db") == place
    assert admissions_at(None, tmp_path / "deeper" / "a.db") is None


def test_the_stamp_changes_with_what_is_said_not_with_when(tmp_path: Path) -> None:
    plain = admitted("sha256:a")
    assert plain.stamp == admitted("sha256:a", at="2032-01-01T00:00:00Z", by="ann").stamp
    others = [AdmissionsBook(), admitted("sha256:b"), admitted("sha256:a", outcome="withdrawn")]
    stamps = [json.dumps(one.stamp) for one in (plain, *others)]
    assert len(set(stamps)) == 4
    assert AdmissionsBook().stamp == {}
    two = AdmissionsBook((entry("sha256:a"), entry("sha256:b")))
    assert two.stamp == AdmissionsBook((entry("sha256:b"), entry("sha256:a"))).stamp


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"schema": "other/1"}',
        '{"schema": "adjudge.admissions/1", "admissions": [{}]}',
        '{"schema": "adjudge.admissions/1", "admissions": [], "more": 1}',
        "[" * 100_000,
        "\ud800",
    ],
    ids=range(8),
)
def test_a_file_that_cannot_be_relied_on_is_an_error(tmp_path: Path, text: str) -> None:
    place = tmp_path / "a.json"
    place.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError) as caught:
        load_admissions(place)
    assert caught.value.hint


def test_an_entry_with_a_figure_that_is_none_is_an_error(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    save_admissions(place, admitted("sha256:a"))
    place.write_text(place.read_text("utf-8").replace('"minimum": 1.0', '"minimum": NaN'), "utf-8")
    with pytest.raises(InputError):
        load_admissions(place)


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX systems")
def test_a_file_that_anybody_may_write_is_not_believed(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    save_admissions(place, admitted("sha256:a"))
    place.chmod(0o666)
    with pytest.raises(InputError, match="Anybody"):
        load_admissions(place)
    place.chmod(0o664)
    assert load_admissions(place).entries


def test_those_who_enter_at_once_lose_nothing(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    threads = [
        threading.Thread(target=enter, args=(place, [entry(f"sha256:{number}")]))
        for number in range(12)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(load_admissions(place).entries) == 12
    assert [one.name for one in tmp_path.iterdir()] == ["a.json"]


def test_withdrawing_leaves_the_entry_with_its_reason(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    enter(place, [entry(), entry(criterion="relevance"), entry("sha256:o", judge="other")])
    said: dict[str, Any] = {"why": "moved", "at": "2031-06-01T00:00:00Z", "by": "ann"}
    assert withdraw(place, "reader", "relevance", **said) == 1
    assert withdraw(place, "reader", None, **said) == 1
    assert withdraw(place, "reader", None, **said) == 0
    left = {(one.judge, one.criterion): one.outcome for one in load_admissions(place).entries}
    assert left == {
        ("other", "faithfulness"): "admitted",
        ("reader", "faithfulness"): "withdrawn",
        ("reader", "relevance"): "withdrawn",
    }
    enter(place, [entry()])
    assert load_admissions(place).why_not(judgment(), STRICT, Admission()) == ""


# --- from labelled cases


def cases(count: int, people: tuple[str, ...] = ("ann",), wrong: int = 0) -> Iterator[Case]:
    """Every other one bad, with a judge that is right; `wrong`: so many bad ones it passes.

    The second person differs from the first on every third case.
    """
    for number in range(count):
        bad = number % 2 == 1
        labels = []
        for place, by in enumerate(people):
            said = bad != (place == 1 and number % 3 == 0)
            labels.append(
                {
                    "criterion": "faithfulness",
                    "value": "unfaithful" if said else "faithful",
                    "by": by,
                }
            )
        passes = not bad or number < 2 * wrong
        yield Case.model_validate(
            {
                "id": f"c{number}",
                "answer": f"Kettle {number} whistles.",
                "contexts": [{"id": "a", "text": f"Kettle {number} whistles."}],
                "labels": labels,
                "metadata": {"group": f"g{number}"},
                "judgments": [
                    {"criterion": "faithfulness", "judge": "reader", "strict": float(passes)}
                ],
            }
        )


def admit(held_out: HeldOut, found: Iterator[Case], **demands: Any) -> Any:
    compared = label_rows(held_out.of(found), Recorded("reader", "faithfulness"))
    held_out.check_any("kettles")
    labels = LabelSet(name="kettles", version=2, hash=held_out.hash)
    demanded = Admission(**{"level": "answer", **demands})
    return entry_of(compared, demanded, held_out, labels, "2031-01-01T00:00:00Z", "ann")


def test_only_held_out_cases_count() -> None:
    held_out = HeldOut()
    found = admit(held_out, cases(400))
    there = sum(split_of(f"g{number}") == "held-out" for number in range(400))
    assert found.rows == there
    assert found.excluded == {"dev": 400 - there}
    assert found.outcome == "admitted"
    assert found.people["verdict"] == "one_person"
    dev = (one for one in cases(400) if split_of(one.group) == "dev")
    with pytest.raises(InputError, match="held-out"):
        admit(HeldOut(), dev)


def test_a_golden_row_that_says_dev_is_dev() -> None:
    def golden() -> Iterator[Case]:
        for one in cases(60):
            yield one.model_copy(update={"metadata": {**one.metadata, "golden": {"split": "dev"}}})

    with pytest.raises(InputError):
        admit(HeldOut(), golden())


def test_sources_that_the_judge_learned_from_do_not_count() -> None:
    every = [f"g{number}" for number in range(400)]
    half = HeldOut(frozenset(map(group_mark, every[:200])))
    found = admit(half, cases(400))
    there = sum(split_of(one) == "held-out" for one in every[200:])
    assert found.rows == there
    assert found.excluded["learned"] == sum(split_of(one) == "held-out" for one in every[:200])
    with pytest.raises(InputError, match="fitted") as caught:
        admit(HeldOut(frozenset(map(group_mark, every))), cases(400))
    assert "--split dev" in caught.value.hint


def test_where_people_differ_no_judge_is_admitted() -> None:
    found = admit(HeldOut(), cases(400, people=("ann", "ben")))
    assert found.outcome == "refused"
    assert found.people["verdict"] == "ambiguous"
    assert "Fix the guideline" in found.why


def test_a_judge_that_lets_bad_ones_through_is_refused() -> None:
    assert admit(HeldOut(), cases(400, wrong=120)).outcome == "refused"


def test_by_claim_a_judge_without_claims_is_refused() -> None:
    found = admit(HeldOut(), cases(400), level="claim")
    assert (found.outcome, found.level) == ("refused", "claim")
    assert "claim" in found.why


def test_records_of_several_versions_are_nobody() -> None:
    mixed = Compared("reader", None, "faithfulness", "strict", 1.0, "1 - strict")
    labels = LabelSet(name="x", hash="sha256:0")
    with pytest.raises(InputError, match="fingerprint"):
        entry_of(mixed, Admission(), HeldOut(), labels, "2031-01-01T00:00:00Z", "ann")


def test_other_labels_are_another_hash() -> None:
    one, two = HeldOut(), HeldOut()
    list(one.of(cases(60)))
    list(two.of(cases(60, people=("ben",))))
    assert one.hash != two.hash


# --- by what a judge shall not be admitted


def labelled(number: int, **changes: Any) -> Case:
    told: dict[str, Any] = {
        "id": f"a{number}",
        "answer": "It is blue.",
        "contexts": [{"id": "c", "source_id": f"s{number}", "text": "It is red."}],
        "labels": [{"criterion": "faithfulness", "value": "unfaithful", "by": "ann"}],
    }
    return Case.model_validate(told | changes)


def test_copies_of_a_case_count_once_whatever_they_are_called() -> None:
    copies = [labelled(n) for n in range(60)]
    held_out = HeldOut()
    assert len(list(held_out.of(copies))) == 1
    dev = sum(split_of(one.group) == "dev" for one in copies)
    assert held_out.excluded == {"dev": dev, "repeated": 59 - dev}
    others = [labelled(n, answer=f"It is blue, {n}.") for n in range(60)]
    assert len(list(HeldOut().of(others))) == 60 - dev


def test_an_entry_that_its_own_figures_deny_is_not_read(tmp_path: Path) -> None:
    place = tmp_path / "admissions.json"
    refused = entry(outcome="refused", figures={"outcome": "refused"})
    save_admissions(place, AdmissionsBook((refused,)))
    assert load_admissions(place).entries == (refused,)
    text = place.read_text(encoding="utf-8")
    place.write_text(text.replace('"outcome": "refused"', '"outcome": "admitted"', 1), "utf-8")
    with pytest.raises(InputError, match="figures are refused"):
        load_admissions(place)


def said(value: str, by: str | None) -> dict[str, Any]:
    return {"criterion": "faithfulness", "value": value, "by": by}


@pytest.mark.parametrize("second", ["ben", "ann", None], ids=["another", "the same", "nobody"])
def test_what_is_said_of_a_copy_is_said_of_the_case(second: str | None) -> None:
    number = next(n for n in range(99) if split_of(labelled(n).group) == "held-out")
    first = labelled(number, labels=[said("faithful", "ann")])
    copy = labelled(number, id="copy", labels=[said("unfaithful", second)])
    (kept,) = HeldOut().of([first, copy])
    assert people_say(labels_of(kept, "faithfulness")) == "people_disagree"
    same = labelled(number, id="copy", labels=[said("faithful", second)])
    (kept,) = HeldOut().of([first, same])
    assert people_say(labels_of(kept, "faithfulness")) == "good"


def test_who_says_the_same_of_a_copy_is_not_two_people() -> None:
    """However it is worded: else one person agrees with themself on every copy."""
    number = next(n for n in range(99) if split_of(labelled(n).group) == "held-out")
    first = labelled(number, labels=[said("faithful", "ann")])
    again = {**said("faithful", "ann"), "note": "as before", "at": "2026-05-03T09:00:00Z"}
    (kept,) = HeldOut().of([first, labelled(number, id="copy", labels=[again])])
    assert [one.by for one in labels_of(kept, "faithfulness")] == ["ann"]


def test_a_copy_that_says_otherwise_is_another_set_of_labels() -> None:
    number = next(n for n in range(99) if split_of(labelled(n).group) == "held-out")
    first, same = labelled(number), labelled(number, id="copy")
    other = labelled(number, id="copy", labels=[said("faithful", "ben")])
    hashes = []
    for found in ([first], [first, same], [first, other]):
        held_out, one_by_one = HeldOut(), HeldOut()
        list(held_out.of(found))
        for case in found:
            list(one_by_one.of([case]))
        assert held_out.hash == one_by_one.hash
        hashes.append(held_out.hash)
    assert hashes[0] == hashes[1] != hashes[2]


def test_labels_of_a_copy_that_was_taken_back_do_not_count() -> None:
    number = next(n for n in range(99) if split_of(labelled(n).group) == "held-out")
    first = labelled(number)
    gone = {"golden": {"split": "held-out", "withdrawn": True}}
    back = labelled(number, id="copy", metadata=gone, labels=[said("faithful", "ben")])
    for found in ([first, back], [back, first]):
        (kept,) = HeldOut().of(found)
        assert [one.value for one in labels_of(kept, "faithfulness")] == ["unfaithful"]


@given(st.integers(40, 60), st.integers(1, 20))
def test_a_demand_is_met_on_many_sources_or_not_at_all(sources: int, each: int) -> None:
    """Good ones on many sources do not stand in for bad ones on a few."""
    rows = [*groups(sources, 0, each, 0, 0, 0, 0), *groups(90, 0, 0, 0, 1, 0, 0)]
    found = weigh(rows, Admission())
    enough = sources >= 52
    assert found.outcome == ("admitted" if enough else "inconclusive")
    assert enough or found.more


def test_what_an_outcome_takes_the_place_of_is_kept_and_does_not_change_the_stamp(
    tmp_path: Path,
) -> None:
    path = tmp_path / "adjudge-admissions.json"
    enter(path, [entry(outcome="refused")])
    other = {"name": "kind", "version": None, "hash": "sha256:c"}
    book = enter(path, [entry(labels=other, at="2031-06-01T09:00:00Z")])
    (one,) = book.entries
    assert [(old.outcome, old.labels.name) for old in one.earlier] == [("refused", "lamps")]
    assert book.stamp == admitted("sha256:a", labels=other).stamp
    withdraw(path, "reader", None, why="w", at="2031-07-01T09:00:00Z", by="ann")
    (one,) = enter(path, [entry()]).entries
    assert [old.outcome for old in one.earlier] == ["refused", "withdrawn"]
    assert load_admissions(path).entries == (one,)
    book = enter(path, [entry("sha256:z"), entry(minimum=0.5), entry(judge="else")])
    assert book.others_on(one) == 2
