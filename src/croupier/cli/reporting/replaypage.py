"""A game of a tournament as a page to step through with all hands, by the machinery of the audit's page."""

from collections.abc import Iterator

from croupier import __version__
from croupier.audit.bundle import Log
from croupier.audit.findings import Finding
from croupier.audit.legible import printable
from croupier.audit.page.frame import course, data, part
from croupier.audit.page.games import replayed
from croupier.cli.follow import Watched
from croupier.contracts.ids import round_of
from croupier.folds.books import Entry
from croupier.folds.docket import Dispute

from .games import how, told
from .page import framed
from .tags import Markup, joined, tag

WITHOUT = "Without scripts the course of the game is a list; with them you can step through it and see the table."


def replay_page(watched: Watched, log: Log, entry: Entry | None, back: str | None) -> str:
    """The page of the game whose log is ``log``.

    ``entry``: the game in the books, ``None`` where it does not count; ``back``: the address of the report as seen from
    the page.
    Nothing is judged for it. Where the game was disputed, what its examination found stands at the lines in question.
    Raises :class:`Unreadable` if the log cannot be read at all.
    """
    game = log.stem
    disputes = [each for each in watched.state.docket.disputes.values() if each.game == game]
    shown = replayed(log, _findings(game, disputes))
    style, script = part("page.css"), part("page.js")
    header = tag(
        "header",
        tag("p", "Replay", class_="kicker"),
        tag("h1", game),
        *(tag("p", printable(line)) for line in _about(watched, game, entry, disputes)),
        *([] if back is None else [tag("nav", tag("a", "Back to the report", href=back), aria_label="Report")]),
    )
    play = joined(tag("noscript", tag("p", WITHOUT)), Markup("".join(course(0, shown))))
    main = tag("main", tag("section", tag("h2", "The play", id="play", tabindex="-1"), play, aria_labelledby="play"))
    skip = tag("a", "To the play", class_="skip", href="#play")
    scripts = tag("script", Markup(data([shown])), type="application/json", id="data"), tag("script", Markup(script))
    title = f"Replay of {game}: {watched.spec.name}"
    return framed(title, style, skip, header, main, _footer(watched, game), *scripts, script=script)


def _findings(game: str, disputes: list[Dispute]) -> Iterator[Finding]:
    for dispute in disputes:
        if dispute.examined is not None:
            yield from (Finding(each.code, f"g/{game}", each.line, each.reason) for each in dispute.examined.findings)


def _about(watched: Watched, game: str, entry: Entry | None, disputes: list[Dispute]) -> Iterator[str]:
    if entry is None or entry.result is None:
        yield f"{watched.spec.name}, round {round_of(game)}. What came of this game does not count."
    else:
        points = ":".join(map(str, entry.result.points))
        where = f"{watched.spec.name}, round {round_of(game)}, board {entry.game.board}"
        yield f"{where}. What counts: {how(entry.result)}{f', points {points}' if points else ''}."
    for dispute in disputes:
        who, claim, found, ruling = told(watched, dispute)
        yield f"Dispute {dispute.id} by {who}, {claim}. Examined: {found}. Ruling: {ruling}."


def _footer(watched: Watched, game: str) -> Markup:
    name = watched.spec.id
    says = "Written by croupier report, version"
    return tag(
        "footer",
        tag("p", f"{says} {__version__}, from the game's log as it stands: nothing was judged for this page."),
        tag("p", "What is right is for ", tag("code", f"croupier audit {name}"), " to say; each decision is told by ",
            tag("code", f"croupier explain {name}/{game}"), "."),
    )  # fmt: skip
