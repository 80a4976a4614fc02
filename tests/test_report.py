"""`adjudge report`: one file, valid, whole, and dead: nothing in it loads or acts."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest
from calibration_samples import row
from cli_support import answer, invoke
from cycle_samples import HOSTILE, labels_in, queue_in
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.calibration.measures.reliability import reliability
from adjudge_engine.judges.rubrics.load import load_rubric
from adjudge_engine.optimizing.history import History, Step
from adjudge_engine.optimizing.scores import Item, Score
from adjudge_tui.report import svg
from adjudge_tui.report.html import esc
from adjudge_tui.report.material import Material, Measured, Run
from adjudge_tui.report.page import PARTS, page

_VOID: Final = {"meta", "line", "circle", "rect", "polygon", "polyline"}
#: Every element and attribute that a page may have: none that loads, links out or runs.
_ELEMENTS: Final = {
    "html", "head", "meta", "title", "style", "body", "main", "nav", "ul", "li", "a", "section",
    "h1", "h2", "h3", "h4", "p", "b", "div", "table", "caption", "thead", "tbody", "tr", "th", "td",
    "figure", "figcaption", "svg", "text", "line", "circle", "rect", "polygon", "polyline",
}  # fmt: skip
_ATTRIBUTES: Final = {
    "lang", "charset", "name", "content", "http-equiv", "href", "id", "class", "scope", "viewbox",
    "role", "aria-label", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height",
    "points", "text-anchor",
}  # fmt: skip


class Checker(HTMLParser):
    """Reads a page and keeps what is wrong with it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.problems: list[str] = []
        self.text: list[str] = []
        self.box: tuple[float, float] | None = None
        self.plots = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _ELEMENTS:
            self.problems.append(f"<{tag}>")
        told = dict(attrs)
        if len(told) != len(attrs):
            self.problems.append(f"an attribute twice in {tag}")
        self.problems += [f"{tag} {name}" for name in told if name not in _ATTRIBUTES]
        if "id" in told:
            self.ids.append(str(told["id"]))
        if "href" in told:
            self.links.append(str(told["href"]))
        if tag == "svg":
            _, _, width, height = str(told["viewbox"]).split()
            self.box = float(width), float(height)
            self.plots += 1
        elif self.box is not None:
            self._inside(tag, told)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}>")
        if tag == "svg":
            self.box = None

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.problems.append("a comment")

    def _inside(self, tag: str, told: dict[str, str | None]) -> None:
        assert self.box is not None
        places: list[tuple[str, str]] = []
        for across, down in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy")):
            if across in told:
                places.append((str(told[across]), str(told[down])))
        if "points" in told:
            places += [tuple(pair.split(",")) for pair in str(told["points"]).split()]  # type: ignore[misc]
        for x, y in places:
            if not (0 <= float(x) <= self.box[0] and 0 <= float(y) <= self.box[1]):
                self.problems.append(f"{tag} outside: {x} {y}")


def checked(text: str) -> Checker:
    """The page, found to be sound."""
    found = Checker()
    found.feed(text)
    found.close()
    assert found.problems == []
    assert found.open == []
    assert len(found.ids) == len(set(found.ids))
    assert set(found.links) == {f"#{one}" for one in found.ids}
    assert "url(" not in text
    assert "@import" not in text
    assert "http:" not in text
    assert "https:" not in text
    text.encode("utf-8")
    return found


def wound(value: Any) -> Any:
    """The same JSON with hostile text in the place of every text but schemas."""
    if isinstance(value, dict):
        return {key: one if key == "schema" else wound(one) for key, one in value.items()}
    if isinstance(value, list):
        return [wound(one) for one in value]
    return HOSTILE if isinstance(value, str) else value


@pytest.fixture(scope="module")
def calibration(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    labels = labels_in(tmp_path_factory.mktemp("labels") / "labels.jsonl")
    how = ("--judge", "recorded:poor", "--reading", "score", "--minimum", "0.6")
    found: dict[str, Any] = answer("calibrate", "--labels", labels, *how)
    return found


def test_a_page_of_nothing_says_of_every_part_that_it_is_missing() -> None:
    text = page(Material(title="Empty", at="now"))
    found = checked(text)
    assert found.ids == list(PARTS)
    for part in text.split("<section")[1:]:
        assert "Missing" in part
    assert found.plots == 0


def test_measured_now_it_has_every_plot(tmp_path: Path) -> None:
    labels, out = labels_in(tmp_path / "labels.jsonl"), tmp_path / "report.html"
    done = invoke(
        "report",
        "--labels",
        labels,
        "--judge",
        "recorded:good",
        "--judge",
        "recorded:poor",
        "--reading",
        "score",
        "--minimum",
        "0.6",
        "--cost-false-release",
        "50",
        "--cost-false-block",
        "5",
        "--cost-review",
        "2",
        "--out",
        out,
        "--db",
        tmp_path / "none",
    )
    assert done.exit_code == 0, done.output
    text = out.read_text("utf-8")
    found = checked(text)
    assert found.plots == 2 * 4
    words = " ".join(found.text)
    for said in (
        "Risk against coverage",
        "What scores mean",
        "What cuts cost",
        "False pass by slice",
        "Confusion matrix",
        "(worst)",
        "Cheapest that is not worse",
        "lamp-",
    ):
        assert said in words
    assert "no queue was at hand" in words


def test_with_a_queue_it_has_the_status_and_the_rates(tmp_path: Path) -> None:
    db = queue_in(tmp_path)
    out = tmp_path / "report.html"
    done = invoke(
        "report", "--db", db, "--policy", tmp_path / "policy.toml", "--out", out, "--json"
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["parts"] == list(PARTS)
    words = " ".join(checked(out.read_text("utf-8")).text)
    for said in ("lamps@1", "reviewed answers", "no judge was measured", "What to label next"):
        assert said in words


def test_kept_files_make_a_page_too(tmp_path: Path, calibration: dict[str, Any]) -> None:
    kept, probes, log = tmp_path / "c.json", tmp_path / "p.json", tmp_path / "history.db"
    kept.write_text(json.dumps(calibration), "utf-8")
    paired = {"n": 20, "rate": 0.1, "placebo_rate": 0.0, "p": 0.5, "q": 0.6, "finding": "steady"}
    said = {
        "schema": "adjudge.probe/1",
        "judge": "poor",
        "criterion": "faithfulness",
        "probes": [{"probe": "tone", "title": "tone changed", **paired}],
    }
    probes.write_text(json.dumps(said), "utf-8")
    history(log)
    out = tmp_path / "report.html"
    done = invoke(
        "report",
        "--calibration",
        kept,
        "--probes",
        probes,
        "--optimizer",
        log,
        "--out",
        out,
        "--db",
        tmp_path / "none",
    )
    assert done.exit_code == 0, done.output
    found = checked(out.read_text("utf-8"))
    words = " ".join(found.text)
    for text in (
        "tone changed",
        "Alignment of every revision",
        "budget is spent",
        "Held-out",
        "needs the cases",
    ):
        assert text in words
    for row_ in calibration["disagreements"]:
        assert row_["case_id"] in words


def history(path: Path) -> None:
    """A run of an optimiser with one revision, stopped and measured."""
    rubric = load_rubric("faithfulness-strict")
    items = [
        Item(f"i{at}", f"g{at}", "bad" if at % 2 else "good", "fail" if at % 2 else "pass")
        for at in range(8)
    ]
    score = Score((*items, Item("x", "g9", "bad", "pass")))
    with History(path) as log:
        log.begin("sha256:run", {"judge": "poor"}, "labels")
        log.add_rubric("sha256:run", rubric, None, 0, "first")
        log.add_score("sha256:run", rubric.hash, score)
        log.add_step("sha256:run", Step(1, "improve", "tried", "", None, "sha256:p", False))
        log.add_stop("sha256:run", "budget", "the budget is spent")
        log.add_measured("sha256:run", rubric.hash, score)


def test_hostile_text_stays_text(calibration: dict[str, Any]) -> None:
    said = wound(calibration)
    said["answer"]["by_slice"]["worst"] = {"kind": HOSTILE, "value": HOSTILE}
    row_ = {"judge": HOSTILE, "criterion": HOSTILE, "title": HOSTILE, "finding": HOSTILE, "n": 3}
    revision = {
        "hash": HOSTILE,
        "parent": HOSTILE,
        "strategy": HOSTILE,
        "alignment": 0.5,
        "round": 1,
    }
    rate = {
        "what": HOSTILE,
        "value": 0.5,
        "interval": {"low": 0.4, "high": 0.6},
        "method": HOSTILE,
        "why": HOSTILE,
        "assumes": HOSTILE,
        "n": 4,
    }
    status = {
        "queue": {"open": 3, "states": {HOSTILE: 3}},
        "golden": [{"name": HOSTILE}],
        "stale": [{"what": HOSTILE, "message": HOSTILE}],
        "labels_missing": [row_ | {"of": HOSTILE}],
        "label_next": {
            "uncertain": [{"case_id": HOSTILE, "score": 0.5, "minimum": HOSTILE}],
            "thin_slices": [{"kind": HOSTILE, "value": HOSTILE, "filter": HOSTILE}],
        },
    }
    compared = {"judges": [row_], "best": HOSTILE, "choice": HOSTILE, "against_best": [row_]}
    text = page(
        Material(
            title=HOSTILE,
            at=HOSTILE,
            status=status,
            measured=[Measured(said, [{"mean": 0.5, "share": 0.5}], None, HOSTILE)],
            comparison=compared,
            admissions=[row_ | {"why": HOSTILE, "labels": {"name": HOSTILE}}],
            probes=[
                {"judge": HOSTILE, "probes": [row_], "method": HOSTILE},
                {"judge": HOSTILE, "classes": [{"class": HOSTILE}]},
            ],
            runs=[Run(HOSTILE, HOSTILE, {}, [revision], HOSTILE, {"hash": HOSTILE})],
            rates=[rate],
        )
    )
    found = checked(text)
    assert "<script" not in text
    assert not {"\x1b", "\u202e", "\x00", "\ud800"} & set(text)
    assert sum("<script>alert(1)" in one for one in found.text) > 20


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=30)
@given(st.data())
def test_nonsense_in_a_kept_file_breaks_no_page(
    calibration: dict[str, Any], data: st.DataObject
) -> None:
    said = json.loads(json.dumps(calibration))
    place: Any = said
    for _ in range(data.draw(st.integers(1, 5))):
        if isinstance(place, dict) and place:
            key: Any = data.draw(st.sampled_from(sorted(place)))
        elif isinstance(place, list) and place:
            key = data.draw(st.integers(0, len(place) - 1))
        else:
            break
        parent, place = place, place[key]
    parent[key] = data.draw(_JSON)
    checked(page(Material(title="t", at="now", measured=[Measured(said)])))


@given(
    st.lists(
        st.builds(svg.Dot, *[st.floats(-1e6, 1e6)] * 2, *[st.none() | st.floats(-1e6, 1e6)] * 2),
        max_size=5,
    ),
    st.floats(-10, 10), st.floats(-10, 10), st.booleans(),
)  # fmt: skip
def test_plots_stay_within_their_box(dots: list[svg.Dot], a: float, b: float, joined: bool) -> None:
    axes = svg.Axes("x", "y", a, b, b, a)
    found = Checker()
    found.feed(
        svg.curve(
            "t",
            axes,
            dots,
            joined=joined,
            diagonal=True,
            levels=[(b, "l")],
            marks=[(one, "m") for one in dots],
            verticals=[(a, "v")],
        )
    )
    found.feed(svg.intervals("t", [(HOSTILE, one, True) for one in dots]))
    assert found.problems == []
    assert found.plots == 2


def test_a_curve_is_drawn_where_it_is() -> None:
    axes = svg.Axes("x", "y")
    drawn = svg.curve("t", axes, [svg.Dot(0, 0), svg.Dot(1, 1)])
    (points,) = re.findall(r'class="curve" points="([^"]+)"', drawn)
    (x0, y0), (x1, y1) = (tuple(map(float, one.split(","))) for one in points.split())
    assert (x0, y0) == axes.place(0, 0)
    assert (x1, y1) == axes.place(1, 1)
    assert x0 < x1
    assert y0 > y1


@pytest.mark.parametrize(
    ("value", "end"), [(0, 1), (0.03, 0.04), (7, 8), (190, 200), (20023, 40000)]
)
def test_axes_end_at_round_numbers(value: float, end: float) -> None:
    assert svg.rounded_up(value) == pytest.approx(end)


def test_text_is_cut_and_shown_literally() -> None:
    assert esc("a<b>&\"'\x07") == "a&lt;b&gt;&amp;&quot;&#x27;\u2407"
    assert len(esc("x" * 10_000)) == 601


def test_scores_that_mean_what_they_say_lie_on_the_diagonal() -> None:
    rows = [
        row("bad" if at % 10 < part else "good", "pass", part / 10, group=f"g{at}")
        for part in range(1, 10)
        for at in range(100)
    ]
    found = reliability(rows, 9)
    assert len(found) == 9
    for one in found:
        assert one.share == pytest.approx(one.mean)
        assert one.interval is not None
        assert one.interval.low < one.mean < one.interval.high
    assert reliability([]) == ()
    same = reliability([row("bad", "pass", 0.5)] * 30)
    assert [(one.n, one.bad) for one in same] == [(30, 30)]


@pytest.mark.parametrize(
    "words",
    [
        ("--judge", "local"),
        ("--labels", "a.jsonl"),
        ("--cost-review", "2"),
        ("--optimizer", "none.db"),
        ("--optimizer", "."),
        ("--calibration", "none.json"),
        ("--probes", "none.json"),
        ("--out", "no/such/folder/report.html"),
        ("--out", "kept.json", "--calibration", "kept.json"),
    ],
    ids=lambda words: words[0] + words[1].replace("/", "-"),
)
def test_what_cannot_be_done_ends_with_2(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_DB", raising=False)
    Path("kept.json").write_text("{}", "utf-8")
    assert invoke("report", *words).exit_code == 2
    assert Path("kept.json").read_text("utf-8") == "{}"
