"""What the golden screen shows: sets, rows, coverage and differences as lines; free of Textual."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rich.cells import set_cell_size

from adjudge_tui.display import cut, one_line
from adjudge_tui.wording.strings import say

JSON = Mapping[str, Any]
#: The lists of a difference: the sign before a row, and how it looks.
_SIGNS: Final = {
    "added": ("+", "good"),
    "removed": ("-", "warn"),
    "withdrawn": ("✗", "warn"),
    "relabelled": ("~", "heading"),
    "moved": ("!", "bad"),
}
_LONGEST: Final = 300  # characters of a free text in a line


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list: display-safe, what it looks like, what `Enter` leads to.

    `full` is what the line below the list says of it; `id` its case, `withdrawn` whether its
    label counts for nothing any more.
    """

    text: str
    kind: str = ""
    item: int | None = None
    set: tuple[str, int] | None = None
    full: str = ""
    id: str = ""
    withdrawn: bool = False


def set_entries(listed: Iterable[JSON]) -> tuple[Entry, ...]:
    """Every version of every set, the newest of each first."""
    ordered = sorted(listed, key=lambda one: (str(one["name"]), -int(one["version"])))
    return tuple(_set(one) for one in ordered)


def _set(one: JSON) -> Entry:
    name, version = str(one["name"]), int(one["version"])
    who = one_line(str(one["actor"]))
    parts = [
        set_cell_size(cut(one_line(f"{name}@{version}"), 20), 20),
        set_cell_size(str(one["created_at"])[:10], 10),
        set_cell_size(say("golden.rows", count=one["rows"]), 8),
        set_cell_size(say("golden.sides", dev=one["dev"], held_out=one["held_out"]), 18),
        say("golden.withdrawn", count=one["withdrawn"]) if one["withdrawn"] else "",
        say("golden.imported") if one["imported"] else "",
        cut(who, 30),
    ]
    full = say(
        "golden.set_full", name=one_line(f"{name}@{version}"), who=cut(who, 60), event=one["event"]
    )
    return Entry("  ".join(filter(None, parts)), set=(name, version), full=full)


def row_entries(rows: Iterable[JSON]) -> tuple[Entry, ...]:
    """The rows of one version, in its order."""
    return tuple(_row(one) for one in rows)


def _row(row: JSON) -> Entry:
    told = (row.get("metadata") or {}).get("golden") or {}
    gone = told.get("withdrawn")
    labels = "; ".join(_label(one) for one in row.get("labels") or ())
    who = ", ".join(str(one) for one in told.get("reviewers") or ())
    case_id = one_line(str(row.get("id")))
    item = told.get("item")
    text = "  ".join(
        (
            "✗" if gone else " ",
            set_cell_size(one_line(str(told.get("split") or "")), 8),
            set_cell_size(f"#{item}" if item is not None else "", 6),
            set_cell_size(cut(labels, 34), 34),
            set_cell_size(cut(case_id, 24), 24),
            one_line(str(row.get("question") or ""))[:_LONGEST],
        )
    )
    parts = [
        say("golden.gone", event=gone) if gone else "",
        say("golden.by", who=cut(one_line(who), 40)) if who else "",
        str(told.get("decided_at") or "")[:10],
        labels,
        one_line(str(row.get("question") or ""))[:_LONGEST],
    ]
    return Entry(
        text,
        "muted" if gone else "",
        item=item if isinstance(item, int) else None,
        full=" · ".join(part for part in parts if part),
        id=case_id,
        withdrawn=bool(gone),
    )


def _label(label: JSON) -> str:
    """A label in a few words; what is said of its claims as a number."""
    if label.get("undetermined"):
        value = say("golden.undetermined")
    elif label.get("value") is None:
        value = say("golden.by_claim")
    else:
        value = str(label["value"])
    said = f"{label.get('criterion')}: {value}"
    claims = len(label.get("claims") or ())
    return one_line(said)[:120] + (f" ({claims})" if claims else "")


def coverage_entries(found: JSON) -> tuple[Entry, ...]:
    """How many rows of each kind stand on either side; a side without any is marked."""
    splits, documents = found["splits"], found["documents"]
    sides = say("golden.sides", dev=splits["dev"], held_out=splits["held-out"])
    withdrawn = say("golden.withdrawn", count=found["withdrawn"])
    rows = say("golden.rows", count=found["rows"])
    told = say(
        "golden.documents",
        dev=documents["dev"],
        held_out=documents["held-out"],
        both=documents["both"],
    )
    lines = [Entry(f"{rows} · {sides} · {withdrawn}"), Entry(told)]
    for kind, values in found["slices"].items():
        heads = "".join(f"{one:>{cells}}" for one, cells in zip(splits, (8, 10), strict=True))
        word = say(f"slice.{kind}")
        lines += [Entry(""), Entry(f"{heads}   {word}", "heading")]
        for value, counted in values.items():
            dev, held_out = counted["dev"], counted["held-out"]
            thin = not dev or not held_out
            sign = "!" if thin else " "
            text = f"{sign}{dev:>7} {held_out:>9}   {one_line(str(value))[:_LONGEST]}"
            missing = "golden.none_dev" if not dev else "golden.none_held_out"
            lines.append(Entry(text, "warn" if thin else "", full=say(missing) if thin else ""))
    return tuple(lines)


def diff_entries(found: JSON) -> tuple[Entry, ...]:
    """What two versions differ in: every row that does, and each part of its label."""
    lines: list[Entry] = []
    counts = []
    for kind, (sign, look) in _SIGNS.items():
        entries = found[kind]
        word = say(f"differs.{kind}")
        if entries:
            counts.append(f"{sign} {word} {len(entries)}")
        for entry in entries:
            lines.extend(_differing(entry, kind, sign, look))
    counts.append(say("golden.unchanged", count=found["unchanged"]))
    return (Entry(" · ".join(counts)), *lines)


def _differing(entry: JSON, kind: str, sign: str, look: str) -> Iterator[Entry]:
    case_id, item = one_line(str(entry["id"])), entry.get("item")
    item = item if isinstance(item, int) else None
    word = say(f"differs.{kind}")
    more = ""
    if kind == "withdrawn":
        more = say("golden.gone", event=entry["event"])
    elif kind == "moved":
        more = say("golden.moved", was=entry["was"])
    parts = (
        f"{sign} {set_cell_size(word, 11)}",
        set_cell_size(str(entry["split"]), 8),
        set_cell_size(f"#{item}" if item is not None else "", 6),
        case_id[:_LONGEST],
    )
    yield Entry("  ".join(parts), look, item=item, full=more, id=case_id)
    for change in entry.get("changed", ()):
        what = one_line(f"{change['criterion']}: {change['what']}")[:120]
        before, after = _word(change["before"]), _word(change["after"])
        yield Entry(f"      {before} → {after}  {what}", item=item, id=case_id)


def _word(value: Any) -> str:
    return say("golden.nothing") if value is None else one_line(str(value))[:120]
