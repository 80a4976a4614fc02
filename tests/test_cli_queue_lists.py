"""Finding items by commands: filters as words and options, saved ones, orders, columns, search."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_support import answer, case, invoke, write_lines

from adjudge_queue import Queue
from adjudge_queue.records import Record


@pytest.fixture
def db(tmp_path: Path) -> Path:
    cases = [case(number, tags=["even"] if number % 2 == 0 else []) for number in range(6)]
    cases.append(case(9, risk="high"))
    answer("evaluate", write_lines(tmp_path / "in.jsonl", cases), "--db", tmp_path / "q.db")
    return tmp_path / "q.db"


def names(db: Path, *words: object) -> list[str]:
    return [row["case_id"] for row in answer("list", *words, "--db", db)["items"]]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["gate:numbers state:all risk:high"], ["lamp-9"]),
        (["gate:numbers", "state:all", "--order", "oldest"], ["lamp-0", "lamp-3", "lamp-9"]),
        (["route:block", "--order", "oldest"], ["lamp-0", "lamp-3", "lamp-9"]),
        (["tag:even"], ["lamp-2", "lamp-4"]),
        (["tag:even", "--tag", "odd"], []),
        (['"lamp 5"'], ["lamp-5"]),
        (["since:2999-01-01"], []),
        (["--from", "2999-01-01"], []),
        (["--until", "2999-01-01", "tag:even"], ["lamp-2", "lamp-4"]),
        (["disposition:blocked", "--risk", "high"], ["lamp-9"]),
    ],
)
def test_words_and_options_choose_alike(db: Path, words: list[str], found: list[str]) -> None:
    assert names(db, *words) == found


@pytest.mark.parametrize("words", [["gate:colour"], ["state:lost"], ["since:soon"], ["stale:so"]])
def test_words_that_cannot_be_meant(db: Path, words: list[str]) -> None:
    result = invoke("list", *words, "--db", db)
    assert result.exit_code == 2
    assert f"Error: {words[0]}: it can be " in result.stderr
    assert "\x1b" not in invoke("list", "gate:\x1b[31m", "--db", db).stderr


def test_a_time_that_is_none_is_refused(db: Path) -> None:
    result = invoke("list", "--from", "soon", "--db", db)
    assert (result.exit_code, "is no time" in result.stderr) == (2, True)


def test_who_decided_and_whose_it_is(db: Path) -> None:
    answer("decide", "lamp-1", "approve", "--reviewer", "ann", "--db", db)
    answer("decide", "lamp-2", "block", "--db", db)
    assert names(db, "--by", "ann") == ["lamp-1"]
    assert names(db, "--by", "me") == names(db, "by:me") == ["lamp-2"]
    assert names(db, "--by", "ann", "state:pending") == []
    answer("assign", "lamp-4", "lamp-5", "--to", "me", "--db", db)
    assert sorted(names(db, "assigned:me")) == ["lamp-4", "lamp-5"]
    assert names(db, "assigned:me", "--reviewer", "ann") == []
    said = invoke("list", "--db", db).stdout
    assert "assigned" in said.splitlines()[1]
    assert "mori" in said
    answer("unassign", "lamp-4", "--db", db)
    assert names(db, "assigned:me") == ["lamp-5"]


def test_columns_are_there_where_something_stands_in_them(db: Path) -> None:
    head = invoke("list", "--db", db).stdout.splitlines()[1]
    assert not {"assigned", "due", "outcome"} & set(head.split())
    with Queue.open(db) as queue:
        item = queue.item(queue.find("lamp-1"))
        record = Record(
            "urgent",
            "sha256:1",
            "k",
            dict(item.case) | {"id": "urgent"},
            dict(item.evaluation) | {"case_id": "urgent", "case_hash": "sha256:1"},
            b"{}",
            due="2031-02-03T04:05:06Z",
        )
        queue.enqueue([record])
        queue.claim(queue.find("lamp-2"), "ann")
        queue.claim(queue.find("lamp-4"), "bob", lease_seconds=1e-6)
    said = invoke("list", "--db", db).stdout
    assert {"assigned", "due"} <= set(said.splitlines()[1].split())
    assert "2031-02-03 04:05" in said
    assert "ann (at it)" in said
    assert "bob (time is up)" in said
    assert "due" not in invoke("list", "--db", db, env={"COLUMNS": "80"}).stdout.splitlines()[1]


def test_orders_without_pages(db: Path) -> None:
    every = names(db, "--all")
    once = names(db, "--all", "--order", "random", "--seed", "7")
    assert sorted(once) == sorted(every)
    assert once == names(db, "--all", "--order", "random", "--seed", "7")
    assert {tuple(names(db, "--all", "--order", "random", "--seed", n)) for n in range(9)} != {
        tuple(once)
    }
    assert len(names(db, "--order", "random", "--limit", 2)) == 2
    for order in ("random", "informative"):
        result = invoke("list", "--order", order, "--after", 2, "--db", db)
        assert (result.exit_code, "has no pages" in result.stderr) == (2, True)


def test_the_informative_order_begins_where_little_is_decided(tmp_path: Path) -> None:
    cases = [case(1), case(2), case(4), case(5, risk="high"), case(7, risk="high")]
    answer("evaluate", write_lines(tmp_path / "in.jsonl", cases), "--db", tmp_path / "q.db")
    db = tmp_path / "q.db"
    assert names(db)[:2] == names(db, "--order", "informative")[:2] == ["lamp-5", "lamp-7"]
    answer("decide", "lamp-5", "approve", "--db", db)
    assert names(db, "--order", "informative") == ["lamp-1", "lamp-2", "lamp-4", "lamp-7"]


def test_views(db: Path) -> None:
    assert "Nothing is saved yet" in invoke("views", "list", "--db", db).stdout
    assert answer("views", "save", "even", "tag:even", "--db", db)["line"] == "tag:even"
    answer("views", "save", "mine", "by:me", "--db", db)
    assert names(db, "--view", "even") == ["lamp-2", "lamp-4"]
    assert names(db, "--view", "even", "state:all", "--order", "oldest") == [
        "lamp-0",
        "lamp-2",
        "lamp-4",
    ]
    answer("decide", "lamp-1", "block", "--reviewer", "ann", "--db", db)
    assert names(db, "--view", "mine", "--reviewer", "ann") == ["lamp-1"]
    assert names(db, "--view", "mine") == []
    assert [one["name"] for one in answer("views", "list", "--db", db)] == ["even", "mine"]
    assert "tag:even" in invoke("views", "list", "--db", db).stdout
    assert invoke("views", "save", "even", "risk:high", "--reviewer", "ann", "--db", db).exit_code
    assert answer("views", "drop", "even", "--db", db)["dropped"] is True
    assert invoke("views", "drop", "even", "--db", db).exit_code == 1
    missing = invoke("list", "--view", "even", "--db", db)
    assert (missing.exit_code, "no saved filter 'even'" in missing.stderr) == (2, True)
    wrong = invoke("views", "save", "x", "gate:colour", "--db", db)
    assert wrong.exit_code == 2


def test_a_search_marks_its_hits(db: Path) -> None:
    said = invoke("search", "lamp brass", "--limit", 2, "--db", db)
    assert said.exit_code == 0
    assert said.stdout.startswith("#7 lamp-9 · blocked · risk high\n")
    assert "    answer: [Lamp] 9 weighs 109000 grams. It is made of [brass]." in said.stdout
    assert "2 hits shown · more: --after 6\n" in said.stdout
    found = answer("search", "lamp brass", "--limit", 2, "--after", 6, "--db", db)
    assert [hit["item"]["case_id"] for hit in found["hits"]] == ["lamp-4", "lamp-3"]
    passage = found["hits"][0]["passages"][-1]
    assert [passage["text"][a:b].lower() for a, b in passage["marks"]] == ["lamp", "brass"]
    ranked = answer("search", "lamp 4", "--rank", "--db", db)
    assert ranked["hits"][0]["item"]["case_id"] == "lamp-4"
    only = answer("search", "lamp", "--filter", "risk:high state:all", "--db", db)
    assert [hit["item"]["case_id"] for hit in only["hits"]] == ["lamp-9"]


def test_a_search_for_what_is_not_there(db: Path) -> None:
    result = invoke("search", "nowhere", "--db", db)
    assert (result.exit_code, result.stdout) == (1, "0 hits shown\n")
    assert invoke("search", "--rank", "--db", db).exit_code == 2


def test_hostile_texts_stay_on_their_line(tmp_path: Path) -> None:
    evil = "\x1b[2J\u202e Lamp\r\nquince [bold]"
    source = write_lines(tmp_path / "in.jsonl", [case(1, question=evil, id="id\x1b[31m-\u202e1")])
    answer("evaluate", source, "--db", tmp_path / "q.db")
    answer(
        "decide", "#1", "relabel", "--claim", "1=partial", "--note", evil, "--db", tmp_path / "q.db"
    )
    for words in (
        ("search", "quince"),
        ("show", "#1"),
        ("list", "--all"),
        ("audit", "log"),
        ("audit", "proof", "#1"),
        ("purge", "#1", "--why", "x"),
        ("figures",),
    ):
        said = invoke(*words, "--db", tmp_path / "q.db")
        assert said.exit_code == 0, (words, said.output)
        assert not {"\x1b", "\u202e", "\r"} & set(said.output), words
