"""The dates gate over many invented answers, in nine languages, and what it must not depend on."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from date_samples import GROUPS, NO_DATES, SAMPLES, Sample

from adjudge_engine.case import Case, Context
from adjudge_engine.dates.find import find_dates
from adjudge_engine.evaluation import Check, GateResult
from adjudge_engine.gates.dates import check_dates
from adjudge_engine.subject import Subject


def checks_of(sample: Sample) -> list[Check]:
    contexts = tuple(Context(id=f"c{at}", text=text) for at, text in enumerate(sample.contexts))
    case = Case(id="x", question=sample.question, answer=sample.answer, contexts=contexts)
    return check_dates(Subject(case))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.answer[:40])
def test_an_answer_has_the_outcome_that_an_expert_gives_it(sample: Sample) -> None:
    checks = checks_of(sample)
    assert GateResult.of(checks).outcome == sample.outcome
    if sample.code:
        assert sample.code in {check.code for check in checks}


@pytest.mark.parametrize("answer", NO_DATES)
def test_what_only_looks_like_a_date_gets_no_check(answer: str) -> None:
    assert checks_of(Sample("not_applicable", "", answer, ("Nothing of the kind.",))) == []


@pytest.mark.parametrize("sample", GROUPS["swapped"], ids=lambda sample: sample.answer[:40])
def test_two_dates_that_are_swapped_are_both_caught(sample: Sample) -> None:
    found = {check.code for check in checks_of(sample)}
    assert found == {sample.code or "traced"}


@pytest.mark.parametrize("sample", SAMPLES[::7], ids=lambda sample: sample.answer[:40])
def test_a_text_far_away_changes_nothing(sample: Sample) -> None:
    """The same outcome where the context is found by its year, not read as a whole."""
    if sample.outcome == "unavailable" or not sample.contexts:
        return
    filler = "Nothing of note was said by anyone who came to the hall. " * 40
    longer = (f"{filler}\n\n{sample.contexts[0]}\n\n{filler}", *sample.contexts[1:])
    assert GateResult.of(checks_of(sample._replace(contexts=longer))).outcome == sample.outcome


_REPORT = """
import sys
from date_samples import NO_DATES, SAMPLES
from test_dates_samples import checks_of
for sample in SAMPLES:
    print([check.model_dump_json() for check in checks_of(sample)])
"""


def test_neither_zone_nor_hash_seed_nor_locale_changes_a_check() -> None:
    found = set()
    for zone, seed, lang in (("UTC", "0", "C"), ("Asia/Tokyo", "1", "de_DE.UTF-8")):
        paths = os.pathsep.join(sys.path)
        env = {"PYTHONPATH": paths, "TZ": zone, "PYTHONHASHSEED": seed, "LANG": lang}
        command = [sys.executable, "-X", "utf8", "-c", _REPORT]
        done = subprocess.run(
            command, env=os.environ | env, cwd=os.path.dirname(__file__), capture_output=True,
            check=True,
        )  # fmt: skip
        found.add(done.stdout)
    assert len(found) == 1
    assert len(found.pop()) > 10_000


_LAZY = """
import sys
from date_samples import NO_DATES
from adjudge_engine.dates.find import find_dates
for text in sys.argv[1:]:
    find_dates(text)
print("dateparser" in sys.modules)
"""
#: A figure, a word that is no month, a year: what a month unknown to the tables looks like.
_ODD = [
    "The club won 5 medals 2020 and sold 3 sets 2019 of the prints.",
    "Der Verein gewann 5 Medaillen 2020 und das Haus hat 3 Augen 2019.",
    "Le club a pris 5 mars 2020 et les 3 sets 2019 du match, puis 5 avis 2018.",
    "El club tiene 5 julios 2020 y los 3 sets 2019 de la final.",
    "В клубе 5 мартов 2020 года и были 3 июня 2019 года.",
    "会は5 月 2020 年に3 件 2019 年を得た。",
    "俱乐部 5 月 2020 年 3 次 2019 年。",
]


def _imports_library(*texts: str) -> bool:
    done = subprocess.run(
        [sys.executable, "-c", _LAZY, *texts],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=os.path.dirname(__file__),
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout.strip() == "True"


def test_the_library_is_imported_for_other_languages_alone() -> None:
    ours = ("wrong day", "same day", "period", "counted", "swapped", "mixed")
    texts = [text for name in ours for one in GROUPS[name] for text in (one.answer, *one.contexts)]
    assert not _imports_library(*texts, *_ODD, *NO_DATES)
    assert _imports_library("Päättyy 30. syyskuuta 2026.")


@pytest.mark.parametrize(
    "piece",
    [
        *("5 fooN 2025 ", "令和元年", "2019-21 ", "| 2019 |", "3–", "14 days after ", "第3四半期"),
        *("no 3 May 2025 ", "7 h 30 ", "the nineties ", "after the first ", "2024-", "\ud8007月"),
    ],
)
def test_a_repeated_piece_is_read_once(piece: str) -> None:
    """As many dates are found in twice the text: twice as many, and none over another."""
    once, twice = len(find_dates(piece * 300)), len(find_dates(piece * 600))
    assert once <= twice <= 2 * once + 1


def test_very_many_contexts_of_one_date_each() -> None:
    contexts = tuple(
        Context(id=f"c{at}", text=f"Entry {at} of {1 + at % 28} May {1900 + at % 120}.")
        for at in range(3_000)
    )
    answer = "Entries exist for 5 May 1932 and 28 May 2019, but none for 31 May 2031."
    checks = check_dates(Subject(Case(id="x", answer=answer, contexts=contexts)))
    assert [check.code for check in checks][:2] == ["traced", "traced"]
    assert len(checks) == 3
