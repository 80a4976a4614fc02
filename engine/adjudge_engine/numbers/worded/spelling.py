"""The number words of languages other than English, as tables: what `spelled` reads with.

A blank parts the words of a row, a stroke the forms of one word. Rows count up: zero, one, two …
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from adjudge_engine.numbers.reading.tables import word_list, word_set

#: Language → its words for 0, 1, 2 … 19, as far as they are words of their own.
_ONES: Final[dict[str, str]] = {
    "de": "null eins/ein/eine/einen/einem/einer/eines zwei/zwo drei vier fünf sechs sieben acht "
    "neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "fr": "zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze "
    "quinze seize dix-sept dix-huit dix-neuf",
    "es": "cero uno/un/una/ún dos tres/trés cuatro cinco seis/séis siete ocho nueve diez once doce "
    "trece catorce quince dieciséis/dieciseis diecisiete dieciocho diecinueve",
    "it": "zero uno/un/una/un' due tre/tré quattro cinque sei sette otto nove dieci undici dodici "
    "tredici quattordici quindici sedici diciassette diciotto diciannove",
    "pt": "zero um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze "
    "catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove",
    "nl": "nul een/één/eén twee drie vier vijf zes zeven acht negen tien elf twaalf "
    "dertien veertien vijftien zestien zeventien achttien negentien",
    "sv": "noll ett/en två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton "
    "sexton sjutton arton/aderton nitton",
    "pl": "zero jeden/jedna/jedno/jednego dwa/dwie/dwóch/dwoje/dwu trzy/trzech/troje "
    "cztery/czterech/czworo pięć/pięciu sześć/sześciu siedem/siedmiu osiem/ośmiu "
    "dziewięć/dziewięciu dziesięć/dziesięciu jedenaście/jedenastu dwanaście/dwunastu "
    "trzynaście/trzynastu czternaście/czternastu piętnaście/piętnastu szesnaście/szesnastu "
    "siedemnaście/siedemnastu osiemnaście/osiemnastu dziewiętnaście/dziewiętnastu",
    "ru": "ноль/нуль один/одна/одно/одного/одной/одну два/две/двух/двумя/двум/двое "
    "три/трёх/трех/тремя/трём/трем/трое четыре/четырёх/четырех/четырьмя/четверо "
    "пять/пяти/пятью шесть/шести/шестью семь/семи восемь/восьми девять/девяти "
    "десять/десяти/десятью "
    "одиннадцать/одиннадцати двенадцать/двенадцати тринадцать/тринадцати "
    "четырнадцать/четырнадцати пятнадцать/пятнадцати шестнадцать/шестнадцати "
    "семнадцать/семнадцати восемнадцать/восемнадцати девятнадцать/девятнадцати",
    "tr": "sıfır bir iki üç dört beş altı yedi sekiz dokuz on",
    "el": "μηδέν ένα/ένας/μία/μια δύο/δυο τρία/τρεις/τρείς/τριών τέσσερα/τέσσερις/τεσσάρων πέντε "
    "έξι επτά/εφτά οκτώ/οχτώ εννέα/εννιά δέκα έντεκα/ένδεκα δώδεκα δεκατρία/δεκατρείς "
    "δεκατέσσερα/δεκατέσσερις δεκαπέντε δεκαέξι/δεκάξι δεκαεπτά/δεκαεφτά δεκαοκτώ/δεκαοχτώ "
    "δεκαεννέα/δεκαεννιά",
    "id": "nol satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas",
    "vi": "không một/mốt hai ba bốn/tư năm/lăm/nhăm sáu bảy/bẩy tám chín mười",
    "ar": "صفر واحد/واحدة/أحد/إحدى اثنان/اثنين/اثنتان/اثنتين/اثنا/اثني/اثنتا/اثنتي ثلاثة/ثلاث "
    "أربعة/أربع خمسة/خمس ستة/ست سبعة/سبع ثمانية/ثماني/ثمان تسعة/تسع عشرة/عشر",
    "hi": "शून्य एक दो तीन चार पांच/पाँच छह/छः/छ सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह/पन्द्रह "
    "सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस/अठाईस उनतीस "
    "तीस इकतीस/इकत्तीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस/उनचालीस "
    "चालीस इकतालीस बयालीस तैंतालीस चौवालीस/चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास "
    "पचास इक्यावन बावन तिरपन/तिरेपन चौवन पचपन छप्पन सत्तावन अट्ठावन/अठावन उनसठ "
    "साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर "
    "सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी/उनासी "
    "अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी/अठासी नवासी "
    "नब्बे इक्यानवे/इक्यानबे बानवे/बानबे तिरानवे/तिरानबे चौरानवे/चौरानबे पचानवे/पंचानवे "
    "छियानवे/छियानबे सत्तानवे/सत्तानबे अट्ठानवे/अठानवे निन्यानवे/निन्यानबे",
    "th": "ศูนย์ หนึ่ง/เอ็ด สอง/ยี่ สาม สี่ ห้า หก เจ็ด แปด เก้า",
    "ko": "영/공 일 이 삼 사 오 육/륙 칠 팔 구",
}
#: Language → its words for 20, 30 … 90.
_TENS: Final[dict[str, str]] = {
    "de": "zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt/vingts trente quarante cinquante soixante septante huitante/octante nonante",
    "es": "veinte/veinti treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "it": "venti/vent trenta/trent quaranta/quarant cinquanta/cinquant sessanta/sessant "
    "settanta/settant ottanta/ottant novanta/novant",
    "pt": "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "nl": "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
    "sv": "tjugo/tjugi trettio fyrtio femtio sextio sjuttio åttio nittio",
    "pl": "dwadzieścia/dwudziestu trzydzieści/trzydziestu czterdzieści/czterdziestu "
    "pięćdziesiąt/pięćdziesięciu sześćdziesiąt/sześćdziesięciu siedemdziesiąt/siedemdziesięciu "
    "osiemdziesiąt/osiemdziesięciu dziewięćdziesiąt/dziewięćdziesięciu",
    "ru": "двадцать/двадцати тридцать/тридцати сорок/сорока пятьдесят/пятидесяти "
    "шестьдесят/шестидесяти семьдесят/семидесяти восемьдесят/восьмидесяти девяносто/девяноста",
    "tr": "yirmi otuz kırk elli altmış yetmiş seksen doksan",
    "el": "είκοσι/εικοσι τριάντα σαράντα πενήντα εξήντα εβδομήντα ογδόντα ενενήντα",
    "ar": "عشرون/عشرين ثلاثون/ثلاثين أربعون/أربعين خمسون/خمسين ستون/ستين سبعون/سبعين "
    "ثمانون/ثمانين تسعون/تسعين",
}
#: Language → its words for 100, 200 … 900, where they are words of their own.
_HUNDREDS: Final[dict[str, str]] = {
    "es": "cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas "
    "quinientos/quinientas seiscientos/seiscientas setecientos/setecientas "
    "ochocientos/ochocientas novecientos/novecientas",
    "pt": "cem/cento duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas "
    "quinhentos/quinhentas seiscentos/seiscentas setecentos/setecentas oitocentos/oitocentas "
    "novecentos/novecentas",
    "ru": "сто/ста двести/двухсот триста/трёхсот/трехсот четыреста/четырёхсот/четырехсот "
    "пятьсот/пятисот шестьсот/шестисот семьсот/семисот восемьсот/восьмисот девятьсот/девятисот",
    "pl": "sto/stu dwieście/dwustu trzysta/trzystu czterysta/czterystu pięćset/pięciuset "
    "sześćset/sześciuset siedemset/siedmiuset osiemset/ośmiuset dziewięćset/dziewięciuset",
    "el": "εκατό/εκατόν διακόσια/διακόσιες/διακόσιοι τριακόσια/τριακόσιες/τριακόσιοι "
    "τετρακόσια/τετρακόσιες πεντακόσια/πεντακόσιες εξακόσια/εξακόσιες επτακόσια/εφτακόσια "
    "οκτακόσια/οχτακόσια εννιακόσια",
    "ar": "مئة/مائة مئتان/مئتين/مائتان/مائتين/مئتا/مائتا ثلاثمئة/ثلاثمائة أربعمئة/أربعمائة "
    "خمسمئة/خمسمائة ستمئة/ستمائة سبعمئة/سبعمائة ثمانمئة/ثمانمائة تسعمئة/تسعمائة",
}
#: Language → (what it multiplies by, its words).
_TIMES: Final[dict[str, dict[int, str]]] = {
    "de": {100: "hundert", 10**3: "tausend", 10**6: "million/millionen",
           10**9: "milliarde/milliarden", 10**12: "billion/billionen"},
    "fr": {100: "cent/cents", 10**3: "mille/mil", 10**6: "million/millions",
           10**9: "milliard/milliards"},
    "es": {10**3: "mil", 10**6: "millón/millones", 10**12: "billón/billones"},
    "it": {100: "cento/cent", 10**3: "mille/mila", 10**6: "milione/milioni",
           10**9: "miliardo/miliardi"},
    "pt": {10**3: "mil", 10**6: "milhão/milhões", 10**9: "bilhão/bilhões"},
    "nl": {100: "honderd", 10**3: "duizend", 10**6: "miljoen", 10**9: "miljard"},
    "sv": {100: "hundra", 10**3: "tusen", 10**6: "miljon/miljoner", 10**9: "miljard/miljarder"},
    "pl": {10**3: "tysiąc/tysiące/tysięcy", 10**6: "milion/miliony/milionów",
           10**9: "miliard/miliardy/miliardów"},
    "ru": {10**3: "тысяча/тысячи/тысяч/тысячу", 10**6: "миллион/миллиона/миллионов",
           10**9: "миллиард/миллиарда/миллиардов"},
    "tr": {100: "yüz", 10**3: "bin", 10**6: "milyon", 10**9: "milyar"},
    "el": {10**3: "χίλια/χίλιες/χίλιοι/χιλιάδες", 10**6: "εκατομμύριο/εκατομμύρια",
           10**9: "δισεκατομμύριο/δισεκατομμύρια"},
    "id": {10: "puluh", 100: "ratus/seratus", 10**3: "ribu/seribu", 10**6: "juta",
           10**9: "miliar/milyar"},
    "vi": {10: "mươi", 100: "trăm", 10**3: "nghìn/ngàn", 10**6: "triệu", 10**9: "tỷ/tỉ"},
    "ar": {10**3: "ألف/آلاف/ألفا/ألفًا", 10**6: "مليون/ملايين/مليونا", 10**9: "مليار/مليارات"},
    "hi": {100: "सौ", 10**3: "हज़ार/हजार", 10**5: "लाख", 10**7: "करोड़/करोड"},
    "th": {10: "สิบ", 100: "ร้อย", 10**3: "พัน", 10**4: "หมื่น", 10**5: "แสน", 10**6: "ล้าน"},
    "ko": {10: "십", 100: "백", 1000: "천", 10**4: "만", 10**8: "억"},
}  # fmt: skip
_MORE: Final[dict[str, dict[str, int]]] = {
    "id": {"belas": 10},
    "ar": {"ألفان": 2000, "ألفين": 2000},
    "el": {"εικοσιένα": 21, "εικοσιδύο": 22, "εικοσιπέντε": 25},
    "es": {"veintiún": 21, "veintidós": 22, "veintitrés": 23, "veintiséis": 26},
}
#: Words for a number and a half, or for so many together.
_PARTS: Final[dict[str, str]] = {
    "de": "anderthalb=1.5 eineinhalb=1.5 zweieinhalb=2.5 dreieinhalb=3.5 "
    "viereinhalb=4.5 dutzend=12",
    "fr": "dizaine=10 douzaine=12 vingtaine=20 trentaine=30 cinquantaine=50 soixantaine=60 "
    "centaine=100",
    "es": "decena=10 docena=12 veintena=20 treintena=30 centenar=100",
    "it": "decina=10 dozzina=12 ventina=20 trentina=30 centinaio=100",
    "pt": "dezena=10 dúzia=12 centena=100",
    "sv": "dussin=12",
    "ru": "полтора=1.5 полторы=1.5 полутора=1.5",
    "pl": "półtora=1.5 półtorej=1.5",
    "nl": "anderhalf=1.5 anderhalve=1.5 tweeënhalf=2.5 dozijn=12",
    "hi": "डेढ़=1.5 ढाई=2.5",
}
#: Words that may join the words of one number.
_JOINERS: Final[dict[str, str]] = {
    "de": "und", "fr": "et", "es": "y", "pt": "e", "it": "e", "nl": "en ën", "vi": "linh lẻ",
    "el": "και",
    "ar": "و", "sv": "och",
}  # fmt: skip
#: A language writes its words together ("dreihundertfünf"), ones before tens ("fünfundzwanzig").
_SOLID: Final = frozenset({"de", "nl", "it", "sv", "tr", "es", "th", "ko"})
_INVERTED: Final = frozenset({"de", "nl", "ar"})
_TEENS_AFTER: Final = frozenset({"ar", "id"})

#: Words that also mean something else: numbers only where a unit or a currency follows, or as
#: part of a longer number.
HOMOGRAPHS: Final[dict[str, frozenset[str]]] = {
    "de": word_set("null acht hundert tausend"),
    "fr": word_set("neuf zéro mille cent"),
    "es": word_set("cero mil"),
    "it": word_set("zero sei mille venti"),
    "pt": word_set("zero mil cem"),
    "nl": word_set("nul acht"),
    "sv": word_set("noll tusen hundra"),
    "pl": word_set("zero tysiąc tysiące tysięcy"),
    "ru": word_set("ноль нуль тысячи тысяч тысяча пятью"),
    "tr": word_set("sıfır yedi altı yüz bin on"),
    "el": word_set("μηδέν χιλιάδες"),
    "id": word_set("nol puluh ratus ribu belas"),
    "vi": word_set("không ba năm tư chín lăm mươi trăm nghìn ngàn"),
    "ar": word_set("صفر ست سبع عشر ألف آلاف ألفا"),
    "hi": word_set("शून्य दो सौ छ"),
}


class Atom(NamedTuple):
    """What one word adds, or multiplies by (`times`); `joins`: a word that only connects."""

    value: int
    times: bool = False
    joins: bool = False


class Grammar(NamedTuple):
    """How a language makes numbers of its words."""

    language: str
    atoms: dict[str, Atom]
    parts: dict[str, str]
    solid: bool
    inverted: bool
    teens_after: bool
    starts: frozenset[str]


@cache
def grammar(language: str) -> Grammar:
    """The grammar of one of `LANGUAGES`; made when first asked for."""
    atoms: dict[str, Atom] = {}
    for rows, first, step in ((_ONES, 0, 1), (_TENS, 20, 10), (_HUNDREDS, 100, 100)):
        for at, forms in enumerate(word_list(rows.get(language, ""))):
            for form in forms.split("/"):
                atoms[form] = Atom(first + at * step)
    for factor, words in _TIMES[language].items():
        for word in words.split("/"):
            atoms[word] = Atom(factor, times=True)
    for word, value in _MORE.get(language, {}).items():
        atoms[word] = Atom(value)
    for word in word_list(_JOINERS.get(language, "")):
        atoms[word] = Atom(0, joins=True)
    if language == "fr":
        atoms |= {word: Atom(value) for word, value in (("septante", 70), ("huitante", 80))}
        atoms |= {word: Atom(value) for word, value in (("octante", 80), ("nonante", 90))}
    parts = dict(pair.split("=") for pair in word_list(_PARTS.get(language, "")))
    return Grammar(
        language,
        atoms,
        parts,
        language in _SOLID,
        language in _INVERTED,
        language in _TEENS_AFTER,
        frozenset(word[0] for word in (*atoms, *parts)),
    )


#: The languages whose number words are read.
LANGUAGES: Final = tuple(_TIMES)
