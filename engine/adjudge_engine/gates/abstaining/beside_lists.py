"""What may stand beside an abstention, or sound like one: patterns, no code.

Refusals, courtesy and advice, lead-ins, indirect questions, and what tells of the sources. Each
runs over one clause of bounded length, in lower case after quote normalisation.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.gates.abstaining.english import (
    EN_GENERAL,
    EN_NAMED,
    EN_SAY,
    EN_SOURCES,
    WRITTEN,
)

#: Refusals that give no reason from the sources.
REFUSALS: Final = (
    r"\b(?:i|we)(?:'m| am| are)? (?:\w+ )?(?:can't|cannot|can not|unable to|won't|not able to)"
    r" (?:\w+ )?(?:help|assist|comply|answer that|do that)\b|^(?:unable|cannot|can't) (?:help"
    r"|assist)",
    r"\b(?:nicht (?:weiter)?helfen|ne peux pas (?:vous )?aider|no puedo ayudar|non posso aiutar"
    r"|não posso ajudar|не могу (?:\w+ )?помочь)\b",
    r"お手伝い(?:は)?できません|无法(?:为您)?(?:提供)?(?:帮助|協助)|도와드릴 수 없",
)

#: What may stand beside an abstention: it says nothing about the matter asked.
FILLERS: Final = (
    r"^(?:i'm |i am |we are |we're )?(?:very |really |so |truly |terribly |deeply )?"
    r"(?:sorry|afraid)"
    r"(?: (?:about|for) (?:that|this|the (?:inconvenience|confusion)))?\W*$"
    r"|^(?:please )?(?:i beg your pardon|pardon me|excuse me|forgive me"
    r"|i (?:do )?regret(?: that)?)\W*$"
    r"|^i(?: would|'d) rather not (?:guess|speculate|say)\W*$"
    r"|^(?:and |but |so )?i (?:do not|don't|would not|wouldn't|will not|won't) (?:(?:want|wish"
    r"|like) to )?"
    r"(?:guess|speculate)\W*$"
    r"|^(?:and |but )?i(?: would|'d) (?:love|like|be (?:happy|glad)) to (?:help|assist|answer)"
    r"(?: you)?(?: with (?:that|this))?\W*$",
    r"^(?:that is |that's )?an? (?:very )?(?:good|great|excellent|interesting) question\W*$",
    r"^(?:answer|response|antwort|réponse|respuesta|risposta|resposta|antwoord|ответ|回答|答案|答え|답변"
    r"|الإجابة|الجواب|उत्तर)$|^(?:thanks?|thank you)(?: (?:very|so) much)? for (?:asking|(?:your"
    r"|the)"
    r" (?:question|interest|message))\W*$",
    r"^(?:in order )?to (?:answer|respond)\b.{0,40}$|^um (?:(?:die|diese"
    r"|ihre) )?fragen? zu beantworten\W*$"
    r"|^pour (?:y )?répondre\b.{0,30}$|^para responder\b.{0,30}$|^чтобы ответить\b.{0,30}$",
    r"^i (?:can|could|will|'d|would)? ?(?:be (?:happy|glad) to |gladly |try to )?(?:look|help|check"
    r"|try"
    r"|search)(?: (?:it|this|that|them|you|up|into|for|with|again|further|there|the|your|once|then"
    r"|more|question|request|answer|information|details?|documents?)){0,4}\W*$",
    r"^(?:unfortunately|regrettably|sadly|alas|however|hello|hi|thanks?|thank you|(?:my "
    r"|our )?apologies"
    r"|i apologi[sz]e)(?: for (?:that|this|the (?:inconvenience|confusion)))?\W*$",
    r"^(?:and |so )?(?:therefore|thus|hence|consequently|accordingly|as such|as a result"
    r"|for (?:this|that) reason)\W*$"
    r"|^(?:daher|deshalb|deswegen|folglich|somit|par conséquent|donc|de ce fait|por (?:lo )?tanto"
    r"|por (?:eso|ello|consiguiente|isso|conseguinte)|en consecuencia|pertanto|quindi|perciò|dunque"
    r"|di conseguenza|portanto|assim|dus|daarom|derhalve|поэтому|следовательно)\W*$",
    r"^(?:so |therefore |and |but )?(?:please|kindly)(?! (?:note|be aware|remember"
    r"|keep in mind))\b",
    r"^(?:feel free|let me know|would you|could you|do you|can you"
    r"|if you (?:need|have|want|would|could|can|provide|share|give|tell|let|send|show|upload|paste)"
    r"|for (?:more|further) (?:information|details|help)"
    r"|you (?:may|might|can|could|should) (?:want|wish|need to|also |contact|check|consult|refer"
    r"|ask"
    r"|try|look))\b",
    r"^i (?:would |can |could |'d )?(?:recommend|suggest|advise|need|would need)\b.{0,30}"
    r"\b(?:contact|consult|check|refer|ask|look|more|speak|review|reach|provid)\w*",
    r"^(?:contact|consult|check|refer to)\b",
    r"^(?:leider|bedauerlicherweise|entschuldigung|verzeihung|(?:ich )?(?:bedaure"
    r"|bedauere)(?: sehr)?"
    r"|(?:guten tag|hallo)|(?:es )?tut mir (?:\w{3,16} )?leid"
    r"|(?:gerne?|ich) würde (?:ich )?(?:ihnen |dir )?(?:gerne? )?(?:weiter)?helfen"
    r"|(?:vielen )?danke?(?: für (?:ihre|deine|die) (?:an)?frage)?)\W*$",
    r"^(?:ich |wir )?bitten? (?:sie )?um (?:ihr )?(?:verständnis|entschuldigung|nachsicht"
    r"|verzeihung)\W*$",
    r"^(?:bitte (?:wenden|kontaktieren|fragen|prüfen|stellen)|wenden sie sich)\b",
    r"^(?:(?:je suis )?(?:vraiment )?(?:désolée?|navrée?)|malheureusement|hélas|pardon|excusez-moi"
    r"|pardonnez-moi|bonjour|(?:toutes )?mes excuses"
    r"|je vous (?:prie|demande) de (?:bien vouloir )?m'excuser|j'aimerais (?:bien )?vous aider"
    r"|je (?:le )?regrette|je m'(?:en )?excuse|merci(?: (?:pour|de) votre question)?)\W*$"
    r"|^veuillez\b",
    r"^(?:lo (?:siento|lamento)(?: mucho)?|lamentablemente|desafortunadamente|desgraciadamente"
    r"|por desgracia|disculp[ae]|(?:mil|mis|(?:le |te )?pido) disculpas|hola|buen[oa]s (?:días"
    r"|tardes)"
    r"|me gustaría (?:poder )?ayudar(?:le|te)?|perdón|perdon[ae]|gracias(?: por su (?:pregunta"
    r"|consulta))?)\W*$|^(?:por favor|consulte)\b",
    r"^(?:mi dispiace|purtroppo|grazie)\W*$|^(?:per favore|si prega)\b",
    r"^(?:desculpe|lamento|infelizmente|sinto muito|obrigad[oa])\W*$",
    r"^(?:helaas|sorry|valitettavasti|pahoittelut|tyvärr|niestety|przepraszam|üzgünüm|maalesef"
    r"|xin lỗi|rất tiếc|λυπάμαι|δυστυχώς)\W*$",
    r"^(?:извините|простите|к сожалению|спасибо)\W*$|^(?:пожалуйста|обратитесь)\b",
    r"^(?:عذرا|عذرًا|للأسف|آسف|نأسف|متأسف|متاسف|متاسفانه)\W*$|^(?:يرجى|لطفا)\b",
    r"^(?:क्षमा|खेद|माफ|दुर्भाग्य).{0,15}$|^कृपया",
    r"^(?:죄송|유감|안타깝)\S{0,8}\W*$",
    r"^(?:誠に|大変)?(?:申し訳|恐れ入り|恐縮|すみません|残念|あいにく|せっかく|お役に立てず|お力になれず).{0,14}$"
    r"|^(?:ご質問|お問い合わせ).{0,8}ありがとうございます。?$",
    r"^(?:(?:很|非常|十分|实在)?(?:抱歉|遗憾|遺憾)|对不起|對不起|不好意思|您好|你好|(?:感谢|感謝|谢谢|謝謝)您?你?的"
    r"(?:提问|提問|咨询|諮詢|询问|詢問|问题|問題))\W*$|^(?:请|請)(?:联系|聯絡|咨询|查|参|提供)",
    r"^(?:ขออภัย|เสียใจ).{0,8}$",
    r"(?:ください|下さい|お願いします|お願いいたします)\W*$",
)

#: How a sentence may begin that goes on to abstain: "Based on the context, …".
LEAD_INS: Final = (
    r"^(?:unfortunately|sorry|based|according|given|judging|from|in|within|with|regarding"
    r"|concerning"
    r"|as|looking|after|having|i'm sorry|i am sorry|i'm afraid|well|so|no)\b",
    r"^(?:leider|nach|laut|auf|anhand|basierend|in|aus|zu|dazu|was|soweit)\b",
    r"^(?:désolée?|malheureusement|d'après|selon|dans|sur|en|à|concernant)\b",
    r"^(?:lo siento|según|en|de|basándome|sobre|in|secondo|nei|nel|nella|com|nos|no|na|sobre)\b",
    r"^(?:извините|к сожалению|на|согласно|судя|в|по|исходя)\b",
    r"^(?:عذرا|للأسف|بناء|وفقا|في|بر|در|متأسف|متاسف)",
    r"^(?:क्षमा|खेद|दुर्भाग्य|दिए|प्रदान)|^(?:죄송|제공된|주어진|안타깝)",
    r"^(?:申し訳|恐れ入り|残念|抱歉|很抱歉|对不起|對不起|遗憾|遺憾|很遗憾|很遺憾|根据|根據|从|在|提供|ご)|(?:は|では|には|が|て)$",
)

#: A lead-in that names the sources, whatever its verb: "From the material that I have, …".
SOURCE_LEAD_INS: Final = (
    rf"^(?:from|based on|according to|judging (?:by|from)|in|as far as|going by"
    rf"|looking at)\b.{{0,30}}"
    rf"\b{EN_GENERAL}(?: (?:that )?(?:i|we|you) (?:have|had|was|were|am|are|gave|provided|got)"
    rf"(?: \w+){{0,2}}| (?:show|tell|go|say|provided|given|available|above|here)\w*)?\W*$",
)

#: How an indirect question begins, where a comma parts it from "the documents do not say".
INDIRECT_QUESTIONS: Final = (
    r"^(?:who|whom|whose|what|when|where|which|why|how|whether|if)\b",
    r"^(?:(?:in|an|auf|zu|von|für|mit|aus|bei|seit|bis) )?"
    r"(?:wer|wen|wem|wessen|was|wann|wo|woher|wohin|womit|wofür|worin|warum|weshalb|wieso|wie|ob"
    r"|welche[rsnm]?)\b",
    r"^(?:qui|que|quand|où|comment|combien|pourquoi|si|s'il|s'ils|s'elle|quel(?:le)?s?)\b",
    r"^(?:quién(?:es)?|qué|cuándo|dónde|cómo|cuánt[oa]s?|por qué|cuál(?:es)?|chi|quando|dove|come"
    r"|quanto|quale|perché|quem|onde|quanto)\b",
    r"^(?:kto|kogo|komu|co|czego|kiedy|gdzie|skąd|jak|dlaczego|ile|czy|któr\w+|wie|wat|wanneer|waar"
    r"|waarom|hoe|hoeveel|welke?|vem|vad|när|hur|varför|vilke[nt]|hvem|hvad|hva|hvornår|hvor"
    r"|hvorfor)\b",
    r"^(?:(?:в|на|с|до|из|за|к|о) )?(?:кто|кого|кому|кем|что|чем|чего|когда|где|куда|откуда|как"
    r"|сколько|почему|зачем|какой|какая|какое|какие|каков\w*|какого|каким|котор\w+|чей)\b",
)

#: Questions that tell something.
TELLING_QUESTIONS: Final = (
    r"^(?:maybe|perhaps|possibly|probably|vielleicht|womöglich|wahrscheinlich|peut-être|quizás?"
    r"|tal vez"
    r"|acaso|forse|talvez|misschien|возможно|может быть)\b(?!,? (?:you|i|we|sie|du|ich|vous|je"
    r"|usted|вы)\b)"
    r"|^(?:もしかして|おそらく|也许|可能是|大概)",
    r"\b(?:did|do) you know (?:that|it|the)\b|\b(?:isn't|aren't|wasn't|weren't|doesn't|don't) (?:it"
    r"|he|she|they)\W*$|^wussten sie|^wusstest du|^saviez-vous|^savais-tu"
    r"|^(?:sabías|sabía usted|sabe) que|^sapevi|^você sabia|^(?:а )?(?:вы )?знали ли|^знаете ли"
    r"|ご存[知じ]|知っていましたか|你知道",
)

#: Statements about the sources themselves: what they do say.
DESCRIPTIONS: Final = (
    r"^(?:only |just |merely )?(?:says?|states?|mentions?|describes?|explains?|lists?|gives?|shows?"
    r"|notes|indicates?|covers?|provides?)\b"
    r"|^(?:nur |lediglich )?(?:sagt|besagt|erklärt|beschreibt|nennt)\b"
    r"|^(?:dit|indique|décrit|dice|indica|describe|explica|descrive)\b",
    rf"\b(?:{EN_GENERAL}|{EN_NAMED})\b.{{0,40}}\b(?:only|just|merely|do|does|simply|instead)?\s?"
    rf"(?:{EN_SAY}|provide|give|contain|include|cover|list|offer|show|have|refer|present|talk|focus"
    rf"|deal|concern|relate|are about|is about)(?:s|es|d|ed"
    rf"|ing)?\b",
    r"\b(?:unterlagen|dokument\w*|kontext|texte?|quellen?|handbuch|faltblatt|broschüre|anleitung"
    r"|bericht|artikel|auszug|auszüge|passagen?|abschnitte?|sie|er|es|darin"
    r"|dort)\b.{0,40}\b(?:nur"
    r"|lediglich|beschreib\w*|enthalt\w*|enthält|erwähn\w*|behandel\w*|steh\w*|nenn\w*)\b",
    r"\b(?:documents?|contexte|textes?|sources?|dépliant|brochure|rapport|notice|article|extraits?"
    r"|passages?|ils?|elles?)\b.{0,40}\b(?:seulement|uniquement"
    r"|décri\w*"
    r"|mentionn\w*|parl\w*|trait\w*|indiqu\w*|contien\w*)\b",
    r"\b(?:documentos?|contexto|textos?|fuentes?|folleto|informe|artículo|pasajes?|extractos?"
    r"|documento|opuscolo|articolo|brani?|folheto|relatório|artigo|trechos?|documenti|testo|contesto"
    r"|testi)\b.{0,40}\b(?:solo|sólo"
    r"|únicamente|soltanto|apenas|describ\w*|mencion\w*|habla\w*|trat\w*|descriv\w*|parl\w*"
    r"|menzion\w*"
    r"|descrev\w*)",
    r"(?:документ|контекст|текст|источник|они|там|в них)\w* .{0,40}(?:только|лишь|описыва"
    r"|упомина|говор)",
    r"(?:資料|文書|文脈|本文|テキスト|資料中).{0,40}(?:のみ|だけ|説明|記載|述べ|触れ)",
    r"(?:文档|文件|资料|上下文|文中|原文).{0,40}(?:只|仅|提到|描述|介绍|說明|说明)",
)

#: What a text is about, without what it says of it.
TOPICS: Final = (
    rf"\b(?:{EN_SOURCES}|{WRITTEN})\b.{{0,20}}\b(?:talks? about|deals? with|discuss(?:es)?"
    r"|focus(?:es)? on|(?:is|are) about)\b"
    rf"|^(?:while|although|though|even though)\b.{{0,20}}\b(?:{EN_SOURCES}|{WRITTEN})\b.{{0,20}}"
    r"\b(?:describes?|covers?|mentions?|contains?|includes?)\b",
    r"\b(?:unterlagen|dokumente?|texte?|quellen?|artikel|passagen?|abschnitte?)\b.{0,20}"
    r"\b(?:behandel[nt]|befass(?:en|t) sich|geht es um|handel[nt] von)\b",
    r"\b(?:documents?|textes?|sources?|article|passages?|extraits?)\b.{0,20}\b(?:traite(?:nt)? d"
    r"|parle(?:nt)? d|porte(?:nt)? sur)",
    r"\b(?:documentos?|textos?|fuentes?|artículo|pasajes?|documenti|testo|testi)\b.{0,20}"
    r"\b(?:tratan? (?:de|sobre)|hablan? de|trattano|tratta di|parlano|parla di|fala[m]? de)\b",
)

ONLY: Final = (
    r"\b(?:only|just|merely|solely|nur|lediglich|seulement|uniquement|solo|sólo|soltanto|apenas"
    r"|только|лишь)\b|のみ|だけ|只|仅|僅",
)
