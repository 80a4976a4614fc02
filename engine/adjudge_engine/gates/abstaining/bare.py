"""Whether an answer is nothing but an abstention, so that no word of it could be wrong.

The abstention gate understands many ways to abstain, and understanding errs. This asks less and
is sure of it: the whole answer must be made of the sentences below, word for word, with no
other words in them than those of the question. Anything else is for a person or a judge.
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.text.normalise import normalise

_LONGEST: Final = 600
_STEM: Final = 4
_MOST_TOPIC: Final = 25

_SOURCES: Final = (
    r"(?:(?:any of )?(?:the|these|those|my|our|your)?(?: ?(?:provided|given|supplied|available"
    r"|retrieved))? ?(?:documents?|documentation|contexts?|passages?|texts?|sources?|information"
    r"|materials?|excerpts?|search results|knowledge base)(?: (?:that )?(?:i was|i have been|you)"
    r" (?:given|provided|gave)| i have| provided| given| available)?)"
)
_IN: Final = rf"(?: (?:in|from|based on|within|by) {_SOURCES})?"
_SORRY: Final = (
    r"(?:(?:(?:i'm|i am|we're|we are) (?:very )?(?:sorry|afraid)|sorry|unfortunately)"
    r"(?:, but|,| but|, however,)? )?"
)
_LED: Final = rf"(?:(?:based on|according to|from|in) {_SOURCES}, )?"
_WHAT: Final = r"(?: (?P<topic>[^,;:.!?()\[\]\"]+?))?"
_SAY: Final = (
    r"(?:say|state|mention|specify|indicate|tell|explain|give|provide|contain|include|cover"
    r"|address|answer|discuss|describe)"
)

_SENTENCES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_SORRY}{_LED}(?:i|we) (?:do not|don't) (?:know|have (?:that|this|the|any|enough"
        rf"|sufficient) (?:information|answer|details)){_WHAT}{_IN}",
        rf"{_SORRY}{_LED}(?:i|we) (?:cannot|can't|can not|could not|couldn't|am unable to"
        r"|am not able to|are unable to|are not able to) (?:find|answer|say|tell|determine|provide"
        rf"|confirm|locate){_WHAT}{_IN}",
        rf"{_SORRY}{_SOURCES} (?:do not|don't|does not|doesn't) {_SAY}{_WHAT}",
        rf"{_SORRY}{_LED}there is (?:no|not enough|insufficient) information"
        rf"(?: (?:about|on|regarding) (?P<topic>[^,;:.!?()\[\]\"]+?))?{_IN}",
        rf"{_SORRY}(?P<topic>[^,;:.!?()\[\]\"]+?) (?:is|are) not (?:mentioned|stated|specified"
        rf"|given|covered|found)(?: anywhere)? (?:in|by) {_SOURCES}",
        r"(?:i'm|i am) (?:very )?sorry|sorry|unfortunately",
        rf"{_SORRY}(?:i|we) (?:cannot|can't|am unable to|are unable to) (?:help|assist)(?: you)?"
        r"(?: with (?:that|this|(?:this|that|your) (?:question|request)))?",
        r"(?:leider )?(?:dazu|hierzu|darüber) (?:enthalten|machen|geben) die (?:vorliegenden |mir"
        r" vorliegenden |bereitgestellten )?(?:dokumente|unterlagen|quellen|texte) keine (?:angaben"
        r"|informationen|auskunft)",
        r"(?:das|es) weiß ich (?:leider )?nicht|ich weiß es (?:leider )?nicht",
        r"(?:das|dies) geht aus den (?:vorliegenden )?(?:dokumenten|unterlagen|quellen)"
        r" (?:leider )?nicht hervor|(?:diese|die) frage kann ich (?:leider )?nicht beantworten",
        r"(?:désolée?, )?je ne sais pas|les documents(?: fournis)? ne (?:le )?(?:précisent|disent"
        r"|mentionnent) pas",
        r"(?:lo siento, )?no lo sé|los documentos(?: proporcionados)? no lo (?:mencionan|dicen"
        r"|especifican|indican)",
        r"(?:mi dispiace, )?non lo so|i documenti(?: forniti)? non lo (?:dicono|specificano"
        r"|indicano)",
        r"(?:desculpe, )?não sei|os documentos(?: fornecidos)? não o (?:dizem|mencionam)",
        r"(?:sorry, )?(?:dat )?weet ik (?:helaas )?niet|ik weet het (?:helaas )?niet",
        r"(?:к сожалению, )?(?:я )?не знаю|в (?:предоставленных )?документах (?:об этом |этого )?"
        r"не (?:сказано|указано)",
        r"(?:申し訳(?:ありません|ございません)が、)?(?:わかりません|分かりません)",
        r"(?:申し訳(?:ありません|ございません)が、)?(?:提供された|与えられた|手元の)?(?:資料|文書)"
        r"(?:に|には)(?:その|該当する|関連する)?(?:記載|情報|説明)(?:が|は)(?:ありません|ございません"
        r"|見当たりません)",
        r"(?:抱歉,|很抱歉,|对不起,)?(?:我)?不知道",
        r"(?:抱歉,|很抱歉,)?(?:提供的)?(?:文档|文件|资料)(?:中)?(?:没有|未)(?:提及|提到|说明)",
        r"(?:죄송합니다만 |죄송하지만 )?(?:잘 )?모르겠습니다",
        r"(?:제공된 )?(?:문서|자료)에(?:는)? (?:해당 |관련 )?(?:정보|내용)(?:가|이) 없습니다",
        r"(?:عذرا، |آسف، )?لا أعرف",
        r"(?:क्षमा करें, )?मुझे (?:नहीं पता|पता नहीं)",
        r"(?:ขออภัย )?ไม่ทราบ(?:ค่ะ|ครับ)?",
    )
)
#: Words that may stand in a topic beside those of the question. None of them joins statements.
_SMALL: Final = frozenset(
    word
    for line in (
        "a an the of for in on to at by with from this that these those your my our its their",
        "any it question answer how what when where who which why whether if much many long",
        "often is are does do be has have about information details regarding specific",
        "anything exact hours time times date dates price prices cost costs fee fees amount",
        "number address name names reason whole opening",
    )
    for word in line.split()
)
_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SENTENCE: Final = re.compile(r"[^.!。！।]+[.!。！।]?")


def is_bare_abstention(answer: str, question: str) -> bool:
    """Whether every sentence of `answer` is a plain abstention (or an apology beside one).

    Topics ("… do not say *whether the shop opens on Sundays*") may hold words of the question
    and small words only.
    """
    if len(answer) > _LONGEST or not all(one.isprintable() or one == "\n" for one in answer):
        return False
    text = normalise(answer).text.lower()
    asked = {word[:_STEM] for word in _WORD.findall(normalise(question).text.lower())}
    said = [one.strip(" .!。！।") for one in _SENTENCE.findall(text)]
    said = [one for one in said if one]
    if "".join(_SENTENCE.findall(text)) != text or not said:
        return False
    if all(re.fullmatch(r"(?:i'm |i am )?(?:very )?(?:sorry|unfortunately)", one) for one in said):
        return False
    return all(_is_plain(one, asked) for one in said)


def _is_plain(sentence: str, asked: set[str]) -> bool:
    for pattern in _SENTENCES:
        match = pattern.fullmatch(sentence)
        if match is not None and _is_topic(match.groupdict().get("topic"), asked):
            return True
    return False


def _is_topic(topic: str | None, asked: set[str]) -> bool:
    words = _WORD.findall(topic or "")
    bare = _WORD.sub("", topic or "").strip(" -'$€£%")
    if bare or len(words) > _MOST_TOPIC:
        return False
    return all(word in _SMALL or _is_asked(word, asked) for word in words)


def _is_asked(word: str, asked: set[str]) -> bool:
    word = word.partition("'")[0]
    return word[:_STEM] in asked or word.removesuffix("s")[:_STEM] in asked
