"""Tables drawn with lines: every line as wide, every word there, merged cells as one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from adjudge_tui.display import display_safe
from adjudge_tui.listing.columns import fit
from adjudge_tui.listing.tables import TableCell, draw

_TEXTS = st.text(st.sampled_from("ab c\n日本🇯é\u0301│─[/]$\x1b\u202e\u200b"), max_size=30).map(
    display_safe
)


@st.composite
def _tables(make: st.DrawFn) -> list[TableCell]:
    places = make(
        st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=20, unique=True)
    )
    spans = st.sampled_from((1, 1, 1, 2, 3, 10**9))
    return [TableCell(*place, make(_TEXTS), make(spans), make(spans)) for place in places]


def test_merged_cells_are_one() -> None:
    cells = [
        TableCell(0, 0, "Class"),
        TableCell(0, 1, "Charges", 1, 2),
        TableCell(1, 0, "R", 2, 1),
        TableCell(1, 1, "0.74 %"),
        TableCell(1, 2, "yearly"),
        TableCell(2, 1, "2 %"),
        TableCell(2, 2, "once"),
    ]
    assert draw(cells, 40).text.splitlines() == [
        "┌───────┬─────────────────┐",
        "│ Class │ Charges         │",
        "├───────┼────────┬────────┤",
        "│ R     │ 0.74 % │ yearly │",
        "│       ├────────┼────────┤",
        "│       │ 2 %    │ once   │",
        "└───────┴────────┴────────┘",
    ]


def test_columns_without_room_follow_below() -> None:
    cells = [TableCell(0, column, f"c{column}") for column in range(9)]
    drawn = draw(cells, 30)
    assert max(map(cell_len, drawn.text.splitlines())) <= 30
    for column in range(9):
        ((start, end),) = drawn.spots[0, column]
        assert drawn.text[start:end] == f"c{column}"


def test_a_table_costs_what_it_holds() -> None:
    far = [TableCell(10**9 * n, 10**9 * n, f"v{n}") for n in range(900)]
    drawn = draw(far, 60)
    assert drawn.text.splitlines()[1] == "1000000000, 1000000000: v1"
    near = [TableCell(0, 0, "a", 10**9, 10**9), TableCell(10**8, 10**8, "b")]
    assert len(draw(near, 60).text) < 500
    assert draw([], 60).text == ""


@given(_tables(), st.integers(1, 120))
def test_whatever_is_in_it(cells: list[TableCell], width: int) -> None:
    drawn = draw(cells, width)
    lines = drawn.text.splitlines()
    for block in "\n".join(lines).split("┘"):
        widths = {cell_len(line) for line in (block + "┘").splitlines() if line.strip("┘")}
        assert len(widths) <= 1
    if width >= 8:
        assert all(cell_len(line) <= max(width, 8) for line in lines)
    for cell in cells:
        words = cell.text.replace("\n", " ").split()
        shown = "".join(drawn.text[a:b] for a, b in drawn.spots.get((cell.row, cell.column), ()))
        said, shown = "".join(words), "".join(shown.split())
        times = len(shown) // len(said) if said else 0  # once in each part that it reaches into
        assert shown == said * times
        assert times >= bool(said)


def test_a_row_that_ends_between_two_columns_has_no_ellipsis() -> None:
    row = "ab  cd   efgh"
    assert [fit(row, cells) for cells in (13, 12, 9, 8, 7, 5, 3)] == [
        row,
        "ab  cd   ef…",
        "ab  cd",
        "ab  cd",
        "ab  cd",
        "ab",
        "ab",
    ]
