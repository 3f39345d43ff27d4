"""Simulated Swiss tournaments with everything that happens at one: the events of test_swiss.py, and of a command.

``python tests/swiss_events.py 2000`` plays that many, checks each and compares it with the engine's own checker.
"""

import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

import networkx as nx
from caissify_pairings.fpc import check_trf

from croupier.folds.formats import swiss
from croupier.folds.formats.model import History, Meeting, Out, Over, Player, Proposal
from croupier.folds.formats.trf import trf

ROUNDS = 7


@dataclass
class Event:
    players: list[Player]
    history: History = field(default_factory=History)
    matched: list[int] = field(default_factory=list)
    """Rounds in which the engine's rules allowed no pairing."""
    ended: str = ""


def field_of(chance: random.Random, size: int) -> list[Player]:
    """Some enter late, some withdraw, some miss a round."""
    return [
        Player(
            f"e{number:02}",
            first=chance.randint(2, 4) if chance.random() < 0.08 else 1,
            last=chance.randint(4, 6) if chance.random() < 0.1 else None,
            away=frozenset({chance.randint(1, ROUNDS)}) if chance.random() < 0.08 else frozenset(),
        )
        for number in range(size)
    ]


def play(seed: int, size: int | None = None) -> Event:
    chance = random.Random(seed)
    event = Event(field_of(chance, size or chance.randint(2, 40)))
    for number in range(1, ROUNDS + 2):
        proposal = swiss.next_round(event.players, event.history, ROUNDS)
        if isinstance(proposal, Over):
            event.ended = proposal.why
            return event
        if "matching" in proposal.why:
            event.matched.append(number)
        check(event, proposal)
        event.history = after(event.history, proposal, chance)
    raise AssertionError("a tournament without an end")


def after(history: History, proposal: Proposal, chance: random.Random) -> History:
    meetings = tuple(meeting(proposal.round, table.seats, chance) for table in proposal.pairings)
    outs = tuple(Out(proposal.round, bye.entrant, bye.kind) for bye in proposal.byes)
    return History(proposal.round, history.meetings + meetings, history.outs + outs)


def meeting(number: int, seats: tuple[str, ...], chance: random.Random) -> Meeting:
    """Now and then somebody does not show up, or neither does."""
    one, two = seats
    luck = chance.random()
    if luck < 0.05:
        return Meeting(number, (one, two), (0, 0) if luck < 0.01 else chance.choice([(2, 0), (0, 2)]), played=False)
    return Meeting(number, (one, two), chance.choice([(2, 0), (1, 1), (0, 2)]))


def check(event: Event, proposal: Proposal) -> None:
    """Everybody once; no rematch that can be avoided; no second bye while another has had none."""
    here = [player.id for player in event.players if player.plays(proposal.round)]
    seated = [name for table in proposal.pairings for name in table.seats]
    left = [bye.entrant for bye in proposal.byes if bye.kind == "bye"]
    assert sorted(seated + left) == sorted(here)
    assert len(left) == len(here) % 2
    byes = Counter(out.entrant for out in event.history.outs if out.kind == "bye")
    assert all(byes[name] == min(byes[other] for other in here) for name in left)
    met = {frozenset(meeting.seats) for meeting in event.history.meetings if meeting.played}
    if any(frozenset(table.seats) in met for table in proposal.pairings):
        assert not can_avoid(here, met, byes), f"round {proposal.round} has a rematch that can be avoided"


def can_avoid(here: list[str], met: set[frozenset[str]], byes: Counter[str]) -> bool:
    """Whether all can be paired without a rematch, the bye going to somebody who has had fewest."""
    fewest = min(byes[name] for name in here)
    fresh = [name for name in here if byes[name] == fewest] if len(here) % 2 else [""]
    return any(perfect([name for name in here if name != out], met) for out in fresh)


def perfect(names: list[str], met: set[frozenset[str]]) -> bool:
    graph = nx.Graph()
    graph.add_nodes_from(names)
    pairs = ((one, two) for index, one in enumerate(names) for two in names[index + 1 :])
    graph.add_edges_from(pair for pair in pairs if frozenset(pair) not in met)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(names)


def differences(event: Event) -> list[str]:
    """Rounds that the engine's checker would pair otherwise, without those in which its rules allow no pairing."""
    report = check_trf(trf("simulated", event.players, event.history, ROUNDS))
    rounds = [found for found in report["rounds"] if found["round"] not in event.matched]
    return [f"round {found['round']}: {found['discrepancies']}" for found in rounds if not found["match"]]


def main(count: int, first: int = 0) -> None:
    """Play ``count`` events from seed ``first`` on; totals so far after every 100, so that it may be stopped."""
    started = time.monotonic()
    rounds = matched = different = 0
    for number in range(1, count + 1):
        event = play(first + number - 1)
        rounds += event.history.rounds
        matched += len(event.matched)
        found = differences(event)
        different += len(found)
        for text in found:
            print(f"event {first + number - 1}, {len(event.players)} entrants, {text}", flush=True)
        if number % 100 == 0 or number == count:
            print(
                f"{number} events of 2 to 40 entrants, {rounds} rounds, {time.monotonic() - started:.0f} s: no rematch "
                f"and no second bye that could be avoided, always an end; {matched} rounds paired by the matching, and "
                f"of the other {rounds - matched} the engine's checker pairs {different} otherwise",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
