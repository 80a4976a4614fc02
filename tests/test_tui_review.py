"""Every key of the review screen on a real file: what it shows and what is then in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input
from tui_desk import desk
from tui_samples import build, claims_of, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Decision, Filter
from adjudge_tui.desk.drafting import to_correct
from adjudge_tui.widgets.rail import ClaimRail
from adjudge_tui.widgets.spanview import SpanView


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    items = [northwind(risk="high"), plain("water-1"), plain("water-2"), northwind("no", "block")]
    return build(tmp_path / "q.db", items)


async def test_the_first_screen_shows_everything_about_one_item(path: Path) -> None:
    async with desk(path) as one:
        lines = one.text.splitlines()
        assert lines[0].startswith(" REVIEW  1 of 3 · 3 open · high risk · northwind")
        assert lines[0].endswith("saved ✓")
        assert lines[1] == " ✗ numbers fail ×2   ? dates unavailable   ✓ citations · 6 n/a"
        assert lines[2].startswith(' why review: "21.4%" stands in no context')
        assert "What drove Northwind" in lines[3]
        for piece in ("✗ numbers", "✗ contradicted", "EVIDENCE  claim 3 → [2]", "opinion of local"):
            assert piece in one.text
        assert lines[-1] == (
            " a approve  b block  r relabel  0-4 mark claim  u undo  s skip  Q queue  ? help"
        )


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36), (160, 40), (200, 50), (60, 16)])
async def test_every_size_shows_place_gates_claims_evidence_opinion_and_keys(
    path: Path, size: tuple[int, int]
) -> None:
    async with desk(path, size=size) as one:
        lines = one.text.splitlines()
        assert len(lines) == size[1]
        assert "northwind" in lines[0]
        assert "✗ numbers fail" in lines[1]
        assert lines[-1].startswith(" a approve  b block")
        assert lines[-1].endswith("? help")
        for piece in ("why review", "3/4 code", "EVIDENCE  claim 3 → [2]", "JUDGE", "20.4"):
            assert piece in one.text
        assert ("QUEUE" in one.text) == (size[0] >= 160)


async def test_a_approves_and_goes_on(path: Path) -> None:
    async with desk(path) as one:
        await one.press("a")
        assert "approved “northwind” · u undo" in one.text
        assert "water-1" in one.text.splitlines()[0]
    item = one.item("northwind")
    assert (item.row.state, item.row.action) == ("decided", "approve")
    assert item.row.disposition == "released"


async def test_b_blocks_and_goes_on(path: Path) -> None:
    async with desk(path) as one:
        await one.press("b")
        assert "blocked “northwind”" in one.text
    assert one.item("northwind").row.disposition == "blocked"


async def test_one_flipped_claim_is_submitted_with_three_keys(path: Path) -> None:
    async with desk(path) as one:
        await one.press("k", "4", "r")
        assert "relabelled “northwind”" in one.text
    labels = _labels(path, "northwind")
    assert labels == [
        {
            "criterion": "faithfulness",
            "value": "unfaithful",
            "claims": [{"claim_id": "c2", "verdict": "contradicted"}],
        }
    ]


@pytest.mark.parametrize(
    ("key", "verdict"),
    [
        ("1", "✓ supported"),
        ("2", "◐ partly"),
        ("3", "○ not mentioned"),
        ("4", "✗ contradicted"),
        ("0", "◌ undetermined"),
    ],
)
async def test_digits_mark_this_claim_and_go_to_the_next(
    path: Path, key: str, verdict: str
) -> None:
    async with desk(path) as one:
        await one.press("k", "k", key)
        assert f"claim 1: {verdict}" in one.text
        assert "r relabel" in one.text.splitlines()[-1]  # the next key stays in sight
        assert one.app.desk.claim == 1
        assert list(one.session.marks) == ["c1"]
    assert one.item("northwind").row.action is None


async def test_r_without_marks_asks_for_the_label(path: Path) -> None:
    async with desk(path) as one:
        await one.press("r")
        assert "relabel: f faithful · n unfaithful" in one.text
        await one.press("a", "b", "s", "enter", "space", "1")
        assert one.session.marks == {}
        await one.press("escape", "r", "n")
        assert "relabelled “northwind”" in one.text
    assert one.item("northwind").row.action == "relabel"
    assert _labels(path, "northwind")[0]["value"] == "unfaithful"


async def test_a_corrected_answer_begins_as_the_answer_and_unchanged_is_none(path: Path) -> None:
    async with desk(path) as one:
        await one.press("r", "e")
        assert one.session.view is not None
        answer = one.session.view.answer
        field = one.app.screen.query_one(Input)
        assert field.value == answer
        await one.press("enter")
        assert one.session.corrected == {}
        assert "relabel: f faithful" in one.text
        await one.press("e", "backspace", "escape")
        assert one.session.corrected == {}
        await one.press("e", "backspace", "!", "enter", "n")
    assert one.item("northwind").labels[0]["corrected_answer"] == answer[:-1] + "!"


def test_what_no_line_can_hold_is_not_offered_for_correction() -> None:
    assert to_correct("one\ntwo", "") == ""
    assert to_correct("x" * 1_001, "") == ""
    assert to_correct(" one \n", "") == "one"
    assert to_correct("one\ntwo", "mine") == "mine"


async def test_r_takes_a_corrected_answer(path: Path) -> None:
    async with desk(path) as one:
        await one.press("r", "e", *"20.4%", "enter")
        assert "relabel with your answer" in one.text
        await one.press("0")
    item = one.item("northwind")
    assert item.row.action == "relabel"
    assert _labels(path, "northwind")[0]["undetermined"] is True
    with Queue.open(path, readonly=True) as queue:
        assert queue.item(queue.find("northwind")).row.disposition == "blocked"


async def test_r_with_every_claim_supported_calls_it_faithful(path: Path) -> None:
    async with desk(path) as one:
        await one.press("k", "k", "1", "1", "1", "1")
        assert "every claim is marked, r submits" in one.text
        await one.press("r")
    assert _labels(path, "northwind")[0]["value"] == "faithful"


async def test_an_approval_against_ones_own_mark_is_refused(path: Path) -> None:
    async with desk(path) as one:
        await one.press("4", "a")
        assert "claim 3 is marked contradicted: r submits that, b blocks" in one.text
        await one.press("k", "1", "a")
    assert one.item("northwind").row.action == "approve"


async def test_u_takes_the_last_decision_back_also_at_the_end(path: Path) -> None:
    async with desk(path) as one:
        await one.press("a", "b", "a")
        assert "Nothing left to review." in one.text
        assert "You decided 3 in this sitting." in one.text
        await one.press("u")
        assert "undone: “water-2”" in one.text
        assert "water-2" in one.text.splitlines()[0]
        await one.press("u", "u")
        assert "northwind" in one.text.splitlines()[0]
        await one.press("u")
        assert one.session.alarm
    with Queue.open(path, readonly=True) as queue:
        assert queue.counts().states.get("decided", 0) == 0


async def test_undo_brings_ones_marks_back(path: Path) -> None:
    async with desk(path) as one:
        await one.press("4", "r", "u")
        assert one.session.marks == {"c3": "contradicted"}
        assert "✗ contradicted" in one.text


async def test_s_skips_and_the_item_is_not_offered_again(path: Path) -> None:
    async with desk(path) as one:
        await one.press("s", "s", "s")
        assert "Nothing left to review." in one.text
        assert "You skipped 3" in one.text
    assert one.item("northwind").row.state == "pending"


async def test_j_k_and_arrows_choose_claims_and_evidence_follows(path: Path) -> None:
    async with desk(path, size=(80, 24)) as one:
        await one.press("k", "up", "up", "j", "down")
        assert "claim 3 → [2]" in one.text
        assert "20.4 percent" in one.text
        await one.press("j", "j", "j")
        assert "claim 4 ∅ no passage" in one.text
        await one.press("k", "up", "up", "k")
        assert one.app.desk.claim == 0


async def test_comma_and_full_stop_go_through_the_links(path: Path) -> None:
    async with desk(path) as one:
        await one.press("k", "k")
        assert "1 of 2" in one.text
        await one.press("full_stop")
        assert "2 of 2" in one.text
        await one.press("comma")
        assert "1 of 2" in one.text


async def test_brackets_walk_along_the_list_without_deciding(path: Path) -> None:
    async with desk(path) as one:
        await one.press("right_square_bracket")
        assert "2 of 3" in one.text.splitlines()[0]
        await one.press("left_square_bracket", "left_square_bracket")
        assert "this is the first item" in one.text
        await one.press("a", "left_square_bracket")
        first = one.text.splitlines()[0]
        assert "approved by ana" in first
        await one.press("b")
        assert "already approved · u undoes it" in one.text
        await one.press("u")
        assert "undone" in one.text
    with Queue.open(path, readonly=True) as queue:
        assert queue.counts().states.get("decided", 0) == 0


async def test_an_item_that_somebody_holds_is_shown_to_read(path: Path) -> None:
    with Queue.open(path) as queue:
        held = queue.find("water-1")
        queue.claim(held, "bo")
    async with desk(path) as one:
        await one.press("right_square_bracket")
        assert "read only" in one.text.splitlines()[0]
        await one.press("a")
        assert "bo" in one.text.splitlines()[-1]
    assert one.item("water-1").row.holder == "bo"


async def test_an_item_decided_by_another_is_shown_with_the_decision(path: Path) -> None:
    async with desk(path) as one:
        with Queue.open(path) as queue:
            number = queue.find("water-1")
            queue.claim(number, "bo")
            queue.decide(number, Decision("block", "bo", "k1"))
        await one.press("right_square_bracket")
        assert "blocked by bo" in one.text.splitlines()[0]


async def test_a_policy_block_is_lifted_with_a_note_only(path: Path) -> None:
    async with desk(path, where=Filter(states=("blocked",))) as one:
        await one.press("Q", "enter")
        assert "blocked by the policy" in one.text.splitlines()[0]
        await one.press("a")
        assert one.app.screen.query(Input)
        await one.press("b", "enter")  # in the field these are a letter and its end
    item = one.item("no")
    assert item.row.action == "approve"
    assert item.history[-1]["note"] == "b"


async def test_a_note_that_is_left_or_empty_decides_nothing(path: Path) -> None:
    async with desk(path, where=Filter(states=("blocked",))) as one:
        await one.press("Q", "enter", "a", "x", "escape")
        assert not one.app.screen.query(Input)
        await one.press("a", "enter")
        assert "only with a reason" in one.text
    assert one.item("no").row.action is None


async def test_slash_finds_in_answer_and_passages(path: Path) -> None:
    async with desk(path) as one:
        await one.press("slash", *"storage", "enter")
        assert "“storage” 1 of 2" in one.text
        await one.press("n")
        assert "2 of 2" in one.text
        await one.press("N")
        assert "1 of 2" in one.text
        await one.press("escape", "n")
        assert "/ finds a text first" in one.text
        await one.press("slash", *"[b]zz", "enter")
        assert "“[b]zz” is not in" in one.text
    assert one.item("northwind").row.action is None


async def test_enter_space_escape_and_tab_decide_nothing(path: Path) -> None:
    async with desk(path) as one:
        await one.press("space", "escape", "tab", "enter", "escape", "pagedown", "shift+tab")
        await one.pilot.click("#judge")
        await one.pilot.click("#keys", offset=(2, 0))
        await one.pilot.click("#keys", offset=(12, 0))
        await one.settle()
        assert "1 of 3" in one.text.splitlines()[0]
    with Queue.open(path, readonly=True) as queue:
        assert queue.counts().states.get("decided", 0) == 0


async def test_i_and_o_open_details_and_escape_leaves_them(path: Path) -> None:
    async with desk(path) as one:
        await one.press("i")
        assert "OPINION IN FULL" in one.text
        assert "case northwind" in one.text
        assert "rationale: Word for word" in one.text
        await one.press("o")
        assert "stands in no context" in one.text
        assert "– access n/a" in one.text
        assert "case northwind" in one.text
        await one.press("escape")
        assert "EVIDENCE" in one.text
        await one.press("i", "i")
        assert "EVIDENCE" in one.text


async def test_z_gives_one_pane_the_window(path: Path) -> None:
    async with desk(path) as one:
        await one.press("z")
        assert "EVIDENCE" not in one.text
        assert one.app.screen.query_one(ClaimRail).size.height > 15
        await one.press("z", "tab", "tab", "z")
        assert "3/4" not in one.text
        await one.press("escape")
        assert "EVIDENCE" in one.text
        assert "3/4 code" in one.text


async def test_capital_j_and_k_scroll_the_passages(path: Path) -> None:
    async with desk(path) as one:
        evidence = one.app.screen.query_one("#evidence", SpanView)
        await one.press("k", "k", "K", "K", "K", "K", "J", "J")
        assert evidence.scroll_y == 2
        await one.press("K", "space", "pageup", "pageup")
        assert evidence.scroll_y == 0


async def test_help_lists_the_keys_and_goes_away(path: Path) -> None:
    async with desk(path) as one:
        await one.press("question_mark")
        assert "approve the answer, next item" in one.text
        await one.press("a", "b", "question_mark")
        assert "EVIDENCE" in one.text
    assert one.item("northwind").row.action is None


async def test_t_changes_the_theme(path: Path) -> None:
    async with desk(path) as one:
        seen = [one.app.theme]
        for _ in range(4):
            await one.press("t")
            seen.append(one.app.theme)
    assert seen == ["adjudge-dark", "adjudge-light", "ansi-dark", "ansi-light", "adjudge-dark"]


async def test_q_quits_and_gives_the_item_back(path: Path) -> None:
    async with desk(path) as one:
        await one.press("a")
        await one.press("q")
        assert one.app.return_value == 0
    with Queue.open(path, readonly=True) as queue:
        assert queue.held("ana") == []
        assert queue.counts().states["decided"] == 1


async def test_a_small_window_shows_a_notice_and_decides_nothing(path: Path) -> None:
    async with desk(path, size=(50, 12)) as one:
        assert "The desk needs 60×16." in one.text
        await one.press("a", "b", "s", "1")
        await one.pilot.resize_terminal(80, 24)
        await one.settle()
        assert "northwind" in one.text.splitlines()[0]
        await one.pilot.resize_terminal(4, 3)
        await one.settle()
    assert one.item("northwind").row.action is None


async def test_an_empty_queue_is_a_plain_screen(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind("x", "block")])
    async with desk(path) as one:
        assert "Nothing left to review." in one.text
        assert "released 0 · blocked 1 · pending 0\n" in one.text
        assert one.text.splitlines()[-1] == " u undo  Q queue  q quit  ? help"
        await one.press("a", "b", "1", "r", "s", "j", "i", "z", "slash", "full_stop")
        assert "Nothing left" in one.text
        await one.press("Q")
        assert "no item fits" in one.text
        await one.press("escape")


async def test_what_was_seen_is_kept_with_the_decision(path: Path) -> None:
    async with desk(path) as one:
        await one.press("j", "j", "b")
    bodies = [event["body"] for event in one.item("northwind").history]
    seen = [body["seen"] for body in bodies if "seen" in body]
    assert seen
    assert seen[0]["evaluation_hash"] == one.item("northwind").evaluation_hash


async def test_two_hundred_claims_and_long_texts_stay_usable(tmp_path: Path) -> None:
    answer = " ".join(f"Claim number {number} stands here." for number in range(200))
    case, evaluation = plain("long", answer=answer)
    evaluation["claims"] = claims_of(answer)
    case["contexts"] = [{"id": f"k{n}", "text": "lorem ipsum " * 170} for n in range(100)]
    path = build(tmp_path / "q.db", [(case, evaluation)])
    async with desk(path) as one:
        for _ in range(3):
            await one.press("k", "j", "j")
        one.app.desk.choose(199)
        await one.settle()
        assert "200/200" in one.text
        assert "Claim number 199" in one.text
        await one.press("1", "r")
        assert "relabelled" in one.text or "relabel:" in one.text


def _labels(path: Path, case_id: str) -> list[dict[str, object]]:
    with Queue.open(path, readonly=True) as queue:
        item = queue.item(queue.find(case_id))
    labels = [event["body"].get("labels") for event in item.history]
    return [label for entry in labels if entry for label in entry]


async def test_a_long_reason_leaves_one_row_and_says_how_many_more_there_are(
    tmp_path: Path,
) -> None:
    case, evaluation = northwind()
    evaluation["reasons"]["proved"][0]["message"] = "a very long 日本 sentence " * 40
    async with desk(build(tmp_path / "q.db", [(case, evaluation)])) as one:
        for width in (60, 80, 99):
            await one.pilot.resize_terminal(width, 24)
            await one.settle()
            lines = one.text.splitlines()
            assert lines[2].startswith(" why: a very long 日本 sentence")
            assert lines[2].endswith("…  +1 more")
            assert "What drove Northwind" in lines[3]


async def test_a_claim_of_three_digits_keeps_its_number_in_the_gutter(tmp_path: Path) -> None:
    answer = " ".join(f"Claim number {number} stands here." for number in range(120))
    case, evaluation = plain("many", answer=answer)
    evaluation["claims"] = claims_of(answer)
    async with desk(build(tmp_path / "q.db", [(case, evaluation)])) as one:
        one.app.desk.choose(100)
        await one.settle()
        gutters = {line[:6] for line in one.text.splitlines()[4:8]}
    assert "▌101+ " in gutters
    others = {f" {number}+".ljust(6) for number in range(90, 120)}
    assert gutters <= others | {"▌101+ ", "▌     "}


async def test_a_corrected_answer_outlives_the_panel(path: Path) -> None:
    async with desk(path) as one:
        await one.press("r", "e", *"20.4%", "enter", "escape", "r")
        assert "relabel with your answer" in one.text
        await one.press("e")
        assert "20.4%" in one.text.splitlines()[-1]
        await one.press("escape", "q")
        assert "a corrected answer, not submitted" in one.text.splitlines()[-1]
        assert one.app.return_value is None


async def test_a_window_too_small_offers_no_decision(path: Path) -> None:
    async with desk(path, size=(59, 15)) as one:
        assert "approve" not in one.text
        assert "q quits." in one.text


async def test_the_command_without_filter_speaks_of_none(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind("x", "block")])
    async with desk(path, where=Filter()) as one:
        assert "Nothing left to review." in one.text
    async with desk(path, where=Filter(risk="high")) as one:
        assert "Nothing left that fits the filter." in one.text


async def test_a_write_that_waits_is_said_to_and_nothing_is_called_saved(path: Path) -> None:
    async with desk(path) as one:
        one.session.busy = True
        one.session._busy_since -= 10
        one.session.tick()
        await one.pilot.pause()
        assert one.text.splitlines()[0].endswith("waiting for the file …")
        one.session.busy = False
        one.session.show()
        await one.settle()
        assert one.text.splitlines()[0].endswith("saved ✓")


async def test_what_was_flashed_goes_when_something_else_is_shown(path: Path) -> None:
    async with desk(path) as one:
        await one.press("left_square_bracket")
        assert "this is the first item" in one.text
        await one.press("o")
        assert "this is the first item" not in one.text


async def test_a_queue_that_cannot_be_read_is_one_sentence_and_one_key(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    async with desk(path) as one:
        lines = one.text.splitlines()
        assert lines[0].startswith(" Adjudge")
        assert "The queue cannot be read: q.db does not exist" in one.text
        assert one.text.count("does not exist") == 1
        assert lines[-1] == " R try again  q quit  ? help"
        build(path, [plain("here")])
        await one.press("R")
        assert "here" in one.text.splitlines()[0]


async def test_a_skip_that_is_undone_and_done_again_counts_once(path: Path) -> None:
    async with desk(path) as one:
        await one.press("a", "s", "u")
        assert "1 decided by you" in one.text.splitlines()[0]
        await one.press("s", "s")
        assert "Nothing left to review." in one.text
        assert "You decided 1 in this sitting." in one.text
        assert "You skipped 2; others still get them" in one.text
        await one.press("u", "a")
        assert "You decided 2 in this sitting." in one.text
        assert "You skipped 1; others still get it," in one.text


async def test_the_end_says_what_is_still_open_and_why(path: Path) -> None:
    with Queue.open(path) as queue:
        queue.claim(queue.find("water-1"), "bo")
    async with desk(path) as one:
        await one.press("s", "a")
        assert "pending 2\n   Still open: 1 skipped by you · 1 held by others." in one.text
    async with desk(path, reviewer="cy", where=Filter(risk="high")) as one:
        await one.press("s")
        assert "Nothing left that fits the filter." in one.text
        assert "pending 2\n   Still open: 1 skipped by you · 1 held by others." in one.text
    async with desk(path, reviewer="di", where=Filter(risk="low")) as one:
        assert "Still open: 1 skipped before or outside the filter · 1 held by" in one.text


async def test_the_case_id_keeps_its_width_and_the_counts_give_way(tmp_path: Path) -> None:
    name = "clinical-guideline-velanid-04"
    path = build(tmp_path / "q.db", [northwind("x" * 300, risk="high"), plain(name)])
    async with desk(path) as one:
        line = one.text.splitlines()[0]
        assert line.startswith(" REVIEW  1 of 2 · high risk · xxx")
        assert line.endswith("x…  saved ✓")
        await one.press("a")
        line = one.text.splitlines()[0]
        assert line.startswith(f" REVIEW  2 of 2 · 1 open · 1 by you · {name} ")
        assert line.endswith("saved ✓")
        await one.pilot.resize_terminal(70, 24)
        await one.settle()
        assert one.text.splitlines()[0].startswith(f" REVIEW  2 of 2 · 1 open · {name} ")
        await one.pilot.resize_terminal(62, 24)
        await one.settle()
        assert one.text.splitlines()[0].startswith(f" REVIEW  2 of 2 · {name} ")
        await one.pilot.resize_terminal(120, 36)
        await one.settle()
        assert f"1 open · 1 decided by you · {name}" in one.text.splitlines()[0]


async def test_the_question_stays_above_an_answer_that_opens_further_down(tmp_path: Path) -> None:
    answer = " ".join(f"Claim number {number} stands here." for number in range(60))
    case, evaluation = plain("many", answer=answer, question="Which of these claims stands? " * 4)
    evaluation["claims"] = claims_of(answer)
    async with desk(build(tmp_path / "q.db", [(case, evaluation)])) as one:
        for size in ((80, 24), (80, 17), (120, 36)):
            await one.pilot.resize_terminal(*size)
            one.app.desk.choose(50)
            await one.settle()
            lines = one.text.splitlines()
            top = next(n for n, line in enumerate(lines) if "Which of these claims stands?" in line)
            assert "…" in lines[top]
            assert "Claim number 50" in " ".join(" ".join(lines[top + 1 : top + 12]).split())
            assert size[0] > 80 or "▌" in "".join(lines[top + 1 : top + 3])


async def test_the_deciding_word_stays_behind_a_long_quotation(tmp_path: Path) -> None:
    case, evaluation = northwind()
    quote = "The board guarantees a dividend of 0.85 euros per share in every year to come."
    message = f'"{quote}" does not stand in context q3'
    evaluation["reasons"]["proved"][0]["message"] = message
    async with desk(build(tmp_path / "q.db", [(case, evaluation)])) as one:
        line = one.text.splitlines()[2]
        assert line.startswith(' why: "The board guar')
        assert line.endswith(' to come." does not stand in context q3  +1 more')
        await one.pilot.resize_terminal(68, 24)
        await one.settle()
        assert one.text.splitlines()[2].endswith("does not stand in context q3  +1 more")
