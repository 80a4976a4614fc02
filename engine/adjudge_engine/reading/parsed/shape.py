"""What every reader of a parser's output gives back, and how it takes values apart.

Inside, pages count from 1 and cells from 0. All helpers raise Problem with the field's path and
one plain sentence; a member that is missing or null is the empty value of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from adjudge_engine.reading.problems import Problem, kind_of
from adjudge_engine.source import Capabilities, Element, Page, SourceSpan, Table

#: More pages than this are no document but a mistake, or an attack on the memory.
MAX_PAGES: Final = 100_000
MAX_NUMBER: Final = 2**53
_FINGERPRINT: Final = re.compile(r"sha256:[0-9a-f]{64}")
_NAME_LENGTH: Final = 1000

#: The small vocabulary of kinds, by what the formats call theirs.
_KINDS: Final = {
    "title": ("title", "doctitle"),
    "heading": ("heading", "section_header", "sectionheading", "subtitle", "field_heading"),
    "paragraph": (
        *("paragraph", "text", "text_block", "text_run", "narrativetext", "compositeelement"),
        *("uncategorizedtext", "inline"),
    ),
    "list_item": ("list_item", "listitem", "bulletedtext"),
    "table": ("table", "document_index", "tablechunk"),
    "caption": ("caption", "figurecaption"),
    "formula": ("formula", "formulablock"),
    "header": ("header", "page_header", "pageheader"),
    "footer": ("footer", "page_footer", "pagefooter", "pagenumber", "page_number"),
    "code": ("code", "codesnippet"),
}
_KIND_OF: Final = {name: kind for kind, names in _KINDS.items() for name in names}


class Parsed(NamedTuple):
    """A source's parsed form, and what the document says of itself."""

    capabilities: Capabilities
    pages: tuple[Page, ...] = ()
    elements: tuple[Element, ...] = ()
    tables: tuple[Table, ...] = ()
    spans: tuple[SourceSpan, ...] = ()
    text: str | None = None
    title: str | None = None
    fingerprint: str | None = None
    source_id: str | None = None


def kind(label: str) -> str:
    """The kind of an element that the format calls `label`; what has no place is `other`."""
    return _KIND_OF.get(label.strip().lower().replace(" ", "_").replace("-", "_"), "other")


def an_object(value: Any, field: str) -> dict[str, Any]:
    """`value` as the object it must be."""
    if not isinstance(value, dict):
        raise Problem(field, f"must be an object, not {kind_of(value)}")
    return value


def a_list(parent: dict[str, Any], key: str, field: str) -> list[Any]:
    """The list at `key`."""
    value = parent.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise Problem(joined(field, key), f"must be a list, not {kind_of(value)}")
    return value


def objects(parent: dict[str, Any], key: str, field: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of the list at `key`, each with its path."""
    path = joined(field, key)
    for at, value in enumerate(a_list(parent, key, field)):
        where = f"{path}[{at}]"
        yield where, an_object(value, where)


def text_at(parent: dict[str, Any], key: str, field: str) -> str:
    """The text at `key`."""
    value = parent.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Problem(joined(field, key), f"must be text, not {kind_of(value)}")
    return value


def id_at(parent: dict[str, Any], key: str, field: str, otherwise: str | None = None) -> str:
    """The id at `key`, text or a whole number; `otherwise` where there is none."""
    value = parent.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is None and otherwise is not None:
        return otherwise
    if not isinstance(value, str) or not value:
        said = "is missing" if value in (None, "") else f"must be text, not {kind_of(value)}"
        raise Problem(joined(field, key), said)
    return value


def whole_at(
    parent: dict[str, Any],
    key: str,
    field: str,
    *,
    least: int = 0,
    most: int = MAX_NUMBER,
    otherwise: int | None = None,
) -> int:
    """The whole number at `key`, between `least` and `most`; `otherwise` where there is none."""
    value = parent.get(key)
    if value is None and otherwise is not None:
        return otherwise
    if value is None:
        raise Problem(joined(field, key), "is missing")
    if isinstance(value, bool) or not isinstance(value, int):
        raise Problem(joined(field, key), f"must be a whole number, not {kind_of(value)}")
    if not least <= value <= most:
        raise Problem(joined(field, key), f"must be between {least} and {most:,}")
    return value


def page_at(parent: dict[str, Any], key: str, field: str) -> int | None:
    """The page number at `key`, from 1, or None."""
    if parent.get(key) is None:
        return None
    return whole_at(parent, key, field, least=1, most=MAX_PAGES)


def page_list(numbers: Iterable[int]) -> tuple[Page, ...]:
    """The pages of these numbers, in order, each once."""
    return tuple(Page(page=number) for number in sorted(frozenset(numbers)))


def last(page: int | None, pages: Iterable[int]) -> int | None:
    """The last of `pages` where it is not `page` itself: what `last_page` says."""
    end = max(pages, default=page)
    return end if page is not None and end is not None and end > page else None


def fingerprint_at(parent: dict[str, Any], key: str, field: str) -> str | None:
    """The SHA-256 of the original at `key`: `sha256:` and 64 hexadecimal digits."""
    value = text_at(parent, key, field)
    if not value:
        return None
    if not _FINGERPRINT.fullmatch(value):
        raise Problem(joined(field, key), 'must be "sha256:" and 64 hexadecimal digits')
    return value


def own_name(value: Any) -> str | None:
    """A file name or id that a document gives itself, without folders; None if it is no name."""
    if not isinstance(value, str):
        return None
    name = re.split(r"[/\\]", value)[-1].strip()
    return name if 0 < len(name) <= _NAME_LENGTH else None


def own_title(value: Any) -> str | None:
    """The title that a document gives itself, or None."""
    return value.strip() if isinstance(value, str) and value.strip() else None


def joined(field: str, key: str) -> str:
    """The path of the member `key` of what stands at `field`."""
    return f"{field}.{key}" if field else key
