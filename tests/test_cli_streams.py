"""`-` is what comes in on stdin; `--out` by the ending of its name; rejects with their place."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from cli_support import invoke, start

from adjudge_engine.reading import Reject, read_cases

_CASES: list[dict[str, object]] = [
    {"id": "heron", "answer": "The Heron lifts 12 kg.", "contexts": ["The Heron lifts 12 kg."]},
    {"id": "stork", "answer": "The Stork lifts 15 kg.", "contexts": ["The Stork lifts 14 kg."]},
    {"id": "crane", "question": "What does the Crane lift?"},
]
_LINES = "".join(json.dumps(case) + "\n" for case in _CASES)


def _fed(text: bytes, *words: object, cwd: Path) -> tuple[int, str, str]:
    source = cwd / "fed"
    source.write_bytes(text)
    with source.open("rb") as file, start(*words, cwd=cwd, stdin=file) as process:
        out, told = process.communicate()
    source.unlink()
    return process.returncode, out, told


@pytest.mark.parametrize(
    "text", [_LINES.encode(), json.dumps(_CASES, indent=1).encode()], ids=["lines", "list"]
)
def test_a_dash_is_stdin(tmp_path: Path, text: bytes) -> None:
    code, out, told = _fed(
        text, "evaluate", "-", "--judge", "none", "--out", "o.jsonl", "--json", cwd=tmp_path
    )
    assert code == 0, told
    assert (json.loads(out)["evaluated"], json.loads(out)["rejected"]) == (2, 1)
    written = [
        json.loads(line)["case_id"] for line in (tmp_path / "o.jsonl").read_text().splitlines()
    ]
    assert written == ["heron", "stork"]
    rejected = json.loads((tmp_path / "o.rejects.jsonl").read_text())
    assert (rejected["file"], rejected["field"]) == ("-", "answer")


def test_check_takes_a_dash_as_well(tmp_path: Path) -> None:
    code, out, _ = _fed(_LINES.encode(), "check", "-", cwd=tmp_path)
    assert code == 1
    assert '"15 kg"' in out


def test_an_empty_or_closed_stdin_is_told(tmp_path: Path) -> None:
    code, _, told = _fed(b"", "evaluate", "-", cwd=tmp_path)
    assert (code, "- is empty" in told) == (2, True)
    with start(
        "evaluate", "-", cwd=tmp_path, stdin=None, preexec_fn=lambda: os.close(0)
    ) as process:
        _, told = process.communicate()
    assert (process.returncode, "stdin is closed" in told) == (2, True)


def test_a_file_of_that_name_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-").write_text(_LINES)
    assert [one.id for one in read_cases(Path("-")) if not isinstance(one, Reject)] == [
        "heron",
        "stork",
    ]


@pytest.mark.parametrize("option", ["--batch", "--engine=dask"])
def test_what_reads_twice_refuses_a_stream(option: str, tmp_path: Path) -> None:
    code, _, told = _fed(_LINES.encode(), "evaluate", "-", option, cwd=tmp_path)
    assert (code, "more than once" in told) == (2, True)
    assert not list(tmp_path.glob("*.db"))


def test_a_dash_is_named_once(tmp_path: Path) -> None:
    code, _, told = _fed(_LINES.encode(), "evaluate", "-", "-", cwd=tmp_path)
    assert (code, "name it once" in told) == (2, True)
    assert not list(tmp_path.glob("*.db"))


def test_out_in_parquet_is_a_table_of_the_same_evaluations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.chdir(tmp_path)
    cases = [{**_CASES[at % 2], "id": f"lift-{at:03}"} for at in range(300)]
    Path("cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    for out in ("o.jsonl", "o.parquet", "O.PARQUET"):
        result = invoke("evaluate", "cases.jsonl", "--judge", "none", "--jobs", 1, "--out", out)
        assert result.exit_code == 0, result.output
    rows = parquet.read_table("o.parquet").to_pylist()
    assert rows == parquet.read_table("O.PARQUET").to_pylist()
    lines = Path("o.jsonl").read_text().splitlines()
    assert [row["evaluation"] for row in rows] == lines
    for row, line in zip(rows, map(json.loads, lines), strict=True):
        assert {name: line[name] for name in ("case_id", "case_hash", "route", "report_hash")} == {
            name: one for name, one in row.items() if name != "evaluation"
        }


def test_a_list_tells_which_of_its_items_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([_CASES[0], _CASES[2]]) + "\n")
    (refused,) = [one for one in read_cases(file) if isinstance(one, Reject)]
    assert (refused.line, refused.place) == (1, "$[1] (line 1)")
    file.write_text(json.dumps({"name": "lifts", "cases": [_CASES[0], _CASES[2]]}, indent=0))
    (refused,) = [one for one in read_cases(file) if isinstance(one, Reject)]
    assert refused.place == f"$.cases[1] (line {refused.line})"
    assert file.read_text().splitlines()[refused.line - 1] == "{"


def test_a_parsers_list_of_elements_is_told_to_be_a_source(tmp_path: Path) -> None:
    file = tmp_path / "elements.json"
    element = {"type": "Title", "element_id": "e1", "text": "Lifts", "metadata": {"page_number": 1}}
    file.write_text(json.dumps([element, element]))
    result = invoke("evaluate", file, "--db", tmp_path / "q.db")
    assert result.exit_code == 2
    assert "a document in the format unstructured" in result.output
    assert "--sources" in result.output


def test_a_case_that_looks_like_an_element_stays_a_case(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([{"type": "a", "text": "b", "metadata": {}, "answer": "c"}]))
    (case,) = read_cases(file)
    assert not isinstance(case, Reject)
    assert case.answer == "c"


def test_rejects_are_as_private_as_the_queue_unless_they_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They hold the text of cases, as the queue does."""
    monkeypatch.chdir(tmp_path)
    source = Path("cases.jsonl")
    source.write_text(_LINES)
    before = os.umask(0o022)
    try:
        beside = Path("q.rejects.jsonl")
        beside.write_text('{"file": "of an earlier run"}\n')
        for words in ((), ("--out", "o.jsonl"), ("--rejects", "named.jsonl")):
            done = invoke("evaluate", source, "--judge", "none", "--db", "q.db", *words)
            assert done.exit_code == 0, done.output
        found = ("q.db", "q.rejects.jsonl", "o.rejects.jsonl", "named.jsonl")
        assert [os.stat(one).st_mode & 0o777 for one in found] == [0o600, 0o600, 0o600, 0o644]
        os.chmod("q.db", 0o660)  # as one that is a group's
        assert invoke("evaluate", source, "--judge", "none", "--db", "q.db").exit_code == 0
        assert os.stat(beside).st_mode & 0o777 == 0o660
    finally:
        os.umask(before)


def test_two_answers_under_one_id_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    heron, stork = _CASES[:2]
    cases = [heron, {**stork, "id": "heron"}, stork, heron]
    Path("cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    words = ("evaluate", "cases.jsonl", "--judge", "none", "--db", "q.db", "--jobs", 1)
    for _ in range(2):  # what is known already is told of as well
        said = invoke(*words).output
        assert "1 under an id that came before with another answer: all are kept" in said
    assert json.loads(invoke(*words, "--json").output)["same_id"] == 1
    Path("cases.jsonl").write_text(_LINES)
    assert "under an id" not in invoke(*words).output
