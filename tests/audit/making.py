"""Small worlds that a tournament could have left behind: right ones, in memory, made without any service.

A log is a list of drafts (an event with its envelope but without its place in the chain), so that a test can
forge one and chain everything anew, as somebody would who holds the server.
"""

import random
from collections import deque
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from audit.drafts import SECOND, START, Draft, Writer, chained
from audit.playing import ENDS, SEED, play
from audit.sealing import ALL, seal_game, seal_tournament
from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.errors import Unreadable
from croupier.contracts.events import Event
from croupier.contracts.ids import again
from croupier.contracts.lines import Line
from croupier.contracts.schemas import hashes
from croupier.contracts.specs import Clock, EntrantSpec, Policy, RoundRobin, TournamentSpec
from croupier.folds.bundle import GAMES_HEADER, Heads, manifest, row_of, standings_csv, standings_json
from croupier.folds.closings import closing
from croupier.folds.keys import HOLDERS
from croupier.folds.matchplay import why
from croupier.folds.rounds import Round
from croupier.folds.tournament import TournamentState
from croupier.games import deck
from rings import named


@dataclass
class World:
    """A tournament with all its logs as drafts. ``games`` are in the order in which they are recorded."""

    spec: TournamentSpec
    tournament: list[Draft] = field(default_factory=list)
    games: dict[str, list[Draft]] = field(default_factory=dict)

    def index(self, kind: type[Event], nth: int = 0, game: str | None = None) -> int:
        """The position of the nth event of a kind, in a game's log or in the tournament's."""
        drafts = self.tournament if game is None else self.games[game]
        return [place for place, draft in enumerate(drafts) if isinstance(draft.event, kind)][nth]

    def seal(self, held: Collection[str] = ALL) -> None:
        """Make all fit that the logs say of each other, as somebody can who holds the server and the keys ``held``."""
        ends = {}
        for game, drafts in self.games.items():
            ends[game] = len(drafts), seal_game(f"g/{game}", drafts, held)
        for place, draft in enumerate(self.tournament):
            event = draft.event
            if isinstance(event, ev.GameRecorded) and event.id in self.games:
                lines = chained(f"g/{event.id}", self.games[event.id])
                head = digest(lines[event.lines - 1]) if event.lines <= len(lines) else event.head
                self.tournament[place] = draft.but(head=head)
        seal_tournament(self.spec.id, self.tournament, ends, "director" in held)

    def write(self, folder: Path) -> Path:
        """Write the bundle into ``folder`` and return it."""
        (folder / "games").mkdir(parents=True)
        for game, drafts in self.games.items():
            put(folder / "games" / f"{game}.jsonl", chained(f"g/{game}", drafts))
        put(folder / "tournament.jsonl", chained(f"t/{self.spec.id}", self.tournament))
        self.write_derived(folder)
        return folder

    def write_derived(self, folder: Path) -> None:
        """The table, the list of games and the manifest, as they follow from the logs."""
        state, heads, rows = TournamentState(f"t/{self.spec.id}"), Heads(), [GAMES_HEADER]
        for seq, draft in enumerate(self.tournament, 1):
            event = draft.event
            rows += [row] if (row := row_of(state, event)) is not None else []
            if isinstance(event, ev.GameClosed) and event.id in self.games:
                heads.add(event.id, digest(chained(f"g/{event.id}", self.games[event.id])[-1]))
            try:
                state.evolve(Line(seq, draft.at, draft.by, "", "", event))
            except Unreadable:
                break  # a forged log may lead nowhere
        ends = {"tournament": digest(chained(state.log, self.tournament)[-1]), "games": heads.hexdigest()}
        (folder / "games.csv").write_bytes(b"".join(rows))
        with suppress(ValueError):  # a forged table may hold more than a file can
            (folder / "standings.json").write_bytes(standings_json(state))
            (folder / "standings.csv").write_bytes(standings_csv(state))
        (folder / "manifest.json").write_bytes(manifest(state.id, "0.1.0", hashes(), ends, state.keys.all()))


def put(path: Path, lines: list[bytes]) -> None:
    """Write stored lines into a file."""
    path.write_bytes(b"".join(line + b"\n" for line in lines))


def spec_of(entrants: int = 3, per_pairing: int = 2, **changes: Any) -> TournamentSpec:
    """A specification of a round robin among a few entrants."""
    people = [
        EntrantSpec(id=f"bot-{letter}", name=f"Bot {letter.upper()}", token=digest(letter.encode()))
        for letter in "abcdefgh"[:entrants]
    ]
    given: dict[str, Any] = {
        "id": "cup", "name": "The cup", "game": "briscola", "format": RoundRobin(games=per_pairing),
        "entrants": people, "clock": Clock(action=10 * SECOND, bank=120 * SECOND, increment=SECOND),
        "policy": Policy(),
    }  # fmt: skip
    return TournamentSpec(**(given | changes))


def make(
    spec: TournamentSpec | None = None, ends: tuple[str, ...] = ENDS[:1], chance: int = 7, shift: int = 0
) -> World:
    """A whole tournament. The game number n ends in the way ``ends[n % len(ends)]``.

    ``shift``: the same nonces and so the same decks, but other play.
    """
    spec = spec or spec_of()
    world, dice = World(spec), random.Random(chance)

    nonces = [dice.randbytes(32) for _ in spec.entrants]
    beacon = deck.beacon(nonces)
    dice.seed(chance + shift)
    log = Writer(world.tournament, START)
    log.add(ev.TournamentOpened(spec=spec), "director")
    log.add(ev.SeedCommitted(commitment=deck.seed_commitment(SEED).hex()), "dealer")
    for who, nonce in zip(spec.entrants, nonces, strict=True):
        log.add(ev.EntrantRegistered(entrant=who.id, name=who.name, nonce=nonce.hex()), "director")
    for holder in HOLDERS:
        log.add(*named(spec.id, holder), holder)
    log.add(ev.TournamentStarted(beacon=beacon.hex()), "director")
    state = TournamentState(f"t/{spec.id}")
    while (found := _next(state, log)) is not None:
        number = found.number
        log.add(found.event(), "director")
        games = deque(found.games)
        while games:
            paired, end = games.popleft(), ends[len(world.games) % len(ends)]
            drafts = play(spec, number, paired, beacon, dice, end, log.at)
            world.games[paired.id] = drafts
            log.at = drafts[-1].at
            log.add(record(paired.id, drafts), "director")
            for game in folded(state, log):
                shown(world.games[game], log)
                log.add(ev.GameClosed(id=game, head="0" * 64, lines=len(world.games[game])), "director")
            for game, spoiled in state.voided.items():
                games.appendleft(ev.PairedGame(id=again(game), board=spoiled.board, seats=spoiled.seats))
                log.add(ev.GameReplayed(id=game, game=games[0], why="server/fault"), "director")
        folded(state, log)
        log.add(closing(state, number), "director")
        log.add(ev.RoundSealed(round=number, checkpoint="blank"), "director")
    log.add(state.end(), "director")
    log.add(ev.SeedRevealed(seed=SEED.hex()), "dealer")
    log.add(ev.TournamentSealed(checkpoint="blank"), "director")
    world.seal()
    return world


def _next(state: TournamentState, log: Writer) -> Round | None:
    """The round that follows what the log says."""
    folded(state, log)
    return state.next_round()


def folded(state: TournamentState, log: Writer) -> list[str]:
    """Bring a fold up to the end of the drafts; the games whose decks are to be shown."""
    reveals: list[str] = []
    for draft in log.drafts[log.folded :]:
        reveals += state.evolve(Line(0, draft.at, draft.by, "test", "", draft.event)).reveals
    log.folded = len(log.drafts)
    return reveals


def shown(drafts: list[Draft], log: Writer) -> None:
    """Stamp the end of a game, from where its deck is shown, after all that its tournament has written."""
    start = next(place for place, draft in enumerate(drafts) if isinstance(draft.event, ev.DeckRevealed))
    for place in range(start, len(drafts)):
        log.at += 1_500
        drafts[place] = replace(drafts[place], at=log.at)


def record(game: str, drafts: list[Draft]) -> ev.GameRecorded:
    """The line of the tournament's log for a game."""
    lines = next(n for n, draft in enumerate(drafts, 1) if isinstance(draft.event, ev.GameScored))
    scored = drafts[lines - 1].event
    assert isinstance(scored, ev.GameScored)
    head = digest(chained(f"g/{game}", drafts)[lines - 1])
    return ev.GameRecorded(
        id=game, head=head, lines=lines, points=scored.points, places=scored.places, outcome=scored.outcome,
        why=why(scored), failures=scored.failures,
    )  # fmt: skip
