"""Abstentions beside a topic, behind a "therefore", by other verbs; and guesses in brackets."""

from __future__ import annotations

import pytest
from gate_codes import abstention_code

QUESTION = "When does the ferry to Brannoy sail?"
CONTEXT = "The ferry to Brannoy carries bicycles. Tickets are sold on board."

ABSTENTIONS = [
    "The leaflet gives no sailing times. Therefore, I cannot say when the ferry sails.",
    "The times are not stated. Thus, it cannot be said when the ferry sails.",
    "The notes omit the sailing times.",
    "Nobody is named and no time of the first ferry of the day is stated.",
    "The leaflet specifies neither the day nor the time.",
    "I am unable to state the time.",
    "The time could not be located in the excerpts.",
    "There isn't any information on the times.",
    "That is not something the leaflet covers.",
    "The notice leaves this open. The documents do not state it.",
    "The time does not appear anywhere in the documents.",
    "Ferry to Brannoy: not stated.",
    "Die Abfahrt wird nicht genannt. Daher kann ich die Frage nicht beantworten.",
    "L'heure n'est pas précisée. Par conséquent, je ne peux pas répondre.",
    "La hora no se menciona. Por lo tanto, no puedo responder.",
    "No ha sido posible determinar la hora.",
    "L'ora non è indicata. Pertanto, non posso rispondere.",
    "Non è stato possibile trovare l'ora nei documenti.",
    "A hora não é mencionada. Portanto, não posso responder.",
    "Não foi possível encontrar a hora nos documentos.",
    "Não consegui encontrar a hora.",
    "In de documenten staat niet hoe laat de veerboot vaart.",
    "Uit de tekst blijkt niet hoe laat de veerboot vaart.",
    "Ik kan de tijd niet terugvinden in de tekst.",
    "De tijd is niet terug te vinden in de documenten.",
    "所给资料未提及时间，无法作答。",
]


@pytest.mark.parametrize("answer", ABSTENTIONS)
def test_abstentions(answer: str) -> None:
    assert abstention_code(answer, False, QUESTION, CONTEXT) in ("abstained", "refusal")
    assert abstention_code(answer, True, QUESTION, CONTEXT) == "over_abstained"


@pytest.mark.parametrize(
    "answer",
    [
        "The leaflet mentions tickets, but does not state when the ferry sails.",
        "Das Faltblatt nennt Tickets, enthält aber keine Angaben zur Abfahrt.",
    ],
)
def test_what_the_sources_say_may_stand_before_it(answer: str) -> None:
    assert abstention_code(answer, False, QUESTION, CONTEXT) == "abstained"


@pytest.mark.parametrize(
    "answer",
    [
        "The leaflet does not say when it sails (presumably at noon).",
        "Die Abfahrt wird nicht genannt (wohl mittags).",
        "L'heure n'est pas précisée (sans doute midi).",
        "The leaflet does not mention Sundays. Therefore, the ferry sails on Sundays too.",
        "Die Abfahrt wird nicht genannt, das Schiff fährt aber täglich.",
        "Das Schiff fährt täglich, das Faltblatt nennt aber keine Einzelheiten.",
        "The ferry sails daily, but the leaflet does not state when.",
    ],
)
def test_what_is_asserted_beside_an_abstention(answer: str) -> None:
    assert abstention_code(answer, False, QUESTION, CONTEXT) == "asserts_beside"


@pytest.mark.parametrize(
    "answer",
    [
        "The texts talk about bicycles; the time is not mentioned.",
        "The passages discuss bicycles and tickets. No time is mentioned.",
        "While the passages describe the tickets, they do not state the time.",
        "Die Texte behandeln Fahrräder, die Abfahrt wird nicht genannt.",
    ],
)
def test_what_the_sources_are_about_answers_nothing_else(answer: str) -> None:
    assert abstention_code(answer, True, QUESTION, CONTEXT) == "over_abstained"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What do the passages discuss?", "The passages discuss tickets. No time is mentioned."),
        ("Which topics are there?", "The list has tickets. The texts discuss 14 of them."),
        ("What comes after a cancellation?", "No refund is provided."),
        ("What did the crew see?", "They saw the buoy but did not identify the boat."),
        ("Does the ferry take dogs?", "The ferry takes dogs (usually two)."),
        ("What did the mate say?", "The mate gave the day but did not specify an hour."),
    ],
)
def test_answers(question: str, answer: str) -> None:
    assert abstention_code(answer, True, question, CONTEXT) == "answered"


DENIALS = [
    ("Wie hoch ist der Zuschlag?", "Es gibt keinen Zuschlag."),
    ("Wie hoch ist die Maut?", "Es gibt keine Maut."),
    ("Was liegt bei?", "Der Karton enthält keine Leuchten."),
    ("Was tun die Gäste?", "Gäste machen keine Aufnahmen."),
    ("Qual è il prezzo?", "I traghetti non sono gratuiti."),
    ("Chi sale a bordo?", "I cani non possono salire a bordo."),
    ("Quanto custa?", "Não há tarifa."),
    ("Quanto custa?", "O bilhete não inclui a cabine."),
    ("Wie vaart er mee?", "Passagiers kunnen de kade niet vinden."),
    ("Is there a cap?", "No limits are given to crews."),
]


@pytest.mark.parametrize(("question", "answer"), DENIALS)
def test_a_denial_of_a_thing_of_the_world_is_an_answer(question: str, answer: str) -> None:
    assert abstention_code(answer, True, question, CONTEXT) == "answered"
    assert abstention_code(answer, False, question, CONTEXT) == "answered_anyway"
