"""Sixty invented pairs for the flags `near_name` and `conflicting_sources`: thirty must be raised.

Products, drugs, persons, articles of law, versions and forms in six languages; contexts that
disagree on a price, date, dose or head count. Places, months, job titles, German nouns, inflected
names and values of different years or products must raise nothing.
"""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case
from adjudge_engine.gates.flagging.conflicts import check_conflicts
from adjudge_engine.gates.flagging.near_names import check_near_names
from adjudge_engine.subject import Subject


def _subject(answer: str, *contexts: str) -> Subject:
    texts = [{"id": f"c{at}", "text": text} for at, text in enumerate(contexts, 1)]
    return Subject(Case.model_validate({"id": "x", "answer": answer, "contexts": texts}))


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("The Brunel T40 drill comes with a spare battery.",
         "The Brunel T45 drill comes with a spare battery and a case."),
        ("Release 4.2 of Mirador removes the old import screen.",
         "Release 4.3 of Mirador removes the old import screen and adds a new one."),
        ("Patients take ramipril once a day before breakfast.",
         "Patients take enalapril once a day before breakfast."),
        ("Professor Karen Holmberg leads the seed bank project.",
         "Professor Karen Holmgren leads the seed bank project in Tromsø."),
        ("Form 17-B must be filed with the harbour office.",
         "Form 17-C must be filed with the harbour office within a week."),
        ("Article 12 governs the recall of faulty lifts.",
         "Article 14 governs the recall of faulty lifts by the maker."),
        ("Das Gerät KX-210 wird mit zwei Filtern geliefert.",
         "Das Gerät KX-220 wird mit zwei Filtern geliefert."),
        ("Frau Dr. Petra Lindner leitet die Abteilung für Statik.",
         "Frau Dr. Petra Lindler leitet die Abteilung für Statik seit Mai."),
        ("Laut Paragraf 8 trägt der Mieter die Kosten der Wartung.",
         "Laut Paragraf 9 trägt der Mieter die Kosten der Wartung."),
        ("Le modèle RX500 est vendu avec une housse grise.",
         "Le modèle RX300 est vendu avec une housse grise."),
        ("Madame Claire Fontanel dirige le service des eaux.",
         "Madame Claire Fontanet dirige le service des eaux."),
        ("El doctor Julio Barreda dirige la clínica del puerto.",
         "El doctor Julio Barrera dirige la clínica del puerto."),
        ("La impresora LP-90 imprime veinte páginas por minuto.",
         "La impresora LP-80 imprime veinte páginas por minuto."),
        ("モデルXR-500は防水ケースが付属します。", "モデルXR-300は防水ケースが付属します。"),
        ("型号ZT600的保修期为三年，包括电池。", "型号ZT800的保修期为三年，包括电池。"),
    ],
)  # fmt: skip
def test_a_similar_name_is_flagged(answer: str, context: str) -> None:
    assert [one.code for one in check_near_names(_subject(answer, context))] == ["near_name"]


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("The Brunel T45 drill comes with a spare battery.",
         "The Brunel T45 drill comes with a spare battery and a case."),
        ("The drill was launched in Graz in March.",
         "The drill was launched in Graz in May by the founder."),
        ("The Director of the seed bank answers to the council.",
         "The directors of the seed bank answer to the council."),
        ("Norwegian growers send seeds to the bank each year.",
         "Growers from Norway send seeds to the bank each year."),
        ("Customers of the harbour office file the form in June.",
         "Each customer of the harbour office files the form in July."),
        ("Die Verkaufszahlen der Filter steigen im Herbst an.",
         "Der Verlauf der Filter und ihre Zahl steigen im Herbst an."),
        ("Der Verkauf der Filter beginnt im Herbst wieder.",
         "Der Verlauf der Filter beginnt im Herbst wieder."),
        ("Die Mieterin trägt die Kosten der Wartung im Sommer.",
         "Die Mieter tragen die Kosten der Wartung im Sommer."),
        ("Le Directeur du service des eaux est nommé en avril.",
         "Le directeur du service des eaux est nommé en avril."),
        ("Los Alcaldes de la costa dirigen el puerto en mayo.",
         "El alcalde de la costa dirige el puerto en mayo."),
        ("Mr. Holmgren's seed bank project is led from Tromsø.",
         "The seed bank project is led from Tromsø by Karen Holmgren."),
        ("Section 3 and step 2 of the guide cover the seals.",
         "Section 3 and step 4 of the guide cover the seals."),
        ("The Müller mill grinds rye for the village.",
         "The Mueller mill grinds rye for the village."),
        ("モデルXR-300は防水ケースが付属します。", "モデルXR-300には防水ケースが付属する。"),
        ("2023年型号ZT800的保修期为三年。", "2022年型号ZT800的保修期为三年。"),
    ],
)  # fmt: skip
def test_other_names_are_let_be(answer: str, context: str) -> None:
    assert check_near_names(_subject(answer, context)) == []


@pytest.mark.parametrize(
    ("answer", "one", "other"),
    [
        ("The day ticket for the tram costs 7 euros.",
         "The day ticket for the tram costs 7 euros.",
         "The day ticket for the tram costs 9 euros."),
        ("The starting dose is 20 mg of the syrup.",
         "The starting dose of the syrup is 20 mg.", "The starting dose of the syrup is 40 mg."),
        ("The harbour office has 48 employees.",
         "The harbour office in Moss has 48 employees.",
         "The harbour office in Moss has 52 employees."),
        ("The bridge was opened on 4 May 1998.",
         "The bridge was opened to traffic on 4 May 1998.",
         "The bridge was opened to traffic on 9 May 1998."),
        ("The mill was built in 1871.", "The old mill by the weir was built in 1871.",
         "The old mill by the weir was built in 1874."),
        ("The deposit is $300.", "The deposit for the boat is $300.",
         "The deposit for the boat is $350."),
        ("Return the parts within 30 days.", "Customers must return the parts within 30 days.",
         "Customers must return the parts within 14 days."),
        ("Die Jahreskarte kostet 80 Euro.", "Die Jahreskarte für das Bad kostet 80 Euro.",
         "Die Jahreskarte für das Bad kostet 95 Euro."),
        ("Der Verein hat 120 Mitglieder.", "Der Verein der Imker hat 120 Mitglieder.",
         "Der Verein der Imker hat 150 Mitglieder."),
        ("Le forfait coûte 25 euros par mois.", "Le forfait pour le tram coûte 25 euros par mois.",
         "Le forfait pour le tram coûte 29 euros par mois."),
        ("La dose maximale est de 60 mg.", "La dose maximale du sirop est de 60 mg.",
         "La dose maximale du sirop est de 80 mg."),
        ("La entrada al museo cuesta 12 euros.", "La entrada general al museo cuesta 12 euros.",
         "La entrada general al museo cuesta 15 euros."),
        ("El equipo tiene 18 jugadores.", "El equipo juvenil del puerto tiene 18 jugadores.",
         "El equipo juvenil del puerto tiene 22 jugadores."),
        ("入館料は500円です。", "博物館の入館料は500円です。", "博物館の入館料は700円です。"),
        ("年费为300元。", "图书馆的年费为300元。", "图书馆的年费为200元。"),
    ],
)  # fmt: skip
def test_contexts_that_disagree_are_flagged(answer: str, one: str, other: str) -> None:
    codes = [check.code for check in check_conflicts(_subject(answer, one, other))]
    assert codes == ["conflicting_sources"]


@pytest.mark.parametrize(
    ("answer", "one", "other"),
    [
        ("In 2021 the day ticket cost 7 euros.", "In 2021 the day ticket cost 7 euros.",
         "In 2023 the day ticket cost 9 euros."),
        ("The Otter pump lifts 40 litres.", "The Otter pump lifts 40 litres a minute.",
         "The Heron pump lifts 60 litres a minute."),
        ("Adults take 20 mg of the syrup.", "Adults take 20 mg of the syrup at night.",
         "Children take 10 mg of the syrup at night."),
        ("The office in Moss has 48 employees.", "The harbour office in Moss has 48 employees.",
         "The harbour office in Bodø has 52 employees."),
        ("The fee is 7 euros.", "The fee is 7.00 euros for each boat.",
         "The fee is 7 euros for each boat."),
        ("The hall holds 400 people.", "The hall holds 400 people.",
         "The hall holds about 390 people."),
        ("The ticket costs 7 euros.", "The day ticket for the tram costs 7 euros.",
         "The month ticket for the tram costs 70 euros."),
        ("Die Karte kostet 80 Euro.", "Die Karte für Erwachsene kostet 80 Euro.",
         "Die Karte für Kinder kostet 40 Euro."),
        ("Im Jahr 2020 hatte der Verein 120 Mitglieder.",
         "Im Jahr 2020 hatte der Verein 120 Mitglieder.",
         "Im Jahr 2022 hatte der Verein 150 Mitglieder."),
        ("Le forfait coûte 25 euros.", "Le forfait Tram coûte 25 euros par mois.",
         "Le forfait Bateau coûte 29 euros par mois."),
        ("La dose est de 60 mg.", "La dose du matin est de 60 mg.",
         "La dose du soir est de 80 mg."),
        ("La entrada cuesta 12 euros.", "La entrada de adulto cuesta 12 euros.",
         "La entrada de niño cuesta 6 euros."),
        ("The gate opens at 8 and holds 20 boats.", "The lock gate holds 20 boats.",
         "The lock gate is 30 metres wide."),
        ("2021年の入館料は500円です。", "2021年の入館料は500円です。",
         "2023年の入館料は700円です。"),
        ("成人票价为80元。", "动物园的成人票价为80元。", "动物园的儿童票价为40元。"),
    ],
)  # fmt: skip
def test_values_of_different_things_do_not_conflict(answer: str, one: str, other: str) -> None:
    assert check_conflicts(_subject(answer, one, other)) == []
    assert check_conflicts(_subject(answer, other, one)) == []
