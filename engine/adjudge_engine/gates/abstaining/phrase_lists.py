"""How answers say that they do not answer, in the languages of our users: patterns, no code.

Each runs over one clause of bounded length, in lower case after quote normalisation. Every gap is
bounded, so that the time stays linear. A verb that also states facts of the world ("the plan does
not include meals") counts only where its subject is the sources.
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
    r"|discuss|reveal|answer|name|identify|report|note|describe|elaborate|speak|touch|go into)"
)
EN_HOLD = (
    r"(?:provide|give|contain|include|cover|list|offer|show|have|refer|allow|permit|supply|present"
    r"|support|help|suffice|make)"
)
_EN_NOT = r"(?:(?:do|does|did)(?: not|n't)|(?:can|could)(?: ?not|n't)|fails? to|never|nowhere)"

#: Language → patterns of clauses that say that nothing is known, or said, of what was asked.
PATTERNS: Final[dict[str, tuple[str, ...]]] = {
    "en": (
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
        r"|clear)\b"
        rf".{{0,20}}\b(?:in|from) .{{0,30}}\b{EN_NAMED}\b",
        r"\bno (?:\w+ ){0,2}(?:information|mention|indication|details?|answer|reference|data)\b",
        r"\b(?:i|we)(?:'m| am|'re| are| was| were)? (?:\w+ )?(?:not|don't|do not|can't|cannot"
        r"|can not"
        r"|could not|couldn't|didn't|did not|unable|won't|am not) (?:\w+ ){0,3}"
        r"(?:know|sure|certain|answer|find|determine|say|tell|help|provide|assist|locate|confirm"
        r"|have|see|respond|comment|give|aware|identify|verify)\b",
        r"\b(?:not enough|insufficient|not sufficient|too little|lacks?|lacking|without)"
        r" (?:\w+ ){0,3}(?:information|context|data|details|evidence|knowledge)\b",
        r"\b(?:unable|not able|impossible|not possible|cannot be possible|difficult) to (?:\w+ )?"
        r"(?:answer|determine|say|tell|find|provide|confirm|give|know|establish|identify|help)\b",
        r"\b(?:cannot|can't|can not|could not|couldn't) be (?:\w+ )?(?:answered|determined|found"
        r"|established|inferred|confirmed|verified|derived|deduced|known)\b",
        r"\b(?:unanswerable|no idea|not clear)\b|(?:\b(?:is|are|was|were|remains?)|'s)"
        r" (?:unknown|unclear|unspecified|unstated)\b",
        r"\bno (?:[\w-]+ ){1,4}(?:is|are|was|were) (?:\w+ )?(?:mentioned|named|given|stated"
        r"|specified|listed|identified|provided|indicated|described)\b",
        r"^but not (?:its|the|their|his|her|any|an?|who|what|when|where|how|why|which|whether)\b",
        r"^(?:unknown|unclear|n/a|no answer|not available|not applicable|no information)\W*$",
    ),
    "de": (
        r"\bkeine[nrm]? (?:\w+ ){0,3}(?:angaben?|informationen?|auskunft|auskünfte|hinweise?"
        r"|antwort(?:en)?|erwähnung|details|daten|aussagen?|einzelheiten)\b",
        r"\bnicht (?:\w+ ){0,2}(?:erwähnt|genannt|angegeben|aufgeführt|beschrieben|hervor|bekannt"
        r"|ersichtlich|beantwort\w*|bestimmen|entnehmen|geklärt|spezifiziert|zu entnehmen"
        r"|dokumentiert|feststellen|ermitteln)\b",
        r"\b(?:unterlagen|dokument\w*|kontext|text\w*|quellen?|handbuch|vertrag|bericht|passagen?"
        r"|abschnitt\w*|material\w*|informationen|auszüge?n?|anleitung|richtlinie)\b.{0,60}"
        r"\b(?:nicht|nichts|kein\w*|weder)\b.{0,60}"
        r"(?:enthalt\w*|angab\w*|information\w*|erwähn\w*|nenn\w*|steht|sag\w*|find\w*|hervor|$)",
        r"\b(?:enthalten|enthält|nennen|nennt|sagen|sagt|erwähnen|erwähnt|geben|gibt|machen"
        r"|macht)\b"
        r".{0,60}\b(?:nicht|nichts|keine\w*)\b",
        r"\bweiß (?:ich )?(?:\w+ )?(?:leider )?nicht\b|\bunbekannt\b|\bunklar\b|\bnicht sicher\b",
        r"\b(?:ich|wir) (?:kann|können|konnte|konnten)\b.{0,80}\b(?:nicht|nichts|keine\w*)\b",
        r"\blässt sich\b.{0,80}\bnicht\b|\bnicht möglich\b.{0,40}\b(?:zu|antwort)",
    ),
    "fr": (
        r"\bn(?:e |')(?:\w+ )?(?:permet|permettent|précis|mentionn|indiqu|contien|di[ts]|donn"
        r"|fourni"
        r"|spécifi|trait|répond|parl|évoqu|compor|abord)\w*.{0,20}\b(?:pas|aucun|aucune|rien|ni)\b",
        r"\bn(?:e |')(?:est|sont|a|ont|y a|figur\w*|apparaît|apparaissent)\b.{0,20}"
        r"\b(?:pas|aucun|aucune|nulle part)\b.{0,40}\b(?:mentionn|précis|indiqu|information|réponse"
        r"|spécifi|donnée|disponible|dans|connu)\w*",
        r"\b(?:je|nous) n(?:e |')(?:sais|savons|peux|pouvons|trouve|trouvons|dispose|disposons|suis"
        r"|ai|avons|connais)\b.{0,20}\b(?:pas|aucune?)\b",
        r"\baucune (?:information|mention|indication|réponse|donnée|précision)\b",
        r"\bpas (?:assez|suffisamment) d|\bimpossible de (?:répondre|déterminer|dire|savoir"
        r"|trouver)",
        r"\b(?:est|sont) inconnue?s?\b|\bmanqu\w+ d'information",
    ),
    "es": (
        r"\bno (?:\w+ )?(?:encuentro|encontré|encontramos|hay|existe|existen|dispongo|disponemos"
        r"|tengo|tenemos|figura|figuran|consta|constan|aparece|aparecen|se encuentra"
        r"|se encontró|contienen?|incluyen?|proporcionan?|ofrecen?|dan?)\b.{0,40}"
        r"\b(?:información|mención|datos?|respuesta|detalles?|documentos?|contexto|texto"
        r"|fuentes?)\b",
        r"\bno (?:se )?(?:menciona|indica|especifica|precisa|sabe|dice|detalla|aclara|informa"
        r"|señala"
        r"|responde|aborda|explica)n?\b",
        r"\b(?:documentos?|contexto|textos?|fuentes?|pasajes?|manual|contrato|información)\b.{0,40}"
        r"\bno (?:permite|contiene|incluye|proporciona|ofrece|da|recoge|basta|es suficiente)n?\b",
        r"\bno (?:sé|lo sé|puedo|podemos|estoy segur[oa]|es posible)\b",
        r"\binformación (?:insuficiente|no disponible)|\bsin información\b|\bse desconoce\b",
        r"\bningun[oa]? (?:\w+ )?(?:información|mención|documento|pasaje)\b",
    ),
    "it": (
        r"\bnon (?:lo |mi |si |viene |vengono |è |sono )?(?:menziona|specifica|indica|precisa|dice"
        r"|dicono|riporta|fornisc|contien|contengon|risult|riport|emerg|chiar|present|not"
        r"|rispond)\w*",
        r"\bnon (?:lo )?(?:so|posso|possiamo|trovo|ho trovato|dispongo|sono (?:in grado|sicur))",
        r"\bnon (?:è possibile|ci sono|c'è|ho|vi è|vi sono)\b.{0,40}"
        r"(?:informazion|rispo|determin|menzion|indicazion|dat[oi]\b|stabilir)",
        r"\bnessuna (?:informazione|menzione|indicazione|risposta)"
        r"|\binformazioni (?:in)?sufficienti",
    ),
    "pt": (
        r"\bnão (?:se |é |são |foi |está )?(?:mencion|especific|indic|diz|dizem|inform|precis"
        r"|esclarec"
        r"|conhec|respond|menciona)\w*",
        r"\bnão (?:sei|posso|podemos|encontr\w+|há|consta\w*|é possível|tenho|disponho|contêm"
        r"|contém"
        r"|fornec\w+|permit\w+|inclu\w+)\b.{0,60}"
        r"(?:informaç|respo|menç|dados|document|context|texto|determin|pergunta|ajudar|$)",
        r"\bnenhuma (?:informação|menção|resposta|referência)|\bsem informaç",
    ),
    "nl": (
        r"\bgeen (?:\w+ )?(?:informatie|antwoord|vermelding|gegevens|details)\b"
        r"|\bweet (?:het )?niet\b",
        r"\bniet (?:\w+ )?(?:vermeld|genoemd|gevonden|bekend|aangegeven|beschreven"
        r"|beantwoord\w*)\b",
        r"\b(?:kan|kunnen)\b.{0,60}\bniet (?:beantwoorden|vinden|zeggen|bepalen|helpen)\b",
    ),
    "fi": (
        r"\b(?:en|emme) (?:tiedä|löydä|löytänyt|voi vastata|osaa|pysty|voi auttaa|ole varma)",
        r"\b(?:ei|eivät) (?:\w+ )?(?:mainit|kerro|sisäl|löydy|löyty|selviä|anna|vastaa|käy ilmi"
        r"|ilmene"
        r"|ole (?:tietoa|mainittu|mahdollista|vastausta|kerrottu)|voida (?:vastata|päätellä))",
        r"\btieto(?:a|ja) ei\b|\briittävästi tieto",
    ),
    "sv": (
        r"\bvet (?:jag )?inte\b|\bframgår inte\b|\b(?:nämns|anges|framgår|står|nämner|anger) inte\b"
        r"|\bingen information\b|\bkan inte (?:svara|hitta|avgöra)\b|\bsaknas (?:uppgift"
        r"|information)",
    ),
    "pl": (
        r"\bnie (?:\w+ )?(?:wiem|podano|podaj|wspomin|zawier|określ|mogę|znalaz|ma informacji|mówi"
        r"|wymieni|wskazuj|da się)\w*|\bbrak (?:\w+ )?(?:informacji|danych|odpowiedzi|wzmianki)",
    ),
    "tr": (
        r"\bbilmiyor\w*|\bbilgi (?:yok|bulunm|verilme|mevcut değil|içerm)\w*|\bbelirtilme\w*"
        r"|\byer alm\w*|\bcevaplayam\w*|\byanıtlayam\w*|\bbulamad\w*|\bbahsedilme\w*",
    ),
    "vi": (
        r"không (?:biết|có (?:\w+ )?thông tin|đề cập|nêu|thể (?:trả lời|xác định|tìm)|tìm thấy"
        r"|được nhắc"
        r"|được đề cập|cung cấp|rõ|chứa|nói)",
    ),
    "el": (
        r"\bδεν (?:γνωρίζ|αναφέρ|υπάρχ\w* πληροφορ|μπορώ να|περιέχ|βρήκα|προσδιορίζ|διευκρινίζ|δίν"
        r"|ξέρω|παρέχ|περιλαμβάν)\w*",
    ),
    "ru": (
        r"\bнет (?:\w+ ){0,2}(?:ответа|информации|данных|сведений|упоминани\w*|указани\w*)",
        r"\bне (?:\w+ ){0,2}(?:указан|указыва|упомина|упомянут|сказано|говорит|содерж|знаю|знаем"
        r"|найден"
        r"|нашел|нашёл|нашла|нашли|удалось|удаётся|удается|сообща|известн|приводит|привод|описан"
        r"|уточня|определен|раскрыва|позволя\w+ (?:ответить|определить|установить)|хватает|дают"
        r"|дает"
        r"|даёт|отвеча|ясно|уверен)\w*",
        r"\bне (?:могу|можем|смог|смогли|в состоянии) (?:\w+ ){0,3}"
        r"(?:ответить|найти|сказать|помочь|определить)",
        r"\bнедостаточно (?:\w+ )?(?:информации|данных|сведений)|\bневозможно (?:\w+ )?"
        r"(?:ответить|определить|сказать|установить)|\bнеизвестн\w*|\bнеясно\b",
        r"\b(?:информаци|сведени|данны|ответ)\w* .{0,60}\bотсутству|\bотсутству\w+ .{0,40}"
        r"(?:информаци|сведени|данны|ответ|упомин)",
    ),
    "ar": (
        r"\bلا (?:\S+ ){0,1}(?:أعرف|أعلم|يمكن|أستطيع|أجد|تذكر|يذكر|تحتوي|يحتوي|تتضمن|يتضمن|تشير"
        r"|يشير"
        r"|تحدد|يحدد|توضح|يوضح|تقدم|يقدم|تتوفر|يتوفر|يرد|ترد|تجيب|يجيب|تكفي|يكفي|نعرف|تنص|ينص)",
        r"\bلا (?:توجد|يوجد) .{0,30}(?:معلومات|إجابة|ذكر|إشارة|بيانات|جواب|تفاصيل)",
        r"\bلم (?:\S+ ){0,1}(?:يذكر|تذكر|يُذكر|تُذكر|يرد|ترد|أجد|يحدد|تحدد|أعثر|يتم|توضح|يوضح"
        r"|تتطرق)",
        r"\bليس(?:ت)? (?:لدي|هناك|واضح|في)|\bغير (?:معروف|مذكور|محدد|كاف|متوفر|متاح|واضح|موجود)",
    ),
    "fa": (
        r"(?:اطلاعات|پاسخ|جواب|ذکر|اشاره|توضیح|مطلب).{0,60}(?:نیست|نشده|ندار|نمی|نکرده|نیامده)",
        r"نمی ?(?:دانم|توانم|دانیم|توان|توانیم)|مشخص نیست|نامشخص|معلوم نیست",
    ),
    "hi": (
        r"(?:जानकारी|उत्तर|उल्लेख|विवरण|सूचना|जवाब|दस्तावेज|संदर्भ|पाठ|स्रोत).{0,60}"
        r"(?:नहीं|अनुपलब्ध|अपर्याप्त)",
        r"(?:नहीं|नही) (?:पता|जानत|मालूम|बताय|मिल)|(?:पता|मालूम) नहीं|अपर्याप्त जानकारी",
    ),
    "ko": (
        r"(?:정보|내용|답변|언급|기재|자료|설명|기록|답).{0,30}(?:없|않|못|부족)",
        r"(?:알|찾을|답할|답변할|확인할|판단할|파악할|도와드릴|도울|말씀드릴) ?수(?:가|는)? ?없",
        r"모르겠|모릅니다|모른다|불분명|알려지지 않|명시되지 않|나와 있지 않",
    ),
    "ja": (
        r"(?:記載|情報|言及|記述|説明|回答|答え|明記|データ|手がかり|内容|資料).{0,20}"
        r"(?:ありません|ない|なし|ございません|見つかり?ません|見当たり|不足|含まれてい?ません)",
        r"(?:記載|言及|明記|説明|記述|示|触れ|述べ|書か|記さ|明らかに).{0,6}"
        r"(?:いません|いない|おらず|おりません|れません)",
        r"(?:資料|文書|文脈|本文|文章|テキスト|コンテキスト|ドキュメント|情報源|マニュアル).{0,60}"
        r"(?:含ま|提供|示|載).{0,6}(?:いません|いない|おらず|おりません|れません)",
        r"(?:わかりません|分かりません|わからない|分からない|わかりかねます|分かりかねます|不明|存じません"
        r"|知りません|(?:答え|応え)(?:られ|でき)ません|(?:お答え|回答|判断|確認|特定|断定|お手伝い|お答えすること)"
        r"(?:は|が)?(?:でき|出来)(?:ません|ない|かね)|見つかりません|見当たりません|答えられません)",
    ),
    "zh": (
        r"(?:没有|沒有|并未|並未|未|无|無)(?:明确|明確|具体|具體|直接|有)?(?:提及|提到|说明|說明|给出|給出|涉及"
        r"|指出|记载|記載|找到|相关信息|相關資訊|相关|相關|信息|资料|資料|关于|關於|注明|列出|描述|披露|写明|寫明"
        r"|告知|回答)|不(?:曾)?(?:提及|涉及)",
        r"(?:文档|文件|资料|資料|上下文|文中|原文|文本|材料|信息|来源|來源|段落|内容|內容).{0,20}"
        r"(?:没有|沒有|并未|並未|未|不)(?:\w{0,2})(?:包含|包括|提供|足以|足够|足夠)",
        r"(?:没有|沒有|并未|並未|未|不)(?:\w{0,2})(?:包含|包括|提供).{0,20}"
        r"(?:信息|資訊|资料|資料|答案|内容|內容|说明|說明)",
        r"(?:无法|無法|不能|难以|難以)(?:\w{0,8})(?:回答|确定|確定|得知|判断|判斷|找到|提供|知道|确认|確認|得出|帮助|協助)",
        r"不知道|不清楚|不确定|不確定|未知|(?:信息|資訊|资料|資料)不足|不详|不詳|不得而知|没有答案|沒有答案",
    ),
    "th": (r"ไม่(?:มีข้อมูล|ทราบ|ได้ระบุ|ได้กล่าวถึง|พบข้อมูล|สามารถตอบ|ได้ให้ข้อมูล|แน่ใจ|พบคำตอบ|มีคำตอบ)",),
}

#: Script (first word of its characters' Unicode names) → languages that are written in it.
LANGUAGES: Final[dict[str, tuple[str, ...]]] = {
    "LATIN": ("en", "de", "fr", "es", "it", "pt", "nl", "fi", "sv", "pl", "tr", "vi"),
    "CYRILLIC": ("ru",),
    "GREEK": ("el",),
    "ARABIC": ("ar", "fa"),
    "DEVANAGARI": ("hi",),
    "HANGUL": ("ko",),
    "HIRAGANA": ("ja",),
    "KATAKANA": ("ja",),
    "CJK": ("ja", "zh"),
    "THAI": ("th",),
}
