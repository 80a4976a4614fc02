"""`adjudge admit`: a judge earns, or loses, the right to release."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from adjudge_engine.errors import InputError
from adjudge_engine.policy import Policy, load_policy
from adjudge_engine.vocabulary import Reading
from adjudge_tui.cli.common import console, json_option, print_json, viewer_option
from adjudge_tui.cli.judges.judging import shared_of
from adjudge_tui.cli.judges.label_source import (
    RECORDED,
    LabelSource,
    check_compared,
    judgment_source,
    label_options,
    label_source,
)
from adjudge_tui.cli.options import FiniteRange
from adjudge_tui.display import display_safe

if TYPE_CHECKING:
    from adjudge_engine.calibration.measures.judgments import JudgmentSource
    from adjudge_engine.calibration.releasing.admissions import Entry

_PATH = click.Path(path_type=Path)


@click.command()
@click.option(
    "--judge",
    "judge_name",
    metavar="NAME",
    help="The judge: local, one of the configuration, or recorded:NAME.",
)
@label_options
@click.option("--reading", type=click.Choice(get_args(Reading)), help="Else what the policy reads.")
@click.option("--minimum", type=FiniteRange(0, 1), help="Else what the policy requires.")
@click.option("--policy", type=_PATH, help="The release policy (TOML); else the shipped one.")
@click.option(
    "--admissions",
    type=_PATH,
    metavar="FILE",
    help="Where it is entered; else adjudge-admissions.json beside the database.",
)
@click.option(
    "--dry-run", is_flag=True, help="Say what would come of it; entered is only that this was seen."
)
@click.option("--list", "listed", is_flag=True, help="List who is admitted for what.")
@click.option("--withdraw", is_flag=True, help="Take back what --judge was admitted for.")
@click.option("--why", help="With --withdraw: the reason, which evaluations repeat.")
@viewer_option
@json_option
@click.pass_context
def admit(
    ctx: click.Context,
    judge_name: str | None,
    labels: Path | None,
    golden: str | None,
    db: Path,
    config: Path | None,
    local_only: bool,
    criterion: str,
    reading: Reading | None,
    minimum: float | None,
    policy: Path | None,
    admissions: Path | None,
    dry_run: bool,
    listed: bool,
    withdraw: bool,
    why: str | None,
    reviewer: str,
    as_json: bool,
) -> None:
    """Admit a judge, if its errors on held-out labels are within what the policy demands.

    The outcome is admitted, refused, or inconclusive with how many more labels would settle it.
    Exits with 0 if the judge is admitted, with 1 if it is not.

    \b
    adjudge admit --golden pumps@2 --judge local
    adjudge admit --labels labelled.jsonl --judge recorded:gpt-x --policy policy.toml
    adjudge admit --list
    adjudge admit --withdraw --judge local --why "new kind of leaflet"
    """
    from adjudge_engine.calibration.releasing.admissions import (
        FILE,
        AdmissionsBook,
        enter,
        load_admissions,
    )

    place = admissions or db.with_name(FILE)
    if listed:
        _list(place, as_json)
        return
    if judge_name is None:
        raise click.UsageError("Name the judge: --judge NAME.")
    if withdraw:
        whole = ctx.get_parameter_source("criterion") is click.core.ParameterSource.DEFAULT
        _withdraw(place, judge_name, None if whole else criterion, why, reviewer, as_json)
        return
    from adjudge_tui.cli.judges.looking import look_of, write_down

    rules = load_policy(policy)
    found = label_source(labels, golden, db)
    pairs = _pairs(rules, criterion, reading, minimum)
    shared = shared_of(config, local_only=local_only, beside=db)
    with shared:
        source = judgment_source(judge_name, criterion, shared)
        entries = [_entry(found, source, rules, criterion, *pair, reviewer) for pair in pairs]
    book = load_admissions(place) if place.exists() else AdmissionsBook()
    before = [book.looks_at(one) for one in entries]
    if dry_run:
        write_down([look_of(one, "admit --dry-run") for one in entries], db, place)
    else:
        book = enter(place, entries)
        entries = [one for one in book.entries if one.place in {new.place for new in entries}]
    if as_json:
        said = [one.model_dump(mode="json") for one in entries]
        print_json({"entered": None if dry_run else str(place), "admissions": said})
    else:
        from adjudge_tui.cli.judges.admit_view import Met, show_entries

        met = [Met(book.others_on(one), looks) for one, looks in zip(entries, before, strict=True)]
        show_entries(entries, met, None if dry_run else place, db, console())
    if any(one.outcome != "admitted" for one in entries):
        ctx.exit(1)


def _pairs(
    policy: Policy, criterion: str, reading: Reading | None, minimum: float | None
) -> list[tuple[Reading, float]]:
    """What is measured: as the options say, else in every way in which a tier asks for it."""
    if reading is not None or minimum is not None:
        return [(reading or "strict", 1.0 if minimum is None else minimum)]
    asked = [
        (tier.required_criteria[criterion].reading, tier.required_criteria[criterion].minimum)
        for tier in policy.tiers.values()
        if criterion in tier.required_criteria
    ]
    return list(dict.fromkeys(asked)) or [("strict", 1.0)]


def _entry(
    found: LabelSource,
    source: JudgmentSource,
    policy: Policy,
    criterion: str,
    reading: Reading,
    minimum: float,
    by: str,
) -> Entry:
    from adjudge_engine.calibration.measures.judgments import Asked, Recorded
    from adjudge_engine.calibration.measures.labelled import label_rows
    from adjudge_engine.calibration.measures.learned import learned_marks
    from adjudge_engine.calibration.releasing.admissions import LabelSet
    from adjudge_engine.calibration.releasing.admitting import HeldOut, entry_of
    from adjudge_tui.cli.judges.looking import now

    learned = learned_marks(source.judge) if isinstance(source, Asked) else frozenset()
    held_out = HeldOut(learned)
    compared = label_rows(
        held_out.of(found.cases()), source, criterion=criterion, reading=reading, minimum=minimum
    )
    held_out.check_any(found.name)
    counted = ", ".join(f"{n:,} {what.replace('_', ' ')}" for what, n in compared.left_out.items())
    check_compared(
        found.name,
        source,
        len(compared.answer) + len(compared.claim),
        criterion,
        f"Left out on the held-out side: {counted or 'nothing'}.",
    )
    labels = LabelSet(name=found.name, version=found.version, hash=held_out.hash)
    at = now()
    read = isinstance(source, Recorded)
    return entry_of(compared, policy.admission, held_out, labels, at, by, recorded=read)


def _list(place: Path, as_json: bool) -> None:
    from adjudge_engine.calibration.releasing.admissions import AdmissionsBook, load_admissions

    book = load_admissions(place) if place.exists() else AdmissionsBook()
    entries: Sequence[Entry] = sorted(book.entries, key=lambda one: one.place)
    if as_json:
        looks = [one.model_dump(mode="json") | {"outcome": "looked"} for one in book.looks]
        print_json([one.model_dump(mode="json") for one in entries] + looks)
    elif not entries and not book.looks:
        click.echo("No judge has been measured for admission yet: adjudge admit --judge NAME …")
    else:
        from adjudge_tui.cli.judges.admit_view import list_table, looks_table

        if entries:
            console().print(list_table(entries))
        if book.looks:
            console().print(looks_table(book.looks))


def _withdraw(
    place: Path, judge: str, criterion: str | None, why: str | None, by: str, as_json: bool
) -> None:
    from adjudge_engine.calibration.releasing.admissions import withdraw

    if not why or not why.strip():
        raise click.UsageError("Say why it is withdrawn: --why TEXT.")
    if not place.exists():
        raise InputError(f"There is no admissions file {place}.", "Nothing is admitted then.")
    from adjudge_tui.cli.judges.looking import now

    at = now()
    name, read = judge.removeprefix(RECORDED), judge.startswith(RECORDED)
    count = withdraw(place, name, criterion, why=why, at=at, by=by, recorded=read)
    if not count:
        raise InputError(
            f"{judge} is not admitted for anything in {place}.",
            "`adjudge admit --list` shows who is.",
        )
    if as_json:
        print_json({"judge": judge, "withdrawn": count, "admissions": str(place)})
    else:
        click.echo(
            display_safe(f"{judge}: withdrawn for {count}; evaluate again to route by that.")
        )
