"""`adjudge status`: where the cycle stands, what is stale, what to label next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_engine.errors import JudgeError
from adjudge_engine.policy import Policy, load_policy
from adjudge_tui.cli.common import console, db_option, json_option, print_json
from adjudge_tui.cli.judges.judging import config_option, local_only_option, shared_of
from adjudge_tui.cli.options import option_group
from adjudge_tui.desk.reviewers import open_queue

if TYPE_CHECKING:
    from adjudge_engine.calibration.releasing.admissions import Entry
    from adjudge_engine.calibration.watching.labelling_next import Near, Thin, Wide
    from adjudge_engine.calibration.watching.rates import Corrected
    from adjudge_engine.calibration.watching.standing import Missing, Stale
    from adjudge_engine.judges.shared import Shared
    from adjudge_tui.cli.judges.status_queue import QueueFacts

_PATH = click.Path(path_type=Path)
_MOST = 5  # of each kind that is named
_PROBED = ("adjudge.probe/1", "adjudge.detection/1")

_options = option_group(
    db_option,
    click.option("--policy", type=_PATH, help="The release policy (TOML); else the shipped one."),
    click.option(
        "--judge",
        "judge_names",
        multiple=True,
        default=("local",),
        show_default="local",
        metavar="NAME",
        help="A judge to look at; may be given several times.",
    ),
    config_option,
    local_only_option,
    click.option(
        "--admissions",
        type=_PATH,
        metavar="FILE",
        help="The admissions; else adjudge-admissions.json beside the database.",
    ),
    click.option(
        "--calibration",
        "calibrations",
        type=_PATH,
        multiple=True,
        metavar="FILE",
        help="What adjudge calibrate --json printed; may be given several times.",
    ),
    click.option(
        "--probes",
        type=_PATH,
        multiple=True,
        metavar="FILE",
        help="What adjudge probe --json printed; may be given several times.",
    ),
    click.option("--rates", is_flag=True, help="Estimate the share of bad answers in production."),
    click.option(
        "--criterion", default="faithfulness", show_default=True, help="What --rates is about."
    ),
    json_option,
)


@dataclass
class Status:
    """All that is said. `now`: (judge, criterion) → its fingerprint, None where nobody knows."""

    queue: QueueFacts
    policy: Policy
    entries: tuple[Entry, ...]
    now: dict[tuple[str, str], str | None]
    calibrations: list[dict[str, Any]]
    probes: list[dict[str, Any]]
    stale: list[Stale]
    missing: list[Missing]
    near: list[Near]
    thin: list[Thin] = field(default_factory=list)
    wide: list[Wide] = field(default_factory=list)
    rates: list[Corrected] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The status as JSON values."""
        return {
            "schema": "adjudge.status/1",
            "policy": {"name": self.policy.name, "hash": self.policy.hash},
            "queue": self.queue.to_dict(),
            "golden": self.queue.golden,
            "judges": [
                {"judge": judge, "criterion": criterion, "fingerprint": one}
                for (judge, criterion), one in self.now.items()
            ],
            "admissions": [one.model_dump(mode="json") for one in self.entries],
            "calibrations": [_head(one) for one in self.calibrations],
            "probes": [_head(one) for one in self.probes],
            "stale": [one.to_dict() for one in self.stale],
            "labels_missing": [one.to_dict() for one in self.missing],
            "label_next": {
                "uncertain": [one.to_dict() for one in self.near],
                "thin_slices": [one.to_dict() for one in self.thin],
                "widest_slices": [one.to_dict() for one in self.wide],
            },
            "rates": None if self.rates is None else [one.to_dict() for one in self.rates],
        }


def _head(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: said.get(name) for name in ("judge", "criterion", "fingerprint", "labels")}


@click.command()
@_options
def status(as_json: bool, **given: Any) -> None:
    """Say where the cycle stands, what is stale, and what to label next.

    Reads the queue, the golden sets, the admissions and the policy, and asks no judge. With
    --calibration also which slices are least known; with --rates the share of bad answers among
    the released and all, corrected for what the judge gets wrong.

    \b
    adjudge status
    adjudge status --policy policy.toml --judge reader --calibration reader.json
    adjudge status --rates --calibration reader.json
    """
    calibrations = [_calibration(one) for one in given["calibrations"]]
    probes = [read_probes(one) for one in given["probes"]]
    found = gather(given, calibrations, probes)
    if as_json:
        print_json(found.to_dict())
        return
    from adjudge_tui.cli.judges.status_view import show

    show(found, console())


def gather(
    given: Mapping[str, Any],
    calibrations: list[dict[str, Any]],
    probes: list[dict[str, Any]],
    fresh: Sequence[Mapping[str, Any]] = (),
) -> Status:
    """Everything, by the options of the command and what was read from files.

    `fresh` calibrations were made just now: they tell as much as those of files, and none is stale.
    """
    from adjudge_engine.calibration.releasing.admissions import admissions_at, load_admissions
    from adjudge_engine.calibration.watching.labelling_next import widest
    from adjudge_tui.cli.judges.status_queue import read_queue

    policy, db = load_policy(given["policy"]), given["db"]
    place = admissions_at(given["admissions"], db)
    entries = load_admissions(place).entries if place else ()
    with open_queue(db, readonly=True) as queue:
        facts = read_queue(queue, policy)
        shared = shared_of(given["config"], local_only=given["local_only"])
        with shared:
            judges = list(_judges(given["judge_names"], policy, shared))
            named = [(one["judge"], one["criterion"]) for one in (*calibrations, *probes)]
            wanted = [(one.judge, one.criterion) for one in entries] + named
            now = _fingerprints(judges, wanted, facts, shared)
        rates = None
        if given["rates"]:
            known = [*fresh, *calibrations]
            rates = _rates(queue, policy, given["criterion"], known, given["judge_names"])
        thin = _thin(queue, facts)
    found = _status(policy, facts, entries, now, calibrations, probes, judges)
    found.thin, found.rates = thin, rates
    found.wide = widest([*fresh, *calibrations], _MOST)
    return found


def _status(
    policy: Policy,
    facts: QueueFacts,
    entries: tuple[Entry, ...],
    now: dict[tuple[str, str], str | None],
    calibrations: list[dict[str, Any]],
    probes: list[dict[str, Any]],
    judges: Sequence[tuple[str, str, str]],
) -> Status:
    from adjudge_engine.calibration.watching import standing
    from adjudge_engine.calibration.watching.labelling_next import nearest

    pairs = [(judge, criterion) for judge, criterion, _ in judges]
    stale = standing.stale_admissions(entries, policy, now, facts.newest)
    stale += standing.never_measured(entries, policy, pairs)
    stale += standing.stale_files("calibration", calibrations, now)
    stale += standing.stale_files("probes", probes, now)
    return Status(
        queue=facts,
        policy=policy,
        entries=tuple(sorted(entries, key=lambda one: one.place)),
        now=now,
        calibrations=calibrations,
        probes=probes,
        stale=stale,
        missing=standing.missing_labels(entries, policy, now, pairs),
        near=nearest(facts.near, _MOST),
    )


def _calibration(path: Path) -> dict[str, Any]:
    from adjudge_engine.calibration.watching.stored import read_calibration

    return read_calibration(path)


def read_probes(path: Path) -> dict[str, Any]:
    """What `adjudge probe --json` printed. InputError for anything else."""
    from adjudge_engine.calibration.watching.baseline import read_json
    from adjudge_engine.errors import InputError

    hint = "adjudge probe --json prints it."
    said = read_json(path, "a report of probes", hint)
    texts = all(isinstance(said.get(name), str) for name in ("judge", "criterion"))
    if said.get("schema") not in _PROBED or not texts:
        raise InputError(f"{path} is no report of probes.", hint)
    return said


def _judges(names: Sequence[str], policy: Policy, shared: Shared) -> Iterator[tuple[str, str, str]]:
    """(judge, criterion, fingerprint) of the judges named, on what a tier asks for."""
    from adjudge_engine.calibration.watching.standing import asked_of
    from adjudge_engine.judges.registry import make_judges

    asked = dict.fromkeys(name for name, _, _ in asked_of(policy))
    for judge in make_judges(names, shared):
        for criterion in asked:
            if criterion in judge.criteria:
                yield judge.name, criterion, judge.fingerprint(criterion)


def _fingerprints(
    judges: Sequence[tuple[str, str, str]],
    wanted: Sequence[tuple[str, str]],
    facts: QueueFacts,
    shared: Shared,
) -> dict[tuple[str, str], str | None]:
    """As of now; of judges that cannot be made here those of the newest evaluation seen."""
    from adjudge_engine.judges.registry import make_judges

    found: dict[tuple[str, str], str | None] = {(one[0], one[1]): one[2] for one in judges}
    for name, criterion in dict.fromkeys(wanted):
        if (name, criterion) in found:
            continue
        found[name, criterion] = facts.fingerprints.get((name, criterion))
        try:
            made = make_judges(name, shared)
        except JudgeError:
            continue
        for judge in made:
            if criterion in judge.criteria and judge.name == name:
                found[name, criterion] = judge.fingerprint(criterion)
    return found


def _thin(queue: Any, facts: QueueFacts) -> list[Thin]:
    """Thin slices of the newest version of the set that was frozen last; of none all are empty."""
    from adjudge_engine.calibration.watching.labelling_next import thin_slices
    from adjudge_tui.cli.judges.status_queue import held_out_slices

    rows: dict[tuple[str, str], int] = {}
    if facts.golden:
        last = max(facts.golden, key=lambda one: one["event"])
        rows = held_out_slices(queue, last["name"], last["version"])
    return thin_slices(rows, facts.waiting, _MOST)


def _rates(
    queue: Any,
    policy: Policy,
    criterion: str,
    calibrations: Sequence[Mapping[str, Any]],
    judges: Sequence[str],
) -> list[Corrected]:
    from adjudge_tui.cli.judges.status_rates import corrected, read_production

    judge = judges[0].removeprefix("recorded:") if len(judges) == 1 else None
    return corrected(read_production(queue, policy, criterion, judge), calibrations)
