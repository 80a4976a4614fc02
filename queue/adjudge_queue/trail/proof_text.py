"""A proof as one page of Markdown that reads as plain text too.

Whatever people, documents or models wrote stands in code spans, so none of it can pass for the
page's own words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from adjudge_queue.decisions.claim_names import claim_name
from adjudge_queue.exports.plain import code, one_line

_LONGEST: Final = 2000  # characters of a text that the page shows; the JSON has all of it


_PLACES: Final = 5  # places of evidence that it names


def markdown(proof: Mapping[str, Any]) -> str:
    """The page."""
    return "\n".join(_lines(proof)) + "\n"


def _lines(proof: Mapping[str, Any]) -> Iterator[str]:
    item = proof["item"]
    yield f"# Proof of item #{item['id']}"
    yield ""
    yield from _verdict(proof["chain"])
    yield ""
    yield f"- case: {code(item['case_id'])}, content {code(item['case_hash'])}"
    yield f"- the answer is **{item['disposition']}**: {_by_whom(proof)}"
    yield f"- came in: {_time(item['came_in'])}, risk {item['risk']}, route {item['route']}"
    if item["why_here"]:
        yield f"- why it was to be looked at: {_text(item['why_here'])}"
    if item["evaluated_anew"]:
        yield "- it has been evaluated anew since; this page tells what the decision rests on"
    if item["stale_since_event"]:
        what = ", ".join(map(one_line, item["changed_since"])) or "not told"
        yield f"- stale since event {item['stale_since_event']}: what has changed is {what}"
    yield f"- question: {_text(proof['question'])}"
    yield f"- answer: {_text(proof['answer'])}"
    for title, part in (
        ("Proved by code", _proved(proof["proved"])),
        ("Judged", _judged(proof["judged"])),
        ("Seen and decided", (*_first_words(proof), *_decided(proof["decided"]))),
        ("On which versions", _versions(proof)),
        ("Events", _events(proof)),
    ):
        yield from ("", f"## {title}", "")
        lines = list(part)
        yield from lines or ["nothing"]


def _verdict(chain: Mapping[str, Any]) -> Iterator[str]:
    head = code(chain["head"] or "(none)")
    if chain["ok"]:
        yield f"The trail holds: {chain['events']} events, head {head}."
        yield "It was held against this file alone, which whoever may write it could make anew from"
        yield "end to end: hold an earlier head, kept elsewhere, against it with"
        yield "`adjudge audit verify --head HEAD`."
        return
    yield f"**THE TRAIL DOES NOT HOLD**: {chain['events']} events, head {head}."
    yield ""
    yield from (f"- {code(problem)}" for problem in chain["problems"])


def _by_whom(proof: Mapping[str, Any]) -> str:
    """Who has the last word on the answer."""
    item = proof["item"]
    for one in proof["decided"]:
        if one["in_force"]:
            who = f"{code(one['reviewer'])} at {_time(one['at'])} (event {one['event']})"
            return f"{item['state']}, {one['action']} by {who}"
    if item["state"] in ("released", "blocked"):
        return f"{item['state']} by the policy, nobody was asked"
    return f"{item['state']}, not decided yet"


def _time(at: Any) -> str:
    """A moment to the second; events are told apart by their numbers."""
    text = one_line(str(at))
    return f"{text[:10]} {text[11:19]} UTC" if len(text) == 27 else text


def _text(value: Any) -> str:
    if value is None:
        return "(none)"
    text = str(value)
    return code(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")


def _proved(proved: Mapping[str, Any]) -> Iterator[str]:
    outcomes: dict[str, list[str]] = {}
    for gate, outcome in proved["gates"].items():
        outcomes.setdefault(str(outcome), []).append(code(gate))
    for outcome in sorted(outcomes, key=_worst_first):
        yield f"- {one_line(outcome.replace('_', ' '))}: {', '.join(outcomes[outcome])}"
    for one in proved["findings"]:
        yield f"- {one['gate']}: {code(str(one['code']))} {one['outcome']}: {_text(one['message'])}"
    for claim in proved["claims"]:
        word = "proved" if claim["proved"] else "not proved"
        yield f"- claim {code(str(claim['id']))} {word}: {_text(claim['text'])}"


def _worst_first(outcome: str) -> tuple[int, str]:
    order = ("fail", "unavailable", "pass", "not_applicable")
    return (order.index(outcome) if outcome in order else len(order), outcome)


def _judged(judged: list[Mapping[str, Any]]) -> Iterator[str]:
    for one in judged:
        said = "abstained" if one.get("abstained") else _numbers(one)
        why = one.get("abstention") or {}
        more = f" ({code(str(why.get('code')))})" if why else ""
        yield f"- {code(str(one['criterion']))} by {code(str(one['judge']))}: {said}{more}"
        for name in ("fingerprint", "rubric", "model"):
            if one.get(name):
                yield f"  - {name}: {_text(one[name])}"
        for claim in one.get("claims", ()):
            yield f"  - claim {code(str(claim['claim_id']))}: {code(str(claim['verdict']))}"


def _numbers(one: Mapping[str, Any]) -> str:
    told = [f"{key} {one[key]}" for key in ("value", "score", "strict") if key in one]
    return one_line(", ".join(told) or "no score")


def _first_words(proof: Mapping[str, Any]) -> Iterator[str]:
    for one in proof["first_words"]:
        who = f"{code(one['reviewer'])} at {_time(one['at'])} (event {one['event']})"
        yield f"- before the judge was shown: {one['action']} by {who}"
        yield from (f"  - {line}" for line in _said(one["labels"]))


def _decided(decided: list[Mapping[str, Any]]) -> Iterator[str]:
    for one in decided:
        undone = one["undone_by_event"]
        gone = f", taken back by event {undone}" if undone else ""
        part = "" if one["round"] == "only" else f", {one['round']} review"
        yield (
            f"- {one['action']} by {code(one['reviewer'])} at {_time(one['at'])}"
            f" (event {one['event']}{part}{gone})"
        )
        yield from (f"  - {line}" for line in _decision(one))


def _decision(one: Mapping[str, Any]) -> Iterator[str]:
    seen = one["seen"]
    if seen is None:
        yield "what was seen was not recorded"
    else:
        shown = [code(str(place)) for place in seen.get("evidence", ())]
        places = ", ".join(shown[:_PLACES]) or "none"
        more = f" and {len(shown) - _PLACES} more" if len(shown) > _PLACES else ""
        yield f"seen: evaluation {code(str(seen.get('evaluation_hash')))}"
        yield f"seen: judge {one_line(str(seen.get('judge')))}, evidence {places}{more}"
    if one["seconds"] is not None:
        yield f"took {one['seconds']:.0f} s"
    if one["informed"] != "full" or one["masked"]:
        yield "the reviewer did not see everything"
    if not one["expert"]:
        yield "the reviewer is no declared expert for it"
    if one["reason_codes"]:
        yield f"reasons: {', '.join(map(code, one['reason_codes']))}"
    for name in ("note", "corrected_answer"):
        if one[name] is not None:
            yield f"{name.replace('_', ' ')}: {_text(one[name])}"
    yield from _said(one["labels"])


def _said(labels: list[Mapping[str, Any]]) -> Iterator[str]:
    for label in labels:
        value = "undetermined" if label.get("undetermined") else label.get("value", "by claim")
        yield f"label {code(label['criterion'])}: {code(str(value))}"
        for claim in label.get("claims", ()):
            yield f"claim {code(claim_name(claim))}: {code(claim['verdict'])}"
        yield from (f"missing: {_text(text)}" for text in label.get("missing", ()))


def _versions(proof: Mapping[str, Any]) -> Iterator[str]:
    versions = proof["versions"]
    engine, policy = versions.get("engine") or {}, versions.get("policy") or {}
    if engine:
        libraries = ", ".join(
            f"{name} {number}" for name, number in sorted(engine.get("libraries", {}).items())
        )
        more = f" with {code(libraries)}" if libraries else ""
        yield f"- engine {code(str(engine.get('version')))}{more}"
    if policy:
        yield (
            f"- policy {code(str(policy.get('name')))} {code(str(policy.get('version')))},"
            f" {code(str(policy.get('hash')))}, tier {code(str(policy.get('tier')))}"
        )
    for name in ("evaluation", "report"):
        if versions.get(name):
            yield f"- {name} {code(versions[name])}"
    for one in proof["sources"]:
        kept = f", versions of the source {code(one['versions'])}" if one["versions"] else ""
        prints = "".join(f", fingerprint {code(text)}" for text in one["fingerprints"])
        yield (
            f"- context {code(str(one['context']))} of source {_text(one['source'])},"
            f" text {code(one['text'])}{kept}{prints}"
        )
    for row in proof["golden"]:
        event = row["withdrawn_by_event"]
        gone = f", withdrawn by event {event}" if event else ""
        yield f"- in the golden set {code(row['set'])}, {row['split']}{gone}"


def _events(proof: Mapping[str, Any]) -> Iterator[str]:
    for one in proof["events"]:
        yield (
            f"- {one['seq']}: {one_line(str(one['kind']))} at {_time(one['at'])} by"
            f" {code(str(one['actor']))}, {code(str(one['hash']))}"
        )
