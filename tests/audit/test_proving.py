"""Proofs stand without the bundle; a witness signs only what goes on from what it signed before."""

import json
from pathlib import Path
from typing import Any

import pytest

from audit.making import World, make, spec_of
from audit.sealing import ALL
from croupier.audit import proving
from croupier.audit.bundle import Bundle, Log
from croupier.audit.places import find
from croupier.cli.main import main
from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from rings import key
from tampered import GAME

SPEC = spec_of(4, 2)


@pytest.fixture(scope="module")
def world() -> World:
    return make(SPEC)


@pytest.fixture(scope="module")
def bundle(world: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return world.write(tmp_path_factory.mktemp("proved") / "cup")


def log_of(bundle: Path) -> Log:
    found = find(bundle)
    assert isinstance(found, Bundle)
    return found.log


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = main([str(argument) for argument in ("prove", *arguments)])
    said = capsys.readouterr()
    return code, said.out + said.err


def test_every_game_is_proved_to_be_in_every_checkpoint_after_it(bundle: Path, world: World) -> None:
    log = log_of(bundle)
    games, sizes = list(world.games), [4, 8, 12, 12]
    for at, size in zip(proving.marks(log), sizes, strict=True):
        for game in games[:size]:
            assert proving.failure(proving.inclusion(log, game, at)) == ""
        for game in games[size:]:
            with pytest.raises(Unreadable, match="proof/no-game"):
                proving.inclusion(log, game, at)


def test_every_checkpoint_goes_on_from_every_one_before(bundle: Path) -> None:
    found = proving.marks(log_of(bundle))
    assert [mark.name for mark in found] == ["round:1", "round:2", "round:3", "end"]
    for number, after in enumerate(found):
        for before in found[:number]:
            proof = proving.consistency(log_of(bundle), before.text, after, before.key)
            assert proving.failure(proof) == ""
    with pytest.raises(Unreadable, match="no proof leads"):
        proving.consistency(log_of(bundle), found[2].text, found[0], found[2].key)


CHANGES: dict[str, Any] = {
    "index": 0, "lines": 1, "head": "00" * 32, "log": "g/cup-r1-t1-2", "hashes": [], "key": "11" * 32,
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), CHANGES.items(), ids=CHANGES.keys())
def test_a_proof_of_which_one_part_is_changed_does_not_hold(bundle: Path, name: str, value: object) -> None:
    log = log_of(bundle)
    proof = proving.inclusion(log, "cup-r2-t1-1", proving.mark(log, "end"))

    assert proof[name] != value
    assert proving.failure(proof | {name: value}) != ""


FORMS: dict[str, tuple[dict[str, Any], str]] = {
    "no kind": ({"proof": None}, "proof"),
    "another kind": ({"proof": "of love"}, "inclusion"),
    "a fraction": ({"index": 1.0}, "index: "),
    "a flag": ({"lines": True}, "lines: "),
    "no log of a game": ({"log": "t/cup"}, "log: "),
    "a hash in upper case": ({"head": "AB" * 32}, "head: "),
    "no list": ({"hashes": "00" * 32}, "hashes: "),
    "a short hash": ({"hashes": ["00"]}, "hashes.0: "),
    "one field too many": ({"more": 1}, "more: "),
}


@pytest.mark.parametrize(("change", "named"), FORMS.values(), ids=FORMS.keys())
def test_what_is_no_proof_is_refused_with_the_field(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], named: str
) -> None:
    log, file = log_of(bundle), tmp_path / "proof.json"
    file.write_text(json.dumps(proving.inclusion(log, GAME, proving.mark(log, "end")) | change))
    code, said = run(capsys, "check", file)

    assert (code, "proof/form: no proof: " in said, named in said) == (2, True, True)


def test_a_proof_needs_all_its_fields(bundle: Path) -> None:
    log = log_of(bundle)
    proof = proving.inclusion(log, GAME, proving.mark(log, "end"))
    for name in proof:
        with pytest.raises(Unreadable, match="proof/form"):
            proving.failure({key: value for key, value in proof.items() if key != name})


def test_a_proof_is_written_checked_and_held_against_the_game(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof, other = tmp_path / "proof.json", bundle / "games" / "cup-r1-t1-2.jsonl"
    assert run(capsys, "game", bundle / GAME, "--at", "round:1", "--out", proof)[0] == 0
    assert run(capsys, "check", proof, "--log", bundle / "games" / f"{GAME}.jsonl")[0] == 0
    assert run(capsys, "check", proof, "--keys", bundle / "manifest.json")[0] == 0
    assert run(capsys, "check", proof, "--log", other)[0] == 1
    strangers = tmp_path / "keys.json"
    strangers.write_text(json.dumps({"director": key("a stranger").public.hex()}))
    code, said = run(capsys, "check", proof, "--keys", strangers)
    assert (code, "that you know" in said) == (1, True)


def test_who_kept_a_checkpoint_gets_a_proof_from_there(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, proof = tmp_path / "kept.txt", tmp_path / "proof.json"
    kept.write_text(run(capsys, "checkpoint", bundle, "--at", "round:1")[1])
    assert run(capsys, "growth", bundle, "--since", kept, "--out", proof)[0] == 0
    assert run(capsys, "check", proof)[0] == 0
    assert json.loads(run(capsys, "check", proof, "--json")[1])["holds"]


def test_another_history_cannot_be_proved_to_go_on_from_a_checkpoint_that_somebody_kept(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever holds all keys can write another tournament, but not one that fits what others have seen."""
    kept = tmp_path / "kept.txt"
    kept.write_text(run(capsys, "checkpoint", bundle, "--at", "round:1")[1])
    other = make(SPEC, shift=1).write(tmp_path / "other" / "cup")
    code, said = run(capsys, "growth", other, "--since", kept)

    assert (code, "checkpoint/inconsistent" in said) == (2, True)


def cosign(capsys: pytest.CaptureFixture[str], bundle: Path, home: Path, at: str) -> tuple[int, str]:
    return run(
        capsys, "cosign", bundle, "--name", "witness.example/w1", "--key", home / "key", "--memory", home / "memory",
        "--at", at, "--out", home / f"{at.replace(':', '-')}.txt",
    )  # fmt: skip


def test_a_witness_signs_what_goes_on_and_others_can_check_it(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = cosign(capsys, bundle, tmp_path, "round:1")
    witness = said.strip().rpartition(" ")[2]
    assert code == 0
    assert cosign(capsys, bundle, tmp_path, "end")[0] == 0
    assert cosign(capsys, bundle, tmp_path, "end")[0] == 0
    assert run(capsys, "check", tmp_path / "end.txt", "--witness", witness)[0] == 0
    bare = tmp_path / "bare.txt"
    bare.write_text(run(capsys, "checkpoint", bundle)[1])
    code, said = run(capsys, "check", bare, "--witness", witness)
    assert (code, "has not cosigned" in said) == (1, True)


def test_a_witness_signs_neither_an_older_tree_nor_another_one(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = make(SPEC, shift=1).write(tmp_path / "other" / "cup")
    assert cosign(capsys, bundle, tmp_path, "round:2")[0] == 0
    for folder, at in ((bundle, "round:1"), (other, "round:2"), (other, "end")):
        code, said = cosign(capsys, folder, tmp_path, at)
        assert (code, "checkpoint/inconsistent" in said) == (2, True), (folder, at)


def test_a_witness_signs_nothing_that_the_director_has_not(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = World(world.spec, list(world.tournament), world.games)
    place = forged.index(ev.TournamentSealed)
    event = forged.tournament[place].event
    assert isinstance(event, ev.TournamentSealed)
    forged.tournament[place] = forged.tournament[place].but(checkpoint=event.checkpoint.replace("\n12\n", "\n11\n"))
    forged.seal(ALL - {"director"})
    code, said = cosign(capsys, forged.write(tmp_path / "cup"), tmp_path, "end")

    assert (code, "checkpoint/signature" in said) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("game", "{bundle}"), "bundle/not-a-log"),
        (("game", "{bundle}/cup-r1-t1-1", "--at", "round:9"), "proof/no-checkpoint"),
        (("game", "{bundle}/cup-r3-t1-1", "--at", "round:1"), "proof/no-game"),
        (("checkpoint", "{bundle}/games/cup-r1-t1-1.jsonl"), "bundle/not-a-bundle"),
        (("growth", "{bundle}", "--since", "{tmp}/none"), "bundle/not-found"),
        (("growth", "{bundle}", "--since", "{bundle}/manifest.json"), "checkpoint/form"),
        (("check", "{bundle}/games.csv"), "checkpoint/form"),
        (("check", "{bundle}/manifest.json"), "proof/form"),
        (("check", "{tmp}/none"), "bundle/not-found"),
    ],
)
def test_what_cannot_be_proved_is_said_by_name(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: str
) -> None:
    ended, said = run(capsys, *(word.format(bundle=bundle, tmp=tmp_path) for word in arguments))

    assert (ended, code in said) == (2, True), said


@pytest.mark.parametrize("memory", ["no json", "[]", '{"cup": 1}', '{"cup": {"checkpoint": "x"}}'])
def test_a_memory_that_makes_no_sense_is_not_taken_for_an_empty_one(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], memory: str
) -> None:
    (tmp_path / "memory").write_text(memory)
    code, said = cosign(capsys, bundle, tmp_path, "end")

    assert (code, "config/" in said) == (2, True)
    assert (tmp_path / "memory").read_text() == memory
