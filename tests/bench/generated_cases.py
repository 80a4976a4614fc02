"""Writes any number of invented cases with known truth, for runs at scale.

    python tests/bench/generated_cases.py 1000000 > cases.jsonl

Case i comes from a hash of the seed and i alone: a file of any size has the same beginning, and
shards may be written apart. In every second case one thing is wrong, named in `metadata.truth`;
the others say what their passages say, in other words and another order.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

_MAKERS: Final = ("Aldermoor", "Brenwick", "Castorly", "Dunmarrow", "Eskvale", "Fennimore")
_THINGS: Final = ("pump", "boiler", "fan", "dryer", "press", "mixer", "crane", "valve")
_TOWNS: Final = ("Norbach", "Tellin", "Vosgate", "Quill Bay", "Oxmere", "Rathby")
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_FILLERS: Final = (
    "Keep the manual near the machine.",
    "The cover is to be closed while the motor turns.",
    "Spare parts are listed in the annex.",
    "Ask the workshop before anything is changed.",
    "Noise is measured at a distance of one metre.",
    "The plate on the frame names the model.",
    "Whoever works on it wears gloves.",
    "The drawing shows the left side only.",
)


class Facts(NamedTuple):
    """What the passages of one case say."""

    model: str
    other: str
    power: int
    other_power: int
    weeks: int
    price: int
    day: int
    month: int
    year: int
    town: str

    @property
    def date(self) -> str:
        return f"{self.day} {_MONTHS[self.month - 1]} {self.year}"


#: A defect's name → the facts as the wrong answer has them.
DEFECTS: Final[dict[str, Callable[[Facts], Facts]]] = {
    "number": lambda facts: facts._replace(price=facts.price + 45),
    "scale": lambda facts: facts._replace(power=facts.power * 1000),
    "swapped": lambda facts: facts._replace(power=facts.other_power),
    "date": lambda facts: facts._replace(year=facts.year + 1),
    "period": lambda facts: facts._replace(weeks=facts.weeks + 3),
    "name": lambda facts: facts._replace(town="Harrowick"),
}


def generated(seed: int, number: int) -> dict[str, Any]:
    """Case `number` of a seed, as a line of a case file."""
    stamp = hashlib.sha256(f"{seed}:{number}".encode()).digest()
    chance = random.Random(int.from_bytes(stamp[:8]))
    facts = _facts(chance)
    defect = chance.choice(sorted(DEFECTS)) if chance.random() < 0.5 else None
    said = DEFECTS[defect](facts) if defect else facts
    group = f"manual-{int.from_bytes(stamp[8:12]) % 5_000}"
    return {
        "id": f"g{seed}-{number}",
        "question": f"What are the power, the service and the price of the {facts.model}?",
        "answer": _answer(chance, said, defect),
        "contexts": [
            {"id": "plate", "text": _passage(chance, _plate(facts)), "source_id": f"{group}-plate"},
            {"id": "terms", "text": _passage(chance, _terms(facts)), "source_id": f"{group}-terms"},
        ],
        "risk": chance.choice(("low", "standard", "standard", "high")),
        "tags": [chance.choice(("power", "service", "price"))],
        "metadata": {"group": group, "truth": defect or "right"},
    }


def _facts(chance: random.Random) -> Facts:
    maker, thing = chance.choice(_MAKERS), chance.choice(_THINGS)
    first = chance.randint(10, 49)
    power = chance.randint(11, 90) * 10
    return Facts(
        model=f"{maker} {thing} {first}",
        other=f"{maker} {thing} {first + chance.randint(1, 40)}",
        power=power,
        other_power=power + chance.randint(1, 9) * 30,
        weeks=chance.randint(2, 9),
        price=chance.randint(120, 980),
        day=chance.randint(13, 28),
        month=chance.randint(1, 12),
        year=chance.randint(2016, 2024),
        town=chance.choice(_TOWNS),
    )


def _plate(facts: Facts) -> list[str]:
    return [
        f"The {facts.model} takes {facts.power} watts.",
        f"The {facts.other} takes {facts.other_power} watts.",
        f"Both are built in {facts.town}.",
    ]


def _terms(facts: Facts) -> list[str]:
    return [
        f"The {facts.model} is serviced every {facts.weeks} weeks.",
        f"Its price has been {facts.price} euros since {facts.date}.",
    ]


def _passage(chance: random.Random, said: list[str]) -> str:
    """The sentences in their order, with others that say nothing of the matter between them."""
    out = []
    for sentence in said:
        out += [*chance.sample(_FILLERS, chance.randint(1, 3)), sentence]
    return " ".join([*out, *chance.sample(_FILLERS, 2)])


def _answer(chance: random.Random, facts: Facts, defect: str | None) -> str:
    """Sentences on the facts, that with the defect among them."""
    first = f"The {facts.model} takes {facts.power} watts."
    rest = [
        ("period", f"It is serviced every {facts.weeks} weeks."),
        ("price", f"It costs {facts.price} euros, a price that holds since {facts.date}."),
        ("name", f"It is built in {facts.town}."),
    ]
    chance.shuffle(rest)
    wrong = "price" if defect in ("number", "date") else defect
    rest.sort(key=lambda one: one[0] != wrong)
    said = [text for _, text in rest[: chance.randint(2, 3)]]
    chance.shuffle(said)
    return " ".join([first, *said])


def cases(count: int, seed: int = 1, begin: int = 0) -> Iterator[dict[str, Any]]:
    """So many cases, the first of them number `begin`."""
    for number in range(begin, begin + count):
        yield generated(seed, number)


def main() -> None:
    """Write cases to standard output."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=int, default=0, help="the number of the first")
    given = parser.parse_args()
    for case in cases(given.count, given.seed, given.begin):
        sys.stdout.write(json.dumps(case, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
