"""Seals and checkpoints: what a forger cannot do who lacks some of the keys, however well the rest fits."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from audit.drafts import Draft, chained
from audit.making import World, make, put, spec_of
from audit.sealing import ALL, BLANK, SEALERS, checkpoint, seal_of
from croupier.audit.findings import Report
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.proofs import seals
from croupier.proofs.merkle import Tree
from rings import ANYBODYS, key
from tampered import GAME

SPEC = spec_of()
THIEF = key("a thief")


@pytest.fixture(scope="module")
def right() -> World:
    return make(SPEC)


@pytest.fixture(scope="module")
def other() -> World:
    """The same tournament, played otherwise: a forgery of which every line is legal."""
    return make(SPEC, shift=1)


def copied(world: World) -> World:
    return World(world.spec, list(world.tournament), {game: list(drafts) for game, drafts in world.games.items()})


def first(report: Report) -> tuple[str, str, int]:
    assert report.first is not None
    return report.first.code, report.first.log, report.first.line


def place_of(drafts: list[Draft], service: str) -> int:
    return next(n for n, d in enumerate(drafts) if isinstance(d.event, ev.GameSealed) and d.event.service == service)


def forge(world: World, held: set[str], seal: Callable[[str, ev.GameSealed, int, str], ev.GameSealed]) -> World:
    """``world`` as a thief can make it who holds the keys ``held``; for the other services ``seal`` is tried."""
    forged = copied(world)
    for game, drafts in forged.games.items():
        end = forged.index(ev.DeckRevealed, 0, game) + 1
        head = digest(chained(f"g/{game}", drafts[:end])[-1])
        for service in set(SEALERS) - held:
            place = place_of(drafts, service)
            old = drafts[place].event
            assert isinstance(old, ev.GameSealed)
            drafts[place] = replace(drafts[place], event=seal(game, old, end, head))
    forged.seal(held)
    return forged


def the_old_seal(right: World) -> Callable[[str, ev.GameSealed, int, str], ev.GameSealed]:
    """The seal of the game that was really played."""

    def seal(game: str, old: ev.GameSealed, lines: int, head: str) -> ev.GameSealed:
        event = right.games[game][place_of(right.games[game], old.service)].event
        assert isinstance(event, ev.GameSealed)
        return event

    return seal


def its_own_seal(game: str, old: ev.GameSealed, lines: int, head: str) -> ev.GameSealed:
    """With a key of the thief's."""
    return seal_of(old.service, f"g/{game}", lines, head, THIEF)


def a_false_name(game: str, old: ev.GameSealed, lines: int, head: str) -> ev.GameSealed:
    """With a key of the thief's, under the service's."""
    return seal_of(old.service, f"g/{game}", lines, head, THIEF).model_copy(update={"key": old.key})


HELD = [set(), {"director"}, {"referee"}, {"dealer", "scoring"}, {"referee", "scoring"}, {"referee", "director"}]


@pytest.mark.parametrize("held", HELD, ids=lambda held: "-".join(sorted(held)) or "no key")
def test_a_forgery_chained_anew_shows_at_the_first_seal_that_the_thief_cannot_make(
    tmp_path: Path, right: World, other: World, held: set[str]
) -> None:
    for name, seal, code in (
        ("old", the_old_seal(right), "seal/end"),
        ("own", its_own_seal, "seal/key"),
        ("false", a_false_name, "seal/signature"),
    ):
        forged = forge(other, held, seal)
        report = audit(forged.write(tmp_path / name / "cup"))
        game = next(iter(forged.games))
        missing = next(service for service in SEALERS if service not in held)
        assert first(report) == (code, f"g/{game}", place_of(forged.games[game], missing) + 1)


def test_with_the_three_keys_of_a_game_the_director_has_still_not_signed(
    tmp_path: Path, right: World, other: World
) -> None:
    forged = copied(other)
    for place, draft in enumerate(right.tournament):
        if isinstance(draft.event, ev.RoundSealed | ev.TournamentSealed):
            forged.tournament[place] = draft
    forged.seal(ALL - {"director"})

    assert first(audit(forged.write(tmp_path / "cup"))) == (
        "checkpoint/tree", "t/cup", forged.index(ev.RoundSealed) + 1,
    )  # fmt: skip


def test_with_all_four_keys_nothing_shows(tmp_path: Path, other: World) -> None:
    """As docs/verify.md says: whoever holds them all can write another tournament."""
    assert audit(other.write(tmp_path / "cup")).findings == []


@pytest.mark.parametrize("service", sorted(ALL))
def test_a_key_swapped_after_the_play_fits_no_seal(tmp_path: Path, right: World, service: str) -> None:
    """The thief names a key of its own, proves it, and chains the tournament anew."""
    forged = copied(right)
    place = next(
        n for n, d in enumerate(forged.tournament) if isinstance(d.event, ev.KeyNamed) and d.event.service == service
    )
    proof = THIEF.sign(seals.key(service, "t/cup", THIEF.public)).hex()
    forged.tournament[place] = forged.tournament[place].but(key=THIEF.public.hex(), proof=proof)
    forged.seal(ALL)
    report = audit(forged.write(tmp_path / "cup"))

    if service == "director":
        assert first(report) == ("checkpoint/signature", "t/cup", forged.index(ev.RoundSealed) + 1)
    else:
        assert first(report) == ("seal/key", f"g/{GAME}", place_of(forged.games[GAME], service) + 1)


@pytest.mark.parametrize("changes", [{"key": THIEF.public.hex()}, ANYBODYS], ids=["a thief's", "anybody's"])
def test_a_key_that_nobody_proves_to_hold_is_none(tmp_path: Path, right: World, changes: dict[str, str]) -> None:
    forged = copied(right)
    place = forged.index(ev.KeyNamed, 1)
    forged.tournament[place] = forged.tournament[place].but(**changes)
    forged.seal()

    assert first(audit(forged.write(tmp_path / "cup"))) == ("key/proof", "t/cup", place + 1)


def test_a_bundle_without_keys_and_seals_is_not_sound(tmp_path: Path, right: World) -> None:
    """Else a forger without keys would only have to leave them out."""
    kinds = (ev.KeyNamed, ev.GameClosed, ev.RoundSealed, ev.TournamentSealed)
    bare = World(right.spec, [draft for draft in right.tournament if not isinstance(draft.event, kinds)])
    for game, drafts in right.games.items():
        bare.games[game] = [draft for draft in drafts if not isinstance(draft.event, ev.GameSealed)]
    bare.seal()
    report = audit(bare.write(tmp_path / "cup"))

    assert first(report) == ("key/missing", "t/cup", bare.index(ev.TournamentStarted) + 1)
    assert {finding.code for finding in report.findings} <= {"key/missing", "bundle/heads"}


def test_keys_that_one_knows_tell_a_whole_other_tournament(tmp_path: Path, right: World) -> None:
    folder = right.write(tmp_path / "cup")
    known = {service: [key(service).public.hex()] for service in ALL}

    assert audit(folder, pins=known).findings == []
    report = audit(folder, pins=known | {"scoring": [THIEF.public.hex()]})
    place = next(
        n for n, d in enumerate(right.tournament) if isinstance(d.event, ev.KeyNamed) and d.event.service == "scoring"
    )
    assert first(report) == ("key/unexpected", "t/cup", place + 1)


def rotated(world: World, signer: str) -> World:
    """The referee's key makes way for another before the first game is closed; all games are sealed with that one."""
    changed = copied(world)
    old, new = key("referee"), key("referee, later")
    signature = key(signer).sign(seals.rotation("referee", old.public, new.public)).hex()
    event = ev.KeyRotated(service="referee", old=old.public.hex(), key=new.public.hex(), signature=signature)
    place = changed.index(ev.GameClosed)
    changed.tournament.insert(place, Draft(event, "referee", changed.tournament[place].at))
    for game, drafts in changed.games.items():
        end, seal = changed.index(ev.DeckRevealed, 0, game) + 1, place_of(drafts, "referee")
        head = digest(chained(f"g/{game}", drafts[:end])[-1])
        drafts[seal] = replace(drafts[seal], event=seal_of("referee", f"g/{game}", end, head, new))
    changed.seal(ALL - {"referee"})
    return changed


def test_a_rotated_key_seals_from_then_on(tmp_path: Path, right: World) -> None:
    report = audit(rotated(right, "referee").write(tmp_path / "cup"))

    assert report.findings == []
    assert report.keys["referee"] == (key("referee").public.hex(), key("referee, later").public.hex())


def turned(world: World, before: type[ev.Event], *services: str) -> World:
    """These services name other keys just before the first line of a kind, and seal with the old ones all the same."""
    changed = copied(world)
    place = changed.index(before)
    for service in services:
        old, new = key(service), key(f"{service}, later")
        signature = old.sign(seals.rotation(service, old.public, new.public)).hex()
        given = {"service": service, "old": old.public.hex(), "key": new.public.hex(), "signature": signature}
        event = ev.KeyRotated.model_validate(given)
        changed.tournament.insert(place, Draft(event, event.service, changed.tournament[place].at))
    changed.seal()
    return changed


@pytest.mark.parametrize("service", SEALERS)
def test_a_key_that_was_given_up_seals_no_game_that_was_over_after_that(
    tmp_path: Path, right: World, service: str
) -> None:
    """A rotation revokes: whoever kept the old key cannot seal with it what is played from then on."""
    forged = turned(right, ev.GameRecorded, service)

    assert first(audit(forged.write(tmp_path / "cup"))) == (
        "seal/key", f"g/{GAME}", place_of(forged.games[GAME], service) + 1,
    )  # fmt: skip


def test_a_key_that_was_given_up_while_a_game_was_sealed_is_as_good_as_the_new_one(tmp_path: Path) -> None:
    """From the moment when its board is over until the game is closed nobody can tell which came first."""
    only = make(spec_of(2, 1))

    assert audit(turned(only, ev.GameClosed, *SEALERS).write(tmp_path / "cup")).findings == []
    assert not audit(turned(only, ev.GameRecorded, *SEALERS).write(tmp_path / "other" / "cup")).sound


def test_a_key_that_the_old_one_did_not_sign_for_is_a_theft(tmp_path: Path, right: World) -> None:
    forged = rotated(right, "a thief")

    assert first(audit(forged.write(tmp_path / "cup"))) == (
        "key/rotation", "t/cup", forged.index(ev.KeyRotated) + 1,
    )  # fmt: skip


def test_two_games_exchanged_show_in_the_tree(tmp_path: Path, right: World) -> None:
    """The order in which games are closed is signed: a thief without the director's key cannot change it."""
    forged = copied(right)
    one, two = forged.index(ev.GameClosed, 0), forged.index(ev.GameClosed, 1)
    drafts = forged.tournament
    drafts[one], drafts[two] = drafts[two], drafts[one]
    if not isinstance(drafts[one + 1].event, ev.GameRecorded):
        pytest.skip("the first two games are not in one round")
    drafts.insert(two, drafts.pop(one))
    forged.seal(ALL - {"director"})
    report = audit(forged.write(tmp_path / "cup"))

    assert first(report)[0] in {"checkpoint/tree", "checkpoint/log"}
    assert first(report)[1:] == ("t/cup", forged.index(ev.RoundSealed) + 1)


def test_two_files_exchanged_are_two_other_logs(tmp_path: Path, right: World) -> None:
    folder = right.write(tmp_path / "cup")
    one, two = (folder / "games" / f"{game}.jsonl" for game in list(right.games)[:2])
    left, right_ = one.read_bytes(), two.read_bytes()
    one.write_bytes(right_)
    two.write_bytes(left)

    assert first(audit(folder)) == ("chain/other-log", f"g/{GAME}", 1)


def test_a_seal_cannot_be_taken_from_one_game_to_another(tmp_path: Path, right: World) -> None:
    forged = copied(right)
    games = list(forged.games)
    place = place_of(forged.games[GAME], "referee")
    other, own = forged.games[games[1]][place_of(forged.games[games[1]], "referee")], forged.games[GAME][place]
    forged.games[GAME][place] = replace(other, at=own.at)
    forged.seal(ALL - {"referee"})

    assert first(audit(forged.write(tmp_path / "cup"))) == ("seal/end", f"g/{GAME}", place + 1)


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_tail_cut_off_and_chained_anew_lacks_its_seals(tmp_path: Path, right: World, cut: int) -> None:
    """A bare chain accepts a tail that is cut off; whoever can also write the tournament's log has no seal for it."""
    forged = copied(right)
    forged.games[GAME] = forged.games[GAME][:-cut]
    forged.seal(set())
    report = audit(forged.write(tmp_path / "cup"))

    assert first(report) == ("seal/missing", f"g/{GAME}", len(forged.games[GAME]))


def test_a_line_that_only_the_tournament_can_bind_is_found_in_its_game(tmp_path: Path, right: World) -> None:
    """No line is chained to the last one of a log; the tree binds it."""
    folder = right.write(tmp_path / "cup")
    drafts = list(right.games[GAME])
    drafts[-1] = replace(drafts[-1], at=drafts[-1].at + 1)
    put(folder / "games" / f"{GAME}.jsonl", chained(f"g/{GAME}", drafts))

    assert first(audit(folder)) == ("chain/head", f"g/{GAME}", len(drafts))


def test_a_game_that_is_never_closed_is_missed(tmp_path: Path, right: World) -> None:
    forged = copied(right)
    del forged.tournament[forged.index(ev.GameClosed)]
    forged.seal()

    assert first(audit(forged.write(tmp_path / "cup"))) == (
        "log/out-of-place", "t/cup", forged.index(ev.RoundSealed) + 1,
    )  # fmt: skip


def test_a_checkpoint_is_of_its_line_and_signed_by_the_director_alone(tmp_path: Path, right: World) -> None:
    place = right.index(ev.RoundSealed)
    event = right.tournament[place].event
    assert isinstance(event, ev.RoundSealed)
    line = event.checkpoint.rstrip("\n").rpartition("\n")[2]
    head = digest(chained("t/cup", right.tournament[:place])[-1])
    tries = {
        "checkpoint/form": "no checkpoint",
        "checkpoint/tree": checkpoint("cup", Tree(), place, head),
        "checkpoint/log": event.checkpoint.replace(f"t/cup {place} ", f"t/cup {place - 1} "),
        "checkpoint/signature": f"{event.checkpoint}{line}\n",
    }
    for code, text in tries.items():
        forged = copied(right)
        forged.tournament[place] = forged.tournament[place].but(checkpoint=text)
        forged.seal(set())
        report = audit(forged.write(tmp_path / code.replace("/", "-") / "cup"))
        assert first(report) == (code, "t/cup", place + 1)


def test_every_byte_of_a_seal_and_of_a_checkpoint_counts(tmp_path: Path, right: World) -> None:
    """Each byte of what a seal and a checkpoint say is changed, and all that can be is made to fit."""
    folder = right.write(tmp_path / "cup")
    place = place_of(right.games[GAME], "referee")
    seal = right.games[GAME][place].event
    assert isinstance(seal, ev.GameSealed)
    path = folder / "games" / f"{GAME}.jsonl"
    for name in ("head", "key", "signature"):
        text = getattr(seal, name)
        for spot in range(0, len(text), 7):
            wrong = text[:spot] + ("0" if text[spot] != "0" else "1") + text[spot + 1 :]
            drafts = list(right.games[GAME])
            drafts[place] = drafts[place].but(**{name: wrong})
            put(path, chained(f"g/{GAME}", drafts))
            report = audit(path)
            assert first(report)[1:] == (f"g/{GAME}", place + 1), (name, spot)


def test_a_seal_says_which_it_is(right: World) -> None:
    """The order of seals is free, so the service that signs stands in what it signs."""
    assert BLANK.service == "dealer"
    sealed = [draft.event for draft in right.games[GAME] if isinstance(draft.event, ev.GameSealed)]
    assert len({event.signature for event in sealed}) == 3
    assert len({(event.lines, event.head) for event in sealed}) == 1


def test_nobody_seals_for_another(tmp_path: Path, right: World) -> None:
    """Given a seal of the referee in a line that the dealer wrote."""
    forged = copied(right)
    place = place_of(forged.games[GAME], "referee")
    forged.games[GAME][place] = replace(forged.games[GAME][place], by="dealer")
    forged.seal(ALL)

    assert first(audit(forged.write(tmp_path / "cup"))) == ("audit/writer", f"g/{GAME}", place + 1)


def one_key(world: World, service: str, of: str) -> tuple[World, int]:
    """``service`` names and uses the key of another; the tournament's log and the place where it does so."""
    forged, shared = copied(world), key(of)
    place = next(
        n for n, d in enumerate(forged.tournament) if isinstance(d.event, ev.KeyNamed) and d.event.service == service
    )
    proof = shared.sign(seals.key(service, "t/cup", shared.public)).hex()
    forged.tournament[place] = forged.tournament[place].but(key=shared.public.hex(), proof=proof)
    return forged, place


@pytest.mark.parametrize(("service", "of"), [("referee", "dealer"), ("scoring", "referee"), ("director", "scoring")])
def test_two_services_with_one_key_do_not_bind_each_other(tmp_path: Path, right: World, service: str, of: str) -> None:
    """HOLDERS name their keys in this order; the second one to name a key is at fault."""
    forged, place = one_key(right, service, of)
    forged.seal(ALL)

    assert first(audit(forged.write(tmp_path / "cup"))) == ("key/twice", "t/cup", place + 1)


@pytest.mark.parametrize("new", ["director", "referee"], ids=["anothers", "its own"])
def test_a_key_makes_way_for_none_that_was_named_before(tmp_path: Path, right: World, new: str) -> None:
    forged = copied(right)
    old, later = key("referee"), key(new)
    signature = old.sign(seals.rotation("referee", old.public, later.public)).hex()
    event = ev.KeyRotated(service="referee", old=old.public.hex(), key=later.public.hex(), signature=signature)
    place = forged.index(ev.TournamentFinished)
    forged.tournament.insert(place, Draft(event, "referee", forged.tournament[place].at))
    forged.seal(ALL)

    assert first(audit(forged.write(tmp_path / "cup"))) == ("key/twice", "t/cup", place + 1)
