"""Abstentions in many words, what may stand beside them, and answers that only sound like one."""

from __future__ import annotations

import pytest
from gate_codes import abstention_code

QUESTION = "Who feeds the swans?"
CONTEXT = "The swans live on the upper lake."


def code(answer: str, answerable: bool, question: str = QUESTION, context: str = CONTEXT) -> str:
    return abstention_code(answer, answerable, question, context)


ABSTENTIONS = [
    "The name of the keeper is not given.",
    "The documents do not say what the keeper told the author or what the author replied.",
    "What the author said about it is not stated.",
    "The keeper's name isn't provided.",
    "The text lacks the keeper's name.",
    "The documents leave open who feeds the swans.",
    "From the passages I have, it's not clear who feeds the swans.",
    "The answer isn't in the documents.",
    "This is not part of the documents.",
    "The information is not available.",
    "There isn't enough information to answer this.",
    "The given passages are insufficient to answer.",
    "[2] does not say who feeds the swans.",
    "Nothing is said about this.",
    "There's nothing in the text about feeding.",
    "I'd need more information to answer that.",
    "Answer: not stated in the documents.",
    "Thank you for your question. Unfortunately, the documents do not mention it.",
    "I could not find it. If you send me the roster, I can look it up.",
    "To answer this, more information is needed.",
    "Wer die Schwäne füttert, geht aus dem Text nicht hervor.",
    "Das steht nicht in den Unterlagen.",
    "Leider kann ich dazu nichts finden.",
    "Keine Information vorhanden.",
    "Die Informationen reichen nicht aus, um die Frage zu beantworten.",
    "Je l'ignore.",
    "Rien n'indique qui nourrit les cygnes.",
    "Non précisé.",
    "Aucun nom n'est mentionné.",
    "La réponse ne se trouve pas dans les documents.",
    "El documento no lo menciona.",
    "No se puede determinar a partir del texto.",
    "La información no está disponible.",
    "Ответа в документах нет.",
    "Кто кормит лебедей, не указано.",
    "К сожалению, данных недостаточно.",
    "Я не располагаю такой информацией.",
    "De tekst zegt niet wie de zwanen voert.",
    "Dat weet ik niet.",
    "Det ved jeg ikke.",
    "W dokumentach nie podano, kto karmi łabędzie.",
    "L'informazione non è disponibile.",
    "A informação não está disponível.",
    "抱歉，我找不到相关信息。",
    "文中没写谁喂天鹅。",
    "从文中看不出来。",
]
QUESTIONS = {
    "Wer": "Wer füttert die Schwäne?",
    "Кто": "Кто кормит лебедей?",
    "W d": "Kto karmi łabędzie?",
    "Rie": "Qui nourrit les cygnes ?",
}


@pytest.mark.parametrize("answer", ABSTENTIONS)
def test_it_says_that_it_does_not_answer(answer: str) -> None:
    question = QUESTIONS.get(answer[:3], QUESTION)
    assert code(answer, False, question) == "abstained"
    assert code(answer, True, question) == "over_abstained"


@pytest.mark.parametrize(
    "answer",
    [
        "Feeding is not mentioned and is therefore forbidden.",
        "As the rules are silent on feeding, it is not allowed.",
        "The rules do not mention feeding. It is therefore not allowed.",
        "The text does not say who feeds them and Mila Horn is the likely keeper.",
        "I don't know. Maybe Mila Horn?",
        "It is not stated. It is Mila Horn.",
        "Whether she does is not stated. She does.",
        "Answer: Mila Horn. The documents do not confirm it.",
        "Das Füttern wird nicht erwähnt und ist daher verboten.",
        "Wer sie füttert, wird nicht gesagt; Mila Horn tut es.",
        "Les repas ne sont pas mentionnés et sont donc interdits.",
        "No se menciona y por tanto está prohibido.",
        "Не упоминается и поэтому запрещено.",
        "Je ne sais pas. Peut-être Mila Horn ?",
        "자료에 언급이 없지만 김하늘이 먹이를 줍니다.",
        "I would try the red boat. It is not stated.",
        "文中没说,应该是米拉。",
    ],
)
def test_what_is_concluded_or_guessed_beside_it_is_an_assertion(answer: str) -> None:
    assert code(answer, False) == "asserts_beside"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Can lost rings be found at the lake?", "Lost rings cannot be found at the lake."),
        ("What did the speaker say?", "The speaker said that she did not know."),
        ("Is visitor data shared?", "No data is shared."),
        ("Which boats do they offer?", "They only offer the green one, but not the white one."),
        ("Is the fee included?", "The fee is not included in the ticket."),
        ("Is there enough bread?", "There is not enough bread."),
        ("Are leaflets given out?", "A price list is not given out."),
        ("Why was it refused?", "The form was refused because the date was not given."),
        ("Was the boat named after her?", "The boat was not named after her."),
        ("Where is the key?", "The key is not in the drawer."),
        ("Ist der Name frei?", "Der Name ist nicht verfügbar."),
        ("Le nom est-il libre ?", "Le nom n'est pas disponible."),
        ("La clé est-elle là ?", "La clé n'est pas dans le tiroir."),
        ("Есть ли данные на сервере?", "Данных на сервере нет."),
        ("有人写信吗？", "没有人写信。"),
        ("What does the ticket leave out?", "The fee is not included in the ticket."),
        ("Where is my name?", "Your name is not listed in the public directory."),
        ("What went wrong?", "Nothing in the source code is encrypted."),
        ("Why did it stop?", "The materials are insufficient for construction."),
        ("What comes next?", "We need more details from the keeper."),
        ("Warum?", "Die Angaben fehlen im Formular."),
        ("Wo steht es?", "Die Kosten sind nicht im Vertrag geregelt."),
        ("¿Qué falta?", "La hora no está incluida."),
        ("他做了什么？", "他没说话。"),
    ],
)
def test_a_negative_answer_is_an_answer(question: str, answer: str) -> None:
    assert code(answer, True, question, "The lake opens at dawn.") == "answered"


def test_a_word_of_the_question_is_denied_only_outside_the_sources() -> None:
    question = "Is the fee included?"
    assert code("The fee is not included in the documents.", True, question) == "over_abstained"
    assert code("The fee is not included.", True, "What is the fee?") == "over_abstained"


@pytest.mark.parametrize("piece", ["not ", "n't in the ", "no data is ", "wer ", "and therefore "])
def test_repetitive_answers_end(piece: str) -> None:
    assert code(piece * 1_200, False) in {"abstained", "answered_anyway", "asserts_beside"}
