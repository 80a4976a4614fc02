"""Function words and negations by language, and a guess at a text's language from them.

The guess is for deciding which word lists hold, not for telling relatives apart: it answers None
rather than risk a list of another language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from adjudge_engine.text.abbreviations import words

STOP_WORDS: Final = {
    "en": words(
        """a an the and or but nor so yet if then than as at by for from in into of off on onto out
        over to up with within about between through during after before above below again further
        once here there when where why how all any both each few more most other some such only own
        same too very can will just should now is are was were be been being am has have had having
        do does did doing would could may might must shall it its it's he she they them their his
        her him we us our you your i me my this that these those who whom which what while because
        also however therefore additionally furthermore moreover not no don't doesn't didn't isn't
        aren't wasn't weren't can't cannot couldn't won't wouldn't shouldn't hasn't haven't hadn't
        according based given per via upon etc"""
    ),
    "de": words(
        """der die das den dem des ein eine einen einem einer eines und oder aber denn sondern wenn
        weil dass daß als wie wo was wer ist sind war waren wird werden wurde wurden hat haben hatte
        hatten kann können muss müssen soll sollen darf dürfen will wollen bei mit nach von vor zu
        zum zur im in am an auf aus für über unter durch gegen ohne um bis seit während es er sie
        wir ihr ich sich nicht kein keine keinen keinem keiner auch nur noch schon sehr so dann
        diese dieser dieses diesem diesen man ihre ihren sein seine"""
    ),
    "fr": words(
        """le la les un une des du de et ou mais donc or ni car que qui quoi dont où est sont était
        étaient sera seront a ont avait avaient peut peuvent doit doivent dans sur sous avec sans
        pour par en au aux ce cet cette ces il elle ils elles on nous vous je se sa son ses leur
        leurs ne pas plus aussi très si comme à d l qu n s c j"""
    ),
    "es": words(
        """el la los las un una unos unas y o u pero sino que quien cual cuyo donde es son era eran
        será serán fue fueron ha han había puede pueden debe deben en con sin por para de del al
        a se su sus lo le les este esta estos estas ese esa no ni también muy más si como cuando
        entre sobre hasta desde"""
    ),
    "it": words(
        """il lo la i gli le un uno una e o ma che chi cui dove è sono era erano sarà ha hanno aveva
        può possono deve devono in con senza per di del della dei delle al alla nel nella da dal si
        suo sua suoi questo questa non anche molto più se come quando tra fra su"""
    ),
    "pt": words(
        """o a os as um uma e ou mas que quem onde é são era eram será foi foram tem têm pode podem
        deve devem em com sem por para de do da dos das ao no na nos nas se seu sua este esta não
        também muito mais como quando entre sobre até"""
    ),
    "nl": words(
        """de het een en of maar want dat die wat wie waar is zijn was waren wordt worden heeft
        hebben had kan kunnen moet moeten mag mogen zal zullen in op aan bij met van voor naar uit
        over onder door zonder om tot te er hij zij ze we wij u je niet geen ook nog als dan deze
        dit"""
    ),
}

#: Every function word we know: it carries no content in whatever language it stands.
ALL_STOP_WORDS: Final = frozenset().union(*STOP_WORDS.values())

NEGATIONS: Final = {
    "en": words(
        """no not never none nobody nothing nowhere neither nor cannot without lack lacks lacking
        don't doesn't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't
        hasn't haven't hadn't mustn't needn't ain't unable fail fails failed hardly barely scarcely
        dont doesnt didnt isnt arent wasnt cant wont nonexistent absent"""
    ),
    "de": words(
        """nicht kein keine keinen keinem keiner keines nie niemals nichts niemand nirgends ohne
        weder noch kaum"""
    ),
    "fr": words("pas ne n non jamais rien aucun aucune personne sans ni nul nulle guère"),
    "es": words("no nunca jamás nada nadie ninguno ninguna ningún sin ni tampoco"),
}

_SCRIPTS: Final = (
    ("ja", "\u3041", "\u30ff"),
    ("zh", "\u3400", "\u9fff"),
    ("ko", "\uac00", "\ud7a3"),
    ("ar", "\u0600", "\u06ff"),
    ("he", "\u0590", "\u05ff"),
    ("ru", "\u0400", "\u04ff"),
    ("el", "\u0370", "\u03ff"),
    ("hi", "\u0900", "\u097f"),
    ("th", "\u0e00", "\u0e7f"),
)


def guess_language(folded: Iterable[str]) -> str | None:
    """The language of lower-case words, or None where nothing speaks clearly for one.

    Another script than Latin decides by itself. Else the language whose function words make up
    most of the text, if they are two at least and clearly more than those of the next language.
    """
    seen = list(folded)
    if not seen:
        return None
    script = _script(seen)
    if script is not None:
        return script
    counts = sorted(
        ((sum(map(listed.__contains__, seen)), code) for code, listed in STOP_WORDS.items()),
        key=lambda pair: (-pair[0], pair[1]),
    )
    (most, code), (second, _) = counts[0], counts[1]
    return code if most >= 2 and 2 * most > 3 * second else None


def _script(seen: list[str]) -> str | None:
    letters = [word[0] for word in seen if word[0] > "\u036f" and word[0].isalpha()]
    if 2 * len(letters) <= len(seen):
        return None
    for code, low, high in _SCRIPTS:  # Japanese before Chinese: kana decide
        count = sum(low <= letter <= high for letter in letters)
        if (code == "ja" and 10 * count >= len(letters)) or 2 * count > len(letters):
            return code
    return None
