"""What people call a retrieved passage when they point at one: "passage 3", "laut Dokument 2".

`SURE` nouns name passages handed to whoever answered; `UNSURE` ones may as well be parts of the
document itself ("Section 5 of the contract"), so they count only where something bears them out.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.text.abbreviations import words

#: One word before the number, lower case.
SURE: Final = words(
    """
    passage passages document documents doc docs source sources context contexts excerpt excerpts
    snippet snippets chunk chunks reference references ref refs ref. refs. citation citations
    passagen dokument dokumente dokumenten quelle quellen kontext auszug auszüge auszügen
    textstelle textstellen fundstelle fundstellen textpassage textpassagen
    contexte contextes extrait extraits référence références
    pasaje pasajes documento documentos fuente fuentes contexto contextos extracto extractos
    fragmento fragmentos referencia referencias
    passaggio passaggi documenti fonte fonti contesto brano brani estratto estratti
    passagem passagens fontes trecho trechos referência referências
    bron bronnen fragment fragmenten passages documenten
    документ документа документе документу документом документы документах документов
    источник источника источнике источнику источником источники источниках источников
    отрывок отрывка отрывке отрывку отрывки отрывках фрагмент фрагмента фрагменте фрагменту
    пассаж пассажа пассаже контекст контекста контексте
    belge belgeler kaynak kaynaklar pasaj
    έγγραφο εγγράφου έγγραφα πηγή πηγές πηγής απόσπασμα αποσπάσματα
    दस्तावेज़ दस्तावेज स्रोत गद्यांश
    المستند مستند الوثيقة وثيقة المصدر مصدر المقطع مقطع
    문서 자료 출처 구절 지문
    """
)
UNSURE: Final = words(
    """
    section sections paragraph paragraphs text texts article articles item items page pages
    abschnitt abschnitte abschnitten absatz absätze absätzen texte artikel
    sección secciones párrafo párrafos texto textos seção parágrafo sezione paragrafo testo
    alinea alinéa paragraphe paragraphes раздел раздела разделе абзац абзаце текст тексте
    bölüm paragraf ενότητα παράγραφος अनुच्छेद الفقرة الفقرات القسم النص 단락 문단
    """
)
#: Ends of what stands before the number in scripts without spaces and names of several words.
SURE_ENDINGS: Final = (
    *("文書", "資料", "出典", "文献", "パッセージ", "コンテキスト", "ドキュメント", "ソース"),
    *("引用文", "抜粋", "文档", "文檔", "资料", "来源", "來源", "文献", "文獻", "上下文", "参考"),
    *("參考", "摘录", "摘錄", "文件", "เอกสาร", "เอกสารที่", "แหล่งที่มา", "tài liệu", "nguồn"),
    *("đoạn trích", "ngữ cảnh", "textes source", "문서", "출처"),
)
UNSURE_ENDINGS: Final = ("段落", "第", "条文", "ย่อหน้าที่", "ย่อหน้า", "đoạn", "đoạn văn", "章节")
#: Stand between such a noun and its number.
NUMBER_SIGNS: Final = words("no. no nr. nr n° nº № # number nummer numéro número numero núm. номер")
#: What makes an amount of the number after the noun: "source 5 million".
AMOUNTS: Final = words(
    """
    million millions billion billions trillion thousand hundred dozen percent percentage times
    years days months weeks hours minutes people millionen milliarden tausend prozent jahre tage
    """
)
#: Join further numbers to the first; the second row makes a range of two.
JOINTS: Final = (
    *(
        ",",
        ";",
        "&",
        "/",
        "、",
        "，",
        "·",
        "+",
        "και",
        "और",
        "と",
        "および",
        "及",
        "和",
        "및",
        "와",
        "과",
        "و",
    ),
    *("and", "or", "und", "oder", "et", "ou", "y", "o", "e", "и", "или", "ve", "en", "và"),
)
RANGES: Final = (
    *("-", "–", "—", "~", "〜", "～", "から", "至", "到", "до"),
    *("to", "through", "thru", "bis", "à", "a", "hasta"),
)
#: Capitalised words before a year that are no author.
NO_AUTHORS: Final = words(
    """
    january february march april may june july august september october november december jan feb
    mar apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember
    janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero
    marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio
    aprile maggio giugno luglio settembre ottobre dicembre janeiro fevereiro março maio junho
    julho setembro outubro novembro dezembro spring summer autumn fall winter since until before
    after during from in by circa ca about published released updated effective year version
    edition act directive regulation q1 q2 q3 q4 fy quarter season part section table figure
    monday tuesday wednesday thursday friday saturday sunday population copyright born died est
    """
)
