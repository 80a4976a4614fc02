"""Planted defects: each changes the one place that it names, by seed alone, or is void."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from probe_samples import sourced

from adjudge_engine.case import Case, Citation, Context, Span
from adjudge_engine.gates.abstention import is_abstention
from adjudge_engine.probing.corpus import plant, write_corpus
from adjudge_engine.probing.mutations.mutate import KINDS, REASONS, mutate
from adjudge_engine.probing.mutations.mutation import Edit, Kind, Mutation, Void
from adjudge_engine.probing.pairs import pairs_in
from adjudge_engine.reading import read_labelled

LAMP = sourced(1)[0]


def planted(case: Case, kind: Kind, seed: int = 1) -> Mutation:
    (made,) = mutate(case, seed, [kind])
    assert isinstance(made, Mutation), made
    return made


def void(case: Case, kind: Kind) -> str:
    (made,) = mutate(case, 1, [kind])
    assert isinstance(made, Void), made
    return made.reason


def case_of(answer: str, *contexts: str, question: str = "What is it?") -> Case:
    texts = tuple(Context(id=f"c{at}", text=text) for at, text in enumerate(contexts))
    return Case(id="x", question=question, answer=answer, contexts=texts)


def check(made: Mutation) -> None:
    """Only the place named is changed, and the mark says what stands there."""
    base, case, edit = made.base, made.case, made.edit
    mark = case.metadata["defect"]
    assert isinstance(mark, dict)
    assert mark["base"] == base.id
    texts = {None: (base.answer or "", case.answer or "")}
    ids = [one.id for one in base.contexts]
    assert [one.id for one in case.contexts] == ids
    for one, two in zip(base.contexts, case.contexts, strict=True):
        texts[one.id] = (one.text, two.text)  # type: ignore[index]
        assert one.model_copy(update={"text": two.text}) == two
    for where, (before, after) in texts.items():
        if where != edit.context_id:
            assert before == after
            continue
        end = edit.start + len(edit.before)
        assert before[edit.start : end] == edit.before == mark["before"]
        assert (mark["start"], mark["end"]) == (edit.start, edit.start + len(edit.after))
        assert after[edit.start : edit.start + len(edit.after)] == edit.after == mark["after"]
        assert after == before[: edit.start] + edit.after + before[end:]
        assert after != before
    assert (case.question, case.expect, case.risk) == (base.question, base.expect, base.risk)
    assert (case.labels, case.judgments, case.group) == ((), (), base.group)


def test_every_kind_can_be_planted() -> None:
    seen: Counter[str] = Counter()
    for case in sourced(6):
        for made in mutate(case, 1):
            if isinstance(made, Mutation):
                check(made)
                seen[made.kind] += 1
            else:
                assert made.kind == "non_abstention"
                assert made.reason in REASONS
    assert {*seen, "non_abstention"} == set(KINDS)
    assert set(seen.values()) == {6}


def test_a_dropped_fact_is_a_whole_claim() -> None:
    case = case_of("It weighs 31 grams. It is made of brass.")
    made = planted(case, "dropped_fact").case.answer
    assert made in ("It is made of brass.", "It weighs 31 grams. ")
    listed = case_of("Steps:\n- Close the valve.\n- Open the lid.\n")
    assert planted(listed, "dropped_fact").case.answer in (
        "Steps:\n- Open the lid.\n",
        "Steps:\n- Close the valve.\n",
    )
    assert void(case_of("It weighs 31 grams."), "dropped_fact") == "one_claim"
    assert void(case_of("It is brass. It is brass."), "dropped_fact") == "said_twice"


@pytest.mark.parametrize(
    ("answer", "around"),
    [
        ("It costs €1,250.50 a year.", ("It costs €", " a year.")),
        ("Es wiegt 31,5 kg.", ("Es wiegt ", " kg.")),
        ("重さは31キロです。", ("重さは", "キロです。")),
        ("الوزن ٣١ كغ.", ("الوزن ", " كغ.")),
    ],
    ids=["money", "german", "japanese", "arabic digits"],
)
def test_a_fabricated_number_stands_nowhere(answer: str, around: tuple[str, str]) -> None:
    made = planted(case_of(answer, "Between 10 and 99 are 31 and 12."), "fabricated_number")
    assert made.case.answer is not None
    assert made.case.answer.startswith(around[0])
    assert made.case.answer.endswith(around[1])
    digits = "".join(char for char in made.edit.after if char.isdecimal())
    assert int(digits) not in (10, 99, 31, 12)
    assert len(made.edit.after) == len(made.edit.before)
    assert void(case_of("It is heavy."), "fabricated_number") == "no_number"


def test_a_misattributed_number_is_of_the_same_source_and_kind() -> None:
    text = "Lamp A weighs 31 grams and costs 90 euros. Lamp B weighs 52 grams. It took 7 days."
    made = planted(case_of("Lamp A weighs 31 grams.", text), "misattributed_number")
    assert made.case.answer == "Lamp A weighs 52 grams."
    other = case_of("Lamp A weighs 30 grams.", text)
    assert void(other, "misattributed_number") == "not_in_a_source"
    alone = case_of("Lamp A weighs 31 grams.", "Lamp A weighs 31 grams.")
    assert void(alone, "misattributed_number") == "no_other_number"


def test_a_swapped_entity_is_another_of_the_sources() -> None:
    text = "The lamp was drawn by Oskar Tveit and made by Ingrid Vollan."
    made = planted(case_of("The lamp was drawn by Oskar Tveit.", text), "swapped_entity")
    assert made.case.answer == "The lamp was drawn by Ingrid Vollan."
    assert void(case_of("The lamp is heavy.", text), "swapped_entity") == "no_name"
    assert void(case_of("It is by Oskar Tveit.", "By Oskar Tveit."), "swapped_entity") == (
        "no_other_name"
    )


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("The lid must be closed.", "The lid must not be closed."),
        ("The lid must not be closed.", "The lid must be closed."),
        ("Prices increased in May.", "Prices decreased in May."),
        (
            "Der Preis steigt in der Stadt und auf dem Land.",
            "Der Preis sinkt in der Stadt und auf dem Land.",
        ),
        (
            "Le couvercle peut rester dans la pièce.",
            "Le couvercle ne peut pas rester dans la pièce.",
        ),
        ("这里可以停车，价格合理。", "这里不可以停车，价格合理。"),
    ],
    ids=["denied", "denial undone", "opposite", "german", "french", "chinese"],
)
def test_an_inversion_turns_one_word(answer: str, wanted: str) -> None:
    made = planted(case_of(answer), "inversion")
    check(made)
    assert made.case.answer == wanted


def test_what_would_turn_twice_is_not_turned() -> None:
    assert void(case_of("Open before lunch, close before dusk."), "inversion") == "no_pivot"
    assert void(case_of("The level before and after noon."), "inversion") == "no_pivot"
    assert void(case_of("A quiet valley."), "inversion") == "no_pivot"


def test_a_contradiction_stands_behind_its_claim() -> None:
    made = planted(case_of("The lid is open."), "added_contradiction").case.answer
    assert made == "The lid is open. It is not true that “The lid is open”."
    german = case_of("Der Deckel ist auf und die Lampe ist aus.")
    assert "Es stimmt nicht, dass" in (planted(german, "added_contradiction").case.answer or "")


def test_an_abstention_becomes_an_assertion() -> None:
    case = case_of("The documents do not say.", "The lid is open.")
    made = planted(case, "non_abstention")
    assert not is_abstention(made.case.answer or "")
    assert void(LAMP, "non_abstention") == "not_abstaining"


def test_a_cut_context_loses_what_the_claim_rests_on() -> None:
    case = case_of("Lamp A weighs 31 grams.", "A note. Lamp A weighs 31 grams. The end.")
    made = planted(case, "cut_context")
    assert made.edit.context_id == "c0"
    assert "31" not in made.case.contexts[0].text
    assert made.case.answer == case.answer
    twice = case_of("Lamp A weighs 31 grams.", "Lamp A weighs 31 grams.", "Lamp A weighs 31 grams.")
    assert void(twice, "cut_context") == "said_elsewhere"
    assert void(case_of("Lamp A weighs 31 grams."), "cut_context") == "no_context"


def test_citations_keep_their_words() -> None:
    answer = "It weighs 31 grams. It is brass."
    spans = [Span(start=0, end=19), Span(start=20, end=32)]
    cited = case_of(answer, "It weighs 31 grams.").model_copy(
        update={"citations": tuple(Citation(id=str(at), claim=one) for at, one in enumerate(spans))}
    )
    made = Mutation("inversion", cited, Edit(3, "weighs", "does not weigh")).case
    places = [one.claim for one in made.citations]
    found = [made.answer[one.start : one.end] for one in places if isinstance(one, Span)]  # type: ignore[index]
    assert found == ["It does not weigh 31 grams.", "It is brass."]
    with pytest.raises(ValueError, match="another text"):
        Edit(0, "x", "y").applied("abc")


def test_long_hostile_texts_take_time_in_proportion() -> None:
    for unit in ("31 ", "It is 31. ", "Ada 31 is not before after\n"):

        def spent(size: int, unit: str = unit) -> float:
            text = (unit * (size // len(unit)))[:size]
            case = case_of(text, text, "Ada Lo is 32. Before 7.")
            started = time.process_time()
            for kind in KINDS:
                list(mutate(case, 1, [kind]))
            return time.process_time() - started

        spent(1_000)
        assert spent(8_000) < 9 * spent(2_000) + 0.3, unit


def test_a_comparison_and_an_empty_answer_are_void() -> None:
    pair = Case(id="x", answers=("a", "b"))
    assert {made.reason for made in mutate(pair, 1) if isinstance(made, Void)} == {"comparison"}
    assert void(case_of(" "), "inversion") == "no_answer"
    assert void(case_of("x" * 200_001), "inversion") == "too_long"


pieces = st.sampled_from(
    [
        "It weighs 31 grams. ", "Oskar Tveit must not go. ", "\ud800", "\x00", "\u202e", "١٢٣ ",
        "- item 5\n", "| a | 7 |\n|---|---|\n", "```\nx = 1\n```\n", "It is open", ". ", "\n\n",
        "这里可以停车。", "[red]x[/red] ", "\x1b[31m", "(((", "9" * 40, "İstanbul is ", "1/2 cup ",
        "{\"a\": 1}", "Dr. Müller sagt, es ist 3,5 kg. ", "🙂 ", "ß", "No. 12 ", "~ab answer\n",
    ]
)  # fmt: skip
texts = st.lists(pieces, max_size=8).map("".join)


@settings(deadline=None, max_examples=120)
@given(texts, st.lists(texts, max_size=2), st.integers(0, 3))
def test_hostile_texts_are_mutated_at_one_place_or_not_at_all(
    answer: str, contexts: list[str], seed: int
) -> None:
    case = case_of(answer, *contexts)
    first, again = list(mutate(case, seed)), list(mutate(case, seed))
    assert first == again
    assert [one.kind for one in first] == list(KINDS)
    for made in first:
        if isinstance(made, Mutation):
            check(made)
        else:
            assert made.reason in REASONS


def test_seeds_differ() -> None:
    answers = {planted(LAMP, "fabricated_number", seed).case.answer for seed in range(12)}
    assert len(answers) > 4


def test_the_corpus_is_read_back(tmp_path: Path) -> None:
    hostile = case_of("It is 31 \ud800\u202e grams. It must be \x1b[31mopen.", "It is 31 grams.")
    cases = [*sourced(3), hostile.model_copy(update={"id": "hostile"})]
    pairs = plant(cases, 1)
    assert sum(map(Counter.total, pairs.void.values())) + len(pairs.pairs) == 8 * len(cases)
    path = tmp_path / "corpus.jsonl"
    write_corpus(pairs, path)
    for line in path.read_text("utf-8").splitlines():
        assert line.isprintable()
        json.loads(line)
    read = [one for one in read_labelled(path) if isinstance(one, Case)]
    found = pairs_in(read)
    assert not found.void
    assert Counter(one.kind for one in found.pairs) == Counter(one.kind for one in pairs.pairs)
    by_id = {one.case.id: one for one in pairs.pairs}
    for pair in found.pairs:
        assert pair.base.answer == by_id[pair.case.id].base.answer
        assert pair.case.answer == by_id[pair.case.id].case.answer
