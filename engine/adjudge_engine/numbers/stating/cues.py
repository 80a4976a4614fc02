"""Words of a claim or question that change what a number in it must show: operations, denials."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_OPERATIONS: Final[tuple[tuple[str, str], ...]] = (
    (
        "total",
        r"total(?:s|led|ling)?|sum(?:s|med)?|plus(?! de\b)|makes|altogether|combined|"
        r"together|in all|overall|aggregate|"
        r"cumulative|insgesamt|summe|gesamt\w{0,12}|zusammen|somme|ensemble|"
        r"au total|suma|en conjunto|juntos|juntas|итого|всего|вместе|сумма",
    ),
    (
        "difference",
        r"differences?|differ(?:s|ed)?|how (?:much|many|far|long) (?:more|less|fewer|higher|lower|"
        r"longer|greater)|remaining|remain(?:s|ed)?|left over|is left|are left|"
        r"net (?:change|of)|minus|"
        r"differenz|unterschied|übrig|différence|écart|reste|diferencia|resta|quedan?|разница|"
        r"осталось|leaves",
    ),
    (
        "average",
        r"averag(?:e|es|ed|ing)|mean of|durchschnitt\w{0,10}|mittelwert|im mittel|moyenne|"
        r"promedio|media|средн\w{0,8}",
    ),
    (
        "ratio",
        r"ratios?|proportions?|as (?:a )?percent(?:age)?|share of|"
        r"times (?:as|more|higher|larger)|twice|double[ds]?|"
        r"tripled?|halved|fraction|verhältnis|anteil|quote|rapport|proportion|razón|proporción|"
        r"доля|соотношение|per (?:capita|share|person|head|unit)",
    ),
    (
        "change",
        r"(?:percent|percentage|per cent|%) (?:change|increase|decrease|growth|decline|of)|"
        r"(?:change|increase|decrease|growth|decline|rise|drop|reduction)s? (?:of|by|in)|"
        r"increase\s?/\s?\(?\s?decrease|growth rate|growth|change|"
        r"year[- ]over[- ]year|"
        r"veränderung|wachstum|zunahme|rückgang|anstieg|prozentual\w{0,4}|"
        r"variation|évolution|croissance|hausse de|baisse de|variación|crecimiento|aumento de|"
        r"изменение|рост",
    ),
    (
        "count",
        r"how many [^.?!\n]{1,80}? (?:exceed(?:s|ed)?|above|below|over|under|more than|less than|"
        r"(?:are|were|was|is) there|are listed|components?|used|use)",
    ),
    ("product", r"multipl(?:y|ied)|product of|multiplié|multiplicado|произведение"),
)
_OPERATION = re.compile(
    r"(?<![^\W_])(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _OPERATIONS) + r")"
    r"(?![^\W_])",
    re.IGNORECASE,
)
#: Pieces of which a text of ASCII letters has one that names an operation.
_PIECES: Final = (
    *("total", "sum", "plus", "makes", "altogether", "combined", "together", "in all", "overall"),
    *("aggregate", "cumulative", "gesamt", "zusammen", "somme", "ensemble", "conjunto", "junt"),
    *("differ", "how ", "remain", "left", "net ", "minus", "unterschied", "rest", "diferencia"),
    *("queda", "leaves", "averag", "mean of", "durchschnitt", "mittel", "moyenne", "promedio"),
    *("media", "ratio", "proportion", "percent", "share of", "times ", "twice", "double", "tripl"),
    *("halved", "fraction", "anteil", "quote", "rapport", "per ", "% ", "change", "crease"),
    *("growth", "decline", "rise", "drop", "reduction", "year", "wachstum", "zunahme", "anstieg"),
    *("prozentual", "variation", "croissance", "hausse de", "baisse de", "crecimiento"),
    *("aumento de", "multipl", "product of"),
)
_EASTERN: Final[tuple[tuple[str, str], ...]] = (
    ("total", r"合計|総額|総計|合计|总计|总共|共计|总额|总和|計算"),
    ("difference", r"差額|差は|の差|差额|相差|残り|剩余"),
    ("average", r"平均"),
    ("ratio", r"比率|割合|比例|占比|合格率|倍"),
    ("change", r"増加率|減少率|成長率|増減|增长率|增长了|变化|伸び率"),
)
_EASTERN_OPERATION = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _EASTERN))
_SIGNS = re.compile(r"[0-9)%€$£¥]\s{0,2}(?:[+×*÷=]|\s[-−–x/]\s)\s{0,2}[(€$£¥]?[0-9]")

_NEGATIONS = (
    r"\b(?:no|not|n't|never|nor|neither|without|cannot|nicht|kein\w{0,2}|ne|pas|aucune?|no se|"
    r"ningún|ninguna|не|нет)\b|n't\b"
)
_MENTIONS = (
    r"mention\w{0,3}|stat(?:e|es|ed|ing)\b|specif\w{2,5}|list(?:s|ed)?\b|said\b|says?\b|contain\w{0,3}|"
    r"includ\w{1,3}|indicat\w{1,3}|provid\w{1,3}|confirm\w{0,3}|support\w{0,3}|evidence|information|"
    r"reference|refer\w{0,4}|found\b|given\b|describ\w{1,3}|discuss\w{0,3}|erwähn\w{0,3}|genannt|"
    r"angegeben|mentionn\w{0,4}|indiqu\w{0,4}|précis\w{0,4}|mencion\w{0,4}|indica\w{0,3}|"
    r"упомина\w{0,6}|указан\w{0,3}"
)
_DENIAL = re.compile(
    rf"(?:{_NEGATIONS})[^.!?\n]{{0,80}}?\b(?:{_MENTIONS})|\b(?:{_MENTIONS})[^.!?\n]{{0,12}}(?:{_NEGATIONS})",
    re.IGNORECASE,
)
_EASTERN_DENIAL = re.compile(
    r"(?:記載|言及|明記|記述)(?:は|が|も)?(?:あり|され|ない|なし)|未提及|没有提到|未提到|没有说明"
)
#: What says, right before or behind a figure, that it is another one.
_NOT_THIS: Final = re.compile(
    r"\b(?:(?:not|isn['’]t|wasn['’]t|aren['’]t|instead of|rather than|nicht|statt|anstatt"
    r"|kein\w{0,2}|n['’]est pas|pas|au lieu de|no es|no son|en lugar de|en vez de|не|вместо)"
    r"(?: (?:the|a|an|of|in|by|for|at|de|des|un|una|von|um|bei|на))?|\bno,? not) ?[$€£¥(]{0,2}\Z",
    re.IGNORECASE,
)
_NOT_THAT: Final = re.compile(
    r"[^\W\d_%％]{0,3}[%％]?(?:(?:ではな|でな|じゃな)(?!けれ|きゃ)|ではありません)"
)
#: How far around a number a denial is looked for.
_REACH: Final = 160


def operation_in(text: str) -> str | None:
    """The first arithmetic operation that `text` names or writes in signs, or None."""
    if not text.isascii() or any(map(text.lower().__contains__, _PIECES)):
        match = _OPERATION.search(text) or _EASTERN_OPERATION.search(text)
        if match is not None:
            return match.lastgroup
    return "sum" if _SIGNS.search(text) is not None else None


def is_corrected(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is what something is not: "not $40 but $30", "30, not 40"."""
    if _NOT_THIS.search(text, max(0, start - 40), start) is not None:
        return True
    return _NOT_THAT.match(text, end, end + 12) is not None


def is_denied(text: str, start: int, end: int) -> bool:
    """Whether the clause around `text[start:end]` says that it is mentioned nowhere."""
    low = max(0, start - _REACH)
    before, after = text[low:start], text[end : end + _REACH]
    cut = max(before.rfind("."), before.rfind("\n"), before.rfind(";"), before.rfind("。"))
    before = before[cut + 1 :]
    stops = [at for at in map(after.find, (". ", "\n", ";", "。", ", but ", " but ")) if at >= 0]
    after = after[: min(stops)] if stops else after
    return _denies(f"{before}#{after}")


@lru_cache(maxsize=64)
def _denies(clause: str) -> bool:
    return _DENIAL.search(clause) is not None or _EASTERN_DENIAL.search(clause) is not None
