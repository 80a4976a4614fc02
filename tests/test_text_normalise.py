"""Quote normalisation: what is folded, what is not, and offsets that lead back."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.text.normalise import NORMALISATION, normalise

_AWKWARD = (
    "ab 1\n\t\r\x00\x85\u00ad\u200d\u2028½①²ﬁ\u0301\u0323ｶﾞ가ᅡ"
    "ᄀㄱㅏ商後７ＡßİΣς’—−…\u3000\ud800\u0345ǰ\u09c7\u09be"
)
_texts = st.text(st.one_of(st.characters(), st.sampled_from(_AWKWARD)), max_size=30)


def test_the_function_is_versioned() -> None:
    assert NORMALISATION == "quote/1"


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("“a” ‘b’ «c» 5′", '"a" \'b\' "c" 5\''),
        ("a–b—c−1‑2", "a-b-c-1-2"),
        ("ﬁnal ofﬁce", "final office"),
        ("inter\u00adnational", "international"),
        ("inter\u00ad\n  national", "international"),
        ("a\u200bb\ufeffc\u202ed", "abcd"),
        ("a\u00a0 \n\t b", "a b"),
        ("  a b\n", "a b"),
        ("７日以内", "7日以内"),
        ("ｶﾞｲﾄﾞ", "ガイド"),
        ("e\u0301", "é"),
        ("10² m³ H₂O x²", "10² m³ H₂O x²"),
        ("2½ cups", "2 1/2 cups"),
        ("½ cup", "1/2 cup"),
        ("50① 円", "50 1 円"),
        ("wait…", "wait..."),
        ("商品到着後\n7日以内に\n限る", "商品到着後7日以内に限る"),
        ("三\n五", "三 五"),
        ("東京 大阪", "東京 大阪"),
        ("Case KEPT", "Case KEPT"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_what_is_folded(text: str, normal: str) -> None:
    assert normalise(text).text == normal


def test_case_is_folded_only_when_asked() -> None:
    assert normalise("Straße ΣΑΣ", fold_case=True).text == "strasse σασ"
    assert normalise("ABC def", fold_case=True).text == "abc def"


def test_offsets_cover_exactly_what_produced_a_character() -> None:
    text = " The\n  ﬁrst\u00adborn “one” "
    normal = normalise(text)
    assert normal.text == 'The firstborn "one"'
    for wanted, source in [
        ("The", "The"),
        ("The f", "The\n  ﬁ"),
        ("first", "ﬁrst"),
        ("tb", "t\u00adb"),
        ("born", "born"),
        ('"one"', "“one”"),
    ]:
        start = normal.text.index(wanted)
        assert text[slice(*normal.original(start, start + len(wanted)))] == source


def test_ranges_outside_the_text_are_refused() -> None:
    normal = normalise("a  b")
    assert normal.original(3, 3) == (4, 4)
    assert normal.original(0, 0) == (0, 0)
    for bad in [(-1, 1), (0, 4), (2, 1)]:
        with pytest.raises(IndexError):
            normal.original(*bad)
    with pytest.raises(IndexError):
        normal.normal(0, 5)


@settings(max_examples=100, deadline=None)
@given(_texts, st.booleans())
def test_normalising_twice_changes_nothing(text: str, fold: bool) -> None:
    once = normalise(text, fold_case=fold).text
    assert normalise(once, fold_case=fold).text == once


@settings(max_examples=100, deadline=None)
@given(_texts, st.booleans())
def test_offsets_are_valid_monotone_and_turn_round(text: str, fold: bool) -> None:
    normal = normalise(text, fold_case=fold)
    last = (0, 0)
    for at in range(len(normal.text)):
        start, end = normal.original(at, at + 1)
        assert 0 <= start < end <= len(text)
        assert start >= last[0]
        assert end >= last[1]
        low, high = normal.normal(start, end)
        assert low <= at < high
        last = (start, end)


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0xFFFF), max_size=20))
def test_composition_agrees_with_unicode(text: str) -> None:
    """Where no rule of ours applies, the result is NFKC of the whole, unit by unit or not."""
    kept = "".join(
        one
        for one in text
        if unicodedata.category(one)[0] in "LM"
        and not unicodedata.decomposition(one).startswith(("<super>", "<sub>"))
        and not 0xFE00 <= ord(one) <= 0xFE0F
        and one != "\u034f"
    )
    nfkc = unicodedata.normalize("NFKC", kept)
    assert normalise("A" + kept).text == " ".join(unicodedata.normalize("NFKC", "A" + kept).split())
    assert normalise(nfkc).text == " ".join(nfkc.split())


def test_hostile_text_is_survived() -> None:
    heap = "a" + "\u0301\u0323" * 50_000  # sorting these marks takes quadratic time
    assert normalise(heap).text == heap
    assert normalise("\ud800\x00\udfff").text == "\ud800\x00\udfff"
    assert normalise("\u00ad" * 100_000).text == ""
    wide = " \u2003" * 100_000 + "x"
    assert normalise(wide).original(0, 1) == (len(wide) - 1, len(wide))
