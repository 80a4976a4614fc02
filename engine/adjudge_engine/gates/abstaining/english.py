"""How answers in English say that they do not answer: patterns, no code.

The conditions are those of `phrase_lists`.
"""

from __future__ import annotations

from typing import Final

EN_GENERAL = (
    r"(?:documents?|documentation|contexts?|passages?|texts?|sources?|information|materials?"
    r"|excerpts?|snippets?|articles?|references?|search results?|knowledge base|data|content"
    r"|paragraphs?|none|nothing)"
)
EN_NAMED = (
    r"(?:manual|handbook|agreement|contract|policy|policies|report|guide|page|file|letter|brochure"
    r"|leaflet|catalogue|catalog|statement|minutes|memo|notes?|table|list|website|section|paper"
    r"|terms|conditions|regulations?|rules|law|act|statute|label|form|record|records|chart|study"
    r"|schedule|notice|book|instructions|prospectus|invoice|specification|plan|author|authors|it"
    r"|they)"
)
EN_SAY = (
    r"(?:say|state|mention|specify|indicate|address|tell|explain|disclose|clarify|detail|define"
    r"|discuss|reveal|answer|name|identify|report|note|describe|elaborate|speak|touch|confirm"
    r"|go into)"
)
EN_HOLD = (
    r"(?:provide|give|contain|include|cover|list|offer|show|have|refer|allow|permit|supply|present"
    r"|support|help|suffice|make)"
)
_EN_NOT = r"(?:(?:do|does|did)(?: not|n't)|(?:can|could)(?: ?not|n't)|fails? to|never|nowhere)"
#: What a question may ask for, as an answer names it that lacks it.
_ASKED = (
    r"names?|prices?|costs?|fees?|rates?|amounts?|dates?|deadlines?|times?|numbers?|figures?"
    r"|address"
    r"|reasons?|causes?|duration|length|height|weight|width|size|age|value|owner|author|location"
    r"|colou?r|answers?|information|details?"
)
#: What is written to be read, and sells, insures or orders nothing itself.
WRITTEN = (
    r"(?:manual|handbook|report|guide|page|letter|brochure|leaflet|catalogue|catalog|minutes|memo"
    r"|notes?|website|section|paper|articles?|notice|invoice|book|instructions|prospectus|specification)"
)
#: What the answer was to be found in, by words that mean little else.
EN_SOURCES = (
    r"(?:documents?|documentation|contexts?|passages?|texts?|sources?|excerpts?|snippets?"
    r"|(?:provided|given|supplied|retrieved) (?:information|materials?))"
)
_ANSWER = r"answers?|information|details?"
#: Behind a lack: that it is one of the sources, and not of the world ("not included in the rent").
_THERE = (
    r"(?=\W*$| (?:here|there|anywhere|either|explicitly|directly|at all|for|as)\b"
    rf"| (?:in|by|within|on|among) (?:[\w'-]+ ){{0,4}}(?:{EN_GENERAL}|{EN_NAMED})\b)"
)
#: What for something is too little, where it is an answer.
_TO_ANSWER = (
    r"(?=\W*$| (?:to (?:\w+ )?(?:answer|determine|say|tell|establish|conclude|know|help|give"
    r"|respond|confirm)|for (?:answering|an? (?:\w+ )?(?:answer|response|conclusion)|this|that))\b)"
)
#: What becomes of data in the world: "no data is shared" is an answer.
_HANDLED = (
    r" (?:is|are|was|were|gets?|will be|may be|can be|has been|have been) (?:\w+ )?(?:shared"
    r"|collected"
    r"|stored|sold|passed|kept|transferred|sent|processed|recorded|saved|lost|used|retained"
    r"|gathered"
    r"|exchanged|deleted)\b"
)

#: Patterns of clauses that say that nothing is known, or said, of what was asked.
ENGLISH: Final[tuple[str, ...]] = (
    rf"\b{EN_GENERAL}\b.{{0,60}}\b{_EN_NOT} (?:\w+ ){{0,2}}(?:{EN_SAY}|{EN_HOLD})\b",
    rf"\b{EN_NAMED}\b.{{0,40}}\b{_EN_NOT} (?:\w+ ){{0,2}}{EN_SAY}\b",
    rf"\b(?:none|neither|nothing|no (?:document|passage|source|context|text))\b.{{0,60}}"
    rf"\b(?:{EN_SAY}|{EN_HOLD})(?:s|es|ed|ing)?\b",
    rf"\b(?:{EN_GENERAL}|{EN_NAMED})\b.{{0,60}}\b(?:{EN_SAY}|{EN_HOLD})(?:s|es|ed)? nothing\b",
    r"\b(?:is|are|was|were|remains?|stays?|keeps?) silent\b",
    r"(?:\b(?:not|never|nowhere)|n't) (?:\w+ ){0,2}(?:mentioned|stated|specified|disclosed"
    r"|indicated|addressed|known|discussed|documented|explained|spelled out)\b",
    r"(?:\b(?:not|never|nowhere)|n't) (?:\w+ ){0,2}(?:found|given|answered|available|shown"
    r"|contained"
    r"|covered|provided|included|listed|present|clear|evident|apparent|possible|named|identified"
    r"|described|recorded)\b.{0,40}"
    rf"\b(?:in|by|from|within|among|based on) .{{0,30}}\b{EN_GENERAL}\b",
    r"(?:\b(?:not|never|nowhere)|n't) (?:\w+ ){0,2}(?:found|given|answered|available|shown"
    r"|clear|identified|named|listed|described|recorded)\b"
    rf".{{0,20}}\b(?:in|from) .{{0,30}}\b{EN_NAMED}\b",
    rf"\bno (?:\w+ ){{0,2}}(?:information|mention|indication|details?|answer|reference|data)\b"
    rf"(?!{_HANDLED})",
    r"\b(?:i|we)(?:'m| am|'re| are| was| were)? (?:\w+ )?(?:not|don't|do not|can't|cannot"
    r"|can not"
    r"|could not|couldn't|didn't|did not|unable|won't|am not) (?:\w+ ){0,3}"
    r"(?:know|sure|certain|answer|find|determine|say|tell|help|provide|assist|locate|confirm"
    r"|have|see|respond|comment|give|aware|identify|verify)\b",
    r"(?:\b(?:not|isn't|aren't|wasn't) (?:enough|sufficient)"
    r"|\b(?:insufficient|too little|lacks?|lacking|without))"
    r" (?:\w+ ){0,3}(?:information|context|data|details|evidence|knowledge)\b",
    r"\b(?:unable|not able|impossible|not possible|cannot be possible|difficult) to (?:\w+ )?"
    r"(?:answer|determine|infer|deduce|say|tell|find|provide|confirm|give|know|establish|identify"
    r"|help)\b",
    r"\b(?:cannot|can't|can not|could not|couldn't) be (?:\w+ )?(?:answered|determined"
    r"|established|inferred|confirmed|verified|derived|deduced|known)\b",
    rf"\b(?:cannot|can't|can not|could not|couldn't) be (?:\w+ )?(?:located|identified)\b.{{0,30}}"
    rf"\b(?:{EN_GENERAL}|{EN_NAMED})\b|\bit (?:cannot|can't|can not) be (?:said|stated|told)\b",
    rf"\b(?:cannot|can't|can not|could not|couldn't) be (?:\w+ )?found"
    rf"(?:\W*$|\b.{{0,30}}\b(?:{EN_GENERAL}|{EN_NAMED})\b)|^(?:the |an? |its )?"
    rf"(?:{_ANSWER})\b"
    r".{0,30}\b(?:cannot|can't|can not|could not|couldn't) be (?:\w+ )?found\b",
    r"\b(?:unanswerable|no idea|not clear)\b|(?:\b(?:is|are|was|were|remains?)|'s)"
    r" (?:unknown|unclear|unspecified|unstated)\b",
    r"\bno (?:[\w-]+ ){1,9}(?:is|are|was|were) (?:\w+ )?(?:mentioned|named|stated|specified|listed"
    r"|identified|indicated|described)\b",
    rf"\bno (?:[\w-]+ ){{0,3}}(?:{_ASKED}|periods?|terms?) (?:(?:for|of|on|to|about"
    r"|in) (?:[\w'-]+ ){1,5})?(?:is|are|was|were) (?:\w+ )?(?:given|provided)\b",
    r"^but not (?:its|the|their|his|her|any|an?|who|what|when|where|how|why|which|whether)\b"
    r"(?!.{0,30}\bones?\b)",
    rf"^not (?:its|the|their|his|her|any|an?) (?:[\w'-]+ ){{0,3}}(?:{_ASKED})\b",
    r"^(?:unknown|unclear|n/a|no answer|not found|not available|not applicable|no information)\W*$",
    rf"^(?:[\w'-]+,? ){{0,3}}(?:{_ASKED})\b.{{0,50}}(?:\bnot|n't) (?:\w+ ){{0,2}}"
    rf"(?:given|provided|named|identified|supplied|included|listed)\b{_THERE}",
    rf"\b(?:{_ANSWER})\b.{{0,50}}(?:\b(?:is|are) (?:missing|absent|lacking|unavailable)"
    rf"|(?:\bnot|n't) (?:\w+ ){{0,2}}(?:available|there|present|to be found)"
    rf"|(?:\bnot|n't) (?:in|among|part of) (?:\w+ ){{0,3}}{EN_GENERAL})\b",
    rf"\b(?:{EN_SOURCES}|materials?)\b.{{0,20}}\b(?:(?:lacks?|omits?) (?:[\w'-]+ ){{0,3}}"
    rf"(?:{_ASKED})|leaves? (?:it |this |that )?(?:open|out|unclear))\b",
    rf"^(?!(?:.{{0,60}} )?(?:if|when|where|unless)\b).{{0,60}}\b(?:{EN_SOURCES}|materials?)\b"
    rf".{{0,20}}\b(?:is|are) (?:insufficient|inadequate|not (?:sufficient|enough))\b{_TO_ANSWER}",
    rf"(?:\bnot|n't) (?:in|among|within|part of) (?:\w+ ){{0,3}}{EN_SOURCES}\b",
    rf"(?:\b(?:nothing|not (?:something|anything))|n't (?:something|anything)|\b(?:i|we) (?:see"
    rf"|saw|find|found) no)\b.{{0,60}}"
    rf"\b{EN_SOURCES}\b(?! (?:code|messages?|menus?|fields?|box(?:es)?|editor|files?)\b"
    r"|.{0,20} (?:is|are|was|were|has been|had been)"
    r" (?!about|said|stated|given|mentioned|relevant))"
    rf"|\b(?:beyond|outside) (?:\w+ ){{0,4}}{EN_SOURCES}\b",
    r"\bnothing (?:is|was|has been) (?:\w+ )?(?:said|stated|mentioned|given|known|written"
    r"|indicated|specified)\b",
    r"\b(?:i|we)(?:'d| would)? need (?:more|further|additional) (?:information|context|details)\b"
    rf"{_TO_ANSWER}"
    r"|^more (?:information|context|details) (?:is|are|would be) (?:needed|required)\W*$",
    rf"\b(?:{EN_NAMED})\b.{{0,40}}\b{_EN_NOT} (?:\w+ ){{0,2}}(?:give|provide|contain|show)"
    rf" (?:an?|the|any|its|their|his|her|this|that) (?:[\w'-]+ ){{0,2}}(?:{_ASKED})\b",
    rf"\bnothing (?:\w+ )?(?:in|on|within) (?:\w+ ){{0,3}}{EN_NAMED}\b.{{0,30}}"
    rf"\b(?:about|on|regarding|concerning|covers?|says?|mentions?|answers?)\b"
    rf"|\bnothing (?:about|on|regarding) (?:\w+ ){{1,4}}in (?:\w+ ){{0,3}}{EN_NAMED}\W*$",
    r"\b(?:i|we)(?:'ve| have)? (?:\w+ )?(?:found|find|see|saw) nothing"
    r"(?: (?:about|on|regarding|concerning|in|that|there|here|relevant)\b|\W*$)"
    r"|\b(?:i|we) (?:wasn't|weren't|was not|were not) able to (?:\w+ )?(?:answer|determine|say|tell"
    r"|find|locate|confirm|identify|establish|see)\b"
    r"|\b(?:i|we) (?:have not|haven't|was not|wasn't|were not|weren't) (?:been )?(?:given|provided"
    r"|supplied|shown|told)\b.{0,40}\b(?:information|details?|data|documents?|this|that)\b",
    r"(?:\b(?:is|are|was|were|remains?|stays?)|'s) (?:unmentioned|undisclosed|undocumented"
    r"|unaddressed|unanswered|unrecorded)\b",
    rf"\b(?:{EN_GENERAL}|{WRITTEN})(?: \w+)? (?:do|does|did)(?: not|n't) either\W*$"
    rf"|\bneither do(?:es)? (?:\w+ ){{1,3}}(?:{EN_GENERAL}|{WRITTEN})\W*$",
    rf"^(?:and )?(?:neither|nor) (?:is|are|was|were) (?:the|its|their|any) (?:\w+ ){{0,2}}"
    rf"(?:{_ASKED})\W*$",
    r"\bno way (?:to|of) (?:\w+ )?(?:(?:tell|know|say|determin|answer)\w*"
    r"|(?:find|finding|work|working) out\b)"
    r"|\b(?:i|we|you) (?:are|am|were|was) (?:told|given) nothing\b"
    rf"|\bnowhere in (?:\w+ ){{0,3}}(?:{EN_GENERAL}|{EN_NAMED})\b.{{0,20}}\b(?:is|are|was|were|do"
    rf"|does)\b"
    r"|^(?:but |and )?(?:says?|tells?|states?|gives?|contains?) nothing (?:about|on|regarding)\b",
    rf"\b(?:i|we) (?:don't|do not) (?:think|believe)\b.{{0,20}}\b(?:{EN_SOURCES}"
    rf"|{WRITTEN})\b.{{0,20}}"
    rf"\b(?:{EN_SAY}|{EN_HOLD})s?\b"
    rf"|\b(?:{EN_SOURCES}|{WRITTEN})\b.{{0,20}}\bleaves?\b.{{1,40}}\b(?:unstated|unspecified"
    rf"|unclear|undefined|(?:{_ASKED}|question|matter|issue|point) open)\W*$",
    rf"\b(?:left out of|omitted from|absent from) (?:\w+ ){{0,3}}(?:{EN_GENERAL}|{EN_NAMED})\b",
    rf"\bthere(?:'s| is| are) no (?:\w+ ){{0,2}}(?:{_ASKED})\b.{{0,30}}"
    rf"(?:\b(?:in|on) (?:\w+ ){{0,3}}(?:{EN_GENERAL}|{EN_NAMED})\b"
    r"|\b(?:listed|given|stated|mentioned|named|shown|provided|specified|indicated))\W*$",
    rf"\b(?:(?:{EN_SOURCES}|{WRITTEN}|they|it) (?:clearly |simply |only )?"
    rf"(?:lists?|states?|names?|gives?|mentions?|shows?|specif(?:y|ies)|provides?)"
    rf"|(?:{EN_SOURCES}|{WRITTEN}) (?:contains?|includes?)|{EN_SOURCES} ha(?:s|ve))"
    rf" no (?:\w+ ){{0,2}}(?:{_ASKED})\b",
    rf"^(?:but|yet|though) (?:it |they )?{_EN_NOT} (?:\w+ ){{0,2}}{EN_SAY}\b"
    rf"|\b(?:{EN_SOURCES}|{WRITTEN}|it|they|which)\b.{{0,30}}\b(?:say|state|mention|specif|indicat"
    r"|disclos)\w* neither\b",
    r"\b(?:i|we)(?:'m|'re| am| are) (?:\w+ )?(?:unable|not able) to (?:\w+ )?(?:state|specify|name"
    r"|list|calculate|derive|locate|verify)\b"
    r"|\b(?:nobody|no one|no-one) (?:is|was|are|were) (?:\w+ )?(?:named|mentioned|identified"
    r"|listed)(?=\W*$| (?:in|by|here|there|as (?:the|an?|its|his|her|their))\b)"
    r"|(?:\b(?:is|are) not|n't) any (?:\w+ ){0,2}(?:information|mention|indication|details?"
    r"|reference|answers?(?=\W*$| (?:to|in|for|about|here|there)\b))\b",
    rf"\b(?:{EN_SOURCES}|{WRITTEN}|sheet)\b.{{0,20}}\bomits?\b"
    rf"|\bnot something (?:\w+ ){{0,4}}(?:{EN_GENERAL}|{EN_NAMED}) (?:{EN_SAY}|covers?)(?:s|es)?\b"
    rf"|\b{EN_NAMED} leaves? (?:it|this|that|the (?:matter|question|point|issue))"
    r" (?:open|unclear|unresolved)\b",
    rf"{_EN_NOT} (?:\w+ )?(?:appear|feature|come up) (?:(?:here|there|anywhere|in them|in it)"
    rf"\W*$|.{{0,20}}\bin (?:\w+ ){{0,3}}(?:{EN_GENERAL}|{EN_NAMED})(?=\W*$|[,;.:]"
    r"| (?:provided|given|supplied|at all|you|that|which|above|and|or|nor)\b))",
    rf"^\[[^\]]{{1,12}}\] {_EN_NOT} (?:\w+ ){{0,2}}{EN_SAY}\b|(?:\bnot|n't) named\W*$",
)
