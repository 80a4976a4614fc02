"""A quote that stands in a source and has nothing to do with its claim proves nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rubric_samples import GENERIC, asked, judged, row, said
from shared_data import SHARED, needs_shared

from adjudge_engine.case import Case, Context
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import ClaimVerdict, Judgment
from adjudge_engine.judges.base import JudgeRequest, faithfulness
from adjudge_engine.judges.common_ground import share_ground
from adjudge_engine.judges.proved import proved_judge
from adjudge_engine.judges.quotes import Quotes, says_enough
from adjudge_engine.judges.recorded import RecordedJudge
from adjudge_engine.text.sentences import sentences
from adjudge_engine.text.tokens import folded_words, is_content

RELATED = {
    "en word": ("Paddles are included in every rental.", "The paddles cost nothing extra."),
    "en form": ("She invented the first stapler.", "The invention was hers."),
    "en number": ("It was opened in 1987.", "The bridge dates from 1987."),
    "en number word": ("They keep 7 goats.", "Seven animals live there."),
    "en initials": ("The World Food Programme pays.", "The WFP covers it."),
    "en name": ("Mrs Okafor runs the bakery.", "Okafor is a baker's boss."),
    "de compound": ("Die Bearbeitungsgebühr beträgt nichts.", "Eine Gebühr fällt nicht an."),
    "fr": ("Le pont fut inauguré au printemps.", "L'inauguration du pont eut lieu tôt."),
    "es": ("Las bicicletas se alquilan por horas.", "Una bicicleta se puede alquilar."),
    "ru": ("Лодки возвращают до вечера.", "Лодку надо вернуть вечером."),
    "el": ("Το καράβι φεύγει το πρωί.", "Τα καράβια ξεκινούν νωρίς."),
    "tr": ("Kayıklar akşama kadar geri verilir.", "Kayık akşam iade edilmelidir."),
    "ar": ("القوارب تعود قبل المساء.", "يجب إعادة القارب في المساء."),
    "hi": ("नाव शाम तक लौटानी है।", "शाम को नाव वापस करें।"),
    "ko": ("보트는 저녁까지 반납합니다.", "저녁에 보트를 돌려줘야 한다."),
    "ja": ("ボートは夕方までに返却する。", "返却は午後でもよい。"),
    "ja kana": ("ボートをかえす。", "ボートがある。"),
    "zh": ("小船必须在晚上归还。", "晚上要把船还回去。"),
    "th": ("เรือพายต้องคืนก่อนค่ำ", "เรือพายให้เช่า"),
    "another language": (
        "Das Boot liegt auf dem See.",
        "The ferry is in the harbour and it waits.",
    ),
    "another script": ("Τα καράβια ξεκινούν νωρίς.", "Ships leave in the morning."),
    "of the answer itself": ("Paddles are included.", "Based on the passages, here is the answer:"),
    "nothing to share": ("Paddles are included.", "It is so."),
    "empty": ("", "Paddles are included."),
}
UNRELATED = {
    "en": ("Paddles are included in every rental.", "The mayor resigned on Monday."),
    "en numbers": ("It was opened in 1987.", "The lake froze over in 2012."),
    "en function words": (
        "It was not there before the flood.",
        "He was not before the court there.",
    ),
    "de": ("Die Paddel sind im Preis enthalten.", "Der Bürgermeister ist nicht zurückgetreten."),
    "fr": ("Le pont fut inauguré en mai.", "La mairie est fermée pour travaux."),
    "es": ("Las bicicletas se alquilan por horas.", "El alcalde no ha dimitido."),
    "ru": ("Лодки возвращают до вечера.", "Мэр города подал в отставку."),
    "el": ("Το καράβι φεύγει το πρωί.", "Ο δήμαρχος παραιτήθηκε."),
    "tr": ("Kayıklar akşama kadar geri verilir.", "Belediye başkanı istifa etti."),
    "ar": ("القوارب تعود قبل المساء.", "استقال رئيس البلدية."),
    "hi": ("नाव शाम तक लौटानी है।", "महापौर ने इस्तीफ़ा दिया।"),
    "ko": ("보트는 저녁까지 반납합니다.", "시장이 사임했다."),
    "ja": ("ボートは夕方までに返却する。", "市長が辞任した。"),
    "zh": ("小船必须在晚上归还。", "市长已经辞职了。"),
    "th": ("เรือพายต้องคืนก่อนค่ำ", "นายกเทศมนตรีลาออกแล้ว"),
    "passage number": ("Step 3 takes a day.", "The mayor resigned (Passage 3)."),
}


@pytest.mark.parametrize(("quote", "claim"), RELATED.values(), ids=RELATED)
def test_what_shares_anything_or_cannot_be_told_counts(quote: str, claim: str) -> None:
    assert share_ground(quote, claim)


@pytest.mark.parametrize(("quote", "claim"), UNRELATED.values(), ids=UNRELATED)
def test_what_shares_nothing_does_not(quote: str, claim: str) -> None:
    assert not share_ground(quote, claim)


@given(st.text(max_size=60), st.text(max_size=60))
@example("²0", "")  # a mark of a note before a figure
def test_a_text_has_to_do_with_itself_whatever_stands_around(text: str, more: str) -> None:
    assert share_ground(text, text)
    assert share_ground(f"{text} . {text}", text)
    assert isinstance(share_ground(text, more), bool)


def test_the_sentence_of_a_quote_speaks_for_it() -> None:
    source = Context(
        id="x", text="The tower is old. It rises 48 m, seen from afar. Bees live in it."
    )
    standing = Quotes([source]).find("seen from afar")
    assert standing is not None
    assert standing.around == "It rises 48 m, seen from afar."
    assert standing.is_about("It is 48 m high.")
    assert not standing.is_about("Bees are kept.")


def test_the_row_of_a_cell_speaks_for_it() -> None:
    cells = [["Harbour", "open all year"], ["Ferry", "runs in summer"]]
    source = Context.model_validate({"id": "t", "text": "", "cells": cells})
    standing = Quotes([source]).find("runs in summer")
    assert standing is not None
    assert standing.evidence == ()
    assert standing.is_about("The ferry does not go in winter.")
    assert not standing.is_about("The harbour never closes.")


OFF = row(1, "S", "Boats go back by 19:30")
ANSWER = "A kayak costs 18 euros an hour. Paddles are free of charge."


def test_a_models_supported_on_another_matter_is_void() -> None:
    judgment = judged(GENERIC, asked(answer=ANSWER), said(OFF, row(2, "S", "Paddles are included")))
    assert [one.verdict for one in judgment.claims] == ["unsure", "supported"]
    assert judgment.strict is None
    assert judgment.abstention is not None
    assert judgment.abstention.code == "quote_unrelated"
    assert "about something else" in (judgment.claims[0].reason or "")


@pytest.mark.parametrize("verdict", ["P", "C"])
def test_only_what_may_pass_must_be_about_its_claim(verdict: str) -> None:
    rows = said(OFF | {"v": verdict}, row(2, "S", "Paddles are included"))
    assert judged(GENERIC, asked(answer=ANSWER), rows).strict == 0.0


def test_a_quote_that_is_nowhere_weighs_more_than_one_on_another_matter() -> None:
    judgment = judged(GENERIC, asked(answer=ANSWER), said(OFF, row(2, "S", "Paddles are blue")))
    assert judgment.abstention is not None
    assert judgment.abstention.code == "quote_not_found"


def claim_verdicts(request: JudgeRequest) -> list[ClaimVerdict]:
    quotes = ("Boats go back by 19:30", "Paddles are included")
    return [
        ClaimVerdict(claim_id=claim.id, verdict="supported", quote=quote)
        for claim, quote in zip(request.claims, quotes, strict=True)
    ]


class Foreign:
    """A plug-in's judge that quotes a true sentence on another matter."""

    name, remote, criteria = "foreign", False, ("faithfulness",)

    def fingerprint(self, criterion: str) -> str:
        return criterion

    def judge(self, request: JudgeRequest) -> Judgment:
        return faithfulness(self, claim_verdicts(request), rationale="")


def foreign(request: JudgeRequest) -> Judgment:
    return proved_judge(Foreign()).judge(request)


def recorded(request: JudgeRequest) -> Judgment:
    kept = Foreign().judge(request)
    about = JudgeRequest("faithfulness", request.case, request.claims, (kept,))
    return RecordedJudge().judge(about)


@pytest.mark.parametrize("word", [foreign, recorded], ids=["plug-in", "record"])
def test_of_others_it_is_void_too(word: Any) -> None:
    judgment = word(asked(answer=ANSWER))
    assert [one.verdict for one in judgment.claims] == ["unsure", "supported"]
    assert (judgment.strict, judgment.abstained) == (None, True)
    assert judgment.abstention is not None
    assert judgment.abstention.code == "quote_unrelated"


def held() -> Iterator[tuple[str, str]]:
    """Claims of answers that people found faithful, each with the likeliest sentence."""
    for line in (SHARED / "items" / "ragtruth_qa.jsonl").read_text("utf-8").splitlines()[::4]:
        record = json.loads(line)
        if record["human"]["label"] != "faithful":
            continue
        fields = {name: record[name] for name in ("id", "question", "answer")}
        case = Case.model_validate(fields | {"contexts": record["contexts"]})
        texts = [
            (told(context.text[start:end]), context.text[start:end])
            for context in case.contexts
            for start, end in sentences(context.text)
        ]
        for claim in split_claims(case.answer or ""):
            words = told(claim.text)
            best = max(texts, key=lambda one: len(words & one[0]))
            yield best[1], claim.text


def told(text: str) -> set[str]:
    return set(filter(is_content, folded_words(text)))


@needs_shared
def test_true_claims_keep_their_quotes_and_those_of_other_cases_lose_them() -> None:
    pairs = list(held())
    assert len(pairs) > 1_000
    lost = sum(not share_ground(quote, claim) for quote, claim in pairs)
    assert lost < 0.02 * len(pairs)  # what is lost are mostly courtesies: they claim nothing
    turned = [
        (quote, claim)
        for (quote, _), (_, claim) in zip(pairs, pairs[50:] + pairs[:50], strict=True)
        if says_enough(quote, claim)
    ]
    assert sum(not share_ground(quote, claim) for quote, claim in turned) > 0.6 * len(turned)
