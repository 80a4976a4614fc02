"""What stands around quoted words: what tells a source's own words from titles and samples."""

from __future__ import annotations

import re
from typing import Final

#: Somebody is said to have said it, shortly before the quotation.
_SAYING: Final = re.compile(
    r"\b(?:stat(?:es?|ed|ing)|sa(?:ys|id|ying)|reads?|specif(?:y|ies|ied)|stipulat(?:es?|ed)"
    r"|according to|not(?:es|ed)|writes|wrote|describ(?:es?|ed)|defin(?:es?|ed)|quot(?:es?|ed)"
    r"|mention(?:s|ed)|report(?:s|ed)|explain(?:s|ed)|provides|requires|declar(?:es?|ed)"
    r"|claim(?:s|ed)|clarif(?:ies|ied)|adds|added|admit(?:s|ted)|conced(?:es?|ed)|warn(?:s|ed)"
    r"|announc(?:es?|ed)|insist(?:s|ed)|told|word(?:s|ed|ing)|verbatim|quotation|clause|section"
    r"|laut|gemäß|besagt|heißt es|steht|lautet|schreibt|sagt|sagte|erklärte?|nennt|bestimmt"
    r"|selon|indique|dit|stipule|précise|prévoit|affirme|déclare|écrit"
    r"|según|dice|indica|establece|señala|afirma|dispone|declara|escribe"
    r"|secondo|afferma|stabilisce|segundo|diz|estabelece|volgens|zegt|stelt"
    r"|согласно|гласит|говорит|указано|сказано|пишет)\b[^\"“”„«»\n.!?]{0,60}\Z"
    r"|(?:規定|写道|指出|表示|说|說|称|稱|载明|載明|明确|规定|写明|強調|强调|述べ|によると|によれば)"
    r"[^「」“”\n。]{0,12}\Z",
    re.IGNORECASE,
)
#: The same, right after it; or the quotation has a citation of its own.
_SAID_AFTER: Final = re.compile(
    r"[\"”“»’‘」』]?[,.]?\s?(?:\[\d{1,3}\]|\((?:passage|document|source|context|section|p\.|§)"
    r"|(?:he|she|it|they|we|the \w+|[A-Z]\w+) (?:sa(?:ys|id)|stat(?:es|ed)|wr(?:ites|ote)|told)\b"
    r"|sa(?:ys|id)\b|heißt es|so (?:der|die|das)\b|steht (?:in|im)\b|sagte\b|a déclaré\b"
    r"|(?:dijo|afirmó|señaló)\b|と(?:記載|記され|述べ|書|定め|明記|規定|ある|し[てた]|説明|いう記))",
)
#: Before titles, questions, commands, samples and replies that somebody might give.
_OTHER_USE: Final = re.compile(
    r"\b(?:questions?|quer(?:y|ies)|titled?|titles|entitled|called|named?|names|books?|papers?"
    r"|articles?|songs?|lyrics|films?|movies?|poems?|albums?|slogans?|mottos?|chanting|headed"
    r"|headings?|commands?|types?|typing|enter|clicks?|select|choose|press|open|buttons?|options?"
    r"|menus?|tabs?|links?|checkbox|search|reply|respond|answers?|responses?|would|could|might"
    r"|should|ask(?:s|ed|ing)?|translat\w{1,6}|replac\w{1,4}|rephras\w{1,4}|such as|like|examples?"
    r"|e\.g\.?|for instance|known as|lines?|messages?|prompts?|labell?ed|labels?|subject"
    r"|Frage|Titel|titels|Buch|Lied|Film|Artikel|Befehl|genannt|namens|Beispiel|Antwort|wie"
    r"|titre|livre|chanson|question|intitulée?|appelée?|exemple|réponse|título|libro|canción"
    r"|pregunta|llamad[oa]|ejemplo|respuesta|вопрос|книг[аиу]|фильм)\b[^\"“”„«»\n]{0,16}\Z"
    r"|(?:という質問|質問|題名|曲|映画|例えば|たとえば|问题|書名|书名|歌曲|电影|例如|比如)\W{0,2}\Z",
    re.IGNORECASE,
)
_CODE_SIGNS: Final = re.compile(r"[<>{}\\|=`]|https?:|\s[/-]{1,2}\w|[a-z_]\(")
_CAPITAL: Final = re.compile(r"[^\W\d_]{4,}")
_BEFORE: Final = 100
_AFTER: Final = 40


def is_attributed(answer: str, start: int, end: int) -> bool:
    """Whether `answer[start:end]`, within marks, is said to be somebody's own words."""
    before = answer[max(0, start - 1 - _BEFORE) : start - 1]
    return (
        _SAYING.search(before) is not None
        or _SAID_AFTER.match(answer, end, end + _AFTER) is not None
    )


def is_something_else(answer: str, start: int, end: int) -> bool:
    """Whether the words are a title, a question, code, or a sample of what might be said."""
    text = answer[start:end]
    before = answer[max(0, start - 1 - _BEFORE) : start - 1]
    return (
        text.rstrip()[-1:] in ("?", "？")
        or _CODE_SIGNS.search(text) is not None
        or _is_title(text)
        or _OTHER_USE.search(before) is not None
    )


def _is_title(text: str) -> bool:
    """Whether two thirds of the longer words are large, or all are: a title, a name, a heading."""
    words = _CAPITAL.findall(text)
    large = sum(word[0].isupper() for word in words)
    return len(words) > 1 and 3 * large >= 2 * len(words)
