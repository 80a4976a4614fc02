"""Whatever a text holds, what is shown has its length and can do nothing to a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from adjudge_tui.display import cut, cut_quotes, display_safe, one_line

_ANY = st.text(st.characters(exclude_categories=()), max_size=200)


@settings(max_examples=100, deadline=None)
@given(_ANY)
def test_length_is_kept_and_nothing_invisible_survives(text: str) -> None:
    shown = display_safe(text)
    assert len(shown) == len(text)
    for char in shown:
        if char not in "\n\u200d":
            assert unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
    assert display_safe(shown) == shown
    assert "\n" not in one_line(text)
    shown.encode("utf-8")  # no lone surrogate is left


def test_every_single_control_and_format_character_is_replaced() -> None:
    codes = [*range(0x20), *range(0x7F, 0xA0), 0xAD, *range(0x200B, 0x2010)]
    codes += [*range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF, 0xD800, 0xDFFF, 0xE0001]
    for code in codes:
        if code not in (0x0A, 0x200D):
            assert display_safe(chr(code)) != chr(code), hex(code)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;title\x07", "␛]0;title␇"),
        ("a\r\nb\rc\td", "a \nb␍c d"),
        ("\x7f\x9b2J", "␡\ufffd2J"),
        ("left\u202eright", "left\ufffdright"),
        ("zero\u200bwidth", "zero·width"),
        ("\ud83d", "\ufffd"),
        ("👩\u200d👩\u200d👧 ❤\ufe0f 日本語 [bold]", "👩\u200d👩\u200d👧 ❤\ufe0f 日本語 [bold]"),
    ],
)
def test_known_cases(text: str, shown: str) -> None:
    assert display_safe(text) == shown


@settings(max_examples=100, deadline=None)
@example("e" + "\u0301" * 200, 3)
@example("a", 0)
@given(st.text("ab 日👩\u200d\u0301", max_size=60), st.integers(0, 20))
def test_a_cut_row_fits_and_says_that_it_was_cut(text: str, cells: int) -> None:
    shown = cut(text, cells)
    assert cell_len(shown) <= cells
    assert shown == text or not cells or (shown[-1] == "…" and text.startswith(shown[:-1]))


@settings(max_examples=100, deadline=None)
@given(st.lists(_ANY.map(one_line), max_size=6).map('"'.join), st.integers(1, 120))
def test_a_row_with_quotations_is_never_too_wide(text: str, cells: int) -> None:
    shown = cut_quotes(text, cells)
    assert cell_len(shown) <= cells or len(shown) < 3
    if cell_len(text) <= cells:
        assert shown == text


def test_long_quotations_lose_their_middle_first() -> None:
    text = 'why: "The board guarantees a dividend" differs from "The board proposes one"'
    assert cut_quotes(text, 60) == 'why: "The boar…dividend" differs from "The boar…poses one"'
    assert cut_quotes("why: no quotation here", 12) == "why: no quo…"
    assert cut_quotes('why: "never closed here', 12) == 'why: "never…'
