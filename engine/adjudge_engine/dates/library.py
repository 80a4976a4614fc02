"""Month names that no table has, read by the library `dateparser` with its CLDR data.

It is asked for one word at a time, "5 <word> 2001" in a fixed order of languages, so neither the
machine's date, nor its locale, nor its time zone has a part in what it says. It is slow to import
and slow to say no. So it is imported only for a word that starts as one of its months does, in a
text of no language that the tables have whole; it remembers its answers, and is asked a few times
a text.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import Any, Final

from adjudge_engine.numbers.reading.tables import word_list, word_set
from adjudge_engine.once import once

#: Words of one text that the library is asked about; the rest is not read.
MOST: Final = 12
_LONGEST: Final = 16
#: From here on stand scripts that none of the languages of the tables share, but for a few.
_OTHER_SCRIPTS: Final = "\u0530"
#: Languages whose months stand in no table here (see `names`).
_LANGUAGES: Final = word_list(
    "uk cs sk bg sr hr sl hu fi da nb et lv lt ca he fa ur bn ta te mr gu kn ml pa ka hy az kk be "
    "mk sq is ga cy eu gl sw fil tl ms vi el ro mn ne si km lo my am"
)
#: How the months of those languages start, in Latin and Cyrillic letters.
_STEMS: Final = word_set(
    "abe abr abu ago aib api apr aug avg avq aws aza bal bea bir bře chw dec dek des det dfó "
    "dhj dis dub ean ebr eka elo fea feb fev geg gen gor gru gsh gus hei hel huh hul hun hyd "
    "ian iii ion ira iul iun iyl iyn iyu iúi jaa jan jou jul jun juu júl jún jūl jūn kes kol "
    "kor kov kvě lap led lie lip lis lok lún maa mac mai mar maw maí med meh mei mfó máj már "
    "mär nob noi nol nov noy nën nóv ogo okt ots out ožu peb pri pro qer rha rug ruj sam sau "
    "sen sep set shk sht sij spa srp stu svi syy sze tac tam tet tou tra urr urt uzt vas vee "
    "vel vii xan xii xul xuñ yan zář ágú ápr úno únr čer črc črv čvc čvn říj авг апр ақп бер "
    "вер врс гру дек дец жел жнв жні жов кас кві кра крс кст лип лис лют ліп ліс мам мар мау "
    "мај нау нов ное окт сак сеп сер сне снж стд сту січ сәу там тра феб фев чер чэр шіл юли "
    "юни яну јан јул јун қаз қар қаң қыр"
)
#: Words that tell a text in English, German, French, Spanish or Russian.
_KNOWN_WORDS: Final = word_set(
    "the of was were and is with by und das ist wurde vom zum beim der les des est une dans du aux "
    "los las una del el fue года году год г. что это было"
)
_RUSSIAN: Final = frozenset("ыэёЫЭЁ")
#: Letters that Russian has not and its relatives have.
_NOT_RUSSIAN: Final = frozenset("іїєґўјђћљњџқғәөүһңұІЇЄЎЈҚӘӨҮ")
_HEAD: Final = 4_000
_SETTINGS: Final = {
    "REQUIRE_PARTS": ["day", "month", "year"],
    "PARSERS": ["absolute-time"],
    "DATE_ORDER": "DMY",
    "TIMEZONE": "UTC",
    "RETURN_AS_TIMEZONE_AWARE": False,
}


class Months:
    """Months of one text that the tables do not name; the library is asked a few times at most."""

    def __init__(self, folded: str) -> None:
        self._folded = folded
        self._left = MOST

    def month_of(self, word: str) -> int | None:
        """The month that `word` names in some language, or None."""
        if self._left <= 0 or not _may_be_month(word) or self._is_known:
            return None
        self._left -= 1
        return _ask(word[:_LONGEST].lower())

    @once
    def _is_known(self) -> bool:
        """Whether the text is in a language whose months are all in the tables."""
        head = self._folded[:_HEAD]
        if not _KNOWN_WORDS.isdisjoint(head.lower().split()):
            return True
        letters = set(head)
        return not letters.isdisjoint(_RUSSIAN) and letters.isdisjoint(_NOT_RUSSIAN)


def _may_be_month(word: str) -> bool:
    lower = word.lower()
    if len(word) < 3 or not word.isprintable() or (word.isascii() and lower[-1] == "s"):
        return False
    if word[0] >= "\u3040" and word[0] <= "\ud7ff":
        return False  # Chinese, Japanese and Korean number their months
    return lower[:3] in _STEMS or word[0] >= _OTHER_SCRIPTS


@lru_cache(maxsize=4096)
def _ask(word: str) -> int | None:
    from dateparser.date import DateDataParser

    parser = _parser(DateDataParser)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = parser.get_date_data(f"5 {word} 2001").date_obj
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None
    if found is None or (found.year, found.day) != (2001, 5):
        return None
    month = found.month
    return month if isinstance(month, int) else None


@lru_cache(maxsize=1)
def _parser(factory: Any) -> Any:
    known = _known()
    return factory(
        languages=[one for one in _LANGUAGES if one in known],
        settings=_SETTINGS,
        try_previous_locales=False,
    )


def _known() -> frozenset[str]:
    from dateparser.data.languages_info import language_order

    return frozenset(language_order)
