"""Which claims need a citation: those with something in them that can be wrong.

That is a number, in digits or words; a date; a name; a comparison; a negation.
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.text.abbreviations import STARTERS, words
from adjudge_engine.text.boundary import is_unspaced

_WORD: Final = re.compile(r"[^\W\d_]++(?:['’][^\W\d_]++)?")
#: Negations and comparisons, in lower case.
_TELLING: Final = words(
    """
    no not never none neither nor nobody nothing without cannot only more less most least fewer
    higher highest lower lowest larger largest smaller smallest longer longest shorter shortest
    greater greatest better best worse worst earlier later than before after always all every must
    same equal twice double half unlike nicht kein keine keinen keiner keinem keines ohne nie
    niemals nichts niemand weder nur mehr weniger höher höchste niedriger größer größte kleiner
    länger kürzer besser schlechter früher später als vor alle jeder jede jedes immer muss müssen
    gleich doppelt halb meiste meisten ne pas aucun aucune sans jamais rien personne ni plus moins
    seulement tous toutes toujours doit doivent même autant avant après mieux meilleur meilleure
    pire supérieur inférieur moitié nunca jamás sin ningún ninguna ninguno nada nadie más menos
    solo sólo todos todas siempre debe deben mayor menor mejor peor antes después igual mitad doble
    não sem nenhum nenhuma apenas somente sempre maior melhor pior depois metade non senza nessun
    nessuna nessuno niente mai più meno tutti tutte maggiore minore migliore peggiore prima dopo
    stesso doppio metà soltanto niet geen zonder nooit niets meer minder hoger lager groter langer
    korter beter eerder altijd alleen moet moeten helft dubbel не нет без никогда ни ничего никто
    больше меньше выше ниже раньше позже только все всегда должен должна должны более менее лучше
    хуже вдвое половина δεν μην χωρίς ποτέ κανένας καμία κανένα τίποτα μόνο περισσότερο λιγότερο
    μεγαλύτερο μικρότερο όλα όλοι πάντα πρέπει πριν μετά değil yok hiç hiçbir asla daha tüm bütün
    zaman sadece yalnızca önce sonra fazla không chưa chẳng hơn nhất kém mọi tất luôn chỉ phải
    trước sau bez nigdy żaden żadna tylko więcej mniej wyższy niższy inte ingen inga utan aldrig
    mindre ikke
    """
)
#: Number words and calendar words that are written small.
_COUNTING: Final = words(
    """
    two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty
    fifty sixty seventy eighty ninety hundred thousand million billion dozen second third fourth
    zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig fünfzig hundert
    tausend millionen milliarden zweite dritte deux trois quatre cinq sept huit neuf dix onze douze
    vingt trente cent cents mille millions milliards deuxième troisième tres cuatro cinco seis
    siete ocho nueve diez once doce veinte treinta cien ciento mil millón millones segundo tercero
    tre quattro cinque sette otto nove dieci venti cento mila milione milioni secondo terzo dois
    duas três quatro sete oito dez vinte milhão milhões segunda terceira twee drie vijf zes zeven
    negen tien twintig honderd duizend miljoen два две три четыре пять шесть семь восемь девять
    десять двадцать сто тысяча тысяч миллион миллионов второй третий δύο τρία τέσσερα πέντε έξι
    δέκα εκατό χίλια iki üç dört beş altı yedi sekiz dokuz yirmi yüz milyon hai ba bốn năm sáu bảy
    tám chín mười trăm nghìn triệu janvier février mars avril juin juillet août septembre octobre
    novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre
    noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro января февраля
    марта апреля мая июня июля августа сентября октября ноября декабря tháng yesterday today
    tomorrow gestern heute morgen demain ayer hoy mañana
    """
)
#: How an offer of more help begins.
_OFFERS: Final = (["let", "me", "know"], ["feel", "free"])
_FEWEST_CASELESS: Final = 4
_QUESTIONS: Final = ("?", "？", "؟")


def is_material(text: str) -> bool:
    """Whether a statement holds a number, a date, a name, a negation or a comparison.

    Where letters have no case, names cannot be told, so any statement counts.
    """
    if any(map(str.isnumeric, text)):
        return True
    found = [match.group() for match in _WORD.finditer(text)]
    if any(word[0].isupper() for word in found[1:]) or _opens_with_name(found):
        return True
    if text.rstrip().endswith(_QUESTIONS):
        return False
    lower = [word.lower() for word in found]
    if lower[:3] in _OFFERS or lower[:2] in _OFFERS:
        return False  # "Let me know if you need more."
    if any(word in _TELLING or word in _COUNTING or _negated(word) for word in lower):
        return True
    caseless = [one for one in text if one.isalpha() and one.lower() == one.upper()]
    spaced = len(found) > 2
    return len(caseless) >= _FEWEST_CASELESS and (spaced or any(map(is_unspaced, caseless)))


def _opens_with_name(found: list[str]) -> bool:
    """Whether the first word is a name by its looks: GDPR, McKay, or somebody's ("Okoro's")."""
    if not found or found[0].lower() in STARTERS:
        return False
    first = found[0]
    if any(map(str.isupper, first[1:])) and not (
        len(found) > 2 and first.isupper() and _loud(found)
    ):
        return True
    return first[0].isupper() and first.endswith(("'s", "’s"))


def _loud(found: list[str]) -> bool:
    """Whether a text is written in capitals throughout."""
    return all(word.isupper() for word in found)


def _negated(word: str) -> bool:
    return word.endswith(("n't", "n’t"))
