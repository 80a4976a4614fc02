"""A proof as one page of Markdown that reads as plain text too.

Whatever people, documents or models wrote stands in code spans, so none of it can pass for the
page's own words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from adjudge_queue.exports.plain import code, one_line

_LONGEST: Final = 2000  # characters of a text that the page shows; the JSON has all of it


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
    yield f"- state: {item['state']}, disposition **{item['disposition']}**, risk {item['risk']}"
    yield f"- came in: {one_line(item['came_in'])}, route {item['route']}"
    if item["why_here"]:
        yield f"- why it was looked at: {_text(item['why_here'])}"
    if item["stale_since_event"]:
        yield f"- the standing decision is stale since event {item['stale_since_event']}"
    yield f"- question: {_text(proof['question'])}"
    yield f"- answer: {_text(proof['answer'])}"
    for title, part in (
        ("Proved by code", _proved(proof["proved"])),
        ("Judged", _judged(proof["judged"])),
        ("Seen and decided", _decided(proof["decided"])),
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
        return
    yield f"**THE TRAIL DOES NOT HOLD**: {chain['events']} events, head {head}."
    yield ""
    yield from (f"- {code(problem)}" for problem in chain["problems"])


def _text(value: Any) -> str:
    if value is None:
        return "(none)"
    text = str(value)
    return code(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")


def _proved(proved: Mapping[str, Any]) -> Iterator[str]:
    for gate, outcome in proved["gates"].items():
        yield f"- {code(gate)}: {one_line(outcome)}"
    for one in proved["findings"]:
        yield f"- {one['gate']}: {code(str(one['code']))} {one['outcome']}: {_text(one['message'])}"
    for claim in proved["claims"]:
        word = "proved" if claim["proved"] else "not proved"
        yield f"- claim {code(str(claim['id']))} {word}: {_text(claim['text'])}"


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


def _decided(decided: list[Mapping[str, Any]]) -> Iterator[str]:
    for one in decided:
        undone = one["undone_by_event"]
        gone = f", taken back by event {undone}" if undone else ""
        part = "" if one["round"] == "only" else f", {one['round']} review"
        yield (
            f"- {one['action']} by {code(one['reviewer'])} at {one_line(one['at'])}"
            f" (event {one['event']}{part}{gone})"
        )
        yield from (f"  - {line}" for line in _decision(one))


def _decision(one: Mapping[str, Any]) -> Iterator[str]:
    seen = one["seen"]
    if seen is None:
        yield "seen: not recorded"
    else:
        yield (
            f"seen: evaluation {code(str(seen.get('evaluation_hash')))}, judge {seen.get('judge')},"
            f" {len(seen.get('evidence', ()))} places of evidence"
        )
    if one["informed"] != "full" or one["masked"]:
        yield "the reviewer did not see everything"
    if not one["expert"]:
        yield "the reviewer is no declared expert for it"
    if one["reason_codes"]:
        yield f"reasons: {', '.join(map(code, one['reason_codes']))}"
    for name in ("note", "corrected_answer"):
        if one[name] is not None:
            yield f"{name.replace('_', ' ')}: {_text(one[name])}"
    for label in one["labels"]:
        value = "undetermined" if label.get("undetermined") else label.get("value", "by claim")
        yield f"label {code(label['criterion'])}: {code(str(value))}"
        for claim in label.get("claims", ()):
            place = claim.get("claim_id") or f"{claim.get('start')}:{claim.get('end')}"
            yield f"claim {code(str(place))}: {code(claim['verdict'])}"
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
        kept = f", versions {code(one['versions'])}" if one["versions"] else ""
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
            f"- {one['seq']}: {one_line(str(one['kind']))} at {one_line(str(one['at']))} by"
            f" {code(str(one['actor']))}, {code(str(one['hash']))}"
        )
