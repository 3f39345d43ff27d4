"""``croupier audit``: check a tournament, or one log, from the files alone."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from croupier.audit.findings import Report


def audit(
    path: Annotated[
        Path, typer.Argument(metavar="BUNDLE|LOG", help="A bundle (runs/<id> or a zip file), or a single log.")
    ],
    jobs: Annotated[int, typer.Option(min=0, help="Processes that share the games; 0: one for each core.")] = 0,
    limit: Annotated[int, typer.Option(min=1, help="How many findings are printed.")] = 20,
    partial: Annotated[
        bool, typer.Option("--partial", help="Play may still be going on: open ends are notes.")
    ] = False,
    page: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Write the report as a page for a browser.")
    ] = None,
    keys: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keys of the services that you know, as JSON, or a manifest.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Deal, judge, score and rank again, and name the first line that is wrong.

    Ends with 0 if everything is sound, with 1 if something is wrong, with 2 if it cannot be read at all.
    """
    from croupier.audit.pins import read_pins
    from croupier.audit.run import audit as run
    from croupier.cli.output import print_json
    from croupier.cli.progress import Counter, cores, games_in

    pins = read_pins(keys) if keys is not None else {}
    with Counter(games_in(path)) as counter:
        report = run(path, jobs or cores(), counter, partial, pins)
    if page is not None:
        _write(page, path, report)
    if as_json:
        print_json(report.as_dict())
    else:
        show(report, limit)
    if not report.sound:
        raise typer.Exit(1)


def _write(page: Path, path: Path, report: "Report") -> None:
    """The page, in place of whatever file was there. Raises as :func:`save`."""
    from croupier.audit.page import page as made
    from croupier.audit.places import find
    from croupier.cli.saving import save

    save(page, made(report, find(path)))


def show(report: "Report", limit: int) -> None:
    """The report for people: the verdict, the first finding, the others up to ``limit``."""
    wrong = [finding for finding in report.findings if not finding.note]
    notes = [finding for finding in report.findings if finding.note]
    number = f"{len(wrong)} finding{'s' * (len(wrong) != 1)}"
    typer.echo(f"{report.subject}: {'not sound, ' + number if wrong else 'sound'}")
    for finding in wrong[:limit]:
        typer.echo(f"  {'first: ' if finding is wrong[0] else ''}{finding.sentence}")
    if len(wrong) > limit:
        typer.echo(f"  … and {len(wrong) - limit} more (--limit)")
    for finding in notes[:limit]:
        typer.echo(f"  note: {finding.sentence}")
    for gap in report.unchecked:
        typer.echo(f"  not checked: {gap}")
    for service, known in report.keys.items():
        typer.echo(f"  key of {service}: {', then '.join(known)}")
    if report.disputes:
        waiting = sum(dispute.ruled is None for dispute in report.disputes)
        typer.echo(f"  disputes: {len(report.disputes)}, {waiting or 'none'} still to be ruled")
    counts = report.counts
    typer.echo(f"  read: {counts.logs} logs, {counts.lines} lines, {counts.games} games, {counts.decisions} decisions")


command = audit
