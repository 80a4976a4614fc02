"""Invented answers with known truth, for comparing with other tools and for timing.

`PAIRS`: (kind, context, answer, is it right). `answers(…)`: leaflets of any size, made by a seed.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from adjudge_engine.case import Case, Context, Expect, Fact

PAIRS: Final[tuple[tuple[str, str, str, bool], ...]] = (
    (
        "scale",
        "Net sales came to 12.4 million euros.",
        "Net sales came to 12.4 billion euros.",
        False,
    ),
    ("scale", "Net sales came to 12.4 million euros.", "Net sales came to 12.4M euros.", True),
    ("scale", "The levy raised ¥3億.", "The levy raised 300 million yen.", True),
    ("rounding", "The mill used 12.38 GWh.", "The mill used about 12.4 GWh.", True),
    ("rounding", "The mill used 12.38 GWh.", "The mill used 12.5 GWh.", False),
    ("unit", "Take 0.5 g in the morning.", "Take 500 mg in the morning.", True),
    ("unit", "Take 500 mcg in the morning.", "Take 500 mg in the morning.", False),
    ("unit", "Store below 5 °C.", "Store below 41 °F.", True),
    ("unit", "The trail is 10 miles long.", "The trail is 10 km long.", False),
    ("sign", "Margin fell by 3.2 % last year.", "Margin rose by 3.2 % last year.", False),
    ("sign", "Cash flow: (4,120) thousand.", "Cash flow was -4,120 thousand.", True),
    ("percent", "Turnout went from 40 % to 44 %.", "Turnout went up by 4 percentage points.", True),
    ("percent", "Turnout went from 40 % to 44 %.", "Turnout went up by 4 %.", False),
    ("percent", "Half of the seats are sold.", "50 % of the seats are sold.", True),
    ("words", "Twelve wells were drilled.", "12 wells were drilled.", True),
    ("words", "Several wells were drilled.", "Nineteen wells were drilled.", False),
    ("grouping", "Der Fonds hält 1.234,50 Euro.", "The fund holds 1,234.50 euros.", True),
    ("grouping", "Der Fonds hält 1.234,50 Euro.", "The fund holds 1.23 euros.", False),
    ("substring", "Article 1500 mentions no dose.", "The dose is 500 mg.", False),
    ("substring", "Part number 88-2417.", "There are 24 parts in the box.", False),
    ("digits", "السعر ٤٥ ريالا.", "السعر 45 ريالا.", True),
    ("entity", "Plan Oak costs $40. Plan Elm costs $55.", "Plan Elm costs $40.", False),
    ("entity", "Plan Oak costs $40. Plan Elm costs $55.", "Plan Elm costs $55.", True),
    ("period", "Output was 310 t in 2021 and 355 t in 2022.", "Output was 310 t in 2022.", False),
    ("sum", "Rent is $700. Heating is $90.", "Rent and heating cost $790 together.", True),
    ("sum", "Rent is $700. Heating is $90.", "Rent and heating cost $780 together.", False),
    ("sum", "Rent is $700. Heating is $90. Form 780.", "Rent and heating total $780.", False),
    ("change", "Fees went from $200 to $250.", "Fees went from $200 to $250, up 25 %.", True),
    ("change", "Fees went from $200 to $250.", "Fees went from $200 to $250, up 20 %.", False),
    ("date", "The permit ends on 2026-03-09.", "The permit ends on 9 March 2026.", True),
    ("date", "The permit ends on 2026-03-09.", "The permit ends on 3 September 2026.", False),
    ("date", "The permit ends on 9 March 2026.", "The permit ends on 9 March 2025.", False),
    ("date", "Le bail débute le 1er juin 2025.", "The lease starts on 1 June 2025.", True),
    ("date", "Doors open at 08:30 UTC.", "Doors open at 08:30 UTC-5.", False),
    ("date", "Signed on 3 May 2025; ends 10 days later.", "It ends on 13 May 2025.", True),
    ("quote", "The guard shall wear a blue vest.", 'It says "shall wear a blue vest".', True),
    ("quote", "The guard shall wear a blue vest.", 'It says "shall wear a green vest".', False),
    ("version", "Release 2.10 adds export.", "Release 2.1 adds export.", False),
    ("list", "Close the valve. Open the drain.", "1. Close the valve.\n2. Open the drain.", True),
    ("mark", "The filter lasts a season.", "The filter lasts a season [1].", True),
    ("range", "Soak for 5 to 7 minutes.", "Soak for 5–7 minutes.", True),
    ("range", "Soak for 5 to 7 minutes.", "Soak for 5–9 minutes.", False),
    ("ordinal", "She finished third.", "She finished 3rd.", True),
    ("bound", "The hall seats 512 people.", "The hall seats over 500 people.", True),
    ("bound", "The hall seats 488 people.", "The hall seats over 500 people.", False),
    ("currency", "The ticket costs £18.", "The ticket costs €18.", False),
)

_DRUGS = (
    "Torvane",
    "Melixin",
    "Cardoprel",
    "Zenathol",
    "Brivox",
    "Lumidex",
    "Orphenil",
    "Safrazin",
)
_USES = ("a chest infection", "low iron", "high pressure", "joint pain", "a skin rash", "migraine")
_TALK = (
    "Ask your pharmacist before you take anything else.",
    "Keep the tablets dry and away from children.",
    "You may feel tired for a while, and that is nothing to worry about.",
    "Do not stop early even if you feel better.",
    "Tell the nurse if the rash spreads or if your breathing becomes hard.",
    "Plenty of people notice a change quite soon.",
)


class Sample(NamedTuple):
    """One answer over one context, with the facts (value, alias) that it ought to state."""

    question: str
    answer: str
    context: str
    anchors: tuple[tuple[str, str], ...]

    def case(self, name: str) -> Case:
        """The sample as a case."""
        return Case(
            id=name,
            question=self.question,
            answer=self.answer,
            contexts=(Context(id="c1", text=self.context),),
            expect=Expect(facts=tuple(Fact(value=v, aliases=(a,)) for v, a in self.anchors)),
        )


def answers(count: int, answer_size: int, context_size: int, seed: int = 7) -> list[Sample]:
    """`count` leaflets of about these sizes (code points); in every third a number is altered."""
    source = random.Random(seed)
    return [_leaflet(source, answer_size, context_size, at % 3 == 2) for at in range(count)]


def _leaflet(source: random.Random, answer_size: int, context_size: int, wrong: bool) -> Sample:
    drug, use = source.choice(_DRUGS), source.choice(_USES)
    dose, times = source.choice((20, 50, 75, 200, 250, 500)), source.randint(2, 4)
    days, weeks = source.randint(5, 14), source.randint(2, 9)
    core = (
        f"You were seen for {use} and started on {drug} {dose} mg {times} times a day for {days} "
        f"days. Please see your doctor in {weeks} weeks. Come back if your temperature is above "
        f"38.{source.randint(0, 9)} °C."
    )
    context = _grown(source, core, context_size)
    told = days + 3 if wrong else days
    answer = (
        f"You have {use}.\n- Take {drug} {dose} mg {times} times a day for {told} days.\n"
        f"- See your doctor again in {weeks} weeks.\n"
    )
    while len(answer) < answer_size:
        answer += source.choice(_TALK) + ("\n" if source.random() < 0.3 else " ")
    anchors = (
        (drug, drug.upper()),
        (f"{dose} mg", f"{dose}mg"),
        (f"{days} days", f"{days} full days"),
        (f"{weeks} weeks", f"{weeks}-week"),
        ("doctor", "GP"),
    )
    return Sample(f"Explain the {drug} letter.", answer[:answer_size], context, anchors)


def _grown(source: random.Random, core: str, size: int) -> str:
    """`core` among other passages, of about `size` code points."""
    parts = [core]
    length = len(core)
    while length < size:
        part = (
            f"{source.choice(_DRUGS)} was tried in {source.randint(20, 900)} people in "
            f"{source.randint(1995, 2024)}; {source.randint(2, 60)}.{source.randint(0, 9)} % of "
            f"them felt {source.choice(('better', 'no change', 'sick'))}. {source.choice(_TALK)}"
        )
        parts.insert(source.randint(0, len(parts)), part)
        length += len(part) + 1
    return "\n".join(parts)[:size] if size > len(core) else core
