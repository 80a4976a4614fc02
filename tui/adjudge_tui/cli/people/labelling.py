"""Labels from the words of a command: `--claim 2=contradicted`, `--criterion relevance=4` …"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from adjudge_engine.errors import DecisionError
from adjudge_engine.vocabulary import LABEL_VERDICTS
from adjudge_tui.display import one_line


def labels_from(words: Mapping[str, Any], evaluation: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Label records: claims are about faithfulness, what is missing about completeness.

    Raises UsageError for words that are no label, DecisionError for a claim that is not there.
    """
    labels: dict[str, dict[str, Any]] = {}
    for name, value in (_pair(one, "--criterion") for one in words["criteria"]):
        if name in labels:
            raise click.UsageError(f"--criterion {name} is given twice.")
        labels[name] = {"criterion": name, **_value(value)}
    if words["claims"]:
        label = labels.setdefault("faithfulness", {"criterion": "faithfulness"})
        label["claims"] = [_claim(one, evaluation) for one in words["claims"]]
    if words["missing"]:
        label = labels.setdefault("completeness", {"criterion": "completeness"})
        label["missing"] = list(words["missing"])
    return list(labels.values())


def _pair(text: str, option: str) -> tuple[str, str]:
    name, sign, value = text.rpartition("=") if option == "--claim" else text.partition("=")
    if not (name and sign and value):
        raise click.UsageError(f"{option} wants NAME=VALUE, not {one_line(text)!r}.")
    return name, value


def _value(text: str) -> dict[str, Any]:
    """A criterion's value: a number where it is one, else a word; undetermined is its own."""
    if text == "undetermined":
        return {"undetermined": True}
    for kind in (int, float):
        try:
            return {"value": kind(text)}
        except ValueError:
            continue
    return {"value": text}


def _claim(text: str, evaluation: Mapping[str, Any]) -> dict[str, Any]:
    name, verdict = _pair(text, "--claim")
    if verdict not in LABEL_VERDICTS:
        known = ", ".join(LABEL_VERDICTS)
        raise click.UsageError(f"There is no verdict {one_line(verdict)!r}; use {known}.")
    claims = evaluation.get("claims", ())
    if name.isascii() and name.isdigit() and 0 < int(name) <= len(claims):
        found = [claims[int(name) - 1]]
    else:
        found = [claim for claim in claims if claim["id"] == name]
    found = found or [claim for claim in claims if claim["id"].startswith(name)]
    if len(found) != 1:
        many = f"{len(found)} claims begin with" if found else "The answer has no claim"
        raise DecisionError(f"{many} {one_line(name)!r}.", "`adjudge show` lists the claims.")
    claim = found[0]
    place = {key: claim[key] for key in ("start", "end", "text")}
    return {"claim_id": claim["id"], **place, "verdict": verdict}
