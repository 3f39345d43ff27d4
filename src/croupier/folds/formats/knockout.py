"""Knockout and double elimination: the tree filled in with results, the matches that can be played now.

A drawn match is replayed with seats exchanged; after ``replays`` draws more the better seed goes on. Whoever has
withdrawn loses its match without playing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .bracket import THIRD, Match, Source, double, single, width
from .checks import check_field, check_history, refuse
from .model import Bye, History, Meeting, Over, Pairing, Player, Proposal

Slot = str | None
"""Who stands in a slot of the tree; ``None`` if nobody ever can."""


@dataclass(slots=True)
class Tree:
    """A tree and what is known of it. ``decided``: winner and loser by match; ``drawn``: draws so far by match."""

    matches: tuple[Match, ...]
    seeds: dict[int, Slot]
    decided: dict[int, tuple[Slot, Slot]] = field(default_factory=dict)
    drawn: dict[int, int] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)

    def slot(self, source: Source) -> tuple[bool, Slot]:
        """Whether it is known who comes from ``source``, and who."""
        kind, number = source
        if kind == "seed":
            return True, self.seeds.get(number)
        if number not in self.decided:
            return False, None
        return True, self.decided[number][kind == "loser"]

    def ready(self) -> list[tuple[Match, str, str]]:
        """Matches with both players known, not yet decided, in the order of the tree."""
        found = []
        for match in self.matches:
            (known, one), (sure, two) = self.slot(match.one), self.slot(match.two)
            if match.number not in self.decided and known and sure and one is not None and two is not None:
                found.append((match, one, two))
        return found


def next_round(
    players: Sequence[Player], history: History, *, lives: int = 1, third_place: bool = False, replays: int = 3
) -> Proposal | Over:
    """The matches that can be played now. ``players`` in the order of their seeds, strongest first.

    Raises :class:`BadConfig` (family ``format``), also for a history that this tree cannot have.
    """
    tree, byes = _filled(players, history, lives, third_place, replays)
    number = history.rounds + 1
    ready = tree.ready()
    if not ready:
        return Over("the tree is filled")
    system = "knockout" if lives == 1 else "double elimination"
    names = dict.fromkeys(match.name for match, _, _ in ready)
    tables = tuple(_pairing(tree, match, one, two, players, replays) for match, one, two in ready)
    return Proposal(number, tables, byes, f"{system}, {len(players)} seeds: {', '.join(names)}")


def places(
    players: Sequence[Player], history: History, *, lives: int = 1, third_place: bool = False, replays: int = 3
) -> list[tuple[int, str, str]]:
    """Place (competition ranking), entrant and reason, best first: who was lost to later ranks higher."""
    tree, _ = _filled(players, history, lives, third_place, replays)
    last = _last(tree)
    fate = {player.id: _fate(tree, player.id, last.get(player.id)) for player in players}
    ranked = sorted(fate, key=lambda name: fate[name][0], reverse=True)
    first: dict[tuple[int, int], int] = {}
    for index, name in enumerate(ranked, 1):
        first.setdefault(fate[name][0], index)
    return [(first[fate[name][0]], name, fate[name][1]) for name in ranked]


# --- filling the tree


def _filled(
    players: Sequence[Player], history: History, lives: int, third_place: bool, replays: int
) -> tuple[Tree, tuple[Bye, ...]]:
    """The tree after ``history``, and who goes on without playing in the round that comes next."""
    _check(players, history, lives, third_place, replays)
    matches = single(len(players), third_place) if lives == 1 else double(len(players))
    tree = Tree(matches, {seed: player.id for seed, player in enumerate(players, 1)})
    byes = _walk_over(tree, players, 1)
    for number in range(1, history.rounds + 1):
        played = [meeting for meeting in history.meetings if meeting.round == number]
        _play(tree, players, number, played, replays)
        byes = _walk_over(tree, players, number + 1)
    return tree, byes


def _check(players: Sequence[Player], history: History, lives: int, third_place: bool, replays: int) -> None:
    check_field(players)
    check_history(players, history)
    if lives not in {1, 2} or replays < 0 or (third_place and lives == 2):
        raise refuse("spec", "one or two lives, a match for the third place with one only, 0 replays or more")
    for player in players:
        if player.first > 1 or player.away:
            raise refuse("status", "nobody enters a knockout late or is absent for a round", player.id)


def _play(tree: Tree, players: Sequence[Player], number: int, played: Sequence[Meeting], replays: int) -> None:
    ready = {frozenset((one, two)): match for match, one, two in tree.ready()}
    found = {frozenset(meeting.seats): meeting for meeting in played}
    if ready.keys() != found.keys():
        odd = sorted(" - ".join(sorted(pair)) for pair in ready.keys() ^ found.keys())
        raise refuse("history", f"round {number} has other matches than the tree: {'; '.join(odd)}")
    order = {player.id: index for index, player in enumerate(players)}
    for pair, match in ready.items():
        _settle(tree, match, found[pair], order, replays)


def _settle(tree: Tree, match: Match, meeting: Meeting, order: dict[str, int], replays: int) -> None:
    one, two = sorted(meeting.seats, key=lambda name: order[name])
    if meeting.halves == (0, 0):
        _decide(tree, match, None, None, "both failed")
    elif meeting.halves == (1, 1):
        tree.drawn[match.number] = tree.drawn.get(match.number, 0) + 1
        if tree.drawn[match.number] > replays:
            _decide(tree, match, one, two, f"drawn {tree.drawn[match.number]} times, the better seed goes on")
    elif meeting.halves_of(one) == 2:
        _decide(tree, match, one, two, f"lost to {one}")
    else:
        _decide(tree, match, two, one, f"lost to {two}")


def _decide(tree: Tree, match: Match, winner: Slot, loser: Slot, why: str) -> None:
    tree.decided[match.number] = (winner, loser)
    tree.reasons[match.number] = why


def _walk_over(tree: Tree, players: Sequence[Player], number: int) -> tuple[Bye, ...]:
    """Decide what needs no play before round ``number``: empty slots, players who left, a decider nobody needs."""
    there = {player.id for player in players if player.plays(number)}
    byes: dict[str, Bye] = {}
    before = -1
    while before != len(tree.decided):
        before = len(tree.decided)
        for match in tree.matches:
            bye = _without_play(tree, match, there, len(players))
            if bye is not None:
                byes[bye.entrant] = bye
    playing = {name for _, one, two in tree.ready() for name in (one, two)}
    return tuple(bye for name, bye in byes.items() if name not in playing)


def _without_play(tree: Tree, match: Match, there: set[str], count: int) -> Bye | None:
    (known, one), (sure, two) = tree.slot(match.one), tree.slot(match.two)
    if match.number in tree.decided or not (known and sure):
        return None
    if match.decider and not _is_needed(tree, match):
        winner, loser = tree.decided[match.one[1]]
        _decide(tree, match, winner, loser, f"lost to {winner}")
        return None
    if one in there and two in there:
        return None
    winner = one if one in there else two if two in there else None
    loser = two if winner == one else one
    gone = loser is not None
    _decide(tree, match, winner, loser, "withdrew" if gone else "no opponent")
    if winner is None:
        return None
    why = f"{match.name}: {loser} has withdrawn" if gone else (
        f"{match.name}: nobody stands against it, {count} entrants in a tree for {width(count)}"
    )  # fmt: skip
    return Bye(winner, "bye", why)


def _is_needed(tree: Tree, decider: Match) -> bool:
    """The final was won by whoever came from below, so both have lost once."""
    final = decider.one[1]
    match = next(match for match in tree.matches if match.number == final)
    winner, loser = tree.decided[final]
    return winner is not None and loser is not None and winner == tree.slot(match.two)[1]


# --- what is told


def _pairing(tree: Tree, match: Match, one: str, two: str, players: Sequence[Player], replays: int) -> Pairing:
    seeds = {player.id: seed for seed, player in enumerate(players, 1)}
    drawn = tree.drawn.get(match.number, 0)
    one, two = sorted((one, two), key=lambda name: seeds[name])
    seats = (one, two) if drawn % 2 == 0 else (two, one)
    why = f"{match.name}, match {match.number}: seed {seeds[one]} against seed {seeds[two]}"
    if drawn:
        why += f", replay {drawn} of {replays}"
    return Pairing(seats, why, "the better seed sits first, in a replay second" if drawn else "the better seed first")


def _last(tree: Tree) -> dict[str, Match]:
    """The last match that each entrant came to."""
    found: dict[str, Match] = {}
    for match in tree.matches:
        if not match.decider or (match.one[1] in tree.decided and _is_needed(tree, match)):
            found |= {name: match for name in (tree.slot(match.one)[1], tree.slot(match.two)[1]) if name is not None}
    return found


def _fate(tree: Tree, name: str, last: Match | None) -> tuple[tuple[int, int], str]:
    """How far an entrant came: the key to sort by, and in words."""
    if last is None:
        return (-1, 0), "never came to play"
    third = last.name == THIRD
    if last.number not in tree.decided:
        return (last.stage + 1, 0), f"still to play: {last.name}"
    winner, _ = tree.decided[last.number]
    if winner == name:
        return (last.stage if third else last.stage + 1, 0 if third else 1), f"won the {last.name}"
    return (last.stage, -1 if third else 1), f"{last.name}: {tree.reasons[last.number]}"
