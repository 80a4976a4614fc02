"""The dates gate: every date gets one check, and effective ranges include their ends."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case, Citation, Context, Expect
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.dates import ALL, MANY, MOST, check_dates
from adjudge_engine.registry import Registry
from adjudge_engine.source import Source
from adjudge_engine.subject import Subject


def checks(answer: str, *contexts: str, question: str | None = None) -> list[Check]:
    texts = tuple(Context(id=f"c{at}", text=text) for at, text in enumerate(contexts))
    return check_dates(Subject(Case(id="x", question=question, answer=answer, contexts=texts)))


def codes(answer: str, *contexts: str, question: str | None = None) -> list[str]:
    return [check.code for check in checks(answer, *contexts, question=question)]


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("It was signed in July 2025.", "Signed on 14 July 2025."),
        ("It was signed in 2025.", "Signed on 14.07.2025."),
        ("It was signed on 14 July.", "Signed 2025-07-14."),
        ("It was signed on 14 July 2025.", "Signed 14/07/25."),
        ("It was signed on 04/05/2025.", "Signed: 04/05/2025"),
        ("It was signed on 4 May 2025.", "Signed 04.05.2025."),
        ("The mill was built in the 1870s.", "The mill dates from 1879."),
        ("The mill was built in the 19th century.", "The mill dates from 1879."),
        ("He died in 44 BC.", "He died in 44 BCE."),
        ("Revenue rose in Q3 2024.", "Revenue rose in the third quarter of 2024."),
        ("Revenue rose in Q3 2024.", "Revenue rose in August 2024."),
        ("It opened on 12 May 2019.", "2019\nOn 12 May it opened."),
        ("It starts at 12:00 UTC on 3 June 2025.", "Start: 2025-06-03 08:00 UTC-4."),
        ("It starts on 3 June 2025 at 20:00 UTC.", "Start: 2025-06-04T00:00:00+04:00"),
        ("The desk closes at 7 pm.", "The desk closes at 19:00."),
        ("The desk opens at 9:00.", "Opens at 9:00 CET."),
        ("It opens on Wednesday.", "Open Monday to Friday."),
        ("It came last year.", "It came the previous year."),
    ],
)
def test_said_alike_or_less_precisely_is_traced(answer: str, context: str) -> None:
    assert set(codes(answer, context)) == {"traced"}


@pytest.mark.parametrize(
    ("answer", "context", "code"),
    [
        ("It was signed on 14 July 2025.", "It was signed in July 2025.", "untraced"),
        ("It was signed on 14 July 2025.", "It was signed on 14 July 2024.", "date_mismatch"),
        ("The hearing is on 3 November 2025.", "Hearing date: 2025-03-11", "date_mismatch"),
        ("It ended on 31 February 2025.", "It ended on 28 February 2025.", "date_mismatch"),
        ("It was on Tuesday, 14 July 2025.", "It was on 14 July 2025.", "date_mismatch"),
        ("The mill was built in 1897.", "The mill was built in 1879.", "date_mismatch"),
        ("The desk closes at 9 pm.", "The desk closes at 19:00.", "time_mismatch"),
        ("It starts 2025-06-03 08:00 UTC.", "It starts 2025-06-03 08:00 UTC-4.", "time_mismatch"),
        ("It opens on Sunday.", "Open Monday to Friday.", "untraced"),
        ("It came yesterday.", "It came on 3 May.", "relative_unchecked"),
    ],
)
def test_what_the_contexts_do_not_say(answer: str, context: str, code: str) -> None:
    assert code in codes(answer, context)
    assert "traced" not in codes(answer, context)


def test_the_message_names_what_the_source_says() -> None:
    (check,) = checks("It expires on 20 May 2026.", "It expires on 30 May 2026.")
    assert check.message == '"20 May 2026": the source says 30 May 2026 (context c0)'
    assert check.observed is not None
    assert check.observed.text == "20 May 2026"
    assert check.expected is not None
    assert check.expected.start == 14


@pytest.mark.parametrize(
    ("answer", "context", "code"),
    [
        ("It was signed on 4 May 2025.", "Signed 04/05/2025.", "ambiguous_date"),
        ("It was signed on 04/05/2025.", "Signed on 4 May 2025.", "ambiguous_date"),
        ("It was signed on 04/05/2025.", "Signed on 5 April 2025.", "ambiguous_date"),
        ("It was signed on 4 May 2025.", "Signed 04/05/2025, paid 25/06/2025.", "traced"),
        ("It was signed on 5 April 2025.", "Signed 04/05/2025, paid 06/25/2025.", "traced"),
        ("It was signed on 5 April 2025.", "Signed 04/05/2025, paid 25/06/2025.", "date_mismatch"),
        ("It was signed on 7 May 2025.", "It was signed 04/05/2025.", "date_mismatch"),
    ],
)
def test_an_unclear_day_and_month_stays_unclear(answer: str, context: str, code: str) -> None:
    assert codes(answer, context) == [code]


@pytest.mark.parametrize(("locale", "code"), [("de-DE", "traced"), ("en-US", "date_mismatch")])
def test_the_source_s_locale_settles_it(locale: str, code: str) -> None:
    context = Context(id="c", text="It was signed 04/05/2025.", source_id="lease")
    case = Case(id="x", answer="It was signed on 4 May 2025.", contexts=(context,))
    registry = Registry([Source(source_id="lease", locale=locale)])
    (check,) = check_dates(Subject(case, registry))
    assert check.code == code


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        (
            "It must be back by 17 March 2025.",
            "Sent on 3 March 2025, it must be back 14 days later.",
        ),
        ("It ends on 28 February 2025.", "It ends one month after 31 January 2025."),
        ("It is due on 31 May 2025.", "It is due at the end of the month. Dated 6 May 2025."),
        (
            "Die Frist endet am 20. Oktober 2025.",
            "Die Frist endet 14 Tage nach der Unterschrift. Unterschrieben am 6. Oktober 2025.",
        ),
    ],
)
def test_a_date_and_a_period_make_a_date(answer: str, context: str) -> None:
    assert codes(answer, context) == ["derived"]


def test_a_period_contradicts_another_date() -> None:
    rule = "The trial ends 14 days after the signature. The contract was signed on 6 May 2025."
    assert codes("The trial ends on 20 May 2025.", rule) == ["derived"]
    (check,) = checks("The trial ends on 27 May 2025.", rule)
    assert check.code == "date_mismatch"
    assert "20 May 2025" in check.message


def test_working_days_are_not_days() -> None:
    rule = "The trial ends 10 working days after the signature. It was signed on 6 May 2025."
    assert codes("The trial ends on 20 May 2025.", rule) == ["derivation_unchecked"]


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        (
            "The west lease ends on 1 June 2027.",
            "The west lease ends on 1 May 2027. The east lease ends on 1 June 2027.",
        ),
        (
            "The course starts on 9 May 2025.",
            "The course starts on 5 May 2025. The course ends on 9 May 2025.",
        ),
    ],
)
def test_a_date_of_something_else(answer: str, context: str) -> None:
    (check,) = checks(answer, context)
    assert (check.code, check.outcome) == ("entity_mismatch", "fail")
    assert codes(context, context) == ["traced", "traced"]


def test_a_denied_date_asserts_nothing() -> None:
    assert codes("It was not signed on 3 May 2025.", "Signed on 4 May 2025.") == ["denied"]
    assert codes("It did not open until 3 May 2025.", "Opened 4 May 2025.") != ["denied"]


def test_the_question_proves_nothing() -> None:
    asked = "What was the rent in 2023?"
    assert codes("In 2023 it was low.", "The rent is low.", question=asked) == ["question_only"]


def test_without_contexts_or_dates() -> None:
    assert codes("It opened in 1998.") == ["no_context"]
    assert codes("It opened in 1998.", "  ") == ["no_context"]
    assert codes("It opened long ago.") == []


def test_cells_are_read_as_well() -> None:
    context = Context(id="c", cells=(("opened", "1998"), ("closed", "2004")))
    case = Case(id="x", answer="It opened in 1998.", contexts=(context,))
    (check,) = check_dates(Subject(case))
    assert check.code == "traced"
    assert check.expected is not None
    assert check.expected.start is None


def test_a_long_context_is_read_where_the_year_stands() -> None:
    filler = "Nothing of note happened on that day, they say. " * 400
    text = f"{filler}It opened on 14 July 2025. {filler}"
    (check,) = checks("It opened on July 14, 2025.", text)
    assert check.code == "traced"
    assert check.expected is not None
    assert text[check.expected.start : check.expected.end] == "14 July 2025"


def test_very_many_dates_are_counted() -> None:
    passing = " ".join(f"It opened in {1900 + at % 100}." for at in range(MANY + 1))
    (check,) = checks(passing, passing)
    assert (check.code, check.observed) == ("traced", None)
    failing = checks("It opened in 1998. " * (MOST + 2), "It is open.")
    assert len(failing) == MOST + 1
    assert failing[-1].code == "search_limit"
    assert ALL > MOST


# Was the source in force?


def in_force(
    day: str, *versions: Source, fingerprint: str | None = None, registry: bool = True
) -> list[Check]:
    case = Case(
        id="x",
        answer="Shoes are left at the door.",
        contexts=(Context(id="c", text="Shoes are left at the door.", source_id="rules"),),
        citations=(Citation(id="1", source_id="rules", fingerprint=fingerprint),),
        expect=Expect(transaction_date=day),
    )
    return check_dates(Subject(case, Registry(versions) if registry else None))


def rules(
    first: str | None, last: str | None, fingerprint: str | None = None, approved: bool = True
) -> Source:
    return Source(
        source_id="rules",
        effective_from=first,
        effective_to=last,
        fingerprint=fingerprint,
        approved=approved,
    )


@pytest.mark.parametrize(
    ("day", "code"),
    [
        ("2024-12-31", "not_in_force"),
        ("2025-01-01", "in_force"),
        ("2025-12-31", "in_force"),
        ("2025-12-31T23:59:59Z", "in_force"),
        ("31 December 2025", "in_force"),
        ("2026-01-01", "not_in_force"),
        ("31.12.2025", "in_force"),
        ("on 31 December 2025", "in_force"),
        ("2025年12月31日", "in_force"),
        ("2025-12-31 08:00+09:00", "in_force"),
        ("2026-01-01T00:00:00Z", "not_in_force"),
        ("04/05/2025", "range_unreadable"),
        ("2025-05-05 or later", "range_unreadable"),
        ("until 5 May 2025", "range_unreadable"),
        ("2025-02-30", "range_unreadable"),
        ("30 February 2025", "range_unreadable"),
        ("2025", "range_unreadable"),
        ("", "range_unreadable"),
        ("soon", "range_unreadable"),
    ],
)
def test_both_ends_are_in_force(day: str, code: str) -> None:
    (check,) = in_force(day, rules("2025-01-01", "2025-12-31"))
    assert check.code == code


def test_a_range_of_one_day() -> None:
    for day, code in (
        ("2025-05-04", "not_in_force"),
        ("2025-05-05", "in_force"),
        ("2025-05-06", "not_in_force"),
    ):
        (check,) = in_force(day, rules("2025-05-05", "2025-05-05"))
        assert check.code == code


def test_every_source_has_to_be_in_force() -> None:
    """Cited without a context, or a context's source: one that was not fails the gate."""
    old = Source(source_id="old", effective_to="2024-12-31")
    new = Source(source_id="new", effective_from="2025-01-01")
    case = Case(
        id="x",
        answer="Shoes are left at the door.",
        contexts=(Context(id="c", text="Shoes are left at the door.", source_id="new"),),
        citations=(Citation(id="1", source_id="old"),),
        expect=Expect(transaction_date="2025-05-05"),
    )
    found = check_dates(Subject(case, Registry((old, new))))
    assert sorted(check.code for check in found) == ["in_force", "not_in_force"]
    only_cited = case.model_copy(update={"contexts": ()})
    found = check_dates(Subject(only_cited, Registry((old, new))))
    assert [check.code for check in found] == ["not_in_force"]


def test_open_ends() -> None:
    (check,) = in_force("2099-01-01", rules("2025-01-01", None))
    assert check.code == "in_force"
    (check,) = in_force("1999-01-01", rules(None, "2025-12-31"))
    assert check.code == "in_force"
    assert in_force("2025-05-05", rules(None, None)) == []


def test_a_range_that_cannot_be_read() -> None:
    for broken in (rules("spring", None), rules("2025-12-31", "2025-01-01")):
        (check,) = in_force("2025-05-05", broken)
        assert check.code == "range_unreadable"


def test_one_version_in_force_is_enough_unless_one_is_pinned() -> None:
    old = rules("2024-01-01", "2024-12-31", "sha256:" + "0" * 64)
    new = rules("2025-01-01", None, "sha256:" + "1" * 64)
    assert [check.code for check in in_force("2024-05-05", old, new)] == ["in_force"]
    pinned = in_force("2024-05-05", old, new, fingerprint=new.fingerprint)
    assert [check.code for check in pinned] == ["not_in_force"]
    assert pinned[0].citation_id == "1"


def test_without_registry_or_version() -> None:
    assert [check.code for check in in_force("2025-05-05", registry=False)] == ["no_registry"]
    assert [check.code for check in in_force("2025-05-05")] == ["source_unlisted"]
    unapproved = rules(None, None, approved=False)
    assert [check.code for check in in_force("2025-05-05", unapproved)] == ["source_unlisted"]


def test_a_transaction_date_without_a_source() -> None:
    case = Case(id="x", answer="Yes.", expect=Expect(transaction_date="2025-05-05"))
    assert check_dates(Subject(case, Registry())) == []


@pytest.mark.parametrize(
    "piece",
    ["7月", "May ", "Monday ", "5 May 2025 ", "last year ", "9:30 ", "14 days after ", "\ud800 5 "],
)
def test_a_repetitive_answer_ends(piece: str) -> None:
    text = piece * 1500
    assert len(checks(text, text[::-1], "It ended on 5 May 2024.")) <= 2 * MOST
