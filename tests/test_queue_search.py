"""Searching: order, pages, bounds, ranking, and where the words stand in the texts as given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from queue_samples import decision, judged, record

from adjudge_queue import Queue, records
from adjudge_queue.file import driver, schema
from adjudge_queue.finding import filters, hits, marking, search
from adjudge_queue.records import OPEN_STATES, Filter


@pytest.fixture(scope="module")
def queue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Queue]:
    """60 items: every one speaks of water, every third of salt, the 59th of pepper."""
    with Queue.open(tmp_path_factory.mktemp("search") / "q.db", create=True) as queue:
        for number in range(1, 61):
            words = "water" + " salt" * (number % 3 == 0) + " pepper" * (number == 59)
            route = "review" if number % 2 else "release"
            queue.enqueue([record(f"case-{number}", route, question=words, answer="Yes.")])
        yield queue


def ids(found: hits.Found) -> list[int]:
    return [hit.row.item_id for hit in found.hits]


def test_the_newest_hits_come_first_and_pages_join(queue: Queue) -> None:
    pages, after = [], None
    while True:
        found = queue.search("salt", after=after, limit=7)
        pages += ids(found)
        after = found.more
        if after is None:
            break
        assert len(found.hits) == 7
    assert pages == list(range(60, 0, -3))
    assert ids(queue.search("salt", where=Filter(OPEN_STATES), limit=3)) == [57, 51, 45]
    assert queue.search("absent") == hits.Found((), 0, None)
    assert queue.search(" !? ") == hits.Found((), 0, None)


def test_a_page_looks_at_so_many_hits_and_goes_on_from_there(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_HITS", 20)
    monkeypatch.setattr(hits, "_AT_ONCE", 10)
    nothing_new = Filter(until=queue.rows([6])[0].created_at)  # the first five
    first = queue.search("water", where=nothing_new, limit=2)
    assert (first.hits, first.looked, first.more) == ((), 20, 41)
    second = queue.search("water", where=nothing_new, limit=2, after=first.more)
    assert (second.hits, second.more) == ((), 21)
    third = queue.search("water", where=nothing_new, limit=2, after=second.more)
    assert (ids(third), third.looked) == ([5, 3], 18)
    assert third.more == 3


def test_a_ranking_is_of_the_newest_hits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        texts = ["salt", "salt salt salt", "salt and much else " * 3, "salt " * 9, "pepper"]
        for number, text in enumerate(texts):
            queue.enqueue([record(str(number), question=text, answer="-")])
        assert ids(queue.search("salt ")) == [4, 3, 2, 1]
        whole = queue.search("salt ", ranked=True)
        assert (ids(whole)[0], sorted(ids(whole))) == (4, [1, 2, 3, 4])
        assert (whole.looked, whole.bounded, whole.more) == (4, False, None)
        monkeypatch.setattr(search, "MOST_HITS", 2)
        newest = queue.search("salt ", ranked=True)
        assert (sorted(ids(newest)), newest.bounded) == ([3, 4], True)
        first = queue.search("salt ", ranked=True, limit=1)
        rest = queue.search("salt ", ranked=True, limit=1, after=first.more)
        assert ids(first) + ids(rest) == ids(newest)
        assert rest.more is None
        # Lists by priority know the newest hits alone as well.
        assert list(queue.ids(Filter(text="salt "))) == [3, 4]


def test_a_short_beginning_chooses_but_does_not_rank(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []
    store = queue._store
    rows = store.rows

    def noted(*given: Any) -> list[Any]:
        asked.append(given)
        return rows(*given)

    monkeypatch.setattr(store, "rows", noted)
    assert ids(queue.search("w", ranked=True, limit=2)) == [60, 59]
    assert not any(hits.RANKED in given for given in asked)
    assert ids(queue.search("pepper w", ranked=True)) == [59]
    assert [given[1][0] for given in asked if given[0] == hits.RANKED] == ['"pepper"']


def test_beginnings_up_to_three_letters_have_their_own_index(queue: Queue) -> None:
    assert "prefix='1 2 3'" in schema.SEARCH
    row = queue._store.one("SELECT sql FROM sqlite_master WHERE name = 'search'")
    assert row is not None
    assert "prefix='1 2 3'" in row[0]
    for beginning in ("w", "wa", "wat", "wate", "water"):
        assert len(queue.search(beginning, limit=100).hits) == 60


def test_a_hit_shows_where_its_words_stand(tmp_path: Path) -> None:
    judgment = judged() | {"extra_claims": [{"text": "The Dose doubles.", "verdict": "unsure"}]}
    question = "x" * 100 + " Dosé über 東京駅からの道?"
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record(question=question, judgments=(judgment,))])
        queue.decide(1, decision("approve", note="a dose\nof 東京 notes"))
        (hit,) = queue.search("dose").hits
        found = {
            one.field: [one.text[start:end] for start, end in one.marks] for one in hit.passages
        }
        assert found == {
            "question": ["Dosé"],
            "answer": ["dose"],
            "claims": ["Dose"],
            "notes": ["dose"],
        }
        asked = hit.passages[0]
        assert question[asked.start :].startswith(asked.text)
        assert (asked.start, asked.marks) == (41, ((60, 64),))
        (hit,) = queue.search("über 京駅").hits
        marks = [one.text[start:end] for one in hit.passages for start, end in one.marks]
        assert marks == ["über", "京駅"]


def test_a_second_reviewer_sees_no_note_of_the_first(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record()])
        queue.decide(1, decision("approve", note="a telltale remark"))
        (hit,) = queue.search("telltale").hits
        assert [one.field for one in hit.passages] == ["notes"]
        with queue._store.write() as tx:
            tx.run("UPDATE items SET state = 'needs_second', second = 'share'")
        (hit,) = queue.search("telltale").hits
        assert hit.passages == ()


letters = st.text(st.characters(codec=None) | st.sampled_from("東京駅서울ก\ufdd0\ufdd1 \0é\u0301"))


@given(letters, letters, st.text("ab東京 ", min_size=1))
@settings(max_examples=200, deadline=None)
def test_marks_are_offsets_into_the_text_as_given(before: str, after: str, word: str) -> None:
    text = f"{before} {word} {after}"
    wanted = search.phrases(word.strip() + " ")
    if not wanted:
        return
    ((passage,),) = marking.passages([{"question": text}], wanted)
    assert text[passage.start : passage.start + len(passage.text)] == passage.text
    ends = 0
    for start, end in passage.marks:
        assert ends <= start < end <= len(passage.text)
        ends = end
    if not (before or after):  # nothing that may join it
        assert passage.text[passage.marks[0][0] :].startswith(word.split()[0][0])


@given(letters)
@settings(max_examples=200, deadline=None)
def test_what_the_index_finds_is_marked(text: str) -> None:
    words = [word for word in text.split() if any(sign.isalnum() for sign in word)]
    for word in words[:1]:
        wanted = search.phrases(word[:200] + " ")
        with closing(driver.scratch()) as scratch:
            scratch.execute(schema.SEARCH)
            scratch.execute("INSERT INTO search(question) VALUES (?)", (search.segment(text),))
            found = scratch.execute(
                "SELECT count(*) FROM search WHERE search MATCH ?", (" ".join(wanted),)
            ).fetchone()[0]
        marked = marking.passages([{"question": text}], wanted)[0]
        assert bool(marked) == bool(found)


def test_a_text_that_holds_every_mark_shows_none() -> None:
    text = "".join(map(chr, range(0xFDD0, 0xFDF0))) + " dose"
    assert marking.passages([{"question": text}], ['"dose"']) == [()]


def test_long_texts_are_looked_through_up_to_a_limit() -> None:
    text = "dose " * 100_000
    ((passage,),) = marking.passages([{"answer": text}], ['"dose"'])
    assert len(passage.text) == marking.WINDOW
    assert passage.marks[0] == (0, 4)
    assert marking.passages([{"answer": "x " * marking.LONGEST + "dose"}], ['"dose"']) == [()]


def test_the_filter_of_a_search_keeps_its_own_words_out(queue: Queue) -> None:
    assert ids(queue.search("pepper", where=Filter(text="absent"))) == [59]
    assert filters.by_states(Filter(text="absent")).values == []
    assert records.Filter().text is None


def test_a_batch_is_written_to_the_index_once(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record(str(number)) for number in range(40)])
        parts = queue._store.one("SELECT count(DISTINCT segid) FROM search_idx")
        assert parts is not None
        assert parts[0] <= len(("whole words", "one letter", "two", "three"))
        assert len(queue.search("dose").hits) == 40
