"""The calendar's words: months, weekdays, quarters and eras, in the languages read directly.

Names that stand in no table are left to the library (see `library`).
"""

from __future__ import annotations

from typing import Final


def _words(text: str) -> list[str]:
    return text.split()


def _spellings(line: str) -> list[str]:
    """The words of a line, Greek ones also as folding writes them: with the sign for micro."""
    return [*line.split(), *line.replace("\u03bc", "\u00b5").split()]


#: One line a month, from January on: English, German, French, Spanish, Italian, Portuguese,
#: Dutch, Swedish, Polish, Russian, Turkish, Arabic, Hindi, Greek, Thai, Indonesian, Romanian.
_MONTH_LINES: Final = (
    "january jan januar jänner janvier janv enero ene gennaio janeiro januari stycznia styczeń "
    "января январь январе ocak يناير जनवरी ιανουαρίου ιανουάριος ιανουάριο มกราคม ม.ค ianuarie",
    "february feb februar février fevrier févr febrero febbraio fevereiro februari lutego luty "
    "февраля февраль феврале şubat فبراير फरवरी फ़रवरी φεβρουαρίου φεβρουάριος φεβρουάριο "
    "กุมภาพันธ์ ก.พ februarie",
    "march mar märz mrz mars marzo março maart marca marzec марта март марте mart مارس मार्च "
    "μαρτίου μάρτιος μάρτιο มีนาคม มี.ค maret martie",
    "april apr avril abril aprile kwietnia kwiecień апреля апрель апреле nisan أبريل ابريل "
    "अप्रैल απριλίου απρίλιος απρίλιο เมษายน เม.ย aprilie",
    "may mai mayo maggio maio mei maj maja мая май мае mayıs مايو मई μαΐου μάιος μάιο พฤษภาคม พ.ค",
    "june jun juni juin junio giugno junho czerwca czerwiec июня июнь июне haziran يونيو जून "
    "ιουνίου ιούνιος ιούνιο มิถุนายน มิ.ย iunie",
    "july jul juli juillet juil julio luglio julho lipca lipiec июля июль июле temmuz يوليو "
    "जुलाई ιουλίου ιούλιος ιούλιο กรกฎาคม ก.ค iulie",
    "august aug août aout agosto augustus augusti sierpnia sierpień августа август августе "
    "ağustos أغسطس अगस्त αυγούστου αύγουστος αύγουστο สิงหาคม ส.ค agustus",
    "september sep sept septembre septiembre setiembre settembre setembro września wrzesień "
    "сентября сентябрь сентябре eylül سبتمبر सितंबर सितम्बर σεπτεμβρίου σεπτέμβριος σεπτέμβριο "
    "กันยายน ก.ย septembrie",
    "october oct oktober okt octobre octubre ottobre outubro października październik октября "
    "октябрь октябре ekim أكتوبر اكتوبر अक्टूबर अक्तूबर οκτωβρίου οκτώβριος οκτώβριο ตุลาคม ต.ค "
    "octombrie",
    "november nov novembre noviembre novembro listopada listopad ноября ноябрь ноябре kasım "
    "نوفمبر नवंबर नवम्बर νοεμβρίου νοέμβριος νοέμβριο พฤศจิกายน พ.ย noiembrie",
    "december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro grudnia "
    "grudzień декабря декабрь декабре aralık ديسمبر दिसंबर दिसम्बर δεκεμβρίου δεκέμβριος δεκέμβριο "
    "ธันวาคม ธ.ค desember decembrie",
)
#: Catalan, and Arabic as it is spoken east and west of Egypt.
_MORE_LINES: Final = (
    "gener جانفي",
    "febrer شباط فيفري",
    "març marts آذار",
    "نيسان أفريل",
    "maig أيار ماي",
    "juny حزيران جوان",
    "juliol تموز جويلية",
    "agost آب أوت",
    "setembre أيلول",
)
MONTHS: Final[dict[str, int]] = {
    word: month
    for lines in (_MONTH_LINES, _MORE_LINES)
    for month, line in enumerate(lines, 1)
    for word in _spellings(line)
}
#: Months that are another word in small letters.
NEEDS_CAPITAL: Final = frozenset(_words("mar dec jan mart may march dic ene dez"))
#: Months that are a name, a verb or an adjective elsewhere: alone they need a word that dates.
NAMELIKE: Final = frozenset(_words("may march april june august mai mars mart jan juli"))

_WEEKDAY_LINES: Final = (
    "monday mon montag lundi lunes lunedì maandag måndag понедельник понедельника pazartesi "
    "الاثنين सोमवार δευτέρα วันจันทร์ 月曜日 星期一 周一 월요일",
    "tuesday tue tues dienstag mardi martes martedì dinsdag tisdag вторник вторника salı الثلاثاء "
    "मंगलवार τρίτη วันอังคาร 火曜日 星期二 周二 화요일",
    "wednesday wed mittwoch mercredi miércoles mercoledì woensdag onsdag среда среду среды "
    "çarşamba الأربعاء बुधवार τετάρτη วันพุธ 水曜日 星期三 周三 수요일",
    "thursday thu thur thurs donnerstag jeudi jueves giovedì donderdag torsdag четверг четверга "
    "perşembe الخميس गुरुवार πέμπτη วันพฤหัสบดี 木曜日 星期四 周四 목요일",
    "friday fri freitag vendredi viernes venerdì vrijdag fredag пятница пятницу пятницы cuma "
    "الجمعة शुक्रवार παρασκευή วันศุกร์ 金曜日 星期五 周五 금요일",
    "saturday sat samstag sonnabend samedi sábado sabato zaterdag lördag суббота субботу субботы "
    "cumartesi السبت शनिवार σάββατο วันเสาร์ 土曜日 星期六 周六 토요일",
    "sunday sun sonntag dimanche domingo domenica zondag söndag воскресенье воскресенья pazar "
    "الأحد रविवार κυριακή วันอาทิตย์ 日曜日 星期日 星期天 周日 일요일",
)
#: Monday is 0, as in `datetime`.
WEEKDAYS: Final[dict[str, int]] = {
    word: day for day, line in enumerate(_WEEKDAY_LINES) for word in _spellings(line)
}
#: Weekdays that are read only right beside a date: short forms that are other words as well.
SHORT_WEEKDAYS: Final = frozenset(
    _words("mon tue tues wed thu thur thurs fri sat sun cuma pazar τρίτη среда")
)
WEEKDAY_NAMES: Final = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)

_ORDINAL_LINES: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first "
    "twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh "
    "twenty-eighth twenty-ninth thirtieth thirty-first",
    "ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften "
    "zwölften dreizehnten vierzehnten fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten "
    "zwanzigsten einundzwanzigsten zweiundzwanzigsten dreiundzwanzigsten vierundzwanzigsten "
    "fünfundzwanzigsten sechsundzwanzigsten siebenundzwanzigsten achtundzwanzigsten "
    "neunundzwanzigsten dreißigsten einunddreißigsten",
    "premier deuxième troisième quatrième",
    "primero segundo tercero cuarto",
    "primo secondo terzo quarto",
    "primeiro segundo terceiro quarto",
    "erste zweite dritte vierte fünfte",
    "erster zweiter dritter vierter",
    "erstes zweites drittes viertes",
    "première seconde",
    "primer segundo tercer cuarto",
    "первого второго третьего четвёртого пятого шестого седьмого восьмого девятого десятого",
    "первый второй третий четвёртый",
    "первом втором третьем четвёртом",
)
#: Ordinals in words, those of the days of a month and of the quarters of a year.
ORDINALS: Final[dict[str, int]] = {
    word: number for line in _ORDINAL_LINES for number, word in enumerate(line.split(), 1)
}
_CARDINAL_LINES: Final = (
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf vingt vingt-et-un vingt-deux vingt-trois vingt-quatre vingt-cinq "
    "vingt-six vingt-sept vingt-huit vingt-neuf trente",
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro "
    "veinticinco veintiséis veintisiete veintiocho veintinueve treinta",
    "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici "
    "quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitré ventiquattro "
    "venticinque ventisei ventisette ventotto ventinove trenta trentuno",
)
#: The days of a month in words: ordinals, and the cardinals of the languages that use them so.
DAY_WORDS: Final[dict[str, int]] = {
    word: number for line in _CARDINAL_LINES for number, word in enumerate(line.split(), 1)
} | ORDINALS
#: What "early", "mid" and "late" in a year may mean at most: its first and last month.
PARTS_OF_YEAR: Final = {
    word: months
    for months, line in (
        ((1, 6), "early beginning anfang début principios comienzos начале"),
        ((4, 9), "mid mitte mi mediados середине"),
        ((7, 12), "late end ende fin finales fines fim конце"),
    )
    for word in line.split()
}
#: The year before an era's first, where its name stands in Latin letters.
LATIN_ERAS: Final[dict[str, int]] = {
    "reiwa": 2018,
    "heisei": 1988,
    "shōwa": 1925,
    "showa": 1925,
    "taishō": 1911,
    "taisho": 1911,
    "meiji": 1867,
    "minguo": 1911,
}
#: The year before an era's first.
ERAS: Final[dict[str, int]] = {
    "令和": 2018,
    "平成": 1988,
    "昭和": 1925,
    "大正": 1911,
    "明治": 1867,
    "民國": 1911,
    "民国": 1911,
}


def month_of(word: str) -> int | None:
    """The month that `word` names, 1..12; "may" and "march" only with their capital letter."""
    lower = word.lower().rstrip(".")
    month = MONTHS.get(lower)
    if month is not None and lower in NEEDS_CAPITAL and not word[:1].isupper():
        return None
    return month
