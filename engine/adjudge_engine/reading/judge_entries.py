"""What judges said in records of annotated collections: the object `judge`, by their names."""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.judges.preference import Orders, as_preferred, parameters_of, why_not
from adjudge_engine.judges.scores.repeated import is_repeated, of_repeats
from adjudge_engine.judges.scores.worded import verdict_in
from adjudge_engine.vocabulary import PREFERENCE

#: A judge's verdict on a whole answer → criterion and reading (None: it abstained).
_JUDGED: Final[dict[str, tuple[str, float | None]]] = {
    "faithful": ("faithfulness", 1.0),
    "supported": ("faithfulness", 1.0),
    "partial": ("faithfulness", 0.0),
    "partially_supported": ("faithfulness", 0.0),
    "unfaithful": ("faithfulness", 0.0),
    "not_supported": ("faithfulness", 0.0),
    "answerable": ("answerability", 1.0),
    "unanswerable": ("answerability", 0.0),
}
#: A verdict that is none → why the judge abstains.
_UNCLEAR: Final = {"unclear": "unreadable_record", "unsure": "unsure", "unknown": "declined"}
_ORDERS: Final = ("order_ab", "order_ba")


def judgments_from(judge: Any, *, compared: bool = False) -> tuple[list[dict[str, Any]], Any]:
    """Judgments of a `judge` object, and what of it has no known shape.

    Known are, by the name of a judge: `{"verdict": word, "raw"?: reply}`, the verdict also alone
    in the reply where it stands in a tag there (`strict` 1 or 0; an unclear one abstains); a list
    of repeated scores; and, where answers are `compared`, verdicts in one order or in both.
    """
    if not isinstance(judge, dict):
        return [], judge
    out: list[dict[str, Any]] = []
    taken: set[str] = set()
    for name, one in judge.items():
        if compared:
            found = _preference(name, one)
        else:
            found = of_repeats(name, one) if is_repeated(one) else None
        if found is not None:
            out += found
            taken.add(name)
    if not compared:
        worded = _worded({name: one for name, one in judge.items() if name not in taken})
        out += worded
        taken |= {one["judge"] for one in worded}
    rest = {name: one for name, one in judge.items() if name not in taken}
    return out, rest or None


def _worded(judge: dict[str, Any]) -> list[dict[str, Any]]:
    """Judgments of verdicts in words, if all of them are about one criterion."""
    said = {name: (word, one.get("raw")) for name, one in judge.items() if (word := _word(one))}
    criteria = {_JUDGED[word][0] for word, _ in said.values() if word in _JUDGED}
    if len(criteria) != 1:  # an unclear word is unclear about the one thing that was asked
        return []
    criterion = criteria.pop()
    found = (_judgment(name, word, raw, criterion) for name, (word, raw) in said.items())
    return [one for one in found if one is not None]


def _word(one: Any) -> str | None:
    """The verdict of an entry, as given or as it stands in the reply; None for other shapes."""
    if not isinstance(one, dict) or not one.keys() <= {"verdict", "raw"}:
        return None
    raw, verdict = one.get("raw", ""), one.get("verdict")
    if not isinstance(raw, str):
        return None
    if verdict is None and raw:
        return verdict_in(raw) or "unclear"
    return verdict if isinstance(verdict, str) and verdict else None


def _judgment(name: str, word: str, raw: Any, criterion: str) -> dict[str, Any] | None:
    out: dict[str, Any] = {"criterion": criterion, "judge": name, "rationale": raw}
    out["parameters"] = {"verdict": word}
    if word in _JUDGED:
        return out | {"strict": _JUDGED[word][1]}
    code = _UNCLEAR.get(word)
    if code is None:
        return None
    message = f"the judge's reply was read as {word!r}"
    return out | {"abstained": True, "abstention": {"code": code, "message": message}}


def _preference(name: str, said: Any) -> list[dict[str, Any]] | None:
    """A judge's verdict on two answers; `A` and `B` name the answers in whichever order."""
    if not isinstance(said, dict):
        return None
    if isinstance(said.get("order_ab"), dict) or isinstance(said.get("order_ba"), dict):
        shown = [one if isinstance(one := said.get(key), dict) else {} for key in _ORDERS]
    elif isinstance(said.get("verdict"), str) and said.keys() <= {"verdict", "raw"}:
        shown = [said, {}]
    else:
        return None
    orders = Orders(*(as_preferred(one.get("verdict")) for one in shown))
    out: dict[str, Any] = {"criterion": PREFERENCE, "judge": name}
    out["parameters"] = parameters_of(orders)
    out["rationale"] = next((one["raw"] for one in shown if isinstance(one.get("raw"), str)), None)
    why = why_not(orders)
    if any(one and as_preferred(one.get("verdict")) is None for one in shown):
        message = "the reply names neither answer nor a tie"
        return [out | {"abstained": True, "abstention": _unreadable(message)}]
    return [out | ({"abstained": True, "abstention": why.to_dict()} if why else {})]


def _unreadable(message: str) -> dict[str, str]:
    return {"code": "unreadable_record", "message": message}
