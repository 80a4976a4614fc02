"""Redaction: nothing private goes out, a value keeps its placeholder, all of it comes back."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from privacy_samples import HARMLESS, NAMES, TEXTS, redactor

from adjudge_engine.case import Case, Context, Expect
from adjudge_engine.errors import JudgeError
from adjudge_engine.privacy.redaction import KINDS, RedactionSettings, Redactor, texts_of

REDACTOR = redactor()

SECRETS = [secret for _, secrets in TEXTS for secret in secrets]
LOOK_ALIKES = [
    "⟦EMAIL-1⟧",
    "⟦name-1b⟧",
    "EMAIL-1",
    "phone_2",
    "[CARD 1]",
    "【NAME-1】",
    "⟦TEXT-1⟧",
    "TEXT-1",
    "⟦EMAIL-",
    "1⟧",
    "NAME-",
    "[",
    "]",
    "⟦",
    "⟧",
    "-",
    "1",
    "2b",
    "\\",
]
PIECES = st.one_of(
    st.sampled_from(SECRETS + LOOK_ALIKES + list(NAMES)),
    st.sampled_from([" ", "\n", ", ", "'s ", "さん", "は", "(", ")", "@", "+", "0", "s", "\u200b"]),
    st.text(max_size=6),
    st.text(alphabet="0123456789 -+()./", max_size=20),
)
WEIRD = st.lists(PIECES, max_size=14).map("".join)


@given(st.lists(WEIRD, min_size=1, max_size=4))
@settings(max_examples=200, deadline=None)
def test_everything_comes_back_exactly(texts: list[str]) -> None:
    session = REDACTOR.session()
    redacted = [session.redact(text) for text in texts]
    assert [session.restore(one) for one in redacted] == texts


@given(st.lists(WEIRD, min_size=1, max_size=3))
@settings(max_examples=80, deadline=None)
def test_everything_comes_back_after_looking_over_the_whole_case(texts: list[str]) -> None:
    session = REDACTOR.session()
    session.look_over(texts)
    assert [session.restore(session.redact(text)) for text in texts] == texts


@given(
    st.text(alphabet="abc ,.;\n", max_size=12),
    st.sampled_from([one for one in SECRETS if one not in ("田中", "ピカール", "林さん")]),
    st.text(alphabet=" ,;\n", min_size=1, max_size=4),
)
@settings(max_examples=200, deadline=None)
def test_no_value_remains_whatever_stands_around_it(before: str, secret: str, after: str) -> None:
    text = f"{before} {secret}{after}"
    redacted = REDACTOR.session().redact(text)
    assert secret not in redacted
    assert not re.search(r"\d{4}", redacted)


@pytest.mark.parametrize(
    "around",
    ["({})", "[{}]", "<{}>", "„{}“", "«{}»", '"{}"', "'{}'", "*{}*", "**{}**", "_{}_", "`{}`",
     "| {} |", "（{}）", "「{}」", "は{}です", "：{}。", "={};", ": {}, ", "\n{}\n", "\t{}\t",
     "a/{}/b", "– {} –", "{}\u3000", "tel:{}", "{}?", "{}!", "{}…", "{{{}}}", "\\n{}\\n", "<td>{}<",
     "({}, {})", "{}/{}", "{} {}"],
)  # fmt: skip
def test_marks_around_a_value_hide_nothing(around: str) -> None:
    for secret in SECRETS:
        if secret == "林さん":  # a single character counts only with what follows it
            continue
        text = around.replace("{}", secret)
        session = REDACTOR.session()
        redacted = session.redact(text)
        assert secret not in redacted
        assert session.restore(redacted) == text


@pytest.mark.parametrize(("text", "secrets"), TEXTS)
def test_no_value_of_the_samples_remains(text: str, secrets: tuple[str, ...]) -> None:
    session = REDACTOR.session()
    redacted = session.redact(text)
    for secret in secrets:
        assert secret in text
        assert secret not in redacted
    assert session.restore(redacted) == text


def test_what_is_said_of_the_values_stays() -> None:
    session = REDACTOR.session()
    english, _, german, japanese = (session.redact(text) for text, _ in TEXTS)
    assert english.startswith(
        "⟦NAME-1⟧'s refund of $1,240.50 was sent on 12 May 2024. Mr ⟦NAME-1b⟧"
    )
    assert "1.250,00 €" in german
    assert "31.12.2025" in german
    assert "Herr ⟦NAME-" in german
    assert re.search(r"⟦NAME-\d+b⟧s Vertrag", german)
    assert "3,500円" in japanese
    assert re.search(r"⟦NAME-\d+⟧さんの電話は⟦PHONE-\d+⟧、", japanese)


@pytest.mark.parametrize("text", HARMLESS)
def test_figures_dates_codes_and_words_are_left_alone(text: str) -> None:
    assert REDACTOR.session().redact(text) == text


@pytest.mark.parametrize(
    "spellings",
    [
        ("O'Brien", "O’Brien", "O＇Brien", "OBRIEN", "Aoife O'Brien", "O'Brien, Aoife"),
        ("090-1234-5678", "０９０－１２３４－５６７８", "09012345678", "+81 90-1234-5678"),
        ("+49 30 1234567", "(030) 123-4567", "030/1234567", "0049 30 1234567", "+49 (0)30 1234567"),
        ("+1 (415) 555-0100", "415-555-0100", "1-415-555-0100", "(415) 555-0100"),
        ("4111 1111 1111 1111", "4111111111111111", "4111-1111-1111-1111"),
        ("DE89 3704 0044 0532 0130 00", "de89370400440532013000"),
        ("jo@Example.org", "JO@example.ORG", "jo (at) example.org"),
        ("Jürgen Müller", "Juergen Mueller", "Müller, Jürgen", "Mu\u0308ller", "MÜLLER Jürgen"),
        ("田中太郎", "田中 太郎", "田中", "太郎"),
    ],
)
def test_every_spelling_of_a_value_has_its_kind_and_number(spellings: tuple[str, ...]) -> None:
    session = REDACTOR.session()
    redacted = [session.redact(f"x: {one} ;") for one in spellings]
    found = {match for one in redacted for match in re.findall(r"⟦([A-Z]+-\d+)[a-z]?⟧", one)}
    assert len(found) == 1
    assert len(set(redacted)) == len(spellings)  # and still they can be told apart
    assert [session.restore(one) for one in redacted] == [f"x: {one} ;" for one in spellings]


def test_different_values_never_share_a_number() -> None:
    session = REDACTOR.session()
    redacted = session.redact("+49 30 1234567 or +43 30 1234567 or +49 40 1234567; a@b.de, a@b.dk")
    assert re.findall(r"⟦[A-Z]+-\d+[a-z]?⟧", redacted) == [
        "⟦PHONE-1⟧",
        "⟦PHONE-2⟧",
        "⟦PHONE-3⟧",
        "⟦EMAIL-1⟧",
        "⟦EMAIL-2⟧",
    ]


def test_a_part_that_two_persons_share_stands_for_neither() -> None:
    session = redactor("Anna Becker", "Peter Becker").session()
    assert session.redact("Anna Becker, Peter Becker; Becker; Anna") == (
        "⟦NAME-1⟧, ⟦NAME-2⟧; ⟦NAME-3⟧; ⟦NAME-1b⟧"
    )


@pytest.mark.parametrize(
    ("name", "text", "redacted"),
    [
        ("Will Smith", "I will ask Will Smith; smith is a trade, Smith a man.", None),
        ("May", "May I? It may rain, May says.", "⟦NAME-1⟧ I? It may rain, ⟦NAME-1⟧ says."),
        ("Ann", "Annual Anna, ANN's, d'Ann", "Annual Anna, ⟦NAME-1⟧'s, d'⟦NAME-1b⟧"),
        ("Jonas", "Jonas' Auto, Jonassen", "⟦NAME-1⟧' Auto, Jonassen"),
        ("アン", "アンさん、アンケート", "⟦NAME-1⟧さん、アンケート"),
        ("王 芳", "王先生, 国王, 王芳", "⟦NAME-1⟧先生, 国王, ⟦NAME-1b⟧"),
        ("김철수", "김철수가 왔다", "⟦NAME-1⟧가 왔다"),
        ("Владимир Орлов", "Орлов, Владимир", "⟦NAME-1⟧"),
        ("Tanaka Taro | 田中 太郎", "Taro Tanaka (田中太郎)", "⟦NAME-1⟧ (⟦NAME-1b⟧)"),
    ],
)
def test_names_are_whole_words(name: str, text: str, redacted: str | None) -> None:
    expected = redacted or "I will ask ⟦NAME-1⟧; smith is a trade, ⟦NAME-1b⟧ a man."
    assert redactor(name).session().redact(text) == expected


@pytest.mark.parametrize(
    "copied",
    [
        "⟦{0}⟧",
        "⟦{1}⟧",
        "[{0}]",
        "[ {0} ]",
        "【{0}】",
        "⟦{2}⟧",
        "{0}",
        "{1}",
        "⟦{3}⟧",
        "{4}",
    ],
)
def test_a_careless_copy_comes_back(copied: str) -> None:
    session = REDACTOR.session()
    session.redact("write to jo@example.org")
    forms = ("EMAIL-1", "email-1", "EMAIL 1", "EMAIL–1", "Email_1")
    assert session.restore(f"It says {copied.format(*forms)}, so") == "It says jo@example.org, so"


def test_an_ending_that_the_model_puts_on_stays() -> None:
    session = REDACTOR.session()
    session.redact("Aoife O'Brien")
    assert session.restore("⟦NAME-1⟧s, ⟦NAME-1s⟧, NAME-1's, NAME-1です") == (
        "Aoife O'Briens, Aoife O'Briens, Aoife O'Brien's, Aoife O'Brienです"
    )


def test_a_reply_in_json_comes_back_string_by_string() -> None:
    session = REDACTOR.session()
    sent = session.redact('Aoife O\'Brien said "jo@example.org"')
    received = json.loads(json.dumps({"q": sent}))["q"]
    assert session.restore(received) == 'Aoife O\'Brien said "jo@example.org"'


def test_square_brackets_of_the_text_stay() -> None:
    session = REDACTOR.session()
    sent = session.redact("see [jo@example.org](mailto:jo@example.org)")
    assert sent == "see [⟦EMAIL-1⟧](mailto:⟦EMAIL-1⟧)"
    assert session.restore("see [EMAIL-1]") == "see [jo@example.org]"


def test_what_looks_like_a_placeholder_is_never_taken_for_one() -> None:
    session = REDACTOR.session()
    assert session.redact("⟦EMAIL-1⟧ jo@example.org") == "⟦EMAIL-1⟧ ⟦EMAIL-2⟧"
    assert session.redact("email-2 and ⟦EMAIL-1⟧") == "⟦TEXT-1⟧ and ⟦EMAIL-1⟧"
    assert session.restore("⟦EMAIL-2⟧ ⟦TEXT-1⟧ ⟦EMAIL-1⟧ ⟦EMAIL-9⟧") == (
        "jo@example.org email-2 ⟦EMAIL-1⟧ ⟦EMAIL-9⟧"
    )


def test_every_criterion_of_a_case_gets_the_same_placeholders() -> None:
    case = Case(
        id="x",
        question="Who is reached at 030/7654321?",
        answer="Jürgen Müller, Tel. 765 4321.",
        contexts=(Context(id="c1", text="Müller: 765 4321, office 030/7654321, EMAIL-1"),),
        expect=Expect(reference="jo@example.org", criteria=("Names Jürgen",)),
    )
    first, second = REDACTOR.session(case), REDACTOR.session(case)
    texts = list(texts_of(case))
    assert [first.redact(one) for one in texts] == [second.redact(one) for one in reversed(texts)][
        ::-1
    ]
    # What one text marks as a phone number is one in every other.
    assert first.redact("Müller: 765 4321, office") == "⟦NAME-1b⟧: ⟦PHONE-2⟧, office"
    assert first.redact("jo@example.org") == "⟦EMAIL-2⟧"  # EMAIL-1 stands in a context


def test_a_session_shows_nothing_of_what_it_holds() -> None:
    session = REDACTOR.session()
    session.redact("jo@example.org")
    assert "jo@" not in repr(session) + str(session)


def test_more_spellings_than_letters_still_come_back() -> None:
    session = redactor("x").session()
    local = "abcdefghijk"
    spelled = [
        "".join(one.upper() if at >> bit & 1 else one for bit, one in enumerate(local))
        for at in range(1500)
    ]
    text = " ".join(f"{one}@example.org" for one in spelled)
    assert session.restore(session.redact(text)) == text
    assert session.restore(session.redact(text).lower().replace("⟦", "[").replace("⟧", "]")) == text


@pytest.mark.parametrize(
    "hidden",
    [
        "jo\u200b@example.org",
        "jo＠example．org",
        "j\u00ado@example.org",
        "\u202ejo@example.org",
        "Aoife\u00a0O\u2019Brien",
        "Ａｏｉｆｅ O'Brien",
        "Mu\u0308ller",
        "+49\u00a030\u20111234567",
        "４１１１ 1111 1111 1111",
        "٠٣٠ ١٢٣٤٥٦٧ 4111111111111111",
    ],
)
def test_typography_hides_nothing(hidden: str) -> None:
    session = REDACTOR.session()
    redacted = session.redact(f"- {hidden} -")
    plain = unicodedata.normalize("NFKC", redacted).casefold()
    assert not re.search("jo@|obrien|o.brien|müller|12345|1111", plain)
    assert session.restore(redacted) == f"- {hidden} -"


@pytest.mark.parametrize(
    "unit",
    ["1", "1 ", "0-1-", "+4930 ", "(0", "@", "a@", "a@b.", "Aoife ", "田中 ", "EMAIL-1 ", "⟦EMAIL-",
     "DE89 ", "4111 ", "Tel. 1 ", "a (at) ", "KD-12345", "VN-", "\ud800@", "\x00", "a\u0301"],
)  # fmt: skip
def test_hostile_texts_come_back_too(unit: str) -> None:
    text = unit * (20_000 // len(unit))
    session = REDACTOR.session()
    assert session.restore(session.redact(text)) == text


def test_kinds_can_be_switched_off() -> None:
    text = "Aoife O'Brien, jo@example.org, 030/7654321, 4111111111111111, DE89370400440532013000"
    for word, kind in KINDS.items():
        only = Redactor(RedactionSettings(kinds=(word,), names=NAMES)).session()
        assert re.findall(r"⟦([A-Z]+)-1⟧", only.redact(text)) == [kind]
    assert Redactor(RedactionSettings(kinds=())).session().redact(text) == text


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (RedactionSettings(kinds=("mail",)), "mail"),
        (RedactionSettings(patterns=(("customer", r"\d{6}"),)), "customer"),
        (RedactionSettings(patterns=(("EMAIL", r"\d{6}"),)), "EMAIL"),
        (RedactionSettings(patterns=(("TEXT", r"\d{6}"),)), "TEXT"),
        (RedactionSettings(patterns=(("KEY", r"(a)\1"),)), "KEY"),
        (RedactionSettings(patterns=(("KEY", r"(?=a)b"),)), "KEY"),
        (RedactionSettings(patterns=(("KEY", r"["),)), "KEY"),
        (RedactionSettings(patterns=(("KEY", r".*"),)), "almost anything"),
    ],
)
def test_settings_that_cannot_be_followed_are_refused(wrong: RedactionSettings, said: str) -> None:
    with pytest.raises(JudgeError, match=re.escape(said)):
        Redactor(wrong)


def test_the_list_of_names_makes_no_judge_another_judge() -> None:
    assert redactor("A B").fingerprint == redactor("C D").fingerprint
    assert redactor().fingerprint != Redactor(RedactionSettings(kinds=("name",))).fingerprint
