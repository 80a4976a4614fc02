"""A small cycle on the disk: labels with two recorded judges, a queue, a golden set."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from cli_support import case, invoke, write_lines

HOSTILE = "</td><script>alert(1)</script>&lt;svg onload=x>\u202e\x1b[31m\x00]]>::error::##[x]\ud800"
POLICY = """
[policy]
name = "lamps"
version = "1"
[tiers.low]
required_criteria = { faithfulness = { minimum = 0.6, reading = "score" } }
[tiers.standard]
required_criteria = { faithfulness = { minimum = 0.6, reading = "score" } }
[tiers.high]
always_review = true
[admission]
level = "answer"
false_pass_upper = 0.3
"""


def labelled(number: int, random: Random, **changes: Any) -> dict[str, Any]:
    """A labelled lamp with the words of a good and a poor judge."""
    bad = number % 3 == 0

    def said(judge: str, wrong: float) -> dict[str, Any]:
        score = (0.3 if bad != (random.random() < wrong) else 0.9) + 0.2 * random.random() - 0.1
        return {
            "criterion": "faithfulness",
            "judge": judge,
            "score": round(score, 3),
            "usage": {"cost_usd": 0.001, "latency_ms": 20},
        }

    return {
        "id": f"lamp-{number}",
        "question": f"What does lamp {number} weigh?",
        "answer": f"Lamp {number} weighs {100 + number} grams.",
        "contexts": [{"id": "c", "source_id": f"leaf-{number // 2}", "text": "It weighs some."}],
        "metadata": {"language": "de" if number % 2 else "en"},
        "labels": [
            {"criterion": "faithfulness", "value": "unfaithful" if bad else "faithful", "by": by}
            for by in ("ann", "ben")
        ],
        "judgments": [said("good", 0.04), said("poor", 0.3)],
        **changes,
    }


def labels_in(path: Path, n: int = 120, *, swapped: bool = False, **changes: Any) -> Path:
    """A file of so many; `swapped`: under the good judge's name the poor one speaks."""
    random = Random(5)
    rows = [labelled(number, random, **changes) for number in range(n)]
    for row in rows if swapped else ():
        good, poor = row["judgments"]
        good["judge"], poor["judge"] = "poor", "good"
    return write_lines(path, rows)


def queue_in(folder: Path, n: int = 16) -> Path:
    """A queue with some answers decided, a golden set of these, and answers that wait."""
    db, policy = folder / "adjudge.db", folder / "policy.toml"
    policy.write_text(POLICY, "utf-8")
    file = write_lines(folder / "lamps.jsonl", [case(number) for number in range(n)])
    done = invoke("evaluate", file, "--db", db, "--policy", policy)
    assert done.exit_code == 0, done.output
    rows = json.loads(invoke("list", "--db", db, "--json").stdout)["items"]
    for place, row in enumerate(rows[: len(rows) // 2]):
        words = ("approve", "--reason", "gold") if place % 2 else ("block", "--reason", "gold")
        done = invoke("decide", f"#{row['item_id']}", *words, "--db", db)
        assert done.exit_code == 0, done.output
    done = invoke("golden", "create", "lamps", "--approved", "--db", db)
    assert done.exit_code == 0, done.output
    return db
