"""Which service may append which event: each has its task, and a line by another is nobody's."""

from croupier.contracts import events as ev
from croupier.contracts.events import By
from croupier.contracts.lines import Line

WRITERS: dict[type[ev.Event], tuple[By, ...]] = {
    ev.GameOpened: ("referee",),
    ev.DeckCommitted: ("dealer",),
    ev.SeatReady: ("referee",),
    ev.SeatLost: ("referee",),
    ev.SeatBack: ("referee",),
    ev.DealOrdered: ("referee",),
    ev.DealDealt: ("dealer",),
    ev.ActionTaken: ("referee",),
    ev.ActionRefused: ("referee",),
    ev.SeatForfeited: ("referee",),
    ev.DealPlayed: ("referee",),
    ev.DealScored: ("scoring",),
    ev.GameScored: ("scoring",),
    ev.DeckRevealed: ("dealer",),
    ev.GameVoided: ("referee",),
    ev.GameSealed: ("dealer", "referee", "scoring"),
    ev.TournamentOpened: ("director",),
    ev.SeedCommitted: ("dealer",),
    ev.KeyNamed: ("dealer", "referee", "scoring", "director"),
    ev.KeyRotated: ("dealer", "referee", "scoring", "director"),
    ev.EntrantRegistered: ("director",),
    ev.EntrantWithdrawn: ("director", "organiser"),
    ev.EntrantEntered: ("director",),
    ev.EntrantReturned: ("director",),
    ev.EntrantReplaced: ("director",),
    ev.RoundsAdded: ("director",),
    ev.StartReleased: ("director",),
    ev.TournamentPaused: ("director",),
    ev.TournamentResumed: ("director",),
    ev.TournamentStopping: ("director",),
    ev.EntrantDisqualified: ("director",),
    ev.TournamentStarted: ("director",),
    ev.RoundPaired: ("director",),
    ev.GameRecorded: ("director",),
    ev.GameReplayed: ("director",),
    ev.DisputeRaised: ("director",),
    ev.DisputeExamined: ("director",),
    ev.DisputeRuled: ("director",),
    ev.DisputesClosing: ("director",),
    ev.DisputesClosed: ("director",),
    ev.RoundClosed: ("director",),
    ev.TournamentFinished: ("director",),
    ev.SeedRevealed: ("dealer",),
    ev.GameClosed: ("director",),
    ev.RoundSealed: ("director",),
    ev.TournamentSealed: ("director",),
}
"""The services that may append each event."""


def allowed(line: Line) -> tuple[By, ...]:
    """Who may write this line: nobody else than itself may seal for a service or name its key."""
    event = line.event
    if isinstance(event, ev.GameSealed | ev.KeyNamed | ev.KeyRotated):
        return (event.service,)
    return WRITERS[type(event)]
