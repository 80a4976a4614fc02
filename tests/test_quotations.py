"""Quoted words in the prose of an answer must stand in a context; titles and samples need not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.gates.citations import check_citations
from adjudge_engine.gates.quoting.quotation_marks import find_quotations, has_quotations
from adjudge_engine.gates.quoting.quotations import check_quotations
from adjudge_engine.subject import Subject

GUARD = "The guard on duty shall wear a blue vest at all times. He keeps the key of the gate."


def _subject(answer: str, *contexts: str, question: str = "", **more: object) -> Subject:
    texts = [{"id": f"c{at}", "text": text} for at, text in enumerate(contexts, 1)]
    case = {"id": "x", "question": question, "answer": answer, "contexts": texts, **more}
    return Subject(Case.model_validate(case))


def _codes(answer: str, *contexts: str, question: str = "", **more: object) -> list[str]:
    checks = check_quotations(_subject(answer, *contexts, question=question, **more))
    return [one.code for one in checks]


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ('It says that he "shall wear a blue vest at all times".', GUARD),
        ("It says “shall wear a blue vest at all times.”", GUARD),
        ('It says "The guard … shall wear a blue vest".', GUARD),
        ('It says "the guard on duty shall wear a blue vest".', GUARD),
        ('It says "[he] shall wear a blue vest [sic] at all times".', GUARD),
        ('It says "shall wear **a blue vest** at all times".', GUARD),
        ("It says ‘shall wear a blue vest at all times’.", GUARD),
        ("Laut Satzung »muss der Verein einen Kassenwart wählen«.",
         "Jedes Jahr muss der Verein einen Kassenwart wählen, sagt die Satzung."),
        ("Dort steht: „Der Verein muss einen Kassenwart wählen.“",
         "Der Verein muss einen Kassenwart wählen."),
        ("Le bail précise : « le loyer est payé le premier du mois ».",
         "Article 3. Le loyer est payé le premier du mois."),
        ("El contrato dice «el pago se hará cada lunes».", "Nota: el pago se hará cada lunes."),
        ("規約には「会員は毎月会費を納める」とある。", "第三条 会員は毎月会費を納める。"),
        ("规定写道：“会员每月应当缴纳会费”。", "第三条 会员每月应当缴纳会费。"),
        ("It says “he calls it a ‘blue vest’ each day”.",
         'Yes, he calls it a "blue vest" each day.'),
        ("It says \"doesn't open before nine\".", "The hall doesn’t open before\nnine o'clock."),
    ],
)  # fmt: skip
def test_words_that_stand_there_are_found(answer: str, context: str) -> None:
    subject = _subject(answer, "Another text stands here.", context)
    (check,) = check_quotations(subject)
    assert (check.code, check.outcome) == ("quotation_found", "pass")
    assert check.expected is not None
    assert check.expected.where is not None
    assert check.expected.where.id == "c2"
    assert context[check.expected.start : check.expected.end] == check.expected.text


@pytest.mark.parametrize(
    ("answer", "context", "instead"),
    [
        ('It says that he "shall wear a green vest".', GUARD, "shall wear a blue vest"),
        ('Here he "shall wear a green vest at all times. He keeps the key" as ever.', GUARD,
         "shall wear a blue vest at all times. He keeps the key"),
        ('According to the rule, the guard "never leaves the gate unlocked".', GUARD, ""),
        ('The rule states: "The guard may wear any colour he likes."', GUARD, ""),
        ('"All guards are paid by the hour," the rule says of the man at the gate.', GUARD, ""),
        ('It says "all times … blue vest on duty".', GUARD, ""),
        ('The guard "is free to go home at noon" [1].', GUARD, ""),
        ('[1] It says "the guard keeps no key".', GUARD, ""),
        ("It says “the guards' vest at all times”.", "The guards on duty wear a vest at all times.",
         ""),
        ("In der Satzung steht: „Der Verein muss zwei Kassenwarte wählen.“",
         "Der Verein muss einen Kassenwart wählen, und der Vorstand ist zu hören.",
         "Der Verein muss einen Kassenwart wählen"),
        ("Le bail précise : « le loyer est payé le dernier du mois ».",
         "Article 3. Le loyer est payé le premier du mois.",
         "Le loyer est payé le premier du mois"),
        ("El contrato dice «el pago se hará cada viernes».",
         "Nota: el pago se hará cada lunes.", "el pago se hará cada lunes"),
        ("規約には「会員は毎年会費を納める」とある。", "第三条 会員は毎月会費を納める。",
         "会員は毎月会費を納める"),
        ("规定写道：“会员每年应当缴纳会费”。", "第三条 会员每月应当缴纳会费。",
         "会员每月应当缴纳会费"),
    ],
)  # fmt: skip
def test_words_that_stand_nowhere_are_flagged(answer: str, context: str, instead: str) -> None:
    subject = _subject(answer, context)
    (check,) = check_quotations(subject)
    assert (check.code, check.outcome) == ("quotation_not_found", "unavailable")
    assert "no context has these words" in check.message
    if instead:
        assert f'the source has "{instead}' in check.message
        assert "(context c1)" in check.message
    assert check.observed is not None
    assert subject.answer[check.observed.start : check.observed.end] == check.observed.text
    assert check.claim_id in {one.id for one in subject.claims}


@pytest.mark.parametrize(
    "answer",
    [
        'The answer to the question "what must the guard wear on duty" is a blue vest.',
        'See the book "How to guard a gate at night" for more of this.',
        'He wrote the paper "A Study of Gates and Guards in the North".',
        'The guard could say "I would like to see your pass, please".',
        'He may ask: "Do you have the key of the gate?"',
        'Type "net user guard /add" and the vest is there.',
        'The "so-called blue vest" is worn on duty.',
        'The board is 6" by 4" and the gate is 8" by 12" as the guard says.',
        "The guard’s vest isn’t green, it’s blue, and the guard’s gate isn’t open.",
        'Run `echo "the guard shall wear a green vest"` as the rule says.',
        '{"rule": "the guard shall wear a green vest at night"}',
        "La garde doit porter, dit le texte, « un gilet bleu pendant tout le service ».",
        "規則には「警備員は常に青いベストを着る」とある。",
        'The "guard who is tall and old" keeps the key of the gate.',
        'It says "SHALL WEAR A BLUE VEST".',
        'The text says "Unable to answer based on the passages".',
    ],
)
def test_other_words_in_marks_are_let_be(answer: str) -> None:
    assert "quotation_not_found" not in _codes(answer, GUARD)


def test_words_of_the_question_and_titles_of_contexts_are_nobodys() -> None:
    asked = 'It says "the guard shall be green", as you ask.'
    assert _codes(asked, GUARD, question="Is it true that the guard shall be green?") == []
    assert _codes(asked, GUARD) == ["quotation_not_found"]
    titled = {"id": "c2", "text": "Short.", "metadata": {"title": "the guard shall be green"}}
    case = {"id": "x", "answer": asked, "contexts": [{"id": "c1", "text": GUARD}, titled]}
    assert check_quotations(Subject(Case.model_validate(case))) == []


def test_a_quote_that_a_citation_gives_is_checked_there_only() -> None:
    answer = 'It says "shall wear a green vest" of him.'
    citation = {"id": "1", "context_id": "c1", "kind": "quote", "quote": "shall wear a green vest"}
    subject = _subject(answer, GUARD, citations=[citation])
    assert check_quotations(subject) == []
    codes = [one.code for one in check_citations(subject)]
    assert codes == ["ids_well_formed", "quote_not_found"]


def test_token_boundaries_hold() -> None:
    context = "The fee is $12.4M for each guard of the gate, as it was."
    assert _codes('It says "2.4M for each guard".', context) == ["quotation_not_found"]
    assert _codes('It says "$12.4M for each guard".', context) == ["quotation_found"]


def test_without_contexts_or_marks_there_is_nothing() -> None:
    assert _codes('It says "shall wear a green vest".') == []
    assert _codes("It says so.", GUARD) == []


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ('a "one two three four" b', ["one two three four"]),
        ('a "one two three" b', []),
        ('a "one two\nthree four" b', []),
        ("„eins zwei drei vier“ und “one two three four”",
         ["eins zwei drei vier", "one two three four"]),
        ("«un deux trois quatre» »eins zwei drei vier«",
         ["un deux trois quatre", "eins zwei drei vier"]),
        ("「一二三四五六」「一二三」", ["一二三四五六"]),
        ('5" by "one two three four"', ["one two three four"]),
        ("‚eins zwei drei vier‘ don’t ‘one two three four’",
         ["eins zwei drei vier", "one two three four"]),
    ],
)  # fmt: skip
def test_marks_pair(answer: str, words: list[str]) -> None:
    assert [answer[one.start : one.end] for one in find_quotations(answer)] == words


MARKS = st.text('"“”„«»「」‚‘’`[{\n aB一二.…\ud800\x00', max_size=60)


@settings(max_examples=150, deadline=None)
@given(MARKS)
def test_spans_are_in_order_and_within(answer: str) -> None:
    last = 0
    for one in find_quotations(answer):
        assert last < one.start < one.end < len(answer)
        last = one.end
    assert has_quotations(answer) or not find_quotations(answer)


@settings(max_examples=100, deadline=None)
@given(MARKS, MARKS)
def test_places_are_true(answer: str, context: str) -> None:
    subject = _subject(f'It says "{answer}" and “{answer}”.', context)
    for check in check_quotations(subject):
        if check.expected is not None:
            start, end = check.expected.start, check.expected.end
            assert context[start:end] == check.expected.text
        else:
            assert check.code == "quotation_not_found"


def test_more_quotations_than_are_read_are_no_pass() -> None:
    said = " ".join(f'It says "the guard wears vest {at} now".' for at in range(300))
    checks = check_quotations(_subject(said, GUARD))
    assert len(checks) <= 200
    assert (checks[-1].code, checks[-1].outcome) == ("search_limit", "unavailable")
