"""Which operation a question or a claim names."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.calculations.solve import Operation
from adjudge_engine.numbers.model import SHARES, Number

_NAMED: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE))
    for name, words in (
        ("average", r"averag\w{0,3}|mean|durchschnitt\w{0,10}|moyenne|promedio|средн\w{0,8}"),
        (
            "percent_change",
            r"(?:percent(?:age)?|per cent|%|relative) (?:change|difference|increase|decrease|growth"
            r"|rise|drop|decline)|growth rate|how many percent|prozentual\w{0,4}",
        ),
        (
            "share",
            r"(?:as (?:a )?|in )percent(?:age)?|percentage (?:of|constitution)|proportions?|share"
            r" of|ratios?|fraction|anteil|quote|proportion|proporción|доля",
        ),
        (
            "difference",
            r"differences?|differ(?:s|ed)?|(?:how (?:much|many|far|long) )?(?:more|less|fewer"
            r"|higher|lower|longer|greater|cheaper|older)|remain\w{0,3}|left|minus|changed?|increased?"
            r"|decreased?|differenz|unterschied|différence|écart|diferencia|разница|leaves",
        ),
        (
            "total",
            r"total(?:s|led|ling)?|sums?|plus|altogether|combined|together|in all|insgesamt|summe"
            r"|zusammen|gesamt\w{0,12}|somme|ensemble|suma|juntos|juntas|en conjunto|итого|всего"
            r"|вместе|сумма",
        ),
        ("product", r"multipl(?:y|ied)|product of|times|produit|producto|произведение"),
    )
)
_EASTERN: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("average", re.compile("平均")),
    ("percent_change", re.compile("増加率|減少率|成長率|增长率|伸び率")),
    ("share", re.compile("比率|割合|比例|占比|合格率")),
    ("difference", re.compile("差額|差は|の差|差额|相差|残り|剩余")),
    ("total", re.compile("合計|総額|総計|合计|总计|总共|共计|一共|总额|总和")),
)


def operation_of(stated: str, number: Number) -> Operation | None:
    """The operation that a claim's words (`numbers.operations`) mean for a result of its kind."""
    share = number.kind in SHARES
    names: dict[str, Operation] = {
        "total": "total",
        "average": "average",
        "difference": "difference",
        "change": "percent_change" if share and number.kind != "points" else "difference",
        "ratio": "share" if share else "ratio",
    }
    return names.get(stated)


def operations_asked(text: str, number: Number) -> list[Operation]:
    """The operations that `text` names and whose result `number` may be, most telling first."""
    table = _NAMED if text.isascii() else _NAMED + _EASTERN
    named = [name for name, pattern in table if pattern.search(text) is not None]
    is_share = number.kind in SHARES
    found: list[Operation] = []
    if "average" in named:
        return ["average"]
    if "percent_change" in named and is_share:
        return ["percent_change"]
    if "difference" in named:
        found.append("difference")
    if "share" in named:
        found.append("share" if is_share else "ratio")
    if "total" in named and not found:
        found.append("total")
    if "product" in named:
        found.append("product")
    return found
