"""Figures and dates given to another thing than the source's: names, codes, letters, periods."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case, Context
from adjudge_engine.gates.dates import check_dates
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.subject import Subject
from adjudge_engine.vocabulary import Outcome


def numbers(answer: str, context: str) -> list[tuple[Outcome, str]]:
    case = Case(id="x", answer=answer, contexts=(Context(id="c1", text=context),))
    return [(check.outcome, check.code) for check in check_numbers(Subject(case))]


def dates(answer: str, context: str) -> list[tuple[Outcome, str]]:
    case = Case(id="x", answer=answer, contexts=(Context(id="c1", text=context),))
    return [(check.outcome, check.code) for check in check_dates(Subject(case))]


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("The P200 draws 320 W.", "The P200 draws 180 W. The P300 draws 320 W."),
        ("Das Modell X-10 wiegt 4 kg.", "Das Modell X-10 wiegt 3 kg. Das Modell X-20 wiegt 4 kg."),
        ("Le R5 consomme 40 W.", "Le R5 consomme 30 W. Le R7 consomme 40 W."),
        ("Sales were 9 and costs 12.", "Sales were 12 and costs 9."),
        ("Der Umsatz betrug 9 und die Kosten 12.", "Der Umsatz betrug 12 und die Kosten 9."),
        (
            "Les ventes étaient de 9 et les coûts de 12.",
            "Les ventes étaient de 12 et les coûts de 9.",
        ),
        (
            "Revenue was $9 million and costs $12 million.",
            "Revenue was $12 million and costs $9 million.",
        ),
        ("A has 23 rooms.", "A has 22 rooms. B has 23 rooms."),
        ("Tarif Basis: 19 Euro.", "Tarif Basis: 12 Euro. Tarif Plus: 19 Euro."),
        ("Basic plan: $19.", "Basic plan: $12. Premium plan: $19."),
        (
            "In 2022 there were 415.",
            "In 2021 there were 415 visitors. In 2022 there were 530 visitors.",
        ),
        ("In 2022 there were 415.", "In 2021 there were 415. In 2022 there were 530."),
        (
            "En 2020, 45 élèves étaient inscrits.",
            "En 2019, 45 élèves étaient inscrits. En 2020, 60 élèves étaient inscrits.",
        ),
        ("En 2020, 45 élèves.", "En 2019, 45 élèves; en 2020, 60 élèves."),
        (
            "It cost $55 in January and $40 in February.",
            "It cost $40 in January and $55 in February.",
        ),
        (
            "Sie kostete im Januar 55 Euro und im Februar 40 Euro.",
            "Sie kostete im Januar 40 Euro und im Februar 55 Euro.",
        ),
        ("Il costo è di 9 e le vendite sono 12.", "Il costo è di 12 e le vendite sono 9."),
        ("Las ventas fueron 9 y los costes 12.", "Las ventas fueron 12 y los costes 9."),
        ("Выручка составила 9, а расходы 12.", "Выручка составила 12, а расходы 9."),
        ("売上は9億円、費用は12億円でした。", "売上は12億円、費用は9億円でした。"),
        ("There were 12 vans and 40 trucks.", "There were 12 trucks and 40 vans."),
        ("The team won 5 games and lost 3.", "The team won 3 games and lost 5."),
        (
            "Das Modell R5 kostet 40 Euro und das R7 30 Euro.",
            "Das Modell R5 kostet 30 Euro und das R7 40 Euro.",
        ),
        ("La pompe P2 consomme 320 W.", "La pompe P2 consomme 180 W. La pompe P3 consomme 320 W."),
        ("Pump P-20 weighs 9 kg.", "Pump P-20 weighs 7 kg. Pump P-30 weighs 9 kg."),
        ("B has 22 rooms.", "A has 22 rooms. B has 23 rooms."),
        ("A hat 23 Zimmer.", "A hat 22 Zimmer. B hat 23 Zimmer."),
        ("C costs 9 euros.", "C costs 7 euros. D costs 9 euros."),
        ("Plan Plus: 12 Euro.", "Plan Basis: 12 Euro. Plan Plus: 19 Euro."),
        ("Tarif Plus kostet 12 Euro.", "Tarif Basis kostet 12 Euro. Tarif Plus kostet 19 Euro."),
        ("Forfait Plus : 12 euros.", "Forfait Base : 12 euros. Forfait Plus : 19 euros."),
        ("Tarifa Más: 12 euros.", "Tarifa Base: 12 euros. Tarifa Más: 19 euros."),
        (
            "En 2020, 45 élèves ont été admis.",
            "En 2019, 45 élèves ont été admis. En 2020, 60 élèves ont été admis.",
        ),
        ("2022 waren es 415.", "2021 waren es 415. 2022 waren es 530."),
        ("En 2022 fueron 415.", "En 2021 fueron 415. En 2022 fueron 530."),
        ("In 2022 there were 415.", "In 2021, 415 visitors came, in 2022 there were 530."),
        (
            "It was $40 in February and $55 in January.",
            "It was $40 in January and $55 in February.",
        ),
        (
            "Coûtait 55 euros en janvier et 40 euros en février.",
            "Coûtait 40 euros en janvier et 55 euros en février.",
        ),
    ],
)
def test_a_figure_of_another_thing_fails(answer: str, context: str) -> None:
    assert ("fail", "entity_mismatch") in numbers(answer, context)


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("The P300 draws 320 W.", "The P200 draws 180 W. The P300 draws 320 W."),
        ("Sales were 12 and costs 9.", "Sales were 12 and costs 9."),
        ("Costs were 9 and sales 12.", "Sales were 12 and costs 9."),
        ("Tarif Plus: 19 Euro.", "Tarif Basis: 12 Euro. Tarif Plus: 19 Euro."),
        (
            "It cost $55 in February and $40 in January.",
            "It cost $40 in January and $55 in February.",
        ),
        ("売上は12億円、費用は9億円でした。", "売上は12億円、費用は9億円でした。"),
        (
            "In February it cost $55 and in January $40.",
            "It cost $40 in January and $55 in February.",
        ),
        (
            "It cost $55 in February and $40 in January.",
            "In January it cost $40 and in February $55.",
        ),
        ("Costs rose to 12 from 9.", "Costs rose from 9 to 12."),
        ("From 9 costs rose to 12.", "Costs rose to 12 from 9."),
        ("Costs of 9 were set against sales of 12.", "Sales were 12 and costs 9."),
        ("There were 40 vans and 12 trucks.", "There were 12 trucks and 40 vans."),
        ("The team won 3 games and lost 5 in May.", "In May the team lost 5 games and won 3."),
        (
            "The trial had 40 patients, 12 of them women.",
            "Of 12 women and 28 men, the trial had 40 patients in all.",
        ),
        ("La pompe P3 consomme 320 W.", "La pompe P2 consomme 180 W. La pompe P3 consomme 320 W."),
        ("B has 23 rooms.", "A has 22 rooms. B has 23 rooms."),
        ("A hotel has 23 rooms.", "A hotel has 23 rooms. B has 25 rooms."),
    ],
)
def test_a_figure_of_the_thing_itself_passes(answer: str, context: str) -> None:
    assert {outcome for outcome, _ in numbers(answer, context)} == {"pass"}


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("A opened in 2023.", "A opened in 2022. B opened in 2023."),
        ("B opened on 4 May 2022.", "A opened on 4 May 2022. B opened on 9 June 2023."),
        ("B opened on 9 June 2022.", "A opened on 9 June 2022. B opened on 4 May 2023."),
        ("A wurde 2023 eröffnet.", "A wurde 2022 eröffnet. B wurde 2023 eröffnet."),
    ],
)
def test_a_date_of_another_thing_fails(answer: str, context: str) -> None:
    assert ("fail", "entity_mismatch") in dates(answer, context)


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("B opened in 2023.", "A opened in 2022. B opened in 2023."),
        ("B opened on 4 May 2023.", "A opened on 9 June 2022. B opened on 4 May 2023."),
        ("A hall was built in 2023.", "A hall was built in 2023. B was built in 2022."),
    ],
)
def test_a_date_of_the_thing_itself_passes(answer: str, context: str) -> None:
    assert {outcome for outcome, _ in dates(answer, context)} == {"pass"}


_PUMPS = "The Corvane pump 46 takes 140 W. Wear gloves. The Corvane pump 58 takes 170 W."
_LINES = "In Sollen the tram line 4 takes 12 minutes. The tram line 9 takes 25 minutes."
_RULES = "Rule 12: the fee is 40 euros. Rule 13: the fee is 55 euros."
_PHASES = "In phase 2 the dose is 40 mg. In phase 3 the dose is 55 mg."
_ZONES = "The fee in zone 1 was 3 euros; zone 2 cost 5 euros."


@pytest.mark.parametrize(
    ("right", "wrong", "context"),
    [
        ("The Corvane pump 58 needs 170 W.", "The Corvane pump 46 needs 170 W.", _PUMPS),
        ("The pump 58 needs 170 W.", "The pump 46 needs 170 W.", _PUMPS),
        ("The Sollen tram line 9 takes 25 minutes.", "The tram line 4 takes 25 minutes.", _LINES),
        ("Under rule 13 the fee is 55 euros.", "Under rule 12 the fee is 55 euros.", _RULES),
        ("The dose in phase 3 is 55 mg.", "The dose in phase 2 is 55 mg.", _PHASES),
        ("Zone 2 costs 5 euros.", "Zone 1 costs 5 euros.", _ZONES),
    ],
)
def test_a_small_word_and_a_figure_name_a_thing(right: str, wrong: str, context: str) -> None:
    assert {outcome for outcome, _ in numbers(right, context)} == {"pass"}
    assert ("fail", "entity_mismatch") in numbers(wrong, context)


def test_what_a_figure_counts_is_no_name() -> None:
    context = "Anna sold 46 cars in May. Anna sold 58 cars in June, at 900 euros each."
    said = numbers("Anna sold 46 cars in May and 58 later, at 900 euros.", context)
    assert {outcome for outcome, _ in said} == {"pass"}
