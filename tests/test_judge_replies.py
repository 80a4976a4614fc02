"""Replies of judges: what is read alike, and what is refused rather than guessed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rubric_samples import GENERIC, STRICT, asked, row, said

from adjudge_engine.judges.rubrics import Malformed, Material, Reply, load_rubric, read_reply
from adjudge_engine.judges.rubrics.json_in_text import LONGEST

MATERIAL = Material.of(asked(), GENERIC)
WHOLE = said(row(1, "S", "18 euros an hour"), row(2, "P", "included", "free?"), row(3, "N"))


def read(text: str, final: bool = False) -> Reply:
    """A reply about the three claims of the sample."""
    return read_reply(GENERIC, MATERIAL, text, final=final)


def verdicts(reply: Reply) -> list[tuple[str, str | None]]:
    """Handle and verdict of each row."""
    return [(one.handle, one.label.verdict) for one in reply.rows]


def test_a_reply_as_asked_is_read() -> None:
    reply = read(WHOLE)
    assert verdicts(reply) == [("c1", "supported"), ("c2", "partial"), ("c3", "not_mentioned")]
    assert (reply.rows[0].quote, reply.rows[1].reason) == ("18 euros an hour", "free?")
    assert reply.extra == ()
    assert reply.row("c2") is reply.rows[1]


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{WHOLE}\n```",
        f"```\n{WHOLE}\n```\n",
        f"Here is my verdict:\n\n{WHOLE}\n\nI hope that helps!",
        f"The \"answer's claims {{as asked}} are: {WHOLE} {{}}",
        f"\ufeff \n{WHOLE}",
        f'Consider {{ "first, then: {WHOLE}',
        f"<think>perhaps {said(row(1, 'N'), row(2, 'N'), row(3, 'N'))}</think>{WHOLE}",
        f"{WHOLE}\n{WHOLE}",
        json.dumps(json.loads(WHOLE), indent=4),
        WHOLE.replace('"c": 1', '"c": "c1"').replace('"c": 2', '"c": "2"').replace("3,", "3.0,"),
        WHOLE.replace('"c": 1', '"c": "C01"').replace('"v": "S"', '"v": " s "'),
        WHOLE.replace('"S"', '"Supported"').replace('"N"', '"NOT MENTIONED"'),
        WHOLE.replace('"N"', '"not-mentioned"').replace('"P"', '"PARTIAL"'),
        WHOLE.replace('"v"', '"verdict"').replace('"q"', '"quote"').replace('"r"', '"reason"'),
        WHOLE.replace('"c": 3,', '"c": 3, "note": {"a": [1, 2.5]},'),
        WHOLE.replace(', "extra": []', ""),
        WHOLE.replace('"q": "", "r": ""', '"q": null, "r": null'),
    ],
)
def test_harmless_differences_are_read_alike(text: str) -> None:
    assert read(text) == read(WHOLE)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no JSON object"),
        ("I cannot help with that.", "no JSON object"),
        ("[1, 2, 3]", "no JSON object"),
        ('{"claims": [', "no JSON object"),
        (WHOLE[:-1], "keys that were asked for"),
        (WHOLE.replace('"c": 1, "q"', '"c": 1 "q"'), "not valid JSON"),
        ('{"verdict": "S"}', "keys that were asked for"),
        ('{"claims": {"c1": "S"}}', "keys that were asked for"),
        (said(), "answers none of claims"),
        ('{"claims": ["S"]}', "must be an array of number, quote, verdict, reason"),
        (said(row(1, "S"), row(2, "S")), "does not answer c3"),
        (said(row(1, "S"), row(2, "S"), row(3, "S"), row(4, "S")), "there is no c4"),
        (said(row(0, "S"), row(2, "S"), row(3, "S")), "there is no c0"),
        (said(row(-1, "S"), row(2, "S"), row(3, "S")), "there is no c-1"),
        (said(row(10**30, "S"), row(2, "S"), row(3, "S")), "there is no such number"),
        (said(row(1, "S"), row(1, "N"), row(2, "S"), row(3, "S")), "answers c1 twice"),
        (said(row(1, "S"), row(2, "S"), row(3, "X")), '"v" must be one of S, P, C, N, U'),
        (said(row(1, "S"), row(2, "S"), row(3, "S or N")), '"v" must be one of'),
        (WHOLE.replace('"N"', "true"), '"v" must be one of'),
        (WHOLE.replace('"N"', '["N"]'), '"v" must be one of'),
        (WHOLE.replace('"N"', "null"), '"v" must be one of'),
        (WHOLE.replace('"c": 1', '"c": true'), '"c" must be the number'),
        (WHOLE.replace('"c": 1', '"c": 1.5'), '"c" must be the number'),
        (WHOLE.replace('"c": 1', '"c": "k1"'), '"c" must be the number'),
        (WHOLE.replace('"c": 1', '"c": "the first"'), '"c" must be the number'),
        (WHOLE.replace('"c": 1', '"c": NaN'), "NaN"),
        (WHOLE.replace('"c": 1', '"c": -Infinity'), "NaN or infinity"),
        (WHOLE.replace('"c": 1', '"c": ' + "9" * 5_000), "too long"),
        (WHOLE.replace('"c": 1', '"c": 1e999999999'), "too long"),
        (WHOLE.replace('"c": 1', '"c": 1e-99999999999999999999'), "too long"),
        (WHOLE.replace('"c": 1', '"c": 1e12'), '"c" must be the number'),
        (WHOLE.replace('"q": ""', '"q": 5'), '"q" must be a text'),
        (WHOLE.replace('"q": ""', '"q": ["a", "b"]'), '"q" must be a text'),
        (WHOLE.replace('"v": "N"', '"v": "N", "v": "S"'), "one key twice"),
        (WHOLE.replace('"v": "N"', '"v": "N", "verdict": "S"'), "several names"),
        (WHOLE.replace('"extra": []', '"extra": {}'), '"extra" must be a list'),
        (WHOLE.replace('"extra": []', '"extra": [{"t": 1, "v": "N"}]'), '"t" must be a text'),
        (WHOLE + WHOLE.replace('"N"', '"S"'), "two JSON objects that differ"),
        (f"The source says {WHOLE.replace('N', 'S')} but {WHOLE}", "two JSON objects that differ"),
        ('{"claims": ' + "[" * 100_000 + "]" * 100_000 + "}", "levels deep"),
        ('{"a":' * 100_000, "levels deep"),
        ("{ " * 3 + "prose", "no JSON object"),
        ("x" * (10 * LONGEST), "longer than"),
        ('{"claims": [' + '{"c": 1, "v": "S"},' * 500_000, "longer than"),
    ],
)
def test_what_would_take_a_guess_is_refused(text: str, says: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(text)
    assert says in caught.value.message
    assert len(caught.value.message) < 200


def test_a_refusal_never_repeats_the_reply() -> None:
    secret = "Ann Example pays 18"
    for text in (
        secret,
        said(row(1, secret), row(2, "S"), row(3, "S")),
        WHOLE.replace('"c": 1', f'"c": "{secret}"'),
        f'{{"{secret}": 1}}',
    ):
        with pytest.raises(Malformed) as caught:
            read(text)
        assert "Ann" not in caught.value.message


def test_the_last_attempt_keeps_what_is_whole() -> None:
    text = said(row(1, "S", "a b"), row(2, "S"), row(2, "N"), row(2, "S"), row(9, "S"))
    with pytest.raises(Malformed):
        read(text)
    reply = read(text, final=True)
    assert verdicts(reply) == [("c1", "supported"), ("c2", "unsure")]
    assert reply.rows[1].clash
    assert reply.row("c3") is None
    assert reply.notes == ("the judge spoke of c9, which is not asked",)


@pytest.mark.parametrize(
    "text",
    ["", said(), said(row(9, "S")), said(row(1, "?")), WHOLE[:-1], WHOLE + WHOLE.replace("N", "S")],
)
def test_the_last_attempt_invents_nothing(text: str) -> None:
    with pytest.raises(Malformed):
        read(text, final=True)


def test_a_repeat_that_agrees_is_one_answer() -> None:
    reply = read(said(row(1, "S", "one quote"), row(1, "S", "another"), row(2, "N"), row(3, "N")))
    assert reply.rows[0].quote == "one quote"


def test_statements_beside_the_claims_are_kept() -> None:
    extra = [{"t": f"Number {number}.", "r": "not there", "v": "N"} for number in range(150)]
    reply = read(said(row(1, "S"), row(2, "S"), row(3, "S"), extra=extra))
    assert len(reply.extra) == 100
    assert reply.extra[0].text == "Number 0."
    assert reply.extra[0].label.verdict == "not_mentioned"
    assert "100 were kept" in reply.notes[0]


def test_a_judge_that_writes_surrogates_and_controls_does_no_harm() -> None:
    reply = read(said(row(1, "S", "a\ud800b\x1b[31m"), row(2, "N"), row(3, "N")))
    assert reply.rows[0].quote == "a\ufffdb [31m"


def test_the_entity_step_is_read() -> None:
    material = Material.of(asked(), STRICT)
    rows = [row(1, "S", "a", e="Same"), row(2, "N"), row(3, "C", "b", e="OTHER")]
    reply = read_reply(STRICT, material, said(*rows))
    assert [one.entity for one in reply.rows] == ["same", None, "other"]
    for wrong in (row(1, "S", "a", e="yes"), row(1, "N", e=1)):
        with pytest.raises(Malformed, match='"e" must be one of same, other, unclear'):
            read_reply(STRICT, material, said(wrong, *rows[1:]))
    with pytest.raises(Malformed, match="before S must stand one of = "):
        read_reply(STRICT, material, said(row(1, "S", "a"), *rows[1:]))


def arrays(*rows: list[Any], extra: list[Any] | None = None) -> str:
    """A reply in the short shape that is asked for."""
    return json.dumps({"claims": rows, "extra": extra or []}, ensure_ascii=False)


def test_the_short_shape_says_what_objects_say() -> None:
    material = Material.of(asked(), STRICT)
    short = arrays(
        [1, "a", "=S"], [2, "", "n", "nowhere"], ["3", "b", " ≠ C", "else"], extra=[["t", "N", "r"]]
    )
    rows = [
        row(1, "S", "a", e="same"),
        row(2, "N", reason="nowhere"),
        row(3, "C", "b", "else", e="other"),
    ]
    long = said(*rows, extra=[{"t": "t", "v": "N", "r": "r"}])
    assert read_reply(STRICT, material, short) == read_reply(STRICT, material, long)
    reply = read_reply(STRICT, material, arrays([1, "", "U"], [2, "", "?S"], [3, "", "=supported"]))
    assert [one.entity for one in reply.rows] == [None, "unclear", "same"]
    plain = read(arrays([1, "a", "S"], [2, "", "N", None], [3, "", "not mentioned", "x"]))
    assert plain == read(said(row(1, "S", "a"), row(2, "N"), row(3, "N", reason="x")))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ([1, "a", "S"], "before S must stand one of"),
        ([1, "a", "!S"], '"v" must be one of'),
        ([1, "a", "==S"], '"v" must be one of'),
        ([1, "a", "="], '"v" must be one of'),
        ([1, "a", "=", "S"], '"v" must be one of'),
        ([1, "=S"], "must be an array of"),
        ([1, "a", "=S", "r", "r"], "must be an array of"),
        ([[1], "a", "=S"], '"c" must be the number'),
        ([1, ["a"], "=S"], '"q" must be a text'),
        ([1, "a", ["=S"]], '"v" must be one of'),
        (["=S", "a", 1], '"v" must be one of'),
        ([4, "a", "=S"], "there is no c4"),
    ],
    ids=[
        *("no entity", "no such sign", "two signs", "no verdict", "apart", "two places"),
        *("five places", "listed number", "listed quote", "listed verdict", "turned", "unknown"),
    ],
)
def test_a_short_row_that_would_take_a_guess_is_refused(wrong: list[Any], why: str) -> None:
    material = Material.of(asked(), STRICT)
    with pytest.raises(Malformed) as problem:
        read_reply(STRICT, material, arrays(wrong, [2, "", "N", "no"], [3, "", "N", "no"]))
    assert why in problem.value.message


def test_an_entity_that_is_given_twice_is_given_alike() -> None:
    material = Material.of(asked(), STRICT)
    others = (row(2, "N"), row(3, "N"))
    reply = read_reply(STRICT, material, said(row(1, "=S", "a", e="same"), *others))
    assert reply.rows[0].entity == "same"
    with pytest.raises(Malformed, match="twice, differently"):
        read_reply(STRICT, material, said(row(1, "=S", "a", e="other"), *others))


@pytest.mark.parametrize("value", ["4", 4, 4.0, " 4 "])
def test_a_value_on_a_scale_is_read(value: Any) -> None:
    rubric = load_rubric("relevance")
    reply = read_reply(rubric, Material(), json.dumps({"r": "it strays", "v": value}))
    assert (reply.value, reply.reason) == (4, "it strays")


@pytest.mark.parametrize(
    "value", ["0", "6", 6, 4.5, "4/5", "4-5", "four", "", None, True, [4], "44"]
)
def test_a_value_off_the_scale_is_refused(value: Any) -> None:
    rubric = load_rubric("relevance")
    with pytest.raises(Malformed, match='"v" must be one of 5, 4, 3, 2, 1, U'):
        read_reply(rubric, Material(), json.dumps({"r": "", "v": value}), final=True)


def test_a_judge_may_say_that_it_cannot_tell() -> None:
    for name in ("relevance", "correctness", "answerability", "pairwise", "context-relevance"):
        for word in ("U", "u", "unsure"):
            reply = read_reply(load_rubric(name), Material(), f'{{"r": "", "v": "{word}"}}')
            assert reply.value is None
            assert reply.choice is None
            assert reply.label is not None


def test_answerability_by_code_word_or_value() -> None:
    rubric = load_rubric("answerability")
    for word, value in (("A", 1), ("n", 0), (1, 1), (0, 0)):
        assert read_reply(rubric, Material(), json.dumps({"v": word})).value == value


def test_a_comparison_is_read() -> None:
    rubric = load_rubric("pairwise")
    for word, choice in (("A", "A"), ("b", "B"), ("Tie", "tie")):
        assert read_reply(rubric, Material(), json.dumps({"r": "", "v": word})).choice == choice


def test_points_are_read() -> None:
    rubric = load_rubric("completeness")
    material = Material.of(asked(expect={"criteria": ["price", "hours"]}), rubric)
    text = json.dumps({"points": [{"p": "p1", "q": "18 euros", "v": "F"}, {"p": 2, "v": "None"}]})
    reply = read_reply(rubric, material, text)
    assert verdicts(reply) == [("p1", "full"), ("p2", "none")]
    short = '{"points": [[1, "18 euros", "F"], [2, "", "N", ""]]}'
    assert read_reply(rubric, material, short) == reply
    with pytest.raises(Malformed, match="does not answer p2"):
        read_reply(rubric, material, text.replace(', {"p": 2, "v": "None"}', ""))


_QUOTES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
_ROWS = st.tuples(*(st.tuples(st.sampled_from("SPCNU"), _QUOTES, _QUOTES) for _ in range(3)))
_PROSE = st.text(st.characters(codec="utf-8", exclude_characters="{}<"), max_size=60)


@given(_ROWS, st.permutations([0, 1, 2]), _PROSE, _PROSE, st.integers(0, 3), st.booleans())
def test_a_valid_reply_comes_through_any_wrapping(
    rows: tuple[tuple[str, str, str], ...],
    order: list[int],
    before: str,
    after: str,
    indent: int,
    fenced: bool,
) -> None:
    entries = [row(at + 1, *rows[at]) for at in order]
    plain = json.dumps({"claims": entries, "extra": []}, indent=indent or None)
    text = f"{before}```json\n{plain}\n```{after}" if fenced else f"{before}{plain}{after}"
    reply = read(text)
    assert reply == read(plain)
    assert [one.label.code for one in reply.rows] == [one[0] for one in rows]


@given(st.text(st.characters(codec=None), max_size=400), st.booleans())
def test_any_text_is_read_or_refused(text: str, final: bool) -> None:
    try:
        reply = read(text, final)
    except Malformed:
        return
    assert reply.rows


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["claims", "c", "v", "q", "r", "extra", "t"]), inner, max_size=4
            )
        ),
        max_leaves=20,
    )
)
def test_any_json_is_read_or_refused(value: Any) -> None:
    for final in (False, True):
        try:
            reply = read(json.dumps({"claims": [value], "extra": value}), final)
        except Malformed:
            continue
        assert reply.rows
