"""Pieces of words that a text must have for the patterns of an operation to match at all.

Looking for a few dozen pieces of words is far cheaper than any of the patterns of `operations`.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Stems(NamedTuple):
    """Pieces of words, in lower case, without which no pattern of an operation can match.

    One of `alone` must stand in the text, or one of `verbs` and one of `beside`.
    """

    alone: tuple[str, ...]
    verbs: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    def stand_in(self, lower: str) -> bool:
        """Whether a pattern of the operation may match the text, which is in lower case."""
        if any(map(lower.__contains__, self.alone)):
            return True
        verbs, beside = self.verbs, self.beside
        return any(map(lower.__contains__, verbs)) and any(map(lower.__contains__, beside))


def _pieces(text: str) -> tuple[str, ...]:
    return tuple(piece.replace("·", " ") for piece in text.split())


STEMS: Final[dict[str, Stems]] = {
    "total": Stems(
        _pieces(
            "total altogether all·told in·all sum·of sum·is up·to combined together makes "
            "adding night·cost day·cost week·cost month·cost person·cost  "
            "make·up ·macht machen ·font ·fait hacen ·son ·dan составля даёт дают равно "
            "kosten ergib ergeb coûte cuestan стоят each·cost each·come "
            "each·is apiece "
            "comes·to come·to came·to amount·to amounts·to amounted·to works·out "
            "work·out worked·out insgesamt summe gesamt zusammen en·tout somme ensemble suma "
            "conjunto итого сумм вместе всего общая 合計 総額 総計 総数 全部で 合计 总 共 合わせ "
            "あわせ कुल مجموع جمالي 합계 총 모두"
        ),
        ("plus",),
        _pieces("make is equal give come total or"),
    ),
    "difference": Stems(
        _pieces(
            "exceed subtracting "
            "difference diferencia than· leaves leaving left remain ·vacant are·free is·free "
            "·missing unfilled unsold unpaid outstanding are·open is·open are·empty is·empty "
            "minus net·of ·less· differenz unterschied bleib reste·n reste· restent queda "
            "écart différence осталось остаётся больше меньше выше ниже разница "
            "差 残 剩 多 少 高 低 贵 便宜 长 短 重 轻"
        ),
        _pieces("mehr weniger höher niedriger plus moins más menos"),
        _pieces("·als ·que"),
    ),
    "change": Stems(
        _pieces(
            "plus·von minus·von "
            "·um· anstieg rückgang zunahme wachstum steigerung senkung hausse·de baisse·de "
            "augmentation·d diminution·d progression·d recul· augmenté baissé diminué "
            "progressé reculé aumento·de incremento·de descenso·de disminución caída "
            "crecimiento reducción aumentó creció subió bajó cayó disminuyó вырос увеличил "
            "снизил упал сократил 増 減 增 减 上升 下降 上昇 低下 上が 下が 伸び 下落 率"
        ),
        _pieces(
            "rose rise rising grew grow increas fell fall decreas declin drop climb jump surg "
            "shrank shrunk reduc cut raised lowered improv ·up ·down slipped expanded "
            "multiplied change hike"
        ),
        _pieces("·by· % perc per·cent point e·of s·of h·of n·of p·of l·of t·of"),
    ),
    "average": Stems(
        _pieces(
            "average·of averages·of averaged averages averaging mean·of mean·is mean·was "
            "average·is average·was on·average durchschnitt mittelwert im·mittel moyenne promedio "
            "среднем "
            "平均"
        )
    ),
    "ratio": Stems(
        _pieces(
            "ratio·of ·times· twice half·as thrice doubl tripl quadrupl halv verdoppel "
            "verdreifach vervierfach halbier duplic удвоил утроил that·is which·is "
            "verhältnis razón "
            "rapport·de rapport·est 占 即 つまり すなわち doppelt mal·so "
            "fois·plus veces соотношение ·раз 率 割合 比 倍"
        ),
        _pieces(
            "·of· ·von· ·sur· ·de· из· rate share proportion percentage margin anteil quote "
            "taux part porcentaje доля"
        ),
        _pieces("% perc per·cent point prozent pourc por·cien процент"),
    ),
    "product": Stems(_pieces("multipl ·times· divid")),
    "conclusion": Stems(
        _pieces("so· therefore thus· hence· daher somit also· donc· ainsi· entonces поэтому")
    ),
}

#: The same for texts of plain letters, as whole words in every form that the patterns know: a look
#: at the words of a text is quicker than a search for many pieces.
SIGNALS: Final[dict[str, str]] = {
    "total": (
        "total totals totaled totalled totaling totalling altogether told sum sums summed "
        "combined adding together plus insgesamt summe zusammen somme ensemble suma suman sumando "
        "conjunto tout macht machen ergibt ergeben font fait hacen"
    ),
    "difference": (
        "exceed exceeds exceeded subtracting "
        "difference differences differenz unterschied diferencia than less leaves leaving left "
        "remain remains remained remaining vacant free missing unfilled unsold unpaid "
        "outstanding open empty minus net mehr weniger niedriger moins plus menos bleiben "
        "bleibt verbleiben reste restent queda quedan"
    ),
    "change": (
        "rose risen rise rises rising grew grow grows grown growing growth increase increases "
        "increased increasing fell fall falls fallen falling decrease decreases decreased "
        "decreasing decline declines declined declining drop drops dropped dropping climbed "
        "jump jumps jumped surged shrank shrunk reduce reduces reduced reducing reduction "
        "reductions cut raised lowered improved improvement improvements up down slipped "
        "expanded multiplied change changes changed hike hikes gestiegen gesunken gewachsen "
        "gefallen gesenkt niedriger stieg sank wuchs fiel anstieg zunahme wachstum steigerung "
        "senkung verringerte plus minus "
        "hausse baisse augmentation diminution progression recul aumento "
        "incremento descenso crecimiento"
    ),
    "average": (
        "average averages averaged averaging mean durchschnitt mittelwert mittel moyenne promedio"
    ),
    "ratio": (
        "ratio times twice half thrice doubled doubling tripled tripling quadrupled "
        "quadrupling halved halving verdoppelt verdoppelte verdoppelten verdreifacht "
        "verdreifachte vervierfacht vervierfachte halbiert halbierte duplicaron triplicaron "
        "third quarter thirds quarters fifth "
        "rate share proportion percentage margin rapport fois veces "
        "anteil quote taux part porcentaje mal"
    ),
    "product": "times multiply multiplied multiplying divide divided dividing third thirds quarter",
    "conclusion": "so therefore thus hence daher somit also donc ainsi entonces",
}
#: What of "total" and "average" is more than one word, or a part of one.
PIECES: Final[dict[str, tuple[str, ...]]] = {
    "total": _pieces(
        "night·cost day·cost week·cost month·cost person·cost  "
        "each·cost each·come each·is apiece zu·je "
        "in·all up·to come·to comes·to came·to amount·to amounts·to amounted·to out·to gesamt"
    ),
    "average": ("durchschnittl",),
}
