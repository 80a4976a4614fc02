"""Words that state a calculation, by operation: patterns over the outline of a claim.

In the patterns "@" is the quantity that is the result, "@%" a result in per cent or points, "#"
any other quantity, "%" a share, "_ ?" up to three words, "~" up to 40 and "≈" up to 80 characters
of the same sentence. No repeat is without a bound. A pattern without "@" states no figure as its
result. Where an operation's `STEMS` (`operation_words`) do not stand in a text none of its patterns
can match.
"""

from __future__ import annotations

from typing import Final

_CHANGED = (
    r"(?:rose|risen|rises|rising|grew|grows|grown|growing|increase[sd]|increasing|fell|falls|"
    r"fallen|falling|decrease[sd]|decreasing|declined|declines|declining|dropped|drops|dropping|"
    r"climbed|jumped|surged|shrank|shrunk|reduced|reduces|reducing|cut|raised|lowered|improved|"
    r"went (?:up|down)|gone (?:up|down)|slipped|expanded|multiplied|has increased)"
)
_CHANGE = (
    r"(?:increase|decrease|rise|drop|growth|decline|reduction|change|fall|jump|hike|improvement)s?"
)
_MORE = (
    r"(?:more|less|fewer|higher|lower|longer|shorter|older|younger|taller|cheaper|faster|slower|"
    r"greater|larger|smaller|bigger|heavier|lighter|colder|warmer|hotter|better|worse|earlier)"
)
_SO = r"(?:so|therefore|thus|hence|daher|somit|also|donc|ainsi|entonces|поэтому)"

#: English, German, French, Spanish, Russian.
SPACED: Final[dict[str, tuple[str, ...]]] = {
    "total": (
        r"\b(?:total|sum) of[^.;!?\n]{0,60}? (?:is|was|equals|comes to|amounts to)_ ?@",
        r"\btotal(?:s|ed|l?ing|led)?(?: \w+){0,3}? (?:of|is|was|are|were|:)_ ?@",
        r"\btotal(?:s|led|ed|l?ing):? @",
        r"@[^#.;!?\n]{0,40}\b(?:in total|altogether|all told|in all(?=[,.;:)!]|\Z))",
        r"\b(?:in total|altogether|all told|in all),? _ ?@",
        r"\bsum of_ ?@|\b(?:sums?|summed|adds?|added|adding)(?: \w+)? up to_ ?@|\bsum is_ ?@",
        r"\bcombined \w+ of #[^.;!?\n]{0,60}? (?:is|was|equals|comes to)_ ?@",
        r"\badding (?:the )?#(?: [\w-]{1,30}+){0,3}? (?:and|to|plus) #[^.;!?\n]{0,30}?"
        r" (?:gives|makes|yields|equals)_ ?@",
        r"\bcombined \w+(?: \w+)? (?:of|is|was)_ ?@|\bcombined,~@",
        r"@(?: (?!until|well|are|is|be|when|and|to)\w+){0,3} combined(?=[,.;)]|\Z)",
        (
            r"\btogether,? (?:they |these )?(?:come|make|made|cost|have|has|had|total|weigh"
            r"|account|contribut|amount|give|employ|earn|are worth|is worth)\w*~@"
        ),
        r"#~@(?: \w+){0,2} together(?=[,.;)]|\Z)",
        r"\b(?:and|both)\b[^#.;!?\n]{0,40}@(?: \w+)? together(?=[,.;)]|\Z)",
        r"#[^#.;!?\n]{0,16}\btotal @|\bsums? (?:up )?to_ ?@|\ba combined @|#~\btogether,? @",
        r"\btogether,? the [^.;!?\n]{0,60}\b(?:have|has|cost|costs|weigh|make|hold)_ ?@",
        r"#[^.;\n]{0,12}@ ensemble(?=[,.;)]|\Z)",
        r"#~\bplus\b~#~\b(?:makes?|is|equals?|gives?|comes? to|totals?|or)\b_ ?@",
        r"#~\b(?:plus|und)\b~#~\b(?:ergibt|ergeben|macht|machen|sind|kosten)\b @",
        r"#~\b(?:plus|et)\b~#~\b(?:font|fait|donnent|donne|valent)\b @",
        r"#~\b(?:más|y)\b~#~\b(?:hacen|son|dan)\b @",
        r"#~\b(?:плюс|и)\b~#~\b(?:составляют|составляет|даёт|дают|равно)\b @",
        (
            r"#(?: [\w-]{1,30}+){0,3}? (?:at|for|à|zu|zu je|a|por|по) #(?: (?:each|apiece|per \w+"
            r"|pro \w+"
            r"|par \w+|chacune?|cada un[oa]))?,? (?:(?:will|would|together|you) )?(?:costs?"
            r"|comes? to|totals?|makes?|is|are|kosten|kostet|ergeben|ergibt"
            r"|coûtent|coûte|cuestan|стоят)_ ?@"
        ),
        r"\b(?<!when it )(?:comes?|came|amounts?|works? out) to (?:a total of |about )?@",
        r"\b(?:insgesamt|summe|gesamt\w{0,12})\b[^#.;\n]{0,25}@",
        r"\bzusammen(?: (?:kosten|ergeben|ergibt|sind|machen|macht|haben|betragen|wiegen))? @",
        r"@[^#.;\n]{0,15}\b(?:insgesamt|zusammen)(?=[,.;)]|\Z)",
        r"\b(?:au total|en tout|total (?:est )?de|somme (?:est )?de)\b[^#.;\n]{0,25}@",
        r"\bensemble,? (?:coûtent|font|représentent|pèsent|ont|atteignent)\b[^#.;\n]{0,15}@",
        r"@[^#.;\n]{0,15}\b(?:au total|en tout|en total|en conjunto)(?=[,.;)]|\Z)",
        (
            r"\b(?:en total|en conjunto|total (?:es )?de|suma(?:n|ndo)?(?: es)?(?: de)?)\b"
            r"[^#.;\n]{0,25}@"
        ),
        r"\b(?:итого|в сумме|вместе|всего|сумма|общая \w{3,20})\b[^#.;\n]{0,25}@",
        r"@[^#.;\n]{0,15}\b(?:в сумме|вместе|всего)(?=[,.;)]|\Z)",
    ),
    "difference": (
        r"\bdifference(?: \w+){0,2} (?:is|was|comes to|amounts to)(?! that)_ ?@",
        r"\bexceed(?:s|ed)?\b≈#[^.;!?\n]{0,12}\bby_ ?@",
        r"\bsubtracting #[^.;!?\n]{1,40}?\b(?:gives|leaves|yields|equals)_ ?@",
        r"\bdifference of_ ?@|@(?: \w+){0,2} difference\b",
        r"\bdifference (?:between|in)\b≈\b(?:is|was|comes to)(?! that)_ ?@",
        (
            r"@(?: (?!and|or|no|not|is|are|was|that|but|if|with|to"
            rf"|of)\w+){{0,3}} {_MORE}\b(?: \w+)? than\b"
        ),
        r"#≈\b(?:leaves|leaving|left)(?: only| just| about| a balance of)? @",
        (
            r"#~#~@(?: \w+){0,3} (?:remain(?:s|ing|ed)?|left over|(?:are|is) (?:left|vacant|free"
            r"|missing|unfilled|unsold|unpaid|outstanding|open|empty))\b"
        ),
        r"#~@(?: \w+){0,2} remain(?:s|ed|ing)?(?=[,.;)]|\Z)",
        r"# (?:minus|less) #|\bnet of #",
        r"\b(?:differenz|unterschied|différence|écart|diferencia|разница)\b[^#.;\n]{0,40}@",
        (
            r"@(?: \w+){0,2} (?:mehr|weniger|höher|niedriger|de plus|de moins|más|menos) (?:als"
            r"|que)\b"
        ),
        (
            r"\b(?:bleiben|bleibt|verbleiben|il reste|restent|quedan?|осталось"
            r"|остаётся)\b[^#.;\n]{0,15}@"
        ),
        r"\bна @ (?:больше|меньше|выше|ниже)\b",
    ),
    "change": (
        rf"\b{_CHANGED}\b(?: (?!to|from|at)\w+){{0,4}},? by_ ?@",
        r"\bfrom #~\bto #[^;!?\n]{0,25}\bby_ ?@",
        rf"\b{_CHANGED}(?: (?:about|around|nearly|almost|another|a|some|over))? @%",
        rf"\b{_CHANGE} of_ ?@|@%(?: [\w-]+){{0,2}} {_CHANGE}\b",
        r"\b(?:up|down) (?:by )?@% (?:from|on|over|compared|year|against)\b",
        r"\bfrom #~\bto #[^;!?\n]{0,25}\b(?:up|down) (?:by |about |nearly )?@%",
        r"\bfrom #~\bto #[^#;!?\n]{0,20}\((?:an? \w+ of |by |plus |minus |about )?@%(?=\)|[,;] )",
        r"\bfrom #~\bto #[^;!?\n]{0,25}\b(?:up|down) (?:by )?@ points?\b",
        r"\bс #~\bдо #[^;!?\n]{0,25}\bна @",
        (
            r"\bum_ ?@(?: \w+)? (?:gestiegen|gesunken|gewachsen|gefallen|erhöht|gesenkt|höher"
            r"|niedriger)\b"
        ),
        r"\b(?:stieg|sank|wuchs|fiel|erhöhte|verringerte)\w{0,3}\b~\bum_ ?@",
        r"\b(?:anstieg|rückgang|zunahme|wachstum|steigerung|senkung|plus|minus) (?:von|um)_ ?@",
        r"\b(?:hausse|baisse|augmentation|diminution|progression|recul) de_ ?@",
        r"\b(?:augmenté|baissé|diminué|progressé|reculé) de_ ?@",
        r"\b(?:aumento|incremento|descenso|disminución|caída|crecimiento|reducción) del?_ ?@",
        r"\b(?:aumentó|creció|subió|bajó|cayó|disminuyó)(?: en)?(?: un)? @",
        r"\b(?:вырос|увеличил|снизил|упал|сократил)\w{0,4} на_ ?@",
    ),
    "average": (
        r"\b(?:averages?|mean) of[^.;!?\n]{0,60}? (?:is|was|comes to)_ ?@",
        (
            r"\baverages? of(?: \w+){0,6}? @|\baverag(?:ed|es|ing)(?: about"
            r"| around| nearly| just)? @"
        ),
        r"\bmean of(?: \w+){0,6}? @",
        r"#~#~\b(?:average|mean) (?:is|was)_ ?@",
        r"#~#[^#.;\n]{0,20}, @(?: \w+){0,2} on average(?=[,.;)]|\Z)",
        (
            r"\b(?:durchschnitt\w{0,6}|mittelwert|im mittel|moyenne|promedio"
            r"|в среднем)\b[^#.;\n]{0,25}@"
        ),
    ),
    "ratio": (
        r"\bratio of (?:[^\W\d_]+ ){1,4}to (?:[^\W\d_]+ ){1,4}(?:is|was|of|equals|=)~@",
        r"\bratio of @ ?(?:to|:) ?#",
        rf"@ times (?:as|the|{_MORE})\b",
        r"\b(?:twice|half|thrice) as (?:\w+ ){1,3}as\b",
        r"\b(?:(?:doubl|tripl|quadrupl|halv)(?:ed|ing))\b~\b(?:from|to) #",
        r"\b(?:verdoppel|verdreifach|vervierfach|halbier)\w{1,5}\b~\bvon #",
        r"\b(?:doublé|triplé|quadruplé)e?s?\b~\bde #",
        r"\b(?:duplic|triplic|cuadruplic)(?:ó|aron|ado|ada)\b~\bde #",
        r"\b(?:удвоил|утроил)\w{2,4}\b~\bс #",
        r"@% of (?:the |these |those |all )?#(?: [\w-]+){0,2} \(#\)",
        r"# (?:out )?of (?:the |these |those |all )?#~@%|@%~\(?# (?:out )?of (?:the |all )?#",
        (
            r"\b(?:of|von|sur|de|из) (?:the |den |les |los |las )?#[^#.;!?\n]{1,40}"
            r"#[^#.;!?\n]{0,30}(?:, (?:or|i\.e\.|that is|which is|das sind|also|soit|es decir"
            r"|то есть) (?:about |just |only )?@%|\((?:about |just |only )?@%(?=\)|[,;] ))"
        ),
        (
            r"# (?:out )?of (?:the |these |those |all )?#[^#.;!?\n]{1,40}(?:, or|\bthat is|\bi\.e\."
            r"|\bwhich is|\bequals|\bmakes)(?: about| roughly| exactly| just)? @"
        ),
        r"#~#~\b(?:rate|share|proportion|percentage|margin)\b~@%",
        r"#(?: \w+)? (?:von|sur|de) (?:den |les |los |las )?#≈@%|@%~\(?# (?:von|sur|de) #",
        r"\bиз #≈#≈@%|#(?: \w+)? из #≈@%",
        r"% of (?:the )?# (?:is|=|equals|makes|comes to)",
        r"\b(?:verhältnis|razón|соотношение)\b[^#.;\n]{0,40}@",
        r"\brapport (?:est )?de @ (?:à|pour|sur) #",
        r"#[^#.;\n]{0,30}#~\b(?:anteil|quote|taux|part|proporción|porcentaje|доля)\b~@%",
        (
            r"\b(?:doppelt|@[- ]?mal) so \w+ wie\b|@ fois plus\b|@ veces (?:más|mayor)\b"
            r"|\bв @ раза?\b"
        ),
    ),
    "product": (
        (
            r"\bmultipl(?:y|ied|ying)\b~ by(?: a factor of| about)? #|#~\bmultiplied by\b"
            r"|# times #"
        ),
        r"\bdivid(?:e|ed|ing)\b~ by #|#~\bdivided by\b",
    ),
    "conclusion": (rf"#≈#≈\b{_SO}\b(?! that)[^#\n]{{0,40}}@",),
}
#: Chinese and Japanese.
EASTERN: Final[dict[str, tuple[str, ...]]] = {
    "total": (
        r"(?:総額|合計|総計)は[^#。；\n]{0,20}#[^#。；\n]{0,20}#[^#。；\n]{0,4}[、で]@",
        r"(?:合計|総額|総計|合计|总计|总共|共计|一共|总额|总和|総数|合わせて|あわせて|全部で)"
        r"[^#。；\n]{0,12}@",
        r"#[^。；\n]{0,40}#[^#。；\n]{0,8}共[^#。；\n]{0,2}@",
        r"(?:कुल|المجموع|مجموع|الإجمالي|إجمالي|المجموع الكلي)[^#।.؛\n]{0,12}@",
        r"#~(?:와|과|그리고)?~#[^.\n]{0,20}(?:합계|총|모두)[^#.\n]{0,8}@",
        r"@[^#。、，；\n]{0,6}(?:合計|合计|总计)(?![^#。；\n]{0,12}#)",
    ),
    "difference": (
        r"(?:差額|の差|差は|差额|相差|残りは?|剩余|还剩|剩下)[^#。；\n]{0,8}@",
        r"(?:より|比[^#。，\n]{1,20})@[^#。，\n]{0,3}(?:多|少|高|低)"
        r"|比[^。，；\n]{1,20}?(?:贵|便宜|多|少|高|低|长|短|重|轻)(?:了|出)?@|@(?:多い|少ない|高い|低い)",
    ),
    "average": (r"平均[^#。；\n]{0,10}@",),
    "change": (
        r"(?:増加率|減少率|成長率|增长率|伸び率|增幅|降幅|涨幅|增长了|减少了|增加了|下降了|上升了)[^#。\n]{0,6}@",
        r"@%[のもを]?(?:増|減|上昇|低下|上が|下が|伸び|下落|增长|下降|上升|减少)",
    ),
    "ratio": (
        r"#[^。\n]{0,30}#[^。\n]{0,30}(?:率|割合|比例|占比|比重)[^#。\n]{0,4}@%",
        r"#[^。\n]{0,30}#[^。\n]{0,20}(?:つまり|すなわち|占|即)[^#。\n]{0,3}@%",
        r"(?:比率|比例|比)[^#。\n]{0,4}@ ?[対对比:：] ?#|@倍",
    ),
}
