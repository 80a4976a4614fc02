"""Words that say whether a figure went up or down, or was won or lost, before and behind it."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.model import Direction
from adjudge_engine.numbers.reading.tables import word_set

UP: Final = word_set(
    "rose rise rises risen rising increased increase increases increasing grew grow grows "
    "grown growing growth up gained gain gains climbed jumped surged higher added stieg "
    "gestiegen wuchs gewachsen zunahme anstieg hausse augmenté augmentation croissance "
    "aumentó aumentaron subió subieron creció crecieron aumento progressé вырос выросла выросло "
    "выросли повысился повысилась повысилось повысились увеличился увеличилась "
    "увеличилось увеличились "
    "рост stiegen wuchsen erhöhte erhöhten ascendieron "
    "cresciuto cresciuta cresciuti cresciute aumentato aumentata aumentati aumentate salito salita "
    "saliti salite crescita cresceu cresceram aumentou aumentaram subiu subiram crescimento "
    "steeg stegen gestegen groeide groeiden gegroeid toegenomen stijging toename "
    "ارتفع ارتفعت زاد زادت نما نمت"
)
DOWN: Final = word_set(
    "fell fall falls fallen falling decreased decrease decreases decreasing declined "
    "decline declines declining dropped drop drops down lost loss losses reduced "
    "reduction lower shrank slipped deficit sank fiel gesunken gefallen rückgang abnahme "
    "verlust baisse baissé diminué diminution recul reculé chuté perte cayó cayeron bajó bajaron "
    "disminuyó disminuyeron descenso sanken fielen schrumpfte schrumpften "
    "понизился понизилась понизилось понизились "
    "caída pérdida снизился снизилась снизилось снизились упал упала упало упали сократился "
    "сократилась сократилось сократились снижение падение убыток "
    "descendió descendieron redujo redujeron retrocedió retrocedieron "
    "diminuito diminuita diminuiti diminuite calato calata calati calate sceso scesa scesi scese "
    "ridotto ridotta riduzione diminuzione calo caiu caíram diminuiu diminuíram recuou recuaram "
    "reduziu queda redução daalde daalden gedaald kromp krompen gekrompen afgenomen daling afname "
    "انخفض انخفضت تراجع تراجعت هبط هبطت "
    "negative"
)
FILLERS: Final = word_set(
    "by of about approximately nearly around some a an the another roughly almost over "
    "more than only just sharply slightly further um met del di do da em de en un rund "
    "etwa environ unos на was is بنسبة"
)
#: Verbs between a loss and how much it is.
_SAYS: Final = frozenset({"betrug", "beträgt", "betragen", "betrugen", "est", "était", "es", "fue"})
_BY: Final = frozenset({"by", "um", "met"})
#: Words that begin where, when or for whom something rose or fell.
_WHERE: Final = word_set("in at for during among within after im bei unter nach während bij na")
_BY_A_SHARE: Final = "بنسبة"
#: Verbs that come after the figure, in Hindi.
_ROSE: Final = word_set("बढ़ा बढ़ी बढ़े बढ़ा बढ़ी बढ़े वृद्धि")
_FELL: Final = word_set("घटा घटी घटे गिरा गिरी गिरे कमी गिरावट")
_EASTERN_FALL: Final = re.compile(r"[のもほど]{0,2}(?:減|减|低下|下降|下落|下が|下跌|降低)")
_EASTERN_RISE: Final = re.compile(r"[のもほど]{0,2}(?:増|增|上昇|上升|上が|上涨|伸び)")
#: The same right before a figure, in Chinese: 增长了12%, but not 增至12%, which is a level.
_EASTERN_VERB: Final = re.compile(
    r"(?:(?P<down>下降|减少|下跌|下滑|降低|減少)|(?P<up>增长|增加|上升|上涨|提高))(?:了|约|近|超)?\Z"
)
#: What was lost or won, right before how much: 赤字は3億円, 亏损3亿元.
_EASTERN_RESULT: Final = re.compile(
    r"(?:(?P<down>赤字|損失|欠損|亏损|虧損|逆差)"
    r"|(?P<up>黒字|黑字|利益|盈利|盈余|盈餘|利润|利潤|顺差|順差))"
    r"(?:額|额)?(?:は|が|を|了|为|為|是|达|達|约|約){0,2}\Z"
)


def direction_before(words: list[str]) -> Direction | None:
    """The direction that the last words before a figure give it ("fell by about 5")."""
    if words[-1:] == [_BY_A_SHARE]:  # the verb comes before what rises
        words = [word for word in words[-5:] if word in UP or word in DOWN]
    for word in reversed(words[-5:]):
        if word in DOWN:
            return "down"
        if word in UP:
            return "up"
        if word not in FILLERS and word not in _SAYS:
            break
    return _far_direction(words) if words[-1:] and words[-1] in _BY else None


def _far_direction(words: list[str]) -> Direction | None:
    """ "Fell in the treatment group by": the verb, with where or when right behind it."""
    for word, following in reversed([*zip(words[-7:], words[-6:], strict=False)]):
        if following in _WHERE and (word in UP or word in DOWN):
            return "down" if word in DOWN else "up"
    return None


def eastern_direction(word: str) -> Direction | None:
    """The same of what stands right before a figure in Chinese or Japanese."""
    match = _EASTERN_VERB.search(word[-8:]) or _EASTERN_RESULT.search(word[-8:])
    return match.lastgroup if match is not None else None  # type: ignore[return-value]


def direction_of(word: str) -> Direction | None:
    """The direction that a word right after a figure gives it ("a 5% drop")."""
    if word in DOWN:
        return "down"
    if word in UP:
        return "up"
    if word and not word.isascii():
        return _direction_after(word)
    return None


def _direction_after(word: str) -> Direction | None:
    if word in _FELL or _EASTERN_FALL.match(word) is not None:
        return "down"
    return "up" if word in _ROSE or _EASTERN_RISE.match(word) is not None else None
