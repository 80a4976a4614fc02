"""The calibration screen on a real file: figures, choices, disagreements, blind rules."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len
from test_tui_hostile import EVIL
from tui_calibration_sets import calibrated, filter_case, with_results
from tui_desk import Desk, desk
from tui_leads import at_a_fixed_time, record
from tui_samples import build, northwind, plain

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_tui.calibrating import calibration_apart
from adjudge_tui.calibrating.calibration_apart import Workshop, eyes_said
from adjudge_tui.calibrating.calibration_figures import Measuring, Wanted
from adjudge_tui.calibrating.calibration_rows import GoldenRows
from adjudge_tui.calibrating.calibration_state import costs_of
from adjudge_tui.calibrating.calibration_view import no_differ
from adjudge_tui.desk.blinding import Blinding, Eyes
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.screens.calibration import CalibrationScreen
from adjudge_tui.screens.looking import LookScreen
from adjudge_tui.wording.strings import speak

JSON = dict[str, Any]
TEAM = '[reviewers.ann]\nrole = "lead"\ngroups = "*"\n[reviewers.bob]\ngroups = "*"\n'


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The queue that most tests only read."""
    return at_a_fixed_time(with_results, tmp_path_factory.mktemp("calibration") / "q.db")


@pytest.fixture
def english() -> Iterator[None]:
    yield
    speak("en")


class Calibration:
    """The calibration screen of a running desk."""

    def __init__(self, one: Desk) -> None:
        self.one = one

    @property
    def text(self) -> str:
        return self.one.text

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def screen(self) -> CalibrationScreen:
        found = self.one.app.screen
        assert isinstance(found, CalibrationScreen)
        return found

    async def press(self, *keys: str) -> None:
        """Press keys one by one; wait also for what the other process brings."""
        for key in keys:
            await self.one.press(key)
            screen = self.one.app.screen
            while isinstance(screen, CalibrationScreen) and screen.calibrating.doing:
                await asyncio.sleep(0.01)
                screen.calibrating.collect()
            await self.one.settle()


@asynccontextmanager
async def calibration(path: Path, **how: Any) -> AsyncIterator[Calibration]:
    """A desk with the calibration screen opened."""
    async with desk(path, **{"reviewer": "ann", "size": (120, 36)} | how) as one:
        found = Calibration(one)
        await found.press("M")
        yield found


def answered(path: Path, eyes: Eyes, want: str, **request: Any) -> JSON:
    """What the other process would answer, worked out in this one."""
    with open_queue(path, readonly=True) as queue:
        return calibration_apart._ANSWERS[want](queue, eyes, {"set": None} | request)


def asked(**wanted: Any) -> JSON:
    """What is wanted of the judge of the samples."""
    usual = {"reading": None, "minimum": 1.0, "split": "all", "costs": [50.0, 5.0, 2.0]}
    return usual | {"how": "evaluated", "judge": "reader", "criterion": "faithfulness"} | wanted


def figures(path: Path, eyes: Eyes, **wanted: Any) -> JSON:
    """The figures of the judge of the samples."""
    return answered(path, eyes, "figures", file="", wanted=asked(**wanted))


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[JSON]:
    """What the other process would say before its answer, in this one."""
    lines: list[JSON] = []
    monkeypatch.setattr(calibration_apart, "step", lines.append)
    return lines


@pytest.fixture(autouse=True)
def _quiet(said: list[JSON]) -> None:
    """In tests of what it works out the other process's words go nowhere."""


def offers_in(path: Path, eyes: Eyes, lines: list[JSON]) -> list[JSON]:
    """The judges that can be chosen."""
    del lines[:]
    answered(path, eyes, "offers", before=None, wanted=asked())
    found: list[JSON] = next(one["offers"] for one in lines if "offers" in one)
    return found


# The screen -------------------------------------------------------------------------------------


async def test_every_key_at_eighty_by_twenty_four(made: Path) -> None:
    async with calibration(made, size=(80, 24)) as one:
        lines = one.lines
        assert lines[0] == " CALIBRATION  filters@1 · reader on faithfulness · as evaluated here"
        assert lines[1].startswith(" passes at score ≥ 0.6 · both sides · 96 of 96 cases compared")
        assert lines[1].endswith("? INCONCLUSIVE")
        assert lines[2].startswith(" PEOPLE FIRST")
        assert lines[-2] == " 6 disagreements · d lists them"
        rate = next(line for line in lines if line.startswith(" false pass"))
        assert "18.8 %" in rate
        assert "◆" in rate
        assert "8.9 – 35.3 %" in rate
        assert rate.endswith("6 of 32")
        seen = [one.text]
        for _ in range(12):
            await one.press("right_square_bracket")
            seen.append(one.text)
        whole = "\n".join(seen)
        for heading in (
            "WHAT PEOPLE SAY", "ADMISSION", "AGREEMENT, EITHER CLASS", "CLAIMS 96",
            "RISK AGAINST COVERAGE", "SLICES", "THRESHOLDS FROM COSTS", "PROBES",
        ):  # fmt: skip
            assert heading in whole, heading
        assert "! worst: tag: fan, false pass up to 61.4 %" in whole
        assert "! padding with no new facts: changed 11.7 %, by chance 1.7 %" in whole
        assert "would settle it (REFUSED) with a chance of 80 %" in whole
        assert "minimum = 0." in whole  # the line for the policy
        assert max(cell_len(line) for line in whole.splitlines()) <= 80
        await one.press("left_square_bracket", "home", "j", "k", "J", "K", "space", "pageup")
        await one.press("home")
        assert one.text == seen[0]
        await one.press("end", "down", "up")
        assert one.text != seen[0]
        await one.press("d")
        assert one.lines[2].startswith("▌✗ let through  #1      0.90  filter-00")
        assert one.lines[-2].startswith(" disagreement 1 of 6 · people: unfaithful (bob) · the")
        await one.press("n", "N", "end", "home", "space", "pageup", "j")
        assert one.lines[-2].startswith(" disagreement 2 of 6 · ")
        await one.press("enter")
        assert isinstance(one.one.app.screen, LookScreen)
        assert "read only" in one.lines[0]
        assert "#25 filter-24" in one.lines[0]
        assert "The filter is changed every 34 hours." in one.text
        await one.press("n", "N", "n", "j", "k", "J", "K", "space", "pageup", "question_mark")
        assert "back to the figures" in one.text
        await one.press("escape", "left_square_bracket", "right_square_bracket", "escape")
        assert one.lines[-2].startswith(" disagreement 3 of 6 · ")
        assert "#37" in one.lines[4]
        await one.press("escape")
        assert one.lines[2].startswith(" PEOPLE FIRST")
        await one.press("question_mark")
        assert "choose a judge and criterion" in one.text
        await one.press("escape", "w")
        assert "asked now, on thi" in one.text
        assert "nothing is sent" in one.lines[-2]
        await one.press("escape", "s")
        assert one.lines[2].startswith("▌filters@1 ")
        await one.press("enter")
        assert one.lines[0].startswith(" CALIBRATION  filters@1 · reader")
        await one.press("c", *["backspace"] * 6, *"1 x 2", "enter")
        assert "three numbers above 0" in one.lines[-1]
        await one.press("o")
        assert "d lists the disagreements" in one.lines[-1]
        await one.press("colon")
        assert "Palette" in type(one.one.app.screen).__name__
        await one.press("escape", "d", "o")
        assert "filter-00" in one.lines[0]
        assert one.one.app.screen.id == one.one.app.desk.id
        view = one.one.session.view
        assert view is not None
        assert not one.one.session.held
    with Queue.open(made, readonly=True) as queue:
        assert queue.item(1).row.state == "decided"


async def test_choices_at_a_hundred_and_twenty(made: Path) -> None:
    async with calibration(made, size=(120, 36)) as one:
        assert "ADMISSION" in one.lines[2]
        assert "PEOPLE FIRST" in one.lines[2]
        await one.press("r")
        assert one.lines[1].startswith(" passes at strict ≥ 1 · both sides")
        assert "? not admitted" in one.lines[1]
        await one.press("p")
        assert "held-out only · 28 of 96 cases compared" in one.lines[1]
        assert "28 labels are too few to lean on: 30 are a start." in one.text
        assert "Not drawn under 30 labels." in one.text
        await one.press("d")
        assert one.lines[2].count("✗ let through") == 1
        assert "PEOPLE FIRST" in one.lines[2]  # the figures stay beside the list
        await one.press("q")
    assert one.one.app.return_code == 0


async def test_three_columns_and_a_key_never_waits(made: Path) -> None:
    async with desk(made, size=(200, 50), reviewer="ann") as plain_desk:
        one = Calibration(plain_desk)
        await plain_desk.press("Q", "K")
        assert isinstance(plain_desk.app.screen, CalibrationScreen)
        calibrating = one.screen.calibrating
        assert calibrating.doing or calibrating.figures
        await one.press("escape") if calibrating.doing else None
        assert calibrating.stopped or calibrating.figures
        if calibrating.stopped:
            assert "Stopped: nothing was worked out." in one.text
            assert "R tries again" in one.text
        await one.press("R")
        line = one.lines[2]
        for piece in ("PEOPLE FIRST", "ADMISSION", "disagreements 6"):
            assert piece in line
        await one.press("j", "n")
        assert one.lines[-2].startswith(" disagreement 3 of 6")
        assert one.text.count("▌") == 1
        await one.press("escape")
        assert "QUEUE" in one.lines[0]


async def test_without_a_golden_set_it_says_what_to_do(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind(), plain("w-1")])
    async with calibration(path, size=(80, 24), reviewer="ana") as one:
        assert "No golden set yet: there is nothing to hold a judge against." in one.text
        assert "then G in the queue and" in one.text
        await one.press("w", "s", "d", "n")
        assert "nothing is worked out: what differs is not known" in one.text
        assert "differ on nothing" not in one.text
        await one.press("r", "p", "o", "enter", "j", "space", "end")
        assert "No golden set yet" in one.text
        await one.press("escape")
        assert one.one.app.screen is one.one.app.desk


async def test_hostile_text_is_literal_in_japanese_too(tmp_path: Path, english: None) -> None:
    speak("ja")
    path = tmp_path / "q.db"
    evil = EVIL.replace("\ud83d", "")
    rows = []
    for number in range(4):
        case = plain(f"[b]{number}[/] {evil}", tags=[evil])[0]
        case["question"] = evil
        case["labels"] = [{"criterion": "faithfulness", "value": "unfaithful", "by": evil}]
        case["judgments"] = [
            {"criterion": "faithfulness", "judge": f"[/]{evil}", "strict": 1.0, "score": 1.0}
        ]
        rows.append(case)
    build(path, [plain("w-0")])
    with Queue.open(path) as queue:
        queue.golden_import("afar", rows, actor="ana")
    stored: JSON = {"schema": "adjudge.calibration/1", "judge": evil, "criterion": f"[/]{evil}"}
    stored |= {"answer": {"n": "many", "matrix": [], "risk_coverage": 3}, "claim": None}
    (tmp_path / "evil.json").write_text(json.dumps(stored), encoding="utf-8")
    async with calibration(path, size=(80, 24), reviewer="ana") as one:
        seen = [one.text]
        for key in ("space", "space", "d", "enter", "escape", "w", "end", "enter", "space"):
            await one.press(key)
            seen.append(one.text)
        whole = "\n".join(seen)
        assert "較正" in whole
        assert "[/]" in whole
        assert not any(ord(sign) < 0x20 and sign != "\n" for sign in whole)
        assert "\u202e" not in whole
        assert max(cell_len(line) for line in whole.splitlines()) <= 80
        for english_word in ("people", "disagreement", "PEOPLE", "judge on", "undefined"):
            assert english_word not in whole


# What may be told -------------------------------------------------------------------------------


def _open_in_part(path: Path, verdict: str) -> Path:
    """An imported set of cases that are open here; of the fourth one its judge says `verdict`."""
    random = Random(5)
    made = [filter_case(number, random) for number in range(14)]
    judgment = made[3][1]["judgments"][0]
    passes = verdict == "supported"
    judgment["claims"][0]["verdict"] = verdict
    judgment |= {"strict": float(passes), "score": float(passes)}
    rows = []
    for case, evaluation, bad in made:
        value = "unfaithful" if bad else "faithful"
        label = {"criterion": "faithfulness", "value": value, "by": "ann"}
        (said,) = evaluation["judgments"]
        names = ("criterion", "judge", "score", "strict", "abstained")
        rows.append(case | {"labels": [label], "judgments": [{key: said[key] for key in names}]})
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record((case, evaluation), second="") for case, evaluation, _ in made])
        queue.golden_import("filters", rows, actor="ann")
    return path


def test_two_files_that_differ_in_a_hidden_judge_tell_the_same(
    tmp_path: Path, said: list[JSON]
) -> None:
    told = []
    others = frozenset(range(1, 15)) - {4}
    eyes = Eyes("bob", Blinding(share=1.0), others, others)
    for verdict in ("supported", "contradicted"):
        folder = tmp_path / verdict
        folder.mkdir()
        path = at_a_fixed_time(partial(_open_in_part, verdict=verdict), folder / "q.db")
        del said[:]
        told.append((answered(path, eyes, "offers", before=None, wanted=asked()), list(said)))
    assert told[0] == told[1]
    found, before = told[0]
    assert [one["how"] for line in before for one in line.get("offers", ())] == [
        "recorded",
        "asked",
    ]
    assert found["closed"] == 1
    assert found["calibration"]["cases"] == 13
    seen = Eyes("bob", Blinding(share=1.0), others | {4}, others | {4})
    paths = [tmp_path / verdict / "q.db" for verdict in ("supported", "contradicted")]
    first, second = (figures(path, seen, how="recorded") for path in paths)
    assert first["closed"] == second["closed"] == 0
    assert first != second  # that was the judge's word, and now it may be told


def test_a_row_whose_decision_was_taken_back_counts_for_nothing(tmp_path: Path) -> None:
    path = at_a_fixed_time(lambda place: calibrated(place, 14), tmp_path / "q.db")
    with Queue.open(path) as queue:
        queue.undo("bob", item_id=1)
        assert queue.item(1).row.state != "decided"
    found = figures(path, Eyes("cleo"))
    assert (found["withdrawn"], found["closed"]) == (1, 0)
    assert found["calibration"]["cases"] == 13


def test_a_planted_copy_that_is_open_blind_closes_its_original(tmp_path: Path) -> None:
    path = at_a_fixed_time(lambda place: calibrated(place, 20), tmp_path / "q.db")
    with Queue.open(path) as queue:
        (copy,) = queue.plant("filters", 1, 1, seed=3, by="ann")
        (original,) = queue.golden_copies()
        assert queue.golden_copies()[original] == (copy,)
    blind = Eyes("bob", Blinding(share=1.0))
    found = figures(path, blind)
    assert found["closed"] == 1
    assert all(one["item"] != original for one in found["disagreements"])
    assert figures(path, Eyes("bob"))["closed"] == 0


def test_while_two_people_decide_nothing_of_the_item_is_told(tmp_path: Path) -> None:
    path = at_a_fixed_time(partial(_open_in_part, verdict="supported"), tmp_path / "q.db")
    again = filter_case(20, Random(5))[:2]
    with Queue.open(path) as queue:
        queue.enqueue([record(again, second="by two")])
        label = {"criterion": "faithfulness", "value": "faithful", "by": "ann"}
        judgment = {"criterion": "faithfulness", "judge": "reader", "strict": 0.0}
        row = again[0] | {"labels": [label], "judgments": [judgment]}
        queue.golden_import("twice", [row], actor="ann")
    found = figures(path, Eyes("bob"), how="recorded")
    assert (found["closed"], found["calibration"]["cases"]) == (1, 0)


async def test_where_a_team_is_declared_only_leads_look(tmp_path: Path) -> None:
    path = at_a_fixed_time(lambda place: calibrated(place, 14), tmp_path / "q.db")
    (tmp_path / "adjudge.toml").write_text(TEAM, encoding="utf-8")
    async with calibration(path, size=(80, 24), reviewer="bob") as one:
        assert "they are for leads; bob is none." in " ".join(one.text.split())
        assert "unfaithful" not in one.text
        await one.press("d", "enter", "w", "s")
        assert "they are for leads; bob is none." in " ".join(one.text.split())
    request = {"want": "offers", "set": None, "path": str(path), "eyes": eyes_said(Eyes("bob"))}
    with pytest.raises(DecisionError):
        Workshop().ask(request, lambda line: None)


# Figures ----------------------------------------------------------------------------------------


def test_the_figures_are_those_of_the_command_line(made: Path, tmp_path: Path) -> None:
    from cli_support import invoke

    found = figures(made, Eyes("ann"), how="asked", judge="local", reading="strict")
    done = invoke("calibrate", "--golden", "filters@1", "--db", made, "--judge", "local", "--json")
    printed = json.loads(done.stdout)
    for key in ("labels", "rejects", "disagreements"):
        del printed[key]
    assert found["calibration"] == printed


def test_a_stored_result_is_shown_and_leads_to_its_cases(made: Path, said: list[JSON]) -> None:
    folder = made.parent
    stored = figures(made, Eyes("ann"))["calibration"] | {
        "judge": "elsewhere",
        "disagreements": [
            {"case_id": "filter-03", "people": "bad", "judge": "pass"},
            {"case_id": "gone", "people": "good", "judge": "fail"},
            "nonsense",
        ],
    }
    file = folder / "elsewhere.json"
    file.write_text(json.dumps(stored), encoding="utf-8")
    (folder / "broken.json").write_text('{"schema": "adjudge.calibration/1", ', encoding="utf-8")
    try:
        offers = offers_in(made, Eyes("ann"), said)
        assert [one["path"] for one in offers if one["how"] == "file"] == ["elsewhere.json"]
        found = answered(made, Eyes("ann"), "figures", file="elsewhere.json", wanted=None)
    finally:
        file.unlink()
        (folder / "broken.json").unlink()
    assert [(one["case_id"], one["item"]) for one in found["disagreements"]] == [
        ("filter-03", 4),
        ("gone", None),
    ]
    assert found["thresholds"] is None


def test_a_judge_that_sends_text_is_never_asked(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[JSON]
) -> None:
    config = tmp_path / "judges.toml"
    config.write_text(
        '[judges.far]\ntype = "llm"\nmodel = "openai/some-model"\n[judges.near]\ntype = "local"\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("ADJUDGE_CONFIG", str(config))
    offers = offers_in(made, Eyes("ann"), said)
    asked = [one["judge"] for one in offers if one["how"] == "asked"]
    assert "near" in asked
    assert "local" in asked
    assert "far" not in [one["judge"] for one in offers]


def test_what_is_undefined_says_what_is_missing(tmp_path: Path) -> None:
    from adjudge_tui.calibrating.calibration_doc import ensemble, matrix, rates

    path = at_a_fixed_time(lambda place: calibrated(place, 14), tmp_path / "q.db")
    with open_queue(path, readonly=True) as queue:
        rows = list(GoldenRows(queue, Eyes("ann"), "filters", 1).read(lambda done: None))
    good = [row for row in rows if all(label.value == "faithful" for label in row.case.labels)]
    wanted = Wanted("evaluated", "reader", "faithfulness", "score", 0.6)
    found = Measuring(good, wanted, ("filters", 1), path, "ann").figures(lambda done: None)
    level = found["calibration"]["answer"]
    text = "\n".join(line for line, _kind in rates(level, "answer", 76))
    assert "undefined  nothing bad has a verdict" in text
    told = "\n".join(line for line, _kind in ensemble(level, 57))
    assert "κ is undefined: only good ones or only bad ones have a verdict." in told
    assert "undefined, so it cannot be compared: " in told
    assert (
        max(cell_len(line) for line, _ in [*matrix(level, 57), *rates(level, "answer", 57)]) <= 57
    )


def test_an_empty_list_of_disagreements_says_no_more_than_is_known(tmp_path: Path) -> None:
    path = at_a_fixed_time(lambda place: calibrated(place, 14), tmp_path / "q.db")
    with open_queue(path, readonly=True) as queue:
        rows = list(GoldenRows(queue, Eyes("ann"), "filters", 1).read(lambda done: None))
    wanted = Wanted("evaluated", "reader", "faithfulness", "score", 0.6)

    def said(some: Sequence[Any], closed: int) -> str:
        measuring = Measuring(list(some), wanted, ("filters", 1), path, "ann")
        found = measuring.figures(lambda done: None)
        return no_differ(found | {"closed": closed})

    good = [row for row in rows if all(label.value == "faithful" for label in row.case.labels)]
    assert said(good, 0) == "people and the judge differ on nothing"
    assert said(good, 3) == "nothing differs in what may be shown to you"
    assert said([], 0) == "nothing could be compared: what differs is not known"
    assert no_differ(None) == "nothing is worked out: what differs is not known"


@pytest.mark.parametrize(
    ("text", "costs"),
    [
        ("50 5 2", (50.0, 5.0, 2.0)),
        (" 1,2;3 ", (1.0, 2.0, 3.0)),
        ("1 2", None),
        ("1 2 0", None),
        ("1 2 nan", None),
        ("1 2 inf", None),
        ("a b c", None),
        ("", None),
    ],
    ids=["blanks", "signs", "two", "zero", "nan", "inf", "letters", "empty"],
)
def test_costs_as_they_are_typed(text: str, costs: tuple[float, float, float] | None) -> None:
    assert costs_of(text) == costs


def test_the_first_screen_needs_no_statistics() -> None:
    code = (
        "import sys; import adjudge_tui.desk.app, adjudge_tui.screens.queue;"
        "print([one for one in ('numpy', 'scipy', 'adjudge_tui.screens.calibration',"
        " 'adjudge_tui.calibrating.calibration_state') if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    code = (
        "import sys; import adjudge_tui.screens.calibration;"
        "print([one for one in ('numpy', 'scipy', 'pydantic', 'click') if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
