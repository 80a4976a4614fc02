"""Makes the shipped head and its list of common words from openly licensed, labelled answers.

    python -m adjudge_engine.judges.local.train --data DIR --out head.json [--words rarity.json]

DIR holds JSON Lines files of records {question, answer, contexts, human, meta, licence}. The data
are no part of the program; the same data give the same bytes. No dependency but the program's own.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import log
from pathlib import Path
from typing import Any, Final

from adjudge_engine.case import Case, Context
from adjudge_engine.evaluation import Claim
from adjudge_engine.evidence import find_evidence
from adjudge_engine.judges.local.bearing import Bearing
from adjudge_engine.judges.local.criteria import measure_points
from adjudge_engine.judges.local.features import Measurement
from adjudge_engine.judges.local.head import Head
from adjudge_engine.judges.local.learning import SEED, Example, Recipe, even_prior, learn
from adjudge_engine.text.tokens import folded_words

#: What the shipped head learns from: people's labels on claims beside their evidence, texts openly
#: licensed. Each set counts alike from `_FULL` claims on, so that none drowns the others.
SETS: Final = ("attribution", "halueval_qa_pairs", "summhay_coverage")
#: What is to be known of a set beside its licence.
ABOUT: Final = {
    "attribution": "of AttributionBench only HAGRID, whose passages are from Wikipedia; the other "
    "parts quote pages of the web, whose own terms nobody has stated",
}
#: The part of a set that is taken, by its records' `dataset`.
PARTS: Final = {"attribution": "attribution_hagrid"}
#: What the list of common words is counted in: English answers, questions and passages.
TEXTS: Final = (
    *SETS,
    "alce_utility",
    "delucionqa_sentences",
    "halueval_general",
    "haluquestqa",
    "nomiracl_answerability",
    "refchecker_triplets",
    "tatqa",
    "xquad_parallel",
)
#: How strongly the weights are drawn to the even prior.
STRENGTH: Final = 0.1
#: The share of bad claims that the risks are calibrated for: that of answers drawn from passages,
#: not that of sets which were balanced on purpose.
BASE: Final = 0.15
#: The risk from which a claim with a number or name that no context has is called not mentioned.
FLAGS_FROM: Final = 0.7

_FULL: Final = 400
_FEWEST_TEXTS: Final = 12  # that a word must be in to be listed
_RARE_IN: Final = 3  # texts with a word of rarity 1


def examples_of(data: Path) -> list[Example]:
    """The claims of all `SETS` in the folder `data`, measured."""
    examples: list[Example] = []
    for number, name in enumerate(SETS):
        found = list(_examples(name, number, _records(data, name)))
        share = min(len(found), _FULL) / _FULL / len(found)
        examples += (one._replace(counts=share) for one in found)
    return examples


def train(data: Path) -> Head:
    """The head from the sets in `data`; it never passes anything by its risk alone."""
    examples = examples_of(data)
    told = [
        _about(name, _records(data, name), [one for one in examples if one.set == number])
        for number, name in enumerate(SETS)
    ]
    trained = {
        "sets": told,
        "seed": SEED,
        "strength": STRENGTH,
        "calibrated_for_share": BASE,
        "note": "labels are people's, of halueval_qa_pairs by construction",
    }
    head = learn(examples, Recipe(even_prior(), STRENGTH), trained, BASE)
    return replace(head, flags_from=FLAGS_FROM)


def _about(name: str, records: Iterable[Mapping[str, Any]], found: Sequence[Example]) -> Any:
    note = {"note": ABOUT[name]} if name in ABOUT else {}
    return {
        "name": name,
        **note,
        "licences": sorted({str(record["licence"]) for record in records}),
        "claims": len(found),
        "bad": sum(one.bad for one in found),
        "sources": len({one.group for one in found}),
    }


def _examples(name: str, number: int, records: Iterable[Mapping[str, Any]]) -> Iterator[Example]:
    for record in records:
        group = f"{name}:{record['meta']['group']}"
        if name == "summhay_coverage":
            criteria = record["human"]["criteria"]
            points = [str(one["criterion"]) for one in criteria]
            for values, one in zip(measure_points(record["answer"], points), criteria, strict=True):
                yield Example(values, (), one["human"] != "full", group, number)
        elif record["human"]["label"] is not None and record["answer"].strip():
            bad = record["human"]["label"] != "faithful"
            yield _whole(record)._replace(bad=bad, group=group, set=number)


def _whole(record: Mapping[str, Any]) -> Example:
    """The answer as one claim: in these sets the label is about the whole of it."""
    answer = str(record["answer"])
    contexts = tuple(Context(id=one["id"], text=one["text"]) for one in record["contexts"])
    case = Case(id=record["id"], question=record["question"], answer=answer, contexts=contexts)
    claims = find_evidence([Claim(id="a", text=answer, start=0, end=len(answer))], contexts)
    (measured,) = Measurement(case, claims, Bearing(case, claims)).all()
    return Example(measured.values, measured.news, False, "")


def common_words(data: Path) -> dict[str, Any]:
    """The list of `rarity.json`: word lists by hundredths of rarity, and where they come from.

    The rarity is log(N / (1 + texts with the word)) / log(N / 3), cut to 0..1, in steps of 0.05,
    for English words of at least twelve texts; N is the number of texts.
    """
    counts: Counter[str] = Counter()
    total = 0
    for text in _english(data):
        total += 1
        counts.update(set(folded_words(text)))
    levels: defaultdict[int, list[str]] = defaultdict(list)
    for word, count in counts.items():
        if count >= _FEWEST_TEXTS and len(word) > 1 and _is_plain(word):
            share = log(total / (1 + count)) / log(total / _RARE_IN)
            levels[round(20 * min(1.0, max(0.0, share))) * 5].append(word)
    return {
        "counted_in": sorted(TEXTS),
        "texts": total,
        "words_by_hundredths": {
            str(level): " ".join(sorted(words)) for level, words in sorted(levels.items())
        },
    }


def _is_plain(word: str) -> bool:
    return word.isascii() and word.replace("'", "").isalpha()


def _english(data: Path) -> Iterator[str]:
    """Every distinct English question, answer and passage, set by set."""
    for name in TEXTS:
        seen: set[str] = set()
        for record in _records(data, name):
            if record["lang"] != "en":
                continue
            texts = (record["question"], record["answer"])
            for text in (*texts, *(one["text"] for one in record["contexts"])):
                if isinstance(text, str) and text not in seen:
                    seen.add(text)
                    yield text


def _records(data: Path, name: str) -> Iterator[dict[str, Any]]:
    """The records of a set, or of the part of it that is taken."""
    with (data / f"{name}.jsonl").open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if name not in PARTS or record["dataset"] == PARTS[name]:
                yield record


def main() -> None:
    """The command of the module's docstring."""
    parser = ArgumentParser(description="Fit the local judge's head to labelled answers.")
    parser.add_argument("--data", type=Path, required=True, help="folder of JSON Lines files")
    parser.add_argument("--out", type=Path, help="where the head goes")
    parser.add_argument("--words", type=Path, help="where the list of common words goes")
    asked = parser.parse_args()
    if asked.words is not None:
        text = json.dumps(common_words(asked.data), indent=1, ensure_ascii=True)
        asked.words.write_text(text + "\n", encoding="utf-8")
    if asked.out is not None:
        asked.out.write_text(train(asked.data).to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
